/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table-view.h"

G_BEGIN_DECLS

/* The parts of a table's view:
 *
 *   table-view.c          columns, selection
 *   table-view-order.c    order, filter
 *   table-view-place.c    what is in sight
 *   table-view-actions.c  what can be done with a row
 */

struct _TvTableView
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkScrolledWindow *scrolled;
  GtkColumnView *view;
  GtkWidget *list; /* the view's inner list, below its headings */
  GtkLabel *empty;
  GMenuModel *menu_model;
  GtkWidget *menu; /* (nullable): made when it is asked for */

  const TvTableInfo *info;
  TvTableModel *model;
  GtkSingleSelection *selection;
  gboolean is_selecting; /* what changes the selection is not the user */

  GBytes *order;     /* (nullable): of the table that is shown: all rows, as guint32 */
  GBytes *filter;    /* (nullable): a byte for each row of a table: whether it is shown */
  TvTable *filtered; /* (nullable): that table */

  TvTable *next;         /* (nullable): what is being sorted */
  GBytes *next_filter;   /* (nullable): by what it is filtered meanwhile */
  GCancellable *sorting; /* (nullable): set while a worker does */
  gboolean is_sortable;
  gboolean leaves_order; /* to whoever shows it */
  gboolean is_changing_columns;
  guint order_column; /* that the rows of the table are in the order of, or TV_NONE */
  guint sort_column;
  gboolean is_descending;
  gboolean has_new_sort; /* what is on the way is sorted by what was clicked */

  guint scroll_tick; /* 0 = nothing to scroll to */
  guint scroll_position;
  guint scroll_frames;
  double scroll_part; /* of the height that is to be above it: 0 = at the top */
};

void tv_table_view_cancel_sort       (TvTableView    *self);
void tv_table_view_select_position   (TvTableView    *self,
                                      guint           position);

void tv_table_view_class_add_actions (GtkWidgetClass *widget_class);
void tv_table_view_add_menu          (TvTableView    *self);

G_END_DECLS
