/* The program as a process: what it is given, and what it gives back. */
#ifndef ATTNVIZ_TESTS_CLI_PROCESS_H
#define ATTNVIZ_TESTS_CLI_PROCESS_H

#include <stddef.h>

#define PROCESS_TEXT_MAX (1 << 18)

struct process {
    int status;                     /* of its exit; 128 + signal where it was killed; it may run for 20 s */
    char out[PROCESS_TEXT_MAX + 1]; /* what it wrote to standard output, ended with a zero */
    size_t out_length;
    char err[PROCESS_TEXT_MAX + 1];
    size_t err_length;
};

/* Writes a file of that name in a folder of its own; its path, which stays until the next file or the end. */
const char *process_file(const char *name, const char *bytes, size_t length);

/* Removes that folder and all that is in it. */
void process_forget_files(void);

/* Where standard output goes instead of to out. */
enum process_output { PROCESS_TO_TEXT, PROCESS_TO_FULL_DISK, PROCESS_TO_CLOSED_PIPE, PROCESS_TO_NOTHING };

/* Runs attnviz in the source folder, with nothing on standard input, in an environment of only PATH, TERM and
 * LC_ALL=C.UTF-8 but for the changes in environment ("NAME=value", or "NAME" to leave it out; NULL for no changes).
 * Both lists end with NULL. */
void process_run(struct process *process, enum process_output output, const char *const *environment,
                 const char *const *arguments);

/* The same for the usual case: all arguments after the first. */
#define RUN(process, ...) process_run((process), PROCESS_TO_TEXT, NULL, (const char *[]){__VA_ARGS__, NULL})

#endif
