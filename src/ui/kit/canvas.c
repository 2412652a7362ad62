/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Base class of widgets that paint their own content. Calls the class functions follow_font() and follow_theme() when
 * the font or the theme changes. Subclasses are the timeline, overview, histogram, flame graph, call graph and other
 * charts. Has no state except the signal handlers. */

#include "ui/kit/canvas.h"

#include <adwaita.h>

G_DEFINE_ABSTRACT_TYPE (TvCanvas, tv_canvas, GTK_TYPE_WIDGET)

static void
update_theme (TvCanvas *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  TV_CANVAS_GET_CLASS (self)->follow_theme (
      self, tv_theme_get (adw_style_manager_get_dark (manager),
                          adw_style_manager_get_high_contrast (manager)));
}

static void
tv_canvas_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (tv_canvas_parent_class)->system_setting_changed (widget, setting);
  if (setting == GTK_SYSTEM_SETTING_FONT_NAME || setting == GTK_SYSTEM_SETTING_FONT_CONFIG ||
      setting == GTK_SYSTEM_SETTING_DPI)
    TV_CANVAS_GET_CLASS (widget)->follow_font (TV_CANVAS (widget));
}

static void
tv_canvas_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_canvas_parent_class)->root (widget);
  TV_CANVAS_GET_CLASS (widget)->follow_font (TV_CANVAS (widget));
}

static void
tv_canvas_constructed (GObject *object)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  G_OBJECT_CLASS (tv_canvas_parent_class)->constructed (object);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (update_theme), object,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (update_theme), object,
                           G_CONNECT_SWAPPED);
  update_theme (TV_CANVAS (object));
  TV_CANVAS_GET_CLASS (object)->follow_font (TV_CANVAS (object));
}

static void
tv_canvas_class_init (TvCanvasClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = tv_canvas_constructed;
  GTK_WIDGET_CLASS (klass)->system_setting_changed = tv_canvas_system_setting_changed;
  GTK_WIDGET_CLASS (klass)->root = tv_canvas_root;
}

static void
tv_canvas_init (TvCanvas *self)
{
}
