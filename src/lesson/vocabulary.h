/* Which tokens there are, and the id of each. Private to lesson. */
#ifndef ATTNVIZ_LESSON_VOCABULARY_H
#define ATTNVIZ_LESSON_VOCABULARY_H

#include "reader.h"

/* Starts as zeros. */
struct vocabulary {
    const char **tokens; /* [count] by id; owned by the reader's arena */
    int count;           /* 0 where the file's could not be read */
    struct token *sorted;
};

void av_vocabulary_finish(struct vocabulary *vocabulary);

/* Reads ["<s>", …]: one token at least, none twice, none empty. */
bool av_vocabulary_read(const struct node *node, struct vocabulary *vocabulary);

/* The id of a token; −1 where there is none of this text. */
int av_vocabulary_find(const struct vocabulary *vocabulary, const char *text);

/* Reads a token: its id. */
bool av_vocabulary_read_token(const struct vocabulary *vocabulary, const struct node *node, int *id);

#endif
