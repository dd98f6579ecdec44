#include "editor.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/lesson/write.h"
#include "inner.h"

#define STEP 0.1 /* of a weight, and of the temperature */

bool av_editor_takes_digit(int character)
{
    return character >= '0' && character <= '9';
}

bool av_editor_takes_number(int character)
{
    return av_editor_takes_digit(character) || character == '.' || character == 'e' || character == '-' ||
           character == '+';
}

bool av_editor_takes_text(int character)
{
    return character >= ' ';
}

/* The fewest digits that are read as this very number. */
static void show_number(float number, char text[AV_PROMPT_BYTES])
{
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, AV_PROMPT_BYTES, "%.*g", digits, (double)number);
        if (strtof(text, NULL) == number)
            return;
    }
}

void av_editor_show(const struct av_player *player, char text[AV_PROMPT_BYTES])
{
    const struct av_lesson *lesson = player->run.lesson;
    const struct av_sampling *sampling = &lesson->sampling;
    switch (player->prompt.kind) {
    case AV_PROMPT_NUMBER:
        show_number(*av_model_number(&lesson->model, &player->prompt.at), text);
        break;
    case AV_PROMPT_TEMPERATURE:
        show_number(sampling->temperature, text);
        break;
    case AV_PROMPT_TOP_K:
        snprintf(text, AV_PROMPT_BYTES, "%d", sampling->top_k);
        break;
    case AV_PROMPT_SEED:
        snprintf(text, AV_PROMPT_BYTES, "%llu", (unsigned long long)sampling->seed);
        break;
    case AV_PROMPT_WRITE:
        snprintf(text, AV_PROMPT_BYTES, "my-%s.json", lesson->name);
        break;
    default:
        text[0] = '\0';
    }
}

/* Behind the title of a lesson that is no longer the one that was opened. */
static const struct av_words modified = {{" (modified)", "（已修改）"}};
#define TITLE_BYTES 512

static enum av_status set_number(struct av_player *player, const struct av_weight_at *at, float number,
                                 struct av_error *error)
{
    float now = *av_model_number(&player->run.lesson->model, at);
    if (same_bits(now, number))
        return AV_OK;
    const struct av_change change = {.kind = AV_CHANGE_WEIGHT, .at = *at, .number = {now, number}};
    return av_experiment_change(player, &change, error);
}

static enum av_status set_sampling(struct av_player *player, const struct av_sampling *sampling, struct av_error *error)
{
    struct av_change change = {.kind = AV_CHANGE_SETTING};
    change.setting[0] = change.setting[1] = av_lesson_setting(player->run.lesson);
    change.setting[1].sampling = *sampling;
    return av_experiment_change(player, &change, error);
}

/* A step on, with as few decimals as the step has where the number is no finer. */
static float stepped(float number, int direction)
{
    double next = round(((double)number + direction * STEP) * 1e6) / 1e6;
    return isfinite(next) ? (float)next : number;
}

enum av_status av_editor_nudge(struct av_player *player, const struct av_weight_at *at, int direction,
                               struct av_error *error)
{
    float now = *av_model_number(&player->run.lesson->model, at);
    enum av_status status = set_number(player, at, stepped(now, direction), error);
    player->experiment.merging = true;
    return status;
}

enum av_status av_editor_turn_number(struct av_player *player, int direction, struct av_error *error)
{
    return av_editor_nudge(player, &player->prompt.at, direction, error);
}

static uint64_t step_seed(uint64_t seed, int direction)
{
    return direction > 0 ? seed + (seed < UINT64_MAX) : seed - (seed > 0);
}

enum av_status av_editor_turn_setting(struct av_player *player, int direction, struct av_error *error)
{
    struct av_sampling sampling = player->run.lesson->sampling;
    if (player->prompt.kind == AV_PROMPT_TEMPERATURE)
        sampling.temperature = fmaxf(0, stepped(sampling.temperature, direction));
    else if (player->prompt.kind == AV_PROMPT_TOP_K)
        sampling.top_k = clamp(sampling.top_k, 0, config_of(player)->vocab_size) + direction;
    else
        sampling.seed = step_seed(sampling.seed, direction);
    sampling.top_k = clamp(sampling.top_k, 0, config_of(player)->vocab_size);
    enum av_status status = set_sampling(player, &sampling, error);
    player->experiment.merging = true;
    return status;
}

/* The whole text as a number; false, and a notice, where it is none. */
static bool read_number(struct av_player *player, const char *text, float *number)
{
    char *end;
    *number = strtof(text, &end);
    if (end != text && *end == '\0')
        return true;
    av_notice_about(player, AV_NOTICE_NO_NUMBER, text);
    return false;
}

enum av_status av_editor_finish_number(struct av_player *player, const struct av_prompt *prompt, struct av_error *error)
{
    float number;
    if (!read_number(player, prompt->text, &number))
        return AV_OK;
    return set_number(player, &prompt->at, number, error);
}

/* As many as a seed has room for; false, and a notice, where it is none or too large. */
static bool read_count(struct av_player *player, const char *text, uint64_t most, uint64_t *count)
{
    char *end;
    errno = 0;
    *count = strtoull(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0 && *count <= most)
        return true;
    av_notice_about(player, AV_NOTICE_NO_NUMBER, text);
    return false;
}

enum av_status av_editor_finish_setting(struct av_player *player, const struct av_prompt *prompt,
                                        struct av_error *error)
{
    struct av_sampling sampling = player->run.lesson->sampling;
    uint64_t count;
    float number;
    if (prompt->kind == AV_PROMPT_TEMPERATURE) {
        if (!read_number(player, prompt->text, &number))
            return AV_OK;
        if (!(number >= 0 && isfinite(number))) {
            av_notice_about(player, AV_NOTICE_NO_NUMBER, prompt->text);
            return AV_OK;
        }
        sampling.temperature = number;
    } else if (!read_count(player, prompt->text, prompt->kind == AV_PROMPT_SEED ? UINT64_MAX : INT_MAX, &count)) {
        return AV_OK;
    } else if (prompt->kind == AV_PROMPT_TOP_K) {
        sampling.top_k = clamp((int)count, 0, config_of(player)->vocab_size);
    } else {
        sampling.seed = count;
    }
    return set_sampling(player, &sampling, error);
}

enum av_status av_editor_turn_token(struct av_player *player, int direction, struct av_error *error)
{
    (void)error;
    int choice = player->prompt.choice + direction;
    if (choice >= 0 && av_prompt_match(player, choice) >= 0)
        player->prompt.choice = choice;
    return AV_OK;
}

/* The change that puts a token in another's place, or after it. */
static struct av_change token_change(const struct av_player *player, enum av_prompt_kind kind, int token)
{
    bool more = kind == AV_PROMPT_INSERT;
    struct av_lengths now = av_lesson_lengths(player->run.lesson), then = now;
    int place = player->place.token + more, n_token = now.n_prompt + now.n_generate + more;
    if (place >= then.n_prompt)
        then.n_prompt = place + 1; /* and what the model generated before it */
    else
        then.n_prompt += more;
    then.n_generate = n_token - then.n_prompt;
    return (struct av_change){
        .kind = more ? AV_CHANGE_INSERT : AV_CHANGE_TOKEN,
        .place = place,
        .token = {more ? token : player->run.tokens[place], token},
        .lengths = {now, then},
    };
}

enum av_status av_editor_finish_token(struct av_player *player, const struct av_prompt *prompt, struct av_error *error)
{
    player->prompt = *prompt; /* whose text is matched */
    int token = av_prompt_match(player, prompt->choice);
    av_prompt_close(player);
    if (token < 0) {
        av_notice_about(player, AV_NOTICE_NOT_IN_VOCABULARY, prompt->text);
        return AV_OK;
    }
    if (prompt->kind == AV_PROMPT_TOKEN && token == player->run.tokens[player->place.token])
        return AV_OK;
    const struct av_change change = token_change(player, prompt->kind, token);
    enum av_status status = av_experiment_change(player, &change, error);
    if (status != AV_OK || prompt->kind == AV_PROMPT_TOKEN || !player->experiment.marking)
        return status;
    struct av_place place = player->place;
    place.token = change.place;
    return av_player_go(player, &place, error);
}

/* Of what was changed, the title says so, and no question is asked any more that has lost its answer. */
static enum av_status write_changed(const struct av_player *player, const char *path, struct av_error *error)
{
    char titles[AV_LANGUAGE_COUNT][TITLE_BYTES];
    struct av_lesson lesson = *player->run.lesson;
    struct av_arena arena;
    av_arena_init(&arena, 0);
    struct av_question *kept = av_arena_allocate(&arena, (size_t)lesson.n_question + 1, sizeof *kept);
    if (kept == NULL)
        return av_error_set(error, AV_ERROR_MEMORY, path, "not enough memory for its questions");
    for (int i = 0; i < AV_LANGUAGE_COUNT; i++) {
        snprintf(titles[i], TITLE_BYTES, "%s%s", lesson.title.in[i], modified.in[i]);
        lesson.title.in[i] = titles[i];
    }
    enum av_status status = av_quiz_answerable(player->run.lesson, kept, &lesson.n_question, error);
    lesson.questions = kept;
    if (status == AV_OK)
        status = av_lesson_write(&lesson, path, false, error);
    av_arena_finish(&arena);
    return status;
}

enum av_status av_editor_finish_write(struct av_player *player, const struct av_prompt *prompt, struct av_error *error)
{
    struct av_error fault;
    (void)error;
    enum av_status status = av_experiment_changed(player)
                                ? write_changed(player, prompt->text, &fault)
                                : av_lesson_write(player->run.lesson, prompt->text, false, &fault);
    if (status == AV_OK) {
        av_notice_about(player, AV_NOTICE_WRITTEN, prompt->text);
    } else {
        char text[sizeof fault.place + sizeof fault.message + 4];
        snprintf(text, sizeof text, "%s: %s", fault.place, fault.message);
        av_notice_about(player, AV_NOTICE_NOT_WRITTEN, text);
    }
    return AV_OK;
}
