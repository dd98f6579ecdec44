#include "question_write.h"

#include <string.h>

#include "place_write.h"

#define INDENT 5 /* of what stands below a question's brace */

static bool has_cell(enum av_answer_kind kind)
{
    return kind == AV_ANSWER_VALUE || kind == AV_ANSWER_LARGEST || kind == AV_ANSWER_SMALLEST ||
           kind == AV_ANSWER_STATE;
}

/* Whether the lesson still has what is asked about. */
static bool is_there(const struct av_lesson *lesson, const struct av_question *question)
{
    const struct av_answer *answer = &question->answer;
    return av_place_is_there(lesson, &question->place) &&
           (!question->prefill || av_lesson_can_prefill(lesson, question->place.token)) &&
           (!has_cell(answer->kind) ||
            av_cell_is_there(lesson, &question->place, (int)answer->matrix, answer->row, answer->column));
}

struct choices {
    const struct av_lesson *lesson;
    const struct av_choice *items;
};

static void print_choice(struct printer *printer, const void *context, size_t i)
{
    const struct choices *choices = context;
    const struct av_choice *choice = &choices->items[i];
    av_print(printer, "{");
    if (choice->token != AV_ANY)
        av_print_text_member(printer, "token", choices->lesson->vocabulary[choice->token]);
    if (choice->has_number) {
        av_print_key(printer, SAME_LINE, "number");
        av_print_number(printer, choice->number);
    }
    for (int in = 0; in < AV_LANGUAGE_COUNT; in++)
        if (choice->words.in[in])
            av_print_text_member(printer, av_language_code((enum av_language)in), choice->words.in[in]);
    av_print(printer, "}");
}

static void print_answer(struct printer *printer, const struct av_answer *answer)
{
    static const char *const cell_keys[] = {
        [AV_ANSWER_VALUE] = "value", [AV_ANSWER_LARGEST] = "largest", [AV_ANSWER_SMALLEST] = "smallest"};
    av_print(printer, "{");
    switch (answer->kind) {
    case AV_ANSWER_CHOICE:
        av_print_counted(printer, "choice", answer->choice);
        break;
    case AV_ANSWER_STATE:
        av_print_text_member(printer, "state", av_state_name(answer->state));
        av_print_text_member(printer, "matrix", av_view_name(answer->matrix));
        break;
    case AV_ANSWER_FIGURE:
        av_print_text_member(printer, "figure", av_figure_name(answer->figure));
        break;
    case AV_ANSWER_NEXT:
        av_print_bool_member(printer, "next", true);
        break;
    default:
        av_print_key(printer, SAME_LINE, cell_keys[answer->kind]);
        av_cell_print(printer, (int)answer->matrix, answer->row, answer->column);
    }
    av_print(printer, "}");
}

/* Whether what is covered is what would be if nothing were said. */
static bool covers_answer_alone(const struct av_question *question)
{
    const struct av_answer *answer = &question->answer;
    bool usual[AV_VIEW_COUNT] = {false};
    if (answer->kind == AV_ANSWER_NEXT)
        usual[AV_VIEW_NEXT] = true;
    if (has_cell(answer->kind))
        usual[answer->matrix] = true;
    return memcmp(usual, question->covers, sizeof usual) == 0 &&
           question->covers_cost == (answer->kind == AV_ANSWER_FIGURE);
}

static void print_cover(struct printer *printer, const struct av_question *question)
{
    if (covers_answer_alone(question))
        return;
    av_print_key(printer, INDENT, "cover");
    av_print(printer, "[");
    for (int i = 0; i < AV_VIEW_COUNT; i++) {
        if (!question->covers[i])
            continue;
        av_print_next(printer, SAME_LINE);
        av_print_text(printer, av_view_name((enum av_view_id)i));
    }
    if (question->covers_cost) {
        av_print_next(printer, SAME_LINE);
        av_print_text(printer, "cost");
    }
    av_print(printer, "]");
}

static void print_words(struct printer *printer, const char *key, const struct av_words *words)
{
    if (!words->in[AV_ENGLISH] && !words->in[AV_CHINESE])
        return;
    av_print_key(printer, INDENT, key);
    av_print_words(printer, INDENT, words);
}

static void print_question(struct printer *printer, const struct av_lesson *lesson, const struct av_question *question)
{
    struct choices choices = {lesson, question->choices};
    av_print_next(printer, INDENT - 1);
    av_print(printer, "{");
    av_at_print(printer, lesson, &question->place, question->when);
    if (question->prefill)
        av_print_bool_member(printer, "prefill", true);
    print_words(printer, "ask", &question->ask);
    if (question->n_choice > 0) {
        av_print_key(printer, INDENT, "choices");
        av_print_list(printer, INDENT, (size_t)question->n_choice, print_choice, &choices);
    }
    av_print_key(printer, INDENT, "answer");
    print_answer(printer, &question->answer);
    if (question->tolerance > 0) {
        av_print_key(printer, SAME_LINE, "tolerance");
        av_print_number(printer, question->tolerance);
    }
    print_words(printer, "hint", &question->hint);
    print_words(printer, "reason", &question->reason);
    print_cover(printer, question);
    av_print(printer, "}");
}

void av_questions_print(struct printer *printer, const struct av_lesson *lesson)
{
    size_t before = printer->length;
    av_print_key(printer, 2, "questions");
    av_print(printer, "[");
    size_t start = printer->length;
    for (int i = 0; i < lesson->n_question; i++)
        if (is_there(lesson, &lesson->questions[i]))
            print_question(printer, lesson, &lesson->questions[i]);
    av_print_end(printer, before, start, "\n  ]");
}
