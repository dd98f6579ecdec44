/* FlashAttention of one row: keys are met tile by tile, and what has been found so far is rescaled whenever a greater
 * score turns up, so that no row of scores is ever held. With s the scores of a tile's keys, scaled and masked:
 *
 *   m = −∞, l = 0, o = 0
 *   for each tile:  m' = max(m, max s)        the maximum so far
 *                   f  = exp(m − m')          brings to m' what was reckoned with m
 *                   p  = exp(s − m')
 *                   l  = f·l + Σ p            the softmax's sum so far
 *                   o  = f·o + p·V            the mix so far, not divided yet
 *                   m  = m'
 *   the row is o ÷ l
 *
 * The tiles: Dao et al. 2022 (algorithm 1, whose division is put off to the end, as in Dao 2023); the running maximum
 * and sum: Milakov & Gimelshein 2018. It is the same sum as in plain attention, added in another order. All of it reads
 * a trace and changes nothing; the caller gives the room. */
#ifndef ATTNVIZ_ENGINE_FLASH_H
#define ATTNVIZ_ENGINE_FLASH_H

#include "attnviz/engine/trace.h"

/* The row of query i (0-based) in a query head, over tiles of so many keys (≥ 1). */
struct av_flash {
    const struct av_trace *trace;
    int layer, head, i;
    int tile;
};

/* What one query in one head holds beside q, K and V, in bytes; numbers of four bytes each, without those that only
 * fill up registers. */
struct av_flash_bytes {
    size_t flash;  /* a tile's scores, o, m and l: (min(tile, n) + d_v + 2) · 4       */
    size_t row;    /* a row of scores and the same of the plain way: (n + d_v + 2) · 4 */
    size_t matrix; /* S of a head, all n rows at once: n · n · 4                      */
};

/* What happens in one tile. */
struct av_flash_tile {
    float *scores;   /* [av_flash_room] room of the caller: s[n], masked; −∞ beyond them                  */
    float *weights;  /* [av_flash_room] room of the caller: p[n]; 0 beyond them                           */
    float *o_before; /* [d_v] room of the caller                                                          */
    float *o_after;  /* [d_v] room of the caller                                                          */
    int first, n;    /* the keys first … first + n − 1                                                    */
    float max;       /* max s; −∞ where the tile is wholly hidden                                         */
    float factor;    /* f: 1 where m stays; 0 as long as nothing had been seen, and nothing is rescaled   */
    struct av_softmax_row before, after; /* m and l: max and sum */
    struct av_flash_bytes bytes;
};

/* max|Δ| over the d_v columns of a row; NaN where one side is NaN and the other is not. */
struct av_flash_error {
    double plain; /* of what plain attention gave (AV_QUANTITY_MIX), from the same sum in float64 */
    double flash; /* of av_flash_row, from that                                                   */
    double both;  /* of the two, from each other                                                  */
};

/* Keys that the row meets: i + 1 under the causal mask, as later ones are skipped; else all of the trace, or of its
 * source. */
int av_flash_keys(const struct av_flash *flash);

/* Tiles that these make, the last of which may have fewer keys. */
int av_flash_tiles(const struct av_flash *flash);

/* Numbers that there must be room for where a tile is worked on: its keys, rounded up to whole vector registers. */
size_t av_flash_room(const struct av_flash *flash);

/* out[d_v] = o ÷ l; room[av_flash_room] is what it needs beside. A row that has a score of NaN or +∞, or none but −∞,
 * is NaN, as in plain attention. A column of o that an infinite or a huge value (from FLT_MAX ÷ n on) makes infinite or
 * NaN is summed once more, tile by tile with the last m and l, as plain attention does it: Σ (exp(s − m) ÷ l)·v over
 * what the row sees. */
void av_flash_row(const struct av_flash *flash, float *room, float *out);

/* What happens in tile t (0 … av_flash_tiles − 1), from the beginning: the same numbers, bit for bit, as av_flash_row
 * meets on its way. The four rooms of state are the caller's, and set by him; all else is filled. */
void av_flash_tile_at(const struct av_flash *flash, int t, struct av_flash_tile *state);

/* Bytes for n keys. */
struct av_flash_bytes av_flash_bytes(int n, int tile, int d_v);

/* The errors of the row, measured: exact[d_v] becomes the row in float64, from the same q, K and V, and out[d_v] that
 * of av_flash_row, with its room. */
struct av_flash_error av_flash_error(const struct av_flash *flash, float *room, float *out, double *exact);

#endif
