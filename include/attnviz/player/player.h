/* The player: where the learner stands in a lesson, which switches are set, and the traces of both ways of decoding. */
#ifndef ATTNVIZ_PLAYER_PLAYER_H
#define ATTNVIZ_PLAYER_PLAYER_H

#include <stdbool.h>

#include "attnviz/base/language.h"
#include "attnviz/base/status.h"
#include "attnviz/engine/trace.h"
#include "attnviz/lesson/lesson.h"
#include "attnviz/player/command.h"
#include "attnviz/player/keymap.h"
#include "attnviz/player/view.h"

enum av_theme { AV_THEME_DARK, AV_THEME_LIGHT, AV_THEME_MONO, AV_THEME_COUNT };

struct av_player {
    const struct av_lesson *lesson; /* must outlive the player */
    int n_token;                    /* prompt + generated: the steps of the lesson */
    struct av_place place;          /* no field is AV_ANY; token t means: step t + 1 */
    bool cache_on;

    struct av_trace cached;            /* all n_token rows, run when the lesson was opened */
    struct av_trace uncached;          /* the recomputation of step uncached_step */
    int uncached_step;                 /* 0: none yet */
    struct av_work *uncached_work;     /* [n_token] of step s at s − 1, once run */
    struct av_comparison *comparisons; /* [n_token] cached with uncached; values is 0 until made */
    int chosen_after_last;             /* the token that the model would say after the lesson's last */

    bool focused;          /* a panel has the cell cursor */
    enum av_view_id focus; /* which; also remembered while not focused */
    int row, column;       /* the cell cursor, 0-based */

    bool playing;
    int speed; /* 0 slowest … AV_SPEED_MAX */
    bool help_open;
    int help_scroll;
    bool asking;    /* "go to token" waits for digits */
    char answer[8]; /* what was typed so far */
    enum av_language language;
    enum av_theme theme;
    bool quit;
    bool repaint; /* the terminal should be drawn anew; whoever does so clears it */
};

#define AV_SPEED_MAX 6

/* Runs the lesson's model over prompt and generated tokens, and stands at the lesson's start. */
enum av_status av_player_init(struct av_player *player, const struct av_lesson *lesson, struct av_error *error);
void av_player_finish(struct av_player *player);

/* Does a command, and computes what the screen will need (so that drawing changes nothing): without the cache the
 * recomputation of this step, the counts of all steps so far, the comparison. */
enum av_status av_player_do(struct av_player *player, struct av_command command, struct av_error *error);

/* The same for a key, in the context where the player is. */
enum av_status av_player_press(struct av_player *player, int key, struct av_error *error);
enum av_context av_player_context(const struct av_player *player);

/* Moves to a place, each field kept within what the lesson has. */
enum av_status av_player_go(struct av_player *player, const struct av_place *place, struct av_error *error);

/* The trace that is looked at: cached, or uncached with the cache off. Its first place.token + 1 rows are the step's. */
const struct av_trace *av_player_trace(const struct av_player *player);

/* The token id at place i of prompt and generated text. */
int av_player_token(const struct av_player *player, int i);
const char *av_player_token_text(const struct av_player *player, int i);

/* What is chosen at step t: the token at t + 1, or what would come after the last. */
int av_player_next_token(const struct av_player *player, int t);

/* Milliseconds between two steps while playing. */
int av_player_delay(const struct av_player *player);

#endif
