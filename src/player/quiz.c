#include "attnviz/player/quiz.h"

#include <string.h>

#include "attnviz/base/text.h"
#include "attnviz/player/player.h"
#include "focus.h"
#include "inner.h"

static int index_of(const struct av_player *player, const struct av_question *question)
{
    return (int)(question - player->lesson->questions);
}

/* The question that is open. */
static const struct av_question *asked(const struct av_player *player)
{
    return &player->lesson->questions[player->quiz.question];
}

const struct av_question *av_quiz_question(const struct av_player *player)
{
    bool shown = player->quiz.phase == AV_QUIZ_OPEN || player->quiz.phase == AV_QUIZ_ANSWERED;
    return shown ? asked(player) : NULL;
}

static const struct av_question *next_here(const struct av_player *player, const struct av_question *after)
{
    return av_lesson_question(player->lesson, &player->place, player->cache_on, av_player_prefills(player), after);
}

/* True where this is a place of the question. */
static bool is_here(const struct av_player *player, int index)
{
    const struct av_question *question = NULL;
    while ((question = next_here(player, question)) != NULL) {
        if (index_of(player, question) == index)
            return true;
    }
    return false;
}

/* True where the question has been tried in this round, or its answer been asked for. */
static bool is_settled(enum av_mark mark)
{
    return mark == AV_MARK_RIGHT || mark == AV_MARK_WRONG;
}

/* Of some there is none, as of what a cache saves where the lesson's rule allows no cache. */
static bool has_answer(const struct av_player *player, const struct av_question *question)
{
    struct av_right right;
    return av_answer_find(player, question, &right, NULL) == AV_OK;
}

static void open_question(struct av_player *player, const struct av_question *question)
{
    struct av_quiz *quiz = &player->quiz;
    quiz->phase = AV_QUIZ_OPEN;
    quiz->question = index_of(player, question);
    bool again = quiz->entries[quiz->question].try_again;
    quiz->tries = again;
    quiz->hinted = again && question->hint.in[AV_ENGLISH] != NULL;
    quiz->verdict = again ? AV_VERDICT_AGAIN : AV_VERDICT_NONE;
    quiz->choice = AV_ANY;
    quiz->typed[0] = '\0';
    player->playing = false;
    player->focused = false;
    player->zoomed = false;
}

/* The first question here that is neither settled nor passed, and has an answer. One that was left between two tries,
 * to look at what its hint speaks of, is not settled yet. */
static const struct av_question *next_to_ask(const struct av_player *player)
{
    const struct av_question *question = NULL;
    while ((question = next_here(player, question)) != NULL) {
        const struct av_quiz_entry *entry = &player->quiz.entries[index_of(player, question)];
        if ((!is_settled(entry->mark) || entry->try_again) && !entry->passed && has_answer(player, question))
            break;
    }
    return question;
}

/* What there is to ask here now; at the end of it all, the score. */
static void ask(struct av_player *player)
{
    struct av_quiz *quiz = &player->quiz;
    quiz->phase = AV_QUIZ_IDLE;
    if (quiz->off || player->lesson->n_question == 0)
        return;
    const struct av_question *question = next_to_ask(player);
    if (question && !av_experiment_changed(player)) {
        open_question(player, question);
        return;
    }
    if (question && player->notice == AV_NOTICE_NONE)
        player->notice = AV_NOTICE_QUESTION_WAITS;
    if (at_end(player) && !quiz->told)
        quiz->phase = AV_QUIZ_SCORE;
}

void av_quiz_follow(struct av_player *player)
{
    struct av_quiz *quiz = &player->quiz;
    for (int i = 0; i < player->lesson->n_question; i++)
        quiz->entries[i].passed = quiz->entries[i].passed && is_here(player, i);
    quiz->finished = quiz->finished || at_end(player);
    quiz->told = quiz->told && at_end(player);
    const struct av_question *question = av_quiz_question(player);
    bool stays = question && is_here(player, quiz->question) &&
                 (quiz->phase == AV_QUIZ_ANSWERED || (has_answer(player, question) && !av_experiment_changed(player)));
    if (!stays)
        ask(player);
}

void av_quiz_turn(struct av_player *player, bool on)
{
    player->quiz.off = !on;
    ask(player);
}

/* The answer has been read, or the question been passed: on to what else there is here. */
static void go_on(struct av_player *player)
{
    player->quiz.told = player->quiz.told || player->quiz.phase == AV_QUIZ_SCORE;
    ask(player);
}

static void close_question(struct av_player *player, enum av_verdict verdict)
{
    player->quiz.verdict = verdict;
    player->quiz.phase = AV_QUIZ_ANSWERED;
    player->quiz.entries[player->quiz.question].try_again = false;
    player->focused = false;
}

/* The first try counts. A second one is given where more than one answer is left. */
static void judge(struct av_player *player, bool right)
{
    struct av_quiz *quiz = &player->quiz;
    const struct av_question *question = asked(player);
    if (quiz->tries++ == 0)
        quiz->entries[quiz->question].mark = right ? AV_MARK_RIGHT : AV_MARK_WRONG;
    if (right)
        close_question(player, AV_VERDICT_RIGHT);
    else if (quiz->tries > 1 || question->n_choice == 2)
        close_question(player, AV_VERDICT_WRONG);
    else {
        quiz->entries[quiz->question].try_again = true;
        quiz->verdict = AV_VERDICT_AGAIN;
        quiz->hinted = question->hint.in[AV_ENGLISH] != NULL;
        quiz->choice = AV_ANY;
        quiz->typed[0] = '\0';
    }
}

static void answer_with_choice(struct av_player *player)
{
    struct av_right right;
    const struct av_question *question = asked(player);
    if (player->quiz.choice == AV_ANY)
        player->notice = AV_NOTICE_CHOOSE;
    else if (av_answer_find(player, question, &right, NULL) == AV_OK)
        judge(player, player->quiz.choice == right.choice);
}

static void answer_with_number(struct av_player *player)
{
    struct av_right right;
    double number;
    const struct av_question *question = asked(player);
    if (!av_answer_read(player->quiz.typed, &number))
        player->notice = AV_NOTICE_TYPE_NUMBER;
    else if (av_answer_find(player, question, &right, NULL) == AV_OK)
        judge(player, av_answer_is_number(question, &right, number));
}

/* Enter: takes what has been chosen, typed or pointed at; goes to where there is something to point at. */
static void answer(struct av_player *player)
{
    const struct av_question *question = asked(player);
    enum av_view_id matrix = question->answer.matrix;
    bool of_row = question->answer.row != AV_ANY;
    if (player->focused && (question->kind != AV_QUESTION_POINT || player->focus != matrix))
        player->notice = AV_NOTICE_NOT_ASKED_ABOUT;
    else if (player->focused)
        judge(player, av_answer_is_cell(player, question, player->row, player->column));
    else if (question->kind == AV_QUESTION_POINT)
        av_focus_select(player, matrix, of_row ? question->answer.row : 0, 0);
    else if (question->kind == AV_QUESTION_CHOICE)
        answer_with_choice(player);
    else
        answer_with_number(player);
}

/* A click chooses; a second one on the same answers. */
static void choose(struct av_player *player, int choice)
{
    int count = asked(player)->n_choice;
    bool again = player->quiz.choice == choice;
    if (choice < 0 || choice >= count)
        return;
    player->quiz.choice = choice;
    if (again)
        answer_with_choice(player);
}

static void move_choice(struct av_player *player, int by)
{
    int count = asked(player)->n_choice, choice = player->quiz.choice;
    int first = by > 0 ? 0 : count - 1;
    player->quiz.choice = choice == AV_ANY ? first : clamp(choice + by, 0, count - 1);
}

static void give_hint(struct av_player *player)
{
    if (asked(player)->hint.in[AV_ENGLISH] == NULL)
        player->notice = AV_NOTICE_NO_HINT;
    else
        player->quiz.hinted = true;
}

/* The answer is asked for: where nothing was tried before, the question counts as not known. */
static void give_answer(struct av_player *player)
{
    struct av_quiz_entry *entry = &player->quiz.entries[player->quiz.question];
    if (player->quiz.tries == 0)
        entry->mark = AV_MARK_WRONG;
    close_question(player, AV_VERDICT_SHOWN);
}

static void skip(struct av_player *player)
{
    struct av_quiz_entry *entry = &player->quiz.entries[player->quiz.question];
    entry->mark = is_settled(entry->mark) ? entry->mark : AV_MARK_SKIPPED;
    entry->passed = true;
    entry->try_again = false;
    go_on(player);
}

static bool do_open(struct av_player *player, struct av_command command)
{
    bool choosing = !player->focused && asked(player)->kind == AV_QUESTION_CHOICE;
    switch (command.id) {
    case AV_COMMAND_ENTER:
        answer(player);
        return true;
    case AV_COMMAND_LEAVE:
        if (player->focused)
            return false;
        skip(player);
        return true;
    case AV_COMMAND_CELL_UP:
    case AV_COMMAND_CELL_DOWN:
        if (choosing)
            move_choice(player, command.id == AV_COMMAND_CELL_UP ? -1 : 1);
        return choosing;
    case AV_COMMAND_CHOOSE:
        choose(player, command.argument[0]);
        return true;
    case AV_COMMAND_HINT:
        give_hint(player);
        return true;
    case AV_COMMAND_ANSWER:
        give_answer(player);
        return true;
    default:
        return false;
    }
}

/* What has been read is put away by what looks elsewhere; Enter and Esc do nothing else. The next question here comes
 * before a step on. */
static bool do_answered(struct av_player *player, struct av_command command)
{
    bool enter = command.id == AV_COMMAND_ENTER || command.id == AV_COMMAND_LENS_RUN; /* as it is called in a lens */
    bool looks = enter || av_command_info(command.id)->group == AV_GROUP_LOOK;
    if (!looks && command.id != AV_COMMAND_STAGE_NEXT)
        return false;
    go_on(player);
    return player->quiz.phase != AV_QUIZ_IDLE || enter || command.id == AV_COMMAND_LEAVE;
}

bool av_quiz_do(struct av_player *player, struct av_command command)
{
    bool own = command.id == AV_COMMAND_CHOOSE || command.id == AV_COMMAND_HINT || command.id == AV_COMMAND_ANSWER;
    if (player->help.open)
        return own;
    if (player->quiz.phase == AV_QUIZ_OPEN)
        return do_open(player, command);
    return own || (player->quiz.phase != AV_QUIZ_IDLE && do_answered(player, command));
}

static void delete_last(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && ((unsigned char)text[--length] & 0xc0) == 0x80)
        continue;
    text[length] = '\0';
}

/* A character of a number; Backspace takes the last one away. */
static bool type_number(struct av_quiz *quiz, int key)
{
    size_t length = strlen(quiz->typed);
    char bytes[4];
    if (key == AV_KEY_BACKSPACE && length > 0) {
        delete_last(quiz->typed);
        return true;
    }
    if (key < AV_KEY_SPACE || key >= AV_KEY_RIGHT || !av_answer_takes(quiz->typed, key))
        return false;
    size_t added = av_utf8_encode((uint32_t)key, bytes);
    if (length + added < sizeof quiz->typed) {
        memcpy(quiz->typed + length, bytes, added);
        quiz->typed[length + added] = '\0';
    }
    return true;
}

bool av_quiz_type(struct av_player *player, int key)
{
    if (player->quiz.phase != AV_QUIZ_OPEN || player->help.open || player->focused)
        return false;
    const struct av_question *question = asked(player);
    player->notice = AV_NOTICE_NONE;
    if (question->kind == AV_QUESTION_NUMBER)
        return type_number(&player->quiz, key);
    if (question->kind != AV_QUESTION_CHOICE || key < '1' || key >= '1' + question->n_choice)
        return false;
    player->quiz.choice = key - '1';
    return true;
}

enum av_context av_quiz_context(const struct av_player *player)
{
    if (player->quiz.phase != AV_QUIZ_OPEN)
        return AV_CONTEXT_COUNT;
    return player->focused                             ? AV_CONTEXT_POINT
           : asked(player)->kind == AV_QUESTION_CHOICE ? AV_CONTEXT_CHOICE
                                                       : AV_CONTEXT_QUESTION;
}

bool av_player_covers(const struct av_player *player, enum av_view_id view)
{
    if (player->quiz.phase != AV_QUIZ_OPEN)
        return false;
    const struct av_question *question = asked(player);
    if (view == AV_VIEW_COST)
        return question->covers_cost;
    return question->covers[view] ||
           (question->answer.kind == AV_ANSWER_NEXT && (view == AV_VIEW_NEXT || view == AV_VIEW_LOGITS));
}

bool av_player_covers_cost(const struct av_player *player)
{
    return player->quiz.phase == AV_QUIZ_OPEN && asked(player)->covers_cost;
}

bool av_player_covers_next(const struct av_player *player)
{
    return player->quiz.phase == AV_QUIZ_OPEN && asked(player)->answer.kind == AV_ANSWER_NEXT;
}

bool av_player_covers_token(const struct av_player *player, int i)
{
    if (i <= player->place.token)
        return false;
    if (av_player_covers_next(player))
        return true;
    bool covers = false;
    for (int q = 0; q < player->lesson->n_question && i >= player->run.lesson->n_prompt; q++) {
        const struct av_question *question = &player->lesson->questions[q];
        covers = covers || (question->answer.kind == AV_ANSWER_NEXT && question->place.token == i - 1 &&
                            !is_settled(player->quiz.entries[q].mark));
    }
    return covers && !player->quiz.off;
}

bool av_player_covers_any(const struct av_player *player)
{
    bool any = av_player_covers_cost(player) || av_player_covers_next(player);
    for (int id = 0; id < AV_VIEW_COUNT && !any; id++)
        any = av_player_covers(player, (enum av_view_id)id);
    return any;
}
