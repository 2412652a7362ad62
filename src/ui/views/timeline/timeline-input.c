/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Clicks, drags, the wheel and touch. The effect of a drag depends on where it starts:
 *
 *   ruler             selects a range of time, or moves an edge of the selected range
 *   chart             pans, or zooms to a range, depending on a setting
 *   chart with Shift  selects a range of time
 *   edge of labels    resizes the labels
 *   handle of a row   moves the row
 *   labels            selects rows to filter to their threads; with Ctrl, adds them to the filter
 *
 * The ends of a range snap to edges of slices and to bookmarks, unless Ctrl is held. */

#include "ui/views/timeline/timeline-input.h"

#include <math.h>

#include "paint/timeline/snap.h"
#include "ui/kit/click-count.h"
#include "ui/kit/settings.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-items.h"
#include "ui/views/timeline/timeline-marks.h"
#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/timeline-painter.h"
#include "ui/views/timeline/timeline-row-drag.h"
#include "ui/views/timeline/timeline-rows.h"

#define EDGE_PX     4.0
#define SNAP_PX     6.0
#define MIN_ZOOM_PX 5.0

#define WHEEL_ZOOM    1.25
#define TOUCHPAD_ZOOM 1.006 /* per px */
#define WHEEL_ROWS    3.0
#define WHEEL_PAN     0.08 /* fraction of the visible range */
#define BAR_PX        14.0 /* distance from an edge at which the scrollbar becomes wide */

typedef struct
{
  GtkGesture *gesture; /* gesture of the current or last drag */
  TvTimelineDrag drag;
  gboolean is_on_ruler;    /* whether the drag started on the ruler */
  gboolean is_on_handle;   /* whether the drag started on the handle of a row */
  TvTimelinePosition from; /* position before the drag, restored if it is cancelled */
  gint64 from_start_ns;    /* selected range before the drag, restored if it is cancelled */
  gint64 from_end_ns;
  int from_width;  /* width of the labels before the drag, restored if it is cancelled */
  gint64 fixed_ns; /* end of a range that does not move; centre of a pinch */
  gint64 end_ns;   /* end of a range that follows the pointer */
  gboolean is_snapped;
  TvClickCount clicks;
  gboolean is_clicked; /* whether a click is changing the selection */
} InputPart;

static InputPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_INPUT);
}

static gboolean
is_at_label_edge (TvTimeline *self, double x)
{
  return fabs (x - (double) tv_timeline_get_label_width (self)) <= EDGE_PX;
}

/* Returns whether an end of the selected range is at @x. Sets @other_ns to the other end, which does not move when
 * this one is dragged. */
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

/* Sets the mouse cursor. */
static void
update_cursor (TvTimeline *self)
{
  InputPart *part = get_part (self);
  const TvTimelineHit *hit = tv_timeline_get_hit (self);
  double x;
  gboolean is_idle = tv_timeline_get_pointer (self, &x, NULL) &&
                     part->drag == TV_TIMELINE_DRAG_NONE;
  const char *name = NULL;
  gint64 other_ns;

  if (part->drag == TV_TIMELINE_DRAG_PAN || part->drag == TV_TIMELINE_DRAG_MOVE)
    name = "grabbing";
  else if (part->drag == TV_TIMELINE_DRAG_LABELS || (is_idle && is_at_label_edge (self, x)))
    name = "col-resize";
  else if (is_idle && (hit->mark != 0 || hit->cue != 0 || hit->area == TV_TIMELINE_HEADER))
    name = "pointer";
  else if (is_idle && hit->area != TV_TIMELINE_LABELS && find_selected_edge (self, x, &other_ns))
    name = "col-resize";
  else if (part->drag == TV_TIMELINE_DRAG_SELECT || part->drag == TV_TIMELINE_DRAG_ZOOM ||
           hit->area == TV_TIMELINE_RULER)
    name = "crosshair";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

/* ---- Motion ---- */

static void
on_motion (TvTimeline *self, double x, double y)
{
  double last_x, last_y;

  tv_timeline_get_pointer (self, &last_x, &last_y);
  if (x != last_x || y != last_y)
    tv_timeline_forget_moved_row (self);
  tv_timeline_set_pointer (self, x, y);
  tv_timeline_update_hover (self);
  update_cursor (self);
  tv_timeline_widen_bars (self, x > gtk_widget_get_width (GTK_WIDGET (self)) - BAR_PX,
                          y > gtk_widget_get_height (GTK_WIDGET (self)) - BAR_PX);
}

static void
on_leave (TvTimeline *self)
{
  tv_timeline_forget_moved_row (self);
  tv_timeline_lose_pointer (self);
  tv_timeline_update_hover (self);
  tv_timeline_widen_bars (self, FALSE, FALSE);
}

/* ---- Wheel ---- */

static void
zoom_by_wheel (TvTimeline *self, double delta, gboolean is_smooth)
{
  TvTimelinePosition position = tv_timeline_get_destination (self);
  gint64 about_ns = tv_timeline_get_zoom_center (self, &position);

  if (!is_smooth)
    {
      tv_timeline_step_zoom (self, pow (WHEEL_ZOOM, -delta), about_ns);
      return;
    }
  position = tv_timeline_zoom_position (self, &position, pow (TOUCHPAD_ZOOM, -delta), about_ns);
  tv_timeline_stop_motion (self);
  tv_timeline_set_position (self, &position);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (controller));
  gboolean is_smooth = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;
  TvTimelinePosition position;

  if (session == NULL)
    return GDK_EVENT_PROPAGATE;
  if (modifiers & GDK_CONTROL_MASK)
    {
      zoom_by_wheel (self, dy, is_smooth);
      return GDK_EVENT_STOP;
    }

  tv_timeline_stop_motion (self);
  if ((modifiers & GDK_SHIFT_MASK) && dx == 0.0)
    {
      dx = dy;
      dy = 0.0;
    }
  position = tv_timeline_get_position (self);
  if (dx != 0.0)
    {
      double width = gtk_widget_get_width (GTK_WIDGET (self)) - tv_timeline_get_label_width (self);
      double part = is_smooth ? dx / MAX (width, 1.0) : dx * WHEEL_PAN;

      tv_session_pan (session,
                      (gint64) llround ((double) (position.end_ns - position.start_ns) * part));
    }
  if (dy != 0.0 &&
      !tv_timeline_scroll_levels (self, is_smooth ? dy / tv_timeline_get_metrics (self)->step
                                                  : dy * WHEEL_ROWS))
    tv_timeline_set_scroll (
        self, position.scroll_y +
                  dy * (is_smooth ? 1.0 : WHEEL_ROWS * tv_timeline_get_metrics (self)->step));
  return GDK_EVENT_STOP;
}

/* ---- Click ---- */

static void
on_pressed (GtkGestureClick *gesture, int n_presses, double x, double y, TvTimeline *self)
{
  TvTimelineView view;
  TvTimelineHit hit;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (tv_click_count_add (&get_part (self)->clicks, GTK_GESTURE (gesture), x, y) != 2 ||
      !tv_timeline_get_view (self, &view) || is_at_label_edge (self, x))
    return;
  tv_timeline_hit_test (tv_timeline_get_painter (self), &view, x, y, &hit);
  if (hit.mark != 0 || hit.cue != 0)
    return; /* the second release of a double click renames a bookmark, or pages again */
  if (tv_item_classes[hit.item].fit != NULL)
    tv_item_classes[hit.item].fit (self, &hit);
  else if (hit.area != TV_TIMELINE_HEADER && hit.area != TV_TIMELINE_LABELS)
    tv_timeline_fit_all (self);
}

static void
on_released (GtkGestureClick *gesture, int n_presses, double x, double y, TvTimeline *self)
{
  InputPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  TvTimelineView view;
  TvTimelineHit hit;
  const TvTimelineRow *row;

  if (!tv_timeline_get_view (self, &view) || is_at_label_edge (self, x))
    return;
  tv_timeline_hit_test (tv_timeline_get_painter (self), &view, x, y, &hit);
  if ((hit.area == TV_TIMELINE_HEADER || hit.area == TV_TIMELINE_LABELS) &&
      (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) &
       GDK_CONTROL_MASK) != 0)
    {
      tv_timeline_toggle_threads (self, tv_timeline_layout_get_row (layout, hit.row));
      return;
    }
  if (hit.area == TV_TIMELINE_HEADER)
    {
      tv_timeline_toggle_group (self, tv_timeline_layout_get_row (layout, hit.row)->group);
      return;
    }
  if (hit.mark != 0)
    {
      tv_timeline_click_mark (self, hit.mark, part->clicks.n);
      return;
    }
  if (hit.area == TV_TIMELINE_LABELS)
    {
      row = tv_timeline_layout_get_row (layout, hit.row);
      if (row->can_fold &&
          (part->clicks.n == 2 || tv_timeline_view_hits_triangle (&view, row, x, y)))
        tv_timeline_toggle_row (self, row);
      return;
    }
  if (hit.cue != 0)
    {
      tv_timeline_page_levels (self, hit.row, hit.cue);
      return;
    }
  if (part->clicks.n != 1)
    return;
  part->is_clicked = TRUE;
  if (hit.area == TV_TIMELINE_RULER)
    tv_session_clear_range (session);
  else
    tv_item_classes[hit.item].click (
        self, &hit, tv_timeline_get_ns_at (self, x),
        gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
  part->is_clicked = FALSE;
}

/* Returns whether the current change of the selection comes from a click. */
gboolean
tv_timeline_is_clicked (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);
  return get_part (self)->is_clicked;
}

/* ---- Drag ---- */

TvTimelineDrag
tv_timeline_get_drag (TvTimeline *self)
{
  return get_part (self)->drag;
}

static GdkModifierType
get_modifiers (TvTimeline *self)
{
  return gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (get_part (self)->gesture));
}

/* Returns the time at a position, or at an edge near it. Sets whether it snapped. */
static gint64
snap (TvTimeline *self, double x, double y)
{
  InputPart *part = get_part (self);
  TvTimelineView view;
  gint64 ns;

  part->is_snapped = FALSE;
  if (!tv_timeline_get_view (self, &view))
    return 0;
  if (!(get_modifiers (self) & GDK_CONTROL_MASK))
    part->is_snapped = tv_timeline_find_snap (tv_timeline_get_painter (self), &view,
                                              CLAMP (x, view.label_width, view.width),
                                              part->is_on_ruler ? 0.0 : y, SNAP_PX, &ns);
  return part->is_snapped ? ns : tv_timeline_get_ns_at (self, x);
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
  InputPart *part = get_part (self);
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (part->gesture));

  part->is_on_ruler = y < tv_timeline_get_ruler_height (self);
  if (button != GDK_BUTTON_PRIMARY)
    return TV_TIMELINE_DRAG_PAN;
  if (is_at_label_edge (self, x))
    return TV_TIMELINE_DRAG_LABELS;
  if (x < tv_timeline_get_label_width (self) && part->is_on_ruler)
    return TV_TIMELINE_DRAG_PAN;
  if (part->is_on_handle)
    return TV_TIMELINE_DRAG_MOVE;
  if (x < tv_timeline_get_label_width (self))
    {
      tv_timeline_begin_thread_drag (self, y, (get_modifiers (self) & GDK_CONTROL_MASK) != 0);
      return TV_TIMELINE_DRAG_ROWS;
    }
  if (find_selected_edge (self, x, &part->fixed_ns))
    return TV_TIMELINE_DRAG_SELECT;
  part->fixed_ns = snap (self, x, y);
  if (part->is_on_ruler || (get_modifiers (self) & GDK_SHIFT_MASK))
    return TV_TIMELINE_DRAG_SELECT;
  return zooms_by_drag () ? TV_TIMELINE_DRAG_ZOOM : TV_TIMELINE_DRAG_PAN;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, TvTimeline *self)
{
  InputPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);

  if (session == NULL || part->drag != TV_TIMELINE_DRAG_NONE)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  part->gesture = GTK_GESTURE (gesture);
  part->from = tv_timeline_get_position (self);
  part->from_width = tv_timeline_get_label_width (self);
  part->is_on_handle = tv_timeline_press_row_handle (self, x, y);
  tv_session_get_range (session, &part->from_start_ns, &part->from_end_ns);
}

/* Pans so that the content follows the pointer. */
static void
drag_pan (TvTimeline *self, double dx, double dy)
{
  TvTimelinePosition position = get_part (self)->from;
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - tv_timeline_get_label_width (self);
  double px_ns = (double) (position.end_ns - position.start_ns) / MAX (width, 1.0);

  tv_timeline_shift_position (self, &position, (gint64) llround (-dx * px_ns));
  position.scroll_y -= dy;
  tv_timeline_set_position (self, &position);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, TvTimeline *self)
{
  InputPart *part = get_part (self);
  double x, y;

  if (GTK_GESTURE (gesture) != part->gesture)
    return;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (part->drag == TV_TIMELINE_DRAG_NONE)
    {
      if (!gtk_drag_check_threshold (GTK_WIDGET (self), (int) x, (int) y, (int) (x + dx),
                                     (int) (y + dy)))
        return;
      tv_timeline_stop_motion (self);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      part->drag = choose_drag (self, x, y);
    }

  tv_timeline_set_pointer (self, x + dx, y + dy);
  switch (part->drag)
    {
    case TV_TIMELINE_DRAG_PAN:
      drag_pan (self, dx, dy);
      break;
    case TV_TIMELINE_DRAG_SELECT:
      part->end_ns = snap (self, x + dx, y + dy);
      tv_session_select_range (tv_timeline_get_session (self), part->fixed_ns, part->end_ns);
      break;
    case TV_TIMELINE_DRAG_ZOOM:
      part->end_ns = snap (self, x + dx, y + dy);
      break;
    case TV_TIMELINE_DRAG_LABELS:
      tv_timeline_set_label_width (self, (int) round (x + dx));
      break;
    case TV_TIMELINE_DRAG_ROWS:
      tv_timeline_drag_threads (self, y + dy);
      break;
    case TV_TIMELINE_DRAG_MOVE:
      tv_timeline_drag_row (self, y + dy);
      break;
    case TV_TIMELINE_DRAG_NONE:
    default:
      break;
    }
  tv_timeline_update_hover (self);
  update_cursor (self);
}

static void
finish (TvTimeline *self)
{
  InputPart *part = get_part (self);

  part->drag = TV_TIMELINE_DRAG_NONE;
  part->is_snapped = FALSE;
  tv_timeline_update_hover (self);
  update_cursor (self);
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, TvTimeline *self)
{
  InputPart *part = get_part (self);

  if (gesture != part->gesture)
    return;
  if (part->drag == TV_TIMELINE_DRAG_ROWS)
    tv_timeline_end_thread_drag (self, TRUE);
  else if (part->drag == TV_TIMELINE_DRAG_MOVE)
    tv_timeline_end_row_drag (self, TRUE);
  finish (self);
}

/* Ends a drag. A very narrow range is probably accidental, so the timeline does not zoom to it. */
static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, TvTimeline *self)
{
  InputPart *part = get_part (self);
  TvTimelineDrag drag = part->drag;
  TvTimelineView view;

  if (GTK_GESTURE (gesture) != part->gesture)
    return;
  finish (self);
  if (drag == TV_TIMELINE_DRAG_ROWS)
    tv_timeline_end_thread_drag (self, FALSE);
  else if (drag == TV_TIMELINE_DRAG_MOVE)
    tv_timeline_end_row_drag (self, FALSE);
  if (drag == TV_TIMELINE_DRAG_ZOOM && tv_timeline_get_view (self, &view) &&
      fabs (tv_timeline_view_get_x (&view, part->fixed_ns) -
            tv_timeline_view_get_x (&view, part->end_ns)) >= MIN_ZOOM_PX)
    tv_timeline_fit_time (self, MIN (part->fixed_ns, part->end_ns),
                          MAX (part->fixed_ns, part->end_ns));
}

/**
 * tv_timeline_cancel_drag:
 *
 * Cancels a drag and restores the state before it.
 *
 * Returns: whether there was a drag
 */
gboolean
tv_timeline_cancel_drag (TvTimeline *self)
{
  InputPart *part;
  TvTimelineDrag drag;

  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  part = get_part (self);
  drag = part->drag;
  if (drag == TV_TIMELINE_DRAG_NONE)
    return FALSE;
  finish (self);
  gtk_gesture_set_state (part->gesture, GTK_EVENT_SEQUENCE_DENIED);
  if (drag == TV_TIMELINE_DRAG_PAN)
    tv_timeline_set_position (self, &part->from);
  else if (drag == TV_TIMELINE_DRAG_SELECT)
    tv_session_select_range (tv_timeline_get_session (self), part->from_start_ns,
                             part->from_end_ns);
  else if (drag == TV_TIMELINE_DRAG_LABELS)
    tv_timeline_set_label_width (self, part->from_width);
  else if (drag == TV_TIMELINE_DRAG_ROWS)
    tv_timeline_end_thread_drag (self, TRUE);
  else if (drag == TV_TIMELINE_DRAG_MOVE)
    tv_timeline_end_row_drag (self, TRUE);
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
  get_part (self)->gesture = drag;
}

/* Adds a gesture for each button. A gesture for all buttons would miss the next press of another button, because it
 * waits for the release of the secondary button, which goes to the menu that the press has opened. */
static void
add_drags (TvTimeline *self)
{
  add_drag (self, GDK_BUTTON_MIDDLE);
  add_drag (self, GDK_BUTTON_PRIMARY);
}

/* ---- Drawing of a drag ---- */

static GdkRGBA
to_rgba (const TvColor *color)
{
  return (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue,
                    (float) color->alpha };
}

/* Draws the edge to which the dragged end has snapped: a line, and a diamond at the pointer. */
static void
draw_snapped (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view, double pointer_y)
{
  GdkRGBA color = to_rgba (&view->theme->accent);
  double x = floor (tv_timeline_view_get_x (view, get_part (self)->end_ns)) + 0.5;
  double y = CLAMP (pointer_y, view->ruler_height, view->height);
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) x - 5.0f, (float) y - 5.0f, 10.0f, 10.0f));

  cairo_move_to (cr, x, y - 4.5);
  cairo_line_to (cr, x + 4.5, y);
  cairo_line_to (cr, x, y + 4.5);
  cairo_line_to (cr, x - 4.5, y);
  cairo_close_path (cr);
  tv_color_set_source (&view->theme->accent, cr);
  cairo_fill (cr);
  cairo_destroy (cr);
  tv_timeline_draw_line (snapshot, view, x, &color);
}

/* Draws the range to which the drag will zoom. */
static void
draw_band (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  const InputPart *part = get_part (self);
  GdkRGBA tint = to_rgba (&view->theme->selection), edge = to_rgba (&view->theme->selection_edge);
  double x0 = tv_timeline_view_get_x (view, MIN (part->fixed_ns, part->end_ns));
  double x1 = tv_timeline_view_get_x (view, MAX (part->fixed_ns, part->end_ns));
  float top = (float) view->ruler_height, height = (float) view->height - top;

  x0 = round (CLAMP (x0, view->label_width, view->width));
  x1 = round (CLAMP (x1, view->label_width, view->width));
  gtk_snapshot_append_color (snapshot, &tint,
                             &GRAPHENE_RECT_INIT ((float) x0, top, (float) (x1 - x0), height));
  gtk_snapshot_append_color (snapshot, &edge, &GRAPHENE_RECT_INIT ((float) x0, top, 1.0f, height));
  gtk_snapshot_append_color (snapshot, &edge,
                             &GRAPHENE_RECT_INIT ((float) x1 - 1.0f, top, 1.0f, height));
}

/* Draws the duration of the range near the pointer. */
static void
draw_duration (TvTimeline *self,
               GtkSnapshot *snapshot,
               const TvTimelineView *view,
               double x,
               double y)
{
  const InputPart *part = get_part (self);
  g_autofree char *text = tv_time_format (ABS (part->end_ns - part->fixed_ns));
  double text_y = y - view->ruler_height - 6.0;

  if (text_y < view->ruler_height + 2.0)
    text_y = y + 18.0;
  tv_timeline_draw_note (self, snapshot, view, text, x, floor (text_y));
}

/* Draws the current drag of a range or of a row. */
void
tv_timeline_draw_drag (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  const InputPart *part = get_part (self);
  double x, y;

  if (part->drag == TV_TIMELINE_DRAG_MOVE)
    {
      tv_timeline_draw_row_drag (self, snapshot, view);
      return;
    }
  tv_timeline_get_pointer (self, &x, &y);
  if (part->drag == TV_TIMELINE_DRAG_ZOOM)
    draw_band (self, snapshot, view);
  if (part->is_snapped)
    draw_snapped (self, snapshot, view, y);
  /* If the drag is on the ruler, the ruler shows the duration. */
  if (!part->is_on_ruler && part->end_ns != part->fixed_ns)
    draw_duration (self, snapshot, view, x, y);
}

/* ---- Pinch ---- */

/* Starts a pinch. The time between the fingers keeps its position; if they are on the labels, the time at the left
 * edge does. */
void
tv_timeline_begin_pinch (TvTimeline *self, double x)
{
  InputPart *part = get_part (self);

  tv_timeline_stop_motion (self);
  part->from = tv_timeline_get_position (self);
  part->fixed_ns = tv_timeline_get_ns_at (self, MAX (x, tv_timeline_get_label_width (self)));
}

/* Zooms by @scale, the ratio of the current distance of the fingers to their initial distance. */
void
tv_timeline_pinch (TvTimeline *self, double scale)
{
  InputPart *part = get_part (self);
  TvTimelinePosition position;

  if (tv_timeline_get_session (self) == NULL)
    return;
  position = tv_timeline_zoom_position (self, &part->from, scale, part->fixed_ns);
  tv_timeline_set_position (self, &position);
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, TvTimeline *self)
{
  double x = 0.0, y = 0.0;

  if (tv_timeline_get_session (self) == NULL)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_gesture_get_bounding_box_center (gesture, &x, &y);
  tv_timeline_begin_pinch (self, x);
}

static void
init (TvTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect (wheel, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, wheel);

  add_drags (self);

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (tv_timeline_pinch), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}

const TvTimelinePart tv_timeline_part_input = {
  .size = sizeof (InputPart),
  .init = init,
};
