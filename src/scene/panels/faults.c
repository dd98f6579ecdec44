/* What is wrong with a lesson's file, over the lower part of the screen: of the lesson as it was, or of the list. */
#include <stdio.h>

#include "panels.h"

#define MARGIN     2 /* a frame and a blank at either side */
#define SHOWN_MAX  5 /* faults; of more their number is said */
#define LINES_MAX  4 /* of one fault */
#define FRAMES     2 /* lines */
#define ROWS_ABOVE 3 /* that stay in sight: where one is */
#define FAULT_SIZE (sizeof((struct av_error *)NULL)->place + sizeof((struct av_error *)NULL)->message + 4)

/* "place: message", in text[FAULT_SIZE]. */
static const char *fault_text(const struct av_error *error, char *text)
{
    snprintf(text, FAULT_SIZE, "%s%s%s", error->place, *error->place ? ": " : "", error->message);
    return text;
}

static int fault_lines(const struct av_pen *pen, const struct av_error *error, int width)
{
    char text[FAULT_SIZE];
    int lines = av_wrapped_lines(pen, width, fault_text(error, text));
    return lines < LINES_MAX ? lines : LINES_MAX;
}

/* How many faults have room in so many lines, one of which is kept for saying that there are more; *used is what they
 * take. */
static int count_shown(const struct av_pen *pen, const struct av_report *faults, int width, int room, int *used)
{
    int shown = 0;
    *used = 0;
    while (shown < faults->count && shown < SHOWN_MAX) {
        int lines = fault_lines(pen, &faults->errors[shown], width);
        int more = shown + 1 < faults->count;
        if (shown > 0 && *used + lines + more > room)
            break;
        *used += lines < room ? lines : room;
        shown++;
    }
    return shown;
}

static void draw_frame(const struct av_pen *pen, const struct av_report *faults, const struct av_rectangle *box)
{
    const struct av_panel panel = {.what = AV_PANEL_FAULTS, .bright = true, .box = *box};
    char title[96], count[16], label[AV_KEY_NAME_BYTES], words[64], padded[72];
    snprintf(count, sizeof count, "%d%s", faults->count, faults->complete ? "" : "+");
    av_string_with(title, sizeof title, AV_STRING_FAULTS, pen->language, count);
    av_canvas_fill(pen->canvas, box->x, box->y, box->width, box->height, AV_ROLE_TEXT, " ");
    av_draw_frame(pen, &panel, title, "");
    av_key_label(AV_KEY_ESCAPE, label, sizeof label);
    av_string_with(words, sizeof words, AV_STRING_PUT_AWAY, pen->language, label);
    snprintf(padded, sizeof padded, " %s ", words);
    av_draw_right(pen, box->x + box->width - 2, box->y + box->height - 1, AV_ROLE_STRONG, padded);
    av_canvas_add_hit(
        pen->canvas,
        (struct av_hit){
            .x = box->x, .y = box->y, .width = box->width, .height = box->height, .command = {.id = AV_COMMAND_LEAVE}});
}

void av_draw_faults(const struct av_pen *pen, const struct av_report *faults, const char *words)
{
    int width = pen->canvas->width - 2 * MARGIN, end = pen->canvas->height - 1, used;
    int n_words = av_wrapped_lines(pen, width, words), room = end - ROWS_ABOVE - FRAMES - n_words;
    int shown = count_shown(pen, faults, width, room, &used);
    bool more = shown < faults->count && used < room;
    int height = FRAMES + used + more + n_words;
    const struct av_rectangle box = {0, end - height, pen->canvas->width, height};
    draw_frame(pen, faults, &box);
    int y = box.y + 1, last = y + used;
    for (int i = 0; i < shown; i++) {
        char text[FAULT_SIZE];
        int lines = fault_lines(pen, &faults->errors[i], width);
        lines = lines < last - y ? lines : last - y;
        y += av_draw_wrapped(pen, MARGIN, y, width, lines, AV_ROLE_ERROR, fault_text(&faults->errors[i], text));
    }
    if (more) {
        char rest[64], count[16];
        snprintf(count, sizeof count, "%d", faults->count - shown);
        av_draw_text(pen, MARGIN, y++, AV_ROLE_TEXT,
                     av_string_with(rest, sizeof rest, AV_STRING_FAULTS_MORE, pen->language, count));
    }
    av_draw_wrapped(pen, MARGIN, y, width, n_words, AV_ROLE_QUIET, words);
}
