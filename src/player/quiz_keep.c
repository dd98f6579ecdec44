/* What is kept of a quiz from one start to the next. */
#include <string.h>

#include "attnviz/player/player.h"
#include "attnviz/player/quiz.h"
#include "inner.h"

/* The question's key in what is kept. */
static uint64_t key_of(const struct av_lesson *lesson, int index)
{
    const char *text = lesson->questions[index].ask.in[AV_ENGLISH];
    int again = 0;
    for (int i = 0; i < index; i++)
        again += strcmp(lesson->questions[i].ask.in[AV_ENGLISH], text) == 0;
    return av_question_key(text, again);
}

void av_quiz_recall(struct av_player *player, const struct av_lesson_progress *known)
{
    struct av_quiz *quiz = &player->quiz;
    const struct av_place *place = &known->place;
    bool ended = place->token == player->run.n_token - 1 && place->stage == AV_STAGE_NEXT;
    if (!known->seen || ended || place->token >= player->run.n_token)
        return;
    for (int i = 0; i < player->lesson->n_question; i++)
        if (quiz->entries[i].mark == AV_MARK_NONE)
            quiz->entries[i].mark = av_progress_mark(known, key_of(player->lesson, i));
    quiz->stopped = !same_place(place, &player->place);
    quiz->stopped_at = *place;
    if (quiz->phase != AV_QUIZ_ANSWERED)
        av_quiz_turn(player, !quiz->off);
    if (quiz->stopped)
        player->notice = AV_NOTICE_STOPPED;
}

/* The question of another lesson with this key; −1 where it has none. */
static int find_key(const struct av_lesson *lesson, uint64_t key)
{
    for (int i = 0; i < lesson->n_question; i++)
        if (key_of(lesson, i) == key)
            return i;
    return -1;
}

/* What was open or answered stays so, if it is still answered in the same way. */
static void carry_phase(struct av_player *player, const struct av_player *before)
{
    struct av_quiz *quiz = &player->quiz;
    const struct av_quiz *was = &before->quiz;
    int index = av_quiz_question(before) ? find_key(player->lesson, key_of(before->lesson, was->question)) : -1;
    quiz->phase = AV_QUIZ_IDLE;
    if (index < 0)
        return;
    const struct av_question *question = &player->lesson->questions[index];
    if (question->kind != before->lesson->questions[was->question].kind)
        return;
    quiz->phase = was->phase;
    quiz->question = index;
    quiz->tries = was->tries;
    quiz->hinted = was->hinted && question->hint.in[AV_ENGLISH] != NULL;
    quiz->verdict = was->verdict;
    quiz->choice = was->choice < question->n_choice ? was->choice : AV_ANY;
    memcpy(quiz->typed, was->typed, sizeof quiz->typed);
}

void av_quiz_carry(struct av_player *player, const struct av_player *before)
{
    struct av_quiz *quiz = &player->quiz;
    for (int i = 0; i < before->lesson->n_question; i++) {
        int index = find_key(player->lesson, key_of(before->lesson, i));
        if (index >= 0)
            quiz->entries[index] = before->quiz.entries[i];
    }
    quiz->off = before->quiz.off;
    quiz->finished = before->quiz.finished;
    quiz->told = before->quiz.told;
    quiz->stopped = before->quiz.stopped && before->quiz.stopped_at.token < player->run.n_token;
    quiz->stopped_at = before->quiz.stopped_at;
    carry_phase(player, before);
    av_quiz_follow(player);
}

void av_quiz_record(const struct av_player *player, struct av_lesson_progress *known)
{
    const struct av_quiz *quiz = &player->quiz;
    struct av_score score = av_quiz_score(player);
    bool stayed = quiz->stopped && same_place(&player->place, &player->lesson->start);
    known->seen = true;
    known->place = stayed ? quiz->stopped_at : player->place;
    known->finished = known->finished || quiz->finished;
    if (quiz->off)
        return;
    if (quiz->finished && score.of > 0) {
        known->best = known->of == score.of && known->best > score.right ? known->best : score.right;
        known->last = score.right;
        known->of = score.of;
    }
    for (int i = 0; i < score.of; i++)
        av_progress_set_mark(known, key_of(player->lesson, i), quiz->entries[i].mark);
}
