/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/profile-row.h"

G_BEGIN_DECLS

/* A number of a row of the profile, right-aligned; under a percentage a bar shows its size. */

#define TV_TYPE_PROFILE_FIGURE_CELL (tv_profile_figure_cell_get_type ())
G_DECLARE_FINAL_TYPE (TvProfileFigureCell, tv_profile_figure_cell, TV, PROFILE_FIGURE_CELL,
                      GtkWidget)

GtkWidget *tv_profile_figure_cell_new     (TvProfileFigure      figure,
                                           TvClock              clock);
void       tv_profile_figure_cell_set_row (TvProfileFigureCell *self,
                                           TvProfileRow        *row);

G_END_DECLS
