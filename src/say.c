#include "say.h"

void av_say(FILE *file, enum av_charset charset, int columns, const char *text)
{
    struct av_glyphs glyphs = {.text = text, .charset = charset};
    struct av_glyph glyph;
    int written = 0;
    for (; av_glyphs_next(&glyphs, &glyph); written += glyph.width)
        fputs(glyph.text, file);
    for (; written < columns; written++)
        fputc(' ', file);
}

void av_say_line(FILE *file, enum av_charset charset, const char *text)
{
    av_say(file, charset, 0, text);
    fputc('\n', file);
}
