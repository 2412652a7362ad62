/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The filling of the index of stretches, of which every row of a trace is a part: so most blocks are
 * looked at several rows at a time, and their rows one by one only where that does not tell. */

#include "core/index/stretch-index-private.h"

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

/* ---- Groups ---- */

/* Blocks that are filled together. */
#define GROUP_BLOCKS 64
#define GROUP_ROWS   (GROUP_BLOCKS * TV_STRETCH_BLOCK_ROWS)

/* So few rows are looked at one after the other. */
#define FEW_ROWS 8

/* What is known of the rows of some blocks, in ticks. From the start of the first to the end of the
 * last it is less than 2^32 ticks, so the low bits of their starts tell how far apart they are. Their
 * callers may have started long before, and last longer.
 *
 * @own: until the next row starts, how long the row's own call is innermost, or 0 if there may be a
 *   gap; of a row that is looked at, how long its longest stretch is as far as is known
 * @rest: what is left of it for the row's callers; 0 if it is looked at
 * @n_up: how far above the row the call of its longest stretch is
 * @first: the first row; not in front of these arrays, as several rows are written at once faster
 *   where the address is a multiple of 16
 *
 * @open: the rows that are looked at, all of them at once, one call of each: when one comes to an end
 *   could not be foreseen, and to be wrong about it costs more than all else
 * @n_open: how many they are
 * @slice: the next call, from the row's own upwards
 * @left: how long before the next row starts the stretch before that ended
 * @gap_start: how long before then the thread was switched away; 0 if it was not
 * @gap_end: how long before then it came back
 */
typedef struct
{
  guint32 own[GROUP_ROWS];
  guint32 rest[GROUP_ROWS];
  guint8 n_up[GROUP_ROWS];
  guint32 first;

  guint16 open[GROUP_ROWS];
  guint n_open;
  guint32 slice[GROUP_ROWS];
  guint32 left[GROUP_ROWS];
  guint32 gap_start[GROUP_ROWS];
  guint32 gap_end[GROUP_ROWS];
} Group;

/* Returns: how long the calls of a block's rows are, those that 32 bits do not hold as long as these
 * do: no row has room for more. */
static inline const guint32 *
get_durations (const TvTicks *dur, guint32 row, guint32 *clipped)
{
  const TvTickBlock *block = tv_ticks_get_block (dur, row);

  if (G_LIKELY (block->base == 0 && block->high == NULL))
    return dur->low + row;
  for (guint32 i = 0; i < TV_STRETCH_BLOCK_ROWS; i++)
    clipped[i] = (guint32) MIN (tv_ticks_get (dur, row + i), (gint64) G_MAXUINT32);
  return clipped;
}

/* This and the next two are in a form of which compilers make instructions for several rows each.
 * Returns: the longest of the rows' own. */
static inline guint32
measure_block (guint32 *restrict own,
               guint32 *restrict rest,
               const guint32 *restrict ts,
               const guint32 *restrict dur,
               guint32 gap_ticks)
{
  guint32 longest = 0;

/* Where it is unrolled first, no such instructions are made of it. */
#pragma GCC unroll 1
  for (int i = 0; i < TV_STRETCH_BLOCK_ROWS; i++)
    {
      guint32 room = ts[i + 1] - ts[i];

      own[i] = MIN (dur[i], room);
      own[i] &= -(guint32) (room <= gap_ticks);
      rest[i] = room - own[i];
    }
  for (int i = 0; i < TV_STRETCH_BLOCK_ROWS; i++)
    longest = MAX (longest, own[i]);
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

/* Opens the rows of a block of which the rest is as long as that. */
static inline void
open_long_rows (Group *self, guint block, guint32 least)
{
  guint n = self->n_open, first = block << TV_STRETCH_ROWS_SHIFT;

  for (guint i = first; i < first + TV_STRETCH_BLOCK_ROWS; i++)
    {
      self->open[n] = (guint16) i;
      n += self->rest[i] >= least;
    }
  self->n_open = n;
}

/* A stretch in which the thread was switched away, in ticks. */
typedef struct
{
  gint64 start;
  gint64 end;
} Gap;

/* When a call ends, in ticks. */
static inline gint64
get_end (const TvSlices *slices, guint32 slice)
{
  return tv_ticks_get (&slices->ts.ticks, slice) + tv_ticks_get (&slices->dur.ticks, slice);
}

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

/* Looks at a row with several gaps, of which the walk is at the first. */
static void
look_at_gaps (Group *self, const TvStretchWalk *walk, guint i)
{
  const TvSlices *slices = walk->slices;
  guint32 slice = self->first + i, gap = walk->gap, best = 0;
  gint64 end = tv_ticks_get (&slices->ts.ticks, slice + 1);
  gint64 at = tv_ticks_get (&slices->ts.ticks, slice);
  Gap away = get_gap (walk, gap);

  for (guint n_up = 0; slice != TV_NONE && end - at > best; n_up++)
    {
      gint64 until = MIN (get_end (slices, slice), end);

      while (at < until)
        {
          gint64 next = MAX (at, MIN (until, away.start));

          if (next - at > best)
            {
              best = (guint32) (next - at);
              self->n_up[i] = (guint8) MIN (n_up, TV_STRETCH_FAR_UP);
            }
          at = next;
          if (at >= away.start)
            at = MAX (at, MIN (until, away.end));
          if (at >= away.end)
            away = get_gap (walk, ++gap);
        }
      slice = slices->parent[slice];
    }
  self->own[i] = best;
}

/* Looks for gaps in an open row. Returns whether there are several, and then it was looked at. */
static gboolean
find_gap (Group *self, TvStretchWalk *walk, guint i)
{
  guint32 row = self->first + i;
  gint64 end_ns = tv_slices_start (walk->slices, row + 1);
  gint64 left = self->left[i], end;
  Gap gap;

  if (!tv_stretch_walk_has_gap (walk, tv_slices_start (walk->slices, row), end_ns))
    return FALSE;
  if (walk->gap + 1 < walk->end_gap && walk->gaps[walk->gap + 1].ts < end_ns)
    {
      look_at_gaps (self, walk, i);
      return TRUE;
    }
  gap = get_gap (walk, walk->gap);
  end = tv_ticks_get (&walk->slices->ts.ticks, row + 1);
  self->gap_start[i] = (guint32) MIN (end - gap.start, left);
  self->gap_end[i] = (guint32) CLAMP (end - gap.end, 0, left);
  return FALSE;
}

/* Makes the open rows ready to be looked at. */
static void
start_open_rows (Group *self, TvStretchWalk *walk, guint32 gap_ticks)
{
  const TvTicks *ts = &walk->slices->ts.ticks;
  guint n = 0;

  for (guint j = 0; j < self->n_open; j++)
    {
      guint16 i = self->open[j];
      guint32 row = self->first + i;

      self->slice[i] = row;
      self->left[i] = ts->low[row + 1] - ts->low[row];
      self->gap_start[i] = self->gap_end[i] = 0;
      self->own[i] = self->rest[i] = 0;
      self->open[n] = i;
      n += self->left[i] <= gap_ticks || !find_gap (self, walk, i);
    }
  self->n_open = n;
}

/* Returns: how long before the next row starts a call ends that is @row or one of its callers; from 0
 * to @left */
G_ALWAYS_INLINE static inline guint32
measure_left (const TvSlices *slices, guint32 row, guint32 slice, guint32 left, gboolean is_narrow)
{
  const TvTicks *ts = &slices->ts.ticks, *dur = &slices->dur.ticks;
  gint64 wide_left;

  if (is_narrow)
    {
      guint32 room = ts->low[row + 1] - ts->low[slice];

      return MIN (room - MIN (dur->low[slice], room), left);
    }
  wide_left = tv_ticks_get (ts, row + 1) - get_end (slices, slice);
  return (guint32) CLAMP (wide_left, 0, left);
}

/* Takes the next call of an open row, which is @n_up above it, without a branch. Returns whether that
 * of its caller may be longer. */
G_ALWAYS_INLINE static inline guint
take_call (Group *self, const TvSlices *slices, guint i, guint8 n_up, gboolean is_narrow)
{
  guint32 slice = self->slice[i], left = self->left[i];
  guint32 left_behind = measure_left (slices, self->first + i, slice, left, is_narrow);
  guint32 before = left - MIN (MAX (left_behind, self->gap_start[i]), left);
  guint32 behind = MIN (MAX (left_behind, self->gap_end[i]), left) - left_behind;
  guint32 longest = MAX (before, behind), best = self->own[i];

  self->n_up[i] ^= (self->n_up[i] ^ n_up) & -(guint8) (longest > best);
  self->own[i] = best = MAX (longest, best);
  self->left[i] = left_behind;
  self->slice[i] = slice = slices->parent[slice];
  return (slice != TV_NONE) & (left_behind > best);
}

/* Looks at all open rows. A compiler makes two of it, as @is_narrow is known where it is called. */
G_ALWAYS_INLINE static inline void
close_rows (Group *self, const TvSlices *slices, gboolean is_narrow)
{
  guint8 n_up = 0;

  for (; self->n_open > FEW_ROWS; n_up = MIN (n_up + 1, TV_STRETCH_FAR_UP))
    {
      guint n = 0;

      for (guint j = 0; j < self->n_open; j++)
        {
          guint16 i = self->open[j];

          self->open[n] = i;
          n += take_call (self, slices, i, n_up, is_narrow);
        }
      self->n_open = n;
    }
  for (guint j = 0; j < self->n_open; j++)
    for (guint8 up = n_up; take_call (self, slices, self->open[j], up, is_narrow);)
      up = MIN (up + 1, TV_STRETCH_FAR_UP);
}

/* Finds the longest stretch of a block, the first row of which is @first of the group. */
static TvStretchBlock
get_block (const Group *self, guint first)
{
  const guint32 *own = self->own + first, *rest = self->rest + first;
  guint32 most = 0, others = 0, row;

  for (int i = 0; i < TV_STRETCH_BLOCK_ROWS; i++)
    most = MAX (most, own[i]);
  row = (guint32) __builtin_ctz (find_long (own, most));
  for (guint32 i = 0; i < TV_STRETCH_BLOCK_ROWS; i++)
    others = MAX (others, i != row ? MAX (own[i], rest[i]) : 0);
  return tv_stretch_block (tv_slice_key_get (most), row, self->n_up[first + row],
                           tv_slice_coarse_key_get (others));
}

/* Fills up to @n_blocks blocks, which fit into a group: looks at the rows' own calls alone, then at
 * what of others may be longer. Returns: how many were filled; not one in which all calls have no
 * length or may have gaps, and none behind it. */
static guint
fill_group (TvStretchIndex *self,
            TvStretchWalk *walk,
            guint32 row,
            guint n_blocks,
            guint32 gap_ticks)
{
  const TvSlices *slices = walk->slices;
  TvStretchBlock *blocks = &self->levels[0].blocks[row >> TV_STRETCH_ROWS_SHIFT];
  guint n_rows = 0;
  Group group;

  group.first = row;
  group.n_open = 0;
  for (guint block = 0; block < n_blocks; block++, n_rows += TV_STRETCH_BLOCK_ROWS)
    {
      guint32 clipped[TV_STRETCH_BLOCK_ROWS], first = row + n_rows;
      guint32 most = measure_block (group.own + n_rows, group.rest + n_rows,
                                    slices->ts.ticks.low + first,
                                    get_durations (&slices->dur.ticks, first, clipped), gap_ticks);

      if (most == 0)
        break;
      __builtin_prefetch (slices->parent + first);
      open_long_rows (&group, block, most);
    }
  memset (group.n_up, 0, n_rows);
  start_open_rows (&group, walk, gap_ticks);
  if (tv_ticks_is_narrow (&slices->ts.ticks) && tv_ticks_is_narrow (&slices->dur.ticks))
    close_rows (&group, slices, TRUE);
  else
    close_rows (&group, slices, FALSE);
  for (guint i = 0; i < n_rows; i += TV_STRETCH_BLOCK_ROWS)
    *blocks++ = get_block (&group, i);
  return n_rows / TV_STRETCH_BLOCK_ROWS;
}

/* How many blocks from a row on fit into a group, up to @n_blocks, which another row follows; by
 * halves. */
static guint
count_near_blocks (const TvTicks *ts, guint32 row, guint n_blocks)
{
  gint64 start = tv_ticks_get (ts, row);

  while (tv_ticks_get (ts, row + (n_blocks << TV_STRETCH_ROWS_SHIFT)) - start > G_MAXUINT32)
    n_blocks /= 2;
  return n_blocks;
}

/* Fills the blocks that a run of a track's rows has as a whole, from the first on, up to one that
 * does not fit into a group by itself or that fill_group() leaves out. Returns: the row after them. */
static guint32
fill_blocks (TvStretchIndex *self, TvStretchWalk *walk, guint32 row, guint32 end_row)
{
  const TvSlices *slices = self->slices;
  guint32 gap_ticks = G_MAXUINT32;

  if (slices->dur.unit_ns != slices->ts.unit_ns || row % TV_STRETCH_BLOCK_ROWS != 0)
    return row;
  if (walk->end_gap > walk->gap)
    gap_ticks = (guint32) MIN (TV_GAP_NS / slices->ts.unit_ns, (gint64) G_MAXUINT32);
  /* The end of a row is the start of the next. */
  end_row = MIN (end_row, walk->end_row - 1);
  while (row < end_row && end_row - row >= TV_STRETCH_BLOCK_ROWS)
    {
      guint n_blocks = (guint) MIN ((end_row - row) >> TV_STRETCH_ROWS_SHIFT, GROUP_BLOCKS);
      guint n_near = count_near_blocks (&slices->ts.ticks, row, n_blocks);
      guint n_filled = fill_group (self, walk, row, n_near, gap_ticks);

      row += n_filled << TV_STRETCH_ROWS_SHIFT;
      if (n_filled < MAX (n_near, 1))
        break;
    }
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
