/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/counters-part.h"

#include "core/builder/rows.h"
#include "core/builder/threads-part.h"
#include "core/memory/row-table.h"
#include "core/trace-edit.h"

/* Counters, their samples, and the gaps between recordings, in which counters have no value. Called by all readers of
 * counters. The process of a thread may be unknown when the thread first reports a counter; when the builder
 * finishes, the samples of such an owed counter move to the process. Samples stay in file order until the stage
 * "counters" of trace-builder.c groups them by counter. */

typedef struct
{
  guint32 counter;
  gint64 ts; /* ns */
  double value;
} Sample;

/* Boundary between two recordings. */
typedef struct
{
  guint n_samples; /* number of samples of all counters that were added before the boundary */
  gint64 ts;       /* ns */
} RecordingEnd;

struct _TvCountersPart
{
  guint64 seed;                 /* seed for hashes */
  TvRowTable by_owner_and_name; /* rows of @tracks */
  GArray *tracks;               /* TvCounterTrack */
  GArray *samples;              /* Sample; in the order in which they were added */
  GArray *
      owed; /* gboolean per counter; whether its samples move from the thread to the process; may be shorter than
             * @tracks */
  GArray *recording_ends; /* RecordingEnd, sorted by time */
  GArray *gaps;           /* (nullable): TvCounterGap; set when counters are laid out */
  guint first_of_file;    /* first sample of the file that is being read */
};

static void
init (TvTraceBuilder *self)
{
  TvCountersPart *part = self->counters = g_new0 (TvCountersPart, 1);

  part->seed = tv_row_table_seed ();
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
  g_clear_pointer (&self->counters->gaps, g_array_unref);
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
  tv_rows_shift (self->counters->samples, self->counters->first_of_file,
                 G_STRUCT_OFFSET (Sample, ts), offset_ns);
}

const TvBuilderPart tv_builder_counters = { init, clear, begin_file, end_file };

static guint32
get_counter (TvTraceBuilder *self, const TvCounterTrack *counter)
{
  guint64 hash = tv_hash_word (self->counters->seed ^ counter->cpu,
                               (guint64) counter->upid << 32 | counter->name);
  guint32 machine = tv_trace_builder_find_machine (self, counter->utid, counter->upid, counter->cpu,
                                                   tv_trace_builder_get_machine (self));
  guint32 row, short_hash = (guint32) tv_hash_word (hash, counter->utid) ^ machine;
  TvCounterTrack *added;

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
  added = &g_array_index (self->counters->tracks, TvCounterTrack, row);
  added->machine = machine;
  added->source_name = TV_NONE;
  return row;
}

/**
 * tv_trace_builder_ensure_counter:
 * @upid: the process that owns the counter, or %TV_NONE
 * @cpu: the CPU that owns the counter, or %TV_NONE
 * @name: string id
 *
 * Finds a counter, or creates it on first use.
 *
 * Returns: the counter
 */
guint32
tv_trace_builder_ensure_counter (TvTraceBuilder *self, guint32 upid, guint32 cpu, guint32 name)
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
 * @name: string id
 *
 * Finds a counter of a thread, or creates it on first use.
 *
 * Returns: the counter
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
 * tv_trace_builder_ensure_pending_counter:
 * @utid: a thread whose process may not be known yet
 * @name: string id
 *
 * Finds a counter of a thread, or creates it on first use. If the thread's process is known when the builder
 * finishes, the samples move to the counter of the process.
 *
 * Returns: the counter
 */
guint32
tv_trace_builder_ensure_pending_counter (TvTraceBuilder *self, guint32 utid, guint32 name)
{
  guint32 counter = tv_trace_builder_get_thread_counter (self, utid, name);

  while (self->counters->owed->len <= counter)
    g_array_append_val (self->counters->owed, ((gboolean){ FALSE }));
  g_array_index (self->counters->owed, gboolean, counter) = TRUE;
  return counter;
}

/**
 * tv_trace_builder_describe_counter:
 *
 * Sets the role and the unit of a counter.
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
 * tv_trace_builder_set_counter_source:
 * @name: string id of the name that the recorder uses for the counter
 * @session: number of the recorder's session
 *
 * Sets the recorder's name and session of a counter.
 */
void
tv_trace_builder_set_counter_source (TvTraceBuilder *self,
                                     guint32 counter,
                                     guint32 name,
                                     guint32 session)
{
  TvCounterTrack *track = &g_array_index (self->counters->tracks, TvCounterTrack, counter);

  track->source_name = name;
  track->source_session = session;
}

/**
 * tv_trace_builder_add_sample:
 * @ts: timestamp in ticks; not before the counter's last sample
 * @value: value of the counter from @ts on
 *
 * Adds a sample to a counter.
 */
void
tv_trace_builder_add_sample (TvTraceBuilder *self, guint32 counter, gint64 ts, double value)
{
  Sample sample = { counter, ts * self->unit.tick_ns, value };
  TvCounterTrack *track = &g_array_index (self->counters->tracks, TvCounterTrack, counter);

  track->min = track->n_samples > 0 ? MIN (track->min, value) : value;
  track->max = track->n_samples > 0 ? MAX (track->max, value) : value;
  track->n_samples++;
  g_array_append_val (self->counters->samples, sample);
}

/* Ends the current value of every counter at the end of a recording. Called by tv_trace_builder_end_recording(). */
void
tv_trace_builder_end_counters (TvTraceBuilder *self, gint64 ts)
{
  RecordingEnd end = { self->counters->samples->len, ts * self->unit.tick_ns };

  g_array_append_val (self->counters->recording_ends, end);
}

/* ---- Finishing ---- */

/* Adds the minimum, maximum and number of samples of a thread's counter to the counter of its process. Returns the
 * latter; if the process is unknown, returns the thread's own counter. */
static guint32
move_counter_to_process (TvTraceBuilder *self, guint32 counter)
{
  TvCounterTrack owed = g_array_index (self->counters->tracks, TvCounterTrack, counter), *track;
  guint32 upid = g_array_index (tv_trace_builder_get_thread_rows (self), TvThread, owed.utid).upid,
          to;

  if (upid == TV_NONE)
    return counter;
  to = tv_trace_builder_ensure_counter (self, upid, TV_NONE, owed.name);
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

/* Moves samples of thread counters to the counters of their processes, and removes the counters that are then empty. */
static void
move_thread_counters (TvTraceBuilder *self)
{
  guint n_pending_counters = self->counters->owed->len, n, n_left = 0;
  g_autofree guint32 *to = NULL, *new_index = NULL;

  if (n_pending_counters == 0)
    return;
  to = g_new (guint32, n_pending_counters);
  for (guint32 i = 0; i < n_pending_counters; i++)
    to[i] = g_array_index (self->counters->owed, gboolean, i) ? move_counter_to_process (self, i)
                                                              : i;
  n = self->counters->tracks->len;
  new_index = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    if (i >= n_pending_counters || to[i] == i)
      {
        g_array_index (self->counters->tracks, TvCounterTrack,
                       n_left) = g_array_index (self->counters->tracks, TvCounterTrack, i);
        new_index[i] = n_left++;
      }
  g_array_set_size (self->counters->tracks, n_left);
  for (guint i = 0; i < self->counters->samples->len; i++)
    {
      guint32 *counter = &g_array_index (self->counters->samples, Sample, i).counter;

      *counter = new_index[*counter < n_pending_counters ? to[*counter] : *counter];
    }
}

/* Appends a gap at the end of a recording for each counter that has a value. @next contains the row after the last
 * sample of each counter at that time. */
static void
end_values (const GArray *tracks, const guint32 *next, const RecordingEnd *end, GArray *gaps)
{
  for (guint32 counter = 0; counter < tracks->len; counter++)
    {
      TvCounterGap gap = { counter, next[counter] - 1, end->ts, G_MAXINT64 };

      if (next[counter] > g_array_index (tracks, TvCounterTrack, counter).first_sample)
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

/* Returns: (transfer full): the gaps. A gap begins at the first end of a recording after a sample, and ends at the
 * next sample of the counter; empty gaps are omitted */
static GArray *
match_gaps (const GArray *tracks, const gint64 *ts, GArray *ends)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (TvCounterGap));

  g_array_sort (ends, compare_gaps);
  for (guint i = 0; i < ends->len; i++)
    {
      TvCounterGap gap = g_array_index (ends, TvCounterGap, i);
      const TvCounterTrack *track = &g_array_index (tracks, TvCounterTrack, gap.counter);

      if (i > 0 && g_array_index (ends, TvCounterGap, i - 1).sample == gap.sample)
        continue;
      gap.start_ns = MAX (gap.start_ns, ts[gap.sample]);
      if (gap.sample + 1 < track->first_sample + track->n_samples)
        gap.end_ns = ts[gap.sample + 1];
      if (gap.start_ns < gap.end_ns)
        g_array_append_val (gaps, gap);
    }
  return gaps;
}

void
tv_trace_builder_settle_counter_gaps (TvTraceBuilder *self)
{
  GArray *gaps = self->counters->gaps;
  TvCounterGap *rows;
  guint32 n = 0;

  for (guint i = 0; i < gaps->len; i++)
    if (g_array_index (gaps, TvCounterGap, i).start_ns < tv_trace_get_end_ns (self->trace))
      g_array_index (gaps, TvCounterGap, n++) = g_array_index (gaps, TvCounterGap, i);
  g_array_set_size (gaps, n);
  rows = tv_rows_take (gaps, &n);
  tv_trace_take_counter_gaps (self->trace, rows, n);
}

void
tv_trace_builder_lay_out_counters (TvTraceBuilder *self)
{
  TvCountersPart *part = self->counters;
  g_autofree guint32 *next = NULL;
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (TvCounterGap));
  TvCounterTrack *tracks;
  guint n_ended = 0;
  gint64 *ts = g_new (gint64, part->samples->len);
  double *value = g_new (double, part->samples->len);
  guint32 first = 0, n_tracks;

  move_thread_counters (self);
  next = g_new (guint32, part->tracks->len + 1);
  for (guint32 i = 0; i < part->tracks->len; i++)
    {
      TvCounterTrack *track = &g_array_index (part->tracks, TvCounterTrack, i);

      track->first_sample = next[i] = first;
      first += track->n_samples;
    }
  for (guint i = 0; i < part->samples->len; i++)
    {
      const Sample *sample = &g_array_index (part->samples, Sample, i);
      guint32 row;

      for (; n_ended < part->recording_ends->len; n_ended++)
        {
          const RecordingEnd *end = &g_array_index (part->recording_ends, RecordingEnd, n_ended);

          if (end->n_samples > i)
            break;
          end_values (part->tracks, next, end, ends);
        }
      row = next[sample->counter]++;
      ts[row] = sample->ts;
      value[row] = sample->value;
    }
  for (; n_ended < part->recording_ends->len; n_ended++)
    end_values (part->tracks, next, &g_array_index (part->recording_ends, RecordingEnd, n_ended),
                ends);
  part->gaps = match_gaps (part->tracks, ts, ends);
  tracks = tv_rows_take (part->tracks, &n_tracks);
  tv_trace_take_counters (self->trace, tracks, n_tracks,
                          (TvSamples){ part->samples->len, ts, value });
}
