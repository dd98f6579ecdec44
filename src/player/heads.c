#include "attnviz/player/heads.h"

#include <float.h>
#include <math.h>

#include "attnviz/player/player.h"
#include "inner.h"

int av_heads_kv(const struct av_config *config, int head)
{
    return head / (config->n_head / config->n_kv_head);
}

static const struct av_layer *layer_of(const struct av_player *player)
{
    return &player->run.lesson->model.layers[player->place.layer];
}

static float bias(const struct av_player *player, int column)
{
    const struct av_matrix *bo = &layer_of(player)->bo;
    return bo->data != NULL ? bo->data[column] : 0.0f;
}

/* a·V of all heads, joined: the current token's row. */
static const float *joined(const struct av_player *player)
{
    return av_trace_numbers(av_player_trace(player), AV_QUANTITY_MIX, player->place.layer, player->place.token);
}

float av_heads_part(const struct av_player *player, int head, int column)
{
    int d_v = config_of(player)->d_v;
    const float *mix = joined(player);
    float sum = 0.0f;
    for (int row = head * d_v; row < (head + 1) * d_v; row++)
        sum += mix[row] * av_matrix_row(&layer_of(player)->wo, row)[column];
    return sum;
}

float av_heads_sum(const struct av_player *player, int column)
{
    float sum = 0.0f;
    for (int head = 0; head < config_of(player)->n_head; head++)
        sum += av_heads_part(player, head, column);
    return sum + bias(player, column);
}

/* Each way rounds once a product and once an addition, and a sum of N numbers is then off by N·ε/2 of their sizes at
 * most. */
static float bound_of(const struct av_player *player, int column)
{
    const struct av_matrix *wo = &layer_of(player)->wo;
    const float *mix = joined(player);
    float sizes = fabsf(bias(player, column));
    for (int row = 0; row < wo->rows; row++)
        sizes += fabsf(mix[row] * av_matrix_row(wo, row)[column]);
    return (float)(wo->rows + 1) * FLT_EPSILON * sizes;
}

struct av_heads_agreement av_heads_agree(const struct av_player *player)
{
    struct av_heads_agreement agreement = {0.0f, 0.0f};
    for (int column = 0; column < config_of(player)->d_model; column++) {
        float output = av_trace_value(av_player_trace(player), AV_QUANTITY_OUTPUT, player->place.layer,
                                      player->place.token, column);
        float difference = fabsf(av_heads_sum(player, column) - output);
        if (!(difference <= agreement.max_difference))
            agreement.max_difference = difference;
        if (isnan(difference))
            return agreement;
        agreement.bound = fmaxf(agreement.bound, bound_of(player, column));
    }
    return agreement;
}

uint64_t av_heads_cache_bytes(const struct av_config *config, int n, int n_kv_head)
{
    return (uint64_t)n * (uint64_t)config->n_layer * (uint64_t)n_kv_head * (uint64_t)(config->d_k + config->d_v) *
           sizeof(float);
}

int av_heads_choices(const struct av_config *config, int choices[AV_HEADS_CHOICES_MAX])
{
    const int wanted[] = {config->n_head, config->n_head % 2 == 0 ? config->n_head / 2 : 1, config->n_kv_head, 1};
    int n = 0;
    for (int kv = config->n_head; kv >= 1; kv--) {
        bool chosen = false;
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
            chosen = chosen || wanted[i] == kv;
        if (chosen)
            choices[n++] = kv;
    }
    return n;
}
