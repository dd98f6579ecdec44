/* The keys of the objects that a scan is inside of, and which of them an object has twice. Private to lesson. */
#ifndef ATTNVIZ_LESSON_KEYS_H
#define ATTNVIZ_LESSON_KEYS_H

#include <stdbool.h>
#include <stddef.h>

/* A stack: an object's keys are pushed as they come and popped together at its end. Starts as zeros. */
struct keys {
    struct key *items;
    size_t count, capacity;
    char *text; /* names, each ended with a zero */
    size_t text_length, text_capacity;
};

void av_keys_finish(struct keys *keys);

/* Pushes the key whose quoted and escaped JSON text (well-formed) is length bytes from offset on. False: no memory. */
bool av_keys_push(struct keys *keys, const char *bytes, size_t offset, size_t length);

/* Pops all keys above count. For each that equals an earlier one (escapes resolved), found is told its name and both
 * offsets. Takes n·log n steps. */
void av_keys_pop(struct keys *keys, size_t count,
                 void (*found)(void *context, const char *name, size_t first, size_t again), void *context);

#endif
