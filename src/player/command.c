#include "attnviz/player/command.h"

#include <assert.h>
#include <stddef.h>

/* clang-format off */
#define COMMAND(id, name, group, help_english, help_chinese, brief_english, brief_chinese) \
    {AV_COMMAND_##id, name, AV_GROUP_##group, {{help_english, help_chinese}}, {{brief_english, brief_chinese}}}
/* clang-format on */

/* In the order of enum av_command_id, without AV_COMMAND_NONE. */
static const struct av_command_info commands[] = {
    COMMAND(STAGE_NEXT, "stage-next", STEP, "next stage", "下一阶段", "stage", "阶段"),
    COMMAND(STAGE_BACK, "stage-back", STEP, "previous stage", "上一阶段", NULL, NULL),
    COMMAND(TOKEN_NEXT, "token-next", STEP, "next token, same stage", "下一个 token，阶段不变", "token", "token"),
    COMMAND(TOKEN_BACK, "token-back", STEP, "previous token, same stage", "上一个 token，阶段不变", NULL, NULL),
    COMMAND(FIRST, "first", STEP, "first stage of the first token", "第一个 token 的第一阶段", NULL, NULL),
    COMMAND(LAST, "last", STEP, "last stage of the last token", "最后一个 token 的最后阶段", NULL, NULL),
    COMMAND(GO_TO_TOKEN, "go-to-token", STEP, "go to a token by its number", "按编号跳到某个 token", "go to", "跳转"),
    COMMAND(GO_TO_STAGE, "go-to-stage", STEP, "go to a stage of this token", "跳到当前 token 的某个阶段", NULL, NULL),
    COMMAND(RESUME, "resume", STEP, "go where you stopped", "回到上次停下处", NULL, NULL),

    COMMAND(PANEL_NEXT, "panel-next", LOOK, "into the next panel", "进入下一个面板", "panel", "面板"),
    COMMAND(PANEL_BACK, "panel-back", LOOK, "into the previous panel", "进入上一个面板", NULL, NULL),
    COMMAND(ENTER, "enter", LOOK, "into the panel", "进入面板", NULL, NULL),
    COMMAND(LEAVE, "leave", LOOK, "leave the panel or the help", "离开面板或帮助", "back", "返回"),
    COMMAND(BACK, "back", LOOK, "back to the number before, in an explanation", "详解中回到上一个数", "before",
            "上一个"),
    COMMAND(CELL_LEFT, "cell-left", LOOK, "one cell left", "左移一格", NULL, NULL),
    COMMAND(CELL_RIGHT, "cell-right", LOOK, "one cell right", "右移一格", "cell", "移动"),
    COMMAND(CELL_UP, "cell-up", LOOK, "one row up", "上移一行", NULL, NULL),
    COMMAND(CELL_DOWN, "cell-down", LOOK, "one row down", "下移一行", NULL, NULL),
    COMMAND(CELL_FIRST, "cell-first", LOOK, "first cell of the row", "移到行首", NULL, NULL),
    COMMAND(CELL_LAST, "cell-last", LOOK, "last cell of the row", "移到行尾", NULL, NULL),
    COMMAND(CELL_PAGE_UP, "cell-page-up", LOOK, "a page up", "上移一页", NULL, NULL),
    COMMAND(CELL_PAGE_DOWN, "cell-page-down", LOOK, "a page down", "下移一页", NULL, NULL),
    COMMAND(CELL_SELECT, "cell-select", LOOK, "look into a cell", "查看某个单元格", NULL, NULL),
    COMMAND(PANEL_SCROLL, "panel-scroll", LOOK, "scroll a panel", "滚动面板", NULL, NULL),
    COMMAND(FIND, "find", LOOK, "find a token", "查找 token", "find", "查找"),
    COMMAND(ZOOM, "zoom", LOOK, "the panel full screen", "面板放大到全屏", "zoom", "放大"),
    COMMAND(CELL_LOOK, "cell-look", LOOK, "cells: numbers or heat", "单元格：数字或热度", "heat", "热度"),
    COMMAND(FLOW, "flow", LOOK, "what the number flows into", "看这个数流向哪里", "flow", "流向"),
    COMMAND(DIGITS_FEWER, "digits-fewer", LOOK, "fewer digits", "少显示一位小数", NULL, NULL),
    COMMAND(DIGITS_MORE, "digits-more", LOOK, "more digits", "多显示一位小数", "digits", "小数"),
    COMMAND(TERM_SELECT, "term-select", LOOK, "look at a number of an explanation", "查看详解中的某个数", NULL, NULL),

    COMMAND(CACHE, "cache", SWITCH, "KV cache on or off", "开启或关闭 KV 缓存", "cache", "缓存"),
    COMMAND(PREFILL, "prefill", SWITCH, "the prompt at once or token by token", "提示词一次读完，或一次读一个 token",
            NULL, NULL),
    COMMAND(HEAD_BACK, "head-back", SWITCH, "previous head", "上一个注意力头", NULL, NULL),
    COMMAND(HEAD_NEXT, "head-next", SWITCH, "next head", "下一个注意力头", "head", "头"),
    COMMAND(LAYER_BACK, "layer-back", SWITCH, "previous layer", "上一层", NULL, NULL),
    COMMAND(LAYER_NEXT, "layer-next", SWITCH, "next layer", "下一层", "layer", "层"),

    COMMAND(SIDE_BY_SIDE, "side-by-side", LENS, "with and without the cache, side by side", "有缓存与无缓存对照",
            "compare", "对照"),
    COMMAND(LENS_PANELS, "lens-panels", LENS, "the matrices of the stage", "本阶段的矩阵", NULL, NULL),
    COMMAND(LENS_SIDE, "lens-side", LENS, "with and without the cache, side by side", "有缓存与无缓存对照", NULL, NULL),
    COMMAND(LENS_BLOCKS, "lens-blocks", LENS, "the four blocks of S: old and new", "S 的四块：旧与新", NULL, NULL),
    COMMAND(LENS_COUNTS, "lens-counts", LENS, "counting: work, bytes, reads", "计数：运算、字节、读取", NULL, NULL),
    COMMAND(LENS_MEASURE, "lens-measure", LENS, "measuring: time over n, on this machine",
            "测量：本机上时间随 n 的变化", NULL, NULL),
    COMMAND(LENS_SIZES, "lens-sizes", LENS, "real models, by formulas", "真实模型的规模（按公式）", NULL, NULL),
    COMMAND(LENS_FLASH, "lens-flash", LENS, "FlashAttention, tile by tile", "FlashAttention，逐块计算", NULL, NULL),
    COMMAND(LENS_PAGED, "lens-paged", LENS, "PagedAttention: a cache of blocks", "PagedAttention：分块的缓存", NULL,
            NULL),
    COMMAND(LENS_HEADS, "lens-heads", LENS, "the heads beside each other", "各个头并排", NULL, NULL),
    COMMAND(LENS_LAYERS, "lens-layers", LENS, "the layers, and rows that changed", "各层，以及变了的行", NULL, NULL),
    COMMAND(LENS_LOSS, "lens-loss", LENS, "training: the loss of each next token", "训练：预测每个下一个 token 的损失",
            NULL, NULL),
    COMMAND(LENS_SCALE, "lens-scale", LENS, "÷√d_k, and the slope of softmax", "÷√d_k 与 softmax 的斜率", NULL, NULL),
    COMMAND(LENS_MERGED, "lens-merged", LENS, "W_Q and W_K as one matrix", "W_Q 与 W_K 合成一个矩阵", NULL, NULL),
    COMMAND(TAB_NEXT, "tab-next", LENS, "next view", "下一个视图", NULL, NULL),
    COMMAND(TAB_BACK, "tab-back", LENS, "previous view", "上一个视图", NULL, NULL),
    COMMAND(LENS_NEXT, "lens-next", LENS, "onwards: a stage, a tile", "向前：一个阶段、一块", "step", "步进"),
    COMMAND(LENS_BACK, "lens-back", LENS, "back", "后退", NULL, NULL),
    COMMAND(LENS_RUN, "lens-run", LENS, "start, stop, fork", "开始、停止、分叉", "go", "执行"),
    COMMAND(CONTROL_NEXT, "control-next", LENS, "next thing to set", "下一个可调项", "choose", "选择"),
    COMMAND(CONTROL_BACK, "control-back", LENS, "previous thing to set", "上一个可调项", NULL, NULL),
    COMMAND(CONTROL_MORE, "control-more", LENS, "set it larger", "调大", "set", "调整"),
    COMMAND(CONTROL_LESS, "control-less", LENS, "set it smaller", "调小", NULL, NULL),
    COMMAND(CONTROL_SELECT, "control-select", LENS, "choose and set", "选择并调整", NULL, NULL),

    COMMAND(MASK, "mask", CHANGE, "mask: −∞, multiplied by 0, none", "掩码：加 −∞、乘 0、不用", "mask", "掩码"),
    COMMAND(SCALE, "scale", CHANGE, "divide scores by √d_k or not", "分数除不除以 √d_k", "scale", "缩放"),
    COMMAND(TEMPERATURE, "temperature", CHANGE, "set the temperature", "设定温度", NULL, NULL),
    COMMAND(TOP_K, "top-k", CHANGE, "set top-k", "设定 top-k", NULL, NULL),
    COMMAND(SEED, "seed", CHANGE, "set the seed", "设定随机种子", NULL, NULL),
    COMMAND(EDIT, "edit", CHANGE, "change this weight (a digit begins it, too), or this token",
            "改这个权重（也可直接键入数字），或这个 token", "edit", "修改"),
    COMMAND(MORE, "more", CHANGE, "this weight + 0.1", "这个权重加 0.1", "0.1", "0.1"),
    COMMAND(LESS, "less", CHANGE, "this weight − 0.1", "这个权重减 0.1", NULL, NULL),
    COMMAND(INSERT, "insert", CHANGE, "insert a token after this one", "在这个 token 后面插入一个", NULL, NULL),
    COMMAND(DELETE, "delete", CHANGE, "delete this token", "删除这个 token", NULL, NULL),
    COMMAND(BAN, "ban", CHANGE, "let no other token attend to this one, or allow it again",
            "不让别的 token 注意它，或恢复", NULL, NULL),
    COMMAND(UNDO, "undo", CHANGE, "undo the last change", "撤销上一次修改", "undo", "撤销"),
    COMMAND(REDO, "redo", CHANGE, "make it again", "重做", NULL, NULL),
    COMMAND(RESET, "reset", CHANGE, "back to the lesson as it was", "恢复课程原样", NULL, NULL),
    COMMAND(WRITE, "write", CHANGE, "write the lesson to a file of your own", "把改过的课程另存为文件", NULL, NULL),

    COMMAND(CHOOSE, "choose", QUESTION, "choose an answer", "选一个答案", NULL, NULL),
    COMMAND(HINT, "hint", QUESTION, "a hint", "提示", "hint", "提示"),
    COMMAND(ANSWER, "answer", QUESTION, "show the answer", "看答案", "show", "看答案"),

    COMMAND(PLAY, "play", PROGRAM, "play, or stop playing", "自动播放或停止", "play", "播放"),
    COMMAND(FASTER, "faster", PROGRAM, "play faster", "加快播放", NULL, NULL),
    COMMAND(SLOWER, "slower", PROGRAM, "play slower", "放慢播放", NULL, NULL),
    COMMAND(LANGUAGE, "language", PROGRAM, "English or Chinese", "中文或英文", "中文", "English"),
    COMMAND(THEME, "theme", PROGRAM, "theme: dark, light, any, monochrome", "主题：深色、浅色、通用、单色", "theme",
            "主题"),
    COMMAND(HELP, "help", PROGRAM, "help: the keys", "帮助：按键", "help", "帮助"),
    COMMAND(GLOSSARY, "glossary", PROGRAM, "what the panel's symbols mean", "面板里的符号是什么意思", "glossary",
            "术语"),
    COMMAND(REPAINT, "repaint", PROGRAM, "redraw the screen", "重画屏幕", NULL, NULL),
    COMMAND(QUIT, "quit", PROGRAM, "quit", "退出", "quit", "退出"),
};

_Static_assert(sizeof commands / sizeof *commands == AV_COMMAND_COUNT - 1, "a row for each command");

static const struct av_words group_titles[AV_GROUP_COUNT] = {
    [AV_GROUP_STEP] = {{"Stepping", "步进"}},     [AV_GROUP_LOOK] = {{"Looking into panels", "查看面板"}},
    [AV_GROUP_SWITCH] = {{"Switches", "开关"}},   [AV_GROUP_LENS] = {{"Other views", "其他视图"}},
    [AV_GROUP_CHANGE] = {{"What if?", "改改看"}}, [AV_GROUP_QUESTION] = {{"Questions", "问题"}},
    [AV_GROUP_PROGRAM] = {{"Program", "程序"}},
};

const struct av_command_info *av_command_info(enum av_command_id id)
{
    assert(id > AV_COMMAND_NONE && id < AV_COMMAND_COUNT);
    const struct av_command_info *info = &commands[id - 1];
    assert(info->id == id);
    return info;
}

struct av_words av_command_group_title(enum av_command_group group)
{
    return group_titles[group];
}
