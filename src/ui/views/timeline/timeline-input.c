/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Effects of hovers, pans, zooms, clicks and drags on the timeline. TvPointerInput interprets the events and calls
 * the handlers at the end of this file. The effect of a drag depends on where it starts:
 *
 *   ruler             selects a time range, or moves an edge of the selected range
 *   chart             pans, or zooms to a range, depending on a setting
 *   chart with Shift  selects a time range
 *   edge of labels    resizes the labels
 *   handle of a row   moves the row
 *   labels            selects rows to filter to their threads; with Ctrl, adds them to the filter
 *
 * The ends of a range snap to edges of slices and to bookmarks, unless Ctrl is held. A part of TvTimeline
 * (timeline-part.h). The functions that a drag calls are in timeline-motion.c, timeline-row-drag.c and the session;
 * this file owns only the state of the drag, and restores the previous state if the drag is cancelled. */

#include "ui/views/timeline/timeline-input.h"

#include <math.h>

#include "paint/timeline/snap.h"
#include "ui/kit/settings.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-items.h"
#include "ui/views/timeline/timeline-marks.h"
#include "ui/views/timeline/timeline-menu.h"
#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/timeline-painter.h"
#include "ui/views/timeline/timeline-row-actions.h"
#include "ui/views/timeline/timeline-row-drag.h"
#include "ui/views/timeline/timeline-row-menu.h"
#include "ui/views/timeline/timeline-rows.h"

#define EDGE_PX     4.0
#define SNAP_PX     6.0
#define MIN_ZOOM_PX 5.0
#define BAR_PX      14.0 /* distance of the pointer from an edge at which the scrollbar widens */

typedef struct
{
  TvPointerInput *input; /* owned by the timeline */
  double hover_x, hover_y;
  TvTimelineDrag drag;
  gboolean is_on_ruler;    /* whether the drag started on the ruler */
  gboolean is_on_handle;   /* whether the drag started on the handle of a row */
  TvTimelinePosition from; /* position before the drag, restored if it is cancelled */
  gint64 from_start_ns;    /* selected range before the drag, restored if it is cancelled */
  gint64 from_end_ns;
  int from_width;  /* width of the labels before the drag, restored if it is cancelled */
  gint64 fixed_ns; /* fixed end of a dragged range; or centre of a pinch */
  gint64 end_ns;   /* end of the dragged range that follows the pointer */
  gboolean is_snapped;
  gboolean is_clicked; /* whether on_click() is changing the selection */
} InputPart;

static InputPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_INPUT);
}

/* Returns: (transfer none): the pointer input */
TvPointerInput *
tv_timeline_get_input (TvTimeline *self)
{
  return get_part (self)->input;
}

static gboolean
is_at_label_edge (TvTimeline *self, double x)
{
  return fabs (x - (double) tv_timeline_get_label_width (self)) <= EDGE_PX;
}

/* Returns whether an end of the selected range is near @x. Sets @other_ns to the other end of the range, which stays
 * in place while this end is dragged. */
static gboolean
find_selected_edge (TvTimeline *self, double x, gint64 *other_ns)
{
  TvTimelineView view;
  double to_start, to_end;

  if (!tv_timeline_update_view (self, &view) || x < view.label_width ||
      view.selection_start_ns == view.selection_end_ns)
    return FALSE;
  to_start = fabs (tv_timeline_view_get_x (&view, view.selection_start_ns) - x);
  to_end = fabs (tv_timeline_view_get_x (&view, view.selection_end_ns) - x);
  *other_ns = to_start < to_end ? view.selection_end_ns : view.selection_start_ns;
  return MIN (to_start, to_end) <= EDGE_PX;
}

/* Sets the shape of the mouse cursor for the drag or for the position. */
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

/* ---- Hover ---- */

static void
hover (GtkWidget *widget)
{
  TvTimeline *self = TV_TIMELINE (widget);
  InputPart *part = get_part (self);
  double x, y;
  gboolean is_inside = tv_pointer_input_get_position (part->input, &x, &y);

  if (!is_inside || x != part->hover_x || y != part->hover_y)
    tv_timeline_forget_moved_row (self);
  part->hover_x = x;
  part->hover_y = y;
  tv_timeline_update_hover (self);
  update_cursor (self);
  tv_timeline_widen_bars (self, is_inside && x > gtk_widget_get_width (widget) - BAR_PX,
                          is_inside && y > gtk_widget_get_height (widget) - BAR_PX);
}

/* ---- Pan and zoom ---- */

static double
get_chart_width (TvTimeline *self)
{
  return MAX (gtk_widget_get_width (GTK_WIDGET (self)) - tv_timeline_get_label_width (self), 1);
}

static gboolean
measure (GtkWidget *widget, double *page, double *row)
{
  TvTimeline *self = TV_TIMELINE (widget);

  *page = get_chart_width (self);
  *row = tv_timeline_get_metrics (self)->step;
  return tv_timeline_get_session (self) != NULL;
}

/* Pans the visible range. Vertically, scrolls the levels of the row below the pointer if they can scroll, or else all
 * rows. */
static void
pan (GtkWidget *widget, double dx, double dy)
{
  TvTimeline *self = TV_TIMELINE (widget);
  TvTimelinePosition position;

  tv_timeline_stop_motion (self);
  position = tv_timeline_get_position (self);
  if (dx != 0.0)
    tv_session_pan_part (tv_timeline_get_session (self), dx / get_chart_width (self));
  if (dy != 0.0 && !tv_timeline_scroll_levels (self, dy / tv_timeline_get_metrics (self)->step))
    tv_timeline_set_scroll (self, position.scroll_y + dy);
}

static void
zoom (GtkWidget *widget, double factor, double x, double y, gboolean is_smooth)
{
  TvTimeline *self = TV_TIMELINE (widget);
  TvTimelinePosition position = tv_timeline_get_destination (self);
  gint64 about_ns = tv_timeline_get_zoom_center (self, &position);

  if (!is_smooth)
    {
      tv_timeline_step_zoom (self, factor, about_ns);
      return;
    }
  position = tv_timeline_zoom_position (self, &position, factor, about_ns);
  tv_timeline_stop_motion (self);
  tv_timeline_set_position (self, &position);
}

/* Starts a pinch. The time between the fingers keeps its position on the screen; if the fingers are on the labels,
 * the time at the left edge does. */
static void
begin_pinch (GtkWidget *widget, double x, double y)
{
  TvTimeline *self = TV_TIMELINE (widget);
  InputPart *part = get_part (self);

  tv_timeline_stop_motion (self);
  part->from = tv_timeline_get_position (self);
  part->fixed_ns = tv_timeline_get_ns_at (self, MAX (x, tv_timeline_get_label_width (self)));
}

/* Zooms from the position before the pinch, so that the opposite movement restores that position. */
static void
pinch (GtkWidget *widget, double scale)
{
  TvTimeline *self = TV_TIMELINE (widget);
  InputPart *part = get_part (self);
  TvTimelinePosition position = tv_timeline_zoom_position (self, &part->from, scale,
                                                           part->fixed_ns);

  tv_timeline_set_position (self, &position);
}

/* ---- Click ---- */

static void
on_press (GtkWidget *widget, const TvPointerEvent *event)
{
  TvTimeline *self = TV_TIMELINE (widget);
  TvTimelineView view;
  TvTimelineHit hit;

  get_part (self)->is_on_handle = tv_timeline_press_row_handle (self, event->x, event->y);
  if (event->n_presses != 2 || !tv_timeline_update_view (self, &view) ||
      is_at_label_edge (self, event->x))
    return;
  tv_timeline_hit_test (tv_timeline_get_painter (self), &view, event->x, event->y, &hit);
  if (hit.mark != 0 || hit.cue != 0)
    return; /* on_click() handles both clicks: the second one renames the bookmark, or pages again */
  if (tv_item_classes[hit.item].fit != NULL)
    tv_item_classes[hit.item].fit (self, &hit);
  else if (hit.area != TV_TIMELINE_HEADER && hit.area != TV_TIMELINE_LABELS)
    tv_timeline_fit_all (self);
}

static void
on_click (GtkWidget *widget, const TvPointerEvent *event)
{
  TvTimeline *self = TV_TIMELINE (widget);
  double x = event->x, y = event->y;
  InputPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  TvTimelineView view;
  TvTimelineHit hit;
  const TvTimelineRow *row;

  if (!tv_timeline_update_view (self, &view) || is_at_label_edge (self, x))
    return;
  tv_timeline_hit_test (tv_timeline_get_painter (self), &view, x, y, &hit);
  if ((hit.area == TV_TIMELINE_HEADER || hit.area == TV_TIMELINE_LABELS) &&
      (event->modifiers & GDK_CONTROL_MASK))
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
      tv_timeline_click_mark (self, hit.mark, event->n_presses);
      return;
    }
  if (hit.area == TV_TIMELINE_LABELS)
    {
      row = tv_timeline_layout_get_row (layout, hit.row);
      if (row->can_fold &&
          (event->n_presses == 2 || tv_timeline_view_hits_triangle (&view, row, x, y)))
        tv_timeline_toggle_row (self, row);
      return;
    }
  if (hit.cue != 0)
    {
      tv_timeline_page_levels (self, hit.row, hit.cue);
      return;
    }
  if (event->n_presses != 1)
    return;
  part->is_clicked = TRUE;
  if (hit.area == TV_TIMELINE_RULER)
    tv_session_clear_range (session);
  else
    tv_item_classes[hit.item].click (self, &hit, tv_timeline_get_ns_at (self, x), event->modifiers);
  part->is_clicked = FALSE;
}

/* Returns whether a click on the timeline is changing the selection. */
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

/* Returns the time at a position, or the time of a nearby edge, unless Ctrl is held. Sets @is_snapped. */
static gint64
snap (TvTimeline *self, double x, double y, GdkModifierType modifiers)
{
  InputPart *part = get_part (self);
  TvTimelineView view;
  gint64 ns;

  part->is_snapped = FALSE;
  if (!tv_timeline_update_view (self, &view))
    return 0;
  if (!(modifiers & GDK_CONTROL_MASK))
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
choose_drag (TvTimeline *self, const TvPointerEvent *event)
{
  InputPart *part = get_part (self);
  double x = event->start_x, y = event->start_y;

  part->is_on_ruler = y < tv_timeline_get_ruler_height (self);
  if (event->button != GDK_BUTTON_PRIMARY)
    return TV_TIMELINE_DRAG_PAN;
  if (is_at_label_edge (self, x))
    return TV_TIMELINE_DRAG_LABELS;
  if (x < tv_timeline_get_label_width (self) && part->is_on_ruler)
    return TV_TIMELINE_DRAG_PAN;
  if (part->is_on_handle)
    return TV_TIMELINE_DRAG_MOVE;
  if (x < tv_timeline_get_label_width (self))
    {
      tv_timeline_begin_thread_drag (self, y, (event->modifiers & GDK_CONTROL_MASK) != 0);
      return TV_TIMELINE_DRAG_ROWS;
    }
  if (find_selected_edge (self, x, &part->fixed_ns))
    return TV_TIMELINE_DRAG_SELECT;
  part->fixed_ns = snap (self, x, y, event->modifiers);
  if (part->is_on_ruler || (event->modifiers & GDK_SHIFT_MASK))
    return TV_TIMELINE_DRAG_SELECT;
  return zooms_by_drag () ? TV_TIMELINE_DRAG_ZOOM : TV_TIMELINE_DRAG_PAN;
}

static gboolean
begin_drag (GtkWidget *widget, const TvPointerEvent *event)
{
  TvTimeline *self = TV_TIMELINE (widget);
  InputPart *part = get_part (self);

  if (tv_timeline_get_session (self) == NULL)
    return FALSE;
  tv_timeline_stop_motion (self);
  part->from = tv_timeline_get_position (self);
  part->from_width = tv_timeline_get_label_width (self);
  tv_session_get_range (tv_timeline_get_session (self), &part->from_start_ns, &part->from_end_ns);
  part->drag = choose_drag (self, event);
  return TRUE;
}

/* Pans so that the content follows the pointer. */
static void
drag_pan (TvTimeline *self, double dx, double dy)
{
  TvTimelinePosition position = get_part (self)->from;
  double px_ns = (double) (position.end_ns - position.start_ns) / get_chart_width (self);

  tv_timeline_shift_position (self, &position, (gint64) llround (-dx * px_ns));
  position.scroll_y -= dy;
  tv_timeline_set_position (self, &position);
}

static void
drag_to (GtkWidget *widget, const TvPointerEvent *event)
{
  TvTimeline *self = TV_TIMELINE (widget);
  InputPart *part = get_part (self);

  switch (part->drag)
    {
    case TV_TIMELINE_DRAG_PAN:
      drag_pan (self, event->x - event->start_x, event->y - event->start_y);
      break;
    case TV_TIMELINE_DRAG_SELECT:
      part->end_ns = snap (self, event->x, event->y, event->modifiers);
      tv_session_select_range (tv_timeline_get_session (self), part->fixed_ns, part->end_ns);
      break;
    case TV_TIMELINE_DRAG_ZOOM:
      part->end_ns = snap (self, event->x, event->y, event->modifiers);
      break;
    case TV_TIMELINE_DRAG_LABELS:
      tv_timeline_set_label_width (self, (int) round (event->x));
      break;
    case TV_TIMELINE_DRAG_ROWS:
      tv_timeline_drag_threads (self, event->y);
      break;
    case TV_TIMELINE_DRAG_MOVE:
      tv_timeline_drag_row (self, event->y);
      break;
    case TV_TIMELINE_DRAG_NONE:
    default:
      break;
    }
  tv_timeline_update_hover (self);
  update_cursor (self);
}

/* Ends a drag. Does not zoom to a very narrow range, because such a drag is probably accidental. */
static void
end_drag (GtkWidget *widget, gboolean is_cancelled)
{
  TvTimeline *self = TV_TIMELINE (widget);
  InputPart *part = get_part (self);
  TvTimelineDrag drag = part->drag;
  TvTimelineView view;

  part->drag = TV_TIMELINE_DRAG_NONE;
  part->is_snapped = FALSE;
  if (drag == TV_TIMELINE_DRAG_ROWS)
    tv_timeline_end_thread_drag (self, is_cancelled);
  else if (drag == TV_TIMELINE_DRAG_MOVE)
    tv_timeline_end_row_drag (self, is_cancelled);
  else if (drag == TV_TIMELINE_DRAG_ZOOM && !is_cancelled &&
           tv_timeline_update_view (self, &view) &&
           fabs (tv_timeline_view_get_x (&view, part->fixed_ns) -
                 tv_timeline_view_get_x (&view, part->end_ns)) >= MIN_ZOOM_PX)
    tv_timeline_fit_time (self, MIN (part->fixed_ns, part->end_ns),
                          MAX (part->fixed_ns, part->end_ns));
}

/**
 * tv_timeline_cancel_drag:
 *
 * Cancels the current drag and restores the state before it.
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
  if (!tv_pointer_input_cancel_drag (part->input))
    return FALSE;
  if (drag == TV_TIMELINE_DRAG_PAN)
    tv_timeline_set_position (self, &part->from);
  else if (drag == TV_TIMELINE_DRAG_SELECT)
    tv_session_select_range (tv_timeline_get_session (self), part->from_start_ns,
                             part->from_end_ns);
  else if (drag == TV_TIMELINE_DRAG_LABELS)
    tv_timeline_set_label_width (self, part->from_width);
  return TRUE;
}

/* ---- Drawing of a drag ---- */

static GdkRGBA
to_rgba (const TvColor *color)
{
  return (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue,
                    (float) color->alpha };
}

/* Marks the edge to which the dragged end has snapped with a line, and with a diamond at the pointer. */
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

/* Draws the dragged range, or the destination of the dragged row. */
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
  /* During a drag on the ruler, the ruler shows the duration. */
  if (!part->is_on_ruler && part->end_ns != part->fixed_ns)
    draw_duration (self, snapshot, view, x, y);
}

/* ---- Part ---- */

/* Opens the menu of the bookmark, slice or row at a position. Returns %FALSE if there is none. */
static gboolean
open_menu (GtkWidget *widget, double x, double y)
{
  TvTimeline *self = TV_TIMELINE (widget);
  TvTimelineView view;
  TvTimelineHit hit;

  if (!tv_timeline_update_view (self, &view))
    return FALSE;
  tv_timeline_hit_test (tv_timeline_get_painter (self), &view, x, y, &hit);
  if (hit.mark != 0)
    tv_timeline_open_mark_menu (self, hit.mark);
  else if (hit.item == TV_ITEM_SLICE)
    tv_timeline_open_slice_menu (self, hit.slice, x, y);
  else if (hit.area == TV_TIMELINE_LABELS || hit.area == TV_TIMELINE_HEADER)
    tv_timeline_open_row_menu_at (self, hit.row, x, y);
  else
    return FALSE;
  return TRUE;
}

static const TvPointerHandlers handlers = {
  .has_middle_drag = TRUE,
  .measure = measure,
  .hover = hover,
  .pan = pan,
  .zoom = zoom,
  .begin_pinch = begin_pinch,
  .pinch = pinch,
  .press = on_press,
  .click = on_click,
  .begin_drag = begin_drag,
  .drag = drag_to,
  .end_drag = end_drag,
  .open_menu = open_menu,
};

static void
init (TvTimeline *self)
{
  get_part (self)->input = tv_pointer_input_new (GTK_WIDGET (self), &handlers);
}

const TvTimelinePart tv_timeline_part_input = {
  .size = sizeof (InputPart),
  .init = init,
};
