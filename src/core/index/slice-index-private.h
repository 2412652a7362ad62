/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/slice-index.h"
#include "core/index/slice-keys.h"

G_BEGIN_DECLS

/* Memory layout of the slice index, for the files that build and search it. */

#define TV_SLICE_ROWS_SHIFT   8 /* 256 rows in a block of level 0 */
#define TV_SLICE_FANOUT_SHIFT 3 /* 8 blocks in a block of the next level */
#define TV_SLICE_PART_SHIFT   17
#define TV_SLICE_MAX_LEVELS   10

/* The blocks of a level. Block b has entries for the depths min_depth[b], min_depth[b] + 1, …; the indexes of these
 * entries are first[b] … first[b + 1] - 1. The key of an entry encodes the duration of the longest slice; it is 0 if
 * there is no slice. The child of an entry is the row of the longest slice within the block; on higher levels, the
 * block of the level below that contains the slice. Depths grow by at most one from row to row, so the total size is
 * a small multiple of the number of rows, even for deep stacks. */
typedef struct
{
  guint32 n_blocks;
  gsize *first;
  guint32 *min_depth;
  gint16 *key;
  guint8 *child;
  gsize n_allocated;
} TvSliceLevel;

struct _TvSliceIndex
{
  TvTrace *trace;
  const TvSlices *slices;
  guint32 n_parts;
  TvSliceLevel *parts; /* level 0, in sections that several threads can build */
  guint n_levels;
  TvSliceLevel
      levels[TV_SLICE_MAX_LEVELS]; /* level 0 has only @n_blocks; its blocks are in @parts */
  TvRowFinder *rows;
  TvIntervalIndex *intervals;
  TvGapIndex *gaps;
  TvSampleIndex *samples; /* index of the samples of all counters */
};

/* A block on any level. */
typedef struct
{
  guint32 min_depth;
  guint32 n_depths;
  const gint16 *key;
  const guint8 *child;
} TvSliceBlock;

static inline guint
tv_slice_level_shift (guint level)
{
  return TV_SLICE_ROWS_SHIFT + level * TV_SLICE_FANOUT_SHIFT;
}

static inline TvSliceBlock
tv_slice_index_get_block (const TvSliceIndex *self, guint level, guint32 block)
{
  const TvSliceLevel *l = &self->levels[level];
  gsize first;

  if (level == 0)
    {
      l = &self->parts[block >> (TV_SLICE_PART_SHIFT - TV_SLICE_ROWS_SHIFT)];
      block &= (1 << (TV_SLICE_PART_SHIFT - TV_SLICE_ROWS_SHIFT)) - 1;
    }
  first = l->first[block];
  return (TvSliceBlock){ l->min_depth[block], (guint32) (l->first[block + 1] - first),
                         l->key + first, l->child + first };
}

/* Returns the row of the longest slice at a depth in a block. */
static inline guint32
tv_slice_index_get_row (const TvSliceIndex *self, guint level, guint32 block, guint32 depth)
{
  for (;; level--)
    {
      TvSliceBlock b = tv_slice_index_get_block (self, level, block);
      guint8 child = b.child[depth - b.min_depth];

      if (level == 0)
        return (block << TV_SLICE_ROWS_SHIFT) + child;
      block = (block << TV_SLICE_FANOUT_SHIFT) + child;
    }
}

G_END_DECLS
