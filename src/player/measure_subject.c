/* The shapes that can be measured. */
#include <assert.h>

#include "attnviz/player/measure.h"

/* The lesson's is its own. */
static const struct {
    struct av_words name, remark;
    struct av_config config;
} subjects[AV_SUBJECT_COUNT] = {
    [AV_SUBJECT_LESSON] = {{{"the lesson's", "本课模型"}}, {{NULL, NULL}}, {.n_ctx = AV_MEASURE_LENGTH_MAX}},
    /* karpathy/tinyllamas on Hugging Face, stories260K/readme.md */
    [AV_SUBJECT_STORIES] = {{{"stories260K", "stories260K"}},
                            {{NULL, NULL}},
                            {.d_model = 64,
                             .n_layer = 5,
                             .n_head = 8,
                             .n_kv_head = 4,
                             .d_k = 8,
                             .d_v = 8,
                             .d_ff = 172,
                             .vocab_size = 512,
                             .n_ctx = 512,
                             .position = AV_POSITION_ROTARY,
                             .norm = AV_NORM_RMS,
                             .norm_place = AV_NORM_BEFORE,
                             .feed_forward = AV_FEED_FORWARD_SWIGLU,
                             .tied = true,
                             .residual = true,
                             .norm_epsilon = 1e-5f,
                             .rotary_base = 10000}},
    /* Radford et al. 2019, table 2, and the model's hparams.json */
    [AV_SUBJECT_GPT2_LAYER] = {{{"GPT-2 small, 1 layer", "GPT-2 small 的一层"}},
                               {{" · vocabulary cut from 50257", " · 词表由 50257 缩小"}},
                               {.d_model = 768,
                                .n_layer = 1,
                                .n_head = 12,
                                .n_kv_head = 12,
                                .d_k = 64,
                                .d_v = 64,
                                .d_ff = 3072,
                                .vocab_size = 512,
                                .n_ctx = 1024,
                                .position = AV_POSITION_LEARNED,
                                .norm = AV_NORM_LAYER,
                                .norm_place = AV_NORM_BEFORE,
                                .feed_forward = AV_FEED_FORWARD_GELU,
                                .bias = true,
                                .tied = true,
                                .residual = true,
                                .norm_epsilon = 1e-5f}},
    [AV_SUBJECT_ATTENTION] = {{{"almost only attention", "几乎只有注意力"}},
                              {{NULL, NULL}},
                              {.d_model = 4,
                               .n_layer = 1,
                               .n_head = 4,
                               .n_kv_head = 4,
                               .d_k = 64,
                               .d_v = 64,
                               .vocab_size = 2,
                               .n_ctx = 1024,
                               .residual = true}},
};

struct av_words av_subject_name(enum av_subject subject)
{
    return subjects[subject].name;
}

struct av_words av_subject_remark(enum av_subject subject)
{
    return subjects[subject].remark;
}

int av_subject_length_max(enum av_subject subject)
{
    return subjects[subject].config.n_ctx;
}

struct av_config av_subject_config(enum av_subject subject, const struct av_config *lesson, int length)
{
    assert(length <= av_subject_length_max(subject));
    struct av_config config = subject == AV_SUBJECT_LESSON ? *lesson : subjects[subject].config;
    config.n_ctx = length;
    return config;
}
