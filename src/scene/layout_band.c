#include "layout_band.h"

#define COST_WIDTH       25
#define COST_WIDTH_TIGHT 17
#define COST_HEIGHT      14
#define COST_SPARE       2 /* lines of it that only set apart, or say more than is needed */
#define NEXT_WIDTH       30
#define NEXT_WIDTH_WIDE  46

static bool is_about(const struct av_layout_maker *maker, int what)
{
    for (int i = 0; i < maker->n_about; i++) {
        if ((int)maker->about[i] == what)
            return true;
    }
    return false;
}

bool av_layout_is_bright(const struct av_layout_maker *maker, int what)
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

static int measure_width(const struct av_layout_maker *maker, int what, int comfort)
{
    if (what == AV_PANEL_COST)
        return comfort == AV_COMFORT_TIGHT ? COST_WIDTH_TIGHT : COST_WIDTH;
    if (what == AV_VIEW_NEXT)
        return comfort == AV_COMFORT_TIGHT ? NEXT_WIDTH : NEXT_WIDTH_WIDE;
    struct av_view view = av_view_of(maker->player, (enum av_view_id)what);
    return av_matrix_wanted_width(&view, (enum av_comfort)comfort, maker->charset);
}

/* Inside the frame. */
static int wanted_width(struct av_layout_maker *maker, int what, int comfort)
{
    int *width = &maker->widths[what][comfort];
    if (*width == 0)
        *width = measure_width(maker, what, comfort);
    return *width;
}

static int wanted_height(const struct av_layout_maker *maker, int what)
{
    if (what == AV_PANEL_COST)
        return COST_HEIGHT;
    struct av_view view = av_view_of(maker->player, (enum av_view_id)what);
    int height = av_matrix_wanted_height(&view);
    return what == AV_VIEW_NEXT && height > 16 ? 16 : height;
}

/* The band's width with its frames: panels share the frame between them. */
static int band_width(struct av_layout_maker *maker, const struct av_band *band)
{
    int sum = 1;
    for (int i = 0; i < band->n; i++)
        sum += wanted_width(maker, band->what[i], band->comfort[i]) + 1;
    return sum;
}

static bool placed(const struct av_layout_maker *maker, const struct av_band *band, int what)
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

void av_band_offer(struct av_layout_maker *maker, struct av_band *band, int what, int comfort)
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

void av_band_reserve(struct av_layout_maker *maker, const struct av_band *band)
{
    for (int i = 0; i < band->n; i++)
        maker->reserved[maker->n_reserved++] = band->what[i];
}

void av_band_spread(struct av_layout_maker *maker, struct av_band *band, enum av_comfort most)
{
    for (int pass = 0; pass < 2 * (int)most; pass++) {
        for (int i = 0; i < band->n; i++) {
            if ((pass % 2 == 0) != av_layout_is_bright(maker, band->what[i]) || band->comfort[i] > pass / 2)
                continue;
            band->comfort[i]++;
            if (band_width(maker, band) > maker->width)
                band->comfort[i]--;
        }
    }
}

static void sort_by_flow(struct av_band *band)
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

int av_band_height(const struct av_layout_maker *maker, const struct av_band *band)
{
    int tallest = 0;
    for (int i = 0; i < band->n; i++) {
        int height = wanted_height(maker, band->what[i]);
        tallest = height > tallest ? height : tallest;
    }
    return tallest + 2;
}

void av_band_place(struct av_layout_maker *maker, struct av_band *band, int y, int height)
{
    struct av_layout *layout = maker->layout;
    av_band_spread(maker, band, AV_COMFORT_WIDE);
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
            .bright = av_layout_is_bright(maker, band->what[i]),
            .box = {x, y, width + 2, height},
        };
        x += width + 1;
    }
}

int av_band_spare(const struct av_layout_maker *maker, const struct av_band *band, int height)
{
    int needed = COST_HEIGHT - COST_SPARE + 2;
    for (int i = 0; i < band->n; i++) {
        int panel = band->what[i] == AV_PANEL_COST ? 0 : wanted_height(maker, band->what[i]) + 2;
        needed = panel > needed ? panel : needed;
    }
    return height - needed;
}
