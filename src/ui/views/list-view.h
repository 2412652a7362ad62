/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/result-view.h"

G_BEGIN_DECLS

/**
 * TvListKind:
 * @table: name of the table
 * @columns: visible columns of the table, in order; their data is the session
 * @n_columns: number of columns
 * @placeholder: (nullable): placeholder of the filter box, marked with N_(); the filter matches all strings and
 * integers of a row; %NULL for no filter box
 * @show_row: (nullable): scrolls other views to the item that a selected row describes
 * @opens: (nullable): id of the view with the details of a row, shown when a row is opened
 * @has_text: (nullable): whether a row matches a search text that no cell contains, such as an address inside a region
 * @go_to: (nullable): window action with the number of a row, which shows and selects the row; see tv_list_view_go_to()
 * @get_link: (nullable): window action and row that a double click on a row goes to
 * @make_menu: (nullable): appends menu items for a row
 *
 * Description of a list.
 */
typedef struct
{
  const char *table;
  const TvTableColumn *columns;
  guint n_columns;
  const char *placeholder;
  void (*show_row) (TvSession *session, TvTable *table, guint row);
  const char *opens;
  gboolean (*has_text) (TvTrace *trace, guint32 row, const char *text);
  const TvObjectAction *go_to;
  const char *(*get_link) (TvTrace *trace, guint32 row, guint32 *target);
  void (*make_menu) (TvTrace *trace, guint32 row, GMenu *menu);
} TvListKind;

/* View that consists of one table of the whole trace. Its #TvViewInfo contains a #TvListKind. */

#define TV_TYPE_LIST_VIEW (tv_list_view_get_type ())
G_DECLARE_FINAL_TYPE (TvListView, tv_list_view, TV, LIST_VIEW, TvResultView)

void      tv_list_view_go_to        (gpointer    view,
                                     const char *name,
                                     GVariant   *parameter);
GVariant *tv_list_view_get_selected (gpointer    view);
void      tv_list_view_append_link  (GMenu      *menu,
                                     const char *label,
                                     const char *action,
                                     guint32     row,
                                     const char *reason);

G_END_DECLS
