/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace.h"

#include "core/trace-edit.h"
#include "core/trace-private.h"

/* Defines the GObject and its getters, and frees its columns. The getters are called everywhere. Only the builder and
 * the renamer write, through trace-edit.h and trace-private.h, before any other thread can access the trace. */

G_DEFINE_FINAL_TYPE (TvTrace, tv_trace, G_TYPE_OBJECT)

static void
free_number_column (const TvNumberColumn *column)
{
  g_free ((gpointer) column->narrow);
  g_free ((gpointer) column->wide);
}

static void
clear_stacks (TvTrace *self)
{
  g_free ((gpointer) self->stacks.mappings);
  g_free ((gpointer) self->stacks.frames);
  g_free ((gpointer) self->stacks.callsites);
  g_free ((gpointer) self->stacks.kinds);
  g_free ((gpointer) self->stacks.samples.ts);
  g_free ((gpointer) self->stacks.samples.kind);
  g_free ((gpointer) self->stacks.samples.utid);
  g_free ((gpointer) self->stacks.samples.cpu);
  g_free ((gpointer) self->stacks.samples.callsite);
  g_free ((gpointer) self->stacks.samples.weight);
  g_free ((gpointer) self->stacks.samples.mode);
  g_free ((gpointer) self->stacks.samples.unwind_error);
  g_free ((gpointer) self->stacks.samples.session);
  g_free ((gpointer) self->stacks.heaps);
  g_free ((gpointer) self->stacks.changes.ts);
  g_free ((gpointer) self->stacks.changes.heap);
  g_free ((gpointer) self->stacks.changes.upid);
  g_free ((gpointer) self->stacks.changes.utid);
  g_free ((gpointer) self->stacks.changes.callsite);
  g_free ((gpointer) self->stacks.changes.size);
  g_free ((gpointer) self->stacks.changes.count);
  tv_sparse_column_clear (&self->stacks.samples.async_id);
}

static void
clear_dumps (TvTrace *self)
{
  g_free ((gpointer) self->dumps.dumps);
  g_free ((gpointer) self->dumps.threads);
  g_free ((gpointer) self->dumps.locks);
  g_free ((gpointer) self->dumps.transactions);
  g_free ((gpointer) self->dumps.attributes);
}

static void
clear_log_lines (TvTrace *self)
{
  TvLogLines *lines = &self->log_lines;

  g_free (lines->ts);
  g_free (lines->file_index);
  g_free (lines->text);
  g_free (lines->text_size);
  g_free (lines->pid);
  g_free (lines->tid);
  g_free (lines->utid);
  g_free (lines->uid);
  g_free (lines->tag);
  g_free (lines->buffer);
  g_free (lines->domain);
  g_free (lines->process);
  g_free (lines->level);
  g_clear_pointer (&lines->texts, g_array_unref);
  g_clear_pointer (&self->log_events, g_array_unref);
  g_clear_pointer (&self->slice_events, g_array_unref);
}

static void
clear_faults (TvTrace *self)
{
  g_free ((gpointer) self->faults.faults);
  g_free ((gpointer) self->faults.causes);
  g_free ((gpointer) self->faults.registers);
  g_free ((gpointer) self->faults.regions);
  g_free ((gpointer) self->faults.words);
  g_free ((gpointer) self->faults.files);
  g_free ((gpointer) self->faults.events);
  g_free ((gpointer) self->faults.servers);
}

static void
clear_heap_graphs (TvTrace *self)
{
  const gconstpointer columns[] = {
    self->heap_graphs.graphs,     self->heap_graphs.classes,      self->heap_graphs.klass,
    self->heap_graphs.self_size,  self->heap_graphs.native_size,  self->heap_graphs.type,
    self->heap_graphs.root,       self->heap_graphs.is_reachable, self->heap_graphs.first_reference,
    self->heap_graphs.references, self->heap_graphs.dominator,    self->heap_graphs.retained,
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_free ((gpointer) columns[i]);
}

static void
clear_text (gpointer text)
{
  TvText *self = text;

  g_bytes_unref (self->bytes);
  g_free (self->starts);
}

static void
tv_trace_finalize (GObject *object)
{
  TvTrace *self = TV_TRACE (object);
  TvSlices *slices = &self->slices;

  if (self->raw != NULL)
    {
      tv_trace_clear_renamed (self);
      G_OBJECT_CLASS (tv_trace_parent_class)->finalize (object);
      return;
    }
  tv_ticks_clear (&slices->ts.ticks);
  tv_ticks_clear (&slices->dur.ticks);
  tv_ticks_clear (&slices->cpu_ts.ticks);
  tv_ticks_clear (&slices->cpu_dur.ticks);
  free_number_column (&slices->symbol);
  g_free ((gpointer) slices->after_parent);
  free_number_column (&slices->depth);
  g_free ((gpointer) slices->flags);
  g_free ((gpointer) slices->arg_set);
  g_free (self->machines);
  g_free (self->tracks);
  g_free (self->gaps);
  tv_id_column_clear (&self->runs.utid);
  g_free ((gpointer) self->runs.priority);
  tv_id_column_clear (&self->runs.end_state);
  tv_id_column_clear (&self->states.name);
  tv_id_column_clear (&self->states.about);
  g_free ((gpointer) self->states.cpu_before);
  g_clear_pointer (&self->state_names, g_array_unref);
  g_free (self->counter_tracks);
  g_free (self->counter_gaps);
  g_free ((gpointer) self->samples.ts);
  g_free ((gpointer) self->samples.value);
  tv_ticks_clear (&self->events.ts.ticks);
  tv_id_column_clear (&self->events.cpu);
  tv_id_column_clear (&self->events.utid);
  tv_id_column_clear (&self->events.text);
  g_free ((gpointer) self->events.text_name);
  g_free ((gpointer) self->events.text_is_shown);
  g_free ((gpointer) self->events.text_kind);
  g_free (self->text_end);
  g_free (self->text);
  g_clear_pointer (&self->event_renderers, g_array_unref);
  g_clear_pointer (&self->args, g_array_unref);
  g_clear_pointer (&self->arg_sets, g_array_unref);
  g_clear_pointer (&self->arg_numbers, g_array_unref);
  g_free (self->bounds);
  g_free (self->flows);
  tv_sparse_column_clear (&self->flow_ids);
  for (guint i = 0; i < TV_N_THREAD_CLOCKS; i++)
    tv_sparse_column_clear (&self->thread_clocks[i]);
  clear_stacks (self);
  clear_dumps (self);
  clear_log_lines (self);
  clear_faults (self);
  clear_heap_graphs (self);
  g_free (self->smaps);
  g_free ((gpointer) self->recording.cpus);
  g_free ((gpointer) self->recording.readings);
  g_free ((gpointer) self->recording.stats);
  g_free ((gpointer) self->recording.symbols);
  g_clear_pointer (&self->texts, g_array_unref);
  g_clear_pointer (&self->metadata, g_array_unref);
  g_clear_pointer (&self->problems, g_array_unref);
  g_clear_pointer (&self->processes, g_array_unref);
  g_clear_pointer (&self->threads, g_array_unref);
  g_clear_pointer (&self->symbols, g_array_unref);
  g_clear_pointer (&self->strings, tv_string_pool_free);
  g_free (self->format);

  G_OBJECT_CLASS (tv_trace_parent_class)->finalize (object);
}

static void
tv_trace_class_init (TvTraceClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tv_trace_finalize;
}

static void
tv_trace_init (TvTrace *self)
{
}

/**
 * tv_trace_get_string:
 * @string: a string id, or %TV_NONE
 *
 * Returns: (transfer none) (nullable): the string, which is valid UTF-8; %NULL for %TV_NONE
 */
const char *
tv_trace_get_string (TvTrace *self, guint32 string)
{
  if (string == TV_NONE)
    return NULL;
  if (string < self->n_raw_strings)
    return tv_string_pool_get (self->raw->strings, string);
  return tv_string_pool_get (self->strings, string - self->n_raw_strings);
}

/**
 * tv_trace_get_format:
 *
 * Returns: (transfer none): display name of the file format
 */
const char *
tv_trace_get_format (TvTrace *self)
{
  return self->format;
}

/**
 * tv_trace_get_start_ns:
 *
 * Returns: time of the earliest record in ns, on the trace's clock
 */
gint64
tv_trace_get_start_ns (TvTrace *self)
{
  return self->start_ns;
}

/**
 * tv_trace_get_end_ns:
 *
 * Returns: time of the latest record in ns, on the trace's clock
 */
gint64
tv_trace_get_end_ns (TvTrace *self)
{
  return self->end_ns;
}

/**
 * tv_trace_get_duration_ns:
 *
 * Returns: time from start to end in ns; 0 if all records have the same time, as in a heap dump, whose end is rounded
 * up by 1 ns
 */
gint64
tv_trace_get_duration_ns (TvTrace *self)
{
  gint64 ns = self->end_ns - self->start_ns;

  return ns > 1 ? ns : 0;
}

/**
 * tv_trace_has_clock:
 *
 * Returns: whether the trace has timestamps on this clock
 */
gboolean
tv_trace_has_clock (TvTrace *self, TvClock clock)
{
  g_return_val_if_fail (clock < TV_N_CLOCKS, FALSE);
  return self->has_clock[clock];
}

/**
 * tv_trace_get_default_clock:
 *
 * Returns: the default clock of views and commands: wall time, unless the trace has only CPU time
 */
TvClock
tv_trace_get_default_clock (TvTrace *self)
{
  return self->has_clock[TV_CLOCK_WALL] || !self->has_clock[TV_CLOCK_CPU] ? TV_CLOCK_WALL
                                                                          : TV_CLOCK_CPU;
}

/**
 * tv_trace_get_main_clock:
 *
 * Gets the clock by which threads are ordered, and symbols are ranked for their colours. As in the original
 * Traceview, this is CPU time if the trace has it.
 *
 * Returns: the clock
 */
TvClock
tv_trace_get_main_clock (TvTrace *self)
{
  return self->has_clock[TV_CLOCK_CPU] ? TV_CLOCK_CPU : TV_CLOCK_WALL;
}

/**
 * tv_trace_is_rebuilt:
 *
 * Returns: whether the timeline was derived from the CPU times of the threads in file order, because the trace has
 * only a thread clock; otherwise, it is a clock of the device
 */
gboolean
tv_trace_is_rebuilt (TvTrace *self)
{
  return self->is_rebuilt;
}

/**
 * tv_trace_has:
 * @parts: one or more kinds of data
 *
 * Returns: whether the trace has any of these kinds. A kind that the file format provides may be empty: a method
 * trace has calls even if it contains no call
 */
gboolean
tv_trace_has (TvTrace *self, TvTraceParts parts)
{
  return (self->parts & parts) != 0;
}

/**
 * tv_trace_has_tracks:
 *
 * Returns: whether the trace has a track or a counter; tracks of decoded log lines do not count
 */
gboolean
tv_trace_has_tracks (TvTrace *self)
{
  if (self->n_counter_tracks > 0)
    return TRUE;
  for (guint32 i = 0; i < self->n_tracks; i++)
    if (!tv_track_role_is_of_log (self->tracks[i].role))
      return TRUE;
  return FALSE;
}

/**
 * tv_trace_has_slices:
 *
 * Returns: whether the trace has slices other than runs, states, and those of decoded log lines, dumps, faults and
 * heap dumps
 */
gboolean
tv_trace_has_slices (TvTrace *self)
{
  for (guint32 i = 0; i < self->n_tracks; i++)
    if (self->tracks[i].n_slices > 0 && self->tracks[i].kind != TV_TRACK_THREAD_STATE &&
        self->tracks[i].kind != TV_TRACK_CPU && !tv_track_role_is_of_log (self->tracks[i].role) &&
        !tv_track_role_has_instants (self->tracks[i].role))
      return TRUE;
  return FALSE;
}

/**
 * tv_trace_is_incident:
 *
 * Returns: whether the trace is a report of a crash or freeze; %FALSE for a log that contains one
 */
gboolean
tv_trace_is_incident (TvTrace *self)
{
  const TvFaults *faults = tv_trace_get_faults (self);

  for (guint32 i = 0; i < faults->n; i++)
    if (!faults->faults[i].is_logged)
      return TRUE;
  return FALSE;
}

/**
 * tv_trace_has_reports:
 *
 * Returns: whether the timeline contains instants of dumps, crashes or freezes, see %TV_ROLE_REPORTS
 */
gboolean
tv_trace_has_reports (TvTrace *self)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (self, &n);

  for (guint32 i = 0; i < n; i++)
    if (tracks[i].role == TV_ROLE_REPORTS && tracks[i].n_slices > 0)
      return TRUE;
  return FALSE;
}

/**
 * tv_trace_count_problems:
 *
 * Returns: the number of problem kinds in the trace with this severity
 */
guint
tv_trace_count_problems (TvTrace *self, TvSeverity severity)
{
  guint n, n_such = 0;
  const TvProblem *problems = tv_trace_get_problems (self, &n);

  for (guint i = 0; i < n; i++)
    n_such += tv_problem_kind_severity (problems[i].kind) == severity;
  return n_such;
}

/**
 * tv_trace_names_methods:
 *
 * Returns: whether all slices of threads are method calls; otherwise, there are also slices with other names
 */
gboolean
tv_trace_names_methods (TvTrace *self)
{
  return tv_trace_has (self, TV_HAS_CALLS) && !tv_trace_has (self, TV_HAS_MARKS);
}

/* The trace owns the arrays that these getters return. */

const TvMetadata *
tv_trace_get_metadata (TvTrace *self, guint *n)
{
  TV_RETURN_ROWS ((const TvMetadata *) (gconstpointer) self->metadata->data, self->metadata->len);
}

/* Returns: (transfer none) (nullable): the first value of @key in the metadata; %NULL if there is none */
const char *
tv_trace_find_metadata (TvTrace *self, const char *key)
{
  guint n;
  const TvMetadata *metadata = tv_trace_get_metadata (self, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (metadata[i].key, key))
      return metadata[i].value;
  return NULL;
}

const TvProblem *
tv_trace_get_problems (TvTrace *self, guint *n)
{
  TV_RETURN_ROWS ((const TvProblem *) (gconstpointer) self->problems->data, self->problems->len);
}

const TvProcess *
tv_trace_get_processes (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS ((const TvProcess *) (gconstpointer) self->processes->data, self->processes->len);
}

const TvThread *
tv_trace_get_threads (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS ((const TvThread *) (gconstpointer) self->threads->data, self->threads->len);
}

const TvSymbol *
tv_trace_get_symbols (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS ((const TvSymbol *) (gconstpointer) self->symbols->data, self->symbols->len);
}

const TvTrack *
tv_trace_get_tracks (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS (self->tracks, self->n_tracks);
}

const TvGap *
tv_trace_get_gaps (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS (self->gaps, self->n_gaps);
}

const TvSlices *
tv_trace_get_slices (TvTrace *self)
{
  return &self->slices;
}

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

const TvEvents *
tv_trace_get_events (TvTrace *self)
{
  return &self->events;
}

const TvBound *
tv_trace_get_bounds (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS (self->bounds, self->n_bounds);
}

/**
 * tv_trace_get_stacks:
 *
 * Returns: (transfer none): stacks and samples, possibly none
 */
const TvStacks *
tv_trace_get_stacks (TvTrace *self)
{
  return &self->stacks;
}

/**
 * tv_trace_get_dumps:
 *
 * Returns: (transfer none): thread dumps, possibly none
 */
const TvDumps *
tv_trace_get_dumps (TvTrace *self)
{
  return &self->dumps;
}

/* Returns: (transfer none) (array length=n): memory regions of processes, sorted by time */
const TvSmapsEntry *
tv_trace_get_smaps (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS (self->smaps, self->n_smaps);
}

/* Returns: (transfer none): data from the recorder about the device and the recording */
const TvRecording *
tv_trace_get_recording (TvTrace *self)
{
  return &self->recording;
}

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

/**
 * tv_trace_get_faults:
 *
 * Returns: (transfer none): crashes and freezes, possibly none
 */
const TvFaults *
tv_trace_get_faults (TvTrace *self)
{
  return &self->faults;
}

/**
 * tv_trace_get_heap_graphs:
 *
 * Returns: (transfer none): heap dumps, possibly none
 */
const TvHeapGraphs *
tv_trace_get_heap_graphs (TvTrace *self)
{
  return &self->heap_graphs;
}

/**
 * tv_trace_get_log_lines:
 *
 * Returns: (transfer none): log lines, possibly none
 */
const TvLogLines *
tv_trace_get_log_lines (TvTrace *self)
{
  return &self->log_lines;
}

/**
 * tv_trace_get_log_events:
 * @self: a trace
 * @n: (out): number of decoded lines
 *
 * Returns: (transfer none) (nullable) (array length=n): the decoded log lines, sorted by line
 */
const TvDecodedLogLine *
tv_trace_get_log_events (TvTrace *self, guint32 *n)
{
  *n = self->log_events != NULL ? self->log_events->len : 0;
  return *n > 0 ? (const TvDecodedLogLine *) (gconstpointer) self->log_events->data : NULL;
}

/**
 * tv_trace_get_slice_log_event:
 *
 * Gets the decoded log line at the end of a slice, or at its start if the slice has no end.
 *
 * Returns: (transfer none) (nullable): the decoded line; %NULL if the slice does not represent log lines
 */
const TvDecodedLogLine *
tv_trace_get_slice_log_event (TvTrace *self, guint32 slice)
{
  const TvTrack *track;
  guint32 row;

  if (self->slice_events == NULL)
    return NULL;
  track = &self->tracks[tv_trace_find_track_at (self, slice)];
  if (!tv_track_role_is_of_log (track->role))
    return NULL;
  row = g_array_index (self->slice_events, guint32,
                       track->first_side + (slice - track->first_slice));
  return row != TV_NONE ? &g_array_index (self->log_events, TvDecodedLogLine, row) : NULL;
}

static const TvMachine device = { 0, TV_NONE };

/* Returns: (transfer none) (array length=n): the recorded machines; the first is the device */
const TvMachine *
tv_trace_get_machines (TvTrace *self, guint32 *n)
{
  if (self->n_machines == 0)
    TV_RETURN_ROWS (&device, 1);
  TV_RETURN_ROWS (self->machines, self->n_machines);
}

/**
 * tv_trace_get_texts:
 * @n: (out) (optional): number of sections
 *
 * Returns: (transfer none) (array length=n): sections of plain text that are shown unparsed, in file order
 */
const TvText *
tv_trace_get_texts (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS ((const TvText *) (gconstpointer) self->texts->data, self->texts->len);
}

/* ---- Payloads of events, and arguments ---- */

const char *
tv_trace_peek_text (const TvTrace *self, guint32 text, gsize *len)
{
  guint64 start = text > 0 ? self->text_end[text - 1] : 0;

  *len = self->text_end[text] - start;
  return self->text + start;
}

/**
 * tv_trace_get_event_args:
 * @event: row of an event
 * @buffer: scratch buffer for the text of a message
 * @len: (out): size in bytes
 *
 * Gets the arguments of an event as text, rendering the payload if it is a message.
 *
 * Returns: (transfer none): the text, in @buffer or in the trace; not NUL-terminated, and possibly invalid UTF-8
 */
const char *
tv_trace_get_event_args (TvTrace *self, guint32 event, GString *buffer, gsize *len)
{
  guint32 text;
  guint8 kind;
  const char *payload;
  const TvEventRenderer *renderer;

  *len = 0;
  g_return_val_if_fail (event < self->events.n, NULL);
  text = tv_id_column_get (&self->events.text, event);
  payload = tv_trace_peek_text (self, text, len);
  kind = self->events.text_kind != NULL ? self->events.text_kind[text] : 0;
  if (kind == 0)
    return payload;
  renderer = &g_array_index (self->event_renderers, TvEventRenderer, kind - 1);
  g_string_truncate (buffer, 0);
  renderer->render (renderer->data, payload, *len, buffer);
  *len = buffer->len;
  return buffer->str;
}

/**
 * tv_trace_list_event_fields:
 * @event: row of an event
 * @func: called for each field, in the order of the message
 * @data: user data of @func
 *
 * Lists the fields of an event whose payload is a message.
 *
 * Returns: %FALSE if the payload is text, see tv_trace_get_event_args()
 */
gboolean
tv_trace_list_event_fields (TvTrace *self, guint32 event, TvMessageFieldFunc func, gpointer data)
{
  guint32 text;
  gsize size;
  const char *payload;
  const TvEventRenderer *renderer;

  g_return_val_if_fail (event < self->events.n, FALSE);
  text = tv_id_column_get (&self->events.text, event);
  if (self->events.text_kind == NULL || self->events.text_kind[text] == 0)
    return FALSE;
  payload = tv_trace_peek_text (self, text, &size);
  renderer = &g_array_index (self->event_renderers, TvEventRenderer,
                             self->events.text_kind[text] - 1);
  renderer->list (renderer->data, payload, size, func, data);
  return TRUE;
}

/**
 * tv_trace_dup_event_args:
 * @event: row of an event
 *
 * Returns: (transfer full): the arguments as valid UTF-8; invalid bytes are escaped as \xNN
 */
char *
tv_trace_dup_event_args (TvTrace *self, guint32 event)
{
  g_autoptr (GString) buffer = g_string_new (NULL);
  gsize len;
  const char *args = tv_trace_get_event_args (self, event, buffer, &len);

  return tv_string_pool_dup_valid (args, len);
}

/**
 * tv_trace_get_args:
 * @self: a trace
 * @arg_set: a set of arguments, or %TV_NONE
 * @n: (out): number of arguments
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

guint32
tv_trace_get_n_arg_sets (TvTrace *self)
{
  return self->arg_sets != NULL ? self->arg_sets->len : 0;
}

/**
 * tv_trace_get_arg_int:
 * @arg: an argument of the trace: an integer of any type, an address or a %TV_ARG_BOOL
 *
 * Returns: the value: unsigned values as the signed integer with the same bits; 1 for true, 0 for false
 */
gint64
tv_trace_get_arg_int (TvTrace *self, const TvArg *arg)
{
  switch (arg->packing)
    {
    case TV_ARG_PACKED_INT64:
    case TV_ARG_PACKED_UINT:
    case TV_ARG_PACKED_POINTER:
      return g_array_index (self->arg_numbers, gint64, arg->value);
    case TV_ARG_PACKED_BOOL:
      return arg->value;
    default:
      return (gint32) arg->value;
    }
}

/**
 * tv_trace_get_arg_double:
 * @self: a trace
 * @arg: an argument of the trace, of type %TV_ARG_DOUBLE
 *
 * Returns: the value, which need not be finite
 */
double
tv_trace_get_arg_double (TvTrace *self, const TvArg *arg)
{
  double value;

  g_return_val_if_fail (arg->packing == TV_ARG_PACKED_DOUBLE, 0.0);
  memcpy (&value, &g_array_index (self->arg_numbers, gint64, arg->value), sizeof value);
  return value;
}

/* ---- Labels ---- */

static const TvSymbol *
get_symbol (TvTrace *self, guint32 symbol)
{
  g_assert (symbol < self->symbols->len);
  return &g_array_index (self->symbols, TvSymbol, symbol);
}

/**
 * tv_trace_dup_symbol_name:
 * @self: a trace
 * @symbol: a symbol
 *
 * Returns: (transfer full): `class.method`, or only one of them if the other is missing
 */
char *
tv_trace_dup_symbol_name (TvTrace *self, guint32 symbol)
{
  const TvSymbol *s = get_symbol (self, symbol);

  if (s->class_name == TV_NONE)
    return g_strdup (tv_trace_get_string (self, s->name));
  if (s->name == TV_NONE)
    return g_strdup (tv_trace_get_string (self, s->class_name));
  return g_strconcat (tv_trace_get_string (self, s->class_name), ".",
                      tv_trace_get_string (self, s->name), NULL);
}

/**
 * tv_trace_dup_symbol_label:
 *
 * Returns: (transfer full): `class.method (signature)`, with the signature as in the file; unique per symbol
 */
char *
tv_trace_dup_symbol_label (TvTrace *self, guint32 symbol)
{
  const TvSymbol *s = get_symbol (self, symbol);
  g_autofree char *name = tv_trace_dup_symbol_name (self, symbol);

  if (s->signature == TV_NONE)
    return g_steal_pointer (&name);
  return g_strconcat (name, " ", tv_trace_get_string (self, s->signature), NULL);
}

/**
 * tv_trace_dup_thread_label:
 *
 * Returns: (transfer full): `[tid] name`, or `[tid] name (machine 1)` on a guest
 */
char *
tv_trace_dup_thread_label (TvTrace *self, guint32 utid)
{
  const TvThread *thread;
  const char *name;

  g_return_val_if_fail (utid < self->threads->len, NULL);
  thread = &g_array_index (self->threads, TvThread, utid);
  name = tv_trace_get_string (self, thread->name);
  return tv_trace_add_machine (self, thread->machine,
                               name == NULL || *name == '\0'
                                   ? g_strdup_printf ("[%u]", thread->tid)
                                   : g_strdup_printf ("[%u] %s", thread->tid, name));
}

/**
 * tv_trace_dup_process_label:
 *
 * Returns: (transfer full): `name [pid]`, or `name [pid] (machine 1)` on a guest; the name is omitted if neither that
 * of the process nor that of its main thread is known
 */
char *
tv_trace_dup_process_label (TvTrace *self, guint32 upid)
{
  const TvProcess *process;
  const char *name;

  g_return_val_if_fail (upid < self->processes->len, NULL);
  process = &g_array_index (self->processes, TvProcess, upid);
  name = tv_trace_get_string (self, process->name);
  return tv_trace_add_machine (self, process->machine,
                               name == NULL || *name == '\0'
                                   ? g_strdup_printf ("[%u]", process->pid)
                                   : g_strdup_printf ("%s [%u]", name, process->pid));
}

/**
 * tv_trace_dup_counter_owner:
 * @counter: row of a #TvCounterTrack
 *
 * Gets the label of the process, thread or CPU that owns the counter. If a whole machine owns the counter, gets the
 * machine's name, see tv_trace_dup_machine_name().
 *
 * Returns: (transfer full) (nullable): the label
 */
char *
tv_trace_dup_counter_owner (TvTrace *self, guint32 counter)
{
  const TvCounterTrack *track;

  g_return_val_if_fail (counter < self->n_counter_tracks, NULL);
  track = &self->counter_tracks[counter];
  if (track->upid != TV_NONE)
    return tv_trace_dup_process_label (self, track->upid);
  if (track->utid != TV_NONE)
    return tv_trace_dup_thread_label (self, track->utid);
  return track->cpu != TV_NONE ? tv_trace_dup_cpu_label (self, track->cpu)
                               : tv_trace_dup_machine_name (self, track->machine);
}

/* ---- Construction ---- */

#define DEFINE_EDIT(Type, name)                                                                    \
  Type *tv_trace_edit_##name (TvTrace *self)                                                       \
  {                                                                                                \
    return &self->name;                                                                            \
  }

#define DEFINE_TAKE(Type, name)                                                                    \
  void tv_trace_take_##name (TvTrace *self, Type *name)                                            \
  {                                                                                                \
    self->name = name;                                                                             \
  }

#define DEFINE_TAKE_ROWS(Type, name)                                                               \
  void tv_trace_take_##name (TvTrace *self, Type *name, guint32 n)                                 \
  {                                                                                                \
    self->name = name;                                                                             \
    self->n_##name = n;                                                                            \
  }

DEFINE_EDIT (TvSlices, slices)
DEFINE_EDIT (TvRuns, runs)
DEFINE_EDIT (TvStates, states)
DEFINE_EDIT (TvEvents, events)
DEFINE_EDIT (TvStacks, stacks)
DEFINE_EDIT (TvDumps, dumps)
DEFINE_EDIT (TvFaults, faults)
DEFINE_EDIT (TvHeapGraphs, heap_graphs)
DEFINE_EDIT (TvLogLines, log_lines)
DEFINE_EDIT (TvRecording, recording)
DEFINE_EDIT (TvSparseColumn, flow_ids)

DEFINE_TAKE (TvStringPool, strings)
DEFINE_TAKE (GArray, metadata)
DEFINE_TAKE (GArray, problems)
DEFINE_TAKE (GArray, processes)
DEFINE_TAKE (GArray, threads)
DEFINE_TAKE (GArray, symbols)
DEFINE_TAKE (GArray, state_names)
DEFINE_TAKE (GArray, log_events)
DEFINE_TAKE (GArray, slice_events)

DEFINE_TAKE_ROWS (TvMachine, machines)
DEFINE_TAKE_ROWS (TvTrack, tracks)
DEFINE_TAKE_ROWS (TvGap, gaps)
DEFINE_TAKE_ROWS (TvBound, bounds)
DEFINE_TAKE_ROWS (TvFlow, flows)
DEFINE_TAKE_ROWS (TvSmapsEntry, smaps)
DEFINE_TAKE_ROWS (TvCounterGap, counter_gaps)

TvTrack *
tv_trace_edit_tracks (TvTrace *self)
{
  return self->tracks;
}

TvSparseColumn *
tv_trace_edit_thread_clock (TvTrace *self, TvThreadClock clock)
{
  return &self->thread_clocks[clock];
}

void
tv_trace_take_texts (TvTrace *self, GArray *texts)
{
  g_array_set_clear_func (texts, clear_text);
  self->texts = texts;
}

void
tv_trace_take_args (TvTrace *self, GArray *args, GArray *sets, GArray *numbers)
{
  self->args = args;
  self->arg_sets = sets;
  self->arg_numbers = numbers;
}

void
tv_trace_take_event_texts (TvTrace *self, guint64 *ends, char *bytes)
{
  self->text_end = ends;
  self->text = bytes;
}

void
tv_trace_take_event_renderers (TvTrace *self, GArray *renderers)
{
  self->event_renderers = renderers;
}

void
tv_trace_take_counters (TvTrace *self, TvCounterTrack *tracks, guint32 n, TvSamples samples)
{
  self->counter_tracks = tracks;
  self->n_counter_tracks = n;
  self->samples = samples;
}

void
tv_trace_set_format (TvTrace *self, const char *format)
{
  g_free (self->format);
  self->format = g_strdup (format);
}

void
tv_trace_set_rebuilt (TvTrace *self, gboolean is_rebuilt)
{
  self->is_rebuilt = is_rebuilt;
}

void
tv_trace_set_clock (TvTrace *self, TvClock clock, gboolean has_clock)
{
  self->has_clock[clock] = has_clock;
}

void
tv_trace_set_range (TvTrace *self, gint64 start_ns, gint64 end_ns)
{
  self->start_ns = start_ns;
  self->end_ns = end_ns;
}

void
tv_trace_add_parts (TvTrace *self, TvTraceParts parts)
{
  self->parts |= parts;
}
