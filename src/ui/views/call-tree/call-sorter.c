/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order of nodes that have the same parent. Names are looked at once each, folded. */

#include "ui/views/call-tree/call-rows.h"

#include <string.h>

struct _TvCallSorter
{
  TvCallTree *tree;
  TvCallOrder order;
  GHashTable *names; /* (nullable): folded text by TvCallName, as far as any was asked for */
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

/* What a node is sorted by. */
void
tv_call_sorter_get_key (TvCallSorter *self, const TvCallNode *node, TvCallKey *key)
{
  const TvCallValue *value = self->order.sort == TV_CALL_SORT_SELF ? &node->self : &node->total;

  if (self->order.sort == TV_CALL_SORT_NAME)
    *key = (TvCallKey){ 0, get_folded (self, node->name) };
  else
    *key = (TvCallKey){ value->of[self->order.measure], NULL };
}

/* Which of two nodes of one parent comes first, below 0 for @a; 0 where the tree's own order is to decide. */
int
tv_call_sorter_compare_keys (const TvCallSorter *self, const TvCallKey *a, const TvCallKey *b)
{
  int order = a->name != NULL ? strcmp (a->name, b->name)
                              : (a->number > b->number) - (a->number < b->number);

  return self->order.is_descending ? -order : order;
}

/* The same of nodes that are compared only once. */
int
tv_call_sorter_compare (TvCallSorter *self, const TvCallNode *a, const TvCallNode *b)
{
  TvCallKey left, right;

  tv_call_sorter_get_key (self, a, &left);
  tv_call_sorter_get_key (self, b, &right);
  return tv_call_sorter_compare_keys (self, &left, &right);
}
