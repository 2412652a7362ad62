/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/system/frame-outcome.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* A small rectangle in a palette colour, or in the colour of a thread state or frame outcome. It is a widget, or is
 * drawn by another widget. */

#define TV_SWATCH_WIDTH_PX  9
#define TV_SWATCH_HEIGHT_PX 12

#define TV_TYPE_SWATCH (tv_swatch_get_type ())
G_DECLARE_FINAL_TYPE (TvSwatch, tv_swatch, TV, SWATCH, GtkWidget)

GtkWidget *tv_swatch_new       (void);
void       tv_swatch_set_color (TvSwatch *self,
                                guint     color_index);
void       tv_swatch_set_state (TvSwatch *self,
                                TvStateKind state);
void       tv_swatch_set_frame (TvSwatch *self,
                                TvFrameOutcome outcome);

void       tv_swatch_append    (GtkSnapshot *snapshot,
                                int          x,
                                int          y,
                                guint        color_index);

G_END_DECLS
