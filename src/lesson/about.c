#include "about.h"

/* A count that may be left out. */
static bool read_count(const struct node *root, const char *key, int most, int *value)
{
    struct node node = av_node_member(root, key);
    *value = 0;
    return !node.json || av_node_integer(&node, 1, most, value);
}

bool av_about_read(const struct node *root, struct about *about)
{
    struct node title = av_node_member(root, "title"), teaches = av_node_member(root, "teaches");
    bool named = av_node_words(&title, &about->title), taught = av_node_words(&teaches, &about->teaches);
    bool placed = read_count(root, "order", AV_LESSON_ORDER_MAX, &about->order);
    bool timed = read_count(root, "minutes", AV_LESSON_MINUTES_MAX, &about->minutes);
    return named && taught && placed && timed;
}
