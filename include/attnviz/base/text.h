/* Text: UTF-8, the columns it takes on a terminal, and nothing in it that could steer the terminal.
 *
 * What may appear on a screen is a glyph: one grapheme cluster of printable characters in one or two
 * columns. Everything else (controls, bidi overrides, zero-width characters, invalid bytes) is turned
 * into visible escapes such as \u{1b}, here and nowhere else, and everything drawn goes through here. */
#ifndef ATTNVIZ_BASE_TEXT_H
#define ATTNVIZ_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest glyph: a base character and four marks (ncurses' CCHARW_MAX is 5), ended with a zero. */
#define AV_GLYPH_BYTES 21

enum av_charset {
    AV_CHARSET_UNICODE,
    AV_CHARSET_ASCII, /* frames, signs and arrows become plain characters, the rest escapes */
};

struct av_glyph {
    char text[AV_GLYPH_BYTES];
    int width; /* columns: 1 or 2 */
};

/* Walks text glyph by glyph. Set text and charset, and leave the rest zero. */
struct av_glyphs {
    const char *text;
    enum av_charset charset;
    char pending[24]; /* what is left of an escape, or of a sign that ASCII spells in several characters */
    int pending_at;
};

/* The next glyph of the walk; false at the end. Emoji sequences are shown as their first emoji, flags
 * as their two letters: terminals disagree about the width of the whole. */
bool av_glyphs_next(struct av_glyphs *glyphs, struct av_glyph *glyph);

/* Columns that text takes when drawn. */
int av_text_width(const char *text, enum av_charset charset);

/* Decodes one code point from length bytes: the bytes it took, or 0 where they are not UTF-8 (RFC 3629). */
size_t av_utf8_decode(const char *bytes, size_t length, uint32_t *code_point);

/* Writes code_point to bytes (at most 4, no ending zero): the bytes written. */
size_t av_utf8_encode(uint32_t code_point, char *bytes);

/* True where all length bytes are UTF-8; otherwise *offset (may be NULL) is that of the first wrong byte. */
bool av_utf8_valid(const char *bytes, size_t length, size_t *offset);

/* True where text has part in it, letters of either case being the same, and those of full width (as Chinese input
 * methods make them) the same as plain ones. Everything has the empty part. */
bool av_text_has(const char *text, const char *part);

/* True where ASCII has a character or a spelling for all of text, so that no escape is needed. */
bool av_text_is_plain(const char *text);

/* Copies text into out[size] with everything unprintable escaped; cut at a glyph where it does not fit.
 * Returns the bytes written, without the ending zero. size ≥ 1. */
size_t av_text_visible(const char *text, char *out, size_t size);

#endif
