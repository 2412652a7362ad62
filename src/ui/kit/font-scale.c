/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by widgets and columns with fixed widths. Reads the font settings of GTK at each call. No state. */

#include "ui/kit/font-scale.h"

#include <math.h>

#define USUAL_POINTS 11.0
#define USUAL_DPI    96.0

/* Returns: the size of the user's font relative to the default font, at least 1 */
double
tv_font_scale_get (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  PangoFontDescription *font;
  g_autofree char *name = NULL;
  double scale = 1.0;
  int dpi;

  if (settings == NULL)
    return 1.0;
  g_object_get (settings, "gtk-font-name", &name, "gtk-xft-dpi", &dpi, NULL);
  if (dpi > 0)
    scale = dpi / 1024.0 / USUAL_DPI;
  font = pango_font_description_from_string (name);
  if (pango_font_description_get_size (font) > 0 &&
      !pango_font_description_get_size_is_absolute (font))
    scale *= (double) pango_font_description_get_size (font) / PANGO_SCALE / USUAL_POINTS;
  pango_font_description_free (font);
  return MAX (scale, 1.0);
}

/* Scales a width in px, chosen for the default font, to the user's font. Rounds up. */
int
tv_font_scale_apply (int px)
{
  return (int) ceil (px * tv_font_scale_get ());
}
