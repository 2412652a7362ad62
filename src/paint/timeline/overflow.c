/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws the lines that indicate hidden levels above and below the visible levels. Called by painter.c, after the
 * bars. No state. */

#include "core/number-format.h"
#include "paint/timeline/painter-part.h"

#include <glib/gi18n.h>
#include <math.h>

#define INSET_PX 5.0

static void
paint_overflow (TvTimelineImage *image, const TvTimelineBand *band, double y, const char *text)
{
  const TvTimelineView *view = image->view;
  TvLabelCache *labels = tv_timeline_painter_get_labels (image->painter, TV_LABELS_DETAILS);

  if (y + band->bar < image->top || y > image->bottom)
    return;
  tv_color_set_source (&view->theme->header, image->cr);
  cairo_rectangle (image->cr, view->label_width, y, view->width - view->label_width, band->bar);
  cairo_fill (image->cr);
  tv_color_set_source (&view->theme->dim_text, image->cr);
  tv_label_cache_draw (labels, image->cr, text, view->label_width + INSET_PX, y + band->bar / 2.0,
                       view->width - view->label_width - 2.0 * INSET_PX);
}

static void
paint_cues (TvTimelineImage *image, const TvTimelineRow *row)
{
  const TvTimelineBand *band = tv_timeline_layout_get_band (image->view->layout, row->limited_band);
  double row_y = tv_timeline_view_get_row_y (image->view, row);
  guint32 n_below = band->n_levels - band->end_level;

  if (band->first_level > 0)
    {
      g_autofree char *text = tv_number_printf (
          ngettext ("▴ … %u level above", "▴ … %u levels above", band->first_level),
          band->first_level);

      paint_overflow (image, band, row_y + (double) band->y, text);
    }
  if (n_below > 0)
    {
      g_autofree char *text = tv_number_printf (
          ngettext ("▾ … %u level below", "▾ … %u levels below", n_below), n_below);

      paint_overflow (image, band, row_y + (double) tv_timeline_band_get_y (band, band->end_level),
                      text);
    }
}

void
tv_timeline_paint_overflow (TvTimelineImage *image)
{
  for (guint i = image->first_row; i < image->end_row; i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (image->view->layout, i);

      if (row->limited_band != TV_NONE)
        paint_cues (image, row);
    }
}
