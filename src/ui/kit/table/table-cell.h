/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Width reserved for a bar after a number, in px. */
#define TV_TABLE_CELL_BAR_PX 42

/* A cell of a table. It contains either text, at the start edge and with an optional spot of colour, or a number, at
 * the end edge and with an optional bar of proportional length. Ellipsized text is shown completely in the tooltip. */

#define TV_TYPE_TABLE_CELL (tv_table_cell_get_type ())
G_DECLARE_FINAL_TYPE (TvTableCell, tv_table_cell, TV, TABLE_CELL, GtkWidget)

GtkWidget *tv_table_cell_new       (gboolean       is_figure);
void       tv_table_cell_set_text  (TvTableCell   *self,
                                    const char    *text);
void       tv_table_cell_set_share (TvTableCell   *self,
                                    double         share);
void       tv_table_cell_set_color (TvTableCell   *self,
                                    const GdkRGBA *color);
void       tv_table_cell_set_strong (TvTableCell  *self,
                                     gboolean      is_strong);
void       tv_table_cell_set_dim    (TvTableCell  *self,
                                     gboolean      is_dim);

void       tv_table_cell_set_has_bar (TvTableCell  *self,
                                      gboolean      has_bar);
gboolean   tv_table_cell_is_cut    (TvTableCell    *self);

G_END_DECLS
