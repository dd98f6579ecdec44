#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

/* Tokens that terminals quarrel over: joined and coloured emoji, flags, marks upon marks, syllables of letters, and
 * what would steer the terminal. */
static const char *const tokens[] = {
    "👩‍👩‍👧‍👦",
    "🇩🇪",
    "🤦🏽‍♀️",
    "☎️",
    "🙂",
    "e\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85\xcc\x86",
    "각",
    "नि",
    "ก็",
    "ｆｕｌｌ",
    "它",
    "שלום",
    "½Ω",
    "\\u001b[31m",
    "\\u202eabc",
    "a\\u200bb",
};

#define TOKENS (sizeof tokens / sizeof *tokens)

static void write_tokens(FILE *file)
{
    for (size_t i = 0; i < TOKENS; i++)
        fprintf(file, "%s\"%s\"", i > 0 ? ", " : "", tokens[i]);
}

/* A lesson of such tokens and random weights, in path. */
static void write_lesson(char *path)
{
    static const char random[] = "{\"random\": \"normal\", \"std\": 1, \"seed\": 3}";
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    FILE *file = fdopen(fd, "w");
    fprintf(file,
            "{\"attnviz\": 1, \"title\": {\"en\": \"Wide 👩‍👩‍👧‍👦 🇩🇪\", \"zh\": \"宽\"},\n"
            "\"teaches\": {\"en\": \"Nothing.\", \"zh\": \"无。\"},\n\"model\": {\"vocabulary\": [");
    write_tokens(file);
    fprintf(file,
            "],\n\"d_model\": 4, \"n_layer\": 1, \"n_head\": 1, \"d_k\": 4, \"d_v\": 4, \"n_ctx\": 32, \"position\": "
            "\"none\",\n"
            "\"norm\": \"none\", \"norm_place\": \"before\", \"feed_forward\": \"none\", \"tied\": true,\n"
            "\"embedding\": %s, \"layers\": [{\"wq\": %s, \"wk\": %s, \"wv\": %s, \"wo\": %s}]},\n\"prompt\": [",
            random, random, random, random, random);
    write_tokens(file);
    fprintf(file, "], \"generate\": 3}\n");
    fclose(file);
}

static bool is_vertical(uint32_t character)
{
    return character == 0x2502 || character == 0x2503; /* │ ┃ */
}

static bool is_frame(uint32_t character)
{
    return character >= 0x2500 && character < 0x2580 && character != 0x2500 && character != 0x2501;
}

/* Every upright of a frame goes on above and below in the same column; returns how many there are. */
static int check_frames(const struct session *session)
{
    int count = 0;
    for (int y = 1; y < session->rows - 1; y++) {
        for (int x = 0; x < session->columns; x++) {
            if (!is_vertical(session_cell(session, x, y).chars[0]))
                continue;
            count++;
            cr_assert(is_frame(session_cell(session, x, y - 1).chars[0]), "%d columns: broken above %d, %d",
                      session->columns, x, y);
            cr_assert(is_frame(session_cell(session, x, y + 1).chars[0]), "%d columns: broken below %d, %d",
                      session->columns, x, y);
        }
    }
    for (int y = 0; y < session->rows; y++)
        cr_assert_leq(session_cell(session, session->columns - 1, y).width, 1,
                      "%d columns: half a character at the edge of row %d", session->columns, y);
    return count;
}

Test(text, frames_stay_in_one_column_with_any_tokens_at_every_width, .timeout = 60)
{
    char path[] = "/tmp/attnviz-wide-XXXXXX";
    struct session session;
    write_lesson(path);
    session_start(&session, &(struct launch){.columns = 120, .rows = 34, .lesson = path});
    session_settle_first(&session);
    session_press(&session, "Right Right Right Right Right Right");
    for (int columns = 120; columns >= 20; columns--) {
        session_resize(&session, columns, 34);
        session_expect(&session, "Right Right Right Right Right Right");
        int uprights = check_frames(&session);
        cr_assert(columns < 40 || uprights > 20, "%d columns: %d uprights", columns, uprights);
    }
    session_resize(&session, 120, 34);
    session_press(&session, "c Tab Down Up Right Left Escape Left Left Left");
    session_expect(&session, "Right Right Right Right Right Right c Tab Down Up Right Left Escape Left Left Left");
    cr_assert_gt(check_frames(&session), 20);
    unlink(path);
    session_finish(&session);
}

/* The program's own sequences apart, nothing in a lesson reaches the terminal as it is. */
Test(text, of_a_lesson_never_steers_the_terminal, .timeout = 60)
{
    char path[] = "/tmp/attnviz-wide-XXXXXX";
    struct session session;
    int x, y;
    write_lesson(path);
    session_start(&session, &(struct launch){.columns = 200, .rows = 50, .lesson = path});
    session_settle_first(&session);
    cr_expect(session_find(&session, "\\u{1b}[31m", 0, &x, &y), "ESC is shown");
    cr_expect(session_find(&session, "\\u{202e}abc", 0, &x, &y), "a bidi override is shown");
    cr_expect_null(strstr(session.output, "\xe2\x80\xae"));
    cr_expect_null(strstr(session.output, "\xe2\x80\x8b"));
    unlink(path);
    session_finish(&session);
}

static void expect_ascii(const struct launch *launch, const char *what)
{
    struct session session;
    session_start(&session, launch);
    session_settle_first(&session);
    session_press(&session, "Right Right c Tab Escape ? Escape L L End");
    session_expect(&session, "Right Right c Tab Escape ? Escape L L End");
    cr_assert_gt(session.length, 500u, "%s", what);
    for (size_t i = 0; i < session.length; i++)
        cr_assert_lt((unsigned char)session.output[i], 0x80, "%s: byte %02x", what, (unsigned char)session.output[i]);
    session_finish(&session);
}

Test(text, is_plain_ascii_where_that_is_asked_for_or_all_that_there_is, .timeout = 60)
{
    expect_ascii(&(struct launch){.arguments = {"--ascii"}, .columns = 120, .rows = 40}, "--ascii");
    expect_ascii(&(struct launch){.environment = {"LC_ALL=de_DE.ISO-8859-1"}, .columns = 120, .rows = 40},
                 "ISO 8859-1");
    expect_ascii(&(struct launch){.environment = {"LC_ALL=ja_JP.EUC-JP"}}, "EUC-JP");
}

Test(text, in_plain_ascii_is_what_print_writes, .timeout = 60)
{
    struct session session;
    session_start(&session, &(struct launch){.arguments = {"--ascii"}, .columns = 120, .rows = 40});
    session_expect(&session, "");
    session_press(&session, "Right Right c Down");
    session_expect(&session, "Right Right c Down");
    session_finish(&session);
}
