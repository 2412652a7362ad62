/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table.h"

G_BEGIN_DECLS

/* Copies rows to the clipboard. The lines are created in steps, each of which takes only a fraction of a frame. */

typedef struct _TvTableCopy TvTableCopy;

/* Returns the text of a row. Returns: (transfer full): the text without a trailing line feed */
typedef char *(*TvTableDupLine) (gpointer data, TvTable *table, guint32 row);

TvTableCopy *tv_table_copy_new (GtkColumnView *view, TvTableDupLine dup_line, gpointer data);
void tv_table_copy_add (TvTableCopy *self, TvTable *table, guint32 row);
void tv_table_copy_start (TvTableCopy *self);
void tv_table_copy_free (TvTableCopy *self);

G_END_DECLS
