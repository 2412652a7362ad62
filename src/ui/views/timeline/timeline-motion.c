/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Visible range and scroll position: scrollbars, zooming and panning, and animated motion from one position to
 * another. A part of TvTimeline (timeline-part.h), called by most other parts and by the actions. The visible range
 * belongs to the session, the vertical scroll position to an adjustment of this part. Other parts move the view with
 * tv_timeline_set_position() and tv_timeline_move_to(). */

#include "ui/views/timeline/timeline-motion.h"

#include <adwaita.h>
#include <math.h>

#include "ui/views/timeline/timeline-history.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-row-notes.h"
#include "ui/views/timeline/timeline-rows.h"

#define DURATION_US 150000.0

/* Margin on either side of a slice that is fitted into the view, as a fraction of its duration */
#define FIT_MARGIN 0.03

/* Minimum distance between the pointer and the new right edge when another widget takes width, in px */
#define EDGE_PX 48.0

typedef struct
{
  GtkAdjustment *vertical;
  GtkAdjustment *horizontal; /* start of the visible range, in ns since the start of the trace */
  GtkWidget *vertical_bar;
  GtkWidget *horizontal_bar;
  gboolean is_updating_bars; /* whether this part is updating the adjustments */

  guint id; /* tick callback during a motion, or 0 */
  gint64 start_us;
  TvTimelinePosition from;
  TvTimelinePosition to;
  gboolean is_in_step; /* whether on_tick() is changing the session */

  int taken_px; /* width in px that another widget has taken, or 0 */
  TvTimelinePosition position_before;
  TvTimelinePosition position_after;
} MotionPart;

static MotionPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_MOTION);
}

TvTimelinePosition
tv_timeline_get_position (TvTimeline *self)
{
  TvTimelinePosition position;

  tv_session_get_visible (tv_timeline_get_session (self), &position.start_ns, &position.end_ns);
  position.scroll_y = gtk_adjustment_get_value (get_part (self)->vertical);
  return position;
}

void
tv_timeline_set_position (TvTimeline *self, const TvTimelinePosition *position)
{
  tv_session_set_visible (tv_timeline_get_session (self), position->start_ns, position->end_ns);
  gtk_adjustment_set_value (get_part (self)->vertical, position->scroll_y);
}

/* ---- Scroll position ---- */

double
tv_timeline_get_scroll (TvTimeline *self)
{
  return gtk_adjustment_get_value (get_part (self)->vertical);
}

void
tv_timeline_set_scroll (TvTimeline *self, double scroll_y)
{
  gtk_adjustment_set_value (get_part (self)->vertical, scroll_y);
}

/* Scrolls without saving the topmost row. */
void
tv_timeline_restore_scroll (TvTimeline *self, double scroll_y)
{
  MotionPart *part = get_part (self);

  part->is_updating_bars = TRUE;
  gtk_adjustment_set_value (part->vertical, scroll_y);
  part->is_updating_bars = FALSE;
}

double
tv_timeline_get_max_scroll (TvTimeline *self)
{
  MotionPart *part = get_part (self);

  return MAX (gtk_adjustment_get_upper (part->vertical) -
                  gtk_adjustment_get_page_size (part->vertical),
              0.0);
}

double
tv_timeline_get_page_height (TvTimeline *self)
{
  return gtk_adjustment_get_page_size (get_part (self)->vertical);
}

/* Returns the scroll position nearest to @scroll_y at which the level of a slice is visible, with the label of its
 * row. If these do not fit together, the level starts in the middle. */
double
tv_timeline_find_scroll (TvTimeline *self, guint32 slice, double scroll_y)
{
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  TvTrace *trace = tv_session_get_trace (tv_timeline_get_session (self));
  double page = gtk_adjustment_get_page_size (get_part (self)->vertical);
  guint32 track = tv_trace_find_track_at (trace, slice);
  guint row = tv_timeline_layout_find_track (layout, track);
  const TvTimelineBand *band = tv_timeline_layout_find_band (layout, track);
  const TvTimelineRow *r;
  double top, bottom, row_top, fixed;
  TvTimelineView view;

  if (row >= tv_timeline_layout_get_n_rows (layout) || page <= 0.0 ||
      !tv_timeline_update_view (self, &view))
    return scroll_y;
  r = tv_timeline_layout_get_row (layout, row);
  fixed = tv_timeline_view_get_fixed_height (&view);
  if (r->is_pinned && fixed > 0.0)
    return scroll_y;
  /* Pinned rows and headers cover the top of the scrolled area. */
  row_top = (double) r->y - fixed;
  page -= fixed;
  top = row_top + (double) tv_timeline_band_get_y (
                      band, tv_slices_depth (tv_trace_get_slices (trace), slice));
  bottom = top + tv_timeline_get_metrics (self)->step + tv_timeline_get_metrics (self)->brackets;
  if (top >= scroll_y && bottom <= scroll_y + page)
    return scroll_y;
  if (bottom - row_top <= page)
    return top < scroll_y ? row_top : MAX (MIN (row_top, bottom), bottom - page);
  return top - page / 2.0;
}

/* Scrolls to a slice immediately, or changes the destination of the current motion. */
void
tv_timeline_scroll_to_slice (TvTimeline *self, guint32 slice)
{
  MotionPart *part = get_part (self);
  double scroll_y = tv_timeline_find_scroll (self, slice,
                                             tv_timeline_get_destination (self).scroll_y);

  if (part->id != 0)
    part->to.scroll_y = scroll_y;
  else
    gtk_adjustment_set_value (part->vertical, scroll_y);
}

/* ---- Scrollbars ---- */

static void
set_bar_visible (TvTimeline *self, GtkWidget *bar, gboolean is_visible)
{
  if (gtk_widget_get_child_visible (bar) == is_visible)
    return;
  gtk_widget_set_child_visible (bar, is_visible);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/* Updates the scrollbars. Called when the session, the rows, the size or the visible range have changed. */
void
tv_timeline_update_bars (TvTimeline *self)
{
  MotionPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  double height = gtk_widget_get_height (GTK_WIDGET (self)) - tv_timeline_get_ruler_height (self);
  double rows = layout != NULL ? (double) tv_timeline_layout_get_height (layout) : 0.0;
  double page = MAX (height, 0.0), length = 0.0, visible = 0.0, start = 0.0;

  rows += tv_timeline_get_row_notes_height (self);
  part->is_updating_bars = TRUE;
  gtk_adjustment_configure (
      part->vertical,
      CLAMP (gtk_adjustment_get_value (part->vertical), 0.0, MAX (rows - page, 0.0)), 0.0,
      MAX (rows, page), tv_timeline_get_metrics (self)->step, page * 0.9, page);
  if (session != NULL)
    {
      gint64 start_ns, end_ns, first_ns, last_ns;

      tv_session_get_visible (session, &start_ns, &end_ns);
      tv_session_get_whole (session, &first_ns, &last_ns);
      length = (double) (last_ns - first_ns);
      start = (double) (start_ns - first_ns);
      visible = (double) (end_ns - start_ns);
    }
  gtk_adjustment_configure (part->horizontal, start, 0.0, MAX (length, visible), visible * 0.1,
                            visible * 0.9, visible);
  part->is_updating_bars = FALSE;
  set_bar_visible (self, part->vertical_bar, rows > page && page > 0.0);
  set_bar_visible (self, part->horizontal_bar, visible < length);
}

static void
on_vertical_changed (TvTimeline *self)
{
  /* Only scrolling by the user changes the saved row: when a window that was made smaller grows again, the saved row
   * returns to the top. */
  if (!get_part (self)->is_updating_bars)
    tv_timeline_save_top_row (self);
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
  tv_timeline_update_history (self);
}

static void
on_horizontal_changed (TvTimeline *self)
{
  MotionPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  gint64 start_ns, end_ns, first_ns, last_ns, by_ns;

  if (part->is_updating_bars || session == NULL)
    return;
  tv_session_get_visible (session, &start_ns, &end_ns);
  tv_session_get_whole (session, &first_ns, &last_ns);
  by_ns = first_ns + (gint64) gtk_adjustment_get_value (part->horizontal) - start_ns;
  tv_session_pan (session, by_ns);
}

/* Allocates the scrollbars at the right and bottom edges of the chart. */
void
tv_timeline_allocate_bars (TvTimeline *self, int width, int height)
{
  MotionPart *part = get_part (self);
  int label_width = tv_timeline_get_label_width (self);
  int ruler_height = tv_timeline_get_ruler_height (self);
  int bar_width, bar_height;

  gtk_widget_measure (part->vertical_bar, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &bar_width, NULL,
                      NULL);
  gtk_widget_measure (part->horizontal_bar, GTK_ORIENTATION_VERTICAL, -1, NULL, &bar_height, NULL,
                      NULL);
  if (height - ruler_height > 40)
    gtk_widget_size_allocate (
        part->vertical_bar,
        &(GtkAllocation){ width - bar_width, ruler_height, bar_width, height - ruler_height }, -1);
  gtk_widget_size_allocate (part->horizontal_bar,
                            &(GtkAllocation){ label_width, height - bar_height,
                                              MAX (width - label_width, 1), bar_height },
                            -1);
}

static void
set_wide (GtkWidget *bar, gboolean is_wide)
{
  if (is_wide)
    gtk_widget_add_css_class (bar, "hovering");
  else
    gtk_widget_remove_css_class (bar, "hovering");
}

/* Widens or narrows each scrollbar. They are wide while the pointer is near them. */
void
tv_timeline_widen_bars (TvTimeline *self, gboolean is_vertical_wide, gboolean is_horizontal_wide)
{
  MotionPart *part = get_part (self);

  set_wide (part->vertical_bar, is_vertical_wide);
  set_wide (part->horizontal_bar, is_horizontal_wide);
}

/* ---- Easing ---- */

static gint64
mix (gint64 from, gint64 to, double part)
{
  return from + (gint64) llround ((double) (to - from) * part);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTimeline *self = TV_TIMELINE (widget);
  MotionPart *part = get_part (self);
  double progress = (double) (gdk_frame_clock_get_frame_time (clock) - part->start_us) /
                    DURATION_US;
  double eased = 1.0 - pow (1.0 - CLAMP (progress, 0.0, 1.0), 3.0);
  TvTimelinePosition position = {
    .start_ns = mix (part->from.start_ns, part->to.start_ns, eased),
    .end_ns = mix (part->from.end_ns, part->to.end_ns, eased),
    .scroll_y = part->from.scroll_y + (part->to.scroll_y - part->from.scroll_y) * eased,
  };

  part->is_in_step = TRUE;
  tv_timeline_set_position (self, progress >= 1.0 ? &part->to : &position);
  part->is_in_step = FALSE;
  if (progress < 1.0)
    return G_SOURCE_CONTINUE;
  part->id = 0;
  tv_timeline_update_hover (self);
  return G_SOURCE_REMOVE;
}

gboolean
tv_timeline_is_moving (TvTimeline *self)
{
  return get_part (self)->id != 0;
}

/* Returns whether a step of the animation is changing the session. */
gboolean
tv_timeline_is_in_step (TvTimeline *self)
{
  return get_part (self)->is_in_step;
}

gboolean
tv_timeline_has_animations (TvTimeline *self)
{
  return adw_get_enable_animations (GTK_WIDGET (self)) && gtk_widget_get_mapped (GTK_WIDGET (self));
}

/* Moves to a position with an animation, or immediately if animations are disabled or the timeline is not mapped. */
void
tv_timeline_move_to (TvTimeline *self, const TvTimelinePosition *position)
{
  MotionPart *part = get_part (self);

  tv_timeline_stop_motion (self);
  if (!tv_timeline_has_animations (self))
    {
      tv_timeline_set_position (self, position);
      return;
    }
  part->from = tv_timeline_get_position (self);
  part->to = *position;
  part->start_us = gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (GTK_WIDGET (self)));
  part->id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

/* Returns the destination of the current motion, or the current position if there is no motion. Further steps start
 * from this position. */
TvTimelinePosition
tv_timeline_get_destination (TvTimeline *self)
{
  MotionPart *part = get_part (self);

  return part->id != 0 ? part->to : tv_timeline_get_position (self);
}

void
tv_timeline_stop_motion (TvTimeline *self)
{
  MotionPart *part = get_part (self);

  if (part->id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), part->id);
  part->id = 0;
}

/* ---- Panning and zooming ---- */

/* Shifts @position to the right by @by_ns, but not beyond the ends of the trace. An animation towards a position
 * beyond them would stop too abruptly. */
void
tv_timeline_shift_position (TvTimeline *self, TvTimelinePosition *position, gint64 by_ns)
{
  gint64 length_ns = position->end_ns - position->start_ns, first_ns, last_ns;

  tv_session_get_whole (tv_timeline_get_session (self), &first_ns, &last_ns);
  last_ns = MAX (last_ns, first_ns + length_ns);
  position->start_ns = CLAMP (position->start_ns + by_ns, first_ns, last_ns - length_ns);
  position->end_ns = position->start_ns + length_ns;
}

/* Returns the time below the pointer if the timeline were at @position; if the pointer is not over the chart, the time
 * in the middle of @position. */
gint64
tv_timeline_get_zoom_center (TvTimeline *self, const TvTimelinePosition *position)
{
  TvTimelineView view;
  double x;

  if (!tv_timeline_get_pointer (self, &x, NULL) || x < tv_timeline_get_label_width (self) ||
      !tv_timeline_update_view (self, &view))
    return position->start_ns + (position->end_ns - position->start_ns) / 2;
  view.start_ns = position->start_ns;
  view.end_ns = position->end_ns;
  return tv_timeline_view_get_ns (&view, MIN (x, view.width));
}

/* Returns @position zoomed in by @factor, while @about_ns keeps its position on the screen. */
TvTimelinePosition
tv_timeline_zoom_position (TvTimeline *self,
                           const TvTimelinePosition *position,
                           double factor,
                           gint64 about_ns)
{
  TvZoomLimits limits = tv_session_get_zoom_limits (tv_timeline_get_session (self));
  TvTimelinePosition zoomed = *position;

  /* Applies the limits to the destination, because an animation would otherwise run beyond the end of the trace. */
  tv_zoom_range (&limits, &zoomed.start_ns, &zoomed.end_ns, factor, about_ns);
  return zoomed;
}

/* Moves a time to the middle of the view, as far as the ends of the trace allow. */
void
tv_timeline_reveal_time (TvTimeline *self, gint64 ns)
{
  TvTimelinePosition position = tv_timeline_get_destination (self);

  tv_timeline_shift_position (self, &position,
                              ns - (position.start_ns + (position.end_ns - position.start_ns) / 2));
  tv_timeline_move_to (self, &position);
}

/* Zooms by one step with an animation. If a motion is running, the step starts at its destination. */
void
tv_timeline_step_zoom (TvTimeline *self, double factor, gint64 about_ns)
{
  TvTimelinePosition position = tv_timeline_get_destination (self);

  position = tv_timeline_zoom_position (self, &position, factor, about_ns);
  tv_timeline_move_to (self, &position);
}

/* Zooms to a time range. */
void
tv_timeline_fit_time (TvTimeline *self, gint64 start_ns, gint64 end_ns)
{
  TvTimelinePosition position = tv_timeline_get_destination (self);

  position.start_ns = start_ns;
  position.end_ns = MAX (end_ns, start_ns + TV_SESSION_MIN_VISIBLE_NS);
  tv_timeline_shift_position (self, &position, 0);
  tv_timeline_move_to (self, &position);
}

void
tv_timeline_fit_all (TvTimeline *self)
{
  gint64 start_ns, end_ns;

  tv_session_get_whole (tv_timeline_get_session (self), &start_ns, &end_ns);
  tv_timeline_fit_time (self, start_ns, end_ns);
}

/* Returns the position that shows a slice with a margin on either side. If the row does not show all levels, also
 * scrolls the levels of the row to the slice and its caller; the hidden levels above contain only a single slice each
 * in that range. */
static TvTimelinePosition
find_slice_position (TvTimeline *self, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (tv_timeline_get_session (self));
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 start_ns = tv_slices_start (slices, slice), end_ns = tv_slices_end (slices, slice);
  gint64 margin_ns = (gint64) ((double) (end_ns - start_ns) * FIT_MARGIN);
  TvTimelinePosition position = tv_timeline_get_destination (self);

  margin_ns = MAX (margin_ns, (TV_SESSION_MIN_VISIBLE_NS - (end_ns - start_ns)) / 2 + 1);
  position.start_ns = MAX (start_ns - margin_ns, tv_trace_get_start_ns (trace));
  position.end_ns = MIN (end_ns + margin_ns, tv_trace_get_seen_end_ns (trace));
  position.end_ns = MAX (position.end_ns, position.start_ns + TV_SESSION_MIN_VISIBLE_NS);
  tv_timeline_shift_position (self, &position, 0);
  tv_timeline_show_level (self, slice, TRUE);
  position.scroll_y = tv_timeline_find_scroll (self, slice, position.scroll_y);
  return position;
}

void
tv_timeline_fit_slice (TvTimeline *self, guint32 slice)
{
  TvTimelinePosition position = find_slice_position (self, slice);

  tv_timeline_move_to (self, &position);
}

/* Zooms to the selected range or, if there is none, to the selected slice. Shows the whole trace if nothing is
 * selected, or if the selection already fills the view. */
void
tv_timeline_fit_selection (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  TvTimelinePosition now = tv_timeline_get_destination (self), position = now;
  guint32 slice = tv_session_get_selected_slice (session);
  gboolean has_time = tv_session_get_range (session, &position.start_ns, &position.end_ns);

  if (has_time)
    {
      position.end_ns = MAX (position.end_ns, position.start_ns + TV_SESSION_MIN_VISIBLE_NS);
      tv_timeline_shift_position (self, &position, 0);
    }
  else if (slice != TV_NONE)
    position = find_slice_position (self, slice);
  if ((has_time || slice != TV_NONE) &&
      (position.start_ns != now.start_ns || position.end_ns != now.end_ns))
    tv_timeline_move_to (self, &position);
  else
    tv_timeline_fit_all (self);
}

/* ---- Space for another widget ---- */

/**
 * tv_timeline_yield_width:
 * @px: width that the timeline will lose
 *
 * Prepares for another widget that will take width at the right edge. Keeps the scale, and pans if that widget would
 * otherwise cover the position of the pointer, and thus the clicked slice. Must be called before the allocation,
 * which would otherwise scale the whole visible range to the smaller width.
 */
void
tv_timeline_yield_width (TvTimeline *self, int px)
{
  MotionPart *part;
  TvSession *session;
  double before, after, px_ns, x;
  TvTimelinePosition position;

  g_return_if_fail (TV_IS_TIMELINE (self));

  part = get_part (self);
  session = tv_timeline_get_session (self);
  tv_timeline_get_pointer (self, &x, NULL);
  before = gtk_widget_get_width (GTK_WIDGET (self)) - tv_timeline_get_label_width (self);
  after = before - px;
  part->taken_px = 0;
  if (session == NULL || after <= 0.0)
    return;
  tv_timeline_stop_motion (self);
  part->position_before = position = tv_timeline_get_position (self);
  px_ns = (double) (position.end_ns - position.start_ns) / before;
  position.end_ns = position.start_ns + llround (after * px_ns);
  tv_timeline_shift_position (
      self, &position,
      llround (MAX (x - tv_timeline_get_label_width (self) - MAX (after - EDGE_PX, 0.0), 0.0) *
               px_ns));
  tv_session_set_visible (session, position.start_ns, position.end_ns);
  part->taken_px = px;
  part->position_after = tv_timeline_get_position (self);
}

/**
 * tv_timeline_regain_width:
 * @px: width that the timeline will gain
 *
 * Restores the visible range from before tv_timeline_yield_width(), unless @px differs from the yielded width or the
 * visible range has changed since.
 */
void
tv_timeline_regain_width (TvTimeline *self, int px)
{
  MotionPart *part;
  TvSession *session;
  TvTimelinePosition position;

  g_return_if_fail (TV_IS_TIMELINE (self));

  part = get_part (self);
  session = tv_timeline_get_session (self);
  if (part->taken_px != px || session == NULL)
    return;
  part->taken_px = 0;
  position = tv_timeline_get_destination (self);
  if (position.start_ns == part->position_after.start_ns &&
      position.end_ns == part->position_after.end_ns)
    tv_session_set_visible (session, part->position_before.start_ns, part->position_before.end_ns);
}

/* ---- Part ---- */

static GtkWidget *
add_bar (TvTimeline *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
  GtkWidget *bar = gtk_scrollbar_new (orientation, adjustment);

  gtk_widget_add_css_class (bar, "overlay-indicator");
  gtk_widget_add_css_class (bar, orientation == GTK_ORIENTATION_VERTICAL ? "right" : "bottom");
  gtk_widget_set_parent (bar, GTK_WIDGET (self));
  return bar;
}

static void
init (TvTimeline *self)
{
  MotionPart *part = get_part (self);

  part->vertical = g_object_ref_sink (gtk_adjustment_new (0.0, 0.0, 0.0, 0.0, 0.0, 0.0));
  part->horizontal = g_object_ref_sink (gtk_adjustment_new (0.0, 0.0, 0.0, 0.0, 0.0, 0.0));
  part->vertical_bar = add_bar (self, GTK_ORIENTATION_VERTICAL, part->vertical);
  part->horizontal_bar = add_bar (self, GTK_ORIENTATION_HORIZONTAL, part->horizontal);
  g_signal_connect_swapped (part->vertical, "value-changed", G_CALLBACK (on_vertical_changed),
                            self);
  g_signal_connect_swapped (part->horizontal, "value-changed", G_CALLBACK (on_horizontal_changed),
                            self);
}

static void
dispose (TvTimeline *self)
{
  MotionPart *part = get_part (self);

  g_clear_pointer (&part->vertical_bar, gtk_widget_unparent);
  g_clear_pointer (&part->horizontal_bar, gtk_widget_unparent);
  g_clear_object (&part->vertical);
  g_clear_object (&part->horizontal);
}

const TvTimelinePart tv_timeline_part_motion = {
  .size = sizeof (MotionPart),
  .init = init,
  .drop_session = tv_timeline_stop_motion,
  .dispose = dispose,
};
