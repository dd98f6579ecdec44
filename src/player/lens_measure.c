/* Measuring: which shape, how far, and what is plotted; and that it runs. */
#include <stdio.h>

#include "attnviz/player/player.h"
#include "inner.h"
#include "lenses.h"

static const char *show_subject(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    snprintf(buffer, size, "%s", av_subject_name(player->measure.subject).in[language]);
    return buffer;
}

/* What was measured is of another shape, or another length, then. */
static bool turn_subject(struct av_player *player, int direction)
{
    struct av_measure *measure = &player->measure;
    int subject = (int)measure->subject + direction;
    if (subject < 0 || subject >= AV_SUBJECT_COUNT)
        return false;
    av_measure_clear(measure);
    measure->subject = (enum av_subject)subject;
    measure->length = clamp(measure->length, AV_MEASURE_LENGTH_MIN, av_subject_length_max(measure->subject));
    return true;
}

static const char *show_length(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    (void)language;
    snprintf(buffer, size, "%d", player->measure.length);
    return buffer;
}

static bool turn_length(struct av_player *player, int direction)
{
    struct av_measure *measure = &player->measure;
    int length = direction > 0 ? measure->length * 2 : measure->length / 2;
    if (length < AV_MEASURE_LENGTH_MIN || length > av_subject_length_max(measure->subject))
        return false;
    av_measure_clear(measure);
    measure->length = length;
    return true;
}

static const char *show_plotted(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    static const struct av_words names[AV_PLOTTED_CHOICES] = {
        [AV_PLOTTED_BOTH] = {{"time and count", "时间和次数"}},
        [AV_PLOTTED_TIME] = {{"time", "时间"}},
        [AV_PLOTTED_COUNT] = {{"multiply-adds", "乘加次数"}},
    };
    snprintf(buffer, size, "%s", names[player->measure.plotted].in[language]);
    return buffer;
}

static bool turn_plotted(struct av_player *player, int direction)
{
    int plotted = (int)player->measure.plotted + direction;
    if (plotted < 0 || plotted >= AV_PLOTTED_CHOICES)
        return false;
    player->measure.plotted = (enum av_plotted)plotted;
    return true;
}

static const char *show_scale(const struct av_player *player, enum av_language language, char *buffer, size_t size)
{
    static const struct av_words names[] = {{{"log", "对数"}}, {{"linear", "线性"}}};
    snprintf(buffer, size, "%s", names[player->measure.linear].in[language]);
    return buffer;
}

static bool turn_scale(struct av_player *player, int direction)
{
    bool linear = direction > 0;
    if (player->measure.linear == linear)
        return false;
    player->measure.linear = linear;
    return true;
}

static const struct av_control controls[] = {
    {{{"model", "模型"}}, show_subject, turn_subject},
    {{{"n up to", "n 最大"}}, show_length, turn_length},
    {{{"plot", "图"}}, show_plotted, turn_plotted},
    {{{"scale", "坐标"}}, show_scale, turn_scale},
};

/* Enter starts and stops. */
static bool act(struct av_player *player, enum av_command_id command)
{
    struct av_measure *measure = &player->measure;
    if (command != AV_COMMAND_LENS_RUN)
        return false;
    if (measure->now.phase == AV_MEASURE_RUNNING)
        av_measure_stop(measure);
    else
        av_measure_start(measure, config_of(player));
    return true;
}

static bool stop(struct av_player *player)
{
    bool running = player->measure.now.phase == AV_MEASURE_RUNNING;
    av_measure_stop(&player->measure);
    return running;
}

const struct av_lens_info av_lens_measure = {
    .title = {{"measure", "测量"}},
    .words =
        {{"Measured on this machine, now: what one more token costs when n tokens are there, with the cache and "
          "without. "
          "Enter starts and stops.",
          "现在就在这台机器上测：已有 n 个 token 时，再来一个要花多少，有缓存和无缓存各测一遍。Enter 开始或停止。"}},
    .controls = controls,
    .n_control = (int)(sizeof controls / sizeof *controls),
    .act = act,
    .stop = stop,
    .self_only = true,
};
