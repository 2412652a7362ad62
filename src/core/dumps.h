/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Thread dumps: the stacks of all threads of a process at one moment, and the locks they held or
 * wanted.
 *
 *   dump ◀─ thread ◀─ lock ─▶ thread that has it
 *              └──▶ callsite (core/stacks.h)
 */

#define TV_NO_PRIORITY G_MININT32

/**
 * TvDumpKind:
 * @TV_DUMP_MANAGED: made by a virtual machine of its own threads
 * @TV_DUMP_NATIVE: made from outside, of native stacks only
 * @TV_DUMP_WAIT_CHANNELS: of each thread the kernel's function that it sleeps in, and no stack
 * @TV_DUMP_COROUTINES: made by a library, of coroutines, which run on threads by turns
 *
 * Who looked at the threads. A process may have several dumps of about the same moment, whose threads
 * are the same by utid.
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
 * @ts: when, in ns, or %TV_NO_TIME
 * @utc_offset_s: what is added to UTC for the time of day that the device showed, in s
 * @upid: of which process, or %TV_NONE
 * @title: string: why it was made, or %TV_NONE
 * @kind: who made it
 * @first_thread: row of its first #TvDumpThread; the builder's
 * @n_threads: how many; the builder's
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
} TvDump;

/**
 * TvDumpThread:
 * @utid: which thread, or %TV_NONE where its id is not told
 * @name: string: what the dump calls it, or %TV_NONE
 * @state: string: its state in the dump's own words, or %TV_NONE
 * @callsite: its innermost #TvCallsite, or %TV_NONE without a stack
 * @vm_tid: the virtual machine's number of it, which locks name their owners by, or %TV_NONE
 * @sys_tid: the kernel's number of it, or %TV_NONE
 * @kernel_state: string: the kernel's letter for its state, or %TV_NONE
 * @wait_channel: string: the kernel's function that it sleeps in, or %TV_NONE
 * @priority: the virtual machine's, of Java 1 … 10, or %TV_NO_PRIORITY
 * @cpu: on which CPU it ran last, or %TV_NONE
 * @user_ns: CPU time that it had run outside the kernel, or -1
 * @system_ns: CPU time that it had run in the kernel, or -1
 * @ran_ns: CPU time since it started, as exactly as the scheduler counts it, or 0 where that is unknown
 * @ready_ns: time that it was ready to run but waited for a CPU, in ns, or 0
 * @n_debugger_suspends: how often a debugger suspended it and did not resume it
 * @is_daemon: whether the process may end before it
 * @first_lock: row of its first #TvDumpLock; the builder's
 * @n_locks: how many; the builder's
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
 * @TV_LOCK_HELD: the thread has it, unless it also waits on it
 * @TV_LOCK_WANTED: it waits to get it
 * @TV_LOCK_WAITED_ON: it gave it away and waits to be notified
 * @TV_LOCK_SLEPT_ON: it sleeps for a time, and the lock is nobody else's
 * @TV_LOCK_PARKED: it waits for something that another thread gives, such as a permit
 * @TV_LOCK_JOINED: it waits for the end of the thread that the lock belongs to
 * @TV_LOCK_ELIMINATED: the compiler left it out, so that it is not held
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
 * @use: what the thread does with it
 * @id: what tells it from others of its dump, such as an address; 0 where nothing does
 * @type: string: what it is, mostly a class, or %TV_NONE
 * @owner: the #TvDumpThread that has it, or %TV_NONE where that is not known
 * @owner_vm_tid: the owner as the file names it, which may be in no dump; or %TV_NONE
 * @is_owner_found: the file does not name the owner, which is the only thread that says it has the lock
 * @callsite: the #TvCallsite of the thread's stack where it took or wants it, or %TV_NONE
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
 * @TV_TRANSACTION_OUTGOING: told of the thread that calls
 * @TV_TRANSACTION_INCOMING: told of the thread that is called
 * @TV_TRANSACTION_PENDING: no thread has taken it yet
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
 * @kind: how it was told; a call between two threads is mostly there twice, by the same @id
 * @id: the driver's number of it
 * @from_pid: process that calls
 * @from_tid: its thread, the kernel's number
 * @to_pid: process that is called
 * @to_tid: its thread, or 0 where none is free to take it
 * @is_one_way: the caller does not wait for it
 * @has_code: the file tells @code
 * @code: which of its interface's methods is called
 * @wait_ns: how long it had waited, in ns, or 0 where that is not told
 * @late_ns: how long after the dumps it was listed, in ns, or 0 of one that is listed with them
 *
 * A call through the binder driver that had not ended when the dumps were made.
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
} TvDumpTransaction;

/**
 * TvDumpFact:
 * @dump: of which dump, or %TV_NONE: of the file
 * @thread: of which #TvDumpThread, or %TV_NONE
 * @name: string: what it is, or %TV_NONE: a line that is no fact with a name
 * @value: string: what the file says
 *
 * What a file tells beside stacks, kept as it is.
 */
typedef struct
{
  guint32 dump;
  guint32 thread;
  guint32 name;
  guint32 value;
} TvDumpFact;

/**
 * TvDumps:
 *
 * All dumps of a trace, in the order of the file. Threads lie by dump, locks by thread.
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
  guint32 n_facts;
  const TvDumpFact *facts;
} TvDumps;

const char *tv_dump_kind_name (TvDumpKind kind);
const char *tv_lock_use_name (TvLockUse use);
const char *tv_transaction_kind_name (TvTransactionKind kind);
guint32 tv_dumps_find_dump (const TvDumps *self, guint32 thread);
guint32 tv_dumps_find_thread (const TvDumps *self, guint32 lock);

G_END_DECLS
