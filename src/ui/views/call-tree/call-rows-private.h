/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/call-tree/call-rows.h"

G_BEGIN_DECLS

/* State of rows, shared by the files:
 *
 *   call-rows.c       nodes, and the list of visible rows
 *   call-rows-open.c  expanding, folding, and expanding the same rows in another tree
 *   call-rows-copy.c  a copy that is sorted in a worker
 */

struct _TvCallRows
{
  TvCallTree *tree;
  TvCallers *callers;           /* (nullable): set for an inverted tree */
  TvCallComparison *comparison; /* (nullable): comparison of the tree */
  TvCallNode *nodes;            /* (nullable): set in a copy of an inverted tree: known nodes */
  TvCallValue *own;    /* (nullable): exclusive values per node; set together with @nodes */
  TvCallValue *before; /* (nullable): earlier values per node; set together with @nodes */
  guint32 n_nodes;
  TvCallSorter *sorter;
  TvCallSort sort;
  GByteArray *flags; /* flags per node; nodes beyond the end have none */
  GArray *rows;      /* (element-type guint32): nodes of the visible rows */
  guint n_changes;   /* number of changes of the rows, except changes of their order */
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
