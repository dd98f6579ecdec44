/* The names that a file has for the choices of a model and a rule, in the order of their enums. Private to lesson. */
#ifndef ATTNVIZ_LESSON_NAMES_H
#define ATTNVIZ_LESSON_NAMES_H

#include "attnviz/engine/model.h"
#include "attnviz/engine/rule.h"

extern const char *const av_attends_names[AV_ATTENDS_SOURCE + 1];
extern const char *const av_position_names[AV_POSITION_ROTARY + 1];
extern const char *const av_norm_names[AV_NORM_RMS + 1];
extern const char *const av_norm_place_names[AV_NORM_AFTER + 1];
extern const char *const av_feed_forward_names[AV_FEED_FORWARD_SWIGLU + 1];
extern const char *const av_mask_names[AV_MASK_NONE + 1];

#endif
