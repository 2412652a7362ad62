/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* Graph of wakeups. A node is an interval in which a thread is awake, from its wakeup to its next sleep:
 *
 *   thread   │ S          │ R  Running  R+  Running │ S        │ R  Running
 *             idle         node 1                    idle       node 2 …
 *                         ▲ ts                      ▲ end      ▲ ts
 *   waker    …Running……………┘ waker                   …Running…┘
 *
 * The waker's node begins earlier than the node that it woke, so following wakers and previous nodes always
 * terminates. */

/**
 * TvWakeKind:
 * @TV_WAKE_THREAD: wakeup by another thread
 * @TV_WAKE_INTERRUPT: wakeup by an interrupt; the interrupted thread is not the cause
 * @TV_WAKE_IO: end of I/O
 * @TV_WAKE_UNRECORDED: unknown waker, or waker without a recorded node
 *
 * Cause of a node's wakeup.
 */
typedef enum
{
  TV_WAKE_THREAD,
  TV_WAKE_INTERRUPT,
  TV_WAKE_IO,
  TV_WAKE_UNRECORDED,
  TV_N_WAKE_KINDS,
} TvWakeKind;

/**
 * TvWakeupNode:
 * @ts: time of the wakeup in ns
 * @end: start of the thread's next sleep, or end of its last state, in ns
 * @idle_ts: start of the preceding sleep in ns; @ts if it was not recorded
 * @utid: thread
 * @waker: node of the waker, or %TV_NONE
 * @prev: previous node of the thread, or %TV_NONE
 * @state: runnable row of the thread's states at @ts
 * @wake: #TvWakeKind
 * @has_context: whether the trace records if the wakeup occurred in an interrupt
 *
 * An interval in which a thread is awake.
 */
typedef struct
{
  gint64 ts;
  gint64 end;
  gint64 idle_ts;
  guint32 utid;
  guint32 waker;
  guint32 prev;
  guint32 state;
  guint8 wake;
  guint8 has_context;
} TvWakeupNode;

/**
 * TvWakeupGraph:
 * @nodes: (array length=n): nodes, sorted by thread, then by time
 * @n: number of @nodes
 * @first: index of the first node per thread, followed by @n
 *
 * Wakeup nodes of all threads.
 */
typedef struct
{
  TvWakeupNode *nodes;
  guint32 n;
  guint32 *first;
} TvWakeupGraph;

/**
 * TvPathPiece:
 * @node: node to which the piece is attributed
 * @from_ns: start in ns
 * @to_ns: end in ns
 * @depth: number of wakers between the root thread and the node
 * @is_wait: whether the node's thread itself waited, and no waker is known
 * @has_context: whether @has_context is true for all nodes whose wakers led to the piece
 *
 * A part of a critical path.
 */
typedef struct
{
  guint32 node;
  gint64 from_ns;
  gint64 to_ns;
  guint32 depth;
  gboolean is_wait;
  gboolean has_context;
} TvPathPiece;

TvWakeupGraph *tv_wakeup_graph_new        (TvTrace             *trace,
                                           GCancellable        *cancellable,
                                           GError             **error);
TvWakeupGraph *tv_wakeup_graph_get        (TvTrace             *trace,
                                           GCancellable        *cancellable,
                                           GError             **error);
void           tv_wakeup_graph_unref      (TvWakeupGraph       *self);
gboolean       tv_wakeup_graph_has_wakers (TvTrace             *trace);
guint32        tv_wakeup_graph_find       (const TvWakeupGraph *self,
                                           guint32              utid,
                                           gint64               before_ns);
void           tv_wakeup_nodes_walk       (const TvWakeupNode  *nodes,
                                           guint32              node,
                                           gint64               from_ns,
                                           gint64               to_ns,
                                           GArray              *pieces);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvWakeupGraph, tv_wakeup_graph_unref)

G_END_DECLS
