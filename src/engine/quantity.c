/* Which numbers a row has in which config, and which of them flows where. */
#include "attnviz/engine/trace.h"

static bool has_norm(const struct av_config *config)
{
    return config->norm != AV_NORM_NONE;
}

static bool has_feed_forward(const struct av_config *config)
{
    return config->feed_forward != AV_FEED_FORWARD_NONE;
}

static bool norm_comes_before(const struct av_config *config)
{
    return has_norm(config) && config->norm_place == AV_NORM_BEFORE;
}

int av_quantity_width(const struct av_config *config, enum av_quantity quantity)
{
    bool feed = has_feed_forward(config);
    switch (quantity) {
    case AV_QUANTITY_INPUT:
    case AV_QUANTITY_OUTPUT:
        return config->d_model;
    case AV_QUANTITY_NORM_1:
        return has_norm(config) ? config->d_model : 0;
    case AV_QUANTITY_QUERY:
        return config->n_head * config->d_k;
    case AV_QUANTITY_KEY:
        return config->n_kv_head * config->d_k;
    case AV_QUANTITY_VALUE:
        return config->n_kv_head * config->d_v;
    case AV_QUANTITY_MIX:
        return config->n_head * config->d_v;
    case AV_QUANTITY_SUM_1:
        return config->residual ? config->d_model : 0;
    case AV_QUANTITY_NORM_2:
        return has_norm(config) && feed ? config->d_model : 0;
    case AV_QUANTITY_GATE:
        return config->feed_forward == AV_FEED_FORWARD_SWIGLU ? config->d_ff : 0;
    case AV_QUANTITY_UP:
    case AV_QUANTITY_HIDDEN:
        return feed ? config->d_ff : 0;
    case AV_QUANTITY_FEED:
        return feed ? config->d_model : 0;
    case AV_QUANTITY_SUM_2:
        return config->residual && feed ? config->d_model : 0;
    case AV_QUANTITY_FINAL_NORM:
        return norm_comes_before(config) ? config->d_model : 0;
    case AV_QUANTITY_LOGITS:
        return config->vocab_size;
    case AV_QUANTITY_SOURCE:
        return config->attends == AV_ATTENDS_SOURCE ? config->d_model : 0;
    case AV_QUANTITY_COUNT:
        break;
    }
    return 0;
}

bool av_quantity_is_of_source(const struct av_config *config, enum av_quantity quantity)
{
    return config->attends == AV_ATTENDS_SOURCE &&
           (quantity == AV_QUANTITY_SOURCE || quantity == AV_QUANTITY_KEY || quantity == AV_QUANTITY_VALUE);
}

enum av_quantity av_quantity_attention_input(const struct av_config *config)
{
    return norm_comes_before(config) ? AV_QUANTITY_NORM_1 : AV_QUANTITY_INPUT;
}

enum av_quantity av_quantity_attention_result(const struct av_config *config)
{
    if (has_norm(config) && !norm_comes_before(config))
        return AV_QUANTITY_NORM_1;
    return config->residual ? AV_QUANTITY_SUM_1 : AV_QUANTITY_OUTPUT;
}

enum av_quantity av_quantity_feed_forward_input(const struct av_config *config)
{
    return norm_comes_before(config) ? AV_QUANTITY_NORM_2 : av_quantity_attention_result(config);
}

enum av_quantity av_quantity_layer_result(const struct av_config *config)
{
    if (!has_feed_forward(config))
        return av_quantity_attention_result(config);
    if (has_norm(config) && !norm_comes_before(config))
        return AV_QUANTITY_NORM_2;
    return config->residual ? AV_QUANTITY_SUM_2 : AV_QUANTITY_FEED;
}
