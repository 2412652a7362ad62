/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-line.h"
#include "formats/ftrace/kernel-events.h"

G_BEGIN_DECLS

/* Parsers for the arguments of kernel events in text form, and sets of event types. */

/* Bits in an event's common_flags: TRACE_FLAG_HARDIRQ and TRACE_FLAG_SOFTIRQ of linux/trace_events.h. */
#define TV_FTRACE_FLAG_IRQ 0x18

/**
 * TvTaskState:
 * @TV_TASK_STATE_RUNNABLE: `R`
 * @TV_TASK_STATE_SLEEPING: `S`
 * @TV_TASK_STATE_UNINTERRUPTIBLE: `D`
 * @TV_TASK_STATE_STOPPED: `T`
 * @TV_TASK_STATE_TRACED: `t`
 * @TV_TASK_STATE_DEAD: `X`
 * @TV_TASK_STATE_ZOMBIE: `Z`
 * @TV_TASK_STATE_PARKED: `P`
 * @TV_TASK_STATE_IDLE: `I`
 * @TV_TASK_STATE_TASK_DEAD: `x`
 * @TV_TASK_STATE_WAKE_KILL: `K`: woken by fatal signals
 * @TV_TASK_STATE_WAKING: `W`
 * @TV_TASK_STATE_NO_LOAD: `N`: not counted in the load average
 * @TV_TASK_STATE_PREEMPTED: the plus sign in `R+`
 *
 * Bits of a task state. sched_switch prints them as letters separated by bars.
 */
typedef enum
{
  TV_TASK_STATE_RUNNABLE = 1 << 0,
  TV_TASK_STATE_SLEEPING = 1 << 1,
  TV_TASK_STATE_UNINTERRUPTIBLE = 1 << 2,
  TV_TASK_STATE_STOPPED = 1 << 3,
  TV_TASK_STATE_TRACED = 1 << 4,
  TV_TASK_STATE_DEAD = 1 << 5,
  TV_TASK_STATE_ZOMBIE = 1 << 6,
  TV_TASK_STATE_PARKED = 1 << 7,
  TV_TASK_STATE_IDLE = 1 << 8,
  TV_TASK_STATE_TASK_DEAD = 1 << 9,
  TV_TASK_STATE_WAKE_KILL = 1 << 10,
  TV_TASK_STATE_WAKING = 1 << 11,
  TV_TASK_STATE_NO_LOAD = 1 << 12,
  TV_TASK_STATE_PREEMPTED = 1 << 13,
} TvTaskState;

/**
 * TvSchedSwitch:
 * @prev_comm: name of the task that leaves the CPU; may contain any characters, even ` prev_pid=` or `==>`
 * @prev_state: state in letters, for tv_ftrace_parse_state()
 * @prev_state_bits: state as a number, for tv_ftrace_put_state(), if there are no letters; otherwise -1
 * @next_comm: name of the task that gets the CPU
 *
 * sched_switch in one of these forms:
 *
 *     prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120
 *     a:1 [120] S ==> b:2 [120]                 printed by trace-cmd
 *     … prev_state=1 next_comm=b …              raw fields
 *
 * HongMeng appends more fields to the first form.
 */
typedef struct
{
  TvSpan prev_comm;
  TvSpan prev_state;
  TvSpan next_comm;
  gint64 prev_state_bits;
  gint32 prev_pid;
  gint32 prev_prio;
  gint32 next_pid;
  gint32 next_prio;
} TvSchedSwitch;

/**
 * TvSchedWakeup:
 * @comm: name of the task that is woken
 * @target_cpu: CPU on which the task will run; -1 if unknown
 * @is_success: %FALSE if an old kernel logged the wakeup of a task that was awake
 * @flags: bits of the kernel's trace_flag_type, which describe the context of the CPU; -1 if not recorded
 *
 * sched_wakeup, sched_wakeup_new or sched_waking: `comm=a pid=1 prio=120 [success=1] [target_cpu=003]
 * [common_flags=9]`, where Perfetto adds the flags, or `a:1 [120] [success=1] [CPU:003]` printed by trace-cmd.
 */
typedef struct
{
  TvSpan comm;
  gint32 pid;
  gint32 prio;
  gint32 target_cpu;
  gboolean is_success;
  gint32 flags;
} TvSchedWakeup;

/**
 * TvSchedBlockedReason:
 * @caller: kernel function that waited, with offset and optional module; may be empty
 * @delay: duration of the wait in the kernel's unit; -1 if unknown
 *
 * sched_blocked_reason: `pid=1 iowait=1 caller=f+0x1/0x2 [module] delay=5`; also with `io_wait=`.
 */
typedef struct
{
  TvSpan caller;
  gint32 pid;
  gboolean is_io_wait;
  gint64 delay;
} TvSchedBlockedReason;

/**
 * TvTaskEvent:
 * @comm: name of the task; for an exec, the file; for a rename, the old name
 * @new_comm: name of the child, or new name; empty for other events
 * @pid: thread id of the task; of the new task for task_newtask; -1 if a rename does not contain it
 * @child_pid: thread id of the child of a fork; otherwise -1
 * @clone_flags: flags of task_newtask, otherwise 0; 0x10000 (CLONE_THREAD) for a thread of the same process
 * @is_group_dead: for an exit on new kernels, whether the task was the last one of its process
 *
 * Task lifetime events:
 *
 *     sched_process_fork            comm=a pid=1 child_comm=b child_pid=2
 *     sched_process_exit and _free  comm=a pid=1 prio=120[ group_dead=true]
 *     sched_process_exec            filename=/bin/b pid=1 old_pid=1
 *     task_newtask                  pid=2 comm=b clone_flags=11200 oom_score_adj=0      (flags in hexadecimal)
 *     task_rename                   [pid=1 ]oldcomm=a newcomm=b oom_score_adj=0
 */
typedef struct
{
  TvSpan comm;
  TvSpan new_comm;
  gint32 pid;
  gint32 child_pid;
  guint64 clone_flags;
  gboolean is_group_dead;
} TvTaskEvent;

/**
 * TvCpuState:
 * @name: prefix, such as the name of a clock; usually empty
 * @state: kHz for cpu_frequency, Hz for clocks; 4294967295 if cpu_idle reports that the CPU is not idle
 * @cpu: CPU number
 *
 * Arguments of cpu_frequency, cpu_idle, clock_… and other events of the form `[name ]state=1 cpu_id=0`. Newer kernels
 * print clk_set_rate as `name 1`, and clk_enable and clk_disable as `name`.
 */
typedef struct
{
  TvSpan name;
  gint64 state;
  gint32 cpu;
} TvCpuState;

/**
 * TvCpuFrequencyLimits:
 * @min: minimum frequency in kHz
 * @max: maximum frequency in kHz
 *
 * cpu_frequency_limits: `min=1 max=2 cpu_id=0` or `min_freq=1 max_freq=2 cpu_id=0`.
 */
typedef struct
{
  gint64 min;
  gint64 max;
  gint32 cpu;
} TvCpuFrequencyLimits;

/**
 * TvIrqEvent:
 * @name: name of the device, return value of an irq handler, action of a softirq, or reason of an inter-processor
 *   interrupt
 * @number: number of the irq, or vector of a softirq; otherwise -1
 *
 * irq_handler_entry `irq=36 name=virtio1`, irq_handler_exit `irq=36 ret=handled`, softirq_… `vec=9 [action=RCU]`,
 * ipi_… `(Rescheduling interrupts)`; ipi_raise has the prefix `target_mask=0,1 `.
 */
typedef struct
{
  TvSpan name;
  gint64 number;
} TvIrqEvent;

/**
 * TvBinderTransaction:
 * @transaction: id that all events of a transaction share
 * @dest_thread: thread id of the receiver; 0 for any thread of @dest_proc
 * @data_size: data size in bytes, only for binder_transaction_alloc_buf
 * @offsets_size: size of the offsets in bytes, only for binder_transaction_alloc_buf
 * @failure: (nullable): name of the return code of a binder_return that reports a failed call
 *
 * Events of a binder transaction:
 *
 *     binder_transaction            transaction=1 dest_node=2 dest_proc=3 dest_thread=0 reply=0 flags=0x10 code=0x3
 *     binder_transaction_received   transaction=1
 *     binder_transaction_alloc_buf  transaction=1 data_size=80 offsets_size=0
 *     binder_return                 cmd=0x7211 BR_FAILED_REPLY
 */
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
  const char *failure;
} TvBinderTransaction;

/**
 * TvWorkqueueEvent:
 * @work: address of the work item, which start and end share
 * @function: name of the function; empty in end events of old kernels
 *
 * workqueue_execute_start and _end: `work struct 00000000caff3e87: function wb_update`.
 */
typedef struct
{
  guint64 work;
  TvSpan function;
} TvWorkqueueEvent;

/**
 * TvMemoryEvent:
 * @name: type or number of the counter, thermal zone, or heap; may be empty
 * @value: current size in bytes, or temperature in m°C
 * @change: number of bytes added, negative if removed; for a temperature, its change in m°C; 0 if unknown
 * @id: mm_id, zone, buffer or inode, or -1
 * @is_current: for rss_stat, 1 if the memory belongs to the current task, 0 if not; -1 if unknown
 *
 * Memory and temperature events:
 *
 *     rss_stat                  [mm_id=1 curr=1 ]type=MM_ANONPAGES size=8192B          (or member=1)
 *     thermal_temperature       thermal_zone=cpu id=0 temp_prev=1 temp=2
 *     ion_heap_grow, _shrink    heap_name=system, len=4096, total_allocated=8192
 *     ion_stat                  buffer_id=1 len=4096B total_allocated=8192B
 *     dma_heap_stat             inode=1 len=4096B total_allocated=8192B
 */
typedef struct
{
  TvSpan name;
  gint64 value;
  gint64 change;
  gint64 id;
  gint32 is_current;
} TvMemoryEvent;

/**
 * TvSystemCall:
 * @number: number of the system call
 * @name: name of the system call; empty if unknown
 * @has_result: whether @result is known
 * @result: return value, only for sys_exit
 *
 * sys_enter `NR 63 (3, 7ffe…)` and sys_exit `NR 63 = 832`. If the name is known, it is appended to the number.
 */
typedef struct
{
  gint64 number;
  TvSpan name;
  gboolean has_result;
  gint64 result;
} TvSystemCall;

/**
 * TvSuspendEvent:
 * @action: name of the phase
 * @value: number of the phase's argument, as text
 *
 * suspend_resume: `suspend_enter[3] begin`.
 */
typedef struct
{
  TvSpan action;
  TvSpan value;
  gboolean is_begin;
} TvSuspendEvent;

/**
 * TvWakeSource:
 *
 * wakeup_source_activate and _deactivate: `NAME state=0x1`.
 */
typedef struct
{
  TvSpan name;
} TvWakeSource;

/**
 * TvProbeEvent:
 * @type: 1 for the begin, 2 for the end, 3 for an instant
 *
 * kprobe_event of Perfetto: `name=vfs_read type=1`.
 */
typedef struct
{
  TvSpan name;
  gint64 type;
} TvProbeEvent;

/**
 * TvBlockRequest:
 * @letters: kind of request, see linux/include/trace/events/block.h
 * @bytes: size in bytes; -1 if unknown, as for block_rq_complete
 *
 * block_rq_issue and block_io_start `8,0 WS 4096 () 123 + 8 [a]`, block_rq_complete and block_io_done
 * `8,0 WS () 123 + 8 [0]`; or `dev=8388608 sector=123 rwbs=WS`.
 */
typedef struct
{
  gint64 major;
  gint64 minor;
  gint64 sector;
  gint64 bytes;
  TvSpan letters;
} TvBlockRequest;

/**
 * TvFileAccess:
 * @path: path of the file; empty at the end of the access
 *
 * android_fs_dataread_start `entry_name /data/a, offset 0, bytes 4096, cmdline app, pid 7, i_size 9000, ino 5`,
 * android_fs_dataread_end `ino 5, offset 0, bytes 4096`, and the events of writes.
 */
typedef struct
{
  TvSpan path;
  gint64 offset;
  gint64 bytes;
  gint64 inode;
} TvFileAccess;

/**
 * TvFtraceEventSet:
 *
 * A set of event types, as a bit mask.
 */
__extension__ typedef unsigned __int128 TvFtraceEventSet;

G_STATIC_ASSERT (TV_N_FTRACE_EVENTS <= 128);

static inline gboolean
tv_ftrace_event_set_has (TvFtraceEventSet self, TvFtraceEvent event)
{
  return (self >> event & 1) != 0;
}

static inline void
tv_ftrace_event_set_add (TvFtraceEventSet *self, TvFtraceEvent event)
{
  *self |= (TvFtraceEventSet) 1 << event;
}

static inline void
tv_ftrace_event_set_remove (TvFtraceEventSet *self, TvFtraceEvent event)
{
  *self &= ~((TvFtraceEventSet) 1 << event);
}

static inline TvFtraceEventSet
tv_ftrace_event_set_join (TvFtraceEventSet self, TvFtraceEventSet other)
{
  return self | other;
}

TvFtraceEventSet tv_ftrace_event_set_find_endless   (TvFtraceEventSet    seen);
TvFtraceEventSet tv_ftrace_event_set_find_beginless (TvFtraceEventSet    seen);
TvFtraceEventSet tv_ftrace_event_set_find_lacking   (TvFtraceEventSet    whole,
                                                     TvFtraceEventSet    part);
gboolean       tv_ftrace_parse_state          (TvSpan                 text,
                                               guint                 *state);
void           tv_ftrace_put_state            (gint64                 bits,
                                               GString               *text);

/* Bit of a numeric prev_state that denotes an uninterruptible sleep, in all kernel versions. */
#define TV_FTRACE_UNINTERRUPTIBLE 2

/**
 * tv_ftrace_parse_…:
 * @event: (optional): event type, if the parser supports several types
 * @args: arguments of an event
 * @out: (out caller-allocates): the parsed event; spans point into @args or to static strings; undefined on failure
 *
 * These functions parse the arguments of an event. Arguments are matched by structure and not split at blanks.
 * Unknown trailing fields are skipped. Numbers that do not fit are rejected.
 *
 * Returns: whether the arguments are well-formed
 */
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
gboolean       tv_ftrace_parse_clk            (TvFtraceEvent          event,
                                               TvSpan                 args,
                                               TvCpuState            *out);
gboolean       tv_ftrace_parse_timer          (TvSpan                 args,
                                               TvSpan                *function);
TvSpan         tv_ftrace_trim_offset          (TvSpan                 function);
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
gboolean       tv_ftrace_parse_system_call    (TvFtraceEvent          event,
                                               TvSpan                 args,
                                               TvSystemCall          *out);
gboolean       tv_ftrace_parse_suspend        (TvSpan                 args,
                                               TvSuspendEvent        *out);
gboolean       tv_ftrace_parse_wake_source    (TvSpan                 args,
                                               TvWakeSource          *out);
gboolean       tv_ftrace_parse_probe          (TvSpan                 args,
                                               TvProbeEvent          *out);
gboolean       tv_ftrace_parse_request        (TvSpan                 args,
                                               TvBlockRequest        *out);
gboolean       tv_ftrace_parse_file_access    (TvFtraceEvent          event,
                                               TvSpan                 args,
                                               TvFileAccess          *out);
void           tv_binder_set_failure          (TvBinderTransaction   *binder);
void           tv_memory_event_sign           (TvMemoryEvent         *memory,
                                               TvFtraceEvent          event);

G_END_DECLS
