#include "attnviz/engine/loss.h"

#include <math.h>

struct av_loss av_trace_loss(const struct av_trace *trace, int i, int next)
{
    const float *logits = av_trace_numbers(trace, AV_QUANTITY_LOGITS, 0, i);
    int n = trace->model->config.vocab_size;
    double max = (double)logits[0], sum = 0;
    for (int id = 1; id < n; id++)
        max = (double)logits[id] > max ? (double)logits[id] : max;
    for (int id = 0; id < n; id++)
        sum += exp((double)logits[id] - max);
    double loss = log(sum) - ((double)logits[next] - max);
    return (struct av_loss){exp(-loss), loss};
}
