/* The walk: from a cell's working on to that of one of its numbers, and so on, with the way back. */
#ifndef ATTNVIZ_PLAYER_WALK_H
#define ATTNVIZ_PLAYER_WALK_H

#include <stdbool.h>

#include "attnviz/player/command.h"
#include "attnviz/player/working.h"

struct av_player;

/* The way that is remembered: longer than any through a dozen layers. Of a longer one the beginning is forgotten. */
#define AV_WALK_MAX 256

/* A cell whose working was opened, and the number in it where the cursor stands. */
struct av_stop {
    struct av_address at;
    int entry, column;
};

struct av_walk {
    int n;                 /* 0: no working is open */
    struct av_place place; /* where the player stood when it was opened, … */
    bool cached;           /* … with the cache on or off */
    struct av_stop stops[AV_WALK_MAX];
};

/* Opens the working of the cell cursor's cell; a notice says why where that cell has no number. */
void av_walk_open(struct av_player *player);

/* Does a command where a working is open: on to that of the number under the cursor (a notice says why where it was
 * taken from no cell), back, out, or to another number of the working. Any other closes it; false, as where none is
 * open: the command is still to be done. */
bool av_walk_do(struct av_player *player, struct av_command command);

void av_walk_close(struct av_player *player);

/* After the player went to another place, or flipped a switch: what is open is closed, and the cell cursor's cell
 * opened anew, where it has a number. After a change of the lesson at the same place: back to where there still is a
 * number. */
void av_walk_follow(struct av_player *player);

/* The cell that the number under the cursor was taken from, else the one that is explained; false where no working is
 * open. */
bool av_walk_cell(const struct av_player *player, struct av_address *cell);

/* The working that is open, with the cursor in *stop; false where none is, or its cell is no more. */
bool av_walk_working(const struct av_player *player, struct av_working *working, struct av_stop *stop);

#endif
