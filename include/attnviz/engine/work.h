/* Work: what a forward pass did, counted wherever a kernel is called that multiplies. */
#ifndef ATTNVIZ_ENGINE_WORK_H
#define ATTNVIZ_ENGINE_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "attnviz/engine/model.h"

enum av_work_kind {
    AV_WORK_PROJECT, /* x·W_Q, x·W_K, x·W_V: rows × d_model × columns; of a target x·W_Q alone */
    AV_WORK_SCORES,  /* q·kᵀ: d_k for each score                      */
    AV_WORK_MIX,     /* a·V: d_v for each weight                      */
    AV_WORK_OUTPUT,  /* joined · W_O                                  */
    AV_WORK_BLOCK,   /* the feed-forward's matrices                   */
    AV_WORK_LOGITS,  /* x·W_out                                       */
    AV_WORK_SOURCE,  /* x·W_K, x·W_V of a source's tokens             */
    AV_WORK_KIND_COUNT,
};

enum av_work_rows { AV_WORK_ROWS_QUERY, AV_WORK_ROWS_KEY, AV_WORK_ROWS_VALUE, AV_WORK_ROWS_COUNT };

/* The rows of Q, K or V that a step's scores and mix read, without a gap and each as often as the others. */
struct av_row_reads {
    int first, end; /* the rows first … end − 1 */
    uint64_t count; /* reads of all of them, in all layers */
};

struct av_work {
    uint64_t multiply_adds[AV_WORK_KIND_COUNT];
    /* Of K and V: a row reads the keys and values of all tokens it meets, once for each key head, as the query heads
     * that share one find them at hand. Without a cache every row does so, of a K and V that were written anew. */
    uint64_t cache_bytes_read;    /* by scores and mix */
    uint64_t cache_bytes_written; /* by append         */
    /* Rows that were moved to a block of their own, as another sequence holds the old one (copy on write): each read
     * once and written once, beside what is counted above. */
    uint64_t cache_bytes_copied;
    /* In each layer a query's row is read when it meets its keys, and rows of K and V by each query that meets them:
     * once whatever the number of heads, among which the columns of a row are dealt out. A cached step of n tokens
     * reads one row of Q once and n rows of K and of V once each; a recomputation or a prefill n rows of Q once, of K
     * and V n times each. */
    struct av_row_reads reads[AV_WORK_ROWS_COUNT];
};

/* The kind's name: "project", "scores", …; "source". */
const char *av_work_kind_name(enum av_work_kind kind);

/* The sum over all kinds. */
uint64_t av_work_multiply_adds(const struct av_work *work);

/* How often row i (0-based) of Q, K or V was read in the first n_step of the steps whose work this is (of a trace's
 * work, as it lies there; of one step, with n_step 1), in all layers together: each reads its own alike. */
uint64_t av_work_row_reads(const struct av_work *work, int n_step, enum av_work_rows rows, int i);

/* What the formulas say that a step of n tokens takes, for every field; a test holds what is counted to them. With the
 * cache one row is new and meets n keys; without, and where a prompt is read at once, n rows meet n keys each.
 *
 *   rows = 1 | n            n_kv = n_kv_head·(d_k + d_v)
 *   project  rows · n_layer · d_model · (n_head·d_k + n_kv)     output  rows · n_layer · n_head·d_v · d_model
 *   scores   rows · n_layer · n_head · n · d_k                  block   rows · n_layer · m · d_model · d_ff
 *   mix      rows · n_layer · n_head · n · d_v                  logits  rows · d_model · vocab_size
 *   bytes read  rows · n · n_layer · n_kv · 4                   bytes written  rows · n_layer · n_kv · 4
 *
 * with m the matrices of the feed-forward: 0, 2 or, of SwiGLU, 3. */
struct av_work av_work_formula(const struct av_config *config, int n, bool cached);

/* The same of a model that attends to n_source tokens, of which each row meets every one:
 *
 *   rows = 1 | n            rows of K and V made = n_source in the first step (n = 1) and without the cache, else 0
 *   project  rows · n_layer · d_model · n_head·d_k              source  made · n_layer · d_model · n_kv
 *   scores   rows · n_layer · n_head · n_source · d_k           mix  rows · n_layer · n_head · n_source · d_v
 *   bytes read  rows · n_source · n_layer · n_kv · 4            bytes written  made · n_layer · n_kv · 4 */
struct av_work av_work_formula_cross(const struct av_config *config, int n_source, int n, bool cached);

/* total += part, field by field; but for the rows read, which differ from step to step: total keeps its own. */
void av_work_add(struct av_work *total, const struct av_work *part);

#endif
