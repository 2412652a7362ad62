/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The layer of everything that follows the pointer: a line with its time in the ruler, the
 * outline of the call below it, and a card with that call's figures. */

#include "ui/views/timeline/timeline-private.h"

#include <math.h>

#include "paint/kit/label-cache.h"
#include "paint/timeline/ruler.h"

#define NS_PER_MS 1e6

/* A card waits until the pointer rests; but where there was one just now the next is there at
 * once. */
#define CARD_DELAY_MS 150
#define CARD_PAUSE_US (300 * 1000)

void
tv_timeline_drop_card (TvTimeline *self)
{
  g_clear_handle_id (&self->card_id, g_source_remove);
  if (self->card != NULL)
    self->card_gone_us = g_get_monotonic_time ();
  g_clear_pointer (&self->card, tv_timeline_card_free);
}

static gboolean
has_open_popover (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget))
    return gtk_widget_get_visible (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_open_popover (child))
      return TRUE;
  return FALSE;
}

/* Whether a menu or something like it is open, which nothing may lie beside or over. */
gboolean
tv_timeline_has_menu (TvTimeline *self)
{
  return has_open_popover (GTK_WIDGET (self));
}

static gboolean
on_pointer_rests (gpointer data)
{
  TvTimeline *self = data;

  self->card_id = 0;
  if (tv_timeline_has_menu (self))
    return G_SOURCE_REMOVE;
  self->card = tv_timeline_card_new (GTK_WIDGET (self), self->session, &self->hit);
  tv_timeline_update_light (self);
  gtk_widget_queue_draw (self->hover);
  return G_SOURCE_REMOVE;
}

static void
update_card (TvTimeline *self, const TvTimelineHit *hit)
{
  if (self->card != NULL && tv_timeline_card_is_for (self->card, hit))
    {
      tv_timeline_card_move (self->card, hit);
      return;
    }
  tv_timeline_drop_card (self);
  if (hit->slice == TV_NONE && hit->counter == TV_NONE && hit->stack_sample == TV_NONE)
    return;
  if (g_get_monotonic_time () - self->card_gone_us < CARD_PAUSE_US)
    self->card = tv_timeline_card_new (GTK_WIDGET (self), self->session, hit);
  else
    self->card_id = g_timeout_add (CARD_DELAY_MS, on_pointer_rests, self);
}

/* What has become narrower or lower may have left the pointer behind, of which it is told only when
 * that moves; a drag goes on beside it. */
static void
find_pointer (TvTimeline *self)
{
  if (self->drag == TV_TIMELINE_DRAG_NONE &&
      (self->pointer_x >= gtk_widget_get_width (GTK_WIDGET (self)) ||
       self->pointer_y >= gtk_widget_get_height (GTK_WIDGET (self))))
    self->has_pointer = FALSE;
}

/* Finds what is below the pointer; to be called when that, or what is shown, or its size, changes. */
void
tv_timeline_update_hover (TvTimeline *self)
{
  TvTimelineHit hit = {
    .area = TV_TIMELINE_NOWHERE, .slice = TV_NONE, .counter = TV_NONE, .stack_sample = TV_NONE
  };
  gboolean is_busy = self->motion_id != 0 || self->held_id != 0 ||
                     self->drag != TV_TIMELINE_DRAG_NONE;
  TvTimelineView view;

  find_pointer (self);
  if (self->has_pointer && tv_timeline_get_view (self, &view))
    tv_timeline_hit_test (self->painter, &view, self->pointer_x, self->pointer_y, &hit);
  self->hit = hit;

  if (is_busy || tv_timeline_has_menu (self))
    hit.slice = hit.counter = hit.stack_sample = TV_NONE;
  update_card (self, &hit);
  tv_timeline_update_light (self);
  tv_timeline_update_row_buttons (self);
  gtk_widget_queue_draw (self->hover);
}

static GdkRGBA
to_rgba (const TvColor *color)
{
  return (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue,
                    (float) color->alpha };
}

/* Of the pieces below none is larger than it looks: what they cover has to be composed anew
 * whenever the pointer moves. */

/* Inverted, so that it is not taken for one of the ruler's own labels. */
static void
draw_note (TvTimeline *self,
           GtkSnapshot *snapshot,
           const TvTimelineView *view,
           const char *text,
           double middle_x,
           double y)
{
  g_autoptr (TvLabelCache)
      labels = tv_label_cache_new (gtk_widget_get_pango_context (GTK_WIDGET (self)),
                                   self->metrics.detail_font_px, PANGO_WEIGHT_NORMAL);
  double width = ceil (tv_label_cache_measure (labels, text)) + 12.0;
  double height = self->ruler_height - 7.0;
  double x = CLAMP (round (middle_x - width / 2.0), view->label_width,
                    MAX (view->width - width, view->label_width));
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));

  tv_color_set_source (&self->theme->text, cr);
  cairo_paint (cr);
  tv_color_set_source (&self->theme->background, cr);
  tv_label_cache_draw (labels, cr, text, x + 6.0, y + height / 2.0, width);
  cairo_destroy (cr);
}

static void
draw_time (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  gint64 ns = tv_timeline_get_ns_at (self, self->pointer_x);
  double px_ns = (double) (view->end_ns - view->start_ns) / (view->width - view->label_width);
  g_autofree char *text = tv_time_base_format_at (tv_session_get_time_base (self->session), ns,
                                                  MAX ((gint64) px_ns, 1));

  draw_note (self, snapshot, view, text, self->pointer_x, 2.0);
}

static void
draw_line (GtkSnapshot *snapshot, const TvTimelineView *view, double x, const GdkRGBA *color)
{
  float top = (float) view->ruler_height - 5.0f;

  gtk_snapshot_append_color (
      snapshot, color,
      &GRAPHENE_RECT_INIT ((float) floor (x), top, 1.0f, (float) view->height - top));
}

static void
draw_cursor (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  GdkRGBA color = to_rgba (&self->theme->cursor);

  draw_line (snapshot, view, self->pointer_x, &color);
  /* A flag is not covered by the time at it. */
  if (self->hit.mark == 0)
    draw_time (self, snapshot, view);
}

/* ---- A range of time that is being dragged ---- */

/* The edge that the dragged end was drawn to: a line, and a diamond at the pointer. */
static void
draw_snapped (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  GdkRGBA color = to_rgba (&self->theme->accent);
  double x = floor (tv_timeline_view_get_x (view, self->drag_end_ns)) + 0.5;
  double y = CLAMP (self->pointer_y, view->ruler_height, view->height);
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) x - 5.0f, (float) y - 5.0f, 10.0f, 10.0f));

  cairo_move_to (cr, x, y - 4.5);
  cairo_line_to (cr, x + 4.5, y);
  cairo_line_to (cr, x, y + 4.5);
  cairo_line_to (cr, x - 4.5, y);
  cairo_close_path (cr);
  tv_color_set_source (&self->theme->accent, cr);
  cairo_fill (cr);
  cairo_destroy (cr);
  draw_line (snapshot, view, x, &color);
}

static void
draw_band (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  GdkRGBA tint = to_rgba (&self->theme->selection), edge = to_rgba (&self->theme->selection_edge);
  double x0 = tv_timeline_view_get_x (view, MIN (self->drag_ns, self->drag_end_ns));
  double x1 = tv_timeline_view_get_x (view, MAX (self->drag_ns, self->drag_end_ns));
  float top = (float) view->ruler_height, height = (float) view->height - top;

  x0 = round (CLAMP (x0, view->label_width, view->width));
  x1 = round (CLAMP (x1, view->label_width, view->width));
  gtk_snapshot_append_color (snapshot, &tint,
                             &GRAPHENE_RECT_INIT ((float) x0, top, (float) (x1 - x0), height));
  gtk_snapshot_append_color (snapshot, &edge, &GRAPHENE_RECT_INIT ((float) x0, top, 1.0f, height));
  gtk_snapshot_append_color (snapshot, &edge,
                             &GRAPHENE_RECT_INIT ((float) x1 - 1.0f, top, 1.0f, height));
}

/* How long it is; of what is dragged on the ruler, that tells it. */
static void
draw_length (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  g_autofree char *text = tv_time_format (ABS (self->drag_end_ns - self->drag_ns));
  double y = self->pointer_y - self->ruler_height - 6.0;

  if (y < view->ruler_height + 2.0)
    y = self->pointer_y + 18.0;
  draw_note (self, snapshot, view, text, self->pointer_x, floor (y));
}

static void
draw_range (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  if (self->drag == TV_TIMELINE_DRAG_ZOOM)
    draw_band (self, snapshot, view);
  if (self->is_snapped)
    draw_snapped (self, snapshot, view);
  if (!self->is_drag_on_ruler && self->drag_end_ns != self->drag_ns)
    draw_length (self, snapshot, view);
}

/* ---- What is below the pointer ---- */

/* Returns: whether it is a point in time that is drawn as a diamond */
static gboolean
draw_diamond (TvTimeline *self, GtkSnapshot *snapshot)
{
  const TvTimelineRect *rect = &self->hit.rect;
  float size = (float) rect->height + 4.0f; /* with its line */
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) (rect->x + rect->width / 2.0) - size / 2.0f,
                                               (float) (rect->y + rect->height / 2.0) - size / 2.0f,
                                               size, size);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  gboolean is_diamond = self->hit.slice != TV_NONE &&
                        tv_timeline_append_diamond (self->painter, cr, rect);

  cairo_set_line_width (cr, 1.0);
  tv_color_set_source (&self->theme->hover, cr);
  cairo_stroke (cr);
  cairo_destroy (cr);
  return is_diamond;
}

static void
draw_outline (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  const TvTimelineRect *rect = &self->hit.rect;
  GdkRGBA color = to_rgba (&self->theme->hover);
  const GdkRGBA colors[4] = { color, color, color, color };
  const float widths[4] = { 1.0f, 1.0f, 1.0f, 1.0f };
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) rect->x - 1.0f, (float) rect->y - 1.0f,
                                               (float) MAX (rect->width, 2.0) + 1.0f,
                                               (float) rect->height + 2.0f);
  float top = (float) tv_timeline_view_get_row_top (
      view, tv_timeline_layout_get_row (view->layout, self->hit.row));
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &bounds, 0.0f);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT ((float) view->label_width, top,
                                                         (float) (view->width - view->label_width),
                                                         (float) view->height - top));
  if (!draw_diamond (self, snapshot))
    gtk_snapshot_append_border (snapshot, &outline, widths, colors);
  gtk_snapshot_pop (snapshot);
}

static void
draw_card (TvTimeline *self, GtkSnapshot *snapshot, int width, int height)
{
  /* Its upper edge may cover the ruler, but not the time at the pointer. */
  graphene_rect_t room = GRAPHENE_RECT_INIT (0.0f, (float) self->ruler_height - 4.0f, (float) width,
                                             (float) (height - self->ruler_height + 4));
  graphene_rect_t place;
  cairo_t *cr;

  if (!tv_timeline_card_place (self->card, self->pointer_x, self->pointer_y, &room, &place))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &place);
  tv_timeline_card_paint (self->card, cr, &place, self->theme);
  cairo_destroy (cr);
}

/* That a header can be clicked is seen on it. */
static void
draw_header (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  const TvTimelineRow *row = tv_timeline_layout_get_row (self->layout, self->hit.row);
  GdkRGBA color = to_rgba (&self->theme->text);
  double y = tv_timeline_view_get_row_y (view, row);
  double top = MAX (y, tv_timeline_view_get_row_top (view, row));

  color.alpha = 0.06f;
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (0.0f, (float) top, (float) view->width,
                                                  (float) (y + (double) row->height - top)));
}

void
tv_timeline_draw_hover (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvTimeline *self = data;
  TvTimelineView view;

  if (!self->has_pointer || self->drag == TV_TIMELINE_DRAG_LABELS ||
      !tv_timeline_get_view (self, &view))
    return;
  if (self->drag == TV_TIMELINE_DRAG_SELECT || self->drag == TV_TIMELINE_DRAG_ZOOM)
    {
      draw_range (self, snapshot, &view);
      return;
    }
  if (self->drag == TV_TIMELINE_DRAG_MOVE)
    {
      tv_timeline_draw_move (self, snapshot, &view);
      return;
    }
  if (self->hit.area == TV_TIMELINE_HEADER)
    draw_header (self, snapshot, &view);
  if (self->pointer_x < self->label_width)
    return;
  draw_cursor (self, snapshot, &view);
  if (self->hit.slice != TV_NONE)
    draw_outline (self, snapshot, &view);
  if (self->card != NULL)
    draw_card (self, snapshot, width, height);
}

/* ---- Names ---- */

/* Of the names, which may be cut; what is right of them has a card. */
gboolean
tv_timeline_query_tooltip (GtkWidget *widget,
                           int x,
                           int y,
                           gboolean is_keyboard,
                           GtkTooltip *tooltip)
{
  TvTimeline *self = TV_TIMELINE (widget);
  TvTimelineView view;
  TvTimelineHit hit;
  const TvTimelineRow *row;
  TvTimelineRect rect;
  g_autofree char *text = NULL;
  int top;

  if (is_keyboard || tv_timeline_has_menu (self) || !tv_timeline_get_view (self, &view))
    return FALSE;
  tv_timeline_hit_test (self->painter, &view, x, y, &hit);
  if (hit.area != TV_TIMELINE_LABELS && (hit.area != TV_TIMELINE_HEADER || x >= self->label_width))
    return FALSE;
  row = tv_timeline_layout_get_row (self->layout, hit.row);
  text = g_strjoin (row->detail != NULL ? "\n" : NULL, row->name, row->detail, NULL);
  gtk_tooltip_set_text (tooltip, text);
  tv_timeline_view_get_name_rect (&view, row, &rect);
  /* It comes below or above the two lines of the name, wherever on them the pointer is. */
  top = MIN ((int) rect.y, y - 8);
  gtk_tooltip_set_tip_area (
      tooltip, &(GdkRectangle){ 0, top, self->label_width,
                                MAX ((int) (rect.y + 2.0 * rect.height), y + 8) - top });
  return TRUE;
}
