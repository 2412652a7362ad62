/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/slice-index.h"

#include <string.h>

#include "core/parallel.h"

#define ROWS_SHIFT   7 /* rows in a block of level 0: 128 */
#define FANOUT_SHIFT 4 /* blocks of a level in a block of the next: 16 */
#define PART_SHIFT   17
#define MAX_LEVELS   8

/* Of a block of level 0 a byte tells which of its rows it is. */
#define NO_OFFSET 0xff

G_STATIC_ASSERT (1 << ROWS_SHIFT <= NO_OFFSET);
G_STATIC_ASSERT ((1 << PART_SHIFT) % TV_STRETCH_INDEX_GRAIN == 0);

/* Level 0 of some rows, on its own so that several threads can build it. Block b holds the
 * longest row of each of the depths min_depth[b], min_depth[b] + 1, … as offset[first[b]] …
 * offset[first[b + 1] - 1]; there may be none of a depth between others. A depth grows by at most
 * one from row to row, so all blocks together stay within a small multiple of the rows however
 * deep a trace is. */
typedef struct
{
  guint32 n_blocks;
  guint32 *first;
  guint32 *min_depth;
  guint8 *offset;
} Part;

/* A level above, in the same way, but with rows or TV_NONE. */
typedef struct
{
  guint32 n_blocks;
  gsize *first;
  guint32 *min_depth;
  guint32 *longest;
} Level;

struct _TvSliceIndex
{
  const TvSlices *slices;
  guint32 n_parts;
  Part *parts;
  guint n_levels; /* with that of the parts */
  Level levels[MAX_LEVELS];
  TvRowFinder *rows;
  TvStretchIndex *stretches;
  TvGapIndex *gaps;
};

static inline guint
level_shift (guint level)
{
  return ROWS_SHIFT + level * FANOUT_SHIFT;
}

/* ---- Level 0 ---- */

static void
find_depths (const guint32 *depth, guint n, guint32 *min_depth, guint32 *max_depth)
{
  guint32 min = depth[0], max = depth[0];

  for (guint i = 1; i < n; i++)
    {
      min = MIN (min, depth[i]);
      max = MAX (max, depth[i]);
    }
  *min_depth = min;
  *max_depth = max;
}

static void
fill_block (const TvSlices *slices,
            guint32 first_row,
            guint n_rows,
            guint32 min_depth,
            guint8 *offset)
{
  for (guint i = 0; i < n_rows; i++)
    {
      guint8 *best = &offset[slices->depth[first_row + i] - min_depth];
      guint8 before = *best;

      /* Without a branch: it could not be foreseen. */
      *best = tv_time_column_get (&slices->dur, first_row + i) >
                      tv_time_column_get (&slices->dur, first_row + MIN (before, i))
                  ? (guint8) i
                  : before;
      if (before == NO_OFFSET)
        *best = (guint8) i;
    }
}

static void
build_part (Part *part, const TvSlices *slices, guint32 first_row, guint32 end_row)
{
  gsize allocated = 0;

  part->n_blocks = (end_row - first_row + (1 << ROWS_SHIFT) - 1) >> ROWS_SHIFT;
  part->first = g_new (guint32, part->n_blocks + 1);
  part->min_depth = g_new (guint32, part->n_blocks);
  part->first[0] = 0;
  for (guint32 block = 0; block < part->n_blocks; block++)
    {
      guint32 row = first_row + (block << ROWS_SHIFT);
      guint n_rows = MIN (1 << ROWS_SHIFT, end_row - row);
      guint32 first = part->first[block], max_depth, n;

      find_depths (slices->depth + row, n_rows, &part->min_depth[block], &max_depth);
      n = max_depth + 1 - part->min_depth[block];
      if ((gsize) first + n > allocated)
        {
          allocated = MAX (allocated * 2, (gsize) first + n);
          part->offset = g_realloc (part->offset, allocated);
        }
      memset (part->offset + first, NO_OFFSET, n);
      fill_block (slices, row, n_rows, part->min_depth[block], part->offset + first);
      part->first[block + 1] = first + n;
    }
  part->offset = g_realloc (part->offset, part->first[part->n_blocks]);
}

/* ---- Levels above ---- */

/* Takes the block's longest into the depths that it has; @longest is that of @first_depth. */
static inline void
merge_part_block (const TvSliceIndex *self,
                  guint32 block,
                  TvLongest *longest,
                  guint32 first_depth,
                  guint32 end_depth)
{
  const Part *part = &self->parts[block >> (PART_SHIFT - ROWS_SHIFT)];
  guint32 b = block & ((1 << (PART_SHIFT - ROWS_SHIFT)) - 1);
  guint32 min_depth = part->min_depth[b];
  const guint8 *offset = part->offset + part->first[b];
  guint32 n = part->first[b + 1] - part->first[b];
  guint32 end = MIN (end_depth, min_depth + n);

  for (guint32 depth = MAX (first_depth, min_depth); depth < end; depth++)
    {
      guint8 i = offset[depth - min_depth];
      guint32 row = (block << ROWS_SHIFT) + i;

      if (i != NO_OFFSET)
        tv_longest_take (&longest[depth - first_depth], self->slices, row);
    }
}

static inline void
fetch_ticks (const TvSlices *slices, gsize row)
{
  if (slices->dur.narrow != NULL)
    __builtin_prefetch (&slices->dur.narrow[row]);
  else
    __builtin_prefetch (&slices->dur.wide[row]);
}

/* Asks for the memory that merging the block looks at: its slices lie far apart. */
static inline void
fetch_part_block (const TvSliceIndex *self, guint32 block, guint32 first_depth, guint32 end_depth)
{
  const Part *part = &self->parts[block >> (PART_SHIFT - ROWS_SHIFT)];
  guint32 b = block & ((1 << (PART_SHIFT - ROWS_SHIFT)) - 1);
  guint32 min_depth = part->min_depth[b];
  const guint8 *offset = part->offset + part->first[b];
  guint32 end = MIN (end_depth, min_depth + part->first[b + 1] - part->first[b]);

  for (guint32 depth = MAX (first_depth, min_depth); depth < end; depth++)
    fetch_ticks (self->slices, ((gsize) block << ROWS_SHIFT) + offset[depth - min_depth]);
}

static inline void
merge_level_block (const TvSliceIndex *self,
                   const Level *level,
                   guint32 block,
                   TvLongest *longest,
                   guint32 first_depth,
                   guint32 end_depth)
{
  guint32 min_depth = level->min_depth[block];
  const guint32 *rows = level->longest + level->first[block];
  guint32 n = (guint32) (level->first[block + 1] - level->first[block]);
  guint32 end = MIN (end_depth, min_depth + n);

  for (guint32 depth = MAX (first_depth, min_depth); depth < end; depth++)
    {
      guint32 row = rows[depth - min_depth];

      if (row != TV_NONE)
        tv_longest_take (&longest[depth - first_depth], self->slices, row);
    }
}

static void
merge_block (const TvSliceIndex *self,
             guint level,
             guint32 block,
             TvLongest *longest,
             guint32 first_depth,
             guint32 end_depth)
{
  if (level == 0)
    merge_part_block (self, block, longest, first_depth, end_depth);
  else
    merge_level_block (self, &self->levels[level], block, longest, first_depth, end_depth);
}

static void
get_block_depths (const TvSliceIndex *self,
                  guint level,
                  guint32 block,
                  guint32 *min_depth,
                  guint32 *end_depth)
{
  if (level == 0)
    {
      const Part *part = &self->parts[block >> (PART_SHIFT - ROWS_SHIFT)];
      guint32 b = block & ((1 << (PART_SHIFT - ROWS_SHIFT)) - 1);

      *min_depth = part->min_depth[b];
      *end_depth = *min_depth + part->first[b + 1] - part->first[b];
    }
  else
    {
      const Level *l = &self->levels[level];

      *min_depth = l->min_depth[block];
      *end_depth = *min_depth + (guint32) (l->first[block + 1] - l->first[block]);
    }
}

static void
build_level (TvSliceIndex *self, guint number)
{
  Level *level = &self->levels[number];
  guint32 n_below = self->levels[number - 1].n_blocks;
  g_autoptr (GArray) longest = g_array_new (FALSE, FALSE, sizeof (TvLongest));
  gsize allocated = 0;

  level->n_blocks = (n_below + (1 << FANOUT_SHIFT) - 1) >> FANOUT_SHIFT;
  level->first = g_new (gsize, (gsize) level->n_blocks + 1);
  level->first[0] = 0;
  level->min_depth = g_new (guint32, level->n_blocks);
  for (guint32 block = 0; block < level->n_blocks; block++)
    {
      guint32 first_below = block << FANOUT_SHIFT;
      guint32 end_below = MIN (first_below + (1 << FANOUT_SHIFT), n_below);
      guint32 min_depth = G_MAXUINT32, end_depth = 0;
      gsize first = level->first[block], n;

      for (guint32 b = first_below; b < end_below; b++)
        {
          guint32 min, end;

          get_block_depths (self, number - 1, b, &min, &end);
          min_depth = MIN (min_depth, min);
          end_depth = MAX (end_depth, end);
        }
      n = end_depth - min_depth;
      if (first + n > allocated)
        {
          allocated = MAX (allocated * 2, first + n);
          level->longest = g_renew (guint32, level->longest, allocated);
        }
      g_array_set_size (longest, (guint) n);
      for (guint i = 0; i < n; i++)
        g_array_index (longest, TvLongest, i) = TV_LONGEST_NONE;
      for (guint32 b = first_below; b < end_below; b++)
        merge_block (self, number - 1, b, (TvLongest *) (gpointer) longest->data, min_depth,
                     end_depth);
      for (guint i = 0; i < n; i++)
        level->longest[first + i] = g_array_index (longest, TvLongest, i).slice;
      level->min_depth[block] = min_depth;
      level->first[block + 1] = first + n;
    }
  level->longest = g_renew (guint32, level->longest, level->first[level->n_blocks]);
}

/* ---- The whole ---- */

static void
build_rows (guint part, gpointer user_data)
{
  TvSliceIndex *self = user_data;
  guint32 first_row = part << PART_SHIFT;
  guint64 end_row = MIN (((guint64) part + 1) << PART_SHIFT, self->slices->n);

  build_part (&self->parts[part], self->slices, first_row, (guint32) end_row);
  tv_stretch_index_fill (self->stretches, first_row, (guint32) end_row);
}

/**
 * tv_slice_index_new:
 * @trace: a trace, which must outlive the index
 *
 * Takes one pass over starts, depths and durations, on all processors; a small part of what
 * loading took.
 *
 * Returns: (transfer full): the index
 */
TvSliceIndex *
tv_slice_index_new (TvTrace *trace)
{
  TvSliceIndex *self = g_new0 (TvSliceIndex, 1);
  guint64 n;

  self->slices = tv_trace_get_slices (trace);
  self->rows = tv_row_finder_new (trace);
  self->stretches = tv_stretch_index_new (trace);
  self->gaps = tv_gap_index_new (trace);
  n = self->slices->n;
  if (n == 0)
    return self;
  self->n_parts = (guint32) ((n + (1 << PART_SHIFT) - 1) >> PART_SHIFT);
  self->parts = g_new0 (Part, self->n_parts);
  tv_parallel_run (self->n_parts, build_rows, self);
  self->levels[0].n_blocks = (guint32) ((n + (1 << ROWS_SHIFT) - 1) >> ROWS_SHIFT);
  self->n_levels = 1;
  while (self->levels[self->n_levels - 1].n_blocks > (1 << FANOUT_SHIFT))
    {
      g_assert (self->n_levels < MAX_LEVELS);
      build_level (self, self->n_levels);
      self->n_levels++;
    }
  tv_stretch_index_finish (self->stretches);
  return self;
}

void
tv_slice_index_free (TvSliceIndex *self)
{
  if (self == NULL)
    return;
  for (guint32 i = 0; i < self->n_parts; i++)
    {
      g_free (self->parts[i].first);
      g_free (self->parts[i].min_depth);
      g_free (self->parts[i].offset);
    }
  g_free (self->parts);
  for (guint i = 1; i < self->n_levels; i++)
    {
      g_free (self->levels[i].first);
      g_free (self->levels[i].min_depth);
      g_free (self->levels[i].longest);
    }
  tv_row_finder_free (self->rows);
  tv_stretch_index_free (self->stretches);
  tv_gap_index_free (self->gaps);
  g_free (self);
}

/**
 * tv_slice_index_get_bytes:
 * @self: an index
 *
 * Returns: the memory it takes
 */
gsize
tv_slice_index_get_bytes (const TvSliceIndex *self)
{
  gsize bytes = sizeof *self;

  for (guint32 i = 0; i < self->n_parts; i++)
    {
      const Part *part = &self->parts[i];

      bytes += sizeof *part + (part->n_blocks + 1) * sizeof *part->first +
               part->n_blocks * sizeof *part->min_depth + part->first[part->n_blocks];
    }
  for (guint i = 1; i < self->n_levels; i++)
    {
      const Level *level = &self->levels[i];

      bytes += (level->n_blocks + 1) * sizeof *level->first +
               level->n_blocks * sizeof *level->min_depth +
               level->first[level->n_blocks] * sizeof *level->longest;
    }
  return bytes + tv_row_finder_get_bytes (self->rows) +
         tv_stretch_index_get_bytes (self->stretches) + tv_gap_index_get_bytes (self->gaps);
}

/* The finder of rows by time: (transfer none). */
const TvRowFinder *
tv_slice_index_get_rows (const TvSliceIndex *self)
{
  return self->rows;
}

/* The index of innermost calls: (transfer none). */
const TvStretchIndex *
tv_slice_index_get_stretches (const TvSliceIndex *self)
{
  return self->stretches;
}

/* The index of stretches that threads were switched away in: (transfer none). */
const TvGapIndex *
tv_slice_index_get_gaps (const TvSliceIndex *self)
{
  return self->gaps;
}

/**
 * tv_slice_index_find_longest:
 * @self: an index
 * @first_row: first slice
 * @end_row: the row after the last slice
 * @longest: (array) (inout): for every depth from @first_depth on the longest of slices before;
 *   replaced where the run holds a longer one (of equal ones, the first stays)
 * @first_depth: depths before are not looked at
 * @end_depth: nor are those from here on
 *
 * Finds the longest slices in a run of rows, in time that grows with the logarithm of its length.
 */
void
tv_slice_index_find_longest (const TvSliceIndex *self,
                             guint32 first_row,
                             guint32 end_row,
                             TvLongest *longest,
                             guint32 first_depth,
                             guint32 end_depth)
{
  const guint32 *depths = self->slices->depth;
  guint64 row = first_row;

  while (row < end_row)
    {
      guint64 block_end = ((row >> ROWS_SHIFT) + 1) << ROWS_SHIFT;
      guint level = 0;

      if ((row & ((1 << ROWS_SHIFT) - 1)) != 0 || block_end > end_row)
        {
          for (block_end = MIN (block_end, end_row); row < block_end; row++)
            {
              guint32 depth = depths[row];

              if (depth >= first_depth && depth < end_depth)
                tv_longest_take (&longest[depth - first_depth], self->slices, (guint32) row);
            }
          continue;
        }
      while (level + 1 < self->n_levels)
        {
          guint64 size = G_GUINT64_CONSTANT (1) << level_shift (level + 1);

          if ((row & (size - 1)) != 0 || row + size > end_row)
            break;
          level++;
        }
      merge_block (self, level, (guint32) (row >> level_shift (level)), longest, first_depth,
                   end_depth);
      row += G_GUINT64_CONSTANT (1) << level_shift (level);
    }
}

/**
 * tv_slice_index_fetch:
 * @self: an index
 * @first_row: first slice
 * @end_row: the row after the last slice
 * @first_depth: first depth
 * @end_depth: depth after the last
 *
 * Asks for the memory that finding the longest of these will look at: it lies far apart, and
 * comes while something else is done.
 */
void
tv_slice_index_fetch (const TvSliceIndex *self,
                      guint32 first_row,
                      guint32 end_row,
                      guint32 first_depth,
                      guint32 end_depth)
{
  guint64 first_block = ((guint64) first_row + (1 << ROWS_SHIFT) - 1) >> ROWS_SHIFT;
  guint64 end_block = end_row >> ROWS_SHIFT;

  /* Of the blocks at both ends, the rows. */
  for (guint64 row = first_row; row < MIN (first_block << ROWS_SHIFT, end_row); row += 16)
    {
      __builtin_prefetch (&self->slices->depth[row]);
      fetch_ticks (self->slices, row);
    }
  for (guint64 row = MAX (end_block << ROWS_SHIFT, first_row); row < end_row; row += 16)
    {
      __builtin_prefetch (&self->slices->depth[row]);
      fetch_ticks (self->slices, row);
    }
  /* Many are left to the levels above. */
  if (end_block > first_block + (2 << FANOUT_SHIFT))
    return;
  for (guint64 block = first_block; block < end_block; block++)
    fetch_part_block (self, (guint32) block, first_depth, end_depth);
}
