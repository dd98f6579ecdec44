/* Origins: the cell that an operand was taken from, at the place where it came to be. */
#ifndef ATTNVIZ_PLAYER_ORIGIN_H
#define ATTNVIZ_PLAYER_ORIGIN_H

#include "attnviz/player/working.h"

/* Where the number of an entry in this column was taken from. False where it was not taken from a cell. */
bool av_origin(const struct av_working *working, enum av_entry entry, int column, struct av_address *origin);

#endif
