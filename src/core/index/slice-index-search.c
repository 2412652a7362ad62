/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/index/slice-index-private.h"

/* Searches the slice index, see slice-index.h: divides a range of rows into blocks of all levels, and finds the
 * longest slice per depth. Called by the timeline's painter (paint/timeline/spans.c) and by
 * analysis/system/slice-steps.c. Pure: any threads may search at the same time. */

/* Maximum number of blocks into which a range of rows is divided. */
#define MAX_VISITED (2 * TV_SLICE_MAX_LEVELS << TV_SLICE_FANOUT_SHIFT)

/* Number of depths that are searched together; small enough that the results stay in the cache. */
#define DEPTHS_AT_ONCE 64

/* Replaces the longest slice if another one is longer. Before that, replaces the stored duration, which may be
 * rounded, by the exact one. */
static void
consider (TvLongest *longest, const TvSlices *slices, guint32 row, gint64 ticks)
{
  if (longest->slice != TV_NONE)
    longest->ticks = tv_longest_get_ticks (slices, longest->slice);
  if (ticks > longest->ticks || (ticks == longest->ticks && row < longest->slice))
    *longest = (TvLongest){ row, ticks };
}

typedef struct
{
  guint level;
  guint32 block;
} Visit;

/* Divides a range of rows into as few blocks as possible, from left to right. Both ends must be block boundaries of
 * level 0. Returns the number of blocks. */
static guint
collect_blocks (const TvSliceIndex *self, guint64 row, guint64 end_row, Visit *visits)
{
  guint n = 0;

  while (row < end_row)
    {
      guint level = 0;

      while (level + 1 < self->n_levels)
        {
          guint64 size = G_GUINT64_CONSTANT (1) << tv_slice_level_shift (level + 1);

          if ((row & (size - 1)) != 0 || row + size > end_row)
            break;
          level++;
        }
      visits[n++] = (Visit){ level, (guint32) (row >> tv_slice_level_shift (level)) };
      row += G_GUINT64_CONSTANT (1) << tv_slice_level_shift (level);
    }
  return n;
}

/* Considers the longest slices of those blocks, from @first on, that have this key at a depth. */
static void
consider_visited (const TvSliceIndex *self,
                  const Visit *visits,
                  guint first,
                  guint n,
                  guint32 depth,
                  gint16 key,
                  TvLongest *longest)
{
  for (guint i = first; i < n; i++)
    {
      TvSliceBlock b = tv_slice_index_get_block (self, visits[i].level, visits[i].block);

      if (depth >= b.min_depth && depth < b.min_depth + b.n_depths &&
          b.key[depth - b.min_depth] == key)
        {
          guint32 row = tv_slice_index_get_row (self, visits[i].level, visits[i].block, depth);

          consider (longest, self->slices, row, tv_longest_get_ticks (self->slices, row));
        }
    }
}

/* Finds the longest slices in blocks, for at most DEPTHS_AT_ONCE depths. Reads the slices themselves only if rounded
 * durations are equal. */
static void
find_in_blocks (const TvSliceIndex *self,
                const Visit *visits,
                guint n_visits,
                TvLongest *longest,
                guint32 first_depth,
                guint32 end_depth)
{
  gint16 key[DEPTHS_AT_ONCE], from[DEPTHS_AT_ONCE], is_tied[DEPTHS_AT_ONCE];
  const TvSliceKeys found = { key, from, is_tied };
  guint32 n_depths = end_depth - first_depth;

  for (guint32 i = 0; i < n_depths; i++)
    {
      key[i] = longest[i].slice != TV_NONE ? tv_slice_key_get (longest[i].ticks) : 0;
      from[i] = -1;
      is_tied[i] = FALSE;
    }
  for (guint i = 0; i < n_visits; i++)
    {
      TvSliceBlock b = tv_slice_index_get_block (self, visits[i].level, visits[i].block);
      guint32 first = MAX (first_depth, b.min_depth);
      guint32 end = MIN (end_depth, b.min_depth + b.n_depths);

      if (first < end)
        tv_slice_keys_merge (&found, first - first_depth, b.key + (first - b.min_depth),
                             end - first, (gint16) i);
    }
  for (guint32 i = 0; i < n_depths; i++)
    if (is_tied[i] && !tv_slice_key_is_exact (key[i]))
      consider_visited (self, visits, (guint) MAX (from[i], 0), n_visits, first_depth + i, key[i],
                        &longest[i]);
    else if (from[i] >= 0)
      longest[i] = (TvLongest){ tv_slice_index_get_row (self, visits[from[i]].level,
                                                        visits[from[i]].block, first_depth + i),
                                tv_slice_key_get_min (key[i]) };
}

/* Searches the rows of partial blocks one by one; few of them are longer than the longest slice so far. Of equally
 * long slices, the earlier one wins: @margin is 1 for rows before the searched blocks, and 0 for rows after them. */
static void
find_in_rows (const TvSliceIndex *self,
              guint32 row,
              guint32 end_row,
              TvLongest *longest,
              guint32 first_depth,
              guint32 n_depths,
              gint64 margin)
{
  const TvSlices *slices = self->slices;

  for (; row < end_row; row++)
    {
      guint32 depth = tv_slices_depth (slices, row) - first_depth;
      gint64 ticks = tv_longest_get_ticks (slices, row);

      if (depth < n_depths && ticks + margin > longest[depth].ticks)
        consider (&longest[depth], slices, row, ticks);
    }
}

/**
 * tv_slice_index_find_longest:
 * @first_row: row of the first slice
 * @end_row: row after the last slice
 * @longest: (array) (inout): for each depth from @first_depth on, the longest slice so far; replaced if the range
 *   contains a longer one, or an equally long one in an earlier row
 * @first_depth: first depth to search
 * @end_depth: depth after the last one to search
 *
 * Finds the longest slices in a range of rows. The time grows with the logarithm of the length of the range.
 */
void
tv_slice_index_find_longest (const TvSliceIndex *self,
                             guint32 first_row,
                             guint32 end_row,
                             TvLongest *longest,
                             guint32 first_depth,
                             guint32 end_depth)
{
  const guint64 mask = (1 << TV_SLICE_ROWS_SHIFT) - 1;
  guint64 first_block = MIN (((guint64) first_row + mask) & ~mask, end_row);
  guint64 end_block = MAX (end_row & ~mask, first_block);
  Visit visits[MAX_VISITED];
  guint n_visits = collect_blocks (self, first_block, end_block, visits);

  /* Search the blocks first, so that few single rows need to be compared. */
  for (guint32 depth = first_depth; n_visits > 0 && depth < end_depth; depth += DEPTHS_AT_ONCE)
    find_in_blocks (self, visits, n_visits, longest + (depth - first_depth), depth,
                    MIN (depth + DEPTHS_AT_ONCE, end_depth));
  find_in_rows (self, first_row, (guint32) first_block, longest, first_depth,
                end_depth - first_depth, 1);
  find_in_rows (self, (guint32) end_block, end_row, longest, first_depth, end_depth - first_depth,
                0);
}

/**
 * tv_slice_index_fetch:
 * @row: boundary between two ranges of rows
 *
 * Prefetches the memory that a search near this boundary needs.
 */
void
tv_slice_index_fetch (const TvSliceIndex *self, guint32 row)
{
  const TvSlices *slices = self->slices;
  gsize first = row & ~(guint32) ((1 << TV_SLICE_ROWS_SHIFT) - 1);

  if (row == first)
    return;
  for (guint i = 0; i < 1 << TV_SLICE_ROWS_SHIFT; i += 16)
    {
      tv_number_column_fetch (&slices->depth, (guint32) first + i);
      tv_time_column_fetch (&slices->dur, (guint32) first + i);
    }
}
