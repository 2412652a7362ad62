/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The slices of one query track, drawn as pills. Created by query-track-rows.c. Follows the visible range of the
 * session. A click selects the time range of a slice; a click on a slice without a duration moves the cursor. */

#include "ui/views/timeline/query-track-strip.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/time-format.h"
#include "paint/kit/label-cache.h"
#include "paint/timeline/layout.h"

#define MARGIN_PX     3
#define MIN_PILL_PX   3.0
#define MIN_LABEL_PX  30.0
#define LABEL_EDGE_PX 5.0
#define RADIUS_PX     6.0

struct _TvQueryTrackStrip
{
  TvCanvas parent_instance;

  TvSession *session;
  TvQueryTrack *track;
  const TvTheme *theme;
  TvLabelCache *labels;
  int height;
};

G_DEFINE_FINAL_TYPE (TvQueryTrackStrip, tv_query_track_strip, TV_TYPE_CANVAS)

/* ---- Scale ---- */

/**
 * Scale:
 * @start: start of the visible range, in ns
 * @end: end of the visible range, in ns
 * @px: pixels per ns
 * @width: width of the strip, in px
 *
 * Conversion of timestamps to pixels.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  double px;
  double width;
} Scale;

static Scale
get_scale (TvQueryTrackStrip *self)
{
  Scale scale = { .width = gtk_widget_get_width (GTK_WIDGET (self)) };

  tv_session_get_visible (self->session, &scale.start, &scale.end);
  scale.px = scale.width / (double) MAX (scale.end - scale.start, 1);
  return scale;
}

/* Computes the edges of a pill. Clamps them to the strip, because Cairo cannot handle large coordinates. */
static void
get_edges (const Scale *scale, const TvQueryTrackSlice *slice, double *left, double *right)
{
  *left = ((double) slice->ts - (double) scale->start) * scale->px;
  *right = MAX (*left + (double) slice->dur * scale->px, *left + MIN_PILL_PX);
  *left = MAX (*left, -2.0 * RADIUS_PX);
  *right = MIN (*right, scale->width + 2.0 * RADIUS_PX);
}

/* Returns the first slice that may extend into the visible range, based on the duration of the longest slice. */
static guint
find_first (TvQueryTrackStrip *self, const Scale *scale)
{
  gint64 min = (gint64) (MIN_PILL_PX / MAX (scale->px, 1e-12));
  gint64 reach = MAX (self->track->longest_ns, min);

  return tv_query_track_find_first (
      self->track, scale->start > G_MININT64 + reach ? scale->start - reach : G_MININT64);
}

/* ---- Drawing ---- */

static void
append_pill (cairo_t *cr, double left, double right, double y, double height)
{
  double radius = MIN (MIN (RADIUS_PX, height / 2.0), (right - left) / 2.0);

  cairo_new_sub_path (cr);
  cairo_arc (cr, right - radius, y + radius, radius, -G_PI_2, 0.0);
  cairo_arc (cr, right - radius, y + height - radius, radius, 0.0, G_PI_2);
  cairo_arc (cr, left + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, left + radius, y + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
draw_label (TvQueryTrackStrip *self, cairo_t *cr, guint slice, double left, double right)
{
  double start = MAX (left, 0.0) + LABEL_EDGE_PX;
  double space = MIN (right, gtk_widget_get_width (GTK_WIDGET (self))) - LABEL_EDGE_PX - start;
  g_autofree char *label = space >= MIN_LABEL_PX - 2 * LABEL_EDGE_PX
                               ? tv_query_track_dup_label (self->track, slice)
                               : NULL;

  if (label == NULL)
    return;
  tv_color_set_source (tv_palette_get_text (), cr);
  tv_label_cache_draw (self->labels, cr, label, start, self->height / 2.0, space);
}

/* Returns the next slice to draw. If no slice is wider than the smallest pill, skips slices that start in pixels that
 * are already drawn. @drawn: right edge of the drawn pills. */
static guint
get_next (TvQueryTrackStrip *self, const Scale *scale, guint slice, double drawn)
{
  guint found;

  if ((double) self->track->longest_ns * scale->px > MIN_PILL_PX || drawn < 0.0)
    return slice + 1;
  found = tv_query_track_find_first (self->track, scale->start + (gint64) (drawn / scale->px));
  return MAX (slice + 1, found);
}

/* Draws the message that explains why the track has no slices. */
static void
draw_message (TvQueryTrackStrip *self, cairo_t *cr, double width)
{
  g_autofree char *line = g_strdelimit (g_strdup (self->track->message), "\r\n", ' ');

  tv_color_set_source (&self->theme->dim_text, cr);
  tv_label_cache_draw (self->labels, cr, line, LABEL_EDGE_PX, self->height / 2.0,
                       width - 2 * LABEL_EDGE_PX);
}

static void
tv_query_track_strip_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvQueryTrackStrip *self = TV_QUERY_TRACK_STRIP (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  Scale scale = get_scale (self);
  double drawn = -G_MAXDOUBLE;
  cairo_t *cr;

  if (self->theme == NULL || self->labels == NULL || width <= 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  tv_color_set_source (&self->theme->background, cr);
  cairo_paint (cr);
  if (self->track->message != NULL)
    draw_message (self, cr, width);
  for (guint i = find_first (self, &scale); i < self->track->slices->len;
       i = get_next (self, &scale, i, drawn))
    {
      const TvQueryTrackSlice *slice = &g_array_index (self->track->slices, TvQueryTrackSlice, i);
      double left, right;

      if (slice->ts >= scale.end)
        break;
      get_edges (&scale, slice, &left, &right);
      if (right < 0.0 || (right <= drawn + 1.0 && right - left <= MIN_PILL_PX + 1.0))
        continue;
      append_pill (cr, left, right, MARGIN_PX, height - 2 * MARGIN_PX);
      tv_color_set_source (tv_palette_get_color (self->track->color), cr);
      cairo_fill_preserve (cr);
      if (right - left > 2.0 * MIN_PILL_PX)
        {
          tv_color_set_source (&self->theme->background, cr);
          cairo_set_line_width (cr, 1.0);
          cairo_stroke (cr);
          draw_label (self, cr, i, left, right);
        }
      cairo_new_path (cr);
      drawn = MAX (drawn, right);
    }
  cairo_destroy (cr);
}

/* ---- Pointer ---- */

/* Finds the slice at a position. If slices overlap, finds the last one, because it is drawn on top. Returns %FALSE if
 * there is none. */
static gboolean
find_at (TvQueryTrackStrip *self, double x, guint *found)
{
  Scale scale = get_scale (self);
  gboolean is_found = FALSE;

  for (guint i = find_first (self, &scale); i < self->track->slices->len; i++)
    {
      const TvQueryTrackSlice *slice = &g_array_index (self->track->slices, TvQueryTrackSlice, i);
      double left, right;

      get_edges (&scale, slice, &left, &right);
      if (left > x)
        break;
      if (x < right)
        {
          *found = i;
          is_found = TRUE;
        }
    }
  return is_found;
}

static void
on_pressed (GtkGestureClick *gesture, int n_presses, double x, double y, TvQueryTrackStrip *self)
{
  const TvQueryTrackSlice *slice;
  guint found;

  if (!find_at (self, x, &found))
    return;
  slice = &g_array_index (self->track->slices, TvQueryTrackSlice, found);
  if (slice->dur > 0)
    tv_session_select_range (self->session, slice->ts, slice->ts + slice->dur);
  else
    tv_session_set_cursor_time (self->session, slice->ts);
}

static gboolean
tv_query_track_strip_query_tooltip (GtkWidget *widget,
                                    int x,
                                    int y,
                                    gboolean is_by_keyboard,
                                    GtkTooltip *tooltip)
{
  TvQueryTrackStrip *self = TV_QUERY_TRACK_STRIP (widget);
  g_autofree char *label = NULL;
  g_autofree char *took = NULL;
  g_autofree char *tooltip_text = NULL;
  guint found;

  if (self->track->message != NULL)
    {
      gtk_tooltip_set_text (tooltip, self->track->message);
      return TRUE;
    }
  if (is_by_keyboard || !find_at (self, x, &found))
    return FALSE;
  label = tv_query_track_dup_label (self->track, found);
  took = tv_time_format (g_array_index (self->track->slices, TvQueryTrackSlice, found).dur);
  /* Translators: name of a slice; duration of the slice */
  tooltip_text = g_strdup_printf (_("%s, %s"), label != NULL ? label : self->track->name, took);
  gtk_tooltip_set_text (tooltip, tooltip_text);
  return TRUE;
}

/* ---- Widget ---- */

static void
follow_font (TvCanvas *canvas)
{
  TvQueryTrackStrip *self = TV_QUERY_TRACK_STRIP (canvas);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (tv_label_get_font_px (context));

  g_clear_pointer (&self->labels, tv_label_cache_free);
  self->labels = tv_label_cache_new (context, metrics.small_font_px, PANGO_WEIGHT_NORMAL);
  self->height = (int) ceil (tv_label_cache_get_height (self->labels)) + 2 * MARGIN_PX;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TV_QUERY_TRACK_STRIP (canvas)->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
tv_query_track_strip_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? TV_QUERY_TRACK_STRIP (widget)->height : 0;
  *natural = *minimum;
}

static void
tv_query_track_strip_dispose (GObject *object)
{
  TvQueryTrackStrip *self = TV_QUERY_TRACK_STRIP (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->track, tv_query_track_unref);
  g_clear_pointer (&self->labels, tv_label_cache_free);
  G_OBJECT_CLASS (tv_query_track_strip_parent_class)->dispose (object);
}

static void
tv_query_track_strip_class_init (TvQueryTrackStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_query_track_strip_dispose;
  widget_class->measure = tv_query_track_strip_measure;
  widget_class->snapshot = tv_query_track_strip_snapshot;
  widget_class->query_tooltip = tv_query_track_strip_query_tooltip;
  TV_CANVAS_CLASS (klass)->follow_font = follow_font;
  TV_CANVAS_CLASS (klass)->follow_theme = follow_theme;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tv_query_track_strip_init (TvQueryTrackStrip *self)
{
  GtkGesture *clicks = gtk_gesture_click_new ();

  g_signal_connect (clicks, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (clicks));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/* Returns: (transfer floating): a strip that shows the slices of @track in the visible range of @session */
GtkWidget *
tv_query_track_strip_new (TvSession *session, TvQueryTrack *track)
{
  TvQueryTrackStrip *self = g_object_new (TV_TYPE_QUERY_TRACK_STRIP, NULL);

  self->session = g_object_ref (session);
  self->track = tv_query_track_ref (track);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, track->name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  track->message != NULL ? track->message : "", -1);
  g_signal_connect_swapped (session, "notify::visible-start", G_CALLBACK (gtk_widget_queue_draw),
                            self);
  g_signal_connect_swapped (session, "notify::visible-end", G_CALLBACK (gtk_widget_queue_draw),
                            self);
  return GTK_WIDGET (self);
}
