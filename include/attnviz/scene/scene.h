/* The scene: a player becomes a picture on a canvas. */
#ifndef ATTNVIZ_SCENE_SCENE_H
#define ATTNVIZ_SCENE_SCENE_H

#include "attnviz/player/picker.h"
#include "attnviz/player/player.h"
#include "attnviz/scene/canvas.h"

#define AV_SCREEN_COLUMNS_MIN 40
#define AV_SCREEN_ROWS_MIN    12

/* Draws the whole screen anew, whatever the canvas' size. Changes nothing in the player, allocates nothing. */
void av_scene_draw(const struct av_player *player, struct av_canvas *canvas);

/* The last page of the help's open part on a canvas of this size, from 0 on: for the player's help.last_page. */
int av_scene_help_last_page(const struct av_player *player, const struct av_canvas *canvas);

/* Tells the player what depends on the canvas' size and on what is shown there: how far the help scrolls, how many rows
 * a page has, how many decimals its panel has. To be asked for before a key is pressed that such a thing matters to. */
void av_scene_measure(struct av_player *player, const struct av_canvas *canvas);

/* The list of lessons that `attnviz` alone opens with, whatever the canvas' size. Changes nothing in the picker,
 * allocates nothing. */
void av_scene_draw_picker(const struct av_picker *picker, struct av_canvas *canvas);

/* Tells the picker what depends on the canvas' size, as above. */
void av_scene_measure_picker(struct av_picker *picker, const struct av_canvas *canvas);

#endif
