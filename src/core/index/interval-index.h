/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/index/interval-walk.h"

G_BEGIN_DECLS

/* An index for the longest interval of an innermost call (see interval-walk.h) in any range of rows. A search reads
 * the blocks that are entirely inside the range, then the blocks at the ends of the range if these may contain a
 * longer interval. The time between the starts of two rows belongs to the first of them:
 *
 *   rows     [........][........][........]   blocks of 16 rows
 *   level 0   longest   longest   longest     row and approximate duration of the longest interval
 *   level 1  [         16 blocks          ]…  block with the longest interval; … until at most 16 blocks are left
 *
 * Intervals in which the thread was off the CPU do not count. The size of the index is about 1 % of that of the slice
 * columns. The index is built before it is searched, and immutable from then on. */
typedef struct _TvIntervalIndex TvIntervalIndex;

/**
 * TvLongestInterval:
 * @row: the row to which the interval belongs, or %TV_NONE
 * @slice: the innermost call; %TV_NONE if it is the caller @n_up levels above @row
 * @ns: minimum duration in ns; -1 if there is no interval
 * @is_exact: whether @ns is the exact duration
 * @n_up: number of levels, see @slice
 *
 * The longest interval of some rows. The approximate durations in the index are usually sufficient; the calls
 * themselves are read only if two durations are nearly equal.
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

/* Number of rows in a block. The first row of each block is a multiple of this number. */
#define TV_INTERVAL_BLOCK_ROWS 16

/* Maximum number of ranges of rows in one search. */
#define TV_INTERVAL_MAX_RUNS 32

/* Ranges of rows that begin at a multiple of this number can be filled independently. */
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

/* Returns whether another interval may be longer, or equally long and in an earlier row. The result is certain only
 * if the duration of @self is exact. Has no branch, because it would often be mispredicted. */
static inline gboolean
tv_longest_interval_is_beaten (const TvLongestInterval *self, guint32 row, gint64 ns)
{
  return (ns > self->ns) | ((ns == self->ns) & (row < self->row));
}

void            tv_longest_interval_take       (TvLongestInterval     *self,
                                               const TvIntervalWalk  *walk,
                                               guint32               row,
                                               guint32               slice,
                                               gint64                ns);
guint32         tv_longest_interval_get_slice  (const TvLongestInterval *self,
                                               const TvIntervalWalk  *walk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvIntervalIndex, tv_interval_index_free)

G_END_DECLS
