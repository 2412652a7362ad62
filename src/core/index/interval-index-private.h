/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/slice-keys.h"
#include "core/index/interval-index.h"

G_BEGIN_DECLS

/* Memory layout of the interval index, for interval-index.c and for tests of the layout. */

#define TV_INTERVAL_ROWS_SHIFT   4 /* 16 rows in a block of level 0 */
#define TV_INTERVAL_FANOUT_SHIFT 4 /* 16 blocks in a block of the next level */
#define TV_INTERVAL_MAX_LEVELS   9

#define TV_INTERVAL_FANOUT (1 << TV_INTERVAL_FANOUT_SHIFT)

/* Stands for this number of levels or more between a row and the call of its interval, because greater numbers do not
 * fit in the available bits. */
#define TV_INTERVAL_FAR_UP 15

/* A block in one word. Blocks compare in the same order as their longest intervals, and sixteen blocks fill a cache
 * line. An interval is not longer than its call, so its duration is encoded as that of a slice.
 *
 *   bits 16 to 30  key of the duration of the longest interval; 0 if there is none
 *   level 0:
 *   bits 12 to 15  row of the longest interval, within the block
 *   bits  8 to 11  number of levels from that row up to the call of the interval
 *   bits  0 to  7  maximum duration of the intervals of other rows, as a coarse key
 *   levels above:
 *   bits  0 to  3  the block of the level below that contains the longest interval */
typedef guint32 TvIntervalBlock;

static inline TvIntervalBlock
tv_interval_block (gint16 key, guint row, guint n_up, guint8 others)
{
  return (guint32) key << 16 | row << 12 | MIN (n_up, TV_INTERVAL_FAR_UP) << 8 | others;
}

static inline gint16
tv_interval_block_get_key (TvIntervalBlock self)
{
  return (gint16) (self >> 16);
}

static inline guint
tv_interval_block_get_row (TvIntervalBlock self)
{
  return self >> 12 & (TV_INTERVAL_BLOCK_ROWS - 1);
}

static inline guint8
tv_interval_block_get_n_up (TvIntervalBlock self)
{
  return self >> 8 & TV_INTERVAL_FAR_UP;
}

static inline guint8
tv_interval_block_get_others (TvIntervalBlock self)
{
  return self & G_MAXUINT8;
}

static inline guint
tv_interval_block_get_child (TvIntervalBlock self)
{
  return self & (TV_INTERVAL_FANOUT - 1);
}

typedef struct
{
  guint32 n;
  TvIntervalBlock *blocks;
} TvIntervalLevel;

struct _TvIntervalIndex
{
  GMutex lock;   /* held while the index is built */
  gint is_built; /* atomic; when set, the index no longer changes */
  TvTrace *trace;
  const TvSlices *slices;
  guint n_levels;
  TvIntervalLevel levels[TV_INTERVAL_MAX_LEVELS];
};

static inline gint64
tv_interval_index_get_min_ns (const TvIntervalIndex *self, gint16 key)
{
  return tv_slice_key_get_min (key) * self->slices->dur.unit_ns;
}

/* Returns the longest interval of a block, as precisely as the index stores it. The block must contain an interval. */
static inline TvLongestInterval
tv_interval_index_get_block (const TvIntervalIndex *self, guint level, guint32 number)
{
  TvIntervalBlock block = self->levels[level].blocks[number];
  gint16 key = tv_interval_block_get_key (block);

  for (; level > 0; level--)
    {
      number = (number << TV_INTERVAL_FANOUT_SHIFT) + tv_interval_block_get_child (block);
      block = self->levels[level - 1].blocks[number];
    }
  return (TvLongestInterval){
    .row = (number << TV_INTERVAL_ROWS_SHIFT) + tv_interval_block_get_row (block),
    .slice = TV_NONE,
    .ns = tv_interval_index_get_min_ns (self, key),
    .is_exact = tv_slice_key_is_exact (key),
    .n_up = tv_interval_block_get_n_up (block),
  };
}

G_END_DECLS
