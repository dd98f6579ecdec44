/* A view: any matrix on the screen, as rows × columns of cells with a value and a state.
 *
 * Which numbers a view shows, and in which state, follows from where the player stands, from the trace and from its
 * stamps; nothing here draws. */
#ifndef ATTNVIZ_PLAYER_VIEW_H
#define ATTNVIZ_PLAYER_VIEW_H

#include <stdbool.h>

#include "attnviz/engine/stage.h"
#include "attnviz/lesson/matrices.h"
#include "attnviz/lesson/place.h"
#include "attnviz/lesson/states.h"

struct av_player;
struct av_run;

struct av_cell {
    float value;    /* meaningful where has_value */
    bool has_value; /* false: discarded, never computed, future */
    enum av_state state;
};

struct av_view {
    const struct av_player *player; /* for what things are called */
    const struct av_run *run;       /* whose numbers they are … */
    bool cached;                    /* … with the cache on or off … */
    struct av_place place;          /* … as the step stands at this place */
    enum av_view_id id;
    int rows, columns; /* rows: all tokens of the lesson, also those to come; both may be 0 */
};

/* The view as it is where the player stands. Cheap; made anew for each frame. */
struct av_view av_view_of(const struct av_player *player, enum av_view_id id);

/* The view as it is at another place: in another step, stage, layer or head. With the cache off only the player's step
 * has numbers, as only that was run. */
struct av_view av_view_at(const struct av_player *player, enum av_view_id id, const struct av_place *place);

/* False where this model, or this stage of it, has no such matrix. */
bool av_view_exists(const struct av_player *player, enum av_view_id id);

/* The stage at which the view's row of the current token comes to be, in the view's layer. */
enum av_stage av_view_stage(const struct av_view *view);

/* A cell's value and state; row and column are within the view. Computed anew, and cheap: a score or
 * a weight takes d_k products. */
struct av_cell av_view_cell(const struct av_view *view, int row, int column);

/* The state of a row as a whole, for the glyph in front of it: what its unmasked part is. */
enum av_state av_view_row_state(const struct av_view *view, int row);

/* Labels: a token, a feature's name, "1", "2", … UTF-8, unescaped; owned by the lesson or by buffer[size]. */
const char *av_view_row_label(const struct av_view *view, int row, char *buffer, int size);
const char *av_view_column_label(const struct av_view *view, int column, char *buffer, int size);

/* What rows and columns stand for. */
enum av_axis av_view_row_axis(const struct av_view *view);
enum av_axis av_view_column_axis(const struct av_view *view);

/* True where rows (columns) are tokens, so that row i belongs to the token at place i; a source's are others. */
bool av_view_rows_are_tokens(const struct av_view *view);
bool av_view_columns_are_tokens(const struct av_view *view);

/* The views that a stage is about, ended with AV_VIEW_COUNT: what it makes, most important first, then what it makes
 * that of. Those the scene makes bright; the first is where Tab begins. Only views that exist, each once. Returns how
 * many. */
int av_view_list(const struct av_player *player, enum av_view_id list[AV_VIEW_COUNT + 1]);

#endif
