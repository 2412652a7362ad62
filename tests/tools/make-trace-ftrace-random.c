/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes a log of random threads. In each step, time passes a little, then one CPU acts: its thread writes a marker,
 * wakes another thread, is interrupted, makes a binder call, blocks or is preempted. The output is not stored in
 * memory, so the size of a log is limited only by the disk. If markers are mixed, each process uses the style of one
 * library. Every eighth thread starts later. */

#include "make-trace-ftrace-random.h"

#include <string.h>

#define FIRST_PID     1000
#define FIRST_KWORKER 40
/* number of unused tids between the last thread of a process and the next process */
#define PROCESS_GAP 7
#define NO_THREAD   (-1)

/* clang-format off: keep several short strings on a line */
static const char *const comms[] = {
  "main",        "RenderThread",   "VSyncGenerator", "OS_IPC_1_1203",
  "OS_FFRT_2_4", "Binder:1203_2",  "HeapTaskDaemon", "GPU completion",
  "jsThread-1",  "TaskWorkThread", "DecodeThread",
};
static const char *const odd_comms[] = {
  "POSIX timer 249",
  "RSHard(1)",
  "[GT]ColdPool#6",
  "ffrtwk/CPU-2-17",
  "a-12 [003] b",
  "Binder # ",
  "",
  "x==>y",
  "pool|worker",
  "CPU:1 [LOST]",
  "net(3) - 4",
  "prev_pid=7",
  "-9",
  "name: value",
};
static const char *const states[] = { "S", "S", "S", "S", "S", "D", "D", "I" };
static const char *const odd_states[] = { "T", "t", "D|K", "S|W", "Q", "P", "x" };
static const char *const callers[] = {
  "folio_wait_bit_common+0x138/0x2e0",
  "__ext4_handle_dirty_metadata+0x5c/0x1d4",
  "f2fs_issue_flush+0x1e8/0x208",
  "do_page_fault+0x1bc/0x4d0",
};
static const char *const softirqs[] = { "TIMER", "NET_RX", "SCHED", "RCU" };
static const guint softirq_numbers[] = { 1, 3, 7, 9 };
/* clang-format on */

static void
set_state (System *system, guint index, ThreadState state)
{
  Thread *thread = &system->threads[index];
  guint *list = system->lists[thread->state];
  guint last = list[--system->n_listed[thread->state]];

  list[thread->list_index] = last;
  system->threads[last].list_index = thread->list_index;
  thread->state = state;
  thread->list_index = system->n_listed[state]++;
  system->lists[state][thread->list_index] = index;
}

/* ---- Scheduler ---- */

static const FtraceTask *
task_on (const System *system, guint cpu)
{
  int index = system->running[cpu];

  return index == NO_THREAD ? ftrace_idle_task (cpu) : &system->threads[index].task;
}

static void
wake (System *system, guint cpu, guint index, FtraceContext context)
{
  Thread *thread = &system->threads[index];
  const FtraceTask *waker = task_on (system, cpu);
  guint target = between (system, 0, system->options->cpus - 1);

  ftrace_log_wakeup (system->log, system->ns, cpu, waker, context, "sched_waking", &thread->task,
                     target);
  if (thread->is_in_d)
    {
      system->ns += 300;
      ftrace_log_begin (system->log, system->ns, cpu, waker, context, "sched_blocked_reason");
      ftrace_log_string (system->log, "pid=");
      ftrace_log_number (system->log, thread->task.tid);
      ftrace_log_string (system->log, roll (system, 500) ? " iowait=" : " io_wait=");
      ftrace_log_number (system->log, between (system, 0, 1));
      ftrace_log_string (system->log, " caller=");
      ftrace_log_string (system->log, PICK (system, callers));
      ftrace_log_string (system->log, " delay=410");
      ftrace_log_end (system->log);
      thread->is_in_d = FALSE;
    }
  system->ns += between (system, 200, 3000);
  ftrace_log_wakeup (system->log, system->ns, cpu, waker, context, "sched_wakeup", &thread->task,
                     target);
  /* An additional wakeup, which has no effect. */
  if (roll_odd (system, 20))
    ftrace_log_wakeup (system->log, system->ns + 900, cpu, waker, context, "sched_wakeup",
                       &thread->task, target);
  set_state (system, index, THREAD_RUNNABLE);
}

static void
wake_someone (System *system, guint cpu, FtraceContext context)
{
  for (int tries = 0; tries < 4 && system->n_listed[THREAD_BLOCKED] > 0; tries++)
    {
      guint list_index = between (system, 0, system->n_listed[THREAD_BLOCKED] - 1);
      guint index = system->lists[THREAD_BLOCKED][list_index];

      if (!system->threads[index].waits_for_reply)
        {
          wake (system, cpu, index, context);
          return;
        }
    }
}

static void
receive (System *system, guint cpu, Thread *thread)
{
  if (thread->transaction == 0)
    return;
  system->ns += between (system, 500, 4000);
  ftrace_log_line (system->log, system->ns, cpu, &thread->task, FTRACE_IN_TASK,
                   "binder_transaction_received", "transaction=", (gint64) thread->transaction,
                   NULL);
  thread->transaction = 0;
}

/* Switches a CPU to the next thread. The new state of the previous thread must have been set. */
static void
switch_to_next (System *system, guint cpu, const char *prev_state)
{
  const FtraceTask *prev = task_on (system, cpu);
  guint n = system->n_listed[THREAD_RUNNABLE];
  int next = NO_THREAD;

  if (n > 0 && !roll (system, 40))
    next = system->lists[THREAD_RUNNABLE][between (system, 0, n - 1)];
  if (next == system->running[cpu])
    return;
  system->running[cpu] = next;
  if (next != NO_THREAD)
    set_state (system, next, THREAD_RUNNING);
  ftrace_log_switch (system->log, system->ns, cpu, prev, prev_state, task_on (system, cpu));
  if (next != NO_THREAD)
    receive (system, cpu, &system->threads[next]);
}

static void
leave_cpu (System *system, guint cpu, gboolean is_blocked)
{
  guint index = system->running[cpu];
  Thread *thread = &system->threads[index];
  const char *state;

  if (!is_blocked)
    {
      /* If the same thread is chosen again, there is no switch. */
      set_state (system, index, THREAD_RUNNABLE);
      switch_to_next (system, cpu, roll (system, 700) ? "R" : "R+");
      if (system->running[cpu] == (int) index)
        set_state (system, index, THREAD_RUNNING);
      return;
    }
  state = roll_odd (system, 40) ? PICK (system, odd_states) : PICK (system, states);
  thread->is_in_d = state[0] == 'D';
  set_state (system, index, THREAD_BLOCKED);
  switch_to_next (system, cpu, state);
}

static void
interrupt (System *system, guint cpu)
{
  const FtraceTask *task = task_on (system, cpu);
  guint which = between (system, 0, G_N_ELEMENTS (softirqs) - 1);
  gboolean is_ipi = roll (system, 300);
  char text[32];

  if (is_ipi)
    ftrace_log_begin (system->log, system->ns, cpu, task, FTRACE_IN_IRQ, "ipi_entry");
  else
    ftrace_log_begin (system->log, system->ns, cpu, task, FTRACE_IN_IRQ, "irq_handler_entry");
  ftrace_log_string (system->log,
                     is_ipi ? "(Rescheduling interrupts)" : "irq=36 name=virtio1-req.0");
  ftrace_log_end (system->log);
  system->ns += between (system, 300, 4000);
  wake_someone (system, cpu, FTRACE_IN_IRQ);
  system->ns += between (system, 300, 4000);
  if (is_ipi)
    ftrace_log_begin (system->log, system->ns, cpu, task, FTRACE_IN_IRQ, "ipi_exit");
  else
    ftrace_log_begin (system->log, system->ns, cpu, task, FTRACE_IN_IRQ, "irq_handler_exit");
  ftrace_log_string (system->log, is_ipi ? "(Rescheduling interrupts)" : "irq=36 ret=handled");
  ftrace_log_end (system->log);
  if (is_ipi)
    return;

  g_snprintf (text, sizeof text, "vec=%u [action=%s]", softirq_numbers[which], softirqs[which]);
  for (guint i = 0; i < 2; i++)
    {
      system->ns += between (system, 400, 6000);
      ftrace_log_begin (system->log, system->ns, cpu, task, FTRACE_IN_SOFTIRQ,
                        i == 0 ? "softirq_entry" : "softirq_exit");
      ftrace_log_string (system->log, text);
      ftrace_log_end (system->log);
    }
}

/* Writes a binder transaction. The caller blocks until the called thread replies. */

static void
say_transaction (System *system, guint cpu, Thread *thread, Thread *to, gboolean is_reply)
{
  to->transaction = system->next_transaction++;
  ftrace_log_line (system->log, system->ns, cpu, &thread->task, FTRACE_IN_TASK,
                   "binder_transaction", "transaction=", (gint64) to->transaction,
                   " dest_node=", (gint64) (is_reply ? 0 : to->process + 100),
                   " dest_proc=", (gint64) to->task.pid,
                   " dest_thread=", (gint64) (is_reply ? to->task.tid : 0),
                   " reply=", (gint64) is_reply, is_reply ? " flags=0x" : " flags=0x1", (gint64) 0,
                   " code=0x", (gint64) 3, NULL);
  system->ns += between (system, 500, 5000);
}

static void
call_over_binder (System *system, guint cpu)
{
  guint index = system->running[cpu];
  Thread *thread = &system->threads[index];
  guint n = system->n_listed[THREAD_BLOCKED];
  guint other = n > 0 ? system->lists[THREAD_BLOCKED][between (system, 0, n - 1)] : index;
  Thread *to = &system->threads[other];

  if (to->process == thread->process || to->waits_for_reply || to->caller != NO_THREAD ||
      to->is_kworker || thread->is_kworker || thread->caller != NO_THREAD)
    return;
  say_transaction (system, cpu, thread, to, FALSE);
  to->caller = index;
  wake (system, cpu, other, FTRACE_IN_SWITCH);
  thread->waits_for_reply = TRUE;
  set_state (system, index, THREAD_BLOCKED);
  switch_to_next (system, cpu, "S");
}

static void
answer_over_binder (System *system, guint cpu, Thread *thread)
{
  Thread *caller = &system->threads[thread->caller];

  say_transaction (system, cpu, thread, caller, TRUE);
  caller->waits_for_reply = FALSE;
  wake (system, cpu, thread->caller, FTRACE_IN_SWITCH);
  thread->caller = NO_THREAD;
}

/* ---- Start and end of threads ---- */

static void
start_thread (System *system, guint cpu)
{
  Thread *thread = &system->threads[system->running[cpu]];
  guint n = system->n_listed[THREAD_UNBORN];
  guint index;
  Thread *child;

  if (n == 0)
    return;
  index = system->lists[THREAD_UNBORN][between (system, 0, n - 1)];
  child = &system->threads[index];
  if (child->process != thread->process)
    return;
  ftrace_log_begin (system->log, system->ns, cpu, &thread->task, FTRACE_IN_TASK, "task_newtask");
  ftrace_log_string (system->log, "pid=");
  ftrace_log_number (system->log, child->task.tid);
  ftrace_log_string (system->log, " comm=");
  ftrace_log_string (system->log, thread->task.comm);
  ftrace_log_string (system->log, " clone_flags=3d0f00 oom_score_adj=0");
  ftrace_log_end (system->log);
  ftrace_log_wakeup (system->log, system->ns + 900, cpu, &thread->task, FTRACE_IN_SWITCH,
                     "sched_wakeup_new", &child->task, cpu);
  system->ns += 1000;
  set_state (system, index, THREAD_RUNNABLE);
}

static void
say_task (System *system, const FtraceTask *task)
{
  ftrace_log_string (system->log, "comm=");
  ftrace_log_string (system->log, task->comm);
  ftrace_log_string (system->log, " pid=");
  ftrace_log_number (system->log, task->tid);
  ftrace_log_string (system->log, " prio=120");
  ftrace_log_end (system->log);
}

/* Resets a thread for its next lifetime. The id may be reused before the kernel frees the previous thread. */
static void
end_life (System *system, Thread *thread)
{
  thread->depth = 0;
  thread->calls.n = 0;
  system->to_free[system->n_to_free++ % MAX_TO_FREE] = thread->task;
}

static void
free_thread (System *system, guint cpu)
{
  const FtraceTask *task;

  if (system->n_freed == system->n_to_free || !roll (system, 200))
    return;
  task = &system->to_free[system->n_freed++ % MAX_TO_FREE];
  ftrace_log_begin (system->log, system->ns, cpu, task_on (system, cpu), FTRACE_IN_SOFTIRQ,
                    "sched_process_free");
  say_task (system, task);
}

static void
end_thread (System *system, guint cpu)
{
  guint index = system->running[cpu];
  Thread *thread = &system->threads[index];

  if ((thread->depth > 0 && !system->options->reuses_ids) || thread->caller != NO_THREAD ||
      (thread->task.tid == thread->task.pid && system->options->reuses_ids) || thread->is_kworker ||
      system->n_listed[THREAD_DEAD] > system->n_threads / 4)
    return;
  ftrace_log_begin (system->log, system->ns, cpu, &thread->task, FTRACE_IN_TASK,
                    "sched_process_exit");
  say_task (system, &thread->task);
  set_state (system, index, system->options->reuses_ids ? THREAD_UNBORN : THREAD_DEAD);
  switch_to_next (system, cpu, roll (system, 500) ? "X" : "Z");
  if (system->options->reuses_ids)
    end_life (system, thread);
}

/* ---- Simulation ---- */

static void
say_cpu_state (System *system, guint cpu, const char *event, gint64 state)
{
  ftrace_log_line (system->log, system->ns, cpu, task_on (system, cpu), FTRACE_IN_SWITCH, event,
                   "state=", state, " cpu_id=", (gint64) cpu, NULL);
}

/* Writes a kernel call for the tracer function_graph. Half of all actions are such calls. Returns FALSE if another
 * action is due. */
static gboolean
step_call (System *system, guint cpu)
{
  int index = system->running[cpu];

  if (!ftrace_form_is_graph (system->log->form) || !roll (system, 500))
    return FALSE;
  ftrace_system_call (system, cpu, task_on (system, cpu),
                      index == NO_THREAD ? &system->idle_calls[cpu]
                                         : &system->threads[index].calls);
  return TRUE;
}

static void
step_idle (System *system, guint cpu)
{
  free_thread (system, cpu);
  if (roll (system, 600) || system->n_listed[THREAD_RUNNABLE] == 0)
    {
      say_cpu_state (system, cpu, "cpu_idle", 4294967295);
      system->ns += 700;
      interrupt (system, cpu);
    }
  system->ns += between (system, 200, 2000);
  switch_to_next (system, cpu, "R");
  if (system->running[cpu] == NO_THREAD)
    say_cpu_state (system, cpu, "cpu_idle", between (system, 0, 2));
}

static void
step_running (System *system, guint cpu)
{
  static const guint frequencies[] = { 1018000, 1350000, 1824000, 2362000 };
  Thread *thread = &system->threads[system->running[cpu]];
  guint kind = between (system, 0, 999);

  if (kind < 740)
    ftrace_system_say (system, cpu, thread);
  else if (kind < 790)
    interrupt (system, cpu);
  else if (kind < 840)
    wake_someone (system, cpu, FTRACE_IN_SWITCH);
  else if (kind < 860 && thread->caller != NO_THREAD)
    answer_over_binder (system, cpu, thread);
  else if (kind < 880)
    call_over_binder (system, cpu);
  else if (kind < 890)
    say_cpu_state (system, cpu, "cpu_frequency", PICK (system, frequencies));
  else if (kind < 893)
    start_thread (system, cpu);
  else if (kind < 894)
    end_thread (system, cpu);
  else
    leave_cpu (system, cpu, kind < 970);
}

static void
step_without_scheduler (System *system)
{
  guint cpu = between (system, 0, system->options->cpus - 1);
  Thread *thread = &system->threads[between (system, 0, system->n_threads - 1)];

  if (!thread->is_kworker)
    ftrace_system_say (system, cpu, thread);
}

static void
play (System *system)
{
  while (!ftrace_log_is_full (system->log))
    {
      guint cpu = between (system, 0, system->options->cpus - 1);

      pass_time (system);
      if (system->options->lacks_sched)
        step_without_scheduler (system);
      else if (step_call (system, cpu))
        continue;
      else if (system->running[cpu] == NO_THREAD)
        step_idle (system, cpu);
      else
        step_running (system, cpu);
    }
}

/* ---- Setup ---- */

static void
make_thread (System *system, guint index)
{
  const TraceOptions *options = system->options;
  guint per_process = options->threads;
  Thread *thread = &system->threads[index];
  guint process = index / per_process;
  guint number = index % per_process;
  gboolean is_odd = options->has_oddities && number % 2 == 1;

  thread->caller = NO_THREAD;
  thread->task.prio = 120 - (number % 7 == 1 ? 16 : 0);
  thread->task.comm = thread->comm;
  thread->process = process;
  if (process == (guint) options->processes)
    {
      thread->is_kworker = TRUE;
      thread->task.tid = thread->task.pid = FIRST_KWORKER + number;
      g_snprintf (thread->comm, sizeof thread->comm, "kworker/%u:0", number);
    }
  else
    {
      thread->task.pid = FIRST_PID + process * (per_process + PROCESS_GAP);
      thread->task.tid = thread->task.pid + number;
      /* only if lines contain the process; otherwise readers could not match the two ids */
      if (options->has_oddities && system->log->form == FTRACE_LINE_TGID && process % 5 == 3)
        thread->task.inner_pid = 200 + process;
      if (is_odd)
        g_strlcpy (thread->comm, odd_comms[index % G_N_ELEMENTS (odd_comms)], sizeof thread->comm);
      else if (number == 0)
        g_snprintf (thread->comm, sizeof thread->comm, ".example.app%u", process);
      else
        g_strlcpy (thread->comm, comms[index % G_N_ELEMENTS (comms)], sizeof thread->comm);
    }
  thread->state = index % 8 == 7 && !options->lacks_sched &&
                          (!options->reuses_ids || thread->task.tid != thread->task.pid)
                      ? THREAD_UNBORN
                      : THREAD_BLOCKED;
  thread->list_index = system->n_listed[thread->state]++;
  system->lists[thread->state][thread->list_index] = index;
}

static void
make_process (System *system, guint index)
{
  const TraceOptions *options = system->options;
  gboolean is_mixed = g_strcmp0 (options->marks, "mixed") == 0;
  Process *process = &system->processes[index];

  process->style = ftrace_mark_style (options, index);
  process->event = is_mixed && index % 2 == 1 ? "print" : "tracing_mark_write";
  if (system->log->form == FTRACE_LINE_NOFLAGS)
    process->event = "0";
}

gboolean
ftrace_write_random (const TraceOptions *options, GError **error)
{
  System system = { .options = options, .dice.state = (guint64) options->seed };
  guint n_processes = options->processes + 1; /* the last process has the kworkers */

  system.log = ftrace_log_open (options, error);
  if (system.log == NULL)
    return FALSE;
  system.n_threads = options->processes * options->threads + MIN (options->cpus, options->threads);
  system.threads = g_new0 (Thread, system.n_threads);
  system.processes = g_new0 (Process, n_processes);
  system.running = g_new (int, options->cpus);
  system.next_cookie = 1;
  system.next_transaction = 25137708;
  system.name = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (system.lists); i++)
    system.lists[i] = g_new (guint, system.n_threads);
  for (int i = 0; i < options->cpus; i++)
    system.running[i] = NO_THREAD;
  for (guint i = 0; i < n_processes; i++)
    make_process (&system, i);
  for (guint i = 0; i < system.n_threads; i++)
    make_thread (&system, i);

  play (&system);

  for (guint i = 0; i < G_N_ELEMENTS (system.lists); i++)
    g_free (system.lists[i]);
  g_string_free (system.name, TRUE);
  g_free (system.running);
  g_free (system.processes);
  g_free (system.threads);
  return ftrace_log_close (system.log, error);
}
