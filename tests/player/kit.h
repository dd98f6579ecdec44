/* Small lessons made by hand, with random models in them. */
#ifndef TESTS_PLAYER_KIT_H
#define TESTS_PLAYER_KIT_H

#include "../engine/random_model.h"
#include "attnviz/player/player.h"

/* 2 layers, 2 heads, learned positions, LayerNorm before, ReLU, residuals: every view but the gate exists. */
struct av_config kit_config(void);

/* 1 layer whose rows are longer than the sixteen partial sums of a norm or a softmax: 21 numbers, LayerNorm and
 * sinusoids, or, with rotary positions, 35 and RMSNorm. */
struct av_config kit_wide_config(bool rotary);

/* A lesson of n_prompt random tokens named "t0", "t1", … after which n_generate are generated greedily under a causal,
 * scaled rule; it starts at its first stage with the cache on. Where the model attends to a source, that is five random
 * tokens. Ended by kit_lesson_finish. */
void kit_lesson_init(struct av_lesson *lesson, const struct av_config *config, uint64_t seed, int n_prompt,
                     int n_generate);

/* Takes from a lesson's rule what a model that attends to a source has no use for. */
void kit_fit_rule(struct av_lesson *lesson);
void kit_lesson_finish(struct av_lesson *lesson);

/* What av_player_… would return as a fault ends the test here. */
void kit_open(struct av_player *player, const struct av_lesson *lesson);
void kit_close(struct av_player *player, struct av_lesson *lesson); /* ends both */
void kit_do(struct av_player *player, enum av_command_id id);
void kit_press(struct av_player *player, const char *keys); /* names, apart by spaces */
void kit_go(struct av_player *player, int token, enum av_stage stage, int layer, int head);

#endif
