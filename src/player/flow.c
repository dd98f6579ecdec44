/* Following a number forwards. Level 0 is the source, level 1 what is made of it, level 2 what is made of that: each
 * matrix takes from those it reads, in the order in which a step computes them. */
#include "attnviz/player/flow.h"

#include <limits.h>

#include "flow_part.h"
#include "inner.h"
#include "sources.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LEVELS       3

static const struct av_flow_rows no_rows = {false, INT_MAX};
static const struct av_flow_rows every_row = {false, 0};
static const struct av_flow_rows source_row = {true, INT_MAX};

static const struct av_config *config_at(const struct av_flow *flow)
{
    return config_of(flow->player);
}

static int next_level(int level)
{
    return level == 0 ? 1 : 2;
}

static struct av_view view_in_layer(const struct av_flow *flow, enum av_view_id id, int layer)
{
    struct av_view view = av_view_of(flow->player, id);
    view.place.layer = layer;
    return view;
}

/* All columns of a whole matrix. */
static struct av_flow_columns all_columns(const struct av_flow *flow, enum av_view_id id)
{
    const struct av_config *config = config_at(flow);
    int quantity = av_matrix_info(id)->quantity;
    return av_flow_columns(0, quantity >= 0 ? av_quantity_width(config, (enum av_quantity)quantity) : INT_MAX);
}

static void reach(struct av_flow *flow, enum av_view_id id, int level, struct av_flow_rows rows,
                  struct av_flow_columns columns)
{
    av_flow_join(&flow->parts[id][level], rows, columns);
}

/* The matrices whose rows a row of this one is made of, at most two; *same where only the same column of them
 * counts. */
static int inputs_of(const struct av_flow *flow, enum av_view_id id, int layer, enum av_view_id inputs[2], bool *same)
{
    const struct av_config *config = config_at(flow);
    struct av_view view = view_in_layer(flow, id, layer);
    *same = id == AV_VIEW_SUM_1 || id == AV_VIEW_SUM_2 || id == AV_VIEW_HIDDEN;
    switch (id) {
    case AV_VIEW_NORM_1:
    case AV_VIEW_NORM_2:
    case AV_VIEW_FINAL_NORM:
        inputs[0] = av_view_of_quantity(config, av_source_of_norm(&view).quantity);
        return 1;
    case AV_VIEW_SUM_1:
    case AV_VIEW_SUM_2:
        inputs[0] = av_view_of_quantity(config, av_source_of_residual(&view).quantity);
        inputs[1] = id == AV_VIEW_SUM_1 ? AV_VIEW_OUTPUT : AV_VIEW_FEED;
        return 2;
    case AV_VIEW_HIDDEN:
        inputs[0] = AV_VIEW_UP;
        inputs[1] = AV_VIEW_GATE;
        return 2;
    case AV_VIEW_OUTPUT: /* one head's view of it, whether or not there are others to join */
        inputs[0] = AV_VIEW_MIX;
        return 1;
    default:
        inputs[0] = av_view_of_quantity(config, av_source_linear(&view).input.quantity);
        return 1;
    }
}

static void take(struct av_flow *flow, enum av_view_id id, int layer)
{
    enum av_view_id inputs[2];
    bool same;
    if (!av_view_exists(flow->player, id))
        return;
    int n = inputs_of(flow, id, layer, inputs, &same);
    for (int i = 0; i < n; i++) {
        for (int level = 0; level < LEVELS; level++) {
            const struct av_flow_part *part = &flow->parts[inputs[i]][level];
            if (!av_flow_is_empty(part))
                reach(flow, id, next_level(level), part->rows, same ? part->columns : all_columns(flow, id));
        }
    }
}

/* The rows of queries that the rows of these keys reach, or of these values. A token always sees itself; others see it
 * unless it is banned, and under a mask only those after it. What is multiplied by 0 loses its score, and keeps a
 * weight. */
static struct av_flow_rows rows_that_see(const struct av_flow *flow, int level, struct av_flow_rows rows, bool values)
{
    if (flow->player->run.lesson->n_source > 0)
        return av_flow_has_source_row(flow, level, rows) ? every_row : no_rows; /* which all see */
    const struct av_rule *rule = &flow->player->run.lesson->rule;
    bool weighed = values && rule->mask == AV_MASK_MULTIPLIED;
    struct av_flow_rows seeing = {rows.source, INT_MAX};
    for (int j = 0; j <= flow->player->place.token; j++) {
        bool banned = rule->banned && rule->banned[j];
        if (!av_flow_has_row(flow, AV_AXIS_TOKENS, level, rows, j) || (banned && !weighed))
            continue;
        seeing.from = weighed || rule->mask == AV_MASK_NONE ? 0 : j;
        break;
    }
    if (rows.from < seeing.from) /* banned ones among them see themselves */
        seeing.from = rows.from;
    return seeing;
}

/* The columns of all heads' a·V that belong to the query heads first … first + count − 1. */
static struct av_flow_columns heads(const struct av_flow *flow, int first, int count)
{
    int d_v = config_at(flow)->d_v;
    return av_flow_columns(first * d_v, count * d_v);
}

/* From columns of Q or K, d of them a head, to the query heads that read these; group query heads read one. */
static struct av_flow_columns heads_of(const struct av_flow *flow, struct av_flow_columns columns, int d, int group)
{
    int first = columns.first / d, last = (columns.first + columns.width - 1) / d;
    return heads(flow, first * group, (last - first + 1) * group);
}

/* A column of V is one of a·V in each query head that reads it. */
static struct av_flow_columns mixed_columns(const struct av_flow *flow, struct av_flow_columns columns)
{
    const struct av_config *config = config_at(flow);
    int group = config->n_head / config->n_kv_head, d_v = config->d_v;
    if (columns.width > 1)
        return heads_of(flow, columns, d_v, group);
    int first = columns.first / d_v * group * d_v + columns.first % d_v;
    return (struct av_flow_columns){.first = first, .width = 1, .step = d_v, .count = group};
}

/* Scores and weights are those of the head that the player looks at; a·V is that of all. */
static void attend_queries(struct av_flow *flow, int level)
{
    const struct av_flow_part *q = &flow->parts[AV_VIEW_Q][level];
    int d_k = config_at(flow)->d_k;
    if (av_flow_is_empty(q))
        return;
    if (av_flow_columns_meet(q->columns, flow->player->place.head * d_k, d_k)) {
        reach(flow, AV_VIEW_S, next_level(level), q->rows, all_columns(flow, AV_VIEW_S));
        reach(flow, AV_VIEW_A, 2, q->rows, all_columns(flow, AV_VIEW_A));
    }
    reach(flow, AV_VIEW_MIX, 2, q->rows, heads_of(flow, q->columns, d_k, 1));
}

static void attend_keys(struct av_flow *flow, int level)
{
    const struct av_flow_part *k = &flow->parts[AV_VIEW_K][level];
    const struct av_config *config = config_at(flow);
    int d_k = config->d_k, group = config->n_head / config->n_kv_head;
    if (av_flow_is_empty(k))
        return;
    struct av_flow_rows rows = rows_that_see(flow, level, k->rows, false);
    if (av_flow_columns_meet(k->columns, flow->player->place.head / group * d_k, d_k)) {
        struct av_flow_rows *keys = &flow->keys[next_level(level)];
        *keys = av_flow_join_rows(*keys, k->rows);
        reach(flow, AV_VIEW_A, 2, rows, all_columns(flow, AV_VIEW_A));
    }
    reach(flow, AV_VIEW_MIX, 2, rows, heads_of(flow, k->columns, d_k, group));
}

static void attend_values(struct av_flow *flow, int level)
{
    const struct av_flow_part *v = &flow->parts[AV_VIEW_V][level];
    if (!av_flow_is_empty(v))
        reach(flow, AV_VIEW_MIX, next_level(level), rows_that_see(flow, level, v->rows, true),
              mixed_columns(flow, v->columns));
}

/* From a score or a weight, unless the rule has taken it out of the sum. */
static void attend_source(struct av_flow *flow, int layer)
{
    const struct av_address *source = &flow->source;
    bool score = source->view == AV_VIEW_S, weight = source->view == AV_VIEW_A;
    if (!(score || weight) || source->place.layer != layer ||
        av_rule_removes(&flow->player->run.lesson->rule, source->row, source->column))
        return;
    if (score && source->place.head == flow->player->place.head)
        reach(flow, AV_VIEW_A, 1, source_row, all_columns(flow, AV_VIEW_A));
    reach(flow, AV_VIEW_MIX, score ? 2 : 1, source_row, heads(flow, source->place.head, 1));
}

static void attend(struct av_flow *flow, int layer)
{
    for (int level = 0; level < LEVELS; level++) {
        attend_queries(flow, level);
        attend_keys(flow, level);
        attend_values(flow, level);
    }
    attend_source(flow, layer);
}

/* What a layer computes, in that order, with the norm before or after; a·V stands for all of attention. */
static const unsigned char norm_before[] = {
    AV_VIEW_NORM_1, AV_VIEW_Q,    AV_VIEW_K,  AV_VIEW_V,      AV_VIEW_MIX,  AV_VIEW_OUTPUT, AV_VIEW_SUM_1,
    AV_VIEW_NORM_2, AV_VIEW_GATE, AV_VIEW_UP, AV_VIEW_HIDDEN, AV_VIEW_FEED, AV_VIEW_SUM_2,
};
static const unsigned char norm_after[] = {
    AV_VIEW_Q,    AV_VIEW_K,  AV_VIEW_V,      AV_VIEW_MIX,  AV_VIEW_OUTPUT, AV_VIEW_SUM_1,  AV_VIEW_NORM_1,
    AV_VIEW_GATE, AV_VIEW_UP, AV_VIEW_HIDDEN, AV_VIEW_FEED, AV_VIEW_SUM_2,  AV_VIEW_NORM_2,
};

static void run_layer(struct av_flow *flow, int layer)
{
    bool before = config_at(flow)->norm_place == AV_NORM_BEFORE;
    const unsigned char *order = before ? norm_before : norm_after;
    for (size_t i = 0; i < COUNT(norm_before); i++) {
        if (order[i] == AV_VIEW_MIX)
            attend(flow, layer);
        else
            take(flow, (enum av_view_id)order[i], layer);
    }
}

static void clear_layer(struct av_flow *flow)
{
    for (int id = AV_VIEW_X; id <= AV_VIEW_SUM_2; id++) {
        for (int level = 0; level < LEVELS; level++)
            flow->parts[id][level] = (struct av_flow_part){no_rows, {0}};
    }
    for (int level = 0; level < LEVELS; level++)
        flow->keys[level] = no_rows;
}

/* x of the next layer is what this one gives. */
static void go_to_next_layer(struct av_flow *flow)
{
    enum av_view_id result = av_view_of_quantity(config_at(flow), av_quantity_layer_result(config_at(flow)));
    struct av_flow_part given[LEVELS];
    for (int level = 0; level < LEVELS; level++)
        given[level] = flow->parts[result][level];
    clear_layer(flow);
    for (int level = 0; level < LEVELS; level++) {
        if (!av_flow_is_empty(&given[level]))
            reach(flow, AV_VIEW_X, next_level(level), given[level].rows, given[level].columns);
    }
}

static void run_end(struct av_flow *flow)
{
    int t = flow->player->place.token, last = config_at(flow)->n_layer - 1;
    take(flow, AV_VIEW_FINAL_NORM, last);
    take(flow, AV_VIEW_LOGITS, last);
    for (int level = 0; level < LEVELS; level++) {
        const struct av_flow_part *logits = &flow->parts[AV_VIEW_LOGITS][level];
        if (!av_flow_is_empty(logits) && av_flow_has_row(flow, AV_AXIS_TOKENS, level, logits->rows, t))
            reach(flow, AV_VIEW_NEXT, next_level(level), every_row, all_columns(flow, AV_VIEW_NEXT));
    }
}

/* The matrix that each parameter goes into, a column of it into the same column. */
static int made_with(enum av_view_id id)
{
    static const unsigned char made[AV_VIEW_COUNT] = {
        [AV_VIEW_GAIN_1] = AV_VIEW_NORM_1,
        [AV_VIEW_SHIFT_1] = AV_VIEW_NORM_1,
        [AV_VIEW_W_Q] = AV_VIEW_Q,
        [AV_VIEW_W_K] = AV_VIEW_K,
        [AV_VIEW_W_V] = AV_VIEW_V,
        [AV_VIEW_B_Q] = AV_VIEW_Q,
        [AV_VIEW_B_K] = AV_VIEW_K,
        [AV_VIEW_B_V] = AV_VIEW_V,
        [AV_VIEW_W_O] = AV_VIEW_OUTPUT,
        [AV_VIEW_B_O] = AV_VIEW_OUTPUT,
        [AV_VIEW_GAIN_2] = AV_VIEW_NORM_2,
        [AV_VIEW_SHIFT_2] = AV_VIEW_NORM_2,
        [AV_VIEW_W_GATE] = AV_VIEW_GATE,
        [AV_VIEW_W_UP] = AV_VIEW_UP,
        [AV_VIEW_B_GATE] = AV_VIEW_GATE,
        [AV_VIEW_B_UP] = AV_VIEW_UP,
        [AV_VIEW_W_DOWN] = AV_VIEW_FEED,
        [AV_VIEW_B_DOWN] = AV_VIEW_FEED,
        [AV_VIEW_FINAL_GAIN] = AV_VIEW_FINAL_NORM,
        [AV_VIEW_FINAL_SHIFT] = AV_VIEW_FINAL_NORM,
        [AV_VIEW_W_OUT] = AV_VIEW_LOGITS,
    };
    return made[id];
}

/* A column of W; of what is rotated, both of the pair that is turned together. */
static struct av_flow_columns column_made(const struct av_flow *flow, enum av_view_id made)
{
    bool rotated = config_at(flow)->position == AV_POSITION_ROTARY && (made == AV_VIEW_Q || made == AV_VIEW_K);
    return rotated ? av_flow_columns(flow->column - flow->column % 2, 2) : av_flow_columns(flow->column, 1);
}

/* A row of the embedding is x of every place that has its token; where W_out is the same numbers, a column of that. */
static void begin_with_embedding(struct av_flow *flow, int id, int column)
{
    flow->source_id = id;
    reach(flow, AV_VIEW_X, 1, source_row, av_flow_columns(column, 1));
    reach(flow, AV_VIEW_SOURCE, 1, source_row, av_flow_columns(column, 1));
    if (config_at(flow)->tied)
        reach(flow, AV_VIEW_LOGITS, 1, every_row, av_flow_columns(id, 1));
}

/* Puts the source where what is made of it will find it. Returns the layer in which it is first read. */
static int begin(struct av_flow *flow)
{
    const struct av_address *source = &flow->source;
    const struct av_config *config = config_at(flow);
    int layer = source->place.layer;
    switch (source->view) {
    case AV_VIEW_EMBEDDING:
        begin_with_embedding(flow, av_player_token(flow->player, source->row), flow->column);
        return 0;
    case AV_VIEW_EMBEDDING_S:
        begin_with_embedding(flow, flow->player->run.lesson->source[source->row], flow->column);
        return 0;
    case AV_VIEW_POSITION: /* one table for both texts */
    case AV_VIEW_POSITION_S:
        reach(flow, AV_VIEW_X, 1, source_row, av_flow_columns(flow->column, 1));
        reach(flow, AV_VIEW_SOURCE, 1, source_row, av_flow_columns(flow->column, 1));
        return 0;
    case AV_VIEW_SOURCE:
        reach(flow, AV_VIEW_SOURCE, 0, source_row, av_flow_columns(flow->column, 1));
        return 0;
    case AV_VIEW_W_OUT:
        if (config->tied)
            begin_with_embedding(flow, flow->column, source->row);
        else
            reach(flow, AV_VIEW_LOGITS, 1, every_row, av_flow_columns(flow->column, 1));
        return config->tied ? 0 : config->n_layer;
    case AV_VIEW_FINAL_NORM:
    case AV_VIEW_LOGITS:
    case AV_VIEW_NEXT:
    case AV_VIEW_FINAL_GAIN:
    case AV_VIEW_FINAL_SHIFT:
        layer = config->n_layer;
        break;
    default:
        break;
    }
    enum av_view_id id = source->view == AV_VIEW_JOINED ? AV_VIEW_MIX : source->view;
    enum av_view_id made = (enum av_view_id)made_with(id);
    if (av_view_info(id)->kind == AV_KIND_WEIGHT)
        reach(flow, made, 1, every_row, column_made(flow, made));
    else if (av_view_info(id)->kind == AV_KIND_ROWS)
        reach(flow, id, 0, source_row, av_flow_columns(flow->column, 1));
    return layer;
}

/* The source as it is in the player's step: a layer before the player's is whole, one after it is yet to come. */
static bool has_number(const struct av_flow *flow)
{
    const struct av_address *source = &flow->source;
    struct av_place place = flow->player->place;
    if (av_stage_in_layer((enum av_stage)place.stage) && source->place.layer != place.layer)
        place.stage = source->place.layer < place.layer ? AV_STAGE_BLOCK : AV_STAGE_EMBED;
    place.layer = source->place.layer;
    place.head = source->place.head;
    struct av_view view = av_view_at(flow->player, source->view, &place);
    return av_view_cell(&view, source->row, source->column).has_value;
}

bool av_flow_of(const struct av_player *player, const struct av_address *source, struct av_flow *flow)
{
    *flow = (struct av_flow){.player = player, .source = *source, .source_id = -1};
    struct av_view view = av_view_at(player, source->view, &source->place);
    flow->column = av_axis_first(&view, av_matrix_info(source->view)->columns) + source->column;
    for (int id = 0; id < AV_VIEW_COUNT; id++) {
        for (int level = 0; level < LEVELS; level++)
            flow->parts[id][level].rows = no_rows;
    }
    clear_layer(flow);
    bool exists = source->row < view.rows && source->column < view.columns;
    flow->flows = exists && has_number(flow);
    if (!flow->flows)
        return exists;
    struct av_flow seen = *flow; /* the layer that the player looks at */
    int n_layer = config_of(player)->n_layer;
    for (int layer = begin(flow); layer < n_layer; layer++) {
        run_layer(flow, layer);
        if (layer == player->place.layer)
            seen = *flow;
        if (layer < n_layer - 1)
            go_to_next_layer(flow);
    }
    run_end(flow);
    for (int id = AV_VIEW_FINAL_NORM; id <= AV_VIEW_NEXT; id++) {
        for (int level = 0; level < LEVELS; level++)
            seen.parts[id][level] = flow->parts[id][level];
    }
    seen.source_id = flow->source_id;
    *flow = seen;
    return true;
}
