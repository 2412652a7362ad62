/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Calls of kernel functions by random threads, including idle threads, in the format of the tracer function_graph:
 *
 *               |  ksys_read() {
 *   0.152 us    |    fdget_pos();
 *   3.310 us    |  } / * ksys_read * / */

#include "make-trace-ftrace-random.h"

/* clang-format off: keep several short strings on a line */
static const char *const functions[] = {
  "ksys_read",
  "vfs_read",
  "fdget_pos",
  "mutex_lock",
  "__fput",
  "schedule",
  "_raw_spin_lock_irqsave",
  "tick_sched_handle.isra.0",
  "handle_irq_event",
  "rcu_read_unlock_strict",
  "do_sys_poll",
};
/* clang-format on */

static const char *
mark_of_duration (guint64 ns)
{
  if (ns > 100000)
    return "! ";
  return ns > 10000 ? "+ " : "  ";
}

static void
say_call (System *system, guint cpu, const FtraceTask *task, const char *event, const char *text)
{
  ftrace_log_begin (system->log, system->ns, cpu, task, FTRACE_IN_TASK, event);
  ftrace_log_string (system->log, text);
  ftrace_log_end (system->log);
}

static void
say_leaf (System *system, guint cpu, const FtraceTask *task, const FtraceCalls *calls)
{
  guint64 ns = roll (system, 30) ? between (system, 4000, 300000) : between (system, 40, 4000);
  gboolean is_wordy = roll (system, 100);
  g_autofree char *text = g_strdup_printf (
      "%s%3" G_GUINT64_FORMAT ".%03" G_GUINT64_FORMAT " us   |  %*s%s(%s);%s",
      mark_of_duration (ns), ns / 1000, ns % 1000, (int) calls->n * 2, "", PICK (system, functions),
      is_wordy ? "fd=3, mode=0x1" : "", is_wordy ? " /* = 0x0 */" : "");

  say_call (system, cpu, task, "funcgraph_entry", text);
  system->ns += ns;
}

static void
enter (System *system, guint cpu, const FtraceTask *task, FtraceCalls *calls)
{
  FtraceCall *call = &calls->open[calls->n];
  g_autofree char *text = NULL;

  call->name = PICK (system, functions);
  call->begin_ns = system->ns;
  text = g_strdup_printf ("              |  %*s%s() {", (int) calls->n * 2, "", call->name);
  calls->n++;
  say_call (system, cpu, task, "funcgraph_entry", text);
}

static void
leave (System *system, guint cpu, const FtraceTask *task, FtraceCalls *calls)
{
  const FtraceCall *call = &calls->open[--calls->n];
  guint64 ns = system->ns - call->begin_ns;
  guint how = between (system, 0, 3);
  g_autofree char *said = g_strdup_printf (how == 0   ? " /* %s */"
                                           : how == 1 ? " /* %s ret=0x3 */"
                                                      : "",
                                           call->name);
  g_autofree char *text = g_strdup_printf (
      "%s%3" G_GUINT64_FORMAT ".%03" G_GUINT64_FORMAT " us   |  %*s}%s", mark_of_duration (ns),
      ns / 1000, ns % 1000, (int) calls->n * 2, "", said);

  say_call (system, cpu, task, "funcgraph_exit", text);
}

void
ftrace_system_call (System *system, guint cpu, const FtraceTask *task, FtraceCalls *calls)
{
  guint kind = between (system, 0, 999);

  if (kind < 300 && calls->n < CALLS_MAX)
    enter (system, cpu, task, calls);
  else if (kind < 700 || calls->n == 0)
    say_leaf (system, cpu, task, calls);
  else
    leave (system, cpu, task, calls);
}
