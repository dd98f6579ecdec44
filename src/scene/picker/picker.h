/* The list of lessons on the screen: what its parts share. Private to scene. */
#ifndef ATTNVIZ_SCENE_PICKER_PICKER_H
#define ATTNVIZ_SCENE_PICKER_PICKER_H

#include "attnviz/player/picker.h"

#include "../panels/panels.h"

/* Where the parts are: lines of the screen, and how many of them. */
struct av_picker_layout {
    int filter;       /* −1 where there is none */
    int list, n_list; /* the lessons */
    int pane;         /* the chosen one, below a line with its title … */
    int teaches;      /* … lines of what it teaches … */
    bool known;       /* … and one of what is known of it */
};
struct av_picker_layout av_picker_layout_of(const struct av_pen *pen);

/* rows.c: the list, from a line of it on that is as near to top as the chosen one allows. Returns that line. */
int av_picker_top(const struct av_picker *picker, int rows);
void av_draw_picker_rows(const struct av_pen *pen, const struct av_picker_layout *layout);

/* words.c: the state of a lesson: its sign, its role, its word. */
const char *av_picker_sign(enum av_progress_state state);
enum av_role av_picker_role(enum av_progress_state state);
const char *av_picker_state(enum av_progress_state state, enum av_language language);

/* A lesson's title; its name where the screen cannot show that. */
const char *av_picker_title(const struct av_pen *pen, const struct av_shelf_entry *entry);

/* Room for what is said of one. */
#define AV_PICKER_WORDS 256

/* "at 它: softmax"; "" where it was not left in the middle. */
const char *av_picker_stop(const struct av_pen *pen, int entry, char text[AV_PICKER_WORDS]);

/* "6 min"; "" where it does not say. */
const char *av_picker_minutes(const struct av_pen *pen, int entry, char text[AV_PICKER_WORDS]);

/* All that is known of it, in a line. */
const char *av_picker_known(const struct av_pen *pen, int entry, char text[AV_PICKER_WORDS]);

/* "The course", or where the lessons are; and how many are done. */
const char *av_picker_shelf_name(const struct av_pen *pen, int shelf);
const char *av_picker_shelf_done(const struct av_pen *pen, int shelf, char text[AV_PICKER_WORDS]);

#endif
