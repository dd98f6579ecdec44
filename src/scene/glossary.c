#include "glossary.h"

#include <assert.h>

/* clang-format off */
#define TERM(id, chapter, english, chinese, english_meaning, chinese_meaning) \
    [AV_CONCEPT_##id] = {AV_CHAPTER_##chapter, {{english, chinese}}, {{english_meaning, chinese_meaning}}}

static const struct av_glossary_entry entries[AV_CONCEPT_COUNT] = {
    TERM(TOKEN, TEXT, "token", "token",
         "A piece of text: a word, a part of one, a sign. The model reads and writes tokens, each known by its "
         "number in the vocabulary.",
         "文本切成的小段：一个词、半个词或一个符号。模型读写的都是 token，每个 token 在词表里有一个编号。"),
    TERM(VOCABULARY, TEXT, "vocab_size", "vocab_size",
         "How many tokens the vocabulary has. The model can say these and no others.",
         "词表里有多少个 token。模型只能说词表里有的 token。"),
    TERM(N, TEXT, "n", "n",
         "Tokens so far, the current one included. K and V have n rows; S and A are n×n.",
         "到目前为止的 token 数，含当前这个。K、V 有 n 行，S、A 是 n×n。"),
    TERM(PROMPT, TEXT, "prompt", "提示词 prompt",
         "The tokens that are given. After its last one, the model chooses each next token itself.",
         "一开始给定的 token。读完之后，接下来的每个 token 都由模型自己选。"),
    TERM(STEP, TEXT, "step", "步 step",
         "All that is done for one more token, from its embedding to the choice of the next. Without a cache, all "
         "earlier tokens are worked through again.",
         "为多读一个 token 所做的全部计算：从查嵌入到选出下一个 token。没有缓存时，前面的 token 也要从头再算。"),
    TERM(STAGE, TEXT, "stage", "阶段 stage",
         "A part of a step: project, scores, softmax, … The line below the tokens shows them in order.",
         "一步中的一段：投影、打分、softmax……token 下面那一行按顺序列出了所有阶段。"),
    TERM(LAYER, TEXT, "layer, n_layer", "层 n_layer",
         "One round of attention and what follows it. The n_layer layers run one after another, each with its own "
         "weights and its own part of the cache.",
         "一轮注意力，加上它后面的部分。一共 n_layer 层，依次计算，每层有自己的权重，也有自己的一份缓存。"),

    TERM(ROW, INPUT, "row, column", "行、列",
         "In x, Q, K and V a row is a token and a column a feature. In S and A a row is the token that looks, a "
         "column the token that is looked at.",
         "在 x、Q、K、V 里，一行是一个 token，一列是一个特征。在 S、A 里，行是在看的 token，列是被看的 token。"),
    TERM(D_MODEL, INPUT, "d_model", "d_model",
         "How many numbers a row of x has: the width of the model, the same in every layer.",
         "x 的一行有几个数，也就是模型的宽度，每一层都一样。"),
    TERM(EMBEDDING, INPUT, "E, embedding", "E 嵌入",
         "The row of numbers that stands for a token, looked up by its number in a table of vocab_size × d_model.",
         "代表一个 token 的一行数，按编号从嵌入表（vocab_size × d_model）里查出。"),
    TERM(POSITION, INPUT, "P, position", "P 位置",
         "Where the token stands in the text. Some models add a row P[i] to the embedding, learned or made of sines "
         "and cosines; others turn q and k (rotary), or do without.",
         "token 排在第几个。有的模型在嵌入上加一行 P[i]（学出来的，或由正弦、余弦得到），有的旋转 q 和 k（RoPE），也有的不用位置。"),
    TERM(ROTARY, INPUT, "rotary", "RoPE 旋转位置",
         "A position given by turning: each pair of numbers in q and k is turned by an angle that grows with the "
         "position, so that q⋅k depends on how far apart two tokens are.",
         "用旋转表示位置：q 和 k 里每两个数为一对，转过一个角度，位置越靠后转得越多。这样 q⋅k 里只出现两个 token 的相对距离。"),
    TERM(X, INPUT, "x", "x",
         "What a layer reads, one row a token (n × d_model). In the first layer it is the embedding, plus the "
         "position where that is added; later, what the layer before gives.",
         "一层的输入，一个 token 一行（n × d_model）。第一层读的是嵌入（有的模型再加上位置），后面各层读的是上一层的结果。"),

    TERM(W_QKV, QUERY_KEY_VALUE, "W_Q W_K W_V", "W_Q W_K W_V",
         "The weights that turn a row of x, or of N(x), into q, k and v. The same for every token and at every step; "
         "the panel shows those of one head.",
         "把 x（或 N(x)）的一行变成 q、k、v 的权重矩阵。对每个 token、每一步都一样；面板里显示的是一个头的那部分。"),
    TERM(BIAS, QUERY_KEY_VALUE, "b, bias", "b 偏置",
         "A number added to each column, after a product with weights or at the end of a LayerNorm. Not every model "
         "has it.",
         "每一列最后再加上的一个数：乘完权重之后，或 LayerNorm 的末尾。不是每个模型都有。"),
    TERM(QUERY, QUERY_KEY_VALUE, "Q, query", "Q query",
         "What a token looks for: d_k numbers, made with W_Q. Later tokens have queries of their own and never read "
         "it, so no cache keeps it.",
         "token 想找什么：由 W_Q 得到的 d_k 个数。后面的 token 各有自己的 query，不会再用它，所以缓存里不留。"),
    TERM(KEY, QUERY_KEY_VALUE, "K, key", "K key",
         "What a token can be found by: d_k numbers, made with W_K. Every later query is compared with it, and so a "
         "KV cache keeps it.",
         "token 凭什么被找到：由 W_K 得到的 d_k 个数。后面每个 query 都要与它比较，所以 KV 缓存会留着它。"),
    TERM(VALUE, QUERY_KEY_VALUE, "V, value", "V value",
         "What a token hands over when it is looked at: d_v numbers, made with W_V. A KV cache keeps it next to the "
         "key.",
         "token 被看时交出的内容：由 W_V 得到的 d_v 个数。KV 缓存把它和 key 一起留着。"),
    TERM(D_K, QUERY_KEY_VALUE, "d_k", "d_k",
         "How many numbers a query or a key of one head has. Both have the same, or there would be no q⋅k.",
         "一个头里，一个 query 或一个 key 有几个数。两者必须一样多，才能算 q⋅k。"),
    TERM(D_V, QUERY_KEY_VALUE, "d_v", "d_v",
         "How many numbers a value of one head has, and so a row of A⋅V. Often as many as d_k.",
         "一个头里，一个 value 有几个数，A⋅V 的一行也是这么多。常与 d_k 相等。"),
    TERM(W_QK, QUERY_KEY_VALUE, "W_QK, merged", "W_QK 合并",
         "W_Q⋅W_Kᵀ of a head, d_model × d_model: x⋅W_QK⋅xᵀ is q⋅k. One matrix in the place of two, with x cached in "
         "the place of k. There is none where rotary positions turn q and k.",
         "一个头的 W_Q⋅W_Kᵀ，d_model × d_model：x⋅W_QK⋅xᵀ 就是 q⋅k。两个矩阵合成一个，缓存里要用 x 代替 k。用 RoPE 时 q、k 还要旋转，合不成一个。"),
    TERM(RANK, QUERY_KEY_VALUE, "rank, low rank", "秩 低秩",
         "How many rows of a matrix are not made of the others by adding and scaling. Low rank: far fewer than it has. "
         "A product through d_k columns, as W_Q⋅W_Kᵀ, has at most rank d_k.",
         "矩阵里有几行不能由其余的行乘系数再相加得到。低秩：这个数远小于行数。中间只有 d_k 列的乘积，如 W_Q⋅W_Kᵀ，秩最多是 d_k。"),
    TERM(HEAD, QUERY_KEY_VALUE, "head, n_head", "头 n_head",
         "One attention with its own queries and its own A. The n_head heads of a layer all read the same x, and "
         "each may look for something else.",
         "一份独立的注意力，有自己的 query 和自己的 A。一层有 n_head 个头，读的是同一个 x，各找各的。"),
    TERM(MULTI_HEAD, QUERY_KEY_VALUE, "multi-head", "多头 multi-head",
         "Several heads side by side, whose results are joined and go through W_O. In the narrow sense each has its "
         "own K and V: n_kv_head = n_head.",
         "几个头并排计算，结果拼在一起再乘 W_O。狭义上指每个头都有自己的 K 和 V，即 n_kv_head = n_head。"),
    TERM(N_KV_HEAD, QUERY_KEY_VALUE, "n_kv_head", "n_kv_head",
         "How many heads of keys and values a layer has; n_head is a multiple of it.",
         "一层有几个 K、V 头；n_head 是它的整数倍。"),
    TERM(GROUPED_QUERY, QUERY_KEY_VALUE, "grouped-query", "分组查询 GQA",
         "Several query heads share one head of keys and values: n_kv_head < n_head, and the cache is smaller by as "
         "much. With n_kv_head = 1: multi-query.",
         "几个 query 头共用一个 K、V 头：n_kv_head < n_head，缓存也按比例变小。n_kv_head = 1 时叫多查询（MQA）。"),

    TERM(ATTENTION, ATTENTION, "attention", "注意力",
         "How a token gathers what it needs from others: scores, weights, then a weighted sum of values. The usual "
         "rule is softmax(QKᵀ/√dₖ + M)⋅V.",
         "token 从别的 token 那里取来所需的内容：先打分，再变成权重，最后对 value 加权求和。常用的规则是 softmax(QKᵀ/√dₖ + M)⋅V。"),
    TERM(DOT_PRODUCT, ATTENTION, "q⋅k, Σ", "q⋅k Σ",
         "Dot product: the two rows are multiplied number by number and the products added up (Σ: the sum of all). "
         "Large where the rows agree.",
         "点积：两行数对应相乘，再全部加起来（Σ 就是求和）。两行越一致，点积越大。"),
    TERM(TRANSPOSED, ATTENTION, "Kᵀ", "Kᵀ",
         "K transposed: its rows become columns. So QKᵀ multiplies each row of Q with each row of K.",
         "K 的转置：行变成列。于是 QKᵀ 就是 Q 的每一行与 K 的每一行做点积。"),
    TERM(SCORE, ATTENTION, "S, score", "S 分数",
         "How well a query and a key match: q⋅k, then divided by √dₖ and masked as the rule says. Row i, column j: "
         "token i looks at token j.",
         "query 与 key 有多匹配：先算 q⋅k，再按规则除以 √dₖ、加掩码。第 i 行第 j 列：第 i 个 token 看第 j 个。"),
    TERM(VARIANCE, ATTENTION, "variance", "方差 variance",
         "How widely numbers are spread: the mean of (x − mean)². Of a sum of independent numbers it is the sum of "
         "theirs; numbers divided by c have 1/c² of it.",
         "一组数有多分散：(x − 均值)² 的平均。独立的数相加，方差也相加；每个数都除以 c，方差就除以 c²。"),
    TERM(SCALE, ATTENTION, "scale, √dₖ", "缩放 √dₖ",
         "Scores are divided by √dₖ, because sums of more products are larger. Unscaled, they may push nearly all "
         "weight onto one token.",
         "分数要除以 √dₖ，因为相加的乘积越多，和就越大。不缩放的话，权重可能几乎全压在一个 token 上。"),
    TERM(MASK, ATTENTION, "M, mask", "M 掩码",
         "Keeps tokens from looking at later ones, or at banned ones. Usually added to S: 0 where one may look, −∞ "
         "where not. Multiplied by 0 instead, a score becomes 0, which still gets some weight.",
         "不让 token 看后面的、或被禁看的 token。一般是加到 S 上：能看的地方加 0，不能看的加 −∞。若改成乘 0，分数只是变成 0，照样会分到权重。"),
    TERM(MINUS_INFINITY, ATTENTION, "−∞", "−∞",
         "Minus infinity, less than any number. exp(−∞) is exactly 0, and so a masked token gets no weight at all.",
         "负无穷，比任何数都小。exp(−∞) 恰好是 0，所以被遮住的 token 一点权重也分不到。"),
    TERM(SOFTMAX, ATTENTION, "softmax", "softmax",
         "Turns a row of numbers into shares that add up to 1: exp(s − max) / Σ exp. Larger numbers get larger "
         "shares; taking off the maximum changes nothing but keeps exp from overflowing.",
         "把一行数变成和为 1 的比例：exp(s − max) / Σ exp。数越大，占比越大；减去最大值不影响结果，只是防止 exp 溢出。"),
    TERM(EXP, ATTENTION, "exp", "exp",
         "e = 2.718… to the power of a number. Never negative, and 1 more makes it e times as large: so small leads "
         "become large ones.",
         "e = 2.718… 的多少次方。结果不会是负数；指数每多 1，结果就乘 e，所以小差距会被拉大。"),
    TERM(WEIGHT, ATTENTION, "A, weight", "A 权重",
         "What share of token j's value goes to token i, from 0 to 1. Each row is the softmax of a row of S, and "
         "adds up to 1. Not the model's weights W.",
         "第 i 个 token 取走第 j 个 token 的 value 的比例，在 0 到 1 之间。S 的一行经 softmax 就是 A 的一行，和为 1。别与模型的权重 W 混淆。"),
    TERM(SLOPE, ATTENTION, "slope, gradient", "斜率、梯度",
         "How much a result answers to a small change; of softmax ∂a/∂s = a(1−a), at most ¼. Training changes weights "
         "by their gradient, a product of the slopes on the way.",
         "自变量变一点，结果跟着变多少；softmax 的斜率是 ∂a/∂s = a(1−a)，最大 ¼。训练按梯度改权重，梯度就是一路上的斜率相乘。"),
    TERM(SATURATION, ATTENTION, "saturation", "饱和 saturation",
         "One score is so far ahead that softmax gives it nearly all. Small changes of scores then change nothing: all "
         "slopes are near 0, and so is the gradient.",
         "一个分数遥遥领先，softmax 几乎全给了它。这时分数变一点，权重也不动：斜率都接近 0，梯度也就没了。"),
    TERM(MIX, ATTENTION, "A⋅V, mix", "A⋅V 混合",
         "The values added up, each times its weight: what a head brings back for a token, d_v numbers.",
         "所有 value 各乘自己的权重，再加起来：一个头为一个 token 取回的内容，共 d_v 个数。"),
    TERM(CROSS_ATTENTION, ATTENTION, "cross-attention", "交叉注意力",
         "Attention from one text to another: Q is made of the target, K and V of the source. No mask; a row of A has "
         "a weight for each source token, and they add up to 1.",
         "从一个序列看另一个序列：Q 来自目标序列，K、V 来自源序列。没有掩码；A 的每一行给每个源 token 一个权重，加起来是 1。"),
    TERM(SOURCE, ATTENTION, "source, x_s", "源序列 x_s",
         "The text that cross-attention looks at, all there from the start. x_s are its rows, of which K and V are "
         "made once for the whole answer.",
         "交叉注意力所看的序列，一开始就齐了。x_s 是它的各行，K、V 由它算出，整个回答只算一次。"),
    TERM(TARGET, ATTENTION, "target", "目标序列",
         "The text that is written token by token while the source is looked at: each of its tokens makes a query.",
         "看着源序列一个 token 一个 token 写出来的序列，它的每个 token 算出一个 query。"),

    TERM(JOINED, BLOCK, "H", "H",
         "The A⋅V of all heads side by side: n_head ⋅ d_v numbers a token.",
         "各个头的 A⋅V 并排拼在一起：每个 token 有 n_head ⋅ d_v 个数。"),
    TERM(W_O, BLOCK, "W_O", "W_O",
         "The weights that make one row of d_model numbers from what all heads bring back.",
         "把各个头取回的内容合成一行（d_model 个数）的权重矩阵。"),
    TERM(OUTPUT, BLOCK, "O, output", "O 输出",
         "What attention gives: A⋅V of all heads times W_O, as wide as x.",
         "注意力的结果：所有头的 A⋅V 乘 W_O，和 x 一样宽。"),
    TERM(RESIDUAL, BLOCK, "residual, +", "残差 +",
         "What attention or the feed-forward gives is added to what it read (x + O, … + F), so that it changes x a "
         "little instead of replacing it.",
         "注意力或前馈网络的结果加回它的输入（x + O、… + F）：只在 x 上做修改，而不是换掉它。"),
    TERM(NORM, BLOCK, "N, norm", "N 归一化",
         "Brings each row to a common size, so that numbers do not grow from layer to layer. It stands before "
         "attention and feed-forward, or after their residual.",
         "把每一行调到差不多的大小，免得数值一层层变大。有的模型放在注意力和前馈网络之前，有的放在残差之后。"),
    TERM(LAYER_NORM, BLOCK, "LayerNorm", "LayerNorm",
         "(x − mean) / √(var + ε) ⋅ gain + bias: takes the mean off and divides by the spread. The tiny ε keeps it "
         "from dividing by 0.",
         "(x − 均值) / √(方差 + ε) ⋅ 增益 + 偏置：减去均值，再除以标准差。ε 很小，只为避免除以 0。"),
    TERM(RMS_NORM, BLOCK, "RMSNorm", "RMSNorm",
         "x / √(mean of x² + ε) ⋅ gain: a LayerNorm that takes no mean off and adds no bias.",
         "x / √(x² 的均值 + ε) ⋅ 增益：不减均值、也不加偏置的 LayerNorm。"),
    TERM(GAIN, BLOCK, "g, gain", "g 增益",
         "What a norm multiplies each column by in the end: d_model numbers, the same for every token. 1 leaves it "
         "as it is.",
         "归一化最后给每一列乘的系数，一共 d_model 个，对每个 token 都一样。等于 1 就是不变。"),
    TERM(FEED_FORWARD, BLOCK, "F, feed-forward", "F 前馈网络",
         "Works on each row by itself: up to d_ff numbers, through ReLU, GELU or SwiGLU, and back to d_model with "
         "W_down. Here no token looks at another.",
         "每一行单独处理：先变成 d_ff 个数，经过 ReLU、GELU 或 SwiGLU，再由 W_down 变回 d_model 个数。这里 token 之间互不相看。"),
    TERM(D_FF, BLOCK, "d_ff", "d_ff",
         "How many numbers a row has inside the feed-forward; mostly more than d_model.",
         "前馈网络中间一行有几个数，一般比 d_model 多。"),
    TERM(W_UP_DOWN, BLOCK, "W_up, W_down", "W_up W_down",
         "The weights of the feed-forward: W_up, and W_gate of SwiGLU, take a row from d_model to d_ff numbers, and "
         "W_down takes it back.",
         "前馈网络的权重矩阵：W_up（SwiGLU 还有 W_gate）把 d_model 个数变成 d_ff 个，W_down 再变回 d_model 个。"),
    TERM(UP_GATE, BLOCK, "up, gate", "up gate",
         "x⋅W_up: the row made d_ff numbers wide. SwiGLU has a second one, x⋅W_gate, that says how much of each "
         "number of up passes.",
         "up 是 x⋅W_up，把一行变成 d_ff 个数。SwiGLU 还有一份 gate = x⋅W_gate，决定 up 的每个数通过多少。"),
    TERM(ACTIVATION, BLOCK, "ReLU GELU SwiGLU", "ReLU GELU SwiGLU",
         "What bends the numbers between W_up and W_down. relu(x) = max(0, x); gelu is a smooth relu; SwiGLU is "
         "silu(gate)⋅up with silu(x) = x / (1 + exp(−x)).",
         "W_up 与 W_down 之间的非线性。relu(x) = max(0, x)；gelu 是平滑的 relu；SwiGLU 是 silu(gate)⋅up，"
         "其中 silu(x) = x / (1 + exp(−x))。"),
    TERM(LAYER_RESULT, BLOCK, "x′", "x′",
         "What a layer gives. The next layer reads it as x; of the last layer's the logits are made.",
         "一层的结果。下一层把它当作 x 来读；最后一层的 x′ 用来算 logits。"),

    TERM(W_OUT, NEXT, "W_out", "W_out",
         "The weights from a row to logits (d_model × vocab_size). In some models it is the embedding table, "
         "transposed.",
         "把一行变成 logits 的权重矩阵（d_model × vocab_size）。有的模型直接用嵌入表的转置。"),
    TERM(LOGITS, NEXT, "logits", "logits",
         "A number for each token of the vocabulary: the larger, the likelier it comes next. Not yet probabilities: "
         "they may be negative, and add up to anything.",
         "词表里每个 token 一个数：数越大，越可能是下一个。它还不是概率：可以是负数，加起来也不是 1。"),
    TERM(PROBABILITY, NEXT, "p, probability", "p 概率",
         "How likely each token is to come next, from 0 to 1 and 1 together: softmax of the last row's logits, with "
         "temperature, top-k and top-p where they are set.",
         "每个 token 是下一个的可能性，在 0 到 1 之间，加起来是 1：对最后一行 logits 做 softmax，设了温度、top-k、top-p 的还要算上它们。"),
    TERM(GREEDY, NEXT, "greedy", "贪心 greedy",
         "Always take the likeliest token. No chance is involved, and the text is the same every time.",
         "每次都取最可能的 token。没有随机，每次生成的都一样。"),
    TERM(TEMPERATURE, NEXT, "temperature", "温度 temperature",
         "Logits are divided by it before softmax. Below 1 the likeliest tokens gain, above 1 the others do; 0 "
         "stands for greedy.",
         "softmax 之前，logits 先除以它。小于 1，本来可能的更可能；大于 1，其他 token 的机会变大；0 就是贪心。"),
    TERM(TOP_K, NEXT, "top-k", "top-k",
         "Only the k likeliest tokens stay, and share the probability between them. 0 keeps all.",
         "只留下最可能的 k 个 token，概率由它们分。0 表示全留。"),
    TERM(TOP_P, NEXT, "top-p", "top-p",
         "Only the likeliest tokens stay, as many as it takes to reach p of the probability. 1 keeps all.",
         "从最可能的 token 起往下留，概率累计到 p 为止。1 表示全留。"),
    TERM(SEED, NEXT, "seed", "种子 seed",
         "The number that chance starts from. The same seed draws the same tokens again.",
         "随机数的起点。种子相同，抽出的 token 就相同。"),

    TERM(KV_CACHE, CACHE, "KV cache", "KV 缓存",
         "The K and V rows of earlier tokens, kept for the steps to come. No token looks ahead under a causal mask, "
         "so they never change, and each step adds just one row.",
         "前面各个 token 的 K、V 行，留给以后的步用。有了因果掩码，token 看不到后面，这些行就不会再变，每一步只添一行。"),
    TERM(PREFILL, CACHE, "prefill", "预填充 prefill",
         "Reading the prompt, which fills the cache. Programs read it at once, all rows in one step, which a cache "
         "makes no cheaper. P does so here, too, or goes token by token, to be watched.",
         "读入提示词、填好缓存的过程。实际的程序一次读完：所有行一步算出，这一步有没有缓存都一样贵。按 P 也可以这样读，或者一个一个 token 地读，便于观看。"),
    TERM(DECODE, CACHE, "decode", "解码 decode",
         "The steps after the prompt: each reads the token that was chosen last, and chooses the next.",
         "提示词之后的各步：每一步读入刚选出的 token，再选出下一个。"),
    TERM(REUSED, CACHE, "new, reused", "新、复用",
         "New (+): computed in this step, never before. Reused (=): computed in an earlier step and only read now, "
         "which costs no multiply-adds to make.",
         "新（+）：这一步第一次算出。复用（=）：以前的步算好的，现在只是读出来，不用再算。"),
    TERM(RECOMPUTED, CACHE, "recomputed", "重算",
         "Computed again (!) although an earlier step had it already: the work that a cache saves.",
         "以前的步已经算过，现在又算一遍（!）：缓存省下的就是这些计算。"),
    TERM(DISCARDED, CACHE, "discarded", "丢弃",
         "Computed in an earlier step and not kept (·). With a cache that is what happens to queries, which nothing "
         "reads again.",
         "以前的步算过，没有保留（·）。有缓存时，旧的 query 就是这样：以后再也用不到。"),
    TERM(MULTIPLY_ADD, CACHE, "multiply-add", "乘加",
         "One product added to a sum: matrix products are made of these, and work is measured in them. They are "
         "counted while they are done, with the cache and without it.",
         "把一个乘积加到和里，矩阵乘法就是许多次乘加，这里用它的次数衡量计算量。次数是一边算一边数的，有缓存、无缓存各数一遍。"),
    TERM(BYTES, CACHE, "bytes, B", "字节 B",
         "What the cache takes in memory: n ⋅ n_layer ⋅ n_kv_head ⋅ (d_k + d_v) numbers of 4 bytes. It grows with "
         "every token.",
         "缓存占的内存：n ⋅ n_layer ⋅ n_kv_head ⋅ (d_k + d_v) 个数，每个 4 字节。每多一个 token 就大一些。"),
    TERM(MAX_DIFFERENCE, CACHE, "max|Δ|", "max|Δ|",
         "The largest difference between the numbers with and without the cache, all of them compared. 0: equal to "
         "the last bit.",
         "把有缓存和无缓存算出的数逐个比较，取最大的差。0 表示每一位都相同。"),
};
/* clang-format on */

static const struct av_words chapters[AV_CHAPTER_COUNT] = {
    [AV_CHAPTER_TEXT] = {{"Text and steps", "文本与步骤"}},
    [AV_CHAPTER_INPUT] = {{"From a token to x", "从 token 到 x"}},
    [AV_CHAPTER_QUERY_KEY_VALUE] = {{"Query, key, value", "query、key、value"}},
    [AV_CHAPTER_ATTENTION] = {{"Attention", "注意力"}},
    [AV_CHAPTER_BLOCK] = {{"Output and block", "输出与整块"}},
    [AV_CHAPTER_NEXT] = {{"The next token", "下一个 token"}},
    [AV_CHAPTER_CACHE] = {{"The cache and its cost", "缓存与开销"}},
};

const struct av_glossary_entry *av_glossary_entry(enum av_concept id)
{
    assert(id > AV_CONCEPT_NONE && id < AV_CONCEPT_COUNT);
    return &entries[id];
}

const char *av_glossary_chapter(enum av_chapter chapter, enum av_language language)
{
    return chapters[chapter].in[language];
}
