/* Figures of three digits with a unit, for axes and tables. */
#ifndef ATTNVIZ_SCENE_LENSES_UNITS_H
#define ATTNVIZ_SCENE_LENSES_UNITS_H

#include "../number.h"

/* "12.3 µs", in buffer: ns, µs, ms or s. */
const char *av_units_seconds(double seconds, char buffer[AV_NUMBER_BYTES]);

/* "41.2 k", in buffer: as it is, or with k, M, G, T. */
const char *av_units_count(double count, char buffer[AV_NUMBER_BYTES]);

#endif
