/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A layer above the timelines of two runs. Draws a line between the selected slices of the two runs. Created by the
 * trace page for a comparison (trace-page-baseline.c). Draws only; reads the views and painters of both timelines. */

#include "ui/views/timeline/call-line-layer.h"

#include "paint/timeline/call-line.h"
#include "ui/kit/draw-layer.h"
#include "ui/views/timeline/timeline-painter.h"

typedef struct
{
  GtkWidget *layer;
  TvTimeline *timelines[2]; /* baseline and later run; not owned */
} Layer;

/* Computes one end of the line, in px of the layer, and the duration of the slice. Returns %FALSE if no slice is
 * selected, or if the selected slice is not visible. */
static gboolean
find_end (const Layer *self, guint side, TvCallLine *line, gint64 *duration_ns)
{
  TvTimeline *timeline = self->timelines[side];
  TvTimelineView view;
  double left, top;

  if (!tv_timeline_update_view (timeline, &view) || view.selected_slice == TV_NONE ||
      !gtk_widget_translate_coordinates (GTK_WIDGET (timeline), self->layer, 0.0, 0.0, &left,
                                         &top) ||
      !tv_call_line_find_end (tv_timeline_get_painter (timeline), &view, view.selected_slice,
                              side == 0, &line->x[side], &line->y[side]))
    return FALSE;
  line->x[side] += left;
  line->y[side] += top;
  line->left = left + view.label_width;
  line->right = left + view.width;
  *duration_ns = tv_time_column_get (
      &tv_trace_get_slices (tv_session_get_trace (tv_timeline_get_session (timeline)))->dur,
      view.selected_slice);
  return TRUE;
}

static void
draw (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  Layer *self = data;
  TvTimeline *after = self->timelines[1];
  TvCallLine line;
  cairo_t *cr;

  if (!find_end (self, 0, &line, &line.before_ns) || !find_end (self, 1, &line, &line.after_ns))
    return;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height));
  tv_call_line_paint (&line, cr, tv_timeline_get_painter (after), tv_timeline_get_theme (after));
  cairo_destroy (cr);
}

/**
 * tv_call_line_layer_new:
 * @before: timeline of the baseline; outlives the layer
 * @after: timeline of the later run, below @before; outlives the layer
 *
 * Creates the layer and connects it to both timelines.
 *
 * Returns: (transfer floating): a layer to add above both timelines
 */
GtkWidget *
tv_call_line_layer_new (TvTimeline *before, TvTimeline *after)
{
  Layer *self = g_new0 (Layer, 1);

  self->timelines[0] = before;
  self->timelines[1] = after;
  self->layer = tv_draw_layer_new (draw, self);
  g_object_set_data_full (G_OBJECT (self->layer), "tv-call-line", self, g_free);
  for (guint side = 0; side < G_N_ELEMENTS (self->timelines); side++)
    tv_timeline_set_call_line (self->timelines[side], self->layer);
  return self->layer;
}
