/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Faults: reports of a device about a program that crashed or did not respond. The stacks of its threads are
 * in core/dumps.h.
 *
 *   fault ─▶ thread of a dump ◀─ register
 *     ▲
 *     ├─ cause, memory region, memory word, open file
 *     └─ queue event
 */

/**
 * TvFaultKind:
 * @TV_FAULT_CRASH: a signal ended the program
 * @TV_FAULT_ERROR: an uncaught script error ended it
 * @TV_FAULT_PANIC: a Rust panic ended it
 * @TV_FAULT_FREEZE: it did not respond in time
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
 * @reason: string: reason in the file, such as "SIGSEGV" or "THREAD_BLOCK_6S", or %TV_NONE
 * @message: string: message of the program, such as an abort message, or %TV_NONE
 * @signal: the signal's number, or 0
 * @has_code: the file has a @code
 * @code: si_code of siginfo_t
 * @code_name: string: name of @code, such as "SEGV_MAPERR", or %TV_NONE
 * @has_address: the signal has an address
 * @address: fault address
 * @sender_pid: the process that sent the signal, or %TV_NONE
 * @sender_uid: its user id, or %TV_NONE
 * @word_bytes: size of an address, 4 or 8 bytes; 0 if not recorded
 * @page_bytes: size of a memory page in bytes
 * @is_logged: it was found in log lines and not in a report of its own
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
  gboolean is_logged;
} TvFault;

/**
 * TvFaultCause:
 * @fault: its fault
 * @text: string: a probable cause, as the device reports it
 */
typedef struct
{
  guint32 fault;
  guint32 text;
} TvFaultCause;

/**
 * TvRegister:
 * @fault: its fault
 * @thread: its #TvDumpThread
 * @name: string
 * @value: its content
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
 * @fault: its fault
 * @start: address of its first byte
 * @last: address of its last byte, so that the end of all addresses has one
 * @offset: offset of its first byte in the mapped file
 * @load_bias: difference between addresses and offsets in the file, or 0
 * @access: #TvMemoryAccess
 * @name: string: the file or the purpose of the memory, or %TV_NONE
 * @build_id: string, or %TV_NONE
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
 * @fault: its fault
 * @near: string: the register whose value is near its address, "stack", or %TV_NONE
 * @region: string: name of the memory region, or %TV_NONE
 * @note: string: annotation in the file, such as the function at that address, or %TV_NONE
 * @address: address of its first byte
 * @value: memory content
 * @n_bytes: size in bytes, 1 to 8
 * @is_known: whether it could be read
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
 * @fault: its fault
 * @number: file descriptor
 * @path: string: path or description
 * @owner: string: owner within the program, as the file has it, or %TV_NONE
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
 * @TV_QUEUE_EVENT_DONE: it has run
 * @TV_QUEUE_EVENT_RUNNING: it had begun and not ended
 * @TV_QUEUE_EVENT_WAITING: it had not begun
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
 * @fault: its fault
 * @utid: the thread that handles the queue, or %TV_NONE
 * @state: progress
 * @seen: time of the listing in ns, or %TV_NO_TIME
 * @sent: time of enqueuing, or %TV_NO_TIME
 * @due: earliest start, or %TV_NO_TIME
 * @began: start, or %TV_NO_TIME
 * @ended: end, or %TV_NO_TIME
 * @sender_tid: thread id of the sender, or %TV_NONE
 * @priority: string, or %TV_NONE
 * @name: string: name or number of its task, or %TV_NONE
 * @caller: string: source location of the sender, or %TV_NONE
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
 * TvCallServer:
 * @fault: its fault
 * @pid: a process that serves binder calls
 * @context: string: binder device, or %TV_NONE
 * @n_requested: threads that the driver requested and that have not started
 * @n_started: threads started on request of the driver
 * @max_started: maximum of @n_started
 * @n_ready: threads that wait for a call; with 0 the next call is queued
 * @async_bytes: free buffer space for one-way calls, in bytes
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
} TvCallServer;

/**
 * TvFaults:
 *
 * All faults of a trace with their details, in the order of the file; memory regions are sorted by address.
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
  const TvCallServer *servers;
} TvFaults;

const char *tv_fault_kind_name        (TvFaultKind       kind);
const char *tv_queue_event_state_name (TvQueueEventState state);

G_END_DECLS
