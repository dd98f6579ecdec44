/* What is kept of the learner while a lesson is open: taken up when it opens, put down when it closes. That nothing can
 * be kept is no reason not to show the lesson. */
#ifndef ATTNVIZ_KEPT_H
#define ATTNVIZ_KEPT_H

#include "attnviz/base/status.h"
#include "attnviz/lesson/progress.h"
#include "attnviz/player/player.h"

struct av_kept {
    struct av_player *player;
    struct av_progress progress;
    struct av_lesson_progress known; /* of the player's lesson */
    struct av_error fault; /* the first thing that went wrong, to be said at the end; AV_OK where nothing did */
};

/* Reads what is kept, and gives the player its marks and where it stopped; on the first start of all, the hint. The
 * player must outlive it. */
void av_kept_open(struct av_kept *kept, struct av_player *player);

/* Writes what is known by now. of: a struct av_kept. */
void av_kept_save(void *of);

/* Frees the memory; the fault stays. */
void av_kept_close(struct av_kept *kept);

#endif
