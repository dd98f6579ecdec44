/* A run: a lesson's model run over the lesson's tokens, both ways, and all that the screen reads from that. */
#ifndef ATTNVIZ_PLAYER_RUN_H
#define ATTNVIZ_PLAYER_RUN_H

#include <stdbool.h>

#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"
#include "attnviz/engine/sampler.h"
#include "attnviz/engine/trace.h"
#include "attnviz/lesson/lesson.h"

/* A token that may come next. */
struct av_candidate {
    int token;         /* its id; the lower one first among equals */
    float probability; /* NaN for all where there is no softmax (sampler.h) */
};

/* How the candidates were ranked. */
struct av_ranking {
    int step;    /* after which; 0: none yet. Made at the stage next */
    bool cached; /* by the logits of which trace */
    struct av_sampled_softmax softmax;
};

/* Steps of a run up to one of them. The first one reads so many tokens at once, each one after it reads one more. */
struct av_steps {
    int first;    /* tokens there are after the first step: the prompt's, where it is read at once, or else 1 */
    int n;        /* … and after the last, which is named by it */
    int n_source; /* of the source that they look at; 0: none */
};

/* Rows that the last of the steps makes, which were not there before. */
static inline int av_steps_new_rows(struct av_steps steps)
{
    return steps.n == steps.first ? steps.first : 1;
}

struct av_run {
    const struct av_lesson *lesson; /* must outlive the run; what it says when the run is begun is what is run */
    int n_token;                    /* prompt + generated */
    int n_first;                    /* tokens that the first step reads; the steps are n_first … n_token */
    int *tokens;                    /* [n_token] their ids */
    int chosen_after_last;          /* the token that the model would say after the lesson's last */

    struct av_trace cached;        /* all n_token rows, run when the run was begun; empty where no cache stays true */
    struct av_trace uncached;      /* the recomputation of step uncached_step */
    int uncached_step;             /* 0: none yet */
    struct av_work *uncached_work; /* [n_token] of step s at s − 1; zero until it was recomputed, and before n_first */
    struct av_comparison *comparisons; /* [n_token] cached with uncached; values is 0 until made */

    /* [vocab_size] what may come next, likeliest first; by id where no probability is a number */
    struct av_candidate *candidates;
    struct av_ranking ranking; /* how they were ranked */

    float *logits_room, *probabilities_room; /* [vocab_size] room to work in, as is the next */
    int *ids_room;
    struct av_arena arena; /* owns the arrays */
};

/* Reads the prompt, with prefill at once, else token by token, and generates the rest. Errors: AV_ERROR_MEMORY,
 * AV_ERROR_LIMIT where a trace is larger than memory addresses; the run then holds nothing to finish. */
enum av_status av_run_init(struct av_run *run, const struct av_lesson *lesson, bool prefill, struct av_error *error);

/* Runs anew, for a lesson with the same model config that may have become another in everything else. The run may be
 * empty (all zero); where the number of tokens and the source are the same, nothing is allocated, unless the rule has
 * become causal. Errors: as above. */
enum av_status av_run_again(struct av_run *run, const struct av_lesson *lesson, bool prefill, struct av_error *error);

/* Frees the traces and the arrays; the lesson stays. */
void av_run_finish(struct av_run *run);

/* Computes what the screen needs at a place, with the cache on or off, and is not there yet: the recomputation of this
 * step, its comparison with the cache, the counts of all steps so far, the next token's probabilities. Recomputing
 * within the traces' room fails only where the lesson was changed: AV_ERROR_VALUE, AV_ERROR_LIMIT. */
enum av_status av_run_refresh(struct av_run *run, const struct av_place *place, bool cache_on, struct av_error *error);

/* The uncached trace becomes that of this step, where it is another one's; what it counted and how it compares with the
 * cache is kept. Errors: as av_run_refresh. */
enum av_status av_run_recompute(struct av_run *run, int step, struct av_error *error);

/* False where no cache stays true (av_rule_keeps_cache), and every step is recomputed. */
bool av_run_can_cache(const struct av_run *run);

/* The one trace or the other. */
const struct av_trace *av_run_trace(const struct av_run *run, bool cached);

/* True where token t has a step: it is there, and not read at once with one that comes later. */
bool av_run_has_step(const struct av_run *run, int t);

/* The steps up to token t's, which is at n_first − 1 or behind it. */
struct av_steps av_run_steps(const struct av_run *run, int t);

/* The step that first made row i. */
int av_run_born(const struct av_run *run, int i);

/* True where token t's step reads several tokens at once. */
bool av_run_prefills(const struct av_run *run, int t);

/* True where uncached_work has the counts of all steps up to token t's. Of a large model only the steps that were
 * looked at are counted: counting all of them would take seconds. */
bool av_run_counts_known(const struct av_run *run, int t);

/* What follows at step t: the token at t + 1, or what would come after the last. The model chose it, and did not read
 * it in the prompt, where t ≥ n_prompt − 1. */
int av_run_next_token(const struct av_run *run, int t);

#endif
