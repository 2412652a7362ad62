/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvTickedRows:
 *
 * The ticked rows of a list, and the check buttons of its visible rows.
 */
typedef struct _TvTickedRows TvTickedRows;

TvTickedRows *tv_ticked_rows_new      (gboolean    (*can_tick) (guint32  row,
                                                                gpointer data),
                                       void        (*changed)  (gpointer data),
                                       gpointer      data);
void          tv_ticked_rows_free     (TvTickedRows *self);
void          tv_ticked_rows_toggle   (TvTickedRows *self,
                                       guint32       row);
const GArray *tv_ticked_rows_get      (TvTickedRows *self);
GtkWidget    *tv_ticked_rows_new_cell (TvTickedRows *self);
void          tv_ticked_rows_set_cell (GtkWidget    *cell,
                                       guint32       row);
void          tv_ticked_rows_tick     (TvTickedRows *self,
                                       const GArray *rows);
void          tv_ticked_rows_update   (TvTickedRows *self);

G_END_DECLS
