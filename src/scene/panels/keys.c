/* The key line: what can be pressed, from the tables of commands and keys. */
#include <stdio.h>

#include "attnviz/scene/scene.h"
#include "panels.h"

#define COMMANDS_MAX 4

/* What commands have their own brief words for. */
#define BRIEF AV_STRING_COUNT

/* Commands that belong together, each with its key, and one word for all: "→ ← stage". */
struct item {
    enum av_command_id commands[COMMANDS_MAX]; /* ended with AV_COMMAND_NONE */
    enum av_string word;
};

/* What is offered in each context, the most needed first. */
static const struct item stepping[] = {
    {{AV_COMMAND_STAGE_NEXT, AV_COMMAND_STAGE_BACK}, BRIEF},
    {{AV_COMMAND_TOKEN_NEXT, AV_COMMAND_TOKEN_BACK}, BRIEF},
    {{AV_COMMAND_CACHE}, BRIEF},
    {{AV_COMMAND_PANEL_NEXT}, BRIEF},
    {{AV_COMMAND_UNDO}, BRIEF},
    {{AV_COMMAND_HELP}, BRIEF},
    {{AV_COMMAND_LEAVE}, AV_STRING_LIBRARY},
    {{AV_COMMAND_QUIT}, BRIEF},
    {{AV_COMMAND_LANGUAGE}, BRIEF},
    {{AV_COMMAND_SIDE_BY_SIDE}, BRIEF},
    {{AV_COMMAND_HEAD_BACK, AV_COMMAND_HEAD_NEXT}, BRIEF},
    {{AV_COMMAND_LAYER_BACK, AV_COMMAND_LAYER_NEXT}, BRIEF},
    {{AV_COMMAND_EDIT}, AV_STRING_EDIT_TOKEN},
    {{AV_COMMAND_MASK}, BRIEF},
    {{AV_COMMAND_PLAY}, BRIEF},
    {{AV_COMMAND_ZOOM}, BRIEF},
    {{AV_COMMAND_SCALE}, BRIEF},
    {{AV_COMMAND_THEME}, BRIEF},
    {{AV_COMMAND_GO_TO_TOKEN}, BRIEF},
    {{AV_COMMAND_FIND}, BRIEF},
    {{AV_COMMAND_NONE}, BRIEF},
};
static const struct item in_panel[] = {
    {{AV_COMMAND_CELL_LEFT, AV_COMMAND_CELL_DOWN, AV_COMMAND_CELL_UP, AV_COMMAND_CELL_RIGHT}, BRIEF},
    {{AV_COMMAND_ENTER}, AV_STRING_EXPLAIN},
    {{AV_COMMAND_EDIT}, BRIEF},
    {{AV_COMMAND_LEAVE}, BRIEF},
    {{AV_COMMAND_HELP}, BRIEF},
    {{AV_COMMAND_QUIT}, BRIEF},
    {{AV_COMMAND_LANGUAGE}, BRIEF},
    {{AV_COMMAND_UNDO}, BRIEF},
    {{AV_COMMAND_MORE, AV_COMMAND_LESS}, BRIEF},
    {{AV_COMMAND_PANEL_NEXT}, BRIEF},
    {{AV_COMMAND_ZOOM}, BRIEF},
    {{AV_COMMAND_FLOW}, BRIEF},
    {{AV_COMMAND_STAGE_NEXT}, BRIEF},
    {{AV_COMMAND_CACHE}, BRIEF},
    {{AV_COMMAND_HEAD_BACK, AV_COMMAND_HEAD_NEXT}, BRIEF},
    {{AV_COMMAND_LAYER_BACK, AV_COMMAND_LAYER_NEXT}, BRIEF},
    {{AV_COMMAND_CELL_LOOK}, BRIEF},
    {{AV_COMMAND_DIGITS_FEWER, AV_COMMAND_DIGITS_MORE}, BRIEF},
    {{AV_COMMAND_FIND}, BRIEF},
    {{AV_COMMAND_PLAY}, BRIEF},
    {{AV_COMMAND_NONE}, BRIEF},
};
static const struct item in_working[] = {
    {{AV_COMMAND_CELL_LEFT, AV_COMMAND_CELL_DOWN, AV_COMMAND_CELL_UP, AV_COMMAND_CELL_RIGHT}, BRIEF},
    {{AV_COMMAND_ENTER}, AV_STRING_EXPLAIN},
    {{AV_COMMAND_EDIT}, BRIEF},
    {{AV_COMMAND_BACK}, BRIEF},
    {{AV_COMMAND_LEAVE}, BRIEF},
    {{AV_COMMAND_HELP}, BRIEF},
    {{AV_COMMAND_LANGUAGE}, BRIEF},
    {{AV_COMMAND_QUIT}, BRIEF},
    {{AV_COMMAND_UNDO}, BRIEF},
    {{AV_COMMAND_MORE, AV_COMMAND_LESS}, BRIEF},
    {{AV_COMMAND_STAGE_NEXT}, BRIEF},
    {{AV_COMMAND_TOKEN_NEXT, AV_COMMAND_TOKEN_BACK}, BRIEF},
    {{AV_COMMAND_CACHE}, BRIEF},
    {{AV_COMMAND_NONE}, BRIEF},
};
static const struct item in_lens[] = {
    {{AV_COMMAND_LENS_NEXT, AV_COMMAND_LENS_BACK}, BRIEF},
    {{AV_COMMAND_TOKEN_NEXT, AV_COMMAND_TOKEN_BACK}, BRIEF},
    {{AV_COMMAND_CONTROL_NEXT}, BRIEF},
    {{AV_COMMAND_CONTROL_MORE, AV_COMMAND_CONTROL_LESS}, BRIEF},
    {{AV_COMMAND_LENS_RUN}, BRIEF},
    {{AV_COMMAND_LEAVE}, BRIEF},
    {{AV_COMMAND_CACHE}, BRIEF},
    {{AV_COMMAND_HELP}, BRIEF},
    {{AV_COMMAND_QUIT}, BRIEF},
    {{AV_COMMAND_LANGUAGE}, BRIEF},
    {{AV_COMMAND_HEAD_BACK, AV_COMMAND_HEAD_NEXT}, BRIEF},
    {{AV_COMMAND_LAYER_BACK, AV_COMMAND_LAYER_NEXT}, BRIEF},
    {{AV_COMMAND_NONE}, BRIEF},
};
static const struct item in_help[] = {
    {{AV_COMMAND_HELP, AV_COMMAND_LEAVE}, AV_STRING_CLOSE},
    {{AV_COMMAND_CELL_DOWN, AV_COMMAND_CELL_UP}, AV_STRING_SCROLL},
    {{AV_COMMAND_PANEL_NEXT}, AV_STRING_OTHER_PART},
    {{AV_COMMAND_LANGUAGE}, BRIEF},
    {{AV_COMMAND_THEME}, BRIEF},
    {{AV_COMMAND_NONE}, BRIEF},
};
static const struct item asking[] = {
    {{AV_COMMAND_ENTER}, AV_STRING_GO},
    {{AV_COMMAND_LEAVE}, AV_STRING_CANCEL},
    {{AV_COMMAND_NONE}, BRIEF},
};
static const struct item choosing[] = {
    {{AV_COMMAND_CELL_DOWN, AV_COMMAND_CELL_UP}, AV_STRING_CHOOSE},
    {{AV_COMMAND_ENTER}, AV_STRING_TO_ANSWER},
    {{AV_COMMAND_LEAVE}, AV_STRING_SKIP},
    {{AV_COMMAND_HINT}, BRIEF},
    {{AV_COMMAND_ANSWER}, BRIEF},
    {{AV_COMMAND_STAGE_NEXT, AV_COMMAND_STAGE_BACK}, BRIEF},
    {{AV_COMMAND_HELP}, BRIEF},
    {{AV_COMMAND_QUIT}, BRIEF},
    {{AV_COMMAND_LANGUAGE}, BRIEF},
    {{AV_COMMAND_PANEL_NEXT}, BRIEF},
    {{AV_COMMAND_NONE}, BRIEF},
};
static const struct item typing[] = {
    {{AV_COMMAND_ENTER}, AV_STRING_TO_ANSWER},
    {{AV_COMMAND_LEAVE}, AV_STRING_SKIP},
    {{AV_COMMAND_HINT}, BRIEF},
    {{AV_COMMAND_ANSWER}, BRIEF},
    {{AV_COMMAND_STAGE_NEXT, AV_COMMAND_STAGE_BACK}, BRIEF},
    {{AV_COMMAND_HELP}, BRIEF},
    {{AV_COMMAND_QUIT}, BRIEF},
    {{AV_COMMAND_LANGUAGE}, BRIEF},
    {{AV_COMMAND_PANEL_NEXT}, BRIEF},
    {{AV_COMMAND_NONE}, BRIEF},
};
static const struct item pointing[] = {
    {{AV_COMMAND_CELL_LEFT, AV_COMMAND_CELL_DOWN, AV_COMMAND_CELL_UP, AV_COMMAND_CELL_RIGHT}, BRIEF},
    {{AV_COMMAND_ENTER}, AV_STRING_TO_ANSWER},
    {{AV_COMMAND_LEAVE}, BRIEF},
    {{AV_COMMAND_HINT}, BRIEF},
    {{AV_COMMAND_ANSWER}, BRIEF},
    {{AV_COMMAND_PANEL_NEXT}, BRIEF},
    {{AV_COMMAND_STAGE_NEXT}, BRIEF},
    {{AV_COMMAND_HELP}, BRIEF},
    {{AV_COMMAND_QUIT}, BRIEF},
    {{AV_COMMAND_LANGUAGE}, BRIEF},
    {{AV_COMMAND_NONE}, BRIEF},
};
static const struct item in_library[] = {
    {{AV_COMMAND_CELL_DOWN, AV_COMMAND_CELL_UP}, AV_STRING_CHOOSE},
    {{AV_COMMAND_ENTER}, AV_STRING_OPEN},
    {{AV_COMMAND_LEAVE}, AV_STRING_LEAVE_LIST},
    {{AV_COMMAND_LANGUAGE}, BRIEF},
    {{AV_COMMAND_THEME}, BRIEF},
    {{AV_COMMAND_NONE}, BRIEF},
};
static const struct item *const items_of[AV_CONTEXT_COUNT] = {
    [AV_CONTEXT_LESSON] = stepping,    [AV_CONTEXT_PANEL] = in_panel,  [AV_CONTEXT_HELP] = in_help,
    [AV_CONTEXT_LENS] = in_lens,       [AV_CONTEXT_ASKING] = asking,   [AV_CONTEXT_LIBRARY] = in_library,
    [AV_CONTEXT_CHOICE] = choosing,    [AV_CONTEXT_QUESTION] = typing, [AV_CONTEXT_POINT] = pointing,
    [AV_CONTEXT_WORKING] = in_working,
};

/* A number can be changed where the cursor is on one that is given, and a change taken back where there was one. */
static bool has_what_it_changes(const struct av_player *player, const struct item *item)
{
    struct av_weight_at at;
    switch (item->commands[0]) {
    case AV_COMMAND_EDIT:
    case AV_COMMAND_MORE:
        return !player->focused || av_experiment_at_cursor(player, &at);
    case AV_COMMAND_UNDO:
        return player->experiment.n_change > 0;
    case AV_COMMAND_MASK:
        return player->run.lesson->n_source == 0;
    default:
        return true;
    }
}

/* Heads and layers are worth a key where there is more than one, cells and lines where they can be reached. */
static bool worth_showing(const struct av_pen *pen, const struct item *item)
{
    enum av_command_id id = item->commands[0];
    if (pen->player == NULL)
        return true;
    const struct av_config *config = &pen->player->run.lesson->model.config;
    const struct av_lens_info *lens = av_lens_info((enum av_lens)pen->player->place.lens);
    bool control = id == AV_COMMAND_CONTROL_NEXT || id == AV_COMMAND_CONTROL_MORE;
    bool applies = av_lens_applies(pen->player, (enum av_lens)pen->player->place.lens);
    if (!has_what_it_changes(pen->player, item))
        return false;
    if (item->word == AV_STRING_LIBRARY && !av_player_leads_to_list(pen->player))
        return false;
    if (id == AV_COMMAND_PANEL_NEXT && !pen->player->help.open && !av_player_has_panels(pen->player))
        return false;
    if ((control && (lens->n_control == 0 || !applies)) ||
        (id == AV_COMMAND_LENS_RUN && (lens->act == NULL || lens->no_run || !applies)))
        return false;
    return (id != AV_COMMAND_HEAD_BACK || config->n_head > 1) && (id != AV_COMMAND_LAYER_BACK || config->n_layer > 1) &&
           (id != AV_COMMAND_HINT || av_quiz_question(pen->player)->hint.in[AV_ENGLISH] != NULL) &&
           (item->word != AV_STRING_SCROLL || av_scene_help_last_page(pen->player, pen->canvas) > 0);
}

/* The command that the word stands for: the one that has brief words, else the first. */
static enum av_command_id leader(const struct item *item)
{
    for (int i = 0; i < COMMANDS_MAX && item->commands[i] != AV_COMMAND_NONE; i++) {
        if (item->word == BRIEF && av_command_info(item->commands[i])->brief.in[AV_ENGLISH] != NULL)
            return item->commands[i];
    }
    return item->commands[0];
}

/* True where a question is answered by a number, and not by pointing. */
static bool types_number(const struct av_pen *pen, enum av_context context)
{
    return context == AV_CONTEXT_QUESTION && av_quiz_question(pen->player)->kind == AV_QUESTION_NUMBER;
}

/* True where what was typed says where to go, and not what something is to be. */
static bool leads_elsewhere(const struct av_pen *pen)
{
    enum av_prompt_kind kind = pen->player->prompt.kind;
    return kind == AV_PROMPT_GO_TO || kind == AV_PROMPT_FIND;
}

static const char *word_of(const struct av_pen *pen, const struct item *item, enum av_context context)
{
    if (item->word == AV_STRING_TO_ANSWER && context == AV_CONTEXT_QUESTION && !types_number(pen, context))
        return av_string(AV_STRING_TO_POINT, pen->language);
    if (item->word == AV_STRING_GO && !leads_elsewhere(pen))
        return av_string(AV_STRING_TAKE, pen->language);
    if (item->word == AV_STRING_LEAVE_LIST && pen->picker->filter[0] != '\0')
        return av_string(AV_STRING_SHOW_ALL, pen->language);
    if (context == AV_CONTEXT_LENS && item->commands[0] == AV_COMMAND_LEAVE && av_player_leads_to_list(pen->player))
        return av_string(AV_STRING_LIBRARY, pen->language);
    if (item->word != BRIEF)
        return av_string(item->word, pen->language);
    if (item->commands[0] == AV_COMMAND_LANGUAGE && pen->canvas->charset == AV_CHARSET_ASCII)
        return pen->language == AV_ENGLISH ? "ZH" : "EN";
    return av_command_info(leader(item))->brief.in[pen->language];
}

static const char *label_of(enum av_command_id id, enum av_context context, char buffer[AV_KEY_NAME_BYTES])
{
    return av_key_label(av_keymap_key(id, context), buffer, AV_KEY_NAME_BYTES);
}

static int item_width(const struct av_pen *pen, const struct item *item, enum av_context context)
{
    char label[AV_KEY_NAME_BYTES];
    int width = av_pen_width(pen, word_of(pen, item, context));
    for (int i = 0; i < COMMANDS_MAX && item->commands[i] != AV_COMMAND_NONE; i++)
        width += av_pen_width(pen, label_of(item->commands[i], context, label)) + 1;
    return width;
}

/* Each key does its own command when it is clicked; the word does the leader. */
static int draw_item(const struct av_pen *pen, const struct item *item, enum av_context context, int x, int y)
{
    char label[AV_KEY_NAME_BYTES];
    for (int i = 0; i < COMMANDS_MAX && item->commands[i] != AV_COMMAND_NONE; i++) {
        int end = av_draw_text(pen, x, y, AV_ROLE_BAR_KEY, label_of(item->commands[i], context, label));
        av_add_hit(pen, x, y, end - x, item->commands[i]);
        x = end + 1;
    }
    int end = av_draw_text(pen, x, y, AV_ROLE_BAR, word_of(pen, item, context));
    av_add_hit(pen, x, y, end - x, leader(item));
    return end;
}

static int line_width(const struct av_pen *pen, enum av_context context, int gap)
{
    int width = 0;
    for (const struct item *item = items_of[context]; item->commands[0] != AV_COMMAND_NONE; item++)
        width += worth_showing(pen, item) ? item_width(pen, item, context) + gap : 0;
    return width - gap;
}

/* What may be typed; "" where the question says it. */
static const char *hint_of(const struct av_pen *pen)
{
    switch (pen->player->prompt.kind) {
    case AV_PROMPT_FIND:
    case AV_PROMPT_TOKEN:
    case AV_PROMPT_INSERT:
        return av_string(AV_STRING_TEXT_OR_MEANING, pen->language);
    case AV_PROMPT_WRITE:
        return "";
    default:
        return av_string(AV_STRING_TYPE_NUMBER, pen->language);
    }
}

int av_draw_keys(const struct av_pen *pen, int y, int end, enum av_context context)
{
    int x = 1, gap = line_width(pen, context, 3) < end ? 3 : 2;
    av_canvas_fill(pen->canvas, 0, y, pen->canvas->width, 1, AV_ROLE_BAR, " ");
    if (context == AV_CONTEXT_ASKING && *hint_of(pen) != '\0')
        x = av_draw_text(pen, x, y, AV_ROLE_BAR, hint_of(pen)) + gap;
    if (types_number(pen, context))
        x = av_draw_text(pen, x, y, AV_ROLE_BAR, av_string(AV_STRING_TYPE_NUMBER, pen->language)) + gap;
    for (const struct item *item = items_of[context]; item->commands[0] != AV_COMMAND_NONE; item++) {
        if (worth_showing(pen, item) && x + item_width(pen, item, context) <= end)
            x = draw_item(pen, item, context, x, y) + gap;
    }
    return x;
}
