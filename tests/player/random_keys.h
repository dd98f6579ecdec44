/* Keys at random that get about: into panels and explanations, through questions and prompts and out of them again. */
#ifndef TESTS_PLAYER_RANDOM_KEYS_H
#define TESTS_PLAYER_RANDOM_KEYS_H

#include <stdint.h>

struct random_keys {
    uint64_t seed, drawn;
};

/* From 0 to n − 1. */
int random_below(struct random_keys *keys, int n);

/* Most keys do something somewhere; some are typed into the prompt line; none of them quits. */
int random_key(struct random_keys *keys);

/* Keys that answer what is asked, ask for a hint or skip. */
int random_answer(struct random_keys *keys);

#endif
