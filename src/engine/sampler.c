#include "attnviz/engine/sampler.h"

#include <math.h>
#include <stdbool.h>

#include "attnviz/base/random.h"
#include "kernels.h"

/* True where token a comes before token b: more probable, or as probable with the lower id. */
static bool precedes(const float *probabilities, int a, int b)
{
    return probabilities[a] > probabilities[b] || (probabilities[a] == probabilities[b] && a < b);
}

/* Lets the id at the root of a subtree sink until it precedes both its children. */
static void sift_down(const float *probabilities, int *heap, int n, int root)
{
    for (int child = 2 * root + 1; child < n; child = 2 * root + 1) {
        if (child + 1 < n && precedes(probabilities, heap[child + 1], heap[child]))
            child++;
        if (!precedes(probabilities, heap[child], heap[root]))
            return;
        int id = heap[root];
        heap[root] = heap[child];
        heap[child] = id;
        root = child;
    }
}

/* Zeroes all but the top_k likeliest, and of those all but the fewest whose share reaches top_p. A heap gives the
 * ids in order, for only as long as they are asked for. */
static void keep_likeliest(float *probabilities, int n, int top_k, float top_p, int *heap)
{
    float total = 0.0f, sum = 0.0f;
    int left = n, kept = 0;
    for (int id = 0; id < n; id++)
        heap[id] = id;
    for (int root = n / 2 - 1; root >= 0; root--)
        sift_down(probabilities, heap, n, root);

    /* Taken from the heap's front, an id goes to its end: the likeliest stand there, the first of them last. */
    while (kept < top_k && left > 0) {
        int id = heap[0];
        heap[0] = heap[--left];
        heap[left] = id;
        sift_down(probabilities, heap, left, 0);
        total += probabilities[id];
        kept++;
    }
    for (int i = n - 1; i >= n - kept; i--) {
        if (sum >= top_p * total && i < n - 1)
            probabilities[heap[i]] = 0.0f;
        else
            sum += probabilities[heap[i]];
    }
    for (int i = 0; i < left; i++)
        probabilities[heap[i]] = 0.0f;
}

/* The place of the largest number, the first among equals; 0 where none is a number. */
static int largest(const float *x, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (x[i] > x[best] || (isnan(x[best]) && !isnan(x[i])))
            best = i;
    return best;
}

struct av_sampled_softmax av_sampler_probabilities(const struct av_sampling *sampling, const float *logits, int n,
                                                   float *probabilities, int *scratch)
{
    const struct av_kernels *kernels = av_kernels_best();
    struct av_sampled_softmax softmax = {
        .max = logits[largest(logits, n)],
        .temperature = sampling->temperature > 0.0f ? sampling->temperature : 1.0f,
        .kept = 1.0f,
    };
    /* The maximum goes first, so that a small temperature cannot overflow. */
    for (int i = 0; i < n; i++)
        probabilities[i] = (logits[i] - softmax.max) / softmax.temperature;
    softmax.sum = kernels->softmax(probabilities, n).sum;

    int top_k = sampling->top_k > 0 && sampling->top_k < n ? sampling->top_k : n;
    bool all_stay = sampling->temperature <= 0.0f || (top_k == n && sampling->top_p >= 1.0f);
    if (all_stay || isnan(softmax.sum))
        return softmax;
    keep_likeliest(probabilities, n, top_k, sampling->top_p, scratch);
    softmax.kept = 0.0f;
    for (int i = 0; i < n; i++)
        softmax.kept += probabilities[i];
    kernels->divide(probabilities, softmax.kept, n);
    return softmax;
}

int av_sampler_choose(const struct av_sampling *sampling, const float *logits, int n, int step, float *probabilities,
                      int *scratch)
{
    int chosen = largest(logits, n);
    if (sampling->temperature <= 0.0f)
        return chosen;
    struct av_sampled_softmax softmax = av_sampler_probabilities(sampling, logits, n, probabilities, scratch);
    if (isnan(softmax.sum))
        return chosen;

    double total = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++)
        total += probabilities[i];
    double target = av_random_unit(sampling->seed, (uint64_t)step) * total;
    for (int i = 0; i < n; i++) {
        sum += probabilities[i];
        if (probabilities[i] > 0.0f)
            chosen = i;
        if (sum > target)
            break;
    }
    return chosen;
}
