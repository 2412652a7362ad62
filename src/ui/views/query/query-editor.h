/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "query/completion.h"

G_BEGIN_DECLS

/* Text editor for a query, with highlighting and completion of SQL.
 *
 * Signals:
 *   changed     the text or its completions have changed
 *   run         Ctrl+Enter was pressed
 *   leave       Esc was pressed
 *   step (int)  Alt+Up (-1) or Alt+Down (1) was pressed: previous or next query of the history */

#define TV_TYPE_QUERY_EDITOR (tv_query_editor_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryEditor, tv_query_editor, TV, QUERY_EDITOR, GtkWidget)

GtkWidget  *tv_query_editor_new         (void);
char       *tv_query_editor_dup_text    (TvQueryEditor *self);
char       *tv_query_editor_dup_run     (TvQueryEditor *self,
                                         guint         *first);
void        tv_query_editor_set_text    (TvQueryEditor *self,
                                         const char    *text);
void        tv_query_editor_insert      (TvQueryEditor *self,
                                         const char    *name);
void        tv_query_editor_show_error  (TvQueryEditor *self,
                                         guint          at);
void        tv_query_editor_clear_error (TvQueryEditor *self);
gboolean    tv_query_editor_get_error   (TvQueryEditor *self,
                                         guint         *line,
                                         guint         *column);
void        tv_query_editor_set_names   (TvQueryEditor *self,
                                         TvSqlNames    *names);
GVariant   *tv_query_editor_get_completion (TvQueryEditor *self);

G_END_DECLS
