/* An attention rule: how scores become weights. */
#ifndef ATTNVIZ_ENGINE_RULE_H
#define ATTNVIZ_ENGINE_RULE_H

#include <stdbool.h>

enum av_mask {
    AV_MASK_CAUSAL,     /* s + M, M = 0 for j ≤ i and −∞ above: the future weighs exactly 0    */
    AV_MASK_MULTIPLIED, /* s ⊙ M with M of 1 and 0: the future scores 0, which is not "nothing" */
    AV_MASK_NONE,       /* every token sees every token                                        */
};

struct av_rule {
    bool scaled; /* ÷ √d_k (Vaswani et al. 2017, equation 1) */
    enum av_mask mask;
};

/* A cache stays true only under a rule whose row i never looks past i. */
static inline bool av_rule_is_causal(const struct av_rule *rule)
{
    return rule->mask == AV_MASK_CAUSAL;
}

#endif
