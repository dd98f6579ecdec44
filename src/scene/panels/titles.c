#include <stdio.h>
#include <string.h>

#include "../number.h"
#include "panels.h"

/* What stays the same in every model and at every stage. */
static const char *const titles[AV_VIEW_COUNT] = {
    [AV_VIEW_EMBEDDING] = "E[token]",
    [AV_VIEW_POSITION] = "P[i]",
    [AV_VIEW_EMBEDDING_S] = "E[source]",
    [AV_VIEW_POSITION_S] = "P[j]",
    [AV_VIEW_W_Q] = "W_Q",
    [AV_VIEW_W_K] = "W_K",
    [AV_VIEW_W_V] = "W_V",
    [AV_VIEW_Q] = "Q",
    [AV_VIEW_A] = "A = softmax(S)",
    [AV_VIEW_MIX] = "A⋅V",
    [AV_VIEW_JOINED] = "H = [A⋅V, …]",
    [AV_VIEW_W_O] = "W_O",
    [AV_VIEW_GATE] = "gate = x⋅W_gate",
    [AV_VIEW_UP] = "up = x⋅W_up",
    [AV_VIEW_W_OUT] = "W_out",
    [AV_VIEW_W_GATE] = "W_gate",
    [AV_VIEW_W_UP] = "W_up",
    [AV_VIEW_W_DOWN] = "W_down",
    [AV_VIEW_B_Q] = "b_Q",
    [AV_VIEW_B_K] = "b_K",
    [AV_VIEW_B_V] = "b_V",
    [AV_VIEW_B_O] = "b_O",
    [AV_VIEW_B_GATE] = "b_gate",
    [AV_VIEW_B_UP] = "b_up",
    [AV_VIEW_B_DOWN] = "b_down",
    [AV_VIEW_GAIN_1] = "g1: gain of N",
    [AV_VIEW_SHIFT_1] = "b1: bias of N",
    [AV_VIEW_GAIN_2] = "g2: gain of N",
    [AV_VIEW_SHIFT_2] = "b2: bias of N",
    [AV_VIEW_FINAL_GAIN] = "g: gain of N",
    [AV_VIEW_FINAL_SHIFT] = "b: bias of N",
};

/* What the layer's two sums and norms read depends on where the norm stands. */
static const char *title_in_block(const struct av_config *config, enum av_view_id id)
{
    bool after = config->norm != AV_NORM_NONE && config->norm_place == AV_NORM_AFTER;
    switch (id) {
    case AV_VIEW_NORM_1:
        return after ? "N(R1)" : "N(x)";
    case AV_VIEW_SUM_1:
        return "x + O";
    case AV_VIEW_NORM_2:
        return after ? "N(R2)" : "N(R1)";
    case AV_VIEW_FEED:
        return "F = hidden⋅W_down";
    case AV_VIEW_SUM_2:
        return after ? "N1 + F" : "R1 + F";
    case AV_VIEW_OUTPUT:
        return config->n_head > 1 ? "O = H⋅W_O" : "O = (A⋅V)⋅W_O";
    case AV_VIEW_FINAL_NORM:
        return "N(x′)";
    case AV_VIEW_LOGITS:
        return av_quantity_width(config, AV_QUANTITY_FINAL_NORM) > 0 ? "logits = N(x′)⋅W_out" : "logits = x′⋅W_out";
    case AV_VIEW_HIDDEN:
        return config->feed_forward == AV_FEED_FORWARD_RELU   ? "relu(up)"
               : config->feed_forward == AV_FEED_FORWARD_GELU ? "gelu(up)"
                                                              : "silu(gate)⋅up";
    default:
        return titles[id];
    }
}

/* How far the scores have come: raw, divided, masked. */
static const char *scores_title(const struct av_player *player)
{
    const struct av_rule *rule = &player->run.lesson->rule;
    bool before = player->place.stage < AV_STAGE_SCORES; /* what is there was finished in earlier steps */
    bool scaled = rule->scaled && (before || player->place.stage >= AV_STAGE_SCALE);
    bool masked = before || player->place.stage >= AV_STAGE_MASK;
    if (masked && (rule->mask == AV_MASK_CAUSAL || (rule->mask == AV_MASK_NONE && rule->banned)))
        return scaled ? "S = QKᵀ/√dₖ + M" : "S = QKᵀ + M";
    if (masked && rule->mask == AV_MASK_MULTIPLIED)
        return scaled ? "S = QKᵀ/√dₖ ⊙ M" : "S = QKᵀ ⊙ M";
    return scaled ? "S = QKᵀ/√dₖ" : "S = QKᵀ";
}

/* The matrix that the last layer gives, x′ of which the logits are made. */
static enum av_view_id layer_result(const struct av_config *config)
{
    switch (av_quantity_layer_result(config)) {
    case AV_QUANTITY_SUM_1:
        return AV_VIEW_SUM_1;
    case AV_QUANTITY_NORM_1:
        return AV_VIEW_NORM_1;
    case AV_QUANTITY_FEED:
        return AV_VIEW_FEED;
    case AV_QUANTITY_SUM_2:
        return AV_VIEW_SUM_2;
    case AV_QUANTITY_NORM_2:
        return AV_VIEW_NORM_2;
    default:
        return AV_VIEW_OUTPUT;
    }
}

static const char *x_title(const struct av_pen *pen, char *buffer, size_t size)
{
    const struct av_config *config = &pen->player->run.lesson->model.config;
    char digits[16];
    snprintf(digits, sizeof digits, "%d", pen->player->place.layer);
    if (pen->player->place.layer > 0)
        return av_string_with(buffer, size, AV_STRING_X_FROM_LAYER, pen->language, digits);
    bool added = config->position == AV_POSITION_LEARNED || config->position == AV_POSITION_SINUSOIDAL;
    return added ? "x = E + P" : "x = E";
}

const char *av_matrix_title(const struct av_pen *pen, enum av_view_id id, char *buffer, size_t size)
{
    const struct av_player *player = pen->player;
    const struct av_config *config = &player->run.lesson->model.config;
    switch (id) {
    case AV_VIEW_K:
    case AV_VIEW_V:
        return player->cache_on ? av_string_with(buffer, size, AV_STRING_CACHE_SUFFIX, pen->language, av_view_name(id))
                                : av_view_name(id);
    case AV_VIEW_S:
        return scores_title(player);
    case AV_VIEW_X:
        return x_title(pen, buffer, size);
    case AV_VIEW_SOURCE:
        return config->position == AV_POSITION_NONE ? "x_s = E[source]" : "x_s = E + P";
    case AV_VIEW_NEXT:
        return av_string(AV_STRING_NEXT_TITLE, pen->language);
    default:
        break;
    }
    const char *title = title_in_block(config, id);
    bool named = id == AV_VIEW_NORM_1 || id == AV_VIEW_SUM_1 || id == AV_VIEW_NORM_2 || id == AV_VIEW_SUM_2;
    if (id == layer_result(config))
        snprintf(buffer, size, "x′ = %s", title);
    else if (named) /* by what is added to it, or made of it, next */
        snprintf(buffer, size, "%s = %s", av_view_name(id), title);
    else
        snprintf(buffer, size, "%s", title);
    return buffer;
}

/* Adds "9 reused" to what is in buffer, with a + between the parts. */
static void add_count(const struct av_pen *pen, char *buffer, size_t size, enum av_string id, int count)
{
    char digits[16], part[48];
    if (count == 0)
        return;
    snprintf(digits, sizeof digits, "%d", count);
    av_string_with(part, sizeof part, id, pen->language, digits);
    size_t used = strlen(buffer);
    snprintf(buffer + used, size - used, "%s%s", used > 0 ? av_string(AV_STRING_JOIN, pen->language) : "", part);
}

static const char *row_counts(const struct av_pen *pen, const struct av_view *view, char *buffer, size_t size)
{
    bool of_source = av_view_row_axis(view) == AV_AXIS_SOURCE;
    int counts[AV_STATE_WEIGHT + 1] = {0}, n = of_source ? view->rows : pen->player->place.token + 1;
    for (int i = 0; (of_source || i <= pen->player->place.token) && i < view->rows; i++)
        counts[av_view_row_state(view, i)]++;
    buffer[0] = '\0';
    if (av_waits_for_append(pen->player, view->id) && counts[AV_STATE_NEW] > 0) {
        if (n > counts[AV_STATE_NEW])
            snprintf(buffer, size, "%d", n - counts[AV_STATE_NEW]);
        add_count(pen, buffer, size, AV_STRING_TO_APPEND, counts[AV_STATE_NEW]);
        return buffer;
    }
    add_count(pen, buffer, size, AV_STRING_DONE, counts[AV_STATE_DONE]);
    add_count(pen, buffer, size, AV_STRING_REUSED, counts[AV_STATE_REUSED]);
    add_count(pen, buffer, size, AV_STRING_RECOMPUTED, counts[AV_STATE_RECOMPUTED]);
    add_count(pen, buffer, size, AV_STRING_NEW, counts[AV_STATE_NEW]);
    if (buffer[0] == '\0' && counts[AV_STATE_DISCARDED] > 0)
        return av_string(view->id == AV_VIEW_Q && pen->player->cache_on ? AV_STRING_NONE_KEPT : AV_STRING_THROWN_AWAY,
                         pen->language);
    return buffer;
}

bool av_waits_for_append(const struct av_player *player, enum av_view_id id)
{
    return (id == AV_VIEW_K || id == AV_VIEW_V) && player->cache_on && player->place.stage == AV_STAGE_PROJECT;
}

/* What the current row of weights adds up to, from the weights on screen. */
static const char *row_sum(const struct av_pen *pen, const struct av_view *view, char *buffer, size_t size)
{
    double sum = 0;
    for (int j = 0; j < view->columns; j++) {
        struct av_cell cell = av_view_cell(view, pen->player->place.token, j);
        sum += cell.has_value ? (double)cell.value : 0;
    }
    char digits[AV_NUMBER_BYTES];
    return av_string_with(buffer, size, AV_STRING_ROW_SUM, pen->language, av_number(sum, 2, digits));
}

const char *av_matrix_remark(const struct av_pen *pen, const struct av_view *view, char *buffer, size_t size)
{
    int token = pen->player->place.token;
    if (av_player_covers(pen->player, view->id))
        return "";
    if (!av_view_rows_are_tokens(view) && av_view_row_axis(view) != AV_AXIS_SOURCE) {
        snprintf(buffer, size, "%d×%d", view->rows, view->columns);
        return buffer;
    }
    if (view->id == AV_VIEW_A && av_view_cell(view, token, 0).has_value)
        return row_sum(pen, view, buffer, size);
    return row_counts(pen, view, buffer, size);
}
