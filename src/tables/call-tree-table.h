/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* A call tree as a list in which each node precedes its children. The tree may be inverted. */

/**
 * TvCallTreeCut:
 * @min_percent: minimum share of the total in percent; smaller nodes are omitted together with their subtrees.
 *   The limit applies to the inclusive time or weight in a call tree, and to the exclusive time or weight in an
 *   inverted tree
 * @max_depth: maximum number of levels; 0 for all
 *
 * Limits of a tree that is listed.
 */
typedef struct
{
  double min_percent;
  guint max_depth;
} TvCallTreeCut;

#define TV_TYPE_CALL_TREE_TABLE (tv_call_tree_table_get_type ())
G_DECLARE_FINAL_TYPE (TvCallTreeTable, tv_call_tree_table, TV, CALL_TREE_TABLE, TvTable)

extern const TvTableInfo tv_call_tree_table_info;
extern const TvTableInfo tv_call_tree_inverted_table_info;

TvTable *tv_call_tree_table_new          (TvCallTree           *tree,
                                          const TvCallTreeCut  *cut);
TvTable *tv_call_tree_table_new_inverted (TvCallTree           *tree,
                                          const TvCallTreeCut  *cut,
                                          GCancellable         *cancellable,
                                          GError              **error);

G_END_DECLS
