#include "loop.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "background.h"
#include "colors.h"
#include "input.h"
#include "mouse.h"
#include "screen.h"
#include "signals.h"
#include "terminal.h"

#define ANSWER_EXPECTED 3000 /* ms in which an answer about the background may be on its way */
#define ANSWER_USUAL    150  /* ms in which it comes from nearly all terminals that give one */
#define ANSWER_AT_END   20   /* ms that it is waited for at the end at the most, once those are over */

static struct {
    bool open;
    bool gone; /* the terminal is */
    struct av_canvas canvas;
    struct av_screen screen;
    bool stale; /* something has happened since the canvas was drawn */
    struct av_input input;
    struct av_presses presses;
    bool colored;
    enum av_theme theme; /* the user's choice, or as the terminal's background asks for it */
    bool choose_theme;   /* nobody else did */
    long long asked_at;
    void (*before_end)(void *of); /* a signal ends the program; NULL for nothing to do */
    void *before_end_of;
    int (*look)(void *of, bool *changed); /* at something else, now and then; NULL for nothing */
    void *look_of;
    long long look_at; /* when */
} loop;

static long long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Before the screen is cleared: that wipes the question away where a terminal shows it instead of answering. */
static void ask_background(void)
{
    fputs(AV_BACKGROUND_QUESTION AV_LAST_QUESTION, stdout);
    fflush(stdout);
    loop.input.asked = loop.input.last_asked = true;
    loop.asked_at = milliseconds();
}

static enum av_status start(const struct av_tui_options *options, struct av_error *error)
{
    int width, height;
    enum av_status status = av_terminal_open(error);
    if (status == AV_OK)
        status = av_terminal_fit(&width, &height, error);
    if (status == AV_OK)
        status = av_canvas_init(&loop.canvas, width, height, options->charset, error);
    if (status != AV_OK)
        return status;
    /* two colours tell less than attributes do */
    loop.colored = options->color && has_colors() && tigetnum("colors") >= 8;
    loop.choose_theme = loop.colored && !options->theme_given;
    loop.theme = loop.choose_theme ? av_background_guess(getenv("COLORFGBG"))
                 : loop.colored    ? options->theme
                                   : AV_THEME_MONO;
    if (loop.choose_theme && av_terminal_is_emulator())
        ask_background();
    av_terminal_begin();
    loop.colored = av_colors_open(loop.colored);
    return av_input_open(options->mouse && av_terminal_is_emulator(), error);
}

enum av_status av_loop_open(const struct av_tui_options *options, struct av_error *error)
{
    if (loop.open)
        return AV_OK;
    memset(&loop, 0, sizeof loop);
    enum av_status status = av_signals_open(av_terminal_rescue, error);
    if (status != AV_OK)
        return status;
    loop.open = true;
    status = start(options, error);
    if (status != AV_OK)
        av_loop_close();
    return status;
}

static bool answers_expected(void)
{
    return (loop.input.asked || loop.input.last_asked) && milliseconds() - loop.asked_at < ANSWER_EXPECTED;
}

/* Waits a little for answers that are still on their way: the shell would take them for typed. */
static void await_answer(void)
{
    long long now = milliseconds(), end = now + ANSWER_AT_END;
    struct pollfd terminal = {.fd = av_terminal_fd(), .events = POLLIN};
    struct av_event event = {.kind = AV_EVENT_NONE};
    if (end < loop.asked_at + ANSWER_USUAL)
        end = loop.asked_at + ANSWER_USUAL;
    while (loop.input.last_asked && now < end && poll(&terminal, 1, (int)(end - now)) == 1 &&
           terminal.revents == POLLIN) {
        while (av_input_next(&loop.input, false, &event) && event.kind != AV_EVENT_GONE)
            continue;
        if (event.kind == AV_EVENT_GONE)
            return;
        now = milliseconds();
    }
}

void av_loop_close(void)
{
    if (!loop.open)
        return;
    bool expected = answers_expected();
    if (expected && !loop.gone && !av_signals_ending())
        await_answer();
    av_input_close();
    av_terminal_close(expected);
    av_signals_close();
    av_screen_finish(&loop.screen);
    av_canvas_finish(&loop.canvas);
    loop.open = false;
}

static void draw_canvas(const struct av_show *show)
{
    show->draw(show->of, &loop.canvas);
    loop.stale = false;
}

static enum av_status draw(const struct av_show *show, struct av_error *error)
{
    if (*show->repaint)
        av_screen_repaint();
    *show->repaint = false;
    draw_canvas(show);
    if (isendwin())
        av_input_resume();
    return av_screen_draw(&loop.screen, &loop.canvas, loop.colored ? *show->theme : AV_THEME_MONO, error);
}

static enum av_status fit(struct av_error *error)
{
    int width, height;
    enum av_status status = av_terminal_fit(&width, &height, error);
    if (status == AV_OK && (width != loop.canvas.width || height != loop.canvas.height))
        status = av_canvas_resize(&loop.canvas, width, height, error);
    return status;
}

static enum av_status take_signals(struct av_error *error)
{
    for (int signal = av_signals_next(); signal != 0; signal = av_signals_next()) {
        if (av_signals_ends(signal)) {
            av_loop_close();
            if (loop.before_end)
                loop.before_end(loop.before_end_of);
            av_signals_end(signal);
            loop.gone = true; /* not reached, unless somebody blocks the signal */
            return AV_OK;
        }
        if (signal == SIGTSTP) {
            av_terminal_leave();
            av_signals_stop();
        } else if (signal == SIGCONT) {
            av_terminal_leave(); /* stopped without a warning: nobody knows what the shell has done to the terminal */
        }
        enum av_status status = fit(error);
        if (status != AV_OK)
            return status;
    }
    return AV_OK;
}

/* The answer counts only while the learner has not chosen another theme. */
static void take_background(const struct av_show *show, enum av_theme theme)
{
    if (!loop.choose_theme)
        return;
    if (*show->theme == loop.theme)
        *show->theme = theme;
    loop.theme = theme;
}

/* What the mouse points at is looked up as it is after all that came before. */
static enum av_status take_mouse(const struct av_show *show, const struct av_event *event, struct av_error *error)
{
    if (loop.stale)
        draw_canvas(show);
    loop.stale = true;
    struct av_command command = event->kind == AV_EVENT_CLICK
                                    ? av_presses_take(&loop.presses, &loop.canvas, event->x, event->y, milliseconds())
                                    : av_canvas_wheel(&loop.canvas, event->x, event->y, event->wheel);
    return command.id == AV_COMMAND_NONE ? AV_OK : show->act(show->of, command, error);
}

static enum av_status take_event(const struct av_show *show, const struct av_event *event, struct av_error *error)
{
    if (event->kind == AV_EVENT_KEY || event->kind == AV_EVENT_WHEEL)
        loop.presses.first = false; /* what comes between two presses parts them */
    switch (event->kind) {
    case AV_EVENT_KEY:
        loop.stale = true;
        return show->press(show->of, event->key, error);
    case AV_EVENT_CLICK:
    case AV_EVENT_WHEEL:
        return take_mouse(show, event, error);
    case AV_EVENT_BACKGROUND:
        take_background(show, event->theme);
        break;
    case AV_EVENT_GONE:
        loop.gone = true;
        break;
    case AV_EVENT_NONE:
        break;
    }
    return AV_OK;
}

/* Everything that has arrived is done before the next frame, so that frames never lag behind keys. */
static enum av_status take_input(const struct av_show *show, bool waited, struct av_error *error)
{
    enum av_status status = AV_OK;
    struct av_event event;
    while (status == AV_OK && !*show->ended && !loop.gone && !av_signals_ending() &&
           av_input_next(&loop.input, waited, &event)) {
        waited = false;
        status = take_event(show, &event, error);
    }
    return status;
}

/* Milliseconds until it makes its next step; −1 where it makes none. since is when it made the last. */
static int until_step(const struct av_show *show, long long since)
{
    int pace = show->pace ? show->pace(show->of) : -1;
    if (pace < 0)
        return -1;
    long long left = since + pace - milliseconds();
    return left > 0 ? (int)left : 0;
}

static int sooner(int a, int b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* Looks, where it is time to; true where what is shown has changed. */
static bool look(void)
{
    bool changed = false;
    if (loop.look == NULL || milliseconds() < loop.look_at)
        return false;
    loop.look_at = milliseconds() + loop.look(loop.look_of, &changed);
    loop.stale = loop.stale || changed;
    return changed;
}

static int until(long long time)
{
    long long left = time - milliseconds();
    return left > 0 ? (int)left : 0;
}

/* As poll, but that it looks meanwhile, and that a change seen there ends the wait: *changed. */
static int poll_and_look(struct pollfd files[2], int timeout, bool *changed)
{
    long long end = milliseconds() + timeout;
    for (;;) {
        *changed = look();
        if (*changed)
            return 0;
        int left = timeout < 0 ? -1 : until(end), until_look = loop.look != NULL ? until(loop.look_at) : -1;
        int ready = poll(files, 2, sooner(left, until_look));
        if (ready != 0 || (timeout >= 0 && until(end) == 0))
            return ready;
    }
}

/* Waits for keys, signals, the end of a sequence or the next step, and does what is to be done. */
static enum av_status wait_and_act(const struct av_show *show, long long *stepped, struct av_error *error)
{
    struct pollfd files[] = {{.fd = av_terminal_fd(), .events = POLLIN}, {.fd = av_signals_fd(), .events = POLLIN}};
    int step = until_step(show, *stepped), patience = av_input_patience(&loop.input);
    if (step < 0)
        *stepped = milliseconds();
    bool changed;
    int ready = poll_and_look(files, sooner(step, patience), &changed);
    if (changed)
        return AV_OK;
    if (ready < 0 && errno != EINTR)
        return av_error_set(error, AV_ERROR_TERMINAL, "", "cannot wait for keys: %s", strerror(errno));
    if (ready < 0 || files[1].revents != 0)
        return take_signals(error);
    if (files[0].revents & ~POLLIN) {
        loop.gone = true; /* and would be found readable for ever */
        return AV_OK;
    }
    if (files[0].revents != 0)
        return take_input(show, false, error);
    if (patience >= 0 && (step < 0 || patience <= step))
        return take_input(show, true, error);
    if (step < 0)
        return AV_OK;
    *stepped = milliseconds();
    return show->step(show->of, error);
}

void av_loop_before_end(void (*act)(void *of), void *of)
{
    loop.before_end = act;
    loop.before_end_of = of;
}

void av_loop_while_waiting(int (*look_there)(void *of, bool *changed), void *of)
{
    loop.look = look_there;
    loop.look_of = of;
    loop.look_at = 0;
}

enum av_status av_loop_run(const struct av_show *show, struct av_error *error)
{
    enum av_status status = AV_OK;
    long long stepped = milliseconds();
    loop.presses = (struct av_presses){0};
    loop.stale = true;
    if (loop.choose_theme)
        *show->theme = loop.theme;
    while (status == AV_OK && !*show->ended && !loop.gone) {
        if (!answers_expected())
            loop.input.asked = loop.input.last_asked = false;
        status = draw(show, error);
        if (status == AV_OK)
            status = wait_and_act(show, &stepped, error);
    }
    loop.choose_theme = loop.choose_theme && *show->theme == loop.theme;
    return status;
}
