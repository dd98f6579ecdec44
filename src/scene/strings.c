#include "strings.h"

#include <stdarg.h>
#include <string.h>

static const struct av_words strings[AV_STRING_COUNT] = {
    [AV_STRING_LAYER] = {{"layer", "层"}},
    [AV_STRING_HEAD] = {{"head", "头"}},
    [AV_STRING_CACHE_ON] = {{"KV cache ● on", "KV 缓存 ● 开"}},
    [AV_STRING_CACHE_OFF] = {{"KV cache ○ off", "KV 缓存 ○ 关"}},
    [AV_STRING_STEP_STATUS] = {{"step {}/{} · {}", "第 {}/{} 步 · {}"}},
    [AV_STRING_PROMPT] = {{"prompt", "提示词"}},
    [AV_STRING_DECODE] = {{"decode", "解码"}},
    [AV_STRING_PLAYING] = {{"▶ {}×", "▶ {}×"}},
    [AV_STRING_COST] = {{"cost of this step", "这一步的开销"}},
    [AV_STRING_COST_BRIEF] = {{"cost", "开销"}},
    [AV_STRING_MULTIPLY_ADDS] = {{"multiply-adds", "乘加次数"}},
    [AV_STRING_MULTIPLY_ADDS_COUNTED] = {{"{} multiply-adds", "乘加 {} 次"}},
    [AV_STRING_CACHED] = {{"cache", "有缓存"}},
    [AV_STRING_UNCACHED] = {{"no cache", "无缓存"}},
    [AV_STRING_SAVED] = {{"saved", "节省"}},
    [AV_STRING_SINCE_START] = {{"since the start", "从头累计"}},
    [AV_STRING_CACHE_MEMORY] = {{"KV cache", "KV 缓存"}},
    [AV_STRING_PER_TOKEN] = {{"{} B per token", "每个 token {} B"}},
    [AV_STRING_EQUAL] = {{"equal", "相同"}},
    [AV_STRING_NOT_EQUAL] = {{"differs", "不同"}},
    [AV_STRING_OVER_VALUES] = {{"in {} values", "共 {} 个数"}},
    [AV_STRING_VERDICT_OVER] = {{"{}, in {} values", "{}，共 {} 个数"}},
    [AV_STRING_NOT_COUNTED] = {{"not counted yet", "尚未计数"}},
    [AV_STRING_NO_CACHE_RULE] = {{"Under this rule a row changes when a token is added: no cache stays true.",
                                  "按这条规则，每加一个 token，旧的行都会变：缓存不成立。"}},
    [AV_STRING_OLD_OLD] = {{"old×old", "旧×旧"}},
    [AV_STRING_OLD_NEW] = {{"old×new", "旧×新"}},
    [AV_STRING_NEW_OLD] = {{"new×old", "新×旧"}},
    [AV_STRING_NEW_NEW] = {{"new×new", "新×新"}},
    [AV_STRING_COMPUTED_NOW] = {{"computed now", "这一步算"}},
    [AV_STRING_COMPUTED_MASKED] = {{"computed, masked", "算了又遮住"}},
    [AV_STRING_PER_PAIR] = {{"Multiply-adds in all heads and layers. A q⋅k: d_k⋅n_head⋅n_layer = {}",
                             "乘加次数，含所有头和层。一次 q⋅k：d_k⋅n_head⋅n_layer = {}"}},
    [AV_STRING_SAVED_WORK] = {{"saved: ", "节省："}},
    [AV_STRING_NOTHING_OLD] = {{"This is the first token: nothing is old yet, and S is a single score. From the second "
                                "token on S falls into four blocks.",
                                "这是第一个 token：还没有旧的，S 只有一个分数。从第二个 token 起，S 分成四块。"}},
    [AV_STRING_ROWS_COUNTED] = {{"rows r = {}", "行数 r = {}"}},
    [AV_STRING_PAIRS_COUNTED] = {{"pairs p = {}", "对数 p = {}"}},
    [AV_STRING_BYTES] = {{"bytes", "字节"}},
    [AV_STRING_BYTES_KEPT] = {{"K, V kept", "存下 K、V"}},
    [AV_STRING_BYTES_Q_CACHE] = {{"Q cache, never read", "若存 Q（没人读）"}},
    [AV_STRING_BYTES_READ] = {{"K, V read", "读 K、V"}},
    [AV_STRING_BYTES_WRITTEN] = {{"K, V written", "写 K、V"}},
    [AV_STRING_ROW_READS] = {{"reads of a row, per layer", "每行被读次数（每层）"}},
    [AV_STRING_JOIN] = {{" + ", "+"}},
    [AV_STRING_NEW] = {{"{} new", "新{}行"}},
    [AV_STRING_REUSED] = {{"{} reused", "复用{}行"}},
    [AV_STRING_RECOMPUTED] = {{"{} recomputed", "重算{}行"}},
    [AV_STRING_DONE] = {{"{} done", "已算{}行"}},
    [AV_STRING_NONE_KEPT] = {{"old q not kept", "旧 q 不保留"}},
    [AV_STRING_TO_APPEND] = {{"{} to append", "待追加{}行"}},
    [AV_STRING_THROWN_AWAY] = {{"nothing kept", "未保留"}},
    [AV_STRING_ROW_SUM] = {{"Σ row = {}", "行和 = {}"}},
    [AV_STRING_X_FROM_LAYER] = {{"x, from layer {}", "x（第 {} 层给出）"}},
    [AV_STRING_CACHE_SUFFIX] = {{"{} cache", "{} 缓存"}},
    [AV_STRING_NEXT_TITLE] = {{"p = softmax(logits): next", "p = softmax(logits)：下一个"}},
    [AV_STRING_CHOSEN] = {{"greedy: the likeliest", "贪心：选最可能的"}},
    [AV_STRING_DRAWN] = {{"drawn, seed {}", "按概率抽取，种子 {}"}},
    [AV_STRING_PROMPT_GIVES] = {{"the prompt goes on by itself", "提示词里已有下一个"}},
    [AV_STRING_DROPPED] = {{"dropped by top-k or top-p", "被 top-k 或 top-p 去掉"}},
    [AV_STRING_REMOVED] = {{"masked or banned", "被掩码遮住或被禁止"}},
    [AV_STRING_GO_TO] = {{"go to token (1–{}): ", "跳到第几个 token (1–{})："}},
    [AV_STRING_FIND] = {{"find a token: ", "查找 token："}},
    [AV_STRING_ASK_NUMBER] = {{"new value: ", "新的值："}},
    [AV_STRING_ASK_TOKEN] = {{"instead of {}: ", "把 {} 换成："}},
    [AV_STRING_ASK_INSERT] = {{"after {} comes: ", "在 {} 后面插入："}},
    [AV_STRING_ASK_TEMPERATURE] = {{"temperature (0: the likeliest): ", "温度（0：总选最可能的）："}},
    [AV_STRING_ASK_TOP_K] = {{"top-k (1–{}, 0: all): ", "top-k（1–{}，0：全部）："}},
    [AV_STRING_ASK_SEED] = {{"seed: ", "随机种子："}},
    [AV_STRING_ASK_WRITE] = {{"write the lesson to: ", "课程另存为："}},
    [AV_STRING_WAS] = {{"It was {} before the last change ({}).", "上次修改前是 {}（差 {}）。"}},
    [AV_STRING_AS_IT_WAS] = {{"Of the lesson as it was: ", "原课程的说明："}},
    [AV_STRING_MODIFIED] = {{"✎ modified", "✎ 已修改"}},
    [AV_STRING_MASK_CAUSAL] = {{"mask −∞", "掩码 −∞"}},
    [AV_STRING_MASK_MULTIPLIED] = {{"mask ×0", "掩码 ×0"}},
    [AV_STRING_MASK_NONE] = {{"no mask", "无掩码"}},
    [AV_STRING_SCALED] = {{"÷√dₖ ●", "÷√dₖ ●"}},
    [AV_STRING_UNSCALED] = {{"÷√dₖ ○", "÷√dₖ ○"}},
    [AV_STRING_TOO_SMALL] = {{"Window too small: {}×{} needed, {}×{} now", "窗口太小：至少 {}×{}，现在 {}×{}"}},
    [AV_STRING_TOO_SMALL_BRIEF] = {{"≥{}×{}", "≥{}×{}"}},
    [AV_STRING_HELP] = {{"Help", "帮助"}},
    [AV_STRING_STATES] = {{"Marks", "记号"}},
    [AV_STRING_KEYS_OF] = {{"Keys {}", "{}的按键"}},
    [AV_STRING_GLOSSARY] = {{"Glossary", "术语表"}},
    [AV_STRING_MOUSE] = {{"Mouse", "鼠标"}},
    [AV_STRING_CLICK] = {{"click", "单击"}},
    [AV_STRING_CLICK_DOES] = {{"go to a token or stage, select a cell, flip a switch, press a key of the last line",
                               "跳到 token 或阶段，选中单元格，拨动开关，按下末行的键"}},
    [AV_STRING_DOUBLE_CLICK] = {{"double click", "双击"}},
    [AV_STRING_DOUBLE_CLICK_DOES] = {{"the same, and Enter", "单击后再按 Enter"}},
    [AV_STRING_WHEEL] = {{"wheel", "滚轮"}},
    [AV_STRING_WHEEL_DOES] = {{"what is under it: tokens, a panel that does not fit, else the stages",
                               "指着什么就翻什么：token、显示不全的面板，别处则是阶段"}},
    [AV_STRING_SHIFT_WHEEL] = {{"Shift wheel", "Shift 滚轮"}},
    [AV_STRING_SHIFT_WHEEL_DOES] = {{"the same, sideways", "横向翻动"}},
    [AV_STRING_CLOSE] = {{"close", "关闭"}},
    [AV_STRING_OTHER_PART] = {{"keys, glossary", "按键/术语"}},
    [AV_STRING_SCROLL] = {{"next, back", "前后"}},
    [AV_STRING_CHOOSE] = {{"choose", "选择"}},
    [AV_STRING_OPEN] = {{"open", "打开"}},
    [AV_STRING_GO] = {{"go", "跳转"}},
    [AV_STRING_TAKE] = {{"OK", "确定"}},
    [AV_STRING_CANCEL] = {{"cancel", "取消"}},
    [AV_STRING_TEXT_OR_MEANING] = {{"type its text or what it means", "输入文字或含义"}},
    [AV_STRING_LIBRARY] = {{"lessons", "课程"}},
    [AV_STRING_LIBRARY_EMPTY] = {{"no lessons found", "没有找到课程"}},
    [AV_STRING_KEPT] = {{"kept", "保留"}},
    [AV_STRING_MORE] = {{" + {} more", " + 另 {} 项"}},
    [AV_STRING_LOOKED_UP] = {{"looked up in the table", "从表中查出"}},
    [AV_STRING_FROM_LAYER] = {{"what layer {} gives", "第 {} 层给出的"}},
    [AV_STRING_HINT] = {{"A small transformer at work: every number on the screen is really computed.",
                         "一个正在工作的小 transformer：屏幕上的每个数都是真算出来的。"}},
    [AV_STRING_HINT_BRIEF] = {{"A small transformer at work", "一个正在工作的小 transformer"}},
    [AV_STRING_HINT_STEPPING] = {{"{} next stage  {} next token  {} cache", "{} 下一阶段  {} 下一个 token  {} 缓存"}},
    [AV_STRING_HINT_LOOKING] = {{"{} into a panel  {} help  {} quit", "{} 进入面板  {} 帮助  {} 退出"}},
    [AV_STRING_QUESTION] = {{"Question {} of {}", "第 {} 题，共 {} 题"}},
    [AV_STRING_YOUR_ANSWER] = {{"Your answer: ", "你的答案："}},
    [AV_STRING_NEAR] = {{"± {} is near enough", "误差 ± {} 以内都算对"}},
    [AV_STRING_POINT_AT] = {{"Point at a cell of {}: Enter goes there, and answers there.",
                             "在 {} 里指出一格：按 Enter 进去，选好再按 Enter。"}},
    [AV_STRING_POINTING] = {{"The arrows move in {}, Enter answers with the cell.",
                             "用方向键在 {} 里移动，选好按 Enter。"}},
    [AV_STRING_TRY_AGAIN] = {{"✗ Not right. Try once more.", "✗ 不对，再试一次。"}},
    [AV_STRING_RIGHT] = {{"✓ Right: ", "✓ 答对了："}},
    [AV_STRING_RIGHT_LATER] = {{"✓ Right this time: ", "✓ 这次对了："}},
    [AV_STRING_WRONG] = {{"✗ Not right. The answer: ", "✗ 不对，答案是："}},
    [AV_STRING_SHOWN] = {{"The answer: ", "答案是："}},
    [AV_STRING_QUESTION_HINT] = {{"Hint: ", "提示："}},
    [AV_STRING_GO_ON] = {{"{}: go on", "{}：继续"}},
    [AV_STRING_SCORE] = {{"Your answers", "答题情况"}},
    [AV_STRING_SCORE_RIGHT] = {{"{} of {} right at the first try", "一次答对 {} 题，共 {} 题"}},
    [AV_STRING_SCORE_SKIPPED] = {{", {} skipped", "，跳过 {} 题"}},
    [AV_STRING_SCORE_OPEN] = {{", {} not answered", "，{} 题没有答"}},
    [AV_STRING_SCORE_WHERE] = {{"Still to be answered: at step {}, {}.", "还可以回去答：第 {} 步“{}”。"}},
    [AV_STRING_TO_ANSWER] = {{"answer", "回答"}},
    [AV_STRING_TO_POINT] = {{"point", "去指"}},
    [AV_STRING_SKIP] = {{"skip", "跳过"}},
    [AV_STRING_TYPE_NUMBER] = {{"type a number", "输入数字"}},
    [AV_STRING_GIVEN] = {{"a weight: the same at every step", "权重：每一步都一样"}},
    [AV_STRING_ALL_THAT_FIT] = {{"as many as fit", "能放多少放多少"}},
    [AV_STRING_FLOWS_INTO] = {{"{} flows {} into {}, and {} from there into {}", "{} {} 直接流入 {}，{} 再流入 {}"}},
    [AV_STRING_FLOWS_DIRECTLY] = {{"{} flows {} into {}", "{} {} 直接流入 {}"}},
    [AV_STRING_FLOWS_NOWHERE] = {{"{} flows into nothing that this step has computed so far",
                                  "这一步到现在为止，还没有哪个数用到 {}"}},
    [AV_STRING_FLOW_MARKS] = {{"made of the number that is followed: directly, further on",
                               "由正在追踪的数算出：直接、间接"}},
    [AV_STRING_WHERE] = {{" rows {}–{} of {} · columns {}–{} of {} ",
                          " 第 {}–{} 行，共 {} 行 · 第 {}–{} 列，共 {} 列 "}},
    [AV_STRING_EXTREMES] = {{"min {}  max {}  mean {}", "最小 {}  最大 {}  平均 {}"}},
    [AV_STRING_EXTREMES_OF_ROW] = {{"this row: min {}  max {}  mean {}", "这一行：最小 {}  最大 {}  平均 {}"}},
    [AV_STRING_OF_NUMBERS] = {{"of {} numbers", "共 {} 个数"}},
    [AV_STRING_NOT_FINITE] = {{"without {} that are infinite or NaN", "不含 {} 个无穷或 NaN"}},
    [AV_STRING_BLANK] = {{"{} cells have none", "{} 格没有数"}},
    [AV_STRING_COLUMN_SUMS] = {{"Σ below: how much attention each token gets",
                                "下方 Σ：每个 token 总共得到多少注意力"}},
    [AV_STRING_SUM_IN_SIGHT] = {{" Σ p = {} · rows {}–{} of {} ", " Σ p = {} · 第 {}–{} 行，共 {} 行 "}},
    [AV_STRING_EXPLAIN] = {{"explain", "详解"}},
    [AV_STRING_EDIT_TOKEN] = {{"edit token", "改 token"}},
    [AV_STRING_LARGEST] = {{"largest", "最大的"}},
    [AV_STRING_TO_THE_BIT] = {{"as on the screen, to the last bit", "与屏幕上的数逐位相同"}},
    [AV_STRING_IN_GENERAL] = {{"in general  {}", "一般写成  {}"}},
    [AV_STRING_AT_STEP] = {{"step {}{}{} · {}", "第 {} 步{}{} · {}"}},
    [AV_STRING_IN_FILE] = {{"in the lesson's file: {}", "在课程文件里：{}"}},
    [AV_STRING_SINUSOID] = {{"made from the place alone: a sine or a cosine", "只由位置算出：正弦或余弦"}},
    [AV_STRING_IN_THIS_STEP] = {{"computed in this step", "这一步算出"}},
    [AV_STRING_IN_CACHE_SINCE] = {{"in the cache since step {}", "第 {} 步起在缓存里"}},
    [AV_STRING_COMPUTED_AGAIN] = {{"computed again in this step", "这一步又算了一遍"}},
    [AV_STRING_FROM_STEP] = {{"computed in step {}", "第 {} 步算出"}},
    [AV_STRING_COUNTED_IN_STEP] = {{"counted while step {} ran", "第 {} 步运行时数得"}},
    [AV_STRING_ALL_STEPS] = {{"Σ of steps 1–{}", "第 1–{} 步之和"}},
    [AV_STRING_MEASURED] = {{"the largest difference found", "比出的最大差"}},
    [AV_STRING_FAULTS] = {{"Faults in the lesson's file: {}", "课程文件里的错误：{} 处"}},
    [AV_STRING_FAULTS_MORE] = {{"… and {} more", "……还有 {} 处"}},
    [AV_STRING_FAULTS_STAY] =
        {{"This is the lesson as it was last right. It follows as soon as the file is right again.",
          "这里仍是上一次正确的课程；文件一改对，就会跟着更新。"}},
    [AV_STRING_PUT_AWAY] = {{"{}: put away", "{} 收起"}},
    [AV_STRING_FROM_STEP_NOT_KEPT] = {{"computed in step {}, not kept", "第 {} 步算出，未保留"}},
    [AV_STRING_SIZES_MODEL] = {{"model", "模型"}},
    [AV_STRING_SIZES_CONTEXT] = {{"context", "上下文"}},
    [AV_STRING_SIZES_LAYERS] = {{"layers", "层数"}},
    [AV_STRING_SIZES_WIDTH] = {{"d_model", "d_model"}},
    [AV_STRING_SIZES_HEADS] = {{"Q/KV", "Q/KV"}},
    [AV_STRING_SIZES_A_TOKEN] = {{"a token", "每 token"}},
    [AV_STRING_SIZES_IN_ALL] = {{"n ⋅ batch", "n ⋅ 批量"}},
    [AV_STRING_SIZES_TIMES] = {{"less", "倍数"}},
    [AV_STRING_SIZES_SAVE] = {{"saved", "省下"}},
    [AV_STRING_SIZES_UNGROUPED] = {{"ungrouped", "不分组"}},
    [AV_STRING_SIZES_SHAPE] = {{"shape", "形状"}},
    [AV_STRING_SIZES_WORK] = {{"multiply-adds a token", "每 token 乘加次数"}},
    [AV_STRING_SIZES_GROUPED] = {{"groups", "分组"}},
    [AV_STRING_SIZES_FORMULAS] = {{"by formulas", "按公式"}},
    [AV_STRING_SIZES_MATRICES] = {{"matrices", "矩阵"}},
    [AV_STRING_SIZES_BEYOND] = {{"! n is beyond this model's context of {} tokens.",
                                 "! n 超出这个模型的上下文（{} 个 token）。"}},
    [AV_STRING_SIZES_WINDOW] = {{"Not reckoned with: its window, {} keys at most for a query.",
                                 "未计入它的滑动窗口：每个 query 最多看 {} 个 key。"}},
    [AV_STRING_SIZES_CACHE_LINE] = {{"KV cache: {}{} = {} a token; × {} × {} = {}",
                                     "KV 缓存：{}{} = 每 token {}；× {} × {} = {}"}},
    [AV_STRING_SIZES_CACHED_LINE] = {{"with the cache: {}{} = {} multiply-adds", "有缓存：{}{} = {} 次乘加"}},
    [AV_STRING_SIZES_UNCACHED_LINE] = {{"without: n rows of as many each, {} × {} = {}",
                                        "无缓存：n 行，每行都要这么多，{} × {} = {}"}},
    [AV_STRING_SIZES_GROUPED_LINE] = {{"{} query heads share {} key heads; with one each: {} a token, {} in all",
                                       "{} 个 query 头共用 {} 个 key 头；若各用各的：每 token {}，共 {}"}},
    [AV_STRING_SIZES_UNGROUPED_LINE] = {{"No grouped queries: each query head has a key head of its own.",
                                         "没有分组查询：每个 query 头有自己的 key 头。"}},
    [AV_STRING_FLASH_TITLE] = {{"query {} ({}) · keys: {} · tiles: {}, of up to {}{}",
                                "query {}（第 {} 个）：{} 个 key，分成 {} 块，每块至多 {} 个{}"}},
    [AV_STRING_FLASH_SHARED] = {{" · key head {}", "；key 头 {}"}},
    [AV_STRING_FLASH_TILES] = {{"tile: its keys", "块：其中的 key"}},
    [AV_STRING_FLASH_TO_COME] = {{"to come", "还没算到"}},
    [AV_STRING_FLASH_HIDDEN] = {{"masked: skipped", "被掩码遮住，跳过"}},
    [AV_STRING_FLASH_NOTHING_BEFORE] = {{"nothing was seen before", "之前还没有看到任何 key"}},
    [AV_STRING_FLASH_RESCALED] = {{"greater score: l, o rescaled", "分数更大：l、o 重新缩放"}},
    [AV_STRING_FLASH_STAYS] = {{"the maximum stays", "最大值不变"}},
    [AV_STRING_FLASH_AT_THE_END] = {{"After the last tile: o ÷ l, which is a⋅V.", "最后一块之后：o ÷ l 就是 a⋅V。"}},
    [AV_STRING_FLASH_ERRORS] = {{"max|Δ| from float64: flash {}, plain {}; from each other {}",
                                 "与 float64 相差 max|Δ|：flash {}，普通 {}；两者相差 {}"}},
    [AV_STRING_FLASH_BYTES] = {{"held beside q, K, V: flash {}; plain {} (a row of s); all of S {}",
                                "每个 query 占用：flash {}；普通算法 {}（整行分数）；整个 S {}"}},
    [AV_STRING_MEASURE_IDLE] = {{"Enter: measure", "Enter：开始测量"}},
    [AV_STRING_MEASURE_RUNNING] = {{"n = {}/{}, {}   Enter: stop", "n = {}/{}，{}   Enter：停止"}},
    [AV_STRING_MEASURE_STOPPED] = {{"stopped at n = {}   Enter: measure anew", "停在 n = {}   Enter：重新测量"}},
    [AV_STRING_MEASURE_TIMED_OUT] = {{"measured at once: {} s were over at n = {}",
                                      "当场测量：{} 秒用完，测到 n = {}"}},
    [AV_STRING_MEASURE_DONE] = {{"measured up to n = {}   Enter: measure anew", "已测到 n = {}   Enter：重新测量"}},
    [AV_STRING_MEASURE_TOO_LARGE] = {{"not measured: more memory needed than the {} MiB allowed",
                                      "没有测量：所需内存超过上限 {} MiB"}},
    [AV_STRING_MEASURE_NO_MEMORY] = {{"not measured: not enough memory", "没有测量：内存不够"}},
    [AV_STRING_SHAPE] =
        {{"d_model {} · layers {} · heads {} (kv {}) · d_k {} · d_ff {} · vocabulary {} · random weights",
          "d_model {} · 层 {} · 头 {}（kv {}）· d_k {} · d_ff {} · 词表 {} · 随机权重"}},
    [AV_STRING_SHAPE_N_CTX] = {{" · n_ctx {} instead of {}", " · n_ctx {}（原为 {}）"}},
    [AV_STRING_TIME_PER_TOKEN] = {{"time per token", "每个 token 的时间"}},
    [AV_STRING_COUNT_PER_TOKEN] = {{"multiply-adds per token", "每个 token 的乘加次数"}},
    [AV_STRING_GROWS_AS] = {{"grows as", "增长"}},
    [AV_STRING_TIMES_AS_MUCH] = {{"At n = {} no cache takes {}× the time and {}× the multiply-adds. ",
                                  "n = {} 时，无缓存要花 {} 倍的时间、{} 倍的乘加。"}},
    [AV_STRING_CROSSOVER_START] = {{"The cache is faster from the start. ", "有缓存从一开始就更快。"}},
    [AV_STRING_CROSSOVER_FROM] = {{"The cache is faster from n = {} on. ", "从 n = {} 起，有缓存更快。"}},
    [AV_STRING_CROSSOVER_NEVER] = {{"Up to n = {} the cache is not faster. ", "到 n = {} 为止，有缓存并不更快。"}},
    [AV_STRING_ATTENTION_ALONE] =
        {{"Scores and mix alone grow as n^{} and n^{}; they are {}% of the count, the "
          "projections {}%: what grows more slowly holds the exponents down.",
          "单看分数和混合，增长是 n^{} 和 n^{}；它们占总次数的 {}%，投影占 {}%：增长较慢的部分把指数拉低了。"}},
    [AV_STRING_PAGED_TAKEN] = {{"{}: row {} begins a new block: {} is taken from the free ones.",
                                "{}：第 {} 行要开新块，取出空闲的 {} 号块。"}},
    [AV_STRING_PAGED_FITS] = {{"{}: row {} goes into block {}, which has room.",
                               "{}：第 {} 行写进 {} 号块，块里还有空位。"}},
    [AV_STRING_PAGED_COPIED] =
        {{"Copy on write: {} may not write into shared block {}: its rows ({}) are copied to "
          "block {}, and row {} goes there.",
          "写时复制：{} 不能直接写共用的 {} 号块，先把已有的 {} 行复制到 {} 号块，再写第 {} 行。"}},
    [AV_STRING_PAGED_OUT] = {{"Out of blocks: {} cannot store row {} (blocks: {}, needed: {}).",
                              "块用完了：{} 的第 {} 行存不下（共 {} 块，需要 {} 块）。"}},
    [AV_STRING_PAGED_OUT_COPY] = {{"Out of blocks: {} must copy block {} to write row {} (blocks: {}, needed: {}).",
                                   "块用完了：{} 得先复制共用的 {} 号块，才能写第 {} 行（共 {} 块，需要 {} 块）。"}},
    [AV_STRING_PAGED_MENDS] = {{"Earlier rows stay. More blocks, or one sequence fewer, and it goes on.",
                                "前面的行都还在。加块，或只留一条序列，就能继续。"}},
    [AV_STRING_PAGED_FORKED] =
        {{"Forked: B holds the very blocks of A. The first of them to write into the last one, which has "
          "room, copies it; nothing is copied before.",
          "已分叉：B 与 A 共用所有的块。最后一块没满，谁先往里写谁才复制；在那之前什么都不复制。"}},
    [AV_STRING_PAGED_FORKED_FULL] =
        {{"Forked: B holds the very blocks of A. All are full, so nothing will have to be copied.",
          "已分叉：B 与 A 共用所有的块。块都是满的，以后也不用复制。"}},
    [AV_STRING_PAGED_FREED] =
        {{"B is freed: the blocks that it held alone are free again, those that it shared stay A's.",
          "B 已释放：它独占的块重新空闲，共用的块仍归 A。"}},
    [AV_STRING_PAGED_ROWS] = {{"rows", "行数"}},
    [AV_STRING_PAGED_LOGICAL] = {{"logical block", "逻辑块"}},
    [AV_STRING_PAGED_PHYSICAL] = {{"physical block", "物理块"}},
    [AV_STRING_PAGED_BLOCKS] = {{"Physical blocks", "物理块"}},
    [AV_STRING_PAGED_FREE] = {{"×0 free: {}", "×0 空闲：{}"}},
    [AV_STRING_PAGED_USED] = {{"×1 used: {}", "×1 占用：{}"}},
    [AV_STRING_PAGED_SHARED_BLOCKS] = {{"×2 shared: {}", "×2 共用：{}"}},
    [AV_STRING_PAGED_ROWS_IN_USE] = {{"rows in use", "存着的行"}},
    [AV_STRING_PAGED_WASTED] = {{"wasted (< 1 block each)", "末块空着（每条不到一块）"}},
    [AV_STRING_PAGED_SHARED] = {{"saved by sharing", "共用省下"}},
    [AV_STRING_PAGED_HELD] = {{"held in the pool", "实际占用"}},
    [AV_STRING_PAGED_PREALLOCATED] = {{"preallocated (n_ctx rows each)", "若各预留 n_ctx 行"}},
    [AV_STRING_PAGED_SUM] = {{"rows {} + wasted {} − shared {} = held {} B", "行 {} + 空 {} − 共用 {} = 占用 {} B"}},
    [AV_STRING_PAGED_CONTIGUOUS] = {{"Blocks against one contiguous cache: ", "分块与连续缓存相比："}},
    [AV_STRING_PAGED_NO_MEMORY] = {{"Not enough memory for these blocks and sequences.",
                                    "内存不够，放不下这些块和序列。"}},
    [AV_STRING_HEADS_NAME] = {{"{}head {} → K, V {}", "{}头 {} → K、V {}"}},
    [AV_STRING_HEADS_SHARES] = {{" · %, keys {}–{}", "：%，key {}–{}"}},
    [AV_STRING_HEADS_PART] = {{"head {} ⋅ W_O", "头 {} ⋅ W_O"}},
    [AV_STRING_HEADS_SUM] = {{"Σ heads", "Σ 各头"}},
    [AV_STRING_HEADS_SUM_BIAS] = {{"Σ heads + b_O", "Σ 各头 + b_O"}},
    [AV_STRING_HEADS_JOINED] = {{"joined ⋅ W_O", "拼接 ⋅ W_O"}},
    [AV_STRING_HEADS_EQUAL] = {{"✓ max|Δ| = {}: Σ heads = joined ⋅ W_O; rounding ≤ {}",
                                "✓ max|Δ| = {}：Σ 各头 = 拼接 ⋅ W_O；舍入 ≤ {}"}},
    [AV_STRING_HEADS_DIFFERENT] = {{"≠ max|Δ| = {}: Σ heads, joined ⋅ W_O; rounding ≤ {}",
                                    "≠ max|Δ| = {}：Σ 各头、拼接 ⋅ W_O；舍入 ≤ {}"}},
    [AV_STRING_LAYERS_ROWS] = {{"rows of K, V: {}", "K、V 的行：{}"}},
    [AV_STRING_LAYERS_CHANGED] = {{"changed", "变了"}},
    [AV_STRING_LAYERS_IN] = {{"in", "输入"}},
    [AV_STRING_LAYERS_OUT] = {{"out", "输出"}},
    [AV_STRING_LAYERS_TRUE] = {{"✓ 0 of {} old rows changed, in any layer, to the last bit: a cache stays true.",
                                "✓ 旧的 {} 行在各层都没变，逐位相同：缓存一直有效。"}},
    [AV_STRING_LAYERS_STALE] = {{"! stale from layer {} on: {} old rows of K, V changed. A cache would be wrong.",
                                 "! 从第 {} 层起失效：K、V 有 {} 个旧行变了，缓存会出错。"}},
    [AV_STRING_LAYERS_ABOVE] = {{"✓ 0 of {} old rows of K, V changed: only what the last layer gives did.",
                                 "✓ 旧的 {} 行 K、V 没变，变的只是最后一层的输出。"}},
    [AV_STRING_LAYERS_FIRST] = {{"This is the first token: there is no step before to compare with.",
                                 "这是第一个 token：前面没有可以对照的一步。"}},
    [AV_STRING_LAYERS_TOTAL] = {{"K, V in all: n_layer ⋅ one layer's = {} = {} B",
                                 "K、V 合计：n_layer ⋅ 每层 = {} = {} B"}},
    [AV_STRING_LAYERS_HANDED] = {{"✓ in of layer {} = out of layer {}, to the last bit",
                                  "✓ 第 {} 层的输入 = 第 {} 层的输出，逐位相同"}},
    [AV_STRING_LAYERS_BOTTOM] = {{"in of layer 1: embedding, and position where there is one",
                                  "第 1 层的输入：嵌入，有位置编码时再加上它"}},
};

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

const char *av_string(enum av_string id, enum av_language language)
{
    return strings[id].in[language];
}

/* Adds bytes to the text in buffer, as many as fit. */
static void add(char *buffer, size_t size, const char *bytes, size_t length)
{
    size_t used = strlen(buffer);
    size_t room = size - 1 - used;
    if (length > room)
        length = room;
    memcpy(buffer + used, bytes, length);
    buffer[used + length] = '\0';
}

/* Adds what stands in front of the next {} of text. Returns what follows that; NULL where there
 * was none, and all is added. */
static const char *add_to_hole(char *buffer, size_t size, const char *text)
{
    const char *hole = strstr(text, "{}");
    add(buffer, size, text, hole != NULL ? (size_t)(hole - text) : strlen(text));
    return hole != NULL ? hole + 2 : NULL;
}

static void add_value(char *buffer, size_t size, const char *value)
{
    add(buffer, size, value, strlen(value));
}

const char *av_string_fill(char *buffer, size_t size, const char *text, ...)
{
    va_list values;
    va_start(values, text);
    buffer[0] = '\0';
    while ((text = add_to_hole(buffer, size, text)) != NULL)
        add_value(buffer, size, va_arg(values, const char *));
    va_end(values);
    return buffer;
}

const char *av_string_with(char *buffer, size_t size, enum av_string id, enum av_language language, ...)
{
    const char *text = av_string(id, language);
    va_list values;
    va_start(values, language);
    buffer[0] = '\0';
    while ((text = add_to_hole(buffer, size, text)) != NULL)
        add_value(buffer, size, va_arg(values, const char *));
    va_end(values);
    return buffer;
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
    };
    return parts[part].in[language];
}

const char *av_string_stage(const struct av_config *config, enum av_stage stage, enum av_language language)
{
    static const struct av_words residual = {{"residual", "残差"}};
    bool bare = config->norm == AV_NORM_NONE && config->feed_forward == AV_FEED_FORWARD_NONE;
    if (stage == AV_STAGE_BLOCK && bare)
        return residual.in[language];
    return stages[stage].in[language];
}

const char *av_string_notice(enum av_notice notice, enum av_language language)
{
    static const struct av_words notices[AV_NOTICE_COUNT] = {
        [AV_NOTICE_NONE] = {{"", ""}},
        [AV_NOTICE_FIRST_STAGE] = {{"This is the first stage of the lesson.", "这已经是本课的第一个阶段。"}},
        [AV_NOTICE_LAST_STAGE] = {{"This is the last stage of the lesson.", "这已经是本课的最后一个阶段。"}},
        [AV_NOTICE_FIRST_TOKEN] = {{"This is the first token.", "这已经是第一个 token。"}},
        [AV_NOTICE_LAST_TOKEN] = {{"This is the last token.", "这已经是最后一个 token。"}},
        [AV_NOTICE_NO_SUCH_TOKEN] = {{"There are {} tokens.", "一共只有 {} 个 token。"}},
        [AV_NOTICE_ONE_HEAD] = {{"This model has one head.", "这个模型只有一个头。"}},
        [AV_NOTICE_FIRST_HEAD] = {{"This is the first head.", "这已经是第一个头。"}},
        [AV_NOTICE_LAST_HEAD] = {{"This is the last head.", "这已经是最后一个头。"}},
        [AV_NOTICE_ONE_LAYER] = {{"This model has one layer.", "这个模型只有一层。"}},
        [AV_NOTICE_FIRST_LAYER] = {{"This is the first layer.", "这已经是第一层。"}},
        [AV_NOTICE_LAST_LAYER] = {{"This is the last layer.", "这已经是最后一层。"}},
        [AV_NOTICE_FIRST_TILE] = {{"This is the row's first tile; ↑ goes to the token before.",
                                   "这是这一行的第一块；↑ 回到前一个 token。"}},
        [AV_NOTICE_LAST_TILE] = {{"This is the row's last tile; ↓ goes on to the next token.",
                                  "这是这一行的最后一块；↓ 到下一个 token。"}},
        [AV_NOTICE_ONE_QUERY] = {{"With the cache only the new query is computed; c turns it off.",
                                  "有缓存时只算新的 query；按 c 可关掉缓存。"}},
        [AV_NOTICE_NO_CACHE] = {{"Under this lesson's rule no cache stays true.", "按本课的规则，缓存不成立。"}},
        [AV_NOTICE_NO_MEMORY] = {{"Not enough memory for this change: nothing was changed.", "内存不够，没有改动。"}},
        [AV_NOTICE_NOTHING_TO_UNDO] = {{"There is nothing to undo.", "没有可以撤销的修改。"}},
        [AV_NOTICE_NOTHING_TO_REDO] = {{"There is nothing to redo.", "没有可以重做的修改。"}},
        [AV_NOTICE_FORGOTTEN] = {{"Older changes are not kept; R goes back to the lesson as it was.",
                                  "更早的修改没有保留；按 R 可恢复课程原样。"}},
        [AV_NOTICE_NOT_CHANGED] = {{"The lesson is as it was.", "课程没有改过。"}},
        [AV_NOTICE_NOT_A_WEIGHT] = {{"This number is computed. Weights, embeddings and tokens can be changed.",
                                     "这个数是算出来的；能改的是权重、嵌入和 token。"}},
        [AV_NOTICE_FULL] = {{"The model takes no more tokens (n_ctx).", "模型放不下更多 token 了（n_ctx）。"}},
        [AV_NOTICE_ONLY_TOKEN] = {{"The prompt needs at least one token.", "提示词至少要有一个 token。"}},
        [AV_NOTICE_NO_NUMBER] = {{"“{}” is no number that fits here.", "“{}”不是这里能用的数。"}},
        [AV_NOTICE_NOT_IN_VOCABULARY] = {{"No token of the vocabulary has “{}” in it.", "词表里没有含“{}”的 token。"}},
        [AV_NOTICE_NOT_WRITTEN] = {{"Not written: {}", "没有写成：{}"}},
        [AV_NOTICE_WRITTEN] = {{"Written to {}", "已写入 {}"}},
        [AV_NOTICE_MASK_CAUSAL] = {{"Mask: −∞ is added to the scores of later tokens.",
                                    "掩码：后面的 token，分数加 −∞。"}},
        [AV_NOTICE_MASK_MULTIPLIED] = {{"Mask: scores of later tokens are multiplied by 0. A score of 0 still weighs.",
                                        "掩码：后面的 token，分数乘 0。可是 0 分也占权重。"}},
        [AV_NOTICE_MASK_NONE] = {{"No mask: every token sees every token. No cache stays true now.",
                                  "不用掩码：每个 token 都看得到全部。这样缓存就不成立了。"}},
        [AV_NOTICE_SCALED] = {{"Scores are divided by √d_k.", "分数除以 √d_k。"}},
        [AV_NOTICE_UNSCALED] = {{"Scores are not divided by √d_k.", "分数不除以 √d_k。"}},
        [AV_NOTICE_BANNED] = {{"No other token may attend to {} now.", "别的 token 现在都不能注意 {}。"}},
        [AV_NOTICE_ALLOWED] = {{"{} may be attended to again.", "{} 又可以被注意了。"}},
        [AV_NOTICE_UNDONE] = {{"Undone. (U: make it again)", "已撤销。（U 重做）"}},
        [AV_NOTICE_REDONE] = {{"Made again.", "已重做。"}},
        [AV_NOTICE_RESET] = {{"The lesson is as it was. (U: make the changes again)",
                              "课程已恢复原样。（U 逐个重做）"}},
        [AV_NOTICE_RELOADED] = {{"The file has changed, and was read again.", "文件有改动，已重新读入。"}},
        [AV_NOTICE_RELOADED_UNCHANGED] = {{"The file has changed, and was read again; what you had changed is gone.",
                                           "文件有改动，已重新读入；你做的修改没有保留。"}},
        [AV_NOTICE_SMALLEST] = {{"It does not go lower.", "不能再小了。"}},
        [AV_NOTICE_LARGEST] = {{"It does not go higher.", "不能再大了。"}},
        [AV_NOTICE_SLOWEST] = {{"It does not play slower.", "不能再慢了。"}},
        [AV_NOTICE_STOPPED] = {{"You stopped at step {}, {}: r goes there.", "上次停在第 {} 步“{}”：按 r 回到那里。"}},
        [AV_NOTICE_NOT_STOPPED] = {{"This is where you stopped, or the lesson is new.", "没有别的停下的地方可回。"}},
        [AV_NOTICE_NO_HINT] = {{"There is no hint. A shows the answer.", "这题没有提示。按 A 看答案。"}},
        [AV_NOTICE_CHOOSE] = {{"Choose first: ↑ ↓ or a digit.", "先选一个：按 ↑ ↓ 或数字。"}},
        [AV_NOTICE_TYPE_NUMBER] = {{"Type a number first.", "先输入一个数。"}},
        [AV_NOTICE_NOT_ASKED_ABOUT] = {{"The question is not about this panel: Esc goes back to it.",
                                        "问的不是这个面板：按 Esc 回到问题。"}},
        [AV_NOTICE_FASTEST] = {{"It does not play faster.", "不能再快了。"}},
        [AV_NOTICE_NOT_FOUND] = {{"No token here matches “{}”.", "这里没有与“{}”相符的 token。"}},
        [AV_NOTICE_NOTHING_SOUGHT] = {{"Nothing was looked for yet.", "还没有查找过任何内容。"}},
        [AV_NOTICE_UNEXPLAINED] = {{"No number to explain ({}).", "这里没有数可解释（{}）。"}},
        [AV_NOTICE_GIVEN] = {{"This is where the way ends: the number is given.", "到头了：这个数是给定的。"}},
        [AV_NOTICE_CONSTANT] = {{"A constant: nothing is behind it.", "这是常数，后面没有来历。"}},
        [AV_NOTICE_MADE_HERE] = {{"This one is made of the numbers above it.", "这个数由上面的数算出。"}},
        [AV_NOTICE_NOTHING_TO_FOLLOW] = {{"There is no number here to follow.", "这一格没有数可追踪。"}},
        [AV_NOTICE_LOOK] = {{"Cells show {}.", "单元格显示{}。"}},
        [AV_NOTICE_DIGITS] = {{"Decimals: {}.", "小数位数：{}。"}},
    };
    return notices[notice].in[language];
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
