/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "analysis/system/counter-mode.h"

#include <math.h>

/* Computes the value, delta or rate of a counter's samples. Called by the painter and the row menu of counters, by the
 * properties of a counter and by `tracedump render`. Pure: only reads the trace; TvRowChoices stores the mode. */

#define NS_PER_S 1e9

static const char *const names[TV_N_COUNTER_MODES] = { "value", "delta", "rate" };

/* Returns the name of a mode in options, actions and saved view states. */
const char *
tv_counter_mode_get_name (TvCounterMode mode)
{
  g_return_val_if_fail (mode < TV_N_COUNTER_MODES, names[0]);
  return names[mode];
}

gboolean
tv_counter_mode_parse (const char *name, TvCounterMode *mode)
{
  for (guint i = 0; i < TV_N_COUNTER_MODES; i++)
    if (g_str_equal (name, names[i]))
      {
        *mode = (TvCounterMode) i;
        return TRUE;
      }
  return FALSE;
}

/* Returns whether differences between values of the counter are meaningful. They are not for idle states of CPUs. */
gboolean
tv_counter_has_modes (TvTrace *trace, guint32 counter)
{
  return tv_trace_get_counter_tracks (trace, NULL)[counter].role != TV_COUNTER_ROLE_CPU_IDLE;
}

/* Returns the change from @sample to the next timestamp, or NaN if there is a gap in between. @next: first sample
 * with that timestamp; @last: last sample with that timestamp */
static double
get_change (TvTrace *trace,
            guint32 counter,
            guint32 sample,
            guint32 next,
            guint32 last,
            TvCounterMode mode)
{
  const TvSamples *samples = tv_trace_get_samples (trace);
  double change;

  if (tv_trace_get_sample_end (trace, counter, sample) < samples->ts[next])
    return NAN;
  change = samples->value[last] - samples->value[sample];
  if (mode == TV_COUNTER_RATE)
    change /= (double) (samples->ts[next] - samples->ts[sample]) / NS_PER_S;
  return change;
}

/**
 * tv_counter_get_shown:
 * @trace: a trace
 * @counter: index of a #TvCounterTrack
 * @sample: sample of the counter
 * @mode: display mode
 *
 * Returns: value, delta or rate of the sample; NaN if undefined
 */
double
tv_counter_get_shown (TvTrace *trace, guint32 counter, guint32 sample, TvCounterMode mode)
{
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];
  const TvSamples *samples = tv_trace_get_samples (trace);
  guint32 end = track->first_sample + track->n_samples, next = sample + 1, last = next;

  g_return_val_if_fail (sample >= track->first_sample && sample < end, NAN);

  if (mode == TV_COUNTER_VALUE)
    return samples->value[sample];
  if (next == end || samples->ts[next] == samples->ts[sample])
    return NAN;
  while (last + 1 < end && samples->ts[last + 1] == samples->ts[next])
    last++;
  return get_change (trace, counter, sample, next, last, mode);
}

/* Returns: (transfer full): results of tv_counter_get_shown() for all samples of a counter */
double *
tv_counter_dup_shown (TvTrace *trace, guint32 counter, TvCounterMode mode)
{
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];
  const TvSamples *samples = tv_trace_get_samples (trace);
  double *shown = g_new (double, MAX (track->n_samples, 1));
  guint32 first = track->first_sample, next = 0, last = 0;

  for (guint32 i = track->n_samples; i-- > 0;)
    {
      guint32 sample = first + i;

      if (mode == TV_COUNTER_VALUE)
        shown[i] = samples->value[sample];
      else if (i + 1 == track->n_samples || samples->ts[sample] == samples->ts[sample + 1])
        shown[i] = NAN;
      else
        shown[i] = get_change (trace, counter, sample, next, last, mode);
      /* Samples with equal times are adjacent. */
      if (i + 1 == track->n_samples || samples->ts[sample] != samples->ts[next])
        last = sample;
      next = sample;
    }
  return shown;
}
