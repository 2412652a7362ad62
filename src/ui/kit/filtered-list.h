/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"

G_BEGIN_DECLS

/**
 * TvFilteredList:
 * @view: what shows it
 * @all: the table with all rows
 * @rows: (nullable): those of @all that are shown, in their order; %NULL = all
 * @next_rows: (nullable): the same of what is to be shown next
 * @kept: of @all: selected row, to be selected among the next rows too, or %TV_NONE
 *
 * Some rows of a table in a view. The selected row stays selected when others are shown.
 */
typedef struct
{
  TvTableView *view;
  TvTable *all;
  GArray *rows;
  GArray *next_rows;
  guint32 kept;
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
