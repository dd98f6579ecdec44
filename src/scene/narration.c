/* What the program says of a stage where the lesson has no note. */
#include <stdio.h>

#include "strings.h"

/* [stage][cache on] */
static const struct av_words narrations[AV_STAGE_COUNT][2] = {
    [AV_STAGE_EMBED] = {{{"Without a cache every token is looked up again: x = embedding + position, one row a token.",
                          "没有缓存，每个 token 都重新查表：x = 嵌入 + 位置，一个 token 一行。"}},
                        {{"The token becomes a row of numbers: x = embedding + position. Only this row is new.",
                          "token 变成一行数：x = 嵌入 + 位置。只有这一行是新的。"}}},
    [AV_STAGE_PROJECT] =
        {{{"All rows of x go through W_Q, W_K and W_V again, though the old ones give what they gave before.",
           "x 的每一行都要再乘一遍 W_Q、W_K、W_V，虽然旧行的结果和以前一样。"}},
         {{"x⋅W_Q, x⋅W_K, x⋅W_V: the one new row becomes a query, a key and a value.",
           "x⋅W_Q、x⋅W_K、x⋅W_V：新的一行变成一个 query、一个 key、一个 value。"}}},
    [AV_STAGE_APPEND] = {{{"Nothing was kept, so K and V are built anew from the first row to the last.",
                           "什么都没留下，所以 K 和 V 要从第一行重新建起。"}},
                         {{"The new key and value join the cache. The rows above are read as they are.",
                           "新的 key 和 value 加进缓存，上面的旧行直接拿来用。"}}},
    [AV_STAGE_SCORES] =
        {{{"Every query meets every key: n×n scores, also those above the diagonal that the mask will remove.",
           "每个 query 与每个 key 相乘：n×n 个分数，连对角线上方马上要被遮掉的也算了。"}},
         {{"The new query meets every key in the cache: one row of scores, q⋅kᵀ.",
           "新的 query 与缓存里每个 key 相乘，得到一行分数 q⋅kᵀ。"}}},
    [AV_STAGE_SCALE] = {{{"Every score is divided by √d_k, so that longer vectors do not make larger scores.",
                          "每个分数除以 √d_k，免得向量越长分数越大。"}},
                        {{"The row is divided by √d_k, so that longer vectors do not make larger scores.",
                          "这一行除以 √d_k，免得向量越长分数越大。"}}},
    [AV_STAGE_MASK] =
        {{{"Above the diagonal −∞ is added: no token may look at one that comes after it.",
           "对角线上方加上 −∞：任何 token 都不能看后面的 token。"}},
         {{"In this row the mask is all 0: the cache holds no later token. With the cache off (c) it has work to do.",
           "这一行的掩码全是 0：缓存里没有更后面的 token。按 c 关掉缓存，掩码才派上用场。"}}},
    [AV_STAGE_SOFTMAX] = {{{"softmax turns each row of scores into weights that add up to 1; exp(−∞) is 0.",
                            "softmax 把每一行分数变成和为 1 的权重；exp(−∞) 就是 0。"}},
                          {{"softmax turns the row of scores into weights that add up to 1.",
                            "softmax 把这一行分数变成和为 1 的权重。"}}},
    [AV_STAGE_MIX] = {{{"Each row of weights mixes the values: o = a⋅V, for all rows again.",
                        "每一行权重都把 value 加权求和：o = a⋅V，所有行又算一遍。"}},
                      {{"The weights mix the cached values: o = a⋅V, one row.",
                        "用权重把缓存里的 value 加权求和：o = a⋅V，只有一行。"}}},
    [AV_STAGE_OUTPUT] = {{{"The heads' outputs stand side by side and go through W_O, row by row.",
                           "各个头的输出并排放好，再逐行乘 W_O。"}},
                         {{"The heads' outputs stand side by side and go through W_O.",
                           "各个头的输出并排放好，再乘 W_O。"}}},
    [AV_STAGE_BLOCK] =
        {{{"Around attention: what it gives is added to x, and what else the block has follows, for all rows.",
           "注意力之外：输出加回 x，再经过这一层其余的部分，每一行都要算。"}},
         {{"Around attention: what it gives is added to x, and what else the block has follows.",
           "注意力之外：输出加回 x，再经过这一层其余的部分。"}}},
    [AV_STAGE_LOGITS] =
        {{{"x⋅W_out gives each word of the vocabulary a score. Only the last row's is needed; all are computed.",
           "x⋅W_out 给词表里每个词打分。只用得上最后一行，却每一行都算了。"}},
         {{"x⋅W_out gives each word of the vocabulary a score.", "x⋅W_out 给词表里每个词打分。"}}},
    [AV_STAGE_NEXT] = {{{"softmax of the last row's logits: how likely each word is next.",
                         "对最后一行的 logits 做 softmax：每个词接下来出现的可能性。"}},
                       {{"softmax of the logits: how likely each word is next.",
                         "对 logits 做 softmax：每个词接下来出现的可能性。"}}},
};

/* Of a step that reads {} tokens at once, where that is not what is said of all rows computed again; [stage][cache
 * on]. */
static const struct av_words narrations_at_once[AV_STAGE_COUNT][2] = {
    [AV_STAGE_EMBED] = {{{"{} tokens at once, a row of numbers each: x = embedding + position.",
                          "一次 {} 个 token，每个变成一行数：x = 嵌入 + 位置。"}},
                        {{"{} tokens at once, a row of numbers each: x = embedding + position. All of them are new.",
                          "一次 {} 个 token，每个变成一行数：x = 嵌入 + 位置。每一行都是新的。"}}},
    [AV_STAGE_PROJECT] =
        {{{"x⋅W_Q, x⋅W_K, x⋅W_V: {} rows of Q, K and V at once.", "x⋅W_Q、x⋅W_K、x⋅W_V：一次算出 Q、K、V 各 {} 行。"}},
         {{"x⋅W_Q, x⋅W_K, x⋅W_V: {} rows of Q, K and V at once.", "x⋅W_Q、x⋅W_K、x⋅W_V：一次算出 Q、K、V 各 {} 行。"}}},
    [AV_STAGE_APPEND] =
        {{{"{} keys and {} values. Without a cache the next step will have to compute them all again.",
           "{} 个 key，{} 个 value。没有缓存，下一步还得全部重算。"}},
         {{"{} keys and {} values fill the cache at once: that is prefill. Later steps read them as they are.",
           "{} 个 key、{} 个 value 一次填进缓存：这就是预填充。以后的步直接拿来用。"}}},
    [AV_STAGE_SCORES] = {{{"{} queries meet {} keys: all scores in one product, also those that the mask will remove.",
                           "{} 个 query 乘 {} 个 key：一次乘出全部分数，连马上要被遮掉的也算了。"}},
                         {{"{} queries meet {} keys: all scores in one product, also those that the mask will remove.",
                           "{} 个 query 乘 {} 个 key：一次乘出全部分数，连马上要被遮掉的也算了。"}}},
    [AV_STAGE_MIX] = {{{"Each row of weights mixes the values: o = a⋅V, {} rows at once.",
                        "每一行权重都把 value 加权求和：o = a⋅V，一次 {} 行。"}},
                      {{"Each row of weights mixes the values: o = a⋅V, {} rows at once.",
                        "每一行权重都把 value 加权求和：o = a⋅V，一次 {} 行。"}}},
    [AV_STAGE_LOGITS] =
        {{{"x⋅W_out gives each word of the vocabulary a score, in {} rows. Only the last row's is needed.",
           "x⋅W_out 给词表里每个词打分，一共 {} 行。只用得上最后一行。"}},
         {{"x⋅W_out gives each word of the vocabulary a score, in {} rows. Only the last row's is needed.",
           "x⋅W_out 给词表里每个词打分，一共 {} 行。只用得上最后一行。"}}},
};

/* What is said of a stage where the rule is not the usual one; NULL where that makes no difference to it. */
static const struct av_words *narration_of_rule(const struct av_rule *rule, const struct av_place *place, bool cache_on)
{
    static const struct av_words unscaled = {{"The scores stay as they are: this rule does not divide by √d_k (s).",
                                              "分数原样不变：现在不除以 √d_k（按 s 切换）。"}};
    static const struct av_words multiplied = {
        {"Scores of later tokens are multiplied by 0. But 0 is a score as any other: softmax gives it weight.",
         "后面的 token，分数乘以 0。可 0 分也是分：softmax 照样给它权重。"}};
    static const struct av_words unmasked = {{"No mask: every token sees every token, also those that come later.",
                                              "没有掩码：每个 token 都看得到全部，包括后面的。"}};
    static const struct av_words banned = {
        {"Banned tokens get −∞ in every row but their own: nothing can attend to them.",
         "被禁的 token 除了自己那一行，分数都变成 −∞：谁也注意不到它。"}};
    static const struct av_words all_scores = {
        {"Every query meets every key: n×n scores, of earlier tokens with later ones, too.",
         "每个 query 与每个 key 相乘：n×n 个分数，前面的 token 对后面的也算。"}};
    static const struct av_words weights = {
        {"softmax turns each row of scores into weights that add up to 1.", "softmax 把每一行分数变成和为 1 的权重。"}};
    static const struct av_words changed_rows = {
        {"All rows of x go through W_Q, W_K and W_V again: the old ones have changed with the new token.",
         "x 的每一行都要再乘一遍 W_Q、W_K、W_V：来了新 token，旧行也变了。"}};
    bool looks_ahead = !av_rule_is_causal(rule);
    switch (place->stage) {
    case AV_STAGE_PROJECT:
        return looks_ahead && place->layer > 0 ? &changed_rows : NULL;
    case AV_STAGE_SCORES:
        return looks_ahead && !cache_on ? &all_scores : NULL;
    case AV_STAGE_SCALE:
        return rule->scaled ? NULL : &unscaled;
    case AV_STAGE_MASK:
        return rule->mask == AV_MASK_MULTIPLIED              ? &multiplied
               : rule->mask == AV_MASK_NONE                  ? &unmasked
               : av_rule_bans_before(rule, place->token + 1) ? &banned
                                                             : NULL;
    case AV_STAGE_SOFTMAX:
        return looks_ahead ? &weights : NULL;
    default:
        return NULL;
    }
}

const char *av_string_narration(const struct av_rule *rule, const struct av_place *place, bool cache_on,
                                enum av_language language)
{
    const struct av_words *words = narration_of_rule(rule, place, cache_on);
    return words != NULL ? words->in[language] : narrations[place->stage][cache_on].in[language];
}

const char *av_string_narration_at_once(const struct av_rule *rule, const struct av_place *place, bool cache_on,
                                        enum av_language language, char *buffer, size_t size)
{
    bool removes = av_rule_is_causal(rule) || place->stage != AV_STAGE_SCORES; /* or else no score is taken away */
    const char *words = removes ? narrations_at_once[place->stage][cache_on].in[language] : NULL;
    char n[16];
    snprintf(n, sizeof n, "%d", place->token + 1);
    if (words == NULL) /* all rows are computed, as without a cache */
        return av_string_narration(rule, place, false, language);
    return av_string_fill(buffer, size, words, n, n);
}

/* Of attention to a source, without a cache, in the first step with it, and in those after it. */
enum { OF_UNCACHED, OF_FIRST, OF_LATER, OF_COUNT };

static const struct av_words of_source[AV_STAGE_COUNT][OF_COUNT] = {
    [AV_STAGE_EMBED] = {{{"Without a cache each step looks up both texts: x_s of the source, x of the target.",
                          "没有缓存，每一步两个序列都要查表：源序列得 x_s，目标序列得 x。"}},
                        {{"Both texts become rows of numbers: x_s of the whole source at once, and x of the target.",
                          "两个序列都变成数：源序列的 x_s 一次全有，还有目标序列的 x。"}},
                        {{"The target's new token becomes a row x. The source is not read again.",
                          "目标序列的新 token 变成一行 x。源序列不用再读。"}}},
    [AV_STAGE_PROJECT] =
        {{{"Each step computes q of every target row and k, v of every source row, which are the same each time.",
           "每一步都要算目标序列每一行的 q、源序列每一行的 k 和 v，每次结果都一样。"}},
         {{"q = x⋅W_Q from the target; k = x_s⋅W_K and v = x_s⋅W_V from the source: all its rows, this once.",
           "q = x⋅W_Q 来自目标序列；k = x_s⋅W_K、v = x_s⋅W_V 来自源序列：每一行都算，只算这一次。"}},
         {{"Only q = x⋅W_Q of the new target token. K and V are the source's, and are there already.",
           "只算新目标 token 的 q = x⋅W_Q。K、V 是源序列的，早就算好了。"}}},
    [AV_STAGE_APPEND] = {{{"Nothing is kept, so each step builds K and V of the source anew.",
                           "什么都不留，所以每一步都要重新建起源序列的 K 和 V。"}},
                         {{"K and V of the source go into the cache. It will not grow: the source is complete.",
                           "源序列的 K、V 放进缓存。源序列已经完整，缓存不会再增长。"}},
                         {{"Nothing is appended: a target token has no k and no v here.",
                           "没有什么要追加：目标 token 在这里没有 k，也没有 v。"}}},
    [AV_STAGE_SCORES] = {{{"Every query of the target meets every key of the source: n_target × n_source scores.",
                           "目标序列的每个 query 与源序列的每个 key 相乘：n_目标 × n_源 个分数。"}},
                         {{"Each query of the target meets every key of the source: a row of scores, q⋅kᵀ.",
                           "目标序列的每个 query 与源序列的每个 key 相乘，各得一行分数 q⋅kᵀ。"}},
                         {{"The target's new query meets every key of the source: one row of scores, q⋅kᵀ.",
                           "目标序列的新 query 与源序列的每个 key 相乘，得到一行分数 q⋅kᵀ。"}}},
    [AV_STAGE_MIX] = {{{"Each row of weights mixes the source's values: o = a⋅V, for all target rows.",
                        "每一行权重都把源序列的 value 加权求和：o = a⋅V，目标序列的每一行都算。"}},
                      {{"The weights mix the source's values: o = a⋅V.", "用权重把源序列的 value 加权求和：o = a⋅V。"}},
                      {{"The weights mix the source's values: o = a⋅V, one row.",
                        "用权重把源序列的 value 加权求和：o = a⋅V，只有一行。"}}},
};

const char *av_string_source_narration(const struct av_place *place, bool cache_on, bool first,
                                       enum av_language language)
{
    int when = !cache_on ? OF_UNCACHED : first ? OF_FIRST : OF_LATER;
    return of_source[place->stage][when].in[language];
}
