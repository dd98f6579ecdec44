/* Measuring beside the interface: a thread that has a model and traces of its own, and what it has found out so far,
 * which both sides see one at a time. */
#include "attnviz/player/measure.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/memory.h"

#define LENGTH_DEFAULT 512

/* Of two owners, the interface and the thread: whoever gives it up last frees it. So nobody has to wait for the
 * other. */
struct av_measure_job {
    pthread_mutex_t lock; /* of the next two */
    struct av_measurement now;
    int owners;
    atomic_bool stop;
    struct av_config config; /* what is to be measured: does not change */
    int length;
    struct av_clock clock;
};

static void give_up(struct av_measure_job *job)
{
    pthread_mutex_lock(&job->lock);
    int left = --job->owners;
    pthread_mutex_unlock(&job->lock);
    if (left > 0)
        return;
    pthread_mutex_destroy(&job->lock);
    free(job);
}

static bool goes_on(void *of)
{
    struct av_measure_job *job = of;
    return !atomic_load_explicit(&job->stop, memory_order_relaxed);
}

static void report(void *of, const struct av_measurement *measurement)
{
    struct av_measure_job *job = of;
    pthread_mutex_lock(&job->lock);
    job->now = *measurement;
    pthread_mutex_unlock(&job->lock);
}

static void *work(void *of)
{
    struct av_measure_job *job = of;
    struct av_measurement measurement;
    const struct av_measure_watch watch = {.of = job, .goes_on = goes_on, .report = report};
    av_measure_run(&job->config, job->length, &job->clock, 0, &watch, &measurement);
    give_up(job);
    return NULL;
}

/* Signals are for the interface's thread; but for those of a fault, which strike where it was made. */
static bool start_thread(struct av_measure_job *job)
{
    static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigset_t blocked, before;
    pthread_t thread;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    bool started = pthread_create(&thread, NULL, work, job) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started)
        pthread_detach(thread);
    return started;
}

static bool start_job(struct av_measure *measure, const struct av_config *config)
{
    struct av_measure_job *job = av_allocate(1, sizeof *job);
    if (job == NULL)
        return false;
    job->config = *config;
    job->length = measure->length;
    job->clock = measure->clock;
    job->now = measure->now;
    job->owners = 2;
    atomic_init(&job->stop, false);
    if (pthread_mutex_init(&job->lock, NULL) != 0) {
        free(job);
        return false;
    }
    if (!start_thread(job)) {
        pthread_mutex_destroy(&job->lock);
        free(job);
        return false;
    }
    measure->job = job;
    return true;
}

void av_measure_init(struct av_measure *measure)
{
    *measure = (struct av_measure){.length = LENGTH_DEFAULT, .clock = av_clock_of_machine};
}

void av_measure_start(struct av_measure *measure, const struct av_config *lesson)
{
    const struct av_config config = av_subject_config(measure->subject, lesson, measure->length);
    const struct av_measure_watch nobody = {.of = NULL};
    if (!measure->live) {
        av_measure_run(&config, measure->length, &measure->clock, AV_MEASURE_BUDGET, &nobody, &measure->now);
        return;
    }
    memset(&measure->now, 0, sizeof measure->now);
    av_measure_points(&measure->now, measure->length);
    measure->now.phase = AV_MEASURE_RUNNING;
    measure->again = measure->job != NULL; /* one at a time, or what is stopped would pile up */
    if (measure->job == NULL && !start_job(measure, &config)) {
        measure->now.phase = AV_MEASURE_FAILED;
        av_error_set(&measure->now.error, AV_ERROR_MEMORY, "", "no memory for a thread");
    }
}

void av_measure_stop(struct av_measure *measure)
{
    if (measure->now.phase != AV_MEASURE_RUNNING)
        return;
    if (measure->job != NULL && !measure->again) {
        pthread_mutex_lock(&measure->job->lock);
        measure->now = measure->job->now;
        pthread_mutex_unlock(&measure->job->lock);
        atomic_store_explicit(&measure->job->stop, true, memory_order_relaxed);
    }
    measure->again = false;
    if (measure->now.phase == AV_MEASURE_RUNNING)
        measure->now.phase = AV_MEASURE_STOPPED;
}

void av_measure_clear(struct av_measure *measure)
{
    av_measure_stop(measure);
    memset(&measure->now, 0, sizeof measure->now);
}

void av_measure_poll(struct av_measure *measure, const struct av_config *lesson)
{
    struct av_measure_job *job = measure->job;
    if (job == NULL)
        return;
    bool heard = measure->now.phase == AV_MEASURE_RUNNING && !measure->again;
    pthread_mutex_lock(&job->lock);
    bool ended = job->owners == 1;
    if (heard)
        measure->now = job->now;
    pthread_mutex_unlock(&job->lock);
    if (!ended)
        return;
    give_up(job);
    measure->job = NULL;
    if (measure->again)
        av_measure_start(measure, lesson);
}

bool av_measure_busy(const struct av_measure *measure)
{
    return measure->job != NULL;
}

void av_measure_finish(struct av_measure *measure)
{
    av_measure_stop(measure);
    if (measure->job != NULL)
        give_up(measure->job);
    measure->job = NULL;
}
