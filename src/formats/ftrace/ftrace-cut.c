/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-cut.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/ftrace/ftrace-lines.h"
#include "formats/ftrace/ftrace-match.h"
#include "formats/ftrace/ftrace-needs.h"
#include "formats/open-begins.h"

/* Writes the lines of a cut range in two passes:
 *
 *   survey   events outside the range that the output needs
 *   copy     lines inside the range, and needed lines outside of it
 *
 * Entry point: tv_ftrace_cut(), the cut function of the ftrace format. Writes lines through TvCut; ftrace-needs.c
 * decides which events outside the range are copied. */

#define GRAPH_TRACER "function_graph"
#define MAX_TRACER   64

typedef struct _Cutter Cutter;
struct _Cutter
{
  TvCut *cut;
  TvInput *input;
  const TvReadContext *context;
  TvInputWindow window;
  TvIdMap owned;       /* tids of threads whose process is known from the trace */
  TvFtraceNeeds needs; /* needed events, identified by file offset */
  TvOpenBegins
      names; /* marks up to the end of the cut range; used to keep a mark that names the process of its
                        * thread */
  char tracer
      [MAX_TRACER]; /* name of a tracer that writes lines without an event name; empty if none */
  gint64 last_time;
  gboolean
      is_written; /* whether the last event was written; if so, the following lines without an event are written,
                        * too */
  gboolean (*visit) (Cutter *self, TvSpan raw, TvSpan line, gsize file_offset, GError **error);
};

/* Adds a mark that may name the process of its thread to @names. One such mark per thread is needed. */
static void
count_name (TvOpenBegins *names, guint32 tid, const TvFtraceMark *mark, guint64 number)
{
  gboolean is_wanted = mark->pid >= 0;

  if (mark->kind == TV_FTRACE_MARK_BEGIN)
    tv_open_begins_begin (names, tid, is_wanted, number);
  else if (mark->kind == TV_FTRACE_MARK_END)
    tv_open_begins_end (names, tid, number);
  else if (mark->kind == TV_FTRACE_MARK_COUNTER && is_wanted)
    tv_open_begins_want (names, tid, number);
}

static void
fill_switch (TvSpan args, TvFtraceCutEvent *out)
{
  TvSchedSwitch sw;

  if (!tv_ftrace_parse_sched_switch (args, &sw))
    return;
  out->tasks[0] = sw.prev_pid;
  out->tasks[1] = sw.next_pid;
  if ((sw.prev_state_bits >= 0 && (sw.prev_state_bits & TV_FTRACE_UNINTERRUPTIBLE)) ||
      (sw.prev_state.size > 0 && memchr (sw.prev_state.text, 'D', sw.prev_state.size)))
    out->blocked = sw.prev_pid;
}

static void
fill_binder (TvSpan args, TvFtraceCutEvent *out)
{
  TvBinderTransaction binder;

  if (!tv_ftrace_parse_binder (out->kind, args, &binder))
    return;
  out->transaction = binder.transaction;
  if (out->kind == TV_FTRACE_EVENT_BINDER_TRANSACTION && binder.dest_thread > 0)
    out->tasks[0] = binder.dest_thread;
}

static void
fill_memory (TvSpan args, TvFtraceCutEvent *out)
{
  TvMemoryEvent memory;

  if (!tv_ftrace_parse_memory (out->kind, args, &memory))
    return;
  out->memory = memory.id;
  out->is_own_memory = memory.is_current != 0;
}

/* Fills in the arguments that determine whether the event is needed, such as tasks and owners. */
static void
fill_facts (TvSpan args, TvFtraceCutEvent *out)
{
  TvSchedWakeup wakeup;
  TvSchedBlockedReason reason;
  gint64 id;

  switch (out->kind)
    {
    case TV_FTRACE_EVENT_SCHED_SWITCH:
      fill_switch (args, out);
      break;
    case TV_FTRACE_EVENT_SCHED_WAKEUP:
    case TV_FTRACE_EVENT_SCHED_WAKEUP_NEW:
    case TV_FTRACE_EVENT_SCHED_WAKING:
      if (tv_ftrace_parse_sched_wakeup (args, &wakeup))
        out->tasks[0] = wakeup.pid;
      break;
    case TV_FTRACE_EVENT_SCHED_BLOCKED_REASON:
      if (tv_ftrace_parse_blocked_reason (args, &reason))
        out->tasks[0] = out->blocked = reason.pid;
      break;
    case TV_FTRACE_EVENT_BINDER_TRANSACTION:
    case TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED:
    case TV_FTRACE_EVENT_BINDER_TRANSACTION_ALLOC_BUF:
      fill_binder (args, out);
      break;
    case TV_FTRACE_EVENT_RSS_STAT:
      fill_memory (args, out);
      break;
    case TV_FTRACE_EVENT_SIGNAL_GENERATE:
    case TV_FTRACE_EVENT_MARK_VICTIM:
      if (tv_ftrace_find_long (args, "pid=", &id))
        out->tasks[0] = id;
      break;
    case TV_FTRACE_EVENT_OOM_SCORE_ADJ_UPDATE:
    case TV_FTRACE_EVENT_GPU_MEM_TOTAL:
      if (tv_ftrace_find_long (args, "pid=", &id))
        out->owner = id;
      break;
    default:
      break;
    }
}

/* Describes an event in @out. If the event is a mark, also parses it into @mark, to which @out then points. */
static void
fill_event (const Cutter *self,
            const TvFtraceLine *line,
            gsize file_offset,
            TvFtraceMark *mark,
            TvFtraceCutEvent *out)
{
  *out = (TvFtraceCutEvent){ TV_FTRACE_CUT_EVENT_NONE,
                             .ts = self->last_time,
                             .kind = tv_ftrace_event_lookup (line->event),
                             .cpu = line->cpu,
                             .tid = (guint32) line->tid,
                             .number = file_offset };
  fill_facts (line->args, out);
  if (out->kind != TV_FTRACE_EVENT_MARK ||
      !tv_ftrace_mark_parse (line->args.text, line->args.size, mark))
    return;
  out->mark = mark;
  /* A mark belongs to the process of its thread. The pid in the mark is used only if that process is unknown. */
  if (mark->pid > 0 && tv_id_map_find (&self->owned, out->tid) == TV_NONE)
    out->owner = mark->pid;
}

/* Parses a line that contains an event. Also updates the tracer's name and the last timestamp. Returns FALSE for
 * other lines. */
static gboolean
parse_event (Cutter *self, TvSpan line, TvFtraceLine *event, TvFtraceLineKind *kind)
{
  TvFtraceNote note;
  TvSpan tracer = { self->tracer, strlen (self->tracer) };

  *kind = tv_ftrace_line_classify (line.text, line.size, event, &note);
  if (*kind == TV_FTRACE_LINE_COMMENT && note.tracer.size > 0 && note.tracer.size < MAX_TRACER &&
      !tv_span_is (note.tracer, "nop"))
    {
      memcpy (self->tracer, note.tracer.text, note.tracer.size);
      self->tracer[note.tracer.size] = '\0';
    }
  if (*kind != TV_FTRACE_LINE_EVENT && *kind != TV_FTRACE_LINE_COMMENT && tracer.size > 0 &&
      tv_ftrace_line_parse_as (line.text, line.size, tracer, event))
    *kind = TV_FTRACE_LINE_EVENT;
  if (*kind != TV_FTRACE_LINE_EVENT)
    return FALSE;
  if (tv_ftrace_line_has_time (event))
    self->last_time = event->timestamp;
  return TRUE;
}

/* ---- Survey ---- */

static gboolean
survey_line (Cutter *self, TvSpan raw, TvSpan line, gsize file_offset, GError **error)
{
  TvFtraceLine event;
  TvFtraceLineKind kind;
  TvFtraceMark mark;
  TvFtraceCutEvent seen;

  if (!parse_event (self, line, &event, &kind))
    {
      if (!g_str_equal (self->tracer, GRAPH_TRACER))
        return TRUE;
      g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                           _("a log of the function_graph tracer cannot be cut"));
      return FALSE;
    }
  fill_event (self, &event, file_offset, &mark, &seen);
  tv_ftrace_needs_survey (&self->needs, &seen);
  /* Ignores marks after the cut range: an end mark there would end a slice that is still open at the end of the
   * range. */
  if (seen.mark != NULL && event.tgid <= 0 && self->last_time <= self->cut->end_ns &&
      tv_cut_has_thread (self->cut, seen.tid))
    count_name (&self->names, seen.tid, seen.mark, file_offset);
  return TRUE;
}

/* ---- Copy ---- */

static gboolean
is_needed_event (Cutter *self, const TvFtraceLine *event, gsize file_offset)
{
  TvFtraceMark mark;
  TvFtraceCutEvent seen;

  fill_event (self, event, file_offset, &mark, &seen);
  return tv_ftrace_needs_event (&self->needs, &seen) ||
         (seen.mark != NULL && tv_open_begins_need (&self->names, file_offset));
}

static gboolean
copy_line (Cutter *self, TvSpan raw, TvSpan line, gsize file_offset, GError **error)
{
  TvFtraceLine event;
  TvFtraceLineKind kind;
  gboolean is_written;

  if (parse_event (self, line, &event, &kind))
    is_written = self->is_written = is_needed_event (self, &event, file_offset);
  else
    is_written = self->is_written || kind == TV_FTRACE_LINE_COMMENT;
  return !is_written || tv_cut_write (self->cut, raw.text, raw.size, error);
}

/* ---- Passes ---- */

static gboolean
visit_lines (Cutter *self, TvSpan lines, gsize file_offset, GError **error)
{
  const char *at = lines.text, *end = lines.text + lines.size;

  while (at < end)
    {
      const char *start = at;
      TvSpan line;

      if (!tv_ftrace_line_next (&at, end, &line))
        break;
      if (!self->visit (self, (TvSpan){ start, (gsize) (at - start) }, line,
                        file_offset + (gsize) (start - lines.text), error))
        return FALSE;
    }
  return TRUE;
}

/* Calls @visit for each line. @from and @to are progress values. */
static gboolean
walk (Cutter *self, double from, double to, GError **error)
{
  TvSpan lines = { NULL, 1 };
  gsize size = self->input->size, next_step = 0;

  self->last_time = G_MININT64;
  self->is_written = TRUE;
  for (gsize at = 0; at < size && lines.size > 0; at += lines.size)
    {
      if (at >= next_step)
        {
          next_step = at + size / 50;
          if (!tv_read_context_step (self->context,
                                     from + (to - from) * (double) at / (double) size, error))
            return FALSE;
        }
      if (!tv_ftrace_lines_peek (&self->window, at, size, &lines, error) ||
          !visit_lines (self, lines, at, error))
        return FALSE;
    }
  return TRUE;
}

static void
find_owned (Cutter *self)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (self->cut->trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].upid != TV_NONE)
      tv_id_map_set (&self->owned, threads[utid].tid, 0);
}

/**
 * tv_ftrace_cut:
 *
 * Writes a cut, see #TvFormat. The output also contains comments, clock synchronization marks and events that name
 * tasks. A line without an event is written if the previous event is written.
 */
gboolean
tv_ftrace_cut (TvInput *input, TvCut *cut, const TvReadContext *context, GError **error)
{
  Cutter self = { .cut = cut,
                  .input = input,
                  .context = context,
                  .window = { .input = input },
                  .visit = survey_line };
  gboolean is_cut;

  tv_ftrace_needs_init (&self.needs, cut);
  tv_open_begins_init (&self.names);
  tv_id_map_init (&self.owned);
  find_owned (&self);
  is_cut = walk (&self, 0, 0.5, error);
  if (is_cut)
    {
      tv_ftrace_needs_settle (&self.needs);
      tv_open_begins_settle (&self.names, FALSE);
      self.visit = copy_line;
      is_cut = walk (&self, 0.5, 1, error);
    }
  tv_input_window_clear (&self.window);
  tv_ftrace_needs_clear (&self.needs);
  tv_open_begins_clear (&self.names);
  tv_id_map_clear (&self.owned);
  return is_cut;
}
