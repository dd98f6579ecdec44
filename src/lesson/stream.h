/* Random numbers for weights: the same on every machine. Private to lesson. */
#ifndef ATTNVIZ_LESSON_STREAM_H
#define ATTNVIZ_LESSON_STREAM_H

#include <stddef.h>
#include <stdint.h>

/* A stream of numbers that follows from seed and name alone, so that every weight of a model can have the same seed. */
struct stream {
    uint64_t seed;
    uint64_t n; /* how many have been taken */
};

void av_stream_init(struct stream *stream, uint64_t seed, const char *name);

/* A number in [0, 1), a multiple of 2^−53. */
double av_stream_unit(struct stream *stream);

/* A number of the normal distribution with mean 0 and deviation 1: the polar method (Marsaglia & Bray 1964), which here
 * takes no more than + − × ÷ √, the operations that IEEE 754 rounds alike everywhere. */
double av_stream_normal(struct stream *stream);

#endif
