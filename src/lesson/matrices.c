#include "attnviz/lesson/matrices.h"

#include <string.h>

#include "attnviz/engine/trace.h"
#include "attnviz/lesson/figures.h"

/* clang-format off */
static const struct av_matrix_info infos[AV_VIEW_COUNT] = {
    [AV_VIEW_EMBEDDING] =   {"E",      AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   -1},
    [AV_VIEW_POSITION] =    {"P",      AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   -1},
    [AV_VIEW_EMBEDDING_S] = {"E_s",    AV_AXIS_SOURCE,     AV_AXIS_FEATURES,   -1},
    [AV_VIEW_POSITION_S] =  {"P_s",    AV_AXIS_SOURCE,     AV_AXIS_FEATURES,   -1},
    [AV_VIEW_SOURCE] =      {"x_s",    AV_AXIS_SOURCE,     AV_AXIS_FEATURES,   AV_QUANTITY_SOURCE},
    [AV_VIEW_X] =           {"x",      AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_QUANTITY_INPUT},
    [AV_VIEW_GAIN_1] =      {"g1",     AV_AXIS_ONE,        AV_AXIS_FEATURES,   -1},
    [AV_VIEW_SHIFT_1] =     {"b1",     AV_AXIS_ONE,        AV_AXIS_FEATURES,   -1},
    [AV_VIEW_NORM_1] =      {"N1",     AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_QUANTITY_NORM_1},
    [AV_VIEW_W_Q] =         {"W_Q",    AV_AXIS_FEATURES,   AV_AXIS_QUERY,      -1},
    [AV_VIEW_W_K] =         {"W_K",    AV_AXIS_FEATURES,   AV_AXIS_KEY,        -1},
    [AV_VIEW_W_V] =         {"W_V",    AV_AXIS_FEATURES,   AV_AXIS_VALUE,      -1},
    [AV_VIEW_B_Q] =         {"b_Q",    AV_AXIS_ONE,        AV_AXIS_QUERY,      -1},
    [AV_VIEW_B_K] =         {"b_K",    AV_AXIS_ONE,        AV_AXIS_KEY,        -1},
    [AV_VIEW_B_V] =         {"b_V",    AV_AXIS_ONE,        AV_AXIS_VALUE,      -1},
    [AV_VIEW_Q] =           {"Q",      AV_AXIS_TOKENS,     AV_AXIS_QUERY,      AV_QUANTITY_QUERY},
    [AV_VIEW_K] =           {"K",      AV_AXIS_TOKENS,     AV_AXIS_KEY,        AV_QUANTITY_KEY},
    [AV_VIEW_V] =           {"V",      AV_AXIS_TOKENS,     AV_AXIS_VALUE,      AV_QUANTITY_VALUE},
    [AV_VIEW_S] =           {"S",      AV_AXIS_TOKENS,     AV_AXIS_TOKENS,     -1},
    [AV_VIEW_A] =           {"A",      AV_AXIS_TOKENS,     AV_AXIS_TOKENS,     -1},
    [AV_VIEW_MIX] =         {"AV",     AV_AXIS_TOKENS,     AV_AXIS_MIX,        AV_QUANTITY_MIX},
    [AV_VIEW_JOINED] =      {"H",      AV_AXIS_TOKENS,     AV_AXIS_JOINED,     AV_QUANTITY_MIX},
    [AV_VIEW_W_O] =         {"W_O",    AV_AXIS_JOINED,     AV_AXIS_FEATURES,   -1},
    [AV_VIEW_B_O] =         {"b_O",    AV_AXIS_ONE,        AV_AXIS_FEATURES,   -1},
    [AV_VIEW_OUTPUT] =      {"O",      AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_QUANTITY_OUTPUT},
    [AV_VIEW_SUM_1] =       {"R1",     AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_QUANTITY_SUM_1},
    [AV_VIEW_GAIN_2] =      {"g2",     AV_AXIS_ONE,        AV_AXIS_FEATURES,   -1},
    [AV_VIEW_SHIFT_2] =     {"b2",     AV_AXIS_ONE,        AV_AXIS_FEATURES,   -1},
    [AV_VIEW_NORM_2] =      {"N2",     AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_QUANTITY_NORM_2},
    [AV_VIEW_W_GATE] =      {"W_gate", AV_AXIS_FEATURES,   AV_AXIS_HIDDEN,     -1},
    [AV_VIEW_W_UP] =        {"W_up",   AV_AXIS_FEATURES,   AV_AXIS_HIDDEN,     -1},
    [AV_VIEW_B_GATE] =      {"b_gate", AV_AXIS_ONE,        AV_AXIS_HIDDEN,     -1},
    [AV_VIEW_B_UP] =        {"b_up",   AV_AXIS_ONE,        AV_AXIS_HIDDEN,     -1},
    [AV_VIEW_GATE] =        {"G",      AV_AXIS_TOKENS,     AV_AXIS_HIDDEN,     AV_QUANTITY_GATE},
    [AV_VIEW_UP] =          {"U",      AV_AXIS_TOKENS,     AV_AXIS_HIDDEN,     AV_QUANTITY_UP},
    [AV_VIEW_HIDDEN] =      {"F1",     AV_AXIS_TOKENS,     AV_AXIS_HIDDEN,     AV_QUANTITY_HIDDEN},
    [AV_VIEW_W_DOWN] =      {"W_down", AV_AXIS_HIDDEN,     AV_AXIS_FEATURES,   -1},
    [AV_VIEW_B_DOWN] =      {"b_down", AV_AXIS_ONE,        AV_AXIS_FEATURES,   -1},
    [AV_VIEW_FEED] =        {"F",      AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_QUANTITY_FEED},
    [AV_VIEW_SUM_2] =       {"R2",     AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_QUANTITY_SUM_2},
    [AV_VIEW_FINAL_GAIN] =  {"g",      AV_AXIS_ONE,        AV_AXIS_FEATURES,   -1},
    [AV_VIEW_FINAL_SHIFT] = {"b",      AV_AXIS_ONE,        AV_AXIS_FEATURES,   -1},
    [AV_VIEW_FINAL_NORM] =  {"N",      AV_AXIS_TOKENS,     AV_AXIS_FEATURES,   AV_QUANTITY_FINAL_NORM},
    [AV_VIEW_W_OUT] =       {"W_out",  AV_AXIS_FEATURES,   AV_AXIS_VOCABULARY, -1},
    [AV_VIEW_LOGITS] =      {"L",      AV_AXIS_TOKENS,     AV_AXIS_VOCABULARY, AV_QUANTITY_LOGITS},
    [AV_VIEW_NEXT] =        {"p",      AV_AXIS_CANDIDATES, AV_AXIS_ONE,        -1},
    [AV_VIEW_COST] =        {"cost",   AV_AXIS_FIGURES,    AV_AXIS_ONE,        -1},
};
/* clang-format on */

const struct av_matrix_info *av_matrix_info(enum av_view_id id)
{
    return &infos[id];
}

enum av_axis av_matrix_rows(const struct av_config *config, enum av_view_id id)
{
    bool of_source = infos[id].quantity >= 0 && av_quantity_is_of_source(config, (enum av_quantity)infos[id].quantity);
    return of_source ? AV_AXIS_SOURCE : infos[id].rows;
}

enum av_axis av_matrix_columns(const struct av_config *config, enum av_view_id id)
{
    bool keys = infos[id].columns == AV_AXIS_TOKENS;
    return keys && config->attends == AV_ATTENDS_SOURCE ? AV_AXIS_SOURCE : infos[id].columns;
}

int av_axis_size(const struct av_config *config, enum av_axis axis, int n_token, int n_source)
{
    switch (axis) {
    case AV_AXIS_TOKENS:
        return n_token;
    case AV_AXIS_SOURCE:
        return n_source;
    case AV_AXIS_VOCABULARY:
    case AV_AXIS_CANDIDATES:
        return config->vocab_size;
    case AV_AXIS_FIGURES:
        return AV_FIGURE_COUNT;
    case AV_AXIS_FEATURES:
        return config->d_model;
    case AV_AXIS_HIDDEN:
        return config->d_ff;
    case AV_AXIS_JOINED:
        return config->n_head * config->d_v;
    case AV_AXIS_QUERY:
    case AV_AXIS_KEY:
        return config->d_k;
    case AV_AXIS_VALUE:
    case AV_AXIS_MIX:
        return config->d_v;
    default:
        return 1;
    }
}

/* Of the weights that not every model has: whether this one does. */
static bool weight_exists(const struct av_config *config, enum av_view_id id)
{
    bool second = av_quantity_width(config, AV_QUANTITY_NORM_2) > 0;
    bool last = av_quantity_width(config, AV_QUANTITY_FINAL_NORM) > 0;
    bool gated = config->feed_forward == AV_FEED_FORWARD_SWIGLU;
    bool layer_norm = config->norm == AV_NORM_LAYER;
    switch (id) {
    case AV_VIEW_B_Q:
    case AV_VIEW_B_K:
    case AV_VIEW_B_V:
    case AV_VIEW_B_O:
        return config->bias;
    case AV_VIEW_W_UP:
    case AV_VIEW_W_DOWN:
        return config->d_ff > 0;
    case AV_VIEW_B_UP:
    case AV_VIEW_B_DOWN:
        return config->d_ff > 0 && config->bias;
    case AV_VIEW_W_GATE:
        return gated;
    case AV_VIEW_B_GATE:
        return gated && config->bias;
    case AV_VIEW_GAIN_1:
        return config->norm != AV_NORM_NONE;
    case AV_VIEW_SHIFT_1:
        return layer_norm;
    case AV_VIEW_GAIN_2:
        return second;
    case AV_VIEW_SHIFT_2:
        return second && layer_norm;
    case AV_VIEW_FINAL_GAIN:
        return last;
    case AV_VIEW_FINAL_SHIFT:
        return last && layer_norm;
    default:
        return true;
    }
}

static bool exists(const struct av_config *config, enum av_view_id id)
{
    bool table = config->position == AV_POSITION_LEARNED || config->position == AV_POSITION_SINUSOIDAL;
    switch (id) {
    case AV_VIEW_EMBEDDING: /* without a position, x is all of it */
    case AV_VIEW_POSITION:
        return table;
    case AV_VIEW_EMBEDDING_S:
    case AV_VIEW_POSITION_S:
        return table && config->attends == AV_ATTENDS_SOURCE;
    case AV_VIEW_JOINED: /* a single head's a·V is all of it */
        return config->n_head > 1;
    default:
        return infos[id].quantity < 0 ? weight_exists(config, id)
                                      : av_quantity_width(config, (enum av_quantity)infos[id].quantity) > 0;
    }
}

bool av_matrix_shape(const struct av_config *config, enum av_view_id id, int n_token, int n_source, int *rows,
                     int *columns)
{
    bool there = exists(config, id);
    *rows = there ? av_axis_size(config, av_matrix_rows(config, id), n_token, n_source) : 0;
    *columns = there ? av_axis_size(config, av_matrix_columns(config, id), n_token, n_source) : 0;
    return there;
}

const char *av_view_name(enum av_view_id id)
{
    return infos[id].name;
}

bool av_view_parse(const char *name, enum av_view_id *id)
{
    for (int i = 0; i < AV_VIEW_COUNT; i++) {
        if (strcmp(name, infos[i].name) == 0) {
            *id = (enum av_view_id)i;
            return true;
        }
    }
    return false;
}
