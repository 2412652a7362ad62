/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/index/slice-index-private.h"

#include <string.h>

#include "core/memory/large-block.h"
#include "core/memory/parallel.h"

/* Builds and owns all indexes of a trace: longest slices, rows by time, gaps, samples, and intervals. Created by the
 * session on a worker, and by `tracedump render`. References are counted with atomic operations. Painters and workers
 * share the index without a lock: it is immutable after tv_slice_index_new(), except that the interval index is built
 * on first use. */

/* Number of upper-level blocks that a task builds. */
#define BLOCKS_PER_TASK 256

G_STATIC_ASSERT (1 << TV_SLICE_ROWS_SHIFT <= G_MAXUINT8 + 1);
G_STATIC_ASSERT ((1 << TV_SLICE_PART_SHIFT) % TV_GAP_INDEX_GRAIN == 0);
G_STATIC_ASSERT ((1 << TV_SLICE_PART_SHIFT) % TV_ROW_FINDER_GRAIN == 0);

/* ---- Building ---- */

static void
add_block (TvSliceLevel *level, guint32 block, guint32 min_depth, guint32 n_depths)
{
  gsize first = level->first[block], end = first + n_depths;

  if (end > level->n_allocated)
    {
      level->n_allocated = MAX (level->n_allocated * 2, end);
      level->key = g_renew (gint16, level->key, level->n_allocated);
      level->child = g_renew (guint8, level->child, level->n_allocated);
    }
  level->min_depth[block] = min_depth;
  level->first[block + 1] = end;
}

static void
start_level (TvSliceLevel *level, guint32 n_blocks)
{
  level->n_blocks = n_blocks;
  level->first = g_new (gsize, (gsize) n_blocks + 1);
  level->first[0] = 0;
  level->min_depth = g_new (guint32, n_blocks);
}

static void
finish_level (TvSliceLevel *level)
{
  level->n_allocated = level->first[level->n_blocks];
  level->key = g_renew (gint16, level->key, level->n_allocated);
  level->child = g_renew (guint8, level->child, level->n_allocated);
}

static void
clear_level (TvSliceLevel *level)
{
  g_free (level->first);
  g_free (level->min_depth);
  g_free (level->key);
  g_free (level->child);
}

static gsize
get_level_bytes (const TvSliceLevel *level)
{
  return (level->n_blocks + 1) * sizeof *level->first + level->n_blocks * sizeof *level->min_depth +
         level->n_allocated * (sizeof *level->key + sizeof *level->child);
}

static void
find_depths (const guint32 *depth, guint n, guint32 *min_depth, guint32 *max_depth)
{
  guint32 min = G_MAXUINT32, max = 0;

  for (guint i = 0; i < n; i++)
    {
      min = MIN (min, depth[i]);
      max = MAX (max, depth[i]);
    }
  *min_depth = min;
  *max_depth = max;
}

/* Fills the entries of a block on level 0. @longest is a buffer with one entry per depth of the block. */
static void
fill_block (const TvSlices *slices,
            const guint32 *depths,
            guint32 first_row,
            guint n_rows,
            guint32 min_depth,
            guint32 n_depths,
            TvLongest *longest,
            gint16 *key,
            guint8 *child)
{
  for (guint32 i = 0; i < n_depths; i++)
    longest[i] = TV_LONGEST_NONE;
  for (guint32 i = 0; i < n_rows; i++)
    tv_longest_take (&longest[depths[i] - min_depth], first_row + i,
                     tv_longest_get_ticks (slices, first_row + i));
  for (guint32 i = 0; i < n_depths; i++)
    {
      key[i] = longest[i].slice != TV_NONE ? tv_slice_key_get (longest[i].ticks) : 0;
      child[i] = (guint8) (longest[i].slice - first_row);
    }
}

static void
build_part (TvSliceLevel *part, const TvSlices *slices, guint32 first_row, guint32 end_row)
{
  g_autoptr (GArray) longest = g_array_new (FALSE, FALSE, sizeof (TvLongest));

  start_level (part, (end_row - first_row + (1 << TV_SLICE_ROWS_SHIFT) - 1) >> TV_SLICE_ROWS_SHIFT);
  for (guint32 block = 0; block < part->n_blocks; block++)
    {
      guint32 row = first_row + (block << TV_SLICE_ROWS_SHIFT);
      guint n_rows = MIN (1 << TV_SLICE_ROWS_SHIFT, end_row - row);
      gsize first = part->first[block];
      guint32 depths[1 << TV_SLICE_ROWS_SHIFT], min_depth, max_depth;

      tv_number_column_read (&slices->depth, row, n_rows, depths);
      find_depths (depths, n_rows, &min_depth, &max_depth);
      add_block (part, block, min_depth, max_depth + 1 - min_depth);
      if (longest->len < max_depth + 1 - min_depth)
        g_array_set_size (longest, max_depth + 1 - min_depth);
      fill_block (slices, depths, row, n_rows, min_depth, max_depth + 1 - min_depth,
                  (TvLongest *) (gpointer) longest->data, part->key + first, part->child + first);
    }
  finish_level (part);
}

/* Returns the block with the longest slice at a depth, among the blocks of the level below that have this key. The
 * number of the block is relative to @first_below. */
static guint
find_child (const TvSliceIndex *self,
            guint level_below,
            guint32 first_below,
            guint32 end_below,
            guint32 depth,
            gint16 key)
{
  TvLongest longest = TV_LONGEST_NONE;
  guint child = 0;

  for (guint32 below = first_below; below < end_below; below++)
    {
      TvSliceBlock b = tv_slice_index_get_block (self, level_below, below);
      guint32 row;

      if (depth < b.min_depth || depth >= b.min_depth + b.n_depths ||
          b.key[depth - b.min_depth] != key)
        continue;
      row = tv_slice_index_get_row (self, level_below, below, depth);
      tv_longest_take (&longest, row, tv_longest_get_ticks (self->slices, row));
      if (longest.slice == row)
        child = below - first_below;
    }
  return child;
}

static guint32
get_end_below (const TvSliceIndex *self, guint number, guint32 block)
{
  return (guint32) MIN (((guint64) block + 1) << TV_SLICE_FANOUT_SHIFT,
                        self->levels[number - 1].n_blocks);
}

/* Computes the range of depths in a block from the corresponding blocks of the previous level. */
static void
lay_out_block (TvSliceIndex *self, guint number, guint32 block)
{
  TvSliceLevel *level = &self->levels[number];
  guint32 min_depth = G_MAXUINT32, end_depth = 0;

  for (guint32 below = block << TV_SLICE_FANOUT_SHIFT; below < get_end_below (self, number, block);
       below++)
    {
      TvSliceBlock b = tv_slice_index_get_block (self, number - 1, below);

      min_depth = MIN (min_depth, b.min_depth);
      end_depth = MAX (end_depth, b.min_depth + b.n_depths);
    }
  level->min_depth[block] = min_depth;
  level->first[block + 1] = level->first[block] + (end_depth - min_depth);
}

static void
build_block (const TvSliceIndex *self, guint number, guint32 block, GArray *scratch)
{
  const TvSliceLevel *level = &self->levels[number];
  guint32 first_below = block << TV_SLICE_FANOUT_SHIFT,
          end_below = get_end_below (self, number, block);
  gsize first = level->first[block];
  guint32 min_depth = level->min_depth[block], n = (guint32) (level->first[block + 1] - first);
  TvSliceKeys found;

  g_array_set_size (scratch, 2 * n);
  found = (TvSliceKeys){ level->key + first, (gint16 *) (gpointer) scratch->data,
                         (gint16 *) (gpointer) scratch->data + n };
  memset (found.key, 0, n * sizeof *found.key);
  memset (found.from, 0, n * sizeof *found.from);
  memset (found.is_tied, 0, n * sizeof *found.is_tied);
  for (guint32 below = first_below; below < end_below; below++)
    {
      TvSliceBlock b = tv_slice_index_get_block (self, number - 1, below);

      tv_slice_keys_merge (&found, b.min_depth - min_depth, b.key, b.n_depths,
                           (gint16) (below - first_below));
    }
  for (guint32 i = 0; i < n; i++)
    level->child[first + i] = (guint8) (found.is_tied[i] && !tv_slice_key_is_exact (found.key[i])
                                            ? find_child (self, number - 1, first_below, end_below,
                                                          min_depth + i, found.key[i])
                                            : (guint) found.from[i]);
}

/* Builds blocks of the new level. A #TvParallelTask. */
static void
build_blocks (guint task, gpointer user_data)
{
  TvSliceIndex *self = user_data;
  guint number = self->n_levels;
  guint32 first = task * BLOCKS_PER_TASK;
  guint32 end = MIN (first + BLOCKS_PER_TASK, self->levels[number].n_blocks);
  g_autoptr (GArray) scratch = g_array_new (FALSE, FALSE, sizeof (gint16));

  for (guint32 block = first; block < end; block++)
    build_block (self, number, block, scratch);
}

/* Adds a level above the current top level. */
static void
build_level (TvSliceIndex *self)
{
  guint number = self->n_levels;
  TvSliceLevel *level = &self->levels[number];

  start_level (level, (guint32) (((guint64) self->levels[number - 1].n_blocks +
                                  (1 << TV_SLICE_FANOUT_SHIFT) - 1) >>
                                 TV_SLICE_FANOUT_SHIFT));
  for (guint32 block = 0; block < level->n_blocks; block++)
    lay_out_block (self, number, block);
  level->n_allocated = level->first[level->n_blocks];
  level->key = tv_large_block_new (level->n_allocated * sizeof *level->key);
  level->child = tv_large_block_new (level->n_allocated * sizeof *level->child);
  tv_parallel_run ((level->n_blocks + BLOCKS_PER_TASK - 1) / BLOCKS_PER_TASK, build_blocks, self);
  self->n_levels++;
}

/* ---- Life cycle ---- */

static void
build_rows (guint part, gpointer user_data)
{
  TvSliceIndex *self = user_data;
  guint32 first_row = part << TV_SLICE_PART_SHIFT;
  guint64 end_row = MIN (((guint64) part + 1) << TV_SLICE_PART_SHIFT, self->slices->n);

  build_part (&self->parts[part], self->slices, first_row, (guint32) end_row);
  tv_row_finder_fill (self->rows, first_row, (guint32) end_row);
  tv_gap_index_fill (self->gaps, first_row, (guint32) end_row);
}

/**
 * tv_slice_index_new:
 *
 * Builds the index in one parallel pass over starts, depths and durations, in a small fraction of the time in which
 * the trace is loaded. The interval index is built only on first use, which takes about as long.
 *
 * Returns: (transfer full): the index
 */
TvSliceIndex *
tv_slice_index_new (TvTrace *trace)
{
  TvSliceIndex *self = g_atomic_rc_box_new0 (TvSliceIndex);
  guint64 n;

  self->trace = g_object_ref (trace);
  self->slices = tv_trace_get_slices (trace);
  self->rows = tv_row_finder_new (trace);
  self->intervals = tv_interval_index_new (trace);
  self->gaps = tv_gap_index_new (trace);
  self->samples = tv_sample_index_new (tv_trace_get_samples (trace)->value,
                                       tv_trace_get_samples (trace)->n);
  n = self->slices->n;
  if (n == 0)
    return self;
  self->n_parts = (guint32) ((n + (1 << TV_SLICE_PART_SHIFT) - 1) >> TV_SLICE_PART_SHIFT);
  self->parts = g_new0 (TvSliceLevel, self->n_parts);
  tv_parallel_run (self->n_parts, build_rows, self);
  self->levels[0].n_blocks = (guint32) ((n + (1 << TV_SLICE_ROWS_SHIFT) - 1) >>
                                        TV_SLICE_ROWS_SHIFT);
  self->n_levels = 1;
  while (self->levels[self->n_levels - 1].n_blocks > (1 << TV_SLICE_FANOUT_SHIFT))
    {
      g_assert (self->n_levels < TV_SLICE_MAX_LEVELS);
      build_level (self);
    }
  return self;
}

static void
clear (gpointer data)
{
  TvSliceIndex *self = data;

  for (guint32 i = 0; i < self->n_parts; i++)
    clear_level (&self->parts[i]);
  g_free (self->parts);
  for (guint i = 1; i < self->n_levels; i++)
    clear_level (&self->levels[i]);
  tv_row_finder_free (self->rows);
  tv_interval_index_free (self->intervals);
  tv_gap_index_free (self->gaps);
  tv_sample_index_free (self->samples);
  g_object_unref (self->trace);
}

TvSliceIndex *
tv_slice_index_ref (TvSliceIndex *self)
{
  return g_atomic_rc_box_acquire (self);
}

/* Releases a reference. May be called from any thread. */
void
tv_slice_index_unref (TvSliceIndex *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * tv_slice_index_get_bytes:
 *
 * Returns: the size in memory in bytes, including the interval index if it has been built
 */
gsize
tv_slice_index_get_bytes (const TvSliceIndex *self)
{
  gsize bytes = sizeof *self;

  for (guint32 i = 0; i < self->n_parts; i++)
    bytes += sizeof (TvSliceLevel) + get_level_bytes (&self->parts[i]);
  for (guint i = 1; i < self->n_levels; i++)
    bytes += get_level_bytes (&self->levels[i]);
  return bytes + tv_row_finder_get_bytes (self->rows) +
         tv_interval_index_get_bytes (self->intervals) + tv_gap_index_get_bytes (self->gaps) +
         tv_sample_index_get_bytes (self->samples);
}

/* Returns: (transfer none): the index for finding rows by time */
const TvRowFinder *
tv_slice_index_get_rows (const TvSliceIndex *self)
{
  return self->rows;
}

/**
 * tv_slice_index_get_intervals:
 *
 * Gets the interval index. If necessary, builds it on all processors, or waits for another thread to build it, see
 * tv_interval_index_build().
 *
 * Returns: (transfer none): the interval index
 */
const TvIntervalIndex *
tv_slice_index_get_intervals (const TvSliceIndex *self)
{
  tv_interval_index_build (self->intervals, NULL);
  return self->intervals;
}

/**
 * tv_slice_index_has_intervals:
 * @self: an index
 *
 * Returns: whether tv_slice_index_get_intervals() returns without building the index
 */
gboolean
tv_slice_index_has_intervals (const TvSliceIndex *self)
{
  return tv_interval_index_is_built (self->intervals);
}

/* Builds the interval index like tv_slice_index_get_intervals(), but can be cancelled. Returns whether the interval
 * index has been built. */
gboolean
tv_slice_index_build_intervals (const TvSliceIndex *self, GCancellable *cancellable)
{
  return tv_interval_index_build (self->intervals, cancellable);
}

/* Returns: (transfer none): the index of gaps, during which threads were off the CPU */
const TvGapIndex *
tv_slice_index_get_gaps (const TvSliceIndex *self)
{
  return self->gaps;
}

/* Returns: (transfer none): the index of the values of all counter samples */
const TvSampleIndex *
tv_slice_index_get_samples (const TvSliceIndex *self)
{
  return self->samples;
}
