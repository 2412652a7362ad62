/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bar with the phases of an app start and the states of its main thread. Child of the Starts view (starts-view.c).
 * Owns a reference to the session, a copy of one start, the boxes of its phases, and label caches.
 * tv_phase_bar_show() replaces the start and the boxes. */

#include "ui/views/starts/phase-bar.h"

#include <glib/gi18n.h>
#include <math.h>

#include "analysis/system/app-start-slices.h"
#include "core/time-format.h"
#include "paint/kit/label-cache.h"
#include "paint/timeline/layout.h"
#include "paint/timeline/spans.h"
#include "paint/timeline/state-bars.h"

#define BAR_PX      30.0
#define STATES_PX   8.0
#define GAP_PX      4.0
#define EDGE_PX     8.0  /* distance of the text from the edge of its box */
#define MIN_TEXT_PX 60.0 /* minimum width of a box with text; narrower boxes only have a tooltip */
#define RADIUS_PX   4.0
#define HATCH_PX    6.0
#define OPEN_PART   0.25 /* opacity of an unfinished phase */
#define HATCH_PART  0.5

/* Alternating colours of the boxes, as indexes in the palette */
static const guint tints[] = { 0, 16 };

struct _TvPhaseBar
{
  TvCanvas parent_instance;

  TvSession *session; /* (nullable): %NULL until the first start is shown */
  TvAppStart start;
  GArray *phases; /* (element-type TvAppStartPhase): phases of all starts */
  GArray *boxes;  /* (element-type TvAppStartBox): boxes of the phases of @start */
  guint selected; /* row of the selected phase in @phases, or TV_NONE */

  const TvTheme *theme;
  TvLabelCache *names;
  TvLabelCache *texts;
  int line; /* height of a line of text */
};

G_DEFINE_FINAL_TYPE (TvPhaseBar, tv_phase_bar, TV_TYPE_CANVAS)

enum
{
  SIGNAL_PHASE_SELECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- Strings ---- */

static const struct
{
  const char *phase;
  const char *label; /* (nullable): %NULL if the label is the name of the phase */
  const char *description;
} phase_labels[] = {
  { TV_APP_START_LAUNCH_DELAY, N_("Launch"), N_("until the main thread runs") },
  { "bindApplication", NULL, N_("Application.onCreate, providers") },
  { "activityStart", NULL, N_("onCreate, onStart") },
  { "activityResume", NULL, N_("onResume") },
  { "Choreographer#doFrame", N_("First Frame"), N_("measure, layout, draw") },
  { "DrawFrames", N_("Draw"), N_("RenderThread") },
};

static guint
find_phase (const char *phase)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (phase_labels) && !g_str_equal (phase, phase_labels[i].phase))
    i++;
  return i;
}

/* Returns: translated label of a phase, or its name if it has no label */
const char *
tv_phase_bar_get_label (const char *phase)
{
  guint i = find_phase (phase);

  return i < G_N_ELEMENTS (phase_labels) && phase_labels[i].label != NULL
             ? _ (phase_labels[i].label)
             : phase;
}

static const TvAppStartPhase *
get_phase (TvPhaseBar *self, const TvAppStartBox *box)
{
  return &g_array_index (self->phases, TvAppStartPhase, box->phase);
}

/* Returns: (nullable): the dimmed description below the duration of a phase */
static const char *
get_description (TvPhaseBar *self, const TvAppStartBox *box)
{
  guint i = find_phase (get_phase (self, box)->name);

  if (box->is_open && self->start.initial_display_ns < 0)
    return _("not displayed before the end of the recording");
  return i < G_N_ELEMENTS (phase_labels) ? _ (phase_labels[i].description) : NULL;
}

static char *
dup_took (TvPhaseBar *self, const TvAppStartBox *box)
{
  gint64 dur = get_phase (self, box)->dur;

  return dur >= 0 ? tv_time_format (dur) : g_strdup (_("unfinished"));
}

/* ---- Scale ---- */

static gint64
get_length (TvPhaseBar *self)
{
  return MAX (tv_app_start_get_seen_end (&self->start) - self->start.ts, 1);
}

static double
get_x (TvPhaseBar *self, gint64 ns)
{
  return (double) (ns - self->start.ts) / (double) get_length (self) *
         gtk_widget_get_width (GTK_WIDGET (self));
}

/* Returns: (nullable): the box at a position; %NULL below the bar and between boxes */
static const TvAppStartBox *
find_box (TvPhaseBar *self, double x, double y)
{
  for (guint i = 0; y < BAR_PX && i < self->boxes->len; i++)
    {
      const TvAppStartBox *box = &g_array_index (self->boxes, TvAppStartBox, i);

      if (x >= get_x (self, box->ts) && x < get_x (self, box->end))
        return box;
    }
  return NULL;
}

/* ---- Drawing ---- */

static void
append_round (cairo_t *cr, double x, double width, double height)
{
  double radius = MIN (RADIUS_PX, width / 2.0);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, radius, radius, -G_PI_2, 0.0);
  cairo_arc (cr, x + width - radius, height - radius, radius, 0.0, G_PI_2);
  cairo_arc (cr, x + radius, height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

/* Fills the current path with diagonal lines. */
static void
hatch (cairo_t *cr, double x, double width)
{
  cairo_save (cr);
  cairo_clip_preserve (cr);
  cairo_new_path (cr);
  for (double at = x - BAR_PX; at < x + width; at += HATCH_PX)
    {
      cairo_move_to (cr, at, BAR_PX);
      cairo_line_to (cr, at + BAR_PX, 0.0);
    }
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Returns whether a box stands for an interval between phases. The list of phases contains such intervals, too. */
static gboolean
is_gap (TvPhaseBar *self, const TvAppStartBox *box)
{
  return g_str_equal (get_phase (self, box)->name, TV_APP_START_GAP);
}

static void
draw_box (TvPhaseBar *self, cairo_t *cr, guint number)
{
  const TvAppStartBox *box = &g_array_index (self->boxes, TvAppStartBox, number);
  const TvColor *tint = tv_palette_get_color (tints[number % G_N_ELEMENTS (tints)]);
  double x = round (get_x (self, box->ts)), end = round (get_x (self, box->end));
  double width = MAX (end - x - 1.0, 1.0);
  TvColor pale = tv_color_mix (&self->theme->background, tint, OPEN_PART);
  TvColor line = tv_color_mix (&self->theme->background, tint, HATCH_PART);

  if (is_gap (self, box))
    return;
  append_round (cr, x, width, BAR_PX);
  tv_color_set_source (box->is_open ? &pale : tint, cr);
  cairo_fill_preserve (cr);
  if (box->is_open)
    {
      tv_color_set_source (&line, cr);
      hatch (cr, x, width);
    }
  cairo_new_path (cr);
  if (box->phase == self->selected)
    {
      append_round (cr, x, width, BAR_PX);
      cairo_set_line_width (cr, 3.0);
      tv_color_set_source (&self->theme->outline, cr);
      cairo_stroke (cr);
    }
}

/* Draws the name, duration and description of a box, unless the box is too narrow. */
static void
draw_texts (TvPhaseBar *self, cairo_t *cr, const TvAppStartBox *box)
{
  double x = round (get_x (self, box->ts)), space = get_x (self, box->end) - x;
  double y = BAR_PX + GAP_PX + STATES_PX + GAP_PX + self->line / 2.0;
  const char *description = get_description (self, box);
  g_autofree char *took = dup_took (self, box);

  if (space < MIN_TEXT_PX || is_gap (self, box))
    return;
  tv_color_set_source (box->is_open ? &self->theme->text : tv_palette_get_text (), cr);
  tv_label_cache_draw (self->names, cr, tv_phase_bar_get_label (get_phase (self, box)->name),
                       x + EDGE_PX, BAR_PX / 2.0, space - 2.0 * EDGE_PX);
  tv_color_set_source (&self->theme->text, cr);
  tv_label_cache_draw (self->texts, cr, took, x, y, space - EDGE_PX);
  if (description == NULL)
    return;
  tv_color_set_source (&self->theme->dim_text, cr);
  tv_label_cache_draw (self->texts, cr, description, x, y + self->line, space - EDGE_PX);
}

/* Draws the states of the main thread, aligned to device pixels. */
static void
draw_states (TvPhaseBar *self, cairo_t *cr, double scale)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 track = self->start.utid != TV_NONE
                      ? tv_trace_get_threads (trace, NULL)[self->start.utid].state_track
                      : TV_NONE;
  int width = (int) (gtk_widget_get_width (GTK_WIDGET (self)) * scale);
  TvTimeScale times = { self->start.ts, self->start.ts + get_length (self), (guint32) width };
  cairo_rectangle_int_t clip = { 0, 0, width, (int) round ((BAR_PX + GAP_PX + STATES_PX) * scale) };
  g_autoptr (TvSpanFinder) finder = NULL;
  g_autoptr (GArray) spans = NULL;
  g_autoptr (TvBars) bars = NULL;

  if (track == TV_NONE)
    return;
  finder = tv_span_finder_new (trace, tv_session_get_index (self->session));
  spans = g_array_new (FALSE, FALSE, sizeof (TvTimelineSpan));
  bars = tv_bars_new ();
  tv_span_finder_find_nested (finder, track, &times, 0, times.n_columns, 0, 1, spans);
  for (guint i = 0; i < spans->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (spans, TvTimelineSpan, i);
      TvState state;

      if (tv_trace_get_state (trace, span->slice, &state))
        tv_state_bars_add (bars, (guint) state.kind, (TvStateKind) state.kind, (int) span->first,
                           (int) round ((BAR_PX + GAP_PX) * scale), (int) (span->end - span->first),
                           (int) round (STATES_PX * scale), scale);
    }
  tv_bars_paint (bars, cr, scale, self->theme->states, TV_N_STATE_KINDS, &clip);
}

static void
tv_phase_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvPhaseBar *self = TV_PHASE_BAR (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->theme == NULL || self->names == NULL || self->session == NULL || width <= 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  append_round (cr, 0.0, width, BAR_PX);
  tv_color_set_source (&self->theme->header, cr);
  cairo_fill (cr);
  for (guint i = 0; i < self->boxes->len; i++)
    draw_box (self, cr, i);
  for (guint i = 0; i < self->boxes->len; i++)
    draw_texts (self, cr, &g_array_index (self->boxes, TvAppStartBox, i));
  draw_states (self, cr, gtk_widget_get_scale_factor (widget));
  cairo_destroy (cr);
}

/* ---- Pointer ---- */

static void
on_pressed (GtkGestureClick *gesture, int n_presses, double x, double y, TvPhaseBar *self)
{
  const TvAppStartBox *box = find_box (self, x, y);

  if (box == NULL)
    return;
  self->selected = box->phase;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_PHASE_SELECTED], 0, box->phase);
}

static gboolean
tv_phase_bar_query_tooltip (GtkWidget *widget,
                            int x,
                            int y,
                            gboolean is_by_keyboard,
                            GtkTooltip *tooltip)
{
  TvPhaseBar *self = TV_PHASE_BAR (widget);
  const TvAppStartBox *box = is_by_keyboard ? NULL : find_box (self, x, y);
  g_autofree char *took = NULL;
  g_autofree char *text = NULL;

  if (box == NULL)
    return FALSE;
  took = dup_took (self, box);
  /* Translators: name of a phase of an app start; duration of the phase */
  text = g_strdup_printf (_("%s, %s"), tv_phase_bar_get_label (get_phase (self, box)->name), took);
  if (get_description (self, box) != NULL)
    {
      g_autofree char *first = g_steal_pointer (&text);

      text = g_strconcat (first, "\n", get_description (self, box), NULL);
    }
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip,
                            &(GdkRectangle){ (int) get_x (self, box->ts), 0,
                                             (int) (get_x (self, box->end) - get_x (self, box->ts)),
                                             (int) BAR_PX });
  return TRUE;
}

/* ---- Content ---- */

/* Sets the accessible label, and the list of phases as the accessible description. */
static void
update_name (TvPhaseBar *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->boxes->len; i++)
    {
      const TvAppStartBox *box = &g_array_index (self->boxes, TvAppStartBox, i);
      g_autofree char *took = dup_took (self, box);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "",
                              tv_phase_bar_get_label (get_phase (self, box)->name), took);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Phases of the start"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text->str, -1);
}

/**
 * tv_phase_bar_show:
 * @start: start to show; copied
 * @phases: (element-type TvAppStartPhase): phases of all starts, sorted by start and time
 *
 * Shows a start, or hides the bar if the start has no phases.
 */
void
tv_phase_bar_show (TvPhaseBar *self, TvSession *session, const TvAppStart *start, GArray *phases)
{
  g_set_object (&self->session, session);
  self->start = *start;
  g_clear_pointer (&self->phases, g_array_unref);
  self->phases = g_array_ref (phases);
  g_clear_pointer (&self->boxes, g_array_unref);
  self->boxes = tv_app_start_boxes_new (start, phases);
  self->selected = TV_NONE;
  gtk_widget_set_visible (GTK_WIDGET (self), self->boxes->len > 0);
  update_name (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Widget ---- */

static void
follow_font (TvCanvas *canvas)
{
  TvPhaseBar *self = TV_PHASE_BAR (canvas);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (tv_label_get_font_px (context));

  g_clear_pointer (&self->names, tv_label_cache_free);
  g_clear_pointer (&self->texts, tv_label_cache_free);
  self->names = tv_label_cache_new (context, metrics.name_font_px, PANGO_WEIGHT_BOLD);
  self->texts = tv_label_cache_new (context, metrics.name_font_px, PANGO_WEIGHT_NORMAL);
  self->line = (int) ceil (tv_label_cache_get_height (self->texts)) + 2;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TV_PHASE_BAR (canvas)->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
tv_phase_bar_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_VERTICAL
                 ? (int) (BAR_PX + STATES_PX + 2.0 * GAP_PX) + 2 * TV_PHASE_BAR (widget)->line
                 : 0;
  *natural = *minimum;
}

static void
tv_phase_bar_dispose (GObject *object)
{
  TvPhaseBar *self = TV_PHASE_BAR (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->phases, g_array_unref);
  g_clear_pointer (&self->boxes, g_array_unref);
  g_clear_pointer (&self->names, tv_label_cache_free);
  g_clear_pointer (&self->texts, tv_label_cache_free);
  G_OBJECT_CLASS (tv_phase_bar_parent_class)->dispose (object);
}

static void
tv_phase_bar_class_init (TvPhaseBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_phase_bar_dispose;
  widget_class->measure = tv_phase_bar_measure;
  widget_class->snapshot = tv_phase_bar_snapshot;
  widget_class->query_tooltip = tv_phase_bar_query_tooltip;
  TV_CANVAS_CLASS (klass)->follow_font = follow_font;
  TV_CANVAS_CLASS (klass)->follow_theme = follow_theme;
  signals[SIGNAL_PHASE_SELECTED] = g_signal_new ("phase-selected", G_TYPE_FROM_CLASS (klass),
                                                 G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                 G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tv_phase_bar_init (TvPhaseBar *self)
{
  GtkGesture *clicks = gtk_gesture_click_new ();

  self->selected = TV_NONE;
  self->boxes = g_array_new (FALSE, FALSE, sizeof (TvAppStartBox));
  /* Time runs from left to right in every language. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  g_signal_connect (clicks, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (clicks));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/* Returns: (transfer floating): an invisible bar without a start */
GtkWidget *
tv_phase_bar_new (void)
{
  return g_object_new (TV_TYPE_PHASE_BAR, NULL);
}
