/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/slice-keys.h"
#include "core/index/stretch-index.h"

G_BEGIN_DECLS

/* Memory layout of the stretch index, for the files that fill and search it. */

#define TV_STRETCH_ROWS_SHIFT   4 /* rows in a block of level 0: 16 */
#define TV_STRETCH_FANOUT_SHIFT 4 /* blocks of a level in a block of the next: 16 */
#define TV_STRETCH_MAX_LEVELS   9

#define TV_STRETCH_FANOUT (1 << TV_STRETCH_FANOUT_SHIFT)

/* A call as many levels above a row, or more, does not fit the bits there are. */
#define TV_STRETCH_FAR_UP 15 /* all of the bits below */

/* One block in a word: blocks compare as their longest stretches do, and sixteen of them fill a cache
 * line. A stretch is no longer than its call, so it has the key of a duration.
 *
 *   bits 16 to 30  the key of its longest stretch; 0 if there is none
 *   level 0:
 *   bits 12 to 15  the row that has it
 *   bits  8 to 11  how far above that row its call is
 *   bits  0 to  7  how long those of other rows are at most, as a coarse key
 *   levels above:
 *   bits  0 to  3  which block of the level below has it
 */
typedef guint32 TvStretchBlock;

static inline TvStretchBlock
tv_stretch_block (gint16 key, guint row, guint n_up, guint8 others)
{
  return (guint32) key << 16 | row << 12 | MIN (n_up, TV_STRETCH_FAR_UP) << 8 | others;
}

static inline gint16
tv_stretch_block_get_key (TvStretchBlock self)
{
  return (gint16) (self >> 16);
}

static inline guint
tv_stretch_block_get_row (TvStretchBlock self)
{
  return self >> 12 & (TV_STRETCH_BLOCK_ROWS - 1);
}

static inline guint8
tv_stretch_block_get_n_up (TvStretchBlock self)
{
  return self >> 8 & TV_STRETCH_FAR_UP;
}

static inline guint8
tv_stretch_block_get_others (TvStretchBlock self)
{
  return self & G_MAXUINT8;
}

static inline guint
tv_stretch_block_get_child (TvStretchBlock self)
{
  return self & (TV_STRETCH_FANOUT - 1);
}

typedef struct
{
  guint32 n;
  TvStretchBlock *blocks;
} TvStretchLevel;

struct _TvStretchIndex
{
  GMutex lock;   /* held while it is built */
  gint is_built; /* atomic: from then on nothing changes */
  TvTrace *trace;
  const TvSlices *slices;
  guint n_levels;
  TvStretchLevel levels[TV_STRETCH_MAX_LEVELS];
};

static inline gint64
tv_stretch_index_get_least_ns (const TvStretchIndex *self, gint16 key)
{
  return tv_slice_key_get_least (key) * self->slices->dur.unit_ns;
}

/* The longest stretch of a block as the index knows it; there is one. */
static inline TvLongestStretch
tv_stretch_index_get_block (const TvStretchIndex *self, guint level, guint32 number)
{
  TvStretchBlock block = self->levels[level].blocks[number];
  gint16 key = tv_stretch_block_get_key (block);

  for (; level > 0; level--)
    {
      number = (number << TV_STRETCH_FANOUT_SHIFT) + tv_stretch_block_get_child (block);
      block = self->levels[level - 1].blocks[number];
    }
  return (TvLongestStretch){
    .row = (number << TV_STRETCH_ROWS_SHIFT) + tv_stretch_block_get_row (block),
    .slice = TV_NONE,
    .ns = tv_stretch_index_get_least_ns (self, key),
    .is_exact = tv_slice_key_is_exact (key),
    .n_up = tv_stretch_block_get_n_up (block),
  };
}

/* ---- Building ---- */

void tv_stretch_index_fill            (TvStretchIndex   *self,
                                       guint32           first_row,
                                       guint32           end_row);
void tv_stretch_index_finish          (TvStretchIndex   *self);

/* ---- Rows ---- */

void tv_longest_stretch_take_from_rows (TvLongestStretch *self,
                                        TvStretchWalk    *walk,
                                        guint32           row,
                                        guint32           end_row);

G_END_DECLS
