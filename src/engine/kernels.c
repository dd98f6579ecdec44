/* Compiled once for each vector width, see meson.build:
 *   AV_KERNELS  the name of the table, av_kernels_avx2
 *   AV_NAME     its name in words, "avx2"
 *   AV_LANES    floats in a vector register: 4, 8 or 16 */
#include "kernels.h"

#include <math.h>
#include <stdbool.h>

#include "numbers.h"

extern const struct av_kernels AV_KERNELS;

/* Floats that are worked on at once, in one register or several. */
typedef float part_1 __attribute__((vector_size(4)));
typedef float part_4 __attribute__((vector_size(16)));
typedef float part_8 __attribute__((vector_size(32)));
typedef float part_16 __attribute__((vector_size(64)));

/* As many as one register holds. */
typedef float lanes __attribute__((vector_size(4 * AV_LANES)));

#define INLINE static inline __attribute__((always_inline))

/* y[c] = Σ_i x[i]·W[i][c] for one block of columns, whose sums stay in registers: width is a constant where this is
 * inlined. */
INLINE void multiply_block(const float *restrict x, const float *restrict w, size_t stride, int rows, int width,
                           float *restrict y)
{
    float sum[8 * AV_LANES];
    for (int c = 0; c < width; c++)
        sum[c] = 0.0f;
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < width; c++)
            sum[c] += x[i] * w[(size_t)i * stride + (size_t)c];
    for (int c = 0; c < width; c++)
        y[c] = sum[c];
}

/* A block of any width that has its own loop: the widest that fits. Returns the columns done. */
static int multiply_some(const float *x, const float *w, size_t stride, int rows, int cols, float *y)
{
    if (cols >= 8 * AV_LANES)
        return multiply_block(x, w, stride, rows, 8 * AV_LANES, y), 8 * AV_LANES;
    if (cols >= 4 * AV_LANES)
        return multiply_block(x, w, stride, rows, 4 * AV_LANES, y), 4 * AV_LANES;
    if (cols >= 2 * AV_LANES)
        return multiply_block(x, w, stride, rows, 2 * AV_LANES, y), 2 * AV_LANES;
    if (cols >= 16)
        return multiply_block(x, w, stride, rows, 16, y), 16;
    if (cols >= 8)
        return multiply_block(x, w, stride, rows, 8, y), 8;
    if (cols >= 4)
        return multiply_block(x, w, stride, rows, 4, y), 4;
    return multiply_block(x, w, stride, rows, 1, y), 1;
}

static void multiply(const float *x, const float *w, size_t stride, int rows, int cols, float *y)
{
    for (int c = 0; c < cols;) {
        int rest = cols - c;
        /* The last columns are fewer than a register holds: reach back, and do some again rather than one by one. */
        if (rest < AV_LANES && cols >= AV_LANES)
            c = cols - AV_LANES;
        c += multiply_some(x, w + c, stride, rows, cols - c, y + c);
    }
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Stretches of a row, of PARTS floats each, that are worked on at once: eight registers, which do not wait for each
 * other's additions, or four wide ones. */
#define STRETCHES (AV_LANES == 4 ? 2 : 4)

/* y = Σ_i x[i]·w[i] for these stretches, which may lie apart. */
INLINE void multiply_stretches(const float *x, const float *const w[STRETCHES], size_t stride, int rows,
                               float *const y[STRETCHES])
{
    lanes sum[STRETCHES][PARTS / AV_LANES] = {0}, value;
    for (int i = 0; i < rows; i++)
        for (int t = 0; t < STRETCHES; t++)
            for (int l = 0; l < PARTS / AV_LANES; l++) {
                memcpy(&value, w[t] + (size_t)i * stride + l * AV_LANES, sizeof value);
                sum[t][l] += x[i] * value;
            }
    for (int t = 0; t < STRETCHES; t++)
        memcpy(y[t], sum[t], sizeof sum[t]);
}

/* The columns of small blocks that are whole stretches. A block that is wider is a matrix by itself. */
static int multiply_small_blocks(const float *x, const struct av_blocks *w, float *y)
{
    int stretches = w->width / PARTS, block = 0, in_block = 0;
    if (w->first > 0 || w->block_size % PARTS > 0 || w->block_size >= 8 * AV_LANES)
        return 0;
    for (int p = 0; p < stretches; p += STRETCHES) {
        const float *from[STRETCHES];
        float *to[STRETCHES];
        for (int t = 0; t < STRETCHES; t++) {
            bool more = p + t < stretches; /* if there are no four, the last again */
            from[t] = more ? w->data + (size_t)w->table[block] * w->block_stride + in_block : from[t - 1];
            to[t] = more ? y + (p + t) * PARTS : to[t - 1];
            in_block += PARTS;
            if (in_block == w->block_size)
                block += more, in_block = 0;
        }
        multiply_stretches(x, from, w->stride, w->rows, to);
    }
    return stretches * PARTS;
}

static void multiply_blocks(const float *x, const struct av_blocks *w, float *y)
{
    int done = multiply_small_blocks(x, w, y), first = w->first + done;
    int b = first / w->block_size, in_block = first % w->block_size;
    for (; done < w->cols; done += w->block_size - in_block, b++, in_block = 0) {
        const float *columns = w->data + (size_t)w->table[b] * w->block_stride + in_block;
        multiply(x, columns, w->stride, w->rows, least(w->width - done, (int)w->stride - in_block), y + done);
    }
}

/* o = o + Σ_j a[j]·v[j] for four parts at once, of columns that lie stride apart: they do not wait for each other's
 * additions. The registers are named, as a compiler left to find them takes one sum in four for single numbers. */
#define MIX_FOUR(part)                                                                                                 \
    INLINE void mix_four_##part(const float *const a[4], const float *const v[4], size_t stride, int n,                \
                                float *const o[4])                                                                     \
    {                                                                                                                  \
        part sum[4], value;                                                                                            \
        for (int t = 0; t < 4; t++)                                                                                    \
            memcpy(&sum[t], o[t], sizeof value);                                                                       \
        for (int j = 0; j < n; j++)                                                                                    \
            for (int t = 0; t < 4; t++) {                                                                              \
                memcpy(&value, v[t] + (size_t)j * stride, sizeof value);                                               \
                sum[t] += a[t][j] * value;                                                                             \
            }                                                                                                          \
        for (int t = 0; t < 4; t++)                                                                                    \
            memcpy(o[t], &sum[t], sizeof value);                                                                       \
    }

MIX_FOUR(part_1)
MIX_FOUR(part_4)
MIX_FOUR(part_8)
MIX_FOUR(part_16)

/* The same for a width that is a constant where this is inlined. */
INLINE void mix_four(const float *const a[4], const float *const v[4], size_t stride, int n, int width,
                     float *const o[4])
{
    if (width == 1)
        mix_four_part_1(a, v, stride, n, o);
    else if (width == 4)
        mix_four_part_4(a, v, stride, n, o);
    else if (width == 8)
        mix_four_part_8(a, v, stride, n, o);
    else
        mix_four_part_16(a, v, stride, n, o);
}

/* And over all blocks of values, from o = 0 on: the sum of one block goes on in the next, in the same order as if they
 * were one. v is in floats from the start of a block. */
INLINE void mix_blocks(const struct av_mix *mix, const float *const a[4], const size_t v[4], size_t stride, int width,
                       float *const o[4])
{
    for (int t = 0; t < 4; t++)
        memset(o[t], 0, (size_t)width * sizeof *o[t]);
    for (int first = 0, b = 0; first < mix->n; first += mix->block_size, b++) {
        const float *block = mix->values + (size_t)mix->table[b] * mix->block_stride;
        const float *weights[4] = {a[0] + first, a[1] + first, a[2] + first, a[3] + first};
        const float *values[4] = {block + v[0], block + v[1], block + v[2], block + v[3]};
        mix_four(weights, values, stride, least(mix->n - first, mix->block_size), width, o);
    }
}

/* The columns of every head from first on, as far as they fill parts of width. Returns the first that is left. */
INLINE int mix_columns(const struct av_mix *mix, int first, int width)
{
    size_t stride = (size_t)(mix->n_head / mix->group) * (size_t)mix->d_v;
    int parts = (mix->d_v - first) / width; /* of one head */
    int count = parts * mix->n_head;
    for (int start = 0; start < count; start += 4) {
        const float *a[4];
        size_t v[4];
        float *o[4];
        for (int t = 0; t < 4; t++) {
            int at = start + t < count ? start + t : count - 1; /* the last again, where there are no four */
            size_t head = (size_t)(at / parts), kv_head = head / (size_t)mix->group, d_v = (size_t)mix->d_v;
            size_t c = (size_t)first + (size_t)(at % parts) * (size_t)width;
            a[t] = mix->weights + head * mix->weight_stride;
            v[t] = kv_head * d_v + c;
            o[t] = mix->out + head * d_v + c;
        }
        mix_blocks(mix, a, v, stride, width, o);
    }
    return first + parts * width;
}

static void mix(const struct av_mix *mix)
{
    int done = 0;
    if (AV_LANES >= 16)
        done = mix_columns(mix, done, 16);
    if (AV_LANES >= 8)
        done = mix_columns(mix, done, 8);
    done = mix_columns(mix, done, 4);
    mix_columns(mix, done, 1);
}

static void add(const float *a, const float *b, int n, float *y)
{
    for (int i = 0; i < n; i++)
        y[i] = a[i] + b[i];
}

static void divide(float *x, float by, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] / by;
}

/* s + (−∞) is −∞ even where s is ∞ or NaN: what has not come yet cannot spoil a row, which a cache never shows it. */
static void mask(float *s, enum av_mask mask, int i, int n)
{
    if (mask == AV_MASK_CAUSAL)
        for (int j = 0; j < n; j++)
            s[j] = j <= i ? s[j] + 0.0f : -INFINITY;
    if (mask == AV_MASK_MULTIPLIED)
        for (int j = 0; j < n; j++)
            s[j] = s[j] * (j <= i ? 1.0f : 0.0f);
}

/* The order is fixed here too: which of +0 and −0 is found must not depend on the width. NaN is passed over, and
 * comes out in the sum. */
static float maximum(const float *x, int n)
{
    float part[PARTS];
    int i = 0;
    for (int p = 0; p < PARTS; p++)
        part[p] = -INFINITY;
    for (; i + PARTS <= n; i += PARTS)
        for (int p = 0; p < PARTS; p++)
            part[p] = x[i + p] > part[p] ? x[i + p] : part[p];
    for (int p = 0; i + p < n; p++)
        part[p] = x[i + p] > part[p] ? x[i + p] : part[p];
    float max = part[0];
    for (int p = 1; p < PARTS; p++)
        max = part[p] > max ? part[p] : max;
    return max;
}

static float exponentials(float *s, float max, int n)
{
    for (int j = 0; j < n; j++)
        s[j] = exp_float(s[j] - max);
    return sum_row(s, n);
}

static struct av_softmax_row softmax(float *s, int n)
{
    struct av_softmax_row row = {.max = maximum(s, n)};
    row.sum = exponentials(s, row.max, n);
    divide(s, row.sum, n);
    return row;
}

/* o[c] = o[c] + Σ_j p[j]·v[j][c] for one block of columns, as in multiply. */
INLINE void accumulate_block(const float *restrict p, const float *restrict v, size_t stride, int n, int width,
                             float *restrict o)
{
    float sum[4 * AV_LANES];
    for (int c = 0; c < width; c++)
        sum[c] = o[c];
    for (int j = 0; j < n; j++)
        for (int c = 0; c < width; c++)
            sum[c] += p[j] * v[(size_t)j * stride + (size_t)c];
    for (int c = 0; c < width; c++)
        o[c] = sum[c];
}

static void accumulate(const float *p, const float *v, size_t stride, int n, int d_v, float *o)
{
    int c = 0;
    for (; c + 4 * AV_LANES <= d_v; c += 4 * AV_LANES)
        accumulate_block(p, v + c, stride, n, 4 * AV_LANES, o + c);
    for (; c + AV_LANES <= d_v; c += AV_LANES)
        accumulate_block(p, v + c, stride, n, AV_LANES, o + c);
    for (; AV_LANES > 8 && c + 8 <= d_v; c += 8)
        accumulate_block(p, v + c, stride, n, 8, o + c);
    for (; AV_LANES > 4 && c + 4 <= d_v; c += 4)
        accumulate_block(p, v + c, stride, n, 4, o + c);
    for (; c < d_v; c++)
        accumulate_block(p, v + c, stride, n, 1, o + c);
}

static void weights(float *s, struct av_softmax_row row, int n)
{
    for (int j = 0; j < n; j++)
        s[j] = exp_float(s[j] - row.max) / row.sum;
}

static void layer_norm(const float *x, const float *gain, const float *bias, float epsilon, int n, float *y)
{
    float mean = sum_row(x, n) / (float)n;
    float deviation = sqrtf(sum_row_squares(x, mean, n) / (float)n + epsilon);
    for (int i = 0; i < n; i++)
        y[i] = (x[i] - mean) / deviation * gain[i] + bias[i];
}

static void rms_norm(const float *x, const float *gain, float epsilon, int n, float *y)
{
    float root = sqrtf(sum_row_squares(x, 0.0f, n) / (float)n + epsilon);
    for (int i = 0; i < n; i++)
        y[i] = x[i] / root * gain[i];
}

static void relu(const float *x, int n, float *y)
{
    for (int i = 0; i < n; i++)
        y[i] = relu_float(x[i]);
}

static void gelu(const float *x, int n, float *y)
{
    for (int i = 0; i < n; i++)
        y[i] = gelu_float(x[i]);
}

static void swiglu(const float *gate, const float *up, int n, float *y)
{
    for (int i = 0; i < n; i++)
        y[i] = silu_float(gate[i]) * up[i];
}

const struct av_kernels AV_KERNELS = {
    .name = AV_NAME,
    .multiply = multiply,
    .multiply_blocks = multiply_blocks,
    .mix = mix,
    .add = add,
    .divide = divide,
    .mask = mask,
    .softmax = softmax,
    .maximum = maximum,
    .exponentials = exponentials,
    .accumulate = accumulate,
    .weights = weights,
    .layer_norm = layer_norm,
    .rms_norm = rms_norm,
    .relu = relu,
    .gelu = gelu,
    .swiglu = swiglu,
};
