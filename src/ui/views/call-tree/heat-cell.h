/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/kit/table/table-model.h"

G_BEGIN_DECLS

/* Bar relative to the total: light for the inclusive value of a node, dark for the exclusive value */

#define TV_TYPE_HEAT_CELL (tv_heat_cell_get_type ())
G_DECLARE_FINAL_TYPE (TvHeatCell, tv_heat_cell, TV, HEAT_CELL, GtkWidget)

/* Width of the column */
#define TV_HEAT_CELL_PX 140

GtkWidget *tv_heat_cell_new     (void);
void       tv_heat_cell_set_row (TvHeatCell *self,
                                 TvTableRow *row);

G_END_DECLS
