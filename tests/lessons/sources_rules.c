/* Numbers under another rule: all tokens of the lesson at once, without the cache. The rule's mask is other. */
#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/decoder.h"
#include "sources.h"

/* To be finished by the caller. */
static void recompute(const struct run *run, int mask, struct av_trace *trace)
{
    struct av_rule rule = run->lesson.rule;
    rule.mask = (enum av_mask)mask;
    cr_assert(av_trace_init(trace, &run->lesson.model, rule, run->n, NULL) == AV_OK);
    cr_assert(av_decoder_recompute(trace, run->tokens, run->n, NULL) == AV_OK);
}

SOURCE(score_under)
{
    struct av_trace trace;
    recompute(run, claim->other, &trace);
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
    recompute(run, claim->other, &trace);
    double weight = (double)av_trace_weight(&trace, 0, 0, claim->row - 1, claim->column - 1);
    av_trace_finish(&trace);
    return weight;
}

SOURCE(mix_under)
{
    struct av_trace trace;
    recompute(run, claim->other, &trace);
    double mixed = (double)av_trace_value(&trace, AV_QUANTITY_MIX, 0, claim->row - 1, claim->column - 1);
    av_trace_finish(&trace);
    return mixed;
}
