/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/kit/table/table-model.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* First cell of a row of a call tree: a line per level, the arrow, the colour, the name, and the frames that share
 * the row. The cell reports the level of the row, and whether the row is expanded, to assistive technologies. */

#define TV_TYPE_CALL_NAME_CELL (tv_call_name_cell_get_type ())
G_DECLARE_FINAL_TYPE (TvCallNameCell, tv_call_name_cell, TV, CALL_NAME_CELL, GtkWidget)

GtkWidget *tv_call_name_cell_new       (TvSession      *session);
void       tv_call_name_cell_set_row   (TvCallNameCell *self,
                                        TvTableRow     *row);
gboolean   tv_call_name_cell_has_arrow_at (TvCallNameCell *self,
                                        double          x);
gboolean   tv_call_name_cell_has_frames_at (TvCallNameCell *self,
                                        double          x);

G_END_DECLS
