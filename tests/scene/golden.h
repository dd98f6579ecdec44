/* Golden screens: golden/NAME.txt holds what was looked at and found right. */
#ifndef TESTS_SCENE_GOLDEN_H
#define TESTS_SCENE_GOLDEN_H

/* Expects the text of the golden screen of that name. AV_UPDATE_GOLDEN in the environment: writes it anew. */
void golden_expect(const char *name, const char *now);

#endif
