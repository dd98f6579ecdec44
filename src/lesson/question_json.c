#include "question_json.h"

#include <float.h>
#include <limits.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* What the choices of a question have. */
enum content { CONTENT_ANY, CONTENT_TOKENS, CONTENT_NUMBERS, CONTENT_NONE };

static const char *const content_names[] = {
    [CONTENT_ANY] = "words", [CONTENT_TOKENS] = "a token", [CONTENT_NUMBERS] = "a number"};

/* Each kind of answer: its key, what choices with it must have, and how it is answered without any. */
static const struct form {
    const char *key;
    enum content choices;
    enum av_question_kind otherwise; /* AV_QUESTION_CHOICE: there must be choices */
} forms[AV_ANSWER_KIND_COUNT] = {
    [AV_ANSWER_CHOICE] = {"choice", CONTENT_ANY, AV_QUESTION_CHOICE},
    [AV_ANSWER_VALUE] = {"value", CONTENT_NUMBERS, AV_QUESTION_NUMBER},
    [AV_ANSWER_LARGEST] = {"largest", CONTENT_TOKENS, AV_QUESTION_POINT},
    [AV_ANSWER_SMALLEST] = {"smallest", CONTENT_TOKENS, AV_QUESTION_POINT},
    [AV_ANSWER_STATE] = {"state", CONTENT_NONE, AV_QUESTION_POINT},
    [AV_ANSWER_FIGURE] = {"figure", CONTENT_NUMBERS, AV_QUESTION_NUMBER},
    [AV_ANSWER_NEXT] = {"next", CONTENT_TOKENS, AV_QUESTION_CHOICE},
};

/* A question's place: as a note's, but that it has to say where. */
static void read_at(const struct node *node, const struct extent *extent, struct av_place *place)
{
    struct node token = av_node_member(node, "token"), stage = av_node_member(node, "stage");
    av_at_read(node, extent, place);
    if (!node->json)
        av_node_expected(node, "a place, {\"token\": …, \"stage\": …},");
    if (cJSON_IsObject(node->json) && !token.json)
        av_node_expected(&token, "a token");
    if (cJSON_IsObject(node->json) && !stage.json)
        av_node_expected(&stage, "a stage");
}

static enum content content_of(const struct av_choice *choice)
{
    return choice->token != AV_ANY ? CONTENT_TOKENS : choice->has_number ? CONTENT_NUMBERS : CONTENT_ANY;
}

static bool read_choice(const struct node *node, const struct extent *extent, struct av_choice *choice)
{
    static const char *const keys[] = {"en", "zh", "token", "number"};
    *choice = (struct av_choice){.token = AV_ANY};
    struct node english = av_node_member(node, "en"), chinese = av_node_member(node, "zh");
    struct node token = av_node_member(node, "token"), number = av_node_member(node, "number");
    bool has_words = english.json || chinese.json, good = true;
    if (!av_node_object(node, keys, COUNT(keys)))
        return false;
    if (token.json && number.json)
        return av_node_fault(node, AV_ERROR_VALUE, "a token or a number expected, both found");
    if (!has_words && !token.json && !number.json)
        return av_node_fault(node, AV_ERROR_VALUE, "words (\"en\", \"zh\"), a token or a number expected, none found");
    if (has_words)
        good = av_node_languages(node, &choice->words);
    if (token.json && extent->vocabulary->count > 0)
        good = av_vocabulary_read_token(extent->vocabulary, &token, &choice->token) && good;
    else if (token.json) { /* which token it is, nobody knows without a vocabulary */
        av_node_text(&token, &(const char *){NULL});
        good = false;
    }
    if (number.json)
        choice->has_number = av_node_double(&number, -DBL_MAX, &choice->number);
    return good && choice->has_number == (number.json != NULL);
}

/* Whether two choices cannot be told apart: the key that has the same in both, NULL where none has. */
static const char *same(const struct av_choice *a, const struct av_choice *b)
{
    if (a->token != AV_ANY && a->token == b->token)
        return "token";
    if (a->has_number && b->has_number && a->number == b->number)
        return "number";
    for (int i = 0; i < AV_LANGUAGE_COUNT; i++)
        if (a->words.in[i] && b->words.in[i] && strcmp(a->words.in[i], b->words.in[i]) == 0)
            return av_language_code((enum av_language)i);
    return NULL;
}

static bool check_unlike(const struct node *node, const struct av_question *question, int index)
{
    for (int i = 0; i < index; i++) {
        const char *key = same(&question->choices[i], &question->choices[index]);
        struct node part = key ? av_node_member(node, key) : *node;
        if (key)
            return av_node_expected(&part, "one that [%d] does not have", i);
    }
    return true;
}

/* n_choice stays 0 where the choices cannot be relied on. */
static bool read_choices(const struct node *node, const struct extent *extent, struct av_question *question)
{
    size_t count;
    bool good = true;
    int i = 0;
    if (!node->json)
        return true;
    if (!av_node_array(node, "choices", &count))
        return false;
    if (count < AV_CHOICES_MIN || count > AV_CHOICES_MAX)
        return av_node_fault(node, AV_ERROR_VALUE, "%d to %d choices expected, %zu found", AV_CHOICES_MIN,
                             AV_CHOICES_MAX, count);
    question->choices = av_arena_allocate(node->reader->arena, count, sizeof *question->choices);
    if (!question->choices) {
        av_reader_out_of_memory(node->reader);
        return false;
    }
    for (const cJSON *json = node->json->child; json; json = json->next, i++) {
        struct node item = av_node_item(node, (size_t)i, json);
        good = read_choice(&item, extent, &question->choices[i]) && check_unlike(&item, question, i) && good;
    }
    question->n_choice = good ? (int)count : 0;
    return good;
}

/* Which kind of answer it is, from the one key that says so; *node becomes what stands behind it. */
static bool read_kind(struct node *node, const struct node *object, enum av_answer_kind *kind)
{
    static const char *const keys[] = {"choice", "value", "largest", "smallest", "state", "matrix", "figure", "next"};
    int found = -1;
    if (!cJSON_IsObject(object->json))
        return av_node_expected(object, "an answer, {\"value\": …} or another,");
    for (int i = 0; i < AV_ANSWER_KIND_COUNT; i++) {
        struct node member = av_node_member(object, forms[i].key);
        if (member.json && found >= 0)
            return av_node_fault(object, AV_ERROR_VALUE, "one answer expected, \"%s\" and \"%s\" found",
                                 forms[found].key, forms[i].key);
        if (member.json) {
            found = i;
            *node = member;
        }
    }
    if (found < 0) {
        av_node_object(object, keys, COUNT(keys));
        return av_node_fault(object, AV_ERROR_VALUE,
                             "\"choice\", \"value\", \"largest\", \"smallest\", \"state\", \"figure\" or \"next\" "
                             "expected, none found");
    }
    *kind = (enum av_answer_kind)found;
    const char *const own[] = {forms[found].key, "matrix"};
    return av_node_object(object, own, *kind == AV_ANSWER_STATE ? 2 : 1);
}

/* {"matrix": "A", "row": 10, "column": 4} for a value; no column where it is a row that is asked about. */
static bool read_cell(const struct node *node, const struct extent *extent, int token, struct av_answer *answer)
{
    static const char *const keys[] = {"matrix", "row", "column"};
    bool has_column = answer->kind == AV_ANSWER_VALUE;
    struct node matrix = av_node_member(node, "matrix"), row = av_node_member(node, "row");
    struct node column = av_node_member(node, "column");
    struct shown shown;
    if (!av_node_object(node, keys, has_column ? 3 : 2) || !av_matrix_read(&matrix, extent, token, &shown))
        return false;
    answer->matrix = shown.id;
    bool good = av_counted_read(&row, shown.rows, &answer->row);
    return (!has_column || av_counted_read(&column, shown.columns, &answer->column)) && good;
}

/* Whether cells of the matrix can ever be in the state. */
static bool check_state(const struct node *matrix, enum av_view_id id, enum av_state state)
{
    const struct av_matrix_info *info = av_matrix_info(id);
    bool computed = info->rows == AV_AXIS_TOKENS || info->rows == AV_AXIS_SOURCE || info->rows == AV_AXIS_CANDIDATES;
    if (!computed) /* a parameter */
        return av_node_fault(matrix, AV_ERROR_VALUE, "a matrix that each step computes expected, \"%s\" found",
                             info->name);
    if ((state == AV_STATE_MASKED || state == AV_STATE_NEVER) && info->columns != AV_AXIS_TOKENS)
        return av_node_fault(matrix, AV_ERROR_VALUE, "\"S\" or \"A\" expected (for \"%s\"), \"%s\" found",
                             av_state_name(state), info->name);
    return true;
}

/* "new", with the "matrix" beside it. */
static bool read_state(const struct node *node, const struct extent *extent, int token, struct av_answer *answer)
{
    const char *names[AV_STATE_FUTURE]; /* this and the next one are no outcome of a step */
    int state;
    struct shown shown;
    struct node matrix = av_node_member(node->parent, "matrix");
    for (int i = 0; i < (int)COUNT(names); i++)
        names[i] = av_state_name((enum av_state)i);
    bool good = av_node_choice(node, names, COUNT(names), &state);
    if (!av_matrix_read(&matrix, extent, token, &shown) || !good)
        return false;
    answer->state = (enum av_state)state;
    answer->matrix = shown.id;
    return check_state(&matrix, answer->matrix, answer->state);
}

static bool read_figure(const struct node *node, struct av_answer *answer)
{
    const char *names[AV_FIGURE_COUNT];
    int figure;
    for (int i = 0; i < AV_FIGURE_COUNT; i++)
        names[i] = av_figure_name((enum av_figure)i);
    if (!av_node_choice(node, names, COUNT(names), &figure))
        return false;
    answer->figure = (enum av_figure)figure;
    return true;
}

/* Behind the key of the answer's kind. */
static bool read_detail(const struct node *node, const struct extent *extent, struct av_question *question)
{
    struct av_answer *answer = &question->answer;
    switch (answer->kind) {
    case AV_ANSWER_CHOICE:
        return av_counted_read(node, question->n_choice > 0 ? question->n_choice : INT_MAX, &answer->choice);
    case AV_ANSWER_STATE:
        return read_state(node, extent, question->place.token, answer);
    case AV_ANSWER_FIGURE:
        return read_figure(node, answer);
    case AV_ANSWER_NEXT:
        return cJSON_IsTrue(node->json) || av_node_expected(node, "true");
    default:
        return read_cell(node, extent, question->place.token, answer);
    }
}

/* Whether the choices have what the answer chooses from. */
static bool check_choices(const struct node *choices, const struct av_question *question)
{
    const struct form *form = &forms[question->answer.kind];
    if (form->choices == CONTENT_NONE)
        return av_node_fault(choices, AV_ERROR_VALUE, "none expected (\"%s\" is pointed at), %d found", form->key,
                             question->n_choice);
    for (int i = 0; i < question->n_choice; i++) {
        enum content content = content_of(&question->choices[i]);
        struct node item = av_node_item(choices, (size_t)i, NULL);
        if (form->choices != CONTENT_ANY && content != form->choices)
            return av_node_fault(&item, AV_ERROR_VALUE, "%s expected (for \"%s\"), %s found",
                                 content_names[form->choices], form->key, content_names[content]);
    }
    return true;
}

/* Whether the matrix has a column for each token, of the text or of the vocabulary, where one of those is chosen. */
static bool check_columns(const struct node *answer, const struct av_question *question)
{
    const struct av_matrix_info *info = av_matrix_info(question->answer.matrix);
    bool looks = question->answer.kind == AV_ANSWER_LARGEST || question->answer.kind == AV_ANSWER_SMALLEST;
    struct node detail = av_node_member(answer, forms[question->answer.kind].key);
    struct node matrix = av_node_member(&detail, "matrix");
    if (!looks || info->columns == AV_AXIS_TOKENS || info->columns == AV_AXIS_VOCABULARY)
        return true;
    return av_node_fault(&matrix, AV_ERROR_VALUE,
                         "a matrix whose columns are tokens expected (for choices of them), \"%s\" found", info->name);
}

/* Reads the choices and the answer, and sees that they fit: which kind of question it is follows from the two. */
static bool read_answer(const struct node *node, const struct extent *extent, struct av_question *question)
{
    struct node choices = av_node_member(node, "choices"), answer = av_node_member(node, "answer"), detail;
    bool good = read_choices(&choices, extent, question);
    question->answer = (struct av_answer){.row = AV_ANY, .column = AV_ANY};
    if (!read_kind(&detail, &answer, &question->answer.kind))
        return false;
    const struct form *form = &forms[question->answer.kind];
    question->kind = choices.json ? AV_QUESTION_CHOICE : form->otherwise;
    good = read_detail(&detail, extent, question) && good;
    if (question->kind == AV_QUESTION_CHOICE && !choices.json)
        return av_node_fault(&choices, AV_ERROR_VALUE, "choices%s expected (for \"%s\"), none found",
                             form->choices == CONTENT_TOKENS ? " of tokens" : "", form->key);
    if (!good || !choices.json)
        return good;
    return check_choices(&choices, question) && check_columns(&answer, question);
}

/* What is covered where the lesson does not say. */
static void cover_answer(struct av_question *question)
{
    const struct av_answer *answer = &question->answer;
    if (answer->kind == AV_ANSWER_FIGURE)
        question->covers_cost = true;
    else if (answer->kind == AV_ANSWER_NEXT)
        question->covers[AV_VIEW_NEXT] = true;
    else if (answer->kind != AV_ANSWER_CHOICE)
        question->covers[answer->matrix] = true;
}

/* ["A", "cost", …] */
static void read_cover(const struct node *node, const struct extent *extent, struct av_question *question)
{
    const char *names[AV_VIEW_COUNT];
    size_t count, i = 0;
    for (int id = 0; id < AV_VIEW_COUNT; id++)
        names[id] = av_view_name((enum av_view_id)id);
    if (!av_node_array(node, "matrices", &count))
        return;
    for (const cJSON *json = node->json->child; json; json = json->next, i++) {
        struct node item = av_node_item(node, i, json);
        struct shown shown;
        int id;
        if (!av_node_choice(&item, names, COUNT(names), &id))
            continue;
        bool *covered = id == AV_VIEW_COST ? &question->covers_cost : &question->covers[id];
        if (id != AV_VIEW_COST)
            av_matrix_find(&item, extent, question->place.token, (enum av_view_id)id, &shown);
        if (*covered)
            av_node_expected(&item, "each once");
        *covered = true;
    }
}

static void read_tolerance(const struct node *node, struct av_question *question)
{
    if (question->kind == AV_QUESTION_NUMBER)
        av_node_double(node, 0, &question->tolerance);
    else
        av_node_expected(node, "none (it is for numbers that are typed in)");
}

/* Cells are there to be pointed at where there are matrices. */
static void check_lens(const struct node *at, const struct av_question *question)
{
    struct node lens = av_node_member(at, "lens");
    if (question->kind == AV_QUESTION_POINT && question->place.lens > AV_LENS_SIDE)
        av_node_fault(&lens, AV_ERROR_VALUE, "\"panels\" or \"side\" expected (to point at a cell), \"%s\" found",
                      av_lens_name((enum av_lens)question->place.lens));
}

/* There are many tokens to be read at once, and the step is the last one's. */
static void read_prefill(const struct node *node, const struct extent *extent, struct av_question *question)
{
    if (!av_node_bool(node, &question->prefill) || !question->prefill || extent->n_prompt == 0)
        return;
    if (extent->n_prompt == 1)
        av_node_fault(node, AV_ERROR_VALUE, "false expected (the prompt has one token), true found");
    else if (question->place.token != AV_ANY && question->place.token != extent->n_prompt - 1)
        av_node_fault(node, AV_ERROR_VALUE, "false expected (but at the prompt's last token, %d), true found",
                      extent->n_prompt);
}

static void read_question(const struct node *node, const struct extent *extent, struct av_question *question)
{
    static const char *const keys[] = {"at",     "cache",     "prefill", "ask",    "choices",
                                       "answer", "tolerance", "hint",    "reason", "cover"};
    *question = (struct av_question){0};
    struct node at = av_node_member(node, "at"), cache = av_node_member(node, "cache");
    struct node ask = av_node_member(node, "ask"), tolerance = av_node_member(node, "tolerance");
    struct node hint = av_node_member(node, "hint"), reason = av_node_member(node, "reason");
    struct node cover = av_node_member(node, "cover"), prefill = av_node_member(node, "prefill");
    if (!av_node_object(node, keys, COUNT(keys)))
        return;
    read_at(&at, extent, &question->place);
    av_when_read(&cache, &question->when);
    if (prefill.json)
        read_prefill(&prefill, extent, question);
    av_node_words(&ask, &question->ask);
    bool answerable = read_answer(node, extent, question);
    if (answerable)
        check_lens(&at, question);
    if (answerable && tolerance.json)
        read_tolerance(&tolerance, question);
    if (hint.json)
        av_node_words(&hint, &question->hint);
    av_node_words(&reason, &question->reason);
    if (cover.json)
        read_cover(&cover, extent, question);
    else if (answerable)
        cover_answer(question);
}

void av_questions_read(const struct node *node, const struct extent *extent, struct av_lesson *lesson)
{
    size_t count, i = 0;
    if (!node->json || !av_node_array(node, "questions", &count))
        return;
    lesson->questions = av_arena_allocate(&lesson->arena, count, sizeof *lesson->questions);
    if (!lesson->questions) {
        av_reader_out_of_memory(node->reader);
        return;
    }
    lesson->n_question = (int)count;
    for (const cJSON *json = node->json->child; json; json = json->next, i++) {
        struct node item = av_node_item(node, i, json);
        read_question(&item, extent, &lesson->questions[i]);
    }
}
