/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/profile-walk.h"

#include "analysis/cpu-clock.h"
#include "core/error.h"

/* Rows of a track are in order of start, callers before what they call, so one pass with a stack
 * by depth sees every call with its callers:
 *
 *   row   depth          stack after it
 *   r     0     a        a
 *   r+1   1     b        a b
 *   r+2   2     a        a b a      recursive: a is on the stack already
 *   r+3   1     c        a c        (b and the inner a were taken off)
 *
 * Durations are known up front, so a call is counted when it is pushed: its time goes to its own
 * symbol and is taken from its caller's exclusive time at once. Nothing happens when it is popped
 * but a step down of the counter that tells how often its symbol is on the stack.
 */

typedef struct
{
  guint32 symbol;
  gboolean is_recursive;
  guint32 last_edge; /* its latest call: the next one often is to the same callee */
} Level;

/* What is needed while one track is walked. The bounds are the selection's, in both clocks. */
typedef struct
{
  TvProfileWalk *walk;
  const TvSlices *slices;
  const TvGap *gaps;
  gboolean has_clock[TV_N_CLOCKS];
  gint64 from[TV_N_CLOCKS];
  gint64 to[TV_N_CLOCKS];

  Level *levels;
  guint32 n_levels;
  guint32 *on_stack; /* per symbol */
  guint32 switch_symbol;
} TrackWalk;

#define ROWS_PER_CANCEL_CHECK 65536

static inline gint64
clip (gint64 start, gint64 dur, gint64 from, gint64 to)
{
  gint64 end = start + dur;

  start = MAX (start, from);
  end = MIN (end, to);
  return MAX (end - start, 0);
}

static inline void
pop_to (TrackWalk *self, guint32 depth)
{
  while (self->n_levels > depth)
    self->on_stack[self->levels[--self->n_levels].symbol]--;
}

static inline void
count_edge (TrackWalk *self,
            Level *caller,
            guint32 callee,
            gboolean callee_is_recursive,
            const gint64 ns[TV_N_CLOCKS])
{
  TvEdgeTable *edges = &self->walk->edges;
  guint64 key = tv_edge_key (caller->symbol, caller->is_recursive, callee, callee_is_recursive);
  TvEdge *edge;

  if (caller->last_edge == TV_NONE || edges->edges[caller->last_edge].key != key)
    caller->last_edge = tv_edge_table_find (edges, key);
  edge = &edges->edges[caller->last_edge];
  edge->calls++;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    tv_add_ns (&edge->inclusive_ns[c], ns[c]);
}

static inline void
count_call (TrackWalk *self,
            Level *caller,
            guint32 symbol,
            gboolean is_recursive,
            const gint64 ns[TV_N_CLOCKS])
{
  TvProfileEntry *entry = &self->walk->entries[symbol];

  if (is_recursive)
    entry->recursive_calls++;
  else
    entry->calls++;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    {
      tv_add_ns (&entry->exclusive_ns[c], ns[c]);
      if (!is_recursive)
        {
          tv_add_ns (&entry->inclusive_ns[c], ns[c]);
          tv_add_ns (&entry->self_ns[c], ns[c]);
        }
    }

  if (caller == NULL)
    {
      for (guint c = 0; c < TV_N_CLOCKS; c++)
        tv_add_ns (&self->walk->total_ns[c], ns[c]);
      return;
    }
  entry = &self->walk->entries[caller->symbol];
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    {
      tv_add_ns (&entry->exclusive_ns[c], -ns[c]);
      if (!caller->is_recursive)
        tv_add_ns (&entry->self_ns[c], -ns[c]);
    }
  count_edge (self, caller, symbol, is_recursive, ns);
}

static inline void
push_slice (TrackWalk *self, guint32 row)
{
  const TvSlices *slices = self->slices;
  guint32 symbol = slices->symbol[row];
  guint32 depth = slices->depth[row];
  gint64 ns[TV_N_CLOCKS] = { 0, 0 };
  gboolean is_recursive;
  Level *level;

  pop_to (self, depth);
  g_assert (self->n_levels == depth);
  is_recursive = self->on_stack[symbol]++ > 0;
  level = &self->levels[self->n_levels++];
  *level = (Level){ symbol, is_recursive, TV_NONE };

  if (self->has_clock[TV_CLOCK_WALL])
    ns[TV_CLOCK_WALL] = clip (tv_time_column_get (&slices->ts, row),
                              tv_time_column_get (&slices->dur, row), self->from[TV_CLOCK_WALL],
                              self->to[TV_CLOCK_WALL]);
  if (self->has_clock[TV_CLOCK_CPU])
    ns[TV_CLOCK_CPU] = clip (tv_time_column_get (&slices->cpu_ts, row),
                             tv_time_column_get (&slices->cpu_dur, row), self->from[TV_CLOCK_CPU],
                             self->to[TV_CLOCK_CPU]);
  count_call (self, depth > 0 ? level - 1 : NULL, symbol, is_recursive, ns);
}

static void
count_gap (TrackWalk *self, const TvGap *gap)
{
  guint32 depth = self->slices->depth[gap->slice];
  gint64 ns[TV_N_CLOCKS] = { 0, 0 };

  g_assert (depth < self->n_levels);
  ns[TV_CLOCK_WALL] = clip (gap->ts, gap->dur, self->from[TV_CLOCK_WALL], self->to[TV_CLOCK_WALL]);
  count_call (self, &self->levels[depth], self->switch_symbol, FALSE, ns);
}

/* The first gap of the track that ends after @ts_ns. Gaps lie one after another. */
static guint32
find_gap_after (const TvGap *gaps, const TvTrack *track, gint64 ts_ns)
{
  guint32 first = track->first_gap;
  guint32 n = track->n_gaps;

  while (n > 0)
    {
      guint32 half = n / 2;
      const TvGap *gap = &gaps[first + half];

      if (gap->ts + gap->dur <= ts_ns)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return first;
}

/* Of what started before the selection, the innermost slice that counts: it is still running when
 * the selection starts, or the first slice inside, @first, is called from it. What counts then is
 * that slice and everything around it. */
static guint32
find_innermost_before (TrackWalk *self, const TvTrack *track, guint32 first, guint32 end)
{
  const TvSlices *slices = self->slices;
  guint32 slice = first > track->first_slice ? first - 1 : TV_NONE;

  while (slice != TV_NONE && tv_slices_end (slices, slice) <= self->from[TV_CLOCK_WALL] &&
         (first == end || slices->depth[slice] >= slices->depth[first]))
    slice = slices->parent[slice];
  return slice;
}

/* Pushes a slice after the slices around it, outermost first. The way up is kept in the levels
 * that they are about to fill, as their symbols. */
static void
push_with_ancestors (TrackWalk *self, guint32 slice)
{
  const TvSlices *slices = self->slices;
  guint32 depth = slices->depth[slice];

  for (guint32 row = slice; row != TV_NONE; row = slices->parent[row])
    self->levels[slices->depth[row]].symbol = row;
  for (guint32 d = 0; d <= depth; d++)
    push_slice (self, self->levels[d].symbol);
}

static gboolean
walk_rows (TrackWalk *self, const TvTrack *track, guint32 first, guint32 end, GError **error)
{
  TvProfileWalk *walk = self->walk;
  guint32 gap = track->first_gap, end_gap = track->first_gap;

  if (walk->flags & TV_PROFILE_CONTEXT_SWITCHES)
    {
      gap = find_gap_after (self->gaps, track, self->from[TV_CLOCK_WALL]);
      end_gap = track->first_gap + track->n_gaps;
    }

  for (guint32 row = first; row < end; row++)
    {
      /* A gap lies between two records, so its slice is on the stack until the next row. */
      while (gap < end_gap && self->gaps[gap].ts < tv_slices_start (self->slices, row))
        count_gap (self, &self->gaps[gap++]);
      push_slice (self, row);
      if ((row - first) % ROWS_PER_CANCEL_CHECK == 0 &&
          g_cancellable_is_cancelled (walk->cancellable))
        return tv_error_set_cancelled (error);
    }
  while (gap < end_gap && self->gaps[gap].ts < self->to[TV_CLOCK_WALL])
    count_gap (self, &self->gaps[gap++]);
  return TRUE;
}

static gboolean
walk_track (TrackWalk *self, guint32 t, GError **error)
{
  TvProfileWalk *walk = self->walk;
  const TvSelection *selection = walk->selection;
  const TvTrack *track = &tv_trace_get_tracks (walk->trace, NULL)[t];
  guint32 first = tv_trace_find_slice_from (walk->trace, t, selection->start_ns);
  guint32 end = track->first_slice + track->n_slices;
  guint32 before;
  gboolean is_done;

  if (selection->end_ns != G_MAXINT64)
    end = tv_trace_find_slice_from (walk->trace, t, selection->end_ns);
  before = find_innermost_before (self, track, first, end);
  if (before == TV_NONE && first == end)
    return TRUE;

  if (self->has_clock[TV_CLOCK_CPU] && selection->start_ns != G_MININT64)
    self->from[TV_CLOCK_CPU] = tv_cpu_clock_at_start (walk->trace, t, selection->start_ns);
  if (self->has_clock[TV_CLOCK_CPU] && selection->end_ns != G_MAXINT64)
    self->to[TV_CLOCK_CPU] = tv_cpu_clock_at_end (walk->trace, t, selection->end_ns);

  if (before != TV_NONE)
    push_with_ancestors (self, before);
  is_done = walk_rows (self, track, first, end, error);
  pop_to (self, 0);
  return is_done;
}

/**
 * tv_profile_walk:
 * @walk: what to walk over, and where to put what is found
 * @error: (nullable): where to put %TV_ERROR_CANCELLED
 *
 * Visits the slices of the selection once, in the order of their rows: those of threads' calls,
 * for only they are called from one another. The caller clears
 * @walk's edges, whatever the outcome.
 *
 * Returns: whether it went to the end
 */
gboolean
tv_profile_walk (TvProfileWalk *walk, GError **error)
{
  const TvSelection *selection = walk->selection;
  guint32 n_symbols, n_tracks, n_levels = 0;
  const TvTrack *tracks = tv_trace_get_tracks (walk->trace, &n_tracks);
  g_autofree Level *levels = NULL;
  g_autofree guint32 *on_stack = NULL;
  TrackWalk self = {
    .walk = walk,
    .slices = tv_trace_get_slices (walk->trace),
    .gaps = tv_trace_get_gaps (walk->trace, NULL),
    .from = { selection->start_ns, G_MININT64 },
    .to = { selection->end_ns, G_MAXINT64 },
  };

  tv_edge_table_init (&walk->edges);
  if (selection->start_ns >= selection->end_ns)
    return TRUE;

  tv_trace_get_symbols (walk->trace, &n_symbols);
  g_assert (n_symbols < G_MAXINT32);
  for (guint32 t = 0; t < n_tracks; t++)
    n_levels = MAX (n_levels, tracks[t].n_levels);
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    self.has_clock[c] = tv_trace_has_clock (walk->trace, (TvClock) c);
  self.levels = levels = g_new0 (Level, MAX (n_levels, 1));
  self.on_stack = on_stack = g_new0 (guint32, n_symbols + 1);
  self.switch_symbol = n_symbols;

  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].kind == TV_TRACK_THREAD && tracks[t].n_slices > 0 &&
        tv_selection_has_track (selection, t) && !walk_track (&self, t, error))
      return FALSE;
  return TRUE;
}
