#include "sum.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NARROWEST  7 /* "0.00 + " */
#define PLUS_WIDTH 3

/* How much a term matters. Of a plain sum of two or three parts each does, even 0; of products those that are 0 do
 * not. */
static float size_of(struct av_term term)
{
    float size = fabsf(term.single ? term.a : term.a * term.b);
    return isnan(size) ? INFINITY : term.single && size == 0 ? FLT_MIN : size;
}

static struct av_term drop_smallest(struct av_sum *sum)
{
    int smallest = 0;
    for (int k = 1; k < sum->n; k++) {
        if (size_of(sum->terms[k]) < size_of(sum->terms[smallest]))
            smallest = k;
    }
    struct av_term dropped = sum->terms[smallest];
    sum->n--;
    sum->n_other++;
    memmove(&sum->terms[smallest], &sum->terms[smallest + 1], (size_t)(sum->n - smallest) * sizeof dropped);
    return dropped;
}

void av_sum_collect(struct av_sum *sum, const struct av_explanation *explanation, int room)
{
    int most = room / NARROWEST + 1;
    if (most > AV_SUM_TERMS_MAX - 1)
        most = AV_SUM_TERMS_MAX - 1;
    sum->n = sum->n_other = 0;
    for (int k = 0; k < explanation->n_term; k++) {
        struct av_term term = av_explain_term(explanation, k);
        if (!(size_of(term) > 0))
            continue;
        sum->terms[sum->n++] = term;
        if (sum->n > most)
            drop_smallest(sum);
    }
}

/* "0.72⋅1.80", or "0.72". */
static double add_term(struct av_writer *writer, struct av_term term, bool first)
{
    double product = av_writer_operand(writer, term.a, !first);
    if (!term.single) {
        av_writer_add(writer, "⋅");
        product *= av_writer_operand(writer, term.b, true);
    }
    return product;
}

static int term_width(const struct av_writer *writer, struct av_term term)
{
    int width = av_writer_operand_width(writer, term.a, true);
    return term.single ? width : width + 1 + av_writer_operand_width(writer, term.b, true);
}

static const char *more(const struct av_writer *writer, int count, char *buffer, size_t size)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", count);
    return av_string_with(buffer, size, AV_STRING_MORE, writer->pen->language, digits);
}

/* Leaves out the smallest terms until the rest fits. */
static void shorten(struct av_sum *sum, const struct av_writer *writer, int room, int n_term)
{
    char text[48];
    int width = 0;
    for (int k = 0; k < sum->n; k++)
        width += term_width(writer, sum->terms[k]) + PLUS_WIDTH;
    width -= PLUS_WIDTH;
    if (sum->n_other == 0 && width <= room)
        return;
    room -= av_pen_width(writer->pen, more(writer, n_term, text, sizeof text));
    while (sum->n > 1 && width > room)
        width -= term_width(writer, drop_smallest(sum)) + PLUS_WIDTH;
}

double av_sum_write(const struct av_sum *whole, const struct av_explanation *explanation, struct av_writer *writer)
{
    struct av_sum sum = *whole;
    int room = writer->room - av_writer_width(writer) - PLUS_WIDTH - av_writer_result_width(writer, explanation->value);
    if (explanation->has_bias)
        room -= PLUS_WIDTH + av_writer_operand_width(writer, explanation->part[0], true);
    shorten(&sum, writer, room, explanation->n_term);
    double added = 0;
    for (int k = 0; k < sum.n; k++) {
        av_writer_add(writer, k > 0 ? " + " : "");
        added += add_term(writer, sum.terms[k], k == 0);
    }
    if (sum.n == 0)
        av_writer_add(writer, "0");
    if (explanation->has_bias) {
        av_writer_add(writer, " + ");
        added += av_writer_operand(writer, explanation->part[0], true);
    }
    if (sum.n_other > 0) {
        char text[48];
        av_writer_add(writer, more(writer, sum.n_other, text, sizeof text));
        writer->shortened = true;
    }
    return added;
}
