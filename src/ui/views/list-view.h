/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

#define TV_TYPE_LIST_VIEW (tv_list_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (TvListView, tv_list_view, TV, LIST_VIEW, TvView)

/**
 * TvListViewClass:
 * @table: the name of the table that it shows
 * @title: what it is called for those who do not see it, marked for translation with N_()
 * @columns: the table's columns that are shown, in their order
 * @n_columns: how many
 * @placeholder: (nullable): what is typed in its find box, marked with N_(): rows with that in any of its texts are
 *   left; %NULL = it has none
 * @show_row: (nullable): brings into sight what a row is about
 *
 * A view that is a table and nothing else. What derives from it says in its class which.
 */
struct _TvListViewClass
{
  TvViewClass parent_class;

  const char *table;
  const char *title;
  const TvTableColumn *columns;
  guint n_columns;
  const char *placeholder;
  void (*show_row) (TvListView *self, guint row);
};

TvTable *tv_list_view_get_rows (TvListView *self);

G_END_DECLS
