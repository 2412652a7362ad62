/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the longest period of a thread state in a worker, and selects its slice. Called for rows of thread states in
 * the Range view. The caller can stop the worker through its slot. */

#include "ui/views/range/longest-state.h"

#include "ui/kit/work.h"

typedef struct
{
  TvTrace *trace;
  TvSelection *selection; /* time range and threads to search */
  TvStateTimes times;
  char *state;       /* name of the state */
  guint32 longest;   /* result: a slice, or TV_NONE */
  gint64 longest_ns; /* result: its duration in the selected range */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  tv_selection_unref (job->selection);
  g_free (job->state);
  g_free (job);
}

/* Searches a track of thread states for a period that is longer than the longest one so far. Returns FALSE if
 * cancelled. */
static gboolean
search_track (Job *job, const TvTrack *track, GCancellable *cancellable)
{
  const TvSlices *slices = tv_trace_get_slices (job->trace);
  const TvStates *states = tv_trace_get_states (job->trace);
  gint64 start_ns = tv_selection_get_start_ns (job->selection);
  gint64 end_ns = tv_selection_get_end_ns (job->selection);

  for (guint32 i = 0; i < track->n_slices; i++)
    {
      guint32 slice = track->first_slice + i;
      TvState state = tv_states_get (states, tv_track_get_side (track, slice));
      gint64 ns = MIN (tv_slices_end (slices, slice), end_ns) -
                  MAX (tv_slices_start (slices, slice), start_ns);

      if ((i & 0xffff) == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (ns <= job->longest_ns || state.io_wait != job->times.io_wait ||
          g_strcmp0 (tv_trace_get_string (job->trace, state.text), job->state) != 0)
        continue;
      job->longest = slice;
      job->longest_ns = ns;
    }
  return TRUE;
}

static gboolean
has_thread (const Job *job, guint32 utid)
{
  return (job->times.utid == TV_NONE || job->times.utid == utid) &&
         (!job->times.is_of_process ||
          tv_trace_get_threads (job->trace, NULL)[utid].upid == job->times.upid);
}

/* Finds the longest period. If several are equally long, finds the first of them on the first track. */
static gpointer
find_longest (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (job->trace, &n_tracks);

  job->longest = TV_NONE;
  job->longest_ns = -1; /* a duration may be 0 */
  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].kind == TV_TRACK_THREAD_STATE && has_thread (job, tracks[track].utid) &&
        tv_selection_has_track (job->selection, track) &&
        !search_track (job, &tracks[track], cancellable))
      return NULL;
  return job;
}

static const TvWork longest_work = { find_longest, job_free, NULL };

static void
on_found (gpointer session, gpointer job, gpointer result, const GError *error)
{
  guint32 slice = result != NULL ? ((const Job *) result)->longest : TV_NONE;

  if (slice == TV_NONE)
    return;
  tv_session_select_slice (session, slice);
  g_signal_emit_by_name (session, "reveal-slice", slice);
}

/**
 * tv_longest_state_go_to:
 * @session: a session; must not be freed while the worker is running
 * @times: the state, and the threads to search
 * @worker: slot of the worker, see tv_work_start()
 *
 * Selects the longest period of a state in the session's range and threads, and scrolls to it.
 */
void
tv_longest_state_go_to (TvSession *session, const TvStateTimes *times, GCancellable **worker)
{
  Job *job = g_new0 (Job, 1);

  job->trace = g_object_ref (tv_session_get_trace (session));
  job->selection = tv_selection_ref (tv_session_get_selection (session));
  job->times = *times;
  job->state = g_strdup (times->state);
  tv_work_start (&longest_work, job, on_found, session, worker);
}
