/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Faults: what a device writes down of a program that crashed or did not answer, beside the stacks of its
 * threads, which are in core/dumps.h.
 *
 *   fault ─▶ thread of a dump ◀─ register
 *     ▲
 *     ├─ cause, memory region, memory word, open file
 *     └─ queue event
 */

/**
 * TvFaultKind:
 * @TV_FAULT_CRASH: a signal ended the program
 * @TV_FAULT_ERROR: an error of a script ended it, which nobody caught
 * @TV_FAULT_PANIC: a panic of Rust did
 * @TV_FAULT_FREEZE: it did not answer in time
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
 * @kind: what became of the program
 * @ts: when, in ns, or %TV_NO_TIME
 * @upid: of which process, or %TV_NONE
 * @thread: the #TvDumpThread that it happened to, or %TV_NONE
 * @reason: string: the file's own word for it, such as "SIGSEGV" or "THREAD_BLOCK_6S", or %TV_NONE
 * @message: string: what the program said of it, such as an abort message, or %TV_NONE
 * @signal: the signal's number, or 0
 * @has_code: the file tells @code
 * @code: why the signal was sent, as siginfo_t's si_code has it
 * @code_name: string: what that is called, such as "SEGV_MAPERR", or %TV_NONE
 * @has_address: an address belongs to the signal
 * @address: that address
 * @sender_pid: the process that sent the signal, or %TV_NONE
 * @sender_uid: its user, or %TV_NONE
 * @word_bytes: bytes of an address on that machine, 4 or 8; 0 where it is not told
 * @page_bytes: bytes of a page of its memory
 * @is_logged: lines of a log among others tell it, and no file of its own
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
 * @fault: of which fault
 * @text: string: what the device takes for its cause; one of several that may be
 */
typedef struct
{
  guint32 fault;
  guint32 text;
} TvFaultCause;

/**
 * TvRegister:
 * @fault: of which fault
 * @thread: of which #TvDumpThread
 * @name: string
 * @value: what was in it
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
 * What a program may do with a region of its memory.
 */
typedef enum
{
  TV_MEMORY_READ = 1 << 0,
  TV_MEMORY_WRITE = 1 << 1,
  TV_MEMORY_EXECUTE = 1 << 2,
} TvMemoryAccess;

/**
 * TvMemoryRegion:
 * @fault: of which fault
 * @start: address of its first byte
 * @last: address of its last byte, so that the end of all addresses has one
 * @offset: of its first byte in the file that is mapped
 * @load_bias: what the file's own addresses are ahead of its offsets, or 0
 * @access: what may be done with it, #TvMemoryAccess
 * @name: string: the file, or what the memory is for, or %TV_NONE
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
 * @fault: of which fault
 * @near: string: why it is listed: the register that its place is near to, "stack", or %TV_NONE
 * @region: string: what that place is called, or %TV_NONE
 * @note: string: what the file says of the word, such as the function that it is an address of, or %TV_NONE
 * @address: of its first byte
 * @value: what was in memory there
 * @n_bytes: how many bytes it has, 1 to 8
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
 * @fault: of which fault
 * @number: its descriptor
 * @path: string: what is open
 * @owner: string: what in the program has it, in the file's own words, or %TV_NONE
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
 * @fault: of which fault
 * @utid: the thread that takes events from the queue, or %TV_NONE
 * @state: how far it had come
 * @seen: when the queue was listed, in ns, or %TV_NO_TIME
 * @sent: when it was put into the queue, or %TV_NO_TIME
 * @due: when it was to begin at the earliest, or %TV_NO_TIME
 * @began: when it began, or %TV_NO_TIME
 * @ended: when it ended, or %TV_NO_TIME
 * @sender_tid: the kernel's number of the thread that sent it, or %TV_NONE
 * @priority: string, or %TV_NONE
 * @name: string: of its task, or its number where it has no name; or %TV_NONE
 * @caller: string: the place in the source that sent it, or %TV_NONE
 *
 * Something that a thread is to do, one after the other.
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
 * @fault: of which fault
 * @pid: a process that answers calls of others through the binder driver
 * @context: string: of which of the driver's devices, or %TV_NONE
 * @n_requested: threads that the driver has asked it to start and that have not
 * @n_started: threads that it started because it was asked to
 * @most_started: how many it may start
 * @n_ready: threads that wait for a call: with 0 the next call waits
 * @async_bytes: room for calls that nobody waits for, in bytes
 */
typedef struct
{
  guint32 fault;
  guint32 pid;
  guint32 context;
  guint32 n_requested;
  guint32 n_started;
  guint32 most_started;
  guint32 n_ready;
  guint64 async_bytes;
} TvCallServer;

/**
 * TvFaults:
 *
 * All faults of a trace and what belongs to them, each in the order of the file, but regions of memory by
 * their addresses.
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
