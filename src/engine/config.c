#include "attnviz/engine/model.h"

#include <math.h>
#include <stddef.h>

#include "numbers.h"

/* clang-format off */
#define SIZE(field, least, most) {#field, offsetof(struct av_config, field), least, most}
/* clang-format on */

static const struct av_config_size sizes[] = {
    SIZE(d_model, 1, 1 << 15),   SIZE(n_layer, 1, 1 << 10),    SIZE(n_head, 1, 1 << 10),
    SIZE(n_kv_head, 1, 1 << 10), SIZE(d_k, 1, 1 << 15),        SIZE(d_v, 1, 1 << 15),
    SIZE(d_ff, 0, 1 << 18),      SIZE(vocab_size, 1, 1 << 20), SIZE(n_ctx, 1, 1 << 20),
};

const struct av_config_size *av_config_sizes(size_t *count)
{
    *count = sizeof sizes / sizeof *sizes;
    return sizes;
}

static enum av_status check_sizes(const struct av_config *config, struct av_error *error)
{
    struct av_config copy = *config;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int value = *av_config_size_of(&copy, &sizes[i]);
        if (value < sizes[i].least || value > sizes[i].most)
            return av_error_set(error, AV_ERROR_VALUE, sizes[i].name, "%d to %d expected, %d found", sizes[i].least,
                                sizes[i].most, value);
    }
    return AV_OK;
}

/* A choice that the config makes, by name, and its first and last. */
struct choice {
    const char *name;
    int value, least, most;
};

static enum av_status check_choices(const struct av_config *config, struct av_error *error)
{
    const struct choice choices[] = {
        {"attends", (int)config->attends, AV_ATTENDS_SELF, AV_ATTENDS_SOURCE},
        {"position", (int)config->position, AV_POSITION_NONE, AV_POSITION_ROTARY},
        {"norm", (int)config->norm, AV_NORM_NONE, AV_NORM_RMS},
        {"norm_place", (int)config->norm_place, AV_NORM_BEFORE, AV_NORM_AFTER},
        {"feed_forward", (int)config->feed_forward, AV_FEED_FORWARD_NONE, AV_FEED_FORWARD_SWIGLU},
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const struct choice *choice = &choices[i];
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
    if (config->position == AV_POSITION_ROTARY && config->attends == AV_ATTENDS_SOURCE)
        return av_error_set(error, AV_ERROR_VALUE, "position",
                            "none, learned or sinusoidal expected (a source and its target lie at no distance), rotary "
                            "found");
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

bool av_config_equal(const struct av_config *a, const struct av_config *b)
{
    struct av_config copy_a = *a, copy_b = *b;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (*av_config_size_of(&copy_a, &sizes[i]) != *av_config_size_of(&copy_b, &sizes[i]))
            return false;
    return a->attends == b->attends && a->position == b->position && a->norm == b->norm &&
           a->norm_place == b->norm_place && a->feed_forward == b->feed_forward && a->bias == b->bias &&
           a->tied == b->tied && a->residual == b->residual &&
           float_bits(a->norm_epsilon) == float_bits(b->norm_epsilon) &&
           float_bits(a->rotary_base) == float_bits(b->rotary_base); /* one that nothing uses may be NaN */
}
