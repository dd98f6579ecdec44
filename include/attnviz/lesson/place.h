/* A place in a lesson: which token, which stage, which layer, which head, and through which lens; and with the cache on
 * or off. */
#ifndef ATTNVIZ_LESSON_PLACE_H
#define ATTNVIZ_LESSON_PLACE_H

#include "attnviz/engine/stage.h"
#include "attnviz/lesson/lens.h"

#define AV_ANY (-1) /* in a note's or a question's place: any token, stage, layer or head (a lens is named) */

struct av_place {
    int token; /* 0-based here, 1-based in files and on screen; layer and head too */
    int stage; /* enum av_stage, or AV_ANY */
    int layer;
    int head;
    int lens; /* enum av_lens, or AV_ANY: how one looks at it */
};

enum av_when { AV_WHEN_ALWAYS, AV_WHEN_CACHE_ON, AV_WHEN_CACHE_OFF };

#endif
