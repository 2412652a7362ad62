/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table.h"

G_BEGIN_DECLS

/* Copies rows to the clipboard. The lines are made step by step, so that no step takes longer than a part of a frame. */

typedef struct _TvTableCopy TvTableCopy;

/* Returns: (transfer full): the text of a row, without a line feed at its end */
typedef char *(*TvTableDupLine) (gpointer data, TvTable *table, guint32 row);

TvTableCopy *tv_table_copy_new (GtkColumnView *view, TvTableDupLine dup_line, gpointer data);
void tv_table_copy_add (TvTableCopy *self, TvTable *table, guint32 row);
void tv_table_copy_start (TvTableCopy *self);
void tv_table_copy_free (TvTableCopy *self);

G_END_DECLS
