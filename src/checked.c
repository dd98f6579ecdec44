#include "checked.h"

#include "attnviz/player/player.h"

/* Whether the questions of a lesson that is good in itself have answers. */
static enum av_status check_questions(const struct av_lesson *lesson, const char *path, struct av_report *report,
                                      struct av_error *error)
{
    struct av_player player;
    if (lesson->n_question == 0)
        return AV_OK;
    enum av_status status = av_player_init(&player, lesson, error);
    if (status != AV_OK)
        return status;
    status = av_quiz_check(&player, path, report, error);
    av_player_finish(&player);
    return status;
}

bool av_checked_load(struct av_lesson *lesson, const char *path, struct av_report *report)
{
    struct av_error error;
    if (av_lesson_load(lesson, path, report) != AV_OK)
        return false;
    if (check_questions(lesson, path, report, &error) != AV_OK)
        av_report_add(report, &error);
    if (report->count > 0 || !report->complete)
        av_lesson_finish(lesson);
    return report->count == 0 && report->complete;
}
