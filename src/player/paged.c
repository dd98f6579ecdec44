#include "attnviz/player/paged.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attnviz/engine/decoder.h"
#include "inner.h"

int av_paged_block_size_max(const struct av_player *player)
{
    int n_ctx = config_of(player)->n_ctx, size = 1;
    while (2 * size <= AV_PAGED_BLOCK_SIZE_MAX && 2 * size <= n_ctx)
        size *= 2;
    return size;
}

int av_paged_block_size(const struct av_player *player)
{
    return clamp(player->paged.block_size, 1, av_paged_block_size_max(player));
}

int av_paged_n_block_max(const struct av_player *player)
{
    int size = av_paged_block_size(player);
    return AV_PAGED_SEQUENCES * ((player->run.n_token + size - 1) / size);
}

int av_paged_n_block(const struct av_player *player)
{
    int most = av_paged_n_block_max(player), room = player->paged.room;
    return room > 0 ? clamp(room / av_paged_block_size(player), 1, most) : most;
}

/* So many of the events are at the player's place or before it. */
static int events_until(const struct av_paged *paged, int token)
{
    int n = 0;
    while (n < paged->n_event && paged->events[n] <= token)
        n++;
    return n;
}

bool av_paged_forked(const struct av_player *player)
{
    return events_until(&player->paged, player->place.token) % 2 == 1;
}

static int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}

/* As after other requests that have come and gone: free blocks are taken in no order, so that a sequence's do not lie
 * together. */
static void scatter(struct av_block_pool *pool)
{
    int n = pool->n_block, stride = (3 * n + 4) / 5;
    while (gcd(stride, n) != 1)
        stride++;
    for (int i = 0, block = (n + 1) / 3; i < n; i++, block = (block + stride) % n)
        pool->free[n - 1 - i] = block; /* the last of the list is taken first */
}

static void close_sequence(struct av_paged_sequence *sequence)
{
    if (sequence->open)
        av_trace_finish(&sequence->trace);
    if (sequence->contiguous.model)
        av_trace_finish(&sequence->contiguous);
    *sequence = (struct av_paged_sequence){.open = false};
}

static void close_run(struct av_paged_run *run)
{
    if (run == NULL)
        return;
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++)
        close_sequence(&run->sequences[s]);
    if (run->pool.holders)
        av_block_pool_finish(&run->pool);
    free(run);
}

void av_paged_close(struct av_paged *paged)
{
    close_run(paged->run);
    paged->run = NULL;
}

/* A pool and the first sequence, which is empty. NULL where memory runs out. */
static struct av_paged_run *begin(const struct av_player *player)
{
    const struct av_lesson *lesson = player->run.lesson;
    int block_size = av_paged_block_size(player), n_token = player->run.n_token;
    int capacity = n_token > block_size ? n_token : block_size;
    struct av_paged_run *run = av_allocate(1, sizeof *run);
    if (run == NULL)
        return NULL;
    struct av_paged_sequence *first = &run->sequences[0];
    run->token = -1;
    if (av_block_pool_init(&run->pool, &lesson->model.config, block_size, av_paged_n_block(player), NULL) == AV_OK) {
        scatter(&run->pool);
        first->open =
            av_trace_init_paged(&first->trace, &lesson->model, lesson->rule, capacity, &run->pool, NULL) == AV_OK;
    }
    if (!first->open) {
        close_run(run);
        return NULL;
    }
    return run;
}

/* The likeliest token after the last row, other than this one; the lowest id among equals. */
static int likeliest_but(const struct av_trace *trace, int excluded)
{
    const float *logits = av_trace_numbers(trace, AV_QUANTITY_LOGITS, 0, trace->n - 1);
    int best = -1;
    for (int id = 0; id < trace->model->config.vocab_size; id++) {
        if (id != excluded && (best < 0 || logits[id] > logits[best] || (isnan(logits[best]) && !isnan(logits[id]))))
            best = id;
    }
    return best < 0 ? excluded : best;
}

/* What comes next in a sequence: in the first one what the lesson says; in its fork first anything but that, then what
 * the model finds likeliest. */
static int next_token(const struct av_player *player, const struct av_paged_run *run, int s)
{
    const struct av_paged_sequence *sequence = &run->sequences[s];
    int n = sequence->trace.n;
    if (s == 0)
        return player->run.tokens[n];
    return likeliest_but(&sequence->trace, n == sequence->n_shared ? player->run.tokens[n] : AV_ANY);
}

/* The next n rows of a sequence in one step, and what that did to its last block; several only of an empty one. False
 * where there were no blocks for them. */
static bool store(struct av_paged_sequence *sequence, const int *tokens, int n)
{
    struct av_trace *trace = &sequence->trace;
    struct av_paged_write *write = &sequence->write;
    int before, after, size = av_trace_pool(trace)->block_size, b = (trace->n + n - 1) / size;
    const int *table = av_trace_block_table(trace, &before);
    int old = b < before ? table[b] : -1;
    enum av_status status =
        n > 1 ? av_decoder_prefill(trace, tokens, n, NULL) : av_decoder_append(trace, tokens[0], NULL);
    if (status != AV_OK)
        return false;
    write->rows += n;
    write->block = av_trace_block_table(trace, &after)[b];
    write->taken = write->block != old;
    write->copied = write->taken && old >= 0 ? (trace->n - 1) % size : 0;
    write->copied_from = write->copied > 0 ? old : -1;
    if (sequence->contiguous.model) /* there is always room in it */
        av_decoder_append(&sequence->contiguous, tokens[0], NULL);
    return true;
}

/* A sequence gets the rows up to a token, as far as there are blocks for them; those of the first step all or none. */
static void grow(const struct av_player *player, struct av_paged_run *run, int s, int token)
{
    struct av_paged_sequence *sequence = &run->sequences[s];
    bool stored = sequence->open;
    while (stored && sequence->trace.n <= token) {
        bool first = s == 0 && sequence->trace.n == 0;
        int next = next_token(player, run, s);
        stored = store(sequence, first ? player->run.tokens : &next, first ? player->run.n_first : 1);
    }
}

/* The second sequence begins, with all that the first one has. False where memory runs out. */
static bool fork_sequence(const struct av_player *player, struct av_paged_run *run)
{
    const struct av_trace *trace = &run->sequences[0].trace;
    struct av_paged_sequence *fork = &run->sequences[1];
    fork->n_shared = trace->n;
    fork->write.copied_from = -1;
    fork->open = av_trace_fork(&fork->trace, trace, trace->n, NULL) == AV_OK;
    run->forked = true;
    if (fork->open && av_trace_fork(&fork->contiguous, &player->run.cached, trace->n, NULL) == AV_OK)
        return true;
    fork->contiguous.model = NULL;
    return false;
}

/* What the learner did at the run's place. Freed blocks may be what the other sequence has waited for. False where
 * memory runs out. */
static bool happen(const struct av_player *player, struct av_paged_run *run, bool forks)
{
    run->comparison.values = 0;
    run->forked = run->freed = false;
    if (forks)
        return fork_sequence(player, run);
    close_sequence(&run->sequences[1]);
    run->freed = true;
    grow(player, run, 0, run->token);
    return true;
}

/* The next token, in all sequences, and then what the learner did there. False where memory runs out. */
static bool step(const struct av_player *player, struct av_paged_run *run)
{
    const struct av_paged *paged = &player->paged;
    int first = events_until(paged, run->token);
    run->token = run->token < 0 ? player->run.n_first - 1 : run->token + 1;
    int end = events_until(paged, run->token);
    run->comparison.values = 0;
    run->forked = run->freed = false;
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        run->sequences[s].write = (struct av_paged_write){.copied_from = -1};
        grow(player, run, s, run->token);
    }
    for (int event = first; event < end; event++) {
        if (!happen(player, run, event % 2 == 0))
            return false;
    }
    return true;
}

/* All sequences with their contiguous ones, added up. */
static struct av_comparison compare(const struct av_player *player, const struct av_paged_run *run)
{
    struct av_comparison sum = {.values = 0};
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        const struct av_paged_sequence *sequence = &run->sequences[s];
        if (!sequence->open || sequence->trace.n == 0)
            continue;
        const struct av_trace *contiguous = s == 0 ? &player->run.cached : &sequence->contiguous;
        struct av_comparison part = av_trace_compare(&sequence->trace, contiguous, sequence->trace.n);
        sum.values += part.values;
        sum.different += part.different;
        if (part.max_difference > sum.max_difference || isnan(part.max_difference))
            sum.max_difference = part.max_difference;
    }
    return sum;
}

/* True where the run can go on to the player's place: it is not behind it, and of the size that is set. */
static bool goes_on(const struct av_player *player, const struct av_paged_run *run)
{
    return run != NULL && run->token <= player->place.token && run->pool.block_size == av_paged_block_size(player) &&
           run->pool.n_block == av_paged_n_block(player);
}

void av_paged_follow(struct av_player *player)
{
    struct av_paged *paged = &player->paged;
    bool can_cache = av_player_can_cache(player);
    if (!can_cache || !goes_on(player, paged->run))
        av_paged_close(paged);
    paged->no_memory = false;
    if (!can_cache)
        return;
    if (paged->run == NULL)
        paged->run = begin(player);
    paged->no_memory = paged->run == NULL;
    while (!paged->no_memory && paged->run->token < player->place.token)
        paged->no_memory = !step(player, paged->run);
    if (paged->no_memory)
        av_paged_close(paged);
    else if (paged->run->comparison.values == 0)
        paged->run->comparison = compare(player, paged->run);
}

/* Later events never come: what the learner does now takes their place. A fork that is freed where it was made has
 * never been. */
static void note_event(struct av_paged *paged, int token)
{
    paged->n_event = events_until(paged, token);
    bool frees = paged->n_event % 2 == 1;
    if (frees && paged->events[paged->n_event - 1] == token) {
        paged->n_event--;
        return;
    }
    if (paged->n_event == AV_PAGED_EVENTS_MAX) {
        paged->n_event -= 2;
        memmove(paged->events, paged->events + 2, (size_t)paged->n_event * sizeof *paged->events);
    }
    paged->events[paged->n_event++] = token;
}

void av_paged_toggle(struct av_player *player)
{
    bool forks = !av_paged_forked(player);
    if (player->paged.run == NULL) {
        player->notice = av_player_can_cache(player) ? AV_NOTICE_NO_MEMORY : AV_NOTICE_NO_CACHE;
        return;
    }
    note_event(&player->paged, player->place.token);
    if (!happen(player, player->paged.run, forks))
        av_paged_close(&player->paged);
}

int av_paged_missing(const struct av_paged_run *run, int sequence)
{
    return run->sequences[sequence].open ? run->token + 1 - run->sequences[sequence].trace.n : 0;
}

bool av_paged_wrote(const struct av_paged_sequence *sequence, int i)
{
    return i < sequence->trace.n && i >= sequence->trace.n - sequence->write.rows;
}

const char *av_paged_token_text(const struct av_player *player, int sequence, int i)
{
    const struct av_paged_sequence *of = &player->paged.run->sequences[sequence];
    if (sequence == 0 || i < of->n_shared)
        return av_player_token_text(player, i);
    return av_player_vocabulary_text(player, of->trace.tokens[i]);
}

struct av_paged_block av_paged_block(const struct av_paged_run *run, int block)
{
    struct av_paged_block found = {.rows = 0};
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        const struct av_trace *trace = &run->sequences[s].trace;
        int n = 0, size = run->pool.block_size;
        const int *table = run->sequences[s].open ? av_trace_block_table(trace, &n) : NULL;
        found.logical[s] = -1;
        for (int b = 0; b < n; b++) {
            if (table[b] == block) {
                int rows = trace->n - b * size < size ? trace->n - b * size : size;
                found.logical[s] = b;
                found.rows = rows > found.rows ? rows : found.rows;
            }
        }
    }
    return found;
}

struct av_paged_bytes av_paged_bytes(const struct av_paged_run *run)
{
    struct av_block_pool_bytes pool = av_block_pool_bytes(&run->pool);
    struct av_paged_bytes bytes = {.shared = pool.shared, .held = pool.used};
    for (int s = 0; s < AV_PAGED_SEQUENCES; s++) {
        if (!run->sequences[s].open)
            continue;
        struct av_trace_block_bytes of = av_trace_block_bytes(&run->sequences[s].trace);
        bytes.rows += of.rows;
        bytes.wasted += of.wasted;
        bytes.preallocated += of.preallocated;
    }
    return bytes;
}
