#include "at.h"

#include <stdio.h>
#include <string.h>

#include "attnviz/base/suggest.h"

static bool is_name(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(text, name, length) == 0;
}

/* The stage whose name the first length bytes of text are; −1 where they name none. A block that only adds is called
 * residual on the screen, so that name is understood too. */
static int find_stage(const char *text, size_t length)
{
    if (is_name(text, length, "residual"))
        return AV_STAGE_BLOCK;
    for (int i = 0; i < AV_STAGE_COUNT; i++) {
        if (is_name(text, length, av_stage_name((enum av_stage)i)))
            return i;
    }
    return -1;
}

/* The colon in front of the stage's name: a token may have colons of its own. NULL where no stage is named. */
static const char *find_split(const char *text, int *stage)
{
    if (!*text)
        return NULL;
    for (const char *colon = strchr(text + 1, ':'); colon; colon = strchr(colon + 1, ':')) {
        *stage = find_stage(colon + 1, strcspn(colon + 1, ":"));
        if (*stage >= 0)
            return colon;
    }
    return NULL;
}

static enum av_status refuse_stage(const char *text, struct av_error *error)
{
    const char *colon = strchr(text, ':');
    if (!colon || colon == text)
        return av_error_set(error, AV_ERROR_USAGE, "--at", "TOKEN:STAGE expected, as in 3:softmax, \"%s\" found", text);
    const char *names[AV_STAGE_COUNT];
    for (int i = 0; i < AV_STAGE_COUNT; i++)
        names[i] = av_stage_name((enum av_stage)i);
    char name[64], suggestion[AV_SUGGESTION_BYTES], stages[160];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(colon + 1, ":"), colon + 1);
    return av_error_set(error, AV_ERROR_USAGE, "--at", "a stage expected (%s), \"%s\" found%s",
                        av_suggest_choices(stages, sizeof stages, "", names, AV_STAGE_COUNT), name,
                        av_suggest_text(suggestion, name, names, AV_STAGE_COUNT));
}

/* A number from 1 to count, to *index from 0. False where text is not all digits; *index is −1 where it is out of
 * range. */
static bool parse_number(const char *text, size_t length, int count, int *index)
{
    int number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = number > count ? number : number * 10 + (text[i] - '0');
    }
    *index = number >= 1 && number <= count ? number - 1 : -1;
    return length > 0;
}

static enum av_status find_token(const char *text, size_t length, const struct av_player *player, int *token,
                                 struct av_error *error)
{
    int shown = length < 64 ? (int)length : 64;
    if (parse_number(text, length, player->run.n_token, token)) {
        if (*token >= 0)
            return AV_OK;
        return av_error_set(error, AV_ERROR_USAGE, "--at", "a token from 1 to %d expected, %.*s found",
                            player->run.n_token, shown, text);
    }
    int times = 0;
    for (int i = 0; i < player->run.n_token; i++) {
        /* its text as the lesson has it, whatever a plain screen calls it */
        const char *candidate = player->run.lesson->vocabulary[av_player_token(player, i)];
        if (strlen(candidate) == length && memcmp(candidate, text, length) == 0) {
            times++;
            *token = i;
        }
    }
    if (times == 1)
        return AV_OK;
    if (times == 0)
        return av_error_set(error, AV_ERROR_USAGE, "--at",
                            "no token \"%.*s\" in this lesson: a number from 1 to %d would do", shown, text,
                            player->run.n_token);
    return av_error_set(error, AV_ERROR_USAGE, "--at",
                        "the token \"%.*s\" stands %d times in this lesson: give its number, from 1 to %d", shown, text,
                        times, player->run.n_token);
}

/* The next of ":LAYER" and ":HEAD", where there is one. */
static enum av_status parse_part(const char **text, const char *what, int count, int *index, struct av_error *error)
{
    if (!**text)
        return AV_OK;
    const char *digits = *text + 1;
    size_t length = strcspn(digits, ":");
    if (!parse_number(digits, length, count, index) || *index < 0)
        return av_error_set(error, AV_ERROR_USAGE, "--at", "a %s from 1 to %d expected, \"%.*s\" found", what, count,
                            length < 32 ? (int)length : 32, digits);
    *text = digits + length;
    return AV_OK;
}

enum av_status av_at_parse(const char *text, const struct av_player *player, struct av_place *place,
                           struct av_error *error)
{
    const struct av_config *config = &player->run.lesson->model.config;
    const char *colon = find_split(text, &place->stage);
    if (!colon)
        return refuse_stage(text, error);
    if (!av_stage_exists(config, (enum av_stage)place->stage))
        return av_error_set(error, AV_ERROR_USAGE, "--at", "this lesson's model has no %s",
                            av_stage_name((enum av_stage)place->stage));
    if (find_token(text, (size_t)(colon - text), player, &place->token, error) != AV_OK)
        return AV_ERROR_USAGE;
    const char *rest = colon + 1 + strcspn(colon + 1, ":");
    if (parse_part(&rest, "layer", config->n_layer, &place->layer, error) != AV_OK ||
        parse_part(&rest, "head", config->n_head, &place->head, error) != AV_OK)
        return AV_ERROR_USAGE;
    if (*rest)
        return av_error_set(error, AV_ERROR_USAGE, "--at", "nothing expected after the head, \"%s\" found", rest);
    return AV_OK;
}
