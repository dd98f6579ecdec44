/* The command line: every option in one table, and what the user asked for as a struct. Nothing is done here. */
#ifndef ATTNVIZ_CLI_H
#define ATTNVIZ_CLI_H

#include <stdbool.h>
#include <stddef.h>

#include "attnviz/base/language.h"
#include "attnviz/base/status.h"
#include "attnviz/player/player.h"

#define AV_CLI_COLUMNS  120
#define AV_CLI_ROWS     40
#define AV_CLI_SIZE_MAX 1000 /* columns, and rows */

enum av_cli_action { AV_CLI_OPEN, AV_CLI_NEW, AV_CLI_CHECK, AV_CLI_LIST, AV_CLI_HELP, AV_CLI_VERSION };

struct av_cli {
    enum av_cli_action action;
    char **operands; /* [n_operand] the lesson, folders of lessons, or files to check; owned by the caller of parse */
    int n_operand;
    const char *new_file; /* to be written, or NULL */
    bool print;
    const char *at;    /* TOKEN:STAGE[:LAYER[:HEAD]] (see at.h), or NULL */
    const char *keys;  /* names of keys, each known, or NULL */
    int columns, rows; /* 0 where no size was given */
    bool language_given, theme_given;
    enum av_language language;
    enum av_theme theme;
    bool ascii, no_color, no_mouse, no_cache, no_questions;
};

/* One option, for --help, the man page and the README. */
struct av_cli_option {
    const char *name;     /* "size" */
    char letter;          /* 'h', or 0 */
    const char *argument; /* "COLSxROWS", or NULL */
    struct av_words help;
};

const struct av_cli_option *av_cli_options(size_t *count);

/* Reads argv, and moves the operands to its end. Errors: AV_ERROR_USAGE. */
enum av_status av_cli_parse(struct av_cli *cli, int argc, char **argv, struct av_error *error);

/* Takes the next key from a list such as "Right c Enter", and moves *keys on; *key is AV_KEY_NONE at the end.
 * Errors: AV_ERROR_USAGE. */
enum av_status av_cli_next_key(const char **keys, int *key, struct av_error *error);

#endif
