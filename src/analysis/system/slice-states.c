/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/slice-states.h"

#include "analysis/range/range.h"

/* Adds up the states of a thread during a slice, and finds the last wakeup before a point in time. Called by the
 * analyses of binder calls, garbage collections and locks, by the timeline and by the properties of a slice, among
 * others. Pure: only reads the trace. */

/**
 * tv_slice_get_thread:
 *
 * Returns: thread of the slice's track, or thread of a run on a CPU; %TV_NONE for async slices and other slices of
 * CPUs
 */
guint32
tv_slice_get_thread (TvTrace *trace, guint32 slice)
{
  guint32 track = tv_trace_find_track_at (trace, slice), runs;

  g_return_val_if_fail (track != TV_NONE, TV_NONE);
  runs = tv_trace_get_run_thread (trace, slice);
  return runs != TV_NONE ? runs : tv_trace_get_tracks (trace, NULL)[track].utid;
}

/**
 * tv_slice_states_get:
 * @trace: a trace
 * @slice: a slice
 * @states: (out): states of the slice's thread during the slice
 *
 * Adds up the states of a thread during a slice. The cost is proportional to the number of these states.
 *
 * Returns: whether the trace contains the thread's states
 */
gboolean
tv_slice_states_get (TvTrace *trace, guint32 slice, TvSliceStates *states)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 utid = tv_slice_get_thread (trace, slice);
  const TvThread *thread;
  const TvTrack *track;
  const TvStates *side;
  TvRange range = { 0 };
  TvRangeWalk walk;

  range.start_ns = tv_slices_start (slices, slice);
  range.end_ns = tv_slices_end (slices, slice);
  range.length_ns = range.end_ns - range.start_ns;
  *states = (TvSliceStates){ .unknown_ns = range.length_ns };
  if (utid == TV_NONE)
    return FALSE;
  thread = &tv_trace_get_threads (trace, NULL)[utid];
  if (thread->state_track == TV_NONE)
    return FALSE;

  track = &tv_trace_get_tracks (trace, NULL)[thread->state_track];
  side = tv_trace_get_states (trace);
  walk = tv_range_walk (&range, trace, thread->state_track);
  while (tv_range_walk_next (&walk))
    {
      states->ns[tv_states_get_kind (side, tv_track_get_side (track, walk.row))] += walk.ns;
      states->unknown_ns -= walk.ns;
    }
  return TRUE;
}

/**
 * tv_wakeup_find_last:
 * @trace: a trace
 * @utid: a thread
 * @ts_ns: time in ns
 * @wakeup: (out): last wakeup of the thread at or before @ts_ns
 *
 * Finds the last wakeup of a thread whose waker is known. Called with the start of a slice, finds the wakeup that led
 * to the slice; called with the last nanosecond of a slice, the one that ended the last wait in the slice, or an
 * earlier one if there was no such wait.
 *
 * Returns: whether there is such a wakeup
 */
gboolean
tv_wakeup_find_last (TvTrace *trace, guint32 utid, gint64 ts_ns, TvWakeup *wakeup)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_threads, state_track, row;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  const TvTrack *track;
  const TvStates *side;

  g_return_val_if_fail (utid < n_threads, FALSE);
  state_track = threads[utid].state_track;
  if (state_track == TV_NONE)
    return FALSE;
  track = &tv_trace_get_tracks (trace, NULL)[state_track];
  side = tv_trace_get_states (trace);
  row = track->first_slice + track->n_slices;
  if (ts_ns < G_MAXINT64)
    row = tv_trace_find_slice_from (trace, state_track, ts_ns + 1);
  while (row-- > track->first_slice)
    {
      TvState state = tv_states_get (side, tv_track_get_side (track, row));

      /* Only waiting threads are woken; a preempted thread has no waker. */
      if (state.waker == TV_NONE)
        continue;
      *wakeup = (TvWakeup){ tv_slices_start (slices, row), state.waker, state.irq_context };
      return TRUE;
    }
  return FALSE;
}
