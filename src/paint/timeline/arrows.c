/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds and draws the arrows between threads: wakeups and flows. Called by ui/views/timeline/timeline-highlight.c for
 * the selected slice. Pure: searches the trace, and paints the arrows that the caller stores. */

#include "paint/timeline/arrows.h"

#include <math.h>

#include "analysis/system/slice-states.h"

#define LINE_PX      1.5
#define ARROWHEAD_PX 6.0
#define MIN_BEND_PX  26.0
#define MAX_BEND_PX  120.0

/* Maximum number of states to search backwards for the wakeup of a slice. */
#define MAX_STATES 1000

/* Distance in px to which ends outside the view are clamped, because cairo's coordinates have 24 bits. */
#define FAR_PX 20000.0

/* ---- Search ---- */

static void
add_wakeup (TvTrace *trace, const TvTrack *track, guint32 slice, GArray *arrows)
{
  TvState state;
  const TvThread *waker;
  TvTimelineArrow arrow;

  if (!tv_trace_get_state (trace, slice, &state) || state.waker == TV_NONE)
    return;
  waker = &tv_trace_get_threads (trace, NULL)[state.waker];
  arrow.from_track = waker->state_track != TV_NONE ? waker->state_track : waker->track;
  if (arrow.from_track == TV_NONE)
    return;
  arrow.from_depth = arrow.to_depth = 0;
  arrow.from_ns = arrow.to_ns = tv_slices_start (tv_trace_get_slices (trace), slice);
  arrow.to_track = tv_trace_get_threads (trace, NULL)[track->utid].state_track;
  g_array_append_val (arrows, arrow);
}

/* Returns the last wakeup of a thread at or before a time; TV_NONE if the last MAX_STATES states contain none. */
static guint32
find_wakeup_before (TvTrace *trace, guint32 state_track, gint64 ns)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[state_track];
  const TvStates *states = tv_trace_get_states (trace);
  guint32 slice = tv_trace_find_slice_from (trace, state_track, ns + 1);

  for (guint n = 0; n < MAX_STATES && slice > track->first_slice; n++)
    if (tv_states_get (states, tv_track_get_side (track, --slice)).waker != TV_NONE)
      return slice;
  return TV_NONE;
}

/* Returns the runnable state that began with the wakeup of a state: the state itself, the state before a running
 * state, or the state after a waiting state. Returns TV_NONE if there is none. */
static guint32
find_wakeup_of_state (TvTrace *trace, guint32 slice)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  TvStateKind kind = tv_states_get_kind (tv_trace_get_states (trace),
                                         tv_track_get_side (track, slice));

  if (kind == TV_STATE_RUNNABLE)
    return slice;
  if (kind == TV_STATE_RUNNING)
    return slice > track->first_slice ? slice - 1 : TV_NONE;
  return slice + 1 < track->first_slice + track->n_slices ? slice + 1 : TV_NONE;
}

static guint32
find_wakeup (TvTrace *trace, guint32 slice, guint32 *utid)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 state_track;

  *utid = tv_slice_get_thread (trace, slice);
  if (*utid == TV_NONE)
    return TV_NONE;
  if (tv_trace_get_state (trace, slice, NULL))
    return find_wakeup_of_state (trace, slice);
  state_track = tv_trace_get_threads (trace, NULL)[*utid].state_track;
  if (state_track == TV_NONE)
    return TV_NONE;
  if (tv_trace_get_run (trace, slice, NULL))
    {
      guint32 running = tv_trace_find_slice_at (trace, state_track, 0,
                                                tv_slices_start (slices, slice));

      return running != TV_NONE ? find_wakeup_of_state (trace, running) : TV_NONE;
    }
  return find_wakeup_before (trace, state_track, tv_slices_end (slices, slice));
}

static void
add_flow (TvTrace *trace, const TvFlow *flow, GArray *arrows)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  TvTimelineArrow arrow = {
    .from_track = tv_trace_find_track_at (trace, flow->from),
    .from_depth = tv_slices_depth (slices, flow->from),
    .from_ns = tv_slices_start (slices, flow->from),
    .to_track = tv_trace_find_track_at (trace, flow->to),
    .to_depth = tv_slices_depth (slices, flow->to),
    .to_ns = tv_slices_start (slices, flow->to),
  };

  g_array_append_val (arrows, arrow);
}

/**
 * tv_timeline_find_arrows:
 *
 * Returns: (transfer full) (element-type TvTimelineArrow): arrows for the wakeup and the flows of the slice
 */
GArray *
tv_timeline_find_arrows (TvTrace *trace, guint32 slice)
{
  GArray *arrows = g_array_new (FALSE, FALSE, sizeof (TvTimelineArrow));
  guint32 n_flows, utid, wakeup;
  const TvFlow *flows = tv_trace_get_flows (trace, &n_flows);

  for (guint32 i = 0; i < n_flows; i++)
    if (flows[i].from == slice || flows[i].to == slice)
      add_flow (trace, &flows[i], arrows);
  wakeup = find_wakeup (trace, slice, &utid);
  if (wakeup != TV_NONE)
    add_wakeup (trace, &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, wakeup)],
                wakeup, arrows);
  return arrows;
}

/* ---- Painting ---- */

/* Gets the vertical centre of a track's line; of the group's header if the group is folded. Returns FALSE if neither
 * is in the layout. */
static gboolean
find_y (const TvTimelineView *view, guint32 track, guint32 depth, double *y)
{
  const TvTimelineLayout *layout = view->layout;
  const TvTimelineBand *band = tv_timeline_layout_find_band (layout, track);
  guint row = tv_timeline_layout_find_track (layout, track);
  const TvTimelineRow *r;

  if (band == NULL)
    return FALSE;
  if (row < tv_timeline_layout_get_n_rows (layout))
    {
      r = tv_timeline_layout_get_row (layout, row);
      *y = (double) tv_timeline_band_get_y (band, depth) + band->bar / 2.0;
    }
  else
    {
      guint group = tv_timeline_layout_find_group (layout, track);

      row = group != TV_NONE ? tv_timeline_layout_get_header (layout, group) : row;
      if (row >= tv_timeline_layout_get_n_rows (layout))
        return FALSE;
      r = tv_timeline_layout_get_row (layout, row);
      *y = (double) r->height / 2.0;
    }
  /* Clamp rows that are scrolled under the fixed rows to the lower edge of these. */
  *y += tv_timeline_view_get_row_y (view, r);
  if (tv_timeline_view_get_fixed_height (view) > 0.0)
    *y = MAX (*y, tv_timeline_view_get_row_top (view, r));
  *y = CLAMP (*y, -FAR_PX, FAR_PX);
  return TRUE;
}

typedef struct
{
  double x0, y0, x1, y1;
  double bend;
} Curve;

static gboolean
find_curve (const TvTimelineView *view, const TvTimelineArrow *arrow, Curve *curve)
{
  curve->x0 = CLAMP (tv_timeline_view_get_x (view, arrow->from_ns), -FAR_PX, FAR_PX);
  curve->x1 = CLAMP (tv_timeline_view_get_x (view, arrow->to_ns), -FAR_PX, FAR_PX);
  curve->bend = CLAMP (fabs (curve->x1 - curve->x0) / 2.0, MIN_BEND_PX, MAX_BEND_PX);
  return find_y (view, arrow->from_track, arrow->from_depth, &curve->y0) &&
         find_y (view, arrow->to_track, arrow->to_depth, &curve->y1);
}

/**
 * tv_timeline_find_bounds:
 * @arrows: (element-type TvTimelineArrow): arrows
 * @bounds: (out): visible area that contains the arrows
 *
 * Returns: whether any arrow may be visible
 */
gboolean
tv_timeline_find_bounds (const TvTimelineView *view, const GArray *arrows, TvTimelineRect *bounds)
{
  double left = view->width, right = view->label_width;
  double top = view->height, bottom = view->ruler_height;

  for (guint i = 0; i < arrows->len; i++)
    {
      Curve curve;

      if (!find_curve (view, &g_array_index (arrows, TvTimelineArrow, i), &curve))
        continue;
      left = MIN (left, MIN (curve.x0, curve.x1) - curve.bend - ARROWHEAD_PX);
      right = MAX (right, MAX (curve.x0, curve.x1) + curve.bend + ARROWHEAD_PX);
      top = MIN (top, MIN (curve.y0, curve.y1) - ARROWHEAD_PX);
      bottom = MAX (bottom, MAX (curve.y0, curve.y1) + ARROWHEAD_PX);
    }
  bounds->x = MAX (floor (left), view->label_width);
  bounds->y = MAX (floor (top), view->ruler_height);
  bounds->width = MIN (ceil (right), view->width) - bounds->x;
  bounds->height = MIN (ceil (bottom), view->height) - bounds->y;
  return bounds->width > 0.0 && bounds->height > 0.0;
}

static void
paint_arrow (const TvTimelineView *view, cairo_t *cr, const TvTimelineArrow *arrow)
{
  Curve c;

  if (!find_curve (view, arrow, &c))
    return;
  cairo_move_to (cr, c.x0, c.y0);
  cairo_curve_to (cr, c.x0 + c.bend, c.y0, c.x1 - ARROWHEAD_PX - c.bend, c.y1,
                  c.x1 - ARROWHEAD_PX + 1.0, c.y1);
  cairo_stroke (cr);
  cairo_arc (cr, c.x0, c.y0, 2.5, 0.0, 2.0 * G_PI);
  cairo_fill (cr);
  cairo_move_to (cr, c.x1, c.y1);
  cairo_line_to (cr, c.x1 - ARROWHEAD_PX, c.y1 - ARROWHEAD_PX * 0.6);
  cairo_line_to (cr, c.x1 - ARROWHEAD_PX, c.y1 + ARROWHEAD_PX * 0.6);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/**
 * tv_timeline_paint_arrows:
 * @arrows: (element-type TvTimelineArrow): arrows
 *
 * Draws arrows, clipped to the chart.
 */
void
tv_timeline_paint_arrows (const TvTimelineView *view, cairo_t *cr, const GArray *arrows)
{
  cairo_save (cr);
  cairo_rectangle (cr, view->label_width, view->ruler_height, view->width - view->label_width,
                   view->height - view->ruler_height);
  cairo_clip (cr);
  tv_color_set_source (&view->theme->outline, cr);
  cairo_set_line_width (cr, LINE_PX);
  for (guint i = 0; i < arrows->len; i++)
    paint_arrow (view, cr, &g_array_index (arrows, TvTimelineArrow, i));
  cairo_restore (cr);
}
