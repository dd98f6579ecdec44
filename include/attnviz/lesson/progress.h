/* Progress: what the learner has done, kept from one start to the next in $XDG_STATE_HOME/attnviz/progress.json or,
 * without it, ~/.local/state/attnviz/progress.json.
 *
 *   {"attnviz": 1,
 *    "lessons": {"pronoun": {"used": 17,         the larger, the later
 *                            "place": {"token": 10, "stage": "softmax", "layer": 1, "head": 2},  where
 *                            "finished": true,
 *                            "score": {"last": 3, "best": 4, "of": 5},
 *                            "marks": {"9ae16a3b2f90404f": "right", …}}, …}}
 *
 * The place is where one stopped, counted from 1; a mark's name is its question's key. Keys that this version does
 * not know are kept as they are. */
#ifndef ATTNVIZ_LESSON_PROGRESS_H
#define ATTNVIZ_LESSON_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attnviz/base/status.h"
#include "attnviz/lesson/place.h"

/* Of more lessons than this, those that were used the longest ago are forgotten when progress is saved. */
#define AV_PROGRESS_LESSONS_MAX 1000

/* Questions of a lesson whose marks are kept. */
#define AV_PROGRESS_MARKS_MAX 256

enum av_mark { AV_MARK_NONE, AV_MARK_RIGHT, AV_MARK_WRONG, AV_MARK_SKIPPED, AV_MARK_COUNT };

struct av_question_mark {
    uint64_t key; /* av_question_key */
    enum av_mark mark;
};

/* What is known of one lesson; zeros (and no score: of = 0) of one that was never opened. */
struct av_lesson_progress {
    bool seen;             /* there is something to know */
    struct av_place place; /* where one stopped; no field is AV_ANY. The lesson may have changed and not have it now */
    double used;           /* the larger, the later it was used; 0 for never. Saving sets it */
    bool finished;
    int last, best, of; /* questions answered right, of how many: at the last end of the lesson, and at most */
    struct av_question_mark marks[AV_PROGRESS_MARKS_MAX];
    int n_mark;
};

struct av_progress {
    char path[4096];       /* "" where nothing is kept */
    bool first_start;      /* there was no file, and there can be one */
    struct cJSON *kept;    /* owned: the file as it was read last */
    struct cJSON *pending; /* owned: lessons that have been set since */
};

/* A question's key: a hash of its English text (FNV-1a, 64 bits), so that an edited question does not inherit a
 * mark. again: how many questions with the same text come before it in the lesson. */
uint64_t av_question_key(const char *english, int again);

/* Reads what is kept. Always usable afterwards, and to be closed. Where neither variable says where (relative ones
 * are ignored), nothing is kept, and nothing said. What can be said is in *error, which is no reason to stop, and
 * the status: AV_ERROR_SYNTAX, AV_ERROR_VALUE, AV_ERROR_LIMIT: the file is broken; it has been moved to
 * progress.json.broken, unless there is one already: then nothing is kept this time. AV_ERROR_IO, AV_ERROR_MEMORY:
 * it cannot be read, and nothing is kept. A file of a later version is left alone, and nothing kept. */
enum av_status av_progress_open(struct av_progress *progress, struct av_error *error);

/* Frees the memory; what was not saved is forgotten. */
void av_progress_close(struct av_progress *progress);

/* What is known of the lesson with this name (av_lesson.name). What makes no sense in the file counts as not there. */
void av_progress_get(const struct av_progress *progress, const char *lesson, struct av_lesson_progress *out);

/* Sets it, until saved in memory alone; of marks, those given replace all. A name that is not UTF-8 is not kept.
 * Errors: AV_ERROR_MEMORY; nothing is then changed. */
enum av_status av_progress_set(struct av_progress *progress, const char *lesson, const struct av_lesson_progress *known,
                               struct av_error *error);

/* The question's mark: AV_MARK_NONE where there is none. */
enum av_mark av_progress_mark(const struct av_lesson_progress *known, uint64_t key);

/* Gives the question a mark, AV_MARK_NONE to take it away; where there are too many, that which was given the longest
 * ago goes. */
void av_progress_set_mark(struct av_lesson_progress *known, uint64_t key, enum av_mark mark);

/* Writes what has been set, if anything has, to the file as it is by now: what another attnviz has written of other
 * lessons stays. The file is replaced as a whole or not at all; folders are made, for the user alone. A file that
 * has been broken meanwhile is moved aside as above. Errors: AV_ERROR_IO, AV_ERROR_MEMORY, AV_ERROR_LIMIT. */
enum av_status av_progress_save(struct av_progress *progress, struct av_error *error);

#endif
