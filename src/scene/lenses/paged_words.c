/* What a step did to the blocks, in sentences. */
#include <stdio.h>

#include "paged.h"

#define SENTENCES_MAX 6 /* two sequences lack blocks or wrote, what mends that, and a fork or its end */

struct sentences {
    const struct av_pen *pen;
    struct {
        char text[256];
        enum av_role role;
    } all[SENTENCES_MAX];
    int n;
};

static const char *number(int value, char buffer[16])
{
    snprintf(buffer, 16, "%d", value);
    return buffer;
}

/* The last row that the step wrote. */
static void add_write(struct sentences *sentences, int s)
{
    const struct av_paged_sequence *sequence = &sentences->pen->player->paged.run->sequences[s];
    const struct av_paged_write *write = &sequence->write;
    enum av_language language = sentences->pen->language;
    char row[16], block[16], from[16], copied[16];
    char *text = sentences->all[sentences->n].text;
    size_t size = sizeof sentences->all->text;
    if (!sequence->open || write->rows == 0)
        return;
    number(sequence->trace.n, row);
    number(write->block, block);
    if (write->rows == sequence->trace.n && write->rows > 1) {
        int blocks;
        av_trace_block_table(&sequence->trace, &blocks);
        av_string_with(text, size, AV_STRING_PAGED_PREFILL, language, av_paged_name(s), row, number(blocks, block));
    } else if (write->copied > 0)
        av_string_with(text, size, AV_STRING_PAGED_COPIED, language, av_paged_name(s), number(write->copied_from, from),
                       number(write->copied, copied), block, row);
    else
        av_string_with(text, size, write->taken ? AV_STRING_PAGED_TAKEN : AV_STRING_PAGED_FITS, language,
                       av_paged_name(s), row, block);
    sentences->all[sentences->n++].role = write->copied > 0 ? AV_ROLE_NEW : AV_ROLE_TEXT;
}

/* Both sides: how many blocks there are, and how many would do. */
static void add_missing(struct sentences *sentences, int s)
{
    const struct av_paged_run *run = sentences->pen->player->paged.run;
    const struct av_trace *trace = &run->sequences[s].trace;
    enum av_language language = sentences->pen->language;
    int first = sentences->pen->player->run.n_first, size_in_rows = run->pool.block_size;
    bool at_once = s == 0 && trace->n == 0 && first > 1; /* all of its rows or none */
    char row[32], block[16], blocks[16], needed[16];
    char *text = sentences->all[sentences->n].text;
    size_t size = sizeof sentences->all->text;
    int n;
    if (av_paged_missing(run, s) == 0)
        return;
    const int *table = av_trace_block_table(trace, &n);
    snprintf(row, sizeof row, at_once ? "1–%d" : "%d", at_once ? first : trace->n + 1);
    number(run->pool.n_block, blocks);
    int lacking = at_once ? (first + size_in_rows - 1) / size_in_rows - run->pool.n_free : 1;
    number(run->pool.n_block + lacking, needed);
    if (trace->n % run->pool.block_size > 0) /* the last block has room, but is not to be written into */
        av_string_with(text, size, AV_STRING_PAGED_OUT_COPY, language, av_paged_name(s), number(table[n - 1], block),
                       row, blocks, needed);
    else
        av_string_with(text, size, AV_STRING_PAGED_OUT, language, av_paged_name(s), row, blocks, needed);
    sentences->all[sentences->n++].role = AV_ROLE_ERROR;
}

static void add(struct sentences *sentences, enum av_string id)
{
    snprintf(sentences->all[sentences->n].text, sizeof sentences->all->text, "%s",
             av_string(id, sentences->pen->language));
    sentences->all[sentences->n++].role = AV_ROLE_STRONG;
}

/* The most urgent first; what the learner did in this place instead of what the step did before. */
static struct sentences sentences_of(const struct av_pen *pen)
{
    const struct av_paged_run *run = pen->player->paged.run;
    struct sentences sentences = {.pen = pen};
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++)
        add_missing(&sentences, s);
    if (sentences.n > 0)
        add(&sentences, AV_STRING_PAGED_MENDS);
    if (run->forked) {
        bool full = run->sequences[0].trace.n % run->pool.block_size == 0;
        add(&sentences, full ? AV_STRING_PAGED_FORKED_FULL : AV_STRING_PAGED_FORKED);
        return sentences;
    }
    if (run->freed)
        add(&sentences, AV_STRING_PAGED_FREED);
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        if (!run->freed || run->sequences[s].write.rows > 1) /* it had waited for them */
            add_write(&sentences, s);
    }
    return sentences;
}

int av_paged_words_lines(const struct av_pen *pen, int width)
{
    struct sentences sentences = sentences_of(pen);
    int lines = 0;
    for (int i = 0; i < sentences.n; i++)
        lines += av_wrapped_lines(pen, width, sentences.all[i].text);
    return lines;
}

void av_draw_paged_words(const struct av_pen *pen, int x, int y, int width, int lines)
{
    struct sentences sentences = sentences_of(pen);
    for (int i = 0; i < sentences.n && lines > 0; i++) {
        int used = av_draw_wrapped(pen, x, y, width, lines, sentences.all[i].role, sentences.all[i].text);
        y += used;
        lines -= used;
    }
}
