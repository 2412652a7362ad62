/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Going to the longest of the selected method's calls that are counted. They are found by one
 * worker and looked through by another, so it may be wanted before they are known. The same for the
 * runs through a thread's state. */

#include "ui/session/session-private.h"

#include "analysis/calls/occurrences.h"

typedef struct
{
  TvTrace *trace;
  TvSelection *selection; /* with what state is sought */
  GArray *calls;          /* (nullable): those of which the longest is wanted; or of threads */
  TvStateTimes times;
  char *state;       /* that of these */
  guint32 longest;   /* found: a slice, or TV_NONE */
  gint64 longest_ns; /* how long it is in the selected time */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->calls, g_array_unref);
  tv_selection_unref (job->selection);
  g_free (job->state);
  g_free (job);
}

/* Returns: whether it was not stopped */
static gboolean
look_through_track (Job *job, const TvTrack *track, GCancellable *cancellable)
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

/* Of equal ones it is the first of the first thread. */
static void
find_longest_state (Job *job, GCancellable *cancellable)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (job->trace, &n_tracks);

  job->longest = TV_NONE;
  job->longest_ns = -1; /* some take no time */
  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].kind == TV_TRACK_THREAD_STATE && has_thread (job, tracks[track].utid) &&
        tv_selection_has_track (job->selection, track) &&
        !look_through_track (job, &tracks[track], cancellable))
      return;
}

static guint32
find_longest_call (const Job *job, GCancellable *cancellable)
{
  g_autoptr (GArray)
      longest = tv_occurrences_rank (job->trace, job->calls, 0, G_MAXINT64, 1, cancellable);

  return longest != NULL && longest->len > 0 ? g_array_index (longest, guint32, 0) : TV_NONE;
}

static gpointer
find_longest (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;

  if (job->calls != NULL)
    job->longest = find_longest_call (job, cancellable);
  else
    find_longest_state (job, cancellable);
  return job;
}

static const TvWork longest_work = { find_longest, job_free, NULL };

static void
on_found (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvSession *self = owner;
  guint32 slice = ((const Job *) data)->longest;

  self->seeks_state = FALSE;
  if (slice == TV_NONE)
    return;
  tv_session_select_slice (self, slice);
  g_signal_emit_by_name (self, "reveal-slice", slice);
}

static void
start (TvSession *self, Job *job)
{
  job->trace = g_object_ref (self->trace);
  job->selection = tv_selection_ref (tv_session_get_selection (self));
  tv_work_start (&longest_work, job, on_found, self, &self->work[TV_SESSION_WORK_LONGEST]);
}

/* To be called when something else is selected, of which no one has asked for the longest yet. */
void
tv_session_forget_longest (TvSession *self)
{
  self->wants_longest = self->seeks_state = FALSE;
  tv_work_stop (&self->work[TV_SESSION_WORK_LONGEST]);
}

/* To be called when other calls are counted: which these are has nothing to do with a state. */
void
tv_session_look_for_longest (TvSession *self)
{
  Job *job;

  if (!self->seeks_state)
    tv_work_stop (&self->work[TV_SESSION_WORK_LONGEST]);
  if (!self->wants_longest || self->counted == NULL)
    return;
  self->wants_longest = FALSE;
  self->seeks_state = FALSE;
  job = g_new0 (Job, 1);
  job->calls = g_array_ref (self->counted);
  start (self, job);
}

/**
 * tv_session_go_to_longest:
 * @symbol: a symbol
 *
 * Selects the longest of its calls that are counted, and brings it into sight.
 */
void
tv_session_go_to_longest (TvSession *self, guint32 symbol)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (symbol == TV_NONE)
    return;
  tv_session_select_symbol (self, symbol);
  self->wants_longest = TRUE;
  tv_session_look_for_longest (self);
}

/**
 * tv_session_go_to_longest_state:
 * @times: times of threads in a state
 *
 * Selects the longest of them, as far as they lie in the selected time and are of threads that are counted, and brings
 * it into sight.
 */
void
tv_session_go_to_longest_state (TvSession *self, const TvStateTimes *times)
{
  Job *job;

  g_return_if_fail (TV_IS_SESSION (self));

  self->wants_longest = FALSE;
  self->seeks_state = TRUE;
  job = g_new0 (Job, 1);
  job->times = *times;
  job->state = g_strdup (times->state);
  start (self, job);
}
