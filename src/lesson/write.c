#include "attnviz/lesson/write.h"

#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "model_write.h"
#include "names.h"
#include "place_write.h"
#include "printer.h"
#include "question_write.h"

static void print_prompt_token(struct printer *printer, const void *context, size_t i)
{
    const struct av_lesson *lesson = context;
    av_print_text(printer, lesson->vocabulary[lesson->prompt[i]]);
}

static void print_source_token(struct printer *printer, const void *context, size_t i)
{
    const struct av_lesson *lesson = context;
    av_print_text(printer, lesson->vocabulary[lesson->source[i]]);
}

static void print_sampling(struct printer *printer, const struct av_sampling *sampling)
{
    size_t before = printer->length;
    av_print_key(printer, 2, "sampling");
    av_print(printer, "{");
    size_t start = printer->length;
    if (sampling->temperature != 0) {
        av_print_key(printer, SAME_LINE, "temperature");
        av_print_float(printer, sampling->temperature);
    }
    if (sampling->top_k != 0) {
        av_print_key(printer, SAME_LINE, "top_k");
        av_print(printer, "%d", sampling->top_k);
    }
    if (sampling->top_p != 1) {
        av_print_key(printer, SAME_LINE, "top_p");
        av_print_float(printer, sampling->top_p);
    }
    if (sampling->seed != 1) {
        av_print_key(printer, SAME_LINE, "seed");
        av_print(printer, "%llu", (unsigned long long)sampling->seed);
    }
    av_print_end(printer, before, start, "}");
}

/* The tokens that are banned, of those that the lesson has. */
static void print_bans(struct printer *printer, const struct av_lesson *lesson)
{
    size_t before = printer->length;
    av_print_key(printer, SAME_LINE, "banned");
    av_print(printer, "[");
    size_t start = printer->length;
    for (int i = 0; i < lesson->n_prompt + lesson->n_generate; i++) {
        if (!lesson->rule.banned[i])
            continue;
        av_print_next(printer, SAME_LINE);
        av_token_print(printer, lesson, i);
    }
    av_print_end(printer, before, start, "]");
}

static void print_rule(struct printer *printer, const struct av_lesson *lesson)
{
    const struct av_rule *rule = &lesson->rule;
    size_t before = printer->length;
    av_print_key(printer, 2, "rule");
    av_print(printer, "{");
    size_t start = printer->length;
    if (rule->mask != AV_MASK_CAUSAL && lesson->n_source == 0) /* of a source there is none */
        av_print_text_member(printer, "mask", av_mask_names[rule->mask]);
    if (!rule->scaled)
        av_print_bool_member(printer, "scaled", false);
    if (rule->banned)
        print_bans(printer, lesson);
    av_print_end(printer, before, start, "}");
}

/* Where the lesson was made shorter, it starts at its last token. */
static void print_start(struct printer *printer, const struct av_lesson *lesson)
{
    struct av_place start = lesson->start;
    size_t before = printer->length;
    if (!av_place_is_there(lesson, &start))
        start.token = lesson->n_prompt + lesson->n_generate - 1;
    av_print_key(printer, 2, "start");
    av_print(printer, "{");
    size_t from = printer->length;
    if (start.token != 0)
        av_print_counted(printer, "token", start.token);
    if (start.stage != AV_STAGE_EMBED)
        av_print_text_member(printer, "stage", av_stage_name((enum av_stage)start.stage));
    if (start.layer != 0)
        av_print_counted(printer, "layer", start.layer);
    if (start.head != 0)
        av_print_counted(printer, "head", start.head);
    if (start.lens != AV_LENS_PANELS)
        av_print_text_member(printer, "lens", av_lens_name((enum av_lens)start.lens));
    if (!lesson->cache_on)
        av_print_bool_member(printer, "cache", false);
    if (lesson->prefill)
        av_print_bool_member(printer, "prefill", true);
    av_print_end(printer, before, from, "}");
}

/* The rule that a note speaks of, where it names one. */
static void print_rule_of(struct printer *printer, const struct av_note *note)
{
    size_t before = printer->length;
    av_print_key(printer, SAME_LINE, "rule");
    av_print(printer, "{");
    size_t start = printer->length;
    if (note->mask != AV_ANY)
        av_print_text_member(printer, "mask", av_mask_names[note->mask]);
    if (note->scaled != AV_ANY)
        av_print_bool_member(printer, "scaled", note->scaled);
    av_print_end(printer, before, start, "}");
}

static void print_note(struct printer *printer, const struct av_lesson *lesson, const struct av_note *note)
{
    av_print_next(printer, 4);
    av_print(printer, "{");
    size_t start = printer->length;
    av_at_print(printer, lesson, &note->place, note->when);
    if (note->prefill)
        av_print_bool_member(printer, "prefill", true);
    print_rule_of(printer, note);
    if (note->matrix != AV_ANY && av_cell_is_there(lesson, &note->place, note->matrix, note->row, note->column)) {
        av_print_key(printer, SAME_LINE, "cell");
        av_cell_print(printer, note->matrix, note->row, note->column);
    }
    for (int i = 0; i < AV_LANGUAGE_COUNT; i++) {
        av_print_key(printer, printer->length == start ? SAME_LINE : 5, av_language_code((enum av_language)i));
        av_print_text(printer, note->words.in[i]);
    }
    av_print(printer, "}");
}

static void print_notes(struct printer *printer, const struct av_lesson *lesson)
{
    size_t before = printer->length;
    av_print_key(printer, 2, "notes");
    av_print(printer, "[");
    size_t start = printer->length;
    for (int i = 0; i < lesson->n_note; i++)
        if (av_place_is_there(lesson, &lesson->notes[i].place))
            print_note(printer, lesson, &lesson->notes[i]);
    av_print_end(printer, before, start, "\n  ]");
}

/* Where it comes among others, and how long it takes: each where it says so. */
static void print_counts(struct printer *printer, const struct av_lesson *lesson)
{
    if (lesson->order > 0) {
        av_print_key(printer, 2, "order");
        av_print(printer, "%d", lesson->order);
    }
    if (lesson->minutes > 0) {
        av_print_key(printer, 2, "minutes");
        av_print(printer, "%d", lesson->minutes);
    }
}

static void print_lesson(struct printer *printer, const struct av_lesson *lesson)
{
    av_print(printer, "{\n  \"attnviz\": 1");
    av_print_key(printer, 2, "title");
    av_print_words(printer, 2, &lesson->title);
    av_print_key(printer, 2, "teaches");
    av_print_words(printer, 2, &lesson->teaches);
    print_counts(printer, lesson);
    if (lesson->n_source > 0) {
        av_print_key(printer, 2, "source");
        av_print_list(printer, 2, (size_t)lesson->n_source, print_source_token, lesson);
    }
    av_print_key(printer, 2, "prompt");
    av_print_list(printer, 2, (size_t)lesson->n_prompt, print_prompt_token, lesson);
    av_print_key(printer, 2, "generate");
    av_print(printer, "%d", lesson->n_generate);
    print_sampling(printer, &lesson->sampling);
    print_rule(printer, lesson);
    print_start(printer, lesson);
    av_print_key(printer, 2, "model");
    av_model_print(printer, 2, lesson);
    print_notes(printer, lesson);
    av_questions_print(printer, lesson);
    av_print(printer, "\n}\n");
}

/* A place in a text without a name: "$.model", or a line and column. */
static const char *without_name(const char *place)
{
    return place + strspn(place, ": ");
}

/* That what was printed can be loaded. */
static enum av_status check(const struct printer *printer, struct av_error *error)
{
    struct av_lesson lesson;
    struct av_report report;
    if (printer->failed)
        return av_error_set(error, AV_ERROR_MEMORY, "", "memory ran out while the lesson was written");
    if (printer->length > FILE_BYTES_MAX)
        return av_error_set(error, AV_ERROR_LIMIT, "", "a file of at most %zu MiB expected, %.0f MiB found",
                            FILE_BYTES_MAX >> 20, (double)printer->length / (1 << 20));
    av_report_init(&report);
    enum av_status status = av_lesson_parse(&lesson, "", ".", printer->bytes, printer->length, &report);
    if (status == AV_OK)
        av_lesson_finish(&lesson);
    else if (report.count > 0)
        av_error_set(error, status, without_name(report.errors[0].place), "%s", report.errors[0].message);
    else
        av_error_set(error, status, "", "memory ran out while the lesson was written");
    av_report_finish(&report);
    return status;
}

enum av_status av_lesson_format(const struct av_lesson *lesson, char **bytes, size_t *length, struct av_error *error)
{
    struct printer printer = {0};
    enum av_status status = av_number_check(lesson->sampling.temperature, "$.sampling.temperature", error);
    if (status == AV_OK)
        status = av_number_check(lesson->sampling.top_p, "$.sampling.top_p", error);
    if (status == AV_OK)
        status = av_model_check_numbers(&lesson->model, error);
    if (status != AV_OK)
        return status;
    print_lesson(&printer, lesson);
    status = check(&printer, error);
    if (status == AV_OK) {
        *bytes = printer.bytes;
        *length = printer.length;
    } else {
        free(printer.bytes);
    }
    return status;
}

enum av_status av_lesson_write(const struct av_lesson *lesson, const char *path, bool replace, struct av_error *error)
{
    char *bytes;
    size_t length;
    enum av_status status = av_lesson_format(lesson, &bytes, &length, error);
    if (status != AV_OK)
        return status;
    status = av_file_write(path, bytes, length, replace, error);
    free(bytes);
    return status;
}
