/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "query/completion.h"

G_BEGIN_DECLS

/* Button that opens a list of tables with a filter. A table can be expanded to show its columns.
 *
 *   ┌────────────────────────────────┐
 *   │ ⌕ dur                          │
 *   │ ▾ slice                        │
 *   │   Slices of threads and tracks │
 *   │     dur           INTEGER, ns  │
 *   └────────────────────────────────┘
 *
 * Right and Left expand and collapse a table; Enter or a click chooses a name.
 *
 * Signals:
 *   chosen (string name)  the user has chosen a table or a column
 *   changed               the list was opened, closed or updated */

#define TV_TYPE_QUERY_TABLE_LIST (tv_query_table_list_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryTableList, tv_query_table_list, TV, QUERY_TABLE_LIST, GtkWidget)

GtkWidget *tv_query_table_list_new       (void);
void       tv_query_table_list_set_names (TvQueryTableList *self,
                                          TvSqlNames       *names);
void       tv_query_table_list_open      (TvQueryTableList *self,
                                          const char       *wanted);
GVariant  *tv_query_table_list_get_state (TvQueryTableList *self);

G_END_DECLS
