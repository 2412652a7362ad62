/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Fills the interval index, block by block. */

#include "core/index/interval-index-private.h"

G_STATIC_ASSERT (TV_INTERVAL_INDEX_GRAIN == TV_INTERVAL_BLOCK_ROWS << TV_INTERVAL_FANOUT_SHIFT);
G_STATIC_ASSERT (TV_INTERVAL_BLOCK_ROWS == 1 << TV_INTERVAL_ROWS_SHIFT);

/* Returns the number of levels from a row up to its caller @slice, at most TV_INTERVAL_FAR_UP. */
static guint
count_up (const TvSlices *slices, guint32 row, guint32 slice)
{
  guint n_up = 0;

  while (row != slice && n_up < TV_INTERVAL_FAR_UP)
    {
      row = tv_slices_parent (slices, row);
      n_up++;
    }
  return n_up;
}

/* A block that is being filled: its longest interval, and an upper bound for the intervals of its other rows. */
typedef struct
{
  TvLongestInterval longest;
  gint64 others_ns;
} Block;

#define BLOCK_NONE ((Block){ TV_LONGEST_INTERVAL_NONE, 0 })

/* Returns an upper bound for the intervals of a row: the maximum of its own duration and the remaining time for its
 * callers. */
static inline gint64
get_max_ns (const TvIntervalWalk *walk, guint32 row)
{
  const TvSlices *slices = walk->slices;
  gint64 until_next_ns, own_ns;

  if (row + 1 >= walk->end_row)
    return G_MAXINT64;
  until_next_ns = tv_slices_start (slices, row + 1) - tv_slices_start (slices, row);
  own_ns = MIN (tv_time_column_get (&slices->dur, row), until_next_ns);
  return MAX (own_ns, until_next_ns - own_ns);
}

static void
take_rows (Block *self, TvIntervalWalk *walk, guint32 row, guint32 end_row)
{
  TvLongestInterval before = self->longest;

  tv_longest_interval_take_from_rows (&self->longest, walk, row, end_row);
  if (self->longest.row != before.row)
    self->others_ns = MAX (self->others_ns, before.ns);
  for (; row < end_row; row++)
    if (row != self->longest.row)
      self->others_ns = MAX (self->others_ns, get_max_ns (walk, row));
}

static void
set_block (TvIntervalIndex *self, guint32 number, const Block *block)
{
  const TvLongestInterval *longest = &block->longest;
  gint64 unit_ns = self->slices->dur.unit_ns;

  if (longest->row == TV_NONE)
    self->levels[0].blocks[number] = 0;
  else
    self->levels[0].blocks[number] = tv_interval_block (
        tv_slice_key_get (longest->ns / unit_ns), longest->row & (TV_INTERVAL_BLOCK_ROWS - 1),
        count_up (self->slices, longest->row, longest->slice),
        tv_slice_coarse_key_get (MIN (block->others_ns, longest->ns) / unit_ns));
}

/* Fills the blocks of level 0. */
static void
fill_rows (TvIntervalIndex *self, guint32 first_row, guint32 end_row)
{
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, NULL);
  guint32 track = first_row < end_row ? tv_trace_find_track_at (self->trace, first_row) : 0;
  Block block = BLOCK_NONE;

  for (guint32 row = first_row; row < end_row; track++)
    {
      guint32 end = MIN (end_row, tracks[track].first_slice + tracks[track].n_slices);
      TvIntervalWalk walk;

      tv_interval_walk_init (&walk, self->trace, NULL, track);
      while (row < end)
        {
          guint32 number = row >> TV_INTERVAL_ROWS_SHIFT;
          guint64 block_end = ((guint64) number + 1) << TV_INTERVAL_ROWS_SHIFT;

          take_rows (&block, &walk, row, (guint32) MIN (block_end, end));
          row = (guint32) MIN (block_end, end);
          if (row == block_end || row == end_row)
            {
              set_block (self, number, &block);
              block = BLOCK_NONE;
            }
        }
    }
}

/* Returns the duration of the longest interval of a block. */
static gint64
measure_ns (const TvIntervalIndex *self, guint level, guint32 block)
{
  guint32 row = tv_interval_index_get_block (self, level, block).row;
  TvLongestInterval longest = TV_LONGEST_INTERVAL_NONE;
  TvIntervalWalk walk;

  tv_interval_walk_init (&walk, self->trace, NULL, tv_trace_find_track_at (self->trace, row));
  tv_longest_interval_take_from_rows (&longest, &walk, row, row + 1);
  return longest.ns;
}

/* Returns the block with the longest interval among @number and the later blocks before @end that have the same
 * key. */
static guint32
find_longest_block (const TvIntervalIndex *self, guint level, guint32 number, guint32 end)
{
  const TvIntervalBlock *blocks = self->levels[level].blocks;
  gint16 key = tv_interval_block_get_key (blocks[number]);
  guint32 longest = number;
  gint64 longest_ns = -1;

  if (tv_slice_key_is_exact (key))
    return number;
  for (guint32 other = number + 1; other < end; other++)
    if (tv_interval_block_get_key (blocks[other]) == key)
      {
        gint64 ns = measure_ns (self, level, other);

        if (longest_ns < 0)
          longest_ns = measure_ns (self, level, number);
        if (ns > longest_ns)
          {
            longest_ns = ns;
            longest = other;
          }
      }
  return longest;
}

/* Fills a block of a level above level 0. */
static void
fill_above (TvIntervalIndex *self, guint level, guint32 number)
{
  const TvIntervalLevel *below = &self->levels[level - 1];
  guint32 first = number << TV_INTERVAL_FANOUT_SHIFT;
  guint32 end = MIN (first + TV_INTERVAL_FANOUT, below->n), longest = first;
  gint16 key = tv_interval_block_get_key (below->blocks[first]);

  for (guint32 i = first + 1; i < end; i++)
    if (tv_interval_block_get_key (below->blocks[i]) > key)
      {
        longest = i;
        key = tv_interval_block_get_key (below->blocks[i]);
      }
  longest = find_longest_block (self, level - 1, longest, end);
  self->levels[level].blocks[number] = tv_interval_block (key, 0, 0, (guint8) (longest - first));
}

/**
 * tv_interval_index_fill:
 * @self: an index
 * @first_row: first row to fill, a multiple of %TV_INTERVAL_INDEX_GRAIN
 * @end_row: row after the last one, also such a multiple or the number of rows
 *
 * Fills levels 0 and 1 for a range of rows. Several threads may fill different ranges at the same time.
 */
void
tv_interval_index_fill (TvIntervalIndex *self, guint32 first_row, guint32 end_row)
{
  guint64 end_block = ((guint64) end_row + TV_INTERVAL_INDEX_GRAIN - 1) / TV_INTERVAL_INDEX_GRAIN;

  fill_rows (self, first_row, end_row);
  for (guint64 i = first_row / TV_INTERVAL_INDEX_GRAIN; self->n_levels > 1 && i < end_block; i++)
    fill_above (self, 1, (guint32) i);
}

/**
 * tv_interval_index_finish:
 * @self: an index whose rows are all filled
 *
 * Fills the levels above level 1.
 */
void
tv_interval_index_finish (TvIntervalIndex *self)
{
  for (guint level = 2; level < self->n_levels; level++)
    for (guint32 block = 0; block < self->levels[level].n; block++)
      fill_above (self, level, block);
}
