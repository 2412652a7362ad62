/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Thread dumps: the stacks of all threads of a process at the same time, and the locks that they held or
 * waited for.
 *
 *   dump ◀─ thread ◀─ lock ─▶ thread that holds it
 *              └──▶ callsite (core/stacks.h)
 */

#define TV_NO_PRIORITY G_MININT32

/**
 * TvDumpKind:
 * @TV_DUMP_MANAGED: a virtual machine, which dumps its own threads
 * @TV_DUMP_NATIVE: another process; native stacks only
 * @TV_DUMP_WAIT_CHANNELS: the kernel; for each thread, the function in which it sleeps, without a stack
 * @TV_DUMP_COROUTINES: a library, which dumps its coroutines
 *
 * The producer of a dump. A process may have several dumps from about the same time; their threads are matched by
 * utid.
 */
typedef enum
{
  TV_DUMP_MANAGED,
  TV_DUMP_NATIVE,
  TV_DUMP_WAIT_CHANNELS,
  TV_DUMP_COROUTINES,
  TV_N_DUMP_KINDS,
} TvDumpKind;

/**
 * TvDump:
 * @ts: timestamp in ns, or %TV_NO_TIME
 * @utc_offset_s: UTC offset of the device's local time, in s
 * @upid: the process, or %TV_NONE
 * @title: string id of the reason for the dump, or %TV_NONE
 * @kind: producer of the dump
 * @first_thread: row of the first #TvDumpThread; set by the builder
 * @n_threads: number of threads; set by the builder
 * @report: number of the report that contains the dump, from 0; set by the builder
 *
 * One dump of a process by one producer. The dumps and transactions of a file belong to one report; if the file
 * contains several faults, each fault begins a new report. Process and thread ids are compared only within a report.
 */
typedef struct
{
  gint64 ts;
  gint32 utc_offset_s;
  guint32 upid;
  guint32 title;
  TvDumpKind kind;
  guint32 first_thread;
  guint32 n_threads;
  guint32 report;
} TvDump;

/**
 * TvDumpThread:
 * @utid: the thread; %TV_NONE if the dump does not contain its id
 * @name: string id of the name in the dump, or %TV_NONE
 * @state: string id of the state as written in the dump, or %TV_NONE
 * @callsite: the innermost #TvCallsite, or %TV_NONE without a stack
 * @vm_tid: id that the virtual machine gave to the thread, used to identify lock owners; or %TV_NONE
 * @sys_tid: thread id of the kernel, or %TV_NONE
 * @kernel_state: string id of the kernel state letters, or %TV_NONE
 * @wait_channel: string id of the kernel function in which the thread sleeps, or %TV_NONE
 * @priority: priority in the virtual machine, 1 … 10 for Java, or %TV_NO_PRIORITY
 * @cpu: the CPU on which the thread last ran, or %TV_NONE
 * @user_ns: CPU time in user mode in ns, or -1
 * @system_ns: CPU time in kernel mode in ns, or -1
 * @ran_ns: CPU time as measured by the scheduler, in ns; 0 if not recorded
 * @ready_ns: time spent waiting for a CPU in ns; 0 if not recorded
 * @n_debugger_suspends: number of suspensions by a debugger that have not been resumed
 * @is_daemon: whether the thread is a daemon, which does not keep the process alive
 * @first_lock: row of the first #TvDumpLock; set by the builder
 * @n_locks: number of locks; set by the builder
 *
 * A thread in a dump.
 */
typedef struct
{
  guint32 utid;
  guint32 name;
  guint32 state;
  guint32 callsite;
  guint32 vm_tid;
  guint32 sys_tid;
  guint32 kernel_state;
  guint32 wait_channel;
  gint32 priority;
  guint32 cpu;
  gint64 user_ns;
  gint64 system_ns;
  gint64 ran_ns;
  gint64 ready_ns;
  guint32 n_debugger_suspends;
  gboolean is_daemon;
  guint32 first_lock;
  guint32 n_locks;
} TvDumpThread;

/**
 * TvLockUse:
 * @TV_LOCK_HELD: the thread holds the lock, unless it also waits on the lock
 * @TV_LOCK_WANTED: the thread is blocked until it acquires the lock
 * @TV_LOCK_WAITED_ON: the thread has released the lock and waits for a notification
 * @TV_LOCK_SLEPT_ON: the thread sleeps for a limited time on a private lock
 * @TV_LOCK_PARKED: the thread is parked until another thread unparks it or releases a permit
 * @TV_LOCK_JOINED: the thread waits for another thread to end; the lock is the object of that thread
 * @TV_LOCK_ELIMINATED: the compiler has removed the lock, so it is not held
 *
 * The relation of a thread to a lock.
 */
typedef enum
{
  TV_LOCK_HELD,
  TV_LOCK_WANTED,
  TV_LOCK_WAITED_ON,
  TV_LOCK_SLEPT_ON,
  TV_LOCK_PARKED,
  TV_LOCK_JOINED,
  TV_LOCK_ELIMINATED,
  TV_N_LOCK_USES,
} TvLockUse;

/**
 * TvDumpLock:
 * @use: relation of the thread to the lock
 * @id: identity of the lock within the dump, such as an address; 0 if not recorded
 * @type: string id of the lock's type, usually a class, or %TV_NONE
 * @owner: the #TvDumpThread that holds the lock; %TV_NONE if unknown
 * @owner_vm_tid: @vm_tid of the owner in the file, or %TV_NONE; this thread may not be in any dump
 * @is_owner_found: whether @owner was inferred, because the file does not name the owner, but only one thread lists
 *   the lock as held
 * @callsite: the #TvCallsite at which the thread acquired the lock or waits for it, or %TV_NONE
 *
 * A lock that a dumped thread holds or waits for.
 */
typedef struct
{
  TvLockUse use;
  guint64 id;
  guint32 type;
  guint32 owner;
  guint32 owner_vm_tid;
  gboolean is_owner_found;
  guint32 callsite;
} TvDumpLock;

/**
 * TvTransactionKind:
 * @TV_TRANSACTION_OUTGOING: listed for the calling thread
 * @TV_TRANSACTION_INCOMING: listed for the thread that executes the call
 * @TV_TRANSACTION_PENDING: queued; no thread executes the call yet
 *
 * The list that contains a transaction.
 */
typedef enum
{
  TV_TRANSACTION_OUTGOING,
  TV_TRANSACTION_INCOMING,
  TV_TRANSACTION_PENDING,
  TV_N_TRANSACTION_KINDS,
} TvTransactionKind;

/**
 * TvDumpTransaction:
 * @kind: the list that contains the transaction; a call between two threads usually appears in two lists, with the
 *   same @id
 * @id: transaction number of the binder driver
 * @from_pid: process id of the caller
 * @from_tid: thread id of the caller
 * @to_pid: process id of the server
 * @to_tid: thread id of the server; 0 if no thread is free
 * @is_one_way: whether the caller does not wait for a reply
 * @has_code: whether @code is set
 * @code: number of the method within the interface
 * @wait_ns: waiting time so far in ns; 0 if not recorded
 * @late_ns: time in ns from the dumps to the list of transactions; 0 if they were created together
 * @report: number of the report that contains the transaction, see #TvDump; set by the builder
 *
 * A binder call that was in progress at the time of the dumps.
 */
typedef struct
{
  TvTransactionKind kind;
  guint32 id;
  guint32 from_pid;
  guint32 from_tid;
  guint32 to_pid;
  guint32 to_tid;
  gboolean is_one_way;
  gboolean has_code;
  guint32 code;
  gint64 wait_ns;
  gint64 late_ns;
  guint32 report;
} TvDumpTransaction;

/**
 * TvDumpAttribute:
 * @dump: row of the #TvDump; %TV_NONE for an attribute of the file
 * @thread: row of the #TvDumpThread, or %TV_NONE
 * @name: string id of the key; %TV_NONE for a line without a key
 * @value: string id of the value as written in the file
 *
 * An attribute of a file, a dump or a thread, stored as text.
 */
typedef struct
{
  guint32 dump;
  guint32 thread;
  guint32 name;
  guint32 value;
} TvDumpAttribute;

/**
 * TvDumps:
 *
 * All dumps of a trace, in file order. Threads are grouped by dump, locks by thread.
 */
typedef struct
{
  guint32 n;
  const TvDump *dumps;
  guint32 n_threads;
  const TvDumpThread *threads;
  guint32 n_locks;
  const TvDumpLock *locks;
  guint32 n_transactions;
  const TvDumpTransaction *transactions;
  guint32 n_attributes;
  const TvDumpAttribute *attributes;
} TvDumps;

const char *tv_dump_kind_name (TvDumpKind kind);
const char *tv_lock_use_name (TvLockUse use);
const char *tv_transaction_kind_name (TvTransactionKind kind);
guint32 tv_dumps_find_dump (const TvDumps *self, guint32 thread);
guint32 tv_dumps_find_thread (const TvDumps *self, guint32 lock);

G_END_DECLS
