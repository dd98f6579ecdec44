#include "attnviz/player/prompt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "attnviz/player/player.h"
#include "editor.h"
#include "find.h"

/* How one kind of question is answered. */
struct asker {
    size_t most; /* characters that the answer may have */

    /* True for characters that belong into an answer. */
    bool (*takes)(int character);

    /* ↑ or ↓ was pressed, direction 1 or −1; NULL where they do nothing. */
    enum av_status (*turn)(struct av_player *player, int direction, struct av_error *error);

    /* Enter was pressed, and the prompt is closed; this was it. Its text is not empty, unless that is an answer too. */
    enum av_status (*finish)(struct av_player *player, const struct av_prompt *prompt, struct av_error *error);

    bool live; /* turning changes the lesson, and the text shows what it is now */
    bool is_signed;
    bool may_be_empty;
};

static enum av_status go_to(struct av_player *player, const struct av_prompt *prompt, struct av_error *error)
{
    int number = (int)strtol(prompt->text, NULL, 10);
    if (number > 0)
        return av_player_do(player, (struct av_command){AV_COMMAND_GO_TO_TOKEN, {number}}, error);
    player->notice = AV_NOTICE_NO_SUCH_TOKEN;
    return AV_OK;
}

static enum av_status find(struct av_player *player, const struct av_prompt *prompt, struct av_error *error)
{
    return av_find(player, prompt->text, error);
}

#define NUMBER_CHARACTERS 24
#define SEED_CHARACTERS   20
#define TEXT_CHARACTERS   80

static const struct asker askers[AV_PROMPT_COUNT] = {
    [AV_PROMPT_GO_TO] = {.most = 4, .takes = av_editor_takes_digit, .finish = go_to},
    [AV_PROMPT_FIND] = {.most = TEXT_CHARACTERS, .takes = av_editor_takes_text, .finish = find, .may_be_empty = true},
    [AV_PROMPT_NUMBER] = {.most = NUMBER_CHARACTERS,
                          .takes = av_editor_takes_number,
                          .turn = av_editor_turn_number,
                          .finish = av_editor_finish_number,
                          .live = true,
                          .is_signed = true},
    [AV_PROMPT_TOKEN] = {.most = TEXT_CHARACTERS,
                         .takes = av_editor_takes_text,
                         .turn = av_editor_turn_token,
                         .finish = av_editor_finish_token,
                         .may_be_empty = true},
    [AV_PROMPT_INSERT] = {.most = TEXT_CHARACTERS,
                          .takes = av_editor_takes_text,
                          .turn = av_editor_turn_token,
                          .finish = av_editor_finish_token,
                          .may_be_empty = true},
    [AV_PROMPT_TEMPERATURE] = {.most = NUMBER_CHARACTERS,
                               .takes = av_editor_takes_number,
                               .turn = av_editor_turn_setting,
                               .finish = av_editor_finish_setting,
                               .live = true},
    [AV_PROMPT_TOP_K] = {.most = 8,
                         .takes = av_editor_takes_digit,
                         .turn = av_editor_turn_setting,
                         .finish = av_editor_finish_setting,
                         .live = true},
    [AV_PROMPT_SEED] = {.most = SEED_CHARACTERS,
                        .takes = av_editor_takes_digit,
                        .turn = av_editor_turn_setting,
                        .finish = av_editor_finish_setting,
                        .live = true},
    [AV_PROMPT_WRITE] = {.most = AV_PROMPT_BYTES, .takes = av_editor_takes_text, .finish = av_editor_finish_write},
};

static const struct asker *asker_of(const struct av_player *player)
{
    return &askers[player->prompt.kind];
}

/* What is asked for stands there as it is now, to be replaced or taken. */
static void propose(struct av_player *player)
{
    av_editor_show(player, player->prompt.text);
    player->prompt.selected = player->prompt.text[0] != '\0';
}

static void open_prompt(struct av_player *player, const struct av_prompt *prompt)
{
    player->prompt = *prompt;
    player->playing = false;
    player->experiment.merging = false;
    propose(player);
}

void av_prompt_open(struct av_player *player, enum av_prompt_kind kind)
{
    assert(kind != AV_PROMPT_NONE && kind != AV_PROMPT_NUMBER);
    open_prompt(player, &(struct av_prompt){.kind = kind});
}

void av_prompt_open_number(struct av_player *player, const struct av_weight_at *at)
{
    open_prompt(player, &(struct av_prompt){.kind = AV_PROMPT_NUMBER, .at = *at});
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
    char bytes[4];
    size_t added = av_utf8_encode((uint32_t)character, bytes);
    if (prompt->selected)
        prompt->text[0] = '\0';
    prompt->selected = false;
    prompt->choice = 0;
    size_t length = strlen(prompt->text);
    if (count_characters(prompt->text) >= askers[prompt->kind].most || length + added >= sizeof prompt->text)
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
    prompt->selected = false;
    prompt->choice = 0;
}

static enum av_status turn(struct av_player *player, int direction, struct av_error *error)
{
    const struct asker *asker = asker_of(player);
    if (asker->turn == NULL)
        return AV_OK;
    enum av_status status = asker->turn(player, direction, error);
    if (asker->live && player->prompt.kind != AV_PROMPT_NONE) {
        player->prompt.turned = true;
        propose(player);
    }
    return status;
}

/* A sign that was typed after digits is the whole number's; after an e it is the exponent's. False where it is
 * neither. */
static bool change_sign(struct av_prompt *prompt, int character)
{
    size_t length = strlen(prompt->text);
    bool negative = prompt->text[0] == '-';
    if (length > 0 && prompt->text[length - 1] == 'e')
        return false;
    if (character == '-' && !negative && length + 1 < sizeof prompt->text) {
        memmove(prompt->text + 1, prompt->text, length + 1);
        prompt->text[0] = '-';
    } else if (character == '+' && negative) {
        memmove(prompt->text, prompt->text + 1, length);
    }
    return true;
}

static enum av_status take_character(struct av_player *player, int character, struct av_error *error)
{
    struct av_prompt *prompt = &player->prompt;
    const struct asker *asker = asker_of(player);
    bool sign = character == '+' || character == '-';
    if (sign && asker->live && prompt->selected)
        return turn(player, character == '+' ? 1 : -1, error);
    if (asker->takes(character) && !(sign && asker->is_signed && change_sign(prompt, character)))
        type(prompt, character);
    return AV_OK;
}

static enum av_status finish(struct av_player *player, struct av_error *error)
{
    const struct av_prompt prompt = player->prompt;
    const struct asker *asker = &askers[prompt.kind];
    av_prompt_close(player);
    player->experiment.merging = prompt.turned; /* one way back for the steps and what was typed after them */
    enum av_status status = AV_OK;
    if (prompt.text[0] != '\0' || asker->may_be_empty)
        status = asker->finish(player, &prompt, error);
    player->experiment.merging = false;
    return status;
}

static enum av_status give_up(struct av_player *player, struct av_error *error)
{
    bool turned = player->prompt.turned;
    av_prompt_close(player);
    player->experiment.merging = false;
    return turned ? av_experiment_undo(player, error) : AV_OK;
}

enum av_status av_prompt_do(struct av_player *player, enum av_command_id command, struct av_error *error)
{
    switch (command) {
    case AV_COMMAND_ENTER:
        return finish(player, error);
    case AV_COMMAND_LEAVE:
        return give_up(player, error);
    case AV_COMMAND_CELL_UP:
        return turn(player, asker_of(player)->live ? 1 : -1, error);
    case AV_COMMAND_CELL_DOWN:
        return turn(player, asker_of(player)->live ? -1 : 1, error);
    case AV_COMMAND_REPAINT:
        player->repaint = true;
        return AV_OK;
    default:
        return AV_OK;
    }
}

enum av_status av_prompt_press(struct av_player *player, int key, struct av_error *error)
{
    if (key == AV_KEY_BACKSPACE)
        delete_last(&player->prompt);
    else if (key >= AV_KEY_SPACE && key < AV_KEY_RIGHT)
        return take_character(player, key, error);
    return av_prompt_do(player, av_keymap_command(key, AV_CONTEXT_ASKING), error);
}
