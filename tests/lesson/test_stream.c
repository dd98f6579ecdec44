#include <criterion/criterion.h>

#include <math.h>

#include "stream.h"

Test(stream, uniform_and_normal_have_their_moments)
{
    enum { N = 1000000 };
    struct stream random;
    double sum = 0, squares = 0, cubes = 0, fourths = 0, unit = 0, unit_squares = 0;
    av_stream_init(&random, 42, "wq");
    for (int i = 0; i < N; i++) {
        double x = av_stream_normal(&random), u = av_stream_unit(&random);
        cr_assert(u >= 0 && u < 1);
        cr_assert(isfinite(x));
        sum += x;
        squares += x * x;
        cubes += x * x * x;
        fourths += x * x * x * x;
        unit += u;
        unit_squares += u * u;
    }
    /* within five standard errors: of the mean √(variance/N), and so on */
    cr_assert(fabs(sum / N) < 5e-3);
    cr_assert(fabs(squares / N - 1) < 5 * sqrt(2.0 / N));
    cr_assert(fabs(cubes / N) < 5 * sqrt(15.0 / N));
    cr_assert(fabs(fourths / N - 3) < 5 * sqrt(96.0 / N));
    cr_assert(fabs(unit / N - 0.5) < 5 * sqrt(1.0 / 12 / N));
    cr_assert(fabs(unit_squares / N - 1.0 / 3) < 5 * sqrt(4.0 / 45 / N));
}

/* The polar method again, with the C library's logarithm. */
Test(stream, normal_is_the_polar_method)
{
    struct stream a, b;
    av_stream_init(&a, 7, "x");
    av_stream_init(&b, 7, "x");
    for (int i = 0; i < 10000; i++) {
        double u, v, s;
        do {
            u = 2 * av_stream_unit(&b) - 1;
            v = 2 * av_stream_unit(&b) - 1;
            s = u * u + v * v;
        } while (s >= 1 || s == 0);
        double expected = u * sqrt(-2 * log(s) / s);
        cr_assert(fabs(av_stream_normal(&a) - expected) <= 1e-14 * fabs(expected), "%d", i);
    }
}

Test(stream, streams_follow_from_seed_and_name)
{
    struct stream a, b, c, d;
    av_stream_init(&a, 1, "wq");
    av_stream_init(&b, 1, "wq");
    av_stream_init(&c, 1, "wk");
    av_stream_init(&d, 2, "wq");
    double first = av_stream_unit(&a);
    cr_assert_eq(av_stream_unit(&b), first);
    cr_assert_neq(av_stream_unit(&c), first);
    cr_assert_neq(av_stream_unit(&d), first);
}
