/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/call-tree/call-rows.h"

G_BEGIN_DECLS

/* State of rows, shared by these files:
 *
 *   call-rows.c       nodes, and the list of visible rows
 *   call-rows-open.c  expanding, folding, and expanding the same rows in another tree
 *   call-rows-copy.c  a copy that is sorted in a worker */

struct _TvCallRows
{
  TvCallTree *tree;
  TvCallers *callers;           /* (nullable): the inverted tree, if the rows show one */
  TvCallComparison *comparison; /* (nullable): comparison of @tree with an earlier run */
  TvCallNode *nodes; /* (nullable): known nodes; set only in a copy of an inverted tree */
  TvCallValue *own;  /* (nullable): per node, the exclusive values; set together with @nodes */
  TvCallValue *
      before; /* (nullable): per node, the values in the earlier run; set with @nodes if there is a comparison */
  guint32 n_nodes;
  TvCallSorter *sorter;
  TvCallSort sort;
  GByteArray *flags; /* flags per node; 0 for nodes beyond the end */
  GArray *rows;      /* (element-type guint32): nodes of the visible rows */
  guint n_changes;   /* number of times that the list of rows has been changed or sorted */
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
