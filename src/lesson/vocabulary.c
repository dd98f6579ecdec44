#include "vocabulary.h"

#include <stdlib.h>
#include <string.h>

struct token {
    const char *text;
    int id;
};

void av_vocabulary_finish(struct vocabulary *vocabulary)
{
    free(vocabulary->sorted);
    *vocabulary = (struct vocabulary){0};
}

static int compare(const void *a, const void *b)
{
    const struct token *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order != 0 ? order : (x->id > y->id) - (x->id < y->id);
}

static bool copy_tokens(const struct node *node, struct vocabulary *vocabulary)
{
    bool good = true;
    int id = 0;
    for (const cJSON *json = node->json->child; json; json = json->next, id++) {
        struct node item = av_node_item(node, (size_t)id, json);
        good = av_node_copy_text(&item, &vocabulary->tokens[id]) && good;
        vocabulary->sorted[id] = (struct token){vocabulary->tokens[id], id};
    }
    return good;
}

static bool check_unique(const struct node *node, const struct vocabulary *vocabulary)
{
    bool good = true;
    const struct token *sorted = vocabulary->sorted;
    for (int i = 1, first = 0; i < vocabulary->count; i++) {
        if (strcmp(sorted[first].text, sorted[i].text) != 0) {
            first = i;
            continue;
        }
        char quoted[DESCRIPTION_BYTES];
        struct node item = av_node_item(node, (size_t)sorted[i].id, NULL);
        good = av_node_fault(&item, AV_ERROR_VALUE, "each token once expected, %s found again (first at [%d])",
                             av_quote(sorted[i].text, quoted, sizeof quoted), sorted[first].id);
    }
    return good;
}

bool av_vocabulary_read(const struct node *node, struct vocabulary *vocabulary)
{
    size_t count;
    if (!av_node_array(node, "tokens", &count))
        return false;
    if (count == 0)
        return av_node_fault(node, AV_ERROR_VALUE, "at least 1 token expected, none found");
    vocabulary->tokens = av_arena_allocate(node->reader->arena, count, sizeof *vocabulary->tokens);
    vocabulary->sorted = av_allocate(count, sizeof *vocabulary->sorted);
    if (!vocabulary->tokens || !vocabulary->sorted) {
        av_reader_out_of_memory(node->reader);
        return false;
    }
    if (!copy_tokens(node, vocabulary))
        return false;
    qsort(vocabulary->sorted, count, sizeof *vocabulary->sorted, compare);
    vocabulary->count = (int)count; /* a text has far fewer values than an int can count */
    return check_unique(node, vocabulary);
}

int av_vocabulary_find(const struct vocabulary *vocabulary, const char *text)
{
    int low = 0, high = vocabulary->count;
    while (low < high) {
        int middle = low + (high - low) / 2, order = strcmp(vocabulary->sorted[middle].text, text);
        if (order == 0)
            return vocabulary->sorted[middle].id;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

bool av_vocabulary_read_token(const struct vocabulary *vocabulary, const struct node *node, int *id)
{
    const char *text;
    if (!av_node_text(node, &text))
        return false;
    *id = av_vocabulary_find(vocabulary, text);
    if (*id >= 0)
        return true;
    return av_node_unknown(node, "a token of the vocabulary", vocabulary->tokens, (size_t)vocabulary->count);
}
