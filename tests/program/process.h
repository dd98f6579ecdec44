/* A program that is run to its end, its streams wherever a test wants them. */
#ifndef ATTNVIZ_TESTS_PROGRAM_PROCESS_H
#define ATTNVIZ_TESTS_PROGRAM_PROCESS_H

#include <stddef.h>

#include "session.h"

struct result {
    int status;      /* as waitpid has it */
    char *out, *err; /* what was written; owned */
};

/* Runs attnviz as the launch has it (without its shell), in no terminal, with standard input from bytes (NULL:
 * /dev/null). It has twenty seconds. */
void process_run(struct result *result, const struct launch *launch, const char *bytes);
void result_finish(struct result *result);

/* The program's arguments: an array that ends with NULL, in arguments. */
void launch_arguments(const struct launch *launch, const char **arguments, size_t size);

/* In a child: sets the environment that the launch has, and none else: without a HOME nothing is kept. */
void launch_environment(const struct launch *launch);

/* Waits for at most so many milliseconds; true where the child has ended, with *status. */
_Bool await_child(pid_t child, int milliseconds, int *status);

#endif
