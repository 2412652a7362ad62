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
 * The first contains a second one of the same wait, which is not counted. */

/**
 * TvLockKind:
 * @TV_LOCK_MONITOR: monitor of an object
 * @TV_LOCK_RUNTIME: lock of the runtime itself
 * @TV_LOCK_MUTEX: mutex of a program
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
 * @TV_LOCK_OWNER_UNKNOWN: the owner is unknown
 * @TV_LOCK_OWNER_BY_TID: the slice has the id of the thread
 * @TV_LOCK_OWNER_BY_NAME: the slice has the name of the thread, which is unique in the process
 * @TV_LOCK_OWNER_WAKER: the thread that woke the waiting one, outside of an interrupt; it unlocked the mutex
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
 * @text: (nullable): start of a part of a slice's name; not terminated
 * @size: its length
 */
typedef struct
{
  const char *text;
  gsize size;
} TvLockPart;

/**
 * TvLockName:
 * @kind: kind of the lock
 * @owner: name of the owner's thread
 * @owner_tid: recorded id of the owner, or %TV_NONE; before Android 14 that of the runtime
 * @waiters: number of threads that waited already, or %TV_NONE
 * @lock: name of the lock
 * @method: waiting method, with its class
 * @source: file and line of the call
 * @owner_method: method of the owner at the begin of the wait
 * @owner_source: its file and line
 *
 * Parsed name of a slice; parts that it lacks have no text.
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
 * @owner_utid: owner at the begin of the wait, or %TV_NONE
 * @owner_source: origin of @owner_utid
 * @kind: kind of the lock
 * @is_main: whether the main thread of a process waits
 * @ts: start
 * @dur: ns; -1 if it did not end
 * @end: end; that of the trace if it did not end
 * @parent: slice of the contention in which the owner itself waits at @ts, or %TV_NONE
 * @depth: number of contentions in the chain of parents
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
char       *tv_lock_contentions_dup_missing (TvTrace          *trace);

G_END_DECLS
