/* Golden screens: keys in, canvas out. Each line of golden/places.txt names a screen; golden/NAME.txt holds its text,
 * and where asked for the roles of its cells. AV_UPDATE_GOLDEN=1 in the environment writes them anew: look at every
 * change. */
#include <criterion/criterion.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "golden.h"

struct screen {
    char name[64], lesson[32], language[8], at[32], keys[256];
    int columns, rows;
    bool roles;
};

/* A ? behind the lesson: its questions are asked. "name lesson COLSxROWS en|zh TOKEN:STAGE text|roles KEYS…"; false for
 * a line without a screen. */
static bool parse(const char *line, struct screen *screen)
{
    char what[8] = "";
    screen->keys[0] = '\0';
    int fields = sscanf(line, "%63s %31s %dx%d %7s %31s %7s %255[^\n]", screen->name, screen->lesson, &screen->columns,
                        &screen->rows, screen->language, screen->at, what, screen->keys);
    screen->roles = strcmp(what, "roles") == 0;
    return fields >= 7 && screen->name[0] != '#';
}

static char *draw(const struct screen *screen)
{
    struct fixture fixture;
    int token = 0, stage = 0;
    char name[16] = "", lesson[32];
    const size_t length = strcspn(screen->lesson, "?");
    snprintf(lesson, sizeof lesson, "%.*s", (int)length, screen->lesson);
    fixture_open(&fixture, lesson, screen->columns, screen->rows);
    av_quiz_turn(&fixture.player, screen->lesson[length] == '?');
    cr_assert_eq(sscanf(screen->at, "%d:%15s", &token, name), 2);
    while (stage < AV_STAGE_COUNT && strcmp(av_stage_name((enum av_stage)stage), name) != 0)
        stage++;
    cr_assert_lt(stage, AV_STAGE_COUNT, "%s is a stage", name);
    cr_assert(av_language_parse(screen->language, &fixture.player.language));
    fixture_go(&fixture, token, (enum av_stage)stage);
    if (strstr(screen->name, "hint") != NULL)
        fixture.player.hint = AV_HINT_KEYS;
    fixture_press(&fixture, screen->keys);
    fixture_draw(&fixture);
    char *text = fixture_text(&fixture);
    char *roles = screen->roles ? fixture_roles(&fixture) : strdup("");
    char *both = malloc(strlen(text) + strlen(roles) + 1);
    cr_assert_not_null(both);
    strcpy(both, text);
    strcat(both, roles);
    free(text);
    free(roles);
    fixture_close(&fixture);
    return both;
}

Test(golden, screens_are_as_they_were_found_right)
{
    char path[512], line[512];
    snprintf(path, sizeof path, "%s/places.txt", AV_GOLDEN);
    FILE *places = fopen(path, "r");
    cr_assert_not_null(places, "%s: %s", path, strerror(errno));
    int count = 0;
    while (fgets(line, sizeof line, places) != NULL) {
        struct screen screen;
        if (!parse(line, &screen))
            continue;
        char *now = draw(&screen);
        golden_expect(screen.name, now);
        free(now);
        count++;
    }
    fclose(places);
    cr_assert_geq(count, 40);
}
