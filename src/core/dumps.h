/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Thread dumps: the stacks of all threads of a process at one moment, and the locks they held or
 * wanted. */

/**
 * TvDump:
 * @ts: when, in ns, or %TV_NO_TIME
 * @upid: of which process, or %TV_NONE
 * @title: string: why it was made, or %TV_NONE
 * @first_thread: row of its first #TvDumpThread
 * @n_threads: how many
 */
typedef struct
{
  gint64 ts;
  guint32 upid;
  guint32 title;
  guint32 first_thread;
  guint32 n_threads;
} TvDump;

/**
 * TvDumpThread:
 * @utid: which thread, or %TV_NONE where its id is not told
 * @name: string: what the dump calls it, or %TV_NONE
 * @state: string: its state in the dump's own words, or %TV_NONE
 * @callsite: its innermost #TvCallsite, or %TV_NONE without a stack
 * @first_lock: row of its first #TvDumpLock
 * @n_locks: how many
 */
typedef struct
{
  guint32 utid;
  guint32 name;
  guint32 state;
  guint32 callsite;
  guint32 first_lock;
  guint32 n_locks;
} TvDumpThread;

/**
 * TvLockUse:
 * @TV_LOCK_HELD: the thread has it
 * @TV_LOCK_WANTED: it waits to get it
 * @TV_LOCK_WAITED_ON: it gave it away and waits to be notified
 * @TV_LOCK_PARKED: it waits for something that another thread gives, such as a permit
 */
typedef enum
{
  TV_LOCK_HELD,
  TV_LOCK_WANTED,
  TV_LOCK_WAITED_ON,
  TV_LOCK_PARKED,
  TV_N_LOCK_USES,
} TvLockUse;

/**
 * TvDumpLock:
 * @use: what the thread does with it
 * @id: what tells it from others of its dump, such as an address; 0 where nothing does
 * @type: string: what it is, mostly a class, or %TV_NONE
 * @owner: the #TvDumpThread that has it, or %TV_NONE where that is not told
 * @callsite: the #TvCallsite of the thread's stack where it took or wants it, or %TV_NONE
 */
typedef struct
{
  TvLockUse use;
  guint64 id;
  guint32 type;
  guint32 owner;
  guint32 callsite;
} TvDumpLock;

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
} TvDumps;

const char *tv_lock_use_name (TvLockUse use);

G_END_DECLS
