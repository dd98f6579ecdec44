#include "attnviz/player/working.h"

#include <assert.h>
#include <math.h>

#include "attnviz/engine/functions.h"
#include "attnviz/lesson/weight.h"
#include "origin.h"
#include "view_table.h"
#include "working_cost.h"

/* The entries of each operation: those of the table, then the single ones. */
#define LIST(...)                                                                                                      \
    (const enum av_entry[])                                                                                            \
    {                                                                                                                  \
        __VA_ARGS__, AV_ENTRY_COUNT                                                                                    \
    }

/* clang-format off */
static const enum av_entry *const entries_of[] = {
    [AV_OPERATION_GIVEN] = LIST(AV_ENTRY_RAW, AV_ENTRY_RESULT),
    [AV_OPERATION_SUM] = LIST(AV_ENTRY_TERM, AV_ENTRY_TERM_SUM),
    [AV_OPERATION_PRODUCTS] = LIST(AV_ENTRY_A, AV_ENTRY_B, AV_ENTRY_PRODUCT, AV_ENTRY_PRODUCT_SUM),
    [AV_OPERATION_ROTATE] = LIST(AV_ENTRY_A, AV_ENTRY_B, AV_ENTRY_PRODUCT, AV_ENTRY_PRODUCT_SUM,
                                 AV_ENTRY_B_ODD, AV_ENTRY_PRODUCT_ODD, AV_ENTRY_PRODUCT_ODD_SUM,
                                 AV_ENTRY_EVEN, AV_ENTRY_ODD, AV_ENTRY_COS, AV_ENTRY_SIN),
    [AV_OPERATION_DIVIDE] = LIST(AV_ENTRY_RAW, AV_ENTRY_D_K, AV_ENTRY_ROOT_D_K),
    [AV_OPERATION_MASK] = LIST(AV_ENTRY_RAW, AV_ENTRY_MASK),
    [AV_OPERATION_SOFTMAX] = LIST(AV_ENTRY_SCORE, AV_ENTRY_SHIFTED, AV_ENTRY_TEMPERED, AV_ENTRY_EXP, AV_ENTRY_EXP_SUM,
                                  AV_ENTRY_SHARE, AV_ENTRY_KEPT, AV_ENTRY_KEPT_SUM, AV_ENTRY_PROBABILITY,
                                  AV_ENTRY_MAX, AV_ENTRY_TEMPERATURE, AV_ENTRY_OWN_EXP, AV_ENTRY_ALL_EXP,
                                  AV_ENTRY_ALL_KEPT),
    [AV_OPERATION_NORM] = LIST(AV_ENTRY_X, AV_ENTRY_X_SUM, AV_ENTRY_CENTRED, AV_ENTRY_SQUARED, AV_ENTRY_SQUARED_SUM,
                               AV_ENTRY_MEAN, AV_ENTRY_OWN_CENTRED, AV_ENTRY_VARIANCE, AV_ENTRY_EPSILON, AV_ENTRY_ROOT,
                               AV_ENTRY_NORMAL, AV_ENTRY_GAIN, AV_ENTRY_BIAS),
    [AV_OPERATION_RELU] = LIST(AV_ENTRY_UP),
    [AV_OPERATION_GELU] = LIST(AV_ENTRY_UP, AV_ENTRY_GELU_U, AV_ENTRY_GELU_EXP),
    [AV_OPERATION_COST] = LIST(AV_ENTRY_ROWS, AV_ENTRY_IN, AV_ENTRY_OUT, AV_ENTRY_LAYERS, AV_ENTRY_WORK,
                               AV_ENTRY_WORK_SUM, AV_ENTRY_STEP, AV_ENTRY_STEP_SUM,
                               AV_ENTRY_COUNTED, AV_ENTRY_UNCACHED, AV_ENTRY_CACHED, AV_ENTRY_COMPARED,
                               AV_ENTRY_HELD, AV_ENTRY_N_LAYER, AV_ENTRY_N_KV_HEAD, AV_ENTRY_NUMBERS,
                               AV_ENTRY_NUMBER_BYTES),
    [AV_OPERATION_SWIGLU] = LIST(AV_ENTRY_GATE, AV_ENTRY_GATE_EXP, AV_ENTRY_SILU, AV_ENTRY_UP),
};
/* clang-format on */

static bool drops(const struct av_working *working)
{
    return !isnan(working->last_kept_share);
}

/* False for what this model's norm, or this sampling, does not do, and for what a given number was not taken from. */
static bool takes_part(const struct av_working *working, enum av_entry entry)
{
    const struct av_explanation *explanation = &working->explanation;
    if (explanation->operation == AV_OPERATION_COST)
        return av_cost_entry((enum av_figure)explanation->row, entry);
    switch (entry) {
    case AV_ENTRY_TEMPERED:
    case AV_ENTRY_TEMPERATURE:
        return explanation->part[4] != 1.0f;
    case AV_ENTRY_KEPT:
    case AV_ENTRY_KEPT_SUM:
    case AV_ENTRY_ALL_KEPT:
    case AV_ENTRY_PROBABILITY:
        return drops(working);
    case AV_ENTRY_X_SUM:
    case AV_ENTRY_CENTRED:
    case AV_ENTRY_MEAN:
    case AV_ENTRY_OWN_CENTRED:
    case AV_ENTRY_BIAS:
        return explanation->has_bias; /* LayerNorm's alone, as is the mean */
    case AV_ENTRY_RAW:
        return explanation->operation != AV_OPERATION_GIVEN || explanation->view.id == AV_VIEW_A;
    case AV_ENTRY_RESULT:
        return explanation->view.id == AV_VIEW_X && explanation->view.place.layer > 0;
    default:
        return true;
    }
}

static void list_entries(struct av_working *working)
{
    const enum av_entry *list = entries_of[working->explanation.operation];
    for (; *list != AV_ENTRY_COUNT; list++) {
        assert(working->n_entry < AV_ENTRIES_MAX);
        if (!takes_part(working, *list))
            continue;
        working->entries[working->n_entry++] = *list;
        if (*list < AV_ENTRY_EVEN)
            working->n_line = working->n_entry;
    }
}

/* Tokens that there were when the row was computed: a softmax over what it could see, or over all that the mask let
 * through or not. */
static int softmax_columns(const struct av_explanation *explanation)
{
    const struct av_view *view = &explanation->view;
    if (view->id == AV_VIEW_NEXT)
        return view_config(view)->vocab_size;
    int n = view->cached ? av_run_born(view->run, explanation->row) : view->place.token + 1;
    return av_trace_keys(av_view_trace(view), n);
}

static void set_columns(struct av_working *working)
{
    const struct av_explanation *explanation = &working->explanation;
    const struct av_view *view = &explanation->view;
    const struct av_config *config = view_config(view);
    bool bias = explanation->has_bias;
    working->own_column = -1;
    working->n_term = explanation->n_term;
    switch (explanation->operation) {
    case AV_OPERATION_SOFTMAX:
        working->n_term = softmax_columns(explanation);
        working->own_column =
            view->id == AV_VIEW_NEXT ? view->run->candidates[explanation->row].token : explanation->column;
        break;
    case AV_OPERATION_NORM:
        working->n_term = config->d_model;
        working->own_column = explanation->column;
        bias = false; /* it is added to the one number in the end */
        break;
    case AV_OPERATION_COST:
        working->n_term = av_cost_terms(explanation);
        break;
    case AV_OPERATION_ROTATE:
        working->n_term = config->d_model;
        bias = config->bias;
        break;
    default:
        break;
    }
    working->n_column = working->n_term + (bias ? 1 : 0);
}

/* What the last token weighs that top-k and top-p keep; candidates stand in their order. What weighs exactly 0 is as
 * good as dropped. */
static void find_last_kept(struct av_working *working)
{
    const struct av_explanation *explanation = &working->explanation;
    const struct av_run *run = explanation->view.run;
    const struct av_sampling *sampling = &run->lesson->sampling;
    int n = view_config(&explanation->view)->vocab_size, kept = 0;
    bool all_stay = (sampling->top_k <= 0 || sampling->top_k >= n) && sampling->top_p >= 1.0f;
    working->last_kept_share = NAN;
    if (explanation->view.id != AV_VIEW_NEXT || isnan(explanation->part[3]) || sampling->temperature <= 0.0f ||
        all_stay)
        return;
    while (kept + 1 < n && run->candidates[kept + 1].probability > 0.0f)
        kept++;
    working->last_kept = run->candidates[kept].token;
    float logit = av_trace_value(av_view_trace(&explanation->view), AV_QUANTITY_LOGITS, 0,
                                 explanation->view.place.token, working->last_kept);
    working->last_kept_share = av_exp((logit - explanation->part[1]) / explanation->part[4]) / explanation->part[3];
}

static bool is_cell(const struct av_view *view, const struct av_address *at)
{
    const struct av_config *config = view_config(view);
    const struct av_place *place = &at->place;
    return at->row >= 0 && at->row < view->rows && at->column >= 0 && at->column < view->columns &&
           av_run_has_step(view->run, place->token) && place->layer >= 0 && place->layer < config->n_layer &&
           place->head >= 0 && place->head < config->n_head;
}

bool av_working_open(const struct av_player *player, const struct av_address *at, struct av_working *working)
{
    struct av_view view = av_view_at(player, at->view, &at->place);
    *working = (struct av_working){.n_line = 0};
    if (!is_cell(&view, at) || !av_explain(&view, at->row, at->column, &working->explanation))
        return false;
    find_last_kept(working);
    set_columns(working);
    list_entries(working);
    return true;
}

struct av_address av_working_address(const struct av_working *working)
{
    const struct av_explanation *explanation = &working->explanation;
    return (struct av_address){.view = explanation->view.id,
                               .place = explanation->view.place,
                               .row = explanation->row,
                               .column = explanation->column};
}

enum av_entry_source av_entry_source(enum av_entry entry)
{
    switch (entry) {
    case AV_ENTRY_A:
    case AV_ENTRY_B:
    case AV_ENTRY_B_ODD:
    case AV_ENTRY_TERM:
    case AV_ENTRY_SCORE:
    case AV_ENTRY_X:
    case AV_ENTRY_RAW:
    case AV_ENTRY_MAX:
    case AV_ENTRY_GAIN:
    case AV_ENTRY_BIAS:
    case AV_ENTRY_GATE:
    case AV_ENTRY_UP:
    case AV_ENTRY_RESULT:
    case AV_ENTRY_STEP:
    case AV_ENTRY_UNCACHED:
    case AV_ENTRY_CACHED:
    case AV_ENTRY_COMPARED:
        return AV_SOURCE_CELL;
    case AV_ENTRY_COS:
    case AV_ENTRY_SIN:
    case AV_ENTRY_D_K:
    case AV_ENTRY_MASK:
    case AV_ENTRY_TEMPERATURE:
    case AV_ENTRY_EPSILON:
    case AV_ENTRY_ROWS:
    case AV_ENTRY_IN:
    case AV_ENTRY_OUT:
    case AV_ENTRY_LAYERS:
    case AV_ENTRY_COUNTED:
    case AV_ENTRY_HELD:
    case AV_ENTRY_N_LAYER:
    case AV_ENTRY_N_KV_HEAD:
    case AV_ENTRY_NUMBERS:
    case AV_ENTRY_NUMBER_BYTES:
        return AV_SOURCE_CONSTANT;
    default:
        return AV_SOURCE_MADE;
    }
}

int av_working_telling(const struct av_working *working)
{
    bool odd = working->explanation.column % 2 == 1;
    for (int i = 0; i < working->n_line; i++) {
        enum av_entry entry = working->entries[i];
        if (entry == AV_ENTRY_TERM || entry == AV_ENTRY_EXP || entry == AV_ENTRY_SQUARED || entry == AV_ENTRY_WORK ||
            entry == AV_ENTRY_STEP ||
            entry == (odd && working->explanation.operation == AV_OPERATION_ROTATE ? AV_ENTRY_PRODUCT_ODD
                                                                                   : AV_ENTRY_PRODUCT))
            return i;
    }
    return -1;
}

#define CHUNK 64

int av_working_largest(const struct av_working *working, int columns[AV_LARGEST_MAX])
{
    int entry = av_working_telling(working), n = 0;
    float sizes[AV_LARGEST_MAX];
    for (int first = 0; entry >= 0 && first < working->n_column; first += CHUNK) {
        struct av_operand operands[CHUNK];
        int count = working->n_column - first < CHUNK ? working->n_column - first : CHUNK;
        av_working_read(working, entry, first, count, operands);
        for (int i = 0; i < count; i++) {
            float size = isnan(operands[i].value) ? INFINITY : fabsf(operands[i].value);
            int at = n;
            while (at > 0 && size > sizes[at - 1])
                at--;
            if (!operands[i].has_value || size == 0.0f || at == AV_LARGEST_MAX)
                continue;
            n = n < AV_LARGEST_MAX ? n + 1 : n;
            for (int j = n - 1; j > at; j--) {
                sizes[j] = sizes[j - 1];
                columns[j] = columns[j - 1];
            }
            sizes[at] = size;
            columns[at] = first + i;
        }
    }
    return n;
}

bool av_working_file_place(const struct av_working *working, char *out, size_t size)
{
    const struct av_explanation *explanation = &working->explanation;
    const struct av_view *view = &explanation->view;
    bool of_target = view->id == AV_VIEW_X || view->id == AV_VIEW_EMBEDDING;
    bool of_source = view->id == AV_VIEW_SOURCE || view->id == AV_VIEW_EMBEDDING_S;
    enum av_view_id matrix = of_target || of_source           ? AV_VIEW_EMBEDDING
                             : view->id == AV_VIEW_POSITION_S ? AV_VIEW_POSITION
                                                              : view->id;
    int row = of_target   ? view->run->tokens[explanation->row]
              : of_source ? view->run->lesson->source[explanation->row]
                          : explanation->row;
    out[0] = '\0';
    if (explanation->operation != AV_OPERATION_GIVEN || working->n_entry > 0)
        return false;
    return av_weight_place(view_config(view), matrix, view->place.layer, view->place.head, row, explanation->column,
                           out, size);
}
