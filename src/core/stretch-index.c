/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "core/stretch-index.h"

#include <string.h>

#define ROWS_SHIFT   5 /* rows in a block of level 0: 32 */
#define FANOUT_SHIFT 4 /* blocks of a level in a block of the next: 16 */
#define MAX_LEVELS   8

#define NO_CHILD 0xff

#define ROWS_IN_LINE 16 /* of a narrow column, in a line of the cache */

G_STATIC_ASSERT (TV_STRETCH_INDEX_GRAIN == 1 << ROWS_SHIFT);
G_STATIC_ASSERT (1 << ROWS_SHIFT == 32); /* the bits of a word, by row */

/* A stretch is no longer than its call: it fits where durations do. */
typedef struct
{
  guint32 n_blocks;
  guint8 *child;   /* the row or block that has it, or NO_CHILD */
  guint32 *narrow; /* (nullable): its length in ticks */
  gint64 *wide;    /* (nullable): the same, if durations do not fit into 32 bits */
} Level;

struct _TvStretchIndex
{
  TvTrace *trace;
  const TvSlices *slices;
  guint32 *slice; /* by block of level 0: the call of its longest stretch */
  guint n_levels;
  Level levels[MAX_LEVELS];
};

static inline guint
level_shift (guint level)
{
  return ROWS_SHIFT + level * FANOUT_SHIFT;
}

/* How long the longest stretch of a block is, or -1. */
static inline gint64
get_block_ns (const TvStretchIndex *self, guint level, guint32 block)
{
  const Level *l = &self->levels[level];

  if (l->child[block] == NO_CHILD)
    return -1;
  return (l->narrow != NULL ? (gint64) l->narrow[block] : l->wide[block]) *
         self->slices->dur.unit_ns;
}

static TvLongestStretch
get_block (const TvStretchIndex *self, guint level, guint32 block)
{
  gint64 ns = get_block_ns (self, level, block);

  for (; level > 0; level--)
    block = (block << FANOUT_SHIFT) + self->levels[level].child[block];
  return (TvLongestStretch){ (block << ROWS_SHIFT) + self->levels[0].child[block],
                             self->slice[block], ns };
}

static void
set_block (TvStretchIndex *self, guint level, guint32 block, guint child, gint64 ns)
{
  Level *l = &self->levels[level];
  gint64 ticks = ns > 0 ? ns / self->slices->dur.unit_ns : 0;

  l->child[block] = ns < 0 ? NO_CHILD : (guint8) child;
  if (l->narrow != NULL)
    l->narrow[block] = (guint32) ticks;
  else
    l->wide[block] = ticks;
}

/**
 * tv_stretch_index_new:
 * @trace: a trace, which must outlive the index
 *
 * Returns: (transfer full): an index to be filled
 */
TvStretchIndex *
tv_stretch_index_new (TvTrace *trace)
{
  TvStretchIndex *self = g_new0 (TvStretchIndex, 1);
  guint64 n;

  self->trace = trace;
  self->slices = tv_trace_get_slices (trace);
  n = self->slices->n;
  for (guint shift = ROWS_SHIFT; n > 0 && self->n_levels < MAX_LEVELS; shift = FANOUT_SHIFT)
    {
      Level *level = &self->levels[self->n_levels++];

      n = (n + (G_GUINT64_CONSTANT (1) << shift) - 1) >> shift;
      level->n_blocks = (guint32) n;
      level->child = g_new (guint8, n);
      if (self->slices->dur.wide == NULL)
        level->narrow = g_new (guint32, n);
      else
        level->wide = g_new (gint64, n);
      if (n <= 1 << FANOUT_SHIFT)
        break;
    }
  self->slice = g_new (guint32, self->levels[0].n_blocks);
  return self;
}

void
tv_stretch_index_free (TvStretchIndex *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_levels; i++)
    {
      g_free (self->levels[i].child);
      g_free (self->levels[i].narrow);
      g_free (self->levels[i].wide);
    }
  g_free (self->slice);
  g_free (self);
}

/**
 * tv_stretch_index_get_bytes:
 * @self: an index
 *
 * Returns: the memory it takes
 */
gsize
tv_stretch_index_get_bytes (const TvStretchIndex *self)
{
  gsize bytes = sizeof *self + self->levels[0].n_blocks * sizeof *self->slice;

  for (guint i = 0; i < self->n_levels; i++)
    bytes += self->levels[i].n_blocks *
             (sizeof (guint8) +
              (self->levels[i].narrow != NULL ? sizeof (guint32) : sizeof (gint64)));
  return bytes;
}

/* ---- Rows ---- */

/* A longer stretch wins, of equally long ones that of the first row. */
static inline gboolean
is_better (gint64 ns, guint32 row, const TvLongestStretch *than)
{
  return ns > than->ns || (ns == than->ns && row < than->row);
}

/* All stretches of a row, as long as there is room for a longer one. */
static void
find_in_row (TvStretchWalk *walk, guint32 row, gint64 next_ns, TvLongestStretch *longest)
{
  gboolean has_any = tv_stretch_walk_start (walk, row);

  while (has_any)
    {
      const TvStretch *stretch = &walk->stretch;
      gint64 ns = stretch->end_ns - stretch->start_ns;

      if (!stretch->is_away && is_better (ns, row, longest))
        *longest = (TvLongestStretch){ row, stretch->slice, ns };
      if (!is_better (next_ns - stretch->end_ns, row, longest))
        return;
      has_any = tv_stretch_walk_next (walk);
    }
}

/* Looks at rows one by one. Most cannot have a longer stretch because the next row is too near;
 * of most others only the first stretch, that of the row's own call, is long enough. */
static void
find_among_rows (TvStretchWalk *walk, guint32 row, guint32 end_row, TvLongestStretch *longest)
{
  const TvSlices *slices = walk->slices;
  gboolean has_gaps = walk->end_gap > walk->gap;
  gint64 start_ns = row < end_row ? tv_slices_start (slices, row) : 0;

  for (; row < end_row; row++)
    {
      gint64 next_ns = row + 1 < walk->end_row ? tv_slices_start (slices, row + 1) : G_MAXINT64;
      gint64 room_ns = next_ns - start_ns;

      if (is_better (room_ns, row, longest))
        {
          gint64 dur_ns = tv_time_column_get (&slices->dur, row);
          gint64 own_ns = MIN (dur_ns, room_ns);

          if (has_gaps && room_ns > TV_GAP_NS)
            find_in_row (walk, row, next_ns, longest);
          else
            {
              if ((own_ns > 0 || dur_ns == 0) && is_better (own_ns, row, longest))
                *longest = (TvLongestStretch){ row, row, own_ns };
              if (is_better (room_ns - own_ns, row, longest) && slices->parent[row] != TV_NONE)
                find_in_row (walk, row, next_ns, longest);
            }
        }
      start_ns = next_ns;
    }
}

/* The stretches of a row behind that of its own call, where times are narrow and there is no gap;
 * all in ticks. */
static void
find_in_callers (const TvSlices *slices, guint32 row, TvLongestStretch *longest)
{
  const guint32 *ts = slices->ts.narrow, *dur = slices->dur.narrow;
  gint64 end = ts[row + 1];
  gint64 at = MIN ((gint64) ts[row] + dur[row], end);
  guint32 slice = slices->parent[row];

  while (slice != TV_NONE && is_better (end - at, row, longest))
    {
      gint64 until = MIN ((gint64) ts[slice] + dur[slice], end);

      if (until > at)
        {
          if (is_better (until - at, row, longest))
            *longest = (TvLongestStretch){ row, slice, until - at };
          at = until;
        }
      slice = slices->parent[slice];
    }
}

/* What is known of the rows of a block at once, in ticks: until the next row starts, how long of that
 * its own call is innermost, or 0 if there may be a gap, and what is left for its callers. */
typedef struct
{
  guint32 own[1 << ROWS_SHIFT];
  guint32 rest[1 << ROWS_SHIFT];
} BlockTicks;

/* This and the next two are in a form of which compilers make instructions for several rows each.
 * Returns: the longest of the rows' own. */
static guint32
measure_block (BlockTicks *restrict ticks,
               const guint32 *restrict ts,
               const guint32 *restrict dur,
               guint32 gap_ticks)
{
  guint32 longest = 0;

  for (int i = 0; i < 1 << ROWS_SHIFT; i++)
    {
      guint32 room = ts[i + 1] - ts[i];
      guint32 own = MIN (dur[i], room);

      own &= -(guint32) (room <= gap_ticks);
      ticks->own[i] = own;
      ticks->rest[i] = room - own;
    }
  for (int i = 0; i < 1 << ROWS_SHIFT; i++)
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
static guint32
find_long (const guint32 *ticks, guint32 least)
{
  guint8 is_long[1 << ROWS_SHIFT];

  for (int i = 0; i < 1 << ROWS_SHIFT; i++)
    is_long[i] = ticks[i] >= least;
  return get_bits (is_long) | get_bits (is_long + 8) << 8 | get_bits (is_long + 16) << 16 |
         get_bits (is_long + 24) << 24;
}

/* Looks at a whole block in which nothing is found before, where times are narrow: first at the
 * rows' own calls alone, then at what of others may be longer. FALSE if nothing was done. */
static gboolean
find_in_full_block (TvStretchWalk *walk, guint32 row, TvLongestStretch *longest)
{
  const TvSlices *slices = walk->slices;
  const guint32 *ts = slices->ts.narrow, *dur = slices->dur.narrow;
  gint64 unit_ns = slices->ts.unit_ns;
  guint32 gap_ticks = walk->end_gap > walk->gap
                          ? (guint32) MIN (TV_GAP_NS / unit_ns, (gint64) G_MAXUINT32)
                          : G_MAXUINT32;
  TvLongestStretch best;
  BlockTicks ticks;
  guint32 most, first;

  if (ts == NULL || dur == NULL || slices->dur.unit_ns != unit_ns ||
      (guint64) row + (1 << ROWS_SHIFT) >= walk->end_row)
    return FALSE;
  most = measure_block (&ticks, ts + row, dur + row, gap_ticks);
  /* Calls without a length are another matter. */
  if (most == 0)
    return FALSE;

  first = row + (guint32) __builtin_ctz (find_long (ticks.own, most));
  best = (TvLongestStretch){ first, first, most };
  for (guint32 others = find_long (ticks.rest, most); others != 0; others &= others - 1)
    {
      guint32 other = row + (guint32) __builtin_ctz (others);
      guint32 room = ts[other + 1] - ts[other], own = MIN (dur[other], room);
      gint64 next_ns = tv_slices_start (slices, other + 1);

      if (room > gap_ticks &&
          tv_stretch_walk_has_gap (walk, tv_slices_start (slices, other), next_ns))
        {
          best.ns *= unit_ns;
          find_in_row (walk, other, next_ns, &best);
          best.ns /= unit_ns;
          continue;
        }
      if (is_better (own, other, &best))
        best = (TvLongestStretch){ other, other, own };
      find_in_callers (slices, other, &best);
    }
  *longest = (TvLongestStretch){ best.row, best.slice, best.ns * unit_ns };
  return TRUE;
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
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, NULL);
  guint32 track = first_row < end_row ? tv_trace_find_track_at (self->trace, first_row) : 0;
  TvLongestStretch longest = { TV_NONE, TV_NONE, -1 };

  for (guint32 row = first_row; row < end_row; track++)
    {
      guint32 end = MIN (end_row, tracks[track].first_slice + tracks[track].n_slices);
      TvStretchWalk walk;

      tv_stretch_walk_init (&walk, self->trace, NULL, track);
      while (row < end)
        {
          guint32 block = row >> ROWS_SHIFT;
          guint64 block_end = ((guint64) block + 1) << ROWS_SHIFT;
          guint32 to = (guint32) MIN (block_end, end);

          if (row + (1 << ROWS_SHIFT) != block_end || !find_in_full_block (&walk, row, &longest))
            find_among_rows (&walk, row, to, &longest);
          row = to;
          if (row == block_end || row == end_row)
            {
              set_block (self, 0, block, longest.row & ((1 << ROWS_SHIFT) - 1), longest.ns);
              self->slice[block] = longest.slice;
              longest = (TvLongestStretch){ TV_NONE, TV_NONE, -1 };
            }
        }
    }
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
  for (guint level = 1; level < self->n_levels; level++)
    for (guint32 block = 0; block < self->levels[level].n_blocks; block++)
      {
        guint32 first = block << FANOUT_SHIFT;
        guint32 n = MIN (1 << FANOUT_SHIFT, self->levels[level - 1].n_blocks - first);
        gint64 longest_ns = -1;
        guint longest = 0;

        for (guint i = 0; i < n; i++)
          {
            gint64 ns = get_block_ns (self, level - 1, first + i);

            if (ns > longest_ns)
              {
                longest_ns = ns;
                longest = i;
              }
          }
        set_block (self, level, block, longest, longest_ns);
      }
}

/* ---- Searching ---- */

/* The rows are a part of one block, which tells how long their stretches are at most. */
static void
find_in_block (const TvStretchIndex *self,
               TvStretchWalk *walk,
               guint32 first_row,
               guint32 end_row,
               TvLongestStretch *longest)
{
  guint32 block = first_row >> ROWS_SHIFT;
  TvLongestStretch best = { .ns = get_block_ns (self, 0, block) };

  if (!is_better (best.ns, first_row, longest))
    return;
  best = get_block (self, 0, block);
  if (best.row >= first_row && best.row < end_row)
    *longest = best;
  else
    find_among_rows (walk, first_row, end_row, longest);
}

/**
 * tv_stretch_index_may_have:
 * @self: an index
 * @row: a row
 * @ns: a length
 *
 * Returns: %FALSE if all stretches of the row are surely shorter
 */
gboolean
tv_stretch_index_may_have (const TvStretchIndex *self, guint32 row, gint64 ns)
{
  return get_block_ns (self, 0, row >> ROWS_SHIFT) >= ns;
}

static void
find_in_blocks (const TvStretchIndex *self, guint64 row, guint64 end_row, TvLongestStretch *longest)
{
  guint longest_level = 0;
  guint32 longest_block = TV_NONE;

  while (row < end_row)
    {
      guint level = 0;
      guint32 block;
      gint64 ns;

      while (level + 1 < self->n_levels)
        {
          guint64 size = G_GUINT64_CONSTANT (1) << level_shift (level + 1);

          if ((row & (size - 1)) != 0 || row + size > end_row)
            break;
          level++;
        }
      block = (guint32) (row >> level_shift (level));
      ns = get_block_ns (self, level, block);
      /* What was found before is of a row before. */
      if (ns > longest->ns)
        {
          longest->ns = ns;
          longest_level = level;
          longest_block = block;
        }
      row += G_GUINT64_CONSTANT (1) << level_shift (level);
    }
  if (longest_block != TV_NONE)
    *longest = get_block (self, longest_level, longest_block);
}

/* A run of rows as whole blocks and what is before and behind them, all as rows. */
typedef struct
{
  guint64 first_block;
  guint64 end_block; /* before @first_block if the run is a part of one block */
} Parts;

static inline Parts
divide (guint32 first_row, guint32 end_row)
{
  const guint64 mask = (1 << ROWS_SHIFT) - 1;

  return (Parts){ ((guint64) first_row + mask) & ~mask, end_row & ~mask };
}

/**
 * tv_stretch_index_find_in_blocks:
 * @self: an index
 * @first_row: first row
 * @end_row: the row after the last
 * @longest: (inout): what was found in rows before these; replaced where a whole block of the run
 *   has a longer stretch (of equal ones, the first stays)
 *
 * Finds the longest stretch of the blocks that a run of rows of one track has, in time that grows
 * with the logarithm of its length.
 */
void
tv_stretch_index_find_in_blocks (const TvStretchIndex *self,
                                 guint32 first_row,
                                 guint32 end_row,
                                 TvLongestStretch *longest)
{
  Parts parts = divide (first_row, end_row);

  find_in_blocks (self, parts.first_block, parts.end_block, longest);
}

/**
 * tv_stretch_index_find_at_ends:
 * @self: an index
 * @walk: of the rows' track; may be moved, not beyond @end_row
 * @first_row: first row
 * @end_row: the row after the last
 * @longest: (inout): what was found in the run's blocks; replaced where there is a longer stretch
 *   in the other rows (of equal ones, the first stays)
 *
 * Finds what tv_stretch_index_find_in_blocks() has left out.
 */
void
tv_stretch_index_find_at_ends (const TvStretchIndex *self,
                               TvStretchWalk *walk,
                               guint32 first_row,
                               guint32 end_row,
                               TvLongestStretch *longest)
{
  Parts parts = divide (first_row, end_row);

  if (parts.first_block > parts.end_block)
    {
      find_in_block (self, walk, first_row, end_row, longest);
      return;
    }
  if (first_row < parts.first_block)
    find_in_block (self, walk, first_row, (guint32) parts.first_block, longest);
  if (parts.end_block < end_row)
    find_in_block (self, walk, (guint32) parts.end_block, end_row, longest);
}

/* The rows are a part of one block. */
static void
fetch_in_block (const TvStretchIndex *self,
                guint32 first_row,
                guint32 end_row,
                const TvLongestStretch *longest)
{
  guint32 block = first_row >> ROWS_SHIFT;
  guint32 row = (block << ROWS_SHIFT) + self->levels[0].child[block];

  if (!is_better (get_block_ns (self, 0, block), first_row, longest))
    return;
  __builtin_prefetch (&self->slice[block]);
  if (row >= first_row && row < end_row)
    return;
  for (row = first_row; row < end_row; row += ROWS_IN_LINE)
    {
      tv_time_column_fetch (&self->slices->ts, row);
      tv_time_column_fetch (&self->slices->dur, row);
      __builtin_prefetch (&self->slices->parent[row]);
    }
}

/**
 * tv_stretch_index_fetch_ends:
 * @self: an index
 * @first_row: first row
 * @end_row: the row after the last
 * @longest: what was found in the run's blocks
 *
 * Asks for the memory that tv_stretch_index_find_at_ends() will look at: it comes while something
 * else is done.
 */
void
tv_stretch_index_fetch_ends (const TvStretchIndex *self,
                             guint32 first_row,
                             guint32 end_row,
                             const TvLongestStretch *longest)
{
  Parts parts = divide (first_row, end_row);

  if (first_row < parts.first_block)
    fetch_in_block (self, first_row, (guint32) MIN (parts.first_block, end_row), longest);
  if (parts.end_block < end_row && parts.end_block >= parts.first_block)
    fetch_in_block (self, (guint32) parts.end_block, end_row, longest);
}
