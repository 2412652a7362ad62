/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-event.h"

#include <string.h>

#include "formats/ftrace/ftrace-match.h"
#include "formats/ftrace/kernel-event-text.h"

/* Parses the arguments of kernel events, such as `prev_comm=… prev_pid=… ==> next_comm=…`, without copying them:
 * strings in the results point into the text or are static. Called by kernel-args.c, which chooses between text and
 * message, by the handlers and by the cutter. The functions are pure. A table lists the pairs of events that begin
 * and end the same activity. */

#define E(name) TV_FTRACE_EVENT_##name
/* Events that begin an activity, each with the events that end it. The kernel records only enabled events, so either
 * side may be missing. */
static const struct
{
  TvFtraceEvent begin;
  TvFtraceEvent ends[2];
} pairs[] = {
  { E (IRQ_HANDLER_ENTRY), { E (IRQ_HANDLER_EXIT) } },
  { E (SOFTIRQ_ENTRY), { E (SOFTIRQ_EXIT) } },
  { E (IPI_ENTRY), { E (IPI_EXIT) } },
  { E (LOCAL_TIMER_ENTRY), { E (LOCAL_TIMER_EXIT) } },
  { E (HRTIMER_EXPIRE_ENTRY), { E (HRTIMER_EXPIRE_EXIT) } },
  { E (TIMER_EXPIRE_ENTRY), { E (TIMER_EXPIRE_EXIT) } },
  { E (TASKLET_ENTRY), { E (TASKLET_EXIT) } },
  { E (WORKQUEUE_EXECUTE_START), { E (WORKQUEUE_EXECUTE_END) } },
  { E (NAPI_GRO_RECEIVE_ENTRY), { E (NAPI_GRO_RECEIVE_EXIT) } },
  { E (SYS_ENTER), { E (SYS_EXIT) } },
  { E (DMA_FENCE_WAIT_START), { E (DMA_FENCE_WAIT_END) } },
  { E (DMA_FENCE_INIT), { E (DMA_FENCE_SIGNALED) } },
  { E (DMA_FENCE_EMIT), { E (DMA_FENCE_SIGNALED) } },
  { E (DRM_RUN_JOB), { E (DRM_SCHED_PROCESS_JOB), E (DRM_SCHED_JOB_DONE) } },
  { E (DRM_SCHED_JOB_RUN), { E (DRM_SCHED_PROCESS_JOB), E (DRM_SCHED_JOB_DONE) } },
  { E (BLOCK_RQ_ISSUE), { E (BLOCK_RQ_COMPLETE) } },
  { E (BLOCK_IO_START), { E (BLOCK_IO_DONE) } },
  { E (ANDROID_FS_DATAREAD_START), { E (ANDROID_FS_DATAREAD_END) } },
  { E (ANDROID_FS_DATAWRITE_START), { E (ANDROID_FS_DATAWRITE_END) } },
  { E (MM_VMSCAN_DIRECT_RECLAIM_BEGIN), { E (MM_VMSCAN_DIRECT_RECLAIM_END) } },
  { E (MM_VMSCAN_KSWAPD_WAKE), { E (MM_VMSCAN_KSWAPD_SLEEP) } },
  { E (WAKEUP_SOURCE_ACTIVATE), { E (WAKEUP_SOURCE_DEACTIVATE) } },
  { E (BINDER_LOCK), { E (BINDER_LOCKED) } },
  { E (BINDER_LOCKED), { E (BINDER_UNLOCK) } },
  { E (BINDER_TRANSACTION), { E (BINDER_TRANSACTION_RECEIVED), E (BINDER_RETURN) } },
  { E (FUNCGRAPH_ENTRY), { E (FUNCGRAPH_EXIT) } },
};
#undef E

static inline gboolean
has_end (TvFtraceEventSet seen, guint pair)
{
  for (guint i = 0; i < G_N_ELEMENTS (pairs[pair].ends); i++)
    if (pairs[pair].ends[i] != TV_FTRACE_EVENT_OTHER &&
        tv_ftrace_event_set_has (seen, pairs[pair].ends[i]))
      return TRUE;
  return FALSE;
}

/**
 * tv_ftrace_event_set_find_endless:
 * @seen: event types in a log
 *
 * Returns: begin events in @seen whose end events do not occur in the log
 */
TvFtraceEventSet
tv_ftrace_event_set_find_endless (TvFtraceEventSet seen)
{
  TvFtraceEventSet endless = 0;

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (tv_ftrace_event_set_has (seen, pairs[i].begin) && !has_end (seen, i))
      tv_ftrace_event_set_add (&endless, pairs[i].begin);
  return endless;
}

/**
 * tv_ftrace_event_set_find_beginless:
 * @seen: event types in a log
 *
 * Returns: end events in @seen whose begin events do not occur in the log
 */
TvFtraceEventSet
tv_ftrace_event_set_find_beginless (TvFtraceEventSet seen)
{
  TvFtraceEventSet ends = 0, begun = 0;

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (guint end = 0; end < G_N_ELEMENTS (pairs[i].ends); end++)
      {
        tv_ftrace_event_set_add (&ends, pairs[i].ends[end]);
        if (tv_ftrace_event_set_has (seen, pairs[i].begin))
          tv_ftrace_event_set_add (&begun, pairs[i].ends[end]);
      }
  return seen & ends & ~begun & ~((TvFtraceEventSet) 1 << TV_FTRACE_EVENT_OTHER);
}

/* Events that are not in @pairs, but whose presence in a log also affects how other events are interpreted. */
static const TvFtraceEvent deciding[] = {
  TV_FTRACE_EVENT_SCHED_SWITCH,        TV_FTRACE_EVENT_SCHED_WAKEUP,
  TV_FTRACE_EVENT_TASK_NEWTASK,        TV_FTRACE_EVENT_TASK_RENAME,
  TV_FTRACE_EVENT_SCHED_PROCESS_EXEC,  TV_FTRACE_EVENT_SCHED_PROCESS_EXIT,
  TV_FTRACE_EVENT_SCHED_PROCESS_FORK,  TV_FTRACE_EVENT_CLK_SET_RATE_COMPLETE,
  TV_FTRACE_EVENT_CLK_ENABLE_COMPLETE, TV_FTRACE_EVENT_CLK_DISABLE_COMPLETE,
};

/**
 * tv_ftrace_event_set_find_lacking:
 * @whole: event types in a log
 * @part: event types in a part of the log
 *
 * Returns: event types that @part lacks and whose absence changes the interpretation of @part
 */
TvFtraceEventSet
tv_ftrace_event_set_find_lacking (TvFtraceEventSet whole, TvFtraceEventSet part)
{
  TvFtraceEventSet wanted = 0;

  for (guint i = 0; i < G_N_ELEMENTS (deciding); i++)
    tv_ftrace_event_set_add (&wanted, deciding[i]);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (has_end (part, i))
      tv_ftrace_event_set_add (&wanted, pairs[i].begin);
    else if (tv_ftrace_event_set_has (part, pairs[i].begin))
      for (guint end = 0; end < G_N_ELEMENTS (pairs[i].ends); end++)
        tv_ftrace_event_set_add (&wanted, pairs[i].ends[end]);
  return wanted & whole & ~part & ~((TvFtraceEventSet) 1 << TV_FTRACE_EVENT_OTHER);
}

/**
 * tv_ftrace_parse_state:
 * @text: kernel state letters, such as `S`, `R+` or `D|K`
 * @state: (out): bits of #TvTaskState
 *
 * Parses the letters of a task state.
 *
 * Returns: whether all letters are known
 */
gboolean
tv_ftrace_parse_state (TvSpan text, guint *state)
{
  static const char letters[] = "RSDTtXZPIxKWN+"; /* in the order of the bits of TvTaskState */

  *state = 0;
  for (gsize i = 0; i < text.size; i++)
    {
      const char *letter;

      if (text.text[i] == '|' && i > 0 && i + 1 < text.size)
        continue;
      letter = memchr (letters, text.text[i], strlen (letters));
      if (letter == NULL)
        return FALSE;
      *state |= 1u << (letter - letters);
    }
  return *state != 0 && *state != TV_TASK_STATE_PREEMPTED;
}

/**
 * tv_ftrace_put_state:
 * @bits: a prev_state as a number
 * @text: (inout): receives kernel state letters, such as `S`, `R+` or `D|K`
 *
 * Formats a task state that consists of TASK_… constants of kernel 4.14 and the flag that sched_switch adds for
 * preemption. Formats a number with other bits in decimal. Replaces the content of @text.
 */
void
tv_ftrace_put_state (gint64 bits, GString *text)
{
  static const char letters[] = "SDTtXZPI";
  const gint64 preempted = 1 << (sizeof letters - 1);

  g_string_truncate (text, 0);
  if (bits >= 2 * preempted)
    {
      g_string_printf (text, "%" G_GINT64_FORMAT, bits);
      return;
    }
  for (guint i = 0; i < strlen (letters); i++)
    if (bits & (1 << i))
      {
        if (text->len > 0)
          g_string_append_c (text, '|');
        g_string_append_c (text, letters[i]);
      }
  if (text->len == 0)
    g_string_append_c (text, 'R');
  if (bits & preempted)
    g_string_append_c (text, '+');
}

/* Parses raw fields as printed by trace-cmd report -R. */
static gboolean
parse_raw_switch (TvSpan args, TvSchedSwitch *out)
{
  return match (args,
                "prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%l next_comm=%s next_pid=%d "
                "next_prio=%d",
                &out->prev_comm, &out->prev_pid, &out->prev_prio, &out->prev_state_bits,
                &out->next_comm, &out->next_pid, &out->next_prio) != NULL &&
         out->prev_state_bits >= 0;
}

gboolean
tv_ftrace_parse_sched_switch (TvSpan args, TvSchedSwitch *out)
{
  memset (out, 0, sizeof *out);
  out->prev_state_bits = -1;
  return match (args,
                "prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%w ==> next_comm=%s next_pid=%d "
                "next_prio=%d",
                &out->prev_comm, &out->prev_pid, &out->prev_prio, &out->prev_state, &out->next_comm,
                &out->next_pid, &out->next_prio) != NULL ||
         match (args, "%s:%d [%d] %w ==> %s:%d [%d]", &out->prev_comm, &out->prev_pid,
                &out->prev_prio, &out->prev_state, &out->next_comm, &out->next_pid,
                &out->next_prio) != NULL ||
         parse_raw_switch (args, out);
}

/* Parses sched_wakeup, sched_wakeup_new and sched_waking as printed by the kernel, by Perfetto or by trace-cmd. */
gboolean
tv_ftrace_parse_sched_wakeup (TvSpan args, TvSchedWakeup *out)
{
  const char *behind;
  gint32 success = 1;
  gint64 cpu, flags;
  TvSpan rest;

  memset (out, 0, sizeof *out);
  out->flags = -1;
  behind = match (args, "comm=%s pid=%d prio=%d target_cpu=%d", &out->comm, &out->pid, &out->prio,
                  &out->target_cpu);
  if (behind == NULL)
    behind = match (args, "comm=%s pid=%d prio=%d success=%d target_cpu=%d", &out->comm, &out->pid,
                    &out->prio, &success, &out->target_cpu);
  if (behind != NULL)
    {
      rest = (TvSpan){ behind, args.text + args.size - behind };
      if (rest.size > 0 && tv_ftrace_find_long (rest, "common_flags=", &flags) && flags >= 0)
        out->flags = (gint32) MIN (flags, G_MAXINT32);
      out->is_success = success != 0;
      return TRUE;
    }
  out->target_cpu = -1;
  out->is_success = TRUE;
  if (match (args, "comm=%s pid=%d prio=%d", &out->comm, &out->pid, &out->prio) != NULL)
    return TRUE;
  behind = match (args, "%s:%d [%d]", &out->comm, &out->pid, &out->prio);
  if (behind == NULL)
    return FALSE;
  rest = (TvSpan){ behind, args.text + args.size - behind };
  if (tv_ftrace_find_long (rest, "success=", &cpu))
    out->is_success = cpu != 0;
  if (tv_ftrace_find_long (rest, "CPU:", &cpu) && cpu >= 0 && cpu <= TV_FTRACE_MAX_CPU)
    out->target_cpu = (gint32) cpu;
  return TRUE;
}

gboolean
tv_ftrace_parse_blocked_reason (TvSpan args, TvSchedBlockedReason *out)
{
  gint32 io_wait;
  const char *behind;
  TvSpan rest;

  memset (out, 0, sizeof *out);
  out->delay = -1;
  behind = match (args, "pid=%d iowait=%d", &out->pid, &io_wait);
  if (behind == NULL)
    behind = match (args, "pid=%d io_wait=%d", &out->pid, &io_wait);
  if (behind == NULL)
    behind = match (args, "pid=%d caller=%s io_wait=%d", &out->pid, &out->caller, &io_wait);
  if (behind == NULL)
    return FALSE;
  out->is_io_wait = io_wait != 0;
  rest = (TvSpan){ behind, args.text + args.size - behind };
  /* A function in a module is "f+0x1/0x2 [module]". */
  if (tv_ftrace_find_field (rest, "caller=", &rest) &&
      match (rest, "%s delay=%l", &out->caller, &out->delay) == NULL)
    out->caller = rest;
  out->caller = tv_ftrace_trim_end (out->caller);
  return TRUE;
}

/* Parses the sched_process_… and task_… events. */
gboolean
tv_ftrace_parse_task (TvFtraceEvent event, TvSpan args, TvTaskEvent *out)
{
  const char *behind;
  TvSpan before;

  memset (out, 0, sizeof *out);
  out->pid = out->child_pid = -1;
  switch ((guint) event)
    {
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXEC:
      return match (args, "filename=%s pid=%d old_pid=", &out->comm, &out->pid) != NULL;
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXIT:
    case TV_FTRACE_EVENT_SCHED_PROCESS_FREE:
      behind = match (args, "comm=%s pid=%d prio=", &out->comm, &out->pid);
      if (behind == NULL)
        return FALSE;
      args = (TvSpan){ behind, args.text + args.size - behind };
      out->is_group_dead = match (args, "%s group_dead=true", &before) != NULL;
      return TRUE;
    case TV_FTRACE_EVENT_SCHED_PROCESS_FORK:
      return match (args, "comm=%s pid=%d child_comm=%s child_pid=%d", &out->comm, &out->pid,
                    &out->new_comm, &out->child_pid) != NULL ||
             match (args, "parent_comm=%s parent_pid=%d child_comm=%s child_pid=%d", &out->comm,
                    &out->pid, &out->new_comm, &out->child_pid) != NULL;
    case TV_FTRACE_EVENT_TASK_NEWTASK:
      return match (args, "pid=%d comm=%s clone_flags=%x", &out->pid, &out->comm,
                    &out->clone_flags) != NULL;
    case TV_FTRACE_EVENT_TASK_RENAME:
      /* Newer kernels omit the pid, which is that of the line's task. */
      return match (args, "pid=%d oldcomm=%s newcomm=%s oom_score_adj=", &out->pid, &out->comm,
                    &out->new_comm) != NULL ||
             match (args, "oldcomm=%s newcomm=%s oom_score_adj=", &out->comm, &out->new_comm) !=
                 NULL;
    default:
      return FALSE;
    }
}

/* Parses cpu_frequency, cpu_idle, clock_… and other events with a state and a CPU. */
gboolean
tv_ftrace_parse_cpu_state (TvSpan args, TvCpuState *out)
{
  memset (out, 0, sizeof *out);
  return match (args, "state=%l cpu_id=%d", &out->state, &out->cpu) != NULL ||
         match (args, "name=%s state=%l cpu_id=%d", &out->name, &out->state, &out->cpu) != NULL ||
         match (args, "%s state=%l cpu_id=%d", &out->name, &out->state, &out->cpu) != NULL;
}

/* Parses clk_set_rate, clk_enable, clk_disable and their _complete events. Only clk_set_rate contains a rate. */
gboolean
tv_ftrace_parse_clk (TvFtraceEvent event, TvSpan args, TvCpuState *out)
{
  TvSpan name;

  memset (out, 0, sizeof *out);
  args = tv_ftrace_trim_end (args);
  if (event == TV_FTRACE_EVENT_CLK_SET_RATE || event == TV_FTRACE_EVENT_CLK_SET_RATE_COMPLETE)
    return match (args, "name=%s rate=%l", &out->name, &out->state) != NULL ||
           match (args, "%w %l", &out->name, &out->state) != NULL;
  out->name = args;
  if (match (args, "name=%s", &name) != NULL)
    out->name = name;
  return out->name.size > 0;
}

gboolean
tv_ftrace_parse_cpu_limits (TvSpan args, TvCpuFrequencyLimits *out)
{
  memset (out, 0, sizeof *out);
  return match (args, "min=%l max=%l cpu_id=%d", &out->min, &out->max, &out->cpu) != NULL ||
         match (args, "min_freq=%l max_freq=%l cpu_id=%d", &out->min, &out->max, &out->cpu) != NULL;
}

/* Parses the reason of an inter-processor interrupt: "(Rescheduling interrupts)" with an optional prefix, or the
 * field "reason=". */
static gboolean
parse_ipi (TvSpan args, TvSpan *reason)
{
  const char *open;

  args = tv_ftrace_trim_end (args);
  if (tv_ftrace_find_field (args, "reason=", reason))
    return TRUE;
  open = memchr (args.text, '(', args.size);
  if (open == NULL || args.text[args.size - 1] != ')')
    return FALSE;
  *reason = (TvSpan){ open + 1, args.text + args.size - open - 2 };
  return TRUE;
}

/* Parses the vector of a softirq, "vec=9", as printed by trace-cmd report -R. */
static gboolean
parse_softirq_number (TvSpan args, TvIrqEvent *out)
{
  const char *name;

  if (match (args, "vec=%l", &out->number) == NULL)
    return FALSE;
  name = tv_kernel_softirq_name ((guint64) out->number);
  if (name != NULL)
    out->name = (TvSpan){ name, strlen (name) };
  return TRUE;
}

/* Parses the irq_handler_…, softirq_… and ipi_… events. */
gboolean
tv_ftrace_parse_irq (TvFtraceEvent event, TvSpan args, TvIrqEvent *out)
{
  memset (out, 0, sizeof *out);
  out->number = -1;
  args = tv_ftrace_trim_end (args);
  switch ((guint) event)
    {
    case TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY:
      return match (args, "irq=%l name=%s", &out->number, &out->name) != NULL;
    case TV_FTRACE_EVENT_IRQ_HANDLER_EXIT:
      return match (args, "irq=%l ret=%s", &out->number, &out->name) != NULL;
    case TV_FTRACE_EVENT_SOFTIRQ_ENTRY:
    case TV_FTRACE_EVENT_SOFTIRQ_EXIT:
    case TV_FTRACE_EVENT_SOFTIRQ_RAISE:
      return match (args, "vec=%l [action=%s]", &out->number, &out->name) != NULL ||
             parse_softirq_number (args, out);
    case TV_FTRACE_EVENT_IPI_ENTRY:
    case TV_FTRACE_EVENT_IPI_EXIT:
    case TV_FTRACE_EVENT_IPI_RAISE:
      return parse_ipi (args, &out->name);
    default:
      return FALSE;
    }
}

/**
 * tv_binder_set_failure:
 * @binder: (inout): a binder_return with its code
 *
 * Sets @failure if the return code reports a failed call. These codes are _IO ('r', 5), 17 and 18 from
 * linux/android/binder.h.
 */
void
tv_binder_set_failure (TvBinderTransaction *binder)
{
  static const struct
  {
    guint64 code;
    const char *name;
  } failures[] = { { 0x7205, "BR_DEAD_REPLY" },
                   { 0x7211, "BR_FAILED_REPLY" },
                   { 0x7212, "BR_FROZEN_REPLY" } };

  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++)
    if (failures[i].code == binder->code)
      binder->failure = failures[i].name;
}

/* Parses "cmd=0x7211 BR_FAILED_REPLY", or the number alone. */
static gboolean
parse_binder_return (TvSpan args, TvBinderTransaction *out)
{
  if (match (args, "cmd=%l", &out->code) == NULL && match (args, "cmd=%x", &out->code) == NULL)
    return FALSE;
  tv_binder_set_failure (out);
  return TRUE;
}

/* Parses the binder_transaction… events and binder_return. */
gboolean
tv_ftrace_parse_binder (TvFtraceEvent event, TvSpan args, TvBinderTransaction *out)
{
  memset (out, 0, sizeof *out);
  switch ((guint) event)
    {
    case TV_FTRACE_EVENT_BINDER_TRANSACTION:
      return match (args,
                    "transaction=%l dest_node=%l dest_proc=%d dest_thread=%d reply=%d flags=%x "
                    "code=%x",
                    &out->transaction, &out->dest_node, &out->dest_proc, &out->dest_thread,
                    &out->is_reply, &out->flags, &out->code) != NULL ||
             match (args,
                    "debug_id=%l target_node=%l to_proc=%d to_thread=%d reply=%d code=%l flags=%l",
                    &out->transaction, &out->dest_node, &out->dest_proc, &out->dest_thread,
                    &out->is_reply, &out->code, &out->flags) != NULL;
    case TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED:
      return match (args, "transaction=%l", &out->transaction) != NULL ||
             match (args, "debug_id=%l", &out->transaction) != NULL;
    case TV_FTRACE_EVENT_BINDER_TRANSACTION_ALLOC_BUF:
      return match (args, "transaction=%l data_size=%l offsets_size=%l", &out->transaction,
                    &out->data_size, &out->offsets_size) != NULL ||
             match (args, "debug_id=%l data_size=%l offsets_size=%l", &out->transaction,
                    &out->data_size, &out->offsets_size) != NULL;
    case TV_FTRACE_EVENT_BINDER_RETURN:
      return parse_binder_return (args, out);
    default:
      return FALSE;
    }
}

/* Parses binder_lock, binder_locked and binder_unlock: `tag=binder_ioctl`. */
gboolean
tv_ftrace_parse_binder_lock (TvSpan args, TvSpan *tag)
{
  return match (tv_ftrace_trim_end (args), "tag=%s", tag) != NULL;
}

/* Parses the workqueue_execute_… events. */
gboolean
tv_ftrace_parse_workqueue (TvSpan args, TvWorkqueueEvent *out)
{
  memset (out, 0, sizeof *out);
  args = tv_ftrace_trim_end (args);
  if (match (args, "work struct %x: function %s", &out->work, &out->function) != NULL ||
      match (args, "work=%x function=%w", &out->work, &out->function) != NULL)
    return TRUE;
  out->function = (TvSpan){ args.text, 0 };
  return match (args, "work struct %x", &out->work) != NULL;
}

/* Parses the hrtimer_expire_…, timer_expire_… and tasklet_… events: `hrtimer=00000000a1 function=tick_nohz_handler
 * now=1078816019181`. Sets @function to an empty span if the event names no function, as most exit events. Removes a
 * zero offset from the function. */
gboolean
tv_ftrace_parse_timer (TvSpan args, TvSpan *function)
{
  if (args.size == 0)
    return FALSE;
  if (!tv_ftrace_find_word (args, "function=", function))
    *function = (TvSpan){ args.text, 0 };
  *function = tv_ftrace_trim_offset (*function);
  return TRUE;
}

/* Removes a zero offset: "f+0x0/0x140" and "f/0x0" denote the start of function f. */
TvSpan
tv_ftrace_trim_offset (TvSpan function)
{
  const char *at = memmem (function.text, function.size, "+0x0/", 5);

  if (at == NULL)
    at = memmem (function.text, function.size, "/0x0", 4);
  return at != NULL && at > function.text ? (TvSpan){ function.text, at - function.text }
                                          : function;
}

static gboolean
parse_rss (TvSpan args, TvMemoryEvent *out)
{
  gint64 is_current, member;
  const char *name;

  if (!tv_ftrace_find_long (args, "size=", &out->value))
    return FALSE;
  tv_ftrace_find_long (args, "mm_id=", &out->id);
  if (tv_ftrace_find_long (args, "curr=", &is_current))
    out->is_current = is_current != 0;
  if (tv_ftrace_find_word (args, "type=", &out->name) ||
      !tv_ftrace_find_word (args, "member=", &out->name))
    return TRUE;
  if (tv_ftrace_find_long (args, "member=", &member) &&
      (name = tv_kernel_memory_name ((guint64) member)) != NULL)
    out->name = (TvSpan){ name, strlen (name) };
  return TRUE;
}

/**
 * tv_memory_event_sign:
 * @memory: (inout): a memory event whose @change is the recorded number; for a temperature, the previous temperature
 * @event: event type
 *
 * Converts the recorded number to a signed change.
 */
void
tv_memory_event_sign (TvMemoryEvent *memory, TvFtraceEvent event)
{
  if (event == TV_FTRACE_EVENT_THERMAL_TEMPERATURE &&
      __builtin_sub_overflow (memory->value, memory->change, &memory->change))
    memory->change = 0;
  if (event == TV_FTRACE_EVENT_ION_HEAP_SHRINK && memory->change > 0)
    memory->change = -memory->change;
}

static gboolean
parse_thermal (TvSpan args, TvMemoryEvent *out)
{
  if (match (args, "thermal_zone=%s id=%l temp_prev=%l temp=%l", &out->name, &out->id, &out->change,
             &out->value) == NULL)
    return FALSE;
  tv_memory_event_sign (out, TV_FTRACE_EVENT_THERMAL_TEMPERATURE);
  return TRUE;
}

/* Parses the rss_stat, thermal_temperature, ion_… and dma_heap_stat events. */
gboolean
tv_ftrace_parse_memory (TvFtraceEvent event, TvSpan args, TvMemoryEvent *out)
{
  memset (out, 0, sizeof *out);
  out->id = -1;
  out->is_current = -1;
  switch ((guint) event)
    {
    case TV_FTRACE_EVENT_RSS_STAT:
      return parse_rss (args, out);
    case TV_FTRACE_EVENT_THERMAL_TEMPERATURE:
      return parse_thermal (args, out);
    case TV_FTRACE_EVENT_ION_HEAP_GROW:
    case TV_FTRACE_EVENT_ION_HEAP_SHRINK:
      if (match (args, "heap_name=%s, len=%l, total_allocated=%l", &out->name, &out->change,
                 &out->value) == NULL)
        return FALSE;
      tv_memory_event_sign (out, event);
      return TRUE;
    case TV_FTRACE_EVENT_ION_STAT:
      return match (args, "buffer_id=%l len=%lB total_allocated=%lB", &out->id, &out->change,
                    &out->value) != NULL;
    case TV_FTRACE_EVENT_DMA_HEAP_STAT:
      return match (args, "inode=%l len=%lB total_allocated=%lB", &out->id, &out->change,
                    &out->value) != NULL;
    default:
      return FALSE;
    }
}

/* Parses sys_enter and sys_exit. */
gboolean
tv_ftrace_parse_system_call (TvFtraceEvent event, TvSpan args, TvSystemCall *out)
{
  const char *at, *end = args.text + args.size, *stop;
  TvSpan rest;

  memset (out, 0, sizeof *out);
  at = match (args, "NR %l ", &out->number);
  if (at == NULL || at >= end)
    return FALSE;
  for (stop = at; stop < end && (g_ascii_isalnum (*stop) || *stop == '_');)
    stop++;
  out->name = (TvSpan){ at, (gsize) (stop - at) };
  rest = (TvSpan){ stop, (gsize) (end - stop) };
  out->has_result = event == TV_FTRACE_EVENT_SYS_EXIT &&
                    (match (rest, "= %l", &out->result) != NULL ||
                     match (rest, " = %l", &out->result) != NULL);
  return TRUE;
}

static gboolean
ends_with (TvSpan args, const char *word)
{
  gsize size = strlen (word);

  return args.size >= size && memcmp (args.text + args.size - size, word, size) == 0;
}

gboolean
tv_ftrace_parse_suspend (TvSpan args, TvSuspendEvent *out)
{
  const char *open = memchr (args.text, '[', args.size);
  const char *close = open != NULL ? memchr (open, ']', args.text + args.size - open) : NULL;

  memset (out, 0, sizeof *out);
  out->is_begin = ends_with (args, " begin");
  if (close == NULL || open == args.text || (!out->is_begin && !ends_with (args, " end")))
    return FALSE;
  out->action = (TvSpan){ args.text, (gsize) (open - args.text) };
  out->value = (TvSpan){ open + 1, (gsize) (close - open - 1) };
  return TRUE;
}

/* Parses wakeup_source_activate and wakeup_source_deactivate. */
gboolean
tv_ftrace_parse_wake_source (TvSpan args, TvWakeSource *out)
{
  static const char state[] = " state=";
  const char *at = memmem (args.text, args.size, state, strlen (state));

  if (at == NULL || at == args.text)
    return FALSE;
  out->name = (TvSpan){ args.text, (gsize) (at - args.text) };
  return TRUE;
}

gboolean
tv_ftrace_parse_probe (TvSpan args, TvProbeEvent *out)
{
  memset (out, 0, sizeof *out);
  return match (args, "name=%s type=%l", &out->name, &out->type) != NULL;
}

#define MINOR_BITS 20 /* number of minor bits in a dev_t of the kernel */

/* Parses raw fields as printed by trace-cmd report -R. */
static gboolean
parse_raw_request (TvSpan args, TvBlockRequest *out)
{
  gint64 device;

  if (!tv_ftrace_find_long (args, "dev=", &device) ||
      !tv_ftrace_find_long (args, "sector=", &out->sector) ||
      !tv_ftrace_find_word (args, "rwbs=", &out->letters))
    return FALSE;
  out->major = device >> MINOR_BITS;
  out->minor = device & ((1 << MINOR_BITS) - 1);
  if (!tv_ftrace_find_long (args, "bytes=", &out->bytes))
    out->bytes = -1;
  return TRUE;
}

/* Parses the block_rq_… and block_io_… events. */
gboolean
tv_ftrace_parse_request (TvSpan args, TvBlockRequest *out)
{
  const char *at, *end = args.text + args.size, *paren;

  memset (out, 0, sizeof *out);
  out->bytes = -1;
  at = match (args, "%l,%l %s ", &out->major, &out->minor, &out->letters);
  if (at == NULL)
    return parse_raw_request (args, out);
  if (match (((TvSpan){ at, (gsize) (end - at) }), "%l (", &out->bytes) == NULL)
    out->bytes = -1;
  paren = memmem (at, (gsize) (end - at), ") ", 2);
  return paren != NULL &&
         match (((TvSpan){ paren + 2, (gsize) (end - paren - 2) }), "%l + ", &out->sector) != NULL;
}

/* Parses the android_fs_… events. */
gboolean
tv_ftrace_parse_file_access (TvFtraceEvent event, TvSpan args, TvFileAccess *out)
{
  TvSpan cmdline;
  gint64 pid, size;

  memset (out, 0, sizeof *out);
  if (event == TV_FTRACE_EVENT_ANDROID_FS_DATAREAD_START ||
      event == TV_FTRACE_EVENT_ANDROID_FS_DATAWRITE_START)
    return match (args, "entry_name %s, offset %l, bytes %l, cmdline %s, pid %l, i_size %l, ino %l",
                  &out->path, &out->offset, &out->bytes, &cmdline, &pid, &size,
                  &out->inode) != NULL;
  return match (args, "ino %l, offset %l, bytes %l", &out->inode, &out->offset, &out->bytes) !=
         NULL;
}
