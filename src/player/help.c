#include "attnviz/player/help.h"

#include "attnviz/player/player.h"
#include "inner.h"

#define PAGES_MAX 999 /* no help is longer, on any screen */
#define CONCEPTS  10  /* that a page key passes */

void av_help_init(struct av_help *help)
{
    *help = (struct av_help){.last_page = PAGES_MAX};
}

/* Of the panel with the cursor, or of what the stage is about. */
static enum av_concept concept_here(const struct av_player *player)
{
    enum av_view_id list[AV_VIEW_COUNT + 1];
    av_view_list(player, list);
    return av_concept_of_view(player->focused ? player->focus : list[0]);
}

static void show(struct av_player *player, enum av_help_part part)
{
    struct av_help *help = &player->help;
    help->part = part;
    if (part == AV_HELP_GLOSSARY && help->entry == AV_CONCEPT_NONE)
        help->entry = concept_here(player);
}

void av_help_toggle(struct av_player *player, struct av_command command)
{
    struct av_help *help = &player->help;
    bool glossary = command.id == AV_COMMAND_GLOSSARY;
    enum av_concept asked =
        glossary ? (enum av_concept)clamp(command.argument[0], 0, AV_CONCEPT_COUNT - 1) : AV_CONCEPT_NONE;
    player->playing = false;
    if (help->open && asked == AV_CONCEPT_NONE && (!glossary || help->part == AV_HELP_GLOSSARY)) {
        help->open = false;
        return;
    }
    if (!help->open)
        help->page = 0;
    if (!help->open || asked != AV_CONCEPT_NONE)
        help->entry = asked;
    help->open = true;
    show(player, glossary ? AV_HELP_GLOSSARY : AV_HELP_KEYS);
}

static int destination(enum av_command_id command, int at, int page, int first, int last)
{
    switch (command) {
    case AV_COMMAND_CELL_UP:
        return clamp(at - 1, first, last);
    case AV_COMMAND_CELL_DOWN:
        return clamp(at + 1, first, last);
    case AV_COMMAND_CELL_PAGE_UP:
        return clamp(at - page, first, last);
    case AV_COMMAND_CELL_PAGE_DOWN:
        return clamp(at + page, first, last);
    case AV_COMMAND_CELL_FIRST:
        return first;
    case AV_COMMAND_CELL_LAST:
        return last;
    default:
        return at;
    }
}

void av_help_look(struct av_player *player, enum av_command_id command)
{
    struct av_help *help = &player->help;
    if (command == AV_COMMAND_LEAVE)
        help->open = false;
    else if (command == AV_COMMAND_PANEL_NEXT || command == AV_COMMAND_PANEL_BACK)
        show(player, help->part == AV_HELP_KEYS ? AV_HELP_GLOSSARY : AV_HELP_KEYS);
    else if (help->part == AV_HELP_KEYS)
        help->page = destination(command, help->page, 1, 0, help->last_page);
    else
        help->entry = (enum av_concept)destination(command, (int)help->entry, CONCEPTS, AV_CONCEPT_NONE + 1,
                                                   AV_CONCEPT_COUNT - 1);
}
