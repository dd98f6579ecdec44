/* The picker: the list of lessons that one chooses from, what is known of each, and the filter that is typed. */
#ifndef ATTNVIZ_PLAYER_PICKER_H
#define ATTNVIZ_PLAYER_PICKER_H

#include <stdbool.h>

#include "attnviz/base/language.h"
#include "attnviz/base/status.h"
#include "attnviz/lesson/lesson.h"
#include "attnviz/lesson/library.h"
#include "attnviz/lesson/progress.h"
#include "attnviz/player/command.h"
#include "attnviz/player/player.h"

#define AV_FILTER_BYTES 64

enum av_progress_state { AV_PROGRESS_NEW, AV_PROGRESS_STARTED, AV_PROGRESS_DONE, AV_PROGRESS_FAULTY };

/* What is known of an entry of the library. */
struct av_pick {
    enum av_progress_state state;
    int best, of;          /* score; of = 0: there is none */
    bool stopped;          /* in the middle, here: */
    struct av_place place; /* no field is AV_ANY */
    double used;           /* the larger, the later; 0 for never */
};

struct av_picker {
    const struct av_library *library;
    struct av_pick *picks;        /* [library->count]; owned */
    int *shown;                   /* [n_shown] entries that the filter lets through, in their order; owned */
    int n_shown, at;              /* at: the chosen one of those; 0 where there are none */
    char filter[AV_FILTER_BYTES]; /* UTF-8, words between spaces */
    int page_rows;                /* how far a page goes; set by whoever draws */
    int top;                      /* the first line in sight; set by whoever draws, too */

    const struct av_report *faults; /* of the lesson that was to be opened, to be shown; NULL for none. Not owned */
    enum av_language language;
    enum av_theme theme;
    bool ended;   /* a lesson was chosen, or none */
    int opened;   /* which entry; −1 where the learner quits */
    bool repaint; /* as of a player */
};

/* Shows all of the library, which must outlive it, with what is known of each lesson. Chosen is the lesson that was
 * used last, the next one of its shelf that is not done where that one is, or the first one where nothing was used yet;
 * where the user has named folders, of those alone. In English, on a dark screen. Errors: AV_ERROR_MEMORY; nothing is
 * then to be finished. */
enum av_status av_picker_init(struct av_picker *picker, const struct av_library *library,
                              const struct av_progress *progress, struct av_error *error);

/* The same after a lesson was open, with the library as it is by now: the filter, the settings and the chosen lesson
 * stay, where it is still there. Where it has been brought to its end meanwhile, the next one of its shelf that is not
 * done is chosen, if the filter lets that through. Errors: AV_ERROR_MEMORY; it is then as it was. */
enum av_status av_picker_renew(struct av_picker *picker, const struct av_library *library,
                               const struct av_progress *progress, struct av_error *error);

/* Frees its arrays; the library stays. */
void av_picker_finish(struct av_picker *picker);

/* A key: characters are the filter's, others are bound in AV_CONTEXT_LIBRARY. */
void av_picker_press(struct av_picker *picker, int key);

/* A command of AV_CONTEXT_LIBRARY. The argument of AV_COMMAND_CELL_SELECT [1] is a place in shown; that of
 * AV_COMMAND_ENTER [0] one more than such a place, or 0 for the chosen one. */
void av_picker_do(struct av_picker *picker, struct av_command command);

/* The chosen entry; NULL where the filter lets none through. */
const struct av_shelf_entry *av_picker_entry(const struct av_picker *picker);

/* How many lessons of a shelf are done. */
int av_picker_done(const struct av_picker *picker, int shelf);

#endif
