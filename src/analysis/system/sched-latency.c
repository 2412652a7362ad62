/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/sched-latency.h"

#include "core/error.h"

/* Computes scheduling latencies and ends of runs, in one walk over the states of each thread. A run that directly
 * follows a runnable state has a latency, and the state after the run determines how it ended. Called by the table
 * sched_latency and the rule about migrations. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 65536
#define NS_PER_MS             1000000

typedef struct
{
  TvTrace *trace;
  const TvSlices *slices;
  const TvStates *states;
} States;

/* Returns the time for which the thread was runnable directly before a run, in ns; -1 if it was not runnable. */
static gint64
get_latency (const States *self, const TvTrack *track, guint32 run)
{
  guint32 row = run;

  while (row > track->first_slice &&
         tv_states_get_kind (self->states, tv_track_get_side (track, row - 1)) ==
             TV_STATE_RUNNABLE &&
         tv_slices_end (self->slices, row - 1) == tv_slices_start (self->slices, row))
    row--;
  return row < run ? tv_slices_start (self->slices, run) - tv_slices_start (self->slices, row) : -1;
}

static void
add_latency (TvSchedLatency *sum, guint32 run, gint64 ns)
{
  sum->n_latencies++;
  sum->total_ns += ns;
  sum->n_over_1ms += ns > NS_PER_MS;
  sum->n_over_10ms += ns > 10 * NS_PER_MS;
  if (sum->max_run == TV_NONE || ns > sum->max_ns)
    {
      sum->max_ns = ns;
      sum->max_run = run;
    }
}

/* Counts the end of a run by the state that follows it. */
static void
add_end (const States *self, const TvTrack *track, guint32 run, TvSchedLatency *sum)
{
  guint32 next = run + 1;
  TvState state;

  if (next == track->first_slice + track->n_slices ||
      tv_slices_end (self->slices, run) != tv_slices_start (self->slices, next))
    return;
  state = tv_states_get (self->states, tv_track_get_side (track, next));
  switch ((TvStateKind) state.kind)
    {
    case TV_STATE_RUNNABLE:
      if (g_strcmp0 (tv_trace_get_string (self->trace, state.text), "R+") == 0)
        sum->n_preempted++;
      else
        sum->n_yielded++;
      break;
    case TV_STATE_SLEEPING:
      sum->n_slept++;
      break;
    case TV_STATE_BLOCKED:
    case TV_STATE_BLOCKED_IO:
    case TV_STATE_BLOCKED_OTHER:
      sum->n_blocked++;
      break;
    default:
      break;
    }
}

static gboolean
add_thread (const States *self,
            const TvTrack *track,
            const TvRange *range,
            TvSchedLatency *sum,
            GCancellable *cancellable,
            GError **error)
{
  guint32 end = track->first_slice + track->n_slices, cpu = TV_NONE;

  for (guint32 row = track->first_slice; row < end; row++)
    {
      guint32 side = tv_track_get_side (track, row), cpu_before = cpu;
      gint64 ts, latency_ns;

      if ((row - track->first_slice) % ROWS_PER_CANCEL_CHECK == 0 &&
          g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
      if (tv_states_get_kind (self->states, side) != TV_STATE_RUNNING)
        continue;
      ts = tv_slices_start (self->slices, row);
      cpu = tv_states_get (self->states, side).cpu;
      if (ts < range->start_ns)
        continue;
      if (ts >= range->end_ns)
        break;
      sum->n_runs++;
      sum->n_migrations += cpu_before != TV_NONE && cpu_before != cpu;
      latency_ns = get_latency (self, track, row);
      if (latency_ns >= 0)
        add_latency (sum, row, latency_ns);
      add_end (self, track, row, sum);
    }
  return TRUE;
}

/**
 * tv_sched_latency_new:
 * @trace: a trace
 * @selection: (nullable): range and threads; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Computes scheduling statistics of the runs that begin in the range. Their latencies are not clipped to the range.
 *
 * Returns: (transfer full) (nullable) (element-type TvSchedLatency): threads that ran, sorted by utid; %NULL if
 * cancelled
 */
GArray *
tv_sched_latency_new (TvTrace *trace,
                      const TvSelection *selection,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (TvSchedLatency));
  States states = { trace, tv_trace_get_slices (trace), tv_trace_get_states (trace) };
  TvRange range = tv_range_new (trace, selection);
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);

  for (guint32 utid = 0; utid < n_threads; utid++)
    {
      TvSchedLatency sum = { .utid = utid, .max_run = TV_NONE };

      if (threads[utid].state_track == TV_NONE ||
          (selection != NULL && !tv_selection_has_thread (selection, utid)))
        continue;
      if (!add_thread (&states, &tracks[threads[utid].state_track], &range, &sum, cancellable,
                       error))
        return NULL;
      if (sum.n_runs > 0)
        g_array_append_val (sums, sum);
    }
  return g_steal_pointer (&sums);
}
