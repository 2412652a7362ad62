/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/object-actions.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/**
 * TvListKind:
 * @table: the name of the table that it shows
 * @columns: those of the table that are shown, in their order, made with the session
 * @n_columns: how many
 * @placeholder: (nullable): what is typed in its find box, marked with N_(): rows with that in any of its texts are
 *   left; %NULL = it has none
 * @show_row: (nullable): brings into sight what a row is about
 * @opens: (nullable): the id of the view that tells more of a row, where the panel goes when one is opened
 * @has_text: (nullable): whether a row matches a text that no cell contains, such as an address inside of it
 * @go_to: (nullable): window action with the number of a row, which shows and selects it: see tv_list_view_go_to()
 * @get_link: (nullable): the window action and the row that a double click on a row leads to, by the first of its links
 * @make_menu: (nullable): the menu of a row
 *
 * What a list is of.
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

/* A view that is a table and nothing else: what differs is told by the #TvListKind in its #TvViewInfo. */

#define TV_TYPE_LIST_VIEW (tv_list_view_get_type ())
G_DECLARE_FINAL_TYPE (TvListView, tv_list_view, TV, LIST_VIEW, TvView)

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
