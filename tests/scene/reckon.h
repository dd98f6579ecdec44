/* A formula line, reckoned again from the digits that it shows. */
#ifndef TESTS_SCENE_RECKON_H
#define TESTS_SCENE_RECKON_H

#include <stdbool.h>

/* Reckons a text such as "0.72⋅1.80 + (−0.30)" up to its end; false where there is more in it than numbers. */
bool reckon(const char *text, double *value);

struct reckoning {
    int equal;     /* signs = that were held to the digits around them, */
    int unequal;   /* and how many of those did not hold */
    int about;     /* signs ≈ */
    int shortened; /* sums with terms left out */
};

/* "name = operation = result": adds what became of its signs. */
void reckon_line(const char *line, struct reckoning *reckoning);

#endif
