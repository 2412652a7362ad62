/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The widget has two layers: the whole trace, which is cached in a surface, and the window that shows the visible
 * range. */

#include "ui/views/timeline/overview-view-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/time-format.h"
#include "paint/timeline/layout.h"
#include "ui/kit/draw-layer.h"
#include "ui/kit/work.h"

#define MIN_HEIGHT  40
#define TEXT_MARGIN 4

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
gboolean
tv_overview_view_get_overview (TvOverviewView *self, TvOverview *overview)
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

  if (self->surface == NULL && tv_overview_view_get_overview (self, &overview))
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

  if (!tv_overview_view_get_overview (self, &overview))
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
  GArray *slices; /* (nullable): slices to count; %NULL for the whole trace */
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
      self->detail = tv_overview_view_dup_detail (self);
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
  tv_overview_view_update_description (self);
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

/* Computes the activity again if it is computed from samples, because it then depends on the chosen kind. */
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
      tv_overview_view_update_description (self);
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
  self->pointer_x = -1.0;
  self->content = tv_draw_layer_new (draw_content, self);
  gtk_widget_set_parent (self->content, widget);
  self->window = tv_draw_layer_new (draw_window, self);
  gtk_widget_set_parent (self->window, widget);

  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (queue_paint), NULL);
  tv_overview_view_add_controllers (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Overview"), -1);
}
