#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "attnviz/player/key.h"
#include "input.h"

/* Events as words, "Right x click(3,4) #ffffff ", so that they can be compared. */
struct words {
    char text[512];
};

static void say(struct words *words, const struct av_event *event)
{
    char word[64], name[32];
    if (event->kind == AV_EVENT_CLICK)
        snprintf(word, sizeof(word), "click(%d,%d) ", event->x, event->y);
    else if (event->kind == AV_EVENT_BACKGROUND)
        snprintf(word, sizeof(word), "#%06x ", (unsigned)event->color);
    else
        snprintf(word, sizeof(word), "%s ", av_key_name(event->key, name, sizeof(name)));
    strncat(words->text, word, sizeof(words->text) - strlen(words->text) - 1);
}

static void take_all(struct av_input *input, bool waited, struct words *words)
{
    struct av_event event;
    while (av_input_next(input, waited, &event)) {
        waited = false;
        say(words, &event);
    }
}

static void feed(struct av_input *input, const char *bytes, size_t length, struct words *words)
{
    for (size_t i = 0; i < length; i++) {
        cr_assert_lt(input->length, sizeof(input->bytes), "no room was left for byte %zu", i);
        input->bytes[input->length++] = (unsigned char)bytes[i];
        if (input->length == sizeof(input->bytes))
            take_all(input, false, words);
    }
    take_all(input, false, words);
}

/* Waits until nothing is held any more. */
static void rest(struct av_input *input, struct words *words)
{
    for (int i = 0; i < 8 && av_input_patience(input) >= 0; i++)
        take_all(input, true, words);
    cr_assert_eq(av_input_patience(input), -1, "bytes are held for ever");
}

static const struct av_key_string strings[] = {
    {"\033[25q", AV_KEY_END }, /* as no other terminal has it */
    {"\033K",    AV_KEY_HOME},
};

static struct av_input new_input(void)
{
    return (struct av_input){.keys = strings, .n_key = 2, .asked = true};
}

struct sample {
    const char *bytes, *words;
};

static const struct sample samples[] = {
    {"xy",                                                           "x y "                                             },
    {"\033[A\033[B\033[C\033[D",                                     "Up Down Right Left "                              },
    {"\033OA\033OB\033OC\033OD",                                     "Up Down Right Left "                              },
    {"\033[H\033[F\033OH\033OF",                                     "Home End Home End "                               },
    {"\033[1~\033[4~\033[7~\033[8~",                                 "Home End Home End "                               },
    {"\033[5~\033[6~\033[Z",                                         "PageUp PageDown Shift-Tab "                       },
    {"\033[1;5Cx",                                                   "Right x "                                         },
    {"\t\r\n \177\b\014",                                            "Tab Enter Enter Space Backspace Backspace Ctrl-L "},
    {"\033OM\033Op\033Oy\033Ok\033Om",                               "Enter 0 9 + - "                                   },
    {"\033[25q\033K",                                                "End Home "                                        },
    {"它é🙂",                                                    "它 é 🙂 "                                     },
    {"a\xff\xc3z\xe4\xb8z",                                          "a z z "                                           }, /* bytes that are no UTF-8 */
    {"\xc2\x9b",                                                     ""                                                 }, /* a C1 control */
    {"\033[<0;4;5M\033[<0;4;5m",                                     "click(3,4) "                                      },
    {"\033[<2;4;5M\033[<1;4;5M\033[<16;4;5M",                        ""                                                 }, /* other buttons, and with Ctrl */
    {"\033[<64;4;5M\033[<65;4;5M",                                   "Up Down "                                         },
    {"\033[<66;4;5M\033[<67;4;5M\033[<68;4;5M",                      "Left Right Up "                                   },
    {"\033[<0;400;5M",                                               "click(399,4) "                                    },
    {"\033[M\x20\x24\x25\033[M#$%",                                  "click(3,4) "                                      }, /* the older way, and its release */
    {"\033[M`$%\033[Ma$%",                                           "Up Down "                                         },
    {"\033[200~x\033[201~",                                          "x "                                               },
    {"\033[?62;4c\033[>0;276;0c\033[12;40R\033[I\033[O\033[99;99zx", "x "                                               },
    {"\033[[Ax",                                                     "x "                                               }, /* F1 of the Linux console */
    {"\033[15~\033[3~\033OP\033[24;2~x",                             "x "                                               },
    {"\033P1$r0m\033\\\033_Gi=1;OK\033\\x",                          "x "                                               },
    {"\033]11;rgb:ffff/8080/0000\033\\x",                            "#ff8000 x "                                       },
    {"\033]11;rgb:ffff/8080/0000\ax",                                "#ff8000 x "                                       },
    {"\033]11;rgba:0000/0000/0000/ffff\ax",                          "#000000 x "                                       },
    {"\033]11;rgb:f/8/0\ax",                                         "#ff8800 x "                                       },
    {"\033]11;rgb:ff/80/00\033\\x",                                  "#ff8000 x "                                       },
    {"\033]11;rgb:ff/80\ax",                                         "x "                                               }, /* half an answer is none */
    {"\033]10;rgb:ff/80/00\ax",                                      "x "                                               }, /* nobody asked for this one */
    {"\033]52;c;aGVsbG8=\ax",                                        "x "                                               },
    {"\033\033[Cx",                                                  "Escape Right x "                                  },
};

Test(input, says_the_same_wherever_the_bytes_are_cut)
{
    for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
        size_t length = strlen(samples[i].bytes);
        for (size_t cut = 0; cut < length; cut++) {
            struct av_input input = new_input();
            struct words words = {""};
            feed(&input, samples[i].bytes, cut, &words);
            feed(&input, samples[i].bytes + cut, length - cut, &words);
            cr_expect_str_eq(words.text, samples[i].words, "sample %zu cut at %zu: %s", i, cut, words.text);
            cr_expect_eq(input.length, 0u, "sample %zu leaves bytes behind", i);
        }
    }
}

Test(input, says_the_same_when_every_byte_comes_alone)
{
    for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
        struct av_input input = new_input();
        struct words words = {""};
        for (const char *byte = samples[i].bytes; *byte != '\0'; byte++)
            feed(&input, byte, 1, &words);
        cr_expect_str_eq(words.text, samples[i].words, "sample %zu: %s", i, words.text);
    }
}

Test(input, takes_Esc_for_the_key_when_nothing_follows_soon)
{
    struct av_input input = new_input();
    struct words words = {""};
    feed(&input, "\033", 1, &words);
    cr_assert_str_empty(words.text);
    cr_assert_leq(av_input_patience(&input), 100, "while the terminal may still answer");
    input.asked = false;
    cr_assert_leq(av_input_patience(&input), 50);
    rest(&input, &words);
    cr_assert_str_eq(words.text, "Escape ");
}

Test(input, gives_up_what_never_ends_and_goes_on)
{
    static const struct sample endless[] = {
        {"\033[",          "Escape [ "},
        {"\033]",          "Escape ] "},
        {"\033P",          "Escape P "},
        {"\033O",          "Escape O "},
        {"\033[12;3",      ""         },
        {"\033[<0;4",      ""         },
        {"\033]52;c;abc",  ""         },
        {"\033]11;rgb:ff", ""         },
        {"\033Pq#0;2",     ""         },
        {"\xe5\xae",       ""         },
    };
    for (size_t i = 0; i < sizeof(endless) / sizeof(*endless); i++) {
        struct av_input input = new_input();
        struct words words = {""};
        char expected[64];
        feed(&input, endless[i].bytes, strlen(endless[i].bytes), &words);
        rest(&input, &words);
        feed(&input, "x", 1, &words);
        snprintf(expected, sizeof(expected), "%sx ", endless[i].words);
        cr_expect_str_eq(words.text, expected, "sample %zu: %s", i, words.text);
    }
}

Test(input, an_answer_that_arrives_long_after_its_Esc_is_no_key)
{
    struct av_input input = new_input();
    struct words words = {""};
    feed(&input, "\033", 1, &words);
    rest(&input, &words);
    feed(&input, "]11;r", 5, &words);
    feed(&input, "gb:ff/ff/ff", 11, &words);
    feed(&input, "\033\\", 2, &words);
    cr_assert_str_eq(words.text, "Escape #ffffff ");
    feed(&input, "]1", 2, &words);
    cr_assert_str_eq(words.text, "Escape #ffffff ] 1 ", "once answered, these are keys");
}

Test(input, keys_that_look_like_a_late_answer_are_keys_after_a_while)
{
    struct av_input input = new_input();
    struct words words = {""};
    feed(&input, "\033", 1, &words);
    rest(&input, &words);
    feed(&input, "]1", 2, &words);
    rest(&input, &words);
    cr_assert_str_eq(words.text, "Escape ] 1 ");
}

Test(input, swallows_a_control_string_of_any_length)
{
    char bytes[5000];
    struct words words = {""};
    struct av_input input = new_input();
    memset(bytes, 'q', sizeof(bytes));
    memcpy(bytes, "\033]52;c;", 7);
    memcpy(bytes + sizeof(bytes) - 3, "\033\\x", 3);
    feed(&input, bytes, sizeof(bytes), &words);
    cr_assert_str_eq(words.text, "x ");
    feed(&input, bytes, 2000, &words); /* it never ends */
    rest(&input, &words);
    feed(&input, "y", 1, &words);
    cr_assert_str_eq(words.text, "x y ");
}

Test(input, no_bytes_at_all_make_it_stick)
{
    static const unsigned char alphabet[] = "\033\033\033[]OP\\\a?<0;19~M\x18\xe5\xae\x83q";
    unsigned seed = 1;
    for (int run = 0; run < 2000; run++) {
        struct av_input input = new_input();
        struct words words = {""};
        for (int i = 0; i < 600; i++) {
            seed = seed * 1103515245 + 12345;
            char byte = (char)alphabet[(seed >> 16) % (sizeof(alphabet) - 1)];
            words.text[0] = '\0';
            feed(&input, &byte, 1, &words);
            if ((seed >> 10) % 50 == 0)
                take_all(&input, true, &words);
        }
        rest(&input, &words);
        words.text[0] = '\0';
        feed(&input, "z", 1, &words);
        cr_assert_str_eq(words.text, "z ", "run %d: %s", run, words.text);
    }
}
