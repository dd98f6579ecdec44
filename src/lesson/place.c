#include "attnviz/lesson/lesson.h"

/* 1 where the field names this value, 0 where it names any, −1 where it names another. */
static int match(int wanted, int actual)
{
    return wanted == AV_ANY ? 0 : wanted == actual ? 1 : -1;
}

/* What is said of the panels is as true of two of them side by side. */
static int match_lens(int wanted, int actual)
{
    return match(wanted, wanted == AV_LENS_PANELS && actual == AV_LENS_SIDE ? wanted : actual);
}

/* How many of the things wanted name this very place; −1 where one names another. */
static int closeness(const struct av_place *wanted, enum av_when when, const struct av_place *place, bool cache_on)
{
    const int fields[] = {
        match(wanted->token, place->token),    match(wanted->stage, place->stage),
        match(wanted->layer, place->layer),    match(wanted->head, place->head),
        match_lens(wanted->lens, place->lens), when == AV_WHEN_ALWAYS ? 0 : match(when == AV_WHEN_CACHE_ON, cache_on),
    };
    int sum = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (fields[i] < 0)
            return -1;
        sum += fields[i];
    }
    return sum;
}

const struct av_note *av_lesson_note(const struct av_lesson *lesson, const struct av_place *place, bool cache_on,
                                     bool prefill)
{
    const struct av_note *best = NULL;
    int best_closeness = -1;
    for (int i = 0; i < lesson->n_note; i++) {
        const struct av_note *note = &lesson->notes[i];
        int now = closeness(&note->place, note->when, place, cache_on);
        int mask = match(note->mask, (int)lesson->rule.mask), scaled = match(note->scaled, lesson->rule.scaled);
        if (now < 0 || mask < 0 || scaled < 0)
            continue;
        now += mask + scaled;
        if (note->prefill == prefill && now > best_closeness) {
            best = note;
            best_closeness = now;
        }
    }
    return best;
}

const struct av_question *av_lesson_question(const struct av_lesson *lesson, const struct av_place *place,
                                             bool cache_on, bool prefill, const struct av_question *after)
{
    for (int i = after ? (int)(after - lesson->questions) + 1 : 0; i < lesson->n_question; i++) {
        const struct av_question *question = &lesson->questions[i];
        if (question->prefill == prefill && closeness(&question->place, question->when, place, cache_on) >= 0)
            return question;
    }
    return NULL;
}
