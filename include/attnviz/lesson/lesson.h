/* A lesson: a model, a prompt, and what there is to say at each place. Read from one JSON file.
 *
 * The file, for authors. Places count from 1. What has "= …" behind it may be left out and is then that. A key that is
 * not listed is an error, and so is a key that an object has twice. (n × m): an array of n rows of m numbers.
 *
 *   "$schema": "…/lesson.schema.json"          = none; for editors, and otherwise ignored
 *   "attnviz": 1                               the version of the format
 *   "title":   {"en": "…", "zh": "…"}          in both languages, as everywhere
 *   "teaches": {"en": "…", "zh": "…"}          one sentence
 *   "order": 3                                 = none; where it comes among the lessons of its folder, from 1 to 9999.
 *                                              Those that have none come last, by title
 *   "minutes": 6                               = not said; how long it takes, from 1 to 999
 *   "model":   {…} or "models/x.json"          as below; a path is relative to the lesson's folder, and a model that
 *                                              has a file of its own has "attnviz": 1, too, and may have "$schema"
 *   "source":  ["猫", "喝", …]                 where the model attends to a source, and only there: at most n_ctx tokens
 *   "prompt":  ["<s>", "小明", …]              one token of the vocabulary, or more
 *   "generate": 3                              how many are generated; with the prompt's at most n_ctx
 *   "sampling": {"temperature" = 0, "top_k" = 0, "top_p" = 1, "seed" = 1}
 *   "rule":  {"mask": "causal", "multiplied" or "none" = "causal", "scaled" = true, of a source: "none"
 *             "banned": [4, "书", …]}          = []; tokens that no other may attend to, by number, or by text where the
 *                                              prompt has it once; none where there is a source
 *   "start": {"token" = 1, "stage" = "embed", "layer" = 1, "head" = 1, "lens" = "panels", "cache" = true,
 *             "prefill" = false}               true: the prompt is read at once, in one step, which is its last token's
 *   "notes": [{"at": {"token", "stage", "layer", "head", "lens"}, each = anywhere (lens = "panels"); a token may be
 *                                              given by its text, where the prompt has it once
 *              "cache": true or false          = with the cache on and off
 *              "prefill" = false               true: of steps that read several tokens at once, false: of all others
 *              "rule": {"mask", "scaled"}      each = any; said only under a rule that has these, which may be one that
 *                                              the learner has switched to
 *              "cell": {"matrix": "A", "row": 10, "column": 4}  what it points at, named as in matrices.h; row = all,
 *                                              column = all
 *              "en": "…", "zh": "…"}, …]       = []
 *   "questions": [{"at": {"token", "stage", "layer", "head", "lens"}, as of a note; the first two are needed
 *              "cache": true or false          = with the cache on and off
 *              "prefill" = false               true: asked where the prompt is read at once; its place is the last
 *                                              token's
 *              "ask": {"en": "…", "zh": "…"}
 *              "choices": [{"en", "zh"}, {"token": "书"}, {"number": 536}, …]  2 to 9; a token or a number may have
 *                                              words as well, to be called by. = none: a number is typed in, or a
 *                                              cell pointed at, as the answer has it
 *              "answer": {…}                   as below
 *              "tolerance": 0.05               = 0; how far a number that is typed in may be from the answer
 *              "hint": {"en", "zh"}            = none
 *              "reason": {"en", "zh"}          why the answer is right
 *              "cover": ["A", "cost"]}, …]     = []; what would give the answer away, covered until it is given:
 *                                              matrices, and the costs. "cover" = the answer's matrix, "cost" for a
 *                                              figure, "p" for "next", and nothing for a "choice"
 *
 * The answer to a question is one of these. All but the first are computed, at the question's place:
 *
 *   {"choice": 2}                              the second of the choices
 *   {"value": {"matrix": "A", "row": 10, "column": 4}}  the cell's: a number typed in, or the nearest of those to
 *                                              choose from
 *   {"largest": {"matrix": "A", "row": 10}}    where in the row it is: a cell pointed at, or, where columns are tokens,
 *   {"smallest": {"matrix": "A", "row": 10}}   one of those to choose from
 *   {"state": "new", "matrix": "K"}            any such cell, pointed at: "new", "reused", "recomputed", "masked",
 *                                              "done", "discarded" or "never"
 *   {"figure": "saved"}                        one of the costs, named as in figures.h: a number, as for a value
 *   {"next": true}                             what the model says next: one of the tokens to choose from
 *
 * The model:
 *
 *   "vocabulary": ["<s>", "小明", …]           each token once
 *   "glosses": {"小明": {"en": "Xiaoming", "zh": "人名"}, …}  = {}; what tokens mean, in either language or both
 *   "d_model", "n_layer", "n_head", "n_kv_head" = n_head, "d_k", "d_v", "d_ff" = 0, "n_ctx"
 *   "attends": "self" or "source"                                 = "self"; to the tokens themselves, or q from them
 *                                              and k, v from the lesson's source, which are embedded in the same way
 *   "position": "none", "learned", "sinusoidal" or "rotary"       = "none"; of a source not "rotary"
 *   "norm": "none", "layer" or "rms"                              = "none"
 *   "norm_place": "before" or "after"                             = "before"
 *   "feed_forward": "none", "relu", "gelu" or "swiglu"            = "none"
 *   "bias" = false, "tied" = false, "residual" = true, "norm_epsilon" = 1e-5, "rotary_base" = 10000
 *   "features": ["thing", {"en": "heavy", "zh": "重"}, …]  = none; names of d_model columns, one for all languages
 *                                              or one in each; "key_features" has n_kv_head·d_k, "value_features"
 *                                              n_kv_head·d_v
 *   "embedding"           (vocabulary × d_model)
 *   "position_embedding"  (n_ctx × d_model)    where positions are learned
 *   "layers": [{
 *      "wq" (d_model × n_head·d_k), "wk" (d_model × n_kv_head·d_k), "wv" (d_model × n_kv_head·d_v),
 *      "wo" (n_head·d_v × d_model),
 *      "w_up" (d_model × d_ff), "w_down" (d_ff × d_model)         where there is a feed-forward
 *      "w_gate" (d_model × d_ff)                                  where it is "swiglu"
 *      "bq", "bk", "bv", "bo", "b_up", "b_down", "b_gate"         where "bias" is true: one number for each column of
 *                                              the weight, in one row
 *      "norm_1_gain" = all 1, "norm_2_gain" = all 1, "norm_1_bias" = all 0, "norm_2_bias" = all 0: d_model numbers,
 *                                              where there is a norm (a bias: where it is "layer")}, …]
 *   "final_gain" = all 1, "final_bias" = all 0 the same of the last norm, where norms come before
 *   "w_out"               (d_model × vocabulary)                  where "tied" is false
 *
 * Any weight may be {"random": "normal", "std": 0.02, "seed": 1} instead, or {"random": "uniform", "low": -1,
 * "high": 1, "seed": 1}. Its numbers follow from the seed and the weight's name ("layers[0].wq"), the same on every
 * machine: all weights of a model can have one seed.
 *
 * A file has at most 256 MiB and 4194304 values, in arrays and objects at most 100 deep. */
#ifndef ATTNVIZ_LESSON_LESSON_H
#define ATTNVIZ_LESSON_LESSON_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/language.h"
#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"
#include "attnviz/engine/model.h"
#include "attnviz/engine/rule.h"
#include "attnviz/engine/sampler.h"
#include "attnviz/lesson/matrices.h"
#include "attnviz/lesson/place.h"
#include "attnviz/lesson/question.h"

/* What a lesson may take, all in all: its model's weights and tables, its texts and lists (the arena), and two traces
 * of all its tokens, with the cache and without. Not counted: the tree of the file's JSON, which is gone when the
 * lesson is there (the limits of file and values above bound it), and the player's few numbers for each token. */
#define AV_LESSON_BYTES_MAX ((size_t)1 << 30)

#define AV_LESSON_ORDER_MAX   9999
#define AV_LESSON_MINUTES_MAX 999

struct av_note {
    struct av_place place; /* fields may be AV_ANY */
    enum av_when when;
    bool prefill;    /* of steps that read several tokens at once, and of no others; else the other way round */
    int mask;        /* enum av_mask of the rule that it speaks of, AV_ANY for any … */
    int scaled;      /* … and whether that scales: 1, 0, or AV_ANY */
    int matrix;      /* enum av_view_id of the cell pointed at, AV_ANY for none */
    int row, column; /* 0-based, AV_ANY without a cell */
    struct av_words words;
};

struct av_lesson {
    char name[64]; /* "pronoun": the file's name without folder and ending */
    struct av_words title;
    struct av_words teaches; /* one sentence */
    int order;               /* among the lessons of its folder, from 1 on; 0 where it has none */
    int minutes;             /* that it takes; 0 where it does not say */
    struct av_model model;
    const char **vocabulary;   /* [vocab_size] */
    struct av_words *glosses;  /* [vocab_size] what a token means, in each language; entries or the whole may be NULL */
    struct av_words *features; /* [d_model] names of the model's columns, or NULL */
    struct av_words *key_features;   /* [n_kv_head·d_k] names of the columns of k (and q of the same head), or NULL */
    struct av_words *value_features; /* [n_kv_head·d_v], or NULL */
    int *prompt;                     /* [n_prompt] token ids */
    int n_prompt;                    /* ≥ 1 */
    int *source;                     /* [n_source] token ids, where the model attends to a source */
    int n_source;                    /* 0: none */
    int n_generate;                  /* ≥ 0 */
    struct av_sampling sampling;
    struct av_rule rule; /* what it starts with; banned has n_ctx entries, or is NULL where no token is */
    bool cache_on;
    bool prefill;          /* the prompt is read at once, in the first step */
    struct av_place start; /* no field is AV_ANY */
    struct av_note *notes;
    int n_note;
    struct av_question *questions;
    int n_question;
    struct av_arena arena; /* owns all of the above but the model's weights */
};

#define AV_MODEL_PATH_BYTES 4096

/* Everything that is wrong with a file, in the order found. (Empty only where memory ran out even for that.) */
struct av_report {
    struct av_error *errors;
    int count, capacity;
    bool complete; /* false where more was wrong than a report holds (100) */
    char model_path
        [AV_MODEL_PATH_BYTES]; /* of the file that the lesson's model is in, or should be; "" where it is in none */
};
void av_report_init(struct av_report *report);

/* Adds a copy of error; where there is no room for it, the report is no longer complete. */
void av_report_add(struct av_report *report, const struct av_error *error);

/* Frees the errors; it is then empty. */
void av_report_finish(struct av_report *report);

/* Reads and checks the lesson in the file; all of it or nothing (then *lesson holds nothing to finish). Every fault is
 * in the report, with place and both sides; the return is the first one's status: AV_ERROR_IO, AV_ERROR_SYNTAX,
 * AV_ERROR_VALUE, AV_ERROR_LIMIT or AV_ERROR_MEMORY. */
enum av_status av_lesson_load(struct av_lesson *lesson, const char *path, struct av_report *report);

/* The same from memory; name stands for the file's in messages, and model paths are relative to folder. */
enum av_status av_lesson_parse(struct av_lesson *lesson, const char *name, const char *folder, const char *bytes,
                               size_t length, struct av_report *report);

/* Frees all that it owns, its model too; it is then empty. */
void av_lesson_finish(struct av_lesson *lesson);

/* True where the prompt can be read at once in the step of this token: it has several, of which this is the last. */
static inline bool av_lesson_can_prefill(const struct av_lesson *lesson, int token)
{
    return lesson->n_prompt > 1 && token == lesson->n_prompt - 1;
}

/* The note to show at a place, under the lesson's rule, in a step that reads several tokens at once (prefill) or one:
 * of those that match, the one whose place and rule name the most; the earlier among equals. NULL where none
 * matches. */
const struct av_note *av_lesson_note(const struct av_lesson *lesson, const struct av_place *place, bool cache_on,
                                     bool prefill);

/* The questions to ask at a place, in the file's order: the first behind `after` (one of this lesson's, or NULL for the
 * first of all) whose place names it. NULL where there is none. */
const struct av_question *av_lesson_question(const struct av_lesson *lesson, const struct av_place *place,
                                             bool cache_on, bool prefill, const struct av_question *after);

#endif
