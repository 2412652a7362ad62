/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"

/* Parts that a reader declares only if they have rows. */
#define OTHER_PARTS (TV_HAS_FAULTS | TV_HAS_TEXTS | TV_HAS_HEAP_CHANGES | TV_HAS_HEAP_GRAPHS)

/* Domain of messages about stages, see G_MESSAGES_DEBUG. */
#define LOG_DOMAIN "traceview-builder"

/* Recordings have about ten entries. */
#define MAX_METADATA 1000

const TvBuilderPart *const tv_builder_parts[] = {
  &tv_builder_slices, &tv_builder_sched,       &tv_builder_threads,   &tv_builder_events,
  &tv_builder_files,  &tv_builder_args,        &tv_builder_log_lines, &tv_builder_dumps,
  &tv_builder_faults, &tv_builder_reports,     &tv_builder_stacks,    &tv_builder_heaps,
  &tv_builder_smaps,  &tv_builder_heap_graphs, &tv_builder_recording, &tv_builder_counters,
  &tv_builder_links,  &tv_builder_complete,    &tv_builder_async,
};

const guint tv_n_builder_parts = G_N_ELEMENTS (tv_builder_parts);

static void
clear_metadata (gpointer data)
{
  TvMetadata *metadata = data;

  g_free ((char *) metadata->key);
  g_free ((char *) metadata->value);
}

/**
 * tv_trace_builder_new:
 * @tick_ns: nanoseconds in a tick of the times that will be given
 * @base_ticks: a time at or shortly before the first, so that times fit in fewer bits; 0 if the
 *   file counts from its own start
 *
 * Returns: (transfer full): a builder of an empty trace
 */
TvTraceBuilder *
tv_trace_builder_new (gint64 tick_ns, gint64 base_ticks)
{
  TvTraceBuilder *self = g_new0 (TvTraceBuilder, 1);
  TvTrace *trace = g_object_new (TV_TYPE_TRACE, NULL);

  g_return_val_if_fail (tick_ns > 0, NULL);
  trace->strings = tv_string_pool_new ();
  trace->texts = g_array_new (FALSE, FALSE, sizeof (TvText));
  g_array_set_clear_func (trace->texts, tv_trace_clear_text);
  trace->metadata = g_array_new (FALSE, FALSE, sizeof (TvMetadata));
  g_array_set_clear_func (trace->metadata, clear_metadata);
  trace->processes = g_array_new (FALSE, FALSE, sizeof (TvProcess));
  trace->threads = g_array_new (FALSE, FALSE, sizeof (TvThread));
  trace->symbols = g_array_new (FALSE, FALSE, sizeof (TvSymbol));
  trace->has_clock[TV_CLOCK_WALL] = TRUE;

  self->trace = trace;
  self->seed = tv_row_table_seed ();
  self->name_symbols = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->symbol_events = g_array_new (FALSE, FALSE, sizeof (guint32));
  tv_problem_list_init (&self->problems);
  tv_trace_builder_set_tick (self, tick_ns, base_ticks);
  for (guint i = 0; i < tv_n_builder_parts; i++)
    tv_builder_parts[i]->init (self);
  return self;
}

void
tv_trace_builder_free (TvTraceBuilder *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->trace);
  tv_row_table_clear (&self->symbols);
  g_array_unref (self->name_symbols);
  g_array_unref (self->symbol_events);
  g_free (self->final_symbols);
  for (guint i = 0; i < tv_n_builder_parts; i++)
    tv_builder_parts[i]->clear (self);
  tv_problem_list_clear (&self->problems);
  g_free (self);
}

void
tv_trace_builder_set_tick (TvTraceBuilder *self, gint64 tick_ns, gint64 base)
{
  self->tick_ns = tick_ns;
  self->base = base;
  self->switch_ticks = TV_GAP_NS / tick_ns;
  self->max_ticks = G_MAXINT64 / 2 / tick_ns;
}

/**
 * tv_trace_builder_set_unit:
 * @self: a builder that was given no times yet
 * @tick_ns: as for tv_trace_builder_new()
 * @base_ticks: likewise
 *
 * For a reader that knows its unit only after it has seen names.
 */
void
tv_trace_builder_set_unit (TvTraceBuilder *self, gint64 tick_ns, gint64 base_ticks)
{
  g_return_if_fail (tick_ns > 0 && !tv_trace_builder_has_slices (self));
  tv_trace_builder_set_tick (self, tick_ns, base_ticks);
}

/**
 * tv_trace_builder_set_format:
 * @self: a builder
 * @format: name of the file format, for users
 */
void
tv_trace_builder_set_format (TvTraceBuilder *self, const char *format)
{
  g_free (self->trace->format);
  self->trace->format = g_strdup (format);
}

/**
 * tv_trace_builder_set_clocks:
 * @self: a builder
 * @has_wall: times on the timeline are wall time
 * @has_cpu: times have a second, CPU time
 *
 * To be called before the first slice; wall alone is the default.
 */
void
tv_trace_builder_set_clocks (TvTraceBuilder *self, gboolean has_wall, gboolean has_cpu)
{
  g_return_if_fail (!tv_trace_builder_has_slices (self));
  self->trace->has_clock[TV_CLOCK_WALL] = has_wall;
  self->trace->has_clock[TV_CLOCK_CPU] = has_cpu;
}

/**
 * tv_trace_builder_declare:
 * @self: a builder
 * @parts: the parts that a file of this format can contain
 *
 * Declares parts of the trace, even if they are empty. Other parts are added when they have rows.
 */
void
tv_trace_builder_declare (TvTraceBuilder *self, TvTraceParts parts)
{
  self->trace->parts |= parts;
}

/**
 * tv_trace_builder_set_rebuilt:
 * @self: a builder
 * @is_rebuilt: see tv_trace_is_rebuilt()
 */
void
tv_trace_builder_set_rebuilt (TvTraceBuilder *self, gboolean is_rebuilt)
{
  self->trace->is_rebuilt = is_rebuilt;
}

/**
 * tv_trace_builder_add_fact:
 * @self: a builder
 * @key: string: name of a fact
 * @value: string
 *
 * After a thousand facts no more are kept, and that is counted.
 */
void
tv_trace_builder_add_fact (TvTraceBuilder *self, guint32 key, guint32 value)
{
  const TvStringPool *strings = self->trace->strings;

  if (self->trace->metadata->len >= MAX_METADATA)
    tv_trace_builder_count_problem (self, TV_PROBLEM_MANY_OPTIONS, -1);
  else
    g_array_append_val (self->trace->metadata,
                        ((TvMetadata){ g_strdup (tv_string_pool_get (strings, key)),
                                       g_strdup (tv_string_pool_get (strings, value)) }));
}

/**
 * tv_trace_builder_add_metadata:
 * @self: a builder
 * @key: name of the fact
 * @value: bytes of the file
 * @value_len: how many, or -1 if @value ends with a NUL
 *
 * As tv_trace_builder_add_fact(), of texts that are no strings yet.
 */
void
tv_trace_builder_add_metadata (TvTraceBuilder *self,
                               const char *key,
                               const char *value,
                               gssize value_len)
{
  tv_trace_builder_add_fact (self, tv_trace_builder_intern (self, key, -1),
                             tv_trace_builder_intern (self, value, value_len));
}

/**
 * tv_trace_builder_get_metadata:
 * @self: a builder
 * @key: name of a fact
 *
 * Returns: (transfer none) (nullable): its value so far in the file that is read; the last where there
 *   are several
 */
const char *
tv_trace_builder_get_metadata (TvTraceBuilder *self, const char *key)
{
  for (guint i = self->trace->metadata->len; i > tv_trace_builder_get_first_metadata (self); i--)
    {
      const TvMetadata *metadata = &g_array_index (self->trace->metadata, TvMetadata, i - 1);

      if (strcmp (metadata->key, key) == 0)
        return metadata->value;
    }
  return NULL;
}

/**
 * tv_trace_builder_count_problems:
 * @self: a builder
 * @kind: kind of problem
 * @where: offset in the file, or -1
 * @n: number of occurrences
 *
 * Counts problems; the first of a kind keeps its place.
 */
void
tv_trace_builder_count_problems (TvTraceBuilder *self, TvProblemKind kind, gint64 where, guint64 n)
{
  tv_problem_list_count (&self->problems, kind, where, n);
}

/**
 * tv_trace_builder_count_problem:
 * @self: a builder
 * @kind: kind of problem
 * @where: offset in the file, or -1
 *
 * Counts one problem; the first of a kind keeps its place.
 */
void
tv_trace_builder_count_problem (TvTraceBuilder *self, TvProblemKind kind, gint64 where)
{
  tv_trace_builder_count_problems (self, kind, where, 1);
}

/**
 * tv_trace_builder_add_problem:
 * @self: a builder
 * @kind: kind of problem
 * @where: offset in the file, or -1
 * @detail_format: printf() format of the details; kept for the first of a kind
 * @...: its arguments
 *
 * As tv_trace_builder_count_problem(), with details.
 */
void
tv_trace_builder_add_problem (TvTraceBuilder *self,
                              TvProblemKind kind,
                              gint64 where,
                              const char *detail_format,
                              ...)
{
  va_list args;

  va_start (args, detail_format);
  tv_problem_list_add (&self->problems, kind, where, detail_format, args);
  va_end (args);
}

/**
 * tv_trace_builder_intern:
 * @self: a builder
 * @text: bytes of the file
 * @len: its size in bytes, or -1 if it is NUL-terminated
 *
 * Interns a text as valid UTF-8: see tv_string_pool_intern(). Changes of the text are counted once per string.
 *
 * Returns: the string
 */
guint32
tv_trace_builder_intern (TvTraceBuilder *self, const char *text, gssize len)
{
  return tv_string_pool_intern (self->trace->strings, text, len < 0 ? strlen (text) : (gsize) len);
}

/**
 * tv_trace_builder_intern_all:
 * @self: a builder
 * @pool: strings that another thread made of the file, a pool for tv_trace_builder_get_strings(), to be
 *   emptied afterwards
 * @strings: (out caller-allocates): by string of the pool: the builder's
 *
 * As tv_trace_builder_intern().
 */
void
tv_trace_builder_intern_all (TvTraceBuilder *self, TvStringPool *pool, guint32 *strings)
{
  tv_string_pool_intern_all (self->trace->strings, pool, strings);
}

/**
 * tv_trace_builder_get_strings:
 * @self: a builder
 *
 * Returns: (transfer none): its strings; other threads may read them while no function adds strings
 */
const TvStringPool *
tv_trace_builder_get_strings (TvTraceBuilder *self)
{
  return self->trace->strings;
}

static void
count_changed_texts (TvTraceBuilder *self, TvTextFlags flag, TvProblemKind kind)
{
  guint32 first, n = tv_string_pool_count_changed (self->trace->strings, flag, &first);

  if (n == 0)
    return;
  tv_trace_builder_add_problem (self, kind, -1, "%.200s",
                                tv_string_pool_get (self->trace->strings, first));
  tv_trace_builder_count_problems (self, kind, -1, n - 1);
}

/**
 * tv_trace_builder_get_string:
 * @self: a builder
 * @string: a string
 *
 * Returns: (transfer none): its text
 */
const char *
tv_trace_builder_get_string (TvTraceBuilder *self, guint32 string)
{
  return tv_string_pool_get (self->trace->strings, string);
}

/* Place where the row of a string is kept, at first TV_NONE. */
guint32 *
tv_string_rows_get (GArray *rows, guint32 string, const TvStringPool *strings)
{
  guint32 n = rows->len;

  if (G_UNLIKELY (string >= n))
    {
      g_array_set_size (rows, MAX (tv_string_pool_get_n (strings), string + 1));
      memset (&g_array_index (rows, guint32, n), 0xff, (rows->len - n) * sizeof (guint32));
    }
  return &g_array_index (rows, guint32, string);
}

static guint32
append_symbol (TvTraceBuilder *self, const TvSymbol *symbol)
{
  g_array_append_vals (self->trace->symbols, symbol, 1);
  g_array_append_val (self->symbol_events, self->problems.event);
  return self->trace->symbols->len - 1;
}

/**
 * tv_trace_builder_add_symbol:
 * @self: a builder
 * @symbol: its strings
 *
 * Returns: the symbol of this class, name and signature, and without a class of this source file too, as for
 *   functions of scripts; a new one, or the one there is
 */
guint32
tv_trace_builder_add_symbol (TvTraceBuilder *self, const TvSymbol *symbol)
{
  guint32 place = symbol->class_name != TV_NONE ? symbol->class_name : symbol->source_file;
  guint64 long_hash = tv_hash_word (
      tv_hash_word (self->seed ^ place, (guint64) symbol->name << 32 | symbol->signature), 0);
  guint32 hash = (guint32) long_hash, row;

  /* Symbols of logs have only a name. */
  if (place == TV_NONE && symbol->signature == TV_NONE && symbol->name != TV_NONE)
    {
      guint32 *known = tv_string_rows_get (self->name_symbols, symbol->name, self->trace->strings);

      if (*known == TV_NONE)
        *known = append_symbol (self, symbol);
      return *known;
    }
  for (guint32 slot = hash; (row = tv_row_table_next (&self->symbols, hash, &slot)) != TV_NONE;)
    {
      const TvSymbol *known = &g_array_index (self->trace->symbols, TvSymbol, row);

      if (known->name == symbol->name && known->class_name == symbol->class_name &&
          known->signature == symbol->signature &&
          (known->class_name != TV_NONE || known->source_file == symbol->source_file))
        return row;
    }
  row = append_symbol (self, symbol);
  tv_row_table_add (&self->symbols, hash, row);
  return row;
}

/* The gravest come first; those of one severity stay in the order in which they were found. */
static int
compare_severities (gconstpointer a, gconstpointer b)
{
  const TvProblem *x = a, *y = b;

  return (int) tv_problem_kind_severity (y->kind) - (int) tv_problem_kind_severity (x->kind);
}

/* Parts that the trace was given, beside those that were declared. */
static void
find_parts (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    switch (trace->tracks[i].role)
      {
      case TV_ROLE_CALLS:
        trace->parts |= TV_HAS_CALLS;
        break;
      case TV_ROLE_RUNS:
      case TV_ROLE_STATES:
      case TV_ROLE_REPORTS: /* places of dumps and faults, which are parts of their own */
        break;
      default:
        if (!tv_track_role_is_of_log (trace->tracks[i].role))
          trace->parts |= TV_HAS_MARKS;
      }
  if (trace->runs.n > 0 || trace->states.n > 0)
    trace->parts |= TV_HAS_SCHEDULING;
  if (trace->n_counter_tracks > 0)
    trace->parts |= TV_HAS_COUNTERS;
  if (trace->events.n > 0)
    trace->parts |= TV_HAS_EVENTS;
}

/* ---- Finishing ---- */

static void
lay_out_parts (TvTraceBuilder *self)
{
  tv_trace_builder_lay_out_parts (self,
                                  self->trace->events.n > 0 || tv_trace_builder_has_records (self));
}

/* The process of a method trace has no name in the file; elsewhere processes have main threads. */
static void
name_processes (TvTraceBuilder *self)
{
  if (!tv_trace_names_methods (self->trace))
    tv_trace_builder_name_processes (self);
}

static guint64
count_dumped_threads (const TvDumps *dumps)
{
  guint64 n = 0;

  for (guint32 i = 0; i < dumps->n; i++)
    n += dumps->dumps[i].n_threads;
  return n;
}

/* Returns whether the trace has no row of any part that is shown. */
static gboolean
is_empty (TvTrace *trace)
{
  return trace->slices.n == 0 && trace->events.n == 0 && trace->runs.n == 0 &&
         trace->states.n == 0 && trace->n_counter_tracks == 0 &&
         (trace->parts & OTHER_PARTS) == 0 && trace->log_lines.n == 0 &&
         trace->stacks.samples.n == 0 && count_dumped_threads (&trace->dumps) == 0 &&
         trace->n_smaps == 0;
}

/* Returns whether a problem cannot be why a trace is empty. */
static gboolean
explains_nothing (const TvProblem *problem)
{
  return tv_problem_kind_severity (problem->kind) <= TV_SEVERITY_NOTE &&
         problem->kind != TV_PROBLEM_FAILED_DUMP;
}

/* A file that was accepted but contains nothing is a problem, unless another problem gives the reason. */
static void
check_content (TvTraceBuilder *self)
{
  const GArray *list = self->trace->problems;

  for (guint i = 0; i < list->len; i++)
    if (!explains_nothing (&g_array_index (list, TvProblem, i)))
      return;
  if (self->is_file && is_empty (self->trace))
    g_array_append_val (self->trace->problems,
                        ((TvProblem){ TV_PROBLEM_NO_RECORDS, 1, -1, G_MININT64, TV_NONE, NULL }));
}

/**
 * tv_trace_builder_expect_content:
 * @self: a builder
 *
 * Lists it as a problem if the trace will be empty, as that of a file should not be.
 */
void
tv_trace_builder_expect_content (TvTraceBuilder *self)
{
  self->is_file = TRUE;
}

static void
list_problems (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;

  count_changed_texts (self, TV_TEXT_WAS_LONG, TV_PROBLEM_LONG_TEXT);
  count_changed_texts (self, TV_TEXT_WAS_BAD, TV_PROBLEM_BAD_TEXT);
  trace->problems = tv_problem_list_steal (&self->problems);
  tv_trace_builder_name_inputs (self, trace->problems);
  check_content (self);
  g_array_sort (trace->problems, compare_severities);
}

/* A step from the rows that readers added to the columns of the trace. One of the functions is set. */
typedef struct
{
  const char *name;
  void (*run) (TvTraceBuilder *self);
  gboolean (*try_run) (TvTraceBuilder *self, GCancellable *cancellable, GError **error);
} Stage;

/* The stages of finishing, in order. Comments state the invariant that holds from there on. */
static const Stage stages[] = {
  /* Readers have added all rows. The following stages may add symbols, tracks and slices. */
  { "heap graphs", .try_run = tv_trace_builder_lay_out_heap_graphs },
  { "log lines", .run = tv_trace_builder_lay_out_log_lines },
  /* Log lines are sorted by time, without duplicates. */
  { "log events", .run = tv_trace_builder_mark_log_events },
  { "reports", .run = tv_trace_builder_draw_reports },
  { "events", .run = tv_trace_builder_lay_out_events },
  /* Events are columns of the trace; problems have the time of their event. */
  { "join scheduling", .run = tv_trace_builder_join_sched },
  /* All tracks are in one list. Symbols have their final order; ids from before need final_symbols. */
  { "async slices", .run = tv_trace_builder_lay_out_async },
  { "complete slices", .run = tv_trace_builder_put_complete },
  /* No track or slice is added from here on. */
  { "size", .try_run = tv_trace_builder_check_size },
  { "open slices", .run = tv_trace_builder_close_open_calls },
  /* Every slice has an end. */
  { "clocks", .run = tv_trace_builder_settle_clocks },
  { "slices", .try_run = tv_trace_builder_lay_out_slices },
  /* Slices are columns of the trace; the following stages refer to them by their final rows. */
  { "arguments", .run = tv_trace_builder_drop_unused_args },
  { "counters", .run = tv_trace_builder_lay_out_counters },
  { "links", .run = tv_trace_builder_lay_out_links },
  { "scheduling", .run = tv_trace_builder_lay_out_sched },
  /* All slices have symbols, and states the CPU time before them. */
  { "error bounds", .run = tv_trace_builder_lay_out_bounds },
  { "CPU times", .run = tv_trace_builder_measure_cpu },
  { "parts", .run = find_parts },
  { "slices of log events", .run = tv_trace_builder_tie_log_events },
  { "other parts", .run = lay_out_parts },
  /* The start and end of the trace are final. */
  { "counter gaps", .run = tv_trace_builder_settle_counter_gaps },
  { "recording", .run = tv_trace_builder_lay_out_recording },
  { "machines", .run = tv_trace_builder_lay_out_machines },
  { "process names", .run = name_processes },
  /* No problem is added from here on. */
  { "problems", .run = list_problems },
};

/**
 * tv_trace_builder_finish:
 * @self: (transfer none): a builder; afterwards it may only be freed
 * @cancellable: (nullable)
 * @error: set to %TV_ERROR_TOO_LARGE or %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_trace_builder_finish (TvTraceBuilder *self, GCancellable *cancellable, GError **error)
{
  gboolean is_logged = !g_log_writer_default_would_drop (G_LOG_LEVEL_DEBUG, LOG_DOMAIN);

  if (self->trace->format == NULL)
    self->trace->format = g_strdup ("");
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    {
      if (is_logged)
        g_log (LOG_DOMAIN, G_LOG_LEVEL_DEBUG, "finish: %s", stages[i].name);
      if (stages[i].run != NULL)
        stages[i].run (self);
      else if (!stages[i].try_run (self, cancellable, error))
        return NULL;
    }
  return g_steal_pointer (&self->trace);
}
