/* The states of a cell, and the names by which lessons call them. Which state a cell is in follows from the trace; see
 * player/view.h. */
#ifndef ATTNVIZ_LESSON_STATES_H
#define ATTNVIZ_LESSON_STATES_H

enum av_state {
    AV_STATE_NEW,        /* written in this step, never before                            + */
    AV_STATE_REUSED,     /* written in an earlier step, read in this one                  = */
    AV_STATE_RECOMPUTED, /* written in this step although an earlier step had the value   ! */
    AV_STATE_MASKED,     /* a score replaced by −∞, or a weight that is 0 because of it     */
    AV_STATE_DONE,       /* finished in an earlier step and not read again                  */
    AV_STATE_DISCARDED,  /* computed earlier and not kept                                 · */
    AV_STATE_NEVER,      /* what cached decoding skips                                    · */
    AV_STATE_FUTURE,     /* not computed yet                                                */
    AV_STATE_WEIGHT,     /* a parameter: the same in every step                             */
    AV_STATE_COUNT,
};

/* "new", "reused", "recomputed", "masked", "done", "discarded", "never", "future", "weight". */
const char *av_state_name(enum av_state state);

#endif
