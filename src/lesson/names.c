#include "names.h"

const char *const av_attends_names[] = {"self", "source"};
const char *const av_position_names[] = {"none", "learned", "sinusoidal", "rotary"};
const char *const av_norm_names[] = {"none", "layer", "rms"};
const char *const av_norm_place_names[] = {"before", "after"};
const char *const av_feed_forward_names[] = {"none", "relu", "gelu", "swiglu"};
const char *const av_mask_names[] = {"causal", "multiplied", "none"};
