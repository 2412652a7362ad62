/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/parallel.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-part.h"
#include "formats/ftrace/ftrace-replay.h"
#include "formats/ftrace/ftrace-threads.h"
#include "formats/ftrace/ftrace.h"

/* Logs of the kernel's tracer as text: hitrace, atrace and systrace, trace-cmd, bare tracefs.
 * They are read in two steps, because lines are only mostly in order:
 *
 *   line ─▶ event: time, CPU, thread, name, where its arguments are      (ftrace-part)
 *           │ sorted by time
 *           ▼
 *   event ─▶ slices, states, samples                       (ftrace-replay, ftrace-lanes)
 */

/* How far to look for a first event before a file is something else. */
#define LOOK_BYTES (4u * 1024 * 1024)

/* So many parts of so many bytes are read at a time; between two such steps loading can be
 * stopped. */
#define N_PARTS    32
#define PART_BYTES (512u * 1024)

#define STRETCH_EVENTS 4096 /* of which one thread finds out what they say */
#define MAX_SHOWN      200

static gsize part_bytes = PART_BYTES;
static guint32 stretch_events = STRETCH_EVENTS;

typedef struct
{
  TvFtracePart part;
  TvSpan text;
  gint64 time_before; /* of the event before it */
  TvEventRows rows;
} Part;

typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceThreads threads;
  GCancellable *cancellable;
  const char *text;
  gsize size;
  Part *parts;
  guint n_parts;
  guint64 n_lines;
  guint64 n_latency; /* lines of formats that are not read */
  guint64 n_perf;
  gint64 tick_ns;
  gint64 last_time;
  gboolean has_wakeup;
  gboolean has_counter_clock;
} Reader;

/**
 * tv_ftrace_set_task_size:
 * @bytes: how many bytes of a log are one task at first, or 0 for as many as is good
 * @events: then how many events, or 0
 *
 * For tests, which want to see that it makes no difference.
 */
void
tv_ftrace_set_task_size (gsize bytes, guint32 events)
{
  part_bytes = bytes > 0 ? bytes : PART_BYTES;
  stretch_events = events > 0 ? events : STRETCH_EVENTS;
}

static gboolean
recognize (const TvSource *source)
{
  const char *at = (const char *) source->data;
  const char *end = at + MIN (source->size, LOOK_BYTES);
  TvSpan line;

  while (tv_ftrace_line_next (&at, end, &line))
    {
      TvFtraceLine parsed;
      TvFtraceNote note;

      switch (tv_ftrace_line_classify (line.text, line.size, &parsed, &note))
        {
        case TV_FTRACE_LINE_EVENT:
        case TV_FTRACE_LINE_LATENCY:
        case TV_FTRACE_LINE_PERF_SCRIPT:
          return TRUE;
        case TV_FTRACE_LINE_COMMENT:
          if (note.has_entries ||
              (line.size >= strlen ("# tracer:") && memcmp (line.text, "# tracer:", 9) == 0))
            return TRUE;
          break;
        default:
          break;
        }
    }
  return FALSE;
}

/* An event that tells something new: of whom it is, what it is called, or that it has no time. */
static void
note_event (Reader *self, const TvFtraceLine *line)
{
  guint32 utid = tv_ftrace_threads_get_named (&self->threads, line->tid, line->comm);

  if (line->tgid > 0)
    tv_ftrace_threads_set_process (&self->threads, utid, line->tgid);
  if (!tv_ftrace_line_has_time (line))
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_TIME, line->event.text - self->text,
                                  _ ("line %" PRIu64 ": %.*s"), self->n_lines,
                                  (int) MIN (line->event.size, MAX_SHOWN), line->event.text);
  tv_trace_builder_intern (self->builder, line->event.text, (gssize) line->event.size);
  self->has_wakeup |= tv_ftrace_event_lookup (line->event) == TV_FTRACE_EVENT_SCHED_WAKEUP;
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
note_line (Reader *self, TvSpan line)
{
  gint64 where = line.text - self->text;
  TvFtraceLine parsed;
  TvFtraceNote note;

  switch (tv_ftrace_line_classify (line.text, line.size, &parsed, &note))
    {
    case TV_FTRACE_LINE_EVENT:
      note_event (self, &parsed);
      break;
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
                                    (int) MIN (line.size, MAX_SHOWN), line.text);
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

static void
read_part (guint task, gpointer data)
{
  Reader *self = data;

  if (!g_cancellable_is_cancelled (self->cancellable))
    tv_ftrace_part_read (&self->parts[task].part, self->parts[task].text);
}

static void
place_part (guint task, gpointer data)
{
  const Part *part = &((Reader *) data)->parts[task];

  tv_ftrace_part_place (&part->part, ((Reader *) data)->text, part->time_before, &part->rows);
}

/* What a part tells, in the order of the file. */
static void
note_part (Reader *self, Part *part)
{
  TvFtracePart *p = &part->part;
  guint64 n_lines_before = self->n_lines;

  for (guint i = 0; i < p->told->len; i++)
    {
      const TvFtraceTold *told = &g_array_index (p->told, TvFtraceTold, i);

      self->n_lines = n_lines_before + told->n_line;
      note_line (self, told->line);
    }
  self->n_lines = n_lines_before + p->n_lines;
  for (guint i = 0; i < p->heads->len; i++)
    {
      TvFtraceHead *head = &g_array_index (p->heads, TvFtraceHead, i);

      head->utid = tv_ftrace_threads_get (&self->threads, head->tid);
    }
  for (guint i = 0; i < p->names->len; i++)
    {
      TvFtraceName *name = &g_array_index (p->names, TvFtraceName, i);

      name->string = tv_trace_builder_intern (self->builder, name->name.text,
                                              (gssize) name->name.size);
    }
  part->time_before = self->last_time;
  self->last_time = tv_ftrace_part_get_last_time (p, self->last_time);
  if (p->has_ns || p->has_counter_clock)
    self->tick_ns = 1;
  self->has_counter_clock |= p->has_counter_clock;
}

/* Cuts the next parts at line ends; returns where they end. */
static const char *
cut_parts (Reader *self, const char *at)
{
  const char *end = self->text + self->size;

  for (self->n_parts = 0; self->n_parts < N_PARTS && at < end; self->n_parts++)
    {
      const char *start = at, *feed = NULL;

      if ((gsize) (end - at) > part_bytes)
        feed = memchr (at + part_bytes, '\n', end - at - part_bytes);
      at = feed != NULL ? feed + 1 : end;
      self->parts[self->n_parts].text = (TvSpan){ start, at - start };
    }
  return at;
}

static gboolean
place_parts (Reader *self)
{
  TvEventRows rows;
  guint64 n = 0;

  for (guint i = 0; i < self->n_parts; i++)
    n += self->parts[i].part.n_rows;
  if (n == 0)
    return TRUE;
  if (!tv_trace_builder_add_events (self->builder, n, &rows))
    return FALSE;
  for (guint i = 0; i < self->n_parts; i++)
    {
      self->parts[i].rows = rows;
      tv_event_rows_skip (&rows, self->parts[i].part.n_rows);
    }
  tv_parallel_run (self->n_parts, place_part, self);
  return TRUE;
}

static gboolean
read_parts (Reader *self, const TvReadContext *context, GError **error)
{
  const char *at = self->text, *end = self->text + self->size;

  while (at < end)
    {
      at = cut_parts (self, at);
      tv_parallel_run (self->n_parts, read_part, self);
      if (!tv_read_context_step (context, 0.5 * (at - self->text) / self->size, error))
        return FALSE;
      for (guint i = 0; i < self->n_parts; i++)
        note_part (self, &self->parts[i]);
      if (!place_parts (self))
        break; /* too many for a trace: its builder says so in the end */
    }
  return TRUE;
}

/* The first step: every event, in the order of the file. */
static gboolean
read_lines (Reader *self, const TvReadContext *context, GError **error)
{
  gboolean is_done;

  self->parts = g_new (Part, N_PARTS);
  for (guint i = 0; i < N_PARTS; i++)
    tv_ftrace_part_init (&self->parts[i].part);
  is_done = read_parts (self, context, error);
  for (guint i = 0; i < N_PARTS; i++)
    tv_ftrace_part_clear (&self->parts[i].part);
  g_clear_pointer (&self->parts, g_free);
  return is_done;
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

static TvTrace *
read_ftrace (TvSource *source, TvReadContext *context, GError **error)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  Reader reader = { .builder = builder,
                    .cancellable = context->cancellable,
                    .text = (const char *) source->data,
                    .size = source->size,
                    .tick_ns = 1000 };
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
      if (tv_ftrace_replay (builder, &reader.threads, reader.has_wakeup, stretch_events, context,
                            error))
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
