#include "attnviz/player/scaling.h"

#include "attnviz/player/player.h"
#include "inner.h"

/* Fills d[AV_SCALING_CHOICES_MAX]; returns how many. */
static int choices(const struct av_config *config, int d[AV_SCALING_CHOICES_MAX])
{
    int n = 0;
    for (int columns = 4; columns < config->d_k && n < AV_SCALING_CHOICES_MAX - 1; columns *= 4)
        d[n++] = columns;
    d[n++] = config->d_k;
    return n;
}

int av_scaling_choice(const struct av_player *player)
{
    int d[AV_SCALING_CHOICES_MAX], n = choices(config_of(player), d);
    for (int choice = 0; choice < n; choice++) {
        if (d[choice] == player->scaling.columns)
            return choice;
    }
    return n - 1;
}

bool av_scaling_turn(struct av_player *player, int direction)
{
    int d[AV_SCALING_CHOICES_MAX], n = choices(config_of(player), d);
    int choice = clamp(av_scaling_choice(player) + direction, 0, n - 1);
    bool turned = choice != av_scaling_choice(player);
    player->scaling.columns = d[choice];
    return turned;
}

int av_scaling_keys(const struct av_player *player)
{
    return av_trace_keys(av_player_trace(player), player->place.token + 1);
}

static struct av_narrow narrow_of(const struct av_player *player, enum av_scaling_way way, int d)
{
    return (struct av_narrow){.trace = av_player_trace(player),
                              .layer = player->place.layer,
                              .head = player->place.head,
                              .d = d,
                              .scaled = way == AV_SCALING_DIVIDED};
}

static void make_figures(const struct av_player *player, struct av_scaling_figures *figures, int d)
{
    int i = player->place.token, n = av_scaling_keys(player);
    figures->d = d;
    for (int way = 0; way < AV_SCALING_WAYS; way++) {
        struct av_narrow narrow = narrow_of(player, (enum av_scaling_way)way, d);
        figures->ways[way].variance = av_narrow_variance(&narrow, i + 1, n);
        figures->ways[way].row = av_narrow_softmax(&narrow, i, n);
        figures->ways[way].steepness = av_narrow_steepness(&narrow, i, n, figures->ways[way].row);
    }
}

enum av_status av_scaling_refresh(struct av_player *player, struct av_error *error)
{
    (void)error;
    int d[AV_SCALING_CHOICES_MAX];
    player->scaling.n = choices(config_of(player), d);
    for (int choice = 0; choice < player->scaling.n; choice++)
        make_figures(player, &player->scaling.figures[choice], d[choice]);
    return AV_OK;
}

float av_scaling_score(const struct av_player *player, enum av_scaling_way way, int j)
{
    struct av_narrow narrow = narrow_of(player, way, player->scaling.figures[av_scaling_choice(player)].d);
    return av_narrow_score(&narrow, player->place.token, j);
}

float av_scaling_weight(const struct av_player *player, enum av_scaling_way way, int j)
{
    const struct av_scaling_figures *figures = &player->scaling.figures[av_scaling_choice(player)];
    struct av_narrow narrow = narrow_of(player, way, figures->d);
    return av_narrow_weight(&narrow, player->place.token, j, figures->ways[way].row);
}
