/* The lens of ÷√d_k: its figures against the definitions in double, taken from q and k of the trace. */
#include <criterion/criterion.h>

#include <math.h>

#include "kit.h"

#define N 9

static struct av_lesson lesson;
static struct av_player player;

static void open_with(int d_k)
{
    struct av_config config = kit_config();
    config.d_k = d_k;
    kit_lesson_init(&lesson, &config, 21, N, 2);
    kit_open(&player, &lesson);
    kit_go(&player, 6, AV_STAGE_SOFTMAX, 1, 1);
    kit_press(&player, "V");
    cr_assert_eq(player.place.lens, AV_LENS_SCALE);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

static double score(int d, int i, int j)
{
    const struct av_trace *trace = av_player_trace(&player);
    const struct av_config *config = &trace->model->config;
    int layer = player.place.layer, start = player.place.head * config->d_k;
    double sum = 0;
    for (int c = start; c < start + d; c++)
        sum += (double)av_trace_value(trace, AV_QUANTITY_QUERY, layer, i, c) *
               (double)av_trace_value(trace, AV_QUANTITY_KEY, layer, j, c);
    return sum;
}

static bool hides(int i, int j)
{
    const struct av_rule *rule = &player.run.lesson->rule;
    return (rule->mask != AV_MASK_NONE && j > i) || (j != i && rule->banned != NULL && rule->banned[j]);
}

/* Var of all that is seen so far: the mean of the squares less the square of the mean. */
static double variance(int d)
{
    double sum = 0, squares = 0, count = 0;
    for (int i = 0; i <= player.place.token; i++)
        for (int j = 0; j <= player.place.token; j++) {
            double s = hides(i, j) ? 0 : score(d, i, j);
            sum += s;
            squares += s * s;
            count += !hides(i, j);
        }
    return squares / count - sum * sum / (count * count);
}

static void check_way(const struct av_scaling_figures *figures, int way)
{
    int n = player.place.token + 1, i = player.place.token, d = figures->d;
    double divisor = way == AV_SCALING_DIVIDED ? sqrt(d) : 1, a[N + 3], sum = 0, slopes = 0, largest = 0;
    for (int j = 0; j < n; j++) {
        bool multiplied = player.run.lesson->rule.mask == AV_MASK_MULTIPLIED;
        a[j] = !hides(i, j) ? exp(score(d, i, j) / divisor) : multiplied ? 1 : 0;
        sum += a[j];
    }
    for (int j = 0; j < n; j++) {
        a[j] /= sum;
        slopes += a[j] * (1 - a[j]);
        largest = fmax(largest, a[j]);
        if (figures == &player.scaling.figures[av_scaling_choice(&player)]) {
            cr_assert_float_eq(av_scaling_weight(&player, (enum av_scaling_way)way, j), a[j], 1e-5);
            cr_assert_float_eq(av_scaling_score(&player, (enum av_scaling_way)way, j), score(d, i, j) / divisor, 1e-5);
        }
    }
    double expected = variance(d) / (divisor * divisor);
    cr_assert_float_eq(figures->ways[way].variance, expected, 1e-5 * (1 + expected));
    cr_assert_float_eq(figures->ways[way].steepness.slopes, slopes, 1e-5);
    cr_assert_float_eq(figures->ways[way].steepness.weight, largest, 1e-5);
}

static void check_figures(void)
{
    for (int choice = 0; choice < player.scaling.n; choice++) {
        for (int way = 0; way < AV_SCALING_WAYS; way++)
            check_way(&player.scaling.figures[choice], way);
    }
}

/* Whatever is changed and wherever one goes meanwhile. */
Test(scaling, figures_are_those_of_the_place_and_of_the_rule)
{
    static const char *const keys[] = {"n",   "-", "m", "c", "-", "m", "s", "b",   "m",
                                       "p p", "[", "{", "u", "+", "d", "R", "1 V", "Home"};
    open_with(20);
    check_figures();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        kit_press(&player, keys[i]);
        cr_assert_eq(player.place.lens, AV_LENS_SCALE);
        check_figures();
    }
    close_player();
}

/* Powers of 4 below d_k, and d_k, with which the lens begins. */
Test(scaling, columns_to_choose_from_end_at_d_k)
{
    static const struct {
        int d_k, n, d[5];
    } cases[] = {{1, 1, {1}},    {3, 1, {3}},          {4, 1, {4}},
                 {5, 2, {4, 5}}, {64, 3, {4, 16, 64}}, {256, 4, {4, 16, 64, 256}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_with(cases[i].d_k);
        cr_assert_eq(player.scaling.n, cases[i].n);
        for (int choice = cases[i].n - 1; choice >= 0; choice--) {
            cr_assert_eq(av_scaling_choice(&player), choice);
            cr_assert_eq(player.scaling.figures[choice].d, cases[i].d[choice]);
            kit_press(&player, "-");
            cr_assert_eq(player.notice, choice == 0 ? AV_NOTICE_SMALLEST : AV_NOTICE_NONE);
        }
        for (int choice = 0; choice < cases[i].n; choice++) {
            cr_assert_eq(av_scaling_choice(&player), choice);
            kit_press(&player, "+");
        }
        cr_assert_eq(player.notice, AV_NOTICE_LARGEST);
        close_player();
    }
}

/* With all columns the way that the rule goes is the trace itself; s takes the other way. */
Test(scaling, the_way_of_the_rule_is_the_trace)
{
    open_with(6);
    for (int i = 0; i < 4; i++, kit_press(&player, i % 2 ? "c" : "s")) {
        enum av_scaling_way way = player.run.lesson->rule.scaled ? AV_SCALING_DIVIDED : AV_SCALING_RAW;
        for (int j = 0; j < av_scaling_keys(&player); j++)
            cr_assert_eq(av_scaling_weight(&player, way, j),
                         av_trace_weight(av_player_trace(&player), 1, 1, player.place.token, j));
    }
    close_player();
}

/* One token has one score: no variance, all the weight, and no slope. */
Test(scaling, of_the_first_token_there_is_nothing_to_spread)
{
    open_with(16);
    kit_press(&player, "Home");
    for (int choice = 0; choice < player.scaling.n; choice++) {
        for (int way = 0; way < AV_SCALING_WAYS; way++) {
            cr_assert_eq(player.scaling.figures[choice].ways[way].variance, 0);
            cr_assert_eq(player.scaling.figures[choice].ways[way].steepness.weight, 1);
            cr_assert_eq(player.scaling.figures[choice].ways[way].steepness.slopes, 0);
        }
    }
    close_player();
}
