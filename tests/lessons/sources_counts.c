/* Numbers that are counted: scores and their blocks, reads of rows, work and how it grows. */
#include <criterion/criterion.h>
#include <math.h>

#include "attnviz/engine/decoder.h"
#include "sources.h"

/* The recomputation of step row; to be finished by the caller. */
static void recompute(const struct run *run, const struct claim *claim, struct av_trace *trace)
{
    cr_assert(av_trace_init(trace, &run->lesson.model, run->lesson.rule, run->n, NULL) == AV_OK);
    cr_assert(av_decoder_recompute(trace, run->tokens, claim->row, NULL) == AV_OK);
}

SOURCE(rows_of_step)
{
    struct av_trace trace;
    recompute(run, claim, &trace);
    int rows = trace.n;
    av_trace_finish(&trace);
    return rows;
}

SOURCE(of_block)
{
    struct av_trace trace;
    int count = 0;
    recompute(run, claim, &trace);
    for (int i = 0; i < trace.n; i++)
        for (int j = 0; j < trace.n; j++) {
            bool new_query = trace.born[i] == claim->row, new_key = trace.born[j] == claim->row;
            count += (new_query ? NEW_OLD : OLD_OLD) + (new_key ? 1 : 0) == claim->other;
        }
    av_trace_finish(&trace);
    return count;
}

SOURCE(block_work)
{
    return of_block(run, claim) * run->lesson.model.config.d_k;
}

SOURCE(hidden_in_column)
{
    int count = 0;
    for (int i = 0; i < claim->row; i++)
        count += isinf(av_trace_score(&run->trace, AV_SCORE_MASKED, 0, 0, i, claim->row - 1)) != 0;
    return count;
}

/* What one score of every layer and head takes. */
static double score_work(const struct run *run)
{
    const struct av_config *config = &run->lesson.model.config;
    return (double)config->n_layer * config->n_head * config->d_k;
}

SOURCE(scores_work_cached)
{
    return (double)run->trace.work[claim->row - 1].multiply_adds[AV_WORK_SCORES];
}

SOURCE(scores_cached)
{
    return scores_work_cached(run, claim) / score_work(run);
}

SOURCE(scores_work_without)
{
    struct av_trace trace;
    recompute(run, claim, &trace);
    double work = (double)trace.work[trace.n_step - 1].multiply_adds[AV_WORK_SCORES];
    av_trace_finish(&trace);
    return work;
}

SOURCE(scores_without)
{
    return scores_work_without(run, claim) / score_work(run);
}

SOURCE(scores_formula)
{
    struct av_work work = av_work_formula(&run->lesson.model.config, claim->row, claim->other);
    return (double)work.multiply_adds[AV_WORK_SCORES] / score_work(run);
}

SOURCE(key_reads)
{
    return (double)av_trace_row_reads(&run->trace, AV_QUANTITY_KEY, claim->row - 1, claim->other);
}

/* Reads of row (1 …) of K in a step without the cache. */
static double reads_without(const struct run *run, int step, int row)
{
    struct av_trace trace;
    const struct claim at = {.row = step};
    recompute(run, &at, &trace);
    double reads = (double)av_work_row_reads(&trace.work[step - 1], 1, AV_WORK_ROWS_KEY, row - 1);
    av_trace_finish(&trace);
    return reads;
}

SOURCE(key_reads_without)
{
    return reads_without(run, claim->other, claim->row);
}

SOURCE(all_key_reads_without)
{
    double reads = 0;
    for (int row = 1; row <= claim->row; row++)
        reads += reads_without(run, claim->row, row);
    return reads;
}

static double all_reads(const struct run *run, enum av_quantity quantity, int n)
{
    double reads = 0;
    for (int i = 0; i < n; i++)
        reads += (double)av_trace_row_reads(&run->trace, quantity, i, n);
    return reads;
}

SOURCE(all_query_reads)
{
    return all_reads(run, AV_QUANTITY_QUERY, claim->row);
}

SOURCE(all_key_reads)
{
    return all_reads(run, AV_QUANTITY_KEY, claim->row);
}

SOURCE(number_bytes)
{
    (void)run, (void)claim;
    return sizeof(float);
}

SOURCE(query_bytes)
{
    const struct av_config *config = &run->lesson.model.config;
    return (double)claim->row * config->n_layer * av_quantity_width(config, AV_QUANTITY_QUERY) * sizeof(float);
}

SOURCE(bytes_with_queries)
{
    return bytes(run, claim) + query_bytes(run, claim);
}

SOURCE(projections)
{
    const struct av_config *config = &run->lesson.model.config;
    (void)claim;
    return (double)run->trace.work[0].multiply_adds[AV_WORK_PROJECT] / (config->d_model * config->d_k);
}

static double work_of_kind(const struct run *run, const struct claim *claim, enum av_work_kind kind)
{
    return (double)run->trace.work[claim->row - 1].multiply_adds[kind];
}

SOURCE(project_work)
{
    return work_of_kind(run, claim, AV_WORK_PROJECT);
}

SOURCE(mix_work)
{
    return work_of_kind(run, claim, AV_WORK_MIX);
}

SOURCE(growing_work)
{
    return work_of_kind(run, claim, AV_WORK_SCORES) + mix_work(run, claim);
}

SOURCE(fixed_work)
{
    return work_of_step(run, claim) - growing_work(run, claim);
}

SOURCE(growing_formula)
{
    struct av_work work = av_work_formula(&run->lesson.model.config, claim->row, true);
    return (double)(work.multiply_adds[AV_WORK_SCORES] + work.multiply_adds[AV_WORK_MIX]);
}

static double formula(const struct run *run, int n, bool cached)
{
    struct av_work work = av_work_formula(&run->lesson.model.config, n, cached);
    return (double)av_work_multiply_adds(&work);
}

SOURCE(work_formula)
{
    return formula(run, claim->row, claim->other);
}

SOURCE(exponent)
{
    double power = log2(formula(run, 2 * claim->row, claim->other) / formula(run, claim->row, claim->other));
    return round(100 * power) / 100;
}
