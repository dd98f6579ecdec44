/* Numbers of layers and heads: how many there are, what each weighs, and what other numbers of them would take. */
#include "sources.h"

SOURCE(n_layer)
{
    (void)claim;
    return run->lesson.model.config.n_layer;
}

SOURCE(bytes_of_layer)
{
    return bytes(run, claim) / n_layer(run, claim);
}

SOURCE(n_head)
{
    (void)claim;
    return run->lesson.model.config.n_head;
}

SOURCE(n_kv_head)
{
    (void)claim;
    return run->lesson.model.config.n_kv_head;
}

SOURCE(d_v)
{
    (void)claim;
    return run->lesson.model.config.d_v;
}

SOURCE(weight_of_head)
{
    return (double)av_trace_weight(&run->trace, 0, claim->other - 1, claim->row - 1, claim->column - 1);
}

/* From what the cache holds: each of its K/V heads takes the same. */
SOURCE(bytes_with_kv_heads)
{
    return bytes(run, claim) / n_kv_head(run, claim) * claim->other;
}
