/* How plain ASCII spells the signs that the interface and lessons use. Private to base. */
#ifndef ATTNVIZ_BASE_ASCII_H
#define ATTNVIZ_BASE_ASCII_H

#include <stdint.h>

/* The longest spelling, with its ending zero. */
#define ASCII_BYTES 8

/* Writes the spelling of code_point ("sqrt " for √, "_k" for ₖ, "-" for ─) to out[ASCII_BYTES]: its length, or 0 where
 * there is none. Frames and blocks are spelt in one character, so that they keep their one column. */
int av_ascii_spell(uint32_t code_point, char *out);

#endif
