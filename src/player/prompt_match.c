/* Finding a token of the vocabulary by a part of its text, or of what it means. */
#include "attnviz/player/prompt.h"

#include <string.h>
#include <strings.h>

#include "attnviz/player/player.h"
#include "find.h"

/* Where text has part, without regard to the case of ASCII letters; NULL where it has not. */
static const char *find_part(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (; *text != '\0'; text++) {
        if (strncasecmp(text, part, length) == 0)
            return text;
    }
    return *part == '\0' ? text : NULL;
}

/* 0: it is what was typed; 1: it begins so; 2: it has it somewhere; 3: not at all. */
static int rank_of_text(const char *text, const char *part)
{
    const char *at = text != NULL ? find_part(text, part) : NULL;
    return at == NULL ? 3 : at > text ? 2 : text[strlen(part)] == '\0' ? 0 : 1;
}

static int rank_of(const struct av_player *player, int id, const char *part)
{
    const struct av_lesson *lesson = player->run.lesson;
    int best = rank_of_text(lesson->vocabulary[id], part);
    for (int language = 0; lesson->glosses != NULL && language < AV_LANGUAGE_COUNT; language++) {
        int rank = rank_of_text(lesson->glosses[id].in[language], part);
        best = rank < best ? rank : best;
    }
    return best;
}

bool av_find_matches(const struct av_player *player, int id, const char *part)
{
    return rank_of(player, id, part) < 3;
}

int av_prompt_match(const struct av_player *player, int nth)
{
    int vocab_size = player->run.lesson->model.config.vocab_size;
    for (int rank = 0; rank < 3; rank++) {
        for (int id = 0; id < vocab_size; id++) {
            if (rank_of(player, id, player->prompt.text) == rank && nth-- == 0)
                return id;
        }
    }
    return -1;
}
