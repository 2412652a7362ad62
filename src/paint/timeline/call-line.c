/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws the line between corresponding calls of an earlier and a later run:
 *
 *   ▐██ before ██▌
 *                 ╲
 *              (▲ +56.5 ms)
 *                    ╲
 *   ▐██████ after █████▌
 *
 * Called by ui/views/timeline/call-line-layer.c, an overlay above both timelines. No state, except the label caches
 * of the painter. */

#include "paint/timeline/call-line.h"

#include <math.h>

#include "analysis/calls/call-comparison.h"
#include "core/time-format.h"
#include "paint/kit/change-color.h"
#include "paint/timeline/painter-part.h"

#define LINE_PX  1.0
#define DASH_PX  4.0
#define INSET_PX 6.0

/**
 * tv_call_line_find_end:
 * @painter: painter of the timeline with the call
 * @view: the timeline's visible part
 * @slice: a call
 * @is_above: whether the call is the upper end of the line; the line then starts at the call's lower edge
 * @x: (out): x coordinate of the call's end; may be outside of the view
 * @y: (out): y coordinate of the call's edge, clamped to the area of the rows
 *
 * Finds one end of the line.
 * Returns: whether the call's row is in the layout and not hidden; if not, @x and @y are not set
 */
gboolean
tv_call_line_find_end (TvTimelinePainter *painter,
                       const TvTimelineView *view,
                       guint32 slice,
                       gboolean is_above,
                       double *x,
                       double *y)
{
  const TvSlices *slices = tv_trace_get_slices (tv_timeline_painter_get_trace (painter));
  guint32 track = tv_trace_find_track_at (tv_timeline_painter_get_trace (painter), slice);
  const TvTimelineBand *band = tv_timeline_layout_find_band (view->layout, track);
  guint row = tv_timeline_layout_find_track (view->layout, track);
  const TvTimelineRow *r;

  if (band == NULL || row >= tv_timeline_layout_get_n_rows (view->layout))
    return FALSE;
  r = tv_timeline_layout_get_row (view->layout, row);
  *x = tv_timeline_view_get_x (view, tv_slices_end (slices, slice));
  *y = tv_timeline_view_get_row_y (view, r) +
       (double) tv_timeline_band_get_y (band, tv_slices_depth (slices, slice)) +
       (is_above ? band->bar : 0.0);
  *y = CLAMP (*y, tv_timeline_view_get_row_top (view, r), view->height);
  return TRUE;
}

/* Clips the line at the left and right edges of the charts. Returns FALSE if nothing remains. */
static gboolean
cut (const TvCallLine *self, double *x, double *y)
{
  double width = self->x[1] - self->x[0], height = self->y[1] - self->y[0];

  if (MAX (self->x[0], self->x[1]) < self->left || MIN (self->x[0], self->x[1]) > self->right)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      x[i] = CLAMP (self->x[i], self->left, self->right);
      y[i] = self->y[i];
      if (x[i] != self->x[i])
        y[i] = self->y[0] + height * (x[i] - self->x[0]) / width;
    }
  return TRUE;
}

/* Returns the change of the duration as an arrow, a sign and a duration. */
static char *
dup_text (const TvCallLine *self)
{
  gint64 change_ns = self->after_ns - self->before_ns;
  g_autofree char *time = tv_time_format (change_ns);

  if (change_ns == 0)
    return g_steal_pointer (&time);
  return g_strconcat (change_ns > 0 ? "▲ +" : "▼ ", time, NULL);
}

/* Draws the change of the duration on a rounded background in the middle of the line. */
static void
paint_change (const TvCallLine *self,
              cairo_t *cr,
              double x,
              double y,
              TvLabelCache *labels,
              const TvTheme *theme)
{
  g_autofree char *text = dup_text (self);
  int step = tv_call_change_get_step (self->before_ns, self->after_ns);
  double width = ceil (tv_label_cache_measure (labels, text)) + 2.0 * INSET_PX;
  double radius = ceil (tv_label_cache_get_height (labels)) / 2.0 + 1.0;
  double left = round (CLAMP (x - width / 2.0, self->left, MAX (self->right - width, self->left)));

  y = round (y);
  cairo_new_sub_path (cr);
  cairo_arc (cr, left + width - radius, y, radius, -G_PI_2, G_PI_2);
  cairo_arc (cr, left + radius, y, radius, G_PI_2, 3.0 * G_PI_2);
  cairo_close_path (cr);
  tv_color_set_source (tv_change_get_color (theme, step), cr);
  cairo_fill (cr);
  tv_color_set_source (tv_change_get_text_color (theme, step), cr);
  tv_label_cache_draw (labels, cr, text, left + INSET_PX, y, width);
}

/**
 * tv_call_line_paint:
 * @painter: painter of either timeline; its font is used
 *
 * Paints the line and the change of the duration.
 */
void
tv_call_line_paint (const TvCallLine *self,
                    cairo_t *cr,
                    TvTimelinePainter *painter,
                    const TvTheme *theme)
{
  double x[2], y[2];

  if (!cut (self, x, y))
    return;
  cairo_save (cr);
  cairo_set_line_width (cr, LINE_PX);
  cairo_set_dash (cr, (const double[]){ DASH_PX }, 1, 0.0);
  tv_color_set_source (&theme->outline, cr);
  cairo_move_to (cr, x[0], y[0]);
  cairo_line_to (cr, x[1], y[1]);
  cairo_stroke (cr);
  cairo_restore (cr);
  paint_change (self, cr, (x[0] + x[1]) / 2.0, (y[0] + y[1]) / 2.0,
                tv_timeline_painter_get_labels (painter, TV_LABELS_STRONG_DETAILS), theme);
}
