/* Opening a lesson: it is read, a player steps through it, and its screen goes to the terminal, or to standard
 * output. */
#ifndef ATTNVIZ_OPEN_H
#define ATTNVIZ_OPEN_H

#include <stdbool.h>

#include "program.h"

/* Shows the lesson at path: on the terminal, which is taken if it is not yet, until the learner leaves it; else once.
 * Language and theme are the program's, and what the learner has made of them is afterwards. listed: Esc leads back to
 * where the lesson was chosen, and *back says whether it did. What is wrong with the lesson, or went wrong, is added to
 * the report (initialised by the caller), and its status returned. */
enum av_status av_open(struct program *program, const char *path, bool listed, bool *back, struct av_report *report);

#endif
