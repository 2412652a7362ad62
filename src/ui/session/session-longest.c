/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Going to the longest of the selected method's calls that are counted. They are found by one
 * worker and looked through by another, so it may be wanted before they are known. The same for the
 * runs through a thread's state. */

#include "ui/session/session-private.h"

#include "analysis/calls/occurrences.h"

typedef struct
{
  TvTrace *trace;
  GArray *calls; /* (nullable): those of which the longest is wanted; or of a track */
  guint32 track;
  char *state; /* those of this state, as its text is */
  int io_wait;
  gint64 start_ns, end_ns; /* as far as they lie in here */
  guint32 longest;         /* found: a slice, or TV_NONE */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->calls, g_array_unref);
  g_free (job->state);
  g_free (job);
}

static guint32
find_longest_state (const Job *job, GCancellable *cancellable)
{
  const TvTrack *track = &tv_trace_get_tracks (job->trace, NULL)[job->track];
  const TvSlices *slices = tv_trace_get_slices (job->trace);
  guint32 longest = TV_NONE;
  gint64 longest_ns = 0;

  for (guint32 i = 0; i < track->n_slices; i++)
    {
      guint32 slice = track->first_slice + i;
      const TvState *state = tv_trace_get_state (job->trace, slice);
      gint64 ns = MIN (tv_slices_end (slices, slice), job->end_ns) -
                  MAX (tv_slices_start (slices, slice), job->start_ns);

      if ((i & 0xffff) == 0 && g_cancellable_is_cancelled (cancellable))
        return TV_NONE;
      if (ns <= longest_ns || state->io_wait != job->io_wait ||
          g_strcmp0 (tv_trace_get_string (job->trace, state->text), job->state) != 0)
        continue;
      longest = slice;
      longest_ns = ns;
    }
  return longest;
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

  job->longest = job->calls != NULL ? find_longest_call (job, cancellable)
                                    : find_longest_state (job, cancellable);
  return job;
}

static const TvWork longest_work = { find_longest, job_free, NULL };

static void
on_found (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvSession *self = owner;
  guint32 slice = ((const Job *) data)->longest;

  if (slice == TV_NONE)
    return;
  tv_session_select_slice (self, slice);
  g_signal_emit_by_name (self, "reveal-slice", slice);
}

static void
start (TvSession *self, Job *job)
{
  job->trace = g_object_ref (self->trace);
  tv_work_start (&longest_work, job, on_found, self, &self->work[TV_SESSION_WORK_LONGEST]);
}

/* To be called when other calls are counted. */
void
tv_session_look_for_longest (TvSession *self)
{
  Job *job;

  tv_work_stop (&self->work[TV_SESSION_WORK_LONGEST]);
  if (!self->wants_longest || self->counted == NULL)
    return;
  self->wants_longest = FALSE;
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
 * @utid: a thread
 * @state: text of a state, as in the table of their use
 * @io_wait: 1, 0, or -1 where the trace does not tell
 *
 * Selects the thread's longest time in that state in the selected time, and brings it into sight.
 */
void
tv_session_go_to_longest_state (TvSession *self, guint32 utid, const char *state, int io_wait)
{
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n_threads);
  const TvSelection *selection;
  Job *job;

  g_return_if_fail (TV_IS_SESSION (self));

  if (utid >= n_threads || threads[utid].state_track == TV_NONE)
    return;
  self->wants_longest = FALSE;
  job = g_new0 (Job, 1);
  job->track = threads[utid].state_track;
  job->state = g_strdup (state);
  job->io_wait = io_wait;
  selection = tv_session_get_selection (self);
  job->start_ns = tv_selection_get_start_ns (selection);
  job->end_ns = tv_selection_get_end_ns (selection);
  start (self, job);
}
