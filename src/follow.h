/* Following a lesson's files: when one is edited while the lesson is open, the player goes on in the lesson as it is
 * then. What is wrong with it is shown instead, and the last right one stays. */
#ifndef ATTNVIZ_FOLLOW_H
#define ATTNVIZ_FOLLOW_H

#include <stdbool.h>
#include <time.h>

#include <sys/stat.h>

#include "attnviz/lesson/lesson.h"
#include "attnviz/player/player.h"

/* By what a file is known to be another one than before. */
struct av_file_mark {
    bool there;
    dev_t device;
    ino_t number;
    off_t size;
    struct timespec written;
};

/* The marks of a lesson's file, and of its model's where that is another. */
struct av_marks {
    struct av_file_mark lesson, model;
};

struct av_follow {
    const char *path;
    struct av_player *player;
    struct av_lesson *lessons; /* [2] the player's, and room for the next */
    char model[AV_MODEL_PATH_BYTES];
    struct av_marks read;    /* when the files were last read … */
    struct av_marks noticed; /* … and since they were found to be others: read once they rest */
    bool changing;
    struct av_report report; /* what is wrong with them */
};

/* Follows the files of the player's lesson: the one at path, and its model's ("" where it has none of its own). The
 * player's lesson is one of lessons[2], the other is empty; from here on it may be either. All of these must outlive
 * it. */
void av_follow_open(struct av_follow *follow, const char *path, const char *model_path, struct av_lesson *lessons,
                    struct av_player *player);

/* Looks whether the files are still as they were, and reads them anew where they have changed and rest. of: a struct
 * av_follow. Returns in how many milliseconds to look again; *changed is true where the player is to be drawn again. */
int av_follow_look(void *of, bool *changed);

/* Frees the report, which is then shown no longer. The lessons stay. */
void av_follow_close(struct av_follow *follow);

#endif
