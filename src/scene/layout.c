#include "layout.h"

#include "matrix_fit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define COST_WIDTH         25
#define COST_WIDTH_TIGHT   17
#define GLOSSED_HEIGHT_MIN 40
#define COST_HEIGHT        14
#define COST_SPARE         2 /* lines of it that only set apart, or say more than is needed */
#define NEXT_WIDTH         30
#define NEXT_WIDTH_WIDE    46
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

struct maker {
    const struct av_player *player;
    struct av_layout *layout;
    enum av_charset charset;
    int width;
    bool bare;                                /* the matrices alone: the cost stands elsewhere */
    enum av_view_id about[AV_VIEW_COUNT + 1]; /* the views of the stage, most important first */
    int n_about;
    int widths[AV_VIEW_COUNT + 1][AV_COMFORT_COUNT]; /* wanted by each panel, once asked for; 0 before */
    int reserved[AV_PANELS_MAX];                     /* for a band that is filled and not yet placed */
    int n_reserved;
};

struct band {
    int what[AV_PANELS_MAX]; /* by importance */
    int comfort[AV_PANELS_MAX];
    int n;
};

static bool is_about(const struct maker *maker, int what)
{
    for (int i = 0; i < maker->n_about; i++) {
        if ((int)maker->about[i] == what)
            return true;
    }
    return false;
}

/* Bright is what comes to be, or changes, at this very stage. */
static bool is_bright(const struct maker *maker, int what)
{
    enum av_stage now = (enum av_stage)maker->player->place.stage;
    struct av_view view = av_view_of(maker->player, (enum av_view_id)what);
    bool computed = av_view_rows_are_tokens(&view) || av_view_row_axis(&view) == AV_AXIS_SOURCE;
    if (!is_about(maker, what) || (!computed && what != AV_VIEW_NEXT))
        return false;
    if (what == AV_VIEW_S)
        return now >= AV_STAGE_SCORES && now <= AV_STAGE_MASK;
    return av_view_stage(&view) == now || (now == AV_STAGE_APPEND && (what == AV_VIEW_K || what == AV_VIEW_V));
}

static int measure_width(const struct maker *maker, int what, int comfort)
{
    if (what == AV_PANEL_COST)
        return comfort == AV_COMFORT_TIGHT ? COST_WIDTH_TIGHT : COST_WIDTH;
    if (what == AV_VIEW_NEXT)
        return comfort == AV_COMFORT_TIGHT ? NEXT_WIDTH : NEXT_WIDTH_WIDE;
    struct av_view view = av_view_of(maker->player, (enum av_view_id)what);
    return av_matrix_wanted_width(&view, (enum av_comfort)comfort, maker->charset);
}

/* Inside the frame. */
static int wanted_width(struct maker *maker, int what, int comfort)
{
    int *width = &maker->widths[what][comfort];
    if (*width == 0)
        *width = measure_width(maker, what, comfort);
    return *width;
}

static int wanted_height(const struct maker *maker, int what)
{
    if (what == AV_PANEL_COST)
        return COST_HEIGHT;
    struct av_view view = av_view_of(maker->player, (enum av_view_id)what);
    int height = av_matrix_wanted_height(&view);
    return what == AV_VIEW_NEXT && height > 16 ? 16 : height;
}

/* The band's width with its frames: panels share the frame between them. */
static int band_width(struct maker *maker, const struct band *band)
{
    int sum = 1;
    for (int i = 0; i < band->n; i++)
        sum += wanted_width(maker, band->what[i], band->comfort[i]) + 1;
    return sum;
}

static bool placed(const struct maker *maker, const struct band *band, int what)
{
    for (int i = 0; i < band->n; i++) {
        if (band->what[i] == what)
            return true;
    }
    for (int i = 0; i < maker->n_reserved; i++) {
        if (maker->reserved[i] == what)
            return true;
    }
    for (int i = 0; i < maker->layout->n_panel; i++) {
        if (maker->layout->panels[i].what == what)
            return true;
    }
    return false;
}

/* Adds a panel to the band if there is such a matrix, it is not there yet and it fits; the first always does. */
static void offer(struct maker *maker, struct band *band, int what, int comfort)
{
    if (what == AV_PANEL_COST && maker->bare)
        return;
    if (what != AV_PANEL_COST && !av_view_exists(maker->player, (enum av_view_id)what))
        return;
    if (placed(maker, band, what) || band->n + maker->n_reserved + maker->layout->n_panel >= AV_PANELS_MAX)
        return;
    band->what[band->n] = what;
    band->comfort[band->n] = comfort;
    band->n++;
    if (band->n > 1 && band_width(maker, band) > maker->width)
        band->n--;
}

/* No other band may have the band's panels. */
static void reserve(struct maker *maker, const struct band *band)
{
    for (int i = 0; i < band->n; i++)
        maker->reserved[maker->n_reserved++] = band->what[i];
}

/* The panel with the cursor in any case, then what the stage is about. Whoever asks for digits means the first of them,
 * which has its room before others come. */
static void offer_stage(struct maker *maker, struct band *band)
{
    int first = maker->player->digits > 0 && band->n == 0 ? AV_COMFORT_NORMAL : AV_COMFORT_TIGHT;
    if (maker->player->focused)
        offer(maker, band, (int)maker->player->focus, first);
    for (int i = 0; i < maker->n_about; i++)
        offer(maker, band, (int)maker->about[i], band->n == 0 ? first : AV_COMFORT_TIGHT);
}

static void offer_all(struct maker *maker, struct band *band, const unsigned char *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        offer(maker, band, list[i], AV_COMFORT_TIGHT);
}

static bool is_late(const struct maker *maker)
{
    return maker->player->place.stage >= AV_STAGE_OUTPUT;
}

static void offer_pipeline(struct maker *maker, struct band *band)
{
    offer_all(maker, band, pipeline[is_late(maker)], COUNT(*pipeline));
}

/* Panels take more room in turns, while there is some: first the bright ones, each of them by importance. */
static void spread(struct maker *maker, struct band *band, enum av_comfort most)
{
    for (int pass = 0; pass < 2 * (int)most; pass++) {
        for (int i = 0; i < band->n; i++) {
            if ((pass % 2 == 0) != is_bright(maker, band->what[i]) || band->comfort[i] > pass / 2)
                continue;
            band->comfort[i]++;
            if (band_width(maker, band) > maker->width)
                band->comfort[i]--;
        }
    }
}

static void sort_by_flow(struct band *band)
{
    for (int i = 1; i < band->n; i++) {
        for (int j = i; j > 0 && band->what[j - 1] > band->what[j]; j--) {
            int what = band->what[j], comfort = band->comfort[j];
            band->what[j] = band->what[j - 1];
            band->comfort[j] = band->comfort[j - 1];
            band->what[j - 1] = what;
            band->comfort[j - 1] = comfort;
        }
    }
}

static int band_height(const struct maker *maker, const struct band *band)
{
    int tallest = 0;
    for (int i = 0; i < band->n; i++) {
        int height = wanted_height(maker, band->what[i]);
        tallest = height > tallest ? height : tallest;
    }
    return tallest + 2;
}

/* Gives the band's panels their boxes, from left to right; what is left over goes to all in equal parts, up to the
 * last. */
static void place_band(struct maker *maker, struct band *band, int y, int height)
{
    struct av_layout *layout = maker->layout;
    spread(maker, band, AV_COMFORT_WIDE);
    sort_by_flow(band);
    int left_over = maker->width - band_width(maker, band);
    int x = 0;
    for (int i = 0; i < band->n; i++) {
        int share = left_over / (band->n - i);
        int width = wanted_width(maker, band->what[i], band->comfort[i]) + share;
        left_over -= share;
        if (x + width + 2 > maker->width) /* a lone panel that wants more than there is scrolls */
            width = maker->width - x - 2;
        layout->panels[layout->n_panel++] = (struct av_panel){
            .what = band->what[i],
            .bright = is_bright(maker, band->what[i]),
            .box = {x, y, width + 2, height},
        };
        x += width + 1;
    }
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The rest of what the stage works with, and of the pipeline. */
static void fill_last(struct maker *maker, struct band *last, int height)
{
    offer_stage(maker, last);
    if (maker->player->place.stage != AV_STAGE_PROJECT || height >= BAND_HEIGHT_MIN) /* there x needs the width */
        offer_pipeline(maker, last);
}

/* The band, and another one with the rest where low panels leave room for it. */
static void place_low(struct maker *maker, struct band *band, int y, int height)
{
    struct band last = {.n = 0};
    int first_height = least(band_height(maker, band), height), left = height - first_height;
    place_band(maker, band, y, first_height);
    if (left < LAST_HEIGHT_MIN)
        return;
    fill_last(maker, &last, left);
    if (last.n > 0)
        place_band(maker, &last, y + first_height, least(band_height(maker, &last), left));
}

/* One band: what the stage is about, the cost, then what comes near it. */
static void place_single(struct maker *maker, int y, int height)
{
    struct band band = {.n = 0};
    offer_stage(maker, &band);
    offer(maker, &band, AV_PANEL_COST, AV_COMFORT_TIGHT);
    spread(maker, &band, AV_COMFORT_NORMAL); /* before what only fills the rest */
    offer_all(maker, &band, standing, COUNT(standing));
    place_low(maker, &band, y, height);
}

/* Up to the mix Q, K, V and the cost stand above. Later they have had their say: what the stage is about is chosen
 * first and stands below, and above it, beside the cost, the rest of what the stage works with. */
static void fill_two(struct maker *maker, struct band *above, struct band *below)
{
    if (is_late(maker)) {
        offer_stage(maker, below);
        spread(maker, below, AV_COMFORT_NORMAL);
        reserve(maker, below);
        offer(maker, above, AV_PANEL_COST, AV_COMFORT_TIGHT);
        offer_stage(maker, above);
        offer_all(maker, above, standing, COUNT(standing));
        reserve(maker, above);
        offer_pipeline(maker, below);
    } else {
        offer_all(maker, above, standing, COUNT(standing));
        reserve(maker, above);
        offer_stage(maker, below);
        spread(maker, below, AV_COMFORT_NORMAL);
        offer_pipeline(maker, below);
    }
}

/* Lines of a band that only the cost stands in, and may do without. */
static int spare_height(const struct maker *maker, const struct band *band, int height)
{
    int needed = COST_HEIGHT - COST_SPARE + 2;
    for (int i = 0; i < band->n; i++) {
        int panel = band->what[i] == AV_PANEL_COST ? 0 : wanted_height(maker, band->what[i]) + 2;
        needed = panel > needed ? panel : needed;
    }
    return height - needed;
}

/* Two bands, and a last one with the rest of the pipeline where there is still room. For its last rows the cost gives
 * up what it can do without. */
static void place_bands(struct maker *maker, int y, int height)
{
    struct band above = {.n = 0}, below = {.n = 0}, last = {.n = 0};
    fill_two(maker, &above, &below);
    int above_height = least(band_height(maker, &above), height / 2);
    int below_height = least(band_height(maker, &below), height - above_height);
    int left = height - above_height - below_height;
    maker->n_reserved = 0;
    reserve(maker, &above);
    reserve(maker, &below);
    if (left >= LAST_HEIGHT_MIN)
        fill_last(maker, &last, left);
    int lacking = last.n > 0 ? band_height(maker, &last) - left : 0;
    if (lacking > 0 && lacking <= spare_height(maker, &above, above_height)) {
        above_height -= lacking;
        left += lacking;
    }
    maker->n_reserved = 0;
    place_band(maker, &above, y, above_height);
    place_band(maker, &below, y + above_height, below_height);
    if (last.n > 0)
        place_band(maker, &last, y + above_height + below_height, least(band_height(maker, &last), left));
}

/* The panel with the cursor alone, over all the room. */
static void place_zoomed(struct maker *maker, int y, int height)
{
    int what = (int)maker->player->focus;
    maker->layout->panels[maker->layout->n_panel++] =
        (struct av_panel){.what = what, .bright = is_bright(maker, what), .box = {0, y, maker->width, height}};
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
    struct maker maker = {.player = player, .layout = &layout, .charset = charset, .width = width, .bare = true};
    maker.n_about = av_view_list(player, maker.about);
    if (height >= 2 * (BAND_HEIGHT_MIN + 3)) {
        place_bands(&maker, y, height);
    } else if (height >= PANEL_MIN) {
        struct band band = {.n = 0};
        offer_stage(&maker, &band);
        spread(&maker, &band, AV_COMFORT_NORMAL);
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
    struct maker maker = {.player = player, .layout = &layout, .charset = charset, .width = width};
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
