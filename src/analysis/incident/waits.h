/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvWaitKind:
 * @TV_WAIT_NONE: no known wait for another thread
 * @TV_WAIT_LOCK: wait for a lock that the other thread owns
 * @TV_WAIT_PARK: wait for a permit from the other thread, which the dump may not name
 * @TV_WAIT_JOIN: wait for the end of the other thread
 * @TV_WAIT_BINDER: wait for the reply to a call that the other thread handles
 *
 * Kind of a wait for another thread.
 */
typedef enum
{
  TV_WAIT_NONE,
  TV_WAIT_LOCK,
  TV_WAIT_PARK,
  TV_WAIT_JOIN,
  TV_WAIT_BINDER,
  TV_N_WAIT_KINDS,
} TvWaitKind;

/**
 * TvWait:
 * @kind: kind of wait
 * @target: #TvDumpThread for which the thread waits; %TV_NONE if unknown or not dumped
 * @lock: #TvDumpLock for which the thread waits, or %TV_NONE
 * @transaction: #TvDumpTransaction for whose reply the thread waits, or %TV_NONE
 *
 * An edge of the wait graph. Each thread has at most one.
 */
typedef struct
{
  TvWaitKind kind;
  guint32 target;
  guint32 lock;
  guint32 transaction;
} TvWait;

/**
 * TvCycleMember:
 * @cycle: index of the cycle, from 0
 * @position: position in the cycle, from 0; each member waits for the next one, and the last one for the
 *   first
 * @thread: a #TvDumpThread
 *
 * A thread in a deadlock.
 */
typedef struct
{
  guint32 cycle;
  guint32 position;
  guint32 thread;
} TvCycleMember;

/**
 * TvWaits:
 *
 * Wait graph of a trace's dumps: locks and joins within a process, and binder calls between processes if the file
 * contains them. Only blocking waits are edges: a thread in Object.wait() does not wait for a particular thread, and
 * has released the lock that the dump still lists. A deadlock is a cycle of at least two threads. A thread that
 * acquires a lock again does not wait, because Java locks are reentrant. Immutable; any thread may use it.
 */
typedef struct _TvWaits TvWaits;

TvWaits             *tv_waits_new          (TvTrace       *trace);
void                 tv_waits_free         (TvWaits       *self);
const TvWait        *tv_waits_get          (const TvWaits *self,
                                            guint32        thread);
const TvCycleMember *tv_waits_get_cycles   (const TvWaits *self,
                                            guint32       *n_members,
                                            guint32       *n_cycles);
guint32              tv_waits_get_cycle_of (const TvWaits *self,
                                            guint32        thread);
gboolean             tv_waits_is_same_cycle (const TvWaits *self,
                                            TvTrace       *trace,
                                            guint32        a,
                                            guint32        b);
guint32              tv_waits_find_end     (const TvWaits *self,
                                            guint32        thread,
                                            guint32       *n_steps);
guint32              tv_waits_count_blocked (const TvWaits *self,
                                            guint32        thread);

const char          *tv_wait_kind_name     (TvWaitKind     kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvWaits, tv_waits_free)

G_END_DECLS
