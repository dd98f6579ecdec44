/* The lenses: ways of looking at one place of a lesson, and the names by which lessons call them. */
#ifndef ATTNVIZ_LESSON_LENS_H
#define ATTNVIZ_LESSON_LENS_H

enum av_lens {
    AV_LENS_PANELS,  /* the matrices of the stage: what attnviz opens with       */
    AV_LENS_SIDE,    /* the same with the cache on and off, side by side         */
    AV_LENS_BLOCKS,  /* S as old and new rows and columns: the four blocks       */
    AV_LENS_COUNTS,  /* multiply-adds by kind, bytes, how often rows are read    */
    AV_LENS_MEASURE, /* time and multiply-adds over n, measured on this machine  */
    AV_LENS_SIZES,   /* well-known models, by formulas                           */
    AV_LENS_FLASH,   /* FlashAttention, tile by tile                             */
    AV_LENS_PAGED,   /* PagedAttention: the block table and the blocks           */
    AV_LENS_HEADS,   /* the heads of a layer beside each other             */
    AV_LENS_LAYERS,  /* the layers as a stack, and which rows changed      */
    AV_LENS_LOSS,    /* training: the loss of each next token              */
    AV_LENS_SCALE,   /* ÷√d_k and the slope of softmax             */
    AV_LENS_MERGED,  /* W_Q and W_K as one matrix, and as two           */
    AV_LENS_COUNT,
};

/* "panels", "side", "blocks", "counts", "measure", "sizes", "flash", "paged", "heads", "layers", "loss", "scale",
 * "merged". */
const char *av_lens_name(enum av_lens lens);

#endif
