/* Keys at random, every one of them drawn, and that they get about. */
#include <criterion/criterion.h>

#include "../player/random_keys.h"
#include "attnviz/player/keymap.h"
#include "fixture.h"

#define KEYS_OF_A_QUESTION 1500
#define ANSWERS            15
#define DEEP               4 /* numbers from the first one explained to the last */

/* Where the keys led to, and how often. */
struct reached {
    int contexts[AV_CONTEXT_COUNT], prompts[AV_PROMPT_COUNT];
    int zoomed, traced, changed, deep;
};

static void count(struct reached *reached, const struct av_player *player)
{
    reached->contexts[av_player_context(player)]++;
    reached->prompts[player->prompt.kind]++;
    reached->zoomed += player->zoomed;
    reached->traced += player->tracing;
    reached->changed += player->experiment.n_change > 0;
    reached->deep += player->walk.n >= DEEP;
}

/* But no file is written. */
static void press(struct fixture *fixture, int key)
{
    struct av_error error = {.status = AV_OK};
    if (fixture->player.prompt.kind == AV_PROMPT_WRITE && key == AV_KEY_ENTER)
        key = AV_KEY_ESCAPE;
    av_scene_measure(&fixture->player, &fixture->canvas);
    cr_assert_eq(av_player_press(&fixture->player, key, &error), AV_OK, "%s", error.message);
    cr_assert_not(fixture->player.quit);
    fixture_draw(fixture);
}

static void resize(struct fixture *fixture, struct random_keys *keys)
{
    cr_assert_eq(av_canvas_resize(&fixture->canvas, 1 + random_below(keys, 160), 1 + random_below(keys, 60), NULL),
                 AV_OK);
    fixture->canvas.charset = random_below(keys, 4) == 0 ? AV_CHARSET_ASCII : AV_CHARSET_UNICODE;
    fixture->player.plain = fixture->canvas.charset == AV_CHARSET_ASCII;
}

/* From where the lesson asks its i-th question; false where it asks no such one. */
static bool press_from_question(const char *lesson, int i, struct reached *reached)
{
    struct random_keys keys = {.seed = 20261130 + (uint64_t)i};
    struct fixture fixture;
    fixture_open(&fixture, lesson, 120, 40);
    bool asks = i < fixture.lesson.n_question;
    av_quiz_turn(&fixture.player, true);
    if (asks)
        cr_assert_eq(av_player_go(&fixture.player, &fixture.lesson.questions[i].place, NULL), AV_OK);
    for (int k = 0; asks && k < KEYS_OF_A_QUESTION; k++) {
        count(reached, &fixture.player);
        /* the first goes to the cells where one is to be pointed at: no later one may, once some key has changed the
         * lesson */
        press(&fixture, k == 0 ? AV_KEY_ENTER : k < ANSWERS ? random_answer(&keys) : random_key(&keys));
        if (random_below(&keys, 50) == 0)
            resize(&fixture, &keys);
    }
    fixture_close(&fixture);
    return asks;
}

/* A test of keys at random tests what it comes upon: here it is counted, in a run of which nothing is left to
 * chance. */
Test(random, keys_get_everywhere)
{
    struct reached reached = {.deep = 0};
    for (int i = 0; press_from_question("pronoun", i, &reached); i++)
        ;
    for (int i = 0; press_from_question("generate", i, &reached); i++)
        ;
    for (int i = 0; press_from_question("cross", i, &reached); i++)
        ;
    for (int context = 0; context < AV_CONTEXT_COUNT; context++)
        cr_expect(context == AV_CONTEXT_LIBRARY || reached.contexts[context] >= 5, "%s: %d keys",
                  av_context_words((enum av_context)context).in[AV_ENGLISH], reached.contexts[context]);
    for (int prompt = AV_PROMPT_NONE; prompt < AV_PROMPT_COUNT; prompt++)
        cr_expect_geq(reached.prompts[prompt], 10, "prompt %d: %d keys", prompt, reached.prompts[prompt]);
    cr_expect_geq(reached.zoomed, 50);
    cr_expect_geq(reached.traced, 50);
    cr_expect_geq(reached.changed, 500);
    cr_expect_geq(reached.deep, 100);
}
