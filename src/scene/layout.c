#include "layout.h"

#include "layout_band.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define GLOSSED_HEIGHT_MIN 40
#define BAND_HEIGHT_MIN    8 /* two bands need twice that, and some more */
#define LAST_HEIGHT_MIN    6 /* a last band: a title, labels and three rows */
#define PANEL_MIN          4 /* a panel: its frame, labels and a row */
#define ROOMY_MIN          16

/* What stands above on a screen with room for more, and what fills the rest of a large one. */
static const unsigned char standing[] = {AV_PANEL_COST, AV_VIEW_Q, AV_VIEW_K, AV_VIEW_V};
static const unsigned char pipeline[2][8] = {
    /* up to the mix, and from the output on */
    {AV_VIEW_S, AV_VIEW_A, AV_VIEW_MIX, AV_VIEW_X, AV_VIEW_OUTPUT, AV_VIEW_SUM_1, AV_VIEW_SUM_2, AV_VIEW_LOGITS},
    {AV_VIEW_OUTPUT, AV_VIEW_X, AV_VIEW_SUM_2, AV_VIEW_SUM_1, AV_VIEW_LOGITS, AV_VIEW_MIX, AV_VIEW_A, AV_VIEW_S},
};

/* The panel with the cursor in any case, then what the stage is about. Whoever asks for digits means the first of them,
 * which has its room before others come. */
static void offer_stage(struct av_layout_maker *maker, struct av_band *band)
{
    int first = maker->player->digits > 0 && band->n == 0 ? AV_COMFORT_NORMAL : AV_COMFORT_TIGHT;
    if (maker->player->focused)
        av_band_offer(maker, band, (int)maker->player->focus, first);
    for (int i = 0; i < maker->n_about; i++)
        av_band_offer(maker, band, (int)maker->about[i], band->n == 0 ? first : AV_COMFORT_TIGHT);
}

static void offer_all(struct av_layout_maker *maker, struct av_band *band, const unsigned char *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        av_band_offer(maker, band, list[i], AV_COMFORT_TIGHT);
}

static bool is_late(const struct av_layout_maker *maker)
{
    return maker->player->place.stage >= AV_STAGE_OUTPUT;
}

static void offer_pipeline(struct av_layout_maker *maker, struct av_band *band)
{
    offer_all(maker, band, pipeline[is_late(maker)], COUNT(*pipeline));
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The rest of what the stage works with, and of the pipeline. */
static void fill_last(struct av_layout_maker *maker, struct av_band *last, int height)
{
    offer_stage(maker, last);
    if (maker->player->place.stage != AV_STAGE_PROJECT || height >= BAND_HEIGHT_MIN) /* there x needs the width */
        offer_pipeline(maker, last);
}

/* The band, and another one with the rest where low panels leave room for it. */
static void place_low(struct av_layout_maker *maker, struct av_band *band, int y, int height)
{
    struct av_band last = {.n = 0};
    int first_height = least(av_band_height(maker, band), height), left = height - first_height;
    av_band_place(maker, band, y, first_height);
    if (left < LAST_HEIGHT_MIN)
        return;
    fill_last(maker, &last, left);
    if (last.n > 0)
        av_band_place(maker, &last, y + first_height, least(av_band_height(maker, &last), left));
}

/* One band: what the stage is about, the cost, then what comes near it. */
static void place_single(struct av_layout_maker *maker, int y, int height)
{
    struct av_band band = {.n = 0};
    offer_stage(maker, &band);
    av_band_offer(maker, &band, AV_PANEL_COST, AV_COMFORT_TIGHT);
    av_band_spread(maker, &band, AV_COMFORT_NORMAL); /* before what only fills the rest */
    offer_all(maker, &band, standing, COUNT(standing));
    place_low(maker, &band, y, height);
}

/* Up to the mix Q, K, V and the cost stand above. Later they have had their say: what the stage is about is chosen
 * first and stands below, and above it, beside the cost, the rest of what the stage works with. */
static void fill_two(struct av_layout_maker *maker, struct av_band *above, struct av_band *below)
{
    if (is_late(maker)) {
        offer_stage(maker, below);
        av_band_spread(maker, below, AV_COMFORT_NORMAL);
        av_band_reserve(maker, below);
        av_band_offer(maker, above, AV_PANEL_COST, AV_COMFORT_TIGHT);
        offer_stage(maker, above);
        offer_all(maker, above, standing, COUNT(standing));
        av_band_reserve(maker, above);
        offer_pipeline(maker, below);
    } else {
        offer_all(maker, above, standing, COUNT(standing));
        av_band_reserve(maker, above);
        offer_stage(maker, below);
        av_band_spread(maker, below, AV_COMFORT_NORMAL);
        offer_pipeline(maker, below);
    }
}

/* Two bands, and a last one with the rest of the pipeline where there is still room. For its last rows the cost gives
 * up what it can do without. */
static void place_bands(struct av_layout_maker *maker, int y, int height)
{
    struct av_band above = {.n = 0}, below = {.n = 0}, last = {.n = 0};
    fill_two(maker, &above, &below);
    int above_height = least(av_band_height(maker, &above), height / 2);
    int below_height = least(av_band_height(maker, &below), height - above_height);
    int left = height - above_height - below_height;
    maker->n_reserved = 0;
    av_band_reserve(maker, &above);
    av_band_reserve(maker, &below);
    if (left >= LAST_HEIGHT_MIN)
        fill_last(maker, &last, left);
    int lacking = last.n > 0 ? av_band_height(maker, &last) - left : 0;
    if (lacking > 0 && lacking <= av_band_spare(maker, &above, above_height)) {
        above_height -= lacking;
        left += lacking;
    }
    maker->n_reserved = 0;
    av_band_place(maker, &above, y, above_height);
    av_band_place(maker, &below, y + above_height, below_height);
    if (last.n > 0)
        av_band_place(maker, &last, y + above_height + below_height, least(av_band_height(maker, &last), left));
}

/* The panel with the cursor alone, over all the room. */
static void place_zoomed(struct av_layout_maker *maker, int y, int height)
{
    int what = (int)maker->player->focus;
    maker->layout->panels[maker->layout->n_panel++] = (struct av_panel){
        .what = what, .bright = av_layout_is_bright(maker, what), .box = {0, y, maker->width, height}};
}

/* Lines that the panels keep beside a box: enough to point at a cell, and none on a small screen while there is none
 * to. */
static int panel_lines(const struct av_player *player, int lines)
{
    const struct av_question *question = av_quiz_question(player);
    bool points = player->focused || (question != NULL && question->kind == AV_QUESTION_POINT);
    return lines >= ROOMY_MIN || points ? PANEL_MIN : 0;
}

/* A question takes the place of the narration, and of the formula where that leaves too little. */
static void place_box(struct av_layout *layout, const struct av_player *player, int width, enum av_charset charset)
{
    int y = layout->stages + 1, lines = layout->keys - y;
    bool speaks = player->prompt.kind != AV_PROMPT_NONE || player->notice != AV_NOTICE_NONE;
    bool formula = speaks || lines >= ROOMY_MIN;
    int most = lines - formula - panel_lines(player, lines);
    int height = av_question_height(player, width, layout->keys + 1, most, charset);
    if (height == 0)
        return;
    layout->box = (struct av_rectangle){0, layout->keys - height, width, height};
    layout->notes = layout->box.y;
    layout->n_note = 0;
    layout->formula = formula ? layout->box.y - 1 : AV_ANY;
}

struct av_layout av_layout_of_panels(const struct av_player *player, int y, int width, int height,
                                     enum av_charset charset)
{
    struct av_layout layout = {.top = 0};
    struct av_layout_maker maker = {
        .player = player, .layout = &layout, .charset = charset, .width = width, .bare = true};
    maker.n_about = av_view_list(player, maker.about);
    if (height >= 2 * (BAND_HEIGHT_MIN + 3)) {
        place_bands(&maker, y, height);
    } else if (height >= PANEL_MIN) {
        struct av_band band = {.n = 0};
        offer_stage(&maker, &band);
        av_band_spread(&maker, &band, AV_COMFORT_NORMAL);
        offer_pipeline(&maker, &band);
        place_low(&maker, &band, y, height);
    }
    return layout;
}

/* A lower screen has no line for the source: its tokens are named beside K and V, and above S and A. */
#define SOURCE_HEIGHT_MIN 16

struct av_layout av_layout_of(const struct av_player *player, int width, int height, enum av_charset charset)
{
    struct av_layout layout = {.top = 0, .n_note = height >= 20 ? 2 : 1};
    struct av_layout_maker maker = {.player = player, .layout = &layout, .charset = charset, .width = width};
    maker.n_about = av_view_list(player, maker.about);
    bool airy = height >= 44;
    layout.tokens = airy ? 2 : 1;
    layout.source = AV_ANY;
    if (player->run.lesson->n_source > 0 && height >= SOURCE_HEIGHT_MIN)
        layout.source = layout.tokens++;
    layout.glossed = height >= GLOSSED_HEIGHT_MIN && av_tokens_glossed(player, width, charset);
    layout.stages = layout.tokens + (layout.glossed ? 2 : 1);
    layout.keys = height - 1;
    layout.notes = layout.keys - layout.n_note - (airy ? 1 : 0);
    layout.formula = layout.notes - 1;
    int y = layout.stages + 1;
    place_box(&layout, player, width, charset);
    if (player->place.lens != AV_LENS_PANELS) {
        int end = layout.formula == AV_ANY ? layout.box.y : layout.formula;
        layout.tabs = y;
        layout.lens = (struct av_rectangle){0, y + 1, width, end - y - 1};
        return layout;
    }
    int room = (layout.formula == AV_ANY ? layout.box.y : layout.formula) - y;
    if (room < PANEL_MIN)
        return layout;
    if (player->focused && player->zoomed)
        place_zoomed(&maker, y, room);
    else if (room >= 2 * (BAND_HEIGHT_MIN + 3))
        place_bands(&maker, y, room);
    else
        place_single(&maker, y, room);
    return layout;
}
