#include "kept.h"

/* Of several faults the first one says the most. */
static void note_fault(struct av_kept *kept, enum av_status status, const struct av_error *error)
{
    if (status != AV_OK && kept->fault.status == AV_OK)
        kept->fault = *error;
}

void av_kept_open(struct av_kept *kept, struct av_player *player)
{
    struct av_error error;
    *kept = (struct av_kept){.player = player};
    note_fault(kept, av_progress_open(&kept->progress, &error), &error);
    av_progress_get(&kept->progress, player->lesson->name, &kept->known);
    av_quiz_recall(player, &kept->known);
    if (!kept->progress.first_start)
        return;
    player->hint = AV_HINT_KEYS;
    av_kept_save(kept); /* that this was the first start */
}

void av_kept_save(void *of)
{
    struct av_kept *kept = of;
    struct av_error error;
    av_quiz_record(kept->player, &kept->known);
    enum av_status status = av_progress_set(&kept->progress, kept->player->lesson->name, &kept->known, &error);
    if (status == AV_OK)
        status = av_progress_save(&kept->progress, &error);
    note_fault(kept, status, &error);
}

void av_kept_close(struct av_kept *kept)
{
    av_progress_close(&kept->progress);
}
