/* What things are called: stages, states, looks, and the figures of the cost. */
#include "strings.h"

static const struct av_words stages[AV_STAGE_COUNT] = {
    [AV_STAGE_EMBED] = {{"embed", "嵌入"}},        [AV_STAGE_PROJECT] = {{"project", "投影"}},
    [AV_STAGE_APPEND] = {{"append", "追加"}},      [AV_STAGE_SCORES] = {{"scores", "打分"}},
    [AV_STAGE_SCALE] = {{"scale", "缩放"}},        [AV_STAGE_MASK] = {{"mask", "掩码"}},
    [AV_STAGE_SOFTMAX] = {{"softmax", "softmax"}}, [AV_STAGE_MIX] = {{"mix", "混合"}},
    [AV_STAGE_OUTPUT] = {{"output", "输出"}},      [AV_STAGE_BLOCK] = {{"block", "整块"}},
    [AV_STAGE_LOGITS] = {{"logits", "logits"}},    [AV_STAGE_NEXT] = {{"next", "下一个"}},
};

static const struct av_words states[] = {
    [AV_STATE_NEW] = {{"new: computed in this step, never before", "新：这一步第一次算出"}},
    [AV_STATE_REUSED] = {{"reused: computed earlier, read from the cache", "复用：早已算好，从缓存读出"}},
    [AV_STATE_RECOMPUTED] = {{"recomputed: an earlier step computed this row already",
                              "重算：前面的步骤已经算过这一行"}},
    [AV_STATE_MASKED] = {{"masked: the score is −∞, the weight exactly 0", "已遮：分数是 −∞，权重恰为 0"}},
    [AV_STATE_DONE] = {{"done: finished earlier, not read again", "已完成：以前算完，不再读"}},
    [AV_STATE_DISCARDED] = {{"discarded: computed earlier and not kept", "已丢弃：以前算过，没有保留"}},
    [AV_STATE_NEVER] = {{"never computed: skipped thanks to the cache", "从未计算：有了缓存就不必算"}},
    [AV_STATE_FUTURE] = {{"future: not computed yet", "将来：还没有算到"}},
    [AV_STATE_WEIGHT] = {{"a weight: the same at every step", "权重：每一步都一样"}},
};

const char *av_string_stage(const struct av_config *config, enum av_stage stage, enum av_language language)
{
    static const struct av_words residual = {{"residual", "残差"}};
    bool bare = config->norm == AV_NORM_NONE && config->feed_forward == AV_FEED_FORWARD_NONE;
    if (stage == AV_STAGE_BLOCK && bare)
        return residual.in[language];
    return stages[stage].in[language];
}

const char *av_string_state_name(enum av_state state, enum av_language language)
{
    static const struct av_words names[] = {
        [AV_STATE_NEW] = {{"new", "新"}},
        [AV_STATE_REUSED] = {{"reused", "复用"}},
        [AV_STATE_RECOMPUTED] = {{"recomputed", "重算"}},
        [AV_STATE_MASKED] = {{"masked", "已遮"}},
        [AV_STATE_DONE] = {{"done", "已算完"}},
        [AV_STATE_DISCARDED] = {{"not kept", "未保留"}},
        [AV_STATE_NEVER] = {{"never computed", "从未计算"}},
        [AV_STATE_FUTURE] = {{"future", "将来"}},
        [AV_STATE_WEIGHT] = {{"weight", "权重"}},
    };
    return names[state].in[language];
}

const char *av_string_state(enum av_state state, enum av_language language)
{
    return states[state].in[language];
}

const char *av_string_look(enum av_cell_look look, enum av_language language)
{
    static const struct av_words looks[AV_LOOK_COUNT] = {
        [AV_LOOK_NUMBERS] = {{"numbers", "数字"}},
        [AV_LOOK_BOTH] = {{"numbers and heat", "数字和热度"}},
        [AV_LOOK_HEAT] = {{"heat: the higher the bar, the larger the number", "热度：柱越高，数越大"}},
        [AV_LOOK_CHANGE] = {{"what the last change added", "最近一次修改的差值"}},
    };
    return looks[look].in[language];
}

/* Labels, and how the numbers are made; entries that are called by the cell that they were taken from have none. */
static const struct {
    struct av_words label, meaning;
} entries[AV_ENTRY_COUNT] = {
    [AV_ENTRY_PRODUCT] = {{{"product", "乘积"}}, {{"the two numbers above, multiplied", "上面两个数相乘"}}},
    [AV_ENTRY_PRODUCT_SUM] = {{{"Σ so far", "累加"}},
                              {{"the products up to this one, added", "到这一项为止的乘积之和"}}},
    [AV_ENTRY_PRODUCT_ODD] = {{{"product", "乘积"}}, {{"x and the number above, multiplied", "x 与上面的数相乘"}}},
    [AV_ENTRY_PRODUCT_ODD_SUM] = {{{"Σ so far", "累加"}},
                                  {{"the products up to this one, added", "到这一项为止的乘积之和"}}},
    [AV_ENTRY_TERM] = {{{"term", "项"}}, {{"", ""}}},
    [AV_ENTRY_TERM_SUM] = {{{"Σ so far", "累加"}}, {{"the terms up to this one, added", "到这一项为止的和"}}},
    [AV_ENTRY_SHIFTED] = {{{"s − max", "s − max"}}, {{"the largest becomes 0", "最大的变成 0"}}},
    [AV_ENTRY_TEMPERED] = {{{"÷ temperature", "÷ 温度"}}, {{"divided by the temperature", "除以温度"}}},
    [AV_ENTRY_EXP] = {{{"exp", "exp"}}, {{"the exponential of the number above", "上面那个数的指数"}}},
    [AV_ENTRY_EXP_SUM] = {{{"Σ so far", "累加"}},
                          {{"the exponentials up to this one, added", "到这一项为止的指数之和"}}},
    [AV_ENTRY_SHARE] = {{{"÷ Σ exp", "÷ Σ exp"}}, {{"its share of all exponentials", "在全部指数中的份额"}}},
    [AV_ENTRY_KEPT] = {{{"kept", "保留"}}, {{"0 where top-k or top-p drop the token", "被 top-k 或 top-p 去掉的为 0"}}},
    [AV_ENTRY_KEPT_SUM] = {{{"Σ so far", "累加"}},
                           {{"the kept shares up to this one, added", "到这一项为止保留的份额之和"}}},
    [AV_ENTRY_PROBABILITY] = {{{"÷ Σ kept", "÷ 保留之和"}}, {{"its share of what is kept", "在保留部分中的份额"}}},
    [AV_ENTRY_X_SUM] = {{{"Σ so far", "累加"}}, {{"x up to this one, added", "到这一项为止的 x 之和"}}},
    [AV_ENTRY_CENTRED] = {{{"x − mean", "x − 均值"}}, {{"the mean taken away", "减去均值"}}},
    [AV_ENTRY_SQUARED] = {{{"(x − mean)²", "(x − 均值)²"}}, {{"squared", "平方"}}},
    [AV_ENTRY_SQUARED_SUM] = {{{"Σ so far", "累加"}},
                              {{"the squares up to this one, added", "到这一项为止的平方之和"}}},
    [AV_ENTRY_EVEN] = {{{"a", "a"}}, {{"Σ of the even column", "偶数列的 Σ"}}},
    [AV_ENTRY_ODD] = {{{"b", "b"}}, {{"Σ of its right neighbour", "右邻奇数列的 Σ"}}},
    [AV_ENTRY_COS] = {{{"cos θ", "cos θ"}}, {{"the angle grows with the position", "角度随位置增大"}}},
    [AV_ENTRY_SIN] = {{{"sin θ", "sin θ"}}, {{"of the same angle", "同一个角"}}},
    [AV_ENTRY_D_K] = {{{"d_k", "d_k"}}, {{"numbers in a query or key", "一个 query 或 key 有几个数"}}},
    [AV_ENTRY_ROOT_D_K] = {{{"√d_k", "√d_k"}}, {{"what the score is divided by", "分数要除以它"}}},
    [AV_ENTRY_MASK] = {{{"M", "M"}}, {{"what the mask says of this pair", "掩码对这一对怎么说"}}},
    [AV_ENTRY_MAX] = {{{"max", "max"}}, {{"", ""}}},
    [AV_ENTRY_TEMPERATURE] = {{{"temperature", "温度"}}, {{"as the lesson has it", "课程里设定"}}},
    [AV_ENTRY_OWN_EXP] = {{{"exp", "exp"}}, {{"this one's exponential", "这一项的指数"}}},
    [AV_ENTRY_ALL_EXP] = {{{"Σ exp", "Σ exp"}}, {{"all exponentials, added", "全部指数之和"}}},
    [AV_ENTRY_ALL_KEPT] = {{{"Σ kept", "保留之和"}}, {{"all kept shares, added", "全部保留的份额之和"}}},
    [AV_ENTRY_MEAN] = {{{"mean", "均值"}}, {{"Σ x / d_model", "Σ x / d_model"}}},
    [AV_ENTRY_OWN_CENTRED] = {{{"x − mean", "x − 均值"}}, {{"of this column", "这一列的"}}},
    [AV_ENTRY_VARIANCE] = {{{"variance", "方差"}}, {{"Σ of the squares / d_model", "平方之和 / d_model"}}},
    [AV_ENTRY_EPSILON] = {{{"ε", "ε"}}, {{"so that nothing is divided by 0", "免得除以 0"}}},
    [AV_ENTRY_ROOT] = {{{"√(var + ε)", "√(方差 + ε)"}}, {{"about how far x lies from its mean", "x 大致偏离均值多远"}}},
    [AV_ENTRY_NORMAL] = {{{"normal", "归一"}}, {{"divided by the root above", "除以上面的根"}}},
    [AV_ENTRY_GAIN] = {{{"g", "g"}}, {{"", ""}}},
    [AV_ENTRY_BIAS] = {{{"b", "b"}}, {{"", ""}}},
    [AV_ENTRY_GATE_EXP] = {{{"exp(−gate)", "exp(−gate)"}}, {{"the exponential of −gate", "−gate 的指数"}}},
    [AV_ENTRY_SILU] = {{{"silu(gate)", "silu(gate)"}}, {{"gate / (1 + exp(−gate))", "gate / (1 + exp(−gate))"}}},
    [AV_ENTRY_GELU_U] = {{{"u", "u"}}, {{"√(2/π)⋅(up + 0.044715⋅up³)", "√(2/π)⋅(up + 0.044715⋅up³)"}}},
    [AV_ENTRY_ROWS] = {{{"rows", "行数"}},
                       {{"rows; for scores and mix, pairs of a row and a key", "行数；打分和混合是行与 key 的对数"}}},
    [AV_ENTRY_IN] = {{{"× in", "× 输入"}}, {{"numbers that each result is summed over", "每个结果由几项相加"}}},
    [AV_ENTRY_OUT] = {{{"× out", "× 输出"}}, {{"results of a row, or heads", "一行有几个结果，或几个头"}}},
    [AV_ENTRY_LAYERS] = {{{"× layers", "× 层数"}}, {{"layers that do this", "有几层这样做"}}},
    [AV_ENTRY_WORK] = {{{"product", "乘积"}}, {{"the four factors, multiplied", "四个因子相乘"}}},
    [AV_ENTRY_WORK_SUM] = {{{"Σ so far", "累加"}}, {{"the products up to this one, added", "到这一项为止的乘积之和"}}},
    [AV_ENTRY_STEP] = {{{"of a step", "每步"}}, {{"", ""}}},
    [AV_ENTRY_STEP_SUM] = {{{"Σ so far", "累加"}}, {{"the steps up to this one, added", "到这一步为止之和"}}},
    [AV_ENTRY_COUNTED] = {{{"counted", "数得"}}, {{"by the engine, while it ran", "程序运行时逐次数出"}}},
    [AV_ENTRY_UNCACHED] = {{{"no cache", "无缓存"}}, {{"", ""}}},
    [AV_ENTRY_CACHED] = {{{"cache", "有缓存"}}, {{"", ""}}},
    [AV_ENTRY_COMPARED] = {{{"compared", "比较"}}, {{"", ""}}},
    [AV_ENTRY_HELD] = {{{"rows", "行数"}},
                       {{"tokens whose keys and values are held", "存着 key 和 value 的 token 数"}}},
    [AV_ENTRY_N_LAYER] = {{{"× layers", "× 层数"}}, {{"each has its own", "每层各存一份"}}},
    [AV_ENTRY_N_KV_HEAD] = {{{"× heads", "× 头数"}}, {{"of keys and values", "key 和 value 的头数"}}},
    [AV_ENTRY_NUMBERS] = {{{"× numbers", "× 个数"}},
                          {{"d_k of a key and d_v of a value", "key 的 d_k 个加 value 的 d_v 个"}}},
    [AV_ENTRY_NUMBER_BYTES] = {{{"× bytes", "× 字节"}}, {{"of one float32", "一个 float32 的大小"}}},
    [AV_ENTRY_GELU_EXP] = {{{"exp(−2u)", "exp(−2u)"}}, {{"the exponential of −2u", "−2u 的指数"}}},
};

const char *av_string_entry(enum av_entry entry, enum av_language language)
{
    return entries[entry].label.in[language];
}

const char *av_string_entry_meaning(enum av_entry entry, enum av_language language)
{
    return entries[entry].meaning.in[language];
}

const char *av_string_figure(enum av_figure figure, enum av_language language)
{
    static const struct av_words figures[AV_FIGURE_COUNT] = {
        [AV_FIGURE_CACHED] = {{"multiply-adds, cache", "乘加次数（有缓存）"}},
        [AV_FIGURE_UNCACHED] = {{"multiply-adds, no cache", "乘加次数（无缓存）"}},
        [AV_FIGURE_SAVED] = {{"multiply-adds saved", "省下的乘加次数"}},
        [AV_FIGURE_SAVED_PERCENT] = {{"saved, %", "节省 %"}},
        [AV_FIGURE_TOTAL_CACHED] = {{"since the start, cache", "从头累计（有缓存）"}},
        [AV_FIGURE_TOTAL_UNCACHED] = {{"since the start, no cache", "从头累计（无缓存）"}},
        [AV_FIGURE_TOTAL_SAVED] = {{"saved since the start", "从头累计省下"}},
        [AV_FIGURE_TOTAL_SAVED_PERCENT] = {{"saved since the start, %", "从头累计节省 %"}},
        [AV_FIGURE_CACHE_BYTES] = {{"bytes in the cache", "缓存字节数"}},
        [AV_FIGURE_BYTES_PER_TOKEN] = {{"bytes per token", "每个 token 的字节数"}},
        [AV_FIGURE_COMPARED] = {{"values compared", "比较过的数"}},
        [AV_FIGURE_MAX_DIFFERENCE] = {{"max|Δ|", "max|Δ|"}},
    };
    return figures[figure].in[language];
}

const char *av_string_compared(enum av_compared part, enum av_language language)
{
    static const struct av_words parts[AV_COMPARED_COUNT] = {
        [AV_COMPARED_ROWS] = {{"rows", "各层的行"}},
        [AV_COMPARED_SCORES] = {{"S and A", "S 和 A"}},
        [AV_COMPARED_LAST] = {{"logits", "logits"}},
        [AV_COMPARED_SOURCE] = {{"source", "源序列"}},
    };
    return parts[part].in[language];
}
