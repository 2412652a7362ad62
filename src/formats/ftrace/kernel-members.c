/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/kernel-members.h"

#include "formats/ftrace/ftrace-event.h"

/* Maps fields of messages, by their names in kernel-events.def, to members of typed events. Both recorders use the
 * same names, so a row serves both. A row is ignored for messages without the field. Called only while
 * kernel-events.c builds its tables. Contains only a constant table. */

typedef struct
{
  TvFtraceEvent event;
  const char *field;
  TvKernelMemberType type;
  guint16 offset;
} Row;

#define TEXT(event, field, Type, member)                                                           \
  {                                                                                                \
    TV_FTRACE_EVENT_##event, field, TV_KERNEL_MEMBER_TEXT, offsetof (Type, member)                 \
  }
#define INT(event, field, Type, member)                                                            \
  {                                                                                                \
    TV_FTRACE_EVENT_##event, field, TV_KERNEL_MEMBER_INT, offsetof (Type, member)                  \
  }
#define LONG(event, field, Type, member)                                                           \
  {                                                                                                \
    TV_FTRACE_EVENT_##event, field, TV_KERNEL_MEMBER_LONG, offsetof (Type, member)                 \
  }

/* Fields that several events share. */
#define WAKEUP(event)                                                                              \
  TEXT (event, "comm", TvSchedWakeup, comm), INT (event, "pid", TvSchedWakeup, pid),               \
      INT (event, "prio", TvSchedWakeup, prio),                                                    \
      INT (event, "target_cpu", TvSchedWakeup, target_cpu),                                        \
      INT (event, "common_flags", TvSchedWakeup, flags)
#define TASK(event) TEXT (event, "comm", TvTaskEvent, comm), INT (event, "pid", TvTaskEvent, pid)
#define CPU_STATE(event)                                                                           \
  TEXT (event, "name", TvCpuState, name), LONG (event, "state", TvCpuState, state),                \
      INT (event, "cpu_id", TvCpuState, cpu)
#define HEAP(event)                                                                                \
  TEXT (event, "heap_name", TvMemoryEvent, name), LONG (event, "len", TvMemoryEvent, change),      \
      LONG (event, "total_allocated", TvMemoryEvent, value)
#define REQUEST(event)                                                                             \
  LONG (event, "sector", TvBlockRequest, sector), LONG (event, "bytes", TvBlockRequest, bytes),    \
      TEXT (event, "rwbs", TvBlockRequest, letters)
#define FILE_ACCESS(event)                                                                         \
  TEXT (event, "pathbuf", TvFileAccess, path), LONG (event, "offset", TvFileAccess, offset),       \
      LONG (event, "bytes", TvFileAccess, bytes), LONG (event, "ino", TvFileAccess, inode)

static const Row rows[] = {
  TEXT (SCHED_SWITCH, "prev_comm", TvSchedSwitch, prev_comm),
  INT (SCHED_SWITCH, "prev_pid", TvSchedSwitch, prev_pid),
  INT (SCHED_SWITCH, "prev_prio", TvSchedSwitch, prev_prio),
  LONG (SCHED_SWITCH, "prev_state", TvSchedSwitch, prev_state_bits),
  TEXT (SCHED_SWITCH, "next_comm", TvSchedSwitch, next_comm),
  INT (SCHED_SWITCH, "next_pid", TvSchedSwitch, next_pid),
  INT (SCHED_SWITCH, "next_prio", TvSchedSwitch, next_prio),
  WAKEUP (SCHED_WAKEUP),
  WAKEUP (SCHED_WAKEUP_NEW),
  WAKEUP (SCHED_WAKING),
  TEXT (SCHED_PROCESS_EXEC, "filename", TvTaskEvent, comm),
  INT (SCHED_PROCESS_EXEC, "pid", TvTaskEvent, pid),
  TASK (SCHED_PROCESS_EXIT),
  TASK (SCHED_PROCESS_FREE),
  TEXT (SCHED_PROCESS_FORK, "parent_comm", TvTaskEvent, comm),
  INT (SCHED_PROCESS_FORK, "parent_pid", TvTaskEvent, pid),
  TEXT (SCHED_PROCESS_FORK, "child_comm", TvTaskEvent, new_comm),
  INT (SCHED_PROCESS_FORK, "child_pid", TvTaskEvent, child_pid),
  TASK (TASK_NEWTASK),
  LONG (TASK_NEWTASK, "clone_flags", TvTaskEvent, clone_flags),
  INT (TASK_RENAME, "pid", TvTaskEvent, pid),
  TEXT (TASK_RENAME, "oldcomm", TvTaskEvent, comm),
  TEXT (TASK_RENAME, "newcomm", TvTaskEvent, new_comm),
  CPU_STATE (CPU_FREQUENCY),
  CPU_STATE (CPU_IDLE),
  CPU_STATE (CLOCK_SET_RATE),
  CPU_STATE (CLOCK_ENABLE),
  CPU_STATE (CLOCK_DISABLE),
  TEXT (CLK_SET_RATE, "name", TvCpuState, name),
  LONG (CLK_SET_RATE, "rate", TvCpuState, state),
  TEXT (CLK_ENABLE, "name", TvCpuState, name),
  TEXT (CLK_DISABLE, "name", TvCpuState, name),
  LONG (CPU_FREQUENCY_LIMITS, "min_freq", TvCpuFrequencyLimits, min),
  LONG (CPU_FREQUENCY_LIMITS, "max_freq", TvCpuFrequencyLimits, max),
  INT (CPU_FREQUENCY_LIMITS, "cpu_id", TvCpuFrequencyLimits, cpu),
  LONG (RSS_STAT, "mm_id", TvMemoryEvent, id),
  INT (RSS_STAT, "curr", TvMemoryEvent, is_current),
  LONG (RSS_STAT, "size", TvMemoryEvent, value),
  TEXT (THERMAL_TEMPERATURE, "thermal_zone", TvMemoryEvent, name),
  LONG (THERMAL_TEMPERATURE, "id", TvMemoryEvent, id),
  LONG (THERMAL_TEMPERATURE, "temp", TvMemoryEvent, value),
  LONG (THERMAL_TEMPERATURE, "temp_prev", TvMemoryEvent, change),
  HEAP (ION_HEAP_GROW),
  HEAP (ION_HEAP_SHRINK),
  LONG (ION_STAT, "buffer_id", TvMemoryEvent, id),
  LONG (ION_STAT, "len", TvMemoryEvent, change),
  LONG (ION_STAT, "total_allocated", TvMemoryEvent, value),
  LONG (DMA_HEAP_STAT, "inode", TvMemoryEvent, id),
  LONG (DMA_HEAP_STAT, "len", TvMemoryEvent, change),
  LONG (DMA_HEAP_STAT, "total_allocated", TvMemoryEvent, value),
  LONG (IRQ_HANDLER_ENTRY, "irq", TvIrqEvent, number),
  TEXT (IRQ_HANDLER_ENTRY, "name", TvIrqEvent, name),
  LONG (IRQ_HANDLER_EXIT, "irq", TvIrqEvent, number),
  LONG (SOFTIRQ_ENTRY, "vec", TvIrqEvent, number),
  LONG (SOFTIRQ_EXIT, "vec", TvIrqEvent, number),
  LONG (SOFTIRQ_RAISE, "vec", TvIrqEvent, number),
  TEXT (IPI_ENTRY, "reason", TvIrqEvent, name),
  TEXT (IPI_EXIT, "reason", TvIrqEvent, name),
  LONG (BINDER_TRANSACTION, "debug_id", TvBinderTransaction, transaction),
  LONG (BINDER_TRANSACTION, "target_node", TvBinderTransaction, dest_node),
  INT (BINDER_TRANSACTION, "to_proc", TvBinderTransaction, dest_proc),
  INT (BINDER_TRANSACTION, "to_thread", TvBinderTransaction, dest_thread),
  INT (BINDER_TRANSACTION, "reply", TvBinderTransaction, is_reply),
  LONG (BINDER_TRANSACTION, "flags", TvBinderTransaction, flags),
  LONG (BINDER_TRANSACTION, "code", TvBinderTransaction, code),
  LONG (BINDER_TRANSACTION_RECEIVED, "debug_id", TvBinderTransaction, transaction),
  LONG (BINDER_TRANSACTION_ALLOC_BUF, "debug_id", TvBinderTransaction, transaction),
  LONG (BINDER_TRANSACTION_ALLOC_BUF, "transaction", TvBinderTransaction, transaction),
  LONG (BINDER_TRANSACTION_ALLOC_BUF, "data_size", TvBinderTransaction, data_size),
  LONG (BINDER_TRANSACTION_ALLOC_BUF, "offsets_size", TvBinderTransaction, offsets_size),
  LONG (BINDER_RETURN, "cmd", TvBinderTransaction, code),
  LONG (SYS_ENTER, "id", TvSystemCall, number),
  LONG (SYS_EXIT, "id", TvSystemCall, number),
  LONG (SYS_EXIT, "ret", TvSystemCall, result),
  TEXT (SUSPEND_RESUME, "action", TvSuspendEvent, action),
  INT (SUSPEND_RESUME, "start", TvSuspendEvent, is_begin),
  TEXT (WAKEUP_SOURCE_ACTIVATE, "name", TvWakeSource, name),
  TEXT (WAKEUP_SOURCE_DEACTIVATE, "name", TvWakeSource, name),
  TEXT (KPROBE_EVENT, "name", TvProbeEvent, name),
  LONG (KPROBE_EVENT, "type", TvProbeEvent, type),
  REQUEST (BLOCK_RQ_ISSUE),
  REQUEST (BLOCK_RQ_COMPLETE),
  REQUEST (BLOCK_IO_START),
  REQUEST (BLOCK_IO_DONE),
  FILE_ACCESS (ANDROID_FS_DATAREAD_START),
  FILE_ACCESS (ANDROID_FS_DATAREAD_END),
  FILE_ACCESS (ANDROID_FS_DATAWRITE_START),
  FILE_ACCESS (ANDROID_FS_DATAWRITE_END),
};

/* Returns the letter with which the form prints a field; 0 if none. */
static char
find_how (const TvKernelEvent *event, guint number)
{
  for (guint i = 0; event->form != NULL && i < event->form->len; i++)
    {
      const TvKernelFormPart *part = &g_array_index (event->form, TvKernelFormPart, i);

      if (part->number == number && part->how != '?')
        return part->how;
    }
  return 0;
}

/**
 * tv_kernel_members_new:
 * @event: an event with all its fields
 *
 * Returns: (transfer full) (element-type TvKernelMember): member per field number
 */
GArray *
tv_kernel_members_new (const TvKernelEvent *event)
{
  GArray *members = g_array_new (FALSE, TRUE, sizeof (TvKernelMember));

  for (guint i = 0; i < event->fields->len; i++)
    {
      const TvKernelField *field = &g_array_index (event->fields, TvKernelField, i);
      TvKernelMember *member;

      if (members->len <= field->number)
        g_array_set_size (members, field->number + 1);
      member = &g_array_index (members, TvKernelMember, field->number);
      member->how = find_how (event, field->number);
      for (gsize row = 0; row < G_N_ELEMENTS (rows); row++)
        if (rows[row].event == event->event && g_str_equal (rows[row].field, field->name))
          {
            member->type = rows[row].type;
            member->offset = rows[row].offset;
          }
    }
  return members;
}
