/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* A call tree as a list, each node below its parent, and the inverted tree. */

/**
 * TvCallTreeCut:
 * @min_percent: minimum share of the total; smaller nodes are omitted with their subtree. Inclusive time or
 *   weight in a call tree, exclusive in an inverted tree
 * @max_depth: maximum number of levels; 0 for all
 *
 * Limits of a listed tree.
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
