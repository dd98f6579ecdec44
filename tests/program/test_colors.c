#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "colors.h"
#include "session.h"

/* The weights of every row: a full heat map, and recomputed rows beside it. */
static const char heat_map[] = "Right Right Right Right Right Right c";

/* Terminals of which a bare machine has no description, and some that nobody has: their pairs of colours run out. */
static const char descriptions[] =
    "test-2,colors#2,pairs#4,use=xterm-256color,\n"
    "test-8-few,colors#8,pairs#4,use=xterm,\n"
    "test-16,colors#16,pairs#256,"
    "setaf=\\E[%?%p1%{8}%<%t%p1%{30}%+%e%p1%{82}%+%;%dm,setab=\\E[%?%p1%{8}%<%t%p1%{40}%+%e%p1%{92}%+%;%dm,"
    "use=xterm-256color,\n"
    "test-88,colors#88,pairs#7744,use=xterm-256color,\n"
    "test-256-few,colors#256,pairs#6,use=xterm-256color,\n"
    "test-direct,RGB,colors#0x1000000,pairs#0x7FFF,ccc@,initc@,"
    "setaf=\\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,"
    "setab=\\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,use=xterm-256color,\n";

static char folder[] = "/tmp/attnviz-terminfo-XXXXXX";
static char terminfo[64]; /* the variable that names the folder */

static void describe(void)
{
    char command[128];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(terminfo, sizeof terminfo, "TERMINFO=%s", folder);
    snprintf(command, sizeof command, "tic -x -o %s - 2>/dev/null", folder);
    FILE *tic = popen(command, "w");
    cr_assert_not_null(tic);
    fputs(descriptions, tic);
    cr_assert_eq(pclose(tic), 0, "tic, which comes with ncurses, does not work");
}

static void forget_descriptions(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(colors, .init = describe, .fini = forget_descriptions);

static void start(struct session *session, const char *term)
{
    struct launch launch = {
        .columns = 120, .rows = 40, .term = term, .environment = {terminfo}, .arguments = {"--theme", "dark"}};
    session_start(session, &launch);
    set_background(session, false);
    session_settle_first(session);
    session_type(session, heat_map);
    session_expect(session, heat_map);
    session_settle(session); /* the last colours may come after the last text */
}

/* All colours are among the first so many, text is never of its ground's colour; returns how many colours there are. */
static int check_numbered(const struct session *session, const char *term, int limit)
{
    bool used[256] = {false};
    int count = 0;
    for (int y = 0; y < session->rows; y++) {
        for (int x = 0; x < session->columns; x++) {
            VTermScreenCell cell = session_cell(session, x, y);
            const VTermColor *colors[] = {&cell.fg, &cell.bg};
            for (int i = 0; i < 2; i++) {
                bool own = VTERM_COLOR_IS_DEFAULT_FG(colors[i]) || VTERM_COLOR_IS_DEFAULT_BG(colors[i]);
                cr_assert(own || VTERM_COLOR_IS_INDEXED(colors[i]), "%s: not a numbered colour", term);
                cr_assert(own || colors[i]->indexed.idx < limit, "%s: colour %d", term, colors[i]->indexed.idx);
                if (!own)
                    used[colors[i]->indexed.idx] = true;
            }
            struct seen both = seen(&cell);
            cr_assert(is_blank(&cell) || !vterm_color_is_equal(&both.text, &both.ground), "%s: hidden text at %d, %d",
                      term, x, y);
        }
    }
    for (int i = 0; i < 256; i++)
        count += used[i];
    return count;
}

static VTermColor color_of(const struct session *session, const char *text)
{
    int x, y;
    cr_assert(session_find(session, text, 2, &x, &y), "%s is not to be seen", text);
    VTermScreenCell cell = session_cell(session, x, y);
    return cell.fg;
}

static void check_terminal(const char *term, int limit, int least)
{
    struct session session;
    start(&session, term);
    int count = check_numbered(&session, term, limit);
    cr_expect_geq(count, least, "%s: %d colours", term, count);
    VTermColor new = color_of(&session, "+它"), recomputed = color_of(&session, "!书");
    cr_expect(least == 0 || !vterm_color_is_equal(&new, &recomputed), "%s: states in one colour", term);
    session_finish(&session);
}

Test(colors, two, .timeout = 60)
{
    check_terminal("test-2", 2, 0);
}

Test(colors, eight, .timeout = 60)
{
    check_terminal("xterm", 8, 5);
    check_terminal("linux", 8, 5);
    check_terminal("screen", 8, 5);
}

/* Cells that no pair is left for have the terminal's own colours; none has another cell's. */
static void check_few_pairs(const char *term, const char *same_with_more)
{
    struct session few, more;
    int colored = 0;
    start(&few, term);
    start(&more, same_with_more);
    for (int y = 0; y < few.rows; y++) {
        for (int x = 0; x < few.columns; x++) {
            VTermScreenCell cell = session_cell(&few, x, y), right = session_cell(&more, x, y);
            bool own = VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) && VTERM_COLOR_IS_DEFAULT_BG(&cell.bg);
            bool same = vterm_color_is_equal(&cell.fg, &right.fg) && vterm_color_is_equal(&cell.bg, &right.bg);
            cr_assert(is_blank(&cell) || own || same, "%s: a foreign colour at %d, %d", term, x, y);
            colored += !own;
        }
    }
    cr_assert_gt(colored, 100, "%s", term);
    session_finish(&few);
    session_finish(&more);
}

Test(colors, whose_pairs_run_out, .timeout = 60)
{
    check_few_pairs("test-8-few", "xterm");
    check_few_pairs("test-256-few", "xterm-256color");
}

Test(colors, sixteen, .timeout = 60)
{
    check_terminal("test-16", 16, 6);
}

Test(colors, eighty_eight, .timeout = 60)
{
    check_terminal("test-88", 88, 10);
}

Test(colors, two_hundred_and_fifty_six, .timeout = 60)
{
    check_terminal("xterm-256color", 256, 10);
    check_terminal("tmux-256color", 256, 10);
}

static void check_contrast(const struct session *session, double least, const char *what)
{
    int texts = 0;
    for (int y = 0; y < session->rows; y++) {
        for (int x = 0; x < session->columns; x++) {
            VTermScreenCell cell = session_cell(session, x, y);
            if (is_blank(&cell))
                continue;
            texts++;
            double contrast = seen_contrast(session, &cell);
            cr_expect_geq(contrast, least, "%s: contrast %.2f at %d, %d (U+%04X)", what, contrast, x, y,
                          (unsigned)cell.chars[0]);
        }
    }
    cr_expect_gt(texts, 500, "%s: hardly any text", what);
}

/* The different true colours on the screen, as far as there are less than 256. */
static int count_true_colors(const struct session *session)
{
    VTermColor found[256];
    int count = 0;
    for (int y = 0; y < session->rows; y++) {
        for (int x = 0; x < session->columns; x++) {
            VTermScreenCell cell = session_cell(session, x, y);
            const VTermColor *colors[] = {&cell.fg, &cell.bg};
            for (int i = 0; i < 2; i++) {
                bool own = VTERM_COLOR_IS_DEFAULT_FG(colors[i]) || VTERM_COLOR_IS_DEFAULT_BG(colors[i]);
                bool known = own || !VTERM_COLOR_IS_RGB(colors[i]);
                for (int j = 0; j < count && !known; j++)
                    known = vterm_color_is_equal(&found[j], colors[i]);
                if (!known && count < 256)
                    found[count++] = *colors[i];
            }
        }
    }
    return count;
}

Test(colors, true_ones, .timeout = 60)
{
    struct session session;
    start(&session, "test-direct");
    int count = count_true_colors(&session);
    cr_expect_gt(count, 10, "%d true colours", count);
    check_contrast(&session, 4.5, "true colours");
    session_finish(&session);
}

Test(colors, can_be_read_on_black_and_on_white, .timeout = 60)
{
    static const struct {
        const char *theme, *colorterm;
        bool light;
    } cases[] = {
        {"dark", "COLORTERM=", false},
        {"dark", "COLORTERM=truecolor", false},
        {"light", "COLORTERM=", true},
        {"light", "COLORTERM=truecolor", true},
    };
    static const char *const places[] = {"", "Right", heat_map, "Tab", "?", "c Right Right Right"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t j = 0; j < sizeof places / sizeof *places; j++) {
            struct session session;
            char what[128];
            session_start(&session, &(struct launch){.columns = 120,
                                                     .rows = 40,
                                                     .environment = {cases[i].colorterm},
                                                     .arguments = {"--theme", cases[i].theme}});
            set_background(&session, cases[i].light);
            session_settle_first(&session);
            session_type(&session, places[j]);
            session_expect(&session, places[j]);
            session_settle(&session);
            snprintf(what, sizeof what, "%s, %s, “%s”", cases[i].theme, cases[i].colorterm, places[j]);
            check_contrast(&session, 4.5, what);
            session_finish(&session);
        }
    }
}

/* A terminal that says nothing of its background may have either. 4.5 on black and on white at once is reached by five
 * of 256 colours only, too few for all the states: WCAG's step below it, 3, is met with much to spare. */
Test(colors, can_be_read_where_nobody_knows_the_background, .timeout = 60)
{
    static const char *const places[] = {"", "Right", heat_map, "Tab", "?", "c Right Right Right"};
    for (size_t i = 0; i < 2 * sizeof places / sizeof *places; i++) {
        struct session session;
        char what[128];
        bool light = i % 2;
        session_start(&session, &(struct launch){.columns = 120, .rows = 40});
        set_background(&session, light);
        session_settle_first(&session);
        cr_assert_not_null(strstr(session.output, "\033]11;?"), "it asks, and gets no answer");
        session_type(&session, places[i / 2]);
        session_expect(&session, places[i / 2]);
        session_settle(&session);
        snprintf(what, sizeof what, "%s, “%s”", light ? "on white" : "on black", places[i / 2]);
        check_contrast(&session, 4.0, what);
        session_finish(&session);
    }
}

/* No colours at all. */

static void expect_no_colors(const struct session *session, const char *what)
{
    for (int y = 0; y < session->rows; y++) {
        for (int x = 0; x < session->columns; x++) {
            VTermScreenCell cell = session_cell(session, x, y);
            cr_assert(VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) && VTERM_COLOR_IS_DEFAULT_BG(&cell.bg),
                      "%s: a colour at %d, %d", what, x, y);
        }
    }
}

static unsigned attributes_at(const struct session *session, const char *text, int first)
{
    int x, y;
    cr_assert(session_find(session, text, first, &x, &y), "%s is not to be seen", text);
    VTermScreenCell cell = session_cell(session, x, y);
    return cell.attrs.bold | cell.attrs.underline << 1 | cell.attrs.reverse << 3;
}

static void expect_all_told_apart(struct session *session, const char *what)
{
    int x, y, top;
    session_press(session, "Right Right");
    session_expect(session, "Right Right");
    expect_no_colors(session, what);
    cr_expect_neq(attributes_at(session, "它", 1), attributes_at(session, "因为", 1), "%s: the current token", what);
    cr_expect_neq(attributes_at(session, "append", 1), attributes_at(session, "project", 1), "%s: the current stage",
                  what);
    cr_assert(session_find(session, "K cache", 2, &x, &top));
    cr_expect(session_find(session, "=书", top, &x, &y), "%s: reused", what);
    cr_expect(session_find(session, "+它", top, &x, &y), "%s: new", what);
    session_press(session, "Tab");
    VTermPos at = session_cursor(session);
    VTermScreenCell selected = session_cell(session, at.col, at.row);
    VTermScreenCell other = session_cell(session, at.col, at.row - 1);
    cr_expect(selected.attrs.reverse != other.attrs.reverse, "%s: the selected cell", what);
    session_press(session, "Escape c");
    session_expect(session, "Right Right Tab Escape c");
    expect_no_colors(session, what);
    cr_expect(session_find(session, "!书", 2, &x, &y), "%s: recomputed", what);
}

/* What a row of a panel says without colours: the mark in front of its token, and what is in its cells. */
struct said {
    uint32_t mark;
    bool digits, dots, infinities;
};

static uint32_t character_at(const struct session *session, int x, int y)
{
    uint32_t character = session_cell(session, x, y).chars[0];
    return character == 0 ? ' ' : character;
}

/* The row whose token begins with this character, of the panel whose title begins so. */
static struct said row_says(const struct session *session, const char *panel, uint32_t token)
{
    int x, y;
    cr_assert(session_find(session, panel, 2, &x, &y), "no panel %s", panel);
    x--; /* ┌─ Q: above │+它 */
    do
        y++;
    while (y < session->rows && character_at(session, x, y) != token);
    cr_assert_lt(y, session->rows, "%s has no row of U+%04X", panel, (unsigned)token);
    struct said said = {.mark = character_at(session, x - 1, y)};
    for (x += 2; x < session->columns && character_at(session, x, y) != 0x2502 /* │ */; x++) {
        uint32_t character = character_at(session, x, y);
        said.digits |= character >= '0' && character <= '9';
        said.dots |= character == 0xb7;
        said.infinities |= character == 0x221e;
    }
    return said;
}

Test(colors, none_and_the_states_of_rows_are_told_apart, .timeout = 60)
{
    static const struct {
        const char *state, *at, *option, *panel;
        uint32_t token;
        struct said said;
    } cases[] = {
        {"new", "10:softmax", "--no-color", "S = ", 0x5b83, {'+', .digits = true}},
        {"done, and never", "10:softmax", "--no-color", "S = ", 0x4e66, {' ', .digits = true, .dots = true}},
        {"discarded", "10:softmax", "--no-color", "Q ", 0x4e66, {0xb7, .dots = true}},
        {"reused", "10:softmax", "--no-color", "K cache", 0x4e66, {'=', .digits = true}},
        {"future", "10:softmax", "--no-color", "S = ", 0x5f88, {' ', .digits = false}},
        {"recomputed and masked", "10:mask", "--no-cache", "S = ", 0x4e66, {'!', .digits = true, .infinities = true}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session session;
        session_start(&session, &(struct launch){.columns = 120,
                                                 .rows = 44,
                                                 .term = "xterm-mono",
                                                 .arguments = {"--at", cases[i].at, cases[i].option}});
        session_settle_first(&session);
        session_expect(&session, "");
        struct said said = row_says(&session, cases[i].panel, cases[i].token), expected = cases[i].said;
        cr_expect_eq(said.mark, expected.mark, "%s: the mark U+%04X", cases[i].state, (unsigned)said.mark);
        cr_expect_eq(said.digits, expected.digits, "%s: numbers", cases[i].state);
        cr_expect_eq(said.dots, expected.dots, "%s: dots", cases[i].state);
        cr_expect_eq(said.infinities, expected.infinities, "%s: −∞", cases[i].state);
        session_finish(&session);
    }
}

Test(colors, none_and_all_states_are_told_apart, .timeout = 60)
{
    static const struct {
        const char *term, *variable, *option;
    } cases[] = {
        {"xterm-mono", NULL, NULL},
        {"test-2", terminfo, NULL},
        {"vt100", NULL, NULL},
        {"xterm-256color", "NO_COLOR=1", NULL},
        {"xterm-256color", NULL, "--no-color"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session session;
        char what[64];
        session_start(&session, &(struct launch){.columns = 120,
                                                 .rows = 40,
                                                 .term = cases[i].term,
                                                 .environment = {cases[i].variable},
                                                 .arguments = {cases[i].option}});
        session_settle_first(&session);
        snprintf(what, sizeof what, "case %zu, TERM=%s", i, cases[i].term);
        expect_all_told_apart(&session, what);
        session_press(&session, "t"); /* another theme has no colours either */
        expect_no_colors(&session, what);
        session_finish(&session);
    }
}
