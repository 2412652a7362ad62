/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The filling of the index of stretches, of which every row of a trace is a part: so most blocks are
 * looked at several rows at a time, and their rows one by one only where that does not tell. */

#include "core/stretch-index-private.h"

#include <string.h>

G_STATIC_ASSERT (TV_STRETCH_INDEX_GRAIN == TV_STRETCH_BLOCK_ROWS << TV_STRETCH_FANOUT_SHIFT);
G_STATIC_ASSERT (TV_STRETCH_BLOCK_ROWS == 16); /* of which find_long() tells, by bits */
G_STATIC_ASSERT (TV_STRETCH_BLOCK_ROWS == 1 << TV_STRETCH_ROWS_SHIFT);

/* How far above a row a call is. */
static guint
count_up (const TvSlices *slices, guint32 row, guint32 slice)
{
  guint n_up = 0;

  while (row != slice && n_up < TV_STRETCH_FAR_UP)
    {
      row = slices->parent[row];
      n_up++;
    }
  return n_up;
}

static void
set_block (TvStretchIndex *self, guint32 block, const TvLongestStretch *longest)
{
  gint64 ticks = longest->ns / self->slices->dur.unit_ns;

  if (longest->row == TV_NONE)
    self->levels[0].blocks[block] = 0;
  else
    self->levels[0].blocks[block] = tv_stretch_block (
        tv_slice_key_get (ticks), longest->row & (TV_STRETCH_BLOCK_ROWS - 1),
        count_up (self->slices, longest->row, longest->slice), tv_slice_coarse_key_get (ticks));
}

/* ---- Narrow times ---- */

/* What is known of the rows of a block at once, in ticks: until the next row starts, how long of that
 * its own call is innermost, or 0 if there may be a gap, and what is left for its callers. */
typedef struct
{
  guint32 own[TV_STRETCH_BLOCK_ROWS];
  guint32 rest[TV_STRETCH_BLOCK_ROWS];
} BlockTicks;

/* The longest stretch of some rows, in ticks, and how far above its row its call is. */
typedef struct
{
  guint32 slice;
  guint32 ticks;
  guint n_up;
} Best;

/* This and the next two are in a form of which compilers make instructions for several rows each.
 * Returns: the longest of the rows' own. */
static inline guint32
measure_block (BlockTicks *restrict ticks,
               const guint32 *restrict ts,
               const guint32 *restrict dur,
               guint32 gap_ticks)
{
  guint32 longest = 0;

  for (int i = 0; i < TV_STRETCH_BLOCK_ROWS; i++)
    {
      guint32 room = ts[i + 1] - ts[i];
      guint32 own = MIN (dur[i], room);

      own &= -(guint32) (room <= gap_ticks);
      ticks->own[i] = own;
      ticks->rest[i] = room - own;
    }
  for (int i = 0; i < TV_STRETCH_BLOCK_ROWS; i++)
    longest = MAX (longest, ticks->own[i]);
  return longest;
}

/* Which of 8 bytes are 1, as bits. */
static inline guint32
get_bits (const guint8 *bytes)
{
  guint64 all;

  memcpy (&all, bytes, sizeof all);
  return (guint32) (GUINT64_FROM_LE (all) * G_GUINT64_CONSTANT (0x0102040810204080) >> 56);
}

/* Returns: by row, which are as long as that. */
static inline guint32
find_long (const guint32 *ticks, guint32 least)
{
  guint8 is_long[TV_STRETCH_BLOCK_ROWS];

  for (int i = 0; i < TV_STRETCH_BLOCK_ROWS; i++)
    is_long[i] = ticks[i] >= least;
  return get_bits (is_long) | get_bits (is_long + 8) << 8;
}

/* A stretch in which the thread was switched away, in ticks. */
typedef struct
{
  gint64 start;
  gint64 end;
} Gap;

static Gap
get_gap (const TvStretchWalk *walk, guint32 gap)
{
  const TvTimeColumn *ts = &walk->slices->ts;
  gint64 start = G_MAXINT64;

  if (gap >= walk->end_gap)
    return (Gap){ start, start };
  start = (walk->gaps[gap].ts - ts->base_ns) / ts->unit_ns;
  return (Gap){ start, start + walk->gaps[gap].dur / ts->unit_ns };
}

/* Of all stretches of a row without a gap the longest. */
static inline Best
find_in_row (const TvSlices *slices, guint32 row)
{
  const guint32 *ts = slices->ts.narrow, *dur = slices->dur.narrow;
  gint64 end = ts[row + 1];
  gint64 at = MIN ((gint64) ts[row] + dur[row], end);
  Best best = { row, (guint32) (at - ts[row]), 0 };
  guint32 slice = slices->parent[row];

  for (guint n_up = 1; slice != TV_NONE && end - at > best.ticks; n_up++)
    {
      gint64 until = MIN ((gint64) ts[slice] + dur[slice], end);

      if (until - at > best.ticks)
        best = (Best){ slice, (guint32) (until - at), n_up };
      at = MAX (at, until);
      slice = slices->parent[slice];
    }
  return best;
}

/* The same where there are gaps; the walk is at the first of them. */
static Best
find_in_row_with_gaps (const TvStretchWalk *walk, guint32 row)
{
  const TvSlices *slices = walk->slices;
  const guint32 *ts = slices->ts.narrow, *dur = slices->dur.narrow;
  gint64 end = ts[row + 1], at = ts[row];
  guint32 slice = row, gap = walk->gap;
  Gap away = get_gap (walk, gap);
  Best best = { row, 0, 0 };

  for (guint n_up = 0; slice != TV_NONE && end - at > best.ticks; n_up++)
    {
      gint64 until = MIN ((gint64) ts[slice] + dur[slice], end);

      while (at < until)
        {
          gint64 next = MAX (at, MIN (until, away.start));

          if (next - at > best.ticks)
            best = (Best){ slice, (guint32) (next - at), n_up };
          at = next;
          if (at >= away.start)
            at = MAX (at, MIN (until, away.end));
          if (at >= away.end)
            away = get_gap (walk, ++gap);
        }
      slice = slices->parent[slice];
    }
  return best;
}

/* Fills a whole block: looks at the rows' own calls alone, then at what of others may be longer.
 * FALSE if nothing was done. */
static gboolean
fill_block (TvStretchIndex *self, TvStretchWalk *walk, guint32 row, guint32 gap_ticks)
{
  const TvSlices *slices = walk->slices;
  const guint32 *ts = slices->ts.narrow, *dur = slices->dur.narrow;
  guint32 most, first, others = 0;
  BlockTicks ticks;
  Best best;

  most = measure_block (&ticks, ts + row, dur + row, gap_ticks);
  /* Calls without a length are another matter. */
  if (most == 0)
    return FALSE;

  first = (guint32) __builtin_ctz (find_long (ticks.own, most));
  best = (Best){ row + first, most, 0 };
  for (guint32 long_ones = find_long (ticks.rest, most); long_ones != 0; long_ones &= long_ones - 1)
    {
      guint32 i = (guint32) __builtin_ctz (long_ones), other = row + i;
      gboolean has_gap = ts[other + 1] - ts[other] > gap_ticks &&
                         tv_stretch_walk_has_gap (walk, tv_slices_start (slices, other),
                                                  tv_slices_start (slices, other + 1));
      Best found = has_gap ? find_in_row_with_gaps (walk, other) : find_in_row (slices, other);

      ticks.own[i] = found.ticks;
      ticks.rest[i] = 0;
      if (found.ticks > best.ticks || (found.ticks == best.ticks && i <= first))
        {
          best = found;
          first = i;
        }
    }
  for (guint32 i = 0; i < TV_STRETCH_BLOCK_ROWS; i++)
    others = MAX (others, i != first ? MAX (ticks.own[i], ticks.rest[i]) : 0);
  self->levels[0].blocks[row >> TV_STRETCH_ROWS_SHIFT] = tv_stretch_block (
      tv_slice_key_get (best.ticks), first, best.n_up, tv_slice_coarse_key_get (others));
  return TRUE;
}

/* Fills the blocks that a run of a track's rows has as a whole, from the first on, as far as their
 * times are narrow. Returns: the row after them. */
static guint32
fill_blocks (TvStretchIndex *self, TvStretchWalk *walk, guint32 row, guint32 end_row)
{
  const TvSlices *slices = self->slices;
  guint32 gap_ticks = G_MAXUINT32;

  if (slices->ts.narrow == NULL || slices->dur.narrow == NULL ||
      slices->dur.unit_ns != slices->ts.unit_ns)
    return row;
  if (walk->end_gap > walk->gap)
    gap_ticks = (guint32) MIN (TV_GAP_NS / slices->ts.unit_ns, (gint64) G_MAXUINT32);
  /* The end of a row is the start of the next. */
  end_row = MIN (end_row, walk->end_row - 1);
  for (; row % TV_STRETCH_BLOCK_ROWS == 0 && (guint64) row + TV_STRETCH_BLOCK_ROWS <= end_row;
       row += TV_STRETCH_BLOCK_ROWS)
    if (!fill_block (self, walk, row, gap_ticks))
      break;
  return row;
}

/* ---- All ---- */

/* Fills level 0. */
static void
fill_rows (TvStretchIndex *self, guint32 first_row, guint32 end_row)
{
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, NULL);
  guint32 track = first_row < end_row ? tv_trace_find_track_at (self->trace, first_row) : 0;
  TvLongestStretch longest = TV_LONGEST_STRETCH_NONE;

  for (guint32 row = first_row; row < end_row; track++)
    {
      guint32 end = MIN (end_row, tracks[track].first_slice + tracks[track].n_slices);
      TvStretchWalk walk;

      tv_stretch_walk_init (&walk, self->trace, NULL, track);
      while (row < end)
        {
          guint32 block;
          guint64 block_end;

          row = fill_blocks (self, &walk, row, end);
          if (row == end)
            break;
          block = row >> TV_STRETCH_ROWS_SHIFT;
          block_end = ((guint64) block + 1) << TV_STRETCH_ROWS_SHIFT;
          tv_longest_stretch_take_from_rows (&longest, &walk, row, (guint32) MIN (block_end, end));
          row = (guint32) MIN (block_end, end);
          if (row == block_end || row == end_row)
            {
              set_block (self, block, &longest);
              longest = TV_LONGEST_STRETCH_NONE;
            }
        }
    }
}

/* How long the longest stretch of a block is. */
static gint64
measure_ns (const TvStretchIndex *self, guint level, guint32 block)
{
  guint32 row = tv_stretch_index_get_block (self, level, block).row;
  TvLongestStretch longest = TV_LONGEST_STRETCH_NONE;
  TvStretchWalk walk;

  tv_stretch_walk_init (&walk, self->trace, NULL, tv_trace_find_track_at (self->trace, row));
  tv_longest_stretch_take_from_rows (&longest, &walk, row, row + 1);
  return longest.ns;
}

/* Of the blocks from @number on that have the same key, the one with the longest stretch. */
static guint32
find_longest_block (const TvStretchIndex *self, guint level, guint32 number, guint32 end)
{
  const TvStretchBlock *blocks = self->levels[level].blocks;
  gint16 key = tv_stretch_block_get_key (blocks[number]);
  guint32 longest = number;
  gint64 longest_ns = -1;

  if (tv_slice_key_is_exact (key))
    return number;
  for (guint32 other = number + 1; other < end; other++)
    if (tv_stretch_block_get_key (blocks[other]) == key)
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

/* Fills a block of a level above the first. */
static void
fill_above (TvStretchIndex *self, guint level, guint32 number)
{
  const TvStretchLevel *below = &self->levels[level - 1];
  guint32 first = number << TV_STRETCH_FANOUT_SHIFT;
  guint32 end = MIN (first + TV_STRETCH_FANOUT, below->n), longest = first;
  gint16 key = tv_stretch_block_get_key (below->blocks[first]);

  for (guint32 i = first + 1; i < end; i++)
    if (tv_stretch_block_get_key (below->blocks[i]) > key)
      {
        longest = i;
        key = tv_stretch_block_get_key (below->blocks[i]);
      }
  longest = find_longest_block (self, level - 1, longest, end);
  self->levels[level].blocks[number] = tv_stretch_block (key, 0, 0, (guint8) (longest - first));
}

/**
 * tv_stretch_index_fill:
 * @self: an index
 * @first_row: first row to be filled, a multiple of %TV_STRETCH_INDEX_GRAIN
 * @end_row: the row after the last, another one or the number of rows
 *
 * Several threads may fill the index, each other rows.
 */
void
tv_stretch_index_fill (TvStretchIndex *self, guint32 first_row, guint32 end_row)
{
  guint64 end_block = ((guint64) end_row + TV_STRETCH_INDEX_GRAIN - 1) / TV_STRETCH_INDEX_GRAIN;

  fill_rows (self, first_row, end_row);
  for (guint64 i = first_row / TV_STRETCH_INDEX_GRAIN; self->n_levels > 1 && i < end_block; i++)
    fill_above (self, 1, (guint32) i);
}

/**
 * tv_stretch_index_finish:
 * @self: an index of which all rows are filled
 *
 * Makes it ready for use.
 */
void
tv_stretch_index_finish (TvStretchIndex *self)
{
  for (guint level = 2; level < self->n_levels; level++)
    for (guint32 block = 0; block < self->levels[level].n; block++)
      fill_above (self, level, block);
}
