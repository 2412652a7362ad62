/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/builder-part.h"

#include "core/builder/args-part.h"
#include "core/builder/async-part.h"
#include "core/builder/complete-part.h"
#include "core/builder/counters-part.h"
#include "core/builder/dumps-part.h"
#include "core/builder/events-part.h"
#include "core/builder/faults-part.h"
#include "core/builder/files-part.h"
#include "core/builder/heap-graphs-part.h"
#include "core/builder/heaps-part.h"
#include "core/builder/links-part.h"
#include "core/builder/log-lines-part.h"
#include "core/builder/metadata-part.h"
#include "core/builder/problems-part.h"
#include "core/builder/recording-part.h"
#include "core/builder/reports-part.h"
#include "core/builder/sched-part.h"
#include "core/builder/slice-tracks.h"
#include "core/builder/smaps-part.h"
#include "core/builder/stacks-part.h"
#include "core/builder/symbols-part.h"
#include "core/builder/texts-part.h"
#include "core/builder/threads-part.h"
#include "core/error.h"
#include "core/trace-edit.h"

/* Creates the parts of the builder and runs their stages of finishing. Called by the code that owns a builder
 * (formats/format.c, formats/multi-file-read.c, the readers of method traces and a few others), and by readers that
 * set the unit or the clocks, or declare kinds of data. Runs on the loading thread. Most stages move the rows of one
 * part to columns of the trace; the table of stages also states the invariants of their order. */

/* Log domain of debug messages about the stages. */
#define LOG_DOMAIN "traceview-builder"

/* All parts, in the order of initialization: later parts use the first three parts. */
static const TvBuilderPart *const builder_parts[] = {
  &tv_builder_problems, &tv_builder_symbols,     &tv_builder_threads,    &tv_builder_metadata,
  &tv_builder_slices,   &tv_builder_sched,       &tv_builder_events,     &tv_builder_files,
  &tv_builder_args,     &tv_builder_log_lines,   &tv_builder_log_events, &tv_builder_dumps,
  &tv_builder_faults,   &tv_builder_reports,     &tv_builder_stacks,     &tv_builder_heaps,
  &tv_builder_smaps,    &tv_builder_heap_graphs, &tv_builder_recording,  &tv_builder_counters,
  &tv_builder_links,    &tv_builder_complete,    &tv_builder_async,      &tv_builder_texts,
};

/**
 * tv_trace_builder_new:
 * @tick_ns: nanoseconds per tick of the times that will be added
 * @base_ticks: a time at or shortly before the first timestamp, so that times fit in fewer bits; 0 if the times in
 *   the file are relative to its start
 *
 * Creates a builder for an empty trace.
 *
 * Returns: (transfer full): the builder
 */
TvTraceBuilder *
tv_trace_builder_new (gint64 tick_ns, gint64 base_ticks)
{
  TvTraceBuilder *self;

  g_return_val_if_fail (tick_ns > 0, NULL);
  self = g_new0 (TvTraceBuilder, 1);
  self->trace = g_object_new (TV_TYPE_TRACE, NULL);
  tv_trace_set_format (self->trace, "");
  tv_trace_set_clock (self->trace, TV_CLOCK_WALL, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (builder_parts); i++)
    builder_parts[i]->init (self);
  self->unit = tv_tick_unit (tick_ns, base_ticks);
  return self;
}

void
tv_trace_builder_free (TvTraceBuilder *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->trace);
  for (guint i = 0; i < G_N_ELEMENTS (builder_parts); i++)
    builder_parts[i]->clear (self);
  g_free (self);
}

void
tv_trace_builder_begin_file (TvTraceBuilder *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (builder_parts); i++)
    if (builder_parts[i]->begin_file != NULL)
      builder_parts[i]->begin_file (self);
}

void
tv_trace_builder_end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  for (guint i = 0; i < G_N_ELEMENTS (builder_parts); i++)
    if (builder_parts[i]->end_file != NULL)
      builder_parts[i]->end_file (self, offset_ns, uncertainty_ns);
}

/**
 * tv_trace_builder_set_unit:
 * @self: a builder without times
 * @tick_ns: nanoseconds per tick, see tv_trace_builder_new()
 * @base_ticks: base of times, see tv_trace_builder_new()
 *
 * Sets the unit and the base of times, for a reader that must read names before it can determine them.
 */
void
tv_trace_builder_set_unit (TvTraceBuilder *self, gint64 tick_ns, gint64 base_ticks)
{
  g_return_if_fail (tick_ns > 0 && !tv_trace_builder_has_slices (self));
  self->unit = tv_tick_unit (tick_ns, base_ticks);
}

/**
 * tv_trace_builder_set_format:
 * @format: display name of the file format
 *
 * Sets the file format.
 */
void
tv_trace_builder_set_format (TvTraceBuilder *self, const char *format)
{
  tv_trace_set_format (self->trace, format);
}

/**
 * tv_trace_builder_set_clocks:
 * @has_wall: whether times on the timeline are wall times
 * @has_cpu: whether records also have CPU times
 *
 * Sets the clocks of the trace; by default, it has only wall times. Must be called before the first slice is added.
 */
void
tv_trace_builder_set_clocks (TvTraceBuilder *self, gboolean has_wall, gboolean has_cpu)
{
  g_return_if_fail (!tv_trace_builder_has_slices (self));
  tv_trace_set_clock (self->trace, TV_CLOCK_WALL, has_wall);
  tv_trace_set_clock (self->trace, TV_CLOCK_CPU, has_cpu);
}

/**
 * tv_trace_builder_declare:
 * @parts: kinds of data that files of this format can contain
 *
 * Declares kinds of data that the trace has even without rows. Other kinds are added automatically if they have rows.
 */
void
tv_trace_builder_declare (TvTraceBuilder *self, TvTraceParts parts)
{
  tv_trace_add_parts (self->trace, parts);
}

/**
 * tv_trace_builder_set_rebuilt:
 * @is_rebuilt: whether the timeline was derived from CPU times, see tv_trace_is_rebuilt()
 *
 * Sets whether the timeline was rebuilt. If not, it is a clock of the device.
 */
void
tv_trace_builder_set_rebuilt (TvTraceBuilder *self, gboolean is_rebuilt)
{
  tv_trace_set_rebuilt (self->trace, is_rebuilt);
}

/* ---- Finishing ---- */

/* The start and the end of all rows visited so far, in ns. */
typedef struct
{
  gint64 start;
  gint64 end;
  gboolean has_time;
} Range;

/* Extends a range to a time, unless the time is missing. */
static void
include_time (Range *self, gint64 ts)
{
  if (ts == TV_NO_TIME)
    return;
  self->start = self->has_time ? MIN (self->start, ts) : ts;
  self->end = self->has_time ? MAX (self->end, ts) : ts;
  self->has_time = TRUE;
}

static void
include_lines (Range *self, const TvLogLines *lines)
{
  guint32 first_timed = 0;

  if (lines->n == 0)
    return;
  while (first_timed < lines->n - 1 && lines->ts[first_timed] == TV_NO_TIME)
    first_timed++;
  include_time (self, lines->ts[first_timed]);
  include_time (self, lines->ts[lines->n - 1]);
}

static void
include_stacks (Range *self, const TvStacks *stacks)
{
  const TvStackSamples *samples = &stacks->samples;
  const TvHeapChanges *changes = &stacks->changes;

  for (guint32 i = 0; i < samples->n; i++)
    include_time (self, samples->ts[i]);
  for (guint32 i = 0; i < changes->n; i++)
    {
      include_time (self, changes->ts[i]);
      /* Add 1, because ends are exclusive: a range that ends with the trace must contain the last heap change. */
      if (changes->ts[i] != TV_NO_TIME && changes->ts[i] < G_MAXINT64)
        include_time (self, changes->ts[i] + 1);
    }
}

static void
include_reports (Range *self, TvTrace *trace)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  guint32 n_smaps;
  const TvSmapsEntry *smaps = tv_trace_get_smaps (trace, &n_smaps);

  for (guint32 i = 0; i < dumps->n; i++)
    include_time (self, dumps->dumps[i].ts);
  for (guint32 i = 0; i < faults->n; i++)
    include_time (self, faults->faults[i].ts);
  for (guint32 i = 0; i < graphs->n_graphs; i++)
    include_time (self, graphs->graphs[i].ts);
  for (guint32 i = 0; i < n_smaps; i++)
    include_time (self, smaps[i].ts);
}

/* Extends the range of the trace, which slices and events have set, to all rows. If there are events, the counter
 * samples are taken from them, so the samples are skipped. */
static void
find_range (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  const TvSamples *samples = tv_trace_get_samples (trace);
  gboolean has_events = tv_trace_get_events (trace)->n > 0;
  Range range = { tv_trace_get_start_ns (trace), tv_trace_get_end_ns (trace),
                  has_events || tv_trace_builder_has_records (self) };

  include_lines (&range, tv_trace_get_log_lines (trace));
  include_stacks (&range, tv_trace_get_stacks (trace));
  for (guint32 i = 0; !has_events && i < samples->n; i++)
    include_time (&range, samples->ts[i]);
  include_reports (&range, trace);
  tv_trace_set_range (trace, range.start, range.end);
}

static TvTraceParts
get_parts_of_track (const TvTrack *track)
{
  switch (track->role)
    {
    case TV_ROLE_CALLS:
      return TV_HAS_CALLS;
    case TV_ROLE_RUNS:
    case TV_ROLE_STATES:
    case TV_ROLE_REPORTS: /* times of dumps and faults, which are kinds of their own */
      return 0;
    default:
      return tv_track_role_is_of_log (track->role) ? 0 : TV_HAS_MARKS;
    }
}

/* Adds the kinds of data that have rows to those that the reader declared. */
static void
find_parts (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 n_tracks, n_counters, n_log_events, n_texts;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  tv_trace_get_counter_tracks (trace, &n_counters);
  tv_trace_get_log_events (trace, &n_log_events);
  tv_trace_get_texts (trace, &n_texts);
  const struct
  {
    guint32 n_rows;
    TvTraceParts parts;
  } found[] = {
    { tv_trace_get_runs (trace)->n, TV_HAS_SCHEDULING },
    { tv_trace_get_states (trace)->n, TV_HAS_SCHEDULING },
    { n_counters, TV_HAS_COUNTERS },
    { tv_trace_get_events (trace)->n, TV_HAS_EVENTS },
    { tv_trace_get_log_lines (trace)->n, TV_HAS_LOG_LINES },
    { n_log_events, TV_HAS_LOG_EVENTS },
    { stacks->samples.n, TV_HAS_STACK_SAMPLES },
    { stacks->changes.n, TV_HAS_HEAP_CHANGES },
    { tv_trace_get_heap_graphs (trace)->n_graphs, TV_HAS_HEAP_GRAPHS },
    { tv_trace_get_dumps (trace)->n, TV_HAS_DUMPS },
    { n_texts, TV_HAS_TEXTS },
    { tv_trace_get_faults (trace)->n, TV_HAS_FAULTS },
  };

  for (guint32 i = 0; i < n_tracks; i++)
    tv_trace_add_parts (trace, get_parts_of_track (&tracks[i]));
  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    if (found[i].n_rows > 0)
      tv_trace_add_parts (trace, found[i].parts);
}

/* Gives processes without a name that of their main thread. Does nothing for method traces, which do not contain
 * process names. */
static void
name_processes (TvTraceBuilder *self)
{
  if (!tv_trace_names_methods (self->trace))
    tv_trace_builder_name_processes (self);
}

/* A step of finishing, which usually moves rows of a part to columns of the trace. Either @run or @try_run is set. */
typedef struct
{
  const char *name;
  void (*run) (TvTraceBuilder *self);
  gboolean (*try_run) (TvTraceBuilder *self, GCancellable *cancellable, GError **error);
} Stage;

/* The stages of finishing, in order. Each comment states an invariant that holds from that point on. */
static const Stage stages[] = {
  /* Readers have added all rows. The following stages may add symbols, tracks and slices. */
  { "heap graphs", .try_run = tv_trace_builder_lay_out_heap_graphs },
  { "log lines", .run = tv_trace_builder_lay_out_log_lines },
  /* Log lines are sorted by time, without duplicates. */
  { "log events", .run = tv_trace_builder_mark_log_events },
  { "reports", .run = tv_trace_builder_draw_reports },
  { "events", .run = tv_trace_builder_lay_out_events },
  /* Events are in columns of the trace, and problems have the timestamps of their events. */
  { "join scheduling", .run = tv_trace_builder_join_sched },
  /* All tracks are in one list. Symbols have their final order; earlier symbol rows must be converted with
   * tv_trace_builder_get_final_symbols(). */
  { "async slices", .run = tv_trace_builder_lay_out_async },
  { "complete slices", .run = tv_trace_builder_put_complete },
  /* No track or slice is added from here on. */
  { "size", .try_run = tv_trace_builder_check_size },
  { "open slices", .run = tv_trace_builder_close_open_calls },
  /* Every slice has an end. */
  { "clocks", .run = tv_trace_builder_settle_clocks },
  { "slices", .try_run = tv_trace_builder_lay_out_slices },
  /* Slices are columns of the trace. The following stages refer to slices by their final rows. */
  { "arguments", .run = tv_trace_builder_drop_unused_args },
  { "counters", .run = tv_trace_builder_lay_out_counters },
  { "links", .run = tv_trace_builder_lay_out_links },
  { "scheduling", .run = tv_trace_builder_lay_out_sched },
  /* All slices have symbols, and states have cumulative CPU times. */
  { "error bounds", .run = tv_trace_builder_lay_out_bounds },
  { "CPU times", .run = tv_trace_builder_measure_cpu },
  { "slices of log events", .run = tv_trace_builder_link_log_events },
  { "stacks", .run = tv_trace_builder_lay_out_stacks },
  { "heaps", .run = tv_trace_builder_lay_out_heaps },
  { "heap classes", .run = tv_trace_builder_name_heap_classes },
  { "memory regions", .run = tv_trace_builder_lay_out_smaps },
  { "dumps", .run = tv_trace_builder_lay_out_dumps },
  { "faults", .run = tv_trace_builder_lay_out_faults },
  /* All rows that determine the start and the end are columns of the trace. */
  { "start and end", .run = find_range },
  { "parts", .run = find_parts },
  /* The start and end of the trace are final. */
  { "counter gaps", .run = tv_trace_builder_settle_counter_gaps },
  { "recording", .run = tv_trace_builder_lay_out_recording },
  { "machines", .run = tv_trace_builder_lay_out_machines },
  { "process names", .run = name_processes },
  /* No problem is added from here on. */
  { "problems", .run = tv_trace_builder_lay_out_problems },
};

/**
 * tv_trace_builder_finish:
 * @self: (transfer none): a builder, which may only be freed afterwards
 * @cancellable: (nullable)
 * @error: set to %TV_ERROR_TOO_LARGE or %TV_ERROR_CANCELLED
 *
 * Runs all stages of finishing.
 *
 * Returns: (transfer full) (nullable): the trace; %NULL on error
 */
TvTrace *
tv_trace_builder_finish (TvTraceBuilder *self, GCancellable *cancellable, GError **error)
{
  gboolean is_logged = !g_log_writer_default_would_drop (G_LOG_LEVEL_DEBUG, LOG_DOMAIN);

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
