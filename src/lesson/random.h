/* Random numbers for weights: the same on every machine. Private to lesson. */
#ifndef ATTNVIZ_LESSON_RANDOM_H
#define ATTNVIZ_LESSON_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* A stream of numbers that follows from seed and name alone, so that every weight of a model can have the same seed. */
struct random {
    uint64_t seed;
    uint64_t n; /* how many have been taken */
};

void random_init(struct random *random, uint64_t seed, const char *name);

/* A number in [0, 1), a multiple of 2^−53. */
double random_unit(struct random *random);

/* A number of the normal distribution with mean 0 and deviation 1: the polar method (Marsaglia & Bray 1964), which here
 * takes no more than + − × ÷ √, the operations that IEEE 754 rounds alike everywhere. */
double random_normal(struct random *random);

#endif
