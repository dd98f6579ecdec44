#include "attnviz/player/reload.h"

#include "attnviz/engine/model.h"
#include "focus.h"
#include "inner.h"

/* True where a cell of one lesson is one of the other as well. */
static bool same_shape(const struct av_player *a, const struct av_player *b)
{
    return a->run.n_token == b->run.n_token && av_config_equal(config_of(a), config_of(b));
}

/* What the learner has set. */
static void carry_settings(struct av_player *player, const struct av_player *before)
{
    player->cache_wanted = before->cache_wanted;
    player->cache_on = player->cache_wanted && av_player_can_cache(player);
    player->look = before->look == AV_LOOK_CHANGE ? AV_LOOK_NUMBERS : before->look;
    player->digits = before->digits;
    player->digits_shown = before->digits_shown;
    player->page_rows = before->page_rows;
    player->playing = before->playing;
    player->speed = before->speed;
    player->help = before->help;
    player->hint = before->hint;
    memcpy(player->sought, before->sought, sizeof player->sought);
    player->language = before->language;
    player->plain = before->plain;
    player->theme = before->theme;
    player->listed = before->listed;
    player->back = before->back;
    player->quit = before->quit;
    player->repaint = before->repaint;
}

/* What the controls of the lenses are set to. */
static void carry_controls(struct av_player *player, const struct av_player *before)
{
    player->control = before->control;
    player->sizes = before->sizes;
    player->counts = before->counts;
    player->flash.tile = before->flash.tile;
    player->flash.key = before->flash.key;
    player->flash.back = before->flash.back;
    player->paged.block_size = before->paged.block_size;
    player->paged.room = before->paged.room;
    player->measure.subject = before->measure.subject;
    player->measure.length = before->measure.length;
    player->measure.plotted = before->measure.plotted;
    player->measure.linear = before->measure.linear;
    player->measure.clock = before->measure.clock;
    player->measure.live = before->measure.live;
}

/* The panel with the cell cursor, and what is open of that cell. */
static void carry_focus(struct av_player *player, const struct av_player *before)
{
    bool cost = before->focus == AV_VIEW_COST;
    if (before->focused && (cost || av_view_exists(player, before->focus))) {
        av_focus_select(player, before->focus, before->row, before->column);
        player->zoomed = before->zoomed;
    }
    if (!same_shape(player, before) || !same_place(&player->place, &before->place))
        return;
    memcpy(player->scrolls, before->scrolls, sizeof player->scrolls);
    player->tracing = before->tracing;
    player->traced = before->traced;
    if (player->focused && before->walk.n > 0) {
        player->walk = before->walk;
        av_walk_follow(player);
    }
}

static enum av_status carry(struct av_player *player, const struct av_player *before, struct av_error *error)
{
    player->quiz.off = true; /* nothing is asked on the way */
    carry_settings(player, before);
    carry_controls(player, before);
    enum av_status status = AV_OK;
    if (player->prefill != before->prefill)
        status = av_experiment_prefill(player, before->prefill, error);
    if (status == AV_OK)
        status = av_player_go(player, &before->place, error);
    if (status != AV_OK)
        return status;
    carry_focus(player, before);
    av_quiz_carry(player, before);
    player->notice = av_experiment_changed(before) ? AV_NOTICE_RELOADED_UNCHANGED : AV_NOTICE_RELOADED;
    return AV_OK;
}

enum av_status av_player_reload(struct av_player *player, const struct av_lesson *lesson, struct av_error *error)
{
    struct av_player before = *player;
    enum av_status status = av_player_init(player, lesson, error);
    if (status == AV_OK) {
        status = carry(player, &before, error);
        if (status != AV_OK)
            av_player_finish(player);
    }
    if (status != AV_OK) {
        *player = before;
        return status;
    }
    if (av_config_equal(config_of(player),
                        config_of(&before))) { /* what was measured, and is being measured, still counts */
        struct av_measure fresh = player->measure;
        player->measure = before.measure;
        before.measure = fresh;
    }
    av_player_finish(&before);
    return AV_OK;
}
