#include "attnviz/engine/model.h"

#include <math.h>

/* A size of the config, by name, and what it may be. Products of two of them fit in an int. */
struct limit {
    const char *name;
    int value, least, most;
};

static enum av_status check_sizes(const struct av_config *config, struct av_error *error)
{
    const struct limit limits[] = {
        {"d_model",    config->d_model,    1, 1 << 15},
        {"n_layer",    config->n_layer,    1, 1 << 10},
        {"n_head",     config->n_head,     1, 1 << 10},
        {"n_kv_head",  config->n_kv_head,  1, 1 << 10},
        {"d_k",        config->d_k,        1, 1 << 15},
        {"d_v",        config->d_v,        1, 1 << 15},
        {"d_ff",       config->d_ff,       0, 1 << 18},
        {"vocab_size", config->vocab_size, 1, 1 << 20},
        {"n_ctx",      config->n_ctx,      1, 1 << 20},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const struct limit *limit = &limits[i];
        if (limit->value < limit->least || limit->value > limit->most)
            return av_error_set(error, AV_ERROR_VALUE, limit->name, "%d to %d expected, %d found", limit->least,
                                limit->most, limit->value);
    }
    return AV_OK;
}

static enum av_status check_choices(const struct av_config *config, struct av_error *error)
{
    const struct limit choices[] = {
        {"position",     (int)config->position,     AV_POSITION_NONE,     AV_POSITION_ROTARY    },
        {"norm",         (int)config->norm,         AV_NORM_NONE,         AV_NORM_RMS           },
        {"norm_place",   (int)config->norm_place,   AV_NORM_BEFORE,       AV_NORM_AFTER         },
        {"feed_forward", (int)config->feed_forward, AV_FEED_FORWARD_NONE, AV_FEED_FORWARD_SWIGLU},
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const struct limit *choice = &choices[i];
        if (choice->value < choice->least || choice->value > choice->most)
            return av_error_set(error, AV_ERROR_VALUE, choice->name, "a choice from %d to %d expected, %d found",
                                choice->least, choice->most, choice->value);
    }
    return AV_OK;
}

enum av_status av_config_check(const struct av_config *config, struct av_error *error)
{
    enum av_status status = check_sizes(config, error);
    if (status == AV_OK)
        status = check_choices(config, error);
    if (status != AV_OK)
        return status;
    if (config->n_head % config->n_kv_head != 0)
        return av_error_set(error, AV_ERROR_VALUE, "n_head", "a multiple of n_kv_head (%d) expected, %d found",
                            config->n_kv_head, config->n_head);
    if (config->position == AV_POSITION_ROTARY && config->d_k % 2 != 0)
        return av_error_set(error, AV_ERROR_VALUE, "d_k",
                            "an even number expected (rotary positions turn pairs), %d found", config->d_k);
    if (config->feed_forward == AV_FEED_FORWARD_NONE && config->d_ff != 0)
        return av_error_set(error, AV_ERROR_VALUE, "d_ff", "0 expected (feed_forward is none), %d found", config->d_ff);
    if (config->feed_forward != AV_FEED_FORWARD_NONE && config->d_ff == 0)
        return av_error_set(error, AV_ERROR_VALUE, "d_ff", "at least 1 expected (there is a feed-forward), 0 found");
    if (config->norm != AV_NORM_NONE && !(config->norm_epsilon >= 0.0f && config->norm_epsilon <= 1.0f))
        return av_error_set(error, AV_ERROR_VALUE, "norm_epsilon", "0 to 1 expected, %g found",
                            (double)config->norm_epsilon);
    if (config->position == AV_POSITION_ROTARY && !(config->rotary_base > 0.0f && isfinite(config->rotary_base)))
        return av_error_set(error, AV_ERROR_VALUE, "rotary_base", "a number above 0 expected, %g found",
                            (double)config->rotary_base);
    return AV_OK;
}
