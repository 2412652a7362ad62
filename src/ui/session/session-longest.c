/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Selects the longest counted call of a method, or the longest period of a thread state. The calls themselves are
 * found by another worker, so the longest may be requested before they are known. A part of the session. Called by
 * the profile and range views and by the timeline; session-selection.c starts the search again when calls are found.
 * When the worker is done, selects the slice and emits "reveal-slice". */

#include "ui/session/session-part.h"

#include "analysis/calls/occurrences.h"
#include "ui/kit/work.h"

typedef struct
{
  gboolean
      is_wanted; /* whether to select the longest call as soon as the counted calls are known */
  gboolean seeks_state;  /* whether the worker searches for a state */
  GCancellable *finding; /* (nullable): slot of the worker, set while it runs */
} LongestPart;

static LongestPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_LONGEST);
}

static void
part_stop (gpointer data)
{
  LongestPart *part = data;

  tv_work_stop (&part->finding);
}

const TvSessionPart tv_session_part_longest = { .size = sizeof (LongestPart), .stop = part_stop };

typedef struct
{
  TvTrace *trace;
  TvSelection *selection; /* time range and threads of the states */
  GArray *calls;          /* (nullable): calls to search; NULL to search for a state */
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
  g_clear_pointer (&job->calls, g_array_unref);
  tv_selection_unref (job->selection);
  g_free (job->state);
  g_free (job);
}

/* Searches a track. Returns FALSE if cancelled. */
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

/* Finds the longest state; if several are equally long, the first one of the first thread. */
static void
find_longest_state (Job *job, GCancellable *cancellable)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (job->trace, &n_tracks);

  job->longest = TV_NONE;
  job->longest_ns = -1; /* a duration may be 0 */
  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].kind == TV_TRACK_THREAD_STATE && has_thread (job, tracks[track].utid) &&
        tv_selection_has_track (job->selection, track) &&
        !search_track (job, &tracks[track], cancellable))
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

  get_part (self)->seeks_state = FALSE;
  if (slice == TV_NONE)
    return;
  tv_session_select_slice (self, slice);
  g_signal_emit_by_name (self, "reveal-slice", slice);
}

static void
start (TvSession *self, Job *job)
{
  job->trace = g_object_ref (tv_session_get_trace (self));
  job->selection = tv_selection_ref (tv_session_get_selection (self));
  tv_work_start (&longest_work, job, on_found, self, &get_part (self)->finding);
}

/* Cancels the search; called when something else is selected. */
void
tv_session_forget_longest (TvSession *self)
{
  LongestPart *part = get_part (self);

  part->is_wanted = part->seeks_state = FALSE;
  tv_work_stop (&part->finding);
}

/* Starts the search for the longest call if it was requested; called when the counted calls have changed. A search
 * for a state continues. */
void
tv_session_start_longest_search (TvSession *self)
{
  LongestPart *part = get_part (self);
  GArray *counted = tv_session_get_counted_occurrences (self);
  Job *job;

  if (!part->seeks_state)
    tv_work_stop (&part->finding);
  if (!part->is_wanted || counted == NULL)
    return;
  part->is_wanted = part->seeks_state = FALSE;
  job = g_new0 (Job, 1);
  job->calls = g_array_ref (counted);
  start (self, job);
}

/**
 * tv_session_go_to_longest:
 * @self: a session
 * @symbol: a symbol
 *
 * Selects the longest counted call of a symbol, and scrolls it into view.
 */
void
tv_session_go_to_longest (TvSession *self, guint32 symbol)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (symbol == TV_NONE)
    return;
  tv_session_select_symbol (self, symbol);
  get_part (self)->is_wanted = TRUE;
  tv_session_start_longest_search (self);
}

/**
 * tv_session_go_to_longest_state:
 * @self: a session
 * @times: a state and its threads
 *
 * Selects the longest period of a state in the selected range and threads, and scrolls it into view.
 */
void
tv_session_go_to_longest_state (TvSession *self, const TvStateTimes *times)
{
  Job *job;

  g_return_if_fail (TV_IS_SESSION (self));

  get_part (self)->is_wanted = FALSE;
  get_part (self)->seeks_state = TRUE;
  job = g_new0 (Job, 1);
  job->times = *times;
  job->state = g_strdup (times->state);
  start (self, job);
}
