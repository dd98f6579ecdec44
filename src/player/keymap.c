#include "attnviz/player/keymap.h"

#define LESSON  (1u << AV_CONTEXT_LESSON)
#define PANEL   (1u << AV_CONTEXT_PANEL)
#define HELP    (1u << AV_CONTEXT_HELP)
#define ASKING  (1u << AV_CONTEXT_ASKING)
#define LIBRARY (1u << AV_CONTEXT_LIBRARY)
#define CHOICE  (1u << AV_CONTEXT_CHOICE)
#define NUMBER  (1u << AV_CONTEXT_QUESTION)
#define POINT   (1u << AV_CONTEXT_POINT)
#define WORKING (1u << AV_CONTEXT_WORKING)
#define LENS    (1u << AV_CONTEXT_LENS)

#define ASKED (CHOICE | NUMBER) /* a question is open, and no panel has the cursor */
#define CELLS (PANEL | POINT)   /* one has it */

static const struct av_binding bindings[] = {
    {AV_KEY_RIGHT, LESSON | ASKED, AV_COMMAND_STAGE_NEXT},
    {AV_KEY_SPACE, LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_STAGE_NEXT},
    {'l', LESSON | ASKED, AV_COMMAND_STAGE_NEXT},
    {AV_KEY_LEFT, LESSON | ASKED, AV_COMMAND_STAGE_BACK},
    {AV_KEY_BACKSPACE, LESSON | ASKED | CELLS | LENS, AV_COMMAND_STAGE_BACK},
    {'h', LESSON | ASKED, AV_COMMAND_STAGE_BACK},
    {AV_KEY_DOWN, LESSON | NUMBER | LENS, AV_COMMAND_TOKEN_NEXT},
    {'n', LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_TOKEN_NEXT},
    {'j', LESSON | NUMBER | LENS, AV_COMMAND_TOKEN_NEXT},
    {AV_KEY_UP, LESSON | NUMBER | LENS, AV_COMMAND_TOKEN_BACK},
    {'p', LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_TOKEN_BACK},
    {'k', LESSON | NUMBER | LENS, AV_COMMAND_TOKEN_BACK},
    {AV_KEY_HOME, LESSON | ASKED | LIBRARY | LENS, AV_COMMAND_FIRST},
    {AV_KEY_END, LESSON | ASKED | LIBRARY | LENS, AV_COMMAND_LAST},
    {'g', LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_GO_TO_TOKEN},
    {'r', LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_RESUME},

    {AV_KEY_TAB, LESSON | ASKED | CELLS | HELP, AV_COMMAND_PANEL_NEXT},
    {AV_KEY_BACK_TAB, LESSON | ASKED | CELLS | HELP, AV_COMMAND_PANEL_BACK},
    {AV_KEY_ENTER, LESSON | PANEL | WORKING | ASKING | LIBRARY | ASKED | POINT, AV_COMMAND_ENTER},
    {AV_KEY_RIGHT, LIBRARY, AV_COMMAND_ENTER},
    {AV_KEY_ESCAPE, LESSON | CELLS | WORKING | HELP | ASKING | ASKED | LENS | LIBRARY, AV_COMMAND_LEAVE},
    {'q', HELP, AV_COMMAND_LEAVE},
    {AV_KEY_BACKSPACE, WORKING | LIBRARY, AV_COMMAND_BACK},
    {AV_KEY_LEFT, CELLS | WORKING, AV_COMMAND_CELL_LEFT},
    {'h', CELLS | WORKING, AV_COMMAND_CELL_LEFT},
    {AV_KEY_RIGHT, CELLS | WORKING, AV_COMMAND_CELL_RIGHT},
    {'l', CELLS | WORKING, AV_COMMAND_CELL_RIGHT},
    {AV_KEY_UP, CELLS | WORKING | CHOICE | HELP | ASKING | LIBRARY, AV_COMMAND_CELL_UP},
    {'k', CELLS | WORKING | CHOICE | HELP, AV_COMMAND_CELL_UP},
    {AV_KEY_DOWN, CELLS | WORKING | CHOICE | HELP | ASKING | LIBRARY, AV_COMMAND_CELL_DOWN},
    {'j', CELLS | WORKING | CHOICE | HELP, AV_COMMAND_CELL_DOWN},
    {AV_KEY_HOME, CELLS | WORKING | HELP, AV_COMMAND_CELL_FIRST},
    {AV_KEY_END, CELLS | WORKING | HELP, AV_COMMAND_CELL_LAST},
    {AV_KEY_PAGE_UP, CELLS | WORKING | HELP | LIBRARY, AV_COMMAND_CELL_PAGE_UP},
    {AV_KEY_PAGE_DOWN, CELLS | WORKING | HELP | LIBRARY, AV_COMMAND_CELL_PAGE_DOWN},
    {'/', LESSON | PANEL, AV_COMMAND_FIND},
    {'z', LESSON | PANEL, AV_COMMAND_ZOOM},
    {'v', LESSON | PANEL, AV_COMMAND_CELL_LOOK},
    {'f', PANEL, AV_COMMAND_FLOW},
    {'<', LESSON | PANEL | WORKING, AV_COMMAND_DIGITS_FEWER},
    {'>', LESSON | PANEL | WORKING, AV_COMMAND_DIGITS_MORE},

    {'c', LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_CACHE},
    {'P', LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_PREFILL},
    {'[', LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_HEAD_BACK},
    {']', LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_HEAD_NEXT},
    {'{', LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_LAYER_BACK},
    {'}', LESSON | ASKED | CELLS | WORKING | LENS, AV_COMMAND_LAYER_NEXT},

    {'=', LESSON | PANEL | LENS, AV_COMMAND_SIDE_BY_SIDE},
    {'1', LESSON | LENS, AV_COMMAND_LENS_PANELS},
    {'2', LESSON | LENS, AV_COMMAND_LENS_SIDE},
    {'3', LESSON | LENS, AV_COMMAND_LENS_BLOCKS},
    {'4', LESSON | LENS, AV_COMMAND_LENS_COUNTS},
    {'5', LESSON | LENS, AV_COMMAND_LENS_MEASURE},
    {'6', LESSON | LENS, AV_COMMAND_LENS_SIZES},
    {'7', LESSON | LENS, AV_COMMAND_LENS_FLASH},
    {'8', LESSON | LENS, AV_COMMAND_LENS_PAGED},
    {'9', LESSON | LENS, AV_COMMAND_LENS_HEADS},
    {'0', LESSON | LENS, AV_COMMAND_LENS_LAYERS},
    {'o', LESSON | LENS, AV_COMMAND_LENS_LOSS},
    {'V', LESSON | LENS, AV_COMMAND_LENS_SCALE},
    {'M', LESSON | LENS, AV_COMMAND_LENS_MERGED},
    {'.', LESSON | LENS, AV_COMMAND_TAB_NEXT},
    {',', LESSON | LENS, AV_COMMAND_TAB_BACK},
    {AV_KEY_RIGHT, LENS, AV_COMMAND_LENS_NEXT},
    {'l', LENS, AV_COMMAND_LENS_NEXT},
    {AV_KEY_LEFT, LENS, AV_COMMAND_LENS_BACK},
    {'h', LENS, AV_COMMAND_LENS_BACK},
    {AV_KEY_ENTER, LENS, AV_COMMAND_LENS_RUN},
    {AV_KEY_TAB, LENS, AV_COMMAND_CONTROL_NEXT},
    {AV_KEY_BACK_TAB, LENS, AV_COMMAND_CONTROL_BACK},
    {'+', LENS, AV_COMMAND_CONTROL_MORE},
    {'-', LENS, AV_COMMAND_CONTROL_LESS},

    {'m', LESSON | PANEL | LENS, AV_COMMAND_MASK},
    {'s', LESSON | PANEL | LENS, AV_COMMAND_SCALE},
    {'T', LESSON | PANEL | LENS, AV_COMMAND_TEMPERATURE},
    {'K', LESSON | PANEL | LENS, AV_COMMAND_TOP_K},
    {'S', LESSON | PANEL | LENS, AV_COMMAND_SEED},
    {'e', LESSON | PANEL | WORKING | LENS, AV_COMMAND_EDIT},
    {'+', PANEL | WORKING, AV_COMMAND_MORE},
    {'-', PANEL | WORKING, AV_COMMAND_LESS},
    {'i', LESSON | PANEL | LENS, AV_COMMAND_INSERT},
    {'d', LESSON | PANEL | LENS, AV_COMMAND_DELETE},
    {'b', LESSON | PANEL | LENS, AV_COMMAND_BAN},
    {'u', LESSON | PANEL | WORKING | LENS, AV_COMMAND_UNDO},
    {'U', LESSON | PANEL | WORKING | LENS, AV_COMMAND_REDO},
    {'R', LESSON | PANEL | WORKING | LENS, AV_COMMAND_RESET},
    {'w', LESSON | PANEL | LENS, AV_COMMAND_WRITE},

    {'H', ASKED | POINT, AV_COMMAND_HINT},
    {'A', ASKED | POINT, AV_COMMAND_ANSWER},

    {'a', LESSON | PANEL | WORKING | LENS, AV_COMMAND_PLAY},
    {'+', LESSON, AV_COMMAND_FASTER},
    {'-', LESSON, AV_COMMAND_SLOWER},
    {'L', LESSON | CELLS | WORKING | ASKED | HELP | LENS, AV_COMMAND_LANGUAGE},
    {AV_KEY_TAB, LIBRARY, AV_COMMAND_LANGUAGE}, /* whose characters are the filter's */
    {'t', LESSON | CELLS | WORKING | ASKED | HELP | LENS, AV_COMMAND_THEME},
    {AV_KEY_BACK_TAB, LIBRARY, AV_COMMAND_THEME},
    {'?', LESSON | CELLS | WORKING | ASKED | HELP | LENS, AV_COMMAND_HELP},
    {'G', LESSON | CELLS | WORKING | ASKED | HELP | LENS, AV_COMMAND_GLOSSARY},
    {AV_KEY_CTRL_L, LESSON | CELLS | WORKING | ASKED | HELP | ASKING | LIBRARY | LENS, AV_COMMAND_REPAINT},
    {'q', LESSON | CELLS | WORKING | ASKED | LENS, AV_COMMAND_QUIT},
};

/* What a command does where it is not what its help says. */
static const struct {
    enum av_context context;
    enum av_command_id command;
    struct av_words help;
} meanings[] = {
    {AV_CONTEXT_PANEL, AV_COMMAND_ENTER, {{"explain the number", "详解这个数"}}},
    {AV_CONTEXT_WORKING, AV_COMMAND_ENTER, {{"explain the number under the cursor", "详解光标处的数"}}},
    {AV_CONTEXT_WORKING, AV_COMMAND_LEAVE, {{"back to the panel", "回到面板"}}},
    {AV_CONTEXT_WORKING, AV_COMMAND_CELL_LEFT, {{"one term left", "前移一项"}}},
    {AV_CONTEXT_WORKING, AV_COMMAND_CELL_RIGHT, {{"one term right", "后移一项"}}},
    {AV_CONTEXT_WORKING, AV_COMMAND_CELL_UP, {{"one line up", "上移一行"}}},
    {AV_CONTEXT_WORKING, AV_COMMAND_CELL_DOWN, {{"one line down", "下移一行"}}},
    {AV_CONTEXT_WORKING, AV_COMMAND_CELL_FIRST, {{"first term", "第一项"}}},
    {AV_CONTEXT_WORKING, AV_COMMAND_CELL_LAST, {{"last term", "最后一项"}}},
    {AV_CONTEXT_WORKING, AV_COMMAND_CELL_PAGE_UP, {{"ten terms left", "前移十项"}}},
    {AV_CONTEXT_WORKING, AV_COMMAND_CELL_PAGE_DOWN, {{"ten terms right", "后移十项"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_PANEL_NEXT, {{"keys or glossary", "按键或术语表"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_PANEL_BACK, {{"keys or glossary", "按键或术语表"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_LEAVE, {{"close the help", "关闭帮助"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_CELL_UP, {{"previous page, or term", "上一页，或上一条术语"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_CELL_DOWN, {{"next page, or term", "下一页，或下一条术语"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_CELL_FIRST, {{"first page, or term", "第一页，或第一条术语"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_CELL_LAST, {{"last page, or term", "最后一页，或最后一条术语"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_CELL_PAGE_UP, {{"previous page, or ten terms back", "上一页，或往前十条术语"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_CELL_PAGE_DOWN, {{"next page, or ten terms on", "下一页，或往后十条术语"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_HELP, {{"close the help", "关闭帮助"}}},
    {AV_CONTEXT_HELP, AV_COMMAND_GLOSSARY, {{"the glossary, or close it", "看术语表，或关闭"}}},
    {AV_CONTEXT_ASKING, AV_COMMAND_ENTER, {{"take what was typed", "确定"}}},
    {AV_CONTEXT_ASKING, AV_COMMAND_LEAVE, {{"cancel", "取消"}}},
    {AV_CONTEXT_LESSON, AV_COMMAND_LEAVE, {{"put the answer away", "收起答案"}}},
    {AV_CONTEXT_CHOICE, AV_COMMAND_ENTER, {{"answer", "回答"}}},
    {AV_CONTEXT_CHOICE, AV_COMMAND_LEAVE, {{"skip the question", "跳过这题"}}},
    {AV_CONTEXT_CHOICE, AV_COMMAND_CELL_UP, {{"previous choice; a digit chooses, too", "上一个选项；也可按数字选"}}},
    {AV_CONTEXT_CHOICE, AV_COMMAND_CELL_DOWN, {{"next choice", "下一个选项"}}},
    {AV_CONTEXT_QUESTION, AV_COMMAND_ENTER, {{"answer, or into the panel to point", "回答，或进面板去指"}}},
    {AV_CONTEXT_QUESTION, AV_COMMAND_LEAVE, {{"skip the question", "跳过这题"}}},
    {AV_CONTEXT_POINT, AV_COMMAND_ENTER, {{"answer: this cell", "回答：就是这一格"}}},
    {AV_CONTEXT_POINT, AV_COMMAND_LEAVE, {{"back to the question", "回到问题"}}},
    {AV_CONTEXT_LIBRARY, AV_COMMAND_FIRST, {{"first lesson", "第一课"}}},
    {AV_CONTEXT_LIBRARY, AV_COMMAND_LAST, {{"last lesson", "最后一课"}}},
    {AV_CONTEXT_LIBRARY, AV_COMMAND_ENTER, {{"open the lesson", "打开这一课"}}},
    {AV_CONTEXT_LIBRARY, AV_COMMAND_CELL_UP, {{"previous lesson", "上一课"}}},
    {AV_CONTEXT_LIBRARY, AV_COMMAND_CELL_DOWN, {{"next lesson", "下一课"}}},
    {AV_CONTEXT_LIBRARY, AV_COMMAND_CELL_PAGE_UP, {{"a page up", "上翻一页"}}},
    {AV_CONTEXT_LIBRARY, AV_COMMAND_CELL_PAGE_DOWN, {{"a page down", "下翻一页"}}},
    {AV_CONTEXT_LIBRARY, AV_COMMAND_LEAVE, {{"show all lessons again, or quit", "重新列出全部课程，或退出"}}},
    {AV_CONTEXT_LIBRARY, AV_COMMAND_BACK, {{"take back what was typed last", "删去刚输入的字"}}},
};

static const struct av_words contexts[AV_CONTEXT_COUNT] = {
    [AV_CONTEXT_LESSON] = {{"while stepping", "步进时"}},
    [AV_CONTEXT_PANEL] = {{"in a panel", "面板里"}},
    [AV_CONTEXT_LENS] = {{"in another view", "其他视图里"}},
    [AV_CONTEXT_WORKING] = {{"in an explanation", "详解里"}},
    [AV_CONTEXT_HELP] = {{"in the help", "帮助里"}},
    [AV_CONTEXT_ASKING] = {{"while typing", "输入时"}},
    [AV_CONTEXT_LIBRARY] = {{"in the list of lessons", "课程列表里"}},
    [AV_CONTEXT_CHOICE] = {{"while a question has choices", "选择题"}},
    [AV_CONTEXT_QUESTION] = {{"while a question is open", "回答问题时"}},
    [AV_CONTEXT_POINT] = {{"while pointing at a cell", "指单元格时"}},
};

#define BINDINGS (sizeof bindings / sizeof *bindings)

const struct av_binding *av_keymap_bindings(size_t *count)
{
    *count = BINDINGS;
    return bindings;
}

enum av_command_id av_keymap_command(int key, enum av_context context)
{
    for (size_t i = 0; i < BINDINGS; i++) {
        if (bindings[i].key == key && bindings[i].contexts & (1u << context))
            return bindings[i].command;
    }
    return AV_COMMAND_NONE;
}

int av_keymap_key(enum av_command_id command, enum av_context context)
{
    for (size_t i = 0; i < BINDINGS; i++) {
        if (bindings[i].command == command && bindings[i].contexts & (1u << context))
            return bindings[i].key;
    }
    return AV_KEY_NONE;
}

struct av_words av_keymap_help(enum av_command_id command, enum av_context context)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (meanings[i].command == command && meanings[i].context == context)
            return meanings[i].help;
    }
    return av_command_info(command)->help;
}

struct av_words av_context_words(enum av_context context)
{
    return contexts[context];
}
