/* Every cell, made again from the numbers that its working says it was made of, and each of those from the cell it was
 * taken from, down to the lesson's file. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/engine/functions.h"
#include "attnviz/lesson/figures.h"
#include "attnviz/player/working.h"
#include "kit.h"

#define COLUMNS_MAX 64

static bool same_bits(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Where a check fails. */
static const char *words(const struct av_address *at)
{
    static char text[2][128];
    static int turn;
    turn = !turn;
    snprintf(text[turn], sizeof *text, "%s[%d][%d] at token %d, %s, layer %d, head %d", av_view_name(at->view), at->row,
             at->column, at->place.token, av_stage_name((enum av_stage)at->place.stage), at->place.layer,
             at->place.head);
    return text[turn];
}

/* The numbers of a working, read once; those that are not there are NaN. */
struct table {
    const struct av_player *player;
    struct av_working working;
    float numbers[AV_ENTRY_COUNT][COLUMNS_MAX];
    bool there[AV_ENTRY_COUNT][COLUMNS_MAX];
    bool has[AV_ENTRY_COUNT];
};

/* A number that was taken from a cell is that cell's. */
static void check_origin(const struct table *table, const struct av_operand *operand)
{
    const struct av_address *origin = &operand->origin;
    struct av_view view = av_view_at(table->player, origin->view, &origin->place);
    struct av_address at = av_working_address(&table->working);
    cr_assert(origin->row >= 0 && origin->row < view.rows && origin->column >= 0 && origin->column < view.columns,
              "%s of %s", words(origin), words(&at));
    struct av_cell cell = av_view_cell(&view, origin->row, origin->column);
    cr_assert(cell.has_value, "%s of %s, cache %d", words(origin), words(&at), table->player->cache_on);
    cr_assert(same_bits(cell.value, operand->value), "%s of %s: %.9g, not %.9g", words(origin), words(&at),
              (double)cell.value, (double)operand->value);
}

static void read_table(struct table *table)
{
    const struct av_working *working = &table->working;
    memset(table->has, 0, sizeof table->has);
    memset(table->there, 0, sizeof table->there);
    cr_assert_leq(working->n_column, COLUMNS_MAX);
    for (int i = 0; i < working->n_entry; i++) {
        struct av_operand operands[COLUMNS_MAX];
        enum av_entry entry = working->entries[i];
        int count = i < working->n_line ? working->n_column : 1;
        av_working_read(working, i, 0, count, operands);
        table->has[entry] = true;
        for (int k = 0; k < count; k++) {
            table->there[entry][k] = operands[k].has_value;
            table->numbers[entry][k] = operands[k].value;
            bool cell = av_entry_source(entry) == AV_SOURCE_CELL;
            bool bias = (entry == AV_ENTRY_PRODUCT || entry == AV_ENTRY_PRODUCT_ODD) && k == working->n_term;
            if (entry != AV_ENTRY_PRODUCT && entry != AV_ENTRY_PRODUCT_ODD && operands[k].has_value)
                cr_assert_eq(operands[k].has_origin, cell, "entry %d", (int)entry);
            if (bias)
                cr_assert(operands[k].has_origin);
            if (operands[k].has_origin)
                check_origin(table, &operands[k]);
        }
    }
}

static float single(const struct table *table, enum av_entry entry)
{
    cr_assert(table->has[entry], "entry %d", (int)entry);
    return table->numbers[entry][0];
}

/* Σ a·b + bias, checked product by product. */
static float redo_products(const struct table *t, enum av_entry b, enum av_entry product, enum av_entry sum)
{
    float total = 0.0f;
    for (int k = 0; k < t->working.n_column; k++) {
        bool bias = !t->there[AV_ENTRY_A][k];
        if (t->there[product][k] && !bias)
            cr_assert(same_bits(t->numbers[product][k], t->numbers[AV_ENTRY_A][k] * t->numbers[b][k]));
        cr_assert(!bias || k == t->working.n_column - 1);
        if (t->there[product][k])
            total += t->numbers[product][k];
        cr_assert(same_bits(t->numbers[sum][k], total));
    }
    return total;
}

static float redo_sum(const struct table *t)
{
    float total = t->numbers[AV_ENTRY_TERM][0];
    cr_assert_eq(t->working.n_column, 2);
    total += t->numbers[AV_ENTRY_TERM][1];
    cr_assert(same_bits(t->numbers[AV_ENTRY_TERM_SUM][1], total));
    return total;
}

static float redo_rotation(const struct table *t)
{
    float a = redo_products(t, AV_ENTRY_B, AV_ENTRY_PRODUCT, AV_ENTRY_PRODUCT_SUM);
    float b = redo_products(t, AV_ENTRY_B_ODD, AV_ENTRY_PRODUCT_ODD, AV_ENTRY_PRODUCT_ODD_SUM);
    cr_assert(same_bits(single(t, AV_ENTRY_EVEN), a));
    cr_assert(same_bits(single(t, AV_ENTRY_ODD), b));
    float cosine = single(t, AV_ENTRY_COS), sine = single(t, AV_ENTRY_SIN);
    return t->working.explanation.column % 2 == 0 ? a * cosine - b * sine : a * sine + b * cosine;
}

static float redo_softmax(const struct table *t)
{
    const struct av_rule *rule = &t->player->run.lesson->rule;
    int n = t->working.n_column, own = t->working.own_column;
    bool weights = t->working.explanation.view.id == AV_VIEW_A;
    float max = single(t, AV_ENTRY_MAX), sum = single(t, AV_ENTRY_ALL_EXP), kept = 0.0f;
    float temperature = t->has[AV_ENTRY_TEMPERATURE] ? single(t, AV_ENTRY_TEMPERATURE) : 1.0f;
    float powers[COLUMNS_MAX];
    for (int k = 0; k < n; k++) {
        float score = t->numbers[AV_ENTRY_SCORE][k];
        cr_assert(score <= max);
        powers[k] = av_exp((score - max) / temperature);
        cr_assert(same_bits(t->numbers[AV_ENTRY_SHIFTED][k], score - max));
        cr_assert(same_bits(t->numbers[AV_ENTRY_EXP][k], powers[k]));
        cr_assert(same_bits(t->numbers[AV_ENTRY_EXP_SUM][k], av_sum(powers, k + 1)), "%d", k);
        cr_assert(same_bits(t->numbers[AV_ENTRY_SHARE][k], powers[k] / sum));
        if (weights && av_rule_removes(rule, t->working.explanation.row, k))
            cr_assert_eq(powers[k], 0.0f);
        if (!t->has[AV_ENTRY_KEPT])
            continue;
        float share = t->numbers[AV_ENTRY_KEPT][k];
        cr_assert(share == 0.0f || same_bits(share, powers[k] / sum));
        kept += share;
        cr_assert(same_bits(t->numbers[AV_ENTRY_KEPT_SUM][k], kept));
    }
    cr_assert(same_bits(av_sum(powers, n), sum));
    cr_assert(same_bits(single(t, AV_ENTRY_OWN_EXP), powers[own]));
    if (!t->has[AV_ENTRY_KEPT])
        return powers[own] / sum;
    cr_assert(same_bits(single(t, AV_ENTRY_ALL_KEPT), kept), "%.9g, %.9g", (double)single(t, AV_ENTRY_ALL_KEPT),
              (double)kept);
    float probability = t->numbers[AV_ENTRY_KEPT][own] == 0.0f ? 0.0f : t->numbers[AV_ENTRY_KEPT][own] / kept;
    cr_assert(same_bits(t->numbers[AV_ENTRY_PROBABILITY][own], probability));
    return probability;
}

static float redo_norm(const struct table *t)
{
    const float *x = t->numbers[AV_ENTRY_X];
    int n = t->working.n_column, own = t->working.own_column;
    float mean = 0.0f;
    if (t->has[AV_ENTRY_MEAN]) {
        mean = av_sum(x, n) / (float)n;
        cr_assert(same_bits(single(t, AV_ENTRY_MEAN), mean));
        for (int k = 0; k < n; k++) {
            cr_assert(same_bits(t->numbers[AV_ENTRY_X_SUM][k], av_sum(x, k + 1)));
            cr_assert(same_bits(t->numbers[AV_ENTRY_CENTRED][k], x[k] - mean));
        }
    }
    for (int k = 0; k < n; k++) {
        cr_assert(same_bits(t->numbers[AV_ENTRY_SQUARED][k], (x[k] - mean) * (x[k] - mean)));
        cr_assert(same_bits(t->numbers[AV_ENTRY_SQUARED_SUM][k], av_sum_squares(x, mean, k + 1)));
    }
    float variance = av_sum_squares(x, mean, n) / (float)n;
    cr_assert(same_bits(single(t, AV_ENTRY_VARIANCE), variance));
    float root = sqrtf(variance + single(t, AV_ENTRY_EPSILON));
    cr_assert(same_bits(single(t, AV_ENTRY_ROOT), root));
    float normal = (x[own] - mean) / root;
    cr_assert(same_bits(single(t, AV_ENTRY_NORMAL), normal));
    normal *= single(t, AV_ENTRY_GAIN);
    return t->has[AV_ENTRY_BIAS] ? normal + single(t, AV_ENTRY_BIAS) : normal;
}

static float redo_mask(const struct table *t)
{
    float score = single(t, AV_ENTRY_RAW), mask = single(t, AV_ENTRY_MASK);
    if (t->player->run.lesson->rule.mask == AV_MASK_MULTIPLIED)
        return score * mask;
    return isinf(mask) ? mask : score + mask;
}

static float redo_gelu(const struct table *t)
{
    float up = single(t, AV_ENTRY_UP);
    cr_assert(same_bits(single(t, AV_ENTRY_GELU_EXP), av_exp(-2.0f * single(t, AV_ENTRY_GELU_U))));
    return up / (1.0f + single(t, AV_ENTRY_GELU_EXP));
}

static float redo_swiglu(const struct table *t)
{
    float silu = single(t, AV_ENTRY_GATE) / (1.0f + single(t, AV_ENTRY_GATE_EXP));
    cr_assert(same_bits(single(t, AV_ENTRY_SILU), silu));
    return silu * single(t, AV_ENTRY_UP);
}

/* A figure from its factors, from the figures of the steps, or from two figures. */
static float redo_cost(const struct table *t)
{
    double total = 0;
    enum av_figure figure = (enum av_figure)t->working.explanation.row;
    for (int k = 0; k < t->working.n_column && t->has[AV_ENTRY_WORK]; k++) {
        double work = (double)t->numbers[AV_ENTRY_ROWS][k] * (double)t->numbers[AV_ENTRY_IN][k] *
                      (double)t->numbers[AV_ENTRY_OUT][k] * (double)t->numbers[AV_ENTRY_LAYERS][k];
        cr_assert_eq((double)t->numbers[AV_ENTRY_WORK][k], work);
        total += work;
        cr_assert_eq((double)t->numbers[AV_ENTRY_WORK_SUM][k], total);
    }
    for (int k = 0; k < t->working.n_column && t->has[AV_ENTRY_STEP]; k++) {
        cr_assert(t->there[AV_ENTRY_STEP][k]);
        total += (double)t->numbers[AV_ENTRY_STEP][k];
        cr_assert_eq((double)t->numbers[AV_ENTRY_STEP_SUM][k], total);
    }
    if (t->has[AV_ENTRY_COUNTED])
        cr_assert_eq((double)single(t, AV_ENTRY_COUNTED), total, "as the engine counted");
    if (t->has[AV_ENTRY_HELD])
        return single(t, AV_ENTRY_HELD) * single(t, AV_ENTRY_N_LAYER) * single(t, AV_ENTRY_N_KV_HEAD) *
               single(t, AV_ENTRY_NUMBERS) * single(t, AV_ENTRY_NUMBER_BYTES);
    if (figure == AV_FIGURE_MAX_DIFFERENCE)
        return t->working.explanation.value;
    if (!t->has[AV_ENTRY_CACHED])
        return (float)total;
    double cached = (double)single(t, AV_ENTRY_CACHED), uncached = (double)single(t, AV_ENTRY_UNCACHED);
    return (float)(figure == AV_FIGURE_SAVED || figure == AV_FIGURE_TOTAL_SAVED ? uncached - cached
                                                                                : 100 * (1 - cached / uncached));
}

/* The cell's number from the working's operands alone. */
static float redo(const struct table *t)
{
    switch (t->working.explanation.operation) {
    case AV_OPERATION_SUM:
        return redo_sum(t);
    case AV_OPERATION_PRODUCTS:
        return redo_products(t, AV_ENTRY_B, AV_ENTRY_PRODUCT, AV_ENTRY_PRODUCT_SUM);
    case AV_OPERATION_ROTATE:
        return redo_rotation(t);
    case AV_OPERATION_DIVIDE:
        cr_assert(same_bits(single(t, AV_ENTRY_ROOT_D_K), sqrtf(single(t, AV_ENTRY_D_K))));
        return single(t, AV_ENTRY_RAW) / single(t, AV_ENTRY_ROOT_D_K);
    case AV_OPERATION_MASK:
        return redo_mask(t);
    case AV_OPERATION_SOFTMAX:
        return redo_softmax(t);
    case AV_OPERATION_NORM:
        return redo_norm(t);
    case AV_OPERATION_RELU:
        return fmaxf(0.0f, single(t, AV_ENTRY_UP));
    case AV_OPERATION_GELU:
        return redo_gelu(t);
    case AV_OPERATION_SWIGLU:
        return redo_swiglu(t);
    case AV_OPERATION_COST:
        return redo_cost(t);
    default:
        return t->has[AV_ENTRY_RESULT] ? single(t, AV_ENTRY_RESULT) : t->working.explanation.value;
    }
}

static int check_cell(struct table *table, const struct av_address *at, const struct av_cell *cell)
{
    bool open = av_working_open(table->player, at, &table->working);
    cr_assert_eq(open, cell->has_value, "%s", words(at));
    if (!open)
        return 0;
    read_table(table);
    float again = redo(table);
    cr_assert(same_bits(again, cell->value), "%s: %.9g, again %.9g; %s", words(at), (double)cell->value, (double)again,
              config_words(&table->player->run.lesson->model.config));
    return 1;
}

static int check_view(struct table *table, enum av_view_id id)
{
    struct av_view view = av_view_of(table->player, id);
    int count = 0;
    for (int i = 0; i < view.rows * view.columns; i++) {
        struct av_address at = {id, table->player->place, i / view.columns, i % view.columns};
        struct av_cell cell = av_view_cell(&view, at.row, at.column);
        count += check_cell(table, &at, &cell);
    }
    return count;
}

static int check_place(const struct av_player *player)
{
    static struct table table;
    int count = 0;
    table.player = player;
    for (int id = 0; id < AV_VIEW_COUNT; id++)
        count += check_view(&table, (enum av_view_id)id);
    return count;
}

/* How a walk chooses where to go on: the first, the one of the largest size, any. */
enum choice { CHOOSE_FIRST, CHOOSE_LARGEST, CHOOSE_ANY, CHOICES };

/* An origin of the working; each has some, unless it is at the end. */
static bool choose(const struct av_working *working, enum choice choice, struct random_numbers *random,
                   struct av_address *next)
{
    int seen = 0;
    float largest = -1.0f;
    for (int i = 0; i < working->n_entry; i++) {
        for (int k = 0; k < (i < working->n_line ? working->n_column : 1); k++) {
            struct av_operand operand = av_working_at(working, i, k);
            if (!operand.has_origin)
                continue;
            seen++;
            float size = fabsf(operand.value);
            if (choice == CHOOSE_FIRST ? seen == 1
                                       : (choice == CHOOSE_LARGEST ? size > largest : random_below(random, seen) == 0))
                *next = operand.origin;
            largest = size > largest ? size : largest;
        }
    }
    return seen > 0;
}

static const char *skip_space(const char *at)
{
    while (isspace((unsigned char)*at) || *at == ',' || *at == ':')
        at++;
    return at;
}

/* What follows a string, a number, a word, or brackets with all that is in them. The file is known to be JSON. */
static const char *skip_value(const char *at)
{
    int depth = 0;
    at = skip_space(at);
    do {
        if (*at == '"') {
            for (at++; *at != '"'; at++)
                at += *at == '\\';
            at++;
        } else if (strchr("[{", *at)) {
            depth++;
            at++;
        } else if (strchr("]}", *at)) {
            depth--;
            at++;
        } else {
            at += strcspn(at, ",]}[{\"");
        }
        at = depth > 0 ? skip_space(at) : at;
    } while (depth > 0);
    return at;
}

/* The value of a key of the object that begins at text. */
static const char *member(const char *text, const char *key)
{
    char quoted[72];
    int length = snprintf(quoted, sizeof quoted, "\"%s\"", key);
    for (text = skip_space(text + 1); *text == '"'; text = skip_space(skip_value(text))) {
        const char *value = skip_space(skip_value(text));
        if (strncmp(text, quoted, (size_t)length) == 0)
            return value;
        text = value;
    }
    return NULL;
}

/* An element of the array that begins at text. */
static const char *element(const char *text, int index)
{
    text = skip_space(text + 1);
    for (; index > 0 && *text != ']'; index--)
        text = skip_space(skip_value(text));
    return *text == ']' ? NULL : text;
}

/* The number at a path like $.model.layers[0].wq[3][2]. */
static float number_at(const char *file, const char *path)
{
    const char *at = skip_space(file);
    cr_assert_eq(path[0], '$');
    for (path++; *path;) {
        char key[64];
        int used = 0, index;
        if (sscanf(path, ".%63[a-z_0-9]%n", key, &used) == 1)
            at = member(at, key);
        else if (sscanf(path, "[%d]%n", &index, &used) == 1)
            at = element(at, index);
        cr_assert(used > 0 && at != NULL, "%s", path);
        path += used;
    }
    char *end;
    float number = strtof(at, &end);
    cr_assert(end > at, "%.20s", at);
    return number;
}

/* Goes on from a cell until nothing is behind it. file: the lesson's, or NULL. Returns how many steps it took. */
static int walk(const struct av_player *player, struct av_address at, enum choice choice, struct random_numbers *random,
                const char *file)
{
    struct av_working working;
    const struct av_config *config = &player->run.lesson->model.config;
    int steps = 0;
    for (;; steps++) {
        cr_assert_lt(steps, 20 * (config->n_layer + 1), "an end");
        cr_assert(av_working_open(player, &at, &working), "%s", words(&at));
        if (working.n_entry == 0)
            break;
        cr_assert(choose(&working, choice, random, &at), "stuck at %s", words(&at));
    }
    char path[80];
    cr_assert_eq(working.explanation.operation, AV_OPERATION_GIVEN);
    bool stands = av_working_file_place(&working, path, sizeof path);
    cr_assert_eq(stands, at.view != AV_VIEW_POSITION || config->position == AV_POSITION_LEARNED, "%s", words(&at));
    if (stands && file != NULL)
        cr_assert(same_bits(number_at(file, path), working.explanation.value), "%s", path);
    return steps;
}

static void walk_from_logits(const struct av_player *player, struct random_numbers *random, const char *file)
{
    for (int token = 0; token < player->run.lesson->model.config.vocab_size; token++) {
        struct av_address logit = {AV_VIEW_LOGITS, player->place, player->place.token, token};
        for (int choice = 0; choice < CHOICES; choice++)
            cr_assert_geq(walk(player, logit, (enum choice)choice, random, file), 1);
    }
}

/* Every place of a lesson, both ways of decoding. */
static void check_lesson(const struct av_lesson *lesson, struct random_numbers *random, const char *file)
{
    struct av_player player;
    int count = 0;
    kit_open(&player, lesson);
    for (;;) {
        player.place.head = random_below(random, lesson->model.config.n_head);
        for (int way = 0; way < 2; way++) {
            count += check_place(&player);
            if (player.place.stage == AV_STAGE_NEXT)
                walk_from_logits(&player, random, file);
            kit_do(&player, AV_COMMAND_CACHE);
        }
        if (player.place.token == player.run.n_token - 1 && player.place.stage == AV_STAGE_NEXT)
            break;
        kit_do(&player, AV_COMMAND_STAGE_NEXT);
    }
    cr_assert_gt(count, 1000);
    av_player_finish(&player);
}

/* The options of config number, at a size that can be walked cell by cell. */
static struct av_config small_config(struct random_numbers *random, int number)
{
    struct av_config config = random_config(random, number);
    config.n_layer = 1 + number % 3;
    config.d_model = 1 + random_below(random, 5);
    config.d_k = 2 + 2 * random_below(random, 2);
    config.d_v = 1 + random_below(random, 3);
    config.d_ff = config.d_ff > 0 ? 1 + random_below(random, 4) : 0;
    config.vocab_size = 2 + random_below(random, 5);
    if (number % 3 == 0 && config.position != AV_POSITION_ROTARY)
        config.attends = AV_ATTENDS_SOURCE;
    return config;
}

Test(working, each_cell_of_random_models_to_the_last_bit)
{
    static const float temperatures[] = {0.0f, 0.5f, 1.0f, 2.0f}, shares[] = {1.0f, 0.9f, 0.5f};
    static const bool banned[4] = {[0] = true, [2] = true};
    struct random_numbers random = {77};
    for (int number = 0; number < RANDOM_CONFIGS; number += 11) {
        struct av_lesson lesson;
        struct av_config config = small_config(&random, number);
        kit_lesson_init(&lesson, &config, (uint64_t)number, 2, 1);
        lesson.rule = (struct av_rule){
            .scaled = number % 3 > 0, .mask = (enum av_mask)(number / 11 % 3), .banned = number % 2 ? banned : NULL};
        kit_fit_rule(&lesson);
        lesson.prefill = number / 11 % 2;
        lesson.sampling.temperature = temperatures[random_below(&random, 4)];
        lesson.sampling.top_k = random_below(&random, 4);
        lesson.sampling.top_p = shares[random_below(&random, 3)];
        check_lesson(&lesson, &random, NULL);
        kit_lesson_finish(&lesson);
    }
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file);
    char *bytes = calloc(1, 1 << 18);
    cr_assert_not_null(bytes);
    cr_assert_gt(fread(bytes, 1, (1 << 18) - 1, file), 0);
    fclose(file);
    return bytes;
}

static void check_file(const char *path)
{
    struct random_numbers random = {5};
    struct av_report report;
    struct av_lesson lesson;
    char *json = read_file(path);
    av_report_init(&report);
    cr_assert_eq(av_lesson_load(&lesson, path, &report), AV_OK, "%s", report.errors[0].message);
    check_lesson(&lesson, &random, json);
    av_lesson_finish(&lesson);
    av_report_finish(&report);
    free(json);
}

Test(working, each_cell_of_the_first_lesson_down_to_its_file)
{
    check_file(LESSONS "/generate.json");
}

Test(working, each_cell_of_the_second_lesson_down_to_its_file)
{
    check_file(LESSONS "/pronoun.json");
}

Test(working, each_cell_of_wide_models_to_the_last_bit)
{
    for (int rotary = 0; rotary < 2; rotary++) {
        struct av_config config = kit_wide_config(rotary != 0);
        struct av_lesson lesson;
        struct av_player player;
        kit_lesson_init(&lesson, &config, 8, 19, 1);
        lesson.sampling = (struct av_sampling){.temperature = 0.7f, .top_k = 20, .top_p = 0.8f};
        kit_open(&player, &lesson);
        kit_go(&player, 19, AV_STAGE_NEXT, 0, 1);
        check_place(&player);
        kit_do(&player, AV_COMMAND_CACHE);
        check_place(&player);
        kit_close(&player, &lesson);
    }
}

static struct av_lesson lesson;
static struct av_player player;

static void open_config(const struct av_config *config)
{
    kit_lesson_init(&lesson, config, 9, 4, 0);
    kit_open(&player, &lesson);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

static struct av_working open_cell(enum av_view_id id, int row, int column)
{
    struct av_working working;
    struct av_address at = {id, player.place, row, column};
    cr_assert(av_working_open(&player, &at, &working));
    return working;
}

/* A key in the cache came to be in its own token's step, and its working is that step's. */
Test(working, what_the_cache_keeps_is_explained_where_it_was_made)
{
    struct av_config config = kit_config();
    open_config(&config);
    kit_go(&player, 3, AV_STAGE_SOFTMAX, 1, 1);
    struct av_working weight = open_cell(AV_VIEW_A, 3, 1);
    struct av_address masked = av_working_at(&weight, 0, 1).origin;
    cr_assert_eq(masked.view, AV_VIEW_S);
    cr_assert_eq(masked.place.stage, AV_STAGE_MASK);
    struct av_working working;
    cr_assert(av_working_open(&player, &masked, &working));
    struct av_address scaled = av_working_at(&working, 0, 0).origin;
    cr_assert_eq(scaled.place.stage, AV_STAGE_SCALE);
    cr_assert(av_working_open(&player, &scaled, &working));
    struct av_address raw = av_working_at(&working, 0, 0).origin;
    cr_assert_eq(raw.place.stage, AV_STAGE_SCORES);
    cr_assert(av_working_open(&player, &raw, &working));
    struct av_address query = av_working_at(&working, 0, 2).origin, key = av_working_at(&working, 1, 2).origin;
    cr_assert(query.view == AV_VIEW_Q && query.row == 3 && query.column == 2 && query.place.token == 3);
    cr_assert(key.view == AV_VIEW_K && key.row == 1 && key.column == 2 && key.place.token == 1);
    cr_assert_eq(key.place.head, 1);
    cr_assert_eq(key.place.layer, 1);

    kit_do(&player, AV_COMMAND_CACHE);
    cr_assert(av_working_open(&player, &raw, &working));
    cr_assert_eq(av_working_at(&working, 1, 2).origin.place.token, 3, "all of this step was made in it");
    close_player();
}

Test(working, x_of_a_later_layer_is_what_the_layer_before_gives)
{
    struct av_config config = kit_config();
    open_config(&config);
    kit_go(&player, 2, AV_STAGE_PROJECT, 1, 0);
    struct av_working x = open_cell(AV_VIEW_X, 2, 3);
    cr_assert_eq(x.n_entry, 1);
    struct av_address result = av_working_at(&x, 0, 0).origin;
    cr_assert_eq(result.view, AV_VIEW_SUM_2);
    cr_assert_eq(result.place.layer, 0);
    close_player();
}

Test(working, columns_that_matter_most)
{
    struct av_config config = kit_config();
    config.bias = true;
    open_config(&config);
    kit_go(&player, 3, AV_STAGE_NEXT, 0, 0);
    struct av_working working = open_cell(AV_VIEW_Q, 3, 1);
    int columns[AV_LARGEST_MAX];
    cr_assert_eq(working.n_column, 7, "six and the bias");
    cr_assert_eq(av_working_largest(&working, columns), 3);
    for (int i = 0; i < 3; i++) {
        float size = fabsf(av_working_at(&working, 2, columns[i]).value);
        int larger = 0;
        for (int k = 0; k < working.n_column; k++)
            larger += fabsf(av_working_at(&working, 2, k).value) > size;
        cr_assert_eq(larger, i);
    }
    working = open_cell(AV_VIEW_W_Q, 1, 1);
    cr_assert_eq(av_working_largest(&working, columns), 0);
    close_player();
}

Test(working, a_bias_is_a_column_of_its_own)
{
    struct av_config config = kit_config();
    config.bias = true;
    config.position = AV_POSITION_ROTARY;
    open_config(&config);
    kit_go(&player, 3, AV_STAGE_NEXT, 0, 1);
    struct av_working working = open_cell(AV_VIEW_Q, 3, 3);
    cr_assert_eq(working.explanation.operation, AV_OPERATION_ROTATE);
    struct av_operand even = av_working_at(&working, 2, 6), odd = av_working_at(&working, 5, 6);
    cr_assert_not(av_working_at(&working, 0, 6).has_value);
    cr_assert(even.origin.view == AV_VIEW_B_Q && even.origin.column == 2);
    cr_assert(odd.origin.view == AV_VIEW_B_Q && odd.origin.column == 3);
    cr_assert_eq(even.value, lesson.model.layers[0].bq.data[4 + 2]);
    close_player();
}

Test(working, no_working_outside_the_matrix_or_of_no_number)
{
    struct av_config config = kit_config();
    struct av_working working;
    open_config(&config);
    kit_go(&player, 2, AV_STAGE_SOFTMAX, 0, 0);
    const struct av_address none[] = {
        {AV_VIEW_A, player.place, 2, 4},
        {AV_VIEW_A, player.place, -1, 0},
        {AV_VIEW_A, player.place, 3, 0},
        {AV_VIEW_Q, player.place, 0, 0},
        {AV_VIEW_GATE, player.place, 0, 0},
        {AV_VIEW_A, {9, AV_STAGE_SOFTMAX, 0, 0, AV_LENS_PANELS}, 0, 0},
        {AV_VIEW_A, {2, AV_STAGE_SOFTMAX, 2, 0, AV_LENS_PANELS}, 0, 0},
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        cr_assert_not(av_working_open(&player, &none[i], &working), "%zu", i);
    close_player();
}
