#include "attnviz/player/loss.h"

#include <math.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/player/player.h"
#include "inner.h"

void av_losses_finish(struct av_losses *losses)
{
    if (losses->trace.model != NULL)
        av_trace_finish(&losses->trace);
    memset(losses, 0, sizeof *losses);
}

enum av_status av_losses_refresh(struct av_player *player, struct av_error *error)
{
    struct av_trace *trace = &player->losses.trace;
    const struct av_run *run = &player->run;
    enum av_status status = AV_OK;
    if (trace->model != &run->lesson->model || trace->capacity != run->n_token || !has_source_of(trace, run->lesson)) {
        const struct av_lesson *lesson = run->lesson;
        av_losses_finish(&player->losses);
        status = av_trace_init_cross(trace, &lesson->model, lesson->rule, run->n_token, lesson->source,
                                     lesson->n_source, error);
    }
    if (status != AV_OK)
        return status;
    /* the lesson may have changed since the last time */
    av_trace_reset(trace, run->lesson->rule);
    return av_decoder_recompute(trace, run->tokens, run->n_token, error);
}

int av_losses_count(const struct av_player *player)
{
    return player->run.n_token - 1;
}

struct av_loss av_loss_at(const struct av_player *player, int i)
{
    return av_trace_loss(&player->losses.trace, i, player->run.tokens[i + 1]);
}

double av_losses_mean(const struct av_player *player)
{
    int n = av_losses_count(player);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += av_loss_at(player, i).loss;
    return n > 0 ? sum / n : (double)NAN;
}
