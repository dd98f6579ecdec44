#include "attnviz/base/random.h"

uint64_t av_random_bits(uint64_t seed, uint64_t n)
{
    uint64_t bits = seed + (n + 1) * 0x9E3779B97F4A7C15;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
    return bits ^ bits >> 31;
}

double av_random_unit(uint64_t seed, uint64_t n)
{
    return (double)(av_random_bits(seed, n) >> 11) * 0x1p-53;
}
