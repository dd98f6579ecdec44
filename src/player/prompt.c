#include "attnviz/player/prompt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "attnviz/player/player.h"

/* How one kind of question is answered. */
struct asker {
    size_t most; /* characters that the answer may have */

    /* True for characters that belong into an answer. */
    bool (*takes)(int character);

    /* Enter was pressed, and the prompt is closed. text is not empty. */
    enum av_status (*finish)(struct av_player *player, const char *text, struct av_error *error);
};

static bool is_digit(int character)
{
    return character >= '0' && character <= '9';
}

static enum av_status go_to(struct av_player *player, const char *text, struct av_error *error)
{
    int number = (int)strtol(text, NULL, 10);
    if (number > 0)
        return av_player_do(player, (struct av_command){AV_COMMAND_GO_TO_TOKEN, {number}}, error);
    player->notice = AV_NOTICE_NO_SUCH_TOKEN;
    return AV_OK;
}

static const struct asker askers[AV_PROMPT_COUNT] = {
    [AV_PROMPT_GO_TO] = {.most = 4, .takes = is_digit, .finish = go_to},
};

void av_prompt_open(struct av_player *player, enum av_prompt_kind kind)
{
    assert(kind != AV_PROMPT_NONE);
    player->prompt = (struct av_prompt){.kind = kind};
}

void av_prompt_close(struct av_player *player)
{
    player->prompt.kind = AV_PROMPT_NONE;
}

static size_t count_characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static void type(struct av_prompt *prompt, int character)
{
    size_t length = strlen(prompt->text);
    char bytes[4];
    size_t added = av_utf8_encode((uint32_t)character, bytes);
    if (count_characters(prompt->text) == askers[prompt->kind].most || length + added >= sizeof prompt->text)
        return;
    memcpy(prompt->text + length, bytes, added);
    prompt->text[length + added] = '\0';
}

static void delete_last(struct av_prompt *prompt)
{
    size_t length = strlen(prompt->text);
    while (length > 0 && ((unsigned char)prompt->text[--length] & 0xc0) == 0x80)
        continue;
    prompt->text[length] = '\0';
}

static enum av_status finish(struct av_player *player, struct av_error *error)
{
    const struct av_prompt prompt = player->prompt;
    av_prompt_close(player);
    return prompt.text[0] != '\0' ? askers[prompt.kind].finish(player, prompt.text, error) : AV_OK;
}

enum av_status av_prompt_do(struct av_player *player, enum av_command_id command, struct av_error *error)
{
    switch (command) {
    case AV_COMMAND_ENTER:
        return finish(player, error);
    case AV_COMMAND_LEAVE:
        av_prompt_close(player);
        break;
    case AV_COMMAND_REPAINT:
        player->repaint = true;
        break;
    default:
        break;
    }
    return AV_OK;
}

enum av_status av_prompt_press(struct av_player *player, int key, struct av_error *error)
{
    struct av_prompt *prompt = &player->prompt;
    if (key == AV_KEY_BACKSPACE)
        delete_last(prompt);
    else if (key >= AV_KEY_SPACE && key < AV_KEY_RIGHT && askers[prompt->kind].takes(key))
        type(prompt, key);
    return av_prompt_do(player, av_keymap_command(key, AV_CONTEXT_ASKING), error);
}
