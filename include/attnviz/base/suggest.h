/* "Did you mean …?": what somebody who misspelt a name meant. */
#ifndef ATTNVIZ_BASE_SUGGEST_H
#define ATTNVIZ_BASE_SUGGEST_H

#include <stddef.h>

/* Room for a suggestion. */
#define AV_SUGGESTION_BYTES 160

/* The candidate that takes the fewest insertions, deletions, replacements and swaps of neighbours to write instead of
 * text (Damerau 1964), letters of either case being the same; the earlier among equals. NULL where none shares half of
 * its characters with it. */
const char *av_suggest_nearest(const char *text, const char *const *candidates, size_t count);

/* Writes "; did you mean "nearest"?" to out[AV_SUGGESTION_BYTES], or nothing where there is no nearest; returns out. */
const char *av_suggest_text(char *out, const char *word, const char *const *candidates, size_t count);

/* Writes what there is to choose from, each between two quotes (which may be ""): "a", "b" or "c". Cut where it does
 * not fit in size ≥ 1 bytes; returns out. */
const char *av_suggest_choices(char *out, size_t size, const char *quote, const char *const *names, size_t count);

#endif
