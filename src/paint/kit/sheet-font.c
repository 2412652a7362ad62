/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/kit/sheet-font.h"

/* Creates the font context of exported images. Called by the sheets of the timeline, flame graph, call graph and wait
 * graph. Pure. */

#define DEFAULT_FAMILY "Cantarell, sans-serif"

/**
 * tv_sheet_font_new_context:
 * @family: (nullable): font family for Pango
 *
 * Creates a font context for exported images, which is independent of the machine's settings.
 *
 * Returns: (transfer full): the context
 */
PangoContext *
tv_sheet_font_new_context (const char *family)
{
  PangoFontMap *map = pango_cairo_font_map_new ();
  PangoContext *context = pango_font_map_create_context (map);
  PangoFontDescription *font = pango_font_description_from_string (family != NULL ? family
                                                                                  : DEFAULT_FAMILY);
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, options);
  pango_cairo_context_set_resolution (context, 96.0);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_context_set_font_description (context, font);
  cairo_font_options_destroy (options);
  pango_font_description_free (font);
  g_object_unref (map);
  return context;
}
