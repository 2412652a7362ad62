/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Drags of the pointer:
 *
 *   ruler             selects a range of time; an edge of one is moved
 *   rows              pans, or zooms to a range of time: as the user prefers
 *   rows with Shift   selects a range of time
 *   names' edge       changes their width
 *   name's handle     moves the row
 *   names             selects rows whose threads are counted, with Ctrl beside those that are
 *
 * Ends of a range are drawn to edges of calls and to marks, but not with Ctrl. */

#include "ui/views/timeline/timeline-private.h"

#include <math.h>

#include "paint/timeline/snap.h"
#include "ui/kit/settings.h"

#define EDGE_PX     4.0
#define SNAP_PX     6.0
#define MIN_ZOOM_PX 5.0

gboolean
tv_timeline_is_at_label_edge (TvTimeline *self, double x)
{
  return fabs (x - (double) self->label_width) <= EDGE_PX;
}

/* The time at a place of the chart, or at its nearest edge. */
gint64
tv_timeline_get_ns_at (TvTimeline *self, double x)
{
  TvTimelineView view;

  if (!tv_timeline_get_view (self, &view))
    return 0;
  return tv_timeline_view_get_ns (&view, CLAMP (x, view.label_width, view.width));
}

/* The end of the selected range that is at @x; the other one stays when it is dragged. */
static gboolean
find_selected_edge (TvTimeline *self, double x, gint64 *other_ns)
{
  TvTimelineView view;
  double to_start, to_end;

  if (!tv_timeline_get_view (self, &view) || x < view.label_width ||
      view.selection_start_ns == view.selection_end_ns)
    return FALSE;
  to_start = fabs (tv_timeline_view_get_x (&view, view.selection_start_ns) - x);
  to_end = fabs (tv_timeline_view_get_x (&view, view.selection_end_ns) - x);
  *other_ns = to_start < to_end ? view.selection_end_ns : view.selection_start_ns;
  return MIN (to_start, to_end) <= EDGE_PX;
}

/* What the pointer looks like. */
void
tv_timeline_update_pointer (TvTimeline *self)
{
  gboolean is_idle = self->drag == TV_TIMELINE_DRAG_NONE && self->has_pointer;
  const char *name = NULL;
  gint64 other_ns;

  if (self->drag == TV_TIMELINE_DRAG_PAN || self->drag == TV_TIMELINE_DRAG_MOVE)
    name = "grabbing";
  else if (self->drag == TV_TIMELINE_DRAG_LABELS ||
           (is_idle && tv_timeline_is_at_label_edge (self, self->pointer_x)))
    name = "col-resize";
  else if (is_idle &&
           (self->hit.mark != 0 || self->hit.cue != 0 || self->hit.area == TV_TIMELINE_HEADER))
    name = "pointer";
  else if (is_idle && self->hit.area != TV_TIMELINE_LABELS &&
           find_selected_edge (self, self->pointer_x, &other_ns))
    name = "col-resize";
  else if (self->drag == TV_TIMELINE_DRAG_SELECT || self->drag == TV_TIMELINE_DRAG_ZOOM ||
           self->hit.area == TV_TIMELINE_RULER)
    name = "crosshair";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

static GdkModifierType
get_modifiers (TvTimeline *self)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (self->drag_gesture));
}

/* The time at a place, or an edge near to it. */
static gint64
snap (TvTimeline *self, double x, double y)
{
  TvTimelineView view;
  gint64 ns;

  self->is_snapped = FALSE;
  if (!tv_timeline_get_view (self, &view))
    return 0;
  if (!(get_modifiers (self) & GDK_CONTROL_MASK))
    self->is_snapped = tv_timeline_find_snap (self->painter, &view,
                                              CLAMP (x, view.label_width, view.width),
                                              self->is_drag_on_ruler ? 0.0 : y, SNAP_PX, &ns);
  return self->is_snapped ? ns : tv_timeline_get_ns_at (self, x);
}

static gboolean
zooms_by_drag (void)
{
  g_autofree char *mode = tv_settings_dup_text ("drag-mode");

  return g_str_equal (mode, "zoom");
}

static TvTimelineDrag
choose_drag (TvTimeline *self, double x, double y)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (self->drag_gesture));

  self->is_drag_on_ruler = y < self->ruler_height;
  if (button != GDK_BUTTON_PRIMARY)
    return TV_TIMELINE_DRAG_PAN;
  if (tv_timeline_is_at_label_edge (self, x))
    return TV_TIMELINE_DRAG_LABELS;
  if (x < self->label_width && self->is_drag_on_ruler)
    return TV_TIMELINE_DRAG_PAN;
  if (self->drags_handle)
    return TV_TIMELINE_DRAG_MOVE;
  if (x < self->label_width)
    {
      tv_timeline_begin_row_range (self, y, (get_modifiers (self) & GDK_CONTROL_MASK) != 0);
      return TV_TIMELINE_DRAG_ROWS;
    }
  if (find_selected_edge (self, x, &self->drag_ns))
    return TV_TIMELINE_DRAG_SELECT;
  self->drag_ns = snap (self, x, y);
  if (self->is_drag_on_ruler || (get_modifiers (self) & GDK_SHIFT_MASK))
    return TV_TIMELINE_DRAG_SELECT;
  return zooms_by_drag () ? TV_TIMELINE_DRAG_ZOOM : TV_TIMELINE_DRAG_PAN;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, TvTimeline *self)
{
  if (self->session == NULL || self->drag != TV_TIMELINE_DRAG_NONE)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag_gesture = GTK_GESTURE (gesture);
  self->drag_from = tv_timeline_get_place (self);
  self->drag_from_width = self->label_width;
  tv_timeline_press_handle (self, x, y);
  tv_session_get_range (self->session, &self->drag_from_start_ns, &self->drag_from_end_ns);
}

/* What was below the pointer stays there. */
static void
drag_pan (TvTimeline *self, double dx, double dy)
{
  TvTimelinePlace place = self->drag_from;
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - self->label_width;
  double px_ns = (double) (place.end_ns - place.start_ns) / MAX (width, 1.0);

  tv_timeline_shift_place (self, &place, (gint64) llround (-dx * px_ns));
  place.scroll_y -= dy;
  tv_timeline_set_place (self, &place);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, TvTimeline *self)
{
  double x, y;

  if (GTK_GESTURE (gesture) != self->drag_gesture)
    return;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (self->drag == TV_TIMELINE_DRAG_NONE)
    {
      if (!gtk_drag_check_threshold (GTK_WIDGET (self), (int) x, (int) y, (int) (x + dx),
                                     (int) (y + dy)))
        return;
      tv_timeline_stop_motion (self);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      self->drag = choose_drag (self, x, y);
    }

  self->has_pointer = TRUE;
  self->pointer_x = x + dx;
  self->pointer_y = y + dy;
  switch (self->drag)
    {
    case TV_TIMELINE_DRAG_PAN:
      drag_pan (self, dx, dy);
      break;
    case TV_TIMELINE_DRAG_SELECT:
      self->drag_end_ns = snap (self, x + dx, y + dy);
      tv_session_select_range (self->session, self->drag_ns, self->drag_end_ns);
      break;
    case TV_TIMELINE_DRAG_ZOOM:
      self->drag_end_ns = snap (self, x + dx, y + dy);
      break;
    case TV_TIMELINE_DRAG_LABELS:
      tv_timeline_set_label_width (self, (int) round (x + dx));
      break;
    case TV_TIMELINE_DRAG_ROWS:
      tv_timeline_drag_row_range (self, y + dy);
      break;
    case TV_TIMELINE_DRAG_MOVE:
      tv_timeline_drag_move (self, y + dy);
      break;
    case TV_TIMELINE_DRAG_NONE:
    default:
      break;
    }
  tv_timeline_update_hover (self);
  tv_timeline_update_pointer (self);
}

static void
finish (TvTimeline *self)
{
  self->drag = TV_TIMELINE_DRAG_NONE;
  self->is_snapped = FALSE;
  tv_timeline_update_hover (self);
  tv_timeline_update_pointer (self);
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, TvTimeline *self)
{
  if (gesture != self->drag_gesture)
    return;
  if (self->drag == TV_TIMELINE_DRAG_ROWS)
    tv_timeline_end_row_range (self, TRUE);
  else if (self->drag == TV_TIMELINE_DRAG_MOVE)
    tv_timeline_end_move (self, TRUE);
  finish (self);
}

/* A range that is too narrow to be meant is not zoomed to. */
static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, TvTimeline *self)
{
  TvTimelineDrag drag = self->drag;
  TvTimelineView view;

  if (GTK_GESTURE (gesture) != self->drag_gesture)
    return;
  finish (self);
  if (drag == TV_TIMELINE_DRAG_ROWS)
    tv_timeline_end_row_range (self, FALSE);
  else if (drag == TV_TIMELINE_DRAG_MOVE)
    tv_timeline_end_move (self, FALSE);
  if (drag == TV_TIMELINE_DRAG_ZOOM && tv_timeline_get_view (self, &view) &&
      fabs (tv_timeline_view_get_x (&view, self->drag_ns) -
            tv_timeline_view_get_x (&view, self->drag_end_ns)) >= MIN_ZOOM_PX)
    tv_timeline_fit_time (self, MIN (self->drag_ns, self->drag_end_ns),
                          MAX (self->drag_ns, self->drag_end_ns));
}

/**
 * tv_timeline_cancel_drag:
 * @self: a timeline
 *
 * If the pointer is dragging something, takes that back.
 *
 * Returns: whether it was
 */
gboolean
tv_timeline_cancel_drag (TvTimeline *self)
{
  TvTimelineDrag drag;

  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  drag = self->drag;
  if (drag == TV_TIMELINE_DRAG_NONE)
    return FALSE;
  finish (self);
  gtk_gesture_set_state (self->drag_gesture, GTK_EVENT_SEQUENCE_DENIED);
  if (drag == TV_TIMELINE_DRAG_PAN)
    tv_timeline_set_place (self, &self->drag_from);
  else if (drag == TV_TIMELINE_DRAG_SELECT)
    tv_session_select_range (self->session, self->drag_from_start_ns, self->drag_from_end_ns);
  else if (drag == TV_TIMELINE_DRAG_LABELS)
    tv_timeline_set_label_width (self, self->drag_from_width);
  else if (drag == TV_TIMELINE_DRAG_ROWS)
    tv_timeline_end_row_range (self, TRUE);
  else if (drag == TV_TIMELINE_DRAG_MOVE)
    tv_timeline_end_move (self, TRUE);
  return TRUE;
}

static void
add_drag (TvTimeline *self, guint button)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  self->drag_gesture = drag;
}

/* Each button has its gesture: one for all would wait for the release of the secondary button, which
 * the menu gets that its press has opened, and be deaf to the next press of another one. */
void
tv_timeline_add_drag (TvTimeline *self)
{
  add_drag (self, GDK_BUTTON_MIDDLE);
  add_drag (self, GDK_BUTTON_PRIMARY);
}
