/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/gtk48/row-selection.h"
#include "ui/kit/table/table-copy.h"
#include "ui/kit/table/table-view.h"

G_BEGIN_DECLS

/* The parts of a table's view:
 *
 *   table-view.c          selection
 *   table-view-columns.c  which columns are shown
 *   table-view-heads.c    the menu of the headings
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
  TvTableMenu make_menu;
  gpointer menu_data;
  GtkWidget *menu; /* (nullable): made when it is asked for */

  GtkWidget *heads_menu;      /* (nullable): made when it is asked for */
  GtkWidget *columns_popover; /* (nullable): likewise */
  double heads_x;             /* where the menu was opened last */

  const TvTableInfo *info;
  GArray *offered; /* of TvTableColumn: the columns there may be */
  gpointer columns_data;
  GPtrArray *presets; /* of TvColumnPreset */
  char *preset;       /* the one that is shown; or empty */
  guint drag_idle;
  gboolean is_choosing; /* the settings tell of what it chose itself */

  TvTableModel *model;
  TvRowSelection *selection;
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

  TvTableCopy *copying; /* (nullable): rows that go to the clipboard */

  guint scroll_tick; /* 0 = nothing to scroll to */
  guint scroll_position;
  guint scroll_frames;
  double scroll_part;    /* of the height that is to be above it: 0 = at the top */
  gboolean scroll_keeps; /* only if the row is out of sight */
  guint layout_tick;     /* 0 = rows are laid out */
  guint layout_frames;
};

void tv_table_view_keep_place        (TvTableView    *self);
void tv_table_view_scroll_to_top     (TvTableView    *self);
void tv_table_view_watch_layout      (TvTableView    *self);

void tv_table_view_cancel_sort       (TvTableView    *self);
void tv_table_view_select_position   (TvTableView    *self,
                                      guint           position);
void tv_table_view_select_rows       (TvTableView    *self,
                                      GArray         *rows,
                                      guint32         chosen);
void tv_table_view_choose_among      (TvTableView    *self,
                                      guint           position);

void tv_table_view_class_add_actions (GtkWidgetClass *widget_class);
void tv_table_view_add_menu          (TvTableView    *self);

void     tv_table_view_init_columns  (TvTableView    *self);
void     tv_table_view_clear_columns (TvTableView    *self);
gboolean tv_table_view_can_hide      (TvTableView    *self,
                                      const char     *name);
gboolean tv_table_view_can_move      (TvTableView    *self,
                                      const char     *name,
                                      int             direction);
void     tv_table_view_show_column   (TvTableView    *self,
                                      const char     *name,
                                      gboolean        is_shown);
void     tv_table_view_move_column   (TvTableView    *self,
                                      const char     *name,
                                      int             direction);
void     tv_table_view_reset_columns (TvTableView    *self);

void tv_table_view_class_add_heads_actions (GtkWidgetClass *widget_class);
void tv_table_view_add_heads_menu          (TvTableView    *self);
void tv_table_view_update_column_actions   (TvTableView    *self);

G_END_DECLS
