/* An attention rule: how scores become weights, and which tokens are kept from being attended to. */
#ifndef ATTNVIZ_ENGINE_RULE_H
#define ATTNVIZ_ENGINE_RULE_H

#include <stdbool.h>

#include "attnviz/engine/model.h"

enum av_mask {
    AV_MASK_CAUSAL,     /* s + M, M = 0 for j ≤ i and −∞ above: the future weighs exactly 0    */
    AV_MASK_MULTIPLIED, /* s ⊙ M with M of 1 and 0: the future scores 0, which is not "nothing" */
    AV_MASK_NONE,       /* every token sees every token                                        */
};

/* Where a model attends to a source, there is no mask (AV_MASK_NONE), and none is banned. */
struct av_rule {
    bool scaled; /* ÷ √d_k (Vaswani et al. 2017, equation 1) */
    enum av_mask mask;
    /* By the key's place, true: banned, no other token may attend to it (its own row still sees it, so that no row is
     * empty). Its score becomes −∞ under the causal mask and under none, and is multiplied by 0 where the future is.
     * NULL: none is banned. As long as the capacity of the trace that uses the rule; owned by whoever made the rule,
     * and outlives the trace. */
    const bool *banned;
};

/* True where the mask or a ban takes key j away from query i. */
static inline bool av_rule_hides(const struct av_rule *rule, int i, int j)
{
    return (j > i && rule->mask != AV_MASK_NONE) || (j != i && rule->banned && rule->banned[j]);
}

/* True where that leaves nothing of it: the masked score is −∞ and the weight exactly 0, whatever the numbers are. What
 * is only multiplied by 0 still weighs something. */
static inline bool av_rule_removes(const struct av_rule *rule, int i, int j)
{
    return rule->mask != AV_MASK_MULTIPLIED && av_rule_hides(rule, i, j);
}

/* True where one of the first n tokens is banned. */
static inline bool av_rule_bans_before(const struct av_rule *rule, int n)
{
    for (int i = 0; rule->banned && i < n; i++) {
        if (rule->banned[i])
            return true;
    }
    return false;
}

/* True where row i never looks past i; a ban does not look anywhere. */
static inline bool av_rule_is_causal(const struct av_rule *rule)
{
    return rule->mask == AV_MASK_CAUSAL;
}

/* A cache stays true only where no row changes as tokens are added: under a causal rule, and where all rows look at a
 * source, which is there from the start, and never at each other. */
static inline bool av_rule_keeps_cache(const struct av_rule *rule, const struct av_config *config)
{
    return av_rule_is_causal(rule) || config->attends == AV_ATTENDS_SOURCE;
}

#endif
