#include "attnviz/base/text.h"

#include <stdio.h>
#include <string.h>

#include <utf8proc.h>

#include "ascii.h"

#define MARKS_MAX      4
#define MARKS_BEGIN    0xCC /* the first byte of U+0300, before which there are no marks */
#define DOTTED_CIRCLE  0x25CC
#define JOINER         0x200D /* zero-width joiner: an emoji sequence goes on */
#define REGIONAL_FIRST 0x1F1E6
#define REGIONAL_LAST  0x1F1FF

#define IDEOGRAPHIC_SPACE 0x3000
#define FULL_WIDTH_FIRST  0xFF00 /* U+FF01 … U+FF5E are ! … ~ once more, as wide as an ideograph */
#define FULL_WIDTH_LAST   0xFF5E

/* What a code point may do on a screen. */
enum kind {
    KIND_BASE,     /* stands by itself, in one or two columns */
    KIND_MARK,     /* sits on the base before it */
    KIND_VARIANT,  /* variation selector: asks for another look of the base before it */
    KIND_REGIONAL, /* half a flag */
    KIND_UNSAFE,   /* steers, hides, or is no character */
};

size_t av_utf8_decode(const char *bytes, size_t length, uint32_t *code_point)
{
    utf8proc_int32_t value;
    utf8proc_ssize_t most = length < 4 ? (utf8proc_ssize_t)length : 4;
    utf8proc_ssize_t taken = most == 0 ? 0 : utf8proc_iterate((const utf8proc_uint8_t *)bytes, most, &value);
    if (taken <= 0)
        return 0;
    *code_point = (uint32_t)value;
    return (size_t)taken;
}

size_t av_utf8_encode(uint32_t code_point, char *bytes)
{
    return (size_t)utf8proc_encode_char((utf8proc_int32_t)code_point, (utf8proc_uint8_t *)bytes);
}

bool av_utf8_valid(const char *bytes, size_t length, size_t *offset)
{
    for (size_t at = 0; at < length;) {
        uint32_t code_point;
        size_t taken = (unsigned char)bytes[at] < 0x80 ? 1 : av_utf8_decode(bytes + at, length - at, &code_point);
        if (taken == 0) {
            if (offset)
                *offset = at;
            return false;
        }
        at += taken;
    }
    return true;
}

/* The next character of *text as it is compared, and *text behind it; a byte that is part of none stands for itself. */
static uint32_t next_compared(const char **text)
{
    uint32_t code_point;
    size_t taken = av_utf8_decode(*text, strlen(*text), &code_point);
    if (taken == 0) {
        code_point = 0x110000 + (unsigned char)**text; /* past Unicode */
        taken = 1;
    }
    *text += taken;
    if (code_point > FULL_WIDTH_FIRST && code_point <= FULL_WIDTH_LAST)
        code_point -= FULL_WIDTH_FIRST - ' ';
    else if (code_point == IDEOGRAPHIC_SPACE)
        code_point = ' ';
    return code_point < 0x110000 ? (uint32_t)utf8proc_tolower((utf8proc_int32_t)code_point) : code_point;
}

static bool begins_with(const char *text, const char *part)
{
    while (*part != '\0') {
        if (*text == '\0' || next_compared(&text) != next_compared(&part))
            return false;
    }
    return true;
}

bool av_text_has(const char *text, const char *part)
{
    for (; *text != '\0'; next_compared(&text)) {
        if (begins_with(text, part))
            return true;
    }
    return *part == '\0';
}

static bool is_variation_selector(uint32_t code_point)
{
    return (code_point >= 0xFE00 && code_point <= 0xFE0F) || (code_point >= 0xE0100 && code_point <= 0xE01EF);
}

static bool is_skin_tone(uint32_t code_point)
{
    return code_point >= 0x1F3FB && code_point <= 0x1F3FF;
}

static const utf8proc_property_t *property_of(uint32_t code_point)
{
    return utf8proc_get_property((utf8proc_int32_t)code_point);
}

static bool is_emoji(const utf8proc_property_t *property)
{
    return property->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

static enum kind classify(uint32_t code_point, const utf8proc_property_t *property)
{
    if (code_point < 0x80)
        return code_point >= ' ' && code_point != 0x7F ? KIND_BASE : KIND_UNSAFE;
    if (is_variation_selector(code_point))
        return KIND_VARIANT;
    if (code_point >= REGIONAL_FIRST && code_point <= REGIONAL_LAST)
        return KIND_REGIONAL;
    if (property->ignorable)
        return KIND_UNSAFE;
    switch (property->category) {
    case UTF8PROC_CATEGORY_CN: /* unassigned, and noncharacters */
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return KIND_UNSAFE;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
        return KIND_MARK;
    default:
        break;
    }
    /* the later letters of a Korean syllable are drawn inside its first */
    bool later_letter = property->boundclass == UTF8PROC_BOUNDCLASS_V || property->boundclass == UTF8PROC_BOUNDCLASS_T;
    return later_letter ? KIND_MARK : KIND_BASE;
}

/* The code point at text, which ends with a zero: the bytes it takes; 0 at the end and where they are not UTF-8. */
static size_t peek(const char *text, uint32_t *code_point)
{
    return *text == '\0' ? 0 : av_utf8_decode(text, strnlen(text, 4), code_point);
}

static void put(struct av_glyph *glyph, uint32_t code_point)
{
    size_t length = strlen(glyph->text);
    glyph->text[length + av_utf8_encode(code_point, glyph->text + length)] = '\0';
}

/* Steps over what follows an emoji and would only change its look: a variation selector, a skin tone, and further emoji
 * joined to it. */
static const char *skip_emoji_tail(const char *text)
{
    for (;;) {
        uint32_t next, joined;
        size_t taken = peek(text, &next);
        if (taken > 0 && is_variation_selector(next)) {
            text += taken;
            taken = peek(text, &next);
        }
        if (taken > 0 && is_skin_tone(next)) {
            text += taken;
            taken = peek(text, &next);
        }
        if (taken == 0 || next != JOINER)
            return text;
        size_t more = peek(text + taken, &joined);
        if (more == 0 || !is_emoji(property_of(joined)))
            return text; /* a joiner that joins nothing hides: it is shown as an escape */
        text += taken + more;
    }
}

/* Takes the marks that follow; those beyond MARKS_MAX are dropped, since a screen cell has no room for them. One
 * variation selector is dropped as well; a second one in a row can only be there to hide something, and stays for an
 * escape. */
static const char *take_marks(const char *text, struct av_glyph *glyph, int marks)
{
    uint32_t next;
    if ((unsigned char)*text < MARKS_BEGIN)
        return text;
    size_t taken = peek(text, &next);
    if (taken > 0 && is_variation_selector(next)) {
        text += taken;
        taken = peek(text, &next);
    }
    for (; taken > 0 && classify(next, property_of(next)) == KIND_MARK; taken = peek(text, &next)) {
        if (marks++ < MARKS_MAX)
            put(glyph, next);
        text += taken;
    }
    return text;
}

static void emit_pending(struct av_glyphs *glyphs, struct av_glyph *glyph)
{
    *glyph = (struct av_glyph){.text = {glyphs->pending[glyphs->pending_at++]}, .width = 1};
}

/* ASCII's spelling of a sign becomes pending. A run such as ⁻⁵ is raised once: "^-5". */
static bool spell(struct av_glyphs *glyphs, uint32_t code_point)
{
    char spelling[ASCII_BYTES], more[ASCII_BYTES];
    if (av_ascii_spell(code_point, spelling) == 0)
        return false;
    size_t length = strlen(spelling);
    memcpy(glyphs->pending, spelling, length + 1);
    bool raised = length == 2 && (spelling[0] == '^' || spelling[0] == '_');
    uint32_t next;
    for (size_t taken; raised && length + 2 < sizeof glyphs->pending; length++) {
        taken = peek(glyphs->text, &next);
        if (taken == 0 || av_ascii_spell(next, more) != 2 || more[0] != spelling[0])
            break;
        glyphs->pending[length] = more[1];
        glyphs->pending[length + 1] = '\0';
        glyphs->text += taken;
    }
    return true;
}

/* A glyph that starts with code_point, which the walk has just passed. */
static void emit(struct av_glyphs *glyphs, struct av_glyph *glyph, uint32_t code_point, enum kind kind,
                 const utf8proc_property_t *property)
{
    *glyph = (struct av_glyph){.width = 1};
    if (kind == KIND_MARK) {
        put(glyph, DOTTED_CIRCLE);
        put(glyph, code_point);
        glyphs->text = take_marks(glyphs->text, glyph, 1);
        return;
    }
    put(glyph, code_point);
    if (glyphs->charset == AV_CHARSET_ASCII)
        return; /* marks are spelt by themselves */
    /* spacing marks, to which utf8proc gives no width, take a column on every terminal */
    glyph->width = property->charwidth == 2 ? 2 : 1;
    if (is_emoji(property))
        glyphs->text = skip_emoji_tail(glyphs->text);
    glyphs->text = take_marks(glyphs->text, glyph, 0);
}

/* At an ASCII character with another one, or the end, behind it: by far the most frequent, so worth a short way. */
static bool at_plain(const struct av_glyphs *glyphs)
{
    const char *text = glyphs->text;
    return text[0] >= ' ' && text[0] <= '~' && (unsigned char)text[1] < 0x80;
}

static bool has_pending(const struct av_glyphs *glyphs)
{
    return glyphs->pending[glyphs->pending_at] != '\0';
}

/* What cannot be shown as it is becomes pending: a flag's letter, a sign's spelling, or an escape. */
static void replace(struct av_glyphs *glyphs, uint32_t code_point, enum kind kind)
{
    if (kind == KIND_REGIONAL)
        snprintf(glyphs->pending, sizeof glyphs->pending, "%c", (char)('A' + (code_point - REGIONAL_FIRST)));
    else if (kind != KIND_BASE || !spell(glyphs, code_point))
        snprintf(glyphs->pending, sizeof glyphs->pending, "\\u{%x}", (unsigned)code_point);
}

bool av_glyphs_next(struct av_glyphs *glyphs, struct av_glyph *glyph)
{
    if (has_pending(glyphs)) {
        emit_pending(glyphs, glyph);
        return true;
    }
    glyphs->pending[0] = '\0';
    glyphs->pending_at = 0;
    if (at_plain(glyphs)) {
        *glyph = (struct av_glyph){.text = {*glyphs->text++}, .width = 1};
        return true;
    }
    if (*glyphs->text == '\0')
        return false;

    uint32_t code_point;
    size_t taken = peek(glyphs->text, &code_point);
    if (taken == 0) {
        snprintf(glyphs->pending, sizeof glyphs->pending, "\\x{%02x}", (unsigned char)*glyphs->text++);
        emit_pending(glyphs, glyph);
        return true;
    }
    glyphs->text += taken;
    const utf8proc_property_t *property = property_of(code_point);
    enum kind kind = classify(code_point, property);
    bool known = glyphs->charset == AV_CHARSET_UNICODE || code_point < 0x80;
    if (known && (kind == KIND_BASE || kind == KIND_MARK)) {
        emit(glyphs, glyph, code_point, kind, property);
    } else {
        replace(glyphs, code_point, kind);
        emit_pending(glyphs, glyph);
    }
    return true;
}

int av_text_width(const char *text, enum av_charset charset)
{
    struct av_glyphs glyphs = {.text = text, .charset = charset};
    struct av_glyph glyph;
    int width = 0;
    for (;;) {
        for (; !has_pending(&glyphs) && at_plain(&glyphs); width++)
            glyphs.text++;
        if (!av_glyphs_next(&glyphs, &glyph))
            return width;
        width += glyph.width;
    }
}

/* An escape has a backslash that the text has not. */
bool av_text_is_plain(const char *text)
{
    struct av_glyphs glyphs = {.text = text, .charset = AV_CHARSET_ASCII};
    struct av_glyph glyph;
    int backslashes = 0;
    for (const char *at = text; (at = strchr(at, '\\')) != NULL; at++)
        backslashes--;
    while (av_glyphs_next(&glyphs, &glyph))
        backslashes += glyph.text[0] == '\\';
    return backslashes == 0;
}

size_t av_text_visible(const char *text, char *out, size_t size)
{
    struct av_glyphs glyphs = {.text = text};
    struct av_glyph glyph;
    size_t length = 0, whole = 0; /* whole: what ends neither inside a glyph nor inside an escape */
    while (av_glyphs_next(&glyphs, &glyph)) {
        size_t bytes = strlen(glyph.text);
        if (length + bytes >= size) {
            length = whole;
            break;
        }
        memcpy(out + length, glyph.text, bytes);
        length += bytes;
        if (!has_pending(&glyphs))
            whole = length;
    }
    out[length] = '\0';
    return length;
}
