#include "sources.h"

#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/decoder.h"

static double number(const struct run *run, enum av_quantity quantity, int row, int column)
{
    return (double)av_trace_value(&run->trace, quantity, 0, row - 1, column - 1);
}

SOURCE(x)
{
    return number(run, AV_QUANTITY_INPUT, claim->row, feature(&run->lesson, claim->name) + 1);
}

SOURCE(sum)
{
    return number(run, AV_QUANTITY_SUM_1, claim->row, feature(&run->lesson, claim->name) + 1);
}

SOURCE(query)
{
    return number(run, AV_QUANTITY_QUERY, claim->row, claim->column);
}

SOURCE(key)
{
    return number(run, AV_QUANTITY_KEY, claim->row, claim->column);
}

SOURCE(value)
{
    return number(run, AV_QUANTITY_VALUE, claim->row, claim->column);
}

SOURCE(value_of_head_1)
{
    double largest = 0;
    for (int column = 1; column <= run->lesson.model.config.d_v; column++)
        largest = fmax(largest, fabs(number(run, AV_QUANTITY_VALUE, claim->row, column)));
    return largest;
}

SOURCE(mix)
{
    return number(run, AV_QUANTITY_MIX, claim->row, claim->column);
}

static double score(const struct run *run, enum av_score_kind kind, const struct claim *claim)
{
    return (double)av_trace_score(&run->trace, kind, 0, 0, claim->row - 1, claim->column - 1);
}

SOURCE(raw_1)
{
    return score(run, AV_SCORE_RAW, claim);
}

SOURCE(scaled_1)
{
    return score(run, AV_SCORE_SCALED, claim);
}

SOURCE(mask_adds)
{
    return score(run, AV_SCORE_MASKED, claim) - score(run, AV_SCORE_SCALED, claim);
}

SOURCE(weight_1)
{
    return (double)av_trace_weight(&run->trace, 0, 0, claim->row - 1, claim->column - 1);
}

SOURCE(weight_2)
{
    return (double)av_trace_weight(&run->trace, 0, 1, claim->row - 1, claim->column - 1);
}

SOURCE(row_of_weights)
{
    double weights = 0;
    for (int j = 0; j < av_trace_keys(&run->trace, run->n); j++)
        weights += (double)av_trace_weight(&run->trace, 0, 0, claim->row - 1, j);
    return round(weights * 1e6) / 1e6; /* so far as float32 weights add up */
}

SOURCE(source_rows)
{
    (void)claim;
    return run->trace.source.n;
}

SOURCE(against)
{
    return -query(run, claim);
}

SOURCE(product)
{
    return number(run, AV_QUANTITY_QUERY, claim->row, claim->column) *
           number(run, AV_QUANTITY_KEY, claim->other, claim->column);
}

SOURCE(taken)
{
    return -product(run, claim);
}

SOURCE(chance)
{
    return probability(run, claim->row - 1, token_id(&run->lesson, claim->name));
}

SOURCE(logit)
{
    return number(run, AV_QUANTITY_LOGITS, claim->row, token_id(&run->lesson, claim->name) + 1);
}

SOURCE(w_out)
{
    int row = feature(&run->lesson, claim->name), column = token_id(&run->lesson, claim->name2);
    return (double)av_matrix_row(&run->lesson.model.w_out, row)[column];
}

SOURCE(visible)
{
    int count = 0;
    for (int j = 0; j < run->n; j++)
        count += isfinite(av_trace_score(&run->trace, AV_SCORE_MASKED, 0, 0, claim->row - 1, j)) != 0;
    return count;
}

SOURCE(root_d_k)
{
    (void)claim;
    return sqrt(run->lesson.model.config.d_k);
}

SOURCE(d_k)
{
    (void)claim;
    return run->lesson.model.config.d_k;
}

SOURCE(d_model)
{
    (void)claim;
    return run->lesson.model.config.d_model;
}

SOURCE(joined)
{
    (void)claim;
    return av_quantity_width(&run->lesson.model.config, AV_QUANTITY_MIX);
}

SOURCE(vocabulary)
{
    (void)claim;
    return run->lesson.model.config.vocab_size;
}

SOURCE(bytes)
{
    return (double)av_trace_cache_bytes(&run->trace, claim->row);
}

SOURCE(tokens_in_cache)
{
    return bytes(run, claim) / (double)av_trace_cache_bytes(&run->trace, 1);
}

/* Rows that a step projected, from the work that its kernels counted. */
static double projected(const struct run *run, const struct av_work *work)
{
    const struct av_config *config = &run->lesson.model.config;
    int columns = av_quantity_width(config, AV_QUANTITY_QUERY) + av_quantity_width(config, AV_QUANTITY_KEY) +
                  av_quantity_width(config, AV_QUANTITY_VALUE);
    return (double)work->multiply_adds[AV_WORK_PROJECT] / (config->n_layer * config->d_model * columns);
}

SOURCE(projected_cached)
{
    double rows = 0;
    for (int step = 0; step < claim->row; step++)
        rows += projected(run, &run->trace.work[step]);
    return rows;
}

SOURCE(projected_without)
{
    struct av_trace trace;
    double rows = 0;
    cr_assert(av_trace_init(&trace, &run->lesson.model, run->lesson.rule, run->n, NULL) == AV_OK);
    for (int step = claim->column; step <= claim->row; step++) {
        cr_assert(av_decoder_recompute(&trace, run->tokens, step, NULL) == AV_OK);
        rows += projected(run, &trace.work[step - 1]);
    }
    av_trace_finish(&trace);
    return rows;
}

SOURCE(computed_again)
{
    struct av_trace trace;
    int rows = 0;
    cr_assert(av_trace_init(&trace, &run->lesson.model, run->lesson.rule, run->n, NULL) == AV_OK);
    cr_assert(av_decoder_recompute(&trace, run->tokens, claim->row, NULL) == AV_OK);
    for (int i = 0; i < trace.n; i++)
        rows += trace.written[i] > trace.born[i];
    av_trace_finish(&trace);
    return rows;
}

SOURCE(work_of_step)
{
    return (double)av_work_multiply_adds(&run->trace.work[claim->row - 1]);
}

SOURCE(work_without)
{
    struct av_trace trace;
    cr_assert(av_trace_init(&trace, &run->lesson.model, run->lesson.rule, run->n, NULL) == AV_OK);
    cr_assert(av_decoder_recompute(&trace, run->tokens, claim->row, NULL) == AV_OK);
    double work = (double)av_work_multiply_adds(&trace.work[trace.n_step - 1]);
    av_trace_finish(&trace);
    return work;
}

SOURCE(work_saved)
{
    return work_without(run, claim) - work_of_step(run, claim);
}

SOURCE(percent_saved)
{
    return 100 * work_saved(run, claim) / work_without(run, claim);
}

SOURCE(percent_of_rows)
{
    (void)run;
    return 100 * (1 - 1.0 / claim->row);
}

SOURCE(numbers_of_token)
{
    (void)claim;
    return (double)av_trace_cache_bytes(&run->trace, 1) / sizeof(float);
}
