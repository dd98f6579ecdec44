/* The whole forward pass once more, in double precision, written from the formulas and sharing no code with the
 * engine: all rows and the full n×n matrices at once, no cache, each head by itself. */
#ifndef TESTS_ENGINE_NAIVE_H
#define TESTS_ENGINE_NAIVE_H

#include "attnviz/engine/trace.h"

struct naive {
    struct av_config config;
    struct av_rule rule;
    int n, n_key;
    double *quantities[AV_QUANTITY_COUNT][4]; /* [quantity][layer], (n or n_key, width); NULL where there is none */
    double *scores[3][4];                     /* [kind][layer], (n_head, n, n_key) */
    double *weights[4];                       /* [layer], (n_head, n, n_key) */
};

/* At most 4 layers. */
void naive_init(struct naive *naive, const struct av_model *model, struct av_rule rule, const int *tokens, int n);

/* The same of a model that attends to source[n_source]. */
void naive_init_cross(struct naive *naive, const struct av_model *model, struct av_rule rule, const int *tokens, int n,
                      const int *source, int n_source);
void naive_finish(struct naive *naive);

/* The largest |engine − naive| / (1 + |naive|) over everything that the trace has. */
double naive_distance(const struct naive *naive, const struct av_trace *trace);

#endif
