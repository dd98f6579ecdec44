#include <criterion/criterion.h>

#include "attnviz/lesson/weight.h"

/* Four heads that read two keys and values: heads 2 and 3 read the second. */
static const struct av_config grouped = {.d_model = 5,
                                         .n_layer = 2,
                                         .n_head = 4,
                                         .n_kv_head = 2,
                                         .d_k = 3,
                                         .d_v = 2,
                                         .vocab_size = 7,
                                         .n_ctx = 9,
                                         .position = AV_POSITION_LEARNED};

static void assert_place(const struct av_config *config, enum av_view_id matrix, const int at[4], const char *expected)
{
    char place[AV_WEIGHT_PLACE_BYTES] = "?";
    bool found = av_weight_place(config, matrix, at[0], at[1], at[2], at[3], place, sizeof place);
    cr_assert_str_eq(place, expected, "%s: %s", av_view_name(matrix), place);
    cr_assert_eq(found, expected[0] != '\0');
}

/* layer, head, row and column of what is shown */
#define PLACE(config, matrix, layer, head, row, column, expected)                                                      \
    assert_place(config, matrix, (const int[]){layer, head, row, column}, expected)

Test(weight, a_place_is_that_in_the_whole_matrix)
{
    PLACE(&grouped, AV_VIEW_W_Q, 0, 0, 3, 2, "$.model.layers[0].wq[3][2]");
    PLACE(&grouped, AV_VIEW_W_Q, 1, 3, 4, 1, "$.model.layers[1].wq[4][10]"); /* 3 heads of 3 before it */
    PLACE(&grouped, AV_VIEW_W_K, 1, 1, 4, 2, "$.model.layers[1].wk[4][2]");  /* head 1 shares with head 0 */
    PLACE(&grouped, AV_VIEW_W_K, 0, 3, 0, 0, "$.model.layers[0].wk[0][3]");
    PLACE(&grouped, AV_VIEW_W_V, 0, 2, 2, 1, "$.model.layers[0].wv[2][3]");
    PLACE(&grouped, AV_VIEW_W_O, 1, 3, 7, 4, "$.model.layers[1].wo[7][4]"); /* shown whole */
}

Test(weight, what_belongs_to_the_model_has_no_layer)
{
    PLACE(&grouped, AV_VIEW_EMBEDDING, 1, 2, 5, 1, "$.model.embedding[5][1]");
    PLACE(&grouped, AV_VIEW_POSITION, 1, 2, 8, 0, "$.model.position_embedding[8][0]");
    PLACE(&grouped, AV_VIEW_W_OUT, 1, 2, 4, 6, "$.model.w_out[4][6]");
}

Test(weight, what_has_one_row_has_one_index)
{
    struct av_config full = grouped;
    full.bias = true;
    full.d_ff = 6;
    full.feed_forward = AV_FEED_FORWARD_SWIGLU;
    full.norm = AV_NORM_LAYER;
    PLACE(&full, AV_VIEW_B_Q, 1, 2, 0, 1, "$.model.layers[1].bq[7]"); /* 2 heads of 3 before it */
    PLACE(&full, AV_VIEW_B_K, 1, 2, 0, 1, "$.model.layers[1].bk[4]");
    PLACE(&full, AV_VIEW_B_V, 0, 1, 0, 1, "$.model.layers[0].bv[1]");
    PLACE(&full, AV_VIEW_B_O, 0, 3, 0, 4, "$.model.layers[0].bo[4]");
    PLACE(&full, AV_VIEW_W_GATE, 0, 1, 4, 5, "$.model.layers[0].w_gate[4][5]");
    PLACE(&full, AV_VIEW_W_UP, 0, 1, 4, 5, "$.model.layers[0].w_up[4][5]");
    PLACE(&full, AV_VIEW_W_DOWN, 0, 1, 5, 4, "$.model.layers[0].w_down[5][4]");
    PLACE(&full, AV_VIEW_B_GATE, 0, 1, 0, 5, "$.model.layers[0].b_gate[5]");
    PLACE(&full, AV_VIEW_B_UP, 0, 1, 0, 5, "$.model.layers[0].b_up[5]");
    PLACE(&full, AV_VIEW_B_DOWN, 0, 1, 0, 4, "$.model.layers[0].b_down[4]");
    PLACE(&full, AV_VIEW_GAIN_1, 1, 1, 0, 2, "$.model.layers[1].norm_1_gain[2]");
    PLACE(&full, AV_VIEW_SHIFT_1, 1, 1, 0, 2, "$.model.layers[1].norm_1_bias[2]");
    PLACE(&full, AV_VIEW_GAIN_2, 1, 1, 0, 2, "$.model.layers[1].norm_2_gain[2]");
    PLACE(&full, AV_VIEW_SHIFT_2, 1, 1, 0, 2, "$.model.layers[1].norm_2_bias[2]");
    PLACE(&full, AV_VIEW_FINAL_GAIN, 1, 1, 0, 2, "$.model.final_gain[2]");
    PLACE(&full, AV_VIEW_FINAL_SHIFT, 1, 1, 0, 2, "$.model.final_bias[2]");
    PLACE(&grouped, AV_VIEW_B_Q, 0, 0, 0, 0, "");
    PLACE(&grouped, AV_VIEW_FINAL_GAIN, 0, 0, 0, 0, "");
}

Test(weight, a_tied_output_is_the_embedding)
{
    struct av_config tied = grouped;
    tied.tied = true;
    PLACE(&tied, AV_VIEW_W_OUT, 0, 0, 4, 6, "$.model.embedding[6][4]");
}

Test(weight, what_is_computed_stands_in_no_file)
{
    struct av_config sinusoidal = grouped;
    sinusoidal.position = AV_POSITION_SINUSOIDAL;
    PLACE(&sinusoidal, AV_VIEW_POSITION, 0, 0, 0, 0, "");
    PLACE(&grouped, AV_VIEW_Q, 0, 0, 0, 0, "");
    PLACE(&grouped, AV_VIEW_A, 0, 0, 0, 0, "");
    PLACE(&grouped, AV_VIEW_LOGITS, 0, 0, 0, 0, "");
}

Test(weight, a_place_is_cut_where_there_is_no_room)
{
    char place[8];
    cr_assert(av_weight_place(&grouped, AV_VIEW_W_OUT, 0, 0, 0, 0, place, sizeof place));
    cr_assert_str_eq(place, "$.model");
}
