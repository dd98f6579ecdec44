/* A lesson: a model, a prompt, and what there is to say at each place. Read from one JSON file. */
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

/* A lesson, its model and the traces of it may take this much. */
#define AV_LESSON_BYTES_MAX ((size_t)1 << 30)

enum av_when { AV_WHEN_ALWAYS, AV_WHEN_CACHE_ON, AV_WHEN_CACHE_OFF };

struct av_note {
    struct av_place place; /* fields may be AV_ANY */
    enum av_when when;
    int matrix;      /* enum av_view_id of the cell pointed at, AV_ANY for none */
    int row, column; /* 0-based, AV_ANY without a cell */
    struct av_words words;
};

struct av_lesson {
    char name[64]; /* "pronoun": the file's name without folder and ending */
    struct av_words title;
    struct av_words teaches; /* one sentence */
    struct av_model model;
    const char **vocabulary;   /* [vocab_size] */
    struct av_words *glosses;  /* [vocab_size] what a token means, in each language; entries or the whole may be NULL */
    struct av_words *features; /* [d_model] names of the model's columns, or NULL */
    struct av_words *key_features;   /* [n_kv_head·d_k] names of the columns of k (and q of the same head), or NULL */
    struct av_words *value_features; /* [n_kv_head·d_v], or NULL */
    int *prompt;                     /* [n_prompt] token ids */
    int n_prompt;                    /* ≥ 1 */
    int n_generate;                  /* ≥ 0 */
    struct av_sampling sampling;
    struct av_rule rule; /* what it starts with */
    bool cache_on;
    struct av_place start; /* no field is AV_ANY */
    struct av_note *notes;
    int n_note;
    struct av_arena arena; /* owns all of the above but the model's weights */
};

/* Everything that is wrong with a file, in the order found. */
struct av_report {
    struct av_error *errors;
    int count, capacity;
    bool complete; /* false where more was wrong than a report holds (100) */
};
void av_report_init(struct av_report *report);
void av_report_finish(struct av_report *report);

/* Reads and checks the lesson in the file; all of it or nothing (then *lesson holds nothing to finish). Every fault is in
 * the report, with place and both sides; the return is the first one's status. */
enum av_status av_lesson_load(struct av_lesson *lesson, const char *path, struct av_report *report);

/* The same from memory; name stands for the file's in messages, and model paths are relative to folder. */
enum av_status av_lesson_parse(struct av_lesson *lesson, const char *name, const char *folder, const char *bytes,
                               size_t length, struct av_report *report);
void av_lesson_finish(struct av_lesson *lesson);

/* The note to show at a place: of those that match, the one whose place names the most; the earlier among equals. NULL where
 * none matches. */
const struct av_note *av_lesson_note(const struct av_lesson *lesson, const struct av_place *place, bool cache_on);

#endif
