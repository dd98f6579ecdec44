/* The lenses as tabs. */
#include <criterion/criterion.h>

#include "kit.h"

static struct av_lesson lesson;
static struct av_player player;

static void open_player(void)
{
    struct av_config config = kit_config();
    kit_lesson_init(&lesson, &config, 5, 5, 1);
    kit_open(&player, &lesson);
    kit_go(&player, 3, AV_STAGE_MIX, 1, 1);
}

static void close_player(void)
{
    kit_close(&player, &lesson);
}

TestSuite(lens, .init = open_player, .fini = close_player);

Test(lens, tabs_are_a_ring_of_all_lenses)
{
    bool seen[AV_LENS_COUNT] = {false};
    int met = 0;
    do {
        int from = player.place.lens;
        cr_assert_not(seen[from]);
        seen[from] = true;
        met++;
        kit_press(&player, ".");
        cr_assert_eq(player.place.lens > from, player.place.lens != AV_LENS_PANELS,
                     "to the right, or round to the first");
        kit_press(&player, ",");
        cr_assert_eq(player.place.lens, from, "and back");
        kit_press(&player, ".");
    } while (player.place.lens != AV_LENS_PANELS);
    cr_assert_eq(met, AV_LENS_COUNT);
    cr_assert(player.place.token == 3 && player.place.stage == AV_STAGE_MIX && player.place.layer == 1 &&
              player.place.head == 1);
}
