/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/perfetto/perfetto-counters.h"
#include "tables/perfetto/perfetto-merge.h"

/* Merges the values of all counters by time. The id of a value is its position in the merged list. Created by
 * perfetto-model.c on first use; read by perfetto-tables.c and perfetto-model.c. Immutable after creation. */

struct _TvPerfettoCounters
{
  TvTrace *trace;              /* borrowed trace */
  TvPerfettoTrackList *tracks; /* borrowed tracks of @trace */
  guint32 *samples;            /* index of the sample in the trace, per id */
  guint32 *sample_tracks;      /* id of the track, per id */
  guint32 n_samples;           /* number of ids */
};

static gint64
get_sample_time (gpointer data, guint32 row)
{
  TvPerfettoCounters *self = data;

  return tv_trace_get_samples (self->trace)->ts[row];
}

/* Numbers the values of all counters by time. */
static void
number_samples (TvPerfettoCounters *self)
{
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  g_autoptr (GArray) lists = g_array_new (FALSE, FALSE, sizeof (TvPerfettoList));
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      TvPerfettoList list = { .at = counters[i].first_sample,
                              .end = counters[i].first_sample + counters[i].n_samples,
                              .number = tv_perfetto_track_list_map_counter (self->tracks, i) };

      if (counters[i].n_samples == 0)
        continue;
      list.ts = samples->ts[list.at];
      g_array_append_val (lists, list);
      self->n_samples += counters[i].n_samples;
    }
  self->samples = g_new (guint32, self->n_samples + 1);
  self->sample_tracks = g_new (guint32, self->n_samples + 1);
  tv_perfetto_merge (lists, get_sample_time, self, self->samples, self->sample_tracks);
}

/* Returns the id of the counter value with index @sample in the trace; %TV_NONE if there is none. */
guint32
tv_perfetto_counters_map (TvPerfettoCounters *self, guint32 sample)
{
  guint32 low = 0, high;
  gint64 ts;

  if (sample >= tv_trace_get_samples (self->trace)->n)
    return TV_NONE;
  ts = get_sample_time (self, sample);
  high = self->n_samples;
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (get_sample_time (self, self->samples[middle]) < ts)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < self->n_samples && get_sample_time (self, self->samples[low]) == ts; low++)
    if (self->samples[low] == sample)
      return low;
  return TV_NONE;
}

/* Creates the counter values of a trace. @trace and @tracks must outlive them. */
TvPerfettoCounters *
tv_perfetto_counters_new (TvTrace *trace, TvPerfettoTrackList *tracks)
{
  TvPerfettoCounters *self = g_new0 (TvPerfettoCounters, 1);

  self->trace = trace;
  self->tracks = tracks;
  number_samples (self);
  return self;
}

void
tv_perfetto_counters_free (TvPerfettoCounters *self)
{
  g_free (self->samples);
  g_free (self->sample_tracks);
  g_free (self);
}

guint32
tv_perfetto_counters_get_n (TvPerfettoCounters *self)
{
  return self->n_samples;
}

/* Returns the index in the trace's samples of the counter value with @id. */
guint32
tv_perfetto_counters_get_row (TvPerfettoCounters *self, guint32 id)
{
  return self->samples[id];
}

/* Returns the id of the counter track that contains the value with @id. */
guint32
tv_perfetto_counters_get_track (TvPerfettoCounters *self, guint32 id)
{
  return self->sample_tracks[id];
}
