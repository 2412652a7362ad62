/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-comparison.h"

#include "core/memory/seeded-hash.h"

#include <math.h>

/* Matches the nodes of two call trees from the root down. The counterpart of a node is the node with the same name
 * among the children of its parent's counterpart. Names are mapped to the symbols and threads of the earlier run.
 * Created by the session and by the call tree and flame graph views. Only reads the trees; holds a reference to the
 * earlier one. */

#define NODES_PER_CANCEL_CHECK 65536

struct _TvCallComparison
{
  gatomicrefcount ref_count;
  TvCallTree *baseline; /* (nullable): NULL if the earlier run has no tree of this kind */
  GBytes *pairs; /* guint32 per symbol: the corresponding symbol in the earlier run, or TV_NONE */
  guint32 *threads; /* (nullable): earlier thread per thread, or TV_NONE */
  guint32 n;
  TvCallValue *after;  /* total per node */
  TvCallValue *before; /* earlier total per node; 0 for new nodes */
  guint32 *same;       /* per node, the corresponding node in @baseline, or TV_NONE */
  TvCallValue largest; /* per measure, largest absolute change of any node */
};

TvCallComparison *
tv_call_comparison_ref (TvCallComparison *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
tv_call_comparison_unref (TvCallComparison *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->baseline, tv_call_tree_unref);
  g_bytes_unref (self->pairs);
  g_free (self->threads);
  g_free (self->after);
  g_free (self->before);
  g_free (self->same);
  g_free (self);
}

/* ---- Names ---- */

static TvTrace *
get_trace (TvCallTree *tree)
{
  return tv_call_paths_get_trace (tv_call_tree_get_paths (tree));
}

/* Returns: (transfer full): key that identifies a thread in both runs: its name, or its id if it has no name */
static char *
dup_thread_key (TvTrace *trace, guint32 utid)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[utid];

  return thread->name != TV_NONE
             ? g_strconcat ("name ", tv_trace_get_string (trace, thread->name), NULL)
             : g_strdup_printf ("id %" G_GINT64_FORMAT, (gint64) thread->tid);
}

/* Maps the threads of @trace to the threads of @other. If several threads have the same name, uses the first one. */
static guint32 *
pair_threads (TvTrace *trace, TvTrace *other)
{
  g_autoptr (GHashTable)
      found = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, NULL);
  guint32 n, n_others;
  guint32 *pairs;

  tv_trace_get_threads (trace, &n);
  tv_trace_get_threads (other, &n_others);
  pairs = g_new (guint32, (gsize) n + 1);
  for (guint32 utid = n_others; utid-- > 0;)
    g_hash_table_replace (found, dup_thread_key (other, utid), GUINT_TO_POINTER (utid));
  for (guint32 utid = 0; utid < n; utid++)
    {
      g_autofree char *key = dup_thread_key (trace, utid);
      gpointer pair;

      pairs[utid] = g_hash_table_lookup_extended (found, key, NULL, &pair) ? GPOINTER_TO_UINT (pair)
                                                                           : TV_NONE;
    }
  return pairs;
}

/**
 * tv_call_comparison_find_name:
 * @self: a comparison
 * @name: name in the tree of the later run
 *
 * Returns: the corresponding name in the tree of the earlier run, or %TV_NONE if there is none
 */
TvCallName
tv_call_comparison_find_name (const TvCallComparison *self, TvCallName name)
{
  const guint32 *pairs = g_bytes_get_data (self->pairs, NULL);

  if (self->baseline == NULL)
    return TV_NONE;
  switch (tv_call_name_get_kind (name))
    {
    case TV_CALL_SYMBOL:
      return pairs[tv_call_name_get_id (name)];
    case TV_CALL_THREAD:
      name = self->threads[tv_call_name_get_id (name)];
      return name != TV_NONE ? tv_call_name (TV_CALL_THREAD, name) : TV_NONE;
    case TV_CALL_PACKAGE:
    case TV_CALL_EVERYTHING:
      return name;
    default:
      return TV_NONE;
    }
}

/* ---- Nodes ---- */

static guint64
get_key (guint32 parent, TvCallName name)
{
  return (guint64) parent << 32 | name;
}

static gboolean
is_cancelled (guint32 node, GCancellable *cancellable)
{
  return node % NODES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable);
}

static void
take_largest (TvCallComparison *self, guint32 node)
{
  for (guint m = 0; m < TV_N_MEASURES; m++)
    self->largest.of[m] = MAX (self->largest.of[m],
                               ABS (self->after[node].of[m] - self->before[node].of[m]));
}

/* Finds the counterpart of each node. Parents precede their children, so the counterpart of the parent is already
 * known. */
static gboolean
find_same (TvCallComparison *self, const TvCallNode *nodes, GCancellable *cancellable)
{
  g_autoptr (GHashTable) children = g_hash_table_new (tv_seeded_int64_hash, g_int64_equal);
  guint32 n_others = 0;
  const TvCallNode *others = self->baseline != NULL
                                 ? tv_call_tree_get_nodes (self->baseline, &n_others)
                                 : NULL;
  g_autofree guint64 *keys = g_new (guint64, (gsize) n_others + 1);

  for (guint32 i = 1; i < n_others; i++)
    {
      if (is_cancelled (i, cancellable))
        return FALSE;
      keys[i] = get_key (others[i].parent, others[i].name);
      g_hash_table_insert (children, &keys[i], GUINT_TO_POINTER (i));
    }
  for (guint32 i = 0; i < self->n; i++)
    {
      TvCallName name = tv_call_comparison_find_name (self, nodes[i].name);
      guint32 parent = i > 0 ? self->same[nodes[i].parent] : TV_NONE;
      guint64 key = get_key (parent, name);

      if (is_cancelled (i, cancellable))
        return FALSE;
      self->same[i] = i == 0 && n_others > 0 ? 0 : TV_NONE;
      if (parent != TV_NONE && name != TV_NONE && g_hash_table_contains (children, &key))
        self->same[i] = GPOINTER_TO_UINT (g_hash_table_lookup (children, &key));
      self->after[i] = nodes[i].total;
      if (self->same[i] != TV_NONE)
        self->before[i] = others[self->same[i]].total;
      take_largest (self, i);
    }
  return TRUE;
}

/**
 * tv_call_comparison_new:
 * @tree: a call tree
 * @baseline: (transfer none) (nullable): tree of the same kind from an earlier run; %NULL if the earlier run has none
 * @pairs: guint32: per symbol of @tree's trace, the symbol of the earlier run, or %TV_NONE
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (nullable): totals of the nodes of @tree in the earlier run; %NULL if cancelled
 */
TvCallComparison *
tv_call_comparison_new (TvCallTree *tree,
                        TvCallTree *baseline,
                        GBytes *pairs,
                        GCancellable *cancellable)
{
  g_autoptr (TvCallComparison) self = g_new0 (TvCallComparison, 1);
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &self->n);

  g_atomic_ref_count_init (&self->ref_count);
  self->baseline = baseline != NULL ? tv_call_tree_ref (baseline) : NULL;
  self->pairs = g_bytes_ref (pairs);
  if (baseline != NULL)
    self->threads = pair_threads (get_trace (tree), get_trace (baseline));
  self->after = g_new0 (TvCallValue, self->n);
  self->before = g_new0 (TvCallValue, self->n);
  self->same = g_new (guint32, self->n);
  return find_same (self, nodes, cancellable) ? g_steal_pointer (&self) : NULL;
}

/* Returns: (transfer none) (nullable): call tree of the earlier run */
TvCallTree *
tv_call_comparison_get_baseline (const TvCallComparison *self)
{
  return self->baseline;
}

/* Returns the largest absolute change of any node's total. */
gint64
tv_call_comparison_get_largest (const TvCallComparison *self, TvCallMeasure measure)
{
  return self->largest.of[measure];
}

/* Sets @before to the node's total in the earlier run. Returns whether the node existed in the earlier run. */
gboolean
tv_call_comparison_get (const TvCallComparison *self, guint32 node, TvCallValue *before)
{
  *before = self->before[node];
  return self->same[node] != TV_NONE;
}

/* Returns: number of nodes that exist only in the earlier tree */
guint32
tv_call_comparison_count_gone (const TvCallComparison *self)
{
  guint32 n_before = 0, n_same = 0;

  if (self->baseline != NULL)
    tv_call_tree_get_nodes (self->baseline, &n_before);
  /* Each node of the baseline is the counterpart of at most one node. */
  for (guint32 i = 0; i < self->n; i++)
    n_same += self->same[i] != TV_NONE;
  return n_before - MIN (n_same, n_before);
}

/**
 * tv_call_change_get_step:
 * @before: earlier total; 0 for a new node
 * @after: later total
 *
 * Returns: relative change as a step from −3 to 3, negative if the total has decreased: 0 below 3 %, ±1 below 15 %,
 * ±2 below 40 %, ±3 otherwise; 3 for a new node, or 0 if @after is also 0
 */
int
tv_call_change_get_step (gint64 before, gint64 after)
{
  static const double limits[TV_CALL_MAX_STEP] = { 0.03, 0.15, 0.4 };
  double part = fabs ((double) after - (double) before) / (double) before;
  int step = 0;

  if (before <= 0)
    return after > 0 ? TV_CALL_MAX_STEP : 0;
  while (step < TV_CALL_MAX_STEP && part >= limits[step])
    step++;
  return after < before ? -step : step;
}

/* Returns the step of the change of a node's total, see tv_call_change_get_step(). */
int
tv_call_comparison_get_step (const TvCallComparison *self, guint32 node, TvCallMeasure measure)
{
  return tv_call_change_get_step (self->before[node].of[measure], self->after[node].of[measure]);
}
