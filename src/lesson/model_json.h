/* Reading a model. Private to lesson. */
#ifndef ATTNVIZ_LESSON_MODEL_JSON_H
#define ATTNVIZ_LESSON_MODEL_JSON_H

#include "attnviz/lesson/lesson.h"
#include "reader.h"
#include "vocabulary.h"

/* Reads a model's object: its vocabulary, and the lesson's model, glosses and names of columns. A model that stands in
 * a file of its own says which version of the format it has, as a lesson does. *config_good: whether, where something
 * is wrong, at least the config can be relied on. */
void av_model_read(const struct node *node, bool own_file, struct vocabulary *vocabulary, struct av_lesson *lesson,
                   bool *config_good);

/* The key by which an editor finds the schema of the file; whatever text it has is ignored. */
#define SCHEMA_KEY "$schema"

/* Sees that it is a text, where it is there. */
void av_schema_check(const struct node *object);

/* Reads "attnviz": the version of the format. False where it is another than this program knows, whose rules nothing
 * can be held against; where it is missing or no number, that is reported, and the rest can be read. */
bool av_version_read(const struct node *object);

#endif
