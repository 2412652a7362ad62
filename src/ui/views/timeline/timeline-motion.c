/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the timeline is, in time and in rows: its scrollbars, and easing from one place to
 * another so that the eye can follow. */

#include "ui/views/timeline/timeline-private.h"

#include <math.h>

#define DURATION_US 150000.0

TvTimelinePlace
tv_timeline_get_place (TvTimeline *self)
{
  TvTimelinePlace place;

  tv_session_get_visible (self->session, &place.start_ns, &place.end_ns);
  place.scroll_y = gtk_adjustment_get_value (self->vertical);
  return place;
}

void
tv_timeline_set_place (TvTimeline *self, const TvTimelinePlace *place)
{
  tv_session_set_visible (self->session, place->start_ns, place->end_ns);
  gtk_adjustment_set_value (self->vertical, place->scroll_y);
}

/* The nearest scroll position at which a call's line is in sight, with its thread's name if
 * there is room. */
double
tv_timeline_find_scroll (TvTimeline *self, guint32 slice, double scroll_y)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  double page = gtk_adjustment_get_page_size (self->vertical);
  guint32 track = tv_trace_find_track_at (trace, slice);
  guint row = tv_timeline_layout_find_track (self->layout, track);
  const TvTimelineBand *band = tv_timeline_layout_find_band (self->layout, track);
  const TvTimelineRow *r;
  double top, bottom, row_top, fixed;
  TvTimelineView view;

  if (row >= tv_timeline_layout_get_n_rows (self->layout) || page <= 0.0 ||
      !tv_timeline_get_view (self, &view))
    return scroll_y;
  r = tv_timeline_layout_get_row (self->layout, row);
  fixed = tv_timeline_view_get_fixed_height (&view);
  if (r->is_pinned && fixed > 0.0)
    return scroll_y;
  /* Of what is scrolled, the rows that stay leave this. */
  row_top = (double) r->y - fixed;
  page -= fixed;
  top = row_top + (double) tv_timeline_band_get_y (
                      band, tv_slices_depth (tv_trace_get_slices (trace), slice));
  bottom = top + self->metrics.step + self->metrics.lane;
  if (top >= scroll_y && bottom <= scroll_y + page)
    return scroll_y;
  if (bottom - row_top <= page)
    return top < scroll_y ? row_top : MAX (MIN (row_top, bottom), bottom - page);
  return top - page / 2.0;
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

/* Makes them show what the session and the rows are now. */
void
tv_timeline_update_bars (TvTimeline *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self)) - self->ruler_height;
  double rows = self->layout != NULL ? (double) tv_timeline_layout_get_height (self->layout) : 0.0;
  double page = MAX (height, 0.0), length = 0.0, visible = 0.0, start = 0.0;

  rows += tv_timeline_get_row_notes_height (self);
  self->is_updating_bars = TRUE;
  gtk_adjustment_configure (
      self->vertical,
      CLAMP (gtk_adjustment_get_value (self->vertical), 0.0, MAX (rows - page, 0.0)), 0.0,
      MAX (rows, page), self->metrics.step, page * 0.9, page);
  if (self->session != NULL)
    {
      gint64 start_ns, end_ns, first_ns, last_ns;

      tv_session_get_visible (self->session, &start_ns, &end_ns);
      tv_session_get_whole (self->session, &first_ns, &last_ns);
      length = (double) (last_ns - first_ns);
      start = (double) (start_ns - first_ns);
      visible = (double) (end_ns - start_ns);
    }
  gtk_adjustment_configure (self->horizontal, start, 0.0, MAX (length, visible), visible * 0.1,
                            visible * 0.9, visible);
  self->is_updating_bars = FALSE;
  set_bar_visible (self, self->vertical_bar, rows > page && page > 0.0);
  set_bar_visible (self, self->horizontal_bar, visible < length);
}

static void
on_vertical_changed (TvTimeline *self)
{
  /* What had to give way to the height of the window comes back with it. */
  if (!self->is_updating_bars)
    tv_timeline_keep_top_row (self);
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
  tv_timeline_update_history (self);
}

static void
on_horizontal_changed (TvTimeline *self)
{
  gint64 start_ns, end_ns, first_ns, last_ns, by_ns;

  if (self->is_updating_bars || self->session == NULL)
    return;
  tv_session_get_visible (self->session, &start_ns, &end_ns);
  tv_session_get_whole (self->session, &first_ns, &last_ns);
  by_ns = first_ns + (gint64) gtk_adjustment_get_value (self->horizontal) - start_ns;
  tv_session_pan (self->session, by_ns);
}

static GtkWidget *
add_bar (TvTimeline *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
  GtkWidget *bar = gtk_scrollbar_new (orientation, adjustment);

  gtk_widget_add_css_class (bar, "overlay-indicator");
  gtk_widget_add_css_class (bar, orientation == GTK_ORIENTATION_VERTICAL ? "right" : "bottom");
  gtk_widget_set_parent (bar, GTK_WIDGET (self));
  return bar;
}

void
tv_timeline_add_bars (TvTimeline *self)
{
  self->vertical = g_object_ref_sink (gtk_adjustment_new (0.0, 0.0, 0.0, 0.0, 0.0, 0.0));
  self->horizontal = g_object_ref_sink (gtk_adjustment_new (0.0, 0.0, 0.0, 0.0, 0.0, 0.0));
  self->vertical_bar = add_bar (self, GTK_ORIENTATION_VERTICAL, self->vertical);
  self->horizontal_bar = add_bar (self, GTK_ORIENTATION_HORIZONTAL, self->horizontal);
  g_signal_connect_swapped (self->vertical, "value-changed", G_CALLBACK (on_vertical_changed),
                            self);
  g_signal_connect_swapped (self->horizontal, "value-changed", G_CALLBACK (on_horizontal_changed),
                            self);
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
  double part = (double) (gdk_frame_clock_get_frame_time (clock) - self->motion_start_us) /
                DURATION_US;
  double eased = 1.0 - pow (1.0 - CLAMP (part, 0.0, 1.0), 3.0);
  TvTimelinePlace place = {
    .start_ns = mix (self->motion_from.start_ns, self->motion_to.start_ns, eased),
    .end_ns = mix (self->motion_from.end_ns, self->motion_to.end_ns, eased),
    .scroll_y = self->motion_from.scroll_y +
                (self->motion_to.scroll_y - self->motion_from.scroll_y) * eased,
  };

  self->is_moving = TRUE;
  tv_timeline_set_place (self, part >= 1.0 ? &self->motion_to : &place);
  self->is_moving = FALSE;
  if (part < 1.0)
    return G_SOURCE_CONTINUE;
  self->motion_id = 0;
  tv_timeline_update_hover (self);
  return G_SOURCE_REMOVE;
}

gboolean
tv_timeline_has_animations (TvTimeline *self)
{
  gboolean has = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &has, NULL);
  return has && gtk_widget_get_mapped (GTK_WIDGET (self));
}

/**
 * tv_timeline_move_to:
 * @self: a timeline
 * @place: where to go
 *
 * Goes there in a moment that the eye can follow; at once where animations are not wanted.
 */
void
tv_timeline_move_to (TvTimeline *self, const TvTimelinePlace *place)
{
  tv_timeline_stop_motion (self);
  if (!tv_timeline_has_animations (self))
    {
      tv_timeline_set_place (self, place);
      return;
    }
  self->motion_from = tv_timeline_get_place (self);
  self->motion_to = *place;
  self->motion_start_us = gdk_frame_clock_get_frame_time (
      gtk_widget_get_frame_clock (GTK_WIDGET (self)));
  self->motion_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

/**
 * tv_timeline_get_destination:
 * @self: a timeline
 *
 * Returns: where it is going; where it is, if it is at rest. A second step begins from here.
 */
TvTimelinePlace
tv_timeline_get_destination (TvTimeline *self)
{
  return self->motion_id != 0 ? self->motion_to : tv_timeline_get_place (self);
}

void
tv_timeline_stop_motion (TvTimeline *self)
{
  if (self->motion_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->motion_id);
  self->motion_id = 0;
}

/**
 * tv_timeline_shift_place:
 * @self: a timeline
 * @place: (inout): a place
 * @by_ns: how far to the right
 *
 * Keeps it inside the trace, so that an eased move ends where it seems to.
 */
void
tv_timeline_shift_place (TvTimeline *self, TvTimelinePlace *place, gint64 by_ns)
{
  gint64 length_ns = place->end_ns - place->start_ns, first_ns, last_ns;

  tv_session_get_whole (self->session, &first_ns, &last_ns);
  last_ns = MAX (last_ns, first_ns + length_ns);
  place->start_ns = CLAMP (place->start_ns + by_ns, first_ns, last_ns - length_ns);
  place->end_ns = place->start_ns + length_ns;
}

/**
 * tv_timeline_get_zoom_center:
 * @self: a timeline
 * @place: where it is, or will be
 *
 * Returns: the time at the pointer, or in the middle if that is elsewhere
 */
gint64
tv_timeline_get_zoom_center (TvTimeline *self, const TvTimelinePlace *place)
{
  TvTimelineView view;

  if (!self->has_pointer || self->pointer_x < self->label_width ||
      !tv_timeline_get_view (self, &view))
    return place->start_ns + (place->end_ns - place->start_ns) / 2;
  view.start_ns = place->start_ns;
  view.end_ns = place->end_ns;
  return tv_timeline_view_get_ns (&view, MIN (self->pointer_x, view.width));
}

/**
 * tv_timeline_zoom_place:
 * @self: a timeline
 * @place: where it is
 * @factor: how much larger things become
 * @about_ns: a time that keeps its place on the screen
 *
 * Returns: where that is, inside the trace
 */
TvTimelinePlace
tv_timeline_zoom_place (TvTimeline *self,
                        const TvTimelinePlace *place,
                        double factor,
                        gint64 about_ns)
{
  TvZoomLimits limits = tv_session_get_zoom_limits (self->session);
  TvTimelinePlace zoomed = *place;

  /* Kept inside here, for otherwise an eased zoom would run on against the trace's end. */
  tv_zoom_range (&limits, &zoomed.start_ns, &zoomed.end_ns, factor, about_ns);
  return zoomed;
}

/* Brings a time into the middle, as far as the trace goes. */
void
tv_timeline_reveal_time (TvTimeline *self, gint64 ns)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);

  tv_timeline_shift_place (self, &place,
                           ns - (place.start_ns + (place.end_ns - place.start_ns) / 2));
  tv_timeline_move_to (self, &place);
}

/* A step of a zoom; what was begun before is gone on with. */
void
tv_timeline_step_zoom (TvTimeline *self, double factor, gint64 about_ns)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);

  place = tv_timeline_zoom_place (self, &place, factor, about_ns);
  tv_timeline_move_to (self, &place);
}
