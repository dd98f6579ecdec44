#include "attnviz/base/memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Small enough that a small lesson costs a few pages, doubled as long as malloc takes a block from its heap, where the
 * next user finds pages that the system has given already. */
#define FIRST_BLOCK ((size_t)4 << 10)
#define LAST_BLOCK  ((size_t)64 << 10)

struct av_arena_block {
    struct av_arena_block *next;
    size_t size, taken; /* bytes behind this header */
};

bool av_size_multiply(size_t a, size_t b, size_t *result)
{
    if (b != 0 && a > SIZE_MAX / b)
        return false;
    *result = a * b;
    return true;
}

bool av_size_add(size_t a, size_t b, size_t *result)
{
    if (a > SIZE_MAX - b)
        return false;
    *result = a + b;
    return true;
}

void *av_allocate(size_t count, size_t size)
{
    size_t bytes;
    if (!av_size_multiply(count, size, &bytes))
        return NULL;
    return calloc(bytes > 0 ? bytes : 1, 1); /* of nothing calloc may give NULL, which would look like a fault */
}

void av_arena_init(struct av_arena *arena, size_t limit)
{
    *arena = (struct av_arena){.limit = limit};
}

void av_arena_finish(struct av_arena *arena)
{
    for (struct av_arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *arena = (struct av_arena){.limit = arena->limit};
}

static char *block_bytes(struct av_arena_block *block)
{
    return (char *)(block + 1);
}

/* bytes from the block's rest, at a multiple of alignment; NULL where the rest is too small. */
static void *take_from_block(struct av_arena_block *block, size_t bytes, size_t alignment)
{
    size_t misfit = (size_t)((uintptr_t)(block_bytes(block) + block->taken) % alignment);
    size_t gap = misfit == 0 ? 0 : alignment - misfit;
    size_t rest = block->size - block->taken;
    if (gap > rest || bytes > rest - gap)
        return NULL;
    char *start = block_bytes(block) + block->taken + gap;
    block->taken += gap + bytes;
    return start;
}

/* A block with room for bytes at any alignment. calloc gets large blocks zeroed from the system for nothing. */
static struct av_arena_block *add_block(struct av_arena *arena, size_t bytes)
{
    struct av_arena_block *head = arena->blocks;
    size_t size = head ? head->size * 2 : FIRST_BLOCK;
    if (size > LAST_BLOCK)
        size = LAST_BLOCK;
    size_t needed, whole;
    if (!av_size_add(bytes, AV_ALIGNMENT, &needed))
        return NULL;
    if (size < needed)
        size = needed;
    if (!av_size_add(size, sizeof(struct av_arena_block), &whole))
        return NULL;
    struct av_arena_block *block = calloc(1, whole);
    if (!block)
        return NULL;
    block->size = size;
    block->next = head;
    arena->blocks = block;
    return block;
}

static void *take(struct av_arena *arena, size_t bytes, size_t alignment)
{
    size_t used;
    if (!av_size_add(arena->used, bytes, &used) || (arena->limit != 0 && used > arena->limit))
        return NULL;
    void *start = arena->blocks ? take_from_block(arena->blocks, bytes, alignment) : NULL;
    if (!start) {
        struct av_arena_block *block = add_block(arena, bytes);
        start = block ? take_from_block(block, bytes, alignment) : NULL;
    }
    if (start)
        arena->used = used;
    return start;
}

void *av_arena_allocate(struct av_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    return av_size_multiply(count, size, &bytes) ? take(arena, bytes, AV_ALIGNMENT) : NULL;
}

void *av_arena_take(struct av_arena *arena, size_t bytes)
{
    return take(arena, bytes, alignof(max_align_t));
}

char *av_arena_text(struct av_arena *arena, const char *text, size_t length)
{
    size_t bytes;
    if (!av_size_add(length, 1, &bytes))
        return NULL;
    char *copy = take(arena, bytes, 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}
