/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-search.h"

#include "analysis/symbols/symbol-match.h"

/* Searches a call tree. Tests each symbol once, and adds up the outermost matching nodes. Called only by the search
 * of the flame graph (ui/views/flame/flame-find.c). Pure: only reads the tree. */

#define NODES_PER_CANCEL_CHECK 16384

typedef enum
{
  UNKNOWN,
  NO_MATCH,
  MATCH,
} Answer;

/* Tests a name, with a cached result per symbol. The root never matches, because its total is the total of the tree. */
static gboolean
test (const TvCallTree *tree, const TvTextMatch *match, TvCallName name, guint8 *of_symbol)
{
  guint32 symbol = tv_call_name_get_symbol (name);
  g_autofree char *text = NULL;

  if (tv_call_name_get_kind (name) == TV_CALL_EVERYTHING)
    return FALSE;
  if (symbol == TV_NONE)
    {
      text = tv_call_tree_dup_name (tree, name);
      return tv_text_match_test (match, text, -1);
    }
  if (of_symbol[symbol] == UNKNOWN)
    of_symbol[symbol] = tv_symbol_match_test (
                            tv_call_paths_get_trace (tv_call_tree_get_paths (tree)), symbol, match)
                            ? MATCH
                            : NO_MATCH;
  return of_symbol[symbol] == MATCH;
}

/**
 * tv_call_search_new:
 * @tree: a call tree
 * @match: search pattern
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (nullable): the matching nodes; %NULL if cancelled
 */
TvCallSearch *
tv_call_search_new (const TvCallTree *tree, const TvTextMatch *match, GCancellable *cancellable)
{
  g_autoptr (TvCallSearch) self = g_new0 (TvCallSearch, 1);
  guint32 n, n_symbols;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n);
  g_autofree guint8 *of_symbol = NULL;
  g_autofree guint8 *is_below = g_new0 (
      guint8, n); /* per node: whether the node or one of its ancestors matches */

  tv_trace_get_symbols (tv_call_paths_get_trace (tv_call_tree_get_paths (tree)), &n_symbols);
  of_symbol = g_new0 (guint8, (gsize) n_symbols + 1);
  self->is_found = g_new0 (guint8, n);
  for (guint32 node = 0; node < n; node++)
    {
      const TvCallNode *at = &nodes[node];
      gboolean is_counted = at->parent != TV_NONE && is_below[at->parent];

      if (node % NODES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      self->is_found[node] = (guint8) test (tree, match, at->name, of_symbol);
      self->n_found += self->is_found[node];
      is_below[node] = self->is_found[node] || is_counted;
      for (guint m = 0; m < TV_N_MEASURES && self->is_found[node] && !is_counted; m++)
        tv_add_ns (&self->total.of[m], at->total.of[m]);
    }
  return g_steal_pointer (&self);
}

void
tv_call_search_free (TvCallSearch *self)
{
  if (self == NULL)
    return;
  g_free (self->is_found);
  g_free (self);
}
