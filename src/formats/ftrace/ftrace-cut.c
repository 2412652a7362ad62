/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-cut.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-lines.h"
#include "formats/ftrace/ftrace-mark.h"
#include "formats/ftrace/kernel-events.h"
#include "formats/open-begins.h"

/* Writes the lines of a log that belong to a part. Begin and end marks of a thread have no ids, so that the begins
 * that are open at the start are found by counting, in a pass of its own:
 *
 *   survey   lines ─▶ marks before the part ─▶ offsets of the open begins
 *                  ─▶ first event of each kind outside of the part
 *   copy     lines ─▶ lines of the part, needed lines outside of it
 *
 * Begins are instants if the log has no ends of their kind, and ends without begins are ignored. If the part would
 * lack such a kind of event of the log, one is kept: the first behind the part, or else the first before it.
 * Behind the part, the first switch of each CPU is kept as well: otherwise such an event of another thread would end
 * the run of the last thread in the part.
 */

#define GRAPH_TRACER "function_graph"
#define MAX_TRACER   64
#define NOWHERE      G_MAXSIZE

typedef struct _Cutter Cutter;
struct _Cutter
{
  TvCut *cut;
  TvInput *input;
  const TvReadContext *context;
  TvInputWindow window;
  TvOpenBegins begins;
  TvOpenBegins names; /* marks up to the end of the part, for those that name processes */
  TvIdMap switched;   /* CPUs with a switch behind the part → 0 */
  TvFtraceEventSet whole_kinds;
  TvFtraceEventSet part_kinds;
  /* By kind, offsets of events or NOWHERE: the first outside of the part, and those kept because of their kind. */
  gsize first_before[TV_N_FTRACE_EVENTS];
  gsize first_behind[TV_N_FTRACE_EVENTS];
  gsize substitutes[TV_N_FTRACE_EVENTS];
  char tracer[MAX_TRACER]; /* name of a tracer that writes lines without an event name, or "" */
  gint64 last_time;
  gboolean is_kept; /* whether the last event was written; lines without an event follow it */
  gboolean (*visit) (Cutter *self, TvSpan raw, TvSpan line, gsize where, GError **error);
};

/* Returns whether the event names tasks or processes, so that later events need it. */
static gboolean
names_tasks (TvFtraceEvent event)
{
  switch (event)
    {
    case TV_FTRACE_EVENT_TASK_NEWTASK:
    case TV_FTRACE_EVENT_TASK_RENAME:
    case TV_FTRACE_EVENT_SCHED_PROCESS_FORK:
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXEC:
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXIT:
    case TV_FTRACE_EVENT_SCHED_PROCESS_FREE:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Adds the begin or end of a mark. @is_wanted: whether one such mark of the thread is needed in any case, because it
 * names the process. */
static void
survey_mark (TvOpenBegins *begins,
             guint32 tid,
             const TvFtraceMark *mark,
             gboolean is_wanted,
             guint64 number)
{
  if (mark->kind == TV_FTRACE_MARK_BEGIN)
    tv_open_begins_begin (begins, tid, is_wanted, number);
  else if (mark->kind == TV_FTRACE_MARK_END)
    tv_open_begins_end (begins, tid, number);
  else if (mark->kind == TV_FTRACE_MARK_COUNTER && is_wanted)
    tv_open_begins_want (begins, tid, number);
}

static gboolean
parse_mark (const TvFtraceLine *line, TvFtraceMark *mark)
{
  return tv_ftrace_event_lookup (line->event) == TV_FTRACE_EVENT_MARK &&
         tv_ftrace_mark_parse (line->args.text, line->args.size, mark);
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

/* Returns whether the event is needed because of its time or kind. */
static gboolean
is_needed_kind (const Cutter *self, TvFtraceEvent kind)
{
  return tv_cut_needs (self->cut, self->last_time) ||
         (self->last_time <= self->cut->end_ns && names_tasks (kind));
}

/* ---- Survey ---- */

static void
survey_kind (Cutter *self, TvFtraceEvent kind, gsize where)
{
  gsize *first = self->last_time > self->cut->end_ns ? &self->first_behind[kind]
                                                     : &self->first_before[kind];

  tv_ftrace_event_set_add (&self->whole_kinds, kind);
  if (is_needed_kind (self, kind))
    tv_ftrace_event_set_add (&self->part_kinds, kind);
  else if (*first == NOWHERE)
    *first = where;
}

static void
find_substitutes (Cutter *self)
{
  TvFtraceEventSet lacking = tv_ftrace_event_set_find_lacking (self->whole_kinds, self->part_kinds);

  for (guint kind = 0; kind < TV_N_FTRACE_EVENTS; kind++)
    self->substitutes[kind] = !tv_ftrace_event_set_has (lacking, kind) ? NOWHERE
                              : self->first_behind[kind] != NOWHERE    ? self->first_behind[kind]
                                                                       : self->first_before[kind];
}

static gboolean
survey_line (Cutter *self, TvSpan raw, TvSpan line, gsize where, GError **error)
{
  TvFtraceLine event;
  TvFtraceLineKind kind;
  TvFtraceMark mark;

  if (!parse_event (self, line, &event, &kind))
    {
      if (!g_str_equal (self->tracer, GRAPH_TRACER))
        return TRUE;
      g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                           _("a part of a log of the tracer function_graph cannot be written"));
      return FALSE;
    }
  survey_kind (self, tv_ftrace_event_lookup (event.event), where);
  if (!parse_mark (&event, &mark))
    return TRUE;
  if (self->last_time < self->cut->start_ns)
    survey_mark (&self->begins, (guint32) event.tid, &mark, FALSE, where);
  /* Lines behind the part would end runs. */
  if (event.tgid <= 0 && self->last_time <= self->cut->end_ns)
    survey_mark (&self->names, (guint32) event.tid, &mark, mark.pid >= 0, where);
  return TRUE;
}

/* ---- Copy ---- */

/* Returns whether this is the first switch of a CPU behind the part. */
static gboolean
take_first_switch (Cutter *self, guint32 cpu)
{
  if (tv_id_map_find (&self->switched, cpu) != TV_NONE)
    return FALSE;
  tv_id_map_set (&self->switched, cpu, 0);
  return TRUE;
}

static gboolean
is_needed_event (Cutter *self, const TvFtraceLine *event, gsize where)
{
  TvFtraceEvent kind = tv_ftrace_event_lookup (event->event);
  TvFtraceMark mark;

  if (tv_cut_has (self->cut, self->last_time) || self->substitutes[kind] == where)
    return TRUE;
  if (parse_mark (event, &mark) && mark.kind == TV_FTRACE_MARK_CLOCK_SYNC)
    return TRUE;
  if (self->last_time > self->cut->end_ns)
    return kind == TV_FTRACE_EVENT_SCHED_SWITCH && take_first_switch (self, event->cpu);
  if (names_tasks (kind))
    return TRUE;
  if (parse_mark (event, &mark) &&
      (tv_open_begins_need (&self->begins, where) || tv_open_begins_need (&self->names, where)))
    return TRUE;
  /* The reader may have ended an open slice, such as at the end of its thread. */
  if (!tv_cut_needs (self->cut, self->last_time))
    return FALSE;
  return !parse_mark (event, &mark) ||
         (mark.kind != TV_FTRACE_MARK_BEGIN && mark.kind != TV_FTRACE_MARK_END) ||
         tv_open_begins_need (&self->begins, where);
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

  tv_open_begins_init (&self.begins);
  tv_open_begins_init (&self.names);
  tv_id_map_init (&self.switched);
  for (guint kind = 0; kind < TV_N_FTRACE_EVENTS; kind++)
    self.first_before[kind] = self.first_behind[kind] = NOWHERE;
  is_cut = walk (&self, 0, 0.5, error);
  if (is_cut)
    {
      tv_open_begins_settle (&self.begins, TRUE);
      tv_open_begins_settle (&self.names, FALSE);
      find_substitutes (&self);
      self.visit = copy_line;
      is_cut = walk (&self, 0.5, 1, error);
    }
  tv_input_window_clear (&self.window);
  tv_open_begins_clear (&self.begins);
  tv_open_begins_clear (&self.names);
  tv_id_map_clear (&self.switched);
  return is_cut;
}
