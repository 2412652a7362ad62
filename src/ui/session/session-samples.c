/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples of stacks: which kind is shown, and which of them have the selected symbol. */

#include "ui/session/session-private.h"

/* Returns: the kind of samples that strips show, or %TV_NONE where there are none */
guint32
tv_session_get_sample_kind (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);

  if (tv_trace_get_stacks (self->trace)->n_kinds == 0)
    return TV_NONE;
  return self->call_source != TV_CALLS_OF_SLICES ? self->call_source : 0;
}

/* Returns: what weights of that kind are in */
TvWeightUnit
tv_session_get_sample_unit (TvSession *self)
{
  guint32 kind = tv_session_get_sample_kind (self);

  return kind != TV_NONE ? tv_trace_get_stacks (self->trace)->kinds[kind].unit : TV_WEIGHT_COUNT;
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

  self->sample_marks = result;
  tv_session_notify (self, TV_SESSION_PROP_SAMPLE_MARKS);
}

/* To be called when another symbol is selected, or another kind of samples is shown. */
void
tv_session_update_sample_marks (TvSession *self)
{
  guint32 n_symbols, kind = tv_session_get_sample_kind (self);
  TvSessionJob *job;

  tv_work_stop (&self->work[TV_SESSION_WORK_SAMPLE_MARKS]);
  if (self->sample_marks != NULL)
    {
      g_clear_pointer (&self->sample_marks, tv_thread_samples_free);
      tv_session_notify (self, TV_SESSION_PROP_SAMPLE_MARKS);
    }
  tv_trace_get_symbols (self->trace, &n_symbols);
  if (kind == TV_NONE || self->selected_symbol >= n_symbols)
    return;
  job = tv_session_job_new (self);
  job->call_source = kind;
  tv_work_start (&marks_work, job, on_marks_found, self, &self->work[TV_SESSION_WORK_SAMPLE_MARKS]);
}

/* (transfer none) (nullable): the samples that have the selected symbol, until "sample-marks" is notified */
const TvThreadSamples *
tv_session_get_sample_marks (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->sample_marks;
}

/* Moves the timeline until a sample can be seen; does nothing if it can, or the sample has no time. */
void
tv_session_show_sample (TvSession *self, guint32 sample)
{
  const TvStackSamples *samples;
  gint64 start_ns, end_ns, length_ns;

  g_return_if_fail (TV_IS_SESSION (self));

  samples = &tv_trace_get_stacks (self->trace)->samples;
  g_return_if_fail (sample < samples->n);
  if (samples->ts[sample] == TV_NO_TIME)
    return;
  tv_session_get_visible (self, &start_ns, &end_ns);
  length_ns = end_ns - start_ns;
  if (samples->ts[sample] < start_ns || samples->ts[sample] >= end_ns)
    tv_session_set_visible (self, samples->ts[sample] - length_ns / 2,
                            samples->ts[sample] - length_ns / 2 + length_ns);
}
