#include "attnviz/player/view.h"

#include <stdio.h>

#include "attnviz/lesson/figures.h"
#include "view_table.h"

/* The names that the lesson gives to what stands along an axis; NULL where it gives none. */
static const struct av_words *names_of(const struct av_lesson *lesson, enum av_axis axis)
{
    switch (axis) {
    case AV_AXIS_FEATURES:
        return lesson->features;
    case AV_AXIS_QUERY:
    case AV_AXIS_KEY:
        return lesson->key_features;
    case AV_AXIS_VALUE:
    case AV_AXIS_MIX:
    case AV_AXIS_JOINED:
        return lesson->value_features;
    default:
        return NULL;
    }
}

/* Where the name of index i stands. Query heads that share a key and value head share its names: their columns mean the
 * same. */
static int name_index(const struct av_view *view, enum av_axis axis, int i)
{
    const struct av_config *config = view_config(view);
    int head = av_view_key_head(view);
    switch (axis) {
    case AV_AXIS_QUERY:
    case AV_AXIS_KEY:
        return head * config->d_k + i;
    case AV_AXIS_VALUE:
    case AV_AXIS_MIX:
        return head * config->d_v + i;
    case AV_AXIS_JOINED:
        head = i / config->d_v / (config->n_head / config->n_kv_head);
        return head * config->d_v + i % config->d_v;
    default:
        return i;
    }
}

static const char *label(const struct av_view *view, enum av_axis axis, int i, char *buffer, int size)
{
    const struct av_player *player = view->player;
    const struct av_words *names = names_of(view->run->lesson, axis);
    switch (axis) {
    case AV_AXIS_TOKENS:
        return av_player_token_text(player, i);
    case AV_AXIS_SOURCE:
        return av_player_source_text(player, i);
    case AV_AXIS_VOCABULARY:
        return av_player_vocabulary_text(player, i);
    case AV_AXIS_CANDIDATES: /* ranked where the step has come that far */
        if (!av_view_reached(view, AV_STAGE_NEXT))
            return "";
        return av_player_vocabulary_text(player, view->run->candidates[i].token);
    case AV_AXIS_FIGURES:
        return av_figure_name((enum av_figure)i);
    case AV_AXIS_ONE:
        return av_view_name(view->id);
    default:
        if (names)
            return names[name_index(view, axis, i)].in[player->language];
        snprintf(buffer, (size_t)size, "%d", i + 1);
        return buffer;
    }
}

const char *av_view_row_label(const struct av_view *view, int row, char *buffer, int size)
{
    return label(view, av_view_row_axis(view), row, buffer, size);
}

const char *av_view_column_label(const struct av_view *view, int column, char *buffer, int size)
{
    return label(view, av_view_column_axis(view), column, buffer, size);
}
