/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"

G_BEGIN_DECLS

/**
 * TvFilteredList:
 * @view: view of the rows
 * @all: unfiltered table
 * @rows: (nullable): visible rows of @all, in ascending order; %NULL if all rows are visible
 * @next_rows: (nullable): @rows after the pending update
 * @selected_item: selected row of @all, which is restored after the pending update, or %TV_NONE
 *
 * The filtered rows of a table in a view. The selected row remains selected when the filter changes.
 */
typedef struct
{
  TvTableView *view;
  TvTable *all;
  GArray *rows;
  GArray *next_rows;
  guint32 selected_item;
} TvFilteredList;

void    tv_filtered_list_init    (TvFilteredList *self,
                                  TvTableView    *view,
                                  TvTable        *all);
void    tv_filtered_list_clear   (TvFilteredList *self);
void    tv_filtered_list_show    (TvFilteredList *self,
                                  GArray         *rows);
void    tv_filtered_list_settle  (TvFilteredList *self);
guint32 tv_filtered_list_get     (const TvFilteredList *self,
                                  guint32         row);
guint32 tv_filtered_list_find    (const TvFilteredList *self,
                                  guint32         wanted);
guint32 tv_filtered_list_count   (const TvFilteredList *self);
void    tv_filtered_list_go_to   (TvFilteredList *self,
                                  guint32         wanted,
                                  gboolean        is_selected);

G_END_DECLS
