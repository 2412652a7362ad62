/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs the scripts of a device on a few CPUs with a small scheduler: the runnable threads with the highest priority
 * run. Threads of equal priority run in order of arrival, for 4 ms at a time. A thread only emits events while it
 * runs. Events are in a queue, sorted by time. Writing an event takes 0.35 to 1.9 µs, and CPUs take turns. Therefore
 * the log is sorted, but an event may be late by up to the time that it takes to write an event. */

#include "make-trace-ftrace-device.h"

#include <string.h>

#define MS           G_GUINT64_CONSTANT (1000000)
#define SLICE_NS     (4 * MS)
#define GOVERNOR_NS  (20 * MS)
#define FRAME_NS     (16667 * US)
#define LATENCY_LOW  12000 /* minimum time in ns from a request to the switch of threads */
#define LATENCY_HIGH 45000

typedef enum
{
  EVENT_TASK,     /* interrupt that gives a task to a thread */
  EVENT_TIMER,    /* end of a thread's sleep */
  EVENT_CPU,      /* end of a step or of the time slice of the running thread */
  EVENT_SCHEDULE, /* check whether another thread should run on a CPU */
  EVENT_GOVERNOR,
} EventKind;

typedef struct
{
  guint64 ns;
  guint64 order;
  EventKind kind;
  guint index; /* index of the thread or CPU */
  guint
      stamp; /* EVENT_CPU: stamp of the CPU; the event is void if the CPU's stamp has changed since */
  const char *block;
} Event;

static void proceed (Device *device, guint cpu);

/* ---- Time ---- */

static int
compare_events (gconstpointer a, gconstpointer b, gpointer data)
{
  const Event *left = a;
  const Event *right = b;

  if (left->ns != right->ns)
    return left->ns < right->ns ? -1 : 1;
  return (left->order > right->order) - (left->order < right->order);
}

static void
add_event (Device *device, EventKind kind, guint64 ns, guint index, const char *block)
{
  Event *event = g_new0 (Event, 1);

  event->kind = kind;
  event->ns = ns;
  event->index = index;
  event->block = block;
  event->order = device->n_events++;
  if (kind == EVENT_CPU)
    event->stamp = ++device->cpus[index].stamp;
  g_sequence_insert_sorted (device->events, event, compare_events, NULL);
}

/* ---- Wakeups ---- */

static gboolean
is_free (const Device *device, guint cpu)
{
  return device->cpus[cpu].thread == IDLE && !device->cpus[cpu].is_kicked;
}

static guint
choose_cpu (Device *device, const Thread *thread)
{
  guint worst = thread->cpu;
  guint start = trace_dice_between (&device->dice, 0, device->n_cpus - 1);

  if (is_free (device, thread->cpu))
    return thread->cpu;
  for (guint i = 0; i < device->n_cpus; i++)
    if (is_free (device, (start + i) % device->n_cpus))
      return (start + i) % device->n_cpus;
  for (guint i = 0; i < device->n_cpus; i++)
    if (device_task_on (device, i)->prio > device_task_on (device, worst)->prio)
      worst = i;
  return worst;
}

static void
kick (Device *device, guint cpu)
{
  guint latency = trace_dice_between (&device->dice, LATENCY_LOW, LATENCY_HIGH);

  if (device->cpus[cpu].is_kicked)
    return;
  device->cpus[cpu].is_kicked = TRUE;
  add_event (device, EVENT_SCHEDULE, device->ns + latency, cpu, NULL);
}

static void
wake (Device *device, guint cpu, guint index, FtraceContext context)
{
  Thread *thread = &device->threads[index];
  guint target;

  if (thread->is_running || thread->is_waiting || thread->runnable_order != 0)
    return;
  target = choose_cpu (device, thread);
  device_say_wakeup (device, cpu, context, "sched_waking", thread, target);
  if (thread->state == 'D')
    device_say (device, cpu, context, "sched_blocked_reason", "pid=%u iowait=%d caller=%s delay=%u",
                thread->task.tid, context == FTRACE_IN_SOFTIRQ, thread->caller,
                (guint) ((device->ns - thread->since_ns) / US));
  device_say_wakeup (device, cpu, context, "sched_wakeup", thread, target);
  thread->runnable_order = ++device->n_runnable_ever;
  thread->cpu = target;
  if (device_task_on (device, target)->prio > thread->task.prio ||
      device->cpus[target].thread == IDLE)
    kick (device, target);
}

/* Runs an interrupt on one of the first two CPUs. Its wakeups happen during the interrupt. */
static void
interrupt (Device *device, const DeviceInterrupt *irq, guint index)
{
  guint cpu = trace_dice_between (&device->dice, 0, MIN (device->n_cpus - 1, 1));

  device_rouse (device, cpu);
  device_say (device, cpu, FTRACE_IN_IRQ, "irq_handler_entry", "irq=%u name=%s", irq->number,
              irq->name);
  if (irq->vector == 0)
    wake (device, cpu, index, FTRACE_IN_IRQ);
  device_say (device, cpu, FTRACE_IN_IRQ, "irq_handler_exit", "irq=%u ret=handled", irq->number);
  if (irq->vector != 0)
    {
      device_say (device, cpu, FTRACE_IN_IRQ, "softirq_raise", "vec=%u [action=%s]", irq->vector,
                  irq->action);
      device_say (device, cpu, FTRACE_IN_SOFTIRQ, "softirq_entry", "vec=%u [action=%s]",
                  irq->vector, irq->action);
      wake (device, cpu, index, FTRACE_IN_SOFTIRQ);
      device_say (device, cpu, FTRACE_IN_SOFTIRQ, "softirq_exit", "vec=%u [action=%s]", irq->vector,
                  irq->action);
    }
  if (is_free (device, cpu))
    device_doze (device, cpu);
}

/* ---- Tasks ---- */

/* Returns the thread with the fewest tasks among the threads with the same key. */
static guint
find_thread (Device *device, const char *key)
{
  int best = -1;

  for (guint i = 0; i < ftrace_device_n_threads; i++)
    {
      const Thread *thread = &device->threads[i];
      const Thread *other = best < 0 ? NULL : &device->threads[best];

      if (g_str_equal (thread->of->key, key) &&
          (other == NULL || thread->tasks.length + (thread->current != NULL) <
                                other->tasks.length + (other->current != NULL)))
        best = i;
    }
  if (best < 0)
    g_error ("%s: no such thread", key);
  return best;
}

/* Appends a task to the queue of a thread. Returns FALSE if the same task is already in the queue. For example, a
 * frame is dropped if the previous frame has not begun. Tasks of binder calls are appended even then. */
static gboolean
give_task (Device *device, guint index, const char *block, guint caller, guint transaction)
{
  Thread *thread = &device->threads[index];
  Task *task;

  for (GList *link = thread->tasks.head; link != NULL && caller == 0; link = link->next)
    if (g_str_equal (((Task *) link->data)->block, block))
      return FALSE;
  task = g_new0 (Task, 1);
  task->block = block;
  task->caller = caller;
  task->transaction = transaction;
  g_queue_push_tail (&thread->tasks, task);
  return TRUE;
}

static void
begin_task (Device *device, guint cpu, Thread *thread)
{
  Task *task = thread->current = g_queue_pop_head (&thread->tasks);

  if (task->transaction != 0)
    device_say (device, cpu, FTRACE_IN_TASK, "binder_transaction_received", "transaction=%u",
                task->transaction);
  g_array_set_size (thread->steps, 0);
  thread->next_step = 0;
  device->context.ns = device->log->start_ns + device->ns;
  device->context.frame = (guint) (device->ns / FRAME_NS);
  device_script_unroll (device->script, task->block, &device->context, thread->steps);
}

static void
end_task (Device *device, guint cpu, Thread *thread)
{
  Task *task = thread->current;

  if (task->caller != 0)
    {
      Thread *caller = &device->threads[task->caller - 1];

      caller->reply = device->next_transaction++;
      caller->is_waiting = FALSE;
      device_say_transaction (device, cpu, caller->reply, caller, TRUE);
      wake (device, cpu, task->caller - 1, FTRACE_IN_SWITCH);
    }
  g_clear_pointer (&thread->current, g_free);
}

/* ---- Scheduler ---- */

static int
find_runnable (const Device *device)
{
  int best = IDLE;

  for (guint i = 0; i < ftrace_device_n_threads; i++)
    {
      const Thread *thread = &device->threads[i];
      const Thread *other = best == IDLE ? NULL : &device->threads[best];

      if (thread->runnable_order == 0)
        continue;
      if (other == NULL || thread->task.prio < other->task.prio ||
          (thread->task.prio == other->task.prio && thread->runnable_order < other->runnable_order))
        best = i;
    }
  return best;
}

static void
switch_to (Device *device, guint cpu, int next, const char *prev_state)
{
  Cpu *on = &device->cpus[cpu];
  const FtraceTask *prev = device_task_on (device, cpu);
  const FtraceTask *to = next == IDLE ? ftrace_idle_task (cpu) : &device->threads[next].task;

  device_rouse (device, cpu);
  if (on->thread != IDLE)
    {
      device->threads[on->thread].is_running = FALSE;
      on->busy_ns += device->ns - on->busy_since_ns;
    }
  device_pass (device);
  if (!device->options->lacks_sched)
    ftrace_log_switch (device->log, device->ns, cpu, prev, prev_state, to);
  on->thread = next;
  on->stamp++;
  on->slice_ns = device->ns + SLICE_NS;
  on->busy_since_ns = device->ns;
  if (next == IDLE)
    {
      device_doze (device, cpu);
      return;
    }
  device->threads[next].is_running = TRUE;
  device->threads[next].runnable_order = 0;
  device->threads[next].cpu = cpu;
  device->threads[next].state = '\0';
  proceed (device, cpu);
}

static void
block (Device *device, guint cpu, char state, const char *caller)
{
  Thread *thread = &device->threads[device->cpus[cpu].thread];
  const char text[] = { state, '\0' };

  thread->state = state;
  thread->caller = caller;
  thread->since_ns = device->ns;
  switch_to (device, cpu, find_runnable (device), text);
}

static void
give_way (Device *device, guint cpu)
{
  Thread *thread = &device->threads[device->cpus[cpu].thread];
  int next = find_runnable (device);

  thread->left_ns -= MIN (device->ns - thread->since_ns, thread->left_ns);
  thread->runnable_order = ++device->n_runnable_ever;
  switch_to (device, cpu, next, trace_dice_permille (&device->dice, 500) ? "R+" : "R");
}

static void
schedule (Device *device, guint cpu)
{
  Cpu *on = &device->cpus[cpu];
  int next = find_runnable (device);

  on->is_kicked = FALSE;
  if (next == IDLE)
    return;
  if (on->thread == IDLE)
    switch_to (device, cpu, next, "R");
  else if (device->threads[next].task.prio < device_task_on (device, cpu)->prio)
    give_way (device, cpu);
}

/* ---- Steps ---- */

static void
sleep_for (Device *device, guint cpu, const DeviceStep *step)
{
  device->threads[device->cpus[cpu].thread].is_waiting = TRUE;
  add_event (device, EVENT_TIMER, device->ns + step->amount * US, device->cpus[cpu].thread,
             step->kind == 'D' ? "disk" : NULL);
  block (device, cpu, step->kind == 'W' ? 'S' : 'D', step->text);
}

/* Sends a task to another thread: the text is "THREAD BLOCK". A binder call ('!') also blocks the running
 * thread. */
static void
send_task (Device *device, guint cpu, const DeviceStep *step)
{
  g_auto (GStrv) words = g_strsplit (step->text, " ", 2);
  const char *name = g_string_chunk_insert_const (device->context.strings, words[1]);
  guint other = find_thread (device, words[0]);

  if (step->kind == '>')
    {
      if (give_task (device, other, name, 0, 0))
        wake (device, cpu, other, FTRACE_IN_SWITCH);
      return;
    }
  device_say_transaction (device, cpu, device->next_transaction, &device->threads[other], FALSE);
  give_task (device, other, name, device->cpus[cpu].thread + 1, device->next_transaction++);
  wake (device, cpu, other, FTRACE_IN_SWITCH);
  device->threads[device->cpus[cpu].thread].is_waiting = TRUE;
  block (device, cpu, 'S', NULL);
}

static void
say_work (Device *device, guint cpu, const DeviceStep *step)
{
  device_say (device, cpu, FTRACE_IN_TASK,
              step->kind == 'Q' ? "workqueue_execute_start" : "workqueue_execute_end",
              "work struct 00000000caff3e87: function %s", step->text);
}

/* Executes the next step of a thread. Returns whether the thread can immediately continue with the
 * following step. */
static gboolean
take_step (Device *device, guint cpu, Thread *thread)
{
  const DeviceStep step = g_array_index (thread->steps, DeviceStep, thread->next_step++);

  switch (step.kind)
    {
    case 'R':
      thread->left_ns = step.amount * US;
      return TRUE;
    case 'W':
    case 'D':
    case 'L':
      sleep_for (device, cpu, &step);
      return FALSE;
    case '>':
      send_task (device, cpu, &step);
      return TRUE;
    case '!':
      send_task (device, cpu, &step);
      return FALSE;
    case 'Q':
    case 'q':
      say_work (device, cpu, &step);
      return TRUE;
    case 'T':
      device_pass (device);
      ftrace_log_text (device->log, device->ns, cpu, &thread->task, device->mark_event, step.text);
      return TRUE;
    default:
      device_say_mark (device, cpu, step.kind, &step);
      return TRUE;
    }
}

/* Executes the steps of the thread that runs on @cpu until a step takes time or the thread stops. */
static void
proceed (Device *device, guint cpu)
{
  Cpu *on = &device->cpus[cpu];
  Thread *thread = &device->threads[on->thread];

  if (thread->reply != 0)
    {
      device_say (device, cpu, FTRACE_IN_TASK, "binder_transaction_received", "transaction=%u",
                  thread->reply);
      thread->reply = 0;
    }
  for (;;)
    {
      if (thread->left_ns > 0)
        {
          guint64 end_ns = MIN (device->ns + thread->left_ns, MAX (on->slice_ns, device->ns + US));

          thread->since_ns = device->ns;
          add_event (device, EVENT_CPU, end_ns, cpu, NULL);
          return;
        }
      if (thread->current == NULL && thread->tasks.length > 0)
        begin_task (device, cpu, thread);
      else if (thread->current == NULL)
        {
          block (device, cpu, g_str_has_prefix (thread->task.comm, "kworker") ? 'I' : 'S', NULL);
          return;
        }
      else if (thread->next_step == thread->steps->len)
        end_task (device, cpu, thread);
      else if (!take_step (device, cpu, thread))
        return;
    }
}

static void
go_on (Device *device, guint cpu)
{
  Cpu *on = &device->cpus[cpu];
  Thread *thread = &device->threads[on->thread];
  guint64 passed = device->ns - thread->since_ns;
  int next;

  thread->left_ns -= MIN (passed, thread->left_ns);
  thread->since_ns = device->ns;
  if (device->ns >= on->slice_ns)
    {
      on->slice_ns = device->ns + SLICE_NS;
      next = find_runnable (device);
      if (next != IDLE && device->threads[next].task.prio <= thread->task.prio)
        {
          give_way (device, cpu);
          return;
        }
    }
  proceed (device, cpu);
}

/* Sets the frequency for the busiest CPU. All CPUs belong to one frequency domain. */
static void
govern (Device *device)
{
  static const guint frequencies[] = { 408000, 816000, 1104000, 1416000, 1800000 };
  guint64 max_ns = 0;
  guint frequency;

  for (guint i = 0; i < device->n_cpus; i++)
    {
      Cpu *on = &device->cpus[i];

      if (on->thread != IDLE)
        on->busy_ns += device->ns - on->busy_since_ns;
      on->busy_since_ns = device->ns;
      max_ns = MAX (max_ns, on->busy_ns);
      on->busy_ns = 0;
    }
  frequency = frequencies[MIN (max_ns * 6 / GOVERNOR_NS, G_N_ELEMENTS (frequencies) - 1)];
  for (guint i = 0; i < device->n_cpus; i++)
    if (device->cpus[i].frequency != frequency)
      {
        device->cpus[i].frequency = frequency;
        device_say (device, 0, FTRACE_IN_SWITCH, "cpu_frequency", "state=%u cpu_id=%u", frequency,
                    i);
      }
  add_event (device, EVENT_GOVERNOR, device->ns + GOVERNOR_NS, 0, NULL);
}

static void
handle (Device *device, const Event *event)
{
  const DeviceInterrupt *irqs = ftrace_device_interrupts;

  switch (event->kind)
    {
    case EVENT_TASK:
      if (give_task (device, event->index, event->block, 0, 0))
        interrupt (device, &irqs[device->threads[event->index].of->irq], event->index);
      break;
    case EVENT_TIMER:
      device->threads[event->index].is_waiting = FALSE;
      interrupt (device, &irqs[event->block != NULL ? ftrace_device_disk : 0], event->index);
      break;
    case EVENT_CPU:
      if (event->stamp == device->cpus[event->index].stamp)
        go_on (device, event->index);
      break;
    case EVENT_SCHEDULE:
      schedule (device, event->index);
      break;
    case EVENT_GOVERNOR:
      govern (device);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
play (Device *device)
{
  guint64 end_ns = ftrace_device_duration_ms * MS;

  while (!ftrace_log_is_full (device->log))
    {
      GSequenceIter *first = g_sequence_get_begin_iter (device->events);
      Event event = *(const Event *) g_sequence_get (first);

      g_sequence_remove (first);
      device->ns = MAX (device->ns, event.ns);
      if (device->ns > end_ns)
        break;
      handle (device, &event);
    }
}

/* ---- Main loop ---- */

static void
add_timeline (Device *device)
{
  for (guint i = 0; i < device->script->timeline->len; i++)
    {
      const DeviceEntry *entry = &g_array_index (device->script->timeline, DeviceEntry, i);
      guint thread = find_thread (device, entry->thread);
      const char *name = g_string_chunk_insert_const (device->context.strings, entry->block);

      for (guint us = entry->from_ms * 1000; us <= entry->to_ms * 1000; us += entry->step_us)
        {
          guint late_ns = trace_dice_between (&device->dice, 0, 9000);

          add_event (device, EVENT_TASK, us * US + late_ns, thread, name);
          if (entry->step_us == 0)
            break;
        }
    }
  add_event (device, EVENT_GOVERNOR, 5 * MS, 0, NULL);
}

static void
make_threads (Device *device)
{
  device->threads = g_new0 (Thread, ftrace_device_n_threads);
  for (guint i = 0; i < ftrace_device_n_threads; i++)
    {
      Thread *thread = &device->threads[i];

      thread->of = &ftrace_device_threads[i];
      thread->task.tid = thread->of->tid;
      thread->task.pid = thread->of->pid;
      thread->task.comm = thread->of->comm;
      thread->task.prio = thread->of->prio;
      thread->steps = g_array_new (FALSE, FALSE, sizeof (DeviceStep));
      thread->state = 'S';
      thread->cpu = i % device->n_cpus;
      g_queue_init (&thread->tasks);
    }
  device->cpus = g_new0 (Cpu, device->n_cpus);
  for (guint i = 0; i < device->n_cpus; i++)
    device->cpus[i].thread = IDLE;
}

static void
free_threads (Device *device)
{
  for (guint i = 0; i < ftrace_device_n_threads; i++)
    {
      g_queue_clear_full (&device->threads[i].tasks, g_free);
      g_free (device->threads[i].current);
      g_array_unref (device->threads[i].steps);
    }
  g_free (device->threads);
  g_free (device->cpus);
}

static gboolean
write_once (const TraceOptions *options, guint64 *n_events, GError **error)
{
  Device device = {
    .options = options,
    .dice.state = (guint64) options->seed,
    .n_cpus = options->cpus,
    .next_cookie = 1,
    .next_transaction = 301877,
  };

  device.log = ftrace_log_open (options, error);
  if (device.log == NULL)
    return FALSE;
  device.mark_event = device.log->form == FTRACE_LINE_NOFLAGS ? "0" : "tracing_mark_write";
  device.script = device_script_parse (ftrace_device_script);
  device.context.dice = &device.dice;
  device.context.strings = g_string_chunk_new (4096);
  device.events = g_sequence_new (g_free);
  device.cookies = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) g_queue_free);
  make_threads (&device);
  add_timeline (&device);
  play (&device);

  free_threads (&device);
  g_hash_table_unref (device.cookies);
  g_sequence_free (device.events);
  g_string_chunk_free (device.context.strings);
  device_script_free (device.script);
  *n_events = device.log->n_events;
  return ftrace_log_close (device.log, error);
}

/* Writes the log of a device. The header contains the number of events, so a first pass counts them. */
gboolean
ftrace_write_device (const TraceOptions *options, GError **error)
{
  TraceOptions reported = *options;
  guint64 n_events;

  reported.path = (char *) "/dev/null";
  reported.container = NULL;
  if (!write_once (&reported, &n_events, error))
    return FALSE;
  reported.path = options->path;
  reported.container = options->container;
  reported.records = (gint64) n_events;
  return write_once (&reported, &n_events, error);
}
