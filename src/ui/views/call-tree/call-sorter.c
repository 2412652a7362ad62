/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Computes and compares the sort keys of nodes with the same parent. Called by call-rows.c and call-found.c, which sort
 * the nodes. Each name is case-folded once and cached in a hash table of the sorter, so only one thread may use a
 * sorter. */

#include "ui/views/call-tree/call-rows.h"

#include <string.h>

/* Relative changes are compared as integers, in units of 1 / PARTS, up to MAX_PARTS. */
#define PARTS     1e6
#define MAX_PARTS 1e18

struct _TvCallSorter
{
  TvCallTree *tree;
  TvCallOrder order;
  GHashTable *names; /* case-folded names by TvCallName, added on demand */
};

TvCallSorter *
tv_call_sorter_new (TvCallTree *tree, const TvCallOrder *order)
{
  TvCallSorter *self = g_new0 (TvCallSorter, 1);

  self->tree = tv_call_tree_ref (tree);
  self->order = *order;
  self->names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
tv_call_sorter_free (TvCallSorter *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->names);
  tv_call_tree_unref (self->tree);
  g_free (self);
}

static const char *
get_folded (TvCallSorter *self, TvCallName name)
{
  char *folded = g_hash_table_lookup (self->names, GUINT_TO_POINTER (name));

  if (folded == NULL)
    {
      g_autofree char *text = tv_call_tree_dup_name (self->tree, name);

      folded = g_str_is_ascii (text) ? g_ascii_strdown (text, -1) : g_utf8_casefold (text, -1);
      g_hash_table_insert (self->names, GUINT_TO_POINTER (name), folded);
    }
  return folded;
}

/* Returns the magnitude of a node's change, or of its relative change in units of 1 / PARTS. */
static gint64
get_change (TvCallSorter *self, const TvCallNode *node, gint64 before)
{
  gint64 change = node->total.of[self->order.measure] - before;

  if (self->order.sort == TV_CALL_SORT_CHANGE)
    return ABS (change);
  return before > 0 ? (gint64) MIN ((double) ABS (change) / (double) before * PARTS, MAX_PARTS) : 0;
}

/**
 * tv_call_sorter_get_key:
 * @own: exclusive value of the node
 * @before: (nullable): inclusive value of the node in the earlier run
 * @key: (out): sort key; valid as long as the sorter
 *
 * Computes the sort key of a node.
 */
void
tv_call_sorter_get_key (TvCallSorter *self,
                        const TvCallNode *node,
                        const TvCallValue *own,
                        const TvCallValue *before,
                        TvCallKey *key)
{
  TvCallMeasure m = self->order.measure;
  gint64 was = before != NULL ? before->of[m] : 0;

  switch (self->order.sort)
    {
    case TV_CALL_SORT_NAME:
      *key = (TvCallKey){ 0, get_folded (self, node->name) };
      break;
    case TV_CALL_SORT_SELF:
      *key = (TvCallKey){ own->of[m], NULL };
      break;
    case TV_CALL_SORT_BEFORE:
      *key = (TvCallKey){ was, NULL };
      break;
    case TV_CALL_SORT_CHANGE:
    case TV_CALL_SORT_CHANGE_PART:
      *key = (TvCallKey){ get_change (self, node, was), NULL };
      break;
    case TV_CALL_SORT_TOTAL:
    default:
      *key = (TvCallKey){ node->total.of[m], NULL };
    }
}

/* Compares the keys of two nodes with the same parent. Returns a negative number if @a comes first; 0 if the nodes
 * stay in the order of the tree. */
int
tv_call_sorter_compare_keys (const TvCallSorter *self, const TvCallKey *a, const TvCallKey *b)
{
  int order = a->name != NULL ? strcmp (a->name, b->name)
                              : (a->number > b->number) - (a->number < b->number);

  return self->order.is_descending ? -order : order;
}
