#include <stdio.h>

#include "../number.h"
#include "panels.h"

struct item {
    char text[48];
    enum av_role role;
    enum av_command_id command;
    bool usual; /* says only that something is as it mostly is, or that there is one layer and one head */
    bool shown;
};

#define ITEMS_MAX   10
#define TITLE_X     10
#define TITLE_BYTES 256
#define TITLE_MIN   14 /* columns that are left to the title beside switches that have more to say */

/* The switches, from left to right. */
struct items {
    struct item list[ITEMS_MAX];
    int n;
};

static void add_item(struct items *items, enum av_role role, enum av_command_id command, const char *text)
{
    struct item *item = &items->list[items->n++];
    *item = (struct item){.role = role, .command = command};
    snprintf(item->text, sizeof item->text, "%s", text);
}

/* The last one that was added. */
static void set_usual(struct items *items, bool usual)
{
    items->list[items->n - 1].usual = usual;
}

/* "head 1/2" */
static void add_place(struct items *items, const struct av_pen *pen, enum av_string what, enum av_command_id command,
                      int place, int count)
{
    char text[48];
    snprintf(text, sizeof text, "%s %d/%d", av_string(what, pen->language), place + 1, count);
    add_item(items, AV_ROLE_BAR, command, text);
    set_usual(items, count == 1);
}

/* How fast it plays, as a multiple of the usual: "▶ 2.5×". */
static void add_playing(struct items *items, const struct av_pen *pen)
{
    char text[48], speed[AV_NUMBER_BYTES];
    struct av_player usual = *pen->player;
    usual.speed = AV_SPEED_DEFAULT;
    av_number((double)av_player_delay(&usual) / av_player_delay(pen->player), 1, speed);
    add_item(items, AV_ROLE_BAR_KEY, AV_COMMAND_PLAY,
             av_string_with(text, sizeof text, AV_STRING_PLAYING, pen->language, speed));
}

/* "✓ 2/5": answers that were right at the first try, of all questions. */
static void add_score(struct items *items, const struct av_pen *pen)
{
    struct av_score score = av_quiz_score(pen->player);
    char text[48];
    snprintf(text, sizeof text, "✓ %d/%d", score.right, score.of);
    if (score.of > 0 && !pen->player->quiz.off)
        add_item(items, AV_ROLE_BAR, AV_COMMAND_NONE, text);
}

static void add_mask(struct items *items, const struct av_pen *pen)
{
    static const enum av_string words[] = {
        [AV_MASK_CAUSAL] = AV_STRING_MASK_CAUSAL,
        [AV_MASK_MULTIPLIED] = AV_STRING_MASK_MULTIPLIED,
        [AV_MASK_NONE] = AV_STRING_MASK_NONE,
    };
    enum av_mask mask = pen->player->run.lesson->rule.mask;
    add_item(items, mask == AV_MASK_CAUSAL ? AV_ROLE_BAR : AV_ROLE_CACHE_OFF, AV_COMMAND_MASK,
             av_string(words[mask], pen->language));
    set_usual(items, mask == AV_MASK_CAUSAL);
}

static void add_scale(struct items *items, const struct av_pen *pen)
{
    bool scaled = pen->player->run.lesson->rule.scaled;
    add_item(items, scaled ? AV_ROLE_BAR : AV_ROLE_CACHE_OFF, AV_COMMAND_SCALE,
             av_string(scaled ? AV_STRING_SCALED : AV_STRING_UNSCALED, pen->language));
    set_usual(items, scaled);
}

/* The rule's switches: those that are as usual, or those that are not. */
static void add_rule(struct items *items, const struct av_pen *pen, bool usual)
{
    const struct av_rule *rule = &pen->player->run.lesson->rule;
    if (rule->scaled == usual)
        add_scale(items, pen);
    if ((rule->mask == AV_MASK_CAUSAL) == usual && pen->player->run.lesson->n_source == 0)
        add_mask(items, pen);
}

const char *av_language_switch(const struct av_pen *pen)
{
    bool english = pen->language == AV_ENGLISH;
    if (pen->canvas->charset == AV_CHARSET_ASCII)
        return english ? "EN/ZH" : "ZH/EN";
    return english ? "EN/中" : "中/EN";
}

/* The switches at the right end of the top line, the most needed last. */
static struct items switches(const struct av_pen *pen)
{
    const struct av_player *player = pen->player;
    const struct av_config *config = &player->run.lesson->model.config;
    struct items items = {.n = 0};
    add_rule(&items, pen, true);
    if (player->playing)
        add_playing(&items, pen);
    add_score(&items, pen);
    add_place(&items, pen, AV_STRING_LAYER, AV_COMMAND_LAYER_NEXT, player->place.layer, config->n_layer);
    add_place(&items, pen, AV_STRING_HEAD, AV_COMMAND_HEAD_NEXT, player->place.head, config->n_head);
    add_item(&items, AV_ROLE_BAR, AV_COMMAND_LANGUAGE, av_language_switch(pen));
    add_rule(&items, pen, false);
    if (player->prefill)
        add_item(&items, AV_ROLE_BAR_KEY, AV_COMMAND_PREFILL, av_string(AV_STRING_PREFILL_ON, pen->language));
    if (av_experiment_changed(player))
        add_item(&items, AV_ROLE_BAR_KEY, AV_COMMAND_NONE, av_string(AV_STRING_MODIFIED, pen->language));
    add_item(&items, player->cache_on ? AV_ROLE_CACHE_ON : AV_ROLE_CACHE_OFF, AV_COMMAND_CACHE,
             av_string(player->cache_on ? AV_STRING_CACHE_ON : AV_STRING_CACHE_OFF, pen->language));
    return items;
}

/* Shows what there is room for, the last ones first: the cache switch in any case, the others where the title keeps
 * some; what is usual only where all of the title has room. */
static void choose_items(struct items *items, const struct av_pen *pen, int title_width)
{
    int room = pen->canvas->width - TITLE_X - 2;
    for (int usual = 0; usual <= 1; usual++) {
        for (int i = items->n - 1; i >= 0; i--) {
            struct item *item = &items->list[i];
            int width = av_pen_width(pen, item->text) + 2, title = i == items->n - 1 ? 0 : TITLE_MIN;
            if (item->usual != (usual == 1))
                continue;
            if (width + (usual ? title_width : title) > room)
                break;
            item->shown = true;
            room -= width;
        }
    }
}

void av_draw_top_line(const struct av_pen *pen, int y)
{
    struct items items = switches(pen);
    char buffer[TITLE_BYTES];
    const char *title =
        av_player_words(pen->player, pen->player->run.lesson->title.in[pen->language], buffer, sizeof buffer);
    int end = pen->canvas->width - 1;
    choose_items(&items, pen, av_pen_width(pen, title));
    av_canvas_fill(pen->canvas, 0, y, pen->canvas->width, 1, AV_ROLE_BAR, " ");
    for (int i = items.n - 1; i >= 0; i--) {
        const struct item *item = &items.list[i];
        int width = av_pen_width(pen, item->text);
        if (!item->shown)
            continue;
        av_draw_text(pen, end - width, y, item->role, item->text);
        if (item->command != AV_COMMAND_NONE)
            av_add_hit(pen, end - width, y, width, item->command);
        end -= width + 2;
    }
    av_draw_text(pen, 1, y, AV_ROLE_BRAND, "attnviz");
    av_draw_cut(pen, TITLE_X, y, end - TITLE_X - 1, AV_ROLE_BAR, title);
}
