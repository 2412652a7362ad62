/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* Who woke whom. A node is a stay of a thread awake, from its wakeup to the sleep that the next wakeup ends:
 *
 *   thread   │ S          │ R  Running  R+  Running │ S        │ R  Running
 *             idle         node 1                    idle       node 2 …
 *                         ▲ ts                      ▲ end      ▲ ts
 *   waker    …Running……………┘ waker                   …Running…┘
 *
 * A waker's node begins earlier than the node that it woke, so following wakers and previous nodes ends. */

/**
 * TvWakeKind:
 * @TV_WAKE_THREAD: a thread woke it
 * @TV_WAKE_INTERRUPT: an interrupt woke it; the interrupted thread is no cause
 * @TV_WAKE_IO: I/O ended
 * @TV_WAKE_UNRECORDED: the waker, or its own wakeup, was not recorded
 *
 * The end of the sleep before a node.
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
 * @ts: time of the wakeup, ns
 * @end: begin of the next sleep, or the end of the thread's last state
 * @idle_ts: begin of the sleep before, or @ts if it was not recorded
 * @utid: thread
 * @waker: node of the waker, or %TV_NONE
 * @prev: previous node of the thread, or %TV_NONE
 * @state: runnable row of the thread's states at @ts
 * @wake: #TvWakeKind
 * @has_context: whether it was recorded that the wakeup was, or was not, in an interrupt
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
 * @nodes: by thread, then by time
 * @n: number of @nodes
 * @first: per thread: its first node; of one thread more than there are: @n
 *
 * The nodes of all threads.
 */
typedef struct
{
  TvWakeupNode *nodes;
  guint32 n;
  guint32 *first;
} TvWakeupGraph;

/**
 * TvPathPiece:
 * @node: node that explains it
 * @from_ns: start
 * @to_ns: end
 * @depth: number of wakers between the root and the node
 * @is_wait: the node's thread slept, and no other thread explains it
 * @has_context: whether all wakeups on the way were recorded with their context
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
