/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A number in a table, right-aligned; under a percentage a bar shows its size. */

#define TV_TYPE_FIGURE_CELL (tv_figure_cell_get_type ())
G_DECLARE_FINAL_TYPE (TvFigureCell, tv_figure_cell, TV, FIGURE_CELL, GtkWidget)

GtkWidget *tv_figure_cell_new (void);
void       tv_figure_cell_set (TvFigureCell *self,
                               const char   *text,
                               double        share);

G_END_DECLS
