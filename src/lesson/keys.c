#include "keys.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/text.h"

struct key {
    size_t offset;    /* of its quote in the bytes */
    size_t text;      /* where its name starts in keys.text */
    const char *name; /* only while sorting: text may move before */
};

void av_keys_finish(struct keys *keys)
{
    free(keys->items);
    free(keys->text);
    *keys = (struct keys){0};
}

/* Makes room for needed elements of size bytes, twice as much as before at least. */
static bool reserve(void **elements, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    size_t wanted = needed > *capacity * 2 ? needed : *capacity * 2;
    void *moved = wanted > SIZE_MAX / size ? NULL : realloc(*elements, wanted * size);
    if (!moved)
        return false;
    *elements = moved;
    *capacity = wanted;
    return true;
}

static uint32_t read_unit(const char *digits)
{
    char text[5] = {digits[0], digits[1], digits[2], digits[3], '\0'};
    return (uint32_t)strtoul(text, NULL, 16);
}

/* Resolves the escape behind the backslash at from; returns how many bytes of it there are. */
static size_t resolve(const char *from, char **to)
{
    static const char names[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    if (from[1] != 'u') {
        const char *name = strchr(names, from[1]), *meaning = name ? &meanings[name - names] : &from[1];
        **to = *meaning;
        ++*to;
        return 2;
    }
    size_t taken = 6;
    uint32_t character = read_unit(from + 2);
    if (character >= 0xD800 && character <= 0xDBFF) {
        character = 0x10000 + ((character - 0xD800) << 10) + (read_unit(from + 8) - 0xDC00);
        taken = 12;
    }
    *to += av_utf8_encode(character, *to);
    return taken;
}

bool av_keys_push(struct keys *keys, const char *bytes, size_t offset, size_t length)
{
    void *items = keys->items, *text = keys->text;
    /* resolving an escape never makes it longer */
    bool room = reserve(&items, &keys->capacity, keys->count + 1, sizeof *keys->items);
    room = room && reserve(&text, &keys->text_capacity, keys->text_length + length, 1);
    keys->items = items;
    keys->text = text;
    if (!room)
        return false;
    keys->items[keys->count++] = (struct key){.offset = offset, .text = keys->text_length};
    const char *from = bytes + offset + 1, *end = bytes + offset + length - 1;
    char *to = keys->text + keys->text_length;
    while (from < end) {
        if (*from == '\\')
            from += resolve(from, &to);
        else
            *to++ = *from++;
    }
    *to++ = '\0';
    keys->text_length = (size_t)(to - keys->text);
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->offset > y->offset) - (x->offset < y->offset);
}

void av_keys_pop(struct keys *keys, size_t count,
                 void (*found)(void *context, const char *name, size_t first, size_t again), void *context)
{
    if (keys->count == count)
        return;
    struct key *items = keys->items + count;
    size_t n = keys->count - count, text = items[0].text;
    for (size_t i = 0; i < n; i++)
        items[i].name = keys->text + items[i].text;
    qsort(items, n, sizeof *items, compare);
    for (size_t i = 1, first = 0; i < n; i++) {
        if (strcmp(items[first].name, items[i].name) == 0)
            found(context, items[i].name, items[first].offset, items[i].offset);
        else
            first = i;
    }
    keys->count = count;
    keys->text_length = text;
}
