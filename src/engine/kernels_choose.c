#include "kernels.h"

#include <stdbool.h>

#ifdef AV_HAVE_PLATFORM_X86
#include <sys/platform/x86.h>
#endif

extern const struct av_kernels av_kernels_baseline;
#ifdef AV_HAVE_AVX2
extern const struct av_kernels av_kernels_avx2;
#endif
#ifdef AV_HAVE_AVX512
extern const struct av_kernels av_kernels_avx512;
#endif

/* What the processor has and the system allows. The C library has looked already: the compiler's own way asks the
 * processor once more, at every start of the program, and in a virtual machine each of those questions costs
 * microseconds. */
#ifdef AV_HAVE_PLATFORM_X86
/* As x86_cpu_active, which shifts a signed 1 into its sign. */
static bool is_active(unsigned feature)
{
    const struct cpuid_feature *leaf = __x86_get_cpuid_feature_leaf(feature / 128);
    return leaf->active_array[feature % 128 / 32] >> feature % 32 & 1;
}
#define HAS(glibc, compiler) is_active(x86_cpu_##glibc)
#else
#define HAS(glibc, compiler) __builtin_cpu_supports(compiler)
#endif

int av_kernels_list(const struct av_kernels *list[AV_KERNELS_MAX])
{
    int count = 0;
#ifdef AV_HAVE_AVX512
    if (HAS(AVX512F, "avx512f") && HAS(AVX512VL, "avx512vl") && HAS(AVX512DQ, "avx512dq") && HAS(AVX512BW, "avx512bw"))
        list[count++] = &av_kernels_avx512;
#endif
#ifdef AV_HAVE_AVX2
    if (HAS(AVX2, "avx2"))
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
