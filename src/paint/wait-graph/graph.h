/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-findings.h"

G_BEGIN_DECLS

/* Maximum number of nodes for a readable graph. Larger graphs are reduced to their most important nodes. */
#define TV_WAIT_GRAPH_MAX 12

/**
 * TvWaitNode:
 * @thread: a #TvDumpThread, the first of the merged waiters; %TV_NONE for a thread that is not in the dump
 * @n_threads: number of merged threads, at least 1
 * @target: node for which the thread waits, or %TV_NONE
 * @kind: kind of the wait
 * @lock: the #TvDumpLock for which the thread waits, or %TV_NONE
 * @cycle: cycle that contains the thread, or %TV_NONE
 *
 * A thread, or several similar waiters.
 */
typedef struct
{
  guint32 thread;
  guint32 n_threads;
  guint32 target;
  TvWaitKind kind;
  guint32 lock;
  guint32 cycle;
} TvWaitNode;

/**
 * TvWaitGraph:
 *
 * Waits between threads in the dumps of a trace, reduced to the important ones: cycles, their waiters, and the wait
 * chain of the most important thread. Threads that wait for the same target with the same stack are merged into one
 * node. Immutable.
 */
typedef struct _TvWaitGraph TvWaitGraph;

TvWaitGraph      *tv_wait_graph_new          (TvTrace           *trace,
                                              TvDumpFindings    *findings,
                                              guint              max);
TvWaitGraph      *tv_wait_graph_ref          (TvWaitGraph       *self);
void              tv_wait_graph_unref        (TvWaitGraph       *self);
const TvWaitNode *tv_wait_graph_get_nodes    (const TvWaitGraph *self,
                                              guint             *n);
guint32           tv_wait_graph_get_n_left   (const TvWaitGraph *self);
guint32           tv_wait_graph_find         (const TvWaitGraph *self,
                                              guint32            thread);
char             *tv_wait_graph_dup_name     (const TvWaitGraph *self,
                                              guint              node);
char             *tv_wait_graph_dup_aside    (const TvWaitGraph *self,
                                              guint              node);
char             *tv_wait_graph_dup_edge     (const TvWaitGraph *self,
                                              guint              node);
char             *tv_wait_graph_dup_summary    (const TvWaitGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvWaitGraph, tv_wait_graph_unref)

G_END_DECLS
