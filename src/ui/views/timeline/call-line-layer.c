/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The layer above the timelines of two runs, one below the other: joins the call that is selected in both. */

#include "ui/views/timeline/call-line-layer.h"

#include "paint/timeline/call-line.h"
#include "ui/views/timeline/timeline-private.h"

typedef struct
{
  GtkWidget *layer;
  TvTimeline *timelines[2]; /* before, after; they outlive the layer */
} Layer;

/* One end of the line, in px of the layer. */
static gboolean
find_end (const Layer *self, guint side, TvCallLine *line, gint64 *duration_ns)
{
  TvTimeline *timeline = self->timelines[side];
  TvTimelineView view;
  double left, top;

  if (!tv_timeline_get_view (timeline, &view) || view.selected_slice == TV_NONE ||
      !gtk_widget_translate_coordinates (GTK_WIDGET (timeline), self->layer, 0.0, 0.0, &left,
                                         &top) ||
      !tv_call_line_find_end (timeline->painter, &view, view.selected_slice, side == 0,
                              &line->x[side], &line->y[side]))
    return FALSE;
  line->x[side] += left;
  line->y[side] += top;
  line->left = left + view.label_width;
  line->right = left + view.width;
  *duration_ns = tv_time_column_get (
      &tv_trace_get_slices (tv_session_get_trace (timeline->session))->dur, view.selected_slice);
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
  tv_call_line_paint (&line, cr, after->painter, after->theme);
  cairo_destroy (cr);
}

/**
 * tv_call_line_layer_new:
 * @before: the timeline of an earlier run
 * @after: that of a later one, below it; both outlive the layer
 *
 * Returns: (transfer floating): a layer to lie above both
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
    g_set_weak_pointer (&self->timelines[side]->call_line, self->layer);
  return self->layer;
}
