/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which dump of a Java heap is looked at, and what that selects. */

#include "ui/session/session-private.h"

/* The #TvHeapGraph that is looked at, or %TV_NONE. */
guint32
tv_session_get_heap_graph (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->heap_graph;
}

void
tv_session_select_heap_graph (TvSession *self, guint32 graph)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (graph == TV_NONE || graph < tv_trace_get_heap_graphs (self->trace)->n_graphs);

  if (self->heap_graph == graph)
    return;
  self->heap_graph = graph;
  tv_session_notify (self, TV_SESSION_PROP_HEAP_GRAPH);
}

static guint32
find_graph_kind (TvSession *self)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);

  for (guint32 heap = 0; heap < stacks->n_heaps; heap++)
    if (stacks->heaps[heap].is_graph)
      return stacks->heaps[heap].first_kind;
  return TV_NONE;
}

/* What is counted of Java heaps stays what it was. */
static void
choose_graph_source (TvSession *self)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  guint32 heap = self->call_source < stacks->n_kinds ? stacks->kinds[self->call_source].heap
                                                     : TV_NONE;
  guint32 kind = find_graph_kind (self);

  if (kind != TV_NONE && (heap == TV_NONE || !stacks->heaps[heap].is_graph))
    tv_session_set_call_source (self, kind);
}

/**
 * tv_session_count_heap_graph:
 * @self: a session
 * @graph: a dump of a Java heap
 * @before: an earlier one of its process, or %TV_NONE
 *
 * Selects what views of stacks are to count so that they show what the heap had, or what changed since @before.
 */
void
tv_session_count_heap_graph (TvSession *self, guint32 graph, guint32 before)
{
  const TvHeapGraphs *graphs;
  const TvHeapGraph *of;
  gint64 start_ns;
  g_autoptr (TvSelection) of_process = NULL;
  g_autoptr (TvSelection) selection = NULL;

  g_return_if_fail (TV_IS_SESSION (self));

  graphs = tv_trace_get_heap_graphs (self->trace);
  of = &graphs->graphs[graph];
  start_ns = tv_trace_get_start_ns (self->trace);
  if (before != TV_NONE)
    start_ns = graphs->graphs[before].ts + 1;
  choose_graph_source (self);
  /* Of one dump there is nothing to leave out. */
  if (graphs->n_graphs < 2 || of->ts == TV_NO_TIME)
    return;
  of_process = of->upid != TV_NONE ? tv_session_select_heap_process (self, of->upid)
                                   : tv_selection_ref (self->selection);
  selection = tv_selection_with_range (of_process, start_ns, of->ts + 1);
  tv_session_set_selection (self, selection);
}

/* Looks at the dump of a process's Java heap that was made then. */
void
tv_session_show_heap_graph (TvSession *self, guint32 upid, gint64 ts)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (self->trace);

  for (guint32 graph = 0; graph < graphs->n_graphs; graph++)
    if (graphs->graphs[graph].upid == upid && graphs->graphs[graph].ts == ts)
      {
        tv_session_select_heap_graph (self, graph);
        g_signal_emit_by_name (self, "reveal-heap-graph", graph);
        return;
      }
}
