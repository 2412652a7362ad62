/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/ftrace-event.h"
#include "formats/ftrace-lanes.h"
#include "formats/ftrace-line.h"
#include "formats/ftrace-threads.h"

/* Logs of the kernel's tracer as text: hitrace, atrace and systrace, trace-cmd, bare tracefs.
 * They are read in two steps, because lines are only mostly in order:
 *
 *   line ─▶ event: time, CPU, thread, name, where its arguments are      (ftrace-line)
 *           │ sorted by time
 *           ▼
 *   event ─▶ slices, states, samples                                     (ftrace-lanes)
 */

/* How far to look for a first event before a file is something else. */
#define LOOK_BYTES (4u * 1024 * 1024)

/* Differences of times must fit in 64 bits; in ns this is after 146 years. */
#define MAX_TIME (G_MAXINT64 / 2)

#define STEP_LINES (1u << 16)
#define MAX_SHOWN  200

typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceThreads threads;
  const char *text;
  gsize size;
  guint64 n_lines;
  guint64 n_latency; /* lines of formats that are not read */
  guint64 n_perf;
  gint64 tick_ns;
  gint64 last_time;
  gboolean has_wakeup;
  gboolean has_counter_clock;
  TvSpan last_event; /* what the event before was called, and its string */
  guint32 last_event_name;
} Reader;

static gboolean
next_line (const char **at, const char *end, const char **line, gsize *len)
{
  const char *feed;

  if (*at >= end)
    return FALSE;
  feed = memchr (*at, '\n', end - *at);
  *line = *at;
  *len = (feed != NULL ? feed : end) - *at;
  *at = feed != NULL ? feed + 1 : end;
  return TRUE;
}

static gboolean
recognize (const TvSource *source)
{
  const char *at = (const char *) source->data;
  const char *end = at + MIN (source->size, LOOK_BYTES);
  const char *line;
  gsize len;

  while (next_line (&at, end, &line, &len))
    {
      TvFtraceLine parsed;
      TvFtraceNote note;

      switch (tv_ftrace_line_classify (line, len, &parsed, &note))
        {
        case TV_FTRACE_LINE_EVENT:
        case TV_FTRACE_LINE_LATENCY:
        case TV_FTRACE_LINE_PERF_SCRIPT:
          return TRUE;
        case TV_FTRACE_LINE_COMMENT:
          if (note.has_entries ||
              (len >= strlen ("# tracer:") && memcmp (line, "# tracer:", 9) == 0))
            return TRUE;
          break;
        default:
          break;
        }
    }
  return FALSE;
}

static guint32
intern_event (Reader *self, TvSpan name)
{
  if (name.size != self->last_event.size ||
      memcmp (name.text, self->last_event.text, name.size) != 0)
    {
      self->last_event_name = tv_trace_builder_intern (self->builder, name.text,
                                                       (gssize) name.size);
      self->last_event = name;
      if (tv_ftrace_event_lookup (name) == TV_FTRACE_EVENT_SCHED_WAKEUP)
        self->has_wakeup = TRUE;
    }
  return self->last_event_name;
}

/* The kernel prints µs or ns, or a count of ticks: anything else is no time. */
static gint64
get_time (Reader *self, const TvFtraceLine *line)
{
  if ((line->n_timestamp_digits == 6 || line->n_timestamp_digits == 9 || line->is_counter_clock) &&
      line->timestamp <= MAX_TIME)
    self->last_time = line->timestamp;
  else
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_TIME, line->event.text - self->text,
                                  _ ("line %" PRIu64 ": %.*s"), self->n_lines,
                                  (int) MIN (line->event.size, MAX_SHOWN), line->event.text);
  return self->last_time;
}

static void
add_event (Reader *self, const TvFtraceLine *line)
{
  guint32 utid = tv_ftrace_threads_get_named (&self->threads, line->tid, line->comm);

  if (line->tgid > 0)
    tv_ftrace_threads_set_process (&self->threads, utid, line->tgid);
  if (line->n_timestamp_digits > 6 || line->is_counter_clock)
    self->tick_ns = 1;
  self->has_counter_clock |= line->is_counter_clock;
  tv_trace_builder_add_event (
      self->builder, get_time (self, line), line->cpu, utid, intern_event (self, line->event),
      (guint64) (line->args.text - self->text), (guint32) MIN (line->args.size, G_MAXUINT32));
}

static void
add_note (Reader *self, const TvFtraceNote *note, gint64 where)
{
  char text[32];

  if (!note->has_entries)
    return;
  g_snprintf (text, sizeof text, "%u", note->n_cpus);
  if (note->n_cpus > 0)
    tv_trace_builder_add_metadata (self->builder, "cpus", text, -1);
  g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, note->n_in_buffer);
  tv_trace_builder_add_metadata (self->builder, "entries-in-buffer", text, -1);
  g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, note->n_written);
  tv_trace_builder_add_metadata (self->builder, "entries-written", text, -1);
  if (note->n_written > note->n_in_buffer)
    {
      guint64 n = note->n_written - note->n_in_buffer;

      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_LOST_EVENTS, where,
                                    _ ("line %" PRIu64 ": overwritten before the log "
                                       "was saved"),
                                    self->n_lines);
      tv_trace_builder_count_problems (self->builder, TV_PROBLEM_LOST_EVENTS, where, n - 1);
    }
}

static void
read_line (Reader *self, const char *line, gsize len)
{
  gint64 where = line - self->text;
  TvFtraceLine parsed;
  TvFtraceNote note;

  self->n_lines++;
  if (G_LIKELY (tv_ftrace_line_parse (line, len, &parsed)))
    {
      add_event (self, &parsed);
      return;
    }
  switch (tv_ftrace_line_classify (line, len, &parsed, &note))
    {
    case TV_FTRACE_LINE_COMMENT:
      add_note (self, &note, where);
      break;
    case TV_FTRACE_LINE_LOST:
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_LOST_EVENTS, where,
                                    _ ("line %" PRIu64 ": CPU %u"), self->n_lines, note.lost_cpu);
      if (note.n_lost > 1)
        tv_trace_builder_count_problems (self->builder, TV_PROBLEM_LOST_EVENTS, where,
                                         note.n_lost - 1);
      break;
    case TV_FTRACE_LINE_BAD:
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_LINE, where,
                                    _ ("line %" PRIu64 ": %.*s"), self->n_lines,
                                    (int) MIN (len, MAX_SHOWN), line);
      break;
    case TV_FTRACE_LINE_LATENCY:
      self->n_latency++;
      break;
    case TV_FTRACE_LINE_PERF_SCRIPT:
      self->n_perf++;
      break;
    default:
      break;
    }
}

static gboolean
read_lines (Reader *self, const TvReadContext *context, GError **error)
{
  const char *at = self->text, *end = self->text + self->size;
  const char *line;
  gsize len;

  while (next_line (&at, end, &line, &len))
    {
      read_line (self, line, len);
      if (self->n_lines % STEP_LINES == 0 &&
          !tv_read_context_step (context, 0.5 * (at - self->text) / self->size, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_events (Reader *self, GError **error)
{
  if (tv_trace_builder_get_n_events (self->builder) > 0)
    return TRUE;
  if (self->n_latency > 0)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION,
                         _("this is a log in ftrace's latency format, which is not read; record "
                           "it with the option latency-format off"));
  else if (self->n_perf > 0)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION,
                         _("this is the output of perf script, which is not read"));
  else
    g_set_error (error, TV_ERROR, TV_ERROR_TRUNCATED,
                 _ ("this is an ftrace log, but none of its %" PRIu64 " lines is an "
                    "event that can be read"),
                 self->n_lines);
  return FALSE;
}

/* The second step: every event, in the order of time. */
static gboolean
replay (Reader *self, const TvReadContext *context, GError **error)
{
  guint32 n = tv_trace_builder_get_n_events (self->builder);
  g_autoptr (GArray) kinds = g_array_new (FALSE, FALSE, sizeof (gint16)); /* by name */
  TvFtraceLanes lanes;
  gboolean is_done = TRUE;

  tv_ftrace_lanes_init (&lanes, self->builder, &self->threads, self->tick_ns);
  lanes.has_wakeup = self->has_wakeup;
  for (guint32 row = 0; row < n && is_done; row++)
    {
      TvLogEvent log;
      gint16 unknown = -1;
      gint16 *kind;

      tv_trace_builder_get_event (self->builder, row, &log);
      while (kinds->len <= log.name)
        g_array_append_val (kinds, unknown);
      kind = &g_array_index (kinds, gint16, log.name);
      if (*kind == unknown)
        *kind = (gint16) tv_ftrace_event_lookup (
            tv_span (tv_trace_builder_get_string (self->builder, log.name)));
      tv_ftrace_lanes_add (&lanes, &(TvFtraceLaneEvent){
                                       .event = (TvFtraceEvent) *kind,
                                       .args = { log.args, log.args_len },
                                       .ts = log.ts_ns / self->tick_ns,
                                       .where = log.args - self->text,
                                       .utid = log.utid,
                                       .cpu = log.cpu,
                                       .name = log.name,
                                   });
      if (row % STEP_LINES == STEP_LINES - 1)
        is_done = tv_read_context_step (context, 0.5 + 0.5 * row / n, error);
    }
  tv_ftrace_lanes_clear (&lanes);
  return is_done;
}

static TvTrace *
read_ftrace (TvSource *source, TvReadContext *context, GError **error)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  Reader reader = {
    .builder = builder, .text = (const char *) source->data, .size = source->size, .tick_ns = 1000
  };
  TvTrace *trace = NULL;

  tv_trace_builder_set_log (builder, source->bytes);
  tv_trace_builder_set_format (builder, _ (tv_format_ftrace.name));
  tv_read_context_tell (context, builder);
  tv_ftrace_threads_init (&reader.threads, builder);
  if (read_lines (&reader, context, error) && check_events (&reader, error))
    {
      if (reader.has_counter_clock)
        tv_trace_builder_count_problem (builder, TV_PROBLEM_COUNTER_CLOCK, -1);
      if (!tv_trace_builder_sort_events (builder, reader.tick_ns))
        tv_trace_builder_count_problem (builder, TV_PROBLEM_UNSORTED, -1);
      if (replay (&reader, context, error))
        trace = tv_trace_builder_finish (builder, context->cancellable, error);
    }
  tv_ftrace_threads_clear (&reader.threads);
  return trace;
}

const TvFormat tv_format_ftrace = {
  .name = N_("ftrace, hitrace and atrace logs (text)"),
  .recognize = recognize,
  .read = read_ftrace,
};
