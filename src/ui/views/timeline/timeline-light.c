/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The layer between the content and what follows the pointer: what the selected slice is
 * connected with, the marked point in time, a row that was asked for, and the thread under the
 * pointer in the light. It
 * changes more often than the content, but not with every move of the pointer. */

#include "ui/views/timeline/timeline-private.h"

#include <math.h>

#include "paint/timeline/arrows.h"

#define FLASH_MS      700
#define FLASH_OPACITY 0.18f

/* Finds which thread is in the light, after what is below the pointer changed. */
void
tv_timeline_update_light (TvTimeline *self)
{
  guint32 utid = TV_NONE;

  if (self->card != NULL && self->hit.slice != TV_NONE)
    utid = tv_timeline_find_running (tv_session_get_trace (self->session), self->hit.slice);
  if (utid == self->lit_utid)
    return;
  self->lit_utid = utid;
  gtk_widget_queue_draw (self->light);
}

/* Finds the arrows of the selected slice, after that changed. */
void
tv_timeline_update_arrows (TvTimeline *self)
{
  guint32 slice = self->session != NULL ? tv_session_get_selected_slice (self->session) : TV_NONE;

  g_clear_pointer (&self->arrows, g_array_unref);
  if (slice != TV_NONE)
    self->arrows = tv_timeline_find_arrows (tv_session_get_trace (self->session), slice);
  gtk_widget_queue_draw (self->light);
}

/* ---- The row that was asked for ---- */

void
tv_timeline_drop_flash (TvTimeline *self)
{
  g_clear_handle_id (&self->flash_id, g_source_remove);
  g_clear_pointer (&self->flash_key, g_free);
}

static gboolean
on_flash_over (gpointer data)
{
  TvTimeline *self = data;

  self->flash_id = 0;
  tv_timeline_drop_flash (self);
  gtk_widget_queue_draw (self->light);
  return G_SOURCE_REMOVE;
}

/* Tints a row for a moment, so that the eye finds what a table led to. */
void
tv_timeline_flash_row (TvTimeline *self, const TvTimelineRow *row)
{
  tv_timeline_drop_flash (self);
  self->flash_key = g_strdup (row->key);
  self->flash_id = g_timeout_add (FLASH_MS, on_flash_over, self);
  gtk_widget_queue_draw (self->light);
}

static void
draw_flash (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  const TvTimelineRow *row = self->flash_key != NULL
                                 ? tv_timeline_layout_find_key (self->layout, self->flash_key)
                                 : NULL;
  const TvColor *accent = &self->theme->accent;
  GdkRGBA color = { (float) accent->red, (float) accent->green, (float) accent->blue,
                    FLASH_OPACITY };
  double top, bottom;

  if (row == NULL || tv_timeline_layout_find_place (self->layout, row) >=
                         tv_timeline_layout_get_n_rows (self->layout))
    return;
  bottom = tv_timeline_view_get_row_y (view, row) + (double) row->height;
  top = MAX (tv_timeline_view_get_row_y (view, row), tv_timeline_view_get_row_top (view, row));
  bottom = MIN (bottom, view->height);
  if (bottom > top)
    gtk_snapshot_append_color (
        snapshot, &color,
        &GRAPHENE_RECT_INIT (0.0f, (float) top, (float) view->width, (float) (bottom - top)));
}

/* ---- */

static void
draw_marked_time (TvTimeline *self, GtkSnapshot *snapshot, const TvTimelineView *view)
{
  gint64 ns = tv_session_get_cursor_time (self->session);
  const TvColor *accent = &self->theme->accent;
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

void
tv_timeline_draw_light (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvTimeline *self = data;
  TvTimelineView view;
  TvTimelineRect bounds;
  cairo_t *cr;

  if (!tv_timeline_get_view (self, &view))
    return;
  if (self->lit_utid != TV_NONE)
    {
      cr = gtk_snapshot_append_cairo (
          snapshot, &GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height));
      tv_timeline_paint_light (self->painter, cr, &view, self->lit_utid);
      cairo_destroy (cr);
    }
  if (self->arrows != NULL && tv_timeline_find_bounds (&view, self->arrows, &bounds))
    {
      cr = gtk_snapshot_append_cairo (
          snapshot, &GRAPHENE_RECT_INIT ((float) bounds.x, (float) bounds.y, (float) bounds.width,
                                         (float) bounds.height));
      tv_timeline_paint_arrows (&view, cr, self->arrows);
      cairo_destroy (cr);
    }
  draw_flash (self, snapshot, &view);
  draw_marked_time (self, snapshot, &view);
}

/* Brings the marked point in time into sight. */
void
tv_timeline_show_marked_time (TvTimeline *self)
{
  gint64 ns = tv_session_get_cursor_time (self->session);
  TvTimelinePlace place = tv_timeline_get_destination (self);
  gint64 length_ns = place.end_ns - place.start_ns;

  gtk_widget_queue_draw (self->light);
  if (ns == G_MININT64 || (ns >= place.start_ns && ns <= place.end_ns))
    return;
  place.start_ns = ns - length_ns / 2;
  place.end_ns = place.start_ns + length_ns;
  tv_timeline_move_to (self, &place);
}
