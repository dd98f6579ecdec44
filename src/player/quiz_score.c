/* The quiz as a whole: its score, and whether a lesson's questions can be answered. */
#include <stdio.h>

#include "attnviz/player/player.h"
#include "attnviz/player/quiz.h"
#include "attnviz/player/step.h"
#include "inner.h"

struct av_score av_quiz_score(const struct av_player *player)
{
    struct av_score score = {.of = player->lesson->n_question};
    for (int i = 0; i < score.of; i++) {
        enum av_mark mark = player->quiz.entries[i].mark;
        score.right += mark == AV_MARK_RIGHT;
        score.wrong += mark == AV_MARK_WRONG;
        score.skipped += mark == AV_MARK_SKIPPED;
    }
    return score;
}

/* Where a question stands in the lesson. */
static long long order_of(const struct av_player *player, const struct av_question *question)
{
    const struct av_place *place = &question->place;
    int layer = place->layer == AV_ANY ? 0 : place->layer;
    return place->token * (1LL << 32) + av_step_order(config_of(player), (enum av_stage)place->stage, layer);
}

const struct av_question *av_quiz_left(const struct av_player *player)
{
    const struct av_question *first = NULL;
    for (int i = 0; i < player->lesson->n_question; i++) {
        const struct av_question *question = &player->lesson->questions[i];
        enum av_mark mark = player->quiz.entries[i].mark;
        bool left = mark == AV_MARK_NONE || mark == AV_MARK_SKIPPED;
        if (left && (first == NULL || order_of(player, question) < order_of(player, first)))
            first = question;
    }
    return first;
}

/* Values first … last of a field of a place that may be any of count. */
struct range {
    int first, last;
};

static struct range range_of(int field, int count)
{
    return field == AV_ANY ? (struct range){0, count - 1} : (struct range){field, field};
}

/* Looks for the answer at all places of the question, with the cache on or off. *good is false where one has none,
 * which is then in fault. */
static enum av_status check_places(struct av_player *player, const struct av_question *question, bool *good,
                                   struct av_error *fault, struct av_error *error)
{
    struct range layers = range_of(question->place.layer, config_of(player)->n_layer);
    struct range heads = range_of(question->place.head, config_of(player)->n_head);
    struct av_place place = question->place;
    struct av_right right;
    for (place.layer = layers.first; place.layer <= layers.last; place.layer++) {
        for (place.head = heads.first; place.head <= heads.last && *good; place.head++) {
            enum av_status status = av_player_go(player, &place, error);
            if (status != AV_OK)
                return status;
            *good = av_answer_find(player, question, &right, fault) == AV_OK;
        }
    }
    return AV_OK;
}

/* The fault with the file in front of its place. */
static void add_fault(struct av_report *report, const char *name, const struct av_error *fault)
{
    struct av_error whole;
    char place[sizeof whole.place];
    snprintf(place, sizeof place, "%.95s: %.60s", name, fault->place);
    av_error_set(&whole, fault->status, place, "%s", fault->message);
    av_report_add(report, &whole);
}

/* The same with the cache on and off, as the question is asked. */
static enum av_status check_question(struct av_player *player, const struct av_question *question, bool *good,
                                     struct av_error *fault, struct av_error *error)
{
    enum av_status status = AV_OK;
    *good = true;
    for (int on = 0; on < 2 && *good && status == AV_OK; on++) {
        bool other = question->when == (on ? AV_WHEN_CACHE_OFF : AV_WHEN_CACHE_ON);
        if (other || (on && !av_player_can_cache(player)))
            continue;
        player->cache_on = on;
        status = check_places(player, question, good, fault, error);
    }
    return status;
}

/* With the prompt read at once, or token by token, as the question is asked. */
static enum av_status check_way(struct av_player *player, const struct av_question *question, bool *good,
                                struct av_error *fault, struct av_error *error)
{
    enum av_status status = AV_OK;
    if (player->prefill != question->prefill)
        status = av_experiment_prefill(player, question->prefill, error);
    return status == AV_OK ? check_question(player, question, good, fault, error) : status;
}

enum av_status av_quiz_check(struct av_player *player, const char *name, struct av_report *report,
                             struct av_error *error)
{
    enum av_status status = AV_OK;
    av_quiz_turn(player, false);
    for (int i = 0; i < player->lesson->n_question && status == AV_OK; i++) {
        struct av_error fault;
        bool good = true;
        status = check_way(player, &player->lesson->questions[i], &good, &fault, error);
        if (!good)
            add_fault(report, name, &fault);
    }
    return status;
}

enum av_status av_quiz_answerable(const struct av_lesson *lesson, struct av_question *kept, int *n_kept,
                                  struct av_error *error)
{
    struct av_player player;
    *n_kept = 0;
    if (lesson->n_question == 0)
        return AV_OK;
    enum av_status status = av_player_init(&player, lesson, error);
    if (status != AV_OK)
        return status;
    av_quiz_turn(&player, false);
    for (int i = 0; i < lesson->n_question && status == AV_OK; i++) {
        const struct av_question *question = &lesson->questions[i];
        int token = question->place.token;
        bool good =
            token < player.run.n_token && (!question->prefill || av_lesson_can_prefill(player.run.lesson, token));
        if (good)
            status = check_way(&player, question, &good, NULL, error);
        if (good)
            kept[(*n_kept)++] = *question;
    }
    av_player_finish(&player);
    return status;
}
