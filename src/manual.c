/* attnviz-manual: fills the tables of options and keys into the man page and the README, so that they are the program's
 * own.
 *
 * usage: attnviz-manual man TEMPLATE VERSION
 *        attnviz-manual readme README SCREEN
 *
 * In the man page a line "@options@" or "@keys@" becomes the table, and @version@ in a line the version. In the README
 * a table stands between the lines "<!-- options -->" and "<!-- end -->", and is replaced there, so that the result is
 * a README again; between "<!-- screen -->" and "<!-- end -->" it is the text in the file SCREEN. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/player/command.h"
#include "attnviz/player/keymap.h"

#include "cli.h"
#include "help.h"

/* Roff takes a minus for a hyphen, a point or apostrophe at a line's start for a request, and a backslash for an
 * escape. */
static void write_roff(const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == '-')
            fputs("\\-", stdout);
        else if (*c == '\\')
            fputs("\\e", stdout);
        else if (*c == '\'')
            fputs("\\(aq", stdout);
        else
            putchar(*c);
    }
}

static void write_man_options(void)
{
    size_t count;
    const struct av_cli_option *options = av_cli_options(&count);
    for (size_t i = 0; i < count; i++) {
        fputs(".TP\n", stdout);
        if (options[i].letter)
            printf("\\fB\\-%c\\fR, ", options[i].letter);
        fputs("\\fB\\-\\-", stdout);
        write_roff(options[i].name);
        fputs("\\fR", stdout);
        if (options[i].argument) {
            fputs(" \\fI", stdout);
            write_roff(options[i].argument);
            fputs("\\fR", stdout);
        }
        putchar('\n');
        write_roff(options[i].help.in[AV_ENGLISH]);
        putchar('\n');
    }
}

static void write_readme_options(void)
{
    size_t count;
    const struct av_cli_option *options = av_cli_options(&count);
    puts("| Option | | 选项 |\n|---|---|---|");
    for (size_t i = 0; i < count; i++) {
        char usage[64];
        fputs("| `", stdout);
        for (const char *c = av_help_usage(&options[i], usage, sizeof usage); *c; c++) {
            if (*c == '|') /* would end the table's cell */
                putchar('\\');
            putchar(*c);
        }
        printf("` | %s | %s |\n", options[i].help.in[AV_ENGLISH], options[i].help.in[AV_CHINESE]);
    }
}

/* The list of lessons and the question for a token say themselves which keys they know. */
static bool belongs_here(const struct av_binding *binding)
{
    return (binding->contexts & ~((1u << AV_CONTEXT_LIBRARY) | (1u << AV_CONTEXT_ASKING))) != 0;
}

/* The keys of a command, each with before and after around it; false, and nothing written, where it has none. */
static bool write_keys(enum av_command_id command, const char *before, const char *after)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        char label[32];
        if (bindings[i].command != command || !belongs_here(&bindings[i]))
            continue;
        printf("%s%s%s%s", any ? ", " : "", before, av_key_name(bindings[i].key, label, sizeof label), after);
        if (bindings[i].contexts == 1u << AV_CONTEXT_HELP)
            fputs(" (in the help)", stdout);
        any = true;
    }
    return any;
}

static bool has_key(enum av_command_id command)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    for (size_t i = 0; i < count; i++) {
        if (bindings[i].command == command)
            return true;
    }
    return false;
}

static void write_man_keys(void)
{
    for (int group = 0; group < AV_GROUP_COUNT; group++) {
        printf(".SS %s\n", av_command_group_title((enum av_command_group)group).in[AV_ENGLISH]);
        for (int id = AV_COMMAND_NONE + 1; id < AV_COMMAND_COUNT; id++) {
            const struct av_command_info *info = av_command_info((enum av_command_id)id);
            if ((int)info->group != group || !has_key(info->id))
                continue;
            fputs(".TP\n", stdout);
            write_keys(info->id, "\\fB", "\\fR");
            putchar('\n');
            write_roff(info->help.in[AV_ENGLISH]);
            putchar('\n');
        }
    }
}

static void write_readme_keys(void)
{
    puts("| Keys | | 按键 |\n|---|---|---|");
    for (int group = 0; group < AV_GROUP_COUNT; group++) {
        struct av_words title = av_command_group_title((enum av_command_group)group);
        printf("| **%s** | | **%s** |\n", title.in[AV_ENGLISH], title.in[AV_CHINESE]);
        for (int id = AV_COMMAND_NONE + 1; id < AV_COMMAND_COUNT; id++) {
            const struct av_command_info *info = av_command_info((enum av_command_id)id);
            if ((int)info->group != group || !has_key(info->id))
                continue;
            fputs("| ", stdout);
            write_keys(info->id, "`", "`");
            printf(" | %s | %s |\n", info->help.in[AV_ENGLISH], info->help.in[AV_CHINESE]);
        }
    }
}

/* Copies a line, with the version in the place of @version@. */
static void copy_line(const char *line, const char *version)
{
    static const char mark[] = "@version@";
    const char *found = strstr(line, mark);
    if (found)
        printf("%.*s%s%s", (int)(found - line), line, version, found + strlen(mark));
    else
        fputs(line, stdout);
}

static void fill_man(FILE *template, const char *version)
{
    char line[1024];
    while (fgets(line, sizeof line, template)) {
        if (strcmp(line, "@options@\n") == 0)
            write_man_options();
        else if (strcmp(line, "@keys@\n") == 0)
            write_man_keys();
        else
            copy_line(line, version);
    }
}

/* A screen as the README shows it: four spaces make it a block of code. */
static void copy_screen(FILE *screen)
{
    char line[4096];
    putchar('\n');
    while (fgets(line, sizeof line, screen))
        printf("%s%s", *line == '\n' ? "" : "    ", line);
    putchar('\n');
}

/* Writes what belongs after a line of the README; false where that line marks nothing. */
static bool fill_mark(const char *line, FILE *screen)
{
    if (strcmp(line, "<!-- options -->\n") == 0)
        write_readme_options();
    else if (strcmp(line, "<!-- keys -->\n") == 0)
        write_readme_keys();
    else if (strcmp(line, "<!-- screen -->\n") == 0)
        copy_screen(screen);
    else
        return false;
    return true;
}

static void fill_readme(FILE *readme, FILE *screen)
{
    char line[4096];
    bool inside = false; /* in what was filled in before, which is left out */
    while (fgets(line, sizeof line, readme)) {
        inside = inside && strcmp(line, "<!-- end -->\n") != 0;
        if (!inside)
            fputs(line, stdout);
        if (fill_mark(line, screen))
            inside = true;
    }
}

static FILE *open_file(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        perror(path);
    return file;
}

int main(int argc, char **argv)
{
    bool readme = argc == 4 && strcmp(argv[1], "readme") == 0;
    if (argc != 4 || (!readme && strcmp(argv[1], "man") != 0)) {
        fputs("usage: attnviz-manual man TEMPLATE VERSION | readme README SCREEN\n", stderr);
        return 2;
    }
    FILE *template = open_file(argv[2]);
    FILE *screen = readme ? open_file(argv[3]) : NULL;
    if (template && screen)
        fill_readme(template, screen);
    else if (template && !readme)
        fill_man(template, argv[3]);
    bool failed = !template || (readme && !screen) || ferror(template);
    if (template)
        fclose(template);
    if (screen)
        fclose(screen);
    return failed || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
