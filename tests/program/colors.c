#include "colors.h"

#include <math.h>

/* libvterm leaves old colours in the second column of a wide character, which shows those of the first. */
bool is_blank(const VTermScreenCell *cell)
{
    return cell->chars[0] == 0 || cell->chars[0] == ' ' || cell->chars[0] == (uint32_t)-1;
}

struct seen seen(const VTermScreenCell *cell)
{
    return cell->attrs.reverse ? (struct seen){cell->bg, cell->fg} : (struct seen){cell->fg, cell->bg};
}

static double linear(unsigned char value)
{
    double c = value / 255.0;
    return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* The numbered colours that nobody changes are xterm's; libvterm's greys are others. */
static VTermColor rgb(const struct session *session, VTermColor color)
{
    static const unsigned char cube[] = {0, 95, 135, 175, 215, 255};
    int number = color.indexed.idx - 16;
    bool own = VTERM_COLOR_IS_DEFAULT_FG(&color) || VTERM_COLOR_IS_DEFAULT_BG(&color);
    if (own || !VTERM_COLOR_IS_INDEXED(&color) || number < 0) {
        vterm_screen_convert_color_to_rgb(session->screen, &color);
    } else if (number >= 216) {
        unsigned char grey = (unsigned char)(8 + 10 * (number - 216));
        vterm_color_rgb(&color, grey, grey, grey);
    } else {
        vterm_color_rgb(&color, cube[number / 36], cube[number / 6 % 6], cube[number % 6]);
    }
    return color;
}

static double luminance(const struct session *session, VTermColor color)
{
    color = rgb(session, color);
    return 0.2126 * linear(color.rgb.red) + 0.7152 * linear(color.rgb.green) + 0.0722 * linear(color.rgb.blue);
}

double seen_contrast(const struct session *session, const VTermScreenCell *cell)
{
    struct seen colors = seen(cell);
    double a = luminance(session, colors.text), b = luminance(session, colors.ground);
    return (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
}

void set_background(struct session *session, bool light)
{
    VTermColor black, white;
    vterm_color_rgb(&black, 0, 0, 0);
    vterm_color_rgb(&white, 255, 255, 255);
    vterm_state_set_default_colors(vterm_obtain_state(session->terminal), light ? &black : &white,
                                   light ? &white : &black);
}
