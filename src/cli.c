#include "cli.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/suggest.h"
#include "attnviz/player/keymap.h"

enum option_id {
    OPTION_PRINT,
    OPTION_AT,
    OPTION_SIZE,
    OPTION_KEYS,
    OPTION_NEW,
    OPTION_CHECK,
    OPTION_LIST,
    OPTION_LANG,
    OPTION_THEME,
    OPTION_ASCII,
    OPTION_NO_COLOR,
    OPTION_NO_MOUSE,
    OPTION_NO_CACHE,
    OPTION_NO_QUESTIONS,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_COUNT,
};

/* getopt_long's numbers for options: past every letter. */
#define OPTION_BASE 256

/* clang-format off */
#define OPTION(id, name, letter, argument, help_english, help_chinese) \
    [OPTION_##id] = {name, letter, argument, {{help_english, help_chinese}}}
/* clang-format on */

static const struct av_cli_option options[OPTION_COUNT] = {
    OPTION(PRINT, "print", 0, NULL, "write the screen as text (also when stdout is not a terminal)",
           "把屏幕写成文本（标准输出不是终端时也是如此）"),
    OPTION(AT, "at", 0, "TOKEN:STAGE[:LAYER[:HEAD]]",
           "begin there; TOKEN is a number from 1, or a token that occurs once",
           "从这里开始；TOKEN 是从 1 起的序号，或只出现一次的 token"),
    OPTION(SIZE, "size", 0, "COLSxROWS", "size of the printed screen (120x40 if not given)",
           "打印的屏幕大小（默认 120x40）"),
    OPTION(KEYS, "keys", 0, "'KEY KEY ...'", "press these keys first: Right, Enter, PageDown, Ctrl-L, c, ...",
           "先按这些键：Right、Enter、PageDown、Ctrl-L、c……"),
    OPTION(NEW, "new", 0, "FILE", "write a small complete lesson to begin with; an existing file stays",
           "写出一份完整的小课程作为起点，不会覆盖已有文件"),
    OPTION(CHECK, "check", 0, NULL, "only check the files given, and report every fault",
           "只检查给出的文件，报告全部错误"),
    OPTION(LIST, "list", 0, NULL, "list the lessons; of folders given too", "列出课程，也列出给出的文件夹里的"),
    OPTION(LANG, "lang", 0, "en|zh", "language (default: from the locale)", "语言（默认随系统区域设置）"),
    OPTION(THEME, "theme", 0, "dark|light|any|mono", "colours (default: detected)", "配色（默认自动检测）"),
    OPTION(ASCII, "ascii", 0, NULL, "plain characters only", "只用 ASCII 字符"),
    OPTION(NO_COLOR, "no-color", 0, NULL, "no colours (NO_COLOR in the environment asks for the same)",
           "不用颜色（环境变量 NO_COLOR 亦可）"),
    OPTION(NO_MOUSE, "no-mouse", 0, NULL, "leave the mouse to the terminal", "不使用鼠标"),
    OPTION(NO_CACHE, "no-cache", 0, NULL, "begin with the KV cache off", "开始时关闭 KV 缓存"),
    OPTION(NO_QUESTIONS, "no-questions", 0, NULL, "ask nothing, as for a presentation", "不提问，适合讲课演示"),
    OPTION(HELP, "help", 'h', NULL, "show this help", "显示本帮助"),
    OPTION(VERSION, "version", 'V', NULL, "show the version", "显示版本"),
};

const struct av_cli_option *av_cli_options(size_t *count)
{
    *count = OPTION_COUNT;
    return options;
}

static const char *const themes[AV_THEME_COUNT] = {
    [AV_THEME_DARK] = "dark", [AV_THEME_LIGHT] = "light", [AV_THEME_ANY] = "any", [AV_THEME_MONO] = "mono"};

static enum av_status parse_language(struct av_cli *cli, const char *text, struct av_error *error)
{
    cli->language_given = true;
    if (av_language_parse(text, &cli->language))
        return AV_OK;
    return av_error_set(error, AV_ERROR_USAGE, "--lang", "en or zh expected, \"%s\" found", text);
}

static enum av_status parse_theme(struct av_cli *cli, const char *text, struct av_error *error)
{
    cli->theme_given = true;
    for (int i = 0; i < AV_THEME_COUNT; i++) {
        if (strcmp(text, themes[i]) == 0) {
            cli->theme = (enum av_theme)i;
            return AV_OK;
        }
    }
    char names[64];
    return av_error_set(error, AV_ERROR_USAGE, "--theme", "%s expected, \"%s\" found",
                        av_suggest_choices(names, sizeof names, "", themes, AV_THEME_COUNT), text);
}

/* Digits only, from 1 to AV_CLI_SIZE_MAX; *end is what follows. */
static bool parse_side(const char *text, int *side, const char **end)
{
    *side = 0;
    for (*end = text; **end >= '0' && **end <= '9'; ++*end) {
        *side = *side * 10 + (**end - '0');
        if (*side > AV_CLI_SIZE_MAX)
            return false;
    }
    return *side >= 1;
}

static enum av_status parse_size(struct av_cli *cli, const char *text, struct av_error *error)
{
    const char *end;
    if (parse_side(text, &cli->columns, &end) && (*end == 'x' || *end == 'X') &&
        parse_side(end + 1, &cli->rows, &end) && *end == '\0')
        return AV_OK;
    return av_error_set(error, AV_ERROR_USAGE, "--size",
                        "COLSxROWS expected, each from 1 to %d, as in 80x24, \"%s\" found", AV_CLI_SIZE_MAX, text);
}

enum av_status av_cli_next_key(const char **keys, int *key, struct av_error *error)
{
    static const char blanks[] = " \t\r\n";
    char name[32];
    *keys += strspn(*keys, blanks);
    size_t length = strcspn(*keys, blanks);
    *key = AV_KEY_NONE;
    if (length == 0)
        return AV_OK;
    if (length < sizeof name) {
        memcpy(name, *keys, length);
        name[length] = '\0';
        *keys += length;
        if (av_key_parse(name, key))
            return AV_OK;
    }
    return av_error_set(
        error, AV_ERROR_USAGE, "--keys",
        "no key \"%.*s\": a character, Right, Left, Up, Down, Enter, Escape, Tab, Shift-Tab, Space, Home, End, PageUp, "
        "PageDown, Backspace or Ctrl-L expected",
        (int)length, length < sizeof name ? name : *keys);
}

/* Keys are checked before anything else is done, so that a misspelt one is not found half-way. */
static enum av_status parse_keys(struct av_cli *cli, const char *text, struct av_error *error)
{
    const char *rest = cli->keys = text;
    int key;
    do {
        if (av_cli_next_key(&rest, &key, error))
            return AV_ERROR_USAGE;
    } while (key != AV_KEY_NONE);
    return AV_OK;
}

/* The switch that an option without a value turns on. */
static bool *option_flag(struct av_cli *cli, enum option_id id)
{
    switch (id) {
    case OPTION_ASCII:
        return &cli->ascii;
    case OPTION_NO_COLOR:
        return &cli->no_color;
    case OPTION_NO_MOUSE:
        return &cli->no_mouse;
    case OPTION_NO_CACHE:
        return &cli->no_cache;
    case OPTION_NO_QUESTIONS:
        return &cli->no_questions;
    default:
        return &cli->print;
    }
}

static enum av_status parse_option(struct av_cli *cli, enum option_id id, const char *value, struct av_error *error)
{
    switch (id) {
    case OPTION_AT:
        cli->at = value;
        break;
    case OPTION_SIZE:
        return parse_size(cli, value, error);
    case OPTION_KEYS:
        return parse_keys(cli, value, error);
    case OPTION_LANG:
        return parse_language(cli, value, error);
    case OPTION_THEME:
        return parse_theme(cli, value, error);
    case OPTION_NEW:
        cli->action = AV_CLI_NEW;
        cli->new_file = value;
        break;
    case OPTION_CHECK:
        cli->action = AV_CLI_CHECK;
        break;
    case OPTION_LIST:
        cli->action = AV_CLI_LIST;
        break;
    case OPTION_HELP:
        cli->action = AV_CLI_HELP;
        break;
    case OPTION_VERSION:
        cli->action = AV_CLI_VERSION;
        break;
    default:
        *option_flag(cli, id) = true;
    }
    return AV_OK;
}

/* A long option that is none, or that is short for several. */
static enum av_status refuse_word(const char *word, struct av_error *error)
{
    const char *names[OPTION_COUNT];
    char several[128] = "";
    int count = 0;
    for (int i = 0; i < OPTION_COUNT; i++) {
        size_t used = strlen(several);
        if (*word && strncmp(options[i].name, word, strlen(word)) == 0)
            snprintf(several + used, sizeof several - used, "%s--%s", count++ ? ", " : "", options[i].name);
    }
    if (count > 1)
        return av_error_set(error, AV_ERROR_USAGE, "", "--%s is short for more than one option: %s", word, several);
    for (int i = 0; i < OPTION_COUNT; i++)
        names[i] = options[i].name;
    const char *nearest = av_suggest_nearest(word, names, OPTION_COUNT);
    if (nearest)
        return av_error_set(error, AV_ERROR_USAGE, "", "no option --%s; did you mean --%s?", word, nearest);
    return av_error_set(error, AV_ERROR_USAGE, "", "no option --%s (attnviz --help lists all)", word);
}

/* What getopt_long could not read: typed is the argument as it stands in argv. */
static enum av_status refuse(int code, const char *typed, struct av_error *error)
{
    char word[64];
    if (code == ':')
        return av_error_set(error, AV_ERROR_USAGE, typed, "%s expected after it",
                            options[optopt - OPTION_BASE].argument);
    if (optopt >= OPTION_BASE)
        return av_error_set(error, AV_ERROR_USAGE, "", "--%s takes no value", options[optopt - OPTION_BASE].name);
    if (optopt)
        return av_error_set(error, AV_ERROR_USAGE, "", "no option -%c (attnviz --help lists all)", optopt);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(typed + 2, "="), typed + 2);
    return refuse_word(word, error);
}

/* Help and version are answered whatever else is there; the others must have what they need. */
static enum av_status check_operands(const struct av_cli *cli, struct av_error *error)
{
    if (cli->action == AV_CLI_CHECK && cli->n_operand == 0)
        return av_error_set(error, AV_ERROR_USAGE, "--check", "at least one file expected");
    if (cli->action == AV_CLI_NEW && cli->n_operand > 0)
        return av_error_set(error, AV_ERROR_USAGE, "--new", "nothing more expected after it, \"%s\" found",
                            cli->operands[0]);
    return AV_OK;
}

enum av_status av_cli_parse(struct av_cli *cli, int argc, char **argv, struct av_error *error)
{
    struct option table[OPTION_COUNT + 1];
    for (int i = 0; i < OPTION_COUNT; i++) {
        table[i] = (struct option){options[i].name, options[i].argument ? required_argument : no_argument, NULL,
                                   OPTION_BASE + i};
    }
    table[OPTION_COUNT] = (struct option){NULL, 0, NULL, 0};

    *cli = (struct av_cli){.action = AV_CLI_OPEN};
    int code;
    while ((code = getopt_long(argc, argv, ":hV", table, NULL)) != -1) {
        if (code == ':' || code == '?')
            return refuse(code, argv[optind - 1], error);
        int id = code == 'h' ? OPTION_HELP : code == 'V' ? OPTION_VERSION : code - OPTION_BASE;
        if (parse_option(cli, (enum option_id)id, optarg, error))
            return AV_ERROR_USAGE;
    }
    cli->operands = argv + optind;
    cli->n_operand = argc - optind;
    return check_operands(cli, error);
}
