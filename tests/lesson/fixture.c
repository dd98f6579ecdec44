#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

const char *const plain =
    "{'attnviz': 1,\n"
    " 'title': {'en': 'Title', 'zh': '标题'},\n"
    " 'teaches': {'en': 'What.', 'zh': '什么。'},\n"
    " 'model': {\n"
    "  'vocabulary': ['<s>', 'cat', '书'],\n"
    "  'glosses': {'书': {'en': 'book'}},\n"
    "  'd_model': 3, 'n_layer': 1, 'n_head': 2, 'n_kv_head': 1, 'd_k': 2, 'd_v': 1, 'n_ctx': 4, 'position': "
    "'learned',\n"
    "  'features': ['x', 'y', {'en': 'heavy', 'zh': '重'}],\n"
    "  'embedding': [[1, 2, 3], [4, 5, 6], [-7, 8e-1, 9.5]],\n"
    "  'position_embedding': [[0.1, 0.2, 0.3], [0, 0, 0], [0, 0, 0], [0, 0, 1]],\n"
    "  'layers': [{'wq': [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], 'wk': [[1, 2], [3, 4], [5, 6]],\n"
    "              'wv': [[1], [2], [3]], 'wo': [[1, 2, 3], [4, 5, 6]]}],\n"
    "  'w_out': [[1, 2, 3], [4, 5, 6], [7, 8, 9]]},\n"
    " 'prompt': ['<s>', '书'],\n"
    " 'generate': 2,\n"
    " 'start': {'token': 2, 'stage': 'scores', 'layer': 1, 'head': 2, 'cache': false},\n"
    " 'notes': [{'at': {'token': '书', 'stage': 'softmax'}, 'cell': {'matrix': 'A', 'row': 2, 'column': 1},\n"
    "            'en': 'One', 'zh': '一'},\n"
    "           {'at': {'head': 2}, 'cache': true, 'en': 'Two', 'zh': '二'}],\n"
    " 'questions': []}\n";

const char *const rich =
    "{'attnviz': 1, 'title': {'en': 'T', 'zh': '题'}, 'teaches': {'en': 'W', 'zh': '教'},\n"
    " 'model': {'vocabulary': ['a', 'b'], 'd_model': 2, 'n_layer': 2, 'n_head': 1, 'd_k': 2, 'd_v': 3, 'd_ff': 1,\n"
    "  'n_ctx': 5, 'position': 'rotary', 'norm': 'layer', 'norm_place': 'before', 'feed_forward': 'swiglu',\n"
    "  'bias': true, 'tied': true, 'residual': true, 'norm_epsilon': 0.001, 'rotary_base': 100,\n"
    "  'key_features': ['k1', 'k2'], 'value_features': ['v1', 'v2', 'v3'],\n"
    "  'embedding': {'random': 'normal', 'std': 0.5, 'seed': 7},\n"
    "  'layers': [\n"
    "   {'wq': [[1, 2], [3, 4]], 'wk': [[5, 6], [7, 8]], 'wv': [[1, 2, 3], [4, 5, 6]], 'wo': [[1, 2], [3, 4], [5, "
    "6]],\n"
    "    'bq': [1, 2], 'bk': [3, 4], 'bv': [5, 6, 7], 'bo': [8, 9], 'w_gate': [[10], [11]], 'w_up': [[12], [13]],\n"
    "    'w_down': [[14, 15]], 'b_gate': [16], 'b_up': [17], 'b_down': [18, 19], 'norm_1_gain': [2, 3],\n"
    "    'norm_1_bias': [4, 5], 'norm_2_gain': [6, 7], 'norm_2_bias': [8, 9]},\n"
    "   {'wq': {'random': 'uniform', 'low': -1, 'high': 2, 'seed': 1}, 'wk': [[0, 0], [0, 0]],\n"
    "    'wv': [[0, 0, 0], [0, 0, 0]], 'wo': [[0, 0], [0, 0], [0, 0]], 'bq': [0, 0], 'bk': [0, 0], 'bv': [0, 0, 0],\n"
    "    'bo': [0, 0], 'w_gate': [[0], [0]], 'w_up': [[0], [0]], 'w_down': [[0, 0]], 'b_gate': [0], 'b_up': [0],\n"
    "    'b_down': [0, 0]}],\n"
    "  'final_gain': [1, 2], 'final_bias': [3, 4]},\n"
    " 'prompt': ['a'], 'generate': 0}";

static char *replace(char *text, const char *from, const char *to)
{
    char *at = strstr(text, from);
    cr_assert_not_null(at, "%s is not in the lesson", from);
    size_t before = (size_t)(at - text), after = strlen(at + strlen(from));
    char *changed = malloc(before + strlen(to) + after + 1);
    memcpy(changed, text, before);
    strcpy(changed + before, to);
    strcat(changed + before, at + strlen(from));
    free(text);
    return changed;
}

char *change(const char *lesson, const char *const *changes)
{
    char *text = strdup(lesson);
    for (; changes && *changes; changes += 2)
        text = replace(text, changes[0], changes[1]);
    for (char *at = text; (at = strchr(at, '\''));)
        *at = '"';
    return text;
}

const char *faults(const char *lesson, const char *const *changes)
{
    static char out[1 << 16];
    struct av_lesson read;
    struct av_report report;
    char *text = change(lesson, changes);
    size_t length = 0;
    av_report_init(&report);
    enum av_status status = av_lesson_parse(&read, "x.json", ".", text, strlen(text), &report);
    out[0] = '\0';
    for (int i = 0; i < report.count; i++)
        length += (size_t)snprintf(out + length, sizeof out - length, "%s%s: %s", i == 0 ? "" : "\n",
                                   report.errors[i].place, report.errors[i].message);
    cr_assert_eq(status, report.count > 0 ? report.errors[0].status : AV_OK, "the first fault's status is returned");
    if (status == AV_OK)
        av_lesson_finish(&read);
    av_report_finish(&report);
    free(text);
    return out;
}

void load(struct av_lesson *lesson, const char *text, const char *const *changes)
{
    struct av_report report;
    char *changed = change(text, changes);
    av_report_init(&report);
    enum av_status status = av_lesson_parse(lesson, "some/good.json", ".", changed, strlen(changed), &report);
    cr_assert_eq(status, AV_OK, "%s: %s", report.count > 0 ? report.errors[0].place : "",
                 report.count > 0 ? report.errors[0].message : "");
    cr_assert_eq(report.count, 0);
    av_report_finish(&report);
    free(changed);
}
