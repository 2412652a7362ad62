/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Overview of the trace, in two layers: the whole trace, cached in a surface, and the frame that shows the visible
 * range. Workers compute the content. TvPointerInput calls the handlers that move the frame or draw a new one. A
 * child of the trace page. Changes the visible range and the selected range of the session. */

#include "ui/views/timeline/overview-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/time-format.h"
#include "paint/timeline/layout.h"
#include "paint/timeline/overview.h"
#include "ui/kit/draw-layer.h"
#include "ui/kit/pointer-input.h"
#include "ui/kit/work.h"

#define MIN_HEIGHT  40
#define TEXT_MARGIN 4
#define MIN_PEAK    0.05 /* lower peaks would be formatted as 0.0 */

typedef enum
{
  TV_OVERVIEW_DRAG_NONE,
  TV_OVERVIEW_DRAG_WINDOW, /* moves the frame */
  TV_OVERVIEW_DRAG_EDGE,   /* moves an edge of the frame */
  TV_OVERVIEW_DRAG_NEW,    /* draws a new frame */
  TV_OVERVIEW_DRAG_SELECT, /* selects a time range */
} TvOverviewDrag;

/* Results of workers */
typedef enum
{
  TV_OVERVIEW_ALL,
  TV_OVERVIEW_OCCURRENCES,
  TV_OVERVIEW_HITS,
  TV_OVERVIEW_N_KINDS,
} TvOverviewKind;

struct _TvOverviewView
{
  TvCanvas parent_instance;

  GtkWidget *content;
  GtkWidget *window;

  TvSession *session; /* (nullable) */
  int label_width;
  const TvTheme *theme;
  TvLabelCache *titles;
  TvLabelCache *details;
  int height;

  TvActivity *activities[TV_OVERVIEW_N_KINDS]; /* (nullable) each: results */
  GCancellable *finding[TV_OVERVIEW_N_KINDS];  /* running workers; nullable each */
  char *title;                                 /* (nullable) */
  char *detail;                                /* (nullable) */
  cairo_surface_t *surface;                    /* (nullable): cached static content */

  TvPointerInput *input; /* not owned; freed with the widget */
  TvOverviewDrag drag;
  gint64 from_ns; /* start of the visible range when the drag began */
  gint64 to_ns;   /* end of the visible range when the drag began */
  gint64
      fixed_ns; /* time that the drag does not move: the other edge, or the point where the drag began */
};

G_DEFINE_FINAL_TYPE (TvOverviewView, tv_overview_view, TV_TYPE_CANVAS)

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_LABEL_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* Gets the content to paint. Returns %FALSE if there is nothing to paint. */
static gboolean
get_overview (TvOverviewView *self, TvOverview *overview)
{
  TvTrace *trace;

  *overview = (TvOverview){
    .theme = self->theme,
    .width = gtk_widget_get_width (GTK_WIDGET (self)),
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .label_width = self->label_width,
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
  };
  if (self->session == NULL || overview->width <= overview->label_width)
    return FALSE;
  trace = tv_session_get_trace (self->session);
  overview->activity = self->activities[TV_OVERVIEW_ALL];
  overview->occurrences = self->activities[TV_OVERVIEW_OCCURRENCES];
  overview->hits = self->activities[TV_OVERVIEW_HITS];
  overview->title = self->title;
  overview->detail = self->detail;
  overview->start_ns = tv_trace_get_start_ns (trace);
  overview->end_ns = MAX (tv_trace_get_end_ns (trace),
                          overview->start_ns + TV_SESSION_MIN_VISIBLE_NS);
  overview->cursor_ns = tv_session_get_cursor_time (self->session);
  overview->marks = tv_session_get_marks (self->session);
  tv_session_get_visible (self->session, &overview->visible_start_ns, &overview->visible_end_ns);
  tv_session_get_range (self->session, &overview->selection_start_ns, &overview->selection_end_ns);
  return TRUE;
}

/* ---- Strings ---- */

static char *
format_number (double number)
{
  return g_strdup_printf (number < 9.95 ? "%.1f" : "%.0f", number);
}

/* Returns: (nullable): phrase with the peak of the activity, or a phrase that there was none; %NULL until the
 * activity is computed */
static char *
dup_detail (TvOverviewView *self)
{
  const TvActivity *activity = self->activities[TV_OVERVIEW_ALL];
  g_autofree char *peak = NULL;

  if (activity == NULL)
    return NULL;
  if (tv_activity_get_max_busy (activity) == 0 || tv_activity_get_peak (activity) < MIN_PEAK)
    return g_strdup (_("No CPU activity recorded"));
  peak = format_number (tv_activity_get_peak (activity));
  switch (tv_activity_get_kind (activity))
    {
    case TV_ACTIVITY_CPUS:
      /* Translators: %s is a number of busy CPUs, %u the number of CPUs, such as "up to 5.8 of 8 CPUs busy" */
      return g_strdup_printf (_("up to %s of %u CPUs busy"), peak,
                              tv_activity_get_max_busy (activity));
    case TV_ACTIVITY_RUNNING:
      return g_strdup_printf (_("up to %s threads running"), peak);
    case TV_ACTIVITY_SAMPLES:
      return g_strdup_printf (_("up to %s threads sampled"), peak);
    case TV_ACTIVITY_THREADS:
    case TV_ACTIVITY_SLICES:
    default:
      return g_strdup_printf (_("up to %s threads in calls"), peak);
    }
}

static char *
dup_level (const TvActivity *activity, const TvActivityLevel *level)
{
  g_autofree char *mean = g_strdup_printf ("%.2f", level->mean);
  guint32 max_busy = tv_activity_get_max_busy (activity);

  switch (tv_activity_get_kind (activity))
    {
    case TV_ACTIVITY_CPUS:
      return g_strdup_printf (_("%s of %u CPUs busy on average (%.0f %%)"), mean, max_busy,
                              100.0 * level->mean / MAX (max_busy, 1));
    case TV_ACTIVITY_RUNNING:
      return g_strdup_printf (_("%s threads running on average: in calls and not switched out"),
                              mean);
    case TV_ACTIVITY_SAMPLES:
      return g_strdup_printf (_("%s threads sampled on average"), mean);
    case TV_ACTIVITY_THREADS:
    case TV_ACTIVITY_SLICES:
    default:
      return g_strdup_printf (_("%s threads in calls on average"), mean);
    }
}

/* Describes the visible part of the trace to assistive technologies. */
static void
update_description (TvOverviewView *self)
{
  TvOverview overview;
  const TvTimeBase *base;
  g_autofree char *start = NULL, *end = NULL, *text = NULL;

  if (!get_overview (self, &overview))
    return;
  base = tv_session_get_time_base (self->session);
  start = tv_time_base_format (base, overview.visible_start_ns);
  end = tv_time_base_format (base, overview.visible_end_ns);
  /* Translators: start and end of the visible range; duration of the trace */
  text = g_strdup_printf (_("The timeline shows %s to %s of %s"), start, end, self->title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static gboolean
tv_overview_view_query_tooltip (GtkWidget *widget,
                                int x,
                                int y,
                                gboolean is_keyboard,
                                GtkTooltip *tooltip)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (widget);
  g_autofree char *time = NULL, *level_text = NULL, *text = NULL;
  TvOverview overview;
  TvActivityLevel level;
  gint64 ns, px_ns;

  if (is_keyboard || self->drag != TV_OVERVIEW_DRAG_NONE || !get_overview (self, &overview) ||
      self->activities[TV_OVERVIEW_ALL] == NULL)
    return FALSE;
  if (x < self->label_width)
    {
      text = g_strdup_printf (_("Overview of the whole trace: %s\nAt the busiest time: %s"),
                              self->title, self->detail);
      gtk_tooltip_set_text (tooltip, text);
      return TRUE;
    }
  ns = tv_overview_get_ns (&overview, x) - overview.start_ns;
  px_ns = tv_overview_get_ns (&overview, x + 1) - overview.start_ns - ns;
  level = tv_activity_get_level (self->activities[TV_OVERVIEW_ALL], (double) ns,
                                 (double) (ns + px_ns));
  time = tv_time_base_format_at (tv_session_get_time_base (self->session), overview.start_ns + ns,
                                 MAX (px_ns, 1));
  level_text = dup_level (self->activities[TV_OVERVIEW_ALL], &level);
  text = g_strconcat (time, "\n", level_text, NULL);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x, 0, 1, gtk_widget_get_height (widget) });
  return TRUE;
}

/* ---- Layers ---- */

static void
queue_paint (TvOverviewView *self)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  gtk_widget_queue_draw (self->content);
  gtk_widget_queue_draw (self->window);
}

static void
draw_content (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvOverviewView *self = data;
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  TvOverview overview;
  cairo_t *cr;

  if (self->surface == NULL && get_overview (self, &overview))
    {
      self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width * scale,
                                                  height * scale);
      cairo_surface_set_device_scale (self->surface, scale, scale);
      cr = cairo_create (self->surface);
      tv_overview_paint (&overview, cr, self->titles, self->details);
      cairo_destroy (cr);
    }
  if (self->surface == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_set_source_surface (cr, self->surface, 0.0, 0.0);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static void
draw_window (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvOverviewView *self = data;
  TvOverview overview;
  cairo_t *cr;

  if (!get_overview (self, &overview))
    return;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  tv_overview_paint_window (&overview, cr);
  cairo_destroy (cr);
}

/* ---- Results of workers ---- */

typedef struct
{
  TvTrace *trace;
  GArray
      *slices; /* (nullable): slices to count; %NULL to compute the activity of the whole trace */
  guint32 source; /* kind of samples, for TV_OVERVIEW_ALL */
  TvOverviewKind kind;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->slices, g_array_unref);
  g_free (job);
}

static gpointer
find_activity (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;

  return job->slices == NULL ? tv_activity_new (job->trace, job->source, cancellable)
                             : tv_activity_new_for_slices (job->trace, job->slices, cancellable);
}

static const TvWork activity_work = { find_activity, job_free, (GDestroyNotify) tv_activity_free };

static void
on_activity_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvOverviewView *self = owner;
  TvOverviewKind kind = ((const Job *) job)->kind;

  self->activities[kind] = result;
  if (kind == TV_OVERVIEW_ALL)
    {
      g_free (self->detail);
      self->detail = dup_detail (self);
    }
  queue_paint (self);
}

static void
drop (TvOverviewView *self, TvOverviewKind kind)
{
  tv_work_stop (&self->finding[kind]);
  g_clear_pointer (&self->activities[kind], tv_activity_free);
}

static void
find (TvOverviewView *self, TvOverviewKind kind, GArray *slices)
{
  Job *job = g_new0 (Job, 1);

  drop (self, kind);
  job->trace = g_object_ref (tv_session_get_trace (self->session));
  job->slices = slices != NULL ? g_array_ref (slices) : NULL;
  job->source = tv_session_get_call_source (self->session);
  job->kind = kind;
  tv_work_start (&activity_work, job, on_activity_found, self, &self->finding[kind]);
}

/* ---- Session ---- */

static void
on_visible_changed (TvOverviewView *self)
{
  gtk_widget_queue_draw (self->window);
  update_description (self);
}

static void
on_selection_changed (TvOverviewView *self)
{
  gtk_widget_queue_draw (self->window);
}

static void
find_or_drop (TvOverviewView *self, TvOverviewKind kind, GArray *slices)
{
  if (slices != NULL && slices->len > 0)
    find (self, kind, slices);
  else
    drop (self, kind);
  queue_paint (self);
}

static void
on_occurrences_changed (TvOverviewView *self)
{
  find_or_drop (self, TV_OVERVIEW_OCCURRENCES, tv_session_get_occurrences (self->session));
}

static void
on_hits_changed (TvOverviewView *self)
{
  find_or_drop (self, TV_OVERVIEW_HITS, tv_session_get_search_hits (self->session));
}

/* Computes the activity again if it shows samples, because it then depends on the kind of samples that the user has
 * chosen. */
static void
on_source_changed (TvOverviewView *self)
{
  const TvActivity *shown = self->activities[TV_OVERVIEW_ALL];

  if (shown == NULL || tv_activity_get_kind (shown) == TV_ACTIVITY_SAMPLES)
    find (self, TV_OVERVIEW_ALL, NULL);
}

static const struct
{
  const char *signal;
  void (*handler) (TvOverviewView *self);
} handlers[] = {
  { "notify::visible-start", on_visible_changed },   { "notify::visible-end", on_visible_changed },
  { "notify::selection", on_selection_changed },     { "notify::call-source", on_source_changed },
  { "notify::cursor-time", on_selection_changed },   { "notify::marks", on_selection_changed },
  { "notify::occurrences", on_occurrences_changed }, { "notify::search-hits", on_hits_changed },
};

static void
drop_session (TvOverviewView *self)
{
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  for (TvOverviewKind kind = 0; kind < TV_OVERVIEW_N_KINDS; kind++)
    drop (self, kind);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->detail, g_free);
  g_clear_object (&self->session);
  self->drag = TV_OVERVIEW_DRAG_NONE;
}

static void
set_session (TvOverviewView *self, TvSession *session)
{
  if (self->session == session)
    return;
  drop_session (self);
  if (session != NULL)
    {
      TvTrace *trace = tv_session_get_trace (session);

      self->session = g_object_ref (session);
      self->title = tv_time_format (tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace));
      for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
        g_signal_connect_swapped (session, handlers[i].signal, G_CALLBACK (handlers[i].handler),
                                  self);
      find (self, TV_OVERVIEW_ALL, NULL);
      on_occurrences_changed (self);
      on_hits_changed (self);
      update_description (self);
    }
  queue_paint (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

static void
set_label_width (TvOverviewView *self, int label_width)
{
  if (self->label_width == label_width)
    return;
  self->label_width = label_width;
  queue_paint (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LABEL_WIDTH]);
}

/* ---- Pointer ---- */

static void
update_cursor (GtkWidget *widget)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (widget);
  const char *name = NULL;
  TvOverviewPart part = TV_OVERVIEW_NOWHERE;
  TvOverview overview;
  double x;

  if (tv_pointer_input_get_position (self->input, &x, NULL) && get_overview (self, &overview))
    part = tv_overview_hit_test (&overview, x);
  if (self->drag == TV_OVERVIEW_DRAG_WINDOW)
    name = "grabbing";
  else if (self->drag == TV_OVERVIEW_DRAG_EDGE)
    name = "col-resize";
  else if (self->drag == TV_OVERVIEW_DRAG_NEW || self->drag == TV_OVERVIEW_DRAG_SELECT)
    name = "crosshair";
  else if (part == TV_OVERVIEW_WINDOW_START || part == TV_OVERVIEW_WINDOW_END)
    name = "col-resize";
  else if (part == TV_OVERVIEW_WINDOW)
    name = "grab";
  else if (part == TV_OVERVIEW_OUTSIDE)
    name = "crosshair";
  gtk_widget_set_cursor_from_name (widget, name);
}

static double
get_chart_width (const TvOverview *overview)
{
  return MAX (overview->width - overview->label_width, 1.0);
}

static gboolean
measure (GtkWidget *widget, double *page, double *row)
{
  TvOverview overview;
  gboolean has_content = get_overview (TV_OVERVIEW_VIEW (widget), &overview);

  *page = get_chart_width (&overview);
  *row = 0.0;
  return has_content;
}

/* Pans by the same distance as an equal movement in the timeline. */
static void
pan (GtkWidget *widget, double dx, double dy)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (widget);
  TvOverview overview;

  if (!get_overview (self, &overview))
    return;
  tv_session_pan_part (self->session, dx / get_chart_width (&overview));
  update_cursor (widget);
}

static void
zoom (GtkWidget *widget, double factor, double x, double y, gboolean is_smooth)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (widget);
  TvOverview overview;
  gint64 about_ns;

  if (!get_overview (self, &overview))
    return;
  about_ns = tv_overview_get_ns (&overview, x);
  if (is_smooth)
    tv_session_zoom (self->session, factor, about_ns);
  else
    tv_session_step_zoom (self->session, factor, about_ns);
  update_cursor (widget);
}

static TvOverviewDrag
choose_drag (TvOverviewView *self, const TvPointerEvent *event)
{
  TvOverviewPart part;
  TvOverview overview;

  if (!get_overview (self, &overview))
    return TV_OVERVIEW_DRAG_NONE;
  part = tv_overview_hit_test (&overview, event->start_x);
  self->from_ns = overview.visible_start_ns;
  self->to_ns = overview.visible_end_ns;
  self->fixed_ns = tv_overview_get_ns (&overview, event->start_x);
  if (part == TV_OVERVIEW_NOWHERE)
    return TV_OVERVIEW_DRAG_NONE;
  if (event->modifiers & GDK_SHIFT_MASK)
    return TV_OVERVIEW_DRAG_SELECT;
  if (part == TV_OVERVIEW_WINDOW)
    return TV_OVERVIEW_DRAG_WINDOW;
  if (part == TV_OVERVIEW_OUTSIDE)
    return TV_OVERVIEW_DRAG_NEW;
  self->fixed_ns = part == TV_OVERVIEW_WINDOW_START ? self->to_ns : self->from_ns;
  return TV_OVERVIEW_DRAG_EDGE;
}

static gboolean
begin_drag (GtkWidget *widget, const TvPointerEvent *event)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (widget);

  self->drag = choose_drag (self, event);
  return self->drag != TV_OVERVIEW_DRAG_NONE;
}

static void
drag_to (GtkWidget *widget, const TvPointerEvent *event)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (widget);
  TvOverview overview;
  gint64 ns, by_ns;

  if (!get_overview (self, &overview))
    return;
  by_ns = (gint64) llround ((event->x - event->start_x) *
                            (double) (overview.end_ns - overview.start_ns) /
                            get_chart_width (&overview));
  ns = tv_overview_get_ns (&overview, event->x);
  switch (self->drag)
    {
    case TV_OVERVIEW_DRAG_WINDOW:
      tv_session_set_visible (self->session, self->from_ns + by_ns, self->to_ns + by_ns);
      break;
    case TV_OVERVIEW_DRAG_EDGE:
      /* The dragged edge moves by the same distance as the pointer. */
      ns = (self->fixed_ns == self->to_ns ? self->from_ns : self->to_ns) + by_ns;
      ns = CLAMP (ns, overview.start_ns, overview.end_ns);
      tv_session_set_visible (self->session, MIN (ns, self->fixed_ns), MAX (ns, self->fixed_ns));
      break;
    case TV_OVERVIEW_DRAG_NEW:
      tv_session_set_visible (self->session, MIN (ns, self->fixed_ns), MAX (ns, self->fixed_ns));
      break;
    case TV_OVERVIEW_DRAG_SELECT:
      tv_session_select_range (self->session, self->fixed_ns, ns);
      break;
    case TV_OVERVIEW_DRAG_NONE:
    default:
      break;
    }
  update_cursor (widget);
}

static void
end_drag (GtkWidget *widget, gboolean is_cancelled)
{
  TV_OVERVIEW_VIEW (widget)->drag = TV_OVERVIEW_DRAG_NONE;
}

static void
on_press (GtkWidget *widget, const TvPointerEvent *event)
{
  if (event->n_presses == 2 && TV_OVERVIEW_VIEW (widget)->session != NULL)
    gtk_widget_activate_action (widget, "win.zoom-fit", NULL);
}

static void
on_click (GtkWidget *widget, const TvPointerEvent *event)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (widget);
  TvOverview overview;

  if (event->n_presses != 1 || (event->modifiers & GDK_SHIFT_MASK) ||
      !get_overview (self, &overview) ||
      tv_overview_hit_test (&overview, event->x) != TV_OVERVIEW_OUTSIDE)
    return;
  tv_session_reveal_time (self->session, tv_overview_get_ns (&overview, event->x));
  update_cursor (widget);
}

static const TvPointerHandlers pointer_handlers = {
  .axes = TV_PAN_HORIZONTAL,
  .wheel_zooms = TRUE,
  .measure = measure,
  .hover = update_cursor,
  .pan = pan,
  .zoom = zoom,
  .press = on_press,
  .click = on_click,
  .begin_drag = begin_drag,
  .drag = drag_to,
  .end_drag = end_drag,
};

/* ---- Fonts and colours ---- */

static void
drop_font (TvOverviewView *self)
{
  g_clear_pointer (&self->titles, tv_label_cache_free);
  g_clear_pointer (&self->details, tv_label_cache_free);
}

static void
follow_font (TvCanvas *canvas)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (canvas);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (tv_label_get_font_px (context));

  drop_font (self);
  self->titles = tv_label_cache_new (context, metrics.name_font_px, PANGO_WEIGHT_NORMAL);
  self->details = tv_label_cache_new (context, metrics.detail_font_px, PANGO_WEIGHT_NORMAL);
  self->height = (int) ceil (tv_label_cache_get_height (self->titles) +
                             tv_label_cache_get_height (self->details)) +
                 2 * TEXT_MARGIN;
  self->height = MAX (self->height, MIN_HEIGHT);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  queue_paint (self);
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (canvas);

  self->theme = theme;
  queue_paint (self);
}

/* ---- Widget ---- */

static void
tv_overview_view_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? TV_OVERVIEW_VIEW (widget)->height : 0;
  *natural = *minimum;
}

static void
tv_overview_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (widget);

  gtk_widget_size_allocate (self->content, &(GtkAllocation){ 0, 0, width, height }, -1);
  gtk_widget_size_allocate (self->window, &(GtkAllocation){ 0, 0, width, height }, -1);
  queue_paint (self);
}

static void
tv_overview_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (object);

  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_LABEL_WIDTH:
      g_value_set_int (value, self->label_width);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_overview_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (object);

  switch (id)
    {
    case PROP_SESSION:
      set_session (self, g_value_get_object (value));
      break;
    case PROP_LABEL_WIDTH:
      set_label_width (self, g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_overview_view_dispose (GObject *object)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (object);

  drop_session (self);
  drop_font (self);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->window, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_overview_view_parent_class)->dispose (object);
}

static void
tv_overview_view_class_init (TvOverviewViewClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TV_CANVAS_CLASS (klass)->follow_font = follow_font;
  TV_CANVAS_CLASS (klass)->follow_theme = follow_theme;
  object_class->dispose = tv_overview_view_dispose;
  object_class->get_property = tv_overview_view_get_property;
  object_class->set_property = tv_overview_view_set_property;
  widget_class->measure = tv_overview_view_measure;
  widget_class->size_allocate = tv_overview_view_size_allocate;
  widget_class->query_tooltip = tv_overview_view_query_tooltip;

  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TV_TYPE_SESSION, flags);
  properties[PROP_LABEL_WIDTH] = g_param_spec_int ("label-width", NULL, NULL, 0, G_MAXINT, 0,
                                                   flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tv_overview_view_init (TvOverviewView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  /* Time runs from left to right in every language. */
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  self->content = tv_draw_layer_new (draw_content, self);
  gtk_widget_set_parent (self->content, widget);
  self->window = tv_draw_layer_new (draw_window, self);
  gtk_widget_set_parent (self->window, widget);

  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (queue_paint), NULL);
  self->input = tv_pointer_input_new (widget, &pointer_handlers);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Overview"), -1);
}
