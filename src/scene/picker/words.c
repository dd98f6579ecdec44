/* What is said of a lesson in the list. */
#include <stdio.h>
#include <string.h>

#include "picker.h"

static const struct {
    const char *sign;
    enum av_role role;
    enum av_string word;
} states[] = {
    [AV_PROGRESS_NEW] = {"○", AV_ROLE_QUIET, AV_STRING_LESSON_NEW},
    [AV_PROGRESS_STARTED] = {"●", AV_ROLE_NEW, AV_STRING_LESSON_STARTED},
    [AV_PROGRESS_DONE] = {"✓", AV_ROLE_GOOD, AV_STRING_LESSON_DONE},
    [AV_PROGRESS_FAULTY] = {"✗", AV_ROLE_ERROR, AV_STRING_LESSON_FAULTY},
};

const char *av_picker_sign(enum av_progress_state state)
{
    return states[state].sign;
}

enum av_role av_picker_role(enum av_progress_state state)
{
    return states[state].role;
}

const char *av_picker_state(enum av_progress_state state, enum av_language language)
{
    return av_string(states[state].word, language);
}

static bool can_show(const struct av_pen *pen, const char *text)
{
    return pen->canvas->charset == AV_CHARSET_UNICODE || av_text_is_plain(text);
}

const char *av_picker_title(const struct av_pen *pen, const struct av_shelf_entry *entry)
{
    const char *title = entry->title.in[pen->language];
    return can_show(pen, title) ? title : entry->name;
}

/* The token's text, where it stands in the prompt and the screen can show it; NULL where not. */
static const char *token_text(const struct av_pen *pen, const struct av_shelf_entry *entry, int token)
{
    return token < entry->n_prompt && can_show(pen, entry->prompt[token]) ? entry->prompt[token] : NULL;
}

const char *av_picker_stop(const struct av_pen *pen, int entry, char text[AV_PICKER_WORDS])
{
    static const struct av_config any = {.norm = AV_NORM_LAYER}; /* whose block is called so */
    const struct av_pick *pick = &pen->picker->picks[entry];
    text[0] = '\0';
    if (!pick->stopped)
        return text;
    const char *stage = av_string_stage(&any, (enum av_stage)pick->place.stage, pen->language);
    const char *token = token_text(pen, &pen->picker->library->entries[entry], pick->place.token);
    char step[16];
    snprintf(step, sizeof step, "%d", pick->place.token + 1);
    return av_string_with(text, AV_PICKER_WORDS, token ? AV_STRING_STOPPED_AT : AV_STRING_STOPPED_AT_STEP,
                          pen->language, token ? token : step, stage);
}

const char *av_picker_minutes(const struct av_pen *pen, int entry, char text[AV_PICKER_WORDS])
{
    int minutes = pen->picker->library->entries[entry].minutes;
    char number[16];
    snprintf(number, sizeof number, "%d", minutes);
    text[0] = '\0';
    return minutes > 0 ? av_string_with(text, AV_PICKER_WORDS, AV_STRING_MINUTES, pen->language, number) : text;
}

static void join(char text[AV_PICKER_WORDS], const char *more)
{
    size_t used = strlen(text);
    if (*more != '\0')
        snprintf(text + used, AV_PICKER_WORDS - used, "%s%s", used > 0 ? " · " : "", more);
}

const char *av_picker_known(const struct av_pen *pen, int entry, char text[AV_PICKER_WORDS])
{
    const struct av_pick *pick = &pen->picker->picks[entry];
    char part[AV_PICKER_WORDS], best[16], of[16];
    text[0] = '\0';
    join(text, av_picker_state(pick->state, pen->language));
    snprintf(best, sizeof best, "%d", pick->best);
    snprintf(of, sizeof of, "%d", pick->of);
    if (pick->of > 0)
        join(text, av_string_with(part, sizeof part, AV_STRING_BEST_SCORE, pen->language, best, of));
    join(text, av_picker_stop(pen, entry, part));
    join(text, av_picker_minutes(pen, entry, part));
    return text;
}

const char *av_picker_shelf_name(const struct av_pen *pen, int shelf)
{
    const struct av_shelf *of = &pen->picker->library->shelves[shelf];
    return of->kind == AV_SHELF_COURSE ? av_string(AV_STRING_SHELF_COURSE, pen->language)
           : of->kind == AV_SHELF_OWN  ? av_string(AV_STRING_SHELF_OWN, pen->language)
                                       : of->folder;
}

const char *av_picker_shelf_done(const struct av_pen *pen, int shelf, char text[AV_PICKER_WORDS])
{
    char done[16], count[16];
    int n = pen->picker->library->shelves[shelf].count;
    snprintf(done, sizeof done, "%d", av_picker_done(pen->picker, shelf));
    snprintf(count, sizeof count, "%d", n);
    return n == 0 ? av_string(AV_STRING_SHELF_EMPTY, pen->language)
                  : av_string_with(text, AV_PICKER_WORDS, AV_STRING_SHELF_DONE, pen->language, done, count);
}
