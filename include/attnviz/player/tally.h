/* A tally: what a step, or all steps up to it, took with the cache or without, as the engine counted it, with the
 * closed forms. */
#ifndef ATTNVIZ_PLAYER_TALLY_H
#define ATTNVIZ_PLAYER_TALLY_H

#include <stdbool.h>

#include "attnviz/engine/work.h"
#include "attnviz/player/cost.h"

struct av_player;

/* What is added up. */
struct av_tally_of {
    bool cached;
    bool total; /* all steps up to the player's, not its alone */
};

/* The multiply-adds and bytes that were counted; the rows read are the step's alone, or none. False where they are not
 * known: no cache stays true under the rule, or not all the uncached steps were run. */
bool av_tally_work(const struct av_player *player, struct av_tally_of of, struct av_work *work);

/* How often the scores and the mix read row i (0-based) of Q, K or V in each layer. False as above. */
bool av_tally_reads(const struct av_player *player, struct av_tally_of of, enum av_work_rows rows, int i,
                    uint64_t *reads);

/* The closed form of a kind's multiply-adds, as av_work_factors has it; in total the rows, or pairs of a row and a key,
 * are those of the steps f … n together, of which the first reads f tokens:
 *
 *            with the cache                     without                                 token by token (f = 1)
 *   rows     n                                  (n(n + 1) − f(f − 1))/2                 n           n(n + 1)/2
 *   pairs    f² + (n(n + 1) − f(f + 1))/2       Σ s² of s = f … n                       n(n + 1)/2  n(n + 1)(2n + 1)/6
 */
struct av_work_factors av_tally_factors(const struct av_config *config, enum av_work_kind kind, struct av_steps steps,
                                        struct av_tally_of of);

/* Bytes of a step, or of all steps so far. K and V are kept with the cache alone, and the latest step's are all there
 * are. */
enum av_tally_bytes {
    AV_TALLY_KEPT,    /* K and V of n tokens: n · n_layer · n_kv_head·(d_k + d_v) · 4            */
    AV_TALLY_Q_CACHE, /* what keeping Q too would take: n · n_layer · n_head·d_k · 4              */
    AV_TALLY_READ,    /* of K and V, by scores and mix: pairs · n_layer · n_kv_head·(d_k + d_v) · 4 */
    AV_TALLY_WRITTEN, /* of K and V: rows · n_layer · n_kv_head·(d_k + d_v) · 4                    */
    AV_TALLY_BYTES_COUNT,
};

/* What was counted; of a Q cache, which is nowhere, the closed form. False as above. */
bool av_tally_count_bytes(const struct av_player *player, struct av_tally_of of, enum av_tally_bytes bytes,
                          uint64_t *count);

/* The closed form: rows or pairs · numbers a row · layers · 4. */
struct av_work_factors av_tally_byte_factors(const struct av_config *config, enum av_tally_bytes bytes,
                                             struct av_steps steps, struct av_tally_of of);

#endif
