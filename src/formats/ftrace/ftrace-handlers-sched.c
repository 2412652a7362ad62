/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-handlers.h"

/* Handles switches, wakeups, blocked reasons, and the creation and names of tasks. Called by ftrace-handlers.c:
 * tv_ftrace_decode_sched() on any thread, tv_ftrace_handlers_meet_task() once per text, tv_ftrace_handlers_sched() in
 * time order. The last function runs at the same time as the other handlers, so it may call only the builder's
 * functions for scheduling and thread names. The other functions read or complete decoded events for ftrace-replay.c,
 * ftrace-lifetimes.c and ftrace-decoded-texts.c. */

/* CLONE_THREAD of clone(2): the new thread belongs to the same process. */
#define CLONE_SAME_PROCESS 0x10000

/* Indexes into the arrays of a decoded event. The kind of a switch is a #TvStateKind. */
#define COMM       0 /* in @strings: name of the previous task */
#define NEXT_COMM  1
#define STATE_TEXT 2
#define FUNCTION   0 /* in @strings: function in a blocked reason */
#define TASK       0 /* in @ids: tid, later replaced with the utid; -1 for the thread of the event */
#define NEXT_TASK  1
#define PRIORITY   0 /* in @values: priority of the next task */

/* Number of switches that suffice to determine which thread the line prefix names. */
#define MAX_SEARCHED 64

#define MAX_COMM 15 /* TASK_COMM_LEN of linux/sched.h without the final NUL, in bytes */

typedef enum
{
  UNKNOWN_STATE = 1 << 0,
  SUCCESS = 1 << 1,
  IO_WAIT = 1 << 2,
  SAME_PROCESS = 1 << 3,
  WHOLE_PROCESS = 1 << 4,
  HAS_CONTEXT = 1 << 5,
  IN_IRQ = 1 << 6,
} Flags;

/* ---- Decoding ---- */

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

/* Sets the thread id and the name of a task. Placeholder names are dropped. */
static void
set_task (TvFtraceDecodedEvents *self, guint which, gint32 tid, TvSpan comm, TvFtraceDecoded *out)
{
  out->ids[which] = tid;
  if (tv_ftrace_threads_is_name (comm))
    out->strings[which] = tv_ftrace_decoded_events_string (self, comm);
}

static gboolean
decode_switch (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSchedSwitch sw;
  guint state;

  if (!tv_kernel_args_get_switch (args, &sw))
    return FALSE;
  if (sw.prev_state_bits >= 0)
    {
      tv_ftrace_put_state (sw.prev_state_bits, self->text);
      sw.prev_state = (TvSpan){ self->text->str, self->text->len };
    }
  set_task (self, TASK, sw.prev_pid, sw.prev_comm, out);
  set_task (self, NEXT_TASK, sw.next_pid, sw.next_comm, out);
  out->strings[STATE_TEXT] = tv_ftrace_decoded_events_string (self, sw.prev_state);
  out->values[PRIORITY] = sw.next_prio;
  if (tv_ftrace_parse_state (sw.prev_state, &state))
    out->kind = (guint8) get_state_kind (state);
  else
    {
      out->kind = TV_STATE_OTHER;
      out->flags = UNKNOWN_STATE;
    }
  return TRUE;
}

static gboolean
is_wakeup (const TvFtraceDecoded *decoded)
{
  return decoded->category == TV_FTRACE_CATEGORY_SCHED &&
         (decoded->event == TV_FTRACE_EVENT_SCHED_WAKEUP ||
          decoded->event == TV_FTRACE_EVENT_SCHED_WAKEUP_NEW ||
          decoded->event == TV_FTRACE_EVENT_SCHED_WAKING);
}

/**
 * tv_ftrace_decoded_set_context:
 * @decoded: (inout): a decoded event
 * @irq_context: whether the event occurred in an interrupt: 1 or 0; -1 if not recorded
 *
 * Sets the context of a wakeup whose text does not contain the context. Does nothing for other events.
 */
void
tv_ftrace_decoded_set_context (TvFtraceDecoded *decoded, gint8 irq_context)
{
  if (irq_context >= 0 && is_wakeup (decoded))
    decoded->flags |= HAS_CONTEXT | (irq_context > 0 ? IN_IRQ : 0);
}

static gboolean
decode_wakeup (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSchedWakeup wakeup;

  if (!tv_kernel_args_get_wakeup (args, &wakeup))
    return FALSE;
  set_task (self, TASK, wakeup.pid, wakeup.comm, out);
  out->flags = wakeup.is_success ? SUCCESS : 0;
  if (wakeup.flags >= 0)
    out->flags |= HAS_CONTEXT | ((wakeup.flags & TV_FTRACE_FLAG_IRQ) != 0 ? IN_IRQ : 0);
  return TRUE;
}

static gboolean
decode_blocked_reason (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSchedBlockedReason reason;

  if (!tv_ftrace_parse_blocked_reason (args->bytes, &reason))
    return FALSE;
  out->ids[TASK] = reason.pid;
  out->flags = reason.is_io_wait ? IO_WAIT : 0;
  if (reason.caller.size > 0)
    out->strings[FUNCTION] = tv_ftrace_decoded_events_string (self, reason.caller);
  return TRUE;
}

/* Returns the initial name of a program's main thread: the file name, truncated as by the kernel. */
static TvSpan
get_program (TvSpan file)
{
  const char *slash = memrchr (file.text, '/', file.size);

  if (slash != NULL)
    file = (TvSpan){ slash + 1, file.size - (gsize) (slash + 1 - file.text) };
  return (TvSpan){ file.text, MIN (file.size, MAX_COMM) };
}

static gboolean
decode_task (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvTaskEvent task;

  if (!tv_kernel_args_get_task (args, out->event, &task))
    return FALSE;
  switch ((TvFtraceEvent) out->event)
    {
    case TV_FTRACE_EVENT_TASK_NEWTASK:
      set_task (self, TASK, task.pid, task.comm, out);
      out->flags = (task.clone_flags & CLONE_SAME_PROCESS) != 0 ? SAME_PROCESS : 0;
      break;
    case TV_FTRACE_EVENT_SCHED_PROCESS_FORK:
      set_task (self, TASK, task.child_pid, task.new_comm, out);
      break;
    case TV_FTRACE_EVENT_TASK_RENAME:
      set_task (self, TASK, task.pid, task.new_comm, out);
      break;
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXIT:
      set_task (self, TASK, task.pid, task.comm, out);
      out->flags = task.is_group_dead ? WHOLE_PROCESS : 0;
      break;
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXEC:
      set_task (self, TASK, task.pid, get_program (task.comm), out);
      break;
    default:
      set_task (self, TASK, task.pid, task.comm, out);
      break;
    }
  return TRUE;
}

gboolean
tv_ftrace_decode_sched (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  switch ((TvFtraceEvent) out->event)
    {
    case TV_FTRACE_EVENT_SCHED_SWITCH:
      return decode_switch (self, args, out);
    case TV_FTRACE_EVENT_SCHED_WAKEUP:
    case TV_FTRACE_EVENT_SCHED_WAKEUP_NEW:
    case TV_FTRACE_EVENT_SCHED_WAKING:
      return decode_wakeup (self, args, out);
    case TV_FTRACE_EVENT_SCHED_BLOCKED_REASON:
      return decode_blocked_reason (self, args, out);
    default:
      return decode_task (self, args, out);
    }
}

/* ---- Handlers ---- */

/* Replaces the tids in a decoded event with utids. */
void
tv_ftrace_handlers_meet_task (TvFtraceHandlers *self, TvFtraceDecoded *decoded)
{
  /* Newer kernels omit the tid of a renamed task, because the task is the thread of the event. A freed task usually
   * ended before the log began; its thread is looked up when all threads that used the tid are known. */
  if ((decoded->event == TV_FTRACE_EVENT_TASK_RENAME && decoded->ids[TASK] < 0) ||
      decoded->event == TV_FTRACE_EVENT_SCHED_PROCESS_FREE)
    return;
  decoded->ids[TASK] = (gint32) tv_ftrace_threads_ensure (self->threads, decoded->ids[TASK]);
  if (decoded->event == TV_FTRACE_EVENT_SCHED_SWITCH)
    decoded->ids[NEXT_TASK] = (gint32) tv_ftrace_threads_ensure (self->threads,
                                                                 decoded->ids[NEXT_TASK]);
}

/**
 * tv_ftrace_handlers_is_same_process:
 * @decoded: a decoded task_newtask
 *
 * Returns: whether the new thread belongs to the process of its creator
 */
gboolean
tv_ftrace_handlers_is_same_process (const TvFtraceDecoded *decoded)
{
  return (decoded->flags & SAME_PROCESS) != 0;
}

/**
 * tv_ftrace_handlers_is_whole_process:
 * @decoded: a decoded sched_process_exit
 *
 * Returns: whether the process ends together with the thread
 */
gboolean
tv_ftrace_handlers_is_whole_process (const TvFtraceDecoded *decoded)
{
  return (decoded->flags & WHOLE_PROCESS) != 0;
}

static guint32
get_utid (const TvFtraceHandlers *self, const TvFtraceHandlerEvent *event, guint which)
{
  gint32 task = event->decoded->ids[which];

  return task >= 0
             ? tv_ftrace_threads_get_now (self->threads, TV_FTRACE_CONSUMER_SCHED, (guint32) task)
             : event->utid;
}

static guint32
get_task (const TvFtraceHandlers *self,
          const TvFtraceHandlerEvent *event,
          guint which,
          TvFtraceNameSource source)
{
  guint32 utid = get_utid (self, event, which);

  tv_ftrace_threads_name (self->threads, utid, source,
                          tv_ftrace_handler_event_string (event, which));
  return utid;
}

/* Adds a switch. Ignores the thread in the line prefix, because HongMeng prints the next thread there. */
static void
add_switch (const TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  const TvFtraceDecoded *decoded = event->decoded;
  guint32 prev = get_task (self, event, TASK, TV_FTRACE_NAME_EVENT);
  guint32 next = get_task (self, event, NEXT_TASK, TV_FTRACE_NAME_EVENT);
  guint32 state_text = tv_ftrace_handler_event_string (event, STATE_TEXT);

  if (decoded->flags & UNKNOWN_STATE)
    tv_trace_builder_add_sched_problem (self->builder, TV_PROBLEM_UNKNOWN_STATE, event->file_offset,
                                        "%.50s",
                                        tv_trace_builder_get_string (self->builder, state_text));
  tv_trace_builder_switch (self->builder, event->cpu, prev, decoded->kind, state_text, next,
                           (gint32) decoded->values[PRIORITY], event->ts, event->file_offset);
}

/* Returns whether the wakeup occurred in an interrupt, encoded as in #TvState; -1 if unknown. */
static gint8
get_irq_context (const TvFtraceDecoded *decoded)
{
  if ((decoded->flags & HAS_CONTEXT) == 0)
    return -1;
  return (decoded->flags & IN_IRQ) != 0;
}

static void
add_wakeup (const TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 utid = get_task (self, event, TASK, TV_FTRACE_NAME_EVENT);

  if ((event->decoded->flags & SUCCESS) == 0)
    return;
  if (event->decoded->event == TV_FTRACE_EVENT_SCHED_WAKING &&
      tv_ftrace_event_set_has (event->origin->seen, TV_FTRACE_EVENT_SCHED_WAKEUP))
    tv_trace_builder_note_waking (self->builder, utid, event->utid,
                                  get_irq_context (event->decoded), event->ts);
  else
    tv_trace_builder_wake (self->builder, utid, event->utid, get_irq_context (event->decoded),
                           event->origin->wakes_preempted, event->ts);
}

/* Sets the process of a new thread: the creator's process if the clone flags require this, otherwise a new process
 * with the new thread as its main thread. A thread that executes a program is also treated as a main thread. Runs
 * together with the handlers of non-scheduling events, because marks also name processes. */
void
tv_ftrace_handlers_inherit (const TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 utid = tv_ftrace_threads_get_now (self->threads, TV_FTRACE_CONSUMER_REST,
                                            (guint32) event->decoded->ids[TASK]);
  guint32 upid = tv_trace_builder_get_thread_process (self->builder, event->utid);

  /* Idle threads have no process. */
  if (tv_trace_builder_get_thread_id (self->builder, utid) == 0)
    return;
  if ((event->decoded->flags & SAME_PROCESS) == 0)
    tv_ftrace_threads_make_process (self->threads, utid);
  else if (upid != TV_NONE && tv_trace_builder_get_thread_process (self->builder, utid) == TV_NONE)
    tv_trace_builder_set_thread_process (self->builder, utid, upid);
}

void
tv_ftrace_handlers_sched (const TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  switch ((TvFtraceEvent) event->decoded->event)
    {
    case TV_FTRACE_EVENT_SCHED_SWITCH:
      add_switch (self, event);
      break;
    case TV_FTRACE_EVENT_SCHED_WAKEUP:
    case TV_FTRACE_EVENT_SCHED_WAKEUP_NEW:
    case TV_FTRACE_EVENT_SCHED_WAKING:
      add_wakeup (self, event);
      break;
    case TV_FTRACE_EVENT_SCHED_BLOCKED_REASON:
      tv_trace_builder_add_blocked_reason (self->builder, get_utid (self, event, TASK),
                                           (event->decoded->flags & IO_WAIT) != 0,
                                           tv_ftrace_handler_event_string (event, FUNCTION));
      break;
    case TV_FTRACE_EVENT_TASK_NEWTASK:
      /* Compact scheduling does not include sched_wakeup_new, and logs may lack it. A second wakeup has no effect. */
      tv_trace_builder_wake (self->builder, get_task (self, event, TASK, TV_FTRACE_NAME_BIRTH),
                             event->utid, -1, FALSE, event->ts);
      break;
    case TV_FTRACE_EVENT_SCHED_PROCESS_FORK:
      get_task (self, event, TASK, TV_FTRACE_NAME_BIRTH);
      break;
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXEC:
      /* If the log contains renames, a rename event also accompanies each exec. */
      if (!tv_ftrace_event_set_has (event->origin->seen, TV_FTRACE_EVENT_TASK_RENAME))
        get_task (self, event, TASK, TV_FTRACE_NAME_RENAME);
      break;
    case TV_FTRACE_EVENT_TASK_RENAME:
      get_task (self, event, TASK, TV_FTRACE_NAME_RENAME);
      break;
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXIT:
      get_task (self, event, TASK, TV_FTRACE_NAME_EVENT);
      break;
    default:
      break;
    }
}

/* ---- Line prefixes ---- */

/**
 * tv_ftrace_handlers_prefix_has_current_thread:
 * @builder: a builder with the events of one log
 * @events: #TvFtraceEvent per string, for event names
 *
 * Determines whether the line prefix names the CPU's current thread, as on Linux. HongMeng prints the next thread in
 * the prefix of a switch; in lines of a client, it prints the server thread that works for the client.
 *
 * Returns: whether the line prefix names the current thread
 */
gboolean
tv_ftrace_handlers_prefix_has_current_thread (TvTraceBuilder *builder, const guint8 *events)
{
  g_autoptr (GStringChunk) texts = g_string_chunk_new (64);
  guint32 n = tv_trace_builder_get_n_events (builder), n_prev = 0, n_next = 0;

  for (guint32 row = 0; row < n && n_prev + n_next < MAX_SEARCHED; row++)
    {
      TvLogEvent event;
      TvSchedSwitch sw;
      TvKernelArgs args;
      guint32 tid;

      tv_trace_builder_select_event (builder, row, &event);
      if (events[tv_trace_builder_get_text_name (builder, event.text)] !=
          TV_FTRACE_EVENT_SCHED_SWITCH)
        continue;
      args = tv_kernel_args_get (builder, event.text, texts);
      if (!tv_kernel_args_get_switch (&args, &sw))
        continue;
      tid = tv_trace_builder_get_thread_id (builder, event.utid);
      n_prev += tid == (guint32) sw.prev_pid && sw.prev_pid != sw.next_pid;
      n_next += tid == (guint32) sw.next_pid && sw.prev_pid != sw.next_pid;
    }
  return n_next <= n_prev;
}
