/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/palette.h"

G_BEGIN_DECLS

/**
 * TvCanvasClass:
 * @follow_font: updates the layout; called on creation, when the widget is added to a window, and when the font or
 *   the resolution changes
 * @follow_theme: updates the colours; called on creation and when the theme changes
 *
 * A widget that paints its own content, with a layout that depends on the user's font.
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
