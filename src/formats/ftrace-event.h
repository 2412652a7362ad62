/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace-line.h"

G_BEGIN_DECLS

/* The events whose args are read; the others are kept as they are. */
typedef enum
{
  TV_FTRACE_EVENT_OTHER,
  TV_FTRACE_EVENT_MARK, /* tracing_mark_write, print, 0 */
  TV_FTRACE_EVENT_SCHED_SWITCH,
  TV_FTRACE_EVENT_SCHED_WAKEUP,
  TV_FTRACE_EVENT_SCHED_WAKEUP_NEW,
  TV_FTRACE_EVENT_SCHED_WAKING,
  TV_FTRACE_EVENT_SCHED_BLOCKED_REASON,
  TV_FTRACE_EVENT_SCHED_PROCESS_EXEC,
  TV_FTRACE_EVENT_SCHED_PROCESS_EXIT,
  TV_FTRACE_EVENT_SCHED_PROCESS_FORK,
  TV_FTRACE_EVENT_SCHED_PROCESS_FREE,
  TV_FTRACE_EVENT_TASK_NEWTASK,
  TV_FTRACE_EVENT_TASK_RENAME,
  TV_FTRACE_EVENT_CPU_FREQUENCY,
  TV_FTRACE_EVENT_CPU_FREQUENCY_LIMITS,
  TV_FTRACE_EVENT_CPU_IDLE,
  TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY,
  TV_FTRACE_EVENT_IRQ_HANDLER_EXIT,
  TV_FTRACE_EVENT_SOFTIRQ_ENTRY,
  TV_FTRACE_EVENT_SOFTIRQ_EXIT,
  TV_FTRACE_EVENT_SOFTIRQ_RAISE,
  TV_FTRACE_EVENT_IPI_ENTRY,
  TV_FTRACE_EVENT_IPI_EXIT,
  TV_FTRACE_EVENT_IPI_RAISE,
  TV_FTRACE_EVENT_BINDER_TRANSACTION,
  TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED,
  TV_FTRACE_EVENT_BINDER_TRANSACTION_ALLOC_BUF,
  TV_FTRACE_EVENT_BINDER_LOCK,
  TV_FTRACE_EVENT_BINDER_LOCKED,
  TV_FTRACE_EVENT_BINDER_UNLOCK,
  TV_FTRACE_EVENT_WORKQUEUE_EXECUTE_START,
  TV_FTRACE_EVENT_WORKQUEUE_EXECUTE_END,
  TV_FTRACE_EVENT_CLOCK_SET_RATE,
  TV_FTRACE_EVENT_CLOCK_ENABLE,
  TV_FTRACE_EVENT_CLOCK_DISABLE,
  TV_FTRACE_EVENT_RSS_STAT,
  TV_FTRACE_EVENT_THERMAL_TEMPERATURE,
  TV_FTRACE_EVENT_ION_HEAP_GROW,
  TV_FTRACE_EVENT_ION_HEAP_SHRINK,
  TV_FTRACE_EVENT_ION_STAT,
  TV_FTRACE_EVENT_DMA_HEAP_STAT,
  TV_N_FTRACE_EVENTS,
} TvFtraceEvent;

/* States of a task, as sched_switch has them in letters. %TV_TASK_STATE_PREEMPTED is the plus of
 * `R+`. From include/trace/events/sched.h of Linux 2.6.3x … 6.x: N is not counted in the load, I
 * idle, P parked, K wakes for a signal that kills, W waking or swapping. */
typedef enum
{
  TV_TASK_STATE_RUNNABLE = 1 << 0,        /* R */
  TV_TASK_STATE_SLEEPING = 1 << 1,        /* S */
  TV_TASK_STATE_UNINTERRUPTIBLE = 1 << 2, /* D */
  TV_TASK_STATE_STOPPED = 1 << 3,         /* T */
  TV_TASK_STATE_TRACED = 1 << 4,          /* t */
  TV_TASK_STATE_DEAD = 1 << 5,            /* X */
  TV_TASK_STATE_ZOMBIE = 1 << 6,          /* Z */
  TV_TASK_STATE_PARKED = 1 << 7,          /* P */
  TV_TASK_STATE_IDLE = 1 << 8,            /* I */
  TV_TASK_STATE_TASK_DEAD = 1 << 9,       /* x */
  TV_TASK_STATE_WAKE_KILL = 1 << 10,      /* K */
  TV_TASK_STATE_WAKING = 1 << 11,         /* W */
  TV_TASK_STATE_NO_LOAD = 1 << 12,        /* N */
  TV_TASK_STATE_PREEMPTED = 1 << 13,      /* + */
} TvTaskState;

/* `prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120`,
 * or trace-cmd's `a:1 [120] S ==> b:2 [120]`. Names may hold any of this. */
typedef struct
{
  TvSpan prev_comm;
  TvSpan prev_state;
  TvSpan next_comm;
  gint32 prev_pid;
  gint32 prev_prio;
  gint32 next_pid;
  gint32 next_prio;
} TvSchedSwitch;

/* `comm=a pid=1 prio=120 [success=1] target_cpu=003`, or trace-cmd's `a:1 [120] … CPU:003` */
typedef struct
{
  TvSpan comm;
  gint32 pid;
  gint32 prio;
  gint32 target_cpu;   /* or -1 */
  gboolean is_success; /* old kernels also log wakeups of what is awake: success=0 */
} TvSchedWakeup;

/* `pid=1 iowait=1 caller=f+0x1/0x2 [delay=5]`, or io_wait */
typedef struct
{
  TvSpan caller;
  gint32 pid;
  gboolean is_io_wait;
  gint64 delay; /* in the kernel's unit, or -1 */
} TvSchedBlockedReason;

/* The life of tasks: sched_process_fork `comm=a pid=1 child_comm=b child_pid=2`, exit and free
 * `comm=a pid=1 prio=120`, exec `filename=/bin/b pid=1 old_pid=1`, task_newtask
 * `pid=2 comm=b clone_flags=11200 oom_score_adj=0`, task_rename
 * `pid=1 oldcomm=a newcomm=b oom_score_adj=0`. */
typedef struct
{
  TvSpan comm;     /* the task's; with exec, the file's name; with rename, the old one */
  TvSpan new_comm; /* the child's, or the new one; else empty */
  gint32 pid;
  gint32 child_pid;    /* of a fork, or -1 */
  guint64 clone_flags; /* of task_newtask, or 0 */
} TvTaskEvent;

/* `[name ]state=1 cpu_id=0`: cpu_frequency (kHz), cpu_idle (4294967295: not idle), clocks (Hz)
 * and others of the same form */
typedef struct
{
  TvSpan name; /* mostly empty */
  gint64 state;
  gint32 cpu;
} TvCpuState;

/* `min=1 max=2 cpu_id=0`, or min_freq and max_freq; in kHz */
typedef struct
{
  gint64 min;
  gint64 max;
  gint32 cpu;
} TvCpuFrequencyLimits;

/* irq_handler_entry `irq=36 name=virtio1`, exit `irq=36 ret=handled`; softirq_*
 * `vec=9 [action=RCU]`; ipi_* `(Rescheduling interrupts)`, of raise after `target_mask=0,1 ` */
typedef struct
{
  TvSpan name;   /* of irq and ipi, softirq's action, or the ret */
  gint64 number; /* irq or vec, or -1 */
} TvIrqEvent;

/* `transaction=1 dest_node=2 dest_proc=3 dest_thread=0 reply=0 flags=0x10 code=0x3`. Of _received
 * only the first is there; of _alloc_buf also `data_size=80 offsets_size=0`. */
typedef struct
{
  gint64 transaction;
  gint64 dest_node;
  gint32 dest_proc;
  gint32 dest_thread;
  gboolean is_reply;
  guint64 flags;
  guint64 code;
  gint64 data_size;
  gint64 offsets_size;
} TvBinderTransaction;

/* `work struct 00000000caff3e87[: function wb_update]` */
typedef struct
{
  guint64 work;
  TvSpan function; /* empty at the end on old kernels */
} TvWorkqueueEvent;

/* rss_stat `[mm_id=1 curr=1] type=MM_ANONPAGES|member=1 size=8192B`; thermal_temperature
 * `thermal_zone=cpu id=0 temp_prev=1 temp=2`; ion_heap_* `heap_name=system, len=4096,
 * total_allocated=8192`; ion_stat `buffer_id=1 len=4096B total_allocated=8192B`; dma_heap_stat
 * `inode=1 len=4096B total_allocated=8192B` */
typedef struct
{
  TvSpan name;       /* type, member, zone or heap; may be empty */
  gint64 value;      /* bytes, or m°C */
  gint64 change;     /* what was added (below 0: taken away); 0 where it is not told */
  gint64 id;         /* mm_id, zone, buffer, inode, or -1 */
  gint32 is_current; /* of rss_stat: whether it is the task's own memory; -1 where it is not told */
} TvMemoryEvent;

TvFtraceEvent  tv_ftrace_event_lookup         (TvSpan                 name);
const char    *tv_ftrace_event_name           (TvFtraceEvent          event);
gboolean       tv_ftrace_parse_state          (TvSpan                 text,
                                               guint                 *state);

gboolean       tv_ftrace_parse_sched_switch   (TvSpan                 args,
                                               TvSchedSwitch         *out);
gboolean       tv_ftrace_parse_sched_wakeup   (TvSpan                 args,
                                               TvSchedWakeup         *out);
gboolean       tv_ftrace_parse_blocked_reason (TvSpan                 args,
                                               TvSchedBlockedReason  *out);
gboolean       tv_ftrace_parse_task           (TvFtraceEvent          event,
                                               TvSpan                 args,
                                               TvTaskEvent           *out);
gboolean       tv_ftrace_parse_cpu_state      (TvSpan                 args,
                                               TvCpuState            *out);
gboolean       tv_ftrace_parse_cpu_limits     (TvSpan                 args,
                                               TvCpuFrequencyLimits  *out);
gboolean       tv_ftrace_parse_irq            (TvFtraceEvent          event,
                                               TvSpan                 args,
                                               TvIrqEvent            *out);
gboolean       tv_ftrace_parse_binder         (TvFtraceEvent          event,
                                               TvSpan                 args,
                                               TvBinderTransaction   *out);
gboolean       tv_ftrace_parse_binder_lock    (TvSpan                 args,
                                               TvSpan                *tag);
gboolean       tv_ftrace_parse_workqueue      (TvSpan                 args,
                                               TvWorkqueueEvent      *out);
gboolean       tv_ftrace_parse_memory         (TvFtraceEvent          event,
                                               TvSpan                 args,
                                               TvMemoryEvent         *out);

G_END_DECLS
