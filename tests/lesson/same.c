#include "same.h"

#include <string.h>

#include <criterion/criterion.h>

static void assert_text(const char *a, const char *b)
{
    cr_assert_eq(a == NULL, b == NULL);
    if (a)
        cr_assert_str_eq(a, b);
}

static void assert_words(const struct av_words *a, const struct av_words *b, int count)
{
    cr_assert_eq(a == NULL, b == NULL);
    for (int i = 0; a && i < count; i++)
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++)
            assert_text(a[i].in[language], b[i].in[language]);
}

static void assert_matrix(const struct av_matrix *a, const struct av_matrix *b, const char *name)
{
    cr_assert_eq(a->rows, b->rows, "%s", name);
    cr_assert_eq(a->cols, b->cols, "%s", name);
    cr_assert_eq(a->data == NULL, b->data == NULL, "%s", name);
    if (a->data)
        cr_assert_eq(memcmp(a->data, b->data, sizeof(float) * (size_t)a->rows * (size_t)a->cols), 0, "%s", name);
}

#define MATRIX(owner, name) assert_matrix(&a->owner name, &b->owner name, #name)

static void assert_layer(const struct av_layer *a, const struct av_layer *b)
{
    MATRIX(, wq);
    MATRIX(, wk);
    MATRIX(, wv);
    MATRIX(, wo);
    MATRIX(, w_gate);
    MATRIX(, w_up);
    MATRIX(, w_down);
    MATRIX(, bq);
    MATRIX(, bk);
    MATRIX(, bv);
    MATRIX(, bo);
    MATRIX(, b_gate);
    MATRIX(, b_up);
    MATRIX(, b_down);
    MATRIX(, norm_gain[0]);
    MATRIX(, norm_gain[1]);
    MATRIX(, norm_bias[0]);
    MATRIX(, norm_bias[1]);
}

static void assert_config(const struct av_config *a, const struct av_config *b)
{
    struct av_config x = *a, y = *b;
    size_t count;
    const struct av_config_size *sizes = av_config_sizes(&count);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(*av_config_size_of(&x, &sizes[i]), *av_config_size_of(&y, &sizes[i]), "%s", sizes[i].name);
    cr_assert_eq(a->attends, b->attends);
    cr_assert_eq(a->position, b->position);
    cr_assert_eq(a->norm, b->norm);
    cr_assert_eq(a->norm_place, b->norm_place);
    cr_assert_eq(a->feed_forward, b->feed_forward);
    cr_assert_eq(a->bias, b->bias);
    cr_assert_eq(a->tied, b->tied);
    cr_assert_eq(a->residual, b->residual);
    cr_assert_eq(memcmp(&a->norm_epsilon, &b->norm_epsilon, sizeof(float)), 0);
    cr_assert_eq(memcmp(&a->rotary_base, &b->rotary_base, sizeof(float)), 0);
}

static void assert_model(const struct av_model *a, const struct av_model *b)
{
    assert_config(&a->config, &b->config);
    MATRIX(, embedding);
    MATRIX(, position_embedding);
    MATRIX(, final_gain);
    MATRIX(, final_bias);
    MATRIX(, w_out);
    MATRIX(, rotary_cos);
    MATRIX(, rotary_sin);
    for (int i = 0; i < a->config.n_layer; i++)
        assert_layer(&a->layers[i], &b->layers[i]);
}

static void assert_place(const struct av_place *a, const struct av_place *b)
{
    cr_assert_eq(a->token, b->token);
    cr_assert_eq(a->stage, b->stage);
    cr_assert_eq(a->layer, b->layer);
    cr_assert_eq(a->head, b->head);
}

static void assert_note(const struct av_note *a, const struct av_note *b)
{
    assert_place(&a->place, &b->place);
    cr_assert_eq(a->when, b->when);
    cr_assert_eq(a->prefill, b->prefill);
    cr_assert_eq(a->mask, b->mask);
    cr_assert_eq(a->scaled, b->scaled);
    cr_assert_eq(a->matrix, b->matrix);
    cr_assert_eq(a->row, b->row);
    cr_assert_eq(a->column, b->column);
    assert_words(&a->words, &b->words, 1);
}

static void assert_question(const struct av_question *a, const struct av_question *b)
{
    assert_place(&a->place, &b->place);
    cr_assert_eq(a->when, b->when);
    cr_assert_eq(a->prefill, b->prefill);
    cr_assert_eq(a->kind, b->kind);
    assert_words(&a->ask, &b->ask, 1);
    assert_words(&a->hint, &b->hint, 1);
    assert_words(&a->reason, &b->reason, 1);
    cr_assert_eq(a->answer.kind, b->answer.kind);
    cr_assert_eq(a->answer.choice, b->answer.choice);
    cr_assert_eq(a->answer.matrix, b->answer.matrix);
    cr_assert_eq(a->answer.row, b->answer.row);
    cr_assert_eq(a->answer.column, b->answer.column);
    cr_assert_eq(a->answer.state, b->answer.state);
    cr_assert_eq(a->answer.figure, b->answer.figure);
    cr_assert_eq(a->n_choice, b->n_choice);
    for (int i = 0; i < a->n_choice; i++) {
        assert_words(&a->choices[i].words, &b->choices[i].words, 1);
        cr_assert_eq(a->choices[i].token, b->choices[i].token);
        cr_assert_eq(a->choices[i].has_number, b->choices[i].has_number);
        cr_assert_eq(memcmp(&a->choices[i].number, &b->choices[i].number, sizeof(double)), 0);
    }
    cr_assert_eq(memcmp(&a->tolerance, &b->tolerance, sizeof(double)), 0);
    cr_assert_eq(memcmp(a->covers, b->covers, sizeof a->covers), 0);
    cr_assert_eq(a->covers_cost, b->covers_cost);
}

static void assert_running(const struct av_lesson *a, const struct av_lesson *b)
{
    cr_assert_eq(a->n_prompt, b->n_prompt);
    cr_assert_eq(memcmp(a->prompt, b->prompt, sizeof(int) * (size_t)a->n_prompt), 0);
    cr_assert_eq(a->n_source, b->n_source);
    for (int i = 0; i < a->n_source; i++)
        cr_assert_eq(a->source[i], b->source[i]);
    cr_assert_eq(a->n_generate, b->n_generate);
    cr_assert_eq(memcmp(&a->sampling.temperature, &b->sampling.temperature, sizeof(float)), 0);
    cr_assert_eq(a->sampling.top_k, b->sampling.top_k);
    cr_assert_eq(memcmp(&a->sampling.top_p, &b->sampling.top_p, sizeof(float)), 0);
    cr_assert_eq(a->sampling.seed, b->sampling.seed);
    cr_assert_eq(a->rule.mask, b->rule.mask);
    cr_assert_eq(a->rule.scaled, b->rule.scaled);
    for (int i = 0; i < a->model.config.n_ctx; i++)
        cr_assert_eq(a->rule.banned && a->rule.banned[i], b->rule.banned && b->rule.banned[i]);
    cr_assert_eq(a->cache_on, b->cache_on);
    cr_assert_eq(a->prefill, b->prefill);
    assert_place(&a->start, &b->start);
}

void assert_same_lesson(const struct av_lesson *a, const struct av_lesson *b)
{
    const struct av_config *config = &a->model.config;
    assert_words(&a->title, &b->title, 1);
    assert_words(&a->teaches, &b->teaches, 1);
    cr_assert_eq(a->order, b->order);
    cr_assert_eq(a->minutes, b->minutes);
    assert_model(&a->model, &b->model);
    for (int i = 0; i < config->vocab_size; i++)
        assert_text(a->vocabulary[i], b->vocabulary[i]);
    assert_words(a->glosses, b->glosses, config->vocab_size);
    assert_words(a->features, b->features, config->d_model);
    assert_words(a->key_features, b->key_features, config->n_kv_head * config->d_k);
    assert_words(a->value_features, b->value_features, config->n_kv_head * config->d_v);
    assert_running(a, b);
    cr_assert_eq(a->n_note, b->n_note);
    for (int i = 0; i < a->n_note; i++)
        assert_note(&a->notes[i], &b->notes[i]);
    cr_assert_eq(a->n_question, b->n_question);
    for (int i = 0; i < a->n_question; i++)
        assert_question(&a->questions[i], &b->questions[i]);
}
