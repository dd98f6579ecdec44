#include "attnviz/engine/functions.h"

#include "numbers.h"

float av_exp(float x)
{
    return exp_float(x);
}

float av_silu(float x)
{
    return silu_float(x);
}

float av_gelu(float x)
{
    return gelu_float(x);
}

float av_sum(const float *x, int n)
{
    return sum_row(x, n);
}

float av_sum_squares(const float *x, float mean, int n)
{
    return sum_row_squares(x, mean, n);
}
