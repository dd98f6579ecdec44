/* The flow of a number, held against what every cell of the step says that it was made of, followed cell by cell; and
 * against what really changes when a parameter does. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/player/flow.h"
#include "kit.h"

#define ROWS_MAX    16
#define COLUMNS_MAX 32
#define HEADS_MAX   4
#define LAYERS_MAX  2
#define NODES       (AV_VIEW_COUNT * LAYERS_MAX * HEADS_MAX * ROWS_MAX * COLUMNS_MAX)

/* From a cell to one that is made of it. A masked score of 0 counts where it is followed itself, but does not depend on
 * q·k. */
struct edge {
    int from, to;
    bool from_source_alone;
};

static struct {
    struct edge *edges;
    size_t n, room;
    unsigned char distance[NODES]; /* 0: not reached, 1: directly, 2: further */
} graph;

static struct av_lesson lesson;
static struct av_player player;

static bool is_of_model(enum av_view_id id)
{
    return id == AV_VIEW_EMBEDDING || id == AV_VIEW_POSITION || id >= AV_VIEW_FINAL_GAIN;
}

/* Where the columns that a head sees begin in all of them. */
static int first_column(enum av_view_id id, int head)
{
    const struct av_config *config = &lesson.model.config;
    int key_head = head / (config->n_head / config->n_kv_head);
    switch (av_matrix_info(id)->columns) {
    case AV_AXIS_QUERY:
        return head * config->d_k;
    case AV_AXIS_MIX:
        return head * config->d_v;
    case AV_AXIS_KEY:
        return key_head * config->d_k;
    case AV_AXIS_VALUE:
        return key_head * config->d_v;
    default:
        return 0;
    }
}

/* One node for each number: heads side by side, a token's embedding wherever it stands, W_out tied to it. */
static int node_of(const struct av_address *at)
{
    enum av_view_id id = at->view == AV_VIEW_JOINED ? AV_VIEW_MIX : at->view;
    bool of_head = id == AV_VIEW_S || id == AV_VIEW_A;
    int layer = is_of_model(id) ? 0 : at->place.layer, head = of_head ? at->place.head : 0;
    int row = at->row, column = first_column(at->view, at->place.head) + at->column;
    if (id == AV_VIEW_EMBEDDING) {
        row = av_player_token(&player, row);
    } else if (id == AV_VIEW_W_OUT && lesson.model.config.tied) {
        id = AV_VIEW_EMBEDDING;
        row = column;
        column = at->row;
    }
    cr_assert(row < ROWS_MAX && column < COLUMNS_MAX && head < HEADS_MAX && layer < LAYERS_MAX);
    return ((((int)id * LAYERS_MAX + layer) * HEADS_MAX + head) * ROWS_MAX + row) * COLUMNS_MAX + column;
}

static void add_edge(int from, int to, bool from_source_alone)
{
    if (graph.n == graph.room) {
        graph.room = graph.room * 2 + 1024;
        graph.edges = realloc(graph.edges, graph.room * sizeof *graph.edges);
        cr_assert_not_null(graph.edges);
    }
    graph.edges[graph.n++] = (struct edge){from, to, from_source_alone};
}

/* What the rule has taken out of a row's sum is an operand in name only. */
static bool is_left_out(const struct av_address *to, const struct av_address *from)
{
    bool summed = to->view == AV_VIEW_A || to->view == AV_VIEW_MIX || to->view == AV_VIEW_JOINED;
    int token = from->view == AV_VIEW_V ? from->row : from->column;
    return summed && av_rule_removes(&lesson.rule, to->row, token);
}

static void add_operand(const struct av_address *at, const struct av_operand *operand)
{
    const struct av_address *origin = &operand->origin;
    if (!operand->has_origin || is_left_out(at, origin))
        return;
    bool hidden = origin->view == AV_VIEW_S && av_rule_hides(&lesson.rule, origin->row, origin->column);
    add_edge(node_of(origin), node_of(at), hidden);
}

static void add_operands(const struct av_address *at)
{
    struct av_working working;
    cr_assert(av_working_open(&player, at, &working));
    for (int entry = 0; entry < working.n_entry; entry++) {
        for (int column = 0; column < (entry < working.n_line ? working.n_column : 1); column++) {
            struct av_operand operand = av_working_at(&working, entry, column);
            add_operand(at, &operand);
        }
    }
}

static bool is_computed(const struct av_view *view, const struct av_cell *cell)
{
    bool dropped = view->id == AV_VIEW_NEXT && cell->value == 0;
    return (cell->state == AV_STATE_NEW || cell->state == AV_STATE_RECOMPUTED) && !dropped;
}

/* The operands of all that this step computes in a view, seen from a place at the step's end. */
static void add_view(enum av_view_id id, const struct av_place *place)
{
    struct av_view view = av_view_at(&player, id, place);
    for (int i = 0; i < view.rows * view.columns; i++) {
        struct av_address at = {.view = id, .place = *place, .row = i / view.columns, .column = i % view.columns};
        struct av_cell cell = av_view_cell(&view, at.row, at.column);
        if (id == AV_VIEW_S) /* q·k, of which all that the scores go through is made */
            at.place.stage = AV_STAGE_SCORES;
        if (is_computed(&view, &cell) || (id == AV_VIEW_S && cell.state == AV_STATE_MASKED))
            add_operands(&at);
    }
}

/* Where no position is added, x is the embedding, which may be W_out as well. */
static void add_tied_embedding(void)
{
    const struct av_config *config = &lesson.model.config;
    struct av_place place = {player.place.token, AV_STAGE_NEXT, 0, 0, AV_LENS_PANELS};
    for (int row = 0; config->tied && !av_view_exists(&player, AV_VIEW_EMBEDDING) && row <= place.token; row++) {
        for (int column = 0; column < config->d_model; column++) {
            struct av_address x = {.view = AV_VIEW_X, .place = place, .row = row, .column = column};
            struct av_address w_out = {
                .view = AV_VIEW_W_OUT, .place = place, .row = column, .column = av_player_token(&player, row)};
            add_edge(node_of(&w_out), node_of(&x), false);
        }
    }
}

static void make_graph(void)
{
    const struct av_config *config = &lesson.model.config;
    graph.n = 0;
    add_tied_embedding();
    for (int layer = 0; layer < config->n_layer; layer++) {
        for (int head = 0; head < config->n_head; head++) {
            struct av_place place = {player.place.token, AV_STAGE_NEXT, layer, head, AV_LENS_PANELS};
            for (int id = 0; id < AV_VIEW_COUNT; id++) {
                bool made = id != AV_VIEW_EMBEDDING && id != AV_VIEW_POSITION;
                if (av_view_exists(&player, (enum av_view_id)id) && made)
                    add_view((enum av_view_id)id, &place);
            }
        }
    }
}

static void follow(int source)
{
    memset(graph.distance, 0, sizeof graph.distance);
    for (size_t e = 0; e < graph.n; e++) {
        if (graph.edges[e].from == source)
            graph.distance[graph.edges[e].to] = 1;
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t e = 0; e < graph.n; e++) {
            const struct edge *edge = &graph.edges[e];
            if (graph.distance[edge->from] == 0 || edge->from_source_alone || graph.distance[edge->to] > 0)
                continue;
            graph.distance[edge->to] = 2;
            more = true;
        }
    }
}

static bool is_given(enum av_view_id id)
{
    const struct av_matrix_info *info = av_matrix_info(id);
    return info->quantity < 0 && id != AV_VIEW_S && id != AV_VIEW_A && id != AV_VIEW_NEXT;
}

/* How the graph has it: the source where it is seen, and of the rest what is there at this stage. */
static enum av_flow_reach expected(const struct av_view *view, const struct av_address *source, int row, int column)
{
    struct av_address at = {.view = view->id, .place = view->place, .row = row, .column = column};
    struct av_cell cell = av_view_cell(view, row, column);
    int node = node_of(&at);
    if (is_given(view->id))
        return view->id == source->view && node == node_of(source) && row == source->row ? AV_FLOW_SOURCE
                                                                                         : AV_FLOW_NONE;
    if (node == node_of(source))
        return AV_FLOW_SOURCE;
    if (graph.distance[node] == 0 || !is_computed(view, &cell))
        return AV_FLOW_NONE;
    return graph.distance[node] == 1 ? AV_FLOW_DIRECT : AV_FLOW_FURTHER;
}

/* Where a check fails. */
static const char *words(const struct av_address *source, const struct av_view *view, int row, int column)
{
    static char text[512];
    const struct av_place *place = &player.place;
    snprintf(text, sizeof text,
             "%s[%d][%d] of %s[%d][%d] in layer %d, head %d; token %d, %s, layer %d, head %d, cache %d, mask %d; %s",
             av_view_name(view->id), row, column, av_view_name(source->view), source->row, source->column,
             source->place.layer, source->place.head, place->token, av_stage_name((enum av_stage)place->stage),
             place->layer, place->head, player.cache_on, lesson.rule.mask, config_words(&lesson.model.config));
    return text;
}

/* Every cell of a view, and how many of them are reached. */
static int check_view(const struct av_flow *flow, const struct av_view *view)
{
    long counts[AV_FLOW_COUNT] = {0};
    for (int i = 0; i < view->rows * view->columns; i++) {
        int row = i / view->columns, column = i % view->columns;
        enum av_flow_reach is = av_flow_at(flow, view, row, column);
        enum av_flow_reach wanted = expected(view, &flow->source, row, column);
        cr_assert_eq(is, wanted, "%d, not %d: %s", is, wanted, words(&flow->source, view, row, column));
        counts[is]++;
    }
    cr_assert_eq(av_flow_count(flow, view, AV_FLOW_DIRECT), counts[AV_FLOW_DIRECT]);
    cr_assert_eq(av_flow_count(flow, view, AV_FLOW_FURTHER), counts[AV_FLOW_FURTHER]);
    return (int)(counts[AV_FLOW_DIRECT] + counts[AV_FLOW_FURTHER]);
}

static int check_flow(const struct av_address *source)
{
    struct av_flow flow;
    int count = 0;
    cr_assert(av_flow_of(&player, source, &flow));
    cr_assert(flow.flows);
    follow(node_of(source));
    for (int id = 0; id < AV_VIEW_COUNT; id++) {
        struct av_view view = av_view_of(&player, (enum av_view_id)id);
        count += check_view(&flow, &view);
    }
    return count;
}

/* A cell with a number of a view where the player stands; false where there is none. */
static bool pick(struct random_numbers *random, struct av_address *source)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        enum av_view_id id = (enum av_view_id)random_below(random, AV_VIEW_COUNT);
        struct av_view view = av_view_of(&player, id);
        if (view.rows * view.columns == 0)
            continue;
        *source = (struct av_address){.view = id,
                                      .place = player.place,
                                      .row = random_below(random, view.rows),
                                      .column = random_below(random, view.columns)};
        if (av_view_cell(&view, source->row, source->column).has_value)
            return true;
    }
    return false;
}

static struct av_place any_place(struct random_numbers *random)
{
    const struct av_config *config = &lesson.model.config;
    return (struct av_place){player.place.token, random_below(random, AV_STAGE_COUNT),
                             random_below(random, config->n_layer), random_below(random, config->n_head),
                             AV_LENS_PANELS};
}

static int check_step(struct random_numbers *random)
{
    int count = 0;
    kit_go(&player, player.place.token, AV_STAGE_NEXT, 0, 0); /* ranks the candidates */
    make_graph();
    for (int trial = 0; trial < 40; trial++) {
        struct av_address source;
        struct av_place place = any_place(random);
        kit_go(&player, place.token, (enum av_stage)place.stage, place.layer, place.head);
        if (!pick(random, &source))
            continue;
        count += check_flow(&source);
        if (is_of_model(source.view) || random_below(random, 2) == 0)
            continue;
        place = any_place(random); /* followed on, seen from elsewhere in the step */
        kit_go(&player, place.token, AV_STAGE_NEXT, place.layer, place.head);
        count += check_flow(&source);
    }
    return count;
}

static struct av_config small_config(struct random_numbers *random, int number)
{
    struct av_config config = random_config(random, number);
    static const int heads[][2] = {{1, 1}, {2, 2}, {2, 1}, {4, 2}};
    const int *head = heads[random_below(random, 4)];
    config.n_layer = 1 + number % 2;
    config.n_head = head[0];
    config.n_kv_head = head[1];
    config.d_model = 2 + random_below(random, 3);
    config.d_k = 2 + 2 * random_below(random, 2);
    config.d_v = 1 + random_below(random, 3);
    config.d_ff = config.d_ff > 0 ? 1 + random_below(random, 3) : 0;
    config.vocab_size = 2 + random_below(random, 4);
    return config;
}

static void open_lesson(struct random_numbers *random, int number, bool *banned)
{
    struct av_config config = small_config(random, number);
    kit_lesson_init(&lesson, &config, (uint64_t)number, 3, 1);
    random_bans(random, banned, 4);
    lesson.rule = (struct av_rule){
        .scaled = number % 3 > 0, .mask = (enum av_mask)random_below(random, 3), .banned = number % 2 ? banned : NULL};
    if (number % 5 == 0)
        lesson.sampling = (struct av_sampling){.temperature = 0.7f, .top_k = 2, .top_p = 1.0f, .seed = 1};
    kit_open(&player, &lesson);
}

static void close_lesson(void)
{
    kit_close(&player, &lesson);
}

Test(flow, is_what_the_workings_of_all_cells_say)
{
    struct random_numbers random = {20250301};
    int count = 0;
    for (int number = 0; number < RANDOM_CONFIGS; number += 5) {
        bool banned[4];
        open_lesson(&random, number, banned);
        for (int way = 0; way < 2; way++) {
            kit_go(&player, random_below(&random, 4), AV_STAGE_NEXT, 0, 0);
            count += check_step(&random);
            kit_do(&player, AV_COMMAND_CACHE); /* where there is one */
        }
        close_lesson();
    }
    free(graph.edges);
    cr_assert_gt(count, 50000);
}

/* All numbers of the step's views, by node. */
static void read_numbers(float numbers[NODES])
{
    const struct av_config *config = &lesson.model.config;
    for (int layer = 0; layer < config->n_layer; layer++) {
        for (int head = 0; head < config->n_head; head++) {
            struct av_place place = {player.place.token, AV_STAGE_NEXT, layer, head, AV_LENS_PANELS};
            for (int id = 0; id < AV_VIEW_COUNT; id++) {
                struct av_view view = av_view_at(&player, (enum av_view_id)id, &place);
                for (int i = 0; i < view.rows * view.columns && id != AV_VIEW_NEXT; i++) {
                    struct av_address at = {(enum av_view_id)id, place, i / view.columns, i % view.columns};
                    struct av_cell cell = av_view_cell(&view, at.row, at.column);
                    if (cell.has_value)
                        numbers[node_of(&at)] = cell.value;
                }
            }
        }
    }
}

/* A parameter of where the player stands that no other number of the model is the same as; NULL where the first try
 * fails. */
static float *pick_parameter(struct random_numbers *random, struct av_address *source)
{
    struct av_matrix *list[RANDOM_MATRICES_MAX];
    float *found = NULL;
    if (!pick(random, source) || !is_given(source->view) || source->view == AV_VIEW_POSITION)
        return NULL;
    struct av_view view = av_view_of(&player, source->view);
    float value = av_view_cell(&view, source->row, source->column).value;
    int n = random_model_matrices(&lesson.model, list), matches = 0;
    for (int m = 0; m < n; m++) {
        for (int i = 0; i < list[m]->rows * list[m]->cols; i++) {
            if (list[m]->data[i] == value) {
                found = &list[m]->data[i];
                matches++;
            }
        }
    }
    return matches == 1 ? found : NULL;
}

/* A number that is changed by little may change others by nothing, and what is multiplied by 0 does not change them at
 * all. */
static bool may_stay(const struct av_address *at)
{
    bool unturned = lesson.model.config.position == AV_POSITION_ROTARY && at->row == 0;
    bool zeros = lesson.model.config.feed_forward == AV_FEED_FORWARD_RELU;
    return zeros || (unturned && (at->view == AV_VIEW_Q || at->view == AV_VIEW_K));
}

/* The cell is not different unless the parameter flows into it, and is where it is made of it. */
static bool check_cell(const struct av_flow *flow, const struct av_view *view, int row, int column,
                       const float before[NODES], const float after[NODES])
{
    struct av_address at = {.view = view->id, .place = player.place, .row = row, .column = column};
    int node = node_of(&at);
    bool differs = before[node] != after[node]; /* −0 for 0 where a score is multiplied by 0 is none */
    enum av_flow_reach reach = av_flow_at(flow, view, row, column);
    const char *where = words(&flow->source, view, row, column);
    cr_assert(!differs || reach != AV_FLOW_NONE, "changes: %s", where);
    cr_assert(differs || reach != AV_FLOW_DIRECT || may_stay(&at), "does not change: %s", where);
    return differs;
}

/* Of all cells that are made of others. Returns how many are different. */
static int check_change(const struct av_flow *flow, const float before[NODES], const float after[NODES])
{
    int count = 0;
    for (int id = 0; id < AV_VIEW_COUNT; id++) {
        struct av_view view = av_view_of(&player, (enum av_view_id)id);
        for (int i = 0; i < view.rows * view.columns && id != AV_VIEW_NEXT && !is_given((enum av_view_id)id); i++)
            count += check_cell(flow, &view, i / view.columns, i % view.columns, before, after);
    }
    return count;
}

static void open_without_cache(void)
{
    kit_open(&player, &lesson);
    if (player.cache_on)
        kit_do(&player, AV_COMMAND_CACHE);
    kit_go(&player, 2, AV_STAGE_NEXT, 0, 0); /* the prompt's last: what follows may be another token */
}

/* Changes one parameter of a model. */
static int change_one(struct random_numbers *random)
{
    static float before[NODES], after[NODES];
    struct av_address source;
    struct av_flow flow;
    const struct av_config *config = &lesson.model.config;
    kit_go(&player, 2, AV_STAGE_NEXT, random_below(random, config->n_layer), random_below(random, config->n_head));
    struct av_place place = player.place;
    float *parameter = pick_parameter(random, &source);
    if (parameter == NULL || config->tied)
        return 0;
    read_numbers(before);
    *parameter += 0.5f;
    av_player_finish(&player);
    open_without_cache();
    kit_go(&player, place.token, (enum av_stage)place.stage, place.layer, place.head);
    read_numbers(after);
    cr_assert(av_flow_of(&player, &source, &flow));
    return check_change(&flow, before, after);
}

Test(flow, is_what_changes_with_a_parameter)
{
    struct random_numbers random = {20250302};
    int count = 0;
    for (int number = 0; number < RANDOM_CONFIGS; number += 3) {
        bool banned[4];
        open_lesson(&random, number, banned);
        av_player_finish(&player);
        open_without_cache();
        for (int trial = 0; trial < 10; trial++)
            count += change_one(&random);
        close_lesson();
    }
    cr_assert_gt(count, 10000);
}
