/* Measured values, and what is said of them. */
#ifndef ATTNVIZ_TESTS_BENCHMARK_SAMPLES_H
#define ATTNVIZ_TESTS_BENCHMARK_SAMPLES_H

#define SAMPLES_MAX 4096

struct samples {
    double values[SAMPLES_MAX];
    int count;
};

/* Adds a value; those beyond SAMPLES_MAX are dropped. */
void samples_add(struct samples *samples, double value);

/* The value that a part of them (0 … 1) does not pass: 0.5 gives the median. 0 where there are none. Sorts the
 * samples. */
double samples_quantile(struct samples *samples, double part);

double samples_mean(const struct samples *samples);

#endif
