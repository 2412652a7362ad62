/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/properties/property-list.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Grid of properties: lines with a label and a value, some of them links, under headings */

#define TV_TYPE_PROPERTY_GRID (tv_property_grid_get_type ())
G_DECLARE_FINAL_TYPE (TvPropertyGrid, tv_property_grid, TV, PROPERTY_GRID, GtkWidget)

void tv_property_grid_show        (TvPropertyGrid    *self,
                               const TvPropertyList *properties,
                               TvSession     *session);
void tv_property_grid_hold_height (TvPropertyGrid    *self,
                               gboolean       holds);

G_END_DECLS
