/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table.h"

G_BEGIN_DECLS

/* Rows of a table on their way to the clipboard: as many lines at a time as a part of a frame is enough for. */

typedef struct _TvTableCopy TvTableCopy;

/* Returns: (transfer full): the text of a row, without a line feed at its end */
typedef char *(*TvTableDupLine) (gpointer data, TvTable *table, guint32 row);

TvTableCopy *tv_table_copy_start (GtkColumnView *view,
                                  TvTable       *table,
                                  GArray        *rows,
                                  TvTableDupLine dup_line,
                                  gpointer       data);
void         tv_table_copy_free  (TvTableCopy   *self);

G_END_DECLS
