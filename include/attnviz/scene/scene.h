/* The scene: a player becomes a picture on a canvas. */
#ifndef ATTNVIZ_SCENE_SCENE_H
#define ATTNVIZ_SCENE_SCENE_H

#include "attnviz/lesson/library.h"
#include "attnviz/player/player.h"
#include "attnviz/scene/canvas.h"

#define AV_SCREEN_COLUMNS_MIN 40
#define AV_SCREEN_ROWS_MIN    12

/* Draws the whole screen anew, whatever the canvas' size. Changes nothing in the player, allocates nothing. */
void av_scene_draw(const struct av_player *player, struct av_canvas *canvas);

/* How far the help can scroll on a canvas of this size: for the player's help_scroll_max. */
int av_scene_help_scroll_max(const struct av_player *player, const struct av_canvas *canvas);

/* The list of lessons that `attnviz` alone opens with, the chosen one marked. */
void av_scene_draw_library(const struct av_library *library, int chosen, enum av_language language,
                           struct av_canvas *canvas);

#endif
