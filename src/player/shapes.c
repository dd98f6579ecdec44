#include "attnviz/player/shapes.h"

#include "attnviz/engine/work.h"

/* clang-format off */
#define GPT(d, layers, heads, vocabulary, context, place)                                                            \
    {.d_model = (d), .n_layer = (layers), .n_head = (heads), .n_kv_head = (heads), .d_k = (d) / (heads),             \
     .d_v = (d) / (heads), .d_ff = 4 * (d), .vocab_size = (vocabulary), .n_ctx = (context),                          \
     .position = AV_POSITION_LEARNED, .norm = AV_NORM_LAYER, .norm_place = (place),                                  \
     .feed_forward = AV_FEED_FORWARD_GELU, .bias = true, .tied = true, .residual = true, .norm_epsilon = 1e-5f,      \
     .rotary_base = 10000.0f}
#define LLAMA(d, layers, heads, kv_heads, ff, vocabulary, context, base)                                             \
    {.d_model = (d), .n_layer = (layers), .n_head = (heads), .n_kv_head = (kv_heads), .d_k = (d) / (heads),          \
     .d_v = (d) / (heads), .d_ff = (ff), .vocab_size = (vocabulary), .n_ctx = (context),                             \
     .position = AV_POSITION_ROTARY, .norm = AV_NORM_RMS, .norm_place = AV_NORM_BEFORE,                              \
     .feed_forward = AV_FEED_FORWARD_SWIGLU, .residual = true, .norm_epsilon = 1e-5f, .rotary_base = (base)}
/* clang-format on */

static const struct av_shape shapes[] = {
    /* Radford et al. 2018, "Improving Language Understanding by Generative Pre-Training", 4.1: 12 layers, 768 wide, 12
     * heads, 3 072 inside, 512 tokens; 40 000 merges, 478 signs to begin with. */
    {"GPT-1", GPT(768, 12, 12, 40478, 512, AV_NORM_AFTER), 0},
    /* Radford et al. 2019, "Language Models are Unsupervised Multitask Learners", table 2 and 2.3: layers, width, 50
     * 257 words, 1 024 tokens; the heads are in the released hparams.json (n_head). */
    {"GPT-2 small", GPT(768, 12, 12, 50257, 1024, AV_NORM_BEFORE), 0},
    {"GPT-2 medium", GPT(1024, 24, 16, 50257, 1024, AV_NORM_BEFORE), 0},
    {"GPT-2 large", GPT(1280, 36, 20, 50257, 1024, AV_NORM_BEFORE), 0},
    {"GPT-2 XL", GPT(1600, 48, 25, 50257, 1024, AV_NORM_BEFORE), 0},
    /* Touvron et al. 2023, "Llama 2: Open Foundation and Fine-Tuned Chat Models", table 1 (4k tokens; grouped queries
     * in the 70B alone, A.2.1: 8 key heads); d_ff and the rest from the models' config.json (intermediate_size). */
    {"Llama 2 7B", LLAMA(4096, 32, 32, 32, 11008, 32000, 4096, 10000.0f), 0},
    {"Llama 2 70B", LLAMA(8192, 80, 64, 8, 28672, 32000, 4096, 10000.0f), 0},
    /* Grattafiori et al. 2024, "The Llama 3 Herd of Models", table 3: layers, width, d_ff, heads, 8 key heads, base of
     * the rotation; 8k tokens: the model card of April 2024; 128 256 words: config.json, with those that are
     * reserved. */
    {"Llama 3 8B", LLAMA(4096, 32, 32, 8, 14336, 128256, 8192, 500000.0f), 0},
    {"Llama 3 70B", LLAMA(8192, 80, 64, 8, 28672, 128256, 8192, 500000.0f), 0},
    /* Jiang et al. 2023, "Mistral 7B", table 1: all of it, the window as well. */
    {"Mistral 7B", LLAMA(4096, 32, 32, 8, 14336, 32000, 8192, 10000.0f), 4096},
};

const struct av_shape *av_shapes(int *count)
{
    *count = sizeof shapes / sizeof *shapes;
    return shapes;
}

void av_sizes_init(struct av_sizes *sizes)
{
    *sizes = (struct av_sizes){.n = 4096, .batch = 1, .bytes = 2};
}

struct av_shape_figures av_shape_figures(const struct av_config *config, const struct av_sizes *sizes)
{
    const struct av_work cached = av_work_formula(config, sizes->n, true);
    const struct av_work uncached = av_work_formula(config, sizes->n, false);
    uint64_t columns = (uint64_t)config->d_k + (uint64_t)config->d_v, layers = (uint64_t)config->n_layer;
    uint64_t tokens = (uint64_t)sizes->n * (uint64_t)sizes->batch;
    struct av_shape_figures figures = {
        .token_bytes = layers * (uint64_t)config->n_kv_head * columns * (uint64_t)sizes->bytes,
        .ungrouped_token_bytes = layers * (uint64_t)config->n_head * columns * (uint64_t)sizes->bytes,
        .key = layers * (uint64_t)config->n_head * columns,
        .cached = av_work_multiply_adds(&cached),
        .uncached = av_work_multiply_adds(&uncached),
    };
    figures.cache_bytes = figures.token_bytes * tokens;
    figures.ungrouped_cache_bytes = figures.ungrouped_token_bytes * tokens;
    figures.matrices = figures.cached - cached.multiply_adds[AV_WORK_SCORES] - cached.multiply_adds[AV_WORK_MIX];
    return figures;
}
