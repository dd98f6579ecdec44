/* The glossary: what each symbol and word on the screen means, true of every model that can be shown. */
#ifndef ATTNVIZ_SCENE_GLOSSARY_H
#define ATTNVIZ_SCENE_GLOSSARY_H

#include "attnviz/base/language.h"
#include "attnviz/player/concept.h"

enum av_chapter {
    AV_CHAPTER_TEXT,
    AV_CHAPTER_INPUT,
    AV_CHAPTER_QUERY_KEY_VALUE,
    AV_CHAPTER_ATTENTION,
    AV_CHAPTER_BLOCK,
    AV_CHAPTER_NEXT,
    AV_CHAPTER_CACHE,
    AV_CHAPTER_COUNT,
};

struct av_glossary_entry {
    enum av_chapter chapter;
    struct av_words name;    /* as it stands on the screen */
    struct av_words meaning; /* one to three sentences: what it is, then its formula or shape, or why it matters */
};

/* Of a concept other than AV_CONCEPT_NONE. The chapters follow one another as the concepts do. */
const struct av_glossary_entry *av_glossary_entry(enum av_concept id);

const char *av_glossary_chapter(enum av_chapter chapter, enum av_language language);

#endif
