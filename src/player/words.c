/* What tokens are called, and what the lesson says of them, also on a screen that shows no more than ASCII. */
#include <stdio.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "attnviz/player/player.h"

/* A token's text, if a plain screen can show it, or else its meaning; NULL where that cannot be shown either. */
static const char *plain_text(const struct av_lesson *lesson, int id)
{
    const char *gloss = lesson->glosses ? lesson->glosses[id].in[AV_ENGLISH] : NULL;
    if (av_text_is_plain(lesson->vocabulary[id]))
        return lesson->vocabulary[id];
    return gloss && av_text_is_plain(gloss) ? gloss : NULL;
}

/* What a token is called that has this number where nothing else can be shown. */
static const char *token_text(const struct av_player *player, int id, int number)
{
    if (!player->plain)
        return player->run.lesson->vocabulary[id];
    const char *text = plain_text(player->run.lesson, id);
    return text ? text : player->numbers[number - 1];
}

const char *av_player_token_text(const struct av_player *player, int i)
{
    if (av_player_covers_token(player, i))
        return "?";
    return token_text(player, player->run.tokens[i], i + 1);
}

const char *av_player_source_text(const struct av_player *player, int i)
{
    return token_text(player, player->run.lesson->source[i], i + 1);
}

const char *av_player_key_text(const struct av_player *player, int j)
{
    return player->run.lesson->n_source > 0 ? av_player_source_text(player, j) : av_player_token_text(player, j);
}

const char *av_player_vocabulary_text(const struct av_player *player, int id)
{
    return token_text(player, id, id + 1);
}

/* The longest token that text begins with and ASCII cannot show, but what it means: its bytes, and *name is that;
 * 0 where there is none. */
static size_t find_token(const struct av_lesson *lesson, const char *text, const char **name)
{
    size_t longest = 0;
    if ((unsigned char)*text < 0x80)
        return 0;
    for (int id = 0; id < lesson->model.config.vocab_size; id++) {
        size_t length = strlen(lesson->vocabulary[id]);
        if (length <= longest || strncmp(text, lesson->vocabulary[id], length) != 0)
            continue;
        const char *plain = plain_text(lesson, id);
        if (plain == NULL || plain == lesson->vocabulary[id])
            continue;
        *name = plain;
        longest = length;
    }
    return longest;
}

/* The length of " (break)" where text goes on with it; otherwise 0. */
static size_t said_again(const char *text, const char *meaning)
{
    size_t length = strlen(meaning);
    bool again = strncmp(text, " (", 2) == 0 && strncmp(text + 2, meaning, length) == 0 && text[2 + length] == ')';
    return again ? length + 3 : 0;
}

/* Words that stand for tokens are set apart from what they would run into. */
static bool runs_into(const char *before, const char *start)
{
    return before > start && (unsigned char)before[-1] > ' ' && strchr("(\"'-/", before[-1]) == NULL &&
           (unsigned char)before[-1] < 0x80;
}

const char *av_player_words(const struct av_player *player, const char *text, char *buffer, size_t size)
{
    const struct av_lesson *lesson = player->run.lesson;
    char *end = buffer, *const limit = buffer + size - 1;
    bool named = false; /* a token has just been */
    if (!player->plain || av_text_is_plain(text))
        return text;
    while (*text != '\0' && end < limit) {
        const char *name = "";
        size_t length = find_token(lesson, text, &name);
        if (length == 0) {
            bool letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
            if (named && letter && end < limit)
                *end++ = ' ';
            named = false;
            if (end < limit)
                *end++ = *text++;
            continue;
        }
        end += snprintf(end, (size_t)(limit - end) + 1, "%s%s", runs_into(end, buffer) ? " " : "", name);
        end = end < limit ? end : limit;
        text += length;
        text += said_again(text, name);
        named = true;
    }
    *end = '\0';
    return buffer;
}
