#include "attnviz/player/merged.h"

#include <math.h>
#include <string.h>

#include "attnviz/player/player.h"
#include "inner.h"

/* Frees the matrices, where there are any. */
static void forget(struct av_merging *merging)
{
    if (merging->matrices.w.data != NULL)
        av_merged_finish(&merging->matrices);
}

void av_merging_finish(struct av_merging *merging)
{
    int first = merging->first;
    forget(merging);
    av_arena_finish(&merging->arena);
    memset(merging, 0, sizeof *merging);
    merging->first = first;
}

/* Room for the rows of both ways; all that there was before is given back. */
static enum av_status make_room(struct av_merging *merging, int n, struct av_error *error)
{
    av_arena_finish(&merging->arena);
    av_arena_init(&merging->arena, 0);
    const int side = merging->matrices.w.cols, d_k = merging->matrices.wq.cols;
    struct av_merging_way *ways[] = {&merging->apart, &merging->merged};
    for (int i = 0; i < 2; i++) {
        *ways[i] = (struct av_merging_way){.between = NULL};
        ways[i]->between = av_arena_allocate(&merging->arena, (size_t)(i == 0 ? d_k : side), sizeof(float));
        ways[i]->scores = av_arena_allocate(&merging->arena, (size_t)n, sizeof(float));
        if (ways[i]->between == NULL || ways[i]->scores == NULL)
            return av_error_set(error, AV_ERROR_MEMORY, "", "not enough memory for the scores of %d tokens", n);
    }
    return AV_OK;
}

enum av_status av_merging_refresh(struct av_player *player, struct av_error *error)
{
    struct av_merging *merging = &player->merging;
    const struct av_place *place = &player->place;
    const struct av_model *model = &player->run.lesson->model;
    if (!av_merged_is_of(&merging->matrices, model, place->layer, place->head)) {
        struct av_error why = {.status = AV_OK};
        forget(merging);
        merging->status = av_merged_init(&merging->matrices, model, place->layer, place->head, &why);
        if (merging->status == AV_ERROR_MEMORY)
            return av_error_set(error, why.status, why.place, "%s", why.message);
        if (merging->status != AV_OK)
            return AV_OK; /* there is none, and the screen says why */
    }
    const struct av_trace *trace = av_player_trace(player);
    int n = merging->n = av_trace_keys(trace, place->token + 1);
    enum av_status status = make_room(merging, n, error);
    if (status != AV_OK)
        return status;
    struct av_merging_way *apart = &merging->apart, *merged = &merging->merged;
    av_apart_scores(&merging->matrices, trace, place->token, n, apart->between, apart->scores, &apart->work);
    av_merged_scores(&merging->matrices, trace, place->token, n, merged->between, merged->scores, &merged->work);
    return AV_OK;
}

struct av_merging_agreement av_merging_agree(const struct av_player *player)
{
    const struct av_merging *merging = &player->merging;
    struct av_merging_agreement agreement = {0, 0};
    int i = player->place.token;
    for (int j = 0; j < merging->n; j++) {
        double difference = fabs((double)(merging->merged.scores[j] - merging->apart.scores[j]));
        double size = av_merged_size(&merging->matrices, av_player_trace(player), i, j);
        if (!(difference <= agreement.max_difference))
            agreement.max_difference = difference;
        if (isnan(difference))
            return agreement;
        agreement.bound = fmax(agreement.bound, av_merged_bound(&merging->matrices, size));
    }
    return agreement;
}

int64_t av_merging_cheaper_up_to(const struct av_config *config)
{
    /* n·(d_model − d_k) < 2·d_model·d_k − d_model·side; of a source the step makes no k */
    int64_t d_model = config->d_model, d_k = config->d_k, side = d_model + (config->bias ? 1 : 0);
    int64_t made = config->attends == AV_ATTENDS_SELF ? 2 : 1;
    int64_t right = made * d_model * d_k - d_model * side, each = d_model - d_k;
    if (each > 0)
        return right > 0 ? (right - 1) / each : 0;
    return right > 0 ? AV_MERGING_ALWAYS : 0;
}
