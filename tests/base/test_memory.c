#include <criterion/criterion.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/memory.h"

Test(memory, sizes_that_do_not_fit_are_refused)
{
    size_t result = 7;
    cr_assert(av_size_multiply(6, 7, &result) && result == 42);
    cr_assert(av_size_multiply(0, SIZE_MAX, &result) && result == 0);
    cr_assert(av_size_multiply(SIZE_MAX, 1, &result) && result == SIZE_MAX);
    cr_assert(av_size_add(SIZE_MAX - 1, 1, &result) && result == SIZE_MAX);
    result = 7;
    cr_assert_not(av_size_multiply(SIZE_MAX / 2 + 1, 2, &result));
    cr_assert_not(av_size_add(SIZE_MAX, 1, &result));
    cr_assert_eq(result, 7, "the result stays as it was");
}

Test(memory, allocation_is_zeroed_and_checked)
{
    unsigned char *bytes = av_allocate(100, 3);
    for (int i = 0; i < 300; i++)
        cr_assert_eq(bytes[i], 0);
    free(bytes);
    void *nothing = av_allocate(0, 8);
    cr_assert_not_null(nothing);
    free(nothing);
    cr_assert_null(av_allocate(SIZE_MAX / 2, 4));
}

Test(memory, arena_parts_are_aligned_zeroed_and_apart)
{
    struct av_arena arena;
    av_arena_init(&arena, 0);
    unsigned char *parts[200];
    for (int i = 0; i < 200; i++) {
        size_t size = (size_t)(i * 37 % 500 + 1); /* several blocks, in between one larger than a block */
        if (i == 50)
            size = 3 << 20;
        parts[i] = av_arena_allocate(&arena, size, 1);
        cr_assert_eq((uintptr_t)parts[i] % AV_ALIGNMENT, 0);
        for (size_t j = 0; j < size; j++)
            cr_assert_eq(parts[i][j], 0);
        memset(parts[i], i, size);
    }
    for (int i = 0; i < 200; i++) {
        size_t size = i == 50 ? 3 << 20 : (size_t)(i * 37 % 500 + 1);
        for (size_t j = 0; j < size; j++)
            cr_assert_eq(parts[i][j], (unsigned char)i);
    }
    av_arena_finish(&arena);
    cr_assert_null(arena.blocks);
    cr_assert_eq(arena.used, 0);
}

Test(memory, arena_copies_text)
{
    struct av_arena arena;
    av_arena_init(&arena, 0);
    cr_assert_str_eq(av_arena_text(&arena, "桌子上", 6), "桌子");
    cr_assert_str_eq(av_arena_text(&arena, "", 0), "");
    cr_assert_eq(arena.used, 8, "six bytes and a zero, and a zero");
    av_arena_finish(&arena);
}

Test(memory, arena_keeps_its_limit)
{
    struct av_arena arena;
    av_arena_init(&arena, 1000);
    cr_assert_not_null(av_arena_allocate(&arena, 10, 60));
    cr_assert_null(av_arena_allocate(&arena, 401, 1));
    cr_assert_eq(arena.used, 600);
    cr_assert_not_null(av_arena_allocate(&arena, 400, 1));
    cr_assert_null(av_arena_text(&arena, "", 0));
    cr_assert_not_null(av_arena_allocate(&arena, 0, 8));
    av_arena_finish(&arena);
}

Test(memory, arena_refuses_sizes_that_overflow)
{
    struct av_arena arena;
    av_arena_init(&arena, 0);
    cr_assert_null(av_arena_allocate(&arena, SIZE_MAX / 2, 3));
    cr_assert_null(av_arena_allocate(&arena, SIZE_MAX, 1));
    cr_assert_null(av_arena_allocate(&arena, SIZE_MAX - 64, 1));
    cr_assert_null(av_arena_text(&arena, "", SIZE_MAX));
    cr_assert_not_null(av_arena_allocate(&arena, 1, 1), "and goes on working");
    av_arena_finish(&arena);
}
