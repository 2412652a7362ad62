/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Snaps the ends of a range to call edges near the pointer, to the edges of the selected call, and to bookmarks.
 * Called by ui/views/timeline/timeline-input.c while a range is being dragged. No state, but uses the painter's span
 * cache. */

#include "paint/timeline/snap.h"

#include <math.h>

#include "paint/timeline/painter-part.h"

typedef struct
{
  const TvTimelineView *view;
  double x;
  double distance; /* distance to the nearest edge so far, in px; initially the maximum distance */
  gint64 ns;
  gboolean is_found;
} Snap;

static void
offer (Snap *self, gint64 ns)
{
  double distance = fabs (tv_timeline_view_get_x (self->view, ns) - self->x);

  if (distance > self->distance || (self->is_found && distance >= self->distance))
    return;
  self->distance = distance;
  self->ns = ns;
  self->is_found = TRUE;
}

static void
offer_slice (Snap *self, const TvSlices *slices, guint32 slice)
{
  offer (self, tv_slices_start (slices, slice));
  offer (self, tv_slices_end (slices, slice));
}

/* Considers the edges of calls near the pointer, on the line at @y. */
static void
offer_line (Snap *self, TvTimelinePainter *painter, double y, double reach_px)
{
  const TvTimelineView *view = self->view;
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  guint row = tv_timeline_view_find_row (view, y);
  double first = floor ((self->x - view->label_width - reach_px) * view->scale);
  double end = ceil ((self->x - view->label_width + reach_px) * view->scale) + 1.0;
  const TvTimelineRow *r;
  const TvTimelineBand *band;
  const GArray *spans;
  guint32 depth;
  guint at;

  if (row >= tv_timeline_layout_get_n_rows (view->layout))
    return;
  r = tv_timeline_layout_get_row (view->layout, row);
  at = tv_timeline_layout_find_band_at (
      view->layout, row, r->y + (gint64) floor (y - tv_timeline_view_get_row_y (view, r)), &depth);
  band = at != TV_NONE ? tv_timeline_layout_get_band (view->layout, at) : NULL;
  first = MAX (first, 0.0);
  end = MIN (end, scale.n_columns);
  if (band == NULL || band->track == TV_NONE || end <= first)
    return;
  spans = tv_timeline_find_spans (painter, band, &scale, (guint32) first, (guint32) end, depth,
                                  depth + 1);
  for (guint i = 0; i < spans->len; i++)
    offer_slice (self, tv_trace_get_slices (tv_timeline_painter_get_trace (painter)),
                 g_array_index (spans, TvTimelineSpan, i).slice);
}

/**
 * tv_timeline_find_snap:
 * @x: x coordinate in px
 * @y: y coordinate in px
 * @reach_px: maximum distance of an edge in px
 * @ns: (out): time of the edge
 *
 * Finds the nearest time to which the end of a range can snap.
 * Returns: whether there is such a time within reach
 */
gboolean
tv_timeline_find_snap (TvTimelinePainter *self,
                       const TvTimelineView *view,
                       double x,
                       double y,
                       double reach_px,
                       gint64 *ns)
{
  Snap snap = { .view = view, .x = x, .distance = reach_px };

  for (guint i = 0; view->marks != NULL && i < view->marks->len; i++)
    {
      const TvBookmark *mark = &g_array_index (view->marks, TvBookmark, i);

      offer (&snap, mark->start_ns);
      offer (&snap, mark->end_ns);
    }
  if (view->selected_slice != TV_NONE)
    offer_slice (&snap, tv_trace_get_slices (tv_timeline_painter_get_trace (self)),
                 view->selected_slice);
  if (y >= view->ruler_height && x >= view->label_width)
    offer_line (&snap, self, y, reach_px);
  *ns = snap.ns;
  return snap.is_found;
}
