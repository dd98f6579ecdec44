/* Models made up at random, over all the options that a config has. */
#ifndef TESTS_ENGINE_RANDOM_MODEL_H
#define TESTS_ENGINE_RANDOM_MODEL_H

#include <stdint.h>

#include "attnviz/engine/model.h"

struct random_numbers {
    uint64_t state;
};

uint64_t random_next(struct random_numbers *random);

/* From 0 to n − 1. */
int random_below(struct random_numbers *random, int n);

/* From −1 to 1. */
float random_float(struct random_numbers *random);

/* A small config; number picks the norm, its place, position, feed-forward and the switches in turn, so that the
 * numbers 0 … 767 meet every combination of them; the sizes are random. */
struct av_config random_config(struct random_numbers *random, int number);
#define RANDOM_CONFIGS 768

/* A config of a model that attends to a source: random_config's, which then cannot have rotary positions. */
struct av_config random_cross_config(struct random_numbers *random, int number);

/* A model of it with random weights, gains and biases, prepared; the test fails where it cannot be made. */
void random_model_init(struct av_model *model, const struct av_config *config, struct random_numbers *random);

/* Every matrix of the model that has data, its tables too; returns how many. */
#define RANDOM_MATRICES_MAX 64
int random_model_matrices(struct av_model *model, struct av_matrix *list[RANDOM_MATRICES_MAX]);

/* tokens[n] */
void random_tokens(struct random_numbers *random, const struct av_config *config, int *tokens, int n);

/* Bans a token in four: banned[n] */
void random_bans(struct random_numbers *random, bool *banned, int n);

/* One line that says what a config is, for messages. */
const char *config_words(const struct av_config *config);

#endif
