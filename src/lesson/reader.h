/* Reading a JSON tree: each value knows its place, and whatever is wrong with it goes into the report, in words that
 * give both sides. Reading goes on after a fault, so that a report says all that is wrong. Private to lesson. */
#ifndef ATTNVIZ_LESSON_READER_H
#define ATTNVIZ_LESSON_READER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "attnviz/base/language.h"
#include "attnviz/base/memory.h"
#include "attnviz/base/status.h"
#include "attnviz/lesson/lesson.h"

/* One file being read. */
struct reader {
    char file[88]; /* its name in messages: printable, and cut at its front where it is long */
    struct av_report *report;
    struct av_arena *arena; /* for what outlives the tree */
    struct av_arena tree;   /* holds the tree */
    enum av_status status;  /* the first fault's */
};

/* A value of the tree, or where one should be. Lives on the stack of whoever reads it; its parent outlives it. */
struct node {
    struct reader *reader;
    const struct node *parent; /* NULL: the whole text, "$" */
    const char *key;           /* in its parent, an object; NULL in an array */
    size_t index;              /* in its parent, an array */
    const cJSON *json;         /* NULL: not there */
};

void av_reader_init(struct reader *reader, const char *file, struct av_report *report, struct av_arena *arena);
void av_reader_finish(struct reader *reader);

/* The tree of a text, once for a reader, which owns it; a byte order mark before it is skipped. NULL where it is no
 * JSON. */
const cJSON *av_reader_parse(struct reader *reader, const char *bytes, size_t length);

/* "no memory", with the file as its place. */
void av_reader_out_of_memory(struct reader *reader);

struct node av_node_root(struct reader *reader, const cJSON *json);
struct node av_node_member(const struct node *object, const char *key);
struct node av_node_item(const struct node *array, size_t index, const cJSON *json);

/* Reports a fault at the node's place. Always false, so that a reader can `return av_node_fault(…)`. */
bool av_node_fault(const struct node *node, enum av_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports "… expected, … found" with what the node holds. */
bool av_node_expected(const struct node *node, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, and which of the names the node's text may have been meant to be. */
bool av_node_unknown(const struct node *node, const char *what, const char *const *names, size_t count);

/* Reports a key that none of keys is. */
void av_node_unknown_key(const struct node *object, const char *key, const char *const *keys, size_t count);

/* Room for a value in words. */
#define DESCRIPTION_BYTES 160

/* Writes the text in quotes, its first characters if it is long, to out; returns out. */
const char *av_quote(const char *text, char *out, size_t size);

/* Each of the following reads one kind of value; false, with a fault reported, where the node is missing or holds
 * another. */

/* An object, none of whose keys is any but these; an unknown one is reported, and is no reason to return false. */
bool av_node_object(const struct node *node, const char *const *keys, size_t count);

/* An array; what it should be an array of is for the message: "tokens". */
bool av_node_array(const struct node *node, const char *of, size_t *count);

bool av_node_integer(const struct node *node, int least, int most, int *value);
bool av_node_number(const struct node *node, float least, float most, float *value);
bool av_node_double(const struct node *node, double least, double *value); /* finite */
bool av_node_seed(const struct node *node, uint64_t *value);
bool av_node_bool(const struct node *node, bool *value);

/* One of the names: its position among them. */
bool av_node_choice(const struct node *node, const char *const *names, size_t count, int *value);

/* A text that is not empty; it lives as long as the tree. */
bool av_node_text(const struct node *node, const char **value);

/* A copy of such a text, owned by the reader's arena. */
bool av_node_copy_text(const struct node *node, const char **value);

/* A text in both languages, {"en": …, "zh": …}: copies in the arena. */
bool av_node_words(const struct node *node, struct av_words *words);

/* The same of an object that has other keys as well, and was seen by av_node_object. */
bool av_node_languages(const struct node *node, struct av_words *words);

/* The same where each language may be left out. */
bool av_node_some_languages(const struct node *node, struct av_words *words);

#endif
