/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/call-tree/call-columns.h"
#include "ui/views/call-tree/call-rows-table.h"

G_BEGIN_DECLS

/* Call tree in a table, with the usual keys of a tree:
 *
 *   Right   expands a row, or goes to its first child
 *   Left    collapses a row, or goes to its parent
 * *       expands all rows below the selected one
 *   e       expands the hottest path
 *   Enter   expands or collapses a row; also emits "node-activated"
 *
 * Properties (readable, with notify):
 *   is-sorting  boolean  whether the rows are not yet in the chosen order
 *
 * Signals:
 *   node-selected (uint node)   the user has selected a row
 *   node-activated (uint node)  the user has double-clicked a row, or pressed Enter
 *   shown                       the visible rows or their order have changed */

#define TV_TYPE_CALL_PANE (tv_call_pane_get_type ())
G_DECLARE_FINAL_TYPE (TvCallPane, tv_call_pane, TV, CALL_PANE, GtkWidget)

GtkWidget    *tv_call_pane_new             (TvSession    *session,
                                            TvTableMenu   make_menu,
                                            gpointer      data);
TvTableView  *tv_call_pane_get_table       (TvCallPane   *self);
void          tv_call_pane_set_columns     (TvCallPane   *self,
                                            TvCallSort    sort);
TvCallOrder   tv_call_pane_get_order       (TvCallPane   *self);
void          tv_call_pane_show            (TvCallPane   *self,
                                            TvCallRows   *rows);
TvCallRows   *tv_call_pane_get_rows        (TvCallPane   *self);
TvTable      *tv_call_pane_get_rows_table  (TvCallPane   *self);
guint32       tv_call_pane_get_selected    (TvCallPane   *self);
void          tv_call_pane_select          (TvCallPane   *self,
                                            guint32       node);
void          tv_call_pane_select_alone    (TvCallPane   *self,
                                            guint32       node);
void          tv_call_pane_open_hottest    (TvCallPane   *self,
                                            guint32       node);
void          tv_call_pane_open_below      (TvCallPane   *self);
void          tv_call_pane_unfold          (TvCallPane   *self);
void          tv_call_pane_close_all       (TvCallPane   *self);
void          tv_call_pane_set_open        (TvCallPane   *self,
                                            guint32       node,
                                            gboolean      is_open);

G_END_DECLS
