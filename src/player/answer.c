#include "attnviz/player/answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "attnviz/player/cost.h"
#include "inner.h"

/* Says what is wrong with a part of the question ("answer", "choices"). */
#define REFUSE(player, question, part, error, ...)                                                                     \
    av_error_set(error, AV_ERROR_VALUE, place_of(player, question, part, (char[64]){""}), __VA_ARGS__)

static const char *place_of(const struct av_player *player, const struct av_question *question, const char *part,
                            char buffer[64])
{
    snprintf(buffer, 64, "$.questions[%d].%s", (int)(question - player->lesson->questions), part);
    return buffer;
}

bool av_player_figure(const struct av_player *player, enum av_figure figure, double *value)
{
    struct av_view cost = av_view_of(player, AV_VIEW_COST);
    return av_player_can_cache(player) && av_cost_figure(&cost, figure, value);
}

int av_player_said(const struct av_player *player)
{
    int t = player->place.token, likeliest = 0;
    if (t >= player->run.lesson->n_prompt - 1)
        return av_player_next_token(player, t);
    const float *logits = av_trace_numbers(av_player_trace(player), AV_QUANTITY_LOGITS, 0, t);
    for (int id = 1; id < config_of(player)->vocab_size; id++) {
        if (logits[id] > logits[likeliest] || (isnan(logits[likeliest]) && !isnan(logits[id])))
            likeliest = id;
    }
    return likeliest;
}

/* Rows of the view that the step has: of tokens, those so far. */
static int rows_so_far(const struct av_player *player, const struct av_view *view)
{
    int n = player->place.token + 1;
    return av_view_rows_are_tokens(view) && n < view->rows ? n : view->rows;
}

/* A number that counts in a row: one that is there, and not what the mask made of it. */
static bool counts(const struct av_cell *cell)
{
    return cell->has_value && cell->state != AV_STATE_MASKED && !isnan(cell->value);
}

/* The column of the row's largest or smallest number; AV_ANY where it has none. */
static int extreme_column(const struct av_view *view, int row, bool largest)
{
    int found = AV_ANY;
    float best = 0;
    for (int column = 0; column < view->columns; column++) {
        struct av_cell cell = av_view_cell(view, row, column);
        if (counts(&cell) && (found == AV_ANY || (largest ? cell.value > best : cell.value < best))) {
            found = column;
            best = cell.value;
        }
    }
    return found;
}

/* The first cell that is in the state. */
static bool find_state(const struct av_player *player, const struct av_question *question, struct av_right *right)
{
    struct av_view view = av_view_of(player, question->answer.matrix);
    for (int row = 0; row < rows_so_far(player, &view); row++) {
        for (int column = 0; column < view.columns; column++) {
            if (av_view_cell(&view, row, column).state == question->answer.state) {
                right->row = row;
                right->column = column;
                return true;
            }
        }
    }
    return false;
}

/* The token that a column stands for. */
static int column_token(const struct av_player *player, enum av_view_id id, int column)
{
    struct av_view view = av_view_of(player, id);
    if (av_view_column_axis(&view) == AV_AXIS_SOURCE)
        return player->run.lesson->source[column];
    return av_view_columns_are_tokens(&view) ? av_player_token(player, column) : column;
}

static enum av_status choose_token(const struct av_player *player, const struct av_question *question, int token,
                                   struct av_right *right, struct av_error *error)
{
    for (int i = 0; i < question->n_choice; i++) {
        if (question->choices[i].token == token) {
            right->choice = i;
            return AV_OK;
        }
    }
    return REFUSE(player, question, "choices", error, "\"%s\", which is right, expected among them, not found",
                  player->run.lesson->vocabulary[token]);
}

/* The nearest of the choices, if there is one. */
static enum av_status choose_number(const struct av_player *player, const struct av_question *question,
                                    struct av_right *right, struct av_error *error)
{
    const struct av_choice *choices = question->choices;
    int nearest = 0, equal = 0;
    for (int i = 1; i < question->n_choice; i++) {
        double now = fabs(choices[i].number - right->number), best = fabs(choices[nearest].number - right->number);
        equal = now < best ? 0 : now > best ? equal : equal + 1;
        nearest = now < best ? i : nearest;
    }
    if (equal > 0 || !isfinite(right->number))
        return REFUSE(player, question, "choices", error, "one that is nearest to %g expected, %d found", right->number,
                      isfinite(right->number) ? equal + 1 : 0);
    right->choice = nearest;
    return AV_OK;
}

/* A cell's number, where it is one that the step has. */
static bool read_number(const struct av_player *player, const struct av_view *view, int row, int column, double *number)
{
    if (row >= rows_so_far(player, view) || column >= view->columns)
        return false;
    struct av_cell cell = av_view_cell(view, row, column);
    *number = (double)cell.value;
    return cell.has_value && !isnan(cell.value);
}

static enum av_status find_value(const struct av_player *player, const struct av_question *question,
                                 struct av_right *right, struct av_error *error)
{
    const struct av_answer *answer = &question->answer;
    struct av_view view = av_view_of(player, answer->matrix);
    right->has_number = read_number(player, &view, answer->row, answer->column, &right->number);
    if (!right->has_number)
        return REFUSE(player, question, "answer.value", error,
                      "a cell of %s that has a number at this stage expected, row %d, column %d found",
                      av_view_name(answer->matrix), answer->row + 1, answer->column + 1);
    right->row = answer->row;
    right->column = answer->column;
    return AV_OK;
}

static enum av_status find_extreme(const struct av_player *player, const struct av_question *question,
                                   struct av_right *right, struct av_error *error)
{
    const struct av_answer *answer = &question->answer;
    struct av_view view = av_view_of(player, answer->matrix);
    bool largest = answer->kind == AV_ANSWER_LARGEST;
    right->row = answer->row;
    if (answer->row < rows_so_far(player, &view))
        right->column = extreme_column(&view, answer->row, largest);
    if (right->column == AV_ANY)
        return REFUSE(player, question, largest ? "answer.largest" : "answer.smallest", error,
                      "a row of %s that has numbers at this stage expected, row %d found", av_view_name(answer->matrix),
                      answer->row + 1);
    if (question->kind != AV_QUESTION_CHOICE)
        return AV_OK;
    return choose_token(player, question, column_token(player, view.id, right->column), right, error);
}

static enum av_status find_figure(const struct av_player *player, const struct av_question *question,
                                  struct av_right *right, struct av_error *error)
{
    right->has_number = av_player_figure(player, question->answer.figure, &right->number);
    if (right->has_number)
        return AV_OK;
    return REFUSE(player, question, "answer.figure", error, "a figure that is known at this place expected, %s found",
                  av_figure_name(question->answer.figure));
}

enum av_status av_answer_find(const struct av_player *player, const struct av_question *question,
                              struct av_right *right, struct av_error *error)
{
    const struct av_answer *answer = &question->answer;
    enum av_status status = AV_OK;
    *right = (struct av_right){.choice = AV_ANY, .row = AV_ANY, .column = AV_ANY};
    switch (answer->kind) {
    case AV_ANSWER_CHOICE:
        right->choice = answer->choice;
        return AV_OK;
    case AV_ANSWER_LARGEST:
    case AV_ANSWER_SMALLEST:
        return find_extreme(player, question, right, error);
    case AV_ANSWER_STATE:
        if (find_state(player, question, right))
            return AV_OK;
        return REFUSE(player, question, "answer.state", error, "cells of %s that are \"%s\" at this place, none found",
                      av_view_name(answer->matrix), av_state_name(answer->state));
    case AV_ANSWER_NEXT:
        return choose_token(player, question, av_player_said(player), right, error);
    case AV_ANSWER_VALUE:
        status = find_value(player, question, right, error);
        break;
    default:
        status = find_figure(player, question, right, error);
    }
    if (status == AV_OK && question->kind == AV_QUESTION_CHOICE)
        status = choose_number(player, question, right, error);
    return status;
}

bool av_answer_is_number(const struct av_question *question, const struct av_right *right, double number)
{
    bool value = question->answer.kind == AV_ANSWER_VALUE;
    if (isinf(number) || isinf(right->number))
        return isinf(number) && isinf(right->number) && signbit(number) == signbit(right->number);
    return fabs(number - right->number) <= question->tolerance || (value && (float)number == (float)right->number);
}

bool av_answer_is_cell(const struct av_player *player, const struct av_question *question, int row, int column)
{
    const struct av_answer *answer = &question->answer;
    struct av_view view = av_view_of(player, answer->matrix);
    if (row < 0 || row >= rows_so_far(player, &view) || column < 0 || column >= view.columns)
        return false;
    struct av_cell cell = av_view_cell(&view, row, column);
    if (answer->kind == AV_ANSWER_STATE)
        return cell.state == answer->state;
    int best = row == answer->row ? extreme_column(&view, row, answer->kind == AV_ANSWER_LARGEST) : AV_ANY;
    return best != AV_ANY && counts(&cell) && cell.value == av_view_cell(&view, row, best).value;
}
