/* A lesson whose model attends to a source: where its rows are new, what is counted, what a change reaches, and what is
 * said of what does not apply. (Its cells are explained in test_explain.c and test_working.c.) */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "attnviz/player/cost.h"
#include "attnviz/player/flow.h"
#include "attnviz/player/keymap.h"
#include "attnviz/player/lens.h"
#include "attnviz/player/reload.h"
#include "attnviz/player/tally.h"
#include "kit.h"

#define N_SOURCE 5
#define N_PROMPT 2
#define N_TOKEN  4

static struct av_lesson lesson;
static struct av_player player;

static struct av_config cross_config(void)
{
    struct av_config config = kit_config();
    config.attends = AV_ATTENDS_SOURCE;
    return config;
}

static void open_lesson(bool prefill)
{
    struct av_config config = cross_config();
    kit_lesson_init(&lesson, &config, 12, N_PROMPT, N_TOKEN - N_PROMPT);
    cr_assert_eq(lesson.n_source, N_SOURCE);
    lesson.prefill = prefill;
    kit_open(&player, &lesson);
}

static void close_lesson(void)
{
    kit_close(&player, &lesson);
}

static void assert_rows(enum av_view_id id, int rows, enum av_state state)
{
    struct av_view view = av_view_of(&player, id);
    cr_assert_eq(view.rows, rows, "%s", av_view_name(id));
    for (int i = 0; i < view.rows * view.columns; i++)
        cr_assert_eq(av_view_cell(&view, i / view.columns, i % view.columns).state, state, "%s at %s of token %d",
                     av_view_name(id), av_stage_name((enum av_stage)player.place.stage), player.place.token);
}

Test(cross, k_and_v_of_the_source_are_new_once_then_reused_and_without_the_cache_recomputed)
{
    open_lesson(false);
    for (int token = 0; token < N_TOKEN; token++) {
        kit_go(&player, token, AV_STAGE_APPEND, 1, 1);
        assert_rows(AV_VIEW_K, N_SOURCE, token == 0 ? AV_STATE_NEW : AV_STATE_REUSED);
        assert_rows(AV_VIEW_V, N_SOURCE, token == 0 ? AV_STATE_NEW : AV_STATE_REUSED);
        assert_rows(AV_VIEW_SOURCE, N_SOURCE, token == 0 ? AV_STATE_NEW : AV_STATE_DONE);
        kit_do(&player, AV_COMMAND_CACHE);
        assert_rows(AV_VIEW_K, N_SOURCE, token == 0 ? AV_STATE_NEW : AV_STATE_RECOMPUTED);
        assert_rows(AV_VIEW_SOURCE, N_SOURCE, token == 0 ? AV_STATE_NEW : AV_STATE_RECOMPUTED);
        kit_do(&player, AV_COMMAND_CACHE);
    }
    kit_go(&player, 0, AV_STAGE_EMBED, 0, 0);
    assert_rows(AV_VIEW_K, N_SOURCE, AV_STATE_FUTURE);
    close_lesson();
}

Test(cross, the_source_is_new_where_the_prompt_is_read_at_once_with_the_cache_as_without)
{
    open_lesson(true);
    for (int cached = 1; cached >= 0; cached--) {
        kit_go(&player, N_PROMPT - 1, AV_STAGE_APPEND, 1, 1);
        assert_rows(AV_VIEW_K, N_SOURCE, AV_STATE_NEW);
        kit_go(&player, N_PROMPT, AV_STAGE_APPEND, 1, 1);
        assert_rows(AV_VIEW_K, N_SOURCE, cached ? AV_STATE_REUSED : AV_STATE_RECOMPUTED);
        kit_do(&player, AV_COMMAND_CACHE);
    }
    close_lesson();
}

Test(cross, scores_are_a_rectangle_of_target_rows_and_source_columns)
{
    open_lesson(false);
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 0, 1);
    for (int id = AV_VIEW_S; id <= AV_VIEW_A; id++) {
        struct av_view view = av_view_of(&player, (enum av_view_id)id);
        cr_assert(view.rows == N_TOKEN && view.columns == N_SOURCE);
        cr_assert(av_view_rows_are_tokens(&view) && !av_view_columns_are_tokens(&view));
        for (int i = 0; i < view.rows * view.columns; i++) {
            int row = i / view.columns;
            enum av_state state = row > 2 ? AV_STATE_FUTURE : row == 2 ? AV_STATE_NEW : AV_STATE_DONE;
            cr_assert_eq(av_view_cell(&view, row, i % view.columns).state, state);
        }
    }
    struct av_view weights = av_view_of(&player, AV_VIEW_A);
    for (int row = 0; row <= 2; row++) {
        double sum = 0;
        for (int j = 0; j < N_SOURCE; j++)
            sum += (double)av_view_cell(&weights, row, j).value;
        cr_assert(fabs(sum - 1) < 1e-6);
    }
    char label[64];
    cr_assert_str_eq(av_view_column_label(&weights, 3, label, sizeof label), lesson.vocabulary[lesson.source[3]]);
    cr_assert_str_eq(av_view_row_label(&weights, 1, label, sizeof label), lesson.vocabulary[player.run.tokens[1]]);
    close_lesson();
}

/* What K and V take, and what is read of them, does not grow with the target. */
static void check_counts(bool prefill)
{
    open_lesson(prefill);
    const struct av_config *c = &lesson.model.config;
    uint64_t kv = (uint64_t)(c->n_layer * c->n_kv_head * (c->d_k + c->d_v)) * 4;
    for (int token = prefill ? N_PROMPT - 1 : 0; token < N_TOKEN; token++) {
        for (int way = 0; way < 4; way++) {
            const struct av_tally_of of = {.cached = way % 2 == 1, .total = way / 2 == 1};
            struct av_steps steps = av_run_steps(&player.run, token);
            struct av_work work;
            kit_go(&player, token, AV_STAGE_LOGITS, 1, 0);
            cr_assert(av_tally_work(&player, of, &work));
            for (int kind = 0; kind < AV_WORK_KIND_COUNT; kind++) {
                struct av_work_factors factors = av_tally_factors(c, (enum av_work_kind)kind, steps, of);
                cr_assert_eq((uint64_t)av_work_product(&factors), work.multiply_adds[kind], "%s of token %d, way %d",
                             av_work_kind_name((enum av_work_kind)kind), token, way);
            }
            for (int i = 0; i < AV_TALLY_BYTES_COUNT; i++) {
                uint64_t count;
                struct av_work_factors factors = av_tally_byte_factors(c, (enum av_tally_bytes)i, steps, of);
                cr_assert(av_tally_count_bytes(&player, of, (enum av_tally_bytes)i, &count));
                cr_assert_eq((uint64_t)av_work_product(&factors), count, "bytes %d of token %d, way %d", i, token, way);
                if (i == AV_TALLY_KEPT)
                    cr_assert_eq(count, of.cached ? N_SOURCE * kv : 0);
            }
        }
        struct av_view cost = av_view_of(&player, AV_VIEW_COST);
        for (int figure = 0; figure < AV_FIGURE_COUNT; figure++) {
            double value;
            cr_assert(av_cost_figure(&cost, (enum av_figure)figure, &value));
            cr_assert_eq(value, av_cost_redo(&cost, (enum av_figure)figure), "figure %d", figure);
        }
        cr_assert_eq(player.run.cached.work[token].multiply_adds[AV_WORK_SOURCE] > 0, token + 1 == player.run.n_first);
    }
    close_lesson();
}

Test(cross, counts_are_their_closed_forms_step_by_step)
{
    check_counts(false);
}

Test(cross, counts_are_their_closed_forms_where_the_prompt_is_read_at_once)
{
    check_counts(true);
}

/* Changes one number of the model, and sees that nothing changed but what the flow from that number reaches. */
static void check_flow(const struct av_address *source, const struct av_weight_at *at)
{
    struct av_flow flow;
    cr_assert(av_flow_of(&player, source, &flow));
    struct av_player other;
    struct av_lesson changed = lesson;
    cr_assert(av_model_copy(&changed.model, &lesson.model, NULL) == AV_OK);
    const struct av_matrix *matrix = at->matrix == AV_VIEW_EMBEDDING ? &changed.model.embedding
                                     : at->matrix == AV_VIEW_W_K     ? &changed.model.layers[at->layer].wk
                                                                     : &changed.model.layers[at->layer].wq;
    av_matrix_row(matrix, at->row)[at->column] += 0.25f;
    av_model_prepare(&changed.model);
    kit_open(&other, &changed);
    kit_go(&other, player.place.token, (enum av_stage)player.place.stage, player.place.layer, player.place.head);
    int reached = 0;
    for (int id = 0; id < AV_VIEW_COST; id++) {
        struct av_view view = av_view_of(&player, (enum av_view_id)id), then = av_view_of(&other, (enum av_view_id)id);
        for (int i = 0; i < view.rows * view.columns && id != AV_VIEW_NEXT; i++) {
            int row = i / view.columns, column = i % view.columns;
            struct av_cell a = av_view_cell(&view, row, column), b = av_view_cell(&then, row, column);
            bool made = a.state == AV_STATE_NEW || a.state == AV_STATE_RECOMPUTED;
            enum av_flow_reach reach = av_flow_at(&flow, &view, row, column);
            reached += reach == AV_FLOW_DIRECT || reach == AV_FLOW_FURTHER;
            if (made && memcmp(&a.value, &b.value, sizeof a.value) != 0)
                cr_assert(reach != AV_FLOW_NONE, "%s (%d, %d)", av_view_name((enum av_view_id)id), row, column);
        }
    }
    cr_assert(reached > 0);
    av_player_finish(&other);
    av_model_finish(&changed.model);
}

Test(cross, a_number_flows_into_what_changes_with_it)
{
    open_lesson(false);
    for (int column = 0; column < 3; column++) {
        kit_go(&player, 0, AV_STAGE_LOGITS, 1, 0);
        struct av_address source = {AV_VIEW_EMBEDDING_S, player.place, 2, column};
        struct av_weight_at at = {.matrix = AV_VIEW_EMBEDDING, .row = lesson.source[2], .column = column};
        check_flow(&source, &at);
        kit_go(&player, 0, AV_STAGE_LOGITS, 0, 0);
        source = (struct av_address){AV_VIEW_W_K, player.place, column, 1};
        at = (struct av_weight_at){AV_VIEW_W_K, 0, column, 1};
        check_flow(&source, &at);
        source = (struct av_address){AV_VIEW_W_Q, player.place, column, 1};
        at = (struct av_weight_at){AV_VIEW_W_Q, 0, column, 1};
        check_flow(&source, &at);
    }
    close_lesson();
}

/* K and V are kept: what is changed in W_K would reach them in the first step alone. */
Test(cross, nothing_flows_from_w_k_in_a_later_step_with_the_cache)
{
    open_lesson(false);
    kit_go(&player, 2, AV_STAGE_LOGITS, 0, 0);
    for (int cached = 1; cached >= 0; cached--) {
        const struct av_address source = {AV_VIEW_W_K, player.place, 1, 1};
        struct av_view keys = av_view_of(&player, AV_VIEW_K), logits = av_view_of(&player, AV_VIEW_LOGITS);
        struct av_flow flow;
        cr_assert(av_flow_of(&player, &source, &flow));
        for (int row = 0; row < N_SOURCE; row++)
            cr_assert_eq(av_flow_at(&flow, &keys, row, 1), cached ? AV_FLOW_NONE : AV_FLOW_DIRECT);
        cr_assert_eq(av_flow_at(&flow, &logits, 2, 0) != AV_FLOW_NONE, !cached);
        kit_do(&player, AV_COMMAND_CACHE);
    }
    close_lesson();
}

Test(cross, what_does_not_apply_says_so_and_changes_nothing)
{
    open_lesson(false);
    kit_go(&player, 1, AV_STAGE_SCALE, 0, 0);
    kit_do(&player, AV_COMMAND_STAGE_NEXT);
    cr_assert_eq(player.place.stage, (int)AV_STAGE_SOFTMAX, "there is no mask to stop at");
    kit_do(&player, AV_COMMAND_STAGE_BACK);
    cr_assert_eq(player.place.stage, (int)AV_STAGE_SCALE);
    kit_do(&player, AV_COMMAND_MASK);
    cr_assert_eq(player.notice, AV_NOTICE_NO_MASK);
    kit_do(&player, AV_COMMAND_BAN);
    cr_assert_eq(player.notice, AV_NOTICE_NO_BAN);
    cr_assert(player.run.lesson->rule.mask == AV_MASK_NONE && player.run.lesson->rule.banned == NULL);
    static const enum av_lens of_self[] = {AV_LENS_BLOCKS, AV_LENS_MEASURE, AV_LENS_PAGED, AV_LENS_LAYERS};
    for (size_t i = 0; i < sizeof of_self / sizeof *of_self; i++)
        cr_assert_not(av_lens_applies(&player, of_self[i]));
    static const enum av_lens of_both[] = {AV_LENS_SIDE,  AV_LENS_COUNTS, AV_LENS_FLASH, AV_LENS_HEADS,
                                           AV_LENS_SCALE, AV_LENS_MERGED, AV_LENS_LOSS};
    for (size_t i = 0; i < sizeof of_both / sizeof *of_both; i++)
        cr_assert(av_lens_applies(&player, of_both[i]));
    close_lesson();
}

/* A number of x_s is one of the embedding, in the row of the source's token; with positions E_s is. */
Test(cross, numbers_of_the_source_are_changed_in_the_embedding)
{
    struct av_config config = cross_config();
    for (int with = 0; with < 2; with++) {
        config.position = with ? AV_POSITION_LEARNED : AV_POSITION_NONE;
        kit_lesson_init(&lesson, &config, 12, N_PROMPT, 1);
        kit_open(&player, &lesson);
        struct av_view view = av_view_of(&player, with ? AV_VIEW_EMBEDDING_S : AV_VIEW_SOURCE);
        struct av_weight_at at;
        cr_assert(av_experiment_weight(&view, 3, 2, &at));
        cr_assert(at.matrix == AV_VIEW_EMBEDDING && at.row == lesson.source[3] && at.column == 2);
        cr_assert_eq(av_view_cell(&view, 3, 2).value, av_matrix_row(&lesson.model.embedding, at.row)[2]);
        view = av_view_of(&player, AV_VIEW_POSITION_S);
        cr_assert_eq(view.columns > 0, with == 1);
        if (with)
            cr_assert(av_experiment_weight(&view, 3, 2, &at) && at.matrix == AV_VIEW_POSITION && at.row == 3);
        view = av_view_of(&player, AV_VIEW_K);
        cr_assert_not(av_experiment_weight(&view, 3, 2, &at), "it is computed");
        close_lesson();
    }
}

/* In training every position of the target predicts the next token, from the source and itself alone. */
Test(cross, the_loss_of_a_target_is_that_of_its_logits)
{
    open_lesson(false);
    const struct av_place place = {1, AV_STAGE_NEXT, 0, 0, AV_LENS_LOSS};
    cr_assert_eq(av_player_go(&player, &place, NULL), AV_OK);
    for (int i = 0; i + 1 < N_TOKEN; i++) {
        double sum = 0;
        int next = player.run.tokens[i + 1];
        for (int id = 0; id < lesson.model.config.vocab_size; id++)
            sum += exp((double)av_trace_value(&player.run.cached, AV_QUANTITY_LOGITS, 0, i, id) -
                       (double)av_trace_value(&player.run.cached, AV_QUANTITY_LOGITS, 0, i, next));
        cr_assert_float_eq(av_loss_at(&player, i).loss, log(sum), 1e-6);
    }
    close_lesson();
}

static void check_same_numbers(const struct av_player *other)
{
    for (int id = 0; id < AV_VIEW_COST; id++) {
        struct av_view a = av_view_of(&player, (enum av_view_id)id), b = av_view_of(other, (enum av_view_id)id);
        cr_assert(a.rows == b.rows && a.columns == b.columns, "%s", av_view_name((enum av_view_id)id));
        for (int i = 0; i < a.rows * a.columns; i++) {
            struct av_cell x = av_view_cell(&a, i / a.columns, i % a.columns);
            struct av_cell y = av_view_cell(&b, i / b.columns, i % b.columns);
            cr_assert(x.state == y.state && x.has_value == y.has_value);
            cr_assert(!x.has_value || memcmp(&x.value, &y.value, sizeof x.value) == 0);
        }
    }
}

/* Of lessons with other sources, of a lesson without one, and back. */
Test(cross, a_lesson_read_again_has_its_own_source)
{
    static struct av_lesson nexts[4];
    struct av_lesson *before = &lesson;
    open_lesson(false);
    for (int round = 0; round < 4; round++) {
        struct av_config config = round == 2 ? kit_config() : cross_config();
        struct av_lesson *next = &nexts[round];
        struct av_player fresh;
        kit_lesson_init(next, &config, round == 0 ? 12 : 90 + (uint64_t)round, N_PROMPT, N_TOKEN - N_PROMPT);
        if (round == 0) /* the same but for one word of the source, and its length */
            next->source[0] = (next->source[0] + 1) % config.vocab_size;
        next->n_source -= round == 1;
        kit_go(&player, 2, round == 3 ? AV_STAGE_MASK : AV_STAGE_SOFTMAX, 1, 0);
        kit_do(&player, AV_COMMAND_PANEL_NEXT);
        for (int i = 0; i < N_SOURCE; i++)
            kit_do(&player, AV_COMMAND_CELL_RIGHT);
        cr_assert_eq(av_player_reload(&player, next, NULL), AV_OK);
        kit_lesson_finish(before);
        before = next;
        kit_open(&fresh, next);
        kit_go(&fresh, player.place.token, (enum av_stage)player.place.stage, player.place.layer, player.place.head);
        check_same_numbers(&fresh);
        struct av_view view = av_view_of(&player, player.focus);
        cr_assert(!player.focused || (player.row < view.rows && player.column < view.columns));
        cr_assert(av_stage_exists(&config, (enum av_stage)player.place.stage));
        av_player_finish(&fresh);
    }
    kit_close(&player, before);
}

/* In a panel whose columns are the source's, its tokens are found, also those behind the current one of the target. */
Test(cross, the_source_is_searched_as_a_whole)
{
    open_lesson(false);
    kit_go(&player, 0, AV_STAGE_SCORES, 0, 0);
    kit_do(&player, AV_COMMAND_PANEL_NEXT);
    kit_do(&player, AV_COMMAND_CELL_FIRST);
    cr_assert_eq(player.column, 0);
    int last = N_SOURCE - 1, first = 1;
    while (lesson.source[first] != lesson.source[last])
        first++;
    char keys[32];
    snprintf(keys, sizeof keys, "/ t %d Enter", lesson.source[last]);
    kit_press(&player, keys);
    cr_assert(player.focus == AV_VIEW_S && player.row == 0 && player.column == first);
    close_lesson();
}

/* The cursor reaches every token of the source, from the first step on. */
Test(cross, the_cursor_goes_along_the_whole_source)
{
    open_lesson(false);
    kit_go(&player, 0, AV_STAGE_SCORES, 0, 0);
    kit_do(&player, AV_COMMAND_PANEL_NEXT);
    cr_assert_eq(player.focus, AV_VIEW_S);
    for (int i = 0; i < N_SOURCE + 2; i++)
        kit_do(&player, AV_COMMAND_CELL_RIGHT);
    cr_assert(player.row == 0 && player.column == N_SOURCE - 1);
    close_lesson();
}

Test(cross, no_key_stumbles)
{
    struct random_numbers random = {14};
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    for (int round = 0; round < 2; round++) {
        open_lesson(round == 1);
        for (int i = 0; i < 3000; i++) {
            int key = bindings[random_below(&random, (int)count)].key;
            struct av_error error = {0};
            if (key != 'q' && key > 0)
                cr_assert_eq(av_player_press(&player, key, &error), AV_OK, "%s", error.message);
        }
        close_lesson();
    }
}
