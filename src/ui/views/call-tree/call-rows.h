/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/callers.h"

G_BEGIN_DECLS

/* Rows of a call tree. A node has a row if all its ancestors are expanded. Only expanded nodes are stored, so that
 * the cost of a tree with a million nodes depends only on its expanded rows.
 *
 *   node            row
 *   0 all
 *   1 ├ main        main
 *   2 │ └ loop
 *   3 │   └ run     ├ run  through loop   loop has one callee and no exclusive time
 *   4 └ idle        idle
 *
 * A frame with a single callee and almost no exclusive time is folded: it shares the row of that callee until it is
 * unfolded. In an inverted tree, no frames are folded: there, the rows below a function are its immediate callers. */

typedef struct _TvCallRows TvCallRows;

/**
 * TvCallSort:
 * @TV_CALL_SORT_TOTAL: inclusive value
 * @TV_CALL_SORT_SELF: exclusive value
 * @TV_CALL_SORT_NAME: name, case-insensitive
 * @TV_CALL_SORT_BEFORE: inclusive value in the earlier run
 * @TV_CALL_SORT_CHANGE: magnitude of the change of the inclusive value
 * @TV_CALL_SORT_CHANGE_PART: magnitude of the relative change of the inclusive value; 0 for nodes that the earlier
 *   run lacks
 *
 * Sort key of nodes with the same parent.
 */
typedef enum
{
  TV_CALL_SORT_TOTAL,
  TV_CALL_SORT_SELF,
  TV_CALL_SORT_NAME,
  TV_CALL_SORT_BEFORE,
  TV_CALL_SORT_CHANGE,
  TV_CALL_SORT_CHANGE_PART,
} TvCallSort;

/**
 * TvCallOrder:
 * @sort: sort key
 * @measure: measure of the values; ignored for names
 *
 * Sort order of the rows.
 */
typedef struct
{
  TvCallSort sort;
  TvCallMeasure measure;
  gboolean is_descending;
} TvCallOrder;

/**
 * TvRowSplice:
 * @position: first changed row
 *
 * Change of the list of visible rows.
 */
typedef struct
{
  guint position;
  guint n_removed;
  guint n_added;
} TvRowSplice;

/* Approximate maximum number of rows that tv_call_rows_open_below() expands */
#define TV_CALL_ROWS_MAX_OPENED 20000

TvCallRows *tv_call_rows_new (TvCallTree *tree, TvCallers *callers, const TvCallOrder *order);
TvCallRows *tv_call_rows_new_compared (TvCallTree *tree,
                                       TvCallers *callers,
                                       TvCallComparison *comparison,
                                       const TvCallOrder *order);
void tv_call_rows_free (TvCallRows *self);
TvCallTree *tv_call_rows_get_tree (const TvCallRows *self);
TvCallComparison *tv_call_rows_get_comparison (const TvCallRows *self);
gboolean tv_call_rows_get_before (const TvCallRows *self, guint32 node, TvCallValue *before);
gboolean tv_call_rows_is_inverted (const TvCallRows *self);
const TvCallNode *tv_call_rows_get_node (const TvCallRows *self, guint32 node);
const TvCallValue *tv_call_rows_get_self (const TvCallRows *self, guint32 node);
guint32 tv_call_rows_count_nodes (const TvCallRows *self);

gboolean tv_call_rows_can_share (const TvCallTree *tree, guint32 node);
guint32 tv_call_rows_get_n (const TvCallRows *self);
const guint32 *tv_call_rows_get (const TvCallRows *self);
guint32 tv_call_rows_find (const TvCallRows *self, guint32 node);
guint32 tv_call_rows_get_row (const TvCallRows *self, guint32 node);
guint32 tv_call_rows_get_parent (const TvCallRows *self, guint32 node);
guint tv_call_rows_get_level (const TvCallRows *self, guint32 node);
guint tv_call_rows_get_n_folded (const TvCallRows *self, guint32 node, guint32 *outermost);
gboolean tv_call_rows_is_open (const TvCallRows *self, guint32 node);
gboolean tv_call_rows_has_children (const TvCallRows *self, guint32 node);

gboolean
tv_call_rows_set_open (TvCallRows *self, guint32 node, gboolean is_open, TvRowSplice *splice);
gboolean tv_call_rows_unfold (TvCallRows *self, guint32 node, TvRowSplice *splice);
gboolean tv_call_rows_open_below (TvCallRows *self, guint32 node, TvRowSplice *splice);
guint32 tv_call_rows_open_hottest (TvCallRows *self,
                                   guint32 node,
                                   TvCallMeasure measure,
                                   TvRowSplice *splice);
gboolean tv_call_rows_open_above (TvCallRows *self, guint32 node, TvRowSplice *splice);
void tv_call_rows_close_all (TvCallRows *self);
void tv_call_rows_set_order (TvCallRows *self, const TvCallOrder *order);
TvCallRows *tv_call_rows_copy (const TvCallRows *self);
gboolean tv_call_rows_is_copy (const TvCallRows *self, const TvCallRows *original);
gboolean tv_call_rows_take_order (TvCallRows *self, TvCallRows *sorted);
void tv_call_rows_open_as (TvCallRows *self, const TvCallRows *before);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallRows, tv_call_rows_free)

/* ---- Sort keys ---- */

typedef struct _TvCallSorter TvCallSorter;

/**
 * TvCallKey:
 * @number: number to compare; ignored for names
 * @name: (nullable): case-folded name, owned by the sorter; %NULL if the key is a number
 *
 * Sort key of a node, which is computed once and compared many times.
 */
typedef struct
{
  gint64 number;
  const char *name;
} TvCallKey;

TvCallSorter *tv_call_sorter_new (TvCallTree *tree, const TvCallOrder *order);
void tv_call_sorter_free (TvCallSorter *self);
void tv_call_sorter_get_key (TvCallSorter *self,
                             const TvCallNode *node,
                             const TvCallValue *own,
                             const TvCallValue *before,
                             TvCallKey *key);
int tv_call_sorter_compare_keys (const TvCallSorter *self, const TvCallKey *a, const TvCallKey *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallSorter, tv_call_sorter_free)

G_END_DECLS
