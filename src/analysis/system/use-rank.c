/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/use-rank.h"

#include <stdlib.h>

#include "analysis/samples/thread-samples.h"

/* Computes the time that each thread used in the whole trace, and ranks threads by used time. Called by
 * main-process.c and by the groups and colours of the timeline. Pure: only reads the trace, which stores the time of
 * each track. */

/**
 * tv_trace_get_busy_share:
 * @trace: a system trace
 * @machine: machine of the CPUs
 *
 * Returns: share of the trace in which the machine's CPUs were busy, from 0 to 1: total running time / (number of
 * CPUs × duration of the trace)
 */
double
tv_trace_get_busy_share (TvTrace *trace, guint32 machine)
{
  guint32 n_tracks, n_cpus = 0;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  double length = (double) (tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace));
  double ran = 0.0;

  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].kind == TV_TRACK_CPU && tracks[track].machine == machine)
      {
        ran += (double) tracks[track].covered_ns[TV_CLOCK_WALL];
        n_cpus++;
      }
  return n_cpus > 0 && length > 0.0 ? ran / (n_cpus * length) : 0.0;
}

/**
 * tv_trace_get_thread_use_ns:
 *
 * Returns: running time of the thread in ns; without scheduling data, time of its calls or slices
 */
gint64
tv_trace_get_thread_use_ns (TvTrace *trace, guint32 utid)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[utid];

  if (tv_trace_get_runs (trace)->n > 0)
    return tv_trace_get_cpu_at (trace, utid, tv_trace_get_end_ns (trace));
  if (thread->track == TV_NONE)
    return 0;
  return tv_trace_get_tracks (trace, NULL)[thread->track]
      .covered_ns[tv_trace_get_main_clock (trace)];
}

/* Returns the duration of a track's unfinished top-level slice, in which the thread may not have been busy; 0 if
 * there is none. */
static gint64
get_open_ns (TvTrace *trace, const TvTrack *track, TvClock clock)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 slice = track->first_slice + track->n_slices - 1;

  if (track->n_slices == 0)
    return 0;
  while (tv_slices_parent (slices, slice) != TV_NONE)
    slice = tv_slices_parent (slices, slice);
  if ((slices->flags[slice] & TV_SLICE_OPEN) == 0)
    return 0;
  return tv_time_column_get (clock == TV_CLOCK_CPU ? &slices->cpu_dur : &slices->dur, slice);
}

/**
 * tv_trace_get_thread_finished_ns:
 *
 * Returns: running time of the thread in ns; without scheduling data, time of its calls or finished slices
 */
gint64
tv_trace_get_thread_finished_ns (TvTrace *trace, guint32 utid)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[utid];
  TvClock clock = tv_trace_get_main_clock (trace);
  const TvTrack *track;

  if (tv_trace_get_runs (trace)->n > 0)
    return tv_trace_get_cpu_at (trace, utid, tv_trace_get_end_ns (trace));
  if (thread->track == TV_NONE)
    return 0;
  track = &tv_trace_get_tracks (trace, NULL)[thread->track];
  if (track->role == TV_ROLE_CALLS)
    return track->covered_ns[clock];
  return track->covered_ns[clock] - get_open_ns (trace, track, clock);
}

static int
compare_ranks (const void *a, const void *b)
{
  const TvUseRank *ra = a, *rb = b;

  if (ra->ns != rb->ns)
    return ra->ns > rb->ns ? -1 : 1;
  return (ra->id > rb->id) - (ra->id < rb->id);
}

/* Sorts by used time, in descending order; ties are sorted by id. */
void
tv_use_ranks_sort (TvUseRank *ranks, guint32 n)
{
  if (n > 1)
    qsort (ranks, n, sizeof *ranks, compare_ranks);
}

/* Returns: whether no thread has a used time, but the trace has samples with times */
gboolean
tv_trace_counts_samples (TvTrace *trace)
{
  guint32 n;

  if (!tv_trace_has_timed_samples (trace))
    return FALSE;
  tv_trace_get_threads (trace, &n);
  for (guint32 utid = 0; utid < n; utid++)
    if (tv_trace_get_thread_use_ns (trace, utid) > 0)
      return FALSE;
  return TRUE;
}

/**
 * tv_trace_dup_thread_uses:
 *
 * Returns: (transfer full) (array): used time per thread in ns; if no thread has a used time, its number of samples
 */
gint64 *
tv_trace_dup_thread_uses (TvTrace *trace)
{
  guint32 n;
  gint64 *uses;
  g_autofree guint32 *n_samples = NULL;

  tv_trace_get_threads (trace, &n);
  uses = g_new (gint64, MAX (n, 1));
  for (guint32 utid = 0; utid < n; utid++)
    uses[utid] = tv_trace_get_thread_use_ns (trace, utid);
  if (!tv_trace_counts_samples (trace))
    return uses;
  n_samples = tv_trace_count_samples (trace);
  for (guint32 utid = 0; utid < n; utid++)
    uses[utid] = n_samples[utid];
  return uses;
}

/**
 * tv_trace_rank_threads:
 *
 * Returns: (transfer full) (array): rank of each thread by used time, or by samples if no thread has a used time; 0
 * for the thread with the most
 */
guint32 *
tv_trace_rank_threads (TvTrace *trace)
{
  guint32 n;
  guint32 *rank_of_thread;
  g_autofree TvUseRank *ranks = NULL;
  g_autofree gint64 *uses = tv_trace_dup_thread_uses (trace);
  gboolean counts_samples = tv_trace_counts_samples (trace);

  tv_trace_get_threads (trace, &n);
  ranks = g_new (TvUseRank, n);
  rank_of_thread = g_new (guint32, n);
  for (guint32 utid = 0; utid < n; utid++)
    ranks[utid] = (TvUseRank){ counts_samples ? uses[utid]
                                              : tv_trace_get_thread_finished_ns (trace, utid),
                               utid };
  tv_use_ranks_sort (ranks, n);
  for (guint32 i = 0; i < n; i++)
    rank_of_thread[ranks[i].id] = i;
  return rank_of_thread;
}
