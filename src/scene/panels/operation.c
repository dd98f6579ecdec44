#include "operation.h"

#include <math.h>
#include <stdio.h>

/* exp((s − max) / temperature) / Σ exp / kept; the temperature and what top-k and top-p keep only where they are not
 * 1. */
static double softmax(const struct av_explanation *explanation, struct av_writer *writer)
{
    const float *part = explanation->part;
    bool tempered = part[4] != 1, dropping = part[5] != 1;
    if (part[5] == 0) {
        bool dropped = explanation->view.id == AV_VIEW_NEXT;
        av_writer_add(writer, av_string(dropped ? AV_STRING_DROPPED : AV_STRING_REMOVED, writer->pen->language));
        return 0;
    }
    av_writer_add(writer, tempered ? "exp((" : "exp(");
    double power = av_writer_inner(writer, part[0], false);
    av_writer_add(writer, " − ");
    power -= av_writer_inner(writer, part[1], true);
    if (tempered) {
        av_writer_add(writer, ") / ");
        power /= av_writer_inner(writer, part[4], true);
    }
    av_writer_add(writer, ") / Σ exp");
    if (dropping) {
        av_writer_add(writer, " / ");
        av_writer_add(writer, av_string(AV_STRING_KEPT, writer->pen->language));
    }
    av_writer_equals_operand(writer, exp(power), part[2]);
    double share = av_writer_operand(writer, part[2], false);
    av_writer_add(writer, " / ");
    share /= av_writer_operand(writer, part[3], false);
    if (dropping) {
        av_writer_add(writer, " / ");
        share /= av_writer_operand(writer, part[5], false);
    }
    return share;
}

/* (x − mean) / √(var + ε) ⋅ g + b; without mean and b where the norm has none. */
static double norm(const struct av_explanation *explanation, struct av_writer *writer)
{
    const float *part = explanation->part;
    bool rms = explanation->view.player->run.lesson->model.config.norm == AV_NORM_RMS;
    float centred = rms ? part[0] : part[0] - part[1];
    if (rms) {
        av_writer_operand(writer, part[0], false);
        av_writer_add(writer, " / √(mean x² + ε) ⋅ g = ");
    } else {
        av_writer_add(writer, "(");
        double difference = av_writer_inner(writer, part[0], false);
        av_writer_add(writer, " − ");
        difference -= av_writer_inner(writer, part[1], true);
        av_writer_add(writer, ") / √(var + ε) ⋅ g + b");
        av_writer_equals_operand(writer, difference, centred);
    }
    double value = av_writer_operand(writer, centred, false);
    av_writer_add(writer, " / ");
    value /= av_writer_operand(writer, sqrtf(part[2] + part[3]), false);
    av_writer_add(writer, " ⋅ ");
    value *= av_writer_operand(writer, part[4], true);
    if (!rms) {
        av_writer_add(writer, " + ");
        value += av_writer_operand(writer, part[5], true);
    }
    return value;
}

/* a and b are the pair of neighbours that is turned; the even one becomes a⋅cos θ − b⋅sin θ. */
static double rotation(const struct av_explanation *explanation, struct av_writer *writer)
{
    const float *part = explanation->part;
    bool even = explanation->column % 2 == 0;
    av_writer_add(writer, even ? "a⋅cos θ − b⋅sin θ = " : "a⋅sin θ + b⋅cos θ = ");
    double a = av_writer_operand(writer, part[0], false);
    av_writer_add(writer, "⋅");
    a *= av_writer_operand(writer, part[even ? 2 : 3], true);
    av_writer_add(writer, even ? " − " : " + ");
    double b = av_writer_operand(writer, part[1], true);
    av_writer_add(writer, "⋅");
    b *= av_writer_operand(writer, part[even ? 3 : 2], true);
    return even ? a - b : a + b;
}

static double mask(const struct av_explanation *explanation, struct av_writer *writer)
{
    bool multiplied = explanation->view.player->run.lesson->rule.mask == AV_MASK_MULTIPLIED;
    double score = av_writer_operand(writer, explanation->part[0], false);
    av_writer_add(writer, multiplied ? " ⋅ " : " + ");
    double other = av_writer_operand(writer, explanation->part[1], true);
    return multiplied ? score * other : score + other;
}

static double division(const struct av_explanation *explanation, struct av_writer *writer)
{
    char text[64];
    double score = av_writer_operand(writer, explanation->part[0], false);
    snprintf(text, sizeof text, " / √%d", (int)explanation->part[1]);
    av_writer_add(writer, text);
    av_writer_equals(writer, score / sqrt((double)explanation->part[1]), explanation->value);
    av_writer_operand(writer, explanation->part[0], false);
    av_writer_add(writer, " / ");
    return score / av_writer_operand(writer, sqrtf(explanation->part[1]), false);
}

/* The engine's own function, of the digits that are printed. */
static double activation(const struct av_explanation *explanation, struct av_writer *writer)
{
    struct av_explanation shown = *explanation;
    bool swiglu = explanation->operation == AV_OPERATION_SWIGLU;
    av_writer_add(writer, swiglu ? "silu(" : explanation->operation == AV_OPERATION_RELU ? "max(0, " : "gelu(");
    shown.part[0] = (float)av_writer_operand(writer, explanation->part[0], false);
    av_writer_add(writer, ")");
    if (swiglu) {
        av_writer_add(writer, " ⋅ ");
        shown.part[1] = (float)av_writer_operand(writer, explanation->part[1], true);
    }
    return (double)av_explain_redo(&shown);
}

double av_operation_write(const struct av_explanation *explanation, const struct av_sum *sum, struct av_writer *writer)
{
    switch (explanation->operation) {
    case AV_OPERATION_SUM:
    case AV_OPERATION_PRODUCTS:
        return av_sum_write(sum, explanation, writer);
    case AV_OPERATION_ROTATE:
        return rotation(explanation, writer);
    case AV_OPERATION_DIVIDE:
        return division(explanation, writer);
    case AV_OPERATION_MASK:
        return mask(explanation, writer);
    case AV_OPERATION_SOFTMAX:
        return softmax(explanation, writer);
    case AV_OPERATION_NORM:
        return norm(explanation, writer);
    case AV_OPERATION_RELU:
    case AV_OPERATION_GELU:
    case AV_OPERATION_SWIGLU:
        return activation(explanation, writer);
    case AV_OPERATION_COST: /* figures are whole: they have a line of their own */
    case AV_OPERATION_GIVEN:
        break;
    }
    return (double)explanation->value;
}

bool av_operation_has_inner(enum av_operation operation)
{
    return operation == AV_OPERATION_SOFTMAX || operation == AV_OPERATION_NORM;
}
