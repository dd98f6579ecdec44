#include "loop.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "painter.h"
#include "signals.h"
#include "terminal.h"

#define ANSWER_EXPECTED 3000 /* ms in which an answer about the background may be on its way */
#define ANSWER_AT_END                                                                                                  \
    100 /* ms that it is waited for when the program ends before it: the shell would read it as typed */

static struct {
    struct av_canvas canvas;
    struct av_painter painter;
    struct av_input input;
    bool ask_background;
    bool on_screen; /* a frame has been drawn */
    bool gone;      /* the terminal is */
    long long asked_at;
} loop;

static long long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

enum av_status av_loop_open(const struct av_tui_options *options, bool ask_background, struct av_error *error)
{
    int width, height;
    memset(&loop, 0, sizeof loop);
    enum av_status status = av_terminal_open(options->mouse, error);
    if (status != AV_OK)
        return status;
    const struct av_terminfo *info = av_terminal_info();
    enum av_depth depth = options->color ? av_palette_depth(info, getenv("COLORTERM")) : AV_DEPTH_NONE;
    av_painter_init(&loop.painter, info, depth);
    loop.input.keys = info->keys;
    loop.input.n_key = info->n_key;
    /* only emulators have a mouse, and know the question */
    loop.ask_background = ask_background && info->mouse && depth != AV_DEPTH_NONE;
    av_terminal_size(&width, &height);
    status = av_canvas_init(&loop.canvas, width, height, options->charset, error);
    if (status == AV_OK)
        status = av_signals_open(av_terminal_rescue, error);
    if (status != AV_OK)
        av_loop_close();
    return status;
}

bool av_loop_has_color(void)
{
    return loop.painter.depth != AV_DEPTH_NONE;
}

/* Reads what has arrived; false where the terminal is gone. */
static bool read_input(void)
{
    struct av_input *input = &loop.input;
    ssize_t got = read(av_terminal_fd(), input->bytes + input->length, sizeof input->bytes - input->length);
    if (got > 0)
        input->length += (size_t)got;
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

/* Waits a little for an answer that is still on its way. */
static void await_answer(void)
{
    long long end = milliseconds() + ANSWER_AT_END;
    struct pollfd key = {.fd = av_terminal_fd(), .events = POLLIN};
    struct av_event event;
    while (loop.input.asked) {
        long long left = end - milliseconds();
        if (left <= 0 || poll(&key, 1, (int)left) != 1 || !read_input())
            return;
        while (av_input_next(&loop.input, false, &event))
            continue;
    }
}

void av_loop_close(void)
{
    bool expected = loop.input.asked && milliseconds() - loop.asked_at < ANSWER_EXPECTED;
    if (av_terminal_is_open() && expected && !loop.gone && !av_signals_ending())
        await_answer();
    av_terminal_close(expected);
    av_signals_close();
    av_canvas_finish(&loop.canvas);
    av_painter_finish(&loop.painter);
    memset(&loop, 0, sizeof loop);
}

/* The first bytes of all, or of the first frame after a stop. The question goes before the clearing: a terminal that
 * shows it instead of answering it wipes it away. */
static void begin(void)
{
    struct av_bytes *out = &loop.painter.out;
    av_terminal_enter();
    av_terminal_begin(out);
    if (loop.ask_background) {
        av_bytes_add_text(out, AV_INPUT_ASK_BACKGROUND);
        loop.ask_background = false;
        loop.input.asked = true;
        loop.asked_at = milliseconds();
    }
    av_painter_forget(&loop.painter, true);
    loop.on_screen = true;
}

static enum av_status draw(const struct av_show *show, struct av_error *error)
{
    struct av_bytes *out = &loop.painter.out;
    if (!loop.on_screen)
        begin();
    else if (show->repaint(show->of))
        av_painter_forget(&loop.painter, true);
    av_canvas_clear(&loop.canvas);
    show->draw(show->of, &loop.canvas);
    enum av_status status = av_painter_draw(&loop.painter, &loop.canvas, show->theme(show->of), error);
    if (status != AV_OK)
        return status;
    if (!av_terminal_write(out->data, out->length) && !av_signals_ending())
        loop.gone = true;
    av_bytes_clear(out);
    return AV_OK;
}

static enum av_status fit(struct av_error *error)
{
    int width, height;
    av_terminal_size(&width, &height);
    if (width == loop.canvas.width && height == loop.canvas.height)
        return AV_OK;
    return av_canvas_resize(&loop.canvas, width, height, error);
}

static enum av_status take_signals(struct av_error *error)
{
    for (int signal = av_signals_next(); signal != 0; signal = av_signals_next()) {
        if (av_signals_ends(signal)) {
            av_loop_close();
            av_signals_end(signal);
            loop.gone = true; /* not reached, unless somebody blocks the signal */
            return AV_OK;
        }
        if (signal == SIGTSTP) {
            av_terminal_leave();
            av_signals_stop();
        }
        if (signal != SIGWINCH)
            loop.on_screen = false; /* the shell has been there meanwhile */
        enum av_status status = fit(error);
        if (status != AV_OK)
            return status;
    }
    return AV_OK;
}

/* Everything that has arrived is done before the next frame, so that frames never lag behind keys. */
static enum av_status take_input(const struct av_show *show, bool waited, struct av_error *error)
{
    enum av_status status = AV_OK;
    struct av_event event;
    while (status == AV_OK && !show->ended(show->of) && av_input_next(&loop.input, waited, &event)) {
        waited = false;
        if (event.kind == AV_EVENT_CLICK)
            status = show->click(show->of, av_canvas_hit(&loop.canvas, event.x, event.y), error);
        else
            status = show->event(show->of, &event, error);
    }
    return status;
}

/* Milliseconds until it makes its next step; −1 where it makes none. since is when it made the last. */
static int until_step(const struct av_show *show, long long since)
{
    int pace = show->pace(show->of);
    if (pace < 0)
        return -1;
    long long left = since + pace - milliseconds();
    return left > 0 ? (int)left : 0;
}

static int sooner(int a, int b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* Waits for keys, signals, the end of a sequence or the next step, and does what is to be done. */
static enum av_status wait_and_act(const struct av_show *show, long long *stepped, struct av_error *error)
{
    struct pollfd files[] = {
        {.fd = av_terminal_fd(), .events = POLLIN},
        {.fd = av_signals_fd(),  .events = POLLIN}
    };
    int step = until_step(show, *stepped), patience = av_input_patience(&loop.input);
    int ready = poll(files, 2, sooner(step, patience));
    if (ready < 0)
        return AV_OK; /* a signal: it waits in the pipe */
    if (files[1].revents != 0)
        return take_signals(error);
    if (files[0].revents != 0) {
        loop.gone = !read_input();
        return loop.gone ? AV_OK : take_input(show, false, error);
    }
    if (patience >= 0 && (step < 0 || patience <= step))
        return take_input(show, true, error);
    if (step < 0)
        return AV_OK;
    *stepped = milliseconds();
    return show->step(show->of, error);
}

enum av_status av_loop_run(const struct av_show *show, struct av_error *error)
{
    enum av_status status = AV_OK;
    long long stepped = milliseconds();
    while (status == AV_OK && !show->ended(show->of) && !loop.gone) {
        if (loop.input.asked && milliseconds() - loop.asked_at > ANSWER_EXPECTED)
            loop.input.asked = false;
        if (show->pace(show->of) < 0)
            stepped = milliseconds();
        status = draw(show, error);
        if (status == AV_OK && !loop.gone)
            status = wait_and_act(show, &stepped, error);
    }
    return status;
}
