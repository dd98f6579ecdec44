#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;

static void open_config(const struct av_config *config)
{
    kit_lesson_init(&lesson, config, 6, 4, 1);
    kit_open(&player, &lesson);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

static float value(enum av_view_id id, int row, int column)
{
    struct av_view view = av_view_of(&player, id);
    struct av_cell cell = av_view_cell(&view, row, column);
    cr_assert(cell.has_value, "%s[%d][%d]", av_view_name(id), row, column);
    return cell.value;
}

/* The names of the views that the stage is about. */
static const char *list_at(enum av_stage stage)
{
    static char names[128];
    enum av_view_id list[AV_VIEW_COUNT + 1];
    kit_go(&player, 2, stage, 0, 0);
    int n = av_view_list(&player, list);
    cr_assert_eq(list[n], AV_VIEW_COUNT);
    names[0] = '\0';
    for (int i = 0; i < n; i++) {
        cr_assert(av_view_exists(&player, list[i]));
        strcat(strcat(names, i ? " " : ""), av_view_name(list[i]));
    }
    return names;
}

Test(views, each_stage_is_about_some)
{
    struct av_config config = kit_config();
    open_config(&config);
    cr_assert_str_eq(list_at(AV_STAGE_EMBED), "x E P");
    cr_assert_str_eq(list_at(AV_STAGE_PROJECT), "Q K V W_Q W_K W_V N1");
    cr_assert_str_eq(list_at(AV_STAGE_APPEND), "K V");
    cr_assert_str_eq(list_at(AV_STAGE_SCORES), "S Q K");
    cr_assert_str_eq(list_at(AV_STAGE_SCALE), "S Q K");
    cr_assert_str_eq(list_at(AV_STAGE_MASK), "S Q K");
    cr_assert_str_eq(list_at(AV_STAGE_SOFTMAX), "A S");
    cr_assert_str_eq(list_at(AV_STAGE_MIX), "AV A V");
    cr_assert_str_eq(list_at(AV_STAGE_OUTPUT), "O H W_O");
    cr_assert_str_eq(list_at(AV_STAGE_BLOCK), "R1 N2 U F1 F R2 O x W_up W_down");
    cr_assert_str_eq(list_at(AV_STAGE_LOGITS), "L W_out N");
    cr_assert_str_eq(list_at(AV_STAGE_NEXT), "p L");
    close_player();
}

Test(views, a_bare_model_has_fewer)
{
    struct av_config config = kit_config();
    config.position = AV_POSITION_NONE;
    config.norm = AV_NORM_NONE;
    config.feed_forward = AV_FEED_FORWARD_NONE;
    config.d_ff = 0;
    config.residual = false;
    config.n_head = config.n_kv_head = 1;
    open_config(&config);
    cr_assert_str_eq(list_at(AV_STAGE_EMBED), "x");
    cr_assert_str_eq(list_at(AV_STAGE_PROJECT), "Q K V W_Q W_K W_V x");
    cr_assert_str_eq(list_at(AV_STAGE_OUTPUT), "O AV W_O");
    cr_assert_str_eq(list_at(AV_STAGE_BLOCK), "O AV W_O", "there is no block, so that is the stage before");
    cr_assert_str_eq(list_at(AV_STAGE_LOGITS), "L W_out O");
    cr_assert_not(av_view_exists(&player, AV_VIEW_EMBEDDING));
    cr_assert_not(av_view_exists(&player, AV_VIEW_FINAL_NORM));
    struct av_view none = av_view_of(&player, AV_VIEW_GATE);
    cr_assert_eq(none.rows, 0);
    cr_assert_eq(none.columns, 0);
    close_player();
}

Test(views, with_the_norm_after_the_block_goes_another_way)
{
    struct av_config config = kit_config();
    config.norm_place = AV_NORM_AFTER;
    config.feed_forward = AV_FEED_FORWARD_SWIGLU;
    open_config(&config);
    cr_assert_str_eq(list_at(AV_STAGE_PROJECT), "Q K V W_Q W_K W_V x");
    cr_assert_str_eq(list_at(AV_STAGE_BLOCK), "R1 N1 G U F1 F R2 N2 O x W_gate W_up W_down");
    cr_assert_str_eq(list_at(AV_STAGE_LOGITS), "L W_out N2");
    kit_go(&player, 2, AV_STAGE_OUTPUT, 0, 0);
    struct av_view norm = av_view_of(&player, AV_VIEW_NORM_1);
    cr_assert_eq(av_view_cell(&norm, 2, 0).state, AV_STATE_FUTURE, "it comes with the block");
    kit_go(&player, 2, AV_STAGE_BLOCK, 0, 0);
    norm = av_view_of(&player, AV_VIEW_NORM_1);
    cr_assert_eq(av_view_cell(&norm, 2, 0).state, AV_STATE_NEW);
    close_player();
}

Test(views, without_a_residual_x_is_no_part_of_the_block)
{
    struct av_config config = kit_config();
    config.residual = false;
    open_config(&config);
    cr_assert_str_eq(list_at(AV_STAGE_BLOCK), "N2 U F1 F O W_up W_down");
    close_player();
}

Test(views, have_the_shapes_of_the_model)
{
    static const struct {
        enum av_view_id id;
        int rows, columns;
    } shapes[] = {
        {AV_VIEW_EMBEDDING, 5, 6}, {AV_VIEW_X, 5, 6},      {AV_VIEW_W_Q, 6, 4},    {AV_VIEW_W_K, 6, 4},
        {AV_VIEW_W_V, 6, 3},       {AV_VIEW_Q, 5, 4},      {AV_VIEW_K, 5, 4},      {AV_VIEW_V, 5, 3},
        {AV_VIEW_S, 5, 5},         {AV_VIEW_A, 5, 5},      {AV_VIEW_MIX, 5, 3},    {AV_VIEW_JOINED, 5, 12},
        {AV_VIEW_W_O, 12, 6},      {AV_VIEW_OUTPUT, 5, 6}, {AV_VIEW_HIDDEN, 5, 5}, {AV_VIEW_FEED, 5, 6},
        {AV_VIEW_W_OUT, 6, 7},     {AV_VIEW_LOGITS, 5, 7}, {AV_VIEW_NEXT, 7, 1},
    };
    struct av_config config = kit_config();
    config.n_head = 4; /* in 2 groups */
    open_config(&config);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct av_view view = av_view_of(&player, shapes[i].id);
        cr_assert(view.rows == shapes[i].rows && view.columns == shapes[i].columns, "%s is %d × %d",
                  av_view_name(view.id), view.rows, view.columns);
    }
    close_player();
}

/* The whole chain of one head, from x to a·V, worked out in double from what the views show. */
Test(views, show_numbers_that_follow_from_each_other)
{
    struct av_config config = kit_config();
    config.n_head = 4;
    open_config(&config);
    kit_do(&player, AV_COMMAND_CACHE); /* without it, every number is there */
    for (int head = 0; head < 4; head++) {
        kit_go(&player, 3, AV_STAGE_SCORES, 1, head);
        for (int i = 0; i < 4; i++) {
            for (int c = 0; c < 4; c++) {
                double q = 0, k = 0;
                for (int d = 0; d < 6; d++) {
                    q += (double)value(AV_VIEW_NORM_1, i, d) * value(AV_VIEW_W_Q, d, c);
                    k += (double)value(AV_VIEW_NORM_1, i, d) * value(AV_VIEW_W_K, d, c);
                }
                cr_assert_float_eq(value(AV_VIEW_Q, i, c), q, 1e-5);
                cr_assert_float_eq(value(AV_VIEW_K, i, c), k, 1e-5);
            }
        }
        double raw[4][4];
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                raw[i][j] = 0;
                for (int c = 0; c < 4; c++)
                    raw[i][j] += (double)value(AV_VIEW_Q, i, c) * value(AV_VIEW_K, j, c);
                cr_assert_float_eq(value(AV_VIEW_S, i, j), raw[i][j], 1e-5);
            }
        }
        kit_do(&player, AV_COMMAND_STAGE_NEXT);
        for (int i = 0; i < 16; i++)
            cr_assert_float_eq(value(AV_VIEW_S, i / 4, i % 4), raw[i / 4][i % 4] / 2, 1e-5);
        kit_do(&player, AV_COMMAND_STAGE_NEXT);
        for (int i = 0; i < 16; i++) {
            if (i % 4 > i / 4)
                cr_assert_eq(value(AV_VIEW_S, i / 4, i % 4), -INFINITY);
            else
                cr_assert_float_eq(value(AV_VIEW_S, i / 4, i % 4), raw[i / 4][i % 4] / 2, 1e-5);
        }
        kit_go(&player, 3, AV_STAGE_MIX, 1, head);
        for (int i = 0; i < 4; i++) {
            double sum = 0, mix = 0;
            for (int j = 0; j <= i; j++)
                sum += exp(raw[i][j] / 2);
            for (int j = 0; j < 4; j++) {
                cr_assert_float_eq(value(AV_VIEW_A, i, j), j > i ? 0 : exp(raw[i][j] / 2) / sum, 1e-5);
                cr_assert(j <= i || value(AV_VIEW_A, i, j) == 0);
                mix += (double)value(AV_VIEW_A, i, j) * value(AV_VIEW_V, j, 2);
            }
            cr_assert_float_eq(value(AV_VIEW_MIX, i, 2), mix, 1e-5);
        }
        kit_go(&player, 3, AV_STAGE_OUTPUT, 1, head);
        cr_assert_eq(value(AV_VIEW_JOINED, 3, head * 3 + 1), value(AV_VIEW_MIX, 3, 1));
    }
    close_player();
}

Test(views, show_what_the_cache_kept_as_it_would_be_made_again)
{
    struct av_config config = kit_config();
    open_config(&config);
    for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
        kit_go(&player, 3, (enum av_stage)stage, 1, 1);
        for (int id = 0; id < AV_VIEW_COUNT; id++) {
            struct av_view view = av_view_of(&player, (enum av_view_id)id);
            for (int i = 0; i < view.rows * view.columns; i++) {
                int row = i / view.columns, column = i % view.columns;
                player.cache_on = true;
                struct av_cell cached = av_view_cell(&view, row, column);
                player.cache_on = false;
                /* the recomputation of this step was run for the comparison */
                struct av_cell uncached = av_view_cell(&view, row, column);
                if (cached.has_value && uncached.has_value)
                    cr_assert_eq(memcmp(&cached.value, &uncached.value, sizeof cached.value), 0, "%s[%d][%d]",
                                 av_view_name(view.id), row, column);
            }
        }
        player.cache_on = true;
    }
    close_player();
}

/* One matrix, not two: S = QKᵀ is true of every row that S shows, and so is S / √d_k. */
Test(views, show_old_scores_as_the_stage_has_them)
{
    struct av_config config = kit_config();
    open_config(&config);
    for (int layer = 0; layer < 2; layer++) {
        float raw[4][4];
        kit_go(&player, 3, AV_STAGE_SCORES, layer, 1);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int c = 0; c < 4; c++)
                    sum += (double)av_trace_value(&player.run.cached, AV_QUANTITY_QUERY, layer, i, 4 + c) *
                           av_trace_value(&player.run.cached, AV_QUANTITY_KEY, layer, j, 4 + c);
                raw[i][j] = value(AV_VIEW_S, i, j);
                cr_assert_float_eq(raw[i][j], sum, 1e-5, "S[%d][%d]", i, j);
            }
        }
        for (int stage = 0; stage < AV_STAGE_COUNT; stage++) {
            kit_go(&player, 3, (enum av_stage)stage, layer, 1);
            int last = stage < AV_STAGE_SCORES ? 2 : 3;
            for (int i = 0; i <= last; i++) {
                for (int j = 0; j <= i; j++)
                    cr_assert_eq(value(AV_VIEW_S, i, j), stage == AV_STAGE_SCORES ? raw[i][j] : raw[i][j] / 2,
                                 "S[%d][%d] at %s; √4", i, j, av_stage_name((enum av_stage)stage));
            }
        }
    }
    close_player();
}

Test(views, look_up_embedding_and_position)
{
    struct av_config config = kit_config();
    open_config(&config);
    kit_go(&player, 3, AV_STAGE_EMBED, 0, 0);
    for (int i = 0; i <= 3; i++) {
        float embedding = av_matrix_row(&lesson.model.embedding, player.run.tokens[i])[2];
        float position = av_matrix_row(&lesson.model.position_embedding, i)[2];
        cr_assert_eq(value(AV_VIEW_EMBEDDING, i, 2), embedding);
        cr_assert_eq(value(AV_VIEW_POSITION, i, 2), position);
        cr_assert_eq(value(AV_VIEW_X, i, 2), embedding + position);
    }
    close_player();
}

Test(views, rank_the_next_token)
{
    struct av_config config = kit_config();
    open_config(&config);
    for (int cached = 1; cached >= 0; cached--) {
        for (int t = 0; t < 5; t++) {
            double sum = 0, exponentials = 0;
            char buffer[16];
            kit_go(&player, t, AV_STAGE_NEXT, 0, 0);
            struct av_view view = av_view_of(&player, AV_VIEW_NEXT);
            for (int id = 0; id < 7; id++)
                exponentials += exp((double)value(AV_VIEW_LOGITS, t, id));
            for (int rank = 0; rank < 7; rank++) {
                int id = player.run.candidates[rank].token;
                cr_assert(rank == 0 || value(AV_VIEW_NEXT, rank - 1, 0) >= value(AV_VIEW_NEXT, rank, 0));
                cr_assert_float_eq(value(AV_VIEW_NEXT, rank, 0),
                                   exp((double)value(AV_VIEW_LOGITS, t, id)) / exponentials, 1e-6);
                cr_assert_str_eq(av_view_row_label(&view, rank, buffer, sizeof buffer), lesson.vocabulary[id]);
                sum += value(AV_VIEW_NEXT, rank, 0);
            }
            cr_assert_float_eq(sum, 1, 1e-6);
        }
        kit_do(&player, AV_COMMAND_CACHE);
    }
    close_player();
}

static void assert_label(enum av_view_id id, bool of_row, int i, const char *expected)
{
    char buffer[16];
    struct av_view view = av_view_of(&player, id);
    const char *found = of_row ? av_view_row_label(&view, i, buffer, sizeof buffer)
                               : av_view_column_label(&view, i, buffer, sizeof buffer);
    cr_assert_str_eq(found, expected, "%s %s %d of %s", found, of_row ? "row" : "column", i, av_view_name(id));
}

/* "f0", "f1", … and in Chinese "中f0", … */
static struct av_words *name_features(const char *letter, int n)
{
    struct av_words *words = av_arena_allocate(&lesson.arena, (size_t)n, sizeof *words);
    for (int i = 0; i < n; i++) {
        char name[16];
        int length = snprintf(name, sizeof name, "中%s%d", letter, i);
        words[i].in[AV_CHINESE] = av_arena_text(&lesson.arena, name, (size_t)length);
        words[i].in[AV_ENGLISH] = words[i].in[AV_CHINESE] + strlen("中");
    }
    return words;
}

Test(views, are_labelled_with_tokens_names_and_numbers)
{
    struct av_config config = kit_config();
    config.n_head = 4; /* heads 0 and 1 read key head 0, heads 2 and 3 read key head 1 */
    open_config(&config);
    kit_go(&player, 3, AV_STAGE_LOGITS, 0, 2);
    const char *token = lesson.vocabulary[player.run.tokens[1]];
    assert_label(AV_VIEW_Q, true, 1, token);
    assert_label(AV_VIEW_S, false, 1, token);
    assert_label(AV_VIEW_X, false, 1, "2");
    assert_label(AV_VIEW_JOINED, false, 11, "12");
    assert_label(AV_VIEW_LOGITS, false, 5, "t5");
    assert_label(AV_VIEW_W_OUT, false, 5, "t5");
    assert_label(AV_VIEW_NEXT, true, 0, ""); /* not ranked yet */

    lesson.features = name_features("f", 6);
    lesson.key_features = name_features("k", 8);
    lesson.value_features = name_features("v", 6);
    assert_label(AV_VIEW_X, false, 1, "f1");
    assert_label(AV_VIEW_W_Q, true, 5, "f5");
    assert_label(AV_VIEW_W_Q, false, 1, "k5");
    assert_label(AV_VIEW_Q, false, 1, "k5");
    assert_label(AV_VIEW_K, false, 1, "k5");
    assert_label(AV_VIEW_V, false, 1, "v4");
    assert_label(AV_VIEW_MIX, false, 1, "v4");
    assert_label(AV_VIEW_W_O, true, 4, "v1"); /* head 1 */
    assert_label(AV_VIEW_JOINED, false, 11, "v5");
    assert_label(AV_VIEW_HIDDEN, false, 4, "5");
    kit_do(&player, AV_COMMAND_LANGUAGE);
    assert_label(AV_VIEW_V, false, 1, "中v4");
    close_player();
}

/* 书 means book, 了 has no gloss, 它 one in Chinese alone, and no gloss can be shown of é; a full stop can. */
Test(views, call_tokens_by_ascii_where_the_screen_is_plain)
{
    static const char *const texts[] = {"cat", "书", "了", "它", "é", "。", "\n"};
    static const char *const plain[] = {"cat", "book", "#3", "#4", "#5", "。", "#7"};
    struct av_words glosses[7] = {
        [0].in = {"Katze"}, [1].in = {"book", "书本"}, [3].in = {NULL, "代词"}, [4].in = {"é!"}};
    struct av_config config = kit_config();
    open_config(&config);
    for (int id = 0; id < 7; id++)
        lesson.vocabulary[id] = texts[id];
    lesson.glosses = glosses;
    kit_go(&player, 4, AV_STAGE_NEXT, 0, 0);
    for (int is_plain = 0; is_plain < 2; is_plain++) {
        const char *const *expected = is_plain ? plain : texts;
        player.plain = is_plain;
        for (int id = 0; id < 7; id++) {
            cr_assert_str_eq(av_player_vocabulary_text(&player, id), expected[id]);
            assert_label(AV_VIEW_LOGITS, false, id, expected[id]);
            assert_label(AV_VIEW_W_OUT, false, id, expected[id]);
            assert_label(AV_VIEW_NEXT, true, id, expected[player.run.candidates[id].token]);
            player.run.tokens[1] = id;
            const char *text = is_plain && expected[id][0] == '#' ? "#2" : expected[id]; /* the second token */
            cr_assert_str_eq(av_player_token_text(&player, 1), text);
            assert_label(AV_VIEW_K, true, 1, text);
            assert_label(AV_VIEW_A, false, 1, text);
        }
    }
    lesson.glosses = NULL;
    cr_assert_str_eq(av_player_vocabulary_text(&player, 1), "#2");
    close_player();
}

Test(views, know_which_rows_and_columns_are_tokens)
{
    struct av_config config = kit_config();
    open_config(&config);
    struct av_view logits = av_view_of(&player, AV_VIEW_LOGITS), weights = av_view_of(&player, AV_VIEW_A);
    struct av_view wq = av_view_of(&player, AV_VIEW_W_Q), next = av_view_of(&player, AV_VIEW_NEXT);
    cr_assert(av_view_rows_are_tokens(&logits));
    cr_assert_not(av_view_rows_are_tokens(&wq));
    cr_assert_not(av_view_rows_are_tokens(&next));
    cr_assert(av_view_columns_are_tokens(&weights));
    cr_assert_not(av_view_columns_are_tokens(&logits));
    close_player();
}
