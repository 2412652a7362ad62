/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/kit/table/table-model.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* First cell of a row of the profile: arrow, colour, rank and name. The cell also sets the CSS class for the row's
 * kind on the widget of the whole row. */

#define TV_TYPE_PROFILE_NAME_CELL (tv_profile_name_cell_get_type ())
G_DECLARE_FINAL_TYPE (TvProfileNameCell, tv_profile_name_cell, TV, PROFILE_NAME_CELL, GtkWidget)

GtkWidget    *tv_profile_name_cell_new     (TvSession         *session);
void          tv_profile_name_cell_set_row (TvProfileNameCell *self,
                                            TvTableRow        *row);
gboolean      tv_profile_name_cell_has_arrow_at (TvProfileNameCell *self,
                                            double             x);

G_END_DECLS
