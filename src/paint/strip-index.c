/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "paint/strip-index.h"

#define ROWS_SHIFT   5 /* rows in a block of level 0: 32 */
#define FANOUT_SHIFT 3 /* blocks of a level in a block of the next: 8 */
#define MAX_LEVELS   10

typedef struct
{
  guint32 n_blocks;
  TvStripShare *shares;
} Level;

/* Blocks do not reach from one track into the next, so each track has levels of its own. */
typedef struct
{
  guint n_levels;
  Level levels[MAX_LEVELS];
} Pyramid;

struct _TvStripIndex
{
  const TvTrack *tracks;
  const TvSlices *slices;
  guint32 n_tracks;
  Pyramid *pyramids;
};

static inline guint
level_shift (guint level)
{
  return ROWS_SHIFT + level * FANOUT_SHIFT;
}

/* A block reaches from its first call's start to that of the next block's. */
static gint64
get_block_start (const TvStripIndex *self, guint32 track, guint64 row)
{
  const TvTrack *t = &self->tracks[track];

  return row < t->n_slices ? tv_slices_start (self->slices, t->first_slice + (guint32) row)
                           : MAX (t->end_ns, t->start_ns);
}

static void
build_rows (TvStripIndex *self, guint32 track, TvStripWalk *walk)
{
  const TvTrack *t = &self->tracks[track];
  Level *level = &self->pyramids[track].levels[0];

  level->n_blocks = (guint32) (((guint64) t->n_slices + (1 << ROWS_SHIFT) - 1) >> ROWS_SHIFT);
  level->shares = g_new (TvStripShare, level->n_blocks);
  tv_strip_walk_start (walk, track, t->first_slice, get_block_start (self, track, 0));
  for (guint32 block = 0; block < level->n_blocks; block++)
    {
      guint64 end = MIN (((guint64) block + 1) << ROWS_SHIFT, t->n_slices);

      tv_strip_walk_to (walk, t->first_slice + (guint32) end, get_block_start (self, track, end));
      level->shares[block] = tv_strip_walk_take (walk);
    }
}

static void
build_above (Level *level, const Level *below, TvStripWalk *sums)
{
  level->n_blocks = (below->n_blocks + (1 << FANOUT_SHIFT) - 1) >> FANOUT_SHIFT;
  level->shares = g_new (TvStripShare, level->n_blocks);
  for (guint32 block = 0; block < level->n_blocks; block++)
    {
      guint32 end = MIN ((block + 1) << FANOUT_SHIFT, below->n_blocks);

      for (guint32 b = block << FANOUT_SHIFT; b < end; b++)
        if (below->shares[b].slice != TV_NONE)
          tv_strip_walk_add (sums, below->shares[b].symbol, below->shares[b].slice,
                             below->shares[b].ns);
      level->shares[block] = tv_strip_walk_take (sums);
    }
}

/**
 * tv_strip_index_new:
 * @trace: a trace, which must outlive the index
 *
 * Walks along all calls once: a tenth of a second for ten million.
 *
 * Returns: (transfer full): the index
 */
TvStripIndex *
tv_strip_index_new (TvTrace *trace)
{
  TvStripIndex *self = g_new0 (TvStripIndex, 1);
  g_autoptr (TvStripWalk) walk = tv_strip_walk_new (trace);

  self->tracks = tv_trace_get_tracks (trace, &self->n_tracks);
  self->slices = tv_trace_get_slices (trace);
  self->pyramids = g_new0 (Pyramid, self->n_tracks);
  for (guint32 track = 0; track < self->n_tracks; track++)
    {
      Pyramid *pyramid = &self->pyramids[track];

      if (self->tracks[track].n_slices == 0)
        continue;
      build_rows (self, track, walk);
      pyramid->n_levels = 1;
      while (pyramid->levels[pyramid->n_levels - 1].n_blocks > (1 << FANOUT_SHIFT) &&
             pyramid->n_levels < MAX_LEVELS)
        {
          build_above (&pyramid->levels[pyramid->n_levels], &pyramid->levels[pyramid->n_levels - 1],
                       walk);
          pyramid->n_levels++;
        }
    }
  return self;
}

void
tv_strip_index_free (TvStripIndex *self)
{
  if (self == NULL)
    return;
  for (guint32 track = 0; track < self->n_tracks; track++)
    for (guint level = 0; level < self->pyramids[track].n_levels; level++)
      g_free (self->pyramids[track].levels[level].shares);
  g_free (self->pyramids);
  g_free (self);
}

static void
add_block (const TvStripIndex *self,
           guint32 track,
           guint level,
           guint64 block,
           gboolean is_inside,
           gint64 start_ns,
           gint64 end_ns,
           TvStripWalk *sums)
{
  const TvStripShare *share = &self->pyramids[track].levels[level].shares[block];
  gint64 block_start_ns, block_end_ns, inside_ns;
  gint64 ns = share->ns;

  if (share->slice == TV_NONE)
    return;
  if (is_inside)
    {
      tv_strip_walk_add (sums, share->symbol, share->slice, ns);
      return;
    }
  block_start_ns = get_block_start (self, track, block << level_shift (level));
  block_end_ns = get_block_start (self, track, (block + 1) << level_shift (level));
  inside_ns = MIN (end_ns, block_end_ns) - MAX (start_ns, block_start_ns);
  if (inside_ns <= 0)
    return;
  if (inside_ns < block_end_ns - block_start_ns)
    ns = (gint64) ((double) ns * (double) inside_ns / (double) (block_end_ns - block_start_ns));
  tv_strip_walk_add (sums, share->symbol, share->slice, ns);
}

/**
 * tv_strip_index_add:
 * @self: an index
 * @track: a track
 * @first_row: the first of its slices to start at or after @start_ns
 * @end_row: the first to start at or after @end_ns
 * @start_ns: start of a stretch of time
 * @end_ns: its end
 * @sums: to be added to
 *
 * Adds what the index knows about a stretch of time. A block that lies in it in part counts in
 * proportion.
 */
void
tv_strip_index_add (const TvStripIndex *self,
                    guint32 track,
                    guint32 first_row,
                    guint32 end_row,
                    gint64 start_ns,
                    gint64 end_ns,
                    TvStripWalk *sums)
{
  const TvTrack *t = &self->tracks[track];
  const Pyramid *pyramid = &self->pyramids[track];
  /* What reaches into the stretch belongs to the block of the row before it. */
  guint64 first = first_row > t->first_slice ? first_row - t->first_slice - 1 : 0;
  guint64 end = end_row - t->first_slice;
  guint64 row = first >> ROWS_SHIFT << ROWS_SHIFT;

  while (row < end)
    {
      guint level = 0;
      guint64 next;

      while (level + 1 < pyramid->n_levels)
        {
          guint64 size = G_GUINT64_CONSTANT (1) << level_shift (level + 1);

          if ((row & (size - 1)) != 0 || row < first || row + size > end)
            break;
          level++;
        }
      next = row + (G_GUINT64_CONSTANT (1) << level_shift (level));
      add_block (self, track, level, row >> level_shift (level), row > first && next < end,
                 start_ns, end_ns, sums);
      row = next;
    }
}
