/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/call-forest.h"

#include <string.h>

#include "analysis/name-filter.h"

/* Every change is one pass over the nodes, parents first: it says of each node what it becomes, when it is
 * known what its parent became.
 *
 *   a new node      under what the parent became, or higher up
 *   one that is     the parent's, or one above: what the node itself did is done by that then
 *   nothing         and what is below is nothing too, unless the change says otherwise
 */

#define ROOT 0u

/* A pass over the nodes. */
typedef struct
{
  TvCallForest *forest;
  const TvCallPaths *paths;
  guint8 *matches; /* by symbol: 0 not looked at yet, 1 no, 2 yes */
  TvCallTrie trie; /* what becomes of it */
  TvCallValue *own;
  guint32 *images;   /* by node: what it became, or TV_NONE */
  guint8 *is_merged; /* by node */
  gboolean
      has_calls; /* they are calls, not samples: one that is merged into another is none any more */
} Pass;

static const TvCallPath *
get_node (const Pass *self, guint32 node)
{
  return &self->forest->trie.paths[node];
}

/* What stays at the top whatever is left out: everything, and all of a thread. */
static gboolean
is_frame (TvCallName name)
{
  return tv_call_name_get_kind (name) == TV_CALL_THREAD ||
         tv_call_name_get_kind (name) == TV_CALL_EVERYTHING;
}

static void
begin (Pass *self, TvCallForest *forest, const TvCallPaths *paths)
{
  guint32 n_symbols;

  tv_trace_get_symbols (tv_call_paths_get_trace (paths), &n_symbols);
  *self = (Pass){
    .forest = forest,
    .paths = paths,
    .matches = g_new0 (guint8, MAX (n_symbols, 1)),
    .images = g_new (guint32, forest->trie.n),
    .is_merged = g_new0 (guint8, forest->trie.n),
    .own = g_new0 (TvCallValue, forest->trie.n),
    .has_calls = tv_call_paths_get_source (paths) == TV_CALLS_OF_SLICES,
  };
  tv_call_trie_init (&self->trie);
  self->images[ROOT] = tv_call_trie_add (&self->trie, TV_NONE, get_node (self, ROOT)->name);
  self->own[ROOT] = forest->own[ROOT];
}

/* Says what becomes of a node; nodes never become more. */
static void
put (Pass *self, guint32 node, guint32 image, gboolean is_merged)
{
  const TvCallValue *own = &self->forest->own[node];

  self->images[node] = image;
  self->is_merged[node] = is_merged;
  if (image == TV_NONE)
    return;
  tv_add_ns (&self->own[image].of[TV_MEASURE_WALL], own->of[TV_MEASURE_WALL]);
  tv_add_ns (&self->own[image].of[TV_MEASURE_CPU], own->of[TV_MEASURE_CPU]);
  if (!is_merged || !self->has_calls)
    self->own[image].of[TV_MEASURE_COUNT] += own->of[TV_MEASURE_COUNT];
}

static void
put_new (Pass *self, guint32 node, guint32 parent, TvCallName name)
{
  put (self, node, tv_call_trie_add (&self->trie, parent, name), FALSE);
}

static void
finish (Pass *self)
{
  TvCallForest *forest = self->forest;

  for (guint32 i = 0; i < forest->n_places; i++)
    if (forest->places[i] != TV_NONE)
      {
        forest->is_merged[i] |= self->is_merged[forest->places[i]];
        forest->places[i] = self->images[forest->places[i]];
      }
  tv_call_trie_clear (&forest->trie);
  g_free (forest->own);
  forest->trie = self->trie;
  forest->own = self->own;
  g_free (self->images);
  g_free (self->is_merged);
  g_free (self->matches);
}

/* ---- What is planted ---- */

/* Adds a node that is none of those there: nothing has to be looked up. */
static guint32
plant (TvCallForest *self, guint32 parent, TvCallName name)
{
  self->trie.paths[self->trie.n] = (TvCallPath){ parent, name };
  return self->trie.n++;
}

void
tv_call_forest_init (TvCallForest *self,
                     const TvCallPaths *paths,
                     const GPtrArray *values,
                     gboolean by_thread)
{
  guint32 n_paths, n = 0, place = 0;
  const TvCallPath *at = tv_call_paths_get (paths, &n_paths);
  g_autofree guint32 *nodes = g_new (guint32, MAX (n_paths, 1));

  for (guint i = 0; i < values->len; i++)
    n += ((const TvCallValues *) values->pdata[i])->n;
  self->n_places = n;
  self->places = g_new (guint32, MAX (n, 1));
  self->is_merged = g_new0 (guint8, MAX (n, 1));
  self->own = g_new0 (TvCallValue, (gsize) n + values->len + 1);
  self->trie = (TvCallTrie){ .paths = g_new (TvCallPath, (gsize) n + values->len + 1) };
  plant (self, TV_NONE, tv_call_name (TV_CALL_EVERYTHING, TV_NONE));
  for (guint i = 0; i < values->len; i++)
    {
      const TvCallValues *v = values->pdata[i];
      guint32 top = ROOT;

      if (by_thread)
        top = plant (self, ROOT, tv_call_name (TV_CALL_THREAD, v->utid));
      for (guint32 k = 0; k < v->n; k++)
        {
          TvCallPath path = at[v->paths[k]];
          guint32 node = plant (self, path.parent != TV_NONE ? nodes[path.parent] : top, path.name);

          nodes[v->paths[k]] = self->places[place++] = node;
          self->own[node] = v->own[k];
        }
    }
}

void
tv_call_forest_clear (TvCallForest *self)
{
  tv_call_trie_clear (&self->trie);
  g_clear_pointer (&self->own, g_free);
  g_clear_pointer (&self->places, g_free);
  g_clear_pointer (&self->is_merged, g_free);
}

/* ---- Filters ---- */

/* Whether a node's name is what is looked for: by text, or by package where @match is %NULL. */
static gboolean
test_name (Pass *self, const TvTextMatch *match, const char *package, TvCallName name)
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

/* Keeps what has a match on its stack, or what has none, and what that is called from. */
static void
filter_once (TvCallForest *self, const TvCallPaths *paths, const TvNameFilter *filter)
{
  g_autoptr (TvTextMatch) match = tv_name_filter_make_match (filter);
  g_autofree guint8 *has_match = g_new0 (guint8, self->trie.n);
  g_autofree guint8 *stays = g_new0 (guint8, self->trie.n);
  Pass pass;

  begin (&pass, self, paths);
  for (guint32 node = 1; node < self->trie.n; node++)
    {
      const TvCallPath *at = get_node (&pass, node);

      has_match[node] = has_match[at->parent] ||
                        ((match != NULL || filter->match == TV_NAME_PACKAGE) &&
                         test_name (&pass, match, filter->text, at->name));
      stays[node] = has_match[node] != (filter->hides ? 1 : 0);
    }
  for (guint32 node = self->trie.n; node-- > 1;)
    if (stays[node])
      stays[get_node (&pass, node)->parent] = TRUE;
  for (guint32 node = 1; node < self->trie.n; node++)
    {
      const TvCallPath *at = get_node (&pass, node);
      TvCallValue *own = &self->own[node];

      if (has_match[node] == (filter->hides ? 1 : 0))
        *own = (TvCallValue){ .of[TV_MEASURE_COUNT] = pass.has_calls && stays[node]
                                                          ? own->of[TV_MEASURE_COUNT]
                                                          : 0 };
      if (stays[node])
        put_new (&pass, node, pass.images[at->parent], at->name);
      else
        put (&pass, node, TV_NONE, FALSE);
    }
  if (!filter->hides)
    pass.own[ROOT] = (TvCallValue){ { 0 } };
  finish (&pass);
}

/**
 * tv_call_forest_filter:
 * @self: a forest
 * @paths: what it was planted with
 * @selection: (nullable): whose name filters are to be followed
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
merge_symbol (Pass *self, TvCallName name)
{
  for (guint32 node = 1; node < self->forest->trie.n; node++)
    {
      const TvCallPath *at = get_node (self, node);

      if (at->name == name)
        put (self, node, self->images[at->parent], TRUE);
      else
        put_new (self, node, self->images[at->parent], at->name);
    }
}

static void
drop_symbol (Pass *self, TvCallName name)
{
  for (guint32 node = 1; node < self->forest->trie.n; node++)
    {
      const TvCallPath *at = get_node (self, node);
      guint32 parent = self->images[at->parent];

      if (at->name == name || parent == TV_NONE)
        put (self, node, TV_NONE, FALSE);
      else
        put_new (self, node, parent, at->name);
    }
}

/* What is the symbol @name, or in @package. */
static gboolean
is_focused (Pass *self, TvCallName name, const char *package, TvCallName tested)
{
  return package != NULL ? test_name (self, NULL, package, tested) : tested == name;
}

static void
focus (Pass *self, TvCallName name, const char *package)
{
  guint32 n = self->forest->trie.n;
  g_autofree guint8 *is_inside = g_new0 (guint8, n);
  g_autofree guint32 *tops = g_new0 (guint32, n);

  self->own[ROOT] = (TvCallValue){ { 0 } };
  for (guint32 node = 1; node < n; node++)
    {
      const TvCallPath *at = get_node (self, node);

      if (is_frame (at->name))
        {
          put_new (self, node, self->images[at->parent], at->name);
          self->own[self->images[node]] = (TvCallValue){ { 0 } };
          tops[node] = self->images[node];
          continue;
        }
      tops[node] = tops[at->parent];
      is_inside[node] = is_inside[at->parent] || is_focused (self, name, package, at->name);
      if (!is_inside[node])
        put (self, node, TV_NONE, FALSE);
      else
        put_new (self, node, is_inside[at->parent] ? self->images[at->parent] : tops[node],
                 at->name);
    }
  /* What had become a part of these lies outside. */
  for (guint32 node = 0; node < n; node++)
    if (node == ROOT || is_frame (get_node (self, node)->name))
      self->images[node] = TV_NONE;
}

/* The image of the nearest node of the name in what became of the callers, or %TV_NONE. */
static guint32
find_same (const Pass *self, guint32 image, TvCallName name)
{
  while (image != TV_NONE && self->trie.paths[image].name != name)
    image = self->trie.paths[image].parent;
  return image;
}

/* In what becomes of it the symbol, or any, is at most once on each stack: so the ways up are short. */
static void
collapse_recursion (Pass *self, guint32 symbol)
{
  guint32 n = self->forest->trie.n;
  g_autofree guint32 *nearest = g_new (guint32, n);

  nearest[ROOT] = TV_NONE;
  for (guint32 node = 1; node < n; node++)
    {
      const TvCallPath *at = get_node (self, node);
      gboolean is_it = symbol == TV_NONE || at->name == symbol;
      guint32 same = TV_NONE;

      nearest[node] = nearest[at->parent];
      if (is_it)
        same = symbol == TV_NONE ? find_same (self, self->images[at->parent], at->name)
                                 : nearest[at->parent];
      if (same != TV_NONE)
        put (self, node, same, TRUE);
      else
        put_new (self, node, self->images[at->parent], at->name);
      if (is_it)
        nearest[node] = self->images[node];
    }
}

static void
collapse_package (Pass *self, const char *package, TvCallName name, gboolean keeps_entries)
{
  guint32 n = self->forest->trie.n;
  g_autofree guint8 *is_inside = g_new0 (guint8, n);

  for (guint32 node = 1; node < n; node++)
    {
      const TvCallPath *at = get_node (self, node);

      is_inside[node] = test_name (self, NULL, package, at->name);
      if (is_inside[node] && is_inside[at->parent])
        put (self, node, self->images[at->parent], TRUE);
      else
        put_new (self, node, self->images[at->parent],
                 is_inside[node] && !keeps_entries ? name : at->name);
    }
}

/**
 * tv_call_forest_transform:
 * @self: a forest
 * @paths: what it was planted with
 * @selection: whose transform is to be made
 * @transform: which of them
 * @keeps_entries: whether a package that is collapsed keeps the names of the methods by which it is entered,
 *   instead of its own
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
  Pass pass;

  begin (&pass, self, paths);
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
    case TV_N_TRANSFORM_KINDS:
    default:
      g_assert_not_reached ();
    }
  finish (&pass);
}
