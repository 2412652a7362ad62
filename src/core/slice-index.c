/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/slice-index.h"

#include <string.h>

#define ROWS_SHIFT   8 /* rows in a block of level 0: 256 */
#define FANOUT_SHIFT 4 /* blocks of a level in a block of the next: 16 */
#define MAX_LEVELS   8

/* One level. Block b holds the longest row of each of the depths min_depth[b], min_depth[b] + 1,
 * … as longest[first[b]] … longest[first[b + 1] - 1], TV_NONE for depths between that do not
 * occur. A depth grows by at most one from row to row, so all levels together stay within a
 * small multiple of the rows however deep a trace is. */
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
  guint n_levels;
  Level levels[MAX_LEVELS];
};

static inline guint
level_shift (guint level)
{
  return ROWS_SHIFT + level * FANOUT_SHIFT;
}

static inline gboolean
is_longer (const TvSlices *slices, guint32 row, guint32 than)
{
  if (than == TV_NONE)
    return TRUE;
  if (slices->dur.narrow != NULL)
    return slices->dur.narrow[row] > slices->dur.narrow[than];
  return slices->dur.wide[row] > slices->dur.wide[than];
}

/* Opens room in the level for a block with these depths and returns it, all TV_NONE. */
static guint32 *
add_block (Level *level, gsize *allocated, guint32 block, guint32 min_depth, guint32 max_depth)
{
  gsize n = (gsize) max_depth - min_depth + 1;
  gsize first = level->first[block];

  if (first + n > *allocated)
    {
      *allocated = MAX (*allocated * 2, first + n);
      level->longest = g_renew (guint32, level->longest, *allocated);
    }
  memset (level->longest + first, 0xff, n * sizeof *level->longest);
  level->min_depth[block] = min_depth;
  level->first[block + 1] = first + n;
  return level->longest + first;
}

static void
allocate_level (Level *level, guint32 n_blocks)
{
  level->n_blocks = n_blocks;
  level->first = g_new (gsize, (gsize) n_blocks + 1);
  level->first[0] = 0;
  level->min_depth = g_new (guint32, n_blocks);
}

static void
build_rows (Level *level, const TvSlices *slices)
{
  gsize allocated = 0;

  allocate_level (level, (guint32) (((guint64) slices->n + (1 << ROWS_SHIFT) - 1) >> ROWS_SHIFT));
  for (guint32 block = 0; block < level->n_blocks; block++)
    {
      guint32 first = block << ROWS_SHIFT;
      guint32 end = (guint32) MIN ((guint64) first + (1 << ROWS_SHIFT), slices->n);
      guint32 min_depth = slices->depth[first];
      guint32 max_depth = min_depth;
      guint32 *longest;

      for (guint32 row = first + 1; row < end; row++)
        {
          min_depth = MIN (min_depth, slices->depth[row]);
          max_depth = MAX (max_depth, slices->depth[row]);
        }
      longest = add_block (level, &allocated, block, min_depth, max_depth);
      for (guint32 row = first; row < end; row++)
        {
          guint32 *best = &longest[slices->depth[row] - min_depth];

          if (is_longer (slices, row, *best))
            *best = row;
        }
    }
  level->longest = g_renew (guint32, level->longest, level->first[level->n_blocks]);
}

static void
build_above (Level *level, const Level *below, const TvSlices *slices)
{
  gsize allocated = 0;

  allocate_level (level, (below->n_blocks + (1 << FANOUT_SHIFT) - 1) >> FANOUT_SHIFT);
  for (guint32 block = 0; block < level->n_blocks; block++)
    {
      guint32 first = block << FANOUT_SHIFT;
      guint32 end = MIN (first + (1 << FANOUT_SHIFT), below->n_blocks);
      guint32 min_depth = G_MAXUINT32, max_depth = 0;
      guint32 *longest;

      for (guint32 b = first; b < end; b++)
        {
          guint32 n = (guint32) (below->first[b + 1] - below->first[b]);

          min_depth = MIN (min_depth, below->min_depth[b]);
          max_depth = MAX (max_depth, below->min_depth[b] + n - 1);
        }
      longest = add_block (level, &allocated, block, min_depth, max_depth);
      for (guint32 b = first; b < end; b++)
        for (gsize i = below->first[b]; i < below->first[b + 1]; i++)
          {
            guint32 row = below->longest[i];
            guint32 *best = &longest[below->min_depth[b] + (i - below->first[b]) - min_depth];

            if (row != TV_NONE && is_longer (slices, row, *best))
              *best = row;
          }
    }
  level->longest = g_renew (guint32, level->longest, level->first[level->n_blocks]);
}

/**
 * tv_slice_index_new:
 * @slices: the slices of a trace, which must outlive the index
 *
 * Takes one pass over the depths and durations.
 *
 * Returns: (transfer full): the index
 */
TvSliceIndex *
tv_slice_index_new (const TvSlices *slices)
{
  TvSliceIndex *self = g_new0 (TvSliceIndex, 1);

  self->slices = slices;
  if (slices->n == 0)
    return self;
  build_rows (&self->levels[0], slices);
  self->n_levels = 1;
  while (self->levels[self->n_levels - 1].n_blocks > (1 << FANOUT_SHIFT))
    {
      g_assert (self->n_levels < MAX_LEVELS);
      build_above (&self->levels[self->n_levels], &self->levels[self->n_levels - 1], slices);
      self->n_levels++;
    }
  return self;
}

void
tv_slice_index_free (TvSliceIndex *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_levels; i++)
    {
      g_free (self->levels[i].first);
      g_free (self->levels[i].min_depth);
      g_free (self->levels[i].longest);
    }
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

  for (guint i = 0; i < self->n_levels; i++)
    {
      const Level *level = &self->levels[i];

      bytes += (level->n_blocks + 1) * sizeof *level->first;
      bytes += level->n_blocks * sizeof *level->min_depth;
      bytes += level->first[level->n_blocks] * sizeof *level->longest;
    }
  return bytes;
}

static void
merge_block (const TvSliceIndex *self,
             const Level *level,
             guint32 block,
             guint32 *longest,
             guint32 n_depths)
{
  guint32 depth = level->min_depth[block];

  for (gsize i = level->first[block]; i < level->first[block + 1] && depth < n_depths; i++, depth++)
    {
      guint32 row = level->longest[i];

      if (row != TV_NONE && is_longer (self->slices, row, longest[depth]))
        longest[depth] = row;
    }
}

/**
 * tv_slice_index_find_longest:
 * @self: an index
 * @first_row: first slice
 * @end_row: the row after the last slice
 * @longest: (array length=n_depths) (inout): for every depth a slice or %TV_NONE; replaced where
 *   the run holds a longer one (of equal ones, the first stays)
 * @n_depths: depths from here on are not looked at
 *
 * Finds the longest slices in a run of rows, in time that grows with the logarithm of its length.
 */
void
tv_slice_index_find_longest (const TvSliceIndex *self,
                             guint32 first_row,
                             guint32 end_row,
                             guint32 *longest,
                             guint32 n_depths)
{
  guint64 row = first_row;

  while (row < end_row)
    {
      int level = -1;

      while (level + 1 < (int) self->n_levels)
        {
          guint64 size = G_GUINT64_CONSTANT (1) << level_shift (level + 1);

          if ((row & (size - 1)) != 0 || row + size > end_row)
            break;
          level++;
        }
      if (level >= 0)
        {
          merge_block (self, &self->levels[level], (guint32) (row >> level_shift (level)), longest,
                       n_depths);
          row += G_GUINT64_CONSTANT (1) << level_shift (level);
        }
      else
        {
          guint32 depth = self->slices->depth[row];

          if (depth < n_depths && is_longer (self->slices, (guint32) row, longest[depth]))
            longest[depth] = (guint32) row;
          row++;
        }
    }
}
