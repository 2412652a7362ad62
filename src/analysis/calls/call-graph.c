/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-graph.h"

/* Builds a call graph with one node per method. The array of nodes is also the queue of a breadth-first search:
 *
 *   nodes   [ a ][ b ][ c ][ d ] …
 *                  ▲ next node: its callees become edges, and new callees are appended to the array
 *
 * Created by dmtracedump, `tracedump render` and the call graph view; export/graphviz.c computes the layout. Only
 * reads the ranks, which must outlive the graph. */

typedef struct
{
  TvCallGraph *graph;
  GHashTable *node_of; /* method number + 1 → node + 1 */
  GArray *levels;      /* guint: distance from the first node, per node */
} Search;

static guint32
find_node (const Search *self, guint32 number)
{
  gpointer node = g_hash_table_lookup (self->node_of, GUINT_TO_POINTER (number + 1));

  return node != NULL ? GPOINTER_TO_UINT (node) - 1 : TV_NONE;
}

static guint32
add_node (Search *self, guint32 number, guint level)
{
  guint32 node = find_node (self, number);

  if (node != TV_NONE)
    return node;
  node = self->graph->nodes->len;
  g_array_append_val (self->graph->nodes, number);
  g_array_append_val (self->levels, level);
  g_hash_table_insert (self->node_of, GUINT_TO_POINTER (number + 1), GUINT_TO_POINTER (node + 1));
  return node;
}

static void
begin_search (Search *self, const TvMethodRanks *ranks, guint32 number, double threshold)
{
  self->graph = g_new0 (TvCallGraph, 1);
  self->graph->ranks = ranks;
  self->graph->threshold = threshold;
  self->graph->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->graph->edges = g_array_new (FALSE, FALSE, sizeof (TvCallGraphEdge));
  self->node_of = g_hash_table_new (NULL, NULL);
  self->levels = g_array_new (FALSE, FALSE, sizeof (guint));
  add_node (self, number, 0);
}

static TvCallGraph *
end_search (Search *self)
{
  g_hash_table_unref (self->node_of);
  g_array_unref (self->levels);
  return self->graph;
}

/* Returns whether a child reaches the threshold. Like the original Traceview, compares the inclusive time of all
 * calls of the child, not only of those from @parent. */
static gboolean
is_enough (const Search *self, guint32 child, guint32 parent)
{
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (self->graph->ranks, &n);

  return 100.0 * (double) methods[child].inclusive_ns >=
         self->graph->threshold * (double) methods[parent].inclusive_ns;
}

static void
add_edge (Search *self, guint32 caller, guint32 callee, const TvRankedRelative *calls)
{
  TvCallGraphEdge edge = { caller, callee, calls->calls, calls->inclusive_ns };

  g_array_append_val (self->graph->edges, edge);
}

/**
 * tv_call_graph_new_below:
 * @ranks: methods; must outlive the graph
 * @number: index of the root method in @ranks
 * @threshold: minimum inclusive time of a callee, in percent of its caller's inclusive time
 *
 * Returns: (transfer full): graph of the method and all its direct and indirect callees whose inclusive time reaches
 * the threshold
 */
TvCallGraph *
tv_call_graph_new_below (const TvMethodRanks *ranks, guint32 number, double threshold)
{
  Search self;

  begin_search (&self, ranks, number, threshold);
  for (guint32 node = 0; node < self.graph->nodes->len; node++)
    {
      guint32 caller = g_array_index (self.graph->nodes, guint32, node);
      g_autoptr (GArray)
          children = tv_method_ranks_dup_relatives (ranks, caller, TV_PROFILE_CHILDREN);

      for (guint i = 0; i < children->len; i++)
        {
          const TvRankedRelative *child = &g_array_index (children, TvRankedRelative, i);

          if (is_enough (&self, child->number, caller))
            add_edge (&self, node, add_node (&self, child->number, 0), child);
        }
    }
  return end_search (&self);
}

/* Adds the callers or callees of a node if the calls between them and the node reach the threshold. */
static void
add_relatives_of (Search *self, guint32 node, TvProfileGroup group, guint n_levels, guint max_nodes)
{
  guint32 number = g_array_index (self->graph->nodes, guint32, node), n;
  guint level = g_array_index (self->levels, guint, node);
  const TvRankedMethod *method = &tv_method_ranks_get (self->graph->ranks, &n)[number];
  g_autoptr (GArray) relatives = NULL;

  if (level >= n_levels)
    return;
  relatives = tv_method_ranks_dup_relatives (self->graph->ranks, number, group);
  for (guint i = 0; i < relatives->len; i++)
    {
      const TvRankedRelative *relative = &g_array_index (relatives, TvRankedRelative, i);

      if (100.0 * (double) relative->inclusive_ns <
          self->graph->threshold * (double) method->inclusive_ns)
        continue;
      if (self->graph->nodes->len < max_nodes)
        add_node (self, relative->number, level + 1);
      else if (find_node (self, relative->number) == TV_NONE)
        self->graph->n_omitted++;
    }
}

/* Adds callers or callees of the first node, level by level. */
static void
add_relatives (Search *self, TvProfileGroup group, guint n_levels, guint max_nodes)
{
  guint32 node = self->graph->nodes->len;

  add_relatives_of (self, 0, group, n_levels, max_nodes);
  for (; node < self->graph->nodes->len; node++)
    add_relatives_of (self, node, group, n_levels, max_nodes);
}

static void
join_nodes (Search *self)
{
  for (guint32 node = 0; node < self->graph->nodes->len; node++)
    {
      guint32 number = g_array_index (self->graph->nodes, guint32, node);
      g_autoptr (GArray) children = tv_method_ranks_dup_relatives (self->graph->ranks, number,
                                                                   TV_PROFILE_CHILDREN);

      for (guint i = 0; i < children->len; i++)
        {
          const TvRankedRelative *child = &g_array_index (children, TvRankedRelative, i);
          guint32 callee = find_node (self, child->number);

          if (callee != TV_NONE)
            add_edge (self, node, callee, child);
        }
    }
}

/**
 * tv_call_graph_new_around:
 * @ranks: methods; must outlive the graph
 * @number: index of the central method in @ranks
 * @threshold: minimum time of the calls between two methods, in percent of the inclusive time of the method that is
 *   nearer to the centre
 * @n_levels: number of levels in each direction
 * @max_nodes: maximum number of nodes; at most half of them are callers
 *
 * Returns: (transfer full): graph of the method, its direct and indirect callers and callees, and all edges between
 * them
 */
TvCallGraph *
tv_call_graph_new_around (const TvMethodRanks *ranks,
                          guint32 number,
                          double threshold,
                          guint n_levels,
                          guint max_nodes)
{
  Search self;

  begin_search (&self, ranks, number, threshold);
  add_relatives (&self, TV_PROFILE_PARENTS, n_levels, max_nodes / 2);
  add_relatives (&self, TV_PROFILE_CHILDREN, n_levels, max_nodes);
  join_nodes (&self);
  return end_search (&self);
}

/* Returns: (transfer full): a copy of the graph, which refers to the same ranks */
TvCallGraph *
tv_call_graph_copy (const TvCallGraph *self)
{
  TvCallGraph *copy = g_memdup2 (self, sizeof *self);

  copy->nodes = g_array_copy (self->nodes);
  copy->edges = g_array_copy (self->edges);
  return copy;
}

/**
 * tv_call_graph_dup_edge_rows:
 *
 * Returns: (transfer full) (element-type guint32): indexes of the profile's edges (see tv_profile_get_edges()) from
 * which the graph's edges were computed: all edges between the graph's methods whose caller is not recursive
 */
GArray *
tv_call_graph_dup_edge_rows (const TvCallGraph *self)
{
  TvProfile *profile = tv_method_ranks_get_profile (self->ranks);
  g_autofree guint8 *is_in = g_new0 (guint8, tv_profile_get_n_symbols (profile) + 1);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (self->ranks, &n);
  const TvProfileEdge *edges;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      guint32 symbol = methods[g_array_index (self->nodes, guint32, i)].symbol;

      if (symbol != TV_NONE)
        is_in[symbol] = TRUE;
    }
  edges = tv_profile_get_edges (profile, &n);
  for (guint32 i = 0; i < n; i++)
    if (!edges[i].caller_is_recursive && is_in[edges[i].caller] && is_in[edges[i].callee])
      g_array_append_val (rows, i);
  return rows;
}

void
tv_call_graph_free (TvCallGraph *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_free (self);
}

TvGraphDrawing *
tv_graph_drawing_new (void)
{
  TvGraphDrawing *self = g_new0 (TvGraphDrawing, 1);

  self->centers = g_array_new (FALSE, FALSE, sizeof (TvGraphPoint));
  self->curves = g_array_new (FALSE, FALSE, sizeof (TvGraphCurve));
  self->points = g_array_new (FALSE, FALSE, sizeof (TvGraphPoint));
  return self;
}

void
tv_graph_drawing_free (TvGraphDrawing *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->centers);
  g_array_unref (self->curves);
  g_array_unref (self->points);
  g_free (self);
}
