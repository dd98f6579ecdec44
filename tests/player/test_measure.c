#include <criterion/criterion.h>

#include <math.h>
#include <string.h>
#include <time.h>

#include "attnviz/engine/decoder.h"
#include "attnviz/player/fit.h"
#include "kit.h"

/* A clock on which a multiply-add takes a nanosecond. */
static double counting_seconds(void *of, uint64_t multiply_adds)
{
    (void)of;
    return 1e-9 * (double)multiply_adds;
}

static const struct av_clock counting = {.seconds = counting_seconds};

static double standing_seconds(void *of, uint64_t multiply_adds)
{
    (void)of;
    (void)multiply_adds;
    return 7;
}

/* of: an int, how often it may still go on. */
static bool goes_on(void *of)
{
    int *left = of;
    return (*left)-- > 0;
}

static void measure(const struct av_config *config, int length, struct av_measurement *measurement)
{
    const struct av_measure_watch nobody = {.of = NULL};
    struct av_config longer = *config;
    longer.n_ctx = length;
    av_measure_run(&longer, length, &counting, 0, &nobody, measurement);
    cr_assert_eq(measurement->phase, AV_MEASURE_DONE, "%s", measurement->error.message);
}

Test(measure, the_points_grow_and_most_are_in_the_upper_half)
{
    for (int length = AV_MEASURE_LENGTH_MIN; length <= AV_MEASURE_LENGTH_MAX; length *= 2) {
        struct av_measurement measurement;
        int upper = 0;
        av_measure_points(&measurement, length);
        cr_assert_leq(measurement.n_point, AV_MEASURE_POINTS_MAX);
        cr_assert_eq(measurement.ns[0], 1);
        for (int i = 0; i < measurement.n_point; i++) {
            cr_assert(i == 0 || measurement.ns[i] > measurement.ns[i - 1]);
            upper += 2 * measurement.ns[i] >= length;
        }
        cr_assert_eq(measurement.ns[measurement.n_point - 1], length);
        cr_assert_eq(upper, 9);
    }
}

/* What a model of all zeros counts is what one of random weights does. */
Test(measure, counts_are_the_engines_at_every_point)
{
    const struct av_config lesson = kit_config();
    for (int subject = 0; subject <= AV_SUBJECT_STORIES; subject++) {
        struct av_config config = av_subject_config((enum av_subject)subject, &lesson, 32);
        struct av_measurement measurement;
        struct av_model model;
        struct av_trace traces[AV_WAY_COUNT];
        const struct av_rule rule = {.scaled = true};
        const int tokens[32] = {0};
        measure(&config, 32, &measurement);
        cr_assert_eq(av_model_init(&model, &config, 0, NULL), AV_OK);
        for (int way = 0; way < AV_WAY_COUNT; way++)
            cr_assert_eq(av_trace_init(&traces[way], &model, rule, 32, NULL), AV_OK);
        for (int n = 1, i = 0; n <= 32; n++) {
            cr_assert_eq(av_decoder_append(&traces[AV_WAY_CACHED], 0, NULL), AV_OK);
            cr_assert_eq(av_decoder_recompute(&traces[AV_WAY_UNCACHED], tokens, n, NULL), AV_OK);
            if (measurement.ns[i] != n)
                continue;
            for (int way = 0; way < AV_WAY_COUNT; way++)
                cr_assert_eq(memcmp(measurement.points[way][i].work.multiply_adds,
                                    traces[way].work[n - 1].multiply_adds, sizeof traces[way].work->multiply_adds),
                             0, "n = %d", n);
            i++;
        }
        for (int way = 0; way < AV_WAY_COUNT; way++)
            av_trace_finish(&traces[way]);
        av_model_finish(&model);
    }
}

Test(measure, the_time_of_a_token_is_that_of_its_work)
{
    const struct av_config lesson = kit_config();
    struct av_measurement measurement;
    measure(&lesson, 64, &measurement);
    for (int way = 0; way < AV_WAY_COUNT; way++) {
        cr_assert_eq(measurement.known[way], measurement.n_point);
        for (int i = 0; i < measurement.n_point; i++) {
            const struct av_measured *measured = &measurement.points[way][i];
            double wanted = 1e-9 * (double)av_work_multiply_adds(&measured->work);
            cr_assert_float_eq(measured->seconds, wanted, 1e-6 * wanted);
        }
    }
}

Test(measure, attention_alone_grows_as_n_and_as_n_squared)
{
    const struct av_config lesson = kit_config();
    struct av_measurement measurement;
    measure(&lesson, 128, &measurement);
    for (int way = 0; way < AV_WAY_COUNT; way++) {
        struct av_fit attention = av_measurement_fit(&measurement, AV_GROWING_ATTENTION, (enum av_way)way);
        struct av_fit count = av_measurement_fit(&measurement, AV_GROWING_COUNT, (enum av_way)way);
        cr_assert(attention.known && count.known);
        cr_assert_float_eq(attention.exponent, 1 + way, 1e-9);
        cr_assert(count.exponent > way && count.exponent < 1 + way, "the rest grows more slowly");
    }
    double shares = 0;
    for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++)
        shares += av_measured_share(&measurement.points[AV_WAY_CACHED][3], (enum av_work_kind)kind);
    cr_assert_float_eq(shares, 1, 1e-12);
}

Test(measure, ends_when_told_to_and_when_time_is_over)
{
    struct av_config config = kit_config();
    config.n_ctx = 64;
    struct av_measurement all, part;
    measure(&config, 64, &all);
    int left = 20000;
    const struct av_measure_watch watch = {.of = &left, .goes_on = goes_on}, nobody = {.of = NULL};
    av_measure_run(&config, 64, &counting, 0, &watch, &part);
    cr_assert_eq(part.phase, AV_MEASURE_STOPPED);
    cr_assert_eq(left, -1, "not asked again");
    cr_assert(part.known[AV_WAY_CACHED] > 0 && part.known[AV_WAY_UNCACHED] < part.n_point);
    cr_assert_eq(memcmp(part.points[0], all.points[0], (size_t)part.known[0] * sizeof *all.points[0]), 0);
    av_measure_run(&config, 64, &counting, 5e-3, &nobody, &part);
    cr_assert_eq(part.phase, AV_MEASURE_TIMED_OUT);
    cr_assert(part.known[AV_WAY_CACHED] > 0 && part.known[AV_WAY_UNCACHED] < part.n_point);
}

Test(measure, a_clock_that_stands_still_is_not_waited_for)
{
    struct av_config config = kit_config();
    config.n_ctx = 16;
    const struct av_clock standing = {.seconds = standing_seconds};
    const struct av_measure_watch nobody = {.of = NULL};
    struct av_measurement measurement;
    int n;
    av_measure_run(&config, 16, &standing, 0, &nobody, &measurement);
    cr_assert_eq(measurement.phase, AV_MEASURE_DONE);
    cr_assert_not(av_measurement_fit(&measurement, AV_GROWING_TIME, AV_WAY_CACHED).known);
    cr_assert_eq(av_measurement_crossover(&measurement, &n), AV_CROSSOVER_NEVER);
}

Test(measure, what_is_too_large_is_not_begun)
{
    struct av_config config = kit_config();
    const struct av_measure_watch nobody = {.of = NULL};
    struct av_measurement measurement;
    size_t bytes;
    config.d_model = 1 << 14;
    config.d_ff = 1 << 18;
    config.n_ctx = 16;
    cr_assert_eq(av_measure_bytes(&config, 16, &bytes, NULL), AV_ERROR_LIMIT);
    av_measure_run(&config, 16, &counting, 0, &nobody, &measurement);
    cr_assert(measurement.phase == AV_MEASURE_FAILED && measurement.error.status == AV_ERROR_LIMIT);
    cr_assert_eq(measurement.known[AV_WAY_CACHED], 0);
}

Test(measure, every_shape_can_be_measured_as_far_as_it_goes)
{
    const struct av_config lesson = kit_config();
    for (int subject = 0; subject < AV_SUBJECT_COUNT; subject++) {
        int length = av_subject_length_max((enum av_subject)subject);
        struct av_config config = av_subject_config((enum av_subject)subject, &lesson, length);
        size_t bytes = 0;
        struct av_error error = {.status = AV_OK};
        cr_assert(length >= AV_MEASURE_LENGTH_MIN && length <= AV_MEASURE_LENGTH_MAX);
        cr_assert_eq(av_measure_bytes(&config, length, &bytes, &error), AV_OK, "%d: %s", subject, error.message);
        cr_assert_leq(bytes, AV_MEASURE_BYTES_MAX);
        cr_assert_not_null(av_subject_name((enum av_subject)subject).in[AV_CHINESE]);
    }
}

static void sleep_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

/* As the interface does it. */
static void poll_to_the_end(struct av_measure *measure, const struct av_config *lesson)
{
    for (int i = 0; av_measure_busy(measure) && i < 10000; i++) {
        av_measure_poll(measure, lesson);
        sleep_a_little();
    }
    cr_assert_not(av_measure_busy(measure));
}

Test(measure, beside_the_interface_it_finds_the_same)
{
    const struct av_config lesson = kit_config();
    struct av_measurement wanted;
    struct av_measure beside;
    measure(&lesson, 64, &wanted);
    av_measure_init(&beside);
    beside.live = true;
    beside.clock = counting;
    beside.length = 64;
    av_measure_start(&beside, &lesson);
    cr_assert_eq(beside.now.phase, AV_MEASURE_RUNNING);
    poll_to_the_end(&beside, &lesson);
    cr_assert_eq(beside.now.phase, AV_MEASURE_DONE);
    cr_assert_eq(memcmp(beside.now.points, wanted.points, sizeof wanted.points), 0);
    av_measure_finish(&beside);
}

Test(measure, is_stopped_and_begun_again_without_waiting)
{
    const struct av_config lesson = kit_config();
    struct av_measure beside;
    av_measure_init(&beside);
    beside.live = true;
    beside.subject = AV_SUBJECT_STORIES;
    beside.length = 512;
    for (int i = 0; i < 20; i++) {
        av_measure_start(&beside, &lesson);
        cr_assert_eq(beside.now.phase, AV_MEASURE_RUNNING);
        if (i % 3 == 0)
            sleep_a_little();
        if (i % 2 == 0)
            av_measure_poll(&beside, &lesson);
        av_measure_stop(&beside);
        cr_assert_eq(beside.now.phase, AV_MEASURE_STOPPED);
    }
    poll_to_the_end(&beside, &lesson);
    cr_assert_eq(beside.now.phase, AV_MEASURE_STOPPED, "nobody hears of what was stopped");
    beside.length = 16;
    beside.subject = AV_SUBJECT_LESSON;
    av_measure_start(&beside, &lesson);
    av_measure_stop(&beside);
    av_measure_start(&beside, &lesson);
    poll_to_the_end(&beside, &lesson);
    cr_assert_eq(beside.now.phase, AV_MEASURE_DONE, "and the one begun meanwhile ran");
    av_measure_start(&beside, &lesson);
    av_measure_finish(&beside);
    cr_assert_not(av_measure_busy(&beside));
}

Test(measure, the_lens_starts_stops_and_sets)
{
    struct av_lesson lesson;
    struct av_player player;
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 3, 3, 2);
    kit_open(&player, &lesson);
    player.measure.clock = counting;
    kit_press(&player, "5 Enter");
    cr_assert_eq(player.measure.now.phase, AV_MEASURE_DONE, "at once where nobody polls");
    kit_press(&player, "Tab +");
    cr_assert_eq(player.measure.length, 1024);
    cr_assert_eq(player.measure.now.phase, AV_MEASURE_NONE, "that was of another length");
    kit_press(&player, "- - - - - - - -");
    cr_assert_eq(player.measure.length, AV_MEASURE_LENGTH_MIN);
    cr_assert_eq(player.notice, AV_NOTICE_SMALLEST);
    kit_press(&player, "Enter Tab + Tab +");
    cr_assert_eq(player.measure.now.phase, AV_MEASURE_DONE, "how it is plotted changes nothing");
    cr_assert(player.measure.plotted == AV_PLOTTED_TIME && player.measure.linear);
    kit_press(&player, "Tab + + +");
    cr_assert_eq(player.measure.subject, AV_SUBJECT_ATTENTION);
    player.measure.live = true;
    player.measure.length = 1024;
    kit_press(&player, "Enter");
    cr_assert_eq(player.measure.now.phase, AV_MEASURE_RUNNING);
    kit_press(&player, "Escape");
    cr_assert_eq(player.measure.now.phase, AV_MEASURE_STOPPED);
    cr_assert_eq(player.place.lens, AV_LENS_MEASURE, "Esc stops first");
    kit_press(&player, "Enter");
    cr_assert_eq(player.measure.now.phase, AV_MEASURE_RUNNING);
    kit_press(&player, "=");
    cr_assert_eq(player.measure.now.phase, AV_MEASURE_STOPPED, "leaving stops it");
    kit_press(&player, "5 Enter Enter Escape");
    cr_assert_eq(player.place.lens, AV_LENS_PANELS);
    kit_press(&player, "5 Enter");
    kit_close(&player, &lesson);
}
