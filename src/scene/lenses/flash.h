/* FlashAttention's sheet: what is drawn of it, part by part, and what its two files share. */
#ifndef ATTNVIZ_SCENE_LENSES_FLASH_H
#define ATTNVIZ_SCENE_LENSES_FLASH_H

#include "lenses.h"

#define AV_FLASH_DECIMALS 4

/* What may be shown, the most needed first, so long as there are lines. */
enum av_flash_part {
    AV_FLASH_PART_TILES, /* at least the one that is looked at */
    AV_FLASH_PART_STATE, /* m, f, l */
    AV_FLASH_PART_MIX,   /* o before and after */
    AV_FLASH_PART_END,   /* o ÷ l, and how exact it is */
    AV_FLASH_PART_KEYS,  /* keys, scores, exponentials */
    AV_FLASH_PART_TITLE,
    AV_FLASH_PART_BYTES,
    AV_FLASH_PART_HEADINGS,
    AV_FLASH_PART_COUNT,
};

struct av_flash_sheet {
    const struct av_pen *pen;
    const struct av_flash_walk *walk;
    bool covered;                   /* a question is open that the numbers would answer */
    int lines[AV_FLASH_PART_COUNT]; /* of each part; 0 where there is no room for it */
    int air;                        /* blank lines that may be left between the parts */
    int y;
};

/* flash.c: words in the next line. */
void av_flash_draw_line(struct av_flash_sheet *sheet, enum av_role role, const char *text);

/* flash_tiles.c: the query and its tiles; how many tiles there are, those that the mask hides among them. */
int av_flash_tiles_of_step(const struct av_flash_walk *walk);
void av_flash_draw_title(struct av_flash_sheet *sheet);
void av_flash_draw_headings(struct av_flash_sheet *sheet);
void av_flash_draw_tiles(struct av_flash_sheet *sheet);

#endif
