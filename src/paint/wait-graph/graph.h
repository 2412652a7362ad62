/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-findings.h"

G_BEGIN_DECLS

/* So many boxes are seen at a glance; a picture that has more shows the most important ones. */
#define TV_WAIT_GRAPH_MOST 12

/**
 * TvWaitNode:
 * @thread: the #TvDumpThread, or the first of several that wait for the same at the same place; %TV_NONE: who
 *   is waited for is not in the dump
 * @n_threads: how many it stands for
 * @target: the node that it waits for, or %TV_NONE
 * @kind: what for
 * @lock: the #TvDumpLock that it waits for, or %TV_NONE
 * @cycle: the cycle that it is in, or %TV_NONE
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
 * Who waits for whom in the dumps of a trace, as far as it is to be seen: cycles, what is waiting for these,
 * and the way of the thread that matters most. Threads that wait at the same place for the same are one node.
 * Immutable.
 */
typedef struct _TvWaitGraph TvWaitGraph;

TvWaitGraph      *tv_wait_graph_new          (TvTrace           *trace,
                                              TvDumpFindings    *findings,
                                              guint              most);
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
char             *tv_wait_graph_dup_facts    (const TvWaitGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvWaitGraph, tv_wait_graph_unref)

G_END_DECLS
