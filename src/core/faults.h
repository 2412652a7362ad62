/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Faults: crashes and freezes of programs, as reported by the device. The stacks of the program's threads are in
 * core/dumps.h.
 *   fault ─▶ thread of a dump ◀─ register
 *     ▲
 *     ├─ cause, memory region, memory word, open file
 *     └─ queue event */

/**
 * TvFaultKind:
 * @TV_FAULT_CRASH: a signal ended the program
 * @TV_FAULT_ERROR: an uncaught script error ended the program
 * @TV_FAULT_PANIC: a Rust panic ended the program
 * @TV_FAULT_FREEZE: the program did not respond in time
 *
 * The kind of a fault.
 */
typedef enum
{
  TV_FAULT_CRASH,
  TV_FAULT_ERROR,
  TV_FAULT_PANIC,
  TV_FAULT_FREEZE,
  TV_N_FAULT_KINDS,
} TvFaultKind;

/**
 * TvFault:
 * @kind: kind of fault
 * @ts: timestamp in ns, or %TV_NO_TIME
 * @upid: the process, or %TV_NONE
 * @thread: the failing #TvDumpThread, or %TV_NONE
 * @reason: string id of the reason in the file, such as "SIGSEGV" or "THREAD_BLOCK_6S", or %TV_NONE
 * @message: string id of the program's message, such as an abort message, or %TV_NONE
 * @signal: signal number, or 0
 * @has_code: whether @code is set
 * @code: si_code of siginfo_t
 * @code_name: string id of the name of @code, such as "SEGV_MAPERR", or %TV_NONE
 * @has_address: whether @address is set
 * @address: fault address
 * @sender_pid: process id of the signal's sender, or %TV_NONE
 * @sender_uid: user id of the signal's sender, or %TV_NONE
 * @word_bytes: size of an address, 4 or 8 bytes; 0 if not recorded
 * @page_bytes: size of a memory page in bytes
 * @is_end_unknown: whether the file does not state that the program ended, because an error may have been caught
 * @is_logged: whether the fault was found in log lines instead of a report
 * @report: number of the report, see #TvDump; set by the builder. Dumps with this number belong to the fault
 *
 * A crash or freeze of a program, as reported by the device.
 */
typedef struct
{
  TvFaultKind kind;
  gint64 ts;
  guint32 upid;
  guint32 thread;
  guint32 reason;
  guint32 message;
  gint32 signal;
  gboolean has_code;
  gint32 code;
  guint32 code_name;
  gboolean has_address;
  guint64 address;
  guint32 sender_pid;
  guint32 sender_uid;
  guint32 word_bytes;
  guint32 page_bytes;
  gboolean is_end_unknown;
  gboolean is_logged;
  guint32 report;
} TvFault;

/**
 * TvFaultCause:
 * @fault: row of the #TvFault
 * @text: string id of the cause
 *
 * A probable cause of a fault, as reported by the device.
 */
typedef struct
{
  guint32 fault;
  guint32 text;
} TvFaultCause;

/**
 * TvRegister:
 * @fault: row of the #TvFault
 * @thread: row of the #TvDumpThread
 * @name: string id
 * @value: content of the register
 *
 * The content of a CPU register at the time of a fault.
 */
typedef struct
{
  guint32 fault;
  guint32 thread;
  guint32 name;
  guint64 value;
} TvRegister;

/**
 * TvMemoryAccess:
 *
 * Access rights of a memory region.
 */
typedef enum
{
  TV_MEMORY_READ = 1 << 0,
  TV_MEMORY_WRITE = 1 << 1,
  TV_MEMORY_EXECUTE = 1 << 2,
} TvMemoryAccess;

/**
 * TvMemoryRegion:
 * @fault: row of the #TvFault
 * @start: address of the first byte
 * @last: address of the last byte; inclusive, because the region may extend to the end of the address space
 * @offset: file offset of the first byte, in bytes
 * @load_bias: difference between addresses and file offsets, or 0
 * @access: #TvMemoryAccess flags
 * @name: string id of the mapped file or the purpose of the memory, or %TV_NONE
 * @build_id: string id, or %TV_NONE
 *
 * A region in the memory map of the failing process.
 */
typedef struct
{
  guint32 fault;
  guint64 start;
  guint64 last;
  guint64 offset;
  guint64 load_bias;
  guint32 access;
  guint32 name;
  guint32 build_id;
} TvMemoryRegion;

/**
 * TvMemoryWord:
 * @fault: row of the #TvFault
 * @near: string id of the register that points near @address, or of "stack"; or %TV_NONE
 * @region: string id of the memory region's name, or %TV_NONE
 * @note: string id of the annotation in the file, such as the function at that address, or %TV_NONE
 * @address: address of the first byte
 * @value: memory content
 * @n_bytes: size in bytes, 1 to 8
 * @is_known: whether the memory could be read
 *
 * A word of dumped memory.
 */
typedef struct
{
  guint32 fault;
  guint32 near;
  guint32 region;
  guint32 note;
  guint64 address;
  guint64 value;
  guint8 n_bytes;
  guint8 is_known;
} TvMemoryWord;

/**
 * TvOpenFile:
 * @fault: row of the #TvFault
 * @number: file descriptor
 * @path: string id of the path or a description
 * @owner: string id of the owner within the program, as named in the file, or %TV_NONE
 *
 * A file descriptor that was open at the time of a fault.
 */
typedef struct
{
  guint32 fault;
  guint32 number;
  guint32 path;
  guint32 owner;
} TvOpenFile;

/**
 * TvQueueEventState:
 * @TV_QUEUE_EVENT_DONE: the task has run
 * @TV_QUEUE_EVENT_RUNNING: the task had begun but not ended
 * @TV_QUEUE_EVENT_WAITING: the task had not begun
 *
 * The progress of a task in an event queue.
 */
typedef enum
{
  TV_QUEUE_EVENT_DONE,
  TV_QUEUE_EVENT_RUNNING,
  TV_QUEUE_EVENT_WAITING,
  TV_N_QUEUE_EVENT_STATES,
} TvQueueEventState;

/**
 * TvQueueEvent:
 * @fault: row of the #TvFault
 * @utid: the thread that handles the queue, or %TV_NONE
 * @state: progress of the task
 * @seen: time of the report in ns, or %TV_NO_TIME
 * @sent: time in ns at which the task was enqueued, or %TV_NO_TIME
 * @due: earliest time in ns at which the task may start, or %TV_NO_TIME
 * @began: start time in ns, or %TV_NO_TIME
 * @ended: end time in ns, or %TV_NO_TIME
 * @sender_tid: thread id of the sender, or %TV_NONE
 * @priority: string id of the task's priority, or %TV_NONE
 * @name: string id of the task's name or number, or %TV_NONE
 * @caller: string id of the sender's source location, or %TV_NONE
 *
 * A task in the event queue of a thread.
 */
typedef struct
{
  guint32 fault;
  guint32 utid;
  TvQueueEventState state;
  gint64 seen;
  gint64 sent;
  gint64 due;
  gint64 began;
  gint64 ended;
  guint32 sender_tid;
  guint32 priority;
  guint32 name;
  guint32 caller;
} TvQueueEvent;

/**
 * TvBinderPool:
 * @fault: row of the #TvFault
 * @pid: id of the process
 * @context: string id of the binder device, or %TV_NONE
 * @n_requested: number of threads that the driver has requested, but that have not started
 * @n_started: number of threads that have started at the driver's request
 * @max_started: maximum of @n_started
 * @n_ready: number of threads that are waiting for a call; if it is 0, the next call is queued
 * @async_bytes: free buffer space for one-way calls, in bytes
 *
 * The thread pool of a process that answers binder calls.
 */
typedef struct
{
  guint32 fault;
  guint32 pid;
  guint32 context;
  guint32 n_requested;
  guint32 n_started;
  guint32 max_started;
  guint32 n_ready;
  guint64 async_bytes;
} TvBinderPool;

/**
 * TvFaults:
 *
 * All faults of a trace with their details, in file order. Memory regions are sorted by address within each fault.
 */
typedef struct
{
  guint32 n;
  const TvFault *faults;
  guint32 n_causes;
  const TvFaultCause *causes;
  guint32 n_registers;
  const TvRegister *registers;
  guint32 n_regions;
  const TvMemoryRegion *regions;
  guint32 n_words;
  const TvMemoryWord *words;
  guint32 n_files;
  const TvOpenFile *files;
  guint32 n_events;
  const TvQueueEvent *events;
  guint32 n_servers;
  const TvBinderPool *servers;
} TvFaults;

const char *tv_fault_kind_name        (TvFaultKind       kind);
const char *tv_queue_event_state_name (TvQueueEventState state);

G_END_DECLS
