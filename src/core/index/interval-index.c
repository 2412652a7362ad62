/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The interval index is built on first use, because only the strips of the timeline need it. The first caller builds
 * it on all processors; concurrent callers wait. Owned by the slice index; searched by paint/timeline/strip-spans.c. */

#include "core/index/interval-index-private.h"

#include "core/memory/large-block.h"
#include "core/memory/parallel.h"

/* Binary logarithm of the number of rows that a task fills. Cancellation is checked between tasks. */
#define PART_SHIFT 17

G_STATIC_ASSERT ((1 << PART_SHIFT) % TV_INTERVAL_INDEX_GRAIN == 0);

G_STATIC_ASSERT (TV_INTERVAL_INDEX_GRAIN == TV_INTERVAL_BLOCK_ROWS << TV_INTERVAL_FANOUT_SHIFT);
G_STATIC_ASSERT (TV_INTERVAL_BLOCK_ROWS == 1 << TV_INTERVAL_ROWS_SHIFT);

/* Maximum number of blocks in a range that are compared one by one; in longer ranges, searching the next level is
 * faster. */
#define MAX_SCANNED 32

/* ---- Rows ---- */

/* Considers the intervals of a row that may contain a gap. Stops when the rest of the row is too short for a longer
 * interval. */
static void
take_from_row (TvLongestInterval *self,
               TvIntervalWalk *walk,
               guint32 row,
               gint64 start_ns,
               gint64 next_ns)
{
  gboolean has_any;

  if (!tv_longest_interval_is_beaten (self, row,
                                      tv_interval_walk_measure (walk, row, start_ns, next_ns)))
    return;
  has_any = tv_interval_walk_start (walk, row);
  while (has_any)
    {
      const TvInterval *interval = &walk->interval;

      if (!interval->is_away)
        tv_longest_interval_take (self, walk, row, interval->slice,
                                  interval->end_ns - interval->start_ns);
      if (!tv_longest_interval_is_beaten (self, row, next_ns - interval->end_ns))
        return;
      has_any = tv_interval_walk_next (walk);
    }
}

/* Considers the intervals of a row's callers. Stops when the rest of the row is too short for a longer interval. */
static void
take_from_callers (TvLongestInterval *self,
                   const TvIntervalWalk *walk,
                   guint32 row,
                   gint64 own_end_ns,
                   gint64 next_ns)
{
  const TvSlices *slices = walk->slices;
  guint32 slice = tv_slices_parent (slices, row), longest = TV_NONE;
  gint64 ns = own_end_ns, longest_ns = MAX (self->ns - (row < self->row), 0);

  while (slice != TV_NONE && next_ns - ns > longest_ns)
    {
      gint64 end_ns = CLAMP (tv_slices_end (slices, slice), ns, next_ns);

      longest = end_ns - ns > longest_ns ? slice : longest;
      longest_ns = MAX (longest_ns, end_ns - ns);
      ns = end_ns;
      slice = tv_slices_parent (slices, slice);
    }
  if (longest != TV_NONE)
    tv_longest_interval_take (self, walk, row, longest, longest_ns);
}

/* Returns a bit mask of the numbers in a block that are at least @min. */
static inline guint32
find_long (const gint64 *numbers, gint64 min)
{
  guint32 bits = 0;

  for (guint i = 0; i < TV_INTERVAL_BLOCK_ROWS; i++)
    bits |= (guint32) (numbers[i] >= min) << i;
  return bits;
}

/* Searches one or more rows of a block. First compares the intervals of the rows' own calls, without branches. Then
 * searches only those rows in which intervals of callers, or next to a gap, may be longer. */
static void
take_from_rows (TvLongestInterval *self, TvIntervalWalk *walk, guint32 row, guint32 end_row)
{
  const TvSlices *slices = walk->slices;
  gint64 gap_ns = walk->end_gap > walk->gap ? TV_GAP_NS : G_MAXINT64;
  gint64 start_ns[TV_INTERVAL_BLOCK_ROWS + 1], rest_ns[TV_INTERVAL_BLOCK_ROWS];
  guint32 last = end_row - 1 - row, longest = 0;
  gint64 longest_ns = -1;
  gint64 end_ns = end_row < walk->end_row ? tv_slices_start (slices, end_row) : G_MAXINT64;

  /* The loop has a constant number of iterations, so it also sets entries after the last row; these have no
   * duration. */
  for (guint32 i = 0; i <= TV_INTERVAL_BLOCK_ROWS; i++)
    {
      gint64 ns = tv_slices_start (slices, row + MIN (i, last));

      start_ns[i] = i <= last ? ns : end_ns;
    }
  for (guint32 i = 0; i < TV_INTERVAL_BLOCK_ROWS; i++)
    {
      gint64 until_next_ns = start_ns[i + 1] - start_ns[i];
      gint64 dur_ns = tv_time_column_get (&slices->dur, row + MIN (i, last));
      gint64 own_ns = until_next_ns <= gap_ns ? MIN (dur_ns, until_next_ns) : 0;
      /* An empty interval counts only if its call is empty. Entries after the last row do not count. */
      gint64 taken_ns = own_ns -
                        ((own_ns == 0) & ((dur_ns > 0) | (until_next_ns > gap_ns) | (i > last)));

      rest_ns[i] = until_next_ns - own_ns;
      longest = taken_ns > longest_ns ? i : longest;
      longest_ns = MAX (taken_ns, longest_ns);
    }
  if (longest_ns >= 0)
    tv_longest_interval_take (self, walk, row + longest, row + longest, longest_ns);
  for (guint32 bits = find_long (rest_ns, MAX (self->ns, 1)); bits != 0; bits &= bits - 1)
    {
      guint i = (guint) __builtin_ctz (bits);

      if (!tv_longest_interval_is_beaten (self, row + i, rest_ns[i]))
        continue;
      if (start_ns[i + 1] - start_ns[i] > gap_ns)
        take_from_row (self, walk, row + i, start_ns[i], start_ns[i + 1]);
      else
        take_from_callers (self, walk, row + i, start_ns[i + 1] - rest_ns[i], start_ns[i + 1]);
    }
}

/* Replaces an approximate result by the exact longest interval of its row. */
static void
settle (TvLongestInterval *self, const TvIntervalWalk *walk)
{
  TvIntervalWalk again = *walk;
  TvLongestInterval exact = TV_LONGEST_INTERVAL_NONE;

  tv_interval_walk_rewind (&again);
  take_from_rows (&exact, &again, self->row, self->row + 1);
  *self = exact;
}

/* Replaces the result by @found if that is longer, or equally long and in an earlier row. */
static void
take_found (TvLongestInterval *self, const TvIntervalWalk *walk, const TvLongestInterval *found)
{
  TvLongestInterval other = *found;

  if (!other.is_exact && other.ns <= self->ns)
    settle (&other, walk);
  if (!tv_longest_interval_is_beaten (self, other.row, other.ns))
    return;
  /* If both durations are approximate, they differ by more than the rounding error. */
  if (!self->is_exact && other.is_exact)
    {
      settle (self, walk);
      if (!tv_longest_interval_is_beaten (self, other.row, other.ns))
        return;
    }
  *self = other;
}

/**
 * tv_longest_interval_take:
 * @self: the longest interval so far
 * @walk: any walk along the track of the rows
 * @slice: innermost call in an interval of @row
 * @ns: duration of this interval
 *
 * Replaces the longest interval if the given interval is longer, or equally long and in an earlier row.
 */
void
tv_longest_interval_take (TvLongestInterval *self,
                          const TvIntervalWalk *walk,
                          guint32 row,
                          guint32 slice,
                          gint64 ns)
{
  TvLongestInterval found = { .row = row, .slice = slice, .ns = ns, .is_exact = TRUE };

  if (tv_longest_interval_is_beaten (self, row, ns))
    take_found (self, walk, &found);
}

/**
 * tv_longest_interval_get_slice:
 * @walk: any walk along the track of the interval
 *
 * Returns: the innermost call in the interval
 */
guint32
tv_longest_interval_get_slice (const TvLongestInterval *self, const TvIntervalWalk *walk)
{
  guint32 slice = self->row;

  if (self->slice != TV_NONE)
    return self->slice;
  if (self->n_up == TV_INTERVAL_FAR_UP)
    {
      TvLongestInterval exact = *self;

      settle (&exact, walk);
      return exact.slice;
    }
  for (guint i = 0; i < self->n_up; i++)
    slice = tv_slices_parent (walk->slices, slice);
  return slice;
}

/* ---- Filling blocks ---- */

/* Returns the number of levels from a row up to its direct or indirect caller @slice, at most TV_INTERVAL_FAR_UP. */
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

/* Returns an upper bound for the intervals of a row: the maximum of the call's own duration and the time that remains
 * for its callers until the next row. */
static inline gint64
get_row_max_ns (const TvIntervalWalk *walk, guint32 row)
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

  take_from_rows (&self->longest, walk, row, end_row);
  if (self->longest.row != before.row)
    self->others_ns = MAX (self->others_ns, before.ns);
  for (; row < end_row; row++)
    if (row != self->longest.row)
      self->others_ns = MAX (self->others_ns, get_row_max_ns (walk, row));
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

/* Fills the blocks of level 0 for a range of rows. */
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
  take_from_rows (&longest, &walk, row, row + 1);
  return longest.ns;
}

/* Returns the block with the longest interval among @number and all later blocks before @end with the same key. */
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

/* Fills levels 0 and 1 for a range of rows. @first_row is a multiple of %TV_INTERVAL_INDEX_GRAIN; so is @end_row,
 * unless it is the number of rows. Several threads may fill different ranges at the same time. */
static void
fill (TvIntervalIndex *self, guint32 first_row, guint32 end_row)
{
  guint64 end_block = ((guint64) end_row + TV_INTERVAL_INDEX_GRAIN - 1) / TV_INTERVAL_INDEX_GRAIN;

  fill_rows (self, first_row, end_row);
  for (guint64 i = first_row / TV_INTERVAL_INDEX_GRAIN; self->n_levels > 1 && i < end_block; i++)
    fill_above (self, 1, (guint32) i);
}

/* Fills the levels above level 1. All rows must have been filled. */
static void
finish (TvIntervalIndex *self)
{
  for (guint level = 2; level < self->n_levels; level++)
    for (guint32 block = 0; block < self->levels[level].n; block++)
      fill_above (self, level, block);
}

/* ---- Life cycle ---- */

/**
 * tv_interval_index_new:
 * @trace: a trace, which must outlive the index
 *
 * Returns: (transfer full): an empty index; tv_interval_index_build() fills it
 */
TvIntervalIndex *
tv_interval_index_new (TvTrace *trace)
{
  TvIntervalIndex *self = g_new0 (TvIntervalIndex, 1);
  guint64 n;

  g_mutex_init (&self->lock);
  self->trace = trace;
  self->slices = tv_trace_get_slices (trace);
  n = self->slices->n;
  for (guint shift = TV_INTERVAL_ROWS_SHIFT; n > 0; shift = TV_INTERVAL_FANOUT_SHIFT)
    {
      n = (n + (G_GUINT64_CONSTANT (1) << shift) - 1) >> shift;
      self->levels[self->n_levels++].n = (guint32) n;
      if (n <= TV_INTERVAL_FANOUT)
        break;
    }
  g_assert (self->n_levels <= TV_INTERVAL_MAX_LEVELS);
  return self;
}

void
tv_interval_index_free (TvIntervalIndex *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_levels; i++)
    g_free (self->levels[i].blocks);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/**
 * tv_interval_index_is_built:
 *
 * Returns: whether the index has been built and can be searched
 */
gboolean
tv_interval_index_is_built (const TvIntervalIndex *self)
{
  return g_atomic_int_get (&self->is_built);
}

typedef struct
{
  TvIntervalIndex *index;
  GCancellable *cancellable; /* (nullable) */
} Building;

/* Fills a range of rows. A #TvParallelTask. */
static void
fill_part (guint part, gpointer user_data)
{
  const Building *building = user_data;
  guint64 end_row = MIN (((guint64) part + 1) << PART_SHIFT, building->index->slices->n);

  if (!g_cancellable_is_cancelled (building->cancellable))
    fill (building->index, part << PART_SHIFT, (guint32) end_row);
}

static void
build (TvIntervalIndex *self, GCancellable *cancellable)
{
  Building building = { self, cancellable };

  for (guint i = 0; i < self->n_levels; i++)
    if (self->levels[i].blocks == NULL)
      self->levels[i].blocks = tv_large_block_new (self->levels[i].n *
                                                   sizeof *self->levels[i].blocks);
  tv_parallel_run ((guint) (((guint64) self->slices->n + (1 << PART_SHIFT) - 1) >> PART_SHIFT),
                   fill_part, &building);
  if (!g_cancellable_is_cancelled (cancellable))
    finish (self);
}

/**
 * tv_interval_index_build:
 * @cancellable: (nullable)
 *
 * Builds the index, or waits for another thread to build it. Blocks, so the main thread must not call it.
 *
 * Returns: whether the index can be searched; %FALSE if building was cancelled
 */
gboolean
tv_interval_index_build (TvIntervalIndex *self, GCancellable *cancellable)
{
  if (tv_interval_index_is_built (self))
    return TRUE;
  g_mutex_lock (&self->lock);
  if (!tv_interval_index_is_built (self))
    {
      build (self, cancellable);
      g_atomic_int_set (&self->is_built, !g_cancellable_is_cancelled (cancellable));
    }
  g_mutex_unlock (&self->lock);
  return tv_interval_index_is_built (self);
}

/**
 * tv_interval_index_get_bytes:
 *
 * Returns: the size in memory, in bytes
 */
gsize
tv_interval_index_get_bytes (const TvIntervalIndex *self)
{
  gsize bytes = sizeof *self;

  for (guint i = 0; tv_interval_index_is_built (self) && i < self->n_levels; i++)
    bytes += self->levels[i].n * sizeof *self->levels[i].blocks;
  return bytes;
}

/* ---- Search ---- */

/* Returns the maximum duration of intervals with this key; negative if the key means that there are no intervals. */
static inline gint64
get_max_ns (const TvIntervalIndex *self, gint16 key)
{
  if (key == 0)
    return G_MININT64;
  if (tv_slice_key_is_exact (key))
    return tv_interval_index_get_min_ns (self, key);
  return tv_interval_index_get_min_ns (self, key + 1) - 1;
}

/* Replaces the result by the longest interval of a block if that is longer, or equally long and in an earlier row. */
static void
take_block (const TvIntervalIndex *self,
            const TvIntervalWalk *walk,
            guint level,
            guint32 number,
            TvLongestInterval *longest)
{
  TvLongestInterval found = tv_interval_index_get_block (self, level, number);

  take_found (longest, walk, &found);
}

/* Consecutive blocks of a level, and the greatest key among them. */
typedef struct
{
  guint level;
  guint32 first;
  guint32 n;
  gint16 longest;
} Part;

/* Returns the greatest key in a range of blocks. Written so that compilers can vectorize the loop. */
static inline gint16
find_longest_key (const TvIntervalBlock *blocks, guint32 n)
{
  gint32 longest = 0;

  for (guint32 i = 0; i < n; i++)
    longest = MAX (longest, (gint32) blocks[i]);
  return tv_interval_block_get_key ((guint32) longest);
}

static inline void
add_part (const TvIntervalIndex *self,
          Part *parts,
          guint *n_parts,
          guint level,
          guint32 first,
          guint32 end)
{
  if (first < end)
    parts[(*n_parts)++] = (Part){
      level, first, end - first, find_longest_key (self->levels[level].blocks + first, end - first)
    };
}

/* Divides a range of level 0 into ranges of blocks on different levels, in any order. Returns the number of ranges. */
static inline guint
divide (const TvIntervalIndex *self, guint32 first, guint32 end, Part *parts)
{
  guint n_parts = 0, level = 0;

  while (end - first > MAX_SCANNED && level + 1 < self->n_levels)
    {
      guint32 first_above = (first + TV_INTERVAL_FANOUT - 1) >> TV_INTERVAL_FANOUT_SHIFT;
      guint32 end_above = end >> TV_INTERVAL_FANOUT_SHIFT;

      add_part (self, parts, &n_parts, level, first, first_above << TV_INTERVAL_FANOUT_SHIFT);
      add_part (self, parts, &n_parts, level, end_above << TV_INTERVAL_FANOUT_SHIFT, end);
      first = first_above;
      end = end_above;
      level++;
    }
  add_part (self, parts, &n_parts, level, first, end);
  return n_parts;
}

/* The block with the longest interval, on any level. If @key is 0, there is no such block. */
typedef struct
{
  gint16 key;
  guint8 level;
  guint32 number;
} LongestBlock;

/* Returns the first block with the key, and adds the number of blocks with the key to @n. */
static inline guint32
find_key (const TvIntervalBlock *blocks, guint32 n_blocks, gint16 key, guint *n)
{
  guint32 first = n_blocks;

  for (guint32 i = n_blocks; i-- > 0;)
    if (tv_interval_block_get_key (blocks[i]) == key)
      {
        first = i;
        (*n)++;
      }
  return first;
}

/* Returns the block with the longest interval among the blocks with the key. If several are equally long, returns the
 * first. */
static LongestBlock
settle_place (const TvIntervalIndex *self,
              const TvIntervalWalk *walk,
              const Part *parts,
              guint n_parts,
              gint16 key)
{
  LongestBlock block = { .key = key };
  TvLongestInterval longest = TV_LONGEST_INTERVAL_NONE;

  for (guint i = 0; i < n_parts; i++)
    for (guint32 j = 0; j < parts[i].n; j++)
      {
        guint32 number = parts[i].first + j, row = longest.row;

        if (tv_interval_block_get_key (self->levels[parts[i].level].blocks[number]) != key)
          continue;
        take_block (self, walk, parts[i].level, number, &longest);
        if (longest.row != row)
          block = (LongestBlock){ key, (guint8) parts[i].level, number };
      }
  return block;
}

/* Returns the block with the longest interval among those that are entirely inside a range of rows. */
static LongestBlock
find_place (const TvIntervalIndex *self,
            const TvIntervalWalk *walk,
            guint32 first_row,
            guint32 end_row)
{
  guint32 first = (guint32) (((guint64) first_row + TV_INTERVAL_BLOCK_ROWS - 1) >>
                             TV_INTERVAL_ROWS_SHIFT);
  guint32 end = end_row >> TV_INTERVAL_ROWS_SHIFT;
  Part parts[2 * TV_INTERVAL_MAX_LEVELS];
  guint n_parts, n_longest = 0;
  LongestBlock block = { .key = 0 };

  if (first >= end)
    return block;
  n_parts = divide (self, first, end, parts);
  for (guint i = 0; i < n_parts; i++)
    block.key = MAX (block.key, parts[i].longest);
  for (guint i = 0; block.key > 0 && i < n_parts; i++)
    if (parts[i].longest == block.key)
      {
        block.level = (guint8) parts[i].level;
        block.number = parts[i].first +
                       find_key (self->levels[parts[i].level].blocks + parts[i].first, parts[i].n,
                                 block.key, &n_longest);
      }
  /* Keys are rounded, and ranges are not in order. Only if the keys are exact and all blocks are in one range, the
   * first block with the greatest key is the result. */
  if (n_longest > 1 && (n_parts > 1 || !tv_slice_key_is_exact (block.key)))
    return settle_place (self, walk, parts, n_parts, block.key);
  return block;
}

/**
 * tv_interval_index_find_in_blocks:
 * @walk: any walk along the track of the rows
 * @rows: (array): @n + 1 rows in ascending order, which delimit the ranges; the last row before each delimiter is not
 *   part of a range
 * @n: number of ranges, at most %TV_INTERVAL_MAX_RUNS
 * @found: (array length=n) (out caller-allocates): the results
 *
 * For each of several ranges of rows on a track, finds the longest interval among the blocks that are entirely inside
 * the range. The time grows with the logarithm of the length of the ranges.
 */
void
tv_interval_index_find_in_blocks (const TvIntervalIndex *self,
                                  const TvIntervalWalk *walk,
                                  const guint32 *rows,
                                  guint32 n,
                                  TvLongestInterval *found)
{
  LongestBlock places[TV_INTERVAL_MAX_RUNS];
  guint top = 0;

  for (guint32 i = 0; i < n; i++)
    {
      places[i] = find_place (self, walk, rows[i], MAX (rows[i + 1], 1) - 1);
      top = MAX (top, places[i].level);
    }
  /* Descend level by level in all ranges, so that entries have been prefetched when they are read. */
  for (guint level = top; level > 0; level--)
    for (guint32 i = 0; i < n; i++)
      if (places[i].level == level)
        {
          TvIntervalBlock block = self->levels[level].blocks[places[i].number];

          places[i].level--;
          places[i].number = (places[i].number << TV_INTERVAL_FANOUT_SHIFT) +
                             tv_interval_block_get_child (block);
          __builtin_prefetch (&self->levels[level - 1].blocks[places[i].number]);
        }
  for (guint32 i = 0; i < n; i++)
    {
      found[i] = TV_LONGEST_INTERVAL_NONE;
      if (places[i].key == 0)
        continue;
      found[i] = tv_interval_index_get_block (self, 0, places[i].number);
      if (found[i].n_up > 0)
        __builtin_prefetch (&self->slices->after_parent[found[i].row]);
    }
}

/**
 * tv_interval_index_may_have:
 * @first_row: first row
 * @end_row: row after the last one, in the same block
 * @longest: the longest interval so far
 *
 * Returns: %FALSE if no interval of these rows can be longer than @longest, or equally long and in an earlier row
 */
gboolean
tv_interval_index_may_have (const TvIntervalIndex *self,
                            guint32 first_row,
                            guint32 end_row,
                            const TvLongestInterval *longest)
{
  guint32 number = first_row >> TV_INTERVAL_ROWS_SHIFT;
  TvIntervalBlock block = self->levels[0].blocks[number];
  guint32 row = (number << TV_INTERVAL_ROWS_SHIFT) + tv_interval_block_get_row (block);
  gboolean has_longest = row - first_row < end_row - first_row;
  gint64 longest_ns = get_max_ns (self, tv_interval_block_get_key (block));
  gint64 others_ns;

  if (__builtin_mul_overflow (tv_slice_coarse_key_get_max (tv_interval_block_get_others (block)),
                              self->slices->dur.unit_ns, &others_ns))
    others_ns = G_MAXINT64;
  return tv_longest_interval_is_beaten (longest, first_row, longest_ns) &
         (has_longest | tv_longest_interval_is_beaten (longest, first_row, others_ns));
}

/**
 * tv_interval_index_find_in_part:
 * @walk: a walk along the track of the rows; may be moved, but not beyond @end_row
 * @first_row: first row
 * @end_row: row after the last one, in the same block
 * @longest: (inout): the longest interval so far; replaced if these rows have a longer one, or an equally long one in
 *   an earlier row
 *
 * Searches part of a block for the longest interval.
 */
void
tv_interval_index_find_in_part (const TvIntervalIndex *self,
                                TvIntervalWalk *walk,
                                guint32 first_row,
                                guint32 end_row,
                                TvLongestInterval *longest)
{
  guint32 number = first_row >> TV_INTERVAL_ROWS_SHIFT;
  guint32 row = (number << TV_INTERVAL_ROWS_SHIFT) +
                tv_interval_block_get_row (self->levels[0].blocks[number]);

  if (!tv_interval_index_may_have (self, first_row, end_row, longest))
    return;
  if (row >= first_row && row < end_row)
    take_block (self, walk, 0, number, longest);
  else
    take_from_rows (longest, walk, first_row, end_row);
}

/**
 * tv_interval_index_is_decided:
 * @before: the longest interval in earlier blocks
 * @behind: the longest interval in later blocks
 *
 * Returns: whether no interval in the block of @row can replace @before or @behind
 */
gboolean
tv_interval_index_is_decided (const TvIntervalIndex *self,
                              guint32 row,
                              const TvLongestInterval *before,
                              const TvLongestInterval *behind)
{
  TvIntervalBlock block = self->levels[0].blocks[row >> TV_INTERVAL_ROWS_SHIFT];
  gint64 max_ns = get_max_ns (self, tv_interval_block_get_key (block));

  return (max_ns <= before->ns) & (max_ns < behind->ns);
}

/**
 * tv_interval_index_fetch:
 * @self: an index
 * @row: a row
 *
 * Prefetches the index entry of the row's block.
 */
void
tv_interval_index_fetch (const TvIntervalIndex *self, guint32 row)
{
  __builtin_prefetch (&self->levels[0].blocks[row >> TV_INTERVAL_ROWS_SHIFT]);
}

/**
 * tv_interval_index_fetch_rows:
 * @self: an index
 * @row: a row
 *
 * Prefetches the slices of the row's block.
 */
void
tv_interval_index_fetch_rows (const TvIntervalIndex *self, guint32 row)
{
  row &= ~(guint32) (TV_INTERVAL_BLOCK_ROWS - 1);
  tv_time_column_fetch (&self->slices->ts, row);
  tv_time_column_fetch (&self->slices->dur, row);
  __builtin_prefetch (&self->slices->after_parent[row]);
}
