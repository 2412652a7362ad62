/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Highlights one thread: dims everything except its row and its runs on CPUs. Called by
 * ui/views/timeline/timeline-highlight.c after the timeline is painted. Band classes decide which parts of a row to
 * dim. No state. */

#include "paint/timeline/arrows.h"
#include "paint/timeline/painter-part.h"

#include "analysis/system/slice-states.h"

#define DIM_ALPHA 0.5

/**
 * Returns the running thread if a slice is a run or a running state, otherwise %TV_NONE. For system traces.
 */
guint32
tv_timeline_find_running (TvTrace *trace, guint32 slice)
{
  TvState state;

  return tv_trace_get_state (trace, slice, &state) && state.kind == TV_STATE_RUNNING
             ? tv_slice_get_thread (trace, slice)
             : tv_trace_get_run_thread (trace, slice);
}

void
tv_timeline_append_dim (cairo_t *cr,
                        const TvTimelineView *view,
                        const TvTimelineRow *row,
                        double x0,
                        double x1,
                        double y0,
                        double y1)
{
  y0 = MAX (y0, tv_timeline_view_get_row_top (view, row));
  y1 = MIN (y1, view->height);
  if (y1 > y0 && x1 > x0)
    cairo_rectangle (cr, x0, y0, x1 - x0, y1 - y0);
}

static void
append_row (TvTimelinePainter *self,
            cairo_t *cr,
            const TvTimelineView *view,
            const TvTimelineRow *row,
            guint32 utid)
{
  const TvTimelineBand *band = tv_timeline_layout_get_band (view->layout, row->first_band);
  double y = tv_timeline_view_get_row_y (view, row);

  if (row->is_header || row->utid == utid)
    return;
  if (band->class->append_others != NULL)
    band->class->append_others (self, cr, view, row, band, utid);
  else
    tv_timeline_append_dim (cr, view, row, view->label_width, view->width, y,
                            y + (double) row->height);
}

/**
 * tv_timeline_paint_highlight:
 * @utid: thread to highlight
 *
 * Dims everything except one thread. Call this after painting the same view.
 */
void
tv_timeline_paint_highlight (TvTimelinePainter *self,
                             cairo_t *cr,
                             const TvTimelineView *view,
                             guint32 utid)
{
  guint n_rows = tv_timeline_layout_get_n_rows (view->layout);
  double fixed = tv_timeline_view_get_fixed_height (view);
  guint row = tv_timeline_view_find_row (view, view->ruler_height + fixed);
  TvColor dim = view->theme->background;

  if (fixed > 0.0)
    for (guint i = 0; i < tv_timeline_layout_get_n_pinned (view->layout); i++)
      append_row (self, cr, view, tv_timeline_layout_get_row (view->layout, i), utid);
  for (; row < n_rows; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);

      if (tv_timeline_view_get_row_y (view, r) >= view->height)
        break;
      append_row (self, cr, view, r, utid);
    }
  dim.alpha = DIM_ALPHA;
  tv_color_set_source (&dim, cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  cairo_fill (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
}
