/* Numbers of blocks: their feed-forward, what leaves them, and those of GPT-1 itself. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "attnviz/player/shapes.h"
#include "sources.h"

SOURCE(d_ff)
{
    (void)claim;
    return run->lesson.model.config.d_ff;
}

SOURCE(n_ctx)
{
    (void)claim;
    return run->lesson.model.config.n_ctx;
}

SOURCE(length_out)
{
    const struct av_config *config = &run->lesson.model.config;
    double squares = 0;
    for (int column = 0; column < config->d_model; column++)
        squares += pow((double)av_trace_value(&run->trace, av_quantity_layer_result(config), claim->column - 1,
                                              claim->row - 1, column),
                       2);
    return sqrt(squares);
}

static double to_three_decimals(double x)
{
    return rint(x * 1000) / 1000 + 0.0; /* no −0 */
}

SOURCE(mean_out)
{
    const struct av_config *config = &run->lesson.model.config;
    double sum = 0;
    for (int column = 0; column < config->d_model; column++)
        sum += (double)av_trace_value(&run->trace, av_quantity_layer_result(config), claim->column - 1, claim->row - 1,
                                      column);
    return to_three_decimals(sum / config->d_model);
}

SOURCE(variance_out)
{
    double length = length_out(run, claim), mean = mean_out(run, claim);
    return to_three_decimals(length * length / run->lesson.model.config.d_model - mean * mean);
}

/* With the cache a step computes one row. */
static double of_layer(const struct run *run, enum av_work_kind kind)
{
    return (double)run->trace.work[0].multiply_adds[kind] / run->lesson.model.config.n_layer;
}

SOURCE(feed_work)
{
    (void)claim;
    return of_layer(run, AV_WORK_BLOCK);
}

SOURCE(attention_weights)
{
    (void)claim;
    return of_layer(run, AV_WORK_PROJECT) + of_layer(run, AV_WORK_OUTPUT);
}

static const struct av_config *gpt_1(void)
{
    int count;
    const struct av_shape *shapes = av_shapes(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(shapes[i].name, "GPT-1") == 0)
            return &shapes[i].config;
    cr_assert_fail("GPT-1 is not among the known shapes");
    return NULL;
}

SOURCE(gpt_1_width)
{
    (void)run, (void)claim;
    return gpt_1()->d_model;
}

SOURCE(gpt_1_places)
{
    (void)run, (void)claim;
    return gpt_1()->n_ctx;
}

SOURCE(gpt_1_row_bytes)
{
    (void)run, (void)claim;
    return gpt_1()->n_kv_head * (gpt_1()->d_k + gpt_1()->d_v) * (double)sizeof(float);
}
