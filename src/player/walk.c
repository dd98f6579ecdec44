#include "attnviz/player/walk.h"

#include <limits.h>
#include <string.h>

#include "inner.h"

static struct av_stop *last_stop(struct av_player *player)
{
    return &player->walk.stops[player->walk.n - 1];
}

/* The cursor begins at the number that matters most: the cell's own, else the largest term. */
static int first_column(const struct av_working *working)
{
    int columns[AV_LARGEST_MAX];
    if (working->own_column >= 0)
        return working->own_column;
    return av_working_largest(working, columns) > 0 && columns[0] < working->n_term ? columns[0] : 0;
}

static bool push(struct av_player *player, const struct av_address *at)
{
    struct av_walk *walk = &player->walk;
    struct av_working working;
    if (!av_working_open(player, at, &working))
        return false;
    if (walk->n == AV_WALK_MAX)
        memmove(walk->stops, walk->stops + 1, (size_t)--walk->n * sizeof *walk->stops);
    walk->stops[walk->n++] = (struct av_stop){.at = *at, .column = first_column(&working)};
    return true;
}

void av_walk_open(struct av_player *player)
{
    struct av_address at = {player->focus, player->place, player->row, player->column};
    player->walk.n = 0;
    player->walk.place = player->place;
    player->walk.cached = player->cache_on;
    player->playing = false;
    if (!push(player, &at))
        player->notice = AV_NOTICE_UNEXPLAINED;
}

static void go_on(struct av_player *player)
{
    struct av_working working;
    struct av_stop stop;
    if (!av_walk_working(player, &working, &stop))
        return;
    if (working.n_entry == 0) {
        player->notice = AV_NOTICE_GIVEN;
        return;
    }
    int column = stop.entry < working.n_line ? stop.column : 0;
    struct av_operand operand = av_working_at(&working, stop.entry, column);
    if (operand.has_origin)
        push(player, &operand.origin);
    else
        player->notice = av_entry_source(working.entries[stop.entry]) == AV_SOURCE_CONSTANT ? AV_NOTICE_CONSTANT
                                                                                            : AV_NOTICE_MADE_HERE;
}

static void go_back(struct av_walk *walk, int stop)
{
    if (stop >= 0 && stop < walk->n - 1)
        walk->n = stop + 1;
    else if (walk->n > 0)
        walk->n--;
}

static void select_number(struct av_player *player, int entry, int column)
{
    struct av_working working;
    struct av_stop stop;
    if (!av_walk_working(player, &working, &stop) || working.n_entry == 0)
        return;
    last_stop(player)->entry = clamp(entry, 0, working.n_entry - 1);
    last_stop(player)->column = working.n_column > 0 ? clamp(column, 0, working.n_column - 1) : 0;
}

static void move(struct av_player *player, int entries, int columns)
{
    const struct av_stop *stop = last_stop(player);
    select_number(player, stop->entry + entries, stop->column + columns);
}

void av_walk_close(struct av_player *player)
{
    player->walk.n = 0;
}

/* Terms that a page key passes: there are many of them, and few lines. */
#define PAGE_TERMS 10

bool av_walk_do(struct av_player *player, struct av_command command)
{
    if (player->walk.n == 0)
        return false;
    switch (command.id) {
    case AV_COMMAND_ENTER:
        go_on(player);
        return true;
    case AV_COMMAND_BACK:
        go_back(&player->walk, command.argument[0] - 1);
        return true;
    case AV_COMMAND_LEAVE:
        av_walk_close(player);
        return true;
    case AV_COMMAND_CELL_LEFT:
    case AV_COMMAND_CELL_RIGHT:
        move(player, 0, command.id == AV_COMMAND_CELL_LEFT ? -1 : 1);
        return true;
    case AV_COMMAND_CELL_UP:
    case AV_COMMAND_CELL_DOWN:
        move(player, command.id == AV_COMMAND_CELL_UP ? -1 : 1, 0);
        return true;
    case AV_COMMAND_CELL_FIRST:
    case AV_COMMAND_CELL_LAST:
        move(player, 0, command.id == AV_COMMAND_CELL_FIRST ? -INT_MAX / 2 : INT_MAX / 2);
        return true;
    case AV_COMMAND_CELL_PAGE_UP:
    case AV_COMMAND_CELL_PAGE_DOWN:
        move(player, 0, command.id == AV_COMMAND_CELL_PAGE_UP ? -PAGE_TERMS : PAGE_TERMS);
        return true;
    case AV_COMMAND_TERM_SELECT:
        select_number(player, command.argument[1], command.argument[2]);
        return true;
    case AV_COMMAND_DIGITS_FEWER:
    case AV_COMMAND_DIGITS_MORE: /* here as there */
        return false;
    default: /* about the panels */
        av_walk_close(player);
        return false;
    }
}

/* The lesson was changed, and numbers with it: what has none any more is left. */
static void keep_what_is_there(struct av_player *player)
{
    struct av_working working;
    struct av_stop stop;
    while (player->walk.n > 0 && !av_walk_working(player, &working, &stop))
        player->walk.n--;
}

void av_walk_follow(struct av_player *player)
{
    struct av_walk *walk = &player->walk;
    enum av_notice notice = player->notice;
    bool playing = player->playing;
    if (walk->n == 0)
        return;
    if (same_place(&walk->place, &player->place) && walk->cached == player->cache_on) {
        keep_what_is_there(player);
        return;
    }
    av_walk_close(player);
    if (player->focused && player->quiz.phase != AV_QUIZ_OPEN) /* which comes first */
        av_walk_open(player);
    player->playing = playing;
    player->notice = notice;
}

bool av_walk_cell(const struct av_player *player, struct av_address *cell)
{
    struct av_working working;
    struct av_stop stop;
    if (!av_walk_working(player, &working, &stop))
        return false;
    *cell = stop.at;
    if (working.n_entry > 0) {
        struct av_operand operand = av_working_at(&working, stop.entry, stop.entry < working.n_line ? stop.column : 0);
        *cell = operand.has_origin ? operand.origin : stop.at;
    }
    return true;
}

bool av_walk_working(const struct av_player *player, struct av_working *working, struct av_stop *stop)
{
    if (player->walk.n == 0)
        return false;
    *stop = player->walk.stops[player->walk.n - 1];
    return av_working_open(player, &stop->at, working);
}
