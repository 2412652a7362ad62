/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The selected heap graph (dump of Java objects). A part of the session. Used by the Heap view, its actions, and
 * session-baseline.c. */

#include "ui/session/session-part.h"

typedef struct
{
  guint32 graph; /* selected heap graph, or TV_NONE */
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

/* Returns: the index of the selected #TvHeapGraph, or %TV_NONE */
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

/* Selects the heap graph of a process at a time, and asks the views to show it. Does nothing if there is none. */
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
