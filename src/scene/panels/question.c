/* The box of a question: what is asked, the choices or what is typed, and what is said of the answer; at the lesson's
 * end, the score. It stands at the bottom, instead of formula and notes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../number.h"
#include "names.h"

#define WORDS_BYTES 2048 /* of what the lesson says */
#define PARTS_MAX   5
#define FRAMED_MIN  14 /* lines of the screen; on a lower one the box has no frame */
#define CELL_GAP    3  /* between choices that stand side by side */
#define ASK_MIN     1  /* lines that are left to what is asked where room is short … */
#define CHOICES_MIN 3  /* … and to the choices */

/* Words in the box: a lead, "Hint:", and what follows it, in lines of their own. */
struct part {
    enum av_role role;
    const char *lead, *text;
    int lines;
};

struct box {
    const struct av_pen *pen;
    const struct av_question *question; /* NULL: the score */
    int width;                          /* of the words */
    bool framed;
    struct part parts[PARTS_MAX];
    int n;
    int columns, rows, shown; /* of the choices, which stand after the first part; rows that are shown */
    bool typing;              /* the second part is what is typed */
    char answer[WORDS_BYTES], score[256], where[160], ask[WORDS_BYTES], hint[WORDS_BYTES], reason[WORDS_BYTES];
};

static struct part *add(struct box *box, enum av_role role, const char *lead, const char *text)
{
    struct part *part = &box->parts[box->n++];
    int indent = av_pen_width(box->pen, lead);
    *part = (struct part){role, lead, text, 1};
    if (*text != '\0')
        part->lines = av_wrapped_lines(box->pen, box->width - indent, text);
    return part;
}

/* What the lesson says, in a buffer of the box. */
static const char *said(const struct box *box, const struct av_words *words, char buffer[WORDS_BYTES])
{
    return av_player_words(box->pen->player, words->in[box->pen->language], buffer, WORDS_BYTES);
}

static void add_string(struct box *box, enum av_role role, enum av_string id)
{
    add(box, role, "", av_string(id, box->pen->language));
}

/* A number of a choice, with the digits that it has. */
static const char *plain_number(double number, char buffer[AV_NUMBER_BYTES])
{
    double size = fabs(number);
    int decimals = 0;
    while (decimals < 6 && fabs(round(size * pow(10, decimals)) - size * pow(10, decimals)) > 1e-6 * fmax(1, size))
        decimals++;
    if (decimals > 0 || number < 0 || size >= 1e15)
        return av_number(number, decimals, buffer);
    return av_number_count((uint64_t)size, buffer);
}

static const char *choice_text(const struct av_pen *pen, const struct av_choice *choice, char buffer[WORDS_BYTES])
{
    if (choice->words.in[pen->language] != NULL)
        return av_player_words(pen->player, choice->words.in[pen->language], buffer, WORDS_BYTES);
    if (choice->token != AV_ANY)
        return av_player_vocabulary_text(pen->player, choice->token);
    return plain_number(choice->number, buffer);
}

/* As many decimals as it takes to see how near an answer came. */
static int decimals_for(double tolerance)
{
    int decimals = 2;
    while (decimals < 4 && tolerance < 0.5 * pow(10, -decimals))
        decimals++;
    return decimals;
}

static const char *right_number(struct box *box, double number)
{
    const struct av_question *question = box->question;
    char digits[AV_NUMBER_BYTES];
    bool figure = question->answer.kind == AV_ANSWER_FIGURE;
    bool count = figure && av_figure_is_count(question->answer.figure);
    if (count && number >= 0)
        av_number_count((uint64_t)number, digits);
    else
        av_number(number, number == rint(number) ? 0 : decimals_for(question->tolerance), digits);
    snprintf(box->answer, sizeof box->answer, "%s%s", digits, figure && !count ? " %" : "");
    return box->answer;
}

/* "A(它, 书)" */
static const char *right_cell(struct box *box, int row, int column)
{
    char row_buffer[64], column_buffer[64];
    struct av_view view = av_view_of(box->pen->player, box->question->answer.matrix);
    snprintf(box->answer, sizeof box->answer, "%s(%s, %s)", av_panel_name(view.id),
             av_view_row_label(&view, row, row_buffer, sizeof row_buffer),
             av_view_column_label(&view, column, column_buffer, sizeof column_buffer));
    return box->answer;
}

static const char *right_answer(struct box *box)
{
    struct av_right right;
    const struct av_question *question = box->question;
    if (av_answer_find(box->pen->player, question, &right, NULL) != AV_OK)
        return "";
    if (right.choice != AV_ANY)
        return choice_text(box->pen, &question->choices[right.choice], box->answer);
    return right.has_number ? right_number(box, right.number) : right_cell(box, right.row, right.column);
}

/* The widest choice decides how many stand side by side. */
static void add_choices(struct box *box)
{
    char buffer[WORDS_BYTES];
    int widest = 1;
    for (int i = 0; i < box->question->n_choice; i++) {
        int width = av_pen_width(box->pen, choice_text(box->pen, &box->question->choices[i], buffer));
        widest = width > widest ? width : widest;
    }
    int fit = (box->width + CELL_GAP) / (widest + 4 + CELL_GAP);
    box->columns = fit < 1 ? 1 : fit > box->question->n_choice ? box->question->n_choice : fit;
    box->rows = (box->question->n_choice + box->columns - 1) / box->columns;
    box->shown = box->rows;
}

static void add_typed(struct box *box)
{
    add(box, AV_ROLE_STRONG, av_string(AV_STRING_YOUR_ANSWER, box->pen->language), box->pen->player->quiz.typed);
    box->parts[box->n - 1].lines = 1;
    box->typing = true;
}

static void add_pointing(struct box *box)
{
    const char *name = av_panel_name(box->question->answer.matrix);
    bool there = box->pen->player->focused;
    av_string_with(box->where, sizeof box->where, there ? AV_STRING_POINTING : AV_STRING_POINT_AT, box->pen->language,
                   name);
    add(box, AV_ROLE_QUIET, "", box->where);
}

static void fill_open(struct box *box)
{
    const struct av_quiz *quiz = &box->pen->player->quiz;
    add(box, AV_ROLE_STRONG, "", said(box, &box->question->ask, box->ask));
    if (box->question->kind == AV_QUESTION_CHOICE)
        add_choices(box);
    else if (box->question->kind == AV_QUESTION_NUMBER)
        add_typed(box);
    else
        add_pointing(box);
    if (quiz->verdict == AV_VERDICT_AGAIN)
        add_string(box, AV_ROLE_ERROR, AV_STRING_TRY_AGAIN);
    if (quiz->hinted)
        add(box, AV_ROLE_TEXT, av_string(AV_STRING_QUESTION_HINT, box->pen->language),
            said(box, &box->question->hint, box->hint));
}

static void fill_answered(struct box *box)
{
    const struct av_quiz *quiz = &box->pen->player->quiz;
    enum av_string lead = quiz->verdict == AV_VERDICT_SHOWN   ? AV_STRING_SHOWN
                          : quiz->verdict == AV_VERDICT_WRONG ? AV_STRING_WRONG
                          : quiz->tries > 1                   ? AV_STRING_RIGHT_LATER
                                                              : AV_STRING_RIGHT;
    bool changed = av_experiment_changed(box->pen->player); /* what the lesson says may then be true no longer */
    enum av_role role = quiz->verdict == AV_VERDICT_WRONG   ? AV_ROLE_ERROR
                        : quiz->verdict == AV_VERDICT_RIGHT ? AV_ROLE_GOOD
                                                            : AV_ROLE_STRONG;
    add(box, AV_ROLE_QUIET, "", said(box, &box->question->ask, box->ask));
    add(box, role, av_string(lead, box->pen->language), right_answer(box));
    char reason[WORDS_BYTES];
    snprintf(box->reason, sizeof box->reason, "%s%s", changed ? av_string(AV_STRING_AS_IT_WAS, box->pen->language) : "",
             said(box, &box->question->reason, reason));
    add(box, AV_ROLE_TEXT, "", box->reason);
}

/* Adds a count to the line of the score, where it is not 0. */
static void add_count(struct box *box, enum av_string id, int count)
{
    char digits[16], words[96];
    size_t used = strlen(box->score);
    snprintf(digits, sizeof digits, "%d", count);
    av_string_with(words, sizeof words, id, box->pen->language, digits);
    if (count > 0)
        snprintf(box->score + used, sizeof box->score - used, "%s", words);
}

static void fill_score(struct box *box)
{
    const struct av_player *player = box->pen->player;
    struct av_score score = av_quiz_score(player);
    char right[16], of[16], step[16];
    snprintf(right, sizeof right, "%d", score.right);
    snprintf(of, sizeof of, "%d", score.of);
    av_string_with(box->score, sizeof box->score, AV_STRING_SCORE_RIGHT, box->pen->language, right, of);
    add_count(box, AV_STRING_SCORE_SKIPPED, score.skipped);
    add_count(box, AV_STRING_SCORE_OPEN, score.of - score.right - score.wrong - score.skipped);
    add(box, AV_ROLE_STRONG, "", box->score);
    const struct av_question *left = av_quiz_left(player);
    if (left == NULL)
        return;
    snprintf(step, sizeof step, "%d", left->place.token + 1);
    av_string_with(
        box->where, sizeof box->where, AV_STRING_SCORE_WHERE, box->pen->language, step,
        av_string_stage(&player->run.lesson->model.config, (enum av_stage)left->place.stage, box->pen->language));
    add(box, AV_ROLE_TEXT, "", box->where);
}

static int lines_of(const struct box *box)
{
    int lines = box->shown;
    for (int i = 0; i < box->n; i++)
        lines += box->parts[i].lines;
    return lines;
}

/* Takes lines away from *count, as many as are too many, but for least of them. */
static void shorten(const struct box *box, int *count, int least, int most)
{
    int over = lines_of(box) - most;
    if (over > 0 && *count > least)
        *count = *count - over > least ? *count - over : least;
}

/* Makes it fit: the choices scroll, then the words lose their ends, what is asked first. */
static void fit(struct box *box, int most)
{
    shorten(box, &box->shown, box->rows < CHOICES_MIN ? box->rows : CHOICES_MIN, most);
    shorten(box, &box->parts[0].lines, ASK_MIN, most);
    for (int i = box->n - 1; i > 0; i--)
        shorten(box, &box->parts[i].lines, 1, most);
    shorten(box, &box->shown, box->rows > 0 ? 1 : 0, most);
    while (box->n > 1 && lines_of(box) > most)
        box->n--;
}

/* The box for a screen of this width, at most so many lines high. */
static void make(struct box *box, const struct av_pen *pen, int width, int most)
{
    memset(box, 0, sizeof *box);
    box->pen = pen;
    box->question = av_quiz_question(pen->player);
    box->framed = pen->canvas->height >= FRAMED_MIN;
    box->width = width - (box->framed ? 4 : 2);
    if (box->question == NULL)
        fill_score(box);
    else if (pen->player->quiz.phase == AV_QUIZ_OPEN)
        fill_open(box);
    else
        fill_answered(box);
    fit(box, box->framed ? most - 2 : most);
}

int av_question_height(const struct av_player *player, int width, int height, int most, enum av_charset charset)
{
    struct av_canvas measured = {.width = width, .height = height, .charset = charset};
    const struct av_pen pen = {.canvas = &measured, .player = player, .language = player->language};
    struct box box;
    if (player->quiz.phase == AV_QUIZ_IDLE || most < 1)
        return 0;
    make(&box, &pen, width, most);
    return lines_of(&box) + (box.framed ? 2 : 0);
}

static int draw_part(const struct box *box, const struct part *part, int x, int y)
{
    const struct av_pen *pen = box->pen;
    int start = av_draw_text(pen, x, y, part->role, part->lead), indent = start - x;
    if (*part->text != '\0')
        av_draw_wrapped(pen, start, y, box->width - indent, part->lines, part->role, part->text);
    return y + part->lines;
}

/* What is typed, with the cursor behind it, and how near is near enough. */
static void draw_typed(const struct box *box, int x, int y)
{
    const struct part *part = &box->parts[1];
    char tolerance[AV_NUMBER_BYTES], words[96];
    int end = x + av_pen_width(box->pen, part->lead) + av_pen_width(box->pen, part->text);
    box->pen->canvas->cursor_x = end;
    box->pen->canvas->cursor_y = y;
    if (!(box->question->tolerance > 0))
        return;
    av_string_with(words, sizeof words, AV_STRING_NEAR, box->pen->language,
                   plain_number(box->question->tolerance, tolerance));
    if (end + 2 + av_pen_width(box->pen, words) <= x + box->width)
        av_draw_right(box->pen, x + box->width, y, AV_ROLE_QUIET, words);
}

/* "▸2 桌子": the mark of the chosen one, its digit, what it is. */
static void draw_choice(const struct box *box, int i, int x, int y, int width)
{
    const struct av_pen *pen = box->pen;
    bool chosen = pen->player->quiz.choice == i;
    char buffer[WORDS_BYTES], digit[16];
    snprintf(digit, sizeof digit, "%d", i + 1);
    av_draw_text(pen, x, y, AV_ROLE_NEW, chosen ? "▸" : " ");
    av_draw_text(pen, x + 1, y, chosen ? AV_ROLE_NEW : AV_ROLE_STRONG, digit);
    av_draw_cut(pen, x + 3, y, width - 3, chosen ? AV_ROLE_NEW : AV_ROLE_TEXT,
                choice_text(pen, &box->question->choices[i], buffer));
    av_canvas_add_hit(
        pen->canvas, (struct av_hit){.x = x, .y = y, .width = width, .height = 1, .command = {AV_COMMAND_CHOOSE, {i}}});
    if (chosen) {
        pen->canvas->cursor_x = x;
        pen->canvas->cursor_y = y;
    }
}

/* The rows of choices that have room, the chosen one among them; what is hidden is said at the right. */
static int draw_choices(const struct box *box, int x, int y)
{
    int chosen = box->pen->player->quiz.choice, row = chosen == AV_ANY ? 0 : chosen / box->columns;
    int first = row < box->shown ? 0 : row - box->shown + 1;
    int width = (box->width + CELL_GAP) / box->columns - CELL_GAP;
    for (int i = first * box->columns; i < box->question->n_choice && i < (first + box->shown) * box->columns; i++)
        draw_choice(box, i, x + i % box->columns * (width + CELL_GAP), y + i / box->columns - first, width);
    if (first > 0)
        av_draw_right(box->pen, x + box->width, y, AV_ROLE_QUIET, "↑");
    if (first + box->shown < box->rows)
        av_draw_right(box->pen, x + box->width, y + box->shown - 1, AV_ROLE_QUIET, "↓");
    return y + box->shown;
}

/* On the lower edge: which key goes on. */
static void draw_go_on(const struct box *box, const struct av_rectangle *place)
{
    char label[AV_KEY_NAME_BYTES], words[64], padded[72];
    const struct av_pen *pen = box->pen;
    av_key_label(av_keymap_key(AV_COMMAND_ENTER, AV_CONTEXT_LESSON), label, sizeof label);
    av_string_with(words, sizeof words, AV_STRING_GO_ON, pen->language, label);
    snprintf(padded, sizeof padded, " %s ", words);
    av_draw_right(pen, place->x + place->width - 2, place->y + place->height - 1, AV_ROLE_STRONG, padded);
    av_canvas_add_hit(pen->canvas, (struct av_hit){.x = place->x,
                                                   .y = place->y,
                                                   .width = place->width,
                                                   .height = place->height,
                                                   .command = {.id = AV_COMMAND_ENTER}});
}

static void draw_frame(const struct box *box, const struct av_rectangle *place)
{
    const struct av_pen *pen = box->pen;
    const struct av_panel panel = {.what = AV_PANEL_QUESTION, .bright = true, .box = *place};
    char title[64], number[16], of[16];
    snprintf(of, sizeof of, "%d", pen->player->lesson->n_question);
    snprintf(number, sizeof number, "%d", pen->player->quiz.question + 1);
    if (box->question == NULL)
        snprintf(title, sizeof title, "%s", av_string(AV_STRING_SCORE, pen->language));
    else
        av_string_with(title, sizeof title, AV_STRING_QUESTION, pen->language, number, of);
    av_draw_frame(pen, &panel, title, "");
    if (pen->player->quiz.phase != AV_QUIZ_OPEN)
        draw_go_on(box, place);
}

void av_draw_question(const struct av_pen *pen, const struct av_rectangle *place)
{
    struct box box;
    make(&box, pen, place->width, place->height);
    int x = place->x + (box.framed ? 2 : 1), y = place->y + box.framed;
    av_canvas_fill(pen->canvas, place->x, place->y, place->width, place->height, AV_ROLE_TEXT, " ");
    if (box.framed)
        draw_frame(&box, place);
    for (int i = 0; i < box.n; i++) {
        if (i == 1 && box.typing)
            draw_typed(&box, x, y);
        y = draw_part(&box, &box.parts[i], x, y);
        if (i == 0 && box.rows > 0)
            y = draw_choices(&box, x, y);
    }
}
