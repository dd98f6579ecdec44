#include "attnviz/player/player.h"

#include <stdio.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "run.h"

/* No help is longer, on any screen. */
#define HELP_LINES_MAX 999

/* "#1", "#2", … for all tokens, by place and by id. False where memory runs out. */
static bool number_tokens(struct av_player *player)
{
    int vocab_size = player->lesson->model.config.vocab_size;
    int n = player->n_token > vocab_size ? player->n_token : vocab_size;
    player->numbers = av_arena_allocate(&player->arena, (size_t)n, sizeof *player->numbers);
    for (int i = 0; i < n && player->numbers; i++)
        snprintf(player->numbers[i], sizeof *player->numbers, "#%d", i + 1);
    return player->numbers != NULL;
}

/* Room for the arrays; false where memory runs out. */
static bool allocate(struct av_player *player)
{
    const struct av_config *config = &player->lesson->model.config;
    struct av_arena *arena = &player->arena;
    size_t n_token = (size_t)player->n_token, vocab_size = (size_t)config->vocab_size;
    player->tokens = av_arena_allocate(arena, n_token, sizeof *player->tokens);
    player->uncached_work = av_arena_allocate(arena, n_token, sizeof *player->uncached_work);
    player->comparisons = av_arena_allocate(arena, n_token, sizeof *player->comparisons);
    player->candidates = av_arena_allocate(arena, vocab_size, sizeof *player->candidates);
    player->logits_room = av_arena_allocate(arena, vocab_size, sizeof *player->logits_room);
    player->probabilities_room = av_arena_allocate(arena, vocab_size, sizeof *player->probabilities_room);
    player->ids_room = av_arena_allocate(arena, vocab_size, sizeof *player->ids_room);
    return number_tokens(player) && player->tokens && player->uncached_work && player->comparisons &&
           player->candidates && player->logits_room && player->probabilities_room && player->ids_room;
}

static enum av_status open_traces(struct av_player *player, struct av_error *error)
{
    const struct av_lesson *lesson = player->lesson;
    enum av_status status = av_trace_init(&player->uncached, &lesson->model, lesson->rule, player->n_token, error);
    if (status == AV_OK && av_player_can_cache(player))
        status = av_trace_init(&player->cached, &lesson->model, lesson->rule, player->n_token, error);
    return status;
}

enum av_status av_player_init(struct av_player *player, const struct av_lesson *lesson, struct av_error *error)
{
    memset(player, 0, sizeof *player);
    player->lesson = lesson;
    player->n_token = lesson->n_prompt + lesson->n_generate;
    player->cache_on = lesson->cache_on && av_player_can_cache(player);
    player->speed = AV_SPEED_DEFAULT;
    player->help_scroll_max = HELP_LINES_MAX;
    av_arena_init(&player->arena, 0);
    enum av_status status = AV_OK;
    if (!allocate(player))
        status =
            av_error_set(error, AV_ERROR_MEMORY, "", "not enough memory for a lesson of %d tokens", player->n_token);
    if (status == AV_OK)
        status = open_traces(player, error);
    if (status == AV_OK)
        status = av_run_lesson(player, error);
    if (status == AV_OK)
        status = av_player_go(player, &lesson->start, error);
    if (status != AV_OK)
        av_player_finish(player);
    return status;
}

void av_player_finish(struct av_player *player)
{
    if (player->cached.model)
        av_trace_finish(&player->cached);
    if (player->uncached.model)
        av_trace_finish(&player->uncached);
    av_arena_finish(&player->arena);
    memset(player, 0, sizeof *player);
}

bool av_player_can_cache(const struct av_player *player)
{
    return av_rule_is_causal(&player->lesson->rule);
}

const struct av_trace *av_player_trace(const struct av_player *player)
{
    return player->cache_on ? &player->cached : &player->uncached;
}

int av_player_token(const struct av_player *player, int i)
{
    return player->tokens[i];
}

/* True where a plain screen needs no escapes for it: they have a backslash that the text has not. */
static bool is_plain(const char *text)
{
    struct av_glyphs glyphs = {.text = text, .charset = AV_CHARSET_ASCII};
    struct av_glyph glyph;
    int backslashes = 0;
    for (const char *at = text; (at = strchr(at, '\\')) != NULL; at++)
        backslashes--;
    while (av_glyphs_next(&glyphs, &glyph))
        backslashes += glyph.text[0] == '\\';
    return backslashes == 0;
}

/* A token's text, if a plain screen can show it, or else its meaning; NULL where that cannot be shown either. */
static const char *plain_text(const struct av_lesson *lesson, int id)
{
    const char *gloss = lesson->glosses ? lesson->glosses[id].in[AV_ENGLISH] : NULL;
    if (is_plain(lesson->vocabulary[id]))
        return lesson->vocabulary[id];
    return gloss && is_plain(gloss) ? gloss : NULL;
}

/* What a token is called that has this number where nothing else can be shown. */
static const char *token_text(const struct av_player *player, int id, int number)
{
    if (!player->plain)
        return player->lesson->vocabulary[id];
    const char *text = plain_text(player->lesson, id);
    return text ? text : player->numbers[number - 1];
}

const char *av_player_token_text(const struct av_player *player, int i)
{
    return token_text(player, player->tokens[i], i + 1);
}

const char *av_player_vocabulary_text(const struct av_player *player, int id)
{
    return token_text(player, id, id + 1);
}

int av_player_next_token(const struct av_player *player, int t)
{
    return t + 1 < player->n_token ? player->tokens[t + 1] : player->chosen_after_last;
}

int av_player_delay(const struct av_player *player)
{
    static const int milliseconds[AV_SPEED_MAX + 1] = {3000, 2000, 1400, 1000, 700, 400, 200};
    return milliseconds[player->speed];
}
