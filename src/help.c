#include "help.h"

#include "say.h"

#define USAGE_WIDTH 34 /* --at TOKEN:STAGE[:LAYER[:HEAD]], and two spaces */

static const struct av_words introduction[] = {
    {{"attnviz: a tiny real transformer computes attention, step by step",
      "attnviz：看一个真正的小 Transformer 一步步计算注意力"}},
    {{"", ""}},
    {{"usage: attnviz [OPTIONS] [LESSON | FOLDER...]", "用法：attnviz [选项] [课程 | 文件夹……]"}},
    {{"       attnviz --new FILE", "      attnviz --new 文件"}},
    {{"       attnviz --check FILE...", "      attnviz --check 文件……"}},
    {{"", ""}},
    {{"LESSON is a file, or the name of a lesson; without it there is a list to choose from,",
      "课程可以是文件，也可以是课程名；不给出时从列表里选择，"}},
    {{"which has the lessons of each FOLDER as well.", "列表里也有所给文件夹中的课程。"}},
    {{"", ""}},
};

const char *av_help_usage(const struct av_cli_option *option, char *buffer, size_t size)
{
    char letter[8] = "";
    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(buffer, size, "%s--%s%s%s", letter, option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    return buffer;
}

void av_help_write(FILE *file, enum av_language language, enum av_charset charset)
{
    for (size_t i = 0; i < sizeof introduction / sizeof introduction[0]; i++)
        av_say_line(file, charset, introduction[i].in[language]);
    size_t count;
    const struct av_cli_option *options = av_cli_options(&count);
    for (size_t i = 0; i < count; i++) {
        char usage[64];
        av_say(file, charset, 2, "");
        av_say(file, charset, USAGE_WIDTH, av_help_usage(&options[i], usage, sizeof usage));
        av_say_line(file, charset, options[i].help.in[language]);
    }
}
