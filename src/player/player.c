#include "attnviz/player/player.h"

#include <stdio.h>
#include <string.h>

/* Until something is drawn. */
#define PAGE_ROWS    10
#define DIGITS_SHOWN 2

/* "#1", "#2", … for all tokens, by place and by id. False where memory runs out. */
static bool number_tokens(struct av_player *player)
{
    int vocab_size = player->lesson->model.config.vocab_size;
    int most = player->run.n_token + AV_TOKENS_ADDED_MAX;
    int n = most > vocab_size ? most : vocab_size;
    player->numbers = av_arena_allocate(&player->arena, (size_t)n, sizeof *player->numbers);
    for (int i = 0; i < n && player->numbers; i++)
        snprintf(player->numbers[i], sizeof *player->numbers, "#%d", i + 1);
    return player->numbers != NULL;
}

/* Entries for the lesson's questions. False where memory runs out. */
static bool open_quiz(struct av_player *player)
{
    size_t n = (size_t)player->lesson->n_question;
    if (n == 0)
        return true;
    player->quiz.entries = av_arena_allocate(&player->arena, n, sizeof *player->quiz.entries);
    return player->quiz.entries != NULL;
}

enum av_status av_player_init(struct av_player *player, const struct av_lesson *lesson, struct av_error *error)
{
    memset(player, 0, sizeof *player);
    player->lesson = lesson;
    player->speed = AV_SPEED_DEFAULT;
    av_help_init(&player->help);
    player->paged.block_size = AV_PAGED_BLOCK_SIZE;
    av_sizes_init(&player->sizes);
    av_flash_walk_init(&player->flash);
    av_layers_init(&player->layers);
    av_measure_init(&player->measure);
    player->page_rows = PAGE_ROWS;
    player->digits_shown = DIGITS_SHOWN;
    av_arena_init(&player->arena, 0);
    player->prefill = lesson->prefill;
    enum av_status status = av_run_init(&player->run, lesson, player->prefill, error);
    if (status == AV_OK && !(number_tokens(player) && open_quiz(player)))
        status = av_error_set(error, AV_ERROR_MEMORY, "", "not enough memory to number %d tokens", player->run.n_token);
    player->cache_wanted = lesson->cache_on;
    player->cache_on = status == AV_OK && player->cache_wanted && av_player_can_cache(player);
    if (status == AV_OK)
        status = av_player_go(player, &lesson->start, error);
    if (status != AV_OK)
        av_player_finish(player);
    return status;
}

void av_player_finish(struct av_player *player)
{
    av_measure_finish(&player->measure);
    av_paged_close(&player->paged);
    av_run_finish(&player->run);
    av_experiment_finish(&player->experiment);
    av_flash_walk_finish(&player->flash);
    av_layers_finish(&player->layers);
    av_losses_finish(&player->losses);
    av_merging_finish(&player->merging);
    av_arena_finish(&player->arena);
    memset(player, 0, sizeof *player);
}

void av_notice_about(struct av_player *player, enum av_notice notice, const char *about)
{
    player->notice = notice;
    snprintf(player->about, sizeof player->about, "%s", about);
}

bool av_player_can_cache(const struct av_player *player)
{
    return av_run_can_cache(&player->run);
}

const struct av_trace *av_player_trace(const struct av_player *player)
{
    return av_run_trace(&player->run, player->cache_on);
}

bool av_player_prefills(const struct av_player *player)
{
    return av_run_prefills(&player->run, player->place.token);
}

const struct av_note *av_player_note(const struct av_player *player)
{
    return av_lesson_note(player->run.lesson, &player->place, player->cache_on, av_player_prefills(player));
}

int av_player_token(const struct av_player *player, int i)
{
    return player->run.tokens[i];
}

int av_player_next_token(const struct av_player *player, int t)
{
    return av_run_next_token(&player->run, t);
}

bool av_player_counts_known(const struct av_player *player, int t)
{
    return av_run_counts_known(&player->run, t);
}

int av_player_delay(const struct av_player *player)
{
    static const int milliseconds[AV_SPEED_MAX + 1] = {3000, 2000, 1400, 1000, 700, 400, 200};
    return milliseconds[player->speed];
}
