#include "panels.h"

void av_draw_notes(const struct av_pen *pen, int y, int lines)
{
    const struct av_player *player = pen->player;
    const struct av_note *note = av_lesson_note(player->lesson, &player->place, player->cache_on);
    const char *words = note != NULL
                            ? note->words.in[pen->language]
                            : av_string_narration((enum av_stage)player->place.stage, player->cache_on, pen->language);
    av_draw_wrapped(pen, 1, y, pen->canvas->width - 2, lines, AV_ROLE_TEXT, words);
}
