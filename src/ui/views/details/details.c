/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pane with the properties of the selected item, on the right of the page. Created by the page; trace-page-load.c
 * sets its session. Follows the selection of the session and shows a TvPropertyList from ui/properties/. A worker
 * finds the properties that take long to compute. Buttons and links of the pane change the session. */

#include "ui/views/details/details.h"

#include <glib/gi18n.h>

#include "analysis/system/frame-surface.h"
#include "ui/properties/counter-properties.h"
#include "ui/properties/log-properties.h"
#include "ui/properties/path-properties.h"
#include "ui/properties/sample-properties.h"
#include "ui/properties/slice-properties.h"
#include "ui/properties/symbol-properties.h"
#include "ui/kit/slice-labels.h"
#include "ui/kit/swatch.h"
#include "ui/views/property-grid.h"
#include "ui/views/details/symbol-calls.h"
#include "ui/views/details/symbol-samples.h"
#include "ui/views/symbol-menu.h"

struct _TvDetails
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkLabel *occurrence;
  GtkWidget *previous_button;
  GtkWidget *next_button;
  TvSwatch *swatch;
  GtkBox *names;
  GtkLabel *name;
  GtkLabel *signature;
  GtkScrolledWindow *scrolled;
  GtkWidget *content; /* content of @scrolled */
  TvPropertyGrid *properties;
  GtkWidget *threads; /* choice between this thread and all threads; visible for states */
  TvSymbolCalls *calls;
  TvSymbolSamplesView *samples;

  TvSession *session;

  guint32 symbol;        /* symbol whose properties are visible, or TV_NONE */
  GCancellable *finding; /* (nullable): running worker that finds the remaining properties */
};

G_DEFINE_FINAL_TYPE (TvDetails, tv_details, GTK_TYPE_WIDGET)

/* Returns the index of the selected counter, or TV_NONE. */
static guint32
get_counter (TvDetails *self)
{
  gint64 ns;

  return tv_session_get_selected_counter (self->session, &ns);
}

/* ---- Properties ---- */

/* Sets the swatch to the colour of the selected item in the timeline. A method without a selected call has a colour
 * only if all its calls have the same colour. */
static void
update_swatch (TvDetails *self)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint32 symbol = tv_session_get_selected_symbol (self->session);
  const TvPathSegment *path = tv_session_get_selected_path (self->session);
  TvState state;

  if (path != NULL)
    tv_swatch_set_state (self->swatch, tv_path_kind_get_state (path->row.kind));
  else if (slice != TV_NONE &&
           tv_trace_get_state (tv_session_get_trace (self->session), slice, &state))
    tv_swatch_set_state (self->swatch, state.kind);
  else if (slice != TV_NONE)
    tv_swatch_set_color (self->swatch, tv_coloring_get_index (coloring, slice));
  else if (symbol != TV_NONE)
    tv_swatch_set_color (self->swatch, tv_coloring_get_symbol (coloring, symbol));
  gtk_widget_set_visible (GTK_WIDGET (self->swatch),
                          slice != TV_NONE || path != NULL ||
                              (symbol != TV_NONE && tv_coloring_has_symbols (coloring)));
}

/* Returns whether a symbol can be in the profile. Runs on a CPU and slices of a process cannot, because they are not
 * calls of a thread. Methods always can. */
static gboolean
is_in_profile (TvDetails *self, guint32 symbol)
{
  return tv_trace_names_methods (tv_session_get_trace (self->session)) ||
         tv_ranking_get_rank (tv_session_get_ranking (self->session), symbol) != TV_NONE;
}

/* Returns whether the selected function has weights of samples instead of times of calls. */
static gboolean
is_of_samples (TvDetails *self)
{
  return tv_session_get_call_source (self->session) != TV_CALLS_OF_SLICES &&
         tv_session_get_selected_slice (self->session) == TV_NONE;
}

static TvSymbolNumbers
get_numbers (TvDetails *self, guint32 symbol)
{
  if (is_of_samples (self))
    return TV_SYMBOL_OF_SAMPLES;
  return is_in_profile (self, symbol) ? TV_SYMBOL_IN_PROFILE : TV_SYMBOL_NOT_IN_PROFILE;
}

/* Returns: (nullable): the properties of the selected item that need no worker; %NULL if nothing is selected */
static TvPropertyList *
describe (TvDetails *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 symbol = tv_session_get_selected_symbol (self->session);
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint32 line = tv_session_get_selected_line (self->session);
  gint64 ns;
  const TvTimeBase *base = tv_session_get_time_base (self->session);
  guint32 counter = tv_session_get_selected_counter (self->session, &ns);
  guint32 sample = tv_session_get_selected_sample (self->session);
  const TvPathSegment *path = tv_session_get_selected_path (self->session);

  if (path != NULL)
    return tv_path_properties_new (trace, base, path);
  if (line != TV_NONE)
    return tv_log_properties_new (trace, base, line);
  if (slice != TV_NONE)
    return tv_slice_properties_new (trace, base, slice, TV_PROPERTY_FULL);
  if (sample != TV_NONE)
    return tv_sample_properties_new (trace, base, sample);
  if (symbol != TV_NONE)
    return tv_symbol_properties_new (tv_session_get_profile (self->session), symbol,
                                     get_numbers (self, symbol));
  return counter != TV_NONE ? tv_counter_properties_new (trace, base, counter, ns, TV_COUNTER_VALUE)
                            : NULL;
}

static void
set_label (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

/* ---- Lists below the properties ---- */

/* Returns whether the pointer is over the list of calls, or the focus in it. */
static gboolean
is_in_calls (TvDetails *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return (gtk_widget_get_state_flags (GTK_WIDGET (self->calls)) & GTK_STATE_FLAG_PRELIGHT) != 0 ||
         (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->calls)));
}

/* Shows properties. If the user has just selected another call in the list of calls, the list stays under the
 * pointer: if there are now fewer properties, empty space remains above the list; if there are more, the pane scrolls
 * down. */
static void
keep_in_place (TvDetails *self, const TvPropertyList *properties)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  guint32 symbol = tv_session_get_selected_symbol (self->session);
  gboolean is_same_symbol = symbol != TV_NONE && symbol == self->symbol && is_in_calls (self);
  int before = gtk_widget_get_height (GTK_WIDGET (self->properties)), now;
  double y, page = gtk_adjustment_get_page_size (adjustment);

  self->symbol = symbol;
  tv_property_grid_hold_height (self->properties, is_same_symbol);
  tv_property_grid_show (self->properties, properties, self->session);
  if (!is_same_symbol)
    {
      gtk_widget_set_size_request (self->content, -1, -1);
      return;
    }
  gtk_widget_measure (GTK_WIDGET (self->properties), GTK_ORIENTATION_VERTICAL,
                      gtk_widget_get_width (GTK_WIDGET (self->properties)), &now, NULL, NULL, NULL);
  if (now <= before)
    return;
  /* Sets the adjustment before the allocation, so that the layout is computed only once. */
  y = gtk_adjustment_get_value (adjustment) + now - before;
  gtk_widget_set_size_request (self->content, -1, (int) (y + page));
  gtk_adjustment_set_upper (adjustment, MAX (gtk_adjustment_get_upper (adjustment), y + page));
  gtk_adjustment_set_value (adjustment, y);
}

static void
show_properties (TvDetails *self, const TvPropertyList *properties)
{
  set_label (self->name, properties->title);
  set_label (self->signature, properties->subtitle);
  keep_in_place (self, properties);
}

static void
on_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  g_autoptr (TvPropertyList) properties = result;

  show_properties (owner, properties);
}

/* Starts a worker for the properties that take long to compute. For a counter, these include statistics of the
 * selected range. */
static void
find_rest (TvDetails *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  gint64 ns, start_ns, end_ns;
  const TvTimeBase *base = tv_session_get_time_base (self->session);
  guint32 counter = tv_session_get_selected_counter (self->session, &ns);

  tv_session_get_range (self->session, &start_ns, &end_ns);
  if (counter != TV_NONE)
    tv_counter_properties_find (trace, base, counter, ns, start_ns, end_ns, on_found, self,
                                &self->finding);
  else
    tv_slice_properties_find (trace, base, tv_session_get_selected_slice (self->session), on_found,
                              self, &self->finding);
}

static void
on_range_selected (TvDetails *self)
{
  if (get_counter (self) != TV_NONE)
    find_rest (self);
}

/* ---- Position among slices of the same name ---- */

/* Returns: a slice whose kind determines the wording: the last selected slice, or else the first of the counted
 * slices; %TV_NONE if there is none */
static guint32
get_example (TvDetails *self)
{
  GArray *occurrences = tv_session_get_counted_occurrences (self->session);
  guint32 slice = tv_session_get_counted_like (self->session);

  if (occurrences == NULL || occurrences->len == 0)
    occurrences = tv_session_get_occurrences (self->session);
  if (slice == TV_NONE && occurrences != NULL && occurrences->len > 0)
    slice = g_array_index (occurrences, guint32, 0);
  return slice;
}

/* Returns whether a log line is selected that belongs to no slice. */
static gboolean
is_line_alone (TvDetails *self)
{
  return tv_session_get_selected_line (self->session) != TV_NONE &&
         tv_session_get_selected_slice (self->session) == TV_NONE;
}

/* Returns whether the counted slices can have different names: frames of a surface, states of a thread, or runs on a
 * CPU. */
static gboolean
counts_others (TvDetails *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 slice = tv_session_get_counted_like (self->session);
  const TvTrack *track = slice != TV_NONE ? &tv_trace_get_tracks (
                                                trace, NULL)[tv_trace_find_track_at (trace, slice)]
                                          : NULL;

  return track != NULL && (tv_track_has_surfaces (track) || track->kind == TV_TRACK_THREAD_STATE ||
                           track->kind == TV_TRACK_CPU);
}

/* Returns: (transfer full): kind of the selected item, number of the counted slices, or position of the selected
 * slice among them */
static char *
dup_occurrence_text (TvDetails *self)
{
  GArray *occurrences = tv_session_get_occurrences (self->session);
  guint n, position = tv_session_get_occurrence (self->session, &n);
  guint n_all = occurrences != NULL ? occurrences->len : 0;
  gboolean is_all = tv_selection_is_all (tv_session_get_selection (self->session)) ||
                    tv_session_is_heap_dump (self->session, get_example (self));
  TvTrace *trace = tv_session_get_trace (self->session);

  if (get_counter (self) != TV_NONE)
    return g_strdup (_("Counter"));
  if (tv_session_get_selected_path (self->session) != NULL)
    return g_strdup (_("Critical path"));
  if (is_line_alone (self))
    return g_strdup (_("Log line"));
  if (tv_session_get_selected_sample (self->session) != TV_NONE)
    return g_strdup (_("Sample"));
  if (tv_session_get_counted_occurrences (self->session) == NULL || (n_all == 0 && position == 0))
    return g_strdup (is_of_samples (self)             ? _("Function")
                     : tv_trace_names_methods (trace) ? _("Method")
                                                      : _("Name"));
  if (position > 0)
    {
      g_autofree char *which = tv_slice_labels_dup_position (
          trace, tv_session_get_selected_slice (self->session), position, n);

      /* Translators: for example “Call 3 of 17”; only calls in the selected time range and on the selected thread are
       * counted */
      return is_all ? g_steal_pointer (&which) : g_strdup_printf (_("%s in the selection"), which);
    }
  if (!is_all && counts_others (self))
    {
      g_autofree char *others = tv_slice_labels_dup_n (trace, get_example (self), n);

      return g_strdup_printf (_("%s in the selection"), others);
    }
  return is_all ? tv_slice_labels_dup_n (trace, get_example (self), n)
                : tv_slice_labels_dup_counted (trace, get_example (self), n, n_all);
}

static void
name_step (TvDetails *self, GtkWidget *button, int direction)
{
  const char *text = tv_slice_labels_get_step (tv_session_get_trace (self->session),
                                               get_example (self), direction);

  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
update_occurrence (TvDetails *self)
{
  g_autofree char *text = dup_occurrence_text (self);
  gboolean has_steps = !is_line_alone (self) && !is_of_samples (self) &&
                       tv_session_get_selected_sample (self->session) == TV_NONE &&
                       tv_session_get_selected_path (self->session) == NULL;

  gtk_widget_set_visible (self->threads, tv_session_counts_states (self->session));
  gtk_label_set_text (self->occurrence, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->occurrence), text);
  gtk_widget_set_visible (self->previous_button, has_steps);
  gtk_widget_set_visible (self->next_button, has_steps);
  name_step (self, self->previous_button, -1);
  name_step (self, self->next_button, 1);
}

static void
update (TvDetails *self)
{
  g_autoptr (TvPropertyList) properties = describe (self);

  tv_work_stop (&self->finding);
  gtk_stack_set_visible_child_name (self->stack, properties != NULL ? "details" : "nothing");
  if (properties == NULL)
    return;
  update_swatch (self);
  update_occurrence (self);
  show_properties (self, properties);
  if (!properties->is_whole)
    find_rest (self);
}

static guint32
get_symbol (gpointer object)
{
  return tv_session_get_selected_symbol (TV_DETAILS (object)->session);
}

/* ---- Widget ---- */

/* Makes the natural width equal to the minimum width, so that the width does not depend on the content. */
static void
tv_details_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (TV_DETAILS (widget)->stack), orientation, for_size, minimum,
                      natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = *minimum;
}

static void
tv_details_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (GTK_WIDGET (TV_DETAILS (widget)->stack),
                            &(GtkAllocation){ 0, 0, width, height }, -1);
}

static void
tv_details_dispose (GObject *object)
{
  TvDetails *self = TV_DETAILS (object);

  tv_work_stop (&self->finding);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_DETAILS);
  G_OBJECT_CLASS (tv_details_parent_class)->dispose (object);
}

static void
tv_details_class_init (TvDetailsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TV_TYPE_SWATCH);
  g_type_ensure (TV_TYPE_PROPERTY_GRID);
  g_type_ensure (TV_TYPE_SYMBOL_CALLS);
  g_type_ensure (TV_TYPE_SYMBOL_SAMPLES);
  G_OBJECT_CLASS (klass)->dispose = tv_details_dispose;
  widget_class->measure = tv_details_measure;
  widget_class->size_allocate = tv_details_size_allocate;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/details.ui");
  gtk_widget_class_set_css_name (widget_class, "details");
  gtk_widget_class_bind_template_child (widget_class, TvDetails, stack);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, occurrence);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, previous_button);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, next_button);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, swatch);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, names);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, name);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, signature);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, scrolled);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, content);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, properties);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, threads);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, calls);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, samples);
}

static void
tv_details_init (TvDetails *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->symbol = TV_NONE;
}

/* Sets the session. Called once. */
void
tv_details_set_session (TvDetails *self, TvSession *session)
{
  g_return_if_fail (TV_IS_DETAILS (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  tv_symbol_calls_set_session (self->calls, session);
  tv_symbol_samples_view_set_session (self->samples, session);
  tv_symbol_menu_attach (self->names, session, get_symbol, self);
  g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::selected-counter", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::selected-path", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::selected-line", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::selected-sample", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_range_selected), self);
  g_signal_connect_swapped (session, "notify::profile", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::time-base", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::call-source", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::counted-occurrences", G_CALLBACK (update_occurrence),
                            self);
  g_signal_connect_swapped (session, "notify::colour-by", G_CALLBACK (update_swatch), self);
  update (self);
}
