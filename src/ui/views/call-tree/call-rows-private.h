/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/call-tree/call-rows.h"

G_BEGIN_DECLS

/* The state of rows, shared by their parts:
 *
 *   call-rows.c       nodes, and the list of those that are shown
 *   call-rows-open.c  opening, folding, and taking over open rows from another tree
 *   call-rows-copy.c  a copy, to be sorted in a worker
 */

struct _TvCallRows
{
  TvCallTree *tree;
  TvCallers *callers;           /* (nullable): of an inverted tree */
  TvCallComparison *comparison; /* (nullable): of the tree */
  TvCallNode *nodes;            /* (nullable): of a copy of one: those known then */
  TvCallValue *own;             /* (nullable): of a copy of one, by node */
  TvCallValue *before;          /* (nullable): of a copy of a compared tree, the earlier values */
  guint32 n_nodes;
  TvCallSorter *sorter;
  TvCallSort sort;
  GByteArray *flags; /* by node; beyond its end nodes have none */
  GArray *rows;      /* guint32: nodes */
  guint n_changes;   /* of the rows, but for their order */
};

enum
{
  IS_OPEN = 1 << 0,
  IS_UNFOLDED = 1 << 1,
};

gboolean tv_call_rows_has_flag (const TvCallRows *self, guint32 node, guint8 flag);
void tv_call_rows_set_flag (TvCallRows *self, guint32 node, guint8 flag, gboolean is_set);
TvCallNode tv_call_rows_expand (const TvCallRows *self, guint32 node);
gboolean tv_call_rows_is_passed_through (const TvCallRows *self, guint32 node);
gboolean tv_call_rows_is_folded (const TvCallRows *self, guint32 node);
void tv_call_rows_list_all (TvCallRows *self);
guint tv_call_rows_count_below (const TvCallRows *self, guint32 node);
void tv_call_rows_relist (TvCallRows *self, guint position, guint n_before, TvRowSplice *splice);

G_END_DECLS
