/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvWaitKind:
 * @TV_WAIT_NONE: it waits for no other thread, as far as the dump tells
 * @TV_WAIT_LOCK: for a lock that the other one has
 * @TV_WAIT_PARK: for something that the other one gives, which the dump may not name
 * @TV_WAIT_JOIN: for the end of the other one
 * @TV_WAIT_BINDER: for the answer of a call that the other one does
 *
 * What a thread waits for another one for.
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
 * @kind: what for
 * @target: the #TvDumpThread that is waited for, or %TV_NONE where it is not known or in no dump
 * @lock: the #TvDumpLock, or %TV_NONE
 * @transaction: the #TvDumpTransaction, or %TV_NONE
 *
 * What one thread waits for: an edge of the graph of waits, of which each thread has one at most.
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
 * @cycle: which cycle, from 0
 * @position: place in it, from 0; each waits for the next, and the last for the first
 * @thread: a #TvDumpThread
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
 * Who waits for whom in the dumps of a trace, within a process by locks and joins, and between processes by
 * calls through the binder driver where the file tells of these. Only what keeps a thread from going on is an
 * edge: a thread in Object.wait() waits for nobody, and has released what it still lists as locked. A
 * deadlock is a cycle of edges between two threads or more; a lock that a thread has itself is none, for
 * locks of Java can be taken twice. Immutable; any thread may use it.
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
guint32              tv_waits_count_held_up (const TvWaits *self,
                                            guint32        thread);

const char          *tv_wait_kind_name     (TvWaitKind     kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvWaits, tv_waits_free)

G_END_DECLS
