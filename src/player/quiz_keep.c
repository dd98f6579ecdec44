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
