#include "run.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/engine/decoder.h"

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

int lesson_names(char names[LESSONS_MAX][64])
{
    DIR *folder = opendir(LESSONS_FOLDER);
    cr_assert(folder, "%s cannot be opened", LESSONS_FOLDER);
    int count = 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        const char *ending = strrchr(entry->d_name, '.');
        if (!ending || strcmp(ending, ".json") != 0)
            continue;
        cr_assert(count < LESSONS_MAX && ending - entry->d_name < 64);
        snprintf(names[count++], 64, "%.*s", (int)(ending - entry->d_name), entry->d_name);
    }
    closedir(folder);
    qsort(names, (size_t)count, sizeof names[0], by_name);
    return count;
}

void lesson_open(struct av_lesson *lesson, const char *name)
{
    char path[512];
    struct av_report report;
    snprintf(path, sizeof path, "%s/%s.json", LESSONS_FOLDER, name);
    av_report_init(&report);
    enum av_status status = av_lesson_load(lesson, path, &report);
    cr_assert(status == AV_OK && report.count == 0, "%s: %s", report.errors ? report.errors[0].place : path,
              report.errors ? report.errors[0].message : "does not load, and nothing says why");
    av_report_finish(&report);
}

/* The largest logit of the last row of a trace. */
static int greedy(const struct av_trace *trace)
{
    int best = 0;
    for (int token = 1; token < trace->model->config.vocab_size; token++)
        if (av_trace_value(trace, AV_QUANTITY_LOGITS, 0, trace->n - 1, token) >
            av_trace_value(trace, AV_QUANTITY_LOGITS, 0, trace->n - 1, best))
            best = token;
    return best;
}

/* The next row; all of them anew where a rule lets old ones look at it. */
static enum av_status step(struct run *run, int i)
{
    bool cache = av_rule_keeps_cache(&run->lesson.rule, &run->lesson.model.config);
    return cache ? av_decoder_append(&run->trace, run->tokens[i], NULL)
                 : av_decoder_recompute(&run->trace, run->tokens, i + 1, NULL);
}

void run_init(struct run *run, const char *name)
{
    lesson_open(&run->lesson, name);
    const struct av_lesson *lesson = &run->lesson;
    run->n = lesson->n_prompt + lesson->n_generate;
    cr_assert(run->n <= TOKENS_MAX);
    cr_assert(lesson->sampling.temperature == 0.0f, "%s: this test chooses greedily", name);
    cr_assert(av_trace_init_cross(&run->trace, &lesson->model, lesson->rule, run->n, lesson->source, lesson->n_source,
                                  NULL) == AV_OK);
    for (int i = 0; i < run->n; i++) {
        run->tokens[i] = i < lesson->n_prompt ? lesson->prompt[i] : run->chosen[i - 1];
        cr_assert(step(run, i) == AV_OK);
        run->chosen[i] = greedy(&run->trace);
    }
}

void run_finish(struct run *run)
{
    av_trace_finish(&run->trace);
    av_lesson_finish(&run->lesson);
}

int token_id(const struct av_lesson *lesson, const char *text)
{
    for (int token = 0; token < lesson->model.config.vocab_size; token++)
        if (strcmp(lesson->vocabulary[token], text) == 0)
            return token;
    cr_assert_fail("%s is not in the vocabulary", text);
    return -1;
}

int feature(const struct av_lesson *lesson, const char *name)
{
    for (int column = 0; column < lesson->model.config.d_model; column++)
        if (strcmp(lesson->features[column].in[AV_ENGLISH], name) == 0)
            return column;
    cr_assert_fail("no column is called %s", name);
    return -1;
}

double probability(const struct run *run, int i, int token)
{
    double sum = 0;
    for (int other = 0; other < run->lesson.model.config.vocab_size; other++)
        sum += exp((double)av_trace_value(&run->trace, AV_QUANTITY_LOGITS, 0, i, other) -
                   (double)av_trace_value(&run->trace, AV_QUANTITY_LOGITS, 0, i, token));
    return 1 / sum;
}

const char *continuation(const struct av_lesson *lesson, const char *const tokens[])
{
    struct av_trace trace;
    cr_assert(av_trace_init(&trace, &lesson->model, lesson->rule, lesson->model.config.n_ctx, NULL) == AV_OK);
    for (int i = 0; tokens[i]; i++)
        cr_assert(av_decoder_append(&trace, token_id(lesson, tokens[i]), NULL) == AV_OK);
    int token = greedy(&trace);
    av_trace_finish(&trace);
    return lesson->vocabulary[token];
}
