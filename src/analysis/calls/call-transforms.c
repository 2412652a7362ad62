/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Determines the fate of each node under filters and transforms. Called only by call-tree.c; uses the functions of
 * call-forest-private.h. Changes only the forest. */

#include "analysis/calls/call-forest-private.h"
#include "analysis/samples/unnamed-code.h"
#include "analysis/symbols/name-filter.h"
#include "core/memory/large-block.h"

#define ROOT 0u

static const TvCallPath *
get_node (const TvCallPass *self, guint32 node)
{
  return &self->forest->nodes[node];
}

/* Returns whether a name is that of the root of the tree or of a thread. Transforms never remove these nodes. */
static gboolean
is_frame (TvCallName name)
{
  return tv_call_name_get_kind (name) == TV_CALL_THREAD ||
         tv_call_name_get_kind (name) == TV_CALL_EVERYTHING;
}

/* ---- Filters ---- */

/* Returns whether @name is a symbol that matches @match, or that belongs to @package if @match is %NULL. */
static gboolean
test_name (TvCallPass *self, const TvTextMatch *match, const char *package, TvCallName name)
{
  guint32 symbol = tv_call_name_get_symbol (name);

  if (symbol == TV_NONE)
    return FALSE;
  if (self->matches[symbol] == 0)
    self->matches[symbol] = tv_name_filter_test (tv_call_paths_get_trace (self->paths), symbol,
                                                 match, package)
                                ? 2
                                : 1;
  return self->matches[symbol] == 2;
}

/* Keeps only the stacks that pass a filter. Callers of matching nodes stay, but without their time. */
static void
filter_once (TvCallForest *self, const TvCallPaths *paths, const TvNameFilter *filter)
{
  g_autoptr (TvTextMatch) match = tv_name_filter_make_match (filter);
  g_autofree guint8 *has_match = tv_large_block_new_cleared (self->n);
  g_autofree guint8 *stays = tv_large_block_new_cleared (self->n);
  gboolean has_test = match != NULL || filter->match == TV_NAME_PACKAGE;
  TvCallPass pass;

  tv_call_pass_begin (&pass, self, paths);
  for (guint32 node = 1; node < self->n; node++)
    {
      const TvCallPath *at = get_node (&pass, node);

      has_match[node] = has_match[at->parent] ||
                        (has_test && test_name (&pass, match, filter->text, at->name));
      stays[node] = has_match[node] != (filter->hides ? 1 : 0);
    }
  for (guint32 node = self->n; node-- > 1;)
    if (stays[node])
      stays[get_node (&pass, node)->parent] = TRUE;
  for (guint32 node = 1; node < self->n; node++)
    {
      TvCallValue *own = &self->own[node];

      if (has_match[node] == (filter->hides ? 1 : 0))
        *own = (TvCallValue){ .of[TV_MEASURE_COUNT] = pass.has_calls && stays[node]
                                                          ? own->of[TV_MEASURE_COUNT]
                                                          : 0 };
      if (!stays[node])
        pass.fates[node] = TV_CALL_REMOVED;
    }
  tv_call_pass_regroup (&pass);
  if (!filter->hides)
    pass.out_own[ROOT] = (TvCallValue){ { 0 } };
  tv_call_pass_finish (&pass);
}

/**
 * tv_call_forest_filter:
 * @self: a forest
 * @paths: paths of the forest
 * @selection: (nullable): selection with name filters
 *
 * Applies all name filters of the selection.
 */
void
tv_call_forest_filter (TvCallForest *self, const TvCallPaths *paths, const TvSelection *selection)
{
  guint n;
  const TvNameFilter *filters = tv_selection_get_filters (selection, &n);

  for (guint i = 0; i < n; i++)
    filter_once (self, paths, &filters[i]);
}

/* ---- Transforms ---- */

static void
merge_symbol (TvCallPass *self, TvCallName name)
{
  for (guint32 node = 1; node < self->forest->n; node++)
    if (get_node (self, node)->name == name)
      tv_call_pass_merge_into (self, node, TV_CALL_MERGES,
                               tv_call_pass_get_target (self, get_node (self, node)->parent));
}

static void
drop_symbol (TvCallPass *self, TvCallName name)
{
  for (guint32 node = 1; node < self->forest->n; node++)
    if (get_node (self, node)->name == name)
      self->fates[node] = TV_CALL_REMOVED;
}

/* Returns whether @tested is @name or, if @package is not NULL, a symbol in @package. */
static gboolean
is_focused (TvCallPass *self, TvCallName name, const char *package, TvCallName tested)
{
  return package != NULL ? test_name (self, NULL, package, tested) : tested == name;
}

static void
focus (TvCallPass *self, TvCallName name, const char *package)
{
  guint32 n = self->forest->n;
  g_autofree guint8 *is_inside = tv_large_block_new_cleared (n);

  self->forest->own[ROOT] = (TvCallValue){ { 0 } };
  for (guint32 node = 1; node < n; node++)
    {
      const TvCallPath *at = get_node (self, node);

      if (is_frame (at->name))
        {
          self->forest->own[node] = (TvCallValue){ { 0 } };
          continue;
        }
      is_inside[node] = is_inside[at->parent] || is_focused (self, name, package, at->name);
      if (!is_inside[node])
        tv_call_pass_merge_into (self, node, TV_CALL_IS_PASSED_OVER,
                                 tv_call_pass_get_target (self, at->parent));
    }
}

/* Detaches the paths that were merged into roots from their nodes, because they are outside the focus. */
static void
detach_roots (TvCallPass *self)
{
  for (guint32 node = 0; node < self->forest->n; node++)
    if (is_frame (get_node (self, node)->name))
      self->images[node] = TV_NONE;
}

/* Returns the nearest node with the given name among @node and its remaining callers, or %TV_NONE. */
static guint32
find_same (const TvCallPass *self, guint32 node, TvCallName name)
{
  while (get_node (self, node)->name != name)
    {
      if (node == ROOT)
        return TV_NONE;
      node = tv_call_pass_get_target (self, get_node (self, node)->parent);
    }
  return node;
}

/* Merges the recursive calls of a symbol, or of all symbols if @symbol is %TV_NONE. Afterwards each merged symbol
 * occurs at most once on a stack, so upward searches are short. */
static void
collapse_recursion (TvCallPass *self, guint32 symbol)
{
  guint32 n = self->forest->n;
  g_autofree guint32 *nearest = tv_large_block_new ((gsize) n * sizeof *nearest);

  nearest[ROOT] = TV_NONE;
  for (guint32 node = 1; node < n; node++)
    {
      const TvCallPath *at = get_node (self, node);
      guint32 same = TV_NONE;

      nearest[node] = nearest[at->parent];
      if (symbol == TV_NONE)
        same = find_same (self, tv_call_pass_get_target (self, at->parent), at->name);
      else if (at->name == symbol && nearest[node] != TV_NONE)
        same = nearest[node];
      else if (at->name == symbol)
        nearest[node] = node;
      if (same != TV_NONE)
        tv_call_pass_merge_into (self, node, TV_CALL_MERGES, same);
    }
}

static void
collapse_package (TvCallPass *self, const char *package, TvCallName name, gboolean keeps_entries)
{
  guint32 n = self->forest->n;
  g_autofree guint8 *is_inside = tv_large_block_new_cleared (n);

  for (guint32 node = 1; node < n; node++)
    {
      const TvCallPath *at = get_node (self, node);

      is_inside[node] = test_name (self, NULL, package, at->name);
      if (is_inside[node] && is_inside[at->parent])
        tv_call_pass_merge_into (self, node, TV_CALL_MERGES,
                                 tv_call_pass_get_target (self, at->parent));
      else if (is_inside[node] && !keeps_entries)
        tv_call_pass_rename (self, node, name);
    }
}

/* Renames frames without a symbol to their library. Merges such frames if they call each other within the same
 * library. */
static void
collapse_unsymbolized (TvCallPass *self)
{
  g_autofree guint32 *mappings = tv_trace_find_unsymbolized (tv_call_paths_get_trace (self->paths));
  guint32 n = self->forest->n;
  g_autofree TvCallName *names = tv_large_block_new ((gsize) n * sizeof *names);

  names[ROOT] = get_node (self, ROOT)->name;
  for (guint32 node = 1; node < n; node++)
    {
      const TvCallPath *at = get_node (self, node);
      guint32 symbol = tv_call_name_get_symbol (at->name);

      names[node] = at->name;
      if (symbol != TV_NONE && mappings[symbol] != TV_NONE)
        names[node] = tv_call_name (TV_CALL_UNKNOWN, mappings[symbol]);
      if (tv_call_name_get_kind (names[node]) == TV_CALL_UNKNOWN &&
          tv_call_name_get_id (names[node]) != TV_CALL_NO_ID && names[node] == names[at->parent])
        tv_call_pass_merge_into (self, node, TV_CALL_MERGES,
                                 tv_call_pass_get_target (self, at->parent));
      else if (names[node] != at->name)
        tv_call_pass_rename (self, node, names[node]);
    }
}

/**
 * tv_call_forest_transform:
 * @self: a forest
 * @paths: paths of the forest
 * @selection: selection that contains the transform
 * @transform: index of the transform
 * @keeps_entries: whether a collapsed package keeps the names of its entry methods
 *
 * Applies one transform of the selection.
 */
void
tv_call_forest_transform (TvCallForest *self,
                          const TvCallPaths *paths,
                          const TvSelection *selection,
                          guint transform,
                          gboolean keeps_entries)
{
  guint n;
  const TvTransform *t = &tv_selection_get_transforms (selection, &n)[transform];
  TvCallPass pass;

  tv_call_pass_begin (&pass, self, paths);
  switch (t->kind)
    {
    case TV_TRANSFORM_MERGE:
      merge_symbol (&pass, t->symbol);
      break;
    case TV_TRANSFORM_FOCUS:
      focus (&pass, t->symbol, NULL);
      break;
    case TV_TRANSFORM_FOCUS_PACKAGE:
      focus (&pass, TV_NONE, t->package);
      break;
    case TV_TRANSFORM_DROP:
      drop_symbol (&pass, t->symbol);
      break;
    case TV_TRANSFORM_COLLAPSE_RECURSION:
      collapse_recursion (&pass, t->symbol);
      break;
    case TV_TRANSFORM_COLLAPSE_PACKAGE:
      collapse_package (&pass, t->package, tv_call_name (TV_CALL_PACKAGE, transform),
                        keeps_entries);
      break;
    case TV_TRANSFORM_COLLAPSE_UNSYMBOLIZED:
      collapse_unsymbolized (&pass);
      break;
    case TV_N_TRANSFORM_KINDS:
    default:
      g_assert_not_reached ();
    }
  tv_call_pass_regroup (&pass);
  if (t->kind == TV_TRANSFORM_FOCUS || t->kind == TV_TRANSFORM_FOCUS_PACKAGE)
    detach_roots (&pass);
  tv_call_pass_finish (&pass);
}
