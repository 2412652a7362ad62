/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-reader.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/memory/parallel.h"
#include "formats/event-order.h"
#include "formats/ftrace/ftrace-graph.h"
#include "formats/ftrace/ftrace-lines.h"
#include "formats/ftrace/ftrace-chunk.h"
#include "formats/ftrace/ftrace-refusal.h"

/* Reads the lines of one ftrace log into rows of the builder. Entry point: tv_ftrace_reader_read(), called by
 * ftrace.c for each file, before ftrace-merge.c replays the events. Tasks share @lock, @turn and @free_parts; only
 * the task whose turn it is changes the builder and the thread table. */

/* Number of bytes at the start of a file that are searched for the tracer's name. */
#define PROBE_BYTES (4u * 1024 * 1024)

/* Size of a chunk. Tasks read the chunks in parallel, and then take turns in file order. When its turn comes, a task
 * handles the lines with a new name or prefix and allocates rows for the events. It then copies the events to these
 * rows, in parallel with other tasks.
 *
 *   chunk 0  read ──▶ turn ─▶ place   chunk 2  read ──▶ turn ─▶ place
 *   chunk 1  read ──────────▶ turn ─▶ place   chunk 3  read ──▶ …
 */
#define PART_BYTES (1024u * 1024)

#define GRAPH_TRACER "function_graph"

/* Maximum delay of an event in the file, in ns. The kernel flushes the buffers of all CPUs more often than this. */
#define LATE_NS (10 * G_GINT64_CONSTANT (1000000000))

#define MAX_SHOWN 200
#define AHEAD     16 /* number of event texts whose lookup is prefetched ahead */

typedef struct
{
  TvFtraceChunk part;
  TvInputWindow window;
  gsize start;         /* file offset of the chunk */
  guint64 base_offset; /* offset of the file in the builder's concatenated input */
  gsize size;
  gint64 time_before; /* timestamp of the last event before the chunk, in ns */
  TvEventRows rows;
} Part;

static void
note_kind (TvFtraceReader *self, TvFtraceEvent event)
{
  tv_ftrace_event_set_add (&self->seen, event);
  /* These events contain durations in ns. */
  if (event == TV_FTRACE_EVENT_FUNCGRAPH_ENTRY || event == TV_FTRACE_EVENT_FUNCGRAPH_EXIT)
    self->tick_ns = 1;
}

/* Handles an event with a new line prefix or name, or without a timestamp. */
static void
note_event (TvFtraceReader *self, const TvFtraceLine *line, gint64 file_offset)
{
  gint64 where_args = file_offset + (line->args.text - line->event.text);
  guint32 utid = tv_ftrace_threads_ensure_named (self->threads, line->tid, line->comm);

  if (line->tgid > 0)
    tv_ftrace_threads_set_tgid (self->threads, utid, line->tgid);
  if (!tv_ftrace_line_has_time (line))
    {
      tv_trace_builder_exclude_event (self->builder, where_args);
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_TIME, file_offset,
                                    _ ("line %" PRIu64 ": %.*s"), self->n_lines,
                                    (int) MIN (line->event.size, MAX_SHOWN), line->event.text);
    }
  tv_trace_builder_intern (self->builder, line->event.text, (gssize) line->event.size);
  note_kind (self, tv_ftrace_event_lookup (line->event));
}

/* Returns whether the tracer is nop; the log then contains only events. */
static gboolean
is_nop (TvSpan tracer)
{
  return tracer.size == strlen ("nop") && memcmp (tracer.text, "nop", tracer.size) == 0;
}

static void
add_note (TvFtraceReader *self, const TvFtraceNote *note, gint64 file_offset)
{
  char text[32];

  if (note->tracer.size > 0 && !is_nop (note->tracer))
    tv_trace_builder_add_metadata (self->builder, "tracer", note->tracer.text,
                                   (gssize) note->tracer.size);
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

      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_LOST_EVENTS, file_offset,
                                    _ ("line %" PRIu64 ": overwritten before the log "
                                       "was saved"),
                                    self->n_lines);
      tv_trace_builder_count_problems (self->builder, TV_PROBLEM_LOST_EVENTS, file_offset, n - 1);
    }
}

/* Handles a line of a tracer that prints no event names. Returns FALSE for other lines. */
static gboolean
note_unnamed (TvFtraceReader *self, TvSpan line, gint64 file_offset)
{
  TvFtraceLine parsed;

  if (self->tracer.size == 0 ||
      !tv_ftrace_line_parse_as (line.text, line.size, self->tracer, &parsed))
    return FALSE;
  note_event (self, &parsed, file_offset + (parsed.payload.text - line.text));
  return TRUE;
}

static void
note_line (TvFtraceReader *self, TvSpan line, gint64 file_offset)
{
  TvFtraceLine parsed;
  TvFtraceNote note;

  switch (tv_ftrace_line_classify (line.text, line.size, &parsed, &note))
    {
    case TV_FTRACE_LINE_EVENT:
      note_event (self, &parsed, file_offset + (parsed.payload.text - line.text));
      break;
    case TV_FTRACE_LINE_COMMENT:
      add_note (self, &note, file_offset);
      break;
    case TV_FTRACE_LINE_LOST:
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_LOST_EVENTS, file_offset,
                                    _ ("line %" PRIu64 ": CPU %u"), self->n_lines, note.lost_cpu);
      if (note.n_lost > 1)
        tv_trace_builder_count_problems (self->builder, TV_PROBLEM_LOST_EVENTS, file_offset,
                                         note.n_lost - 1);
      break;
    case TV_FTRACE_LINE_BAD:
      if (note_unnamed (self, line, file_offset))
        break;
      tv_trace_builder_add_problem (
          self->builder, note.is_unknown_type ? TV_PROBLEM_MISSING_MARKS : TV_PROBLEM_BAD_LINE,
          file_offset, _ ("line %" PRIu64 ": %.*s"), self->n_lines,
          (int) MIN (line.size, MAX_SHOWN), line.text);
      break;
    default:
      note_unnamed (self, line, file_offset);
      break;
    }
}

/* Moves @at from the start of the chunk to the first line that begins in the chunk, or to its end if there is
 * none. If the previous chunk ends inside a line, that line belongs to the previous chunk.
 *
 *   │ chunk           │ chunk           │
 *   ···⏎ line ⏎ line ⏎ li···ne ⏎ line ⏎
 */
static gboolean
find_line (Part *self, gsize *at, GError **error)
{
  gsize end = self->start + self->size, available;

  if (*at == 0)
    return TRUE;
  for (--*at; *at < end - 1; *at += available)
    {
      const guint8 *bytes = tv_input_window_peek (&self->window, *at, 1, &available, error);
      const guint8 *feed;

      if (bytes == NULL)
        return FALSE;
      if (available == 0)
        break; /* the file was truncated after it had been opened */
      available = MIN (available, end - 1 - *at);
      feed = memchr (bytes, '\n', available);
      if (feed != NULL)
        {
          *at += (gsize) (feed - bytes) + 1;
          return TRUE;
        }
    }
  *at = end;
  return TRUE;
}

static gboolean
read_lines_of_part (Part *self, GError **error)
{
  gsize at = self->start;
  TvSpan lines = { NULL, 1 };

  if (!find_line (self, &at, error))
    return FALSE;
  for (; at < self->start + self->size && lines.size > 0; at += lines.size)
    {
      if (!tv_ftrace_lines_peek (&self->window, at, self->start + self->size, &lines, error))
        return FALSE;
      tv_ftrace_chunk_read (&self->part, lines, self->base_offset + at);
    }
  return TRUE;
}

static void
number_texts (TvFtraceReader *self, TvFtraceChunk *part)
{
  TvFtraceText *texts = (TvFtraceText *) (gpointer) part->texts->data;

  for (guint i = 0; i < part->texts->len; i++)
    {
      TvFtraceText *text = &texts[i];

      if (i + AHEAD < part->texts->len)
        tv_trace_builder_expect_text (self->builder, texts[i + AHEAD].hash);
      text->number = tv_trace_builder_add_wake_text (
          self->builder, g_array_index (part->names, TvFtraceName, text->name).string,
          part->bytes->str + text->at + text->args, text->size - text->args, text->irq_context,
          text->hash);
    }
}

/* Handles the lines that a chunk reports, in file order, and resolves the chunk's prefixes, names and event texts. */
static void
note_part (TvFtraceReader *self, Part *part)
{
  TvFtraceChunk *p = &part->part;
  guint64 n_lines_before = self->n_lines;

  for (guint i = 0; i < p->reported->len; i++)
    {
      const TvFtraceReported *reported = &g_array_index (p->reported, TvFtraceReported, i);

      self->n_lines = n_lines_before + reported->n_line;
      note_line (self, reported->line, (gint64) reported->file_offset);
    }
  self->n_lines = n_lines_before + p->n_lines;
  for (guint i = 0; i < TV_N_FTRACE_UNSUPPORTED; i++)
    self->n_unsupported[i] += p->n_unsupported[i];
  for (guint i = 0; i < p->prefixes->len; i++)
    {
      TvFtracePrefix *prefix = &g_array_index (p->prefixes, TvFtracePrefix, i);

      prefix->utid = tv_ftrace_threads_ensure (self->threads, prefix->tid);
    }
  for (guint i = 0; i < p->names->len; i++)
    {
      TvFtraceName *name = &g_array_index (p->names, TvFtraceName, i);

      name->string = tv_trace_builder_intern (self->builder, name->name.text,
                                              (gssize) name->name.size);
    }
  number_texts (self, p);
  part->time_before = self->last_time;
  self->last_time = tv_ftrace_chunk_get_last_time (p, self->last_time);
  if (p->has_ns || p->has_counter_clock)
    self->tick_ns = 1;
  self->has_counter_clock |= p->has_counter_clock;
}

static void
free_part (gpointer data)
{
  Part *part = data;

  tv_ftrace_chunk_clear (&part->part);
  tv_input_window_clear (&part->window);
  g_free (part);
}

/* Returns an empty chunk. Prefers a finished chunk, because its memory is still in the CPU cache. */
static Part *
take_part (TvFtraceReader *self)
{
  Part *part = NULL;

  g_mutex_lock (&self->lock);
  if (self->free_parts->len > 0)
    part = g_ptr_array_steal_index (self->free_parts, self->free_parts->len - 1);
  g_mutex_unlock (&self->lock);
  if (part == NULL)
    {
      part = g_new0 (Part, 1);
      part->window.input = self->source;
      tv_ftrace_chunk_init (&part->part, tv_trace_builder_get_seed (self->builder));
    }
  tv_ftrace_chunk_empty (&part->part);
  part->part.tracer = self->tracer;
  return part;
}

/* Waits for the turn of a task. Returns FALSE if reading has been stopped. */
static gboolean
wait_for_turn (TvFtraceReader *self, guint task)
{
  gboolean is_stopped;

  g_mutex_lock (&self->lock);
  while (self->turn != task && !self->is_stopped)
    g_cond_wait (&self->changed, &self->lock);
  is_stopped = self->is_stopped;
  g_mutex_unlock (&self->lock);
  return !is_stopped;
}

static void
stop (TvFtraceReader *self)
{
  g_mutex_lock (&self->lock);
  g_atomic_int_set (&self->is_stopped, TRUE);
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

/* Allocates rows for the events of the chunk. May move the columns, so no other task may copy events at the same
 * time. Returns FALSE if there are too many events. */
static gboolean
add_rows (TvFtraceReader *self, Part *part)
{
  guint32 n = part->part.n_rows;

  if (!tv_trace_builder_has_capacity (self->builder, n))
    {
      g_mutex_lock (&self->lock);
      while (self->n_placing > 0)
        g_cond_wait (&self->changed, &self->lock);
      g_mutex_unlock (&self->lock);
    }
  return tv_trace_builder_add_events (self->builder, n, &part->rows);
}

/* Adds the results of a chunk when it is its turn. Takes ownership of @error. Releases the memory before this chunk,
 * but not the chunk itself, because the next chunk reads its last byte. Returns whether the caller must copy the
 * chunk's events: FALSE if reading failed, or if the trace has too many events, which the builder reports at the
 * end. */
static gboolean
take_turn (TvFtraceReader *self, Part *part, GError *error)
{
  self->error = error;
  if (error != NULL ||
      !tv_read_context_step (self->context, 0.5 * part->start / self->source->size, &self->error))
    {
      stop (self);
      return FALSE;
    }
  tv_input_give_back (self->source, part->start);
  note_part (self, part);
  return add_rows (self, part);
}

static void
end_turn (TvFtraceReader *self, gboolean will_place)
{
  g_mutex_lock (&self->lock);
  self->turn++;
  self->n_placing += will_place ? 1 : 0;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

static void
give_part (TvFtraceReader *self, Part *part, gboolean has_placed)
{
  g_mutex_lock (&self->lock);
  self->n_placing -= has_placed ? 1 : 0;
  g_ptr_array_add (self->free_parts, part);
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

static void
read_part (guint task, gpointer data)
{
  TvFtraceReader *self = data;
  Part *part;
  GError *error = NULL;
  gboolean will_place = FALSE;

  if (g_atomic_int_get (&self->is_stopped))
    return;
  part = take_part (self);
  part->start = task * self->part_bytes;
  part->base_offset = self->base_offset;
  part->size = MIN (self->part_bytes, self->source->size - part->start);
  read_lines_of_part (part, &error);
  if (wait_for_turn (self, task))
    {
      will_place = take_turn (self, part, error);
      end_turn (self, will_place);
    }
  else
    g_clear_error (&error);
  if (will_place)
    tv_ftrace_chunk_add_events (&part->part, part->time_before, &part->rows);
  give_part (self, part, will_place);
}

/* Reads all events in parallel tasks, and adds them in file order. */
static gboolean
read_lines (TvFtraceReader *self, GError **error)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->turn = 0;
  self->free_parts = g_ptr_array_new_with_free_func (free_part);
  tv_parallel_run ((guint) ((self->source->size + self->part_bytes - 1) / self->part_bytes),
                   read_part, self);
  g_clear_pointer (&self->free_parts, g_ptr_array_unref);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->lock);
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  return tv_read_context_step (self->context, 0.5, error);
}

/* Returns the name of the tracer from the header of the file; empty if the log contains only events. Sets @is_graph
 * for the function_graph tracer. */
static TvSpan
find_tracer (const TvInput *source, gboolean *is_graph)
{
  const char *at = (const char *) source->prefix;
  const char *end = at + MIN (source->prefix_size, PROBE_BYTES);
  TvSpan line;

  while (tv_ftrace_line_next (&at, end, &line))
    {
      TvFtraceLine parsed;
      TvFtraceNote note;
      TvFtraceLineKind kind = tv_ftrace_line_classify (line.text, line.size, &parsed, &note);

      if (kind == TV_FTRACE_LINE_EVENT)
        break;
      if (kind != TV_FTRACE_LINE_COMMENT || note.tracer.size == 0 || is_nop (note.tracer))
        continue;
      *is_graph = note.tracer.size == strlen (GRAPH_TRACER) &&
                  memcmp (note.tracer.text, GRAPH_TRACER, note.tracer.size) == 0;
      return note.tracer;
    }
  return (TvSpan){ NULL, 0 };
}

/* Reads a log of the function_graph tracer. Such a log cannot be divided into chunks, because each line depends on
 * previous lines. */
static gboolean
read_graph (TvFtraceReader *self, GError **error)
{
  TvFtraceGraphResult result = { 0 };

  if (!tv_ftrace_graph_read (self->builder, self->threads, self->source, self->base_offset,
                             self->context, &result, error))
    return FALSE;
  self->n_lines = result.n_lines;
  self->seen = tv_ftrace_event_set_join (self->seen, result.seen);
  self->tick_ns = 1;
  return tv_read_context_step (self->context, 0.5, error);
}

/**
 * tv_ftrace_reader_read:
 * @input: a file
 * @error: set in the domain %TV_ERROR; the message does not contain the file name
 *
 * Adds all events of a file to the builder, with timestamps converted to the builder's clock. Updates @seen,
 * @tick_ns, @has_counter_clock and @is_unsorted.
 *
 * Returns: %FALSE with @error on failure or if the file contains no events
 */
gboolean
tv_ftrace_reader_read (TvFtraceReader *self, const TvTimedInput *input, GError **error)
{
  guint32 first = tv_trace_builder_get_n_events (self->builder), n;
  gboolean is_graph = FALSE, is_read;
  TvEventDisorder disorder;

  if (self->part_bytes == 0)
    self->part_bytes = PART_BYTES;
  self->source = input->input;
  self->n_lines = 0;
  self->last_time = 0;
  memset (self->n_unsupported, 0, sizeof self->n_unsupported);
  self->tracer = find_tracer (self->source, &is_graph);
  is_read = is_graph ? read_graph (self, error) : read_lines (self, error);
  if (!is_read)
    return FALSE;
  n = tv_trace_builder_get_n_events (self->builder) - first;
  if (n == 0)
    {
      tv_ftrace_refuse (self->n_unsupported, self->tracer, self->n_lines, error);
      return FALSE;
    }
  tv_event_disorder_find (&disorder, tv_trace_builder_get_event_times (self->builder) + first, n,
                          LATE_NS);
  self->is_unsorted |= disorder.n_late > 0;
  if (disorder.n_beyond > 0)
    tv_trace_builder_count_problems (self->builder, TV_PROBLEM_LATE_EVENT, -1, disorder.n_beyond);
  if (input->offset_ns != 0)
    tv_trace_builder_shift_events (self->builder, first, input->offset_ns);
  if (input->offset_ns % self->tick_ns != 0)
    self->tick_ns = 1;
  return TRUE;
}
