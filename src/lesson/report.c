#include "report.h"

#include <stdlib.h>

#define ERRORS_MAX 100

void av_report_init(struct av_report *report)
{
    *report = (struct av_report){.complete = true};
}

void av_report_finish(struct av_report *report)
{
    free(report->errors);
    av_report_init(report);
}

bool av_report_full(struct av_report *report)
{
    if (report->count < ERRORS_MAX)
        return false;
    report->complete = false;
    return true;
}

void av_report_add(struct av_report *report, const struct av_error *error)
{
    if (av_report_full(report))
        return;
    if (report->count == report->capacity) {
        int capacity = report->capacity == 0 ? 4 : report->capacity * 2;
        struct av_error *errors = realloc(report->errors, (size_t)capacity * sizeof *errors);
        if (!errors) {
            report->complete = false;
            return;
        }
        report->errors = errors;
        report->capacity = capacity;
    }
    report->errors[report->count++] = *error;
}
