/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The selected heap dump (of Java objects), and the selection of its samples. A part of the session. Used by the
 * Heap view and session-baseline.c; tv_session_count_heap_graph() also changes the selection and the source of the
 * stacks. */

#include "ui/session/session-part.h"

typedef struct
{
  guint32 graph; /* selected dump, or TV_NONE */
} HeapGraphPart;

static HeapGraphPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_HEAP_GRAPH);
}

static void
part_init (TvSession *self, gpointer data)
{
  HeapGraphPart *part = data;

  part->graph = TV_NONE;
}

const TvSessionPart tv_session_part_heap_graph = { .size = sizeof (HeapGraphPart),
                                                   .init = part_init };

/* Returns: the selected #TvHeapGraph, or %TV_NONE */
guint32
tv_session_get_heap_graph (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return get_part (self)->graph;
}

void
tv_session_select_heap_graph (TvSession *self, guint32 graph)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (graph == TV_NONE ||
                    graph < tv_trace_get_heap_graphs (tv_session_get_trace (self))->n_graphs);

  if (get_part (self)->graph == graph)
    return;
  get_part (self)->graph = graph;
  tv_session_notify (self, TV_SESSION_PROP_HEAP_GRAPH);
}

static guint32
find_graph_kind (TvSession *self)
{
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (self));

  for (guint32 heap = 0; heap < stacks->n_heaps; heap++)
    if (stacks->heaps[heap].is_graph)
      return stacks->heaps[heap].first_kind;
  return TV_NONE;
}

/* Sets the source of stacks to samples of heap dumps, unless the source is already of this kind. */
static void
choose_graph_source (TvSession *self)
{
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (self));
  guint32 source = tv_session_get_call_source (self);
  guint32 heap = source < stacks->n_kinds ? stacks->kinds[source].heap : TV_NONE;
  guint32 kind = find_graph_kind (self);

  if (kind != TV_NONE && (heap == TV_NONE || !stacks->heaps[heap].is_graph))
    tv_session_set_call_source (self, kind);
}

/**
 * tv_session_count_heap_graph:
 * @self: a session
 * @graph: index of a #TvHeapGraph
 * @before: an earlier dump of the same process, or %TV_NONE
 *
 * Selects the samples of a heap dump, or of the changes since @before, for all views of stacks.
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

  graphs = tv_trace_get_heap_graphs (tv_session_get_trace (self));
  of = &graphs->graphs[graph];
  start_ns = tv_trace_get_start_ns (tv_session_get_trace (self));
  if (before != TV_NONE)
    start_ns = graphs->graphs[before].ts + 1;
  choose_graph_source (self);
  /* If there is only one dump, no range is needed. */
  if (graphs->n_graphs < 2 || of->ts == TV_NO_TIME)
    return;
  of_process = of->upid != TV_NONE ? tv_session_select_heap_process (self, of->upid)
                                   : tv_selection_ref (tv_session_get_selection (self));
  selection = tv_selection_with_range (of_process, start_ns, of->ts + 1);
  tv_session_set_selection (self, selection);
}

/* Shows the heap dump (of Java objects) of a process at a time. */
void
tv_session_show_heap_graph (TvSession *self, guint32 upid, gint64 ts)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (tv_session_get_trace (self));

  for (guint32 graph = 0; graph < graphs->n_graphs; graph++)
    if (graphs->graphs[graph].upid == upid && graphs->graphs[graph].ts == ts)
      {
        tv_session_select_heap_graph (self, graph);
        g_signal_emit_by_name (self, "reveal-heap-graph", graph);
        return;
      }
}
