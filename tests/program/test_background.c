#include <criterion/criterion.h>

#include <string.h>

#include "colors.h"
#include "session.h"

#define QUESTION "\033]11;?"

/* True where most text is dark: the theme for a light terminal. */
static bool is_for_light(const struct session *session)
{
    int dark = 0, light = 0;
    for (int y = 0; y < session->rows; y++) {
        for (int x = 0; x < session->columns; x++) {
            VTermScreenCell cell = session_cell(session, x, y);
            VTermColor text = seen(&cell).text;
            if (is_blank(&cell) || VTERM_COLOR_IS_DEFAULT_FG(&text))
                continue;
            vterm_screen_convert_color_to_rgb(session->screen, &text);
            *(text.rgb.red + text.rgb.green + text.rgb.blue > 3 * 120 ? &light : &dark) += 1;
        }
    }
    cr_assert_gt(dark + light, 100, "too little in colours to tell");
    return dark > light;
}

static void start(struct session *session, const struct launch *launch)
{
    session_start(session, launch);
    session_settle_first(session);
}

static void answer(struct session *session, const char *bytes)
{
    session_send(session, bytes, strlen(bytes));
}

static bool becomes_light(struct session *session)
{
    long long end = now_ms() + 5000;
    while (!is_for_light(session) && now_ms() < end)
        session_read(session, 10);
    session_settle(session);
    return is_for_light(session);
}

Test(background, is_asked_for_and_not_waited_for, .timeout = 60)
{
    struct session session;
    start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_expect(&session, "");
    cr_assert_not_null(strstr(session.output, QUESTION));
    cr_assert_not(is_for_light(&session), "dark until it is known");
    session_press(&session, "Right");
    session_expect(&session, "Right");
    session_finish(&session);
}

Test(background, turns_the_screen_light, .timeout = 60)
{
    static const char *const answers[] = {"\033]11;rgb:ffff/ffff/ffff\033\\", "\033]11;rgb:ffff/ffff/ffff\a",
                                          "\033]11;rgb:fd/f6/e3\033\\"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct session session;
        start(&session, &(struct launch){.columns = 120, .rows = 40});
        answer(&session, answers[i]);
        cr_expect(becomes_light(&session), "answer %zu", i);
        session_expect(&session, "");
        cr_expect_leq(session_clears(&session), 1, "without a flash");
        session_finish(&session);
    }
}

Test(background, stays_dark_where_the_answer_is_dark, .timeout = 60)
{
    struct session session;
    start(&session, &(struct launch){.columns = 120, .rows = 40, .environment = {"COLORFGBG=0;15"}});
    cr_expect(is_for_light(&session), "the environment says so");
    answer(&session, "\033]11;rgb:0000/2b2b/3636\a");
    session_settle(&session);
    session_expect(&session, "");
    cr_expect_not(is_for_light(&session), "the terminal knows better");
    session_finish(&session);
}

Test(background, answers_in_pieces_or_late_are_no_keys, .timeout = 60)
{
    static const char whole[] = "\033]11;rgb:ffff/ffff/ffff\033\\";
    static const int cuts[][2] = {{2, 3}, {5, 9}, {3, 12}, {12, 24}, {1, 2}, {1, 24}};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        struct session session;
        start(&session, &(struct launch){.columns = 120, .rows = 40});
        session_press(&session, "Right");
        for (int piece = 0, from = 0; piece < 3; piece++) {
            int to = piece < 2 ? cuts[i][piece] : (int)sizeof whole - 1;
            session_send(&session, whole + from, (size_t)(to - from));
            /* a lone Esc must act within 150 ms, so what follows it may not come later than that */
            for (long long end = now_ms() + (to == 1 ? 30 : 70); now_ms() < end;)
                session_read(&session, 5);
            from = to;
        }
        cr_expect(becomes_light(&session), "cuts %zu", i);
        session_expect(&session, "Right");
        session_finish(&session);
    }
    struct session session;
    start(&session, &(struct launch){.columns = 120, .rows = 40});
    for (long long end = now_ms() + 3500; now_ms() < end;)
        session_read(&session, 50);
    answer(&session, whole);
    cr_expect(becomes_light(&session), "late");
    session_expect(&session, "");
    session_finish(&session);
}

/* Its Esc was long taken for the key, which here does nothing. */
Test(background, the_rest_of_an_answer_whose_esc_came_too_early_is_no_keys, .timeout = 60)
{
    struct session session;
    start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_press(&session, "Right Escape");
    answer(&session, "]11;rgb:ffff/ffff/ffff\033\\");
    cr_expect(becomes_light(&session));
    session_expect(&session, "Right Escape");
    session_finish(&session);
}

/* What is asked right behind it, so that its answer is the last: "I am a VT220". */
Test(background, the_answer_to_the_last_question_is_no_keys_either, .timeout = 60)
{
    static const char whole[] = "\033[?62;22c";
    for (size_t cut = 0; cut < sizeof whole - 1; cut++) {
        struct session session;
        start(&session, &(struct launch){.columns = 120, .rows = 40});
        session_press(&session, "Right");
        session_send(&session, whole, cut);
        for (long long end = now_ms() + (cut == 1 ? 30 : 70); now_ms() < end;)
            session_read(&session, 5);
        answer(&session, whole + cut);
        session_settle(&session);
        session_expect(&session, "Right");
        session_finish(&session);
    }
    struct session session;
    start(&session, &(struct launch){.columns = 120, .rows = 40});
    session_press(&session, "Right Escape");
    answer(&session, whole + 1);
    session_settle(&session);
    session_expect(&session, "Right Escape");
    session_finish(&session);
}

Test(background, is_not_asked_for_where_it_does_not_matter_or_would_be_shown, .timeout = 60)
{
    static const struct launch cases[] = {
        {.arguments = {"--theme", "dark"}},
        {.arguments = {"--theme", "light"}},
        {.environment = {"NO_COLOR=1"}},
        {.arguments = {"--no-color"}},
        {.term = "linux"},
        {.term = "vt100"},
        {.term = "xterm-mono"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session session;
        start(&session, &cases[i]);
        session_expect(&session, "");
        cr_expect_null(strstr(session.output, "\033]"), "case %zu", i);
        session_finish(&session);
    }
}

Test(background, does_not_overrule_a_theme_that_was_chosen, .timeout = 60)
{
    struct session session;
    start(&session, &(struct launch){.columns = 120, .rows = 40, .arguments = {"--theme", "dark"}});
    answer(&session, "\033]11;rgb:ffff/ffff/ffff\033\\"); /* to somebody else's question */
    session_settle(&session);
    session_expect(&session, "");
    cr_expect_not(is_for_light(&session));
    session_finish(&session);
}
