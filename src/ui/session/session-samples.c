/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stack samples: the kind that is shown, and the samples that contain the selected symbol (sample marks). A part of
 * the session. Used by the timeline, the flame graph and the views of groups and threads. A worker computes the
 * sample marks; session-selection.c requests them again when the symbol or the kind changes. */

#include "ui/kit/work.h"
#include "ui/session/session-job.h"
#include "ui/session/session-part.h"

typedef struct
{
  TvThreadSamples
      *marks; /* (nullable): samples that contain the selected symbol; NULL until found */
  GCancellable *finding; /* (nullable): slot of the worker, set while it runs */
} SamplesPart;

static SamplesPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_SAMPLES);
}

static void
part_stop (gpointer data)
{
  SamplesPart *part = data;

  tv_work_stop (&part->finding);
}

static void
part_clear (gpointer data)
{
  SamplesPart *part = data;

  g_clear_pointer (&part->marks, tv_thread_samples_free);
}

const TvSessionPart tv_session_part_samples = { .size = sizeof (SamplesPart),
                                                .stop = part_stop,
                                                .clear = part_clear };

/* Returns: the kind of samples that strips show; %TV_NONE if there are no samples */
guint32
tv_session_get_sample_kind (TvSession *self)
{
  guint32 source;

  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);

  if (tv_trace_get_stacks (tv_session_get_trace (self))->n_kinds == 0)
    return TV_NONE;
  source = tv_session_get_call_source (self);
  return source != TV_CALLS_OF_SLICES ? source : 0;
}

/* Returns: the weight unit of the shown kind of samples */
TvWeightUnit
tv_session_get_sample_unit (TvSession *self)
{
  guint32 kind = tv_session_get_sample_kind (self);

  return kind != TV_NONE ? tv_trace_get_stacks (tv_session_get_trace (self))->kinds[kind].unit
                         : TV_WEIGHT_COUNT;
}

static gpointer
find_marks (gpointer data, GCancellable *cancellable, GError **error)
{
  const TvSessionJob *job = data;

  return tv_sample_marks_new (job->trace, job->call_source, job->symbol);
}

static const TvWork marks_work = { find_marks, tv_session_job_free,
                                   (GDestroyNotify) tv_thread_samples_free };

static void
on_marks_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvSession *self = owner;

  get_part (self)->marks = result;
  tv_session_notify (self, TV_SESSION_PROP_SAMPLE_MARKS);
}

/* Requests the sample marks again. Called when another symbol or another source of stacks is selected. */
void
tv_session_update_sample_marks (TvSession *self)
{
  SamplesPart *part = get_part (self);
  guint32 n_symbols, kind = tv_session_get_sample_kind (self);
  TvSessionJob *job;

  tv_work_stop (&part->finding);
  if (part->marks != NULL)
    {
      g_clear_pointer (&part->marks, tv_thread_samples_free);
      tv_session_notify (self, TV_SESSION_PROP_SAMPLE_MARKS);
    }
  tv_trace_get_symbols (tv_session_get_trace (self), &n_symbols);
  if (kind == TV_NONE || tv_session_get_selected_symbol (self) >= n_symbols)
    return;
  job = tv_session_job_new (self);
  job->call_source = kind;
  tv_work_start (&marks_work, job, on_marks_found, self, &part->finding);
}

/* Returns: (transfer none) (nullable): the samples that contain the selected symbol; %NULL if no symbol is selected,
 * or until they are found; valid until notify::sample-marks */
const TvThreadSamples *
tv_session_get_sample_marks (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return get_part (self)->marks;
}
