#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "attnviz/base/text.h"
#include "fixture.h"
#include "glossary.h"
#include "panels/panels.h"

#define NAME_WIDTH_MAX    17
#define MEANING_WIDTH_MAX 200

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool has_wide(const char *text)
{
    struct av_glyphs glyphs = {.text = text};
    struct av_glyph glyph;
    while (av_glyphs_next(&glyphs, &glyph)) {
        if (glyph.width == 2)
            return true;
    }
    return false;
}

/* True where the word stands in a name of several, apart by spaces and commas. */
static bool names(enum av_concept id, enum av_language language, const char *word)
{
    char name[64], *rest = NULL;
    snprintf(name, sizeof name, "%s", av_glossary_entry(id)->name.in[language]);
    for (char *part = strtok_r(name, ", ", &rest); part != NULL; part = strtok_r(NULL, ", ", &rest)) {
        if (strcmp(part, word) == 0)
            return true;
    }
    return false;
}

Test(glossary, every_entry_is_said_in_both_languages_in_few_words)
{
    for (int id = AV_CONCEPT_NONE + 1; id < AV_CONCEPT_COUNT; id++) {
        const struct av_glossary_entry *entry = av_glossary_entry((enum av_concept)id);
        for (int language = 0; language < AV_LANGUAGE_COUNT; language++) {
            const char *name = entry->name.in[language], *meaning = entry->meaning.in[language];
            cr_assert(name != NULL && meaning != NULL, "concept %d", id);
            cr_assert_leq(av_text_width(name, AV_CHARSET_UNICODE), NAME_WIDTH_MAX, "%s", name);
            cr_assert_leq(av_text_width(meaning, AV_CHARSET_UNICODE), MEANING_WIDTH_MAX, "%s: %s", name, meaning);
            cr_assert_null(strstr(meaning, "  "), "%s", meaning);
        }
        const char *english = entry->meaning.in[AV_ENGLISH], *chinese = entry->meaning.in[AV_CHINESE];
        cr_assert(ends_with(english, "."), "%s", english);
        cr_assert(ends_with(chinese, "。"), "%s", chinese);
        cr_assert(!has_wide(english) && !has_wide(entry->name.in[AV_ENGLISH]), "%s is English", english);
        cr_assert(has_wide(chinese), "%s is Chinese", chinese);
    }
}

Test(glossary, chapters_follow_one_another_and_names_differ)
{
    int chapter = 0;
    for (int id = AV_CONCEPT_NONE + 1; id < AV_CONCEPT_COUNT; id++) {
        const struct av_glossary_entry *entry = av_glossary_entry((enum av_concept)id);
        int step = (int)entry->chapter - chapter;
        cr_assert(step == 0 || step == 1, "%s", entry->name.in[AV_ENGLISH]);
        chapter = (int)entry->chapter;
        for (int other = AV_CONCEPT_NONE + 1; other < id; other++) {
            for (int language = 0; language < AV_LANGUAGE_COUNT; language++)
                cr_assert_str_neq(av_glossary_entry((enum av_concept)other)->name.in[language],
                                  entry->name.in[language]);
        }
    }
    cr_assert_eq(chapter, AV_CHAPTER_COUNT - 1);
    for (chapter = 0; chapter < AV_CHAPTER_COUNT; chapter++) {
        cr_assert_not(has_wide(av_glossary_chapter((enum av_chapter)chapter, AV_ENGLISH)));
        cr_assert(has_wide(av_glossary_chapter((enum av_chapter)chapter, AV_CHINESE)));
    }
}

/* What the screen calls its numbers, and what a learner may have read elsewhere. */
Test(glossary, the_words_of_the_field_are_in_it)
{
    char words[] =
        "token vocab_size n prompt step stage n_layer d_model E embedding P position rotary x W_Q W_K W_V b "
        "Q query K key V value d_k d_v head n_head n_kv_head multi-head attention grouped-query q⋅k Σ Kᵀ S "
        "score variance scale √dₖ M mask −∞ softmax exp A weight slope gradient saturation A⋅V mix H W_O O output "
        "residual norm RMSNorm "
        "LayerNorm F feed-forward d_ff W_up W_down g ReLU GELU SwiGLU x′ W_out logits p probability temperature greedy "
        "top-k top-p seed prefill decode reused bytes recomputed discarded multiply-add max|Δ| cross-attention source "
        "x_s target";
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        int found = 0;
        for (int id = AV_CONCEPT_NONE + 1; id < AV_CONCEPT_COUNT; id++)
            found += names((enum av_concept)id, AV_ENGLISH, word);
        cr_assert_eq(found, 1, "%s is explained once", word);
    }
}

/* A title "S = QKᵀ" promises that S is explained; x′ is what any matrix may be at a layer's end. */
Test(glossary, the_symbol_in_a_panels_title_is_what_its_entry_explains)
{
    static const char *const lessons[] = {"pronoun", "generate"};
    for (size_t l = 0; l < sizeof lessons / sizeof *lessons; l++) {
        struct fixture fixture;
        fixture_open(&fixture, lessons[l], 80, 24);
        struct av_pen pen = {.canvas = &fixture.canvas, .player = &fixture.player};
        int compared = 0;
        for (int id = 0; id < AV_VIEW_COUNT; id++) {
            char title[96], symbol[96];
            enum av_concept named = av_concept_of_view((enum av_view_id)id);
            cr_assert(named > AV_CONCEPT_NONE && named < AV_CONCEPT_COUNT, "view %d", id);
            if (!av_view_exists(&fixture.player, (enum av_view_id)id))
                continue;
            snprintf(symbol, sizeof symbol, "%s", av_matrix_title(&pen, (enum av_view_id)id, title, sizeof title));
            char *equals = strstr(symbol, " = ");
            if (equals == NULL || strncmp(symbol, "x′ = ", strlen("x′ = ")) == 0)
                continue;
            *equals = '\0';
            cr_assert(names(named, AV_ENGLISH, symbol), "%s", symbol);
            compared++;
        }
        cr_assert_geq(compared, 5);
        fixture_close(&fixture);
    }
}
