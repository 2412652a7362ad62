/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace.h"

#include "core/trace-private.h"

G_DEFINE_FINAL_TYPE (TvTrace, tv_trace, G_TYPE_OBJECT)

static void
free_number_column (const TvNumberColumn *column)
{
  g_free ((gpointer) column->narrow);
  g_free ((gpointer) column->wide);
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
  g_free ((gpointer) slices->parent);
  free_number_column (&slices->depth);
  g_free ((gpointer) slices->flags);
  g_free ((gpointer) slices->arg_set);
  g_free (self->machines);
  g_free (self->tracks);
  g_free (self->gaps);
  g_free ((gpointer) self->runs.utid);
  g_free ((gpointer) self->runs.priority);
  g_free ((gpointer) self->runs.end_state);
  g_free ((gpointer) self->states.name);
  g_free ((gpointer) self->states.about);
  tv_ticks_clear (&self->states.cpu_before.ticks);
  g_clear_pointer (&self->state_names, g_array_unref);
  g_free (self->counter_tracks);
  g_free (self->counter_gaps);
  g_free ((gpointer) self->samples.ts);
  g_free ((gpointer) self->samples.value);
  tv_ticks_clear (&self->events.ts.ticks);
  g_free ((gpointer) self->events.cpu);
  g_free ((gpointer) self->events.utid);
  g_free ((gpointer) self->events.text);
  g_free ((gpointer) self->events.text_name);
  g_free ((gpointer) self->events.text_is_shown);
  g_free (self->text_end);
  g_free (self->text);
  g_clear_pointer (&self->args, g_array_unref);
  g_clear_pointer (&self->arg_sets, g_array_unref);
  g_clear_pointer (&self->arg_numbers, g_array_unref);
  g_free (self->bounds);
  g_free (self->flows);
  tv_sparse_column_clear (&self->flow_ids);
  for (guint i = 0; i < TV_N_THREAD_CLOCKS; i++)
    tv_sparse_column_clear (&self->thread_clocks[i]);
  tv_trace_clear_parts (self);
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
 * @self: a trace
 * @string: a string of it, or %TV_NONE
 *
 * Returns: (transfer none) (nullable): its text, valid UTF-8; %NULL for %TV_NONE
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
 * @self: a trace
 *
 * Returns: (transfer none): name of the file format, for users
 */
const char *
tv_trace_get_format (TvTrace *self)
{
  return self->format;
}

/**
 * tv_trace_get_start_ns:
 * @self: a trace
 *
 * Returns: time of the earliest record, in ns of the file's own clock
 */
gint64
tv_trace_get_start_ns (TvTrace *self)
{
  return self->start_ns;
}

/**
 * tv_trace_get_end_ns:
 * @self: a trace
 *
 * Returns: time of the latest record, in ns of the file's own clock
 */
gint64
tv_trace_get_end_ns (TvTrace *self)
{
  return self->end_ns;
}

/**
 * tv_trace_has_clock:
 * @self: a trace
 * @clock: a clock
 *
 * Returns: whether the trace has times of this clock
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
 * Returns: the clock of all views and commands where none is chosen: wall time, unless the trace only has CPU time
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
 * Returns: the clock that ranks symbols for their colours, and orders threads: CPU time if the trace has it, as in
 *   the original Traceview, else wall time
 */
TvClock
tv_trace_get_main_clock (TvTrace *self)
{
  return self->has_clock[TV_CLOCK_CPU] ? TV_CLOCK_CPU : TV_CLOCK_WALL;
}

/**
 * tv_trace_is_rebuilt:
 * @self: a trace
 *
 * Returns: whether the timeline is no clock of the device's but was put together from the
 *   threads' CPU times, in the order of the file; so it is for traces with only a thread clock
 */
gboolean
tv_trace_is_rebuilt (TvTrace *self)
{
  return self->is_rebuilt;
}

/**
 * tv_trace_has:
 * @self: a trace
 * @parts: one or more parts
 *
 * Returns: whether it holds any of these parts. One that the file is made for may be empty: a method
 *   trace has calls, if none at all.
 */
gboolean
tv_trace_has (TvTrace *self, TvTraceParts parts)
{
  return (self->parts & parts) != 0;
}

/**
 * tv_trace_has_tracks:
 * @self: a trace
 *
 * Returns: whether it has a track or a counter; tracks of decoded log lines do not count
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

/* Whether the slices of tracks of a role are only marks of where something else was recorded. */
static gboolean
is_of_moments (TvTrackRole role)
{
  return role == TV_ROLE_REPORTS || role == TV_ROLE_HEAP_DUMPS || role == TV_ROLE_HEAP_GRAPHS;
}

/**
 * tv_trace_has_slices:
 * @self: a trace
 *
 * Returns: whether it has named slices, other than those of decoded log lines, dumps, faults and heap dumps. The
 *   states of threads and the runs of CPUs have no names.
 */
gboolean
tv_trace_has_slices (TvTrace *self)
{
  for (guint32 i = 0; i < self->n_tracks; i++)
    if (self->tracks[i].n_slices > 0 && self->tracks[i].kind != TV_TRACK_THREAD_STATE &&
        self->tracks[i].kind != TV_TRACK_CPU && !tv_track_role_is_of_log (self->tracks[i].role) &&
        !is_of_moments (self->tracks[i].role))
      return TRUE;
  return FALSE;
}

/**
 * tv_trace_is_incident:
 * @self: a trace
 *
 * Returns: whether it is a report of a crash or a freeze. A log that contains one is not.
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
 * @self: a trace
 *
 * Returns: whether dumps, crashes or freezes have places on its timeline, see %TV_ROLE_REPORTS
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
 * @self: a trace
 * @severity: how grave
 *
 * Returns: how many kinds of problems of that severity it has
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
 * @self: a trace
 *
 * Returns: whether all that threads' slices are called are methods; else they are names of any kind,
 *   and their slices are not all calls
 */
gboolean
tv_trace_names_methods (TvTrace *self)
{
  return tv_trace_has (self, TV_HAS_CALLS) && !tv_trace_has (self, TV_HAS_MARKS);
}

/* Arrays that getters return belong to the trace. */

const TvMetadata *
tv_trace_get_metadata (TvTrace *self, guint *n)
{
  TV_RETURN_ROWS ((const TvMetadata *) (gconstpointer) self->metadata->data, self->metadata->len);
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
 * Returns: (transfer full): `class.method`
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
 * @self: a trace
 * @symbol: a symbol
 *
 * Returns: (transfer full): `class.method (signature)`, with the signature as in the file; unique by symbol
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
 * @self: a trace
 * @utid: a thread
 *
 * Returns: (transfer full): `[tid] name`, of a guest `[tid] name (machine 1)`
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
 * @self: a trace
 * @upid: a process
 *
 * Returns: (transfer full): `name [pid]`, where the name is the process's own, or its main
 *   thread's; `[pid]` if neither is known. Of a guest `name [pid] (machine 1)`
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
 * @self: a trace
 * @counter: row of a #TvCounterTrack
 *
 * Returns: (transfer full) (nullable): the label of the process, thread or CPU it belongs to; tv_trace_dup_machine_name()
 *   for one of a whole machine
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
