/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The front layer: a line at the pointer with its time in the ruler, the outline of the slice below the pointer, and
 * a card with the properties of that slice. A part of TvTimeline (timeline-part.h). State: the hit below the pointer,
 * and the card. A worker computes properties that take long. This part never changes the session. */

#include "ui/views/timeline/timeline-hover.h"

#include <math.h>

#include "paint/kit/label-cache.h"
#include "paint/timeline/ruler.h"
#include "ui/kit/draw-layer.h"
#include "ui/kit/hover-delay.h"
#include "ui/properties/slice-properties.h"
#include "ui/views/property-card.h"
#include "ui/views/timeline/timeline-highlight.h"
#include "ui/views/timeline/timeline-input.h"
#include "ui/views/timeline/timeline-items.h"
#include "ui/views/timeline/timeline-keys.h"
#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/timeline-painter.h"
#include "ui/views/timeline/timeline-row-menu.h"

typedef struct
{
  TvTimelineHit hit;      /* item below the pointer */
  TvPropertyCard *card;   /* (nullable): card with the properties of @card_hit */
  TvTimelineHit card_hit; /* hit that @card describes; valid while there is a card */
  GCancellable *finding;  /* (nullable): running worker that finds more properties */
  TvHoverDelay delay;     /* delay of the card */
} HoverPart;

static HoverPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_HOVER);
}

static void
queue_draw (TvTimeline *self)
{
  gtk_widget_queue_draw (tv_timeline_get_layer (self, TV_TIMELINE_LAYER_HOVER));
}

/* ---- Pointer ---- */

/**
 * tv_timeline_get_pointer:
 * @x: (out) (optional): x position
 * @y: (out) (optional): y position
 *
 * Gets the current position of the pointer, or its last position inside the widget.
 *
 * Returns: whether the pointer is inside the widget
 */
gboolean
tv_timeline_get_pointer (TvTimeline *self, double *x, double *y)
{
  return tv_pointer_input_get_position (tv_timeline_get_input (self), x, y);
}

/* Returns: (transfer none): the hit below the pointer */
const TvTimelineHit *
tv_timeline_get_hit (TvTimeline *self)
{
  return &get_part (self)->hit;
}

/* Returns: (transfer none) (nullable): the row whose label or slices are below the pointer */
const TvTimelineRow *
tv_timeline_get_hit_row (TvTimeline *self)
{
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  const HoverPart *part = get_part (self);

  if (layout == NULL || !tv_timeline_get_pointer (self, NULL, NULL) ||
      part->hit.area < TV_TIMELINE_LABELS ||
      part->hit.row >= tv_timeline_layout_get_n_rows (layout))
    return NULL;
  return tv_timeline_layout_get_row (layout, part->hit.row);
}

/* ---- Card ---- */

gboolean
tv_timeline_has_card (TvTimeline *self)
{
  return get_part (self)->card != NULL;
}

void
tv_timeline_drop_card (TvTimeline *self)
{
  HoverPart *part = get_part (self);

  tv_hover_delay_stop (&part->delay, part->card != NULL);
  tv_work_stop (&part->finding);
  g_clear_pointer (&part->card, tv_property_card_free);
}

/* Returns whether a popover is open. Cards and tooltips would cover it. */
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

static void
on_properties_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  g_autoptr (TvPropertyList) properties = result;

  tv_property_card_set_properties (get_part (owner)->card, properties);
  queue_draw (owner);
}

/* Sets the item that the card describes, and places the card beside it. Called for a new card, and when the item has
 * moved. */
static void
move_card (TvTimeline *self, const TvTimelineHit *hit)
{
  HoverPart *part = get_part (self);

  part->card_hit = *hit;
  if (hit->rect.height > 0.0)
    tv_property_card_set_line (part->card, hit->rect.y, hit->rect.height);
}

/* Shows a card with the properties that need no worker. For a slice with further properties, starts a worker that
 * finds them. */
static void
show_card (gpointer data)
{
  TvTimeline *self = data;
  HoverPart *part = get_part (self);
  const TvTimelineHit *hit = &part->hit;
  TvTrace *trace = tv_session_get_trace (tv_timeline_get_session (self));
  const TvTimeBase *base = tv_session_get_time_base (tv_timeline_get_session (self));
  g_autoptr (TvPropertyList) properties = NULL;

  if (has_open_popover (GTK_WIDGET (self)))
    return;
  properties = tv_item_classes[hit->item].describe (trace, base, hit);
  part->card = tv_property_card_new (GTK_WIDGET (self));
  move_card (self, hit);
  tv_property_card_set_properties (part->card, properties);
  if (hit->item == TV_ITEM_SLICE && !properties->is_whole)
    tv_slice_properties_find (trace, base, hit->slice, on_properties_found, self, &part->finding);
  tv_timeline_update_highlight (self);
  queue_draw (self);
}

static void
update_card (TvTimeline *self, const TvTimelineHit *hit)
{
  HoverPart *part = get_part (self);

  if (part->card != NULL && tv_timeline_hit_is_same (&part->card_hit, hit))
    {
      move_card (self, hit);
      return;
    }
  tv_timeline_drop_card (self);
  if (hit->item == TV_ITEM_NONE)
    return;
  tv_hover_delay_start (&part->delay, show_card, self);
}

/* Updates the hit below the pointer, the card, the highlight and the row buttons. Called when the pointer, the
 * content or the size has changed. */
void
tv_timeline_update_hover (TvTimeline *self)
{
  HoverPart *part = get_part (self);
  TvTimelineHit hit = { .area = TV_TIMELINE_NOWHERE, .slice = TV_NONE };
  gboolean is_busy = tv_timeline_is_moving (self) || tv_timeline_is_key_held (self) ||
                     tv_timeline_get_drag (self) != TV_TIMELINE_DRAG_NONE;
  TvTimelineView view;
  double x, y;

  if (tv_timeline_get_pointer (self, &x, &y) && tv_timeline_update_view (self, &view))
    tv_timeline_hit_test (tv_timeline_get_painter (self), &view, x, y, &hit);
  part->hit = hit;

  if (is_busy || has_open_popover (GTK_WIDGET (self)))
    hit.item = TV_ITEM_NONE;
  update_card (self, &hit);
  tv_timeline_update_highlight (self);
  tv_timeline_update_row_buttons (self);
  queue_draw (self);
}

static GdkRGBA
to_rgba (const TvColor *color)
{
  return (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue,
                    (float) color->alpha };
}

/* ---- Drawing ---- */

/* The nodes below are as small as possible, because GTK composes the area that they cover again whenever the pointer
 * moves. */

/* Draws text in inverted colours, to distinguish it from the labels of the ruler. The text is centred at @middle_x,
 * but stays within the chart. */
void
tv_timeline_draw_note (TvTimeline *self,
                       GtkSnapshot *snapshot,
                       const TvTimelineView *view,
                       const char *text,
                       double middle_x,
                       double y)
{
  g_autoptr (TvLabelCache) labels = tv_label_cache_new (
      gtk_widget_get_pango_context (GTK_WIDGET (self)),
      tv_timeline_get_metrics (self)->detail_font_px, PANGO_WEIGHT_NORMAL);
  double width = ceil (tv_label_cache_measure (labels, text)) + 12.0;
  double height = tv_timeline_get_ruler_height (self) - 7.0;
  double x = CLAMP (round (middle_x - width / 2.0), view->label_width,
                    MAX (view->width - width, view->label_width));
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));

  tv_color_set_source (&tv_timeline_get_theme (self)->text, cr);
  cairo_paint (cr);
  tv_color_set_source (&tv_timeline_get_theme (self)->background, cr);
  tv_label_cache_draw (labels, cr, text, x + 6.0, y + height / 2.0, width);
  cairo_destroy (cr);
}

static void
draw_time (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view, double x)
{
  gint64 ns = tv_timeline_get_ns_at (self, x);
  double px_ns = (double) (view->end_ns - view->start_ns) / (view->width - view->label_width);
  g_autofree char *text = tv_time_base_format_at (
      tv_session_get_time_base (tv_timeline_get_session (self)), ns, MAX ((gint64) px_ns, 1));

  tv_timeline_draw_note (self, snapshot, view, text, x, 2.0);
}

/* Draws a vertical line from the ruler to the bottom. */
void
tv_timeline_draw_line (GtkSnapshot *snapshot,
                       const TvTimelineView *view,
                       double x,
                       const GdkRGBA *color)
{
  float top = (float) view->ruler_height - 5.0f;

  gtk_snapshot_append_color (
      snapshot, color,
      &GRAPHENE_RECT_INIT ((float) floor (x), top, 1.0f, (float) view->height - top));
}

static void
draw_cursor (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view, double x)
{
  GdkRGBA color = to_rgba (&tv_timeline_get_theme (self)->cursor);

  tv_timeline_draw_line (snapshot, view, x, &color);
  /* The time would cover the flag of a bookmark below the pointer. */
  if (get_part (self)->hit.mark == 0)
    draw_time (self, snapshot, view, x);
}

/* Draws the outline of an instant event, if the hit is one. Returns whether it is. */
static gboolean
draw_diamond (TvTimeline *self, GtkSnapshot *snapshot)
{
  HoverPart *part = get_part (self);
  const TvTimelineRect *rect = &part->hit.rect;
  float size = (float) rect->height + 4.0f; /* including the outline */
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) (rect->x + rect->width / 2.0) - size / 2.0f,
                                               (float) (rect->y + rect->height / 2.0) - size / 2.0f,
                                               size, size);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  gboolean is_diamond = part->hit.item == TV_ITEM_SLICE &&
                        tv_timeline_append_diamond (tv_timeline_get_painter (self), cr, rect);

  cairo_set_line_width (cr, 1.0);
  tv_color_set_source (&tv_timeline_get_theme (self)->hover, cr);
  cairo_stroke (cr);
  cairo_destroy (cr);
  return is_diamond;
}

static void
draw_outline (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  HoverPart *part = get_part (self);
  const TvTimelineRect *rect = &part->hit.rect;
  GdkRGBA color = to_rgba (&tv_timeline_get_theme (self)->hover);
  const GdkRGBA colors[4] = { color, color, color, color };
  const float widths[4] = { 1.0f, 1.0f, 1.0f, 1.0f };
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) rect->x - 1.0f, (float) rect->y - 1.0f,
                                               (float) MAX (rect->width, 2.0) + 1.0f,
                                               (float) rect->height + 2.0f);
  float top = (float) tv_timeline_view_get_row_top (
      view, tv_timeline_layout_get_row (view->layout, part->hit.row));
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
draw_card (TvTimeline *self, GtkSnapshot *snapshot, int width, int height, double x, double y)
{
  HoverPart *part = get_part (self);

  /* The card may cover the lower edge of the ruler, but not the time at the pointer. */
  graphene_rect_t space = GRAPHENE_RECT_INIT (
      0.0f, (float) tv_timeline_get_ruler_height (self) - 4.0f, (float) width,
      (float) (height - tv_timeline_get_ruler_height (self) + 4));
  graphene_rect_t bounds;
  cairo_t *cr;

  if (!tv_property_card_place (part->card, x, y, &space, &bounds))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  tv_property_card_paint (part->card, cr, &bounds, tv_timeline_get_theme (self));
  cairo_destroy (cr);
}

/* Tints the header of a group to show that it can be clicked. */
static void
draw_header (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  const TvTimelineRow *row = tv_timeline_layout_get_row (tv_timeline_get_layout (self),
                                                         get_part (self)->hit.row);
  GdkRGBA color = to_rgba (&tv_timeline_get_theme (self)->text);
  double y = tv_timeline_view_get_row_y (view, row);
  double top = MAX (y, tv_timeline_view_get_row_top (view, row));

  color.alpha = 0.06f;
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (0.0f, (float) top, (float) view->width,
                                                  (float) (y + (double) row->height - top)));
}

static void
draw (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvTimeline *self = data;
  HoverPart *part = get_part (self);
  TvTimelineDrag drag = tv_timeline_get_drag (self);
  TvTimelineView view;
  double x, y;

  if (!tv_timeline_get_pointer (self, &x, &y) || drag == TV_TIMELINE_DRAG_LABELS ||
      !tv_timeline_update_view (self, &view))
    return;
  if (drag == TV_TIMELINE_DRAG_SELECT || drag == TV_TIMELINE_DRAG_ZOOM ||
      drag == TV_TIMELINE_DRAG_MOVE)
    {
      tv_timeline_draw_drag (self, snapshot, &view);
      return;
    }
  if (part->hit.area == TV_TIMELINE_HEADER)
    draw_header (self, snapshot, &view);
  if (x < tv_timeline_get_label_width (self))
    return;
  draw_cursor (self, snapshot, &view, x);
  if (part->hit.item != TV_ITEM_NONE && part->hit.rect.height > 0.0)
    draw_outline (self, snapshot, &view);
  if (part->card != NULL)
    draw_card (self, snapshot, width, height, x, y);
}

/* ---- Tooltip ---- */

/* Sets the tooltip of a row label: the whole name of the row, which may be ellipsized, and its detail. Slices have a
 * card instead. */
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

  if (is_keyboard || has_open_popover (GTK_WIDGET (self)) || !tv_timeline_update_view (self, &view))
    return FALSE;
  tv_timeline_hit_test (tv_timeline_get_painter (self), &view, x, y, &hit);
  if (hit.area != TV_TIMELINE_LABELS &&
      (hit.area != TV_TIMELINE_HEADER || x >= tv_timeline_get_label_width (self)))
    return FALSE;
  row = tv_timeline_layout_get_row (tv_timeline_get_layout (self), hit.row);
  text = g_strjoin (row->detail != NULL ? "\n" : NULL, row->name, row->detail, NULL);
  gtk_tooltip_set_text (tooltip, text);
  tv_timeline_view_get_name_rect (&view, row, &rect);
  /* The tooltip is placed above or below both lines of the label, regardless of the line at the pointer. */
  top = MIN ((int) rect.y, y - 8);
  gtk_tooltip_set_tip_area (
      tooltip, &(GdkRectangle){ 0, top, tv_timeline_get_label_width (self),
                                MAX ((int) (rect.y + 2.0 * rect.height), y + 8) - top });
  return TRUE;
}

/* ---- Part ---- */

static void
drop_session (TvTimeline *self)
{
  tv_timeline_drop_card (self);
  get_part (self)->hit = (TvTimelineHit){ .area = TV_TIMELINE_NOWHERE, .slice = TV_NONE };
}

static void
init (TvTimeline *self)
{
  drop_session (self);
  tv_timeline_set_layer (self, TV_TIMELINE_LAYER_HOVER, tv_draw_layer_new (draw, self));
}

const TvTimelinePart tv_timeline_part_hover = {
  .size = sizeof (HoverPart),
  .init = init,
  .drop_session = drop_session,
};
