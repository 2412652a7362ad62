/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-graph.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/memory/row-table.h"
#include "formats/ftrace/ftrace-graph-line.h"
#include "formats/ftrace/ftrace-lines.h"

/* Reads logs of the kernel's function_graph tracer. The task of a line depends on previous lines of the same CPU. If
 * the log contains no times, the timestamp also depends on them. Each line is converted to the event that trace-cmd
 * would write; the remaining steps are the same as for other logs:
 *
 *   0)               |  ksys_read() {           funcgraph_entry
 *   0)   0.152 us    |    fdget_pos();          funcgraph_entry
 *   0)               |    / * sched_switch: … * /  sched_switch
 *   0)   3.310 us    |  }                       funcgraph_exit
 *
 * Without times (option funcgraph-abstime), each CPU has a clock that durations advance: a call begins at the end
 * of the previous call, and ends after its duration. An outermost call begins no earlier than the previous line
 * of any CPU. Entry point: tv_ftrace_graph_read(), called by ftrace-reader.c, on one thread. Owns the stacks of
 * open calls per thread; adds all events to the builder at the end, when their timestamps are final. */

#define MIN_NS                                                                                     \
  1000 /* time in ns between a line with neither timestamp nor duration and the next line */

#define MAX_SHOWN 200 /* size in bytes at which a line is truncated in a problem */

#define NO_STACK G_MAXUINT32

typedef struct
{
  gint64 ts;
  guint64 file_offset;
  guint32 text;
  guint32 cpu;
  guint32 utid;
  gboolean is_call;
} Row;

/* Call stack of a task. Used only if times are reconstructed. */
typedef struct
{
  GArray *starts;
  gint64 last; /* time of the task's last line, in ns */
} Stack;

typedef struct
{
  gint64 clock;       /* reconstructed time of the CPU, in ns */
  guint32 utid;       /* task that is running; TV_NONE if unknown */
  guint32 first_utid; /* task that ran before the CPU's first switch; TV_NONE if unknown */
  guint32 stack;      /* call stack of the running task */
  guint32 idle_stack; /* call stack of the CPU's idle task; the idle thread has one stack per CPU */
} Cpu;

typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  TvFtraceGraphResult *result;
  GArray *rows;
  GArray *cpus;
  GArray *stacks;
  TvIdMap stacks_by_utid;
  gint64 now;    /* latest reconstructed time on any CPU, in ns */
  guint32 entry; /* string ids of event names */
  guint32 exit;
  guint32 mark;
  gboolean has_built;
  gboolean in_comment; /* whether the current line is inside a multi-line comment */
} Graph;

static guint32
add_stack (Graph *self)
{
  Stack stack = { g_array_new (FALSE, FALSE, sizeof (gint64)), 0 };

  g_array_append_val (self->stacks, stack);
  return self->stacks->len - 1;
}

static Cpu *
get_cpu (Graph *self, guint32 cpu)
{
  Cpu none = { 0, TV_NONE, TV_NONE, NO_STACK, NO_STACK };

  while (self->cpus->len <= cpu)
    g_array_append_val (self->cpus, none);
  return &g_array_index (self->cpus, Cpu, cpu);
}

static Stack *
get_stack (Graph *self, Cpu *cpu)
{
  if (cpu->stack == NO_STACK)
    cpu->stack = add_stack (self);
  return &g_array_index (self->stacks, Stack, cpu->stack);
}

/* Switches the CPU to a task and the task's call stack. */
static void
run_task (Graph *self, Cpu *cpu, gint32 tid, TvSpan comm)
{
  guint32 utid = tv_ftrace_threads_ensure_named (self->threads, tid, comm);
  guint32 known = tv_id_map_find (&self->stacks_by_utid, utid);

  cpu->utid = utid;
  if (tid == 0)
    {
      if (cpu->idle_stack == NO_STACK)
        cpu->idle_stack = add_stack (self);
      cpu->stack = cpu->idle_stack;
      return;
    }
  if (known == TV_NONE)
    {
      known = add_stack (self);
      tv_id_map_set (&self->stacks_by_utid, utid, known);
    }
  cpu->stack = known;
}

/* Sets the task that has run on the CPU so far, if this task was unknown. The open calls of the CPU belong to the
 * task. */
static void
learn_task (Graph *self, Cpu *cpu, gint32 tid, TvSpan comm)
{
  guint32 utid, stack = cpu->stack;

  if (cpu->utid != TV_NONE)
    return;
  utid = tv_ftrace_threads_ensure_named (self->threads, tid, comm);
  cpu->first_utid = utid;
  if (tid == 0)
    cpu->idle_stack = stack;
  else if (stack != NO_STACK && tv_id_map_find (&self->stacks_by_utid, utid) == TV_NONE)
    tv_id_map_set (&self->stacks_by_utid, utid, stack);
}

/* ---- Times ---- */

/* Reconstructs the timestamp of a line without one, as described at the top of this file. */
static gint64
build_time (Graph *self, Cpu *cpu, Stack *stack, const TvFtraceGraphCall *call)
{
  GArray *starts = stack->starts;
  gint64 ts;

  if (starts->len == 0)
    cpu->clock = MAX (cpu->clock, self->now);
  ts = cpu->clock = MAX (cpu->clock, stack->last);
  switch (call->kind)
    {
    case TV_FTRACE_GRAPH_LEAF:
      cpu->clock += call->dur >= 0 ? call->dur : MIN_NS;
      break;
    case TV_FTRACE_GRAPH_ENTER:
      g_array_append_val (starts, ts);
      break;
    case TV_FTRACE_GRAPH_LEAVE:
      if (call->dur < 0)
        ts += MIN_NS;
      else if (starts->len > 0)
        ts = MAX (ts, g_array_index (starts, gint64, starts->len - 1) + call->dur);
      if (starts->len > 0)
        g_array_set_size (starts, starts->len - 1);
      cpu->clock = ts;
      break;
    default:
      break;
    }
  stack->last = cpu->clock;
  self->now = MAX (self->now, ts);
  return ts;
}

/* ---- Lines ---- */

static void
add_row (Graph *self,
         const TvFtraceGraphLine *line,
         guint32 name,
         TvSpan text,
         gint64 ts,
         guint64 file_offset)
{
  guint64 hash = tv_hash_word (tv_trace_builder_get_seed (self->builder), name);
  Row row = { .ts = ts,
              .file_offset = file_offset,
              .cpu = line->cpu,
              .utid = get_cpu (self, line->cpu)->utid,
              .is_call = line->call.kind != TV_FTRACE_GRAPH_COMMENT };

  row.text = tv_trace_builder_add_text (self->builder, name, text.text, text.size,
                                        tv_hash_bytes (hash, text.text, text.size));
  g_array_append_val (self->rows, row);
  tv_ftrace_event_set_add (&self->result->seen,
                           tv_ftrace_event_lookup ((TvSpan){
                               tv_trace_builder_get_string (self->builder, name),
                               strlen (tv_trace_builder_get_string (self->builder, name)) }));
}

/* Returns whether a name may be that of a tracepoint. Excludes marks such as "B|1|H:name", which may also contain a
 * colon. */
static gboolean
is_event_name (TvSpan name)
{
  for (gsize i = 0; i < name.size; i++)
    if (!g_ascii_isalnum (name.text[i]) && memchr ("_-.+/", name.text[i], 5) == NULL)
      return FALSE;
  return TRUE;
}

/* Adds an event of another tracepoint, or a mark. */
static void
add_comment (Graph *self, const TvFtraceGraphLine *line, gint64 ts, guint64 file_offset)
{
  TvSpan payload = line->call.name;
  TvFtraceLine event;
  guint32 name = self->mark;

  if (tv_ftrace_line_parse_event (payload.text, payload.text + payload.size, &event) &&
      is_event_name (event.event))
    {
      name = tv_trace_builder_intern (self->builder, event.event.text, (gssize) event.event.size);
      payload = event.args;
    }
  add_row (self, line, name, payload, ts, file_offset);
}

static void
read_call (Graph *self, const TvFtraceGraphLine *line, guint64 file_offset)
{
  Cpu *cpu = get_cpu (self, line->cpu);
  gint64 ts = line->ts;

  if (line->tid >= 0)
    {
      learn_task (self, cpu, line->tid, line->comm);
      run_task (self, cpu, line->tid, line->comm);
    }
  if (!line->has_ts)
    {
      if (!self->has_built)
        tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BUILT_TIMES, (gint64) file_offset,
                                      _ ("line %" PRIu64), self->result->n_lines);
      self->has_built = TRUE;
      ts = build_time (self, cpu, get_stack (self, cpu), &line->call);
    }
  if (line->call.kind == TV_FTRACE_GRAPH_COMMENT)
    add_comment (self, line, ts, file_offset);
  else
    add_row (self, line, line->call.kind == TV_FTRACE_GRAPH_LEAVE ? self->exit : self->entry,
             line->payload, ts, file_offset);
}

/* Returns whether the line ends a multi-line comment. */
static gboolean
ends_comment (TvSpan line)
{
  gsize size = line.size;

  while (size > 0 && g_ascii_isspace (line.text[size - 1]))
    size--;
  return size >= 2 && line.text[size - 2] == '*' && line.text[size - 1] == '/';
}

/* Returns whether the line is a separator, such as "-------" around a task switch or "==========> |" at an
 * interrupt. */
static gboolean
is_rule (TvSpan line)
{
  if (memmem (line.text, line.size, "=====", 5) != NULL)
    return TRUE;
  for (gsize i = 0; i < line.size; i++)
    if (line.text[i] != '-' && !g_ascii_isspace (line.text[i]))
      return FALSE;
  return TRUE;
}

/* Handles a line that is neither a call, nor a switch, nor an event in a comment. */
static void
read_other_line (Graph *self, TvSpan text, guint64 file_offset)
{
  TvFtraceLine parsed;
  TvFtraceNote note;
  TvFtraceLineKind kind = tv_ftrace_line_classify (text.text, text.size, &parsed, &note);

  if (kind == TV_FTRACE_LINE_LOST)
    {
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_LOST_EVENTS, (gint64) file_offset,
                                    _ ("line %" PRIu64 ": CPU %u"), self->result->n_lines,
                                    note.lost_cpu);
      if (note.n_lost > 1)
        tv_trace_builder_count_problems (self->builder, TV_PROBLEM_LOST_EVENTS,
                                         (gint64) file_offset, note.n_lost - 1);
    }
  else if (note.tracer.size > 0)
    tv_trace_builder_add_metadata (self->builder, "tracer", note.tracer.text,
                                   (gssize) note.tracer.size);
  else if (self->in_comment)
    self->in_comment = !ends_comment (text);
  else if ((kind == TV_FTRACE_LINE_BAD || kind == TV_FTRACE_LINE_CONTINUATION ||
            kind == TV_FTRACE_LINE_UNSUPPORTED) &&
           !is_rule (text))
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_LINE, (gint64) file_offset,
                                  _ ("line %" PRIu64 ": %.*s"), self->result->n_lines,
                                  (int) MIN (text.size, MAX_SHOWN), text.text);
}

static void
read_line (Graph *self, TvSpan text, guint64 file_offset)
{
  TvFtraceGraphLine line;

  self->result->n_lines++;
  if (tv_ftrace_graph_parse_line (text.text, text.size, &line))
    {
      if (!line.is_switch)
        {
          read_call (self, &line, file_offset + (gsize) (line.payload.text - text.text));
          self->in_comment = line.call.kind == TV_FTRACE_GRAPH_COMMENT && !ends_comment (text);
          return;
        }
      learn_task (self, get_cpu (self, line.cpu), line.tid, line.comm);
      run_task (self, get_cpu (self, line.cpu), line.next_tid, line.next_comm);
      return;
    }
  read_other_line (self, text, file_offset);
}

static gboolean
read_lines (Graph *self,
            TvInput *source,
            guint64 base_offset,
            const TvReadContext *context,
            GError **error)
{
  TvInputWindow window = { .input = source };
  TvSpan lines = { NULL, 1 }, line;
  gboolean is_read = TRUE;

  for (gsize at = 0; is_read && at < source->size && lines.size > 0; at += lines.size)
    {
      const char *start, *next;

      is_read = tv_ftrace_lines_peek (&window, at, source->size, &lines, error) &&
                tv_read_context_step (context, 0.5 * at / source->size, error);
      if (!is_read)
        break;
      start = next = lines.text;
      while (tv_ftrace_line_next (&next, start + lines.size, &line))
        read_line (self, line, base_offset + at + (gsize) (line.text - start));
    }
  tv_input_window_clear (&window);
  return is_read;
}

/* Adds the rows to the builder. An event other than a function call is reported as a problem instead if its thread is
 * unknown. */
static void
place_rows (Graph *self)
{
  TvEventRows rows;
  guint32 n = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = &g_array_index (self->rows, Row, i);

      if (row->utid == TV_NONE)
        row->utid = get_cpu (self, row->cpu)->first_utid;
      if (!row->is_call && row->utid == TV_NONE)
        tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_LINE, (gint64) row->file_offset,
                                      _("the thread of an event in a comment is not known"));
      else
        g_array_index (self->rows, Row, n++) = *row;
    }
  if (n == 0 || !tv_trace_builder_add_events (self->builder, n, &rows))
    return;
  for (guint32 i = 0; i < n; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      tv_event_rows_set (&rows, i, row->ts, row->cpu, row->utid, row->text, row->file_offset);
    }
}

/**
 * tv_ftrace_graph_read:
 * @builder: builder that receives the events
 * @threads: threads of the trace
 * @source: a log of the kernel's function_graph tracer
 * @base_offset: offset of the log in the builder's concatenated input
 * @context: progress and cancellation
 * @result: (inout): statistics of the log
 * @error: error of tv_ftrace_lines_peek(), or %TV_ERROR_CANCELLED
 *
 * Adds the events of a log to the builder.
 *
 * Returns: %FALSE with @error on failure or cancellation
 */
gboolean
tv_ftrace_graph_read (TvTraceBuilder *builder,
                      TvFtraceThreads *threads,
                      TvInput *source,
                      guint64 base_offset,
                      const TvReadContext *context,
                      TvFtraceGraphResult *result,
                      GError **error)
{
  Graph self = { .builder = builder,
                 .threads = threads,
                 .result = result,
                 .rows = g_array_new (FALSE, FALSE, sizeof (Row)),
                 .cpus = g_array_new (FALSE, FALSE, sizeof (Cpu)),
                 .stacks = g_array_new (FALSE, FALSE, sizeof (Stack)) };
  gboolean is_read;

  tv_id_map_init (&self.stacks_by_utid);
  self.entry = tv_trace_builder_intern (builder, "funcgraph_entry", -1);
  self.exit = tv_trace_builder_intern (builder, "funcgraph_exit", -1);
  self.mark = tv_trace_builder_intern (builder, "print", -1);
  is_read = read_lines (&self, source, base_offset, context, error);
  if (is_read)
    place_rows (&self);
  for (guint i = 0; i < self.stacks->len; i++)
    g_array_unref (g_array_index (self.stacks, Stack, i).starts);
  g_array_unref (self.stacks);
  g_array_unref (self.cpus);
  g_array_unref (self.rows);
  tv_id_map_clear (&self.stacks_by_utid);
  return is_read;
}
