/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Waits for locks, from slices of Android's runtime and C library:
 *
 *   monitor contention with owner NAME (TID) at METHOD(FILE:LINE) waiters=N blocking from METHOD(FILE:LINE)
 *   Lock contention on NAME (owner tid: TID)
 *   Contending for pthread mutex
 *
 * A monitor contention contains a second slice for the same wait, which is not counted. */

/**
 * TvLockKind:
 * @TV_LOCK_MONITOR: monitor of an object
 * @TV_LOCK_RUNTIME: lock of the runtime itself
 * @TV_LOCK_MUTEX: mutex of an app
 *
 * Kind of lock.
 */
typedef enum
{
  TV_LOCK_MONITOR,
  TV_LOCK_RUNTIME,
  TV_LOCK_MUTEX,
  TV_N_LOCK_KINDS,
} TvLockKind;

/**
 * TvLockOwnerSource:
 * @TV_LOCK_OWNER_UNKNOWN: unknown owner
 * @TV_LOCK_OWNER_BY_TID: thread id in the slice's name
 * @TV_LOCK_OWNER_BY_NAME: thread name in the slice's name, if it is unique in the process
 * @TV_LOCK_OWNER_WAKER: thread that woke the waiting thread, outside an interrupt, because it unlocked the mutex
 *
 * Source from which the owner of a lock was determined.
 */
typedef enum
{
  TV_LOCK_OWNER_UNKNOWN,
  TV_LOCK_OWNER_BY_TID,
  TV_LOCK_OWNER_BY_NAME,
  TV_LOCK_OWNER_WAKER,
  TV_N_LOCK_OWNER_SOURCES,
} TvLockOwnerSource;

/**
 * TvLockPart:
 * @text: (nullable): start of the part; not NUL-terminated
 * @size: number of bytes
 *
 * A part of a slice's name.
 */
typedef struct
{
  const char *text;
  gsize size;
} TvLockPart;

/**
 * TvLockName:
 * @kind: kind of the lock
 * @owner: name of the thread that owns the lock
 * @owner_tid: recorded id of the owner, or %TV_NONE; before Android 14, the id that the runtime assigned
 * @waiters: number of threads that were already waiting, or %TV_NONE
 * @lock: name of the lock
 * @method: waiting method, with its class
 * @source: file and line of the waiting method
 * @owner_method: method of the owner at the start of the wait
 * @owner_source: file and line of @owner_method
 *
 * Parsed name of a slice. The text of missing parts is %NULL.
 */
typedef struct
{
  TvLockKind kind;
  TvLockPart owner;
  guint32 owner_tid;
  guint32 waiters;
  TvLockPart lock;
  TvLockPart method;
  TvLockPart source;
  TvLockPart owner_method;
  TvLockPart owner_source;
} TvLockName;

/**
 * TvLockContention:
 * @slice: slice of the wait
 * @utid: waiting thread
 * @owner_utid: owner at the start of the wait, or %TV_NONE
 * @owner_source: source of @owner_utid
 * @kind: kind of the lock
 * @is_main: whether the waiting thread is the main thread of its process
 * @ts: start in ns
 * @dur: duration in ns; -1 if the wait did not end
 * @end: end in ns; end of the trace if the wait did not end
 * @parent: slice of the contention in which the owner itself is waiting at @ts, or %TV_NONE
 * @depth: number of contentions in the chain of parents
 *
 * A wait for a lock.
 */
typedef struct
{
  guint32 slice;
  guint32 utid;
  guint32 owner_utid;
  TvLockOwnerSource owner_source;
  TvLockKind kind;
  gboolean is_main;
  gint64 ts;
  gint64 dur;
  gint64 end;
  guint32 parent;
  guint32 depth;
} TvLockContention;

gboolean    tv_lock_name_parse            (const char         *name,
                                           TvLockName         *parsed);
GArray     *tv_lock_contentions_new       (TvTrace            *trace,
                                           const TvSelection  *selection,
                                           GCancellable       *cancellable,
                                           GError            **error);
const char *tv_lock_kind_get_name         (TvLockKind          kind);
const char *tv_lock_owner_source_get_name (TvLockOwnerSource   source);
gboolean    tv_lock_contentions_are_named (TvTrace           *trace);

G_END_DECLS
