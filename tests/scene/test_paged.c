/* The lens of PagedAttention: what is drawn of tables and blocks is what the engine has. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/player/paged.h"
#include "fixture.h"

static const struct av_paged_run *run_of(const struct fixture *fixture)
{
    cr_assert_not_null(fixture->player.paged.run);
    return fixture->player.paged.run;
}

/* The screen's line that starts so, after its spaces and +; NULL where there is none. To be freed. */
static char *line_of(const struct fixture *fixture, const char *start)
{
    char *text = fixture_text(fixture), *found = NULL;
    for (char *line = strtok(text, "\n"); line != NULL && found == NULL; line = strtok(NULL, "\n")) {
        const char *words = line + strspn(line, " +");
        if (strncmp(words, start, strlen(start)) == 0)
            found = strdup(words);
    }
    free(text);
    return found;
}

static void check_table(const struct fixture *fixture, int s, const char *name)
{
    const struct av_trace *trace = &run_of(fixture)->sequences[s].trace;
    char start[8], *end;
    int n, rows;
    const int *table = av_trace_block_table(trace, &n);
    snprintf(start, sizeof start, "%s  ", name);
    char *line = line_of(fixture, start);
    cr_assert_not_null(line, "a table of %s", name);
    cr_assert_eq(sscanf(line + 1, "%d", &rows), 1);
    cr_assert_eq(rows, trace->n);
    char *at = strstr(line, "physical block") + strlen("physical block");
    for (int b = 0; b < n; b++) {
        at += strspn(at, " ");
        cr_assert_eq(*at == '+', b == n - 1, "only the block that was written last is marked: %s", line);
        at += *at == '+';
        cr_assert_eq(strtol(at, &end, 10), table[b], "%s", line);
        at = end;
    }
    cr_assert(strspn(at, " ") == strlen(at), "%s", line);
    free(line);
}

/* "3 ×2 A0 B0 │ <s> │ …": its number, its holders, whose it is, the names of its rows, and dots for those that are
 * free. */
static void check_block(const struct fixture *fixture, int block)
{
    const struct av_paged_run *run = run_of(fixture);
    struct av_paged_block found = av_paged_block(run, block);
    char start[16], holder[8];
    snprintf(start, sizeof start, "%d ×%d ", block, run->pool.holders[block]);
    char *line = line_of(fixture, start);
    cr_assert_not_null(line, "block %d", block);
    const char *at = strstr(line, "│");
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        snprintf(holder, sizeof holder, "%c%d", 'A' + s, found.logical[s]);
        const char *named = strchr(line, 'A' + s);
        cr_assert_eq(named != NULL && named < at, found.logical[s] >= 0, "%s", line);
        cr_assert(found.logical[s] < 0 || strncmp(named, holder, strlen(holder)) == 0, "%s", line);
    }
    int s = found.logical[0] >= 0 ? 0 : 1;
    for (int r = 0; r < run->pool.block_size; r++) {
        at += strlen("│");
        int row = found.logical[s] * run->pool.block_size + r;
        const char *name = r < found.rows ? av_paged_token_text(&fixture->player, s, row) : "·";
        bool newest = r < found.rows && row == fixture->player.place.token;
        cr_assert_eq(*at, newest ? '+' : ' ', "%s", line);
        cr_assert(strncmp(at + 1, name, strlen(name)) == 0, "%s is row %d of: %s", name, r, line);
        at = strstr(at, "│");
        cr_assert_not_null(at, "%s", line);
    }
    free(line);
}

Test(paged, tables_and_blocks_are_those_of_the_engine)
{
    static const char *const ways[] = {"8",
                                       "8 Enter Down",
                                       "8 Enter Down Down",
                                       "8 Enter Down Down Enter Down",
                                       "8 - Enter Down",
                                       "8 + Enter Down Down"};
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        struct fixture fixture;
        fixture_open(&fixture, "pronoun", 120, 50);
        fixture_go(&fixture, 10, AV_STAGE_MIX);
        fixture_press(&fixture, ways[way]);
        fixture_draw(&fixture);
        check_table(&fixture, 0, "A");
        if (run_of(&fixture)->sequences[1].open)
            check_table(&fixture, 1, "B");
        for (int block = 0; block < run_of(&fixture)->pool.n_block; block++)
            check_block(&fixture, block);
        fixture_close(&fixture);
    }
}

/* On a large enough screen every block is there, whatever the size of blocks. */
static int blocks_in_sight(const struct fixture *fixture)
{
    char *text = fixture_text(fixture);
    int n = 0;
    for (const char *at = text; (at = strstr(at, "×")) != NULL; at += strlen("×"))
        n += at[-1] == ' ' && at[-2] >= '0' && at[-2] <= '9';
    free(text);
    return n;
}

Test(paged, all_blocks_are_in_sight_where_there_is_room)
{
    static const char *const sizes[] = {"- -", "-", "", "+", "+ +"};
    static const int columns[] = {80, 120, 200}, rows[] = {24, 40, 60};
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        for (size_t screen = 0; screen < 3; screen++) {
            struct fixture fixture;
            fixture_open(&fixture, "pronoun", columns[screen], rows[screen]);
            fixture_go(&fixture, 10, AV_STAGE_MIX);
            fixture_press(&fixture, "8");
            fixture_press(&fixture, sizes[size]);
            fixture_draw(&fixture);
            cr_assert_eq(blocks_in_sight(&fixture), run_of(&fixture)->pool.n_block, "%s at %dx%d", sizes[size],
                         columns[screen], rows[screen]);
            fixture_close(&fixture);
        }
    }
}

static bool says(const struct fixture *fixture, const char *words)
{
    char *text = fixture_text(fixture);
    bool found = strstr(text, words) != NULL;
    free(text);
    return found;
}

Test(paged, says_what_the_step_did)
{
    static const struct {
        int token;
        const char *keys, *words;
    } cases[] = {
        {1, "8", "A: row 1 begins a new block"},
        {2, "8", "A: row 2 goes into block"},
        {10, "8 Enter", "Forked: B holds the very blocks of A."},
        {10, "8 Enter Down", "Copy on write: A may not write into shared block"},
        {8, "8 Enter", "nothing will have to be copied"},
        {10, "8 Enter Down Enter", "B is freed"},
        {10, "8 Tab - - - - - -", "Out of blocks: A cannot store row 9 (blocks: 2, needed: 3)."},
        {10, "8 Tab - - - - - Enter Down", "Out of blocks: A must copy block"},
        {10, "8 Tab - - - - - Enter Down", "(blocks: 3, needed: 4)."},
        {10, "8 m m", "no cache stays true"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture fixture;
        fixture_open(&fixture, "pronoun", 120, 40);
        fixture_go(&fixture, cases[i].token, AV_STAGE_MIX);
        fixture_press(&fixture, cases[i].keys);
        fixture_draw(&fixture);
        cr_assert(says(&fixture, cases[i].words), "%s after %s", cases[i].words, cases[i].keys);
        fixture_close(&fixture);
    }
}

/* The equality, and which sequence has which blocks, are on every screen, and nothing is drawn outside it. */
Test(paged, what_matters_is_there_at_every_size)
{
    for (int columns = AV_SCREEN_COLUMNS_MIN; columns <= 200; columns += 7) {
        for (int rows = AV_SCREEN_ROWS_MIN; rows <= 60; rows += 1) {
            struct fixture fixture;
            fixture_open(&fixture, "pronoun", columns, rows);
            fixture.player.language = (enum av_language)(rows % AV_LANGUAGE_COUNT);
            fixture_go(&fixture, 10, AV_STAGE_MIX);
            fixture_press(&fixture, "8 Enter Down");
            fixture_draw(&fixture);
            cr_assert(says(&fixture, "\n A") && says(&fixture, "\n B"), "%dx%d", columns, rows);
            cr_assert(says(&fixture, "max|Δ| = 0"), "%dx%d", columns, rows);
            fixture_close(&fixture);
        }
    }
}
