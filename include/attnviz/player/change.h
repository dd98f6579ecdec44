/* A change: one thing that a learner makes different in a lesson, and how it is taken back. */
#ifndef ATTNVIZ_PLAYER_CHANGE_H
#define ATTNVIZ_PLAYER_CHANGE_H

#include <stdbool.h>

#include "attnviz/lesson/lesson.h"

enum av_change_kind {
    AV_CHANGE_WEIGHT,  /* one number of the model */
    AV_CHANGE_TOKEN,   /* another token at a place; a generated one becomes the prompt's, with all before it */
    AV_CHANGE_INSERT,  /* one token more, at a place */
    AV_CHANGE_DELETE,  /* the token at a place is gone; of the generated ones, the last */
    AV_CHANGE_BAN,     /* a token is banned from being attended to, or no longer */
    AV_CHANGE_SETTING, /* the rule, or how the next token is chosen */
};

/* Where a number stands in a model: row and column of the whole matrix, all heads side by side. */
struct av_weight_at {
    enum av_view_id matrix;
    int layer, row, column;
};

/* What can be set, besides numbers and tokens. */
struct av_setting {
    bool scaled;
    enum av_mask mask;
    struct av_sampling sampling;
};

/* How many tokens there are. */
struct av_lengths {
    int n_prompt, n_generate;
};

struct av_change {
    enum av_change_kind kind;
    struct av_weight_at at;       /* WEIGHT: which … */
    float number[2];              /* … before, after */
    int place;                    /* TOKEN, INSERT, DELETE, BAN: which token, from 0 … */
    int token[2];                 /* … its id before, after; only of the prompt's */
    bool banned;                  /* DELETE: the token was banned, and comes back so */
    struct av_lengths lengths[2]; /* TOKEN, INSERT, DELETE: before, after */
    struct av_setting setting[2]; /* SETTING: before, after */
};

/* A lesson that can be changed: prompt and banned are its own, with room for n_ctx tokens; the model too, from when
 * a number of it is to be changed on. Everything else is the opened lesson's, which must outlive it. */
struct av_draft {
    struct av_lesson lesson;
    bool own_model;
    bool *banned;          /* that of the lesson's rule, to be changed */
    struct av_arena arena; /* owns prompt and banned */
};

/* A draft that is as the lesson is. Errors: AV_ERROR_MEMORY; there is then nothing to finish. */
enum av_status av_draft_init(struct av_draft *draft, const struct av_lesson *lesson, struct av_error *error);
void av_draft_finish(struct av_draft *draft);

/* Becomes as the other is; both are drafts of one lesson. Errors: AV_ERROR_MEMORY, where it needs a model of its own;
 * it is then as before. */
enum av_status av_draft_assign(struct av_draft *draft, const struct av_draft *from, struct av_error *error);

/* Makes the change (back: takes it back), which was made for a draft that is as this one is. Where it makes the prompt
 * longer than it was, the generated tokens between stand in prompt already. Errors: as above. */
enum av_status av_draft_change(struct av_draft *draft, const struct av_change *change, bool back,
                               struct av_error *error);

/* What the setting is, and how long the text. */
struct av_setting av_lesson_setting(const struct av_lesson *lesson);
struct av_lengths av_lesson_lengths(const struct av_lesson *lesson);

/* The number of a model, which it has. */
float *av_model_number(const struct av_model *model, const struct av_weight_at *at);

#endif
