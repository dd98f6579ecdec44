#include "asked.h"

#include <stdio.h>

#include <criterion/criterion.h>

const struct av_question *load_asked(struct av_lesson *lesson, const char *from, const char *to)
{
    load(lesson, plain, CHANGES(QUESTION, from, to));
    cr_assert_eq(lesson->n_question, 1);
    return &lesson->questions[0];
}

void assert_covers(const struct av_question *question, const enum av_view_id *list, bool cost)
{
    bool expected[AV_VIEW_COUNT] = {false};
    for (; *list != AV_VIEW_COUNT; list++)
        expected[*list] = true;
    for (int i = 0; i < AV_VIEW_COUNT; i++)
        cr_assert_eq(question->covers[i], expected[i], "%s", av_view_name((enum av_view_id)i));
    cr_assert_eq(question->covers_cost, cost);
}

const char *list_matrices(char *out, size_t size, const char *more)
{
    const char *name = more ? more : av_view_name(AV_VIEW_NEXT);
    int last = more ? AV_VIEW_NEXT : AV_VIEW_NEXT - 1;
    size_t length = 0;
    for (int i = 0; i <= last; i++)
        length += (size_t)snprintf(out + length, size - length, "%s\"%s\"", i == 0 ? "" : ", ",
                                   av_view_name((enum av_view_id)i));
    snprintf(out + length, size - length, " or \"%s\"", name);
    return out;
}
