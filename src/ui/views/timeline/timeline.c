/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/timeline/timeline-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "paint/kit/label-cache.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/work.h"

#define DEFAULT_LABEL_WIDTH 190
#define MIN_LABEL_WIDTH     60
#define MIN_CHART_WIDTH     120

G_DEFINE_FINAL_TYPE (TvTimeline, tv_timeline, TV_TYPE_CANVAS)

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_LABEL_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* What is to be painted; FALSE if there is nothing. */
gboolean
tv_timeline_get_view (TvTimeline *self, TvTimelineView *view)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->session == NULL || self->layout == NULL || width <= self->label_width ||
      height <= self->ruler_height)
    return FALSE;

  *view = (TvTimelineView){
    .layout = self->layout,
    .theme = self->theme,
    .width = width,
    .height = height,
    .label_width = self->label_width,
    .ruler_height = self->ruler_height,
    .scroll_y = round (gtk_adjustment_get_value (self->vertical)),
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

void
tv_timeline_queue_paint (TvTimeline *self)
{
  self->is_painted = FALSE;
  gtk_widget_queue_draw (self->content);
  gtk_widget_queue_draw (self->light);
  if (self->call_line != NULL)
    gtk_widget_queue_draw (self->call_line);
}

/* ---- Layout ---- */

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
  if (self->painter != NULL)
    tv_timeline_painter_set_font (self->painter, context, &self->metrics);
  tv_timeline_update_layout (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TvTimeline *self = TV_TIMELINE (canvas);

  self->theme = theme;
  tv_timeline_queue_paint (self);
  gtk_widget_queue_draw (self->hover);
}

/* ---- Session ---- */

static void
on_visible_changed (TvTimeline *self)
{
  if (!self->is_moving)
    tv_timeline_stop_motion (self);
  tv_timeline_update_bars (self);
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

  if (slice != TV_NONE && self->layout != NULL)
    {
      TvTimelinePlace place;

      tv_timeline_unfold_track (
          self, tv_trace_find_track_at (tv_session_get_trace (self->session), slice));
      tv_timeline_show_level (self, slice, FALSE);
      place = tv_timeline_get_destination (self);
      place.scroll_y = tv_timeline_find_scroll (self, slice, place.scroll_y);
      /* On the way to somewhere, that changes; else it is there at once. */
      if (self->motion_id != 0)
        self->motion_to.scroll_y = place.scroll_y;
      else
        gtk_adjustment_set_value (self->vertical, place.scroll_y);
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

  if (sample != TV_NONE && !self->is_clicked)
    tv_timeline_reveal_samples (
        self, tv_trace_get_stacks (tv_session_get_trace (self->session))->samples.utid[sample]);
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
  tv_timeline_painter_set_coloring (self->painter, tv_session_get_coloring (self->session));
  tv_timeline_queue_paint (self);
}

/* They were empty until now. */
static void
on_strips_built (TvTimeline *self)
{
  if (!tv_timeline_layout_has_strips (self->layout))
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
  { "notify::cursor-time", tv_timeline_show_marked_time },
};

static void
drop_session (TvTimeline *self)
{
  tv_timeline_stop_motion (self);
  tv_timeline_release_keys (self);
  tv_timeline_drop_history (self);
  tv_timeline_drop_busy_index (self);
  tv_timeline_drop_stacks (self);
  g_clear_handle_id (&self->strips_id, g_source_remove);
  tv_timeline_drop_flash (self);
  tv_timeline_drop_card (self);
  tv_timeline_drop_menu (self);
  g_clear_pointer (&self->arrows, g_array_unref);
  self->lit_utid = self->cursor_slice = TV_NONE;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_pointer (&self->painter, tv_timeline_painter_free);
  g_clear_pointer (&self->layout, tv_timeline_layout_free);
  g_clear_object (&self->session);
  self->hit = (TvTimelineHit){
    .area = TV_TIMELINE_NOWHERE, .slice = TV_NONE, .counter = TV_NONE, .stack_sample = TV_NONE
  };
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
      self->painter = tv_timeline_painter_new (tv_session_get_trace (session),
                                               tv_session_get_index (session),
                                               tv_session_get_ranking (session));
      tv_timeline_painter_set_waits (self->painter, FALSE);
      on_colors_changed (self);
      g_signal_connect_swapped (session, "reveal-track", G_CALLBACK (tv_timeline_reveal_track),
                                self);
      g_signal_connect_swapped (session, "reveal-slice", G_CALLBACK (tv_timeline_select_slice),
                                self);
      g_signal_connect_swapped (session, "reveal-counter", G_CALLBACK (tv_timeline_reveal_counter),
                                self);
      g_signal_connect_swapped (session, "reveal-time", G_CALLBACK (tv_timeline_reveal_time), self);
      g_signal_connect_swapped (session, "step-zoom", G_CALLBACK (tv_timeline_step_zoom), self);
      tv_timeline_start_busy_index (self);
    }
  if (self->legend != NULL)
    tv_color_legend_set_session (TV_COLOR_LEGEND (self->legend), session);
  follow_font (TV_CANVAS (self));
  tv_timeline_update_actions (self);
  tv_timeline_update_description (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

/* (transfer none) (nullable): its rows; with a session, until that changes */
const TvTimelineLayout *
tv_timeline_get_layout (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);
  return self->layout;
}

/* Some of the names and some of the chart always stay; whether that changed anything. */
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

/* In px; where there is no room for it, less until there is. */
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

/* In the corner, as high as the ruler is, beside the menu of the rows. */
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

/* With another height the row at the top stays there; the first time, that is the one that was
 * there when the file was open before. */
static void
follow_height (TvTimeline *self, int height)
{
  TvTimelineView view;

  if (!tv_timeline_get_view (self, &view))
    return;
  if (height != self->painted_height || self->history == NULL)
    tv_timeline_go_to_top_row (self);
  if (self->history != NULL)
    return;
  if (!tv_session_has_kept_view (self->session))
    tv_timeline_open_on_app (self);
  tv_timeline_start_history (self);
}

static void
tv_timeline_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvTimeline *self = TV_TIMELINE (widget);
  int bar_width, bar_height;

  update_label_width (self, width);
  tv_timeline_limit_rows (self);
  gtk_widget_measure (self->vertical_bar, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &bar_width, NULL,
                      NULL);
  gtk_widget_measure (self->horizontal_bar, GTK_ORIENTATION_VERTICAL, -1, NULL, &bar_height, NULL,
                      NULL);
  tv_timeline_update_bars (self);
  follow_height (self, height);
  gtk_widget_size_allocate (self->content, &(GtkAllocation){ 0, 0, width, height }, -1);
  gtk_widget_size_allocate (self->light, &(GtkAllocation){ 0, 0, width, height }, -1);
  gtk_widget_size_allocate (self->hover, &(GtkAllocation){ 0, 0, width, height }, -1);
  gtk_widget_size_allocate (self->empty_label, &(GtkAllocation){ 0, 0, width, height }, -1);
  allocate_legend (self);
  if (height - self->ruler_height > 40)
    gtk_widget_size_allocate (self->vertical_bar,
                              &(GtkAllocation){ width - bar_width, self->ruler_height, bar_width,
                                                height - self->ruler_height },
                              -1);
  gtk_widget_size_allocate (self->horizontal_bar,
                            &(GtkAllocation){ self->label_width, height - bar_height,
                                              MAX (width - self->label_width, 1), bar_height },
                            -1);
  if (self->call_menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->call_menu));
  tv_timeline_place_popovers (self);
  tv_timeline_allocate_row_menu (self);
  tv_timeline_allocate_row_notes (self, width, height);
  /* Its children may come and go without any change of what is painted. */
  if (width == self->painted_width && height == self->painted_height)
    return;
  self->painted_width = width;
  self->painted_height = height;
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
  tv_work_stop (&self->copying);
  g_clear_weak_pointer (&self->toast);
  g_clear_weak_pointer (&self->call_line);
  tv_timeline_drop_popovers (self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->light, gtk_widget_unparent);
  g_clear_pointer (&self->hover, gtk_widget_unparent);
  g_clear_pointer (&self->vertical_bar, gtk_widget_unparent);
  g_clear_pointer (&self->horizontal_bar, gtk_widget_unparent);
  g_clear_pointer (&self->empty_label, gtk_widget_unparent);
  g_clear_pointer (&self->legend, gtk_widget_unparent);
  tv_timeline_end_row_range (self, FALSE);
  tv_timeline_remove_row_menu (self);
  tv_timeline_remove_row_notes (self);
  tv_timeline_clear_content (self);
  G_OBJECT_CLASS (tv_timeline_parent_class)->dispose (object);
}

static void
tv_timeline_finalize (GObject *object)
{
  TvTimeline *self = TV_TIMELINE (object);

  g_object_unref (self->vertical);
  g_object_unref (self->horizontal);
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
  g_object_class_install_properties (object_class, N_PROPS, properties);

  tv_timeline_class_add_actions (widget_class);
  tv_timeline_class_add_color_actions (widget_class);
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
  self->hit.slice = self->hit.counter = self->hit.stack_sample = self->lit_utid =
      self->cursor_slice = TV_NONE;

  self->content = tv_draw_layer_new (tv_timeline_draw_content, self);
  gtk_widget_set_parent (self->content, widget);
  self->light = tv_draw_layer_new (tv_timeline_draw_light, self);
  gtk_widget_set_parent (self->light, widget);
  self->empty_label = gtk_label_new (_("Nothing to show on a timeline"));
  gtk_widget_add_css_class (self->empty_label, "dim-label");
  gtk_widget_set_can_target (self->empty_label, FALSE);
  gtk_widget_set_parent (self->empty_label, widget);
  self->hover = tv_draw_layer_new (tv_timeline_draw_hover, self);
  gtk_widget_set_parent (self->hover, widget);
  self->legend = tv_color_legend_new ();
  gtk_widget_set_parent (self->legend, widget);
  tv_timeline_add_bars (self);
  tv_timeline_add_row_notes (self);
  tv_timeline_add_row_menu (self);

  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (tv_timeline_queue_paint), NULL);

  tv_timeline_add_controllers (self);
  tv_timeline_add_menu (self);
  tv_timeline_add_keys (self);
  tv_timeline_update_actions (self);
  tv_timeline_update_description (self);
}

/**
 * tv_timeline_new:
 *
 * Returns: (transfer floating): a timeline that shows nothing yet
 */
GtkWidget *
tv_timeline_new (void)
{
  return g_object_new (TV_TYPE_TIMELINE, NULL);
}
