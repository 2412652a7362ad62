/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows the number of log lines over time, as bars, and decoded events. A child of the Log view (log-view.c), which
 * sets the counts, the events and the frame. Changes the visible range of the session. Emits signals to go to a time
 * or a line. */

#include "ui/views/log/strip-view.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "analysis/log/log-timestamp.h"
#include "paint/log/event-labels.h"
#include "paint/log/strip.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/number-format.h"
#include "ui/kit/pointer-input.h"

#define LABEL_WIDTH_PX 128
#define MIN_WIDTH_PX   240
#define LOW_HEIGHT_PX  24
#define LABEL_PART     0.84 /* font size of labels, as a fraction of the widget's font size */
#define ZOOM_STEP      1.5625
#define PAN_PART       0.1 /* fraction of the visible range by which a key pans */

struct _TvLogStripView
{
  TvCanvas parent_instance;

  TvSession *session;    /* (nullable) */
  TvLogDensity *density; /* (nullable) */
  GArray *events;        /* (nullable) (element-type TvDecodedLogLine) */
  gint64 frame_start_ns, frame_end_ns;
  TvLogStripSize size;
  TvLogStripSize wanted_size;
  guint size_tick; /* tick callback that applies @wanted_size, or 0 */
  double grab_x;   /* distance from the pointer to the middle of the dragged frame */
  gboolean
      is_grabbed; /* whether the last press was on the bars; if it was, a drag moves the frame */
  TvPointerInput *input; /* not owned; freed with the widget */

  const TvTheme *theme;
  TvLabelCache *labels;
};

G_DEFINE_FINAL_TYPE (TvLogStripView, tv_log_strip_view, TV_TYPE_CANVAS)

enum
{
  GO_TO,
  GO_TO_LINE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static int
get_ruler_height (TvLogStripView *self)
{
  return self->size != TV_LOG_STRIP_WHOLE ? 0 : tv_font_scale_apply (TV_LOG_STRIP_RULER_PX);
}

static int
get_events_height (TvLogStripView *self)
{
  return self->size != TV_LOG_STRIP_WHOLE ? 0 : tv_font_scale_apply (TV_LOG_STRIP_EVENTS_PX);
}

static TvLogStrip
get_strip (TvLogStripView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int label_width = tv_font_scale_apply (LABEL_WIDTH_PX);
  TvLogStrip strip = {
    .trace = tv_session_get_trace (self->session),
    .base = tv_session_get_time_base (self->session),
    .density = self->density,
    .events = self->events,
    .theme = self->theme,
    .label_width = label_width,
    .ruler_height = get_ruler_height (self),
    .bars_height = CLAMP (height - get_ruler_height (self) - get_events_height (self), 0,
                          tv_font_scale_apply (TV_LOG_STRIP_BARS_PX)),
    .events_height = get_events_height (self),
    .frame_start_ns = self->frame_start_ns,
    .frame_end_ns = self->frame_end_ns,
    .cursor_ns = tv_session_get_cursor_time (self->session),
  };

  tv_session_get_visible (self->session, &strip.scale.start_ns, &strip.scale.end_ns);
  strip.scale.end_ns = MAX (strip.scale.end_ns, strip.scale.start_ns + 1);
  strip.scale.n_columns = (guint32) MAX (width - label_width, 1);
  return strip;
}

static gint64
get_ns_at (TvLogStripView *self, double x)
{
  TvLogStrip strip = get_strip (self);

  return tv_time_scale_get_ns (&strip.scale, x - strip.label_width);
}

/* ---- Strings ---- */

static char *
describe_bar (TvLogStripView *self, const TvLogStrip *strip, double x)
{
  const TvTimeBase *base = strip->base;
  guint32 counts[TV_N_LOG_SHARES];
  gint64 start_ns, end_ns;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *start = NULL;

  tv_log_strip_find_bar (strip, x, &start_ns, &end_ns);
  tv_log_density_count (self->density, start_ns, end_ns, counts);
  start = tv_time_base_format_parts (base, start_ns, TV_LOG_TIMESTAMP_SECONDS);
  g_string_append (text, start != NULL ? start : "");
  for (guint share = TV_N_LOG_SHARES; share-- > 0;)
    {
      g_autofree char *count = tv_format_count (counts[share]);

      if (counts[share] > 0)
        g_string_append_printf (text, "\n%s: %s", tv_log_share_get_name ((TvLogShare) share),
                                count);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
tv_log_strip_view_query_tooltip (GtkWidget *widget,
                                 int x,
                                 int y,
                                 gboolean is_keyboard,
                                 GtkTooltip *tooltip)
{
  TvLogStripView *self = TV_LOG_STRIP_VIEW (widget);
  g_autofree char *text = NULL;
  TvLogStrip strip;
  guint32 event;

  if (self->session == NULL || self->density == NULL ||
      tv_pointer_input_is_dragging (self->input) || is_keyboard)
    return FALSE;
  strip = get_strip (self);
  event = tv_log_strip_find_event (&strip, x, y);
  if (event != TV_NONE)
    text = tv_log_event_dup_label (strip.trace,
                                   &g_array_index (self->events, TvDecodedLogLine, event));
  else if (x >= strip.label_width && y >= strip.ruler_height &&
           y < strip.ruler_height + strip.bars_height)
    text = describe_bar (self, &strip, x);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
update_description (TvLogStripView *self)
{
  const TvTimeBase *base = tv_session_get_time_base (self->session);
  gint64 start_ns, end_ns;
  guint32 counts[TV_N_LOG_SHARES];
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;
  g_autofree char *text = NULL;

  if (self->density == NULL)
    return;
  tv_session_get_visible (self->session, &start_ns, &end_ns);
  tv_log_density_count (self->density, start_ns, end_ns, counts);
  start = tv_time_base_format_parts (base, start_ns, TV_LOG_TIMESTAMP_SECONDS);
  end = tv_time_base_format_parts (base, end_ns, TV_LOG_TIMESTAMP_SECONDS);
  /* Translators: start and end of an interval; number of lines per severity */
  text = tv_number_printf (_("%s – %s: %u errors, %u warnings, %u infos"), start, end,
                           counts[TV_LOG_SHARE_ERROR], counts[TV_LOG_SHARE_WARNING],
                           counts[TV_LOG_SHARE_INFO]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
redraw (TvLogStripView *self)
{
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Pointer ---- */

/* Scrolls the list to the time at the pointer. A dragged frame keeps its distance from the pointer. */
static void
go_to (TvLogStripView *self, double x)
{
  g_signal_emit (self, signals[GO_TO], 0, get_ns_at (self, x + self->grab_x));
}

static void
on_press (GtkWidget *widget, const TvPointerEvent *press)
{
  TvLogStripView *self = TV_LOG_STRIP_VIEW (widget);
  double x = press->x, y = press->y, frame_x, frame_width;
  TvLogStrip strip;
  guint32 event;

  self->is_grabbed = FALSE;
  if (self->session == NULL)
    return;
  if (press->n_presses == 2)
    {
      tv_session_fit (self->session);
      return;
    }
  strip = get_strip (self);
  event = tv_log_strip_find_event (&strip, x, y);
  if (event != TV_NONE)
    {
      g_signal_emit (self, signals[GO_TO_LINE], 0,
                     g_array_index (self->events, TvDecodedLogLine, event).line);
      return;
    }
  if (x < strip.label_width || y < strip.ruler_height ||
      y >= strip.ruler_height + strip.bars_height)
    return;
  tv_log_strip_get_frame (&strip, &frame_x, &frame_width);
  self->is_grabbed = TRUE;
  self->grab_x = frame_width > 0.0 && x >= frame_x && x < frame_x + frame_width
                     ? frame_x + frame_width / 2.0 - x
                     : 0.0;
  if (self->grab_x == 0.0)
    go_to (self, x);
}

static gboolean
begin_drag (GtkWidget *widget, const TvPointerEvent *event)
{
  return TV_LOG_STRIP_VIEW (widget)->is_grabbed;
}

static void
drag_to (GtkWidget *widget, const TvPointerEvent *event)
{
  go_to (TV_LOG_STRIP_VIEW (widget), event->x);
}

static gboolean
measure (GtkWidget *widget, double *page, double *row)
{
  *page = MAX (gtk_widget_get_width (widget) - tv_font_scale_apply (LABEL_WIDTH_PX), 1);
  *row = 0.0;
  return TV_LOG_STRIP_VIEW (widget)->session != NULL;
}

static void
pan (GtkWidget *widget, double dx, double dy)
{
  double page, row;

  measure (widget, &page, &row);
  tv_session_pan_part (TV_LOG_STRIP_VIEW (widget)->session, dx / page);
}

static void
zoom (GtkWidget *widget, double factor, double x, double y, gboolean is_smooth)
{
  TvLogStripView *self = TV_LOG_STRIP_VIEW (widget);

  tv_session_zoom (self->session, factor, get_ns_at (self, x));
}

static const TvPointerHandlers handlers = {
  .axes = TV_PAN_HORIZONTAL,
  .measure = measure,
  .pan = pan,
  .zoom = zoom,
  .press = on_press,
  .begin_drag = begin_drag,
  .drag = drag_to,
};

/* ---- Keys ---- */

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvLogStripView *self = TV_LOG_STRIP_VIEW (widget);
  gint64 start_ns, end_ns, middle_ns;

  if (self->session == NULL)
    return;
  tv_session_get_visible (self->session, &start_ns, &end_ns);
  middle_ns = start_ns + (end_ns - start_ns) / 2;
  if (g_str_equal (name, "log-strip.zoom-in"))
    tv_session_zoom (self->session, ZOOM_STEP, middle_ns);
  else if (g_str_equal (name, "log-strip.zoom-out"))
    tv_session_zoom (self->session, 1.0 / ZOOM_STEP, middle_ns);
  else if (g_str_equal (name, "log-strip.earlier"))
    tv_session_pan_part (self->session, -PAN_PART);
  else if (g_str_equal (name, "log-strip.later"))
    tv_session_pan_part (self->session, PAN_PART);
  else
    tv_session_fit (self->session);
}

static const struct
{
  guint key;
  const char *action;
} keys[] = {
  { GDK_KEY_plus, "log-strip.zoom-in" }, { GDK_KEY_equal, "log-strip.zoom-in" },
  { GDK_KEY_w, "log-strip.zoom-in" },    { GDK_KEY_minus, "log-strip.zoom-out" },
  { GDK_KEY_s, "log-strip.zoom-out" },   { GDK_KEY_Left, "log-strip.earlier" },
  { GDK_KEY_a, "log-strip.earlier" },    { GDK_KEY_Right, "log-strip.later" },
  { GDK_KEY_d, "log-strip.later" },      { GDK_KEY_f, "log-strip.fit" },
};

/* ---- Widget ---- */

static void
follow_font (TvCanvas *canvas)
{
  TvLogStripView *self = TV_LOG_STRIP_VIEW (canvas);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));

  g_clear_pointer (&self->labels, tv_label_cache_free);
  self->labels = tv_label_cache_new (context, tv_label_get_font_px (context) * LABEL_PART,
                                     PANGO_WEIGHT_NORMAL);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TV_LOG_STRIP_VIEW (canvas)->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
tv_log_strip_view_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  TvLogStripView *self = TV_LOG_STRIP_VIEW (widget);

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      /* The Log view calls tv_log_strip_view_set_size() only after it has been laid out. Until then, a minimum height
       * for the initial size, which is the largest one, would take space from the timeline. */
      *minimum = tv_font_scale_apply (LOW_HEIGHT_PX);
      *natural = self->size == TV_LOG_STRIP_LOW
                     ? *minimum
                     : get_ruler_height (self) + tv_font_scale_apply (TV_LOG_STRIP_BARS_PX) +
                           get_events_height (self);
    }
  else
    *minimum = *natural = MIN_WIDTH_PX;
}

static void
tv_log_strip_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvLogStripView *self = TV_LOG_STRIP_VIEW (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  TvLogStrip strip;
  cairo_t *cr;

  if (self->session == NULL || width <= 0 || height <= 0)
    return;
  strip = get_strip (self);
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  tv_log_strip_paint (&strip, cr, self->labels);
  cairo_destroy (cr);
}

static void
tv_log_strip_view_dispose (GObject *object)
{
  TvLogStripView *self = TV_LOG_STRIP_VIEW (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->density, tv_log_density_unref);
  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->labels, tv_label_cache_free);
  G_OBJECT_CLASS (tv_log_strip_view_parent_class)->dispose (object);
}

static void
tv_log_strip_view_class_init (TvLogStripViewClass *klass)
{
  static const char *const actions[] = { "log-strip.zoom-in", "log-strip.zoom-out",
                                         "log-strip.earlier", "log-strip.later", "log-strip.fit" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TV_CANVAS_CLASS (klass)->follow_font = follow_font;
  TV_CANVAS_CLASS (klass)->follow_theme = follow_theme;
  G_OBJECT_CLASS (klass)->dispose = tv_log_strip_view_dispose;
  widget_class->measure = tv_log_strip_view_measure;
  widget_class->snapshot = tv_log_strip_view_snapshot;
  widget_class->query_tooltip = tv_log_strip_view_query_tooltip;
  signals[GO_TO] = g_signal_new ("go-to", TV_TYPE_LOG_STRIP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[GO_TO_LINE] = g_signal_new ("go-to-line", TV_TYPE_LOG_STRIP_VIEW, G_SIGNAL_RUN_LAST, 0,
                                      NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "logstrip");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, 0, keys[i].action, NULL);
}

static void
tv_log_strip_view_init (TvLogStripView *self)
{
  self->frame_end_ns = -1;
  /* Time runs from left to right in every language. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Number of lines over time"), -1);
  self->input = tv_pointer_input_new (GTK_WIDGET (self), &handlers);
}

GtkWidget *
tv_log_strip_view_new (void)
{
  return g_object_new (TV_TYPE_LOG_STRIP_VIEW, NULL);
}

/* Sets the session. Called once. */
void
tv_log_strip_view_set_session (TvLogStripView *self, TvSession *session)
{
  g_return_if_fail (TV_IS_LOG_STRIP_VIEW (self) && self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify::visible-start", G_CALLBACK (redraw), self);
  g_signal_connect_swapped (session, "notify::visible-end", G_CALLBACK (redraw), self);
  g_signal_connect_swapped (session, "notify::cursor-time", G_CALLBACK (redraw), self);
  g_signal_connect_swapped (session, "notify::time-base", G_CALLBACK (redraw), self);
  redraw (self);
}

/* Sets the number of lines over time. @density: (transfer full) */
void
tv_log_strip_view_set_density (TvLogStripView *self, TvLogDensity *density)
{
  g_return_if_fail (TV_IS_LOG_STRIP_VIEW (self));

  g_clear_pointer (&self->density, tv_log_density_unref);
  self->density = density;
  redraw (self);
}

/* Shows decoded events. */
void
tv_log_strip_view_set_events (TvLogStripView *self, GArray *events)
{
  g_return_if_fail (TV_IS_LOG_STRIP_VIEW (self));

  g_clear_pointer (&self->events, g_array_unref);
  self->events = g_array_ref (events);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Draws a frame around the time range of the lines on screen. If @end_ns is less than @start_ns, there is no frame. */
void
tv_log_strip_view_set_frame (TvLogStripView *self, gint64 start_ns, gint64 end_ns)
{
  g_return_if_fail (TV_IS_LOG_STRIP_VIEW (self));

  if (self->frame_start_ns == start_ns && self->frame_end_ns == end_ns)
    return;
  self->frame_start_ns = start_ns;
  self->frame_end_ns = end_ns;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_size_known (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvLogStripView *self = TV_LOG_STRIP_VIEW (widget);

  self->size_tick = 0;
  if (self->size != self->wanted_size)
    {
      self->size = self->wanted_size;
      gtk_widget_queue_resize (widget);
    }
  return G_SOURCE_REMOVE;
}

/* Sets the size of the strip. The size takes effect before the next frame, because callers compute it during the
 * layout. */
void
tv_log_strip_view_set_size (TvLogStripView *self, TvLogStripSize size)
{
  g_return_if_fail (TV_IS_LOG_STRIP_VIEW (self));

  self->wanted_size = size;
  if (self->size != size && self->size_tick == 0)
    self->size_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_size_known, NULL, NULL);
}
