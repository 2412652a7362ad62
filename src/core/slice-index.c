/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/slice-index.h"

#include <string.h>

#include "core/parallel.h"
#include "core/slice-keys.h"

#define ROWS_SHIFT   8 /* rows in a block of level 0: 256 */
#define FANOUT_SHIFT 3 /* blocks of a level in a block of the next: 8 */
#define PART_SHIFT   17
#define MAX_LEVELS   10
#define MAX_VISITED  (2 * MAX_LEVELS << FANOUT_SHIFT) /* blocks that a run of rows is made of */

/* Of levels above the first, what a thread builds at a time. */
#define BLOCKS_PER_TASK 256

/* So many depths are looked at together, so that what is found stays close. */
#define DEPTHS_AT_ONCE 64

G_STATIC_ASSERT (1 << ROWS_SHIFT <= G_MAXUINT8 + 1);
G_STATIC_ASSERT ((1 << PART_SHIFT) % TV_STRETCH_INDEX_GRAIN == 0);
G_STATIC_ASSERT ((1 << PART_SHIFT) % TV_GAP_INDEX_GRAIN == 0);
G_STATIC_ASSERT ((1 << PART_SHIFT) % TV_ROW_FINDER_GRAIN == 0);

/* Blocks of a level. Block b has the depths min_depth[b], min_depth[b] + 1, …; what is known of
 * them is at first[b] … first[b + 1] - 1: how long the longest slice is, as a key, or 0 if there
 * is none; and which row of the block it is, or which block of the level below has it. A depth
 * grows by at most one from row to row, so all blocks together stay within a small multiple of
 * the rows however deep a trace is. */
typedef struct
{
  guint32 n_blocks;
  gsize *first;
  guint32 *min_depth;
  gint16 *key;
  guint8 *child;
  gsize n_allocated;
} Level;

struct _TvSliceIndex
{
  const TvSlices *slices;
  guint32 n_parts;
  Level *parts; /* of level 0, each on its own so that several threads can build them */
  guint n_levels;
  Level levels[MAX_LEVELS]; /* of that of the parts only the number of blocks */
  TvRowFinder *rows;
  TvStretchIndex *stretches;
  TvGapIndex *gaps;
};

/* One block. */
typedef struct
{
  guint32 min_depth;
  guint32 n_depths;
  const gint16 *key;
  const guint8 *child;
} Block;

static inline guint
level_shift (guint level)
{
  return ROWS_SHIFT + level * FANOUT_SHIFT;
}

static inline Block
get_block (const TvSliceIndex *self, guint level, guint32 block)
{
  const Level *l = &self->levels[level];
  gsize first;

  if (level == 0)
    {
      l = &self->parts[block >> (PART_SHIFT - ROWS_SHIFT)];
      block &= (1 << (PART_SHIFT - ROWS_SHIFT)) - 1;
    }
  first = l->first[block];
  return (Block){ l->min_depth[block], (guint32) (l->first[block + 1] - first), l->key + first,
                  l->child + first };
}

/* The row that a block's key is of. */
static guint32
get_row (const TvSliceIndex *self, guint level, guint32 block, guint32 depth)
{
  for (;; level--)
    {
      Block b = get_block (self, level, block);
      guint8 child = b.child[depth - b.min_depth];

      if (level == 0)
        return (block << ROWS_SHIFT) + child;
      block = (block << FANOUT_SHIFT) + child;
    }
}

/* Takes a slice that may be longer than its key tells the best to be. */
static void
consider (TvLongest *longest, const TvSlices *slices, guint32 row, gint64 ticks)
{
  if (longest->slice != TV_NONE)
    longest->ticks = tv_longest_get_ticks (slices, longest->slice);
  if (ticks > longest->ticks || (ticks == longest->ticks && row < longest->slice))
    *longest = (TvLongest){ row, ticks };
}

/* ---- Building ---- */

static void
add_block (Level *level, guint32 block, guint32 min_depth, guint32 n_depths)
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
start_level (Level *level, guint32 n_blocks)
{
  level->n_blocks = n_blocks;
  level->first = g_new (gsize, (gsize) n_blocks + 1);
  level->first[0] = 0;
  level->min_depth = g_new (guint32, n_blocks);
}

static void
finish_level (Level *level)
{
  level->n_allocated = level->first[level->n_blocks];
  level->key = g_renew (gint16, level->key, level->n_allocated);
  level->child = g_renew (guint8, level->child, level->n_allocated);
}

static void
clear_level (Level *level)
{
  g_free (level->first);
  g_free (level->min_depth);
  g_free (level->key);
  g_free (level->child);
}

static gsize
get_level_bytes (const Level *level)
{
  return (level->n_blocks + 1) * sizeof *level->first + level->n_blocks * sizeof *level->min_depth +
         level->n_allocated * (sizeof *level->key + sizeof *level->child);
}

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

/* @longest has room for the block's depths. */
static void
fill_block (const TvSlices *slices,
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
  for (guint32 row = first_row; row < first_row + n_rows; row++)
    tv_longest_take (&longest[slices->depth[row] - min_depth], row,
                     tv_longest_get_ticks (slices, row));
  for (guint32 i = 0; i < n_depths; i++)
    {
      key[i] = longest[i].slice != TV_NONE ? tv_slice_key_get (longest[i].ticks) : 0;
      child[i] = (guint8) (longest[i].slice - first_row);
    }
}

static void
build_part (Level *part, const TvSlices *slices, guint32 first_row, guint32 end_row)
{
  g_autoptr (GArray) longest = g_array_new (FALSE, FALSE, sizeof (TvLongest));

  start_level (part, (end_row - first_row + (1 << ROWS_SHIFT) - 1) >> ROWS_SHIFT);
  for (guint32 block = 0; block < part->n_blocks; block++)
    {
      guint32 row = first_row + (block << ROWS_SHIFT);
      guint n_rows = MIN (1 << ROWS_SHIFT, end_row - row);
      gsize first = part->first[block];
      guint32 min_depth, max_depth;

      find_depths (slices->depth + row, n_rows, &min_depth, &max_depth);
      add_block (part, block, min_depth, max_depth + 1 - min_depth);
      if (longest->len < max_depth + 1 - min_depth)
        g_array_set_size (longest, max_depth + 1 - min_depth);
      fill_block (slices, row, n_rows, min_depth, max_depth + 1 - min_depth,
                  (TvLongest *) (gpointer) longest->data, part->key + first, part->child + first);
    }
  finish_level (part);
}

/* Of the blocks below that have the same key, the one whose slice is the longest. */
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
      Block b = get_block (self, level_below, below);
      guint32 row;

      if (depth < b.min_depth || depth >= b.min_depth + b.n_depths ||
          b.key[depth - b.min_depth] != key)
        continue;
      row = get_row (self, level_below, below, depth);
      tv_longest_take (&longest, row, tv_longest_get_ticks (self->slices, row));
      if (longest.slice == row)
        child = below - first_below;
    }
  return child;
}

static guint32
get_end_below (const TvSliceIndex *self, guint number, guint32 block)
{
  return (guint32) MIN (((guint64) block + 1) << FANOUT_SHIFT, self->levels[number - 1].n_blocks);
}

/* Which depths a block has follows from those below. */
static void
lay_out_block (TvSliceIndex *self, guint number, guint32 block)
{
  Level *level = &self->levels[number];
  guint32 min_depth = G_MAXUINT32, end_depth = 0;

  for (guint32 below = block << FANOUT_SHIFT; below < get_end_below (self, number, block); below++)
    {
      Block b = get_block (self, number - 1, below);

      min_depth = MIN (min_depth, b.min_depth);
      end_depth = MAX (end_depth, b.min_depth + b.n_depths);
    }
  level->min_depth[block] = min_depth;
  level->first[block + 1] = level->first[block] + (end_depth - min_depth);
}

static void
build_block (const TvSliceIndex *self, guint number, guint32 block, GArray *scratch)
{
  const Level *level = &self->levels[number];
  guint32 first_below = block << FANOUT_SHIFT, end_below = get_end_below (self, number, block);
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
      Block b = get_block (self, number - 1, below);

      tv_slice_keys_merge (&found, b.min_depth - min_depth, b.key, b.n_depths,
                           (gint16) (below - first_below));
    }
  for (guint32 i = 0; i < n; i++)
    level->child[first + i] = (guint8) (found.is_tied[i] && !tv_slice_key_is_exact (found.key[i])
                                            ? find_child (self, number - 1, first_below, end_below,
                                                          min_depth + i, found.key[i])
                                            : (guint) found.from[i]);
}

/* A #TvParallelTask. */
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

/* Adds a level above those there are. */
static void
build_level (TvSliceIndex *self)
{
  guint number = self->n_levels;
  Level *level = &self->levels[number];

  start_level (level,
               (guint32) (((guint64) self->levels[number - 1].n_blocks + (1 << FANOUT_SHIFT) - 1) >>
                          FANOUT_SHIFT));
  for (guint32 block = 0; block < level->n_blocks; block++)
    lay_out_block (self, number, block);
  level->n_allocated = level->first[level->n_blocks];
  level->key = g_new (gint16, level->n_allocated);
  level->child = g_new (guint8, level->n_allocated);
  tv_parallel_run ((level->n_blocks + BLOCKS_PER_TASK - 1) / BLOCKS_PER_TASK, build_blocks, self);
  self->n_levels++;
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
  tv_row_finder_fill (self->rows, first_row, (guint32) end_row);
  tv_gap_index_fill (self->gaps, first_row, (guint32) end_row);
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
  self->parts = g_new0 (Level, self->n_parts);
  tv_parallel_run (self->n_parts, build_rows, self);
  self->levels[0].n_blocks = (guint32) ((n + (1 << ROWS_SHIFT) - 1) >> ROWS_SHIFT);
  self->n_levels = 1;
  while (self->levels[self->n_levels - 1].n_blocks > (1 << FANOUT_SHIFT))
    {
      g_assert (self->n_levels < MAX_LEVELS);
      build_level (self);
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
    clear_level (&self->parts[i]);
  g_free (self->parts);
  for (guint i = 1; i < self->n_levels; i++)
    clear_level (&self->levels[i]);
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
    bytes += sizeof (Level) + get_level_bytes (&self->parts[i]);
  for (guint i = 1; i < self->n_levels; i++)
    bytes += get_level_bytes (&self->levels[i]);
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

/* ---- Searching ---- */

typedef struct
{
  guint level;
  guint32 block;
} Visit;

/* The blocks that a run of rows is made of, from left to right; both ends are those of blocks of
 * level 0. */
static guint
collect_blocks (const TvSliceIndex *self, guint64 row, guint64 end_row, Visit *visits)
{
  guint n = 0;

  while (row < end_row)
    {
      guint level = 0;

      while (level + 1 < self->n_levels)
        {
          guint64 size = G_GUINT64_CONSTANT (1) << level_shift (level + 1);

          if ((row & (size - 1)) != 0 || row + size > end_row)
            break;
          level++;
        }
      visits[n++] = (Visit){ level, (guint32) (row >> level_shift (level)) };
      row += G_GUINT64_CONSTANT (1) << level_shift (level);
    }
  return n;
}

/* Of all visited slices with one key, from the first that has it, the longest. */
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
      Block b = get_block (self, visits[i].level, visits[i].block);

      if (depth >= b.min_depth && depth < b.min_depth + b.n_depths &&
          b.key[depth - b.min_depth] == key)
        {
          guint32 row = get_row (self, visits[i].level, visits[i].block, depth);

          consider (longest, self->slices, row, tv_longest_get_ticks (self->slices, row));
        }
    }
}

/* At most DEPTHS_AT_ONCE depths. */
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
      Block b = get_block (self, visits[i].level, visits[i].block);
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
      longest[i] = (TvLongest){ get_row (self, visits[from[i]].level, visits[from[i]].block,
                                         first_depth + i),
                                tv_slice_key_get_least (key[i]) };
}

/* The rows of parts of blocks, one by one: few of them are longer than what is found. @margin is 1
 * for rows before those that were looked at, which are taken even if they are as long. */
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
      guint32 depth = slices->depth[row] - first_depth;
      gint64 ticks = tv_longest_get_ticks (slices, row);

      if (depth < n_depths && ticks + margin > longest[depth].ticks)
        consider (&longest[depth], slices, row, ticks);
    }
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
  const guint64 mask = (1 << ROWS_SHIFT) - 1;
  guint64 first_block = MIN (((guint64) first_row + mask) & ~mask, end_row);
  guint64 end_block = MAX (end_row & ~mask, first_block);
  Visit visits[MAX_VISITED];
  guint n_visits = collect_blocks (self, first_block, end_block, visits);

  /* The blocks first: they leave less to be looked at in the rows. */
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
 * @self: an index
 * @row: where a run of rows ends and the next one begins
 *
 * Asks for the memory that finding the longest of these runs will look at: it comes while
 * something else is done.
 */
void
tv_slice_index_fetch (const TvSliceIndex *self, guint32 row)
{
  const TvSlices *slices = self->slices;
  gsize first = row & ~(guint32) ((1 << ROWS_SHIFT) - 1);

  if (row == first)
    return;
  for (guint i = 0; i < 1 << ROWS_SHIFT; i += 16)
    {
      __builtin_prefetch (&slices->depth[first + i]);
      if (slices->dur.narrow != NULL)
        __builtin_prefetch (&slices->dur.narrow[first + i]);
      else
        {
          __builtin_prefetch (&slices->dur.wide[first + i]);
          __builtin_prefetch (&slices->dur.wide[first + i + 8]);
        }
    }
}
