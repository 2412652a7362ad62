/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes markers in the format of each library:
 *
 *            before API 18        from API 18 on                    Android
 *   begin    B|1|H:name           B|1|H:name|M62|args               B|1|name
 *   end      E|1|                 E|1|M62                           E|1
 *   start    S|1|H:name 7         S|1|H:name|7|M62|category|args    S|1|name|7
 *   finish   F|1|H:name 7         F|1|H:name|7|M62                  F|1|name|7
 *   counter  C|1|H:name 7         C|1|H:name|7|M62                  C|1|name|7
 *
 * Also writes scheduler events in the formats of the kernel and of trace-cmd. */

#include "make-trace-ftrace.h"

#include <string.h>

#define LONGEST 512 /* maximum size of a marker in bytes */

const FtraceTask *
ftrace_idle_task (guint cpu)
{
  static FtraceTask tasks[FTRACE_MAX_CPUS];
  static char comms[FTRACE_MAX_CPUS][16];

  g_assert (cpu < FTRACE_MAX_CPUS);
  g_snprintf (comms[cpu], sizeof comms[cpu], "swapper/%u", cpu);
  tasks[cpu].comm = comms[cpu];
  tasks[cpu].prio = 120;
  return &tasks[cpu];
}

FtraceMarkStyle
ftrace_mark_style (const TraceOptions *options, guint process)
{
  if (g_strcmp0 (options->marks, "mixed") == 0)
    return (FtraceMarkStyle) (process % 3);
  if (g_strcmp0 (options->marks, "android") == 0)
    return FTRACE_MARKS_ANDROID;
  return g_strcmp0 (options->marks, "old") == 0 ? FTRACE_MARKS_OLD : FTRACE_MARKS_NEW;
}

static void
put_name (FtraceLog *log, const FtraceMark *mark)
{
  if (mark->style != FTRACE_MARKS_ANDROID)
    ftrace_log_string (log, "H:");
  if (mark->chain != NULL)
    ftrace_log_string (log, mark->chain);
  /* Before categories existed, some programs put them into the name. */
  if (mark->style == FTRACE_MARKS_OLD && mark->category != NULL)
    {
      ftrace_log_string (log, mark->category);
      ftrace_log_string (log, "$$");
    }
  ftrace_log_string (log, mark->name);
}

static void
put_value (FtraceLog *log, const FtraceMark *mark)
{
  ftrace_log_string (log, mark->style == FTRACE_MARKS_OLD ? " " : "|");
  ftrace_log_number (log, mark->value);
}

static void
put_new_tail (FtraceLog *log, char kind, const FtraceMark *mark)
{
  gboolean has_args = mark->args != NULL && (kind == 'B' || kind == 'S');
  gboolean has_category = mark->category != NULL && kind == 'S';

  if (kind != 'E') /* the bar is already there */
    ftrace_log_string (log, "|");
  ftrace_log_string (log, mark->tag != NULL ? mark->tag : "M62");
  if (kind == 'S' && (has_category || has_args))
    {
      ftrace_log_string (log, "|");
      ftrace_log_string (log, has_category ? mark->category : "");
    }
  if (has_args)
    {
      ftrace_log_string (log, "|");
      ftrace_log_string (log, mark->args);
    }
}

static void
put_tail (FtraceLog *log, char kind, const FtraceMark *mark)
{
  if (strchr ("SFCGH", kind) != NULL)
    put_value (log, mark);
  if (mark->style == FTRACE_MARKS_NEW)
    put_new_tail (log, kind, mark);
  else if (mark->style == FTRACE_MARKS_OLD && kind == 'B')
    ftrace_log_string (log, " ");
}

/* Begins a text event. In reports of trace-cmd, the text follows the name of the kernel function that
 * printed it. */
static void
begin_text (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *task, const char *event)
{
  gboolean is_report = log->form == FTRACE_LINE_REPORT;

  ftrace_log_begin (log, ns, cpu, task, FTRACE_IN_TASK, is_report ? "print" : event);
  if (is_report)
    ftrace_log_string (log, "tracing_mark_write: ");
}

/* Appends any text as an event; it does not have to be a marker. */
void
ftrace_log_text (FtraceLog *log,
                 guint64 ns,
                 guint cpu,
                 const FtraceTask *task,
                 const char *event,
                 const char *text)
{
  begin_text (log, ns, cpu, task, event);
  ftrace_log_string (log, text);
  ftrace_log_end (log);
}

void
ftrace_log_mark (FtraceLog *log,
                 guint64 ns,
                 guint cpu,
                 const FtraceTask *task,
                 char kind,
                 const FtraceMark *mark)
{
  const char letter[] = { kind, '|', '\0' };
  gsize start;

  begin_text (log, ns, cpu, task, mark->event);
  start = log->used;
  ftrace_log_string (log, letter);
  ftrace_log_number (log, task->inner_pid != 0 ? task->inner_pid : task->pid);
  if (kind != 'E' || mark->style != FTRACE_MARKS_ANDROID)
    ftrace_log_string (log, "|");
  if (strchr ("NGH", kind) != NULL)
    {
      ftrace_log_string (log, mark->track);
      ftrace_log_string (log, "|");
    }
  if (kind != 'E')
    put_name (log, mark);
  put_tail (log, kind, mark);
  log->used = MIN (log->used, start + LONGEST);
  ftrace_log_end (log);
}

/* ---- Scheduler ---- */

static void
put_task (FtraceLog *log, const FtraceTask *task, const char *side, const char *state)
{
  if (log->form == FTRACE_LINE_REPORT)
    {
      ftrace_log_string (log, task->comm);
      ftrace_log_string (log, ":");
      ftrace_log_number (log, task->tid);
      ftrace_log_string (log, " [");
      ftrace_log_number (log, task->prio);
      ftrace_log_string (log, "]");
      ftrace_log_string (log, state != NULL ? " " : "");
      ftrace_log_string (log, state != NULL ? state : "");
      return;
    }
  ftrace_log_string (log, side);
  ftrace_log_string (log, "_comm=");
  ftrace_log_string (log, task->comm);
  ftrace_log_string (log, " ");
  ftrace_log_string (log, side);
  ftrace_log_string (log, "_pid=");
  ftrace_log_number (log, task->tid);
  ftrace_log_string (log, " ");
  ftrace_log_string (log, side);
  ftrace_log_string (log, "_prio=");
  ftrace_log_number (log, task->prio);
  if (state != NULL)
    {
      ftrace_log_string (log, " prev_state=");
      ftrace_log_string (log, state);
    }
}

void
ftrace_log_switch (FtraceLog *log,
                   guint64 ns,
                   guint cpu,
                   const FtraceTask *prev,
                   const char *prev_state,
                   const FtraceTask *next)
{
  ftrace_log_begin (log, ns, cpu, prev, FTRACE_IN_SWITCH, "sched_switch");
  log->is_switch = TRUE;
  log->is_from_idle = prev->tid == 0;
  put_task (log, prev, "prev", prev_state);
  ftrace_log_string (log, " ==> ");
  put_task (log, next, "next", NULL);
  ftrace_log_end (log);
}

void
ftrace_log_wakeup (FtraceLog *log,
                   guint64 ns,
                   guint cpu,
                   const FtraceTask *waker,
                   FtraceContext context,
                   const char *event,
                   const FtraceTask *task,
                   guint target_cpu)
{
  gboolean is_report = log->form == FTRACE_LINE_REPORT && !g_str_equal (event, "sched_waking");
  char target[16];

  ftrace_log_begin (log, ns, cpu, waker, context, event);
  if (is_report)
    put_task (log, task, NULL, NULL);
  else
    {
      ftrace_log_string (log, "comm=");
      ftrace_log_string (log, task->comm);
      ftrace_log_string (log, " pid=");
      ftrace_log_number (log, task->tid);
      ftrace_log_string (log, " prio=");
      ftrace_log_number (log, task->prio);
    }
  g_snprintf (target, sizeof target, is_report ? " CPU:%03u" : " target_cpu=%03u", target_cpu);
  ftrace_log_string (log, target);
  ftrace_log_end (log);
}
