/* The training view: losses of the whole text under each rule, against a softmax in double of a run made here. */
#include <criterion/criterion.h>

#include <math.h>

#include "attnviz/engine/decoder.h"
#include "kit.h"

#define N 6

static struct av_lesson lesson;
static struct av_player player;

static void open_with(int n_prompt, int n_generate)
{
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 11, n_prompt, n_generate);
    kit_open(&player, &lesson);
    kit_press(&player, "o");
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

static void check_losses(void)
{
    const struct av_run *run = &player.run;
    int vocab_size = run->lesson->model.config.vocab_size;
    struct av_trace trace;
    struct av_error error = {0};
    double mean = 0;
    cr_assert_eq(av_trace_init(&trace, &run->lesson->model, run->lesson->rule, run->n_token, &error), AV_OK);
    cr_assert_eq(av_decoder_recompute(&trace, run->tokens, run->n_token, &error), AV_OK);
    cr_assert_eq(av_losses_count(&player), run->n_token - 1);
    for (int i = 0; i < run->n_token - 1; i++) {
        double sum = 0;
        for (int id = 0; id < vocab_size; id++)
            sum += exp((double)av_trace_value(&trace, AV_QUANTITY_LOGITS, 0, i, id));
        double p = exp((double)av_trace_value(&trace, AV_QUANTITY_LOGITS, 0, i, run->tokens[i + 1])) / sum;
        struct av_loss loss = av_loss_at(&player, i);
        cr_assert(fabs(loss.probability - p) < 1e-12, "position %d: %g, %g found", i, p, loss.probability);
        cr_assert(fabs(loss.loss + log(p)) < 1e-12);
        mean -= log(p) / (run->n_token - 1);
    }
    cr_assert(fabs(av_losses_mean(&player) - mean) < 1e-12);
    av_trace_finish(&trace);
}

/* Whatever is changed and wherever one goes meanwhile. */
Test(loss, of_each_position_under_every_rule)
{
    static const char *const keys[] = {"n", "m", "c", "m", "s", "b", "p p", "u", "m", "d", "R", "i t 2 Enter", "1 o"};
    open_with(N, 2);
    check_losses();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        kit_press(&player, keys[i]);
        cr_assert_eq(player.place.lens, AV_LENS_LOSS);
        check_losses();
    }
    close_player();
}

/* Under the causal mask the last token of a text leaves the losses before it as they are; without a mask it does
 * not. */
Test(loss, a_later_token_changes_nothing_under_the_causal_mask)
{
    for (int masked = 0; masked < 2; masked++) {
        double before[N];
        open_with(N, 0);
        if (!masked)
            kit_press(&player, "m m");
        for (int i = 0; i < N - 1; i++)
            before[i] = av_loss_at(&player, i).loss;
        kit_press(&player, "End i t 2 Enter");
        cr_assert_eq(player.run.n_token, N + 1);
        for (int i = 0; i < N - 1; i++)
            cr_assert_eq(av_loss_at(&player, i).loss == before[i], masked == 1, "position %d", i);
        close_player();
    }
}

/* A model that knows nothing gives each of the seven tokens 1/7. */
Test(loss, of_blind_guessing_is_ln_of_the_vocabulary)
{
    open_with(N, 1);
    for (int i = 0; i < lesson.model.w_out.rows * lesson.model.w_out.cols; i++)
        lesson.model.w_out.data[i] = 0;
    av_model_prepare(&lesson.model);
    kit_press(&player, "1 o");
    for (int i = 0; i < N; i++) {
        cr_assert(fabs(av_loss_at(&player, i).loss - 1.9459101490553132) < 1e-15); /* ln 7 */
        cr_assert(fabs(av_loss_at(&player, i).probability - 1.0 / 7) < 1e-15);
    }
    lesson.model.w_out.data[0] = NAN;
    av_model_prepare(&lesson.model);
    kit_press(&player, "1 o");
    cr_assert(isnan(av_losses_mean(&player)));
    close_player();
}

Test(loss, a_single_token_has_none_and_nothing_is_kept_outside)
{
    open_with(1, 0);
    cr_assert_eq(av_losses_count(&player), 0);
    cr_assert(isnan(av_losses_mean(&player)));
    cr_assert_not_null(player.losses.trace.model);
    kit_press(&player, "Escape");
    cr_assert_null(player.losses.trace.model);
    close_player();
}
