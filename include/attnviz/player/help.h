/* The help: which part of it is read, and where. */
#ifndef ATTNVIZ_PLAYER_HELP_H
#define ATTNVIZ_PLAYER_HELP_H

#include <stdbool.h>

#include "attnviz/player/command.h"
#include "attnviz/player/concept.h"

struct av_player;

enum av_help_part { AV_HELP_KEYS, AV_HELP_GLOSSARY };

struct av_help {
    bool open;
    enum av_help_part part;
    int page;              /* of the keys, from 0 on … */
    int last_page;         /* … and the last one; whoever knows the screen's size may lower it */
    enum av_concept entry; /* of the glossary, the one that is marked; AV_CONCEPT_NONE before it was opened */
};

/* Nothing open, all pages possible. */
void av_help_init(struct av_help *help);

/* AV_COMMAND_HELP opens the help, or closes it. AV_COMMAND_GLOSSARY opens it at a concept, or goes there; without one
 * it opens the glossary at the panel where the learner is, or closes it. What is below the help stays as it is. */
void av_help_toggle(struct av_player *player, struct av_command command);

/* A command of AV_GROUP_LOOK while the help is open. */
void av_help_look(struct av_player *player, enum av_command_id command);

#endif
