/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Selects the longest counted call of a method. The counted calls are found by another worker, so the longest call
 * may be requested before they are known. A part of the session. Called by the profile and range views and by the
 * timeline. When session-selection.c has found the counted calls, it calls tv_session_start_longest_search(). When
 * the worker is done, selects the slice and emits "reveal-slice". */

#include "ui/session/session-part.h"

#include "analysis/calls/occurrences.h"
#include "ui/kit/work.h"

typedef struct
{
  gboolean is_wanted;    /* whether to search when the counted calls are known */
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
  GArray *calls;   /* calls to search */
  guint32 longest; /* result: a slice, or TV_NONE */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_array_unref (job->calls);
  g_free (job);
}

static gpointer
find_longest (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  g_autoptr (GArray)
      longest = tv_occurrences_rank (job->trace, job->calls, 0, G_MAXINT64, 1, cancellable);

  job->longest = longest != NULL && longest->len > 0 ? g_array_index (longest, guint32, 0)
                                                     : TV_NONE;
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

/* Cancels the request for the longest call. Called when another symbol is selected. */
void
tv_session_forget_longest (TvSession *self)
{
  LongestPart *part = get_part (self);

  part->is_wanted = FALSE;
  tv_work_stop (&part->finding);
}

/* Starts the search for the longest call if it was requested and the counted calls are known. Called when the counted
 * calls have changed. */
void
tv_session_start_longest_search (TvSession *self)
{
  LongestPart *part = get_part (self);
  GArray *counted = tv_session_get_counted_occurrences (self);
  Job *job;

  tv_work_stop (&part->finding);
  if (!part->is_wanted || counted == NULL)
    return;
  part->is_wanted = FALSE;
  job = g_new0 (Job, 1);
  job->trace = g_object_ref (tv_session_get_trace (self));
  job->calls = g_array_ref (counted);
  tv_work_start (&longest_work, job, on_found, self, &part->finding);
}

/**
 * tv_session_go_to_longest:
 * @symbol: a symbol; %TV_NONE does nothing
 *
 * Selects the longest counted call of a symbol, and scrolls it into view, as soon as the counted calls are known.
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
