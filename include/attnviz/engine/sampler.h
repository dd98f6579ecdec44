/* A sampler: from logits to the next token. */
#ifndef ATTNVIZ_ENGINE_SAMPLER_H
#define ATTNVIZ_ENGINE_SAMPLER_H

#include <stdint.h>

struct av_sampling {
    float temperature; /* 0: greedy, the largest logit (the lowest id among equals) */
    int top_k;         /* only the k largest logits stay; 0: all */
    float top_p;       /* the fewest whose probabilities reach p stay (Holtzman et al. 2019); 1: all */
    uint64_t seed;
};

/* p = softmax(logits / temperature) over those that stay, 0 for the others; temperature 0: the plain softmax, for
 * showing (the choice is still the largest logit). top_k goes first, and top_p is a share of what it leaves. Fills
 * probabilities[n]; nothing is allocated, scratch[n] holds ids. */
void av_sampler_probabilities(const struct av_sampling *sampling, const float *logits, int n, float *probabilities,
                              int *scratch);

/* The token chosen at a step. The random number is a function of (seed, step) alone, so that going back and forth, or
 * running twice, chooses the same. probabilities[n] and scratch[n] are room to work in. */
int av_sampler_choose(const struct av_sampling *sampling, const float *logits, int n, int step, float *probabilities,
                      int *scratch);

#endif
