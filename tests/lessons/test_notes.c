/* The notes of each lesson: no stage is silent, every note is seen, what it points at is there, and every number in it
 * is one that the model computes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "attnviz/player/player.h"
#include "claims.h"

/* What is done at a place, under a rule, with the note that is shown there. */
typedef void visitor(void *context, const struct av_rule *rule, const struct av_place *place, bool cache_on,
                     const struct av_note *note);

/* Calls visit for every place of a lesson, with the cache on and off. */
static void visit_places(const struct av_lesson *lesson, visitor *visit, void *context)
{
    const struct av_config *config = &lesson->model.config;
    struct av_place place;
    for (place.lens = 0; place.lens < AV_LENS_COUNT; place.lens++)
        for (place.token = 0; place.token < lesson->n_prompt + lesson->n_generate; place.token++)
            for (place.stage = 0; place.stage < AV_STAGE_COUNT; place.stage++)
                for (place.layer = 0; place.layer < config->n_layer; place.layer++)
                    for (place.head = 0; place.head < config->n_head; place.head++)
                        for (int cache_on = 0; cache_on <= 1; cache_on++)
                            if (av_stage_exists(config, (enum av_stage)place.stage))
                                visit(context, &lesson->rule, &place, cache_on,
                                      av_lesson_note(lesson, &place, cache_on, false));
}

static bool names(const struct av_note *note, int mask, int scaled)
{
    return (note->mask != AV_ANY || note->scaled != AV_ANY) && (note->mask == AV_ANY || note->mask == mask) &&
           (note->scaled == AV_ANY || note->scaled == scaled);
}

/* The same under the lesson's rule, and under every other that a note of it names, one switch away. */
static void visit_rules(const struct av_lesson *lesson, visitor *visit, void *context)
{
    struct av_lesson under = *lesson;
    visit_places(lesson, visit, context);
    for (int mask = AV_MASK_CAUSAL; mask <= AV_MASK_NONE; mask++) {
        for (int scaled = 0; scaled <= 1; scaled++) {
            bool named = false, one_away = (mask != (int)lesson->rule.mask) != (scaled != lesson->rule.scaled);
            for (int i = 0; i < lesson->n_note; i++)
                named = named || names(&lesson->notes[i], mask, scaled);
            under.rule.mask = (enum av_mask)mask;
            under.rule.scaled = scaled;
            if (named && one_away)
                visit_places(&under, visit, context);
        }
    }
}

struct reading {
    struct av_lesson lesson;
    struct av_player player;
    bool seen[512]; /* by note */
};

static void read_note(void *context, const struct av_rule *rule, const struct av_place *place, bool cache_on,
                      const struct av_note *note)
{
    struct reading *reading = context;
    if (cache_on && !av_rule_keeps_cache(rule, &reading->lesson.model.config) && note && note->mask != AV_ANY)
        return; /* nobody comes there with the cache on */
    /* the program itself says what a lens shows and, in a lesson that is not told in the panels, what a stage does */
    if (!note && (place->lens > AV_LENS_SIDE || reading->lesson.start.lens != AV_LENS_PANELS))
        return;
    cr_assert(note, "%s: nothing is said at token %d, %s, head %d, cache %s", reading->lesson.name, place->token + 1,
              av_stage_name((enum av_stage)place->stage), place->head + 1, cache_on ? "on" : "off");
    reading->seen[note - reading->lesson.notes] = true;
}

/* Where the lesson's rule allows no cache, what is said with the cache on is said under the mask, which allows it. */
static void set_rule(struct av_player *player, const struct av_rule *rule, bool cache_on)
{
    bool keeps = av_rule_keeps_cache(rule, &player->lesson->model.config);
    enum av_mask wanted = cache_on && !keeps ? AV_MASK_CAUSAL : rule->mask;
    for (int i = 0; i < 2 && player->run.lesson->rule.mask != wanted; i++)
        cr_assert(av_player_do(player, (struct av_command){.id = AV_COMMAND_MASK}, NULL) == AV_OK);
    if (player->run.lesson->rule.scaled != rule->scaled)
        cr_assert(av_player_do(player, (struct av_command){.id = AV_COMMAND_SCALE}, NULL) == AV_OK);
    cr_assert_eq(player->run.lesson->rule.mask, wanted);
}

static void check_cell(void *context, const struct av_rule *rule, const struct av_place *place, bool cache_on,
                       const struct av_note *note)
{
    struct reading *reading = context;
    struct av_player *player = &reading->player;
    if (!note || note->matrix == AV_ANY)
        return;
    if (cache_on && note->mask != AV_ANY && !av_rule_keeps_cache(rule, &reading->lesson.model.config))
        return;
    set_rule(player, rule, cache_on);
    if (player->cache_on != cache_on)
        cr_assert(av_player_do(player, (struct av_command){.id = AV_COMMAND_CACHE}, NULL) == AV_OK);
    cr_assert(av_player_go(player, place, NULL) == AV_OK);
    cr_assert(player->cache_on == cache_on && player->place.token == place->token);
    enum av_view_id id = (enum av_view_id)note->matrix;
    cr_assert(av_view_exists(player, id), "%s: no %s at: %s", reading->lesson.name, av_view_name(id),
              note->words.in[0]);
    struct av_view view = av_view_of(player, id);
    cr_assert(note->row >= 0 && note->row < view.rows && note->column >= 0 && note->column < view.columns,
              "%s: %s has no such cell: %s", reading->lesson.name, av_view_name(id), note->words.in[0]);
    cr_assert(av_view_cell(&view, note->row, note->column).has_value, "%s: an empty cell of %s: %s",
              reading->lesson.name, av_view_name(id), note->words.in[0]);
}

static void read_lesson(const char *name, visitor *visit, void (*then)(const struct reading *))
{
    static struct reading reading;
    memset(&reading, 0, sizeof reading);
    lesson_open(&reading.lesson, name);
    cr_assert(reading.lesson.n_note <= 512);
    cr_assert(av_player_init(&reading.player, &reading.lesson, NULL) == AV_OK);
    visit_rules(&reading.lesson, visit, &reading);
    if (then)
        then(&reading);
    av_player_finish(&reading.player);
    av_lesson_finish(&reading.lesson);
}

static void read_lessons(visitor *visit, void (*then)(const struct reading *))
{
    char names[LESSONS_MAX][64];
    int count = lesson_names(names);
    for (int i = 0; i < count; i++)
        read_lesson(names[i], visit, then);
}

static void check_all_seen(const struct reading *reading)
{
    for (int i = 0; i < reading->lesson.n_note; i++)
        cr_assert(reading->lesson.notes[i].prefill || reading->seen[i], "%s: never shown: %s", reading->lesson.name,
                  reading->lesson.notes[i].words.in[0]);
}

Test(notes, no_stage_of_any_token_is_silent_and_no_note_is_hidden_by_others)
{
    read_lessons(read_note, check_all_seen);
}

/* Where a lesson begins and where it ends it has something to say of its own; and in the lens it begins in, at every
 * stage. */
static void check_speaks(void *context, const struct av_rule *rule, const struct av_place *place, bool cache_on,
                         const struct av_note *note)
{
    (void)rule;
    const struct reading *reading = context;
    const struct av_lesson *lesson = &reading->lesson;
    bool last = place->token == lesson->n_prompt + lesson->n_generate - 1 && place->stage == AV_STAGE_NEXT;
    if (place->lens == lesson->start.lens || (last && place->lens <= AV_LENS_SIDE))
        cr_expect(note, "%s: nothing is said at token %d, %s, %s, cache %s", lesson->name, place->token + 1,
                  av_stage_name((enum av_stage)place->stage), av_lens_name((enum av_lens)place->lens),
                  cache_on ? "on" : "off");
}

Test(notes, speak_at_every_stage_of_the_lens_that_a_lesson_begins_in_and_at_its_end)
{
    read_lessons(check_speaks, NULL);
}

Test(notes, point_at_cells_that_are_there)
{
    read_lessons(check_cell, NULL);
}

/* What is said of a step that reads the first n tokens at once, at each stage, with the cache on and off. */
static void read_at_once(struct reading *reading, int n, const int *tokens, int n_token)
{
    struct av_lesson lesson = reading->lesson;
    int prompt[TOKENS_MAX];
    memcpy(prompt, tokens, (size_t)n_token * sizeof *prompt);
    lesson.prompt = prompt;
    lesson.n_prompt = n;
    lesson.n_generate = n_token - n;
    lesson.prefill = true;
    struct av_player *player = &reading->player;
    cr_assert_eq(av_player_init(player, &lesson, NULL), AV_OK);
    for (int i = 0; i < 2 * AV_STAGE_COUNT; i++) {
        const struct av_place place = {n - 1, i / 2, 0, 0, AV_LENS_PANELS};
        if (!av_stage_exists(&lesson.model.config, (enum av_stage)place.stage))
            continue;
        const struct av_note *note = av_lesson_note(&lesson, &place, i % 2, true);
        check_cell(reading, &lesson.rule, &place, i % 2, note);
        if (note)
            reading->seen[note - lesson.notes] = true;
    }
    av_player_finish(player);
}

/* Where the lesson's prompt is one token, its reader makes a longer one: it may end anywhere. */
Test(notes, of_steps_that_read_many_tokens_at_once_are_seen_and_point_at_cells_that_are_there)
{
    char names[LESSONS_MAX][64];
    int count = lesson_names(names), found = 0;
    for (int i = 0; i < count; i++) {
        static struct reading reading;
        static struct run run;
        memset(&reading, 0, sizeof reading);
        run_init(&run, names[i]);
        reading.lesson = run.lesson;
        for (int note = 0; note < run.lesson.n_note; note++)
            found += run.lesson.notes[note].prefill;
        for (int n = 2; n <= run.n && found > 0; n++)
            read_at_once(&reading, n, run.tokens, run.n);
        for (int note = 0; note < run.lesson.n_note; note++)
            cr_assert(!run.lesson.notes[note].prefill || reading.seen[note], "%s: never shown: %s", names[i],
                      run.lesson.notes[note].words.in[0]);
        run_finish(&run);
    }
    cr_assert_gt(found, 0);
}

static enum claim_rule rule_of(const struct av_note *note)
{
    return note->mask != AV_ANY ? (enum claim_rule)(UNDER_CAUSAL + note->mask)
           : note->scaled == 0  ? UNDER_UNSCALED
                                : UNDER_ANY;
}

static bool belongs(const struct claim *claim, const struct av_note *note)
{
    const char *stage = note->place.stage == AV_ANY ? "" : av_stage_name((enum av_stage)note->place.stage);
    return strcmp(claim->stage, stage) == 0 && claim->when == note->when && claim->under == rule_of(note) &&
           (int)claim->lens == note->place.lens &&
           claim->token == (note->place.token == AV_ANY ? 0 : note->place.token + 1) &&
           claim->head == (note->place.head == AV_ANY ? 0 : note->place.head + 1);
}

static bool says(const char *text, const char *wanted)
{
    char number[64];
    for (const char *at = text; claim_next_number(text, &at, number, sizeof number);)
        if (strcmp(number, wanted) == 0)
            return true;
    return false;
}

/* A number that a note writes is claimed … */
static void check_note(const struct run *run, const struct av_note *note, const struct claim *claims, int n_claim)
{
    for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
        const char *text = note->words.in[language], *at = text;
        char number[64];
        while (claim_next_number(text, &at, number, sizeof number)) {
            bool found = false;
            for (int i = 0; i < n_claim; i++)
                found = found || (belongs(&claims[i], note) && strcmp(claims[i].number, number) == 0);
            cr_expect(found, "%s: nothing vouches for %s in: %s", run->lesson.name, number, text);
        }
    }
}

/* … and what is claimed is computed by the model, and written in every language. */
static void check_claim(const struct run *run, const struct claim *claim)
{
    char value[64];
    int written = 0;
    claim_value(run, claim, value, sizeof value);
    cr_expect_str_eq(value, claim->number, "%s, token %d, %s: the model has %s, the note %s", run->lesson.name,
                     claim->token, claim->stage, value, claim->number);
    for (int i = 0; i < run->lesson.n_note; i++) {
        const struct av_note *note = &run->lesson.notes[i];
        if (!belongs(claim, note))
            continue;
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++)
            written += says(note->words.in[language], claim->number);
    }
    cr_expect_eq(written, AV_LANGUAGE_COUNT, "%s, token %d, %s: %s is written %d times", run->lesson.name, claim->token,
                 claim->stage, claim->number, written);
}

Test(notes, quote_only_numbers_that_the_model_computes)
{
    char names[LESSONS_MAX][64];
    int count = lesson_names(names);
    for (int i = 0; i < count; i++) {
        static struct run run;
        int n_claim;
        const struct claim *claims = claims_of(names[i], &n_claim);
        run_init(&run, names[i]);
        for (int note = 0; note < run.lesson.n_note; note++)
            check_note(&run, &run.lesson.notes[note], claims, n_claim);
        for (int claim = 0; claim < n_claim; claim++)
            check_claim(&run, &claims[claim]);
        run_finish(&run);
    }
}
