#include "units.h"

#include <stdio.h>

/* value · 1000^−i for the first i that leaves less than four digits, with the i-th unit behind it. */
static const char *scaled(double value, const char *const *units, int n_unit, char buffer[AV_NUMBER_BYTES])
{
    int unit = 0;
    if (!(value > 0))
        return "0";
    for (; unit < n_unit - 1 && value >= 999.5; unit++)
        value /= 1000;
    snprintf(buffer, AV_NUMBER_BYTES, value >= 999.5 ? "%.0f%s" : "%.3g%s", value, units[unit]);
    return buffer;
}

const char *av_units_seconds(double seconds, char buffer[AV_NUMBER_BYTES])
{
    static const char *const units[] = {" ns", " µs", " ms", " s"};
    return scaled(1e9 * seconds, units, 4, buffer);
}

const char *av_units_count(double count, char buffer[AV_NUMBER_BYTES])
{
    static const char *const units[] = {"", " k", " M", " G", " T"};
    return scaled(count, units, 5, buffer);
}
