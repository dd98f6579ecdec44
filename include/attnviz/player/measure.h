/* Measuring: a model of a chosen shape is run, now and on this machine, with the cache and without, for n up to a
 * length. */
#ifndef ATTNVIZ_PLAYER_MEASURE_H
#define ATTNVIZ_PLAYER_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attnviz/base/language.h"
#include "attnviz/base/status.h"
#include "attnviz/engine/model.h"
#include "attnviz/engine/work.h"

/* The shapes that can be measured. Their weights are random: what a run costs does not depend on them. */
enum av_subject {
    AV_SUBJECT_LESSON,     /* the lesson's own; n_ctx is as large as what is measured */
    AV_SUBJECT_STORIES,    /* stories260K */
    AV_SUBJECT_GPT2_LAYER, /* one layer of GPT-2 small; a small vocabulary, so that it fits */
    AV_SUBJECT_ATTENTION,  /* next to nothing but attention: what it looks like at large n */
    AV_SUBJECT_COUNT,
};

#define AV_MEASURE_LENGTH_MIN 16
#define AV_MEASURE_LENGTH_MAX 1024 /* times two from the one to the other */

struct av_words av_subject_name(enum av_subject subject);

/* How it differs from the model that it is called after; in[…] is NULL where it does not. */
struct av_words av_subject_remark(enum av_subject subject);

/* The longest that can be measured: the shape's n_ctx. */
int av_subject_length_max(enum av_subject subject);

/* The config of a shape for n up to length. lesson: the lesson's. */
struct av_config av_subject_config(enum av_subject subject, const struct av_config *lesson, int length);

/* What a measurement may take: the model and a trace for each way. */
#define AV_MEASURE_BYTES_MAX ((size_t)512 << 20)

/* Bytes that it takes. Errors: AV_ERROR_VALUE, as av_config_check; AV_ERROR_LIMIT where they are more than that. */
enum av_status av_measure_bytes(const struct av_config *config, int length, size_t *bytes, struct av_error *error);

/* A clock: seconds since whenever, which only go forward. of is passed to it, and how many multiply-adds the
 * measurement has done so far, for clocks of tests, whose time is made of them. */
struct av_clock {
    double (*seconds)(void *of, uint64_t multiply_adds);
    void *of;
};

/* The machine's. */
extern const struct av_clock av_clock_of_machine;

enum av_way { AV_WAY_CACHED, AV_WAY_UNCACHED, AV_WAY_COUNT };

#define AV_MEASURE_POINTS_MAX 24

enum av_measure_phase {
    AV_MEASURE_NONE, /* nothing was measured */
    AV_MEASURE_RUNNING,
    AV_MEASURE_STOPPED,   /* by the learner; what was measured by then stays */
    AV_MEASURE_TIMED_OUT, /* likewise, as the time for it was over */
    AV_MEASURE_DONE,
    AV_MEASURE_FAILED, /* error says why */
};

/* What one token more costs at an n, one way: the n-th token appended with the cache, all n rows computed without. */
struct av_measured {
    double seconds; /* the median of several samples, each long enough for the clock */
    struct av_work work;
};

/* What is known by now. A value: it may be copied. */
struct av_measurement {
    enum av_measure_phase phase;
    struct av_error error;
    int length;
    int n;           /* at work on this n … */
    enum av_way way; /* … in this way */
    int n_point;
    int ns[AV_MEASURE_POINTS_MAX]; /* [n_point] growing, the last is length */
    struct av_measured points[AV_WAY_COUNT][AV_MEASURE_POINTS_MAX];
    int known[AV_WAY_COUNT]; /* how many of the points */
};

/* The n that are measured up to a length (a power of two): 1, 2, 4, … below a quarter of it, and from there on
 * sixteenths of it, so that there are enough in the upper half. */
void av_measure_points(struct av_measurement *measurement, int length);

/* Who watches a measurement. */
struct av_measure_watch {
    void *of;
    bool (*goes_on)(void *of);                                          /* asked before each token, and recomputation */
    void (*report)(void *of, const struct av_measurement *measurement); /* whenever something new is known */
};

/* Measures, on the caller's thread; *measurement is what is known in the end. For at most budget seconds of the clock
 * (0: as long as it takes), and one token or recomputation more. */
void av_measure_run(const struct av_config *config, int length, const struct av_clock *clock, double budget,
                    const struct av_measure_watch *watch, struct av_measurement *measurement);

/* What is plotted. */
enum av_plotted { AV_PLOTTED_BOTH, AV_PLOTTED_TIME, AV_PLOTTED_COUNT, AV_PLOTTED_CHOICES };

/* The player's: what is set, and what is known. */
struct av_measure {
    enum av_subject subject;
    int length;
    enum av_plotted plotted;
    bool linear; /* scales; else logarithmic */
    struct av_clock clock;
    bool live; /* somebody calls av_measure_poll: it runs beside; else at once, for at most AV_MEASURE_BUDGET seconds */
    struct av_measurement now;
    struct av_measure_job *job; /* the run beside; NULL where there is none */
    bool again;                 /* another begins when that one has ended */
};

#define AV_MEASURE_BUDGET 2.0

/* Nothing measured, on the machine's clock. */
void av_measure_init(struct av_measure *measure);

/* Begins: all that was known is forgotten. */
void av_measure_start(struct av_measure *measure, const struct av_config *lesson);

/* Stops it, if it runs. Does not wait for the token or recomputation at work: that ends by itself, and nobody hears of
 * it. */
void av_measure_stop(struct av_measure *measure);

/* Stops it and forgets what is known. */
void av_measure_clear(struct av_measure *measure);

/* Takes over what has become known. To be called now and then while busy. */
void av_measure_poll(struct av_measure *measure, const struct av_config *lesson);

/* True while something is running, also what was stopped and has not ended yet. */
bool av_measure_busy(const struct av_measure *measure);

/* Stops, without waiting; nothing is left to finish. */
void av_measure_finish(struct av_measure *measure);

#endif
