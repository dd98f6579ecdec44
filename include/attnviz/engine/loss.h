/* The loss of a language model in training: how surprised it is by the token that really follows. */
#ifndef ATTNVIZ_ENGINE_LOSS_H
#define ATTNVIZ_ENGINE_LOSS_H

#include "attnviz/engine/trace.h"

struct av_loss {
    double probability; /* p of the token that follows, of the plain softmax of the logits: no temperature, no top-k */
    double loss;        /* −ln p, in nats */
};

/* Of row i (0-based) and the id of the token that follows it: cross-entropy, reckoned in double from the float logits
 * as −ln p = ln Σ exp(logit − max) − (logit_next − max), which stays finite where p would round to 0. Both are NaN
 * where a logit is NaN or +∞. */
struct av_loss av_trace_loss(const struct av_trace *trace, int i, int next);

#endif
