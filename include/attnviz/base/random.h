/* Random numbers that are the same on every machine: SplitMix64 (Steele, Lea & Flood 2014). */
#ifndef ATTNVIZ_BASE_RANDOM_H
#define ATTNVIZ_BASE_RANDOM_H

#include <stdint.h>

/* The n-th number, from 0, of the stream that a seed starts: 64 random bits, found without those before it. */
uint64_t av_random_bits(uint64_t seed, uint64_t n);

/* The same as a number in [0, 1), a multiple of 2^−53. */
double av_random_unit(uint64_t seed, uint64_t n);

#endif
