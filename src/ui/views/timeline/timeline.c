/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The timeline widget: its session, geometry and layers. Everything else is in parts, see timeline-part.h. Created by
 * the template of the trace page, and once more for a baseline. It owns the state of the parts, but does not access
 * it. */

#include "ui/views/timeline/timeline.h"

#include <glib/gi18n.h>
#include <math.h>

#include "paint/kit/label-cache.h"
#include "paint/timeline/band-class.h"
#include "ui/kit/font-scale.h"
#include "ui/views/timeline/color-legend.h"
#include "ui/views/timeline/timeline-actions.h"
#include "ui/views/timeline/timeline-content.h"
#include "ui/views/timeline/timeline-cursor.h"
#include "ui/views/timeline/timeline-highlight.h"
#include "ui/views/timeline/timeline-history.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-keys.h"
#include "ui/views/timeline/timeline-marks.h"
#include "ui/views/timeline/timeline-menu.h"
#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/timeline-painter.h"
#include "ui/views/timeline/timeline-part.h"
#include "ui/views/timeline/timeline-paths.h"
#include "ui/views/timeline/timeline-row-menu.h"
#include "ui/views/timeline/timeline-row-notes.h"
#include "ui/views/timeline/timeline-rows.h"

#define DEFAULT_LABEL_WIDTH 190
#define MIN_LABEL_WIDTH     60
#define MIN_CHART_WIDTH     120

struct _TvTimeline
{
  TvCanvas parent_instance;

  gpointer parts[TV_TIMELINE_N_PARTS];
  GtkWidget *layers[TV_TIMELINE_N_LAYERS];
  GtkWidget *legend;
  GtkWidget *
      call_line; /* (nullable): weak pointer to the layer that connects this timeline with another one */

  TvSession *session; /* (nullable) */
  TvTimelineMetrics metrics;
  int label_width;
  int wanted_label_width; /* width that the user has chosen; @label_width is smaller if there is not enough space */
  double font_scale; /* font scale when @wanted_label_width was set */
  int ruler_height;
  const TvTheme *theme;

  TvTimeGrid grid;           /* time grid of the current view */
  TvCounterPosition counter; /* selected counter and time; the current view points to it */
  int allocated_width;
  int allocated_height;
};

G_DEFINE_FINAL_TYPE (TvTimeline, tv_timeline, TV_TYPE_CANVAS)

#define ADDRESS(id, name) &tv_timeline_part_##name,

static const TvTimelinePart *const parts[TV_TIMELINE_N_PARTS] = { TV_TIMELINE_PARTS (ADDRESS) };

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_LABEL_WIDTH,
  PROP_PATHS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* ---- Parts and layers ---- */

/* Returns: (transfer none): the state of a part; only the file of the part defines the struct */
gpointer
tv_timeline_get_part (TvTimeline *self, TvTimelinePartId id)
{
  return self->parts[id];
}

/* Adds a layer to the timeline. @widget: (transfer floating) */
void
tv_timeline_set_layer (TvTimeline *self, TvTimelineLayer layer, GtkWidget *widget)
{
  self->layers[layer] = widget;
  gtk_widget_set_parent (widget, GTK_WIDGET (self));
}

GtkWidget *
tv_timeline_get_layer (TvTimeline *self, TvTimelineLayer layer)
{
  return self->layers[layer];
}

/* Sets the layer above two timelines, which is redrawn together with this timeline. @layer may be destroyed at any
 * time. */
void
tv_timeline_set_call_line (TvTimeline *self, GtkWidget *layer)
{
  g_set_weak_pointer (&self->call_line, layer);
}

/* ---- Geometry ---- */

int
tv_timeline_get_label_width (TvTimeline *self)
{
  return self->label_width;
}

int
tv_timeline_get_ruler_height (TvTimeline *self)
{
  return self->ruler_height;
}

const TvTheme *
tv_timeline_get_theme (TvTimeline *self)
{
  return self->theme;
}

const TvTimelineMetrics *
tv_timeline_get_metrics (TvTimeline *self)
{
  return &self->metrics;
}

/* Gets the view to paint. Returns %FALSE if there is nothing to paint. */
gboolean
tv_timeline_update_view (TvTimeline *self, TvTimelineView *view)
{
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->session == NULL || layout == NULL || width <= self->label_width ||
      height <= self->ruler_height)
    return FALSE;

  *view = (TvTimelineView){
    .layout = layout,
    .theme = self->theme,
    .width = width,
    .height = height,
    .label_width = self->label_width,
    .ruler_height = self->ruler_height,
    .scroll_y = round (tv_timeline_get_scroll (self)),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .selected_slice = tv_session_get_selected_slice (self->session),
    .occurrences = tv_session_get_occurrences (self->session),
    .shows_gaps = tv_session_get_context_switches (self->session),
    .hits = tv_session_get_search_hits (self->session),
    .marks = tv_session_get_marks (self->session),
    .base = tv_session_get_time_base (self->session),
    .zero = tv_session_get_zero (self->session),
    .selected_mark = tv_session_get_selected_mark (self->session),
    .sample_kind = tv_session_get_sample_kind (self->session),
    .selected_sample = tv_session_get_selected_sample (self->session),
    .selected_symbol = tv_session_get_selected_symbol (self->session),
    .sample_marks = tv_session_get_sample_marks (self->session),
    .selected_path = tv_session_get_selected_path (self->session),
    .selection = tv_session_get_selection (self->session),
  };
  self->counter.counter = tv_session_get_selected_counter (self->session, &self->counter.ns);
  if (self->counter.counter != TV_NONE)
    view->counter = &self->counter;
  tv_session_get_visible (self->session, &view->start_ns, &view->end_ns);
  tv_session_get_range (self->session, &view->selection_start_ns, &view->selection_end_ns);
  if (view->end_ns <= view->start_ns)
    return FALSE;
  tv_timeline_view_keep_to_grid (view, &self->grid, tv_session_get_trace (self->session));
  return TRUE;
}

/* Returns the time at a horizontal position, clamped to the chart. */
gint64
tv_timeline_get_ns_at (TvTimeline *self, double x)
{
  TvTimelineView view;

  if (!tv_timeline_update_view (self, &view))
    return 0;
  return tv_timeline_view_get_ns (&view, CLAMP (x, view.label_width, view.width));
}

/* Repaints all layers in the next frame, except the hover layer. */
void
tv_timeline_queue_paint (TvTimeline *self)
{
  tv_timeline_invalidate_content (self);
  gtk_widget_queue_draw (self->layers[TV_TIMELINE_LAYER_HIGHLIGHT]);
  if (self->call_line != NULL)
    gtk_widget_queue_draw (self->call_line);
}

/* ---- Font and theme ---- */

static void
follow_font (TvCanvas *canvas)
{
  TvTimeline *self = TV_TIMELINE (canvas);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  double before = self->font_scale;

  self->font_scale = tv_font_scale_get ();
  if (self->font_scale != before)
    tv_timeline_set_label_width (
        self, (int) round (self->wanted_label_width * self->font_scale / before));
  self->metrics = tv_timeline_metrics_for_font (tv_label_get_font_px (context));
  self->ruler_height = (int) ceil (self->metrics.detail_font_px * 1.5) + 10;
  tv_timeline_drop_card (self);
  if (tv_timeline_get_painter (self) != NULL)
    tv_timeline_painter_set_font (tv_timeline_get_painter (self), context, &self->metrics);
  tv_timeline_update_layout (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TvTimeline *self = TV_TIMELINE (canvas);

  self->theme = theme;
  tv_timeline_queue_paint (self);
  gtk_widget_queue_draw (self->layers[TV_TIMELINE_LAYER_HOVER]);
}

/* ---- Session ---- */

static void
on_visible_changed (TvTimeline *self)
{
  if (!tv_timeline_is_in_step (self))
    tv_timeline_stop_motion (self);
  tv_timeline_update_bars (self);
  tv_timeline_update_paths (self);
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
  tv_timeline_update_history (self);
}

static void
on_selection_changed (TvTimeline *self)
{
  tv_timeline_queue_paint (self);
  tv_timeline_update_actions (self);
}

static void
on_slice_changed (TvTimeline *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);

  if (slice != TV_NONE && tv_timeline_get_layout (self) != NULL)
    {
      tv_timeline_unfold_track (
          self, tv_trace_find_track_at (tv_session_get_trace (self->session), slice));
      tv_timeline_show_level (self, slice, FALSE);
      tv_timeline_scroll_to_slice (self, slice);
    }
  tv_timeline_update_arrows (self);
  on_selection_changed (self);
  tv_timeline_update_row_notes (self);
  tv_timeline_update_description (self);
}

static void
on_sample_changed (TvTimeline *self)
{
  guint32 sample = tv_session_get_selected_sample (self->session);

  if (sample != TV_NONE && !tv_timeline_is_clicked (self))
    tv_timeline_reveal_samples (
        self, tv_trace_get_stacks (tv_session_get_trace (self->session))->samples.utid[sample]);
  on_selection_changed (self);
  tv_timeline_update_description (self);
}

static void
on_path_changed (TvTimeline *self)
{
  on_selection_changed (self);
  tv_timeline_update_description (self);
}

static void
on_source_changed (TvTimeline *self)
{
  tv_timeline_update_stacks (self);
  on_selection_changed (self);
}

static void
on_colors_changed (TvTimeline *self)
{
  tv_timeline_painter_set_coloring (tv_timeline_get_painter (self),
                                    tv_session_get_coloring (self->session));
  tv_timeline_queue_paint (self);
}

/* Repaints rows that show strips. They were empty until the index of strips was built. */
static void
on_strips_built (TvTimeline *self)
{
  if (!tv_timeline_layout_shows (tv_timeline_get_layout (self), &tv_band_strip))
    return;
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
}

static const struct
{
  const char *signal;
  void (*handler) (TvTimeline *self);
} handlers[] = {
  { "notify::visible-start", on_visible_changed },
  { "notify::visible-end", on_visible_changed },
  { "notify::selection", on_selection_changed },
  { "notify::selected-symbol", on_selection_changed },
  { "notify::call-source", on_source_changed },
  { "notify::selected-slice", on_slice_changed },
  { "notify::occurrences", on_selection_changed },
  { "notify::counted-occurrences", tv_timeline_update_description },
  { "notify::selected-counter", on_selection_changed },
  { "notify::selected-sample", on_sample_changed },
  { "notify::selected-path", on_path_changed },
  { "notify::sample-marks", tv_timeline_queue_paint },
  { "notify::context-switches", on_selection_changed },
  { "notify::chart-style", tv_timeline_update_layout },
  { "notify::colour-by", on_colors_changed },
  { "notify::search-hits", tv_timeline_queue_paint },
  { "notify::has-strips", on_strips_built },
  { "notify::marks", on_selection_changed },
  { "notify::offset", on_selection_changed },
  { "notify::time-base", on_selection_changed },
  { "notify::selected-mark", on_selection_changed },
  { "notify::cursor-time", tv_timeline_show_cursor_time },
};

static void
drop_session (TvTimeline *self)
{
  for (guint i = TV_TIMELINE_N_PARTS; i-- > 0;)
    if (parts[i]->drop_session != NULL)
      parts[i]->drop_session (self);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
}

TvSession *
tv_timeline_get_session (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);
  return self->session;
}

void
tv_timeline_set_session (TvTimeline *self, TvSession *session)
{
  g_return_if_fail (TV_IS_TIMELINE (self));
  g_return_if_fail (session == NULL || TV_IS_SESSION (session));

  if (self->session == session)
    return;
  drop_session (self);
  if (session != NULL)
    {
      self->session = g_object_ref (session);
      for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
        g_signal_connect_swapped (session, handlers[i].signal, G_CALLBACK (handlers[i].handler),
                                  self);
      tv_timeline_follow_rows (self);
      tv_timeline_create_painter (self);
      tv_timeline_queue_paint (self);
      g_signal_connect_swapped (session, "reveal-track", G_CALLBACK (tv_timeline_reveal_track),
                                self);
      g_signal_connect_swapped (session, "reveal-slice", G_CALLBACK (tv_timeline_select_slice),
                                self);
      g_signal_connect_swapped (session, "reveal-counter", G_CALLBACK (tv_timeline_reveal_counter),
                                self);
      g_signal_connect_swapped (session, "reveal-time", G_CALLBACK (tv_timeline_reveal_time), self);
      g_signal_connect_swapped (session, "step-zoom", G_CALLBACK (tv_timeline_step_zoom), self);
    }
  if (self->legend != NULL)
    tv_color_legend_set_session (TV_COLOR_LEGEND (self->legend), session);
  follow_font (TV_CANVAS (self));
  tv_timeline_update_actions (self);
  tv_timeline_update_description (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

/* Limits the width of the row labels so that both the labels and the chart keep a minimum width. Returns whether the
 * width of the labels has changed. */
static gboolean
update_label_width (TvTimeline *self, int width)
{
  int label_width = self->wanted_label_width;

  if (width > 0)
    label_width = MIN (label_width, width - MIN_CHART_WIDTH);
  label_width = MAX (label_width, MIN_LABEL_WIDTH);
  if (self->label_width == label_width)
    return FALSE;
  self->label_width = label_width;
  tv_timeline_queue_paint (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LABEL_WIDTH]);
  return TRUE;
}

/* Sets the width of the row labels, in px. The labels stay narrower while there is not enough space. */
void
tv_timeline_set_label_width (TvTimeline *self, int label_width)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->wanted_label_width = MAX (label_width, MIN_LABEL_WIDTH);
  if (!update_label_width (self, gtk_widget_get_width (GTK_WIDGET (self))))
    return;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  tv_timeline_update_hover (self);
}

/* ---- Widget ---- */

static void
tv_timeline_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_LABEL_WIDTH + MIN_CHART_WIDTH : 80;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 400;
}

/* Allocates the legend in the corner, after the menu button of all rows. */
static void
allocate_legend (TvTimeline *self)
{
  int x = tv_timeline_get_rows_button_width (self);
  int width, height;

  gtk_widget_measure (self->legend, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (self->legend, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  gtk_widget_set_child_visible (self->legend, x + width < self->label_width);
  gtk_widget_size_allocate (self->legend,
                            &(GtkAllocation){ x, (self->ruler_height - 1 - height) / 2,
                                              MAX (self->label_width - 1 - x, width), height },
                            -1);
}

/* Keeps the topmost row in place when the height changes. At the first allocation, scrolls to the saved topmost row
 * or, without a saved view, to the main process, and starts the history. */
static void
follow_height (TvTimeline *self, int height)
{
  TvTimelineView view;

  if (!tv_timeline_update_view (self, &view))
    return;
  if (height != self->allocated_height || !tv_timeline_has_history (self))
    tv_timeline_restore_top_row (self);
  if (tv_timeline_has_history (self))
    return;
  if (!tv_session_has_saved_view (self->session))
    tv_timeline_scroll_to_app (self);
  tv_timeline_start_history (self);
}

static void
tv_timeline_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvTimeline *self = TV_TIMELINE (widget);

  update_label_width (self, width);
  tv_timeline_limit_rows (self);
  tv_timeline_update_bars (self);
  follow_height (self, height);
  for (guint i = 0; i < TV_TIMELINE_N_LAYERS; i++)
    gtk_widget_size_allocate (self->layers[i], &(GtkAllocation){ 0, 0, width, height }, -1);
  allocate_legend (self);
  tv_timeline_allocate_bars (self, width, height);
  tv_timeline_place_menu (self);
  tv_timeline_place_mark_popovers (self);
  tv_timeline_allocate_row_menu (self);
  tv_timeline_allocate_row_notes (self, width, height);
  /* GTK also allocates the timeline when children have changed; this does not affect the chart. */
  if (width == self->allocated_width && height == self->allocated_height)
    return;
  self->allocated_width = width;
  self->allocated_height = height;
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
}

static void
tv_timeline_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_timeline_parent_class)->root (widget);
  tv_timeline_follow_root (TV_TIMELINE (widget));
}

static void
tv_timeline_unroot (GtkWidget *widget)
{
  tv_timeline_leave_root (TV_TIMELINE (widget));
  GTK_WIDGET_CLASS (tv_timeline_parent_class)->unroot (widget);
}

static void
tv_timeline_unmap (GtkWidget *widget)
{
  tv_timeline_stop_motion (TV_TIMELINE (widget));
  tv_timeline_release_keys (TV_TIMELINE (widget));
  GTK_WIDGET_CLASS (tv_timeline_parent_class)->unmap (widget);
}

static void
tv_timeline_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvTimeline *self = TV_TIMELINE (object);

  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_LABEL_WIDTH:
      g_value_set_int (value, self->label_width);
      break;
    case PROP_PATHS:
      g_value_set_pointer (value, tv_timeline_get_paths (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_timeline_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvTimeline *self = TV_TIMELINE (object);

  switch (id)
    {
    case PROP_SESSION:
      tv_timeline_set_session (self, g_value_get_object (value));
      break;
    case PROP_LABEL_WIDTH:
      tv_timeline_set_label_width (self, g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_timeline_dispose (GObject *object)
{
  TvTimeline *self = TV_TIMELINE (object);

  drop_session (self);
  for (guint i = TV_TIMELINE_N_PARTS; i-- > 0;)
    if (parts[i]->dispose != NULL)
      parts[i]->dispose (self);
  for (guint i = 0; i < TV_TIMELINE_N_LAYERS; i++)
    g_clear_pointer (&self->layers[i], gtk_widget_unparent);
  g_clear_pointer (&self->legend, gtk_widget_unparent);
  g_clear_weak_pointer (&self->call_line);
  G_OBJECT_CLASS (tv_timeline_parent_class)->dispose (object);
}

static void
tv_timeline_finalize (GObject *object)
{
  TvTimeline *self = TV_TIMELINE (object);

  for (guint i = 0; i < TV_TIMELINE_N_PARTS; i++)
    g_free (self->parts[i]);
  G_OBJECT_CLASS (tv_timeline_parent_class)->finalize (object);
}

static void
tv_timeline_class_init (TvTimelineClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TV_CANVAS_CLASS (klass)->follow_font = follow_font;
  TV_CANVAS_CLASS (klass)->follow_theme = follow_theme;
  object_class->dispose = tv_timeline_dispose;
  object_class->finalize = tv_timeline_finalize;
  object_class->get_property = tv_timeline_get_property;
  object_class->set_property = tv_timeline_set_property;
  widget_class->measure = tv_timeline_measure;
  widget_class->size_allocate = tv_timeline_size_allocate;
  widget_class->query_tooltip = tv_timeline_query_tooltip;
  widget_class->root = tv_timeline_root;
  widget_class->unroot = tv_timeline_unroot;
  widget_class->unmap = tv_timeline_unmap;

  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TV_TYPE_SESSION, flags);
  properties[PROP_LABEL_WIDTH] = g_param_spec_int ("label-width", NULL, NULL, MIN_LABEL_WIDTH,
                                                   G_MAXINT, DEFAULT_LABEL_WIDTH, flags);
  properties[PROP_PATHS] = g_param_spec_pointer ("paths", NULL, NULL,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  tv_timeline_class_add_actions (widget_class);
  tv_timeline_class_add_menu_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tv_timeline_init (TvTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  /* Time runs from left to right in every language. */
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  self->label_width = self->wanted_label_width = DEFAULT_LABEL_WIDTH;
  self->font_scale = 1.0;
  for (guint i = 0; i < TV_TIMELINE_N_PARTS; i++)
    self->parts[i] = g_malloc0 (parts[i]->size);
  for (guint i = 0; i < TV_TIMELINE_N_PARTS; i++)
    if (parts[i]->init != NULL)
      parts[i]->init (self);

  /* In the focus order, the legend precedes the widgets of the parts. */
  self->legend = tv_color_legend_new ();
  gtk_widget_insert_after (self->legend, widget, self->layers[TV_TIMELINE_LAYER_HOVER]);

  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (tv_timeline_queue_paint), NULL);

  tv_timeline_update_actions (self);
  tv_timeline_update_description (self);
}

/**
 * tv_timeline_new:
 *
 * Returns: (transfer floating): a new timeline without a session
 */
GtkWidget *
tv_timeline_new (void)
{
  return g_object_new (TV_TYPE_TIMELINE, NULL);
}
