#include "kernels.h"

extern const struct av_kernels av_kernels_baseline;
#ifdef AV_HAVE_AVX2
extern const struct av_kernels av_kernels_avx2;
#endif
#ifdef AV_HAVE_AVX512
extern const struct av_kernels av_kernels_avx512;
#endif

int av_kernels_list(const struct av_kernels *list[AV_KERNELS_MAX])
{
    int count = 0;
#if defined AV_HAVE_AVX2 || defined AV_HAVE_AVX512
    __builtin_cpu_init();
#endif
#ifdef AV_HAVE_AVX512
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw"))
        list[count++] = &av_kernels_avx512;
#endif
#ifdef AV_HAVE_AVX2
    if (__builtin_cpu_supports("avx2"))
        list[count++] = &av_kernels_avx2;
#endif
    list[count++] = &av_kernels_baseline;
    return count;
}

const struct av_kernels *av_kernels_best(void)
{
    const struct av_kernels *list[AV_KERNELS_MAX];
    av_kernels_list(list);
    return list[0];
}
