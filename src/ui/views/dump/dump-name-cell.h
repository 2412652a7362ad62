/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/kit/table/table-model.h"

G_BEGIN_DECLS

/* Name cell of a row in the list of threads: icon of the state, name, and number of threads. A row with children has
 * an arrow. */

#define TV_TYPE_DUMP_NAME_CELL (tv_dump_name_cell_get_type ())
G_DECLARE_FINAL_TYPE (TvDumpNameCell, tv_dump_name_cell, TV, DUMP_NAME_CELL, GtkWidget)

GtkWidget *tv_dump_name_cell_new          (void);
void       tv_dump_name_cell_set_row      (TvDumpNameCell *self,
                                           TvTableRow     *row);
gboolean   tv_dump_name_cell_has_arrow_at (TvDumpNameCell *self,
                                           double          x);

G_END_DECLS
