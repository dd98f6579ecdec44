/* Where the numbers in notes come from. Rows and columns count from 1, as on screen. */
#ifndef ATTNVIZ_TESTS_LESSONS_SOURCES_H
#define ATTNVIZ_TESTS_LESSONS_SOURCES_H

#include "claims.h"

#define SOURCE(name) double name(const struct run *run, const struct claim *claim)

SOURCE(x);     /* of row, and the column called name */
SOURCE(sum);   /* x + O of the same */
SOURCE(query); /* of row and column; columns count over all heads */
SOURCE(key);
SOURCE(value);
SOURCE(mix);
SOURCE(value_of_head_1); /* of row, its largest number by size */
SOURCE(against);         /* the size of a query's number that is below 0 */
SOURCE(product);         /* what a column of q (row) and k (other) adds to their score … */
SOURCE(taken);           /* … or takes from it */

SOURCE(raw_1); /* in head 1, the score of row and column */
SOURCE(scaled_1);
SOURCE(mask_adds);
SOURCE(weight_1);
SOURCE(weight_2);       /* in head 2 */
SOURCE(row_of_weights); /* in head 1, their sum */
SOURCE(visible);        /* scores of row that are not −∞ */

SOURCE(chance); /* after row, the probability of the token called name */
SOURCE(logit);  /* the same before softmax */
SOURCE(w_out);  /* of the column called name, for the token called name2 */

SOURCE(source_rows); /* of K and V, where they are a source's */

SOURCE(root_d_k);
SOURCE(d_k);
SOURCE(d_model);
SOURCE(joined); /* n_head · d_v */
SOURCE(vocabulary);

SOURCE(bytes);           /* that K and V of row tokens take */
SOURCE(tokens_in_cache); /* by these bytes */

SOURCE(work_of_step);     /* multiply-adds of step row with the cache … */
SOURCE(work_without);     /* … and without it */
SOURCE(work_saved);       /* the difference */
SOURCE(percent_saved);    /* as a part of the work without the cache */
SOURCE(percent_of_rows);  /* all but one of row rows */
SOURCE(numbers_of_token); /* in a token's k and v */

SOURCE(projected_cached);  /* rows that steps 1 … row project with the cache */
SOURCE(projected_without); /* rows that steps column … row project without it */
SOURCE(computed_again);    /* rows that step row computes without the cache although they were there before */

/* Of step row, with its cache off: how many rows there are, and of which blocks the scores of a head are. */
enum { OLD_OLD, OLD_NEW, NEW_OLD, NEW_NEW };
SOURCE(rows_of_step);
SOURCE(of_block);         /* scores of the block other, counted one by one */
SOURCE(block_work);       /* and their multiply-adds, at d_k each */
SOURCE(hidden_in_column); /* rows whose score for key row is −∞ */

SOURCE(scores_cached);       /* of step row with the cache, by its multiply-adds … */
SOURCE(scores_work_cached);  /* … which are these */
SOURCE(scores_without);      /* and without the cache */
SOURCE(scores_work_without); /* */
SOURCE(scores_formula);      /* by the formula, for row tokens, with the cache where other is set */

SOURCE(key_reads);             /* reads of row of K in the steps 1 … other, with the cache */
SOURCE(key_reads_without);     /* and in step other, without it */
SOURCE(all_query_reads);       /* of all rows of Q in the steps 1 … row, with the cache … */
SOURCE(all_key_reads);         /* … and of K */
SOURCE(all_key_reads_without); /* of K in step row, without it */

SOURCE(number_bytes);       /* of one number */
SOURCE(query_bytes);        /* that the q of row tokens would take … */
SOURCE(bytes_with_queries); /* … and q, k and v together */

SOURCE(projections);     /* matrices that x meets: 3 */
SOURCE(project_work);    /* multiply-adds of a kind in step row, with the cache … */
SOURCE(mix_work);        /* */
SOURCE(growing_work);    /* … scores and mix, which grow with n … */
SOURCE(fixed_work);      /* … and all the others, which do not */
SOURCE(growing_formula); /* scores and mix by the formula, for row tokens, with the cache */
SOURCE(work_formula);    /* all kinds, with the cache where other is set */
SOURCE(exponent);        /* by how many powers of two they grow from row tokens to twice as many, to two decimals */

/* FlashAttention of row in head 1, in tiles of other keys; of tile column (1 …). */
SOURCE(tile_keys);
SOURCE(tile_max);    /* m after it */
SOURCE(tile_sum);    /* l after it */
SOURCE(tile_factor); /* what l and o are multiplied by in it */
SOURCE(of_tiles);    /* column of the row that comes out */

/* Of row tokens in blocks of other tokens, in bytes. */
SOURCE(block_bytes);       /* of one block */
SOURCE(rows_in_blocks);    /* of the rows in use */
SOURCE(blocks_taken);      /* of all blocks that are taken */
SOURCE(wasted);            /* the difference */
SOURCE(preallocated);      /* of room for n_ctx tokens */
SOURCE(shared_after_fork); /* of blocks held by both of two texts, which part at the end of the prompt */
SOURCE(held_by_both);      /* of all blocks that these two hold */
/* And in tokens. */
SOURCE(tokens_in_block);
SOURCE(tokens_at_most);
SOURCE(prompt_tokens);
SOURCE(rows_wasted);
SOURCE(rows_copied); /* as the two part */

/* Of all tokens at once, under the rule whose mask is other. */
SOURCE(score_under);  /* of row and column, masked */
SOURCE(exp_under);    /* of that score */
SOURCE(factor_under); /* by which the mask multiplies */
SOURCE(weight_under);
SOURCE(weight_above_under); /* in the last layer */
SOURCE(loss_at);            /* −ln of the probability of the token that follows row, under that rule … */
SOURCE(rounded_loss);       /* the same to three decimals … */
SOURCE(mean_loss);          /* … and its mean over all rows but the last */
SOURCE(to_predict);         /* how many these are */
SOURCE(mix_under);
SOURCE(changed_rows); /* old rows of K, V that token row changes in layer column, or, where it is 0, in all */

/* Of the first column columns of q and k, in head 1. */
SOURCE(columns);
SOURCE(scores_so_far);                  /* that the first row rows have: one for each key up to the row's own */
SOURCE(variance_of_scores);             /* of all these … */
SOURCE(variance_of_scaled);             /* … and after the division … */
SOURCE(about_variance_of_scaled);       /* … to a whole number */
SOURCE(about_mean_of_queries_and_keys); /* to a whole number, as is the next */
SOURCE(about_variance_of_queries_and_keys);
SOURCE(weight_scaled_or_not); /* of row and column; scaled where other is set … */
SOURCE(slopes_scaled_or_not); /* … and Σ a(1 − a) of the row … */
SOURCE(about_slopes);         /* … to a whole number */
SOURCE(example_score);        /* the scores 1, 2, 20 … */
SOURCE(example_weight);       /* … and what softmax makes of them after ÷√d_k */
SOURCE(largest_slope);        /* that a(1 − a) can have */
SOURCE(flat_at);              /* the weight a where it is 0: the smaller one, or the larger one where other is set */

SOURCE(n_layer);
SOURCE(bytes_of_layer); /* K and V of row tokens in one layer */
SOURCE(n_head);
SOURCE(n_kv_head);
SOURCE(d_v);
SOURCE(weight_of_head);      /* of row and column, in head other */
SOURCE(bytes_with_kv_heads); /* that row tokens would take, with other K/V heads */

/* Of the first head of the first layer, by the names of features, or the column of q and k. */
SOURCE(w_q);            /* of the feature called name, column */
SOURCE(w_k);            /* likewise */
SOURCE(w_qk);           /* Σ w_q·w_k: row name, column name2 */
SOURCE(w_qk_rank);      /* as elimination finds it */
SOURCE(w_qk_row);       /* x·W_QK of row, in the column called name */
SOURCE(w_qk_size);      /* numbers in W_QK … */
SOURCE(w_q_and_k_size); /* … and in W_Q and W_K */
SOURCE(merged_scores);  /* multiply-adds of row's scores by W_QK … */
SOURCE(apart_scores);   /* … and by q and k, as they are counted */
SOURCE(x_bytes);        /* of one x … */
SOURCE(k_bytes);        /* … and of one k */
SOURCE(x_and_v_bytes);  /* of x and all v of a token */
SOURCE(k_and_v_bytes);  /* of all k and v of a token */

SOURCE(d_ff);
SOURCE(n_ctx);
SOURCE(length_out);        /* √Σ x² of row as it leaves layer column */
SOURCE(mean_out);          /* its mean … */
SOURCE(variance_out);      /* … and its variance, to three decimals */
SOURCE(feed_work);         /* multiply-adds of one row in the feed-forward of a layer … */
SOURCE(attention_weights); /* … and in W_Q, W_K, W_V and W_O */
SOURCE(gpt_1_width);       /* d_model of GPT-1 itself … */
SOURCE(gpt_1_places);      /* … its n_ctx … */
SOURCE(gpt_1_row_bytes);   /* … and what k and v of one row take in one of its layers */

#endif
