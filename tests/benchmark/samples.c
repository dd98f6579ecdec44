#include "samples.h"

#include <math.h>
#include <stdlib.h>

void samples_add(struct samples *samples, double value)
{
    if (samples->count < SAMPLES_MAX)
        samples->values[samples->count++] = value;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double samples_quantile(struct samples *samples, double part)
{
    if (samples->count == 0)
        return 0;
    qsort(samples->values, (size_t)samples->count, sizeof(samples->values[0]), compare);
    int rank = (int)ceil(part * samples->count); /* the nearest rank */
    return samples->values[rank > 0 ? rank - 1 : 0];
}

double samples_mean(const struct samples *samples)
{
    double sum = 0;
    for (int i = 0; i < samples->count; i++)
        sum += samples->values[i];
    return samples->count ? sum / samples->count : 0;
}
