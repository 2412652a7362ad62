/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/profile-walk.h"

#include <string.h>

#include "analysis/range/track-part.h"
#include "core/error.h"
#include "core/memory/large-block.h"
#include "core/memory/parallel.h"

/* Counts calls by caller and callee in one pass over the slices, on all CPUs. The slices of a track are sorted by
 * start time, callers before callees, so one pass with a stack indexed by depth visits every call with its callers:
 *
 *   row   depth          stack
 *   r     0     a        a
 *   r+1   1     b        a b
 *   r+2   2     a        a b a'     recursive: a is already on the stack
 *   r+3   1     c        a c ·      (entries of deeper calls that have ended are ignored)
 *
 * Entries are never removed. A symbol is on the stack if the depth of its outermost call is less than the depth of
 * the current call, and the entry at that depth still contains the symbol.
 *
 * Durations are known in advance, so a call is counted when it is pushed. The walk can begin at any row, because the
 * stack follows from the parents. Therefore the rows are divided into segments, which are distributed over all CPUs.
 * Each worker has its own sums, whose total does not depend on the distribution.
 *
 * Called only by tv_profile_new(). Workers share only the index of the next segment and the cancellation flag. */

#define ROWS_PER_SEGMENT 65536

/* Number of rows per batch. The sums of a batch are scattered in memory, so they are prefetched before the calls of
 * the batch are counted. */
#define BATCH 128

/* Maximum number of symbols whose stack and sums stay in the cache; with more symbols, these are prefetched */
#define MANY_SYMBOLS 16384

typedef struct
{
  guint part;
  guint32 first;
  guint32 end;
} Segment;

typedef struct
{
  const TvSlices *slices;
  const TvGap *gaps;
  TvProfileFlags flags;
  GCancellable *cancellable;
  gboolean has_clock[TV_N_CLOCKS];
  gint64 tick_ns[TV_N_CLOCKS]; /* unit of counting in ns; 1 if times can be fractions of a tick */
  gboolean is_clipped;
  guint32 n_symbols; /* number of symbols, including "(context switch)", which is last */
  guint32 n_levels;
  GArray *parts;
  GArray *segments;
  TvEdgeTable *tables;
  TvSpreadSums **spreads;
  guint next_segment;    /* (atomic): index of the next segment to process */
  gboolean is_cancelled; /* (atomic) */
} Walk;

/* State of a worker. */
typedef struct
{
  const Walk *walk;
  const TvTrackPart *part;
  TvEdgeTable *edges;
  TvSpreadSums *spreads; /* sums per symbol */
  guint32 *stack;     /* key for “no caller”, followed by the key of the call at each depth */
  guint32 *outermost; /* per symbol, depth of its outermost entry on the stack */

  guint32 caller[BATCH];
  guint32 callee[BATCH];
  guint64 ticks[TV_N_CLOCKS][BATCH];
} Worker;

/* ---- Calls ---- */

/* Pushes a call and returns its key. Branchless, because whether the call is recursive is unpredictable. */
static inline guint32
put_on_stack (Worker *self, guint32 symbol, guint32 depth)
{
  guint32 key = tv_edge_key (symbol, FALSE);
  guint32 outermost = self->outermost[symbol];
  guint32 is_around = outermost < depth;
  guint32 is_recursive = is_around & (self->stack[outermost + 1] == key);

  self->outermost[symbol] = depth + ((outermost - depth) & -is_recursive);
  return self->stack[depth + 1] = key + is_recursive;
}

/* Computes the part of each row's time that is inside the selection, in ns. */
static void
clip_durations (Worker *self,
                TvClock clock,
                const TvTimeColumn *ts,
                const TvTimeColumn *dur,
                guint32 first,
                guint n)
{
  gint64 from = self->part->from[clock], to = self->part->to[clock];

  for (guint i = 0; i < n; i++)
    {
      gint64 start = tv_time_column_get (ts, first + i);
      gint64 end = MIN (start + tv_time_column_get (dur, first + i), to);

      self->ticks[clock][i] = (guint64) MAX (end - MAX (start, from), 0);
    }
}

/* Computes the counted time of each row, in ticks of the walk. */
static void
read_durations (Worker *self,
                TvClock clock,
                const TvTimeColumn *ts,
                const TvTimeColumn *dur,
                guint32 first,
                guint n)
{
  guint64 *ticks = self->ticks[clock],
          factor = (guint64) (dur->unit_ns / self->walk->tick_ns[clock]);

  if (!self->walk->has_clock[clock])
    memset (ticks, 0, n * sizeof *ticks);
  else if (self->walk->is_clipped)
    clip_durations (self, clock, ts, dur, first, n);
  else
    tv_ticks_read (&dur->ticks, first, n, factor, ticks);
}

static void
read_clocks (Worker *self, guint32 first, guint n)
{
  const TvSlices *slices = self->walk->slices;

  read_durations (self, TV_CLOCK_WALL, &slices->ts, &slices->dur, first, n);
  read_durations (self, TV_CLOCK_CPU, &slices->cpu_ts, &slices->cpu_dur, first, n);
}

/* Counts the first @n calls of the batch, whose callers, callees and times are already set. @flags: #TvSliceFlags per
 * call */
static void
count_calls (Worker *self, const guint8 *flags, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint64 ticks[] = { self->ticks[TV_CLOCK_WALL][i], self->ticks[TV_CLOCK_CPU][i] };

      tv_edge_table_add (self->edges, self->caller[i], self->callee[i], 1, ticks);
      if (G_UNLIKELY (flags[i] & (TV_SLICE_OPEN | TV_SLICE_LOST)))
        tv_spread_sums_add_unfinished (&self->spreads[self->callee[i] >> 1], ticks);
      else
        tv_spread_sums_add (&self->spreads[self->callee[i] >> 1], ticks);
    }
}

/* Prefetches the memory that is accessed for the symbols of a batch. */
static void
fetch_symbols (const Worker *self, const guint32 *symbol, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      __builtin_prefetch (&self->outermost[symbol[i]], 1);
      __builtin_prefetch (&self->spreads[symbol[i]], 1);
      __builtin_prefetch (&self->edges->callers[tv_edge_key (symbol[i], FALSE)]);
    }
}

static void
count_rows (Worker *self, guint32 first, guint n)
{
  guint32 symbol[BATCH], depth[BATCH];

  tv_number_column_read (&self->walk->slices->symbol, first, n, symbol);
  tv_number_column_read (&self->walk->slices->depth, first, n, depth);
  if (self->walk->n_symbols > MANY_SYMBOLS)
    fetch_symbols (self, symbol, n);
  for (guint i = 0; i < n; i++)
    {
      guint32 callee = put_on_stack (self, symbol[i], depth[i]);
      guint32 caller = self->stack[depth[i]];

      self->caller[i] = caller;
      self->callee[i] = callee;
      tv_edge_table_fetch (self->edges, caller, callee);
    }
  read_clocks (self, first, n);
  count_calls (self, self->walk->slices->flags + first, n);
}

/* Pushes a slice after its ancestors, outermost first, and counts them if @is_counted. The rows of the ancestors are
 * stored temporarily in the stack entries that they will occupy. */
static void
put_with_ancestors (Worker *self, guint32 slice, gboolean is_counted)
{
  const TvSlices *slices = self->walk->slices;
  guint32 innermost = tv_slices_depth (slices, slice);

  for (guint32 row = slice; row != TV_NONE; row = tv_slices_parent (slices, row))
    self->stack[tv_slices_depth (slices, row) + 1] = row;
  for (guint32 depth = 0; depth <= innermost; depth++)
    {
      guint32 row = self->stack[depth + 1];

      if (is_counted)
        count_rows (self, row, 1);
      else
        put_on_stack (self, tv_slices_symbol (slices, row), depth);
    }
}

/* ---- Gaps ---- */

/* Counts a gap as a call of the slice that was on top of the stack. A gap lies between two records, so the stack does
 * not change before the next row. */
static void
count_gap (Worker *self, const TvGap *gap)
{
  guint32 caller = self->stack[tv_slices_depth (self->walk->slices, gap->slice) + 1];
  gint64 start = MAX (gap->ts, self->part->from[TV_CLOCK_WALL]);
  gint64 end = MIN (gap->ts + gap->dur, self->part->to[TV_CLOCK_WALL]);

  self->caller[0] = caller;
  self->callee[0] = tv_edge_key (self->walk->n_symbols - 1, FALSE);
  self->ticks[TV_CLOCK_WALL][0] = (guint64) MAX (end - start, 0);
  self->ticks[TV_CLOCK_CPU][0] = 0;
  count_calls (self, &(const guint8){ 0 }, 1);
}

/* Returns the first gap of the track that ends after @ends_after_ns and starts at or after @start_ns. Gaps do not
 * overlap. */
static guint32
find_gap (const TvGap *gaps, const TvTrack *track, gint64 ends_after_ns, gint64 start_ns)
{
  guint32 first = track->first_gap;
  guint32 n = track->n_gaps;

  while (n > 0)
    {
      guint32 half = n / 2;
      const TvGap *gap = &gaps[first + half];

      if (gap->ts + gap->dur <= ends_after_ns || gap->ts < start_ns)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return first;
}

static void
count_rows_and_gaps (Worker *self, const Segment *segment)
{
  const TvTrackPart *part = self->part;
  const TvSlices *slices = self->walk->slices;
  const TvGap *gaps = self->walk->gaps;
  gint64 start_ns = segment->first > part->first ? tv_slices_start (slices, segment->first)
                                                 : G_MININT64;
  gint64 end_ns = segment->end < part->end ? tv_slices_start (slices, segment->end)
                                           : part->to[TV_CLOCK_WALL];
  guint32 gap = find_gap (gaps, part->track, part->from[TV_CLOCK_WALL], start_ns);
  guint32 end_gap = part->track->first_gap + part->track->n_gaps;
  guint32 row = segment->first;

  for (; gap < end_gap && gaps[gap].ts < end_ns; gap++)
    {
      guint32 end = row;

      while (end < segment->end && tv_slices_start (slices, end) <= gaps[gap].ts)
        end++;
      for (; row < end; row += MIN (BATCH, end - row))
        count_rows (self, row, MIN (BATCH, end - row));
      count_gap (self, &gaps[gap]);
    }
  for (; row < segment->end; row += MIN (BATCH, segment->end - row))
    count_rows (self, row, MIN (BATCH, segment->end - row));
}

/* ---- Segments ---- */

static void
walk_segment (Worker *self, const Segment *segment)
{
  const TvSlices *slices = self->walk->slices;

  self->part = &g_array_index (self->walk->parts, TvTrackPart, segment->part);
  if (segment->first > self->part->first)
    {
      if (tv_slices_parent (slices, segment->first) != TV_NONE)
        put_with_ancestors (self, tv_slices_parent (slices, segment->first), FALSE);
    }
  else if (self->part->before != TV_NONE)
    put_with_ancestors (self, self->part->before, TRUE);

  if (self->walk->flags & TV_PROFILE_CONTEXT_SWITCHES)
    count_rows_and_gaps (self, segment);
  else
    for (guint32 row = segment->first; row < segment->end; row += MIN (BATCH, segment->end - row))
      count_rows (self, row, MIN (BATCH, segment->end - row));
}

static void
work (guint task, gpointer user_data)
{
  Walk *walk = user_data;
  g_autofree Worker *self = g_new (Worker, 1);
  g_autofree guint32 *stack = g_new0 (guint32, (gsize) walk->n_levels + 1);
  g_autofree guint32 *outermost = g_new0 (guint32, walk->n_symbols);
  guint i;

  self->walk = walk;
  self->edges = &walk->tables[task];
  self->spreads = walk->spreads[task] = tv_large_block_new_cleared (walk->n_symbols *
                                                                    sizeof **walk->spreads);
  self->stack = stack;
  self->outermost = outermost;
  tv_edge_table_init (self->edges, walk->n_symbols * 2 + 1);
  stack[0] = walk->n_symbols * 2;
  while ((i = g_atomic_int_add (&walk->next_segment, 1)) < walk->segments->len)
    {
      if (g_cancellable_is_cancelled (walk->cancellable))
        {
          g_atomic_int_set (&walk->is_cancelled, TRUE);
          return;
        }
      walk_segment (self, &g_array_index (walk->segments, Segment, i));
    }
}

static void
add_track (Walk *walk, TvTrace *trace, guint32 t, const TvSelection *selection)
{
  TvTrackPart part;
  guint32 row;

  if (!tv_track_part_find (&part, trace, t, selection))
    return;
  row = part.first;
  do
    {
      Segment segment = { walk->parts->len, row, row + MIN (ROWS_PER_SEGMENT, part.end - row) };

      g_array_append_val (walk->segments, segment);
      row = segment.end;
    }
  while (row < part.end);
  g_array_append_val (walk->parts, part);
}

/* Chooses the unit in which times are summed: the trace's tick, or 1 ns if times are not whole ticks, because a range
 * clips calls or because context switches are counted as calls. */
static void
choose_ticks (Walk *self)
{
  gboolean has_parts = self->is_clipped || (self->flags & TV_PROFILE_CONTEXT_SWITCHES);

  self->tick_ns[TV_CLOCK_WALL] = has_parts ? 1 : self->slices->dur.unit_ns;
  self->tick_ns[TV_CLOCK_CPU] = has_parts || !self->has_clock[TV_CLOCK_CPU]
                                    ? 1
                                    : self->slices->cpu_dur.unit_ns;
}

/**
 * tv_profile_walk:
 * @self: (out): result; must be cleared with tv_profile_walk_clear(), even if cancelled
 * @trace: a trace
 * @selection: (nullable): selected part of the trace
 * @flags: options of the profile
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Counts the calls of threads in the selection, in a single pass.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_profile_walk (TvProfileWalk *self,
                 TvTrace *trace,
                 const TvSelection *selection,
                 TvProfileFlags flags,
                 GCancellable *cancellable,
                 GError **error)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (TvTrackPart));
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  Walk walk = {
    .slices = tv_trace_get_slices (trace),
    .gaps = tv_trace_get_gaps (trace, NULL),
    .flags = flags,
    .cancellable = cancellable,
    .is_clipped = tv_selection_has_range (selection),
    .parts = parts,
    .segments = segments,
  };

  for (guint c = 0; c < TV_N_CLOCKS; c++)
    walk.has_clock[c] = tv_trace_has_clock (trace, (TvClock) c);
  choose_ticks (&walk);
  tv_trace_get_symbols (trace, &walk.n_symbols);
  g_assert (walk.n_symbols < G_MAXINT32 - 1);
  walk.n_symbols++;
  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].kind == TV_TRACK_THREAD && tracks[t].n_slices > 0 &&
        tv_selection_has_track (selection, t))
      {
        walk.n_levels = MAX (walk.n_levels, tracks[t].n_levels);
        add_track (&walk, trace, t, selection);
      }
  self->n_tables = MIN (tv_parallel_get_n_threads (), segments->len);
  memcpy (self->tick_ns, walk.tick_ns, sizeof self->tick_ns);
  self->tables = walk.tables = g_new0 (TvEdgeTable, MAX (self->n_tables, 1));
  self->spreads = walk.spreads = g_new0 (TvSpreadSums *, MAX (self->n_tables, 1));
  tv_parallel_run (self->n_tables, work, &walk);
  return walk.is_cancelled ? tv_error_set_cancelled (error) : TRUE;
}

void
tv_profile_walk_clear (TvProfileWalk *self)
{
  for (guint i = 0; i < self->n_tables; i++)
    {
      tv_edge_table_clear (&self->tables[i]);
      if (self->spreads != NULL)
        g_free (self->spreads[i]);
    }
  g_clear_pointer (&self->tables, g_free);
  g_clear_pointer (&self->spreads, g_free);
  self->n_tables = 0;
}
