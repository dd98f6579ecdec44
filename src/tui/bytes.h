/* Bytes on their way to the terminal: a frame is gathered here and sent in one piece. */
#ifndef ATTNVIZ_TUI_BYTES_H
#define ATTNVIZ_TUI_BYTES_H

#include <stdbool.h>
#include <stddef.h>

struct av_bytes {
    char *data; /* [capacity]; owned */
    size_t length, capacity;
    bool failed; /* memory ran out, and something is missing */
};

void av_bytes_finish(struct av_bytes *bytes);
void av_bytes_clear(struct av_bytes *bytes);
void av_bytes_add(struct av_bytes *bytes, const void *data, size_t length);

/* Adds text that ends with a zero; NULL adds nothing, as a terminal without a capability needs. */
void av_bytes_add_text(struct av_bytes *bytes, const char *text);

#endif
