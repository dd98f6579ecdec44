/* The layout: which panels are on the screen, and where. */
#ifndef ATTNVIZ_SCENE_LAYOUT_H
#define ATTNVIZ_SCENE_LAYOUT_H

#include <stdbool.h>

#include "attnviz/base/text.h"
#include "attnviz/player/player.h"

/* Besides the views, a panel may show the cost, or what is asked. */
#define AV_PANEL_COST     AV_VIEW_COST
#define AV_PANEL_QUESTION AV_VIEW_COUNT
#define AV_PANEL_FAULTS   (AV_VIEW_COUNT + 1)

struct av_rectangle {
    int x, y, width, height;
};

struct av_panel {
    int what;                /* enum av_view_id, or one of the two */
    bool bright;             /* the stage is about it */
    struct av_rectangle box; /* its frame included; neighbours share the frame between them */
};

#define AV_PANELS_MAX 24

struct av_layout {
    int top, tokens, stages;    /* lines */
    int source;                 /* the line above the tokens, AV_ANY where there is none */
    bool glossed;               /* the line after the tokens says what they mean */
    int formula, notes, n_note; /* lines; n_note of narration; the formula has none (−1) where a box needs it */
    int keys;
    struct av_rectangle
        box; /* of a question, or of the score, instead of the narration; height 0 where there is none */
    struct av_panel panels[AV_PANELS_MAX];
    int n_panel;
    int tabs;                 /* the line of the lenses' tabs, and what another lens than the panels has … */
    struct av_rectangle lens; /* … instead of panels and formula; height 0 for the panels */
};

/* tokens.c: true where most tokens of the lesson have a meaning to show, and tokens and meanings fit this width. */
bool av_tokens_glossed(const struct av_player *player, int width, enum av_charset charset);

/* question.c: lines of a question's box on a screen of this size, at most so many; 0 where nothing is asked. */
int av_question_height(const struct av_player *player, int width, int height, int most, enum av_charset charset);

/* The panels of the stage alone, in lines y … y + height − 1 of a part of the screen. */
struct av_layout av_layout_of_panels(const struct av_player *player, int y, int width, int height,
                                     enum av_charset charset);

/* For a screen of at least AV_SCREEN_COLUMNS_MIN × AV_SCREEN_ROWS_MIN. */
struct av_layout av_layout_of(const struct av_player *player, int width, int height, enum av_charset charset);

#endif
