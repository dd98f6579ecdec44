/* What holds for each lesson of the project, whichever it is. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "attnviz/engine/decoder.h"
#include "run.h"

/* Two lines of a terminal of 80 columns, broken between words. */
#define NOTE_COLUMNS  150
#define TITLE_COLUMNS 40

#define FOR_EACH_LESSON(name)                                                                                          \
    char names[LESSONS_MAX][64];                                                                                       \
    int n_lesson = lesson_names(names);                                                                                \
    for (const char *name = names[0]; name < names[n_lesson]; name += sizeof names[0])

Test(every_lesson, loads_without_a_report)
{
    int count = 0;
    FOR_EACH_LESSON(name)
    {
        struct av_lesson lesson;
        lesson_open(&lesson, name);
        cr_assert_str_eq(lesson.name, name);
        av_lesson_finish(&lesson);
        count++;
    }
    cr_assert(count >= 2, "only %d lessons in " LESSONS_FOLDER, count);
}

/* From what is easy to what rests on it. */
static const char *const course[] = {
    "retrieval", "first-three", "scale",     "mask",    "leak",  "pronoun",   "generate", "four-blocks", "no-q-cache",
    "heads",     "gpt1",        "why-valid", "encoder", "cross", "merged-qk", "linear",   "flash",       "paged",
};

Test(every_lesson, has_its_place_in_the_course_and_says_how_long_it_takes)
{
    int count = 0;
    FOR_EACH_LESSON(name)
    {
        struct av_lesson lesson;
        lesson_open(&lesson, name);
        bool placed = lesson.order >= 1 && lesson.order <= (int)(sizeof course / sizeof *course);
        cr_assert(placed, "%s: order %d", name, lesson.order);
        cr_expect_str_eq(name, course[lesson.order - 1], "%s: order %d is that of %s", name, lesson.order,
                         course[lesson.order - 1]);
        cr_expect(lesson.minutes >= 3 && lesson.minutes <= 10, "%s: %d minutes", name, lesson.minutes);
        av_lesson_finish(&lesson);
        count++;
    }
    cr_assert_eq(count, (int)(sizeof course / sizeof *course), "no place is empty");
}

/* What a lesson says in the place where it ends, in the lens and in the panels: which lesson comes next. */
static void check_next(const struct av_lesson *lesson, enum av_lens lens, const char *next)
{
    static const char *const before[AV_LANGUAGE_COUNT] = {"Next: ", "下一课："};
    static const char *const after[AV_LANGUAGE_COUNT] = {".", "。"};
    const struct av_place end = {lesson->n_prompt + lesson->n_generate - 1, AV_STAGE_NEXT, 0, 0, lens};
    for (int cache_on = 0; cache_on <= 1; cache_on++) {
        const struct av_note *note = av_lesson_note(lesson, &end, cache_on, false);
        cr_assert(note, "%s ends without a word", lesson->name);
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
            char link[64];
            snprintf(link, sizeof link, "%s%s%s", before[language], next ? next : "", next ? after[language] : "");
            bool links = strstr(note->words.in[language], link) != NULL;
            cr_expect(links == (next != NULL), "%s, the last note: %s", lesson->name, note->words.in[language]);
        }
    }
}

Test(every_lesson, ends_with_the_name_of_the_next_one)
{
    size_t n = sizeof course / sizeof *course;
    for (size_t i = 0; i < n; i++) {
        struct av_lesson lesson;
        lesson_open(&lesson, course[i]);
        check_next(&lesson, (enum av_lens)lesson.start.lens, i + 1 < n ? course[i + 1] : NULL);
        check_next(&lesson, AV_LENS_PANELS, i + 1 < n ? course[i + 1] : NULL);
        av_lesson_finish(&lesson);
    }
}

static void check_words(const char *lesson, const char *what, const struct av_words *words, int columns)
{
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        const char *text = words->in[language];
        cr_assert(text && *text, "%s: %s is missing in %s", lesson, what, av_language_code((enum av_language)language));
        int width = av_text_width(text, AV_CHARSET_UNICODE);
        cr_assert(width <= columns, "%s: %s takes %d columns: %s", lesson, what, width, text);
    }
    cr_assert_str_neq(words->in[AV_ENGLISH], words->in[AV_CHINESE]);
}

Test(every_lesson, speaks_both_languages_and_briefly)
{
    FOR_EACH_LESSON(name)
    {
        struct av_lesson lesson;
        lesson_open(&lesson, name);
        check_words(name, "the title", &lesson.title, TITLE_COLUMNS);
        check_words(name, "what it teaches", &lesson.teaches, NOTE_COLUMNS);
        for (int i = 0; i < lesson.n_note; i++)
            check_words(name, "a note", &lesson.notes[i].words, NOTE_COLUMNS);
        av_lesson_finish(&lesson);
    }
}

/* A column is six wide where there is room for two decimals, and names must not touch. */
#define NAME_COLUMNS 5

static void check_names(const char *lesson, const struct av_words *names, int count)
{
    for (int i = 0; names && i < count; i++) {
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
            const char *name = names[i].in[language];
            cr_assert(name && *name, "%s: a column has no name in %s", lesson,
                      av_language_code((enum av_language)language));
            cr_assert(av_text_width(name, AV_CHARSET_UNICODE) <= NAME_COLUMNS, "%s: %s is too wide", lesson, name);
        }
    }
}

Test(every_lesson, names_its_columns_in_both_languages_within_their_width)
{
    FOR_EACH_LESSON(name)
    {
        struct av_lesson lesson;
        lesson_open(&lesson, name);
        const struct av_config *config = &lesson.model.config;
        check_names(name, lesson.features, config->d_model);
        check_names(name, lesson.key_features, av_quantity_width(config, AV_QUANTITY_KEY));
        check_names(name, lesson.value_features, av_quantity_width(config, AV_QUANTITY_VALUE));
        av_lesson_finish(&lesson);
    }
}

static bool tells(const struct av_lesson *lesson, enum av_language language, const char *word)
{
    for (int i = 0; i < lesson->n_note; i++)
        if (strstr(lesson->notes[i].words.in[language], word))
            return true;
    return false;
}

/* Made by hand, with names to be read; or drawn, and then it is said. */
Test(every_lesson, names_its_columns_or_says_that_its_weights_are_random)
{
    FOR_EACH_LESSON(name)
    {
        struct av_lesson lesson;
        lesson_open(&lesson, name);
        bool random = tells(&lesson, AV_ENGLISH, "andom") && tells(&lesson, AV_CHINESE, "随机");
        cr_assert(random != (lesson.features && lesson.key_features && lesson.value_features), "%s", name);
        av_lesson_finish(&lesson);
    }
}

/* They stand in a row under the tokens, each no wider than a long word. */
#define GLOSS_COLUMNS 8

/* True for "dream", which says in English what it means. */
static bool is_english_word(const char *token)
{
    for (; *token; token++) {
        if (!(*token >= 'a' && *token <= 'z') && !(*token >= 'A' && *token <= 'Z'))
            return false;
    }
    return true;
}

Test(every_lesson, says_in_a_word_what_each_token_means)
{
    FOR_EACH_LESSON(name)
    {
        struct av_lesson lesson;
        lesson_open(&lesson, name);
        cr_assert_not_null(lesson.glosses, "%s has none", name);
        for (int token = 0; token < lesson.model.config.vocab_size; token++) {
            const char *text = lesson.vocabulary[token], *english = lesson.glosses[token].in[AV_ENGLISH];
            cr_assert((english && *english) || is_english_word(text), "%s: %s has no English", name, text);
            for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
                const char *gloss = lesson.glosses[token].in[language];
                cr_assert(!gloss || av_text_width(gloss, AV_CHARSET_UNICODE) <= GLOSS_COLUMNS, "%s: %s is too wide",
                          name, gloss);
                cr_assert(!gloss || !strchr(gloss, ' '), "%s: one word is wanted: %s", name, gloss);
            }
        }
        av_lesson_finish(&lesson);
    }
}

static int compare_rows(const struct av_trace *a, const struct av_trace *b, enum av_quantity quantity, int layer)
{
    int width = av_quantity_width(&a->model->config, quantity);
    int rows = av_quantity_is_of_source(&a->model->config, quantity) ? b->source.n : b->n;
    for (int i = 0; i < rows; i++) {
        for (int column = 0; column < width; column++) {
            float x = av_trace_value(a, quantity, layer, i, column), y = av_trace_value(b, quantity, layer, i, column);
            cr_assert(memcmp(&x, &y, sizeof x) == 0, "quantity %d, layer %d, row %d, column %d: %.9g, %.9g", quantity,
                      layer + 1, i + 1, column + 1, (double)x, (double)y);
        }
    }
    return rows * width;
}

static int compare_weights(const struct av_trace *a, const struct av_trace *b, int layer, int head)
{
    for (int i = 0; i < b->n; i++) {
        for (int j = 0; j < av_trace_keys(b, i + 1); j++) {
            float x = av_trace_score(a, AV_SCORE_MASKED, layer, head, i, j);
            float y = av_trace_score(b, AV_SCORE_MASKED, layer, head, i, j);
            cr_assert(memcmp(&x, &y, sizeof x) == 0, "score %d, %d: %.9g, %.9g", i + 1, j + 1, (double)x, (double)y);
            x = av_trace_weight(a, layer, head, i, j);
            y = av_trace_weight(b, layer, head, i, j);
            cr_assert(memcmp(&x, &y, sizeof x) == 0, "weight %d, %d: %.9g, %.9g", i + 1, j + 1, (double)x, (double)y);
        }
    }
    return b->n * (b->n + 1);
}

/* Every number of a recomputed step, against the cached run, by memory. */
static int compare_step(const struct av_trace *cached, const struct av_trace *recomputed)
{
    const struct av_config *config = &cached->model->config;
    int values = 0;
    for (int layer = 0; layer < config->n_layer; layer++) {
        for (int quantity = 0; quantity < AV_QUANTITY_FINAL_NORM; quantity++)
            values += compare_rows(cached, recomputed, (enum av_quantity)quantity, layer);
        for (int head = 0; head < config->n_head; head++)
            values += compare_weights(cached, recomputed, layer, head);
    }
    values += compare_rows(cached, recomputed, AV_QUANTITY_FINAL_NORM, 0);
    return values + compare_rows(cached, recomputed, AV_QUANTITY_LOGITS, 0);
}

Test(every_lesson, gives_the_same_bits_with_the_cache_and_without)
{
    FOR_EACH_LESSON(name)
    {
        struct run run;
        struct av_trace recomputed;
        run_init(&run, name);
        const struct av_lesson *lesson = &run.lesson;
        if (!av_rule_keeps_cache(&lesson->rule, &lesson->model.config)) {
            run_finish(&run);
            continue;
        }
        cr_assert(av_trace_init_cross(&recomputed, &lesson->model, lesson->rule, run.n, lesson->source,
                                      lesson->n_source, NULL) == AV_OK);
        for (int step = 1; step <= run.n; step++) {
            cr_assert(av_decoder_recompute(&recomputed, run.tokens, step, NULL) == AV_OK);
            cr_assert(compare_step(&run.trace, &recomputed) > step * run.lesson.model.config.vocab_size);
            struct av_comparison comparison = av_trace_compare(&run.trace, &recomputed, step);
            cr_assert(comparison.values > 0 && comparison.different == 0);
        }
        av_trace_finish(&recomputed);
        run_finish(&run);
    }
}
