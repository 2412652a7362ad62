/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes the events of a device. Each line takes 0.35 to 1.9 µs, so no two lines have the same time in ns. */

#include "make-trace-ftrace-device.h"

#define CPU_AWAKE 4294967295

void
device_pass (Device *device)
{
  device->ns += trace_dice_between (&device->dice, 350, 1900);
}

const FtraceTask *
device_task_on (const Device *device, guint cpu)
{
  int thread = device->cpus[cpu].thread;

  return thread == IDLE ? ftrace_idle_task (cpu) : &device->threads[thread].task;
}

void
device_say (Device *device,
            guint cpu,
            FtraceContext context,
            const char *event,
            const char *format,
            ...)
{
  g_autofree char *text = NULL;
  va_list args;

  if (device->options->lacks_sched)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  device_pass (device);
  ftrace_log_begin (device->log, device->ns, cpu, device_task_on (device, cpu), context, event);
  ftrace_log_string (device->log, text);
  ftrace_log_end (device->log);
}

void
device_rouse (Device *device, guint cpu)
{
  if (!device->cpus[cpu].is_asleep)
    return;
  device->cpus[cpu].is_asleep = FALSE;
  device_say (device, cpu, FTRACE_IN_SWITCH, "cpu_idle", "state=%u cpu_id=%u", (guint) CPU_AWAKE,
              cpu);
}

void
device_doze (Device *device, guint cpu)
{
  guint depth = trace_dice_permille (&device->dice, 300) ? 0 : 1;

  device->cpus[cpu].is_asleep = TRUE;
  device_say (device, cpu, FTRACE_IN_SWITCH, "cpu_idle", "state=%u cpu_id=%u", depth, cpu);
}

static guint
number_of (Device *device, const Thread *thread, char kind, const char *name)
{
  char *key = g_strdup_printf ("%u %s", thread->task.pid, name);
  GQueue *open = g_hash_table_lookup (device->cookies, key);
  guint cookie = device->next_cookie;

  if (open == NULL)
    {
      open = g_queue_new ();
      g_hash_table_insert (device->cookies, key, open);
    }
  else
    g_free (key);
  if (kind == 'F')
    return GPOINTER_TO_UINT (g_queue_pop_head (open));
  device->next_cookie++;
  g_queue_push_tail (open, GUINT_TO_POINTER (cookie));
  return cookie;
}

void
device_say_mark (Device *device, guint cpu, char kind, const DeviceStep *step)
{
  Thread *thread = &device->threads[device->cpus[cpu].thread];
  gboolean has_tag = step->text[0] == '#';
  g_auto (GStrv) words = g_strsplit (step->text + has_tag, has_tag ? " " : "\n", 2);
  g_auto (GStrv) fields = g_strsplit (words[has_tag], "|", kind == 'S' ? 3 : 2);
  guint n_fields = g_strv_length (fields);
  FtraceMark mark = {
    .style = ftrace_mark_style (device->options, thread->of->pid),
    .event = device->mark_event,
    .name = fields[0],
    .tag = has_tag ? words[0] : thread->of->tag,
    .value = step->amount,
  };

  if (kind == 'S')
    {
      mark.category = n_fields > 1 && *fields[1] != '\0' ? fields[1] : NULL;
      mark.args = n_fields > 2 ? fields[2] : NULL;
    }
  else if (kind == 'B' && n_fields > 1)
    mark.args = fields[1];
  if (mark.style == FTRACE_MARKS_OLD)
    mark.category = NULL;
  if (kind == 'S' || kind == 'F')
    mark.value = number_of (device, thread, kind, fields[0]);
  if (kind == 'F' && mark.value == 0)
    return;
  device_pass (device);
  ftrace_log_mark (device->log, device->ns, cpu, &thread->task, kind, &mark);
}

void
device_say_wakeup (Device *device,
                   guint cpu,
                   FtraceContext context,
                   const char *event,
                   const Thread *thread,
                   guint target)
{
  if (device->options->lacks_sched)
    return;
  device_pass (device);
  ftrace_log_wakeup (device->log, device->ns, cpu, device_task_on (device, cpu), context, event,
                     &thread->task, target);
}

void
device_say_transaction (Device *device,
                        guint cpu,
                        guint transaction,
                        const Thread *to,
                        gboolean is_reply)
{
  device_say (device, cpu, FTRACE_IN_TASK, "binder_transaction",
              "transaction=%u dest_node=%u dest_proc=%u dest_thread=%u reply=%d flags=%s code=%s",
              transaction, is_reply ? 0 : to->task.pid * 3, to->task.pid,
              is_reply ? to->task.tid : 0, is_reply, is_reply ? "0x0" : "0x10",
              is_reply ? "0x0" : "0x3");
  device_say (device, cpu, FTRACE_IN_TASK, "binder_transaction_alloc_buf",
              "transaction=%u data_size=%u offsets_size=0", transaction, is_reply ? 12 : 96);
}
