/* Memory: sizes that cannot overflow, and an arena whose parts live and die together. */
#ifndef ATTNVIZ_BASE_MEMORY_H
#define ATTNVIZ_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Rows of numbers start at a multiple of this many bytes: one AVX-512 register. */
#define AV_ALIGNMENT 64

/* *result = a · b, or a + b; false, and *result untouched, where that does not fit in size_t. */
bool av_size_multiply(size_t a, size_t b, size_t *result);
bool av_size_add(size_t a, size_t b, size_t *result);

/* count zeroed elements of size bytes each; NULL where the product overflows or memory runs out.
 * Freed with free(). A count of 0 gives a pointer that can be freed. */
void *av_allocate(size_t count, size_t size);

/* A chain of blocks: everything taken from an arena is given back at once. */
struct av_arena {
    struct av_arena_block *blocks;
    size_t used;  /* bytes handed out */
    size_t limit; /* bytes that may be handed out; 0 means no limit */
};

void av_arena_init(struct av_arena *arena, size_t limit);

/* Gives back all that was taken. */
void av_arena_finish(struct av_arena *arena);

/* count zeroed elements of size bytes, aligned to AV_ALIGNMENT; owned by the arena. NULL where the
 * product overflows, the limit would be passed or memory runs out. */
void *av_arena_allocate(struct av_arena *arena, size_t count, size_t size);

/* bytes that are zero, aligned for whatever fits into them, as malloc's are; owned by the arena; NULL as above. */
void *av_arena_take(struct av_arena *arena, size_t bytes);

/* A copy of the first length bytes of text, ended with a zero; owned by the arena; NULL as above. */
char *av_arena_text(struct av_arena *arena, const char *text, size_t length);

#endif
