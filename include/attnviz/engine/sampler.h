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

/* What the probabilities were made with: p = exp((logit − max) / temperature) / sum / kept for those that stay. Each
 * can be worked out again from them, bit for bit. */
struct av_sampled_softmax {
    float max;         /* of the logits */
    float temperature; /* 1 where sampling is greedy */
    float sum;         /* of the exponentials */
    float kept;        /* the share of those that stay; 1 where all do */
};

/* p = softmax(logits / temperature) over those that stay, 0 for the others; temperature 0: the plain softmax, for
 * showing (the choice is still the largest logit). top_k goes first, and top_p is a share of what it leaves. Fills
 * probabilities[n]; nothing is allocated, scratch[n] holds ids.
 *
 * Weights that are too large make logits that are no numbers, or infinite. One at −∞ has probability 0. Where one is
 * NaN or +∞, or all are −∞, there is no softmax: sum and all probabilities are NaN, and nothing is dropped. */
struct av_sampled_softmax av_sampler_probabilities(const struct av_sampling *sampling, const float *logits, int n,
                                                   float *probabilities, int *scratch);

/* The token chosen at a step. The random number is a function of (seed, step) alone, so that going back and forth, or
 * running twice, chooses the same. Where there is no softmax it is the largest logit, the lowest id among equals and
 * NaN less than any number. probabilities[n] and scratch[n] are room to work in. */
int av_sampler_choose(const struct av_sampling *sampling, const float *logits, int n, int step, float *probabilities,
                      int *scratch);

#endif
