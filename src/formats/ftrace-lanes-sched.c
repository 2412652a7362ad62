/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace-lanes.h"

/* CLONE_THREAD of clone(2): a thread of the same process. */
#define CLONE_SAME_PROCESS 0x10000

static TvStateKind
get_state_kind (guint state)
{
  if (state & (TV_TASK_STATE_DEAD | TV_TASK_STATE_ZOMBIE | TV_TASK_STATE_TASK_DEAD))
    return TV_STATE_DEAD;
  if (state & TV_TASK_STATE_IDLE)
    return TV_STATE_IDLE;
  if (state & TV_TASK_STATE_UNINTERRUPTIBLE)
    return TV_STATE_BLOCKED;
  if (state & (TV_TASK_STATE_STOPPED | TV_TASK_STATE_TRACED | TV_TASK_STATE_PARKED))
    return TV_STATE_STOPPED;
  if (state & TV_TASK_STATE_SLEEPING)
    return TV_STATE_SLEEPING;
  if (state & (TV_TASK_STATE_RUNNABLE | TV_TASK_STATE_PREEMPTED))
    return TV_STATE_RUNNABLE;
  return TV_STATE_OTHER;
}

/* Whose row the event stands in is not looked at: HongMeng prints the next thread there. */
static gboolean
add_switch (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  TvSchedSwitch sw;
  TvStateKind kind = TV_STATE_OTHER;
  guint32 prev, next;
  guint state;

  if (!tv_ftrace_parse_sched_switch (event->args, &sw))
    return FALSE;
  prev = tv_ftrace_threads_get_named (self->threads, sw.prev_pid, sw.prev_comm);
  next = tv_ftrace_threads_get_named (self->threads, sw.next_pid, sw.next_comm);
  if (tv_ftrace_parse_state (sw.prev_state, &state))
    kind = get_state_kind (state);
  else
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNKNOWN_STATE, event->where, "%.*s",
                                  (int) MIN (sw.prev_state.size, 50), sw.prev_state.text);
  tv_trace_builder_switch (
      self->builder, event->cpu, prev, kind,
      tv_trace_builder_intern (self->builder, sw.prev_state.text, (gssize) sw.prev_state.size),
      next, sw.next_prio, event->ts, event->where);
  return TRUE;
}

static gboolean
add_wakeup (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  TvSchedWakeup wakeup;
  guint32 utid;

  if (!tv_ftrace_parse_sched_wakeup (event->args, &wakeup))
    return FALSE;
  utid = tv_ftrace_threads_get_named (self->threads, wakeup.pid, wakeup.comm);
  if (event->event == TV_FTRACE_EVENT_SCHED_WAKING && self->has_wakeup)
    return TRUE;
  if (wakeup.is_success)
    tv_trace_builder_wake (self->builder, utid, event->utid, event->ts);
  return TRUE;
}

static gboolean
add_blocked_reason (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  TvSchedBlockedReason reason;
  guint32 function = TV_NONE;

  if (!tv_ftrace_parse_blocked_reason (event->args, &reason))
    return FALSE;
  if (reason.caller.size > 0)
    function = tv_trace_builder_intern (self->builder, reason.caller.text,
                                        (gssize) reason.caller.size);
  tv_trace_builder_blocked (self->builder, tv_ftrace_threads_get (self->threads, reason.pid),
                            reason.is_io_wait, function);
  return TRUE;
}

/* A thread made by the event's own: of its process, if the flags say so or nothing does. */
static void
start_thread (TvFtraceLanes *self,
              const TvFtraceLaneEvent *event,
              gint32 tid,
              TvSpan comm,
              gboolean is_same_process)
{
  guint32 utid = tv_ftrace_threads_get_named (self->threads, tid, comm);

  tv_trace_builder_start_thread (self->builder, utid, event->utid, event->ts);
  if (is_same_process)
    {
      guint32 upid = tv_trace_builder_get_thread_process (self->builder, event->utid);

      if (upid != TV_NONE && tv_trace_builder_get_thread_process (self->builder, utid) == TV_NONE)
        tv_trace_builder_set_thread_process (self->builder, utid, upid);
    }
}

static gboolean
add_task (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  TvTaskEvent task;
  guint32 utid;

  if (!tv_ftrace_parse_task (event->event, event->args, &task))
    return FALSE;
  switch (event->event)
    {
    case TV_FTRACE_EVENT_TASK_NEWTASK:
      start_thread (self, event, task.pid, task.comm, (task.clone_flags & CLONE_SAME_PROCESS) != 0);
      break;
    case TV_FTRACE_EVENT_SCHED_PROCESS_FORK:
      start_thread (self, event, task.child_pid, task.new_comm, FALSE);
      break;
    case TV_FTRACE_EVENT_TASK_RENAME:
      /* Newer kernels leave the id out: it is the task's own. */
      tv_ftrace_threads_name (self->threads,
                              task.pid >= 0 ? tv_ftrace_threads_get (self->threads, task.pid)
                                            : event->utid,
                              task.new_comm);
      break;
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXIT:
      utid = tv_ftrace_threads_get_named (self->threads, task.pid, task.comm);
      tv_trace_builder_end_thread (self->builder, utid, event->ts);
      break;
    default:
      /* exec names a file, not the task; free comes some time after the exit. */
      break;
    }
  return TRUE;
}

gboolean
tv_ftrace_lanes_sched (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  switch (event->event)
    {
    case TV_FTRACE_EVENT_SCHED_SWITCH:
      return add_switch (self, event);
    case TV_FTRACE_EVENT_SCHED_WAKEUP:
    case TV_FTRACE_EVENT_SCHED_WAKEUP_NEW:
    case TV_FTRACE_EVENT_SCHED_WAKING:
      return add_wakeup (self, event);
    case TV_FTRACE_EVENT_SCHED_BLOCKED_REASON:
      return add_blocked_reason (self, event);
    default:
      return add_task (self, event);
    }
}
