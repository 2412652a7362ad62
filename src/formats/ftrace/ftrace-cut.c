/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-cut.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/ftrace/ftrace-lines.h"
#include "formats/ftrace/ftrace-needs.h"
#include "formats/open-begins.h"

/* Writes the lines of a log that belong to a part, in two passes:
 *
 *   survey   lines ─▶ events that the part needs
 *   copy     lines ─▶ lines of the part, needed lines outside of it
 */

#define GRAPH_TRACER "function_graph"
#define MAX_TRACER   64

typedef struct _Cutter Cutter;
struct _Cutter
{
  TvCut *cut;
  TvInput *input;
  const TvReadContext *context;
  TvInputWindow window;
  TvFtraceNeeds needs;     /* events are numbered by their offsets */
  TvOpenBegins names;      /* marks up to the end of the part, for those that name processes */
  char tracer[MAX_TRACER]; /* name of a tracer that writes lines without an event name, or "" */
  gint64 last_time;
  gboolean is_kept; /* whether the last event was written; lines without an event follow it */
  gboolean (*visit) (Cutter *self, TvSpan raw, TvSpan line, gsize where, GError **error);
};

/* Adds the begin or end of a mark. One mark of each thread names its process. */
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

/* Returns the thread that a switch puts into uninterruptible sleep, or that of a blocked reason, or -1. */
static gint32
find_blocked (TvFtraceEvent kind, TvSpan args)
{
  TvSchedSwitch sw;
  TvSchedBlockedReason reason;

  if (kind == TV_FTRACE_EVENT_SCHED_BLOCKED_REASON)
    return tv_ftrace_parse_blocked_reason (args, &reason) ? reason.pid : -1;
  if (kind != TV_FTRACE_EVENT_SCHED_SWITCH || !tv_ftrace_parse_sched_switch (args, &sw))
    return -1;
  return (sw.prev_state_bits >= 0 && (sw.prev_state_bits & TV_FTRACE_UNINTERRUPTIBLE)) ||
                 (sw.prev_state.size > 0 && memchr (sw.prev_state.text, 'D', sw.prev_state.size))
             ? sw.prev_pid
             : -1;
}

/* Returns the binder transaction that is sent or received, or -1. */
static gint64
find_transaction (TvFtraceEvent kind, TvSpan args)
{
  TvBinderTransaction binder;

  return (kind == TV_FTRACE_EVENT_BINDER_TRANSACTION ||
          kind == TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED) &&
                 tv_ftrace_parse_binder (kind, args, &binder)
             ? binder.transaction
             : -1;
}

/* Fills in an event; @mark is memory for its mark. */
static void
fill_event (const Cutter *self,
            const TvFtraceLine *line,
            gsize where,
            TvFtraceMark *mark,
            TvFtraceCutEvent *out)
{
  TvFtraceEvent kind = tv_ftrace_event_lookup (line->event);
  gboolean is_mark = kind == TV_FTRACE_EVENT_MARK &&
                     tv_ftrace_mark_parse (line->args.text, line->args.size, mark);

  *out = (TvFtraceCutEvent){ .ts = self->last_time,
                             .kind = kind,
                             .cpu = line->cpu,
                             .tid = (guint32) line->tid,
                             .blocked = find_blocked (kind, line->args),
                             .transaction = find_transaction (kind, line->args),
                             .mark = is_mark ? mark : NULL,
                             .number = where };
}

/* Parses a line with an event. Returns FALSE for other lines. */
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
survey_line (Cutter *self, TvSpan raw, TvSpan line, gsize where, GError **error)
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
                           _("a part of a log of the tracer function_graph cannot be written"));
      return FALSE;
    }
  fill_event (self, &event, where, &mark, &seen);
  tv_ftrace_needs_survey (&self->needs, &seen);
  /* Lines behind the part would end runs. */
  if (seen.mark != NULL && event.tgid <= 0 && self->last_time <= self->cut->end_ns)
    count_name (&self->names, seen.tid, seen.mark, where);
  return TRUE;
}

/* ---- Copy ---- */

static gboolean
is_needed_event (Cutter *self, const TvFtraceLine *event, gsize where)
{
  TvFtraceMark mark;
  TvFtraceCutEvent seen;

  fill_event (self, event, where, &mark, &seen);
  return tv_ftrace_needs_event (&self->needs, &seen) ||
         (seen.mark != NULL && tv_open_begins_need (&self->names, where));
}

static gboolean
copy_line (Cutter *self, TvSpan raw, TvSpan line, gsize where, GError **error)
{
  TvFtraceLine event;
  TvFtraceLineKind kind;
  gboolean is_kept;

  if (parse_event (self, line, &event, &kind))
    is_kept = self->is_kept = is_needed_event (self, &event, where);
  else
    is_kept = self->is_kept || kind == TV_FTRACE_LINE_COMMENT;
  return !is_kept || tv_cut_write (self->cut, raw.text, raw.size, error);
}

/* ---- Passes ---- */

static gboolean
visit_lines (Cutter *self, TvSpan lines, gsize where, GError **error)
{
  const char *at = lines.text, *end = lines.text + lines.size;

  while (at < end)
    {
      const char *start = at;
      TvSpan line;

      if (!tv_ftrace_line_next (&at, end, &line))
        break;
      if (!self->visit (self, (TvSpan){ start, (gsize) (at - start) }, line,
                        where + (gsize) (start - lines.text), error))
        return FALSE;
    }
  return TRUE;
}

/* Calls @visit of each line. */
static gboolean
walk (Cutter *self, double from, double to, GError **error)
{
  TvSpan lines = { NULL, 1 };
  gsize size = self->input->size, next_step = 0;

  self->last_time = G_MININT64;
  self->is_kept = TRUE;
  for (gsize at = 0; at < size && lines.size > 0; at += lines.size)
    {
      if (at >= next_step)
        {
          next_step = at + size / 50;
          if (!tv_read_context_step (self->context,
                                     from + (to - from) * (double) at / (double) size, error))
            return FALSE;
        }
      if (!tv_ftrace_lines_look (&self->window, at, size, &lines, error) ||
          !visit_lines (self, lines, at, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * tv_ftrace_cut:
 *
 * See #TvFormat. Comments, clock synchronization and events that name tasks are kept; other lines follow the event
 * before them.
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
  return is_cut;
}
