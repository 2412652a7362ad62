/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

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
} TvListKind;

/* A view that is a table and nothing else: what differs is told by the #TvListKind in its #TvViewInfo. */

#define TV_TYPE_LIST_VIEW (tv_list_view_get_type ())
G_DECLARE_FINAL_TYPE (TvListView, tv_list_view, TV, LIST_VIEW, TvView)

G_END_DECLS
