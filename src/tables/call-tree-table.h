/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* A table of the nodes of a call tree or an inverted call tree. Each node is followed by its children. */

/**
 * TvCallTreeCut:
 * @min_percent: minimum share of the total in percent. Nodes with a smaller share are omitted, together with their
 *   descendants. The share of a node is inclusive; in an inverted tree, it is exclusive
 * @max_depth: maximum number of levels; 0 for all
 *
 * Limits for the nodes in a table of a call tree.
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
