/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/index/interval-walk.h"

G_BEGIN_DECLS

/* An index for the longest interval of an innermost call (see interval-walk.h) in any run of rows. A
 * search takes the blocks that lie in the run as a whole, then the blocks at its ends if they may have a
 * longer interval. The time between the starts of two rows belongs to the first of them:
 *
 *   rows     [........][........][........]   blocks of 16 rows
 *   level 0   longest   longest   longest     whose is the longest interval, and how long about
 *   level 1  [         16 blocks          ]…  which block's is …, up to one block
 *
 * Intervals in which the thread was switched away do not count. Its size is about 1 % of the columns'
 * bytes. It is built before it is searched, and immutable from then on.
 */
typedef struct _TvIntervalIndex TvIntervalIndex;

/**
 * TvLongestInterval:
 * @row: the row between whose start and that of the next one it lies, or %TV_NONE
 * @slice: the innermost call; %TV_NONE if it is @n_up callers above @row
 * @ns: how long it is, at least; -1 if there is none
 * @is_exact: whether it is no longer than that
 * @n_up: see @slice
 *
 * The longest interval of some rows. Lengths from the index mostly suffice; only if two are nearly the
 * same, the calls themselves are read.
 */
typedef struct
{
  guint32 row;
  guint32 slice;
  gint64 ns;
  gboolean is_exact;
  guint8 n_up;
} TvLongestInterval;

#define TV_LONGEST_INTERVAL_NONE ((TvLongestInterval){ TV_NONE, TV_NONE, -1, TRUE, 0 })

/* Rows of a block lie side by side, the first of them a multiple of this. */
#define TV_INTERVAL_BLOCK_ROWS 16

/* The most runs of rows in one search. */
#define TV_INTERVAL_MAX_RUNS 32

/* Rows from a multiple of this on are filled independently of those before. */
#define TV_INTERVAL_INDEX_GRAIN 256

TvIntervalIndex *tv_interval_index_new          (TvTrace              *trace);
void            tv_interval_index_free         (TvIntervalIndex       *self);
gsize           tv_interval_index_get_bytes    (const TvIntervalIndex *self);
gboolean        tv_interval_index_is_built     (const TvIntervalIndex *self);
gboolean        tv_interval_index_build        (TvIntervalIndex       *self,
                                               GCancellable         *cancellable);
void            tv_interval_index_find_in_blocks (const TvIntervalIndex *self,
                                               const TvIntervalWalk  *walk,
                                               const guint32        *rows,
                                               guint32               n,
                                               TvLongestInterval     *found);
void            tv_interval_index_find_in_part (const TvIntervalIndex *self,
                                               TvIntervalWalk        *walk,
                                               guint32               first_row,
                                               guint32               end_row,
                                               TvLongestInterval     *longest);
gboolean        tv_interval_index_may_have     (const TvIntervalIndex *self,
                                               guint32               first_row,
                                               guint32               end_row,
                                               const TvLongestInterval *longest);
gboolean        tv_interval_index_is_decided   (const TvIntervalIndex *self,
                                               guint32               row,
                                               const TvLongestInterval *before,
                                               const TvLongestInterval *behind);
void            tv_interval_index_fetch        (const TvIntervalIndex *self,
                                               guint32               row);
void            tv_interval_index_fetch_rows   (const TvIntervalIndex *self,
                                               guint32               row);

/* Whether an interval may be longer than the one found, or as long and of an earlier row; certain only if
 * the one found is exact. Without a branch, which would be mispredicted often. */
static inline gboolean
tv_longest_interval_is_beaten (const TvLongestInterval *self, guint32 row, gint64 ns)
{
  return (ns > self->ns) | ((ns == self->ns) & (row < self->row));
}

/* Replaces the interval found by a longer one, or by one as long of an earlier row. */
void            tv_longest_interval_take       (TvLongestInterval     *self,
                                               const TvIntervalWalk  *walk,
                                               guint32               row,
                                               guint32               slice,
                                               gint64                ns);
guint32         tv_longest_interval_get_slice  (const TvLongestInterval *self,
                                               const TvIntervalWalk  *walk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvIntervalIndex, tv_interval_index_free)

G_END_DECLS
