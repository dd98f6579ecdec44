#include "kit.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

struct av_config kit_config(void)
{
    return (struct av_config){
        .d_model = 6,
        .n_layer = 2,
        .n_head = 2,
        .n_kv_head = 2,
        .d_k = 4,
        .d_v = 3,
        .d_ff = 5,
        .vocab_size = 7,
        .n_ctx = 16,
        .position = AV_POSITION_LEARNED,
        .norm = AV_NORM_LAYER,
        .norm_place = AV_NORM_BEFORE,
        .feed_forward = AV_FEED_FORWARD_RELU,
        .residual = true,
        .norm_epsilon = 1e-5f,
        .rotary_base = 10000.0f,
    };
}

struct av_config kit_wide_config(bool rotary)
{
    struct av_config config = kit_config();
    config.n_layer = 1;
    config.d_model = rotary ? 35 : 21;
    config.vocab_size = 37;
    config.n_ctx = 24;
    config.norm = rotary ? AV_NORM_RMS : AV_NORM_LAYER;
    config.position = rotary ? AV_POSITION_ROTARY : AV_POSITION_SINUSOIDAL;
    return config;
}

/* Five tokens to attend to, or as many as the model takes. */
static void add_source(struct av_lesson *lesson, struct random_numbers *random)
{
    int n_ctx = lesson->model.config.n_ctx, n = n_ctx < 5 ? n_ctx : 5;
    lesson->n_source = n;
    lesson->source = av_arena_allocate(&lesson->arena, (size_t)n, sizeof *lesson->source);
    random_tokens(random, &lesson->model.config, lesson->source, n);
    lesson->rule.mask = AV_MASK_NONE;
}

void kit_lesson_init(struct av_lesson *lesson, const struct av_config *config, uint64_t seed, int n_prompt,
                     int n_generate)
{
    struct random_numbers random = {seed * 2654435761u + 1};
    memset(lesson, 0, sizeof *lesson);
    random_model_init(&lesson->model, config, &random);
    av_arena_init(&lesson->arena, 0);
    lesson->vocabulary = av_arena_allocate(&lesson->arena, (size_t)config->vocab_size, sizeof *lesson->vocabulary);
    for (int id = 0; id < config->vocab_size; id++) {
        char name[16];
        int length = snprintf(name, sizeof name, "t%d", id);
        lesson->vocabulary[id] = av_arena_text(&lesson->arena, name, (size_t)length);
    }
    lesson->prompt = av_arena_allocate(&lesson->arena, (size_t)n_prompt, sizeof *lesson->prompt);
    random_tokens(&random, config, lesson->prompt, n_prompt);
    lesson->n_prompt = n_prompt;
    lesson->n_generate = n_generate;
    lesson->sampling = (struct av_sampling){.top_p = 1.0f, .seed = seed};
    lesson->rule = (struct av_rule){.scaled = true, .mask = AV_MASK_CAUSAL};
    lesson->cache_on = true;
    if (config->attends == AV_ATTENDS_SOURCE)
        add_source(lesson, &random);
}

void kit_fit_rule(struct av_lesson *lesson)
{
    if (lesson->n_source == 0)
        return;
    lesson->rule.mask = AV_MASK_NONE;
    lesson->rule.banned = NULL;
}

void kit_lesson_finish(struct av_lesson *lesson)
{
    av_model_finish(&lesson->model);
    av_arena_finish(&lesson->arena);
}

static void check(enum av_status status, const struct av_error *error)
{
    cr_assert_eq(status, AV_OK, "%s: %s", error->place, error->message);
}

void kit_open(struct av_player *player, const struct av_lesson *lesson)
{
    struct av_error error = {0};
    check(av_player_init(player, lesson, &error), &error);
}

void kit_close(struct av_player *player, struct av_lesson *lesson)
{
    av_player_finish(player);
    kit_lesson_finish(lesson);
}

void kit_do(struct av_player *player, enum av_command_id id)
{
    struct av_error error = {0};
    check(av_player_do(player, (struct av_command){.id = id}, &error), &error);
}

void kit_press(struct av_player *player, const char *keys)
{
    struct av_error error = {0};
    while (*keys) {
        char name[32] = "";
        size_t length = strcspn(keys, " ");
        int key;
        cr_assert(length > 0 && length < sizeof name);
        memcpy(name, keys, length);
        cr_assert(av_key_parse(name, &key), "no key %s", name);
        check(av_player_press(player, key, &error), &error);
        keys += length + (keys[length] == ' ');
    }
}

void kit_go(struct av_player *player, int token, enum av_stage stage, int layer, int head)
{
    struct av_error error = {0};
    check(av_player_go(player, &(struct av_place){token, (int)stage, layer, head, AV_LENS_PANELS}, &error), &error);
}
