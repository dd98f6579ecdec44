/* Numbers under another rule, computed at once, without the cache. The rule's mask is other. */
#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/decoder.h"
#include "sources.h"

/* Of n tokens; to be finished by the caller. */
static void recompute(const struct run *run, int mask, int n, struct av_trace *trace)
{
    struct av_rule rule = run->lesson.rule;
    rule.mask = (enum av_mask)mask;
    cr_assert(av_trace_init(trace, &run->lesson.model, rule, run->n, NULL) == AV_OK);
    cr_assert(av_decoder_recompute(trace, run->tokens, n, NULL) == AV_OK);
}

SOURCE(score_under)
{
    struct av_trace trace;
    recompute(run, claim->other, run->n, &trace);
    double score = (double)av_trace_score(&trace, AV_SCORE_MASKED, 0, 0, claim->row - 1, claim->column - 1);
    av_trace_finish(&trace);
    return score;
}

SOURCE(exp_under)
{
    return exp(score_under(run, claim));
}

SOURCE(factor_under)
{
    return score_under(run, claim) / scaled_1(run, claim);
}

SOURCE(weight_under)
{
    struct av_trace trace;
    recompute(run, claim->other, run->n, &trace);
    double weight = (double)av_trace_weight(&trace, 0, 0, claim->row - 1, claim->column - 1);
    av_trace_finish(&trace);
    return weight;
}

SOURCE(weight_above_under)
{
    struct av_trace trace;
    recompute(run, claim->other, run->n, &trace);
    double weight =
        (double)av_trace_weight(&trace, run->lesson.model.config.n_layer - 1, 0, claim->row - 1, claim->column - 1);
    av_trace_finish(&trace);
    return weight;
}

/* By the definition, in double precision. */
static double loss_of(const struct run *run, const struct av_trace *trace, int i)
{
    double sum = 0;
    for (int token = 0; token < run->lesson.model.config.vocab_size; token++)
        sum += exp((double)av_trace_value(trace, AV_QUANTITY_LOGITS, 0, i, token));
    return log(sum) - (double)av_trace_value(trace, AV_QUANTITY_LOGITS, 0, i, run->tokens[i + 1]);
}

SOURCE(loss_at)
{
    struct av_trace trace;
    recompute(run, claim->other, run->n, &trace);
    double loss = loss_of(run, &trace, claim->row - 1);
    av_trace_finish(&trace);
    return loss;
}

SOURCE(rounded_loss)
{
    return rint(loss_at(run, claim) * 1000) / 1000 + 0.0; /* no −0 */
}

SOURCE(to_predict)
{
    (void)claim;
    return run->n - 1;
}

SOURCE(mean_loss)
{
    struct av_trace trace;
    double sum = 0;
    recompute(run, claim->other, run->n, &trace);
    for (int i = 0; i < run->n - 1; i++)
        sum += loss_of(run, &trace, i);
    av_trace_finish(&trace);
    return sum / to_predict(run, claim);
}

SOURCE(mix_under)
{
    struct av_trace trace;
    recompute(run, claim->other, run->n, &trace);
    double mixed = (double)av_trace_value(&trace, AV_QUANTITY_MIX, 0, claim->row - 1, claim->column - 1);
    av_trace_finish(&trace);
    return mixed;
}

static bool differs(const struct av_trace *a, const struct av_trace *b, enum av_quantity quantity, int layer, int i)
{
    for (int column = 0; column < av_quantity_width(&a->model->config, quantity); column++)
        if (av_trace_value(a, quantity, layer, i, column) != av_trace_value(b, quantity, layer, i, column))
            return true;
    return false;
}

SOURCE(changed_rows)
{
    struct av_trace before, after;
    int rows = 0;
    recompute(run, claim->other, claim->row - 1, &before);
    recompute(run, claim->other, claim->row, &after);
    for (int layer = 0; layer < run->lesson.model.config.n_layer; layer++)
        for (int i = 0; i < before.n && (claim->column == 0 || claim->column == layer + 1); i++)
            rows += differs(&before, &after, AV_QUANTITY_KEY, layer, i) ||
                    differs(&before, &after, AV_QUANTITY_VALUE, layer, i);
    av_trace_finish(&before);
    av_trace_finish(&after);
    return rows;
}
