/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Histogram of durations in which the user selects a band. Used by the details, and by the Occurrences and Frames
 * views, which compute the durations in workers. Owns a reference to the durations, and the label cache. When the
 * user selects a band, only emits a signal; the owner then calls tv_histogram_view_set_band(). */

#include "ui/views/histogram-view.h"

#include <glib/gi18n.h>

#include "paint/histogram/histogram.h"
#include "core/time-format.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/number-format.h"
#include "ui/kit/pointer-input.h"

#define HEIGHT_PX     114
#define MIN_HEIGHT_PX 72 /* minimum height, for a low panel */
#define MIN_WIDTH_PX  180
#define LABEL_PART    0.82 /* font size of labels, as a fraction of the widget's font size */

struct _TvHistogramView
{
  TvCanvas parent_instance;

  TvDurations *durations; /* (nullable): durations to draw */
  TvColor chosen;
  gint64 band_from_ns, band_to_ns; /* selected band, or -1 */
  gint64 deadline_ns;              /* deadline, or 0 */
  gboolean has_multiples;
  char *in_time;      /* (nullable): label to the left of the deadline */
  gint64 selected_ns; /* duration of the selected call, or -1 */
  int pointed_bin;    /* bar below the pointer, or -1 */
  int anchor_bin;     /* bar at which an extended selection starts, or -1 */

  TvPointerInput *input; /* not owned; freed with the widget */
  double drag_from, drag_to;

  const TvTheme *theme;
  TvLabelCache *labels;
};

G_DEFINE_FINAL_TYPE (TvHistogramView, tv_histogram_view, TV_TYPE_CANVAS)

enum
{
  BAND_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
has_any (TvHistogramView *self)
{
  return self->durations != NULL && tv_durations_count (self->durations) > 0;
}

/* Gets the range of durations of the bars between @a and @b, which may be in any order. */
static void
find_band (const TvHistogram *histogram, int a, int b, gint64 *from_ns, gint64 *to_ns)
{
  gint64 unused;

  tv_histogram_get_bin (histogram, MIN (a, b), from_ns, &unused);
  tv_histogram_get_bin (histogram, MAX (a, b), &unused, to_ns);
}

static TvHistogram
get_histogram (TvHistogramView *self)
{
  TvHistogram histogram = {
    .durations = self->durations,
    .theme = self->theme,
    .chosen = self->chosen,
    .width = gtk_widget_get_width (GTK_WIDGET (self)),
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .band_from_ns = self->band_from_ns,
    .band_to_ns = self->band_to_ns,
    .pointed_bin = self->pointed_bin,
    .selected_ns = self->selected_ns,
    .deadline_ns = self->deadline_ns,
    .has_multiples = self->has_multiples,
    .in_time = self->in_time,
  };

  if (tv_pointer_input_is_dragging (self->input))
    find_band (&histogram, tv_histogram_find_bin (&histogram, self->drag_from),
               tv_histogram_find_bin (&histogram, self->drag_to), &histogram.band_from_ns,
               &histogram.band_to_ns);
  return histogram;
}

/* ---- Strings ---- */

static char *
describe_bin (TvHistogramView *self, int bin)
{
  TvHistogram histogram = get_histogram (self);
  gint64 from_ns, to_ns;
  guint32 n;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *count = NULL;

  tv_histogram_get_bin (&histogram, bin, &from_ns, &to_ns);
  n = tv_durations_count_between (self->durations, from_ns, to_ns, NULL);
  from = tv_histogram_dup_value (&histogram, from_ns);
  to = tv_histogram_dup_value (&histogram, to_ns);
  count = tv_format_count (n);
  /* Translators: shortest and longest duration of a bar; number of calls in it */
  return g_strdup_printf (_("%s – %s: %s"), from, to, count);
}

static void
update_description (TvHistogramView *self)
{
  static const guint percents[] = { 50, 90, 99, 100 };
  g_autofree char *count = NULL;
  g_autofree char *bin = NULL;
  g_autofree char *text = NULL;
  char *times[G_N_ELEMENTS (percents)];
  TvHistogram histogram = get_histogram (self);

  if (!has_any (self))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    times[i] = tv_histogram_dup_value (&histogram,
                                       tv_durations_get_percentile (self->durations, percents[i]));
  count = tv_format_count (tv_durations_count (self->durations));
  bin = self->pointed_bin >= 0 ? describe_bin (self, self->pointed_bin) : g_strdup ("");
  text = g_strdup_printf (_("%s durations: p50 %s, p90 %s, p99 %s, longest %s. %s"), count,
                          times[0], times[1], times[2], times[3], bin);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    g_free (times[i]);
}

static gboolean
tv_histogram_view_query_tooltip (GtkWidget *widget,
                                 int x,
                                 int y,
                                 gboolean is_keyboard,
                                 GtkTooltip *tooltip)
{
  TvHistogramView *self = TV_HISTOGRAM_VIEW (widget);
  TvHistogram histogram = get_histogram (self);
  g_autofree char *text = NULL;

  if (!has_any (self) || tv_pointer_input_is_dragging (self->input) ||
      (is_keyboard && self->pointed_bin < 0))
    return FALSE;
  text = describe_bin (self,
                       is_keyboard ? self->pointed_bin : tv_histogram_find_bin (&histogram, x));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
point_at (TvHistogramView *self, int bin)
{
  if (self->pointed_bin == bin)
    return;
  self->pointed_bin = bin;
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Pointer ---- */

static void
choose (TvHistogramView *self, gint64 from_ns, gint64 to_ns)
{
  g_signal_emit (self, signals[BAND_CHOSEN], 0, from_ns, to_ns);
}

/* Selects the durations of the bars between @a and @b. */
static void
choose_bins (TvHistogramView *self, int a, int b)
{
  TvHistogram histogram = get_histogram (self);
  gint64 from_ns, to_ns;

  find_band (&histogram, a, b, &from_ns, &to_ns);
  choose (self, from_ns, to_ns);
}

static void
hover (GtkWidget *widget)
{
  TvHistogramView *self = TV_HISTOGRAM_VIEW (widget);
  TvHistogram histogram = get_histogram (self);
  double x;

  if (has_any (self))
    point_at (self, tv_pointer_input_get_position (self->input, &x, NULL)
                        ? tv_histogram_find_bin (&histogram, x)
                        : -1);
}

/* Selects the clicked bar. A click on empty space, or inside the selected band, clears the band. */
static void
on_click (GtkWidget *widget, const TvPointerEvent *event)
{
  TvHistogramView *self = TV_HISTOGRAM_VIEW (widget);
  TvHistogram histogram = get_histogram (self);
  gint64 from_ns, to_ns;

  if (!has_any (self))
    return;
  tv_histogram_get_bin (&histogram, tv_histogram_find_bin (&histogram, event->x), &from_ns, &to_ns);
  if (tv_durations_count_between (self->durations, from_ns, to_ns, NULL) == 0 ||
      (self->band_from_ns >= 0 && from_ns >= self->band_from_ns && to_ns <= self->band_to_ns))
    from_ns = to_ns = -1;
  choose (self, from_ns, to_ns);
}

static gboolean
begin_drag (GtkWidget *widget, const TvPointerEvent *event)
{
  TvHistogramView *self = TV_HISTOGRAM_VIEW (widget);

  self->drag_from = event->start_x;
  return has_any (self);
}

static void
drag_to (GtkWidget *widget, const TvPointerEvent *event)
{
  TV_HISTOGRAM_VIEW (widget)->drag_to = event->x;
  gtk_widget_queue_draw (widget);
}

static void
end_drag (GtkWidget *widget, gboolean is_cancelled)
{
  TvHistogramView *self = TV_HISTOGRAM_VIEW (widget);
  TvHistogram histogram = get_histogram (self);

  gtk_widget_queue_draw (widget);
  if (!is_cancelled && has_any (self))
    choose_bins (self, tv_histogram_find_bin (&histogram, self->drag_from),
                 tv_histogram_find_bin (&histogram, self->drag_to));
}

static const TvPointerHandlers handlers = {
  .hover = hover,
  .click = on_click,
  .begin_drag = begin_drag,
  .drag = drag_to,
  .end_drag = end_drag,
};

/* ---- Keys ---- */

static void
step (TvHistogramView *self, int by, gboolean extends)
{
  TvHistogram histogram = get_histogram (self);
  int from = self->pointed_bin, to;

  if (from < 0)
    from = tv_histogram_find_bin (
        &histogram,
        tv_histogram_get_x (&histogram, tv_durations_get_percentile (self->durations, 50)));
  to = self->pointed_bin < 0 ? from
                             : CLAMP (from + by, 0, tv_histogram_count_bins (&histogram) - 1);
  if (!extends || self->anchor_bin < 0)
    self->anchor_bin = from;
  point_at (self, to);
  if (extends)
    choose_bins (self, self->anchor_bin, to);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvHistogramView *self = TV_HISTOGRAM_VIEW (widget);

  if (!has_any (self))
    return;
  if (g_str_equal (name, "histogram.next"))
    step (self, 1, FALSE);
  else if (g_str_equal (name, "histogram.previous"))
    step (self, -1, FALSE);
  else if (g_str_equal (name, "histogram.extend-right"))
    step (self, 1, TRUE);
  else if (g_str_equal (name, "histogram.extend-left"))
    step (self, -1, TRUE);
  else if (g_str_equal (name, "histogram.choose") && self->pointed_bin >= 0)
    choose_bins (self, self->pointed_bin, self->pointed_bin);
  else if (g_str_equal (name, "histogram.choose-all"))
    choose (self, -1, -1);
}

static const struct
{
  const char *action;
  guint key;
  GdkModifierType modifiers;
} keys[] = {
  { "histogram.next", GDK_KEY_Right, 0 },
  { "histogram.previous", GDK_KEY_Left, 0 },
  { "histogram.extend-right", GDK_KEY_Right, GDK_SHIFT_MASK },
  { "histogram.extend-left", GDK_KEY_Left, GDK_SHIFT_MASK },
  { "histogram.choose", GDK_KEY_space, 0 },
  { "histogram.choose", GDK_KEY_Return, 0 },
  { "histogram.choose-all", GDK_KEY_Delete, 0 },
};

/* ---- Widget ---- */

static void
follow_font (TvCanvas *canvas)
{
  TvHistogramView *self = TV_HISTOGRAM_VIEW (canvas);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));

  g_clear_pointer (&self->labels, tv_label_cache_free);
  self->labels = tv_label_cache_new (context, tv_label_get_font_px (context) * LABEL_PART,
                                     PANGO_WEIGHT_NORMAL);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TV_HISTOGRAM_VIEW (canvas)->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
tv_histogram_view_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = tv_font_scale_apply (MIN_HEIGHT_PX);
      *natural = tv_font_scale_apply (HEIGHT_PX);
    }
  else
    *minimum = *natural = MIN_WIDTH_PX;
}

static void
tv_histogram_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvHistogramView *self = TV_HISTOGRAM_VIEW (widget);
  TvHistogram histogram = get_histogram (self);
  cairo_t *cr;

  if (!has_any (self) || histogram.width <= 0 || histogram.height <= 0)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) histogram.width, (float) histogram.height));
  tv_histogram_paint (&histogram, cr, self->labels);
  cairo_destroy (cr);
}

static void
tv_histogram_view_dispose (GObject *object)
{
  TvHistogramView *self = TV_HISTOGRAM_VIEW (object);

  g_clear_pointer (&self->durations, tv_durations_unref);
  g_clear_pointer (&self->in_time, g_free);
  g_clear_pointer (&self->labels, tv_label_cache_free);
  G_OBJECT_CLASS (tv_histogram_view_parent_class)->dispose (object);
}

static void
tv_histogram_view_class_init (TvHistogramViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TV_CANVAS_CLASS (klass)->follow_font = follow_font;
  TV_CANVAS_CLASS (klass)->follow_theme = follow_theme;
  G_OBJECT_CLASS (klass)->dispose = tv_histogram_view_dispose;
  widget_class->measure = tv_histogram_view_measure;
  widget_class->snapshot = tv_histogram_view_snapshot;
  widget_class->query_tooltip = tv_histogram_view_query_tooltip;
  signals[BAND_CHOSEN] = g_signal_new ("band-chosen", TV_TYPE_HISTOGRAM_VIEW, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT64,
                                       G_TYPE_INT64);
  gtk_widget_class_set_css_name (widget_class, "histogram");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_install_action (widget_class, keys[i].action, NULL, run_action);
      gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                           keys[i].action, NULL);
    }
}

static void
tv_histogram_view_init (TvHistogramView *self)
{
  self->band_from_ns = self->band_to_ns = self->selected_ns = -1;
  self->pointed_bin = self->anchor_bin = -1;
  /* Durations increase from left to right in every language. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Durations"), -1);
  self->input = tv_pointer_input_new (GTK_WIDGET (self), &handlers);
}

GtkWidget *
tv_histogram_view_new (void)
{
  return g_object_new (TV_TYPE_HISTOGRAM_VIEW, NULL);
}

/**
 * tv_histogram_view_set_durations:
 * @durations: (nullable): durations to draw
 * @chosen: colour of the bars in the band
 *
 * Sets the durations. New durations also reset the pointed bar.
 */
void
tv_histogram_view_set_durations (TvHistogramView *self,
                                 TvDurations *durations,
                                 const TvColor *chosen)
{
  g_return_if_fail (TV_IS_HISTOGRAM_VIEW (self));

  self->chosen = *chosen;
  if (durations != self->durations)
    {
      if (durations != NULL)
        tv_durations_ref (durations);
      g_clear_pointer (&self->durations, tv_durations_unref);
      self->durations = durations;
      self->pointed_bin = self->anchor_bin = -1;
      update_description (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Sets the highlighted band. @from_ns: -1 for none. */
void
tv_histogram_view_set_band (TvHistogramView *self, gint64 from_ns, gint64 to_ns)
{
  g_return_if_fail (TV_IS_HISTOGRAM_VIEW (self));

  self->band_from_ns = from_ns;
  self->band_to_ns = to_ns;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * tv_histogram_view_set_deadline:
 * @ns: deadline, or 0 for none
 * @has_multiples: whether each duration is expressed as a multiple of its own deadline; @ns then stands for one
 *   deadline
 * @in_time: (nullable): label to the left of the deadline
 *
 * Marks a deadline, and distinguishes shorter and longer durations.
 */
void
tv_histogram_view_set_deadline (TvHistogramView *self,
                                gint64 ns,
                                gboolean has_multiples,
                                const char *in_time)
{
  g_return_if_fail (TV_IS_HISTOGRAM_VIEW (self));
  g_return_if_fail (ns > 0 || !has_multiples);

  self->deadline_ns = ns;
  self->has_multiples = has_multiples;
  g_free (self->in_time);
  self->in_time = g_strdup (in_time);
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: (transfer full): a duration as text or, if durations are multiples of deadlines, the multiple; see
 * tv_histogram_dup_value() */
char *
tv_histogram_view_dup_value (TvHistogramView *self, gint64 value)
{
  TvHistogram histogram = get_histogram (self);

  g_return_val_if_fail (TV_IS_HISTOGRAM_VIEW (self), NULL);
  return tv_histogram_dup_value (&histogram, value);
}

/* Marks the duration of the selected call. @ns: -1 for none. */
void
tv_histogram_view_set_selected (TvHistogramView *self, gint64 ns)
{
  g_return_if_fail (TV_IS_HISTOGRAM_VIEW (self));

  self->selected_ns = ns;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
