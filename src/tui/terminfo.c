#include "terminfo.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* term.h fills the name space with short macros: everything that needs it is in this file. */
#include <curses.h>
#include <term.h>

#include "attnviz/player/key.h"

#define ADVICE "try TERM=xterm-256color, or --print for plain text"

/* Keeps a string without its padding ("$<5>"): the delays are for machines that printed on paper. */
static const char *keep(struct av_terminfo *info, const char *text)
{
    if (text == NULL || (intptr_t)text == -1) /* absent, or cancelled */
        return NULL;
    char *start = info->pool + info->pool_used, *end = start;
    if (strlen(text) >= sizeof info->pool - info->pool_used)
        return NULL;
    while (*text != '\0') {
        const char *closing = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
        if (closing != NULL)
            text = closing + 1;
        else
            *end++ = *text++;
    }
    *end = '\0';
    info->pool_used = (size_t)(end + 1 - info->pool);
    return *start == '\0' ? NULL : start;
}

/* Many terminals' sgr0 also goes back from the line-drawing character set, which is never gone to here. */
static const char *keep_reset(struct av_terminfo *info, const char *text)
{
    static const char charset[] = "\033(B", ansi[] = "\033[m";
    const char *kept = keep(info, text);
    if (kept != NULL && strncmp(kept, charset, sizeof charset - 1) == 0)
        kept += sizeof charset - 1;
    return kept != NULL && strcmp(kept, "\033[m\017") == 0 ? ansi : kept;
}

static void read_capabilities(struct av_terminfo *info)
{
    const char *const texts[AV_CAN_COUNT] = {
        [AV_CAN_MOVE] = cursor_address,
        [AV_CAN_MOVE_RIGHT] = parm_right_cursor,
        [AV_CAN_BLANK] = erase_chars,
        [AV_CAN_CLEAR] = clear_screen,
        [AV_CAN_ERASE_LINE] = clr_eol,
        [AV_CAN_ENTER] = enter_ca_mode,
        [AV_CAN_LEAVE] = exit_ca_mode,
        [AV_CAN_RESET] = exit_attribute_mode,
        [AV_CAN_BOLD] = enter_bold_mode,
        [AV_CAN_DIM] = enter_dim_mode,
        [AV_CAN_UNDERLINE] = enter_underline_mode,
        [AV_CAN_INVERSE] = enter_reverse_mode != NULL ? enter_reverse_mode : enter_standout_mode,
        [AV_CAN_FOREGROUND] = set_a_foreground,
        [AV_CAN_BACKGROUND] = set_a_background,
    };
    for (int i = 0; i < AV_CAN_COUNT; i++)
        info->can[i] = i == AV_CAN_RESET ? keep_reset(info, texts[i]) : keep(info, texts[i]);
    if (info->can[AV_CAN_RESET] == NULL) { /* an attribute that cannot be ended is not begun */
        for (int i = AV_CAN_BOLD; i <= AV_CAN_BACKGROUND; i++)
            info->can[i] = NULL;
    }
    if (info->can[AV_CAN_FOREGROUND] != NULL && info->can[AV_CAN_BACKGROUND] != NULL && max_colors >= 8)
        info->colors = max_colors;
    info->direct = info->colors > 256 && (tigetflag("RGB") > 0 || tigetnum("RGB") > 0);
    info->wraps_at_once = auto_right_margin && !eat_newline_glitch;
    info->moves_styled = move_standout_mode;
    info->color_spoils = no_color_video > 0 ? no_color_video : 0;
    info->height = lines;
    info->width = columns;
    /* the Linux console's description names a mouse too: that of gpm, which is another thing */
    info->mouse = key_mouse != NULL && strncmp(info->name, "linux", 5) != 0;
}

static void read_keys(struct av_terminfo *info)
{
    const struct av_key_string keys[] = {
        {key_right,     AV_KEY_RIGHT    },
        {key_left,      AV_KEY_LEFT     },
        {key_down,      AV_KEY_DOWN     },
        {key_up,        AV_KEY_UP       },
        {key_home,      AV_KEY_HOME     },
        {key_end,       AV_KEY_END      },
        {key_ppage,     AV_KEY_PAGE_UP  },
        {key_npage,     AV_KEY_PAGE_DOWN},
        {key_btab,      AV_KEY_BACK_TAB },
        {key_enter,     AV_KEY_ENTER    },
        {key_backspace, AV_KEY_BACKSPACE},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *text = keep(info, keys[i].text);
        if (text != NULL)
            info->keys[info->n_key++] = (struct av_key_string){text, keys[i].key};
    }
}

enum av_status av_terminfo_read(struct av_terminfo *info, struct av_error *error)
{
    int found = 0;
    memset(info, 0, sizeof *info);
    info->name = getenv("TERM");
    if (info->name == NULL || *info->name == '\0')
        return av_error_set(error, AV_ERROR_TERMINAL, "", "TERM is not set, so the terminal is not known; " ADVICE);
    if (setupterm(info->name, STDOUT_FILENO, &found) != OK && found <= 0)
        return av_error_set(error, AV_ERROR_TERMINAL, "", "no terminal TERM=%s is known here; " ADVICE, info->name);
    read_capabilities(info);
    read_keys(info);
    if (info->can[AV_CAN_MOVE] != NULL && info->can[AV_CAN_CLEAR] != NULL)
        return AV_OK;
    av_error_set(error, AV_ERROR_TERMINAL, "", "TERM=%s cannot show a screen; " ADVICE, info->name);
    av_terminfo_finish(info);
    return AV_ERROR_TERMINAL;
}

void av_terminfo_finish(struct av_terminfo *info)
{
    if (cur_term != NULL)
        del_curterm(cur_term);
    memset(info, 0, sizeof *info);
}

void av_terminfo_add(const struct av_terminfo *info, struct av_bytes *bytes, enum av_capability capability, int a,
                     int b)
{
    const char *text = info->can[capability];
    if (text == NULL)
        return;
    bool takes_parameters = capability <= AV_CAN_BLANK || capability >= AV_CAN_FOREGROUND;
    av_bytes_add_text(bytes, takes_parameters ? tiparm(text, a, b) : text);
}
