/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

/* Counters, their values, and between which recordings they have none. */

typedef struct
{
  guint32 counter;
  gint64 ts; /* ns */
  double value;
} Sample;

/* Where a recording ended and another began. */
typedef struct
{
  guint n_samples; /* of all counters, added before */
  gint64 ts;       /* ns */
} RecordingEnd;

struct _TvCountersPart
{
  TvRowTable by_owner_and_name; /* rows of @tracks */
  GArray *tracks;               /* TvCounterTrack */
  GArray *samples;              /* Sample, as they were added */
  GArray *owed;                 /* gboolean by track: of a thread, and may be its process's */
  GArray *recording_ends;       /* RecordingEnd, in the order of time */
  guint first_of_file;          /* first sample of the file that is read */
};

static void
init (TvTraceBuilder *self)
{
  TvCountersPart *part = self->counters = g_new0 (TvCountersPart, 1);

  part->tracks = g_array_new (FALSE, FALSE, sizeof (TvCounterTrack));
  part->samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  part->owed = g_array_new (FALSE, FALSE, sizeof (gboolean));
  part->recording_ends = g_array_new (FALSE, FALSE, sizeof (RecordingEnd));
}

static void
clear (TvTraceBuilder *self)
{
  tv_row_table_clear (&self->counters->by_owner_and_name);
  g_array_unref (self->counters->tracks);
  g_array_unref (self->counters->samples);
  g_array_unref (self->counters->owed);
  g_array_unref (self->counters->recording_ends);
  g_clear_pointer (&self->counters, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->counters->first_of_file = self->counters->samples->len;
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  tv_builder_shift_rows (self->counters->samples, self->counters->first_of_file,
                         G_STRUCT_OFFSET (Sample, ts), offset_ns);
}

const TvBuilderPart tv_builder_counters = { init, clear, begin_file, end_file };

static guint32
get_counter (TvTraceBuilder *self, const TvCounterTrack *counter)
{
  guint64 hash = tv_hash_word (self->seed ^ counter->cpu,
                               (guint64) counter->upid << 32 | counter->name);
  guint32 machine = tv_trace_builder_find_machine (self, counter->utid, counter->upid, counter->cpu,
                                                   tv_trace_builder_get_machine (self));
  guint32 row, short_hash = (guint32) tv_hash_word (hash, counter->utid) ^ machine;

  for (guint32 slot = short_hash; (row = tv_row_table_next (&self->counters->by_owner_and_name,
                                                            short_hash, &slot)) != TV_NONE;)
    {
      const TvCounterTrack *known = &g_array_index (self->counters->tracks, TvCounterTrack, row);

      if (known->name == counter->name && known->upid == counter->upid &&
          known->utid == counter->utid && known->cpu == counter->cpu && known->machine == machine)
        return row;
    }
  row = self->counters->tracks->len;
  tv_row_table_add (&self->counters->by_owner_and_name, short_hash, row);
  g_array_append_vals (self->counters->tracks, counter, 1);
  g_array_index (self->counters->tracks, TvCounterTrack, row).machine = machine;
  return row;
}

/**
 * tv_trace_builder_get_counter:
 * @self: a builder
 * @upid: the process it belongs to, or %TV_NONE
 * @cpu: the CPU it belongs to, or %TV_NONE
 * @name: string
 *
 * Returns: the counter; created on first use
 */
guint32
tv_trace_builder_get_counter (TvTraceBuilder *self, guint32 upid, guint32 cpu, guint32 name)
{
  return get_counter (self, &(TvCounterTrack){
                                .role = TV_COUNTER_ROLE_OTHER,
                                .name = name,
                                .upid = upid,
                                .utid = TV_NONE,
                                .cpu = cpu,
                            });
}

/**
 * tv_trace_builder_get_thread_counter:
 * @self: a builder
 * @utid: the thread it belongs to
 * @name: string
 *
 * Returns: the counter; created on first use
 */
guint32
tv_trace_builder_get_thread_counter (TvTraceBuilder *self, guint32 utid, guint32 name)
{
  return get_counter (self, &(TvCounterTrack){
                                .role = TV_COUNTER_ROLE_OTHER,
                                .name = name,
                                .upid = TV_NONE,
                                .utid = utid,
                                .cpu = TV_NONE,
                            });
}

/**
 * tv_trace_builder_get_owed_counter:
 * @self: a builder
 * @utid: a thread of which it is not known to which process it belongs
 * @name: string
 *
 * Returns: the counter of that process, if it is known in the end, else of the thread
 */
guint32
tv_trace_builder_get_owed_counter (TvTraceBuilder *self, guint32 utid, guint32 name)
{
  guint32 counter = tv_trace_builder_get_thread_counter (self, utid, name);

  while (self->counters->owed->len <= counter)
    g_array_append_val (self->counters->owed, ((gboolean){ FALSE }));
  g_array_index (self->counters->owed, gboolean, counter) = TRUE;
  return counter;
}

/**
 * tv_trace_builder_describe_counter:
 * @self: a builder
 * @counter: a counter
 * @role: counted quantity
 * @unit: unit of its values
 */
void
tv_trace_builder_describe_counter (TvTraceBuilder *self,
                                   guint32 counter,
                                   TvCounterRole role,
                                   TvCounterUnit unit)
{
  TvCounterTrack *track = &g_array_index (self->counters->tracks, TvCounterTrack, counter);

  track->role = role;
  track->unit = unit;
}

/**
 * tv_trace_builder_add_sample:
 * @self: a builder
 * @counter: a counter
 * @ts: timestamp in ticks; not before the counter's last
 * @value: its value from then on
 */
void
tv_trace_builder_add_sample (TvTraceBuilder *self, guint32 counter, gint64 ts, double value)
{
  Sample sample = { counter, ts * self->tick_ns, value };
  TvCounterTrack *track = &g_array_index (self->counters->tracks, TvCounterTrack, counter);

  track->min = track->n_samples > 0 ? MIN (track->min, value) : value;
  track->max = track->n_samples > 0 ? MAX (track->max, value) : value;
  track->n_samples++;
  g_array_append_val (self->counters->samples, sample);
}

/* Part of tv_trace_builder_end_recording(): counters have no value until their next sample. */
void
tv_trace_builder_end_counters (TvTraceBuilder *self, gint64 ts)
{
  RecordingEnd end = { self->counters->samples->len, ts * self->tick_ns };

  g_array_append_val (self->counters->recording_ends, end);
}

/* ---- Finishing ---- */

/* The counter of the process that a thread's one is owed to; that itself if none is known. */
static guint32
pay_counter (TvTraceBuilder *self, guint32 counter)
{
  TvCounterTrack owed = g_array_index (self->counters->tracks, TvCounterTrack, counter), *track;
  guint32 upid = g_array_index (self->trace->threads, TvThread, owed.utid).upid, to;

  if (upid == TV_NONE)
    return counter;
  to = tv_trace_builder_get_counter (self, upid, TV_NONE, owed.name);
  track = &g_array_index (self->counters->tracks, TvCounterTrack, to);
  if (track->n_samples == 0)
    {
      track->role = owed.role;
      track->unit = owed.unit;
      track->min = owed.min;
      track->max = owed.max;
    }
  track->min = MIN (track->min, owed.min);
  track->max = MAX (track->max, owed.max);
  track->n_samples += owed.n_samples;
  return to;
}

/* Samples of counters that are owed to processes become those of these; the others are no counters any more. */
static void
pay_counters (TvTraceBuilder *self)
{
  guint n_owed = self->counters->owed->len, n, n_left = 0;
  g_autofree guint32 *to = NULL, *places = NULL;

  if (n_owed == 0)
    return;
  to = g_new (guint32, n_owed);
  for (guint32 i = 0; i < n_owed; i++)
    to[i] = g_array_index (self->counters->owed, gboolean, i) ? pay_counter (self, i) : i;
  n = self->counters->tracks->len;
  places = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    if (i >= n_owed || to[i] == i)
      {
        g_array_index (self->counters->tracks, TvCounterTrack,
                       n_left) = g_array_index (self->counters->tracks, TvCounterTrack, i);
        places[i] = n_left++;
      }
  g_array_set_size (self->counters->tracks, n_left);
  for (guint i = 0; i < self->counters->samples->len; i++)
    {
      guint32 *counter = &g_array_index (self->counters->samples, Sample, i).counter;

      *counter = places[*counter < n_owed ? to[*counter] : *counter];
    }
}

/* Counters that had values lose them where a recording ended; @next has the row behind their last samples. */
static void
end_values (TvTraceBuilder *self, const guint32 *next, const RecordingEnd *end, GArray *gaps)
{
  const TvTrace *trace = self->trace;

  for (guint32 counter = 0; counter < trace->n_counter_tracks; counter++)
    {
      TvCounterGap gap = { counter, next[counter] - 1, end->ts, G_MAXINT64 };

      if (next[counter] > trace->counter_tracks[counter].first_sample)
        g_array_append_val (gaps, gap);
    }
}

static int
compare_gaps (gconstpointer a, gconstpointer b)
{
  const TvCounterGap *one = a, *other = b;

  if (one->sample != other->sample)
    return (one->sample > other->sample) - (one->sample < other->sample);
  return (one->start_ns > other->start_ns) - (one->start_ns < other->start_ns);
}

/* A gap begins with the first recording end without later samples, and ends with the next sample. */
static void
lay_out_gaps (TvTraceBuilder *self, GArray *gaps)
{
  TvTrace *trace = self->trace;

  g_array_sort (gaps, compare_gaps);
  trace->counter_gaps = g_new (TvCounterGap, gaps->len);
  for (guint i = 0; i < gaps->len; i++)
    {
      TvCounterGap gap = g_array_index (gaps, TvCounterGap, i);
      const TvCounterTrack *track = &trace->counter_tracks[gap.counter];

      if (i > 0 && g_array_index (gaps, TvCounterGap, i - 1).sample == gap.sample)
        continue;
      gap.start_ns = MAX (gap.start_ns, trace->samples.ts[gap.sample]);
      if (gap.sample + 1 < track->first_sample + track->n_samples)
        gap.end_ns = trace->samples.ts[gap.sample + 1];
      if (gap.start_ns < gap.end_ns)
        trace->counter_gaps[trace->n_counter_gaps++] = gap;
    }
}

/* Called when the end of the trace is final: removes gaps that begin there. */
void
tv_trace_builder_settle_counter_gaps (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  guint32 n = 0;

  for (guint32 i = 0; i < trace->n_counter_gaps; i++)
    if (trace->counter_gaps[i].start_ns < trace->end_ns)
      trace->counter_gaps[n++] = trace->counter_gaps[i];
  trace->n_counter_gaps = n;
}

void
tv_trace_builder_lay_out_counters (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  g_autofree guint32 *next = NULL;
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (TvCounterGap));
  guint n_ended = 0;
  gint64 *ts = g_new (gint64, self->counters->samples->len);
  double *value = g_new (double, self->counters->samples->len);
  guint32 first = 0;

  pay_counters (self);
  next = g_new (guint32, self->counters->tracks->len + 1);
  trace->n_counter_tracks = self->counters->tracks->len;
  trace->counter_tracks = g_memdup2 (self->counters->tracks->data,
                                     self->counters->tracks->len * sizeof (TvCounterTrack));
  for (guint32 i = 0; i < trace->n_counter_tracks; i++)
    {
      trace->counter_tracks[i].first_sample = next[i] = first;
      first += trace->counter_tracks[i].n_samples;
    }
  for (guint i = 0; i < self->counters->samples->len; i++)
    {
      const Sample *sample = &g_array_index (self->counters->samples, Sample, i);
      guint32 row;

      for (; n_ended < self->counters->recording_ends->len; n_ended++)
        {
          const RecordingEnd *end = &g_array_index (self->counters->recording_ends, RecordingEnd,
                                                    n_ended);

          if (end->n_samples > i)
            break;
          end_values (self, next, end, gaps);
        }
      row = next[sample->counter]++;
      ts[row] = sample->ts;
      value[row] = sample->value;
    }
  for (; n_ended < self->counters->recording_ends->len; n_ended++)
    end_values (self, next, &g_array_index (self->counters->recording_ends, RecordingEnd, n_ended),
                gaps);
  trace->samples = (TvSamples){ self->counters->samples->len, ts, value };
  lay_out_gaps (self, gaps);
}
