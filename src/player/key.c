#include "attnviz/player/key.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "attnviz/base/text.h"

static const struct named_key {
    int key;
    const char *name, *label;
} named_keys[] = {
    {AV_KEY_RIGHT, "Right", "→"},       {AV_KEY_LEFT, "Left", "←"},
    {AV_KEY_DOWN, "Down", "↓"},         {AV_KEY_UP, "Up", "↑"},
    {AV_KEY_HOME, "Home", "Home"},      {AV_KEY_END, "End", "End"},
    {AV_KEY_PAGE_UP, "PageUp", "PgUp"}, {AV_KEY_PAGE_DOWN, "PageDown", "PgDn"},
    {AV_KEY_TAB, "Tab", "Tab"},         {AV_KEY_BACK_TAB, "Shift-Tab", "Shift-Tab"},
    {AV_KEY_ENTER, "Enter", "Enter"},   {AV_KEY_ESCAPE, "Escape", "Esc"},
    {AV_KEY_SPACE, "Space", "Space"},   {AV_KEY_BACKSPACE, "Backspace", "Backspace"},
};

#define NAMED_KEYS (sizeof named_keys / sizeof *named_keys)

static const char ctrl[] = "Ctrl-";

static const struct named_key *find_key(int key)
{
    for (size_t i = 0; i < NAMED_KEYS; i++) {
        if (named_keys[i].key == key)
            return &named_keys[i];
    }
    return NULL;
}

static const struct named_key *find_name(const char *name)
{
    for (size_t i = 0; i < NAMED_KEYS; i++) {
        if (strcasecmp(named_keys[i].name, name) == 0 || strcasecmp(named_keys[i].label, name) == 0)
            return &named_keys[i];
    }
    return NULL;
}

/* The letter of "Ctrl-X" as the terminal sends it; AV_KEY_NONE where the name is not of that kind. */
static int parse_ctrl(const char *name)
{
    size_t length = sizeof ctrl - 1;
    if (strncasecmp(name, ctrl, length) != 0 || strlen(name) != length + 1)
        return AV_KEY_NONE;
    int letter = (unsigned char)name[length] & ~0x20; /* upper case */
    return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 1 : AV_KEY_NONE;
}

bool av_key_parse(const char *name, int *key)
{
    const struct named_key *named = find_name(name);
    int control = parse_ctrl(name);
    if (named) {
        *key = named->key;
        return true;
    }
    if (control != AV_KEY_NONE) {
        *key = control;
        return true;
    }
    uint32_t code_point = 0;
    size_t length = strlen(name);
    if (length == 0 || av_utf8_decode(name, length, &code_point) != length || code_point < ' ' || code_point == 0x7f)
        return false;
    *key = (int)code_point;
    return true;
}

/* Of a key that has no name of its own. */
static const char *character(int key, char *buffer, size_t size)
{
    if (key >= 1 && key <= 26) {
        snprintf(buffer, size, "%s%c", ctrl, 'A' + key - 1);
    } else {
        char bytes[5] = "";
        if (key >= ' ' && key < AV_KEY_RIGHT)
            bytes[av_utf8_encode((uint32_t)key, bytes)] = '\0';
        snprintf(buffer, size, "%s", bytes);
    }
    return buffer;
}

const char *av_key_name(int key, char *buffer, size_t size)
{
    const struct named_key *named = find_key(key);
    if (!named)
        return character(key, buffer, size);
    snprintf(buffer, size, "%s", named->name);
    return buffer;
}

const char *av_key_label(int key, char *buffer, size_t size)
{
    const struct named_key *named = find_key(key);
    if (!named)
        return character(key, buffer, size);
    snprintf(buffer, size, "%s", named->label);
    return buffer;
}
