#include "stream.h"

#include <math.h>

#include "attnviz/base/random.h"

/* FNV-1a. */
static uint64_t hash(const char *text)
{
    uint64_t value = 0xCBF29CE484222325;
    for (; *text != '\0'; text++)
        value = (value ^ (unsigned char)*text) * 0x100000001B3;
    return value;
}

void av_stream_init(struct stream *stream, uint64_t seed, const char *name)
{
    /* one round of bits between the two, lest near seeds and names fall on the same stream */
    *stream = (struct stream){.seed = av_random_bits(seed, 0) ^ hash(name)};
}

double av_stream_unit(struct stream *stream)
{
    return av_random_unit(stream->seed, stream->n++);
}

/* ln x for x > 0: with x = m·2^e and t = (m − 1)/(m + 1), ln m = 2·(t + t³/3 + t⁵/5 + …), |t| ≤ 0.172. */
static double natural_logarithm(double x)
{
    const double ln_2 = 0.69314718055994530942;
    int exponent;
    double m = frexp(x, &exponent);
    if (m < 0.70710678118654752440) {
        m *= 2;
        exponent--;
    }
    double t = (m - 1) / (m + 1), power = t, sum = 0;
    for (int odd = 1; odd < 25; odd += 2, power *= t * t)
        sum += power / odd;
    return 2 * sum + exponent * ln_2;
}

double av_stream_normal(struct stream *stream)
{
    double u, v, s;
    do {
        u = 2 * av_stream_unit(stream) - 1;
        v = 2 * av_stream_unit(stream) - 1;
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    return u * sqrt(-2 * natural_logarithm(s) / s);
}
