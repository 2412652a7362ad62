/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Button that shows the colouring of slices. Opens a legend of the colours, in which the user can also choose another
 * colouring. */

#define TV_TYPE_COLOR_LEGEND (tv_color_legend_get_type ())
G_DECLARE_FINAL_TYPE (TvColorLegend, tv_color_legend, TV, COLOR_LEGEND, GtkWidget)

GtkWidget  *tv_color_legend_new         (void);
void        tv_color_legend_set_session (TvColorLegend *self,
                                         TvSession     *session);
const char *tv_color_by_get_title       (TvColorBy      by,
                                         gboolean       names_methods);

G_END_DECLS
