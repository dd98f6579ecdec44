/* A lesson opened, played and drawn, for tests that look at screens. */
#ifndef TESTS_SCENE_FIXTURE_H
#define TESTS_SCENE_FIXTURE_H

#include "attnviz/player/player.h"
#include "attnviz/scene/scene.h"

struct fixture {
    struct av_lesson lesson;
    struct av_player player;
    struct av_canvas canvas;
};

/* Opens lessons/<name>.json, whose questions are not asked before av_quiz_turn says so; fails the test where it does
 * not load. */
void fixture_open(struct fixture *fixture, const char *name, int columns, int rows);

/* Opens a lesson from its text. */
void fixture_parse(struct fixture *fixture, const char *json, int columns, int rows);
void fixture_close(struct fixture *fixture);

/* Presses keys by name, apart by spaces: "Right Right c". */
void fixture_press(struct fixture *fixture, const char *keys);

/* Goes to a token (1-based) and a stage. */
void fixture_go(struct fixture *fixture, int token, enum av_stage stage);

void fixture_draw(struct fixture *fixture);

/* The canvas as text, lines ended with \n, spaces at their ends dropped; to be freed. */
char *fixture_text(const struct fixture *fixture);

/* One letter a cell for its role, likewise; to be freed. */
char *fixture_roles(const struct fixture *fixture);

#endif
