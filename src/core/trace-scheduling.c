/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace.h"

/* Lookups of runs on CPUs, states of threads, and inferred slices with their error bounds. Called by analyses,
 * exports, tables, the timeline and the window. Pure: only reads the trace. */

static const TvTrack *
get_track_at (TvTrace *self, guint32 slice)
{
  return &tv_trace_get_tracks (self, NULL)[tv_trace_find_track_at (self, slice)];
}

/**
 * tv_trace_get_run:
 * @run: (out) (optional): the run
 *
 * Returns: whether the slice is on a %TV_TRACK_CPU; if not, @run is not set
 */
gboolean
tv_trace_get_run (TvTrace *self, guint32 slice, TvRun *run)
{
  const TvTrack *track = get_track_at (self, slice);

  if (track->kind != TV_TRACK_CPU)
    return FALSE;
  if (run != NULL)
    *run = tv_runs_get (tv_trace_get_runs (self), tv_track_get_side (track, slice));
  return TRUE;
}

/**
 * tv_trace_get_run_thread:
 *
 * Returns: the thread that ran; %TV_NONE if the slice is not on a %TV_TRACK_CPU
 */
guint32
tv_trace_get_run_thread (TvTrace *self, guint32 slice)
{
  TvRun run;

  return tv_trace_get_run (self, slice, &run) ? run.utid : TV_NONE;
}

/**
 * tv_trace_get_state:
 * @state: (out) (optional): the state
 *
 * Returns: whether the slice is on a %TV_TRACK_THREAD_STATE; if not, @state is not set
 */
gboolean
tv_trace_get_state (TvTrace *self, guint32 slice, TvState *state)
{
  const TvTrack *track = get_track_at (self, slice);

  if (track->kind != TV_TRACK_THREAD_STATE)
    return FALSE;
  if (state != NULL)
    *state = tv_states_get (tv_trace_get_states (self), tv_track_get_side (track, slice));
  return TRUE;
}

/**
 * tv_trace_get_cpu_before:
 * @track: a track of states
 * @slice: a state on the track
 *
 * Returns: CPU time of the thread before the start of the state, in ns
 */
gint64
tv_trace_get_cpu_before (TvTrace *self, const TvTrack *track, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self);
  const TvStates *states = tv_trace_get_states (self);
  guint32 side = tv_track_get_side (track, slice), row = side - side % TV_CPU_BEFORE_ROWS;
  gint64 before = 0;

  if (row >= track->first_side)
    before = states->cpu_before[row / TV_CPU_BEFORE_ROWS];
  else
    row = track->first_side;
  for (; row < side; row++)
    if (tv_states_get_kind (states, row) == TV_STATE_RUNNING)
      before += tv_time_column_get (&slices->dur, slice - (side - row));
  return before;
}

/**
 * tv_trace_get_cpu_at:
 * @self: a trace with scheduling
 * @ts_ns: a time
 *
 * Returns: CPU time of the thread up to @ts_ns, in ns
 */
gint64
tv_trace_get_cpu_at (TvTrace *self, guint32 utid, gint64 ts_ns)
{
  const TvSlices *slices = tv_trace_get_slices (self);
  const TvTrack *track;
  guint32 n_threads, slice;
  const TvThread *threads = tv_trace_get_threads (self, &n_threads);
  gint64 before;

  g_return_val_if_fail (utid < n_threads, 0);
  if (threads[utid].state_track == TV_NONE)
    return 0;
  track = &tv_trace_get_tracks (self, NULL)[threads[utid].state_track];
  slice = tv_trace_find_slice_from (self, threads[utid].state_track, ts_ns);
  if (slice == track->first_slice)
    return 0;
  slice--;
  before = tv_trace_get_cpu_before (self, track, slice);
  if (tv_states_get_kind (tv_trace_get_states (self), tv_track_get_side (track, slice)) ==
      TV_STATE_RUNNING)
    before += MIN (ts_ns, tv_slices_end (slices, slice)) - tv_slices_start (slices, slice);
  return before;
}

/* ---- Inferred slices ---- */

/* Returns the first row in @bounds whose slice is @slice or a later one. */
static guint32
find_bound (const TvBound *bounds, guint32 n, guint32 slice)
{
  guint32 first = 0, end = n;

  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (bounds[middle].slice < slice)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/**
 * tv_trace_get_bound_ns:
 *
 * Returns: the sum of the maximum errors of the slice's start and end, in ns; -1 if both were recorded
 */
gint64
tv_trace_get_bound_ns (TvTrace *self, guint32 slice)
{
  const TvBound *bounds;
  guint32 n, row;

  if ((tv_trace_get_slices (self)->flags[slice] & TV_SLICE_INFERRED) == 0)
    return -1;
  bounds = tv_trace_get_bounds (self, &n);
  row = find_bound (bounds, n, slice);
  return row < n && bounds[row].slice == slice ? bounds[row].ns : -1;
}

static gboolean
is_run (TvTrace *self, const TvTrack *track, guint32 slice)
{
  return track->kind == TV_TRACK_CPU ||
         tv_states_get_kind (tv_trace_get_states (self), tv_track_get_side (track, slice)) ==
             TV_STATE_RUNNING;
}

/**
 * tv_trace_get_inferred:
 * @track: a track of a CPU or of a thread's states
 * @start_ns: start of a time range
 * @end_ns: end of the time range
 *
 * Returns: the inferred part of the running time in the range
 */
TvInferred
tv_trace_get_inferred (TvTrace *self, guint32 track, gint64 start_ns, gint64 end_ns)
{
  const TvTrack *t = &tv_trace_get_tracks (self, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (self);
  guint32 n;
  const TvBound *bounds = tv_trace_get_bounds (self, &n);
  TvInferred sum = { 0, 0 };

  for (guint32 row = find_bound (bounds, n, t->first_slice);
       row < n && bounds[row].slice - t->first_slice < t->n_slices; row++)
    {
      guint32 slice = bounds[row].slice;
      gint64 start = tv_slices_start (slices, slice);
      gint64 end = tv_slices_end (slices, slice);

      if (start >= end_ns)
        break;
      if (end < start_ns || !is_run (self, t, slice))
        continue;
      tv_add_ns (&sum.ns, MIN (end, end_ns) - MAX (start, start_ns));
      tv_add_ns (&sum.bound_ns, bounds[row].ns);
    }
  return sum;
}

/**
 * tv_trace_get_inferred_cpu:
 * @slice: a slice of a thread
 *
 * Returns: the inferred part of the slice's CPU time
 */
TvInferred
tv_trace_get_inferred_cpu (TvTrace *self, guint32 slice)
{
  const TvTrack *track = get_track_at (self, slice);
  const TvSlices *slices = tv_trace_get_slices (self);
  guint32 states = track->utid != TV_NONE
                       ? tv_trace_get_threads (self, NULL)[track->utid].state_track
                       : TV_NONE;
  guint32 n;

  tv_trace_get_bounds (self, &n);
  if (n == 0 || states == TV_NONE)
    return (TvInferred){ 0, 0 };
  return tv_trace_get_inferred (self, states, tv_slices_start (slices, slice),
                                tv_slices_end (slices, slice));
}
