/* Lenses: other ways of looking at the place where the learner stands, each with its words, its controls and what its
 * keys do. */
#ifndef ATTNVIZ_PLAYER_LENS_H
#define ATTNVIZ_PLAYER_LENS_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/language.h"
#include "attnviz/base/status.h"
#include "attnviz/lesson/lens.h"
#include "attnviz/player/command.h"

struct av_player;

/* Something that a lens lets the learner set: with + and − once Tab has chosen it, or with the wheel. */
struct av_control {
    struct av_words name;

    /* What it is set to, in buffer[size] or for ever. */
    const char *(*show)(const struct av_player *player, enum av_language language, char *buffer, size_t size);

    /* Steps up, or down where direction is negative; false where it is at its end. Keys, wheel and ‹ › turn it by 1 and
     * −1, further only what the lens itself draws. */
    bool (*turn)(struct av_player *player, int direction);
};

struct av_lens_info {
    struct av_words title;           /* on its tab: one or two words */
    struct av_words words;           /* what it shows, where the lesson has no note: a sentence or two */
    struct av_words words_at_once;   /* of a step that reads the prompt at once; empty: the same */
    struct av_words words_of_source; /* where the model attends to a source; empty: the same */
    const struct av_control *controls;
    int n_control;

    /* AV_COMMAND_LENS_NEXT and _BACK (→ ←) and AV_COMMAND_LENS_RUN (Enter); false where the lens has nothing of its own
     * for it: then → and ← step through the stages. NULL: for none of them. */
    bool (*act)(struct av_player *player, enum av_command_id command);
    bool self_only; /* has nothing to show of a model that attends to a source, and says so */
    bool no_run;    /* Enter has nothing to do here, and is not offered */

    /* Computes what the lens shows at the player's place, if it is not there yet; called whenever that may have
     * changed. NULL: nothing. Errors: as av_player_do. */
    enum av_status (*refresh)(struct av_player *player, struct av_error *error);

    /* Stops what runs by itself, and gives back what is held for this lens alone; false where nothing ran. Esc does so
     * before it leaves the lens, and leaving it does so, too. NULL: nothing ever runs, nothing is held. */
    bool (*stop)(struct av_player *player);
};

const struct av_lens_info *av_lens_info(enum av_lens lens);

/* False where the lens has nothing to show of the lesson's model: it then says so, and has nothing to set. */
bool av_lens_applies(const struct av_player *player, enum av_lens lens);

/* Whether the lens of the player's place has panels, with cells for the cursor. */
bool av_player_has_panels(const struct av_player *player);

/* A command of the group AV_GROUP_LENS. Errors: as av_player_do. */
enum av_status av_lens_do(struct av_player *player, struct av_command command, struct av_error *error);

/* Stops what runs by itself in a lens; false where nothing does. */
bool av_lens_stop(struct av_player *player, enum av_lens lens);

/* What the lens needs to be drawn. */
enum av_status av_lens_refresh(struct av_player *player, struct av_error *error);

#endif
