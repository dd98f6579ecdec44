#include "attnviz/player/picker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/memory.h"
#include "attnviz/base/text.h"
#include "attnviz/player/keymap.h"
#include "inner.h"

#define IDEOGRAPHIC_SPACE 0x3000 /* what Chinese input methods make of the space bar */

/* Where somebody stopped: not where a lesson is at its end, nor in one that may have changed since. */
static void find_stop(struct av_pick *pick, const struct av_shelf_entry *entry, const struct av_lesson_progress *known)
{
    bool ended = known->place.token == entry->n_token - 1 && known->place.stage == AV_STAGE_NEXT;
    pick->stopped = known->seen && !ended && known->place.token < entry->n_token;
    pick->place = known->place;
}

static struct av_pick pick_of(const struct av_shelf_entry *entry, const struct av_progress *progress)
{
    struct av_lesson_progress known;
    av_progress_get(progress, entry->name, &known);
    struct av_pick pick = {.best = known.best, .of = known.of, .used = known.used};
    pick.state = entry->fault     ? AV_PROGRESS_FAULTY
                 : known.finished ? AV_PROGRESS_DONE
                 : known.seen     ? AV_PROGRESS_STARTED
                                  : AV_PROGRESS_NEW;
    find_stop(&pick, entry, &known);
    return pick;
}

static bool entry_has(const struct av_shelf_entry *entry, const char *word)
{
    bool has = av_text_has(entry->name, word);
    for (int i = 0; i < AV_LANGUAGE_COUNT && !has; i++)
        has = av_text_has(entry->title.in[i], word) || av_text_has(entry->teaches.in[i], word);
    return has;
}

/* True where the entry has each word of the filter somewhere. */
static bool passes(const struct av_shelf_entry *entry, const char *filter)
{
    char words[AV_FILTER_BYTES], *rest;
    snprintf(words, sizeof words, "%s", filter);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (!entry_has(entry, word))
            return false;
    }
    return true;
}

/* Fills shown anew, with the entry chosen if it is among them, else the first one. */
static void show(struct av_picker *picker, int entry)
{
    picker->n_shown = picker->at = 0;
    for (int i = 0; i < picker->library->count; i++) {
        if (!passes(&picker->library->entries[i], picker->filter))
            continue;
        if (i == entry)
            picker->at = picker->n_shown;
        picker->shown[picker->n_shown++] = i;
    }
}

static bool is_to_do(const struct av_picker *picker, int entry)
{
    enum av_progress_state state = picker->picks[entry].state;
    return state == AV_PROGRESS_NEW || state == AV_PROGRESS_STARTED;
}

/* The first entry from one on, to before the end, that is to be done; end where there is none. */
static int next_to_do(const struct av_picker *picker, int from, int end)
{
    while (from < end && !is_to_do(picker, from))
        from++;
    return from;
}

/* The first entry of a folder that the user named, who then means that one; 0 where none was, or where they have
 * nothing. */
static int first_meant(const struct av_library *library)
{
    for (int i = 0; i < library->count; i++) {
        if (library->shelves[library->entries[i].shelf].kind == AV_SHELF_FOLDER)
            return i;
    }
    return 0;
}

/* The entry from one on that was used last; −1 where none was. */
static int last_used(const struct av_picker *picker, int from)
{
    int last = -1;
    double most = 0;
    for (int i = from; i < picker->library->count; i++) {
        if (picker->picks[i].used > most) {
            most = picker->picks[i].used;
            last = i;
        }
    }
    return last;
}

static bool is_behind(const struct av_picker *picker, int entry)
{
    return picker->picks[entry].state == AV_PROGRESS_DONE && !picker->picks[entry].stopped;
}

/* The next lesson of an entry's shelf that is to be done, if need be from its beginning; the entry where there is
 * none. */
static int next_of_shelf(const struct av_picker *picker, int entry)
{
    const struct av_shelf *shelf = &picker->library->shelves[picker->library->entries[entry].shelf];
    int end = shelf->first + shelf->count, next = next_to_do(picker, entry + 1, end);
    if (next == end)
        next = next_to_do(picker, shelf->first, end);
    return next < end ? next : entry;
}

/* Where the learner goes on: in the lesson that was used last, or, where that is done, in the next one of its shelf. */
static int where_to_go_on(const struct av_picker *picker)
{
    const struct av_library *library = picker->library;
    int meant = first_meant(library), last = last_used(picker, meant);
    if (last < 0) {
        int first = next_to_do(picker, meant, library->count);
        return first < library->count ? first : meant;
    }
    return is_behind(picker, last) ? next_of_shelf(picker, last) : last;
}

/* Gives it the arrays for a library; false, and it is as it was, where memory runs out. */
static bool take_library(struct av_picker *picker, const struct av_library *library, const struct av_progress *progress)
{
    struct av_pick *picks = av_allocate((size_t)library->count, sizeof *picks);
    int *shown = av_allocate((size_t)library->count, sizeof *shown);
    if (!picks || !shown) {
        free(picks);
        free(shown);
        return false;
    }
    for (int i = 0; i < library->count; i++)
        picks[i] = pick_of(&library->entries[i], progress);
    av_picker_finish(picker);
    picker->library = library;
    picker->picks = picks;
    picker->shown = shown;
    picker->ended = false;
    picker->opened = -1;
    return true;
}

static enum av_status no_memory(struct av_error *error)
{
    return av_error_set(error, AV_ERROR_MEMORY, "", "no memory for a list of lessons");
}

enum av_status av_picker_init(struct av_picker *picker, const struct av_library *library,
                              const struct av_progress *progress, struct av_error *error)
{
    *picker = (struct av_picker){.page_rows = 1, .opened = -1};
    if (!take_library(picker, library, progress))
        return no_memory(error);
    show(picker, where_to_go_on(picker));
    return AV_OK;
}

/* The entry that is what an entry of another library was: of the same file; −1 where there is none. */
static int find_again(const struct av_library *library, const struct av_shelf_entry *entry)
{
    for (int i = 0; entry && i < library->count; i++) {
        if (strcmp(library->entries[i].path, entry->path) == 0)
            return i;
    }
    return -1;
}

enum av_status av_picker_renew(struct av_picker *picker, const struct av_library *library,
                               const struct av_progress *progress, struct av_error *error)
{
    int entry = find_again(library, av_picker_entry(picker));
    bool was_behind = entry >= 0 && is_behind(picker, picker->shown[picker->at]);
    if (!take_library(picker, library, progress))
        return no_memory(error);
    int next = entry >= 0 && !was_behind && is_behind(picker, entry) ? next_of_shelf(picker, entry) : entry;
    show(picker, next >= 0 && passes(&library->entries[next], picker->filter) ? next : entry);
    return AV_OK;
}

void av_picker_finish(struct av_picker *picker)
{
    free(picker->picks);
    free(picker->shown);
    picker->picks = NULL;
    picker->shown = NULL;
}

const struct av_shelf_entry *av_picker_entry(const struct av_picker *picker)
{
    return picker->n_shown > 0 ? &picker->library->entries[picker->shown[picker->at]] : NULL;
}

int av_picker_done(const struct av_picker *picker, int shelf)
{
    const struct av_shelf *of = &picker->library->shelves[shelf];
    int count = 0;
    for (int i = of->first; i < of->first + of->count; i++)
        count += picker->picks[i].state == AV_PROGRESS_DONE;
    return count;
}

static void go(struct av_picker *picker, int at)
{
    picker->at = picker->n_shown > 0 ? clamp(at, 0, picker->n_shown - 1) : 0;
}

/* The filter has changed: the chosen lesson stays chosen as long as it is there. */
static void filter_anew(struct av_picker *picker)
{
    show(picker, picker->n_shown > 0 ? picker->shown[picker->at] : -1);
}

static void type(struct av_picker *picker, int character)
{
    char bytes[4];
    if (character == IDEOGRAPHIC_SPACE)
        character = ' ';
    size_t length = strlen(picker->filter), added = av_utf8_encode((uint32_t)character, bytes);
    if ((length == 0 && character == ' ') || length + added >= sizeof picker->filter)
        return;
    memcpy(picker->filter + length, bytes, added);
    picker->filter[length + added] = '\0';
    filter_anew(picker);
}

static void take_back(struct av_picker *picker)
{
    size_t length = strlen(picker->filter);
    while (length > 0 && ((unsigned char)picker->filter[--length] & 0xc0) == 0x80)
        continue;
    picker->filter[length] = '\0';
    filter_anew(picker);
}

/* Out of what is open: the filter, then the list. */
static void leave(struct av_picker *picker)
{
    if (picker->filter[0] == '\0') {
        picker->ended = true;
        return;
    }
    picker->filter[0] = '\0';
    filter_anew(picker);
}

static void open_lesson(struct av_picker *picker, int wanted)
{
    if (wanted > 0)
        go(picker, wanted - 1);
    picker->ended = picker->n_shown > 0;
    picker->opened = picker->n_shown > 0 ? picker->shown[picker->at] : -1;
}

static void move(struct av_picker *picker, enum av_command_id id)
{
    int page = picker->page_rows > 1 ? picker->page_rows : 1;
    const int by[AV_COMMAND_COUNT] = {
        [AV_COMMAND_CELL_UP] = -1,
        [AV_COMMAND_CELL_DOWN] = 1,
        [AV_COMMAND_CELL_PAGE_UP] = -page,
        [AV_COMMAND_CELL_PAGE_DOWN] = page,
        [AV_COMMAND_FIRST] = -picker->n_shown,
        [AV_COMMAND_LAST] = picker->n_shown,
    };
    go(picker, picker->at + by[id]);
}

void av_picker_do(struct av_picker *picker, struct av_command command)
{
    bool faults = picker->faults != NULL;
    if (command.id != AV_COMMAND_NONE && command.id != AV_COMMAND_REPAINT)
        picker->faults = NULL;
    switch (command.id) {
    case AV_COMMAND_CELL_SELECT:
        go(picker, command.argument[1]);
        break;
    case AV_COMMAND_ENTER:
        open_lesson(picker, command.argument[0]);
        break;
    case AV_COMMAND_LEAVE:
        if (!faults)
            leave(picker);
        break;
    case AV_COMMAND_BACK:
        take_back(picker);
        break;
    case AV_COMMAND_LANGUAGE:
        picker->language = (picker->language + 1) % AV_LANGUAGE_COUNT;
        break;
    case AV_COMMAND_THEME:
        picker->theme = (picker->theme + 1) % AV_THEME_COUNT;
        break;
    case AV_COMMAND_REPAINT:
        picker->repaint = true;
        break;
    default:
        move(picker, command.id);
    }
}

void av_picker_press(struct av_picker *picker, int key)
{
    enum av_command_id id = av_keymap_command(key, AV_CONTEXT_LIBRARY);
    if (id != AV_COMMAND_NONE) {
        av_picker_do(picker, (struct av_command){.id = id});
    } else if (key >= ' ' && key < AV_KEY_RIGHT && !(key >= 0x7f && key < 0xa0)) {
        picker->faults = NULL;
        type(picker, key);
    }
}
