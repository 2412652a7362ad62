/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-private.h"

#include <string.h>

/* Getters of the parts that only logs of a whole system have. Returned arrays belong to the trace. */

const TvRuns *
tv_trace_get_runs (TvTrace *self)
{
  return &self->runs;
}

const TvStates *
tv_trace_get_states (TvTrace *self)
{
  return &self->states;
}

const TvFlow *
tv_trace_get_flows (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS (self->flows, self->n_flows);
}

/**
 * tv_trace_find_flow_id:
 * @self: a trace
 * @flow: one of its flows
 * @id: (out): its id in the file
 *
 * Returns: whether there is such an id
 */
gboolean
tv_trace_find_flow_id (TvTrace *self, guint32 flow, guint64 *id)
{
  gint64 value;

  if (!tv_sparse_column_find (&self->flow_ids, flow, &value))
    return FALSE;
  *id = (guint64) value;
  return TRUE;
}

const TvEvents *
tv_trace_get_events (TvTrace *self)
{
  return &self->events;
}

static const TvTrack *
get_track_at (TvTrace *self, guint32 slice)
{
  return &self->tracks[tv_trace_find_track_at (self, slice)];
}

/**
 * tv_trace_get_run:
 * @self: a trace
 * @slice: a slice
 * @run: (out) (optional): the run
 *
 * Returns: whether it lies on the track of a CPU; otherwise @run is not set
 */
gboolean
tv_trace_get_run (TvTrace *self, guint32 slice, TvRun *run)
{
  const TvTrack *track = get_track_at (self, slice);

  if (track->kind != TV_TRACK_CPU)
    return FALSE;
  if (run != NULL)
    *run = tv_runs_get (&self->runs, tv_track_get_side (track, slice));
  return TRUE;
}

/**
 * tv_trace_get_run_thread:
 * @self: a trace
 * @slice: a slice
 *
 * Returns: the thread that ran, if it lies on the track of a CPU, else %TV_NONE
 */
guint32
tv_trace_get_run_thread (TvTrace *self, guint32 slice)
{
  TvRun run;

  return tv_trace_get_run (self, slice, &run) ? run.utid : TV_NONE;
}

/**
 * tv_trace_get_state:
 * @self: a trace
 * @slice: a slice
 * @state: (out) (optional): the state
 *
 * Returns: whether it lies on a track of states; else @state is not set
 */
gboolean
tv_trace_get_state (TvTrace *self, guint32 slice, TvState *state)
{
  const TvTrack *track = get_track_at (self, slice);

  if (track->kind != TV_TRACK_THREAD_STATE)
    return FALSE;
  if (state != NULL)
    *state = tv_states_get (&self->states, tv_track_get_side (track, slice));
  return TRUE;
}

const char *
tv_trace_peek_text (const TvTrace *self, guint32 text, gsize *len)
{
  guint64 start = text > 0 ? self->text_end[text - 1] : 0;

  *len = self->text_end[text] - start;
  return self->text + start;
}

/**
 * tv_trace_get_event_args:
 * @self: a trace
 * @event: an event
 * @len: (out): size in bytes
 *
 * Returns: (transfer none): the raw text after the event's name: possibly not UTF-8, not NUL-terminated
 */
const char *
tv_trace_get_event_args (TvTrace *self, guint32 event, gsize *len)
{
  *len = 0;
  g_return_val_if_fail (event < self->events.n, NULL);
  return tv_trace_peek_text (self, self->events.text[event], len);
}

/**
 * tv_trace_dup_event_args:
 * @self: a trace
 * @event: an event
 *
 * Returns: (transfer full): the same as valid UTF-8; bad bytes are shown as \xNN
 */
char *
tv_trace_dup_event_args (TvTrace *self, guint32 event)
{
  gsize len;
  const char *args = tv_trace_get_event_args (self, event, &len);

  return tv_string_pool_dup_valid (args, len);
}

/**
 * tv_trace_get_args:
 * @self: a trace
 * @arg_set: a set of arguments, or %TV_NONE
 * @n: (out): how many
 *
 * Returns: (transfer none) (nullable): the arguments
 */
const TvArg *
tv_trace_get_args (TvTrace *self, guint32 arg_set, guint32 *n)
{
  guint32 first, end;

  *n = 0;
  if (arg_set == TV_NONE)
    return NULL;
  g_return_val_if_fail (arg_set < tv_trace_get_n_arg_sets (self), NULL);
  first = g_array_index (self->arg_sets, guint32, arg_set);
  end = arg_set + 1 < self->arg_sets->len ? g_array_index (self->arg_sets, guint32, arg_set + 1)
                                          : self->args->len;
  *n = end - first;
  return &g_array_index (self->args, TvArg, first);
}

/**
 * tv_trace_find_arg:
 * @self: a trace
 * @slice: one of its slices
 * @key: a key
 *
 * Returns: (transfer none) (nullable): the slice's argument with that key
 */
const TvArg *
tv_trace_find_arg (TvTrace *self, guint32 slice, const char *key)
{
  const TvSlices *slices = tv_trace_get_slices (self);
  guint32 n;
  const TvArg *args = tv_trace_get_args (
      self, slices->arg_set != NULL ? slices->arg_set[slice] : TV_NONE, &n);

  for (guint32 i = 0; i < n; i++)
    if (g_str_equal (tv_trace_get_string (self, tv_arg_get_key (&args[i])), key))
      return &args[i];
  return NULL;
}

guint32
tv_trace_get_n_arg_sets (TvTrace *self)
{
  return self->arg_sets != NULL ? self->arg_sets->len : 0;
}

/**
 * tv_trace_get_arg_int:
 * @self: a trace
 * @arg: an argument of it, a %TV_ARG_INT or %TV_ARG_BOOL
 *
 * Returns: its value; 1 for true, 0 for false
 */
gint64
tv_trace_get_arg_int (TvTrace *self, const TvArg *arg)
{
  if (arg->packing == TV_ARG_PACKED_INT64)
    return g_array_index (self->arg_numbers, gint64, arg->value);
  if (arg->packing == TV_ARG_PACKED_BOOL)
    return arg->value;
  return (gint32) arg->value;
}

/**
 * tv_trace_get_arg_double:
 * @self: a trace
 * @arg: an argument of it, a %TV_ARG_DOUBLE
 *
 * Returns: its value, which need not be finite
 */
double
tv_trace_get_arg_double (TvTrace *self, const TvArg *arg)
{
  double value;

  g_return_val_if_fail (arg->packing == TV_ARG_PACKED_DOUBLE, 0.0);
  memcpy (&value, &g_array_index (self->arg_numbers, gint64, arg->value), sizeof value);
  return value;
}

/* Shortest representation that parses to the same value. */
static const char *
print_double (char *buffer, double value)
{
  g_ascii_formatd (buffer, TV_ARG_TEXT_BYTES, "%.15g", value);
  if (g_ascii_strtod (buffer, NULL) != value)
    g_ascii_dtostr (buffer, TV_ARG_TEXT_BYTES, value);
  return buffer;
}

/**
 * tv_trace_get_arg_text:
 * @self: a trace
 * @arg: an argument of it
 * @buffer: buffer for values that are not strings; must live as long as the result
 *
 * Returns: (transfer none): its value as text: strings unchanged, numbers with a decimal point in any locale,
 *   doubles so that they parse to the same value, and `true` or `false`
 */
const char *
tv_trace_get_arg_text (TvTrace *self, const TvArg *arg, char buffer[TV_ARG_TEXT_BYTES])
{
  switch (tv_arg_get_type (arg))
    {
    case TV_ARG_INT:
      g_snprintf (buffer, TV_ARG_TEXT_BYTES, "%" G_GINT64_FORMAT, tv_trace_get_arg_int (self, arg));
      return buffer;
    case TV_ARG_DOUBLE:
      return print_double (buffer, tv_trace_get_arg_double (self, arg));
    case TV_ARG_BOOL:
      return arg->value != 0 ? "true" : "false";
    case TV_ARG_STRING:
    default:
      return tv_trace_get_string (self, arg->value);
    }
}

/**
 * tv_trace_get_cpu_at:
 * @self: a trace with scheduling
 * @utid: a thread
 * @ts_ns: a time
 *
 * Returns: CPU time of the thread up to @ts_ns, in ns
 */
gint64
tv_trace_get_cpu_at (TvTrace *self, guint32 utid, gint64 ts_ns)
{
  const TvThread *thread;
  const TvTrack *track;
  TvState state;
  guint32 slice;
  gint64 before;

  g_return_val_if_fail (utid < self->threads->len, 0);
  thread = &g_array_index (self->threads, TvThread, utid);
  if (thread->state_track == TV_NONE)
    return 0;
  track = &self->tracks[thread->state_track];
  slice = tv_trace_find_slice_from (self, thread->state_track, ts_ns);
  if (slice == track->first_slice)
    return 0;
  slice--;
  state = tv_states_get (&self->states, tv_track_get_side (track, slice));
  before = state.cpu_before_ns;
  if (state.kind == TV_STATE_RUNNING)
    before += MIN (ts_ns, tv_slices_end (&self->slices, slice)) -
              tv_slices_start (&self->slices, slice);
  return before;
}
