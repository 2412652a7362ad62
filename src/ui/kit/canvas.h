/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/palette.h"

G_BEGIN_DECLS

/**
 * TvCanvasClass:
 * @follow_font: the font or its size is another; also once when it is made, and when it gets a display
 * @follow_theme: colours are others; also once when it is made
 *
 * A widget that paints itself, and lays out what it paints by the user's font.
 */

#define TV_TYPE_CANVAS (tv_canvas_get_type ())
G_DECLARE_DERIVABLE_TYPE (TvCanvas, tv_canvas, TV, CANVAS, GtkWidget)

struct _TvCanvasClass
{
  GtkWidgetClass parent_class;

  void (*follow_font) (TvCanvas *self);
  void (*follow_theme) (TvCanvas *self, const TvTheme *theme);
};

G_END_DECLS
