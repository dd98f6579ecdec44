/* Choosing a lesson from the list of all there are, opening it, and coming back. */
#ifndef ATTNVIZ_PICK_H
#define ATTNVIZ_PICK_H

#include "program.h"

/* Lets the learner choose on the terminal, until they quit. folders[n_folder]: what the user has named besides the
 * usual ones. Returns the program's exit status. */
int av_pick(struct program *program, const char *const *folders, int n_folder);

/* Writes the screen of the list, or of the lesson that the first keys open, to standard output. */
int av_pick_print(struct program *program, const char *const *folders, int n_folder);

/* Writes the list as text: what opens each lesson, and its title. */
int av_pick_list(const struct program *program, const char *const *folders, int n_folder);

#endif
