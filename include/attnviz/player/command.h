/* Commands: all that a learner can do, in one table; keys, mouse, help, man page and README come from it. */
#ifndef ATTNVIZ_PLAYER_COMMAND_H
#define ATTNVIZ_PLAYER_COMMAND_H

#include "attnviz/base/language.h"

enum av_command_id {
    AV_COMMAND_NONE,
    AV_COMMAND_STAGE_NEXT,
    AV_COMMAND_STAGE_BACK,
    AV_COMMAND_TOKEN_NEXT,
    AV_COMMAND_TOKEN_BACK,
    AV_COMMAND_FIRST,
    AV_COMMAND_LAST,
    AV_COMMAND_GO_TO_TOKEN, /* asks for a number; with an argument, goes there */
    AV_COMMAND_GO_TO_STAGE, /* argument: enum av_stage (mouse) */
    AV_COMMAND_RESUME,      /* to where the learner stopped the last time */
    AV_COMMAND_PANEL_NEXT,
    AV_COMMAND_PANEL_BACK,
    AV_COMMAND_ENTER, /* into a panel; its cell's working, and on; takes what was typed, chosen or pointed at */
    AV_COMMAND_LEAVE, /* out of the working, the panel, the help, the prompt; away from a question */
    AV_COMMAND_BACK,  /* one stop of the walk; with an argument, to that stop, from 1 (mouse) */
    AV_COMMAND_CELL_LEFT,
    AV_COMMAND_CELL_RIGHT,
    AV_COMMAND_CELL_UP,
    AV_COMMAND_CELL_DOWN,
    AV_COMMAND_CELL_FIRST, /* first column */
    AV_COMMAND_CELL_LAST,
    AV_COMMAND_CELL_PAGE_UP,
    AV_COMMAND_CELL_PAGE_DOWN,
    AV_COMMAND_CELL_SELECT,  /* arguments: view, row, column (mouse) */
    AV_COMMAND_PANEL_SCROLL, /* arguments: view, first row and column in sight (mouse) */
    AV_COMMAND_FIND,         /* asks for a token's text, and goes to the next that matches */
    AV_COMMAND_ZOOM,         /* the panel fills the screen, or does so no longer */
    AV_COMMAND_CELL_LOOK,    /* numbers, heat, or both */
    AV_COMMAND_FLOW,         /* follows the cursor's number forwards, or does so no longer */
    AV_COMMAND_DIGITS_FEWER,
    AV_COMMAND_DIGITS_MORE,
    AV_COMMAND_TERM_SELECT, /* arguments: none, entry and column of the working (mouse) */
    AV_COMMAND_CACHE,
    AV_COMMAND_PREFILL, /* the prompt at once, or token by token */
    AV_COMMAND_HEAD_BACK,
    AV_COMMAND_HEAD_NEXT,
    AV_COMMAND_LAYER_BACK,
    AV_COMMAND_LAYER_NEXT,
    AV_COMMAND_SIDE_BY_SIDE, /* that lens, and back from it */
    AV_COMMAND_LENS_PANELS,  /* the lenses, in the order of enum av_lens */
    AV_COMMAND_LENS_SIDE,
    AV_COMMAND_LENS_BLOCKS,
    AV_COMMAND_LENS_COUNTS,
    AV_COMMAND_LENS_MEASURE,
    AV_COMMAND_LENS_SIZES,
    AV_COMMAND_LENS_FLASH,
    AV_COMMAND_LENS_PAGED,
    AV_COMMAND_LENS_HEADS,
    AV_COMMAND_LENS_LAYERS,
    AV_COMMAND_LENS_LOSS,
    AV_COMMAND_LENS_SCALE,
    AV_COMMAND_LENS_MERGED,
    AV_COMMAND_TAB_NEXT, /* the lens beside this one; the first after the last */
    AV_COMMAND_TAB_BACK,
    AV_COMMAND_LENS_NEXT, /* what these three do, the lens says: see lens.h */
    AV_COMMAND_LENS_BACK,
    AV_COMMAND_LENS_RUN,
    AV_COMMAND_CONTROL_NEXT, /* chooses what + and − set */
    AV_COMMAND_CONTROL_BACK,
    AV_COMMAND_CONTROL_MORE,
    AV_COMMAND_CONTROL_LESS,
    AV_COMMAND_CONTROL_SELECT, /* arguments: which; 1 or −1: a step up or down, 0: none (mouse) */
    AV_COMMAND_MASK,
    AV_COMMAND_SCALE,
    AV_COMMAND_TEMPERATURE, /* asks for it, as do the next two */
    AV_COMMAND_TOP_K,
    AV_COMMAND_SEED,
    AV_COMMAND_EDIT,   /* asks for another value of the number under the cursor; without a cursor, for another token */
    AV_COMMAND_MORE,   /* the number under the cursor, a step larger … */
    AV_COMMAND_LESS,   /* … or smaller */
    AV_COMMAND_INSERT, /* asks for a token to come after this one */
    AV_COMMAND_DELETE,
    AV_COMMAND_BAN,
    AV_COMMAND_UNDO,
    AV_COMMAND_REDO,
    AV_COMMAND_RESET,
    AV_COMMAND_WRITE,  /* asks for the file */
    AV_COMMAND_CHOOSE, /* argument: which choice of a question, from 0 (mouse, digits) */
    AV_COMMAND_HINT,
    AV_COMMAND_ANSWER, /* shows it */
    AV_COMMAND_PLAY,
    AV_COMMAND_FASTER,
    AV_COMMAND_SLOWER,
    AV_COMMAND_LANGUAGE,
    AV_COMMAND_THEME,
    AV_COMMAND_HELP,
    AV_COMMAND_GLOSSARY, /* at a concept: enum av_concept (mouse), or that of the panel where one is */
    AV_COMMAND_REPAINT,
    AV_COMMAND_QUIT,
    AV_COMMAND_COUNT,
};

enum av_command_group {
    AV_GROUP_STEP,
    AV_GROUP_LOOK,
    AV_GROUP_SWITCH,
    AV_GROUP_LENS,
    AV_GROUP_CHANGE,
    AV_GROUP_QUESTION,
    AV_GROUP_PROGRAM,
    AV_GROUP_COUNT
};

struct av_command {
    enum av_command_id id;
    int argument[3];
};

struct av_command_info {
    enum av_command_id id;
    const char *name;            /* "stage-next" */
    enum av_command_group group; /* commands stand by group in enum av_command_id */
    struct av_words help;        /* one line for the help screen, man page and README: "next stage" */
    struct av_words brief; /* one or two words for the key line: "stage"; in[…] is NULL where it is not shown there */
};

/* Of a command other than AV_COMMAND_NONE. */
const struct av_command_info *av_command_info(enum av_command_id id);
struct av_words av_command_group_title(enum av_command_group group);

#endif
