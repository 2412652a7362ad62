/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "paint/strip-walk.h"

typedef struct
{
  guint32 slice; /* of its calls, the one with the longest stretch */
  gint64 longest_ns;
  gint64 ns;
} Sum;

struct _TvStripWalk
{
  const TvTrack *tracks;
  TvTrace *trace;
  const TvSlices *slices;
  const TvGap *gaps;
  guint32 gap_symbol;

  guint32 innermost; /* of the open calls, with those that end at @ns */
  guint32 row;       /* the next to start */
  gint64 ns;         /* up to here the sums are complete */
  guint32 gap;       /* the first that ends after that */
  guint32 end_gap;

  Sum *sums; /* by symbol; slice = TV_NONE where there is none */
  GArray *symbols;
};

/**
 * tv_strip_walk_new:
 * @trace: what is walked along; must outlive the walk
 *
 * Returns: (transfer full): a walk that has yet to be started
 */
TvStripWalk *
tv_strip_walk_new (TvTrace *trace)
{
  TvStripWalk *self = g_new0 (TvStripWalk, 1);

  self->trace = trace;
  self->tracks = tv_trace_get_tracks (trace, NULL);
  self->slices = tv_trace_get_slices (trace);
  self->gaps = tv_trace_get_gaps (trace, NULL);
  tv_trace_get_symbols (trace, &self->gap_symbol);
  self->sums = g_new (Sum, (gsize) self->gap_symbol + 1);
  for (guint32 symbol = 0; symbol <= self->gap_symbol; symbol++)
    self->sums[symbol] = (Sum){ .slice = TV_NONE };
  self->symbols = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
tv_strip_walk_free (TvStripWalk *self)
{
  if (self == NULL)
    return;
  g_free (self->sums);
  g_array_unref (self->symbols);
  g_free (self);
}

static void
find_gap (TvStripWalk *self, const TvTrack *track)
{
  guint32 low = track->first_gap, n = track->n_gaps;

  self->end_gap = low + n;
  while (n > 0)
    {
      guint32 half = n / 2;

      if (self->gaps[low + half].ts + self->gaps[low + half].dur <= self->ns)
        {
          low += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  self->gap = low;
}

/**
 * tv_strip_walk_start:
 * @self: a walk
 * @track: a track
 * @row: the first of its slices to start at or after @ns
 * @ns: a time
 *
 * Goes to a place on a track.
 */
void
tv_strip_walk_start (TvStripWalk *self, guint32 track, guint32 row, gint64 ns)
{
  const TvTrack *t = &self->tracks[track];

  self->row = row;
  self->ns = ns;
  self->innermost = row > t->first_slice ? row - 1 : TV_NONE;
  find_gap (self, t);
}

/**
 * tv_strip_walk_add:
 * @self: a walk
 * @symbol: a symbol
 * @slice: a call of it
 * @ns: time that it had to itself
 *
 * Adds to a sum what is known already.
 */
void
tv_strip_walk_add (TvStripWalk *self, guint32 symbol, guint32 slice, gint64 ns)
{
  Sum *sum = &self->sums[symbol];

  if (sum->slice == TV_NONE)
    g_array_append_val (self->symbols, symbol);
  if (sum->slice == TV_NONE || ns > sum->longest_ns)
    {
      sum->slice = slice;
      sum->longest_ns = ns;
    }
  sum->ns += ns;
}

/* One stretch of the innermost call, with the gaps in it. */
static void
add_stretch (TvStripWalk *self, guint32 slice, gint64 end_ns)
{
  guint32 symbol = self->slices->symbol[slice];

  while (self->ns < end_ns)
    {
      gint64 until_ns = end_ns;

      if (self->gap < self->end_gap)
        {
          const TvGap *gap = &self->gaps[self->gap];

          if (gap->ts <= self->ns)
            {
              until_ns = MIN (end_ns, gap->ts + gap->dur);
              tv_strip_walk_add (self, self->gap_symbol, slice, until_ns - self->ns);
              self->gap += until_ns == gap->ts + gap->dur;
              self->ns = until_ns;
              continue;
            }
          until_ns = MIN (end_ns, gap->ts);
        }
      tv_strip_walk_add (self, symbol, slice, until_ns - self->ns);
      self->ns = until_ns;
    }
}

static void
advance (TvStripWalk *self, gint64 ns)
{
  while (self->innermost != TV_NONE)
    {
      guint32 slice = self->innermost;
      gint64 end_ns = tv_slices_end (self->slices, slice);

      if (end_ns > self->ns)
        add_stretch (self, slice, MIN (end_ns, ns));
      if (end_ns > ns)
        break;
      self->innermost = self->slices->parent[slice];
    }
  self->ns = ns;
  while (self->gap < self->end_gap && self->gaps[self->gap].ts + self->gaps[self->gap].dur <= ns)
    self->gap++;
}

/**
 * tv_strip_walk_to:
 * @self: a walk
 * @end_row: the first slice of the track to start at or after @ns
 * @ns: a time
 *
 * Goes on to @ns, in time that grows with the number of calls on the way.
 */
void
tv_strip_walk_to (TvStripWalk *self, guint32 end_row, gint64 ns)
{
  for (; self->row < end_row; self->row++)
    {
      advance (self, tv_slices_start (self->slices, self->row));
      self->innermost = self->row;
    }
  advance (self, ns);
}

/* The innermost call at the place where the walk is, or TV_NONE. */
guint32
tv_strip_walk_get_innermost (TvStripWalk *self)
{
  while (self->innermost != TV_NONE && tv_slices_end (self->slices, self->innermost) <= self->ns)
    self->innermost = self->slices->parent[self->innermost];
  return self->innermost;
}

/**
 * tv_strip_walk_take:
 * @self: a walk
 *
 * Returns: the symbol with the largest sum since the last time; the sums start again from 0
 */
TvStripShare
tv_strip_walk_take (TvStripWalk *self)
{
  TvStripShare most = { .slice = TV_NONE, .symbol = TV_NONE, .ns = -1 };

  for (guint i = 0; i < self->symbols->len; i++)
    {
      guint32 symbol = g_array_index (self->symbols, guint32, i);
      Sum *sum = &self->sums[symbol];

      if (sum->ns > most.ns)
        most = (TvStripShare){ .slice = sum->slice, .symbol = symbol, .ns = sum->ns };
      *sum = (Sum){ .slice = TV_NONE };
    }
  g_array_set_size (self->symbols, 0);
  return most;
}
