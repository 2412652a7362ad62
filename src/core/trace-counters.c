/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-private.h"

/* Counters, and which value they have when. */

const TvCounterTrack *
tv_trace_get_counter_tracks (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS (self->counter_tracks, self->n_counter_tracks);
}

const TvSamples *
tv_trace_get_samples (TvTrace *self)
{
  return &self->samples;
}

const TvCounterGap *
tv_trace_get_counter_gaps (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS (self->counter_gaps, self->n_counter_gaps);
}

/* ---- Values ---- */

/**
 * tv_trace_find_sample_from:
 * @self: a trace
 * @counter: row of a #TvCounterTrack
 * @ts_ns: a time
 *
 * Returns: its first sample at or after that time; the row behind its last if there is none
 */
guint32
tv_trace_find_sample_from (TvTrace *self, guint32 counter, gint64 ts_ns)
{
  const TvCounterTrack *track;
  guint32 first, end;

  g_return_val_if_fail (counter < self->n_counter_tracks, TV_NONE);
  track = &self->counter_tracks[counter];
  first = track->first_sample;
  end = first + track->n_samples;
  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (self->samples.ts[middle] < ts_ns)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* The gap behind a sample, or TV_NONE if recording went on until the next one. */
static guint32
find_gap_behind (const TvTrace *self, guint32 sample)
{
  guint32 low = 0, high = self->n_counter_gaps;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->counter_gaps[middle].sample < sample)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n_counter_gaps && self->counter_gaps[low].sample == sample ? low : TV_NONE;
}

/**
 * tv_trace_get_sample_end:
 * @self: a trace
 * @counter: row of a #TvCounterTrack
 * @sample: one of its samples
 *
 * Returns: until when, exclusive, the counter has the value of the sample: its next sample, or the end of the
 *   recording; %G_MAXINT64 if it has it until the trace ends. At the time of the sample it always has
 */
gint64
tv_trace_get_sample_end (TvTrace *self, guint32 counter, guint32 sample)
{
  const TvCounterTrack *track;
  guint32 gap;

  g_return_val_if_fail (counter < self->n_counter_tracks, G_MAXINT64);
  track = &self->counter_tracks[counter];
  gap = find_gap_behind (self, sample);
  if (gap != TV_NONE)
    return self->counter_gaps[gap].start_ns;
  return sample + 1 < track->first_sample + track->n_samples ? self->samples.ts[sample + 1]
                                                             : G_MAXINT64;
}

/* Its last sample at or before a time, or TV_NONE. */
static guint32
find_last_sample (TvTrace *self, guint32 counter, gint64 ts_ns)
{
  const TvCounterTrack *track = &self->counter_tracks[counter];
  guint32 next = ts_ns < G_MAXINT64 ? tv_trace_find_sample_from (self, counter, ts_ns + 1)
                                    : track->first_sample + track->n_samples;

  return next > track->first_sample ? next - 1 : TV_NONE;
}

/**
 * tv_trace_find_sample:
 * @self: a trace
 * @counter: row of a #TvCounterTrack
 * @start_ns: a time
 * @end_ns: the same, or a later one
 *
 * Returns: the last sample whose value the counter has somewhere from @start_ns to @end_ns, both included; %TV_NONE
 *   if it has none all that time: before its first sample, or between recordings
 */
guint32
tv_trace_find_sample (TvTrace *self, guint32 counter, gint64 start_ns, gint64 end_ns)
{
  guint32 sample;

  g_return_val_if_fail (counter < self->n_counter_tracks, TV_NONE);
  sample = find_last_sample (self, counter, end_ns);
  if (sample == TV_NONE || self->samples.ts[sample] >= start_ns ||
      tv_trace_get_sample_end (self, counter, sample) > start_ns)
    return sample;
  return TV_NONE;
}

/**
 * tv_trace_find_counter_gap:
 * @self: a trace
 * @counter: row of a #TvCounterTrack
 * @ts_ns: a time
 *
 * Returns: the gap between recordings that the counter has then, or %TV_NONE
 */
guint32
tv_trace_find_counter_gap (TvTrace *self, guint32 counter, gint64 ts_ns)
{
  guint32 sample, gap;

  g_return_val_if_fail (counter < self->n_counter_tracks, TV_NONE);
  sample = find_last_sample (self, counter, ts_ns);
  gap = sample != TV_NONE ? find_gap_behind (self, sample) : TV_NONE;
  return gap != TV_NONE && self->counter_gaps[gap].start_ns <= ts_ns ? gap : TV_NONE;
}
