#include "random_keys.h"

#include <stddef.h>

#include "attnviz/base/random.h"
#include "attnviz/player/keymap.h"

int random_below(struct random_keys *keys, int n)
{
    return (int)(av_random_bits(keys->seed, keys->drawn++) % (uint64_t)n);
}

/* Of all bindings alike, every other key would be typed into a prompt that nothing closes, and no explanation go deeper
 * than two. So a third of the keys are those that lead on. */
static const int leading[] = {AV_KEY_ENTER, AV_KEY_ENTER, AV_KEY_ENTER, AV_KEY_TAB, AV_KEY_SPACE, AV_KEY_ESCAPE};
static const int typed[] = {'0', '1', '2', '5', '9', '.', '-', '+', 'e', 't', 'o', '/', '~', 0x4e66 /* 书 */};
static const int answering[] = {AV_KEY_ENTER, AV_KEY_DOWN, AV_KEY_RIGHT, AV_KEY_ESCAPE, 'H', 'A', '1', '2', '.', 'n'};

#define ONE_OF(keys, list) (list)[random_below(keys, (int)(sizeof(list) / sizeof *(list)))]

int random_answer(struct random_keys *keys)
{
    return ONE_OF(keys, answering);
}

int random_key(struct random_keys *keys)
{
    size_t count;
    const struct av_binding *bindings = av_keymap_bindings(&count);
    int kind = random_below(keys, 12);
    if (kind < 4)
        return ONE_OF(keys, leading);
    if (kind == 4)
        return ONE_OF(keys, typed);
    for (;;) {
        int key = bindings[random_below(keys, (int)count)].key;
        if (key != 'q' && key > 0)
            return key;
    }
}
