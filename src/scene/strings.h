/* What the interface says, in one table of two languages. */
#ifndef ATTNVIZ_SCENE_STRINGS_H
#define ATTNVIZ_SCENE_STRINGS_H

#include <stddef.h>

#include "attnviz/base/language.h"
#include "attnviz/engine/model.h"
#include "attnviz/engine/stage.h"
#include "attnviz/player/cost.h"
#include "attnviz/player/player.h"
#include "attnviz/player/view.h"

enum av_string {
    AV_STRING_LAYER,
    AV_STRING_HEAD,
    AV_STRING_PREFILL_ON,
    AV_STRING_CACHE_ON,
    AV_STRING_CACHE_OFF,
    AV_STRING_STEP_STATUS, /* which step, of how many, in which phase */
    AV_STRING_PROMPT,
    AV_STRING_DECODE,
    AV_STRING_PREFILL, /* so many tokens */
    AV_STRING_PLAYING,
    AV_STRING_COST,
    AV_STRING_COST_BRIEF,
    AV_STRING_MULTIPLY_ADDS,
    AV_STRING_MULTIPLY_ADDS_COUNTED,
    AV_STRING_CACHED,
    AV_STRING_UNCACHED,
    AV_STRING_SAVED,
    AV_STRING_SINCE_START,
    AV_STRING_CACHE_MEMORY,
    AV_STRING_PER_TOKEN,
    AV_STRING_PER_SOURCE_TOKEN,
    AV_STRING_EQUAL,
    AV_STRING_NOT_EQUAL,
    AV_STRING_OVER_VALUES,
    AV_STRING_VERDICT_OVER,
    AV_STRING_NOT_COUNTED,
    AV_STRING_NO_CACHE_RULE,
    AV_STRING_OLD_OLD, /* the four blocks of S: query × key */
    AV_STRING_OLD_NEW,
    AV_STRING_NEW_OLD,
    AV_STRING_NEW_NEW,
    AV_STRING_COMPUTED_NOW,
    AV_STRING_COMPUTED_MASKED,
    AV_STRING_PER_PAIR,   /* factors and their product */
    AV_STRING_SAVED_WORK, /* in front of what would have been computed */
    AV_STRING_NOTHING_OLD,
    AV_STRING_ALL_NEW,      /* where a prompt is read at once */
    AV_STRING_ROWS_COUNTED, /* the lens that counts: rows and pairs of a row and a key, in symbols and digits */
    AV_STRING_PAIRS_COUNTED,
    AV_STRING_BYTES,
    AV_STRING_BYTES_KEPT,
    AV_STRING_BYTES_Q_CACHE,
    AV_STRING_BYTES_READ,
    AV_STRING_BYTES_WRITTEN,
    AV_STRING_ROW_READS, /* in each layer */
    AV_STRING_JOIN,      /* counts of rows: "9 reused + 1 new" */
    AV_STRING_NEW,
    AV_STRING_REUSED,
    AV_STRING_RECOMPUTED,
    AV_STRING_DONE,
    AV_STRING_NONE_KEPT,
    AV_STRING_TO_APPEND,
    AV_STRING_THROWN_AWAY,
    AV_STRING_SOURCE,      /* of the source: its K and V */
    AV_STRING_SOURCE_ONCE, /* which are computed once */
    AV_STRING_SELF_ONLY,   /* a lens shows nothing of a source */
    AV_STRING_ROW_SUM,
    AV_STRING_X_FROM_LAYER,
    AV_STRING_CACHE_SUFFIX, /* K, V */
    AV_STRING_NEXT_TITLE,
    AV_STRING_CHOSEN,
    AV_STRING_DRAWN,
    AV_STRING_PROMPT_GIVES,
    AV_STRING_DROPPED,
    AV_STRING_REMOVED, /* from what a token may attend to */
    AV_STRING_GO_TO,   /* what is asked for in the prompt line, from here to ASK_WRITE */
    AV_STRING_FIND,
    AV_STRING_ASK_NUMBER,
    AV_STRING_ASK_TOKEN,
    AV_STRING_ASK_INSERT,
    AV_STRING_ASK_TEMPERATURE,
    AV_STRING_ASK_TOP_K,
    AV_STRING_ASK_SEED,
    AV_STRING_ASK_WRITE,
    AV_STRING_WAS,       /* a cell that was changed: what it was, and by how much it differs now */
    AV_STRING_AS_IT_WAS, /* in front of a note that speaks of other numbers */
    AV_STRING_MODIFIED,
    AV_STRING_MASK_CAUSAL,
    AV_STRING_MASK_MULTIPLIED,
    AV_STRING_MASK_NONE,
    AV_STRING_SCALED,
    AV_STRING_UNSCALED,
    AV_STRING_TOO_SMALL,
    AV_STRING_TOO_SMALL_BRIEF,
    AV_STRING_HELP,
    AV_STRING_STATES,
    AV_STRING_KEYS_OF, /* where */
    AV_STRING_GLOSSARY,
    AV_STRING_MOUSE,
    AV_STRING_CLICK, /* what a hand does with it, each followed by what that does */
    AV_STRING_CLICK_DOES,
    AV_STRING_DOUBLE_CLICK,
    AV_STRING_DOUBLE_CLICK_DOES,
    AV_STRING_WHEEL,
    AV_STRING_WHEEL_DOES,
    AV_STRING_SHIFT_WHEEL,
    AV_STRING_SHIFT_WHEEL_DOES,
    AV_STRING_CLOSE, /* what keys do */
    AV_STRING_OTHER_PART,
    AV_STRING_SCROLL,
    AV_STRING_CHOOSE,
    AV_STRING_OPEN,
    AV_STRING_GO,
    AV_STRING_TAKE,
    AV_STRING_CANCEL,
    AV_STRING_TEXT_OR_MEANING,
    AV_STRING_LIBRARY,
    AV_STRING_SHELF_COURSE, /* of the list of lessons, from here to BACK_TO_LIST */
    AV_STRING_SHELF_OWN,
    AV_STRING_SHELF_DONE, /* how many, of how many */
    AV_STRING_SHELF_EMPTY,
    AV_STRING_LESSON_NEW,
    AV_STRING_LESSON_STARTED,
    AV_STRING_LESSON_DONE,
    AV_STRING_LESSON_FAULTY,
    AV_STRING_STOPPED_AT,      /* token, stage */
    AV_STRING_STOPPED_AT_STEP, /* its number, stage */
    AV_STRING_MINUTES,
    AV_STRING_BEST_SCORE, /* right answers, questions */
    AV_STRING_FILTER,
    AV_STRING_FILTER_HINT,
    AV_STRING_FILTER_SHOWN, /* lessons, of all */
    AV_STRING_FILTER_NONE,  /* the filter, the key */
    AV_STRING_MORE_ABOVE,   /* lessons that are hidden */
    AV_STRING_MORE_BELOW,
    AV_STRING_SHOW_ALL, /* what Esc does */
    AV_STRING_LEAVE_LIST,
    AV_STRING_BACK_TO_LIST,
    AV_STRING_KEPT, /* what top-k and top-p keep */
    AV_STRING_MORE, /* terms of a sum that are not shown */
    AV_STRING_LOOKED_UP,
    AV_STRING_FROM_LAYER, /* which */
    AV_STRING_GIVEN,
    AV_STRING_ALL_ZERO,
    AV_STRING_ALL_THAT_FIT, /* decimals */
    AV_STRING_FLOWS_INTO,   /* what, mark, into what directly, mark, and further */
    AV_STRING_FLOWS_DIRECTLY,
    AV_STRING_FLOWS_NOWHERE,
    AV_STRING_FLOW_MARKS,
    AV_STRING_WHERE,    /* rows from, to, of how many; the same of columns */
    AV_STRING_EXTREMES, /* smallest, largest, mean */
    AV_STRING_EXTREMES_OF_ROW,
    AV_STRING_OF_NUMBERS, /* how many; what is left out: */
    AV_STRING_NOT_FINITE,
    AV_STRING_BLANK,
    AV_STRING_COLUMN_SUMS,
    AV_STRING_SUM_IN_SIGHT, /* the sum; rows from, to, of how many */
    AV_STRING_HINT,         /* of the first start; the last two with keys */
    AV_STRING_HINT_BRIEF,
    AV_STRING_HINT_STEPPING,
    AV_STRING_HINT_LOOKING,
    AV_STRING_QUESTION, /* which, of how many */
    AV_STRING_YOUR_ANSWER,
    AV_STRING_NEAR, /* the tolerance */
    AV_STRING_POINT_AT,
    AV_STRING_POINTING,
    AV_STRING_TRY_AGAIN,
    AV_STRING_RIGHT, /* in front of the answer, as the next three */
    AV_STRING_RIGHT_LATER,
    AV_STRING_WRONG,
    AV_STRING_SHOWN,
    AV_STRING_QUESTION_HINT,
    AV_STRING_GO_ON, /* the key */
    AV_STRING_SCORE,
    AV_STRING_SCORE_RIGHT,
    AV_STRING_SCORE_SKIPPED,
    AV_STRING_SCORE_OPEN,
    AV_STRING_SCORE_WHERE, /* step and stage */
    AV_STRING_TO_ANSWER,   /* what keys do */
    AV_STRING_TO_POINT,
    AV_STRING_SKIP,
    AV_STRING_TYPE_NUMBER,
    AV_STRING_EXPLAIN,
    AV_STRING_EDIT_TOKEN,
    AV_STRING_LARGEST, /* in a working: which terms are the largest */
    AV_STRING_TO_THE_BIT,
    AV_STRING_IN_GENERAL,
    AV_STRING_AT_STEP, /* which, layer, head, stage */
    AV_STRING_IN_FILE,
    AV_STRING_SINUSOID,
    AV_STRING_IN_THIS_STEP, /* since when a number is there */
    AV_STRING_IN_CACHE_SINCE,
    AV_STRING_COMPUTED_AGAIN,
    AV_STRING_FROM_STEP,
    AV_STRING_FROM_STEP_NOT_KEPT,
    AV_STRING_COUNTED_IN_STEP,
    AV_STRING_ALL_STEPS,
    AV_STRING_MEASURED,
    AV_STRING_SIZES_MODEL, /* the table of well-known models: its columns, their groups, the lines below */
    AV_STRING_SIZES_CONTEXT,
    AV_STRING_SIZES_LAYERS,
    AV_STRING_SIZES_WIDTH,
    AV_STRING_SIZES_HEADS,
    AV_STRING_SIZES_A_TOKEN,
    AV_STRING_SIZES_IN_ALL,
    AV_STRING_SIZES_TIMES,
    AV_STRING_SIZES_SAVE,
    AV_STRING_SIZES_UNGROUPED,
    AV_STRING_SIZES_SHAPE,
    AV_STRING_SIZES_WORK,
    AV_STRING_SIZES_GROUPED,
    AV_STRING_SIZES_FORMULAS,
    AV_STRING_SIZES_MATRICES,
    AV_STRING_SIZES_BEYOND,        /* the context */
    AV_STRING_SIZES_WINDOW,        /* its width */
    AV_STRING_SIZES_CACHE_LINE,    /* names or nothing, numbers, a token's; n, batch, all */
    AV_STRING_SIZES_CACHED_LINE,   /* names or nothing, numbers, sum */
    AV_STRING_SIZES_UNCACHED_LINE, /* n, of a row, all */
    AV_STRING_SIZES_GROUPED_LINE,  /* query heads, key heads; bytes of a token and in all, else */
    AV_STRING_SIZES_UNGROUPED_LINE,
    AV_STRING_FLASH_TITLE,  /* of FlashAttention: the query's token and number, keys, tiles, keys a tile; or nothing */
    AV_STRING_FLASH_SHARED, /* key head */
    AV_STRING_FLASH_TILES,
    AV_STRING_FLASH_TO_COME,
    AV_STRING_FLASH_HIDDEN,
    AV_STRING_FLASH_NOTHING_BEFORE,
    AV_STRING_FLASH_RESCALED,
    AV_STRING_FLASH_STAYS,
    AV_STRING_FLASH_AT_THE_END,
    AV_STRING_FLASH_ERRORS, /* of flash, of the plain way, of both */
    AV_STRING_FLASH_BYTES,  /* of flash, of a row, of all rows */
    AV_STRING_MEASURE_IDLE, /* what the measurement is about, from here to NO_MEMORY */
    AV_STRING_MEASURE_RUNNING,
    AV_STRING_MEASURE_STOPPED,
    AV_STRING_MEASURE_TIMED_OUT,
    AV_STRING_MEASURE_DONE,
    AV_STRING_MEASURE_TOO_LARGE,
    AV_STRING_MEASURE_NO_MEMORY,
    AV_STRING_SHAPE, /* of a model: d_model, layers, heads, heads of keys, d_k, d_ff, vocabulary */
    AV_STRING_SHAPE_N_CTX,
    AV_STRING_TIME_PER_TOKEN,
    AV_STRING_COUNT_PER_TOKEN,
    AV_STRING_GROWS_AS,
    AV_STRING_TIMES_AS_MUCH, /* at which n, the ratio of times, that of counts */
    AV_STRING_CROSSOVER_START,
    AV_STRING_CROSSOVER_FROM,
    AV_STRING_CROSSOVER_NEVER,
    AV_STRING_ATTENTION_ALONE, /* its exponents, its share in percent, and that of the projections */
    AV_STRING_PAGED_TAKEN,     /* which sequence, row, block; the next as well */
    AV_STRING_PAGED_FITS,
    AV_STRING_PAGED_PREFILL,  /* the sequence, its rows, its blocks */
    AV_STRING_PAGED_COPIED,   /* which sequence, from which block, how many rows, to which block, which row */
    AV_STRING_PAGED_OUT,      /* which sequence, row; blocks there are, blocks needed */
    AV_STRING_PAGED_OUT_COPY, /* which sequence, block, row; likewise */
    AV_STRING_PAGED_MENDS,
    AV_STRING_PAGED_FORKED, /* the last block has room; it is full */
    AV_STRING_PAGED_FORKED_FULL,
    AV_STRING_PAGED_FREED,
    AV_STRING_PAGED_ROWS,
    AV_STRING_PAGED_LOGICAL,
    AV_STRING_PAGED_PHYSICAL,
    AV_STRING_PAGED_BLOCKS,
    AV_STRING_PAGED_FREE, /* how many blocks nobody holds, one sequence, two of them */
    AV_STRING_PAGED_USED,
    AV_STRING_PAGED_SHARED_BLOCKS,
    AV_STRING_PAGED_ROWS_IN_USE, /* what the bytes are taken by, from here to PREALLOCATED */
    AV_STRING_PAGED_WASTED,
    AV_STRING_PAGED_SHARED,
    AV_STRING_PAGED_HELD,
    AV_STRING_PAGED_PREALLOCATED,
    AV_STRING_PAGED_SUM, /* the first four */
    AV_STRING_PAGED_CONTIGUOUS,
    AV_STRING_PAGED_NO_MEMORY,
    AV_STRING_FAULTS, /* how many, in the lesson's file */
    AV_STRING_FAULTS_MORE,
    AV_STRING_FAULTS_FIRST, /* what is to be done before the lesson opens */
    AV_STRING_FAULTS_STAY,  /* what is shown meanwhile */
    AV_STRING_PUT_AWAY,     /* the key */
    AV_STRING_HEADS_NAME,   /* of the heads beside each other: a mark or nothing, head, key head */
    AV_STRING_HEADS_SHARES, /* first and last key in sight */
    AV_STRING_HEADS_PART,   /* head */
    AV_STRING_HEADS_SUM,
    AV_STRING_HEADS_SUM_BIAS,
    AV_STRING_HEADS_JOINED,
    AV_STRING_HEADS_EQUAL, /* max|Δ|, what rounding may come to */
    AV_STRING_HEADS_DIFFERENT,
    AV_STRING_LAYERS_ROWS, /* of the stack of layers: columns, from here to CHANGED */
    AV_STRING_LAYERS_CHANGED,
    AV_STRING_LAYERS_IN,
    AV_STRING_LAYERS_OUT,
    AV_STRING_LAYERS_TRUE,  /* old rows */
    AV_STRING_LAYERS_STALE, /* the first layer whose keys and values changed, rows that did in all layers */
    AV_STRING_LAYERS_ABOVE, /* old rows: no keys and values, but what the layer gives */
    AV_STRING_LAYERS_FIRST,
    AV_STRING_LAYERS_TOTAL,  /* factors, sum */
    AV_STRING_LAYERS_HANDED, /* layer, the one before */
    AV_STRING_LAYERS_BOTTOM,
    AV_STRING_LOSS_CAUSAL, /* training: what a position sees */
    AV_STRING_LOSS_MULTIPLIED,
    AV_STRING_LOSS_NONE,
    AV_STRING_LOSS_SOURCE, /* what a position sees of a target */
    AV_STRING_LOSS_NEXT,
    AV_STRING_LOSS_LAST,
    AV_STRING_LOSS_MEAN,      /* over how many positions */
    AV_STRING_LOSS_GUESS,     /* vocabulary */
    AV_STRING_SCALE_ALL,      /* ÷√d_k: the current token; d_k */
    AV_STRING_SCALE_SOME,     /* the current token; the first columns, d_k */
    AV_STRING_SCALE_VARIANCE, /* of all scores so far; the columns of a table, from here to SLOPES */
    AV_STRING_SCALE_WEIGHT,
    AV_STRING_SCALE_SLOPE,
    AV_STRING_SCALE_SLOPES,
    AV_STRING_SCALE_EXAMPLE,         /* three weights */
    AV_STRING_SCALE_EXAMPLE_DIVIDED, /* by the root of; three weights */
    AV_STRING_SCALE_EXAMPLE_SLOPES,  /* the largest of each */
    AV_STRING_MERGED_RANK,           /* rank, side, what it is at most */
    AV_STRING_MERGED_EQUAL,          /* max|Δ|, bound */
    AV_STRING_MERGED_DIFFERENT,
    AV_STRING_MERGED_NOT_FINITE, /* nothing: a score has no number to compare */
    AV_STRING_MERGED_WAYS,
    AV_STRING_MERGED_PROJECT,
    AV_STRING_MERGED_SCORES,
    AV_STRING_MERGED_STEP,
    AV_STRING_MERGED_CACHED,
    AV_STRING_MERGED_ALL, /* n_head */
    AV_STRING_MERGED_NEVER,
    AV_STRING_MERGED_ALWAYS,
    AV_STRING_MERGED_UP_TO, /* tokens */
    AV_STRING_MERGED_ROTARY,
    AV_STRING_MERGED_LARGE, /* the most rows */
    AV_STRING_COUNT,
};

const char *av_string(enum av_string id, enum av_language language);

/* The text with each {} in it replaced by the next of the const char * that follow; in buffer[size]. */
const char *av_string_fill(char *buffer, size_t size, const char *text, ...);

/* The string with each {} in it replaced by the next of the const char * that follow; in buffer[size]. */
const char *av_string_with(char *buffer, size_t size, enum av_string id, enum av_language language, ...);

/* An entry of a working: what its line is called, and, where its numbers are made of those above it, how. */
const char *av_string_entry(enum av_entry entry, enum av_language language);
const char *av_string_entry_meaning(enum av_entry entry, enum av_language language);

/* A figure of the cost: what it is called; and, in a working, the parts of what is compared both ways. */
const char *av_string_figure(enum av_figure figure, enum av_language language);
const char *av_string_compared(enum av_compared part, enum av_language language);

/* A stage's name on the trail: that of block says what the model has there. */
const char *av_string_stage(const struct av_config *config, enum av_stage stage, enum av_language language);

/* What a stage does under a rule, in a sentence or two: the narration where the lesson has no note. */
const char *av_string_narration(const struct av_rule *rule, const struct av_place *place, bool cache_on,
                                enum av_language language);

/* The same of a step that reads all n tokens at once; in buffer[size]. */
const char *av_string_narration_at_once(const struct av_rule *rule, const struct av_place *place, bool cache_on,
                                        enum av_language language, char *buffer, size_t size);

/* The same of a stage where the model attends to a source; NULL where that makes no difference to it. */
const char *av_string_source_narration(const struct av_place *place, bool cache_on, bool first,
                                       enum av_language language);

/* A notice's words. {} in them is what the notice is about; in AV_NOTICE_NO_SUCH_TOKEN's it is the number of tokens, in
 * AV_NOTICE_LOOK's av_string_look, in AV_NOTICE_DIGITS' how many. */
const char *av_string_notice(enum av_notice notice, enum av_language language);

/* How cells are shown. */
const char *av_string_look(enum av_cell_look look, enum av_language language);

/* A state's name, a word or two. */
const char *av_string_state_name(enum av_state state, enum av_language language);

/* A state's meaning, for the help and for a cell. */
const char *av_string_state(enum av_state state, enum av_language language);

#endif
