/* The player: where the learner stands in a lesson, which switches are set, and the traces of both ways of decoding. */
#ifndef ATTNVIZ_PLAYER_PLAYER_H
#define ATTNVIZ_PLAYER_PLAYER_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/language.h"
#include "attnviz/base/status.h"
#include "attnviz/lesson/lesson.h"
#include "attnviz/player/command.h"
#include "attnviz/player/experiment.h"
#include "attnviz/player/flash.h"
#include "attnviz/player/heads.h"
#include "attnviz/player/help.h"
#include "attnviz/player/keymap.h"
#include "attnviz/player/layers.h"
#include "attnviz/player/lens.h"
#include "attnviz/player/loss.h"
#include "attnviz/player/measure.h"
#include "attnviz/player/merged.h"
#include "attnviz/player/paged.h"
#include "attnviz/player/prompt.h"
#include "attnviz/player/quiz.h"
#include "attnviz/player/run.h"
#include "attnviz/player/scaling.h"
#include "attnviz/player/shapes.h"
#include "attnviz/player/view.h"
#include "attnviz/player/walk.h"
#include "attnviz/player/working.h"

enum av_theme {
    AV_THEME_DARK,
    AV_THEME_LIGHT,
    AV_THEME_ANY, /* readable on black and on white, where nobody knows which it is */
    AV_THEME_MONO,
    AV_THEME_COUNT,
};

/* How cells are shown in every panel. */
enum av_cell_look {
    AV_LOOK_NUMBERS, /* the weights at work glow */
    AV_LOOK_BOTH,    /* every number, by its size in its panel */
    AV_LOOK_HEAT,    /* the size alone */
    AV_LOOK_CHANGE,  /* what the last change added to each number; only where there was one */
    AV_LOOK_COUNT,
};

/* Why the last command changed nothing, or what it did where that may not be seen at once. */
enum av_notice {
    AV_NOTICE_NONE,
    AV_NOTICE_FIRST_STAGE, /* there is nothing before this one … */
    AV_NOTICE_LAST_STAGE,  /* … or after it, in the whole lesson */
    AV_NOTICE_FIRST_TOKEN,
    AV_NOTICE_FIRST_STEP, /* reads the whole prompt, and the tokens asked for are among them */
    AV_NOTICE_LAST_TOKEN,
    AV_NOTICE_NO_SUCH_TOKEN, /* asked for by number, which is in 1 … n_token */
    AV_NOTICE_ONE_HEAD,      /* the model has one alone */
    AV_NOTICE_FIRST_HEAD,
    AV_NOTICE_LAST_HEAD,
    AV_NOTICE_ONE_LAYER,
    AV_NOTICE_FIRST_LAYER,
    AV_NOTICE_LAST_LAYER,
    AV_NOTICE_FIRST_TILE, /* of FlashAttention … */
    AV_NOTICE_LAST_TILE,
    AV_NOTICE_ONE_QUERY, /* … which with the cache is of the new row */
    AV_NOTICE_NO_CACHE,  /* the rule looks ahead, and no cache stays true under it */
    AV_NOTICE_NO_MASK,   /* attention to a source has none … */
    AV_NOTICE_NO_BAN,    /* … and keeps nothing of it from anybody */
    AV_NOTICE_NO_MEMORY, /* for a change */
    AV_NOTICE_NOTHING_TO_UNDO,
    AV_NOTICE_NOTHING_TO_REDO,
    AV_NOTICE_FORGOTTEN,    /* there were more changes than are kept */
    AV_NOTICE_NOT_CHANGED,  /* the lesson is as it was opened */
    AV_NOTICE_NOT_A_WEIGHT, /* the cell is computed, and cannot be set */
    AV_NOTICE_FULL,         /* no room for another token */
    AV_NOTICE_ONLY_TOKEN,   /* the prompt's only one stays */
    AV_NOTICE_NO_NUMBER,    /* what was typed is none that fits */
    AV_NOTICE_NOT_IN_VOCABULARY,
    AV_NOTICE_NOT_WRITTEN,
    AV_NOTICE_WRITTEN, /* what was done, from here to ALLOWED */
    AV_NOTICE_MASK_CAUSAL,
    AV_NOTICE_MASK_MULTIPLIED,
    AV_NOTICE_MASK_NONE,
    AV_NOTICE_SCALED,
    AV_NOTICE_UNSCALED,
    AV_NOTICE_DELETED,
    AV_NOTICE_AT_ONCE, /* the prompt is read in one step … */
    AV_NOTICE_ONE_BY_ONE,
    AV_NOTICE_ONE_TOKEN, /* … which of one token is the same */
    AV_NOTICE_BANNED,
    AV_NOTICE_ALLOWED,
    AV_NOTICE_UNDONE,
    AV_NOTICE_REDONE,
    AV_NOTICE_RESET,
    AV_NOTICE_SMALLEST, /* what is to be set is at its end */
    AV_NOTICE_LARGEST,
    AV_NOTICE_SLOWEST,
    AV_NOTICE_FASTEST,
    AV_NOTICE_NOT_FOUND,          /* sought */
    AV_NOTICE_NOTHING_SOUGHT,     /* and nothing typed */
    AV_NOTICE_NOTHING_TO_FOLLOW,  /* the cursor's cell has no number */
    AV_NOTICE_LOOK,               /* how cells are shown now */
    AV_NOTICE_DIGITS,             /* how many decimals they have */
    AV_NOTICE_STOPPED,            /* that is where the learner stopped the last time, and r goes there */
    AV_NOTICE_NOT_STOPPED,        /* there is no such place */
    AV_NOTICE_QUESTION_OPEN,      /* which waits for an answer before what this key does */
    AV_NOTICE_QUESTION_WAITS,     /* until the lesson is as it was opened, of which it speaks */
    AV_NOTICE_NO_HINT,            /* there is none */
    AV_NOTICE_CHOOSE,             /* something is to be chosen first … */
    AV_NOTICE_TYPE_NUMBER,        /* … or a number to be typed */
    AV_NOTICE_NOT_ASKED_ABOUT,    /* the question is not about a cell of this panel */
    AV_NOTICE_UNEXPLAINED,        /* what was to be explained has no number: its state says why */
    AV_NOTICE_GIVEN,              /* behind a number of the lesson's file there is nothing to go on to … */
    AV_NOTICE_CONSTANT,           /* … nor behind one that the model has so … */
    AV_NOTICE_MADE_HERE,          /* … and one made of those above it is explained already */
    AV_NOTICE_RELOADED,           /* the file has changed, and was read again … */
    AV_NOTICE_RELOADED_UNCHANGED, /* … without what the learner had changed */
    AV_NOTICE_COUNT,
};

/* What is in sight of a panel that is too small for its matrix, once the wheel has chosen that. */
struct av_scroll {
    bool set;          /* false: the panel chooses, such that what matters here is in sight */
    bool keeps_cursor; /* but no further than the cell cursor stays in sight */
    int row, column;   /* the first ones in sight; further than the panel can scroll means its end */
};

/* What the lens that counts shows. */
enum av_counts_part { AV_COUNTS_WORK, AV_COUNTS_BYTES, AV_COUNTS_READS, AV_COUNTS_PART_COUNT };
struct av_counts {
    bool total;                /* of all steps so far, not of this one alone */
    enum av_counts_part first; /* stands first; where there is no room for more, alone */
};

#define AV_TOKEN_NUMBER_BYTES 12 /* "#1048576", the last token of the largest vocabulary */

struct av_player {
    const struct av_lesson *lesson; /* as it was opened; must outlive the player */
    struct av_run run;              /* of the lesson as it is now; all that the screen shows is read from it */

    struct av_place place;           /* no field is AV_ANY; token t means: step t + 1, of which n_first is the first */
    bool cache_on;                   /* never where no cache stays true */
    bool cache_wanted;               /* the switch, where the rule leaves a choice */
    bool prefill;                    /* the prompt is read at once: the first step is that of its last token */
    struct av_experiment experiment; /* what the learner has changed in the lesson */

    bool focused;                            /* a panel has the cell cursor */
    enum av_view_id focus;                   /* which; also remembered while not focused */
    int row, column;                         /* the cell cursor, 0-based */
    struct av_scroll scrolls[AV_VIEW_COUNT]; /* as long as the place stays, and the cursor in the panel that has it */
    bool zoomed;                             /* that panel fills the screen; only while focused */

    bool tracing;             /* a number is followed forwards (flow.h) … */
    struct av_address traced; /* … this one */

    enum av_cell_look look;
    int digits;          /* wanted decimals of cells, 1 … AV_DIGITS_MAX; 0: as many as fit */
    int digits_shown;    /* decimals of the panel looked at, as it is shown; as page_rows, set by whoever draws */
    int page_rows;       /* rows of the panel looked at that are in sight: a page; ≥ 1 */
    struct av_walk walk; /* the working that is open, of that cell or of one behind it */

    int control; /* which control of the lens + and − set */
    struct av_paged paged;
    struct av_sizes sizes;
    struct av_counts counts;
    struct av_flash_walk flash;
    struct av_heads heads;
    struct av_layers layers;
    struct av_losses losses;
    struct av_scaling scaling;
    struct av_merging merging;
    struct av_measure measure;

    bool playing;
    int speed; /* 0 slowest … AV_SPEED_MAX */
    struct av_help help;
    int hint; /* keys that may still be pressed before the hint of the first start goes; 0: it is not shown */
    struct av_prompt prompt;
    char sought[AV_PROMPT_BYTES]; /* the text that was last looked for, "" for none */
    struct av_quiz quiz;
    enum av_notice notice; /* of the last command; the next one clears it */
    char about[256];       /* what the notice is about, UTF-8: a token, what was typed, a file */
    const struct av_report
        *faults; /* what is wrong with the lesson's file by now, to be shown; NULL for nothing. Not owned */
    enum av_language language;
    bool plain; /* tokens are called by what ASCII can show, for a screen that has no more */
    enum av_theme theme;
    bool listed; /* the lesson was opened from the list of lessons: Esc leads back there, once nothing else is open */
    bool back;   /* and it was pressed: quit, too */
    bool quit;
    bool repaint; /* the terminal should be drawn anew; whoever does so clears it */

    /* "#1", "#2", … for plain: [tokens that there may be, or vocabulary, whichever are more] */
    char (*numbers)[AV_TOKEN_NUMBER_BYTES];
    struct av_arena arena; /* owns the numbers and the quiz's entries */
};

#define AV_HINT_KEYS     3
#define AV_HINT_TIME     20000 /* milliseconds after which the hint goes by itself */
#define AV_SPEED_MAX     6
#define AV_SPEED_DEFAULT 3
#define AV_DIGITS_MAX    9 /* a float has nine digits at most that tell it from its neighbours */

/* Runs the lesson's model over prompt and generated tokens, and stands at the lesson's start, in English, on a dark
 * screen. Errors: AV_ERROR_MEMORY, AV_ERROR_LIMIT where a trace is larger than memory addresses; the player then holds
 * nothing to finish. */
enum av_status av_player_init(struct av_player *player, const struct av_lesson *lesson, struct av_error *error);

/* Frees the traces and the arrays; the lesson stays. */
void av_player_finish(struct av_player *player);

/* Sets the notice, and what it is about. */
void av_notice_about(struct av_player *player, enum av_notice notice, const char *about);

/* Does a command, and computes what the screen will need (so that drawing changes nothing): the recomputation of this
 * step, its comparison with the cache, the counts of all steps so far, the next token's probabilities. A command that
 * does not apply here changes nothing but the notice, which says why. Stepping stops playing, but for
 * AV_COMMAND_STAGE_NEXT, which is what playing does. Recomputing within the traces' room fails only where the lesson
 * was changed: AV_ERROR_VALUE, AV_ERROR_LIMIT. */
enum av_status av_player_do(struct av_player *player, struct av_command command, struct av_error *error);

/* The same for a key, in the context where the player is. Any stepping key stops playing. Errors: as av_player_do. */
enum av_status av_player_press(struct av_player *player, int key, struct av_error *error);
enum av_context av_player_context(const struct av_player *player);

/* The context that a closed help gives back, or that there is without one. */
enum av_context av_player_context_below_help(const struct av_player *player);

/* True where AV_COMMAND_LEAVE leads to the list of lessons, as nothing else is open. */
bool av_player_leads_to_list(const struct av_player *player);

/* True where the hint of the first start is to be seen: while stepping and in panels, of whose keys it tells. */
bool av_player_hinted(const struct av_player *player);

/* Moves to a place, each field kept within what the lesson has; AV_ANY leaves a field as it is. Errors: as
 * av_player_do. */
enum av_status av_player_go(struct av_player *player, const struct av_place *place, struct av_error *error);

/* False where no cache stays true (av_rule_keeps_cache), and every step is recomputed. */
bool av_player_can_cache(const struct av_player *player);

/* The trace that is looked at: cached, or uncached with the cache off. Its first place.token + 1 rows are the
 * step's. */
const struct av_trace *av_player_trace(const struct av_player *player);

/* True where uncached_work has the counts of all steps up to token t's. Of a large model only the steps that were
 * looked at are counted: counting all of them would take seconds. */
bool av_player_counts_known(const struct av_player *player, int t);

/* The token id at place i of prompt and generated text. */
int av_player_token(const struct av_player *player, int i);

/* What the token at a place is called, one of the source, the one whose key is row j, and what one of the vocabulary
 * is: its text. Where plain is set and ASCII cannot show it, what it means in English; where the lesson does not say,
 * "#7": the seventh token, or the seventh of the vocabulary. UTF-8, unescaped; owned by the lesson or the player. */
const char *av_player_token_text(const struct av_player *player, int i);
const char *av_player_source_text(const struct av_player *player, int i);
const char *av_player_key_text(const struct av_player *player, int j);
const char *av_player_vocabulary_text(const struct av_player *player, int id);

/* What the lesson says, text; where plain is set, the tokens in it that ASCII cannot show are called as above, in
 * buffer[size]. The text itself where there are none of these. */
const char *av_player_words(const struct av_player *player, const char *text, char *buffer, size_t size);

/* True in a step that reads several tokens at once. */
bool av_player_prefills(const struct av_player *player);

/* The lesson's note at the player's place; NULL where there is none. */
const struct av_note *av_player_note(const struct av_player *player);

/* What follows at step t: the token at t + 1, or what would come after the last. The model chose it, and did not read
 * it in the prompt, where t ≥ n_prompt − 1. */
int av_player_next_token(const struct av_player *player, int t);

/* Milliseconds between two steps while playing. */
int av_player_delay(const struct av_player *player);

#endif
