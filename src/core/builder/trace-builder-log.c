/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

#include <string.h>

/* What only logs have beside their events: counters, arguments of slices, and flows. */

/* Hardly a log has shorter lines. Room for as many of them is only taken as it is used; but no more
 * is asked for at first, for a file may say that it is larger than any memory. */
#define USUAL_LINE_BYTES 64
#define MOST_AT_FIRST    (4u * 1024 * 1024)

void
tv_trace_builder_init_log (TvTraceBuilder *self)
{
  self->counter_tracks = g_array_new (FALSE, FALSE, sizeof (TvCounterTrack));
  self->samples = g_array_new (FALSE, FALSE, sizeof (TvOpenSample));
  self->pending_args = g_array_new (FALSE, FALSE, sizeof (TvArg));
  self->pending_set = TV_NONE;
  self->flows = g_array_new (FALSE, FALSE, sizeof (TvOpenFlow));
  self->trace->args = g_array_new (FALSE, FALSE, sizeof (TvArg));
  self->trace->arg_sets = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
tv_trace_builder_clear_log (TvTraceBuilder *self)
{
  tv_row_table_clear (&self->counters);
  g_array_unref (self->counter_tracks);
  g_array_unref (self->samples);
  tv_trace_builder_clear_events (self);
  g_array_unref (self->pending_args);
  tv_row_table_clear (&self->arg_sets);
  g_array_unref (self->flows);
}

/**
 * tv_trace_builder_expect_events:
 * @self: a builder without events
 * @size: bytes of the file that they will be from
 */
void
tv_trace_builder_expect_events (TvTraceBuilder *self, gsize size)
{
  self->has_wide_offsets = size > G_MAXUINT32;
  self->usual_events = MIN (size / USUAL_LINE_BYTES, MOST_AT_FIRST);
}

/**
 * tv_trace_builder_get_counter:
 * @self: a builder
 * @upid: the process it belongs to, or %TV_NONE
 * @cpu: the number of the CPU it belongs to, or %TV_NONE
 * @name: string
 *
 * Returns: the counter; made when asked for first
 */
guint32
tv_trace_builder_get_counter (TvTraceBuilder *self, guint32 upid, guint32 cpu, guint32 name)
{
  guint32 hash = (guint32) tv_hash_word (
      tv_hash_word (self->seed ^ cpu, (guint64) upid << 32 | name), 0);
  guint32 row;

  for (guint32 slot = hash; (row = tv_row_table_next (&self->counters, hash, &slot)) != TV_NONE;)
    {
      const TvCounterTrack *known = &g_array_index (self->counter_tracks, TvCounterTrack, row);

      if (known->name == name && known->upid == upid && known->cpu == cpu)
        return row;
    }
  row = self->counter_tracks->len;
  tv_row_table_add (&self->counters, hash, row);
  g_array_append_val (
      self->counter_tracks,
      ((TvCounterTrack){ .role = TV_COUNTER_ROLE_OTHER, .name = name, .upid = upid, .cpu = cpu }));
  return row;
}

/**
 * tv_trace_builder_describe_counter:
 * @self: a builder
 * @counter: a counter
 * @role: what it counts
 * @unit: what its values are in
 */
void
tv_trace_builder_describe_counter (TvTraceBuilder *self,
                                   guint32 counter,
                                   TvCounterRole role,
                                   TvCounterUnit unit)
{
  TvCounterTrack *track = &g_array_index (self->counter_tracks, TvCounterTrack, counter);

  track->role = role;
  track->unit = unit;
}

/**
 * tv_trace_builder_add_sample:
 * @self: a builder
 * @counter: a counter
 * @ts: when, in ticks; not before the counter's last
 * @value: its value from then on
 */
void
tv_trace_builder_add_sample (TvTraceBuilder *self, guint32 counter, gint64 ts, double value)
{
  TvOpenSample sample = { counter, ts * self->tick_ns, value };
  TvCounterTrack *track = &g_array_index (self->counter_tracks, TvCounterTrack, counter);

  track->min = track->n_samples > 0 ? MIN (track->min, value) : value;
  track->max = track->n_samples > 0 ? MAX (track->max, value) : value;
  track->n_samples++;
  g_array_append_val (self->samples, sample);
}

static guint32
find_arg_set (TvTraceBuilder *self, const TvArg *args, guint n, guint32 hash)
{
  guint32 set;

  for (guint32 slot = hash; (set = tv_row_table_next (&self->arg_sets, hash, &slot)) != TV_NONE;)
    {
      guint32 n_known;
      const TvArg *known = tv_trace_get_args (self->trace, set, &n_known);

      if (n_known == n && memcmp (known, args, n * sizeof *args) == 0)
        return set;
    }
  return TV_NONE;
}

/* The set of the arguments. Equal sets are one. */
static guint32
get_arg_set (TvTraceBuilder *self, const TvArg *args, guint n)
{
  guint64 hash = self->seed ^ n;
  guint32 set;

  for (guint i = 0; i < n; i++)
    hash = tv_hash_word (hash, (guint64) args[i].key << 32 | args[i].value);
  hash = tv_hash_word (hash, 0);
  set = find_arg_set (self, args, n, (guint32) hash);
  if (set != TV_NONE)
    return set;
  set = self->trace->arg_sets->len;
  g_array_append_val (self->trace->arg_sets, self->trace->args->len);
  g_array_append_vals (self->trace->args, args, n);
  tv_row_table_add (&self->arg_sets, (guint32) hash, set);
  return set;
}

/* Puts what is pending as a set in the list of what is pending. */
static void
open_pending_set (TvTraceBuilder *self)
{
  guint32 n;
  const TvArg *args = tv_trace_get_args (self->trace, self->pending_set, &n);

  if (n > 0)
    g_array_append_vals (self->pending_args, args, n);
  self->pending_set = TV_NONE;
}

/**
 * tv_trace_builder_add_arg:
 * @self: a builder
 * @key: string
 * @value: string
 *
 * Gives the slice that begins next an argument.
 */
void
tv_trace_builder_add_arg (TvTraceBuilder *self, guint32 key, guint32 value)
{
  open_pending_set (self);
  g_array_append_val (self->pending_args, ((TvArg){ key, value }));
}

/**
 * tv_trace_builder_add_args:
 * @self: a builder
 * @args: arguments
 * @n: how many, at least 1
 * @set: (inout): a number of the caller's for just these arguments, %TV_NONE at first
 *
 * Gives the slice that begins next arguments. That costs little if @set shows that they were given
 * before.
 */
void
tv_trace_builder_add_args (TvTraceBuilder *self, const TvArg *args, guint n, guint32 *set)
{
  if (G_UNLIKELY (tv_trace_builder_has_args (self)))
    {
      open_pending_set (self);
      g_array_append_vals (self->pending_args, args, n);
      return;
    }
  if (*set == TV_NONE)
    *set = get_arg_set (self, args, n);
  self->pending_set = *set;
}

/**
 * tv_trace_builder_drop_args:
 * @self: a builder
 *
 * Forgets the arguments given since the last slice.
 */
void
tv_trace_builder_drop_args (TvTraceBuilder *self)
{
  g_array_set_size (self->pending_args, 0);
  self->pending_set = TV_NONE;
}

static TvSliceChunk *
find_chunk (const TvTrackBuilder *track, guint32 row)
{
  TvSliceChunk *chunk = track->last;

  if (row < chunk->first)
    for (chunk = track->first; row >= chunk->first + chunk->n; chunk = chunk->next)
      ;
  return chunk;
}

/**
 * tv_trace_builder_give_args:
 * @self: a builder
 * @slice: as tv_trace_builder_get_last_slice() or tv_trace_builder_get_open_slice() gave it
 *
 * Gives a slice the arguments given since the last slice, behind those that it has.
 */
void
tv_trace_builder_give_args (TvTraceBuilder *self, guint64 slice)
{
  guint32 row = (guint32) slice;
  TvSliceChunk *chunk = find_chunk (tv_trace_builder_peek_track (self, slice >> 32), row);
  guint32 old = chunk->arg_set != NULL ? chunk->arg_set[row - chunk->first] : TV_NONE, n;
  const TvArg *args = tv_trace_get_args (self->trace, old, &n);

  self->has_given_args |= old != TV_NONE;
  open_pending_set (self);
  if (n > 0)
    g_array_prepend_vals (self->pending_args, args, n);
  tv_slice_chunk_set_args (chunk, row - chunk->first, tv_trace_builder_take_args (self));
}

/* Leaves out the sets that no slice has, now that all slices are laid out. */
void
tv_trace_builder_drop_unused_args (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  guint32 *used = (guint32 *) trace->slices.arg_set;
  g_autofree guint32 *final = NULL;
  g_autoptr (GArray) args = NULL;
  GArray *sets;

  if (!self->has_given_args || used == NULL)
    return;
  final = g_new (guint32, trace->arg_sets->len);
  memset (final, 0xff, trace->arg_sets->len * sizeof *final);
  for (guint32 i = 0; i < trace->slices.n; i++)
    if (used[i] != TV_NONE)
      final[used[i]] = 0;
  args = g_array_new (FALSE, FALSE, sizeof (TvArg));
  sets = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 set = 0; set < trace->arg_sets->len; set++)
    {
      guint32 n;
      const TvArg *of_set = tv_trace_get_args (trace, set, &n);

      if (final[set] == TV_NONE)
        continue;
      final[set] = sets->len;
      g_array_append_val (sets, args->len);
      g_array_append_vals (args, of_set, n);
    }
  for (guint32 i = 0; i < trace->slices.n; i++)
    if (used[i] != TV_NONE)
      used[i] = final[used[i]];
  g_array_unref (trace->arg_sets);
  trace->arg_sets = sets;
  g_array_unref (trace->args);
  trace->args = g_steal_pointer (&args);
}

/* The set of the arguments given since the last slice, or TV_NONE. */
guint32
tv_trace_builder_take_args (TvTraceBuilder *self)
{
  guint32 set = self->pending_set;

  if (self->pending_args->len > 0)
    set = get_arg_set (self, (const TvArg *) (gconstpointer) self->pending_args->data,
                       self->pending_args->len);
  self->has_args |= set != TV_NONE;
  tv_trace_builder_drop_args (self);
  return set;
}

/**
 * tv_trace_builder_add_flow:
 * @self: a builder
 * @from: a slice, see tv_trace_builder_get_last_slice()
 * @to: the slice that received what it sent
 */
void
tv_trace_builder_add_flow (TvTraceBuilder *self, guint64 from, guint64 to)
{
  TvOpenFlow flow = { from, to };

  g_array_append_val (self->flows, flow);
}

static void
lay_out_samples (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  g_autofree guint32 *next = g_new (guint32, self->counter_tracks->len + 1);
  gint64 *ts = g_new (gint64, self->samples->len);
  double *value = g_new (double, self->samples->len);
  guint32 first = 0;

  trace->n_counter_tracks = self->counter_tracks->len;
  trace->counter_tracks = g_memdup2 (self->counter_tracks->data,
                                     self->counter_tracks->len * sizeof (TvCounterTrack));
  for (guint32 i = 0; i < trace->n_counter_tracks; i++)
    {
      trace->counter_tracks[i].first_sample = next[i] = first;
      first += trace->counter_tracks[i].n_samples;
    }
  for (guint i = 0; i < self->samples->len; i++)
    {
      const TvOpenSample *sample = &g_array_index (self->samples, TvOpenSample, i);
      guint32 row = next[sample->counter]++;

      ts[row] = sample->ts;
      value[row] = sample->value;
    }
  trace->samples = (TvSamples){ self->samples->len, ts, value };
}

/* Tracks are laid out by now: a slice is its track's first and its row. */
static void
lay_out_flows (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;

  trace->n_flows = self->flows->len;
  trace->flows = g_new (TvFlow, trace->n_flows);
  for (guint i = 0; i < self->flows->len; i++)
    {
      const TvOpenFlow *flow = &g_array_index (self->flows, TvOpenFlow, i);

      trace->flows[i].from = trace->tracks[flow->from >> 32].first_slice + (guint32) flow->from;
      trace->flows[i].to = trace->tracks[flow->to >> 32].first_slice + (guint32) flow->to;
    }
}

void
tv_trace_builder_lay_out_log (TvTraceBuilder *self)
{
  lay_out_samples (self);
  lay_out_flows (self);
}
