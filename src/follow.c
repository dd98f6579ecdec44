#include "follow.h"

#include <stdio.h>
#include <string.h>

#include "attnviz/player/reload.h"
#include "checked.h"

#define LOOK_EVERY 500 /* ms */
#define REST       100 /* ms in which a file that somebody writes has to stay the same before it is read */

static struct av_file_mark mark_file(const char *path)
{
    struct stat status;
    struct av_file_mark mark = {.there = path[0] != '\0' && stat(path, &status) == 0};
    if (mark.there) {
        mark.device = status.st_dev;
        mark.number = status.st_ino;
        mark.size = status.st_size;
        mark.written = status.st_mtim;
    }
    return mark;
}

static bool same_file(const struct av_file_mark *a, const struct av_file_mark *b)
{
    return a->there == b->there && a->device == b->device && a->number == b->number && a->size == b->size &&
           a->written.tv_sec == b->written.tv_sec && a->written.tv_nsec == b->written.tv_nsec;
}

static struct av_marks mark_files(const struct av_follow *follow)
{
    return (struct av_marks){.lesson = mark_file(follow->path), .model = mark_file(follow->model)};
}

static bool same_files(const struct av_marks *a, const struct av_marks *b)
{
    return same_file(&a->lesson, &b->lesson) && same_file(&a->model, &b->model);
}

void av_follow_open(struct av_follow *follow, const char *path, const char *model_path, struct av_lesson *lessons,
                    struct av_player *player)
{
    *follow = (struct av_follow){.path = path, .lessons = lessons, .player = player};
    av_report_init(&follow->report);
    snprintf(follow->model, sizeof follow->model, "%s", model_path);
    follow->read = mark_files(follow);
}

/* Reads the lesson into the room that is free, and has the player go on in it. */
static void go_on(struct av_follow *follow, struct av_report *report)
{
    struct av_error error;
    struct av_lesson *now = &follow->lessons[follow->player->lesson == follow->lessons ? 0 : 1];
    struct av_lesson *next = &follow->lessons[now == follow->lessons ? 1 : 0];
    if (!av_checked_load(next, follow->path, report))
        return;
    if (av_player_reload(follow->player, next, &error) == AV_OK) {
        av_lesson_finish(now);
    } else {
        av_report_add(report, &error);
        av_lesson_finish(next);
    }
}

/* Where the model's file is, also where the lesson names one that is wrong or not there. */
static void follow_model(struct av_follow *follow, const char *path)
{
    if (strcmp(path, follow->model) == 0)
        return;
    snprintf(follow->model, sizeof follow->model, "%s", path);
    follow->read.model = mark_file(follow->model);
}

static void read_again(struct av_follow *follow)
{
    struct av_report report;
    av_report_init(&report);
    go_on(follow, &report);
    follow_model(follow, report.model_path);
    av_report_finish(&follow->report);
    follow->report = report;
    follow->player->faults = report.count > 0 ? &follow->report : NULL;
}

int av_follow_look(void *of, bool *changed)
{
    struct av_follow *follow = of;
    struct av_marks now = mark_files(follow);
    bool rests = follow->changing && same_files(&now, &follow->noticed);
    follow->changing = !same_files(&now, &follow->read);
    follow->noticed = now;
    if (!follow->changing)
        return LOOK_EVERY;
    if (!rests)
        return REST;
    follow->changing = false;
    follow->read = now;
    read_again(follow);
    *changed = true;
    return LOOK_EVERY;
}

void av_follow_close(struct av_follow *follow)
{
    follow->player->faults = NULL;
    av_report_finish(&follow->report);
}
