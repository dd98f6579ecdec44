/* Small things that several files of the player need. */
#ifndef ATTNVIZ_PLAYER_INNER_H
#define ATTNVIZ_PLAYER_INNER_H

#include <stdint.h>
#include <string.h>

#include "attnviz/player/player.h"

static inline const struct av_config *config_of(const struct av_player *player)
{
    return &player->run.lesson->model.config;
}

/* The token of the first step. */
static inline int first_token(const struct av_player *player)
{
    return player->run.n_first - 1;
}

static inline bool at_end(const struct av_player *player)
{
    return player->place.token == player->run.n_token - 1 && player->place.stage == AV_STAGE_NEXT;
}

static inline bool same_place(const struct av_place *a, const struct av_place *b)
{
    return a->token == b->token && a->stage == b->stage && a->layer == b->layer && a->head == b->head &&
           a->lens == b->lens;
}

/* Equal to the last bit; also of two that are no numbers. */
static inline bool same_bits(float a, float b)
{
    uint32_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return bits[0] == bits[1];
}

/* True where a trace attends to the lesson's source. */
static inline bool has_source_of(const struct av_trace *trace, const struct av_lesson *lesson)
{
    int n = trace->source.n;
    if (n != lesson->n_source)
        return false;
    return n == 0 || memcmp(trace->source.tokens, lesson->source, (size_t)n * sizeof *lesson->source) == 0;
}

static inline int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

#endif
