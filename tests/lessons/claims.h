/* Claims: the numbers that notes quote, each with where it comes from in the trace. */
#ifndef ATTNVIZ_TESTS_LESSONS_CLAIMS_H
#define ATTNVIZ_TESTS_LESSONS_CLAIMS_H

#include "run.h"

/* The rule that the note names. */
enum claim_rule { UNDER_ANY, UNDER_CAUSAL, UNDER_MULTIPLIED, UNDER_NONE, UNDER_UNSCALED };

struct claim {
    const char *stage; /* the note's place as its file has it; "", and token and head 0, where it names none */
    int token, head;
    enum av_when when;
    const char *number; /* as the note writes it */
    double (*of)(const struct run *run, const struct claim *claim);
    int row, column, other; /* for the source: see sources.h */
    const char *name, *name2;
    enum av_lens lens; /* the note's */
    enum claim_rule under;
};

/* The claims of a lesson's notes, *count of them; none for a lesson that is not in the tables. */
const struct claim *claims_of(const char *lesson, int *count);

/* The same for what its questions say: their stage is "question", and their token the question's number. */
const struct claim *question_claims_of(const char *lesson, int *count);

/* The next number of a text from *at on, as it is written, minus included, without those that only say which row or
 * step is meant, or how chance is set; false where there is none. */
bool claim_next_number(const char *text, const char **at, char *number, size_t size);

/* The number that the trace gives, with as many decimals as the claim has, and a true minus. */
void claim_value(const struct run *run, const struct claim *claim, char *text, size_t size);

#endif
