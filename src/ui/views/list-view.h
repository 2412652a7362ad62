/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/result-view.h"

G_BEGIN_DECLS

/**
 * TvListKind:
 * @table: name of the table
 * @columns: visible columns of the table; their user data is the session
 * @n_columns: number of columns
 * @placeholder: (nullable): placeholder of the search entry, marked with N_(); the entry filters by all strings and
 *   integers of a row; %NULL for no search entry
 * @show_row: (nullable): selects the thread of a row in the session, or moves the cursor to the time of the row;
 *   called when the row is selected
 * @opens: (nullable): id of the view that is also shown when a row is double-clicked; ignored if @get_link is set
 * @has_text: (nullable): returns whether a row matches a search text that no cell contains, such as an address inside
 *   a region
 * @go_to: (nullable): window action that shows and selects the row that is its parameter; see tv_list_view_go_to()
 * @get_link: (nullable): returns the window action for a double click on a row and sets its parameter; %NULL if the
 *   row has no link
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

/* View of one table of the whole trace. The view's #TvViewInfo contains a #TvListKind. */

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
