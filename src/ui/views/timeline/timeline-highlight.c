/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The layer between the content and the hover layer: arrows of the selected slice, the cursor time, the row that
 * flashes after a view has scrolled to it or it was moved, and the highlighted thread below the pointer. This layer
 * changes more often than the content, but not with each motion of the pointer. A part of TvTimeline
 * (timeline-part.h). State: the flashing row, the highlighted thread and the arrows. */

#include "ui/views/timeline/timeline-highlight.h"

#include <math.h>

#include "paint/timeline/arrows.h"
#include "ui/kit/draw-layer.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/timeline-painter.h"

#define FLASH_MS      700
#define FLASH_OPACITY 0.18f

typedef struct
{
  char *flash_key;  /* (nullable): key of the row that flashes */
  guint flash_id;   /* timeout that ends the flash, or 0 */
  guint32 lit_utid; /* highlighted thread, or TV_NONE */
  GArray *arrows;   /* (nullable): arrows of the selected slice */
} HighlightPart;

static HighlightPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_HIGHLIGHT);
}

static void
queue_draw (TvTimeline *self)
{
  gtk_widget_queue_draw (tv_timeline_get_layer (self, TV_TIMELINE_LAYER_HIGHLIGHT));
}

/* If the card below the pointer describes a run on a CPU, highlights the thread of the run. Called when the hit or
 * the card has changed. */
void
tv_timeline_update_highlight (TvTimeline *self)
{
  HighlightPart *part = get_part (self);
  guint32 utid = TV_NONE;

  if (tv_timeline_has_card (self) && tv_timeline_get_hit (self)->slice != TV_NONE)
    utid = tv_timeline_find_running (tv_session_get_trace (tv_timeline_get_session (self)),
                                     tv_timeline_get_hit (self)->slice);
  if (utid == part->lit_utid)
    return;
  part->lit_utid = utid;
  queue_draw (self);
}

/* Finds the arrows of the selected slice. Called when the selection has changed. */
void
tv_timeline_update_arrows (TvTimeline *self)
{
  HighlightPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  guint32 slice = session != NULL ? tv_session_get_selected_slice (session) : TV_NONE;

  g_clear_pointer (&part->arrows, g_array_unref);
  if (slice != TV_NONE)
    part->arrows = tv_timeline_find_arrows (tv_session_get_trace (session), slice);
  queue_draw (self);
}

/* ---- Flashing row ---- */

static void
drop_flash (TvTimeline *self)
{
  HighlightPart *part = get_part (self);

  g_clear_handle_id (&part->flash_id, g_source_remove);
  g_clear_pointer (&part->flash_key, g_free);
}

static gboolean
on_flash_over (gpointer data)
{
  TvTimeline *self = data;

  get_part (self)->flash_id = 0;
  drop_flash (self);
  queue_draw (self);
  return G_SOURCE_REMOVE;
}

/* Tints a row for a short time. Called after another view has scrolled to the row, or after the row was moved. */
void
tv_timeline_flash_row (TvTimeline *self, const TvTimelineRow *row)
{
  HighlightPart *part = get_part (self);

  drop_flash (self);
  part->flash_key = g_strdup (row->key);
  part->flash_id = g_timeout_add (FLASH_MS, on_flash_over, self);
  queue_draw (self);
}

static void
draw_flash (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  HighlightPart *part = get_part (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  const TvTimelineRow *row = part->flash_key != NULL
                                 ? tv_timeline_layout_find_key (layout, part->flash_key)
                                 : NULL;
  const TvColor *accent = &tv_timeline_get_theme (self)->accent;
  GdkRGBA color = { (float) accent->red, (float) accent->green, (float) accent->blue,
                    FLASH_OPACITY };
  double top, bottom;

  if (row == NULL ||
      tv_timeline_layout_find_index (layout, row) >= tv_timeline_layout_get_n_rows (layout))
    return;
  bottom = tv_timeline_view_get_row_y (view, row) + (double) row->height;
  top = MAX (tv_timeline_view_get_row_y (view, row), tv_timeline_view_get_row_top (view, row));
  bottom = MIN (bottom, view->height);
  if (bottom > top)
    gtk_snapshot_append_color (
        snapshot, &color,
        &GRAPHENE_RECT_INIT (0.0f, (float) top, (float) view->width, (float) (bottom - top)));
}

/* ---- Cursor time ---- */

static void
draw_cursor_time (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  gint64 ns = tv_session_get_cursor_time (tv_timeline_get_session (self));
  const TvColor *accent = &tv_timeline_get_theme (self)->accent;
  GdkRGBA color = { (float) accent->red, (float) accent->green, (float) accent->blue,
                    (float) accent->alpha };
  double x;

  if (ns == G_MININT64)
    return;
  x = floor (tv_timeline_view_get_x (view, ns));
  if (x < view->label_width || x >= view->width)
    return;
  gtk_snapshot_append_color (
      snapshot, &color,
      &GRAPHENE_RECT_INIT ((float) x, (float) view->ruler_height - 6.0f, 1.5f,
                           (float) (view->height - view->ruler_height) + 6.0f));
}

static void
draw (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvTimeline *self = data;
  HighlightPart *part = get_part (self);
  TvTimelineView view;
  TvTimelineRect bounds;
  cairo_t *cr;

  if (!tv_timeline_update_view (self, &view))
    return;
  if (part->lit_utid != TV_NONE)
    {
      cr = gtk_snapshot_append_cairo (
          snapshot, &GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height));
      tv_timeline_paint_highlight (tv_timeline_get_painter (self), cr, &view, part->lit_utid);
      cairo_destroy (cr);
    }
  if (part->arrows != NULL && tv_timeline_find_bounds (&view, part->arrows, &bounds))
    {
      cr = gtk_snapshot_append_cairo (
          snapshot, &GRAPHENE_RECT_INIT ((float) bounds.x, (float) bounds.y, (float) bounds.width,
                                         (float) bounds.height));
      tv_timeline_paint_arrows (&view, cr, part->arrows);
      cairo_destroy (cr);
    }
  draw_flash (self, snapshot, &view);
  draw_cursor_time (self, snapshot, &view);
}

/* Redraws the cursor time, and scrolls to it unless it is visible. */
void
tv_timeline_show_cursor_time (TvTimeline *self)
{
  gint64 ns = tv_session_get_cursor_time (tv_timeline_get_session (self));
  TvTimelinePosition position = tv_timeline_get_destination (self);
  gint64 length_ns = position.end_ns - position.start_ns;

  queue_draw (self);
  if (ns == G_MININT64 || (ns >= position.start_ns && ns <= position.end_ns))
    return;
  position.start_ns = ns - length_ns / 2;
  position.end_ns = position.start_ns + length_ns;
  tv_timeline_move_to (self, &position);
}

/* ---- Part ---- */

static void
init (TvTimeline *self)
{
  get_part (self)->lit_utid = TV_NONE;
  tv_timeline_set_layer (self, TV_TIMELINE_LAYER_HIGHLIGHT, tv_draw_layer_new (draw, self));
}

static void
drop_session (TvTimeline *self)
{
  HighlightPart *part = get_part (self);

  drop_flash (self);
  g_clear_pointer (&part->arrows, g_array_unref);
  part->lit_utid = TV_NONE;
}

const TvTimelinePart tv_timeline_part_highlight = {
  .size = sizeof (HighlightPart),
  .init = init,
  .drop_session = drop_session,
};
