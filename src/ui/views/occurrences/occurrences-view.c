/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All counted calls of the selected symbol: their durations, and a list.
 *
 *   session ── counted-occurrences ──▶ worker ──▶ histogram ── band ──┐
 *      ▲                                  ▲└────▶ list of calls       │
 *      │  selected-slice ◀────────────────│─────────┘                 │
 *                                         └───────────────────────────┘
 *
 * Listed in TV_VIEWS (view.h). Strings and columns are in occurrences-labels.c and occurrences-columns.c. Owns the
 * last result and the band. Clicks change the selected slice and the visible range of the session. */

#include "ui/views/occurrences/occurrences-view-private.h"

#include <glib/gi18n.h>

#include "analysis/system/slice-states.h"
#include "core/time-format.h"
#include "ui/kit/chip.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/object-actions.h"

G_DEFINE_FINAL_TYPE (TvOccurrencesView, tv_occurrences_view, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_BAND,
};

#define EDGE_PX         12
#define GAP_PX          6
#define MIN_LIST_PX     120 /* minimum height of the list below the histogram */
#define BESIDE_PX       380 /* width of the histogram beside the list */
#define BESIDE_WIDTH_PX 820 /* minimum width of the view for a histogram beside the list */

/* Visible time on either side of an activated call, as a fraction of its duration */
#define MARGIN 0.1

/* ---- Rows ---- */

/* Focuses the list and scrolls to the selected row, if that was requested and the result is available. */
static void
give_focus (TvOccurrencesView *self)
{
  guint position = tv_table_view_get_chosen (self->table);

  if (!self->focus_pending || tv_view_is_busy (TV_VIEW (self)) || self->found == NULL)
    return;
  self->focus_pending = FALSE;
  gtk_widget_grab_focus (tv_table_view_get_list (self->table));
  if (position != GTK_INVALID_LIST_POSITION)
    tv_table_view_reveal (self->table, position);
}

static void
update_busy (TvOccurrencesView *self)
{
  gboolean is_sorting;

  g_object_get (self->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self),
                    is_sorting || self->finding != NULL ||
                        (tv_occurrences_view_has_symbol (self) &&
                         tv_session_get_counted_occurrences (self->session) == NULL));
  give_focus (self);
}

static GArray *
get_slices (TvOccurrencesView *self)
{
  return self->found != NULL
             ? tv_occurrence_table_get_slices (TV_OCCURRENCE_TABLE (self->found->table))
             : NULL;
}

/* Returns the row of the selected slice; %TV_NONE if the slice is not in the list, or the list is outdated. */
static guint32
find_row (TvOccurrencesView *self)
{
  guint n, position = tv_session_get_occurrence (self->session, &n);

  return position > 0 && get_slices (self) == tv_session_get_counted_occurrences (self->session)
             ? position - 1
             : TV_NONE;
}

/* ---- Selection ---- */

static void
on_slice_selected (TvOccurrencesView *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint32 row = find_row (self);
  guint position = TV_NONE;

  tv_histogram_view_set_selected (
      self->histogram,
      row != TV_NONE ? tv_time_column_get (
                           &tv_trace_get_slices (tv_session_get_trace (self->session))->dur, slice)
                     : -1);
  if (self->found == NULL || tv_table_view_get_selected (self->table) == row)
    return;
  tv_table_view_select_row (self->table, row);
  if (row != TV_NONE)
    position = tv_table_model_find_row (tv_table_view_get_model (self->table), row);
  if (position != TV_NONE)
    tv_table_view_reveal (self->table, position);
}

static guint32
get_slice (TvOccurrencesView *self, guint row)
{
  return g_array_index (get_slices (self), guint32, row);
}

static void
on_row_selected (TvOccurrencesView *self, guint row)
{
  tv_session_select_slice (self->session, get_slice (self, row));
  tv_session_show_slice (self->session, get_slice (self, row));
}

/* Selects a call and zooms the timeline to it. */
static void
on_row_activated (TvOccurrencesView *self, guint row)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  guint32 slice = get_slice (self, row);
  gint64 start_ns = tv_slices_start (slices, slice), end_ns = tv_slices_end (slices, slice);
  gint64 margin_ns = (gint64) ((double) (end_ns - start_ns) * MARGIN);

  tv_session_select_slice (self->session, slice);
  tv_session_set_visible (self->session, start_ns - margin_ns, end_ns + margin_ns);
}

/* ---- Results ---- */

static void
show_found (TvOccurrencesView *self, TvOccurrences *found)
{
  TvColor color = tv_occurrences_view_get_color (self);
  g_autoptr (TvOccurrences) before = g_steal_pointer (&self->found);

  self->found = found;
  if (found != NULL)
    {
      tv_table_view_set_filter (self->table, found->table, found->filter);
      tv_table_view_set_table (self->table, found->table);
    }
  tv_histogram_view_set_durations (self->histogram, found != NULL ? found->durations : NULL,
                                   &color);
  tv_histogram_view_set_band (self->histogram, found != NULL ? found->band_from_ns : -1,
                              found != NULL ? found->band_to_ns : -1);
  tv_occurrences_view_update_labels (self);
  on_slice_selected (self);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static void
on_found (gpointer owner, gpointer job, gpointer found, const GError *error)
{
  show_found (owner, found);
  update_busy (owner);
}

/* Lists the calls again if the counted calls or the band have changed. Starts the worker only if the view is
 * visible. */
static void
update (TvOccurrencesView *self)
{
  GArray *counted = tv_session_get_counted_occurrences (self->session);
  gboolean is_same = counted != NULL && counted == get_slices (self);

  tv_work_stop (&self->finding);
  tv_view_change_chips (TV_VIEW (self));
  if (!tv_occurrences_view_has_symbol (self))
    show_found (self, NULL);
  else if (counted != NULL && tv_view_is_seen (TV_VIEW (self)) &&
           !(is_same && self->found->band_from_ns == self->band_from_ns &&
             self->found->band_to_ns == self->band_to_ns))
    tv_occurrences_list_in_worker (tv_session_get_trace (self->session), counted,
                                   is_same ? self->found : NULL, self->band_from_ns,
                                   self->band_to_ns, on_found, self, &self->finding);
  update_busy (self);
}

static void
set_band (TvOccurrencesView *self, gint64 from_ns, gint64 to_ns)
{
  if (from_ns < 0 || to_ns < from_ns)
    from_ns = to_ns = -1;
  if (self->band_from_ns == from_ns && self->band_to_ns == to_ns)
    return;
  self->band_from_ns = from_ns;
  self->band_to_ns = to_ns;
  g_object_notify (G_OBJECT (self), "band");
  tv_view_change_chips (TV_VIEW (self));
  update (self);
}

/* Clears the band, unless the list already contains the calls of the new symbol. Frames of a surface, for example,
 * are listed together, although each frame has its own symbol. */
static void
on_symbol_selected (TvOccurrencesView *self)
{
  if (self->found != NULL &&
      get_slices (self) == tv_session_get_counted_occurrences (self->session))
    return;
  set_band (self, -1, -1);
  update (self);
}

static void
on_band_chosen (TvOccurrencesView *self, gint64 from_ns, gint64 to_ns)
{
  set_band (self, from_ns, to_ns);
}

static void
on_colours_changed (TvOccurrencesView *self)
{
  TvColor color = tv_occurrences_view_get_color (self);

  tv_histogram_view_set_durations (self->histogram,
                                   self->found != NULL ? self->found->durations : NULL, &color);
  tv_occurrences_view_update_labels (self);
}

/* ---- View ---- */

static const struct
{
  const char *signal;
  void (*handler) (TvOccurrencesView *self);
} handlers[] = {
  { "notify::counted-occurrences", update },
  { "notify::selected-symbol", on_symbol_selected },
  { "notify::selected-slice", on_slice_selected },
  { "notify::colour-by", on_colours_changed },
};

static void
set_session (TvView *view, TvSession *session)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (view);
  gboolean names_methods = tv_trace_names_methods (tv_session_get_trace (session));

  self->session = session;
  tv_table_view_set_name (self->table, names_methods ? _("Calls") : _("Slices"));
  tv_table_view_set_menu (self->table, tv_occurrences_view_make_menu, self);
  tv_occurrences_view_show_columns (self);
  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_swapped (session, handlers[i].signal, G_CALLBACK (handlers[i].handler), self);
  update (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  if (is_seen)
    update (TV_OCCURRENCES_VIEW (view));
}

static char *
dup_summary (TvView *view)
{
  return tv_occurrences_view_dup_summary (TV_OCCURRENCES_VIEW (view));
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (view);

  return self->found != NULL && (name == NULL || g_str_equal (name, tv_occurrence_table_info.name))
             ? tv_table_view_dup_shown (self->table, order)
             : NULL;
}

static GVariant *
get_band_state (gpointer object)
{
  TvOccurrencesView *self = object;

  return g_variant_new ("(xx)", self->band_from_ns, self->band_to_ns);
}

static void
change_band (gpointer object, GVariant *value)
{
  gint64 from_ns, to_ns;

  g_variant_get (value, "(xx)", &from_ns, &to_ns);
  set_band (object, from_ns, to_ns);
}

static GVariant *
get_shown_state (gpointer object)
{
  TvOccurrencesView *self = object;

  return g_variant_new_uint32 (self->found != NULL ? self->found->n_left : 0);
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "duration-band",
      .type = "(xx)",
      .get_state = get_band_state,
      .change = change_band,
      .signals = "notify::band" },
    { .name = "occurrences-shown",
      .type = "u",
      .get_state = get_shown_state,
      .signals = "notify::summary" },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

/* Adds a chip with the name of the thread if only the states of one thread are listed. */
static void
add_thread_chip (TvOccurrencesView *self, GPtrArray *chips)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *name = NULL;

  if (!tv_session_counts_states (self->session) || tv_session_get_all_threads (self->session))
    return;
  name = tv_trace_dup_thread_label (
      trace, tv_slice_get_thread (trace, tv_session_get_counted_like (self->session)));
  g_ptr_array_add (
      chips,
      tv_chip_new (
          TV_CHIP_SELECTION, name,
          _("Only states of this thread are listed. Click to list the states of all threads."),
          "win.state-threads::all", "win.state-threads::selected"));
}

static void
add_chips (TvView *view, GPtrArray *chips)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (view);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *label = NULL;
  g_autofree char *restore = NULL;

  add_thread_chip (self, chips);
  if (self->band_from_ns < 0)
    return;
  from = tv_time_format (self->band_from_ns);
  to = tv_time_format (self->band_to_ns);
  /* Translators: shortest duration; longest duration */
  label = g_strdup_printf (_("%s – %s"), from, to);
  restore = g_strdup_printf ("win.duration-band((int64 %" G_GINT64_FORMAT
                             ", int64 %" G_GINT64_FORMAT "))",
                             self->band_from_ns, self->band_to_ns);
  g_ptr_array_add (
      chips, tv_chip_new (TV_CHIP_SELECTION, label,
                          _("Calls outside this range of durations are hidden. Click to list all."),
                          "win.duration-band((int64 -1, int64 -1))", restore));
}

static void
describe_content (TvView *view, TvTableContent *content)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (view);

  content->symbol = tv_session_get_selected_symbol (self->session);
  if (self->band_from_ns >= 0)
    content->omitted = g_strdup (_("the range of durations"));
}

/* Returns whether the band hides all calls. Without a symbol, the view shows its own message. */
static gboolean
is_empty (TvView *view)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (view);

  return self->found != NULL && self->found->n_left == 0;
}

static void
show_symbol (TvView *view, TvSymbolShow how)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (view);

  self->focus_pending = TRUE;
  give_focus (self);
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_has_slices (trace) ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_occurrences = {
  .id = "occurrences",
  .title = N_("Occurrences"),
  .tooltip = N_("Calls of the selected symbol, with their durations"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .takes_calls = TRUE,
  .shows = TV_SHOW_OCCURRENCES,
  .get_type = tv_occurrences_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_occurrences_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BAND)
    g_value_set_variant (value, get_band_state (object));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_occurrences_view_dispose (GObject *object)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (object);

  tv_work_stop (&self->finding);
  g_clear_pointer (&self->found, tv_occurrences_free);
  G_OBJECT_CLASS (tv_occurrences_view_parent_class)->dispose (object);
}

/* ---- Layout ---- */

/* The histogram is above the list if the view is high, beside the list if the view is low but wide, and otherwise
 * hidden.
 *
 *   title  figures        list  title
 *   histogram                   histogram
 *   list                        figures */

static int
get_natural (GtkWidget *widget, GtkOrientation orientation)
{
  int natural = 0;

  if (gtk_widget_get_visible (widget))
    gtk_widget_measure (widget, orientation, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static void
position (GtkWidget *widget, int x, int y, int width, int height)
{
  int min_width, min_height;

  if (!gtk_widget_get_visible (widget))
    return;
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &min_width, NULL, NULL, NULL);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, &min_height, NULL, NULL, NULL);
  gtk_widget_set_child_visible (widget, width >= min_width && height >= min_height);
  if (gtk_widget_get_child_visible (widget))
    gtk_widget_size_allocate (widget, &(GtkAllocation){ x, y, width, height }, -1);
}

/* Allocates the title and, if there is space, the figures beside the title. Returns the height of the line. */
static int
place_line (TvOccurrencesView *self, int width)
{
  int height = MAX (get_natural (self->title, GTK_ORIENTATION_VERTICAL),
                    get_natural (self->figures, GTK_ORIENTATION_VERTICAL));
  int figures_width = get_natural (self->figures, GTK_ORIENTATION_HORIZONTAL);
  int title_width = width - 2 * EDGE_PX;
  gboolean has_figures = get_natural (self->title, GTK_ORIENTATION_HORIZONTAL) + 2 * EDGE_PX +
                             figures_width <=
                         title_width;

  if (has_figures)
    title_width -= figures_width + 2 * EDGE_PX;
  position (self->title, EDGE_PX, GAP_PX, title_width, height);
  position (self->figures, width - EDGE_PX - figures_width, GAP_PX, has_figures ? figures_width : 0,
            height);
  return height > 0 ? GAP_PX + height : 0;
}

static void
place_below (TvOccurrencesView *self, int width, int height)
{
  int y = place_line (self, width);
  int chart_height = get_natural (GTK_WIDGET (self->histogram), GTK_ORIENTATION_VERTICAL);

  if (height - y - 2 * GAP_PX - chart_height < tv_font_scale_apply (MIN_LIST_PX))
    chart_height = 0;
  position (GTK_WIDGET (self->histogram), EDGE_PX, y + GAP_PX, width - 2 * EDGE_PX, chart_height);
  y += chart_height > 0 ? chart_height + 2 * GAP_PX : 0;
  position (GTK_WIDGET (self->table), GAP_PX, y, width - 2 * GAP_PX, MAX (height - y, 0));
}

static void
place_beside (TvOccurrencesView *self, int width, int height)
{
  int side = tv_font_scale_apply (BESIDE_PX), x = width - side + EDGE_PX, y = GAP_PX;
  int chart_height = get_natural (GTK_WIDGET (self->histogram), GTK_ORIENTATION_VERTICAL);
  int title_height = get_natural (self->title, GTK_ORIENTATION_VERTICAL);

  position (self->title, x, y, side - 2 * EDGE_PX, title_height);
  y += title_height + GAP_PX;
  position (GTK_WIDGET (self->histogram), x, y, side - 2 * EDGE_PX, chart_height);
  y += chart_height + GAP_PX;
  position (self->figures, x, y, side - 2 * EDGE_PX,
            MIN (get_natural (self->figures, GTK_ORIENTATION_VERTICAL), MAX (height - y, 0)));
  position (GTK_WIDGET (self->table), GAP_PX, 0, width - side - GAP_PX, height);
}

static void
tv_occurrences_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (widget);
  int chart_height = get_natural (GTK_WIDGET (self->histogram), GTK_ORIENTATION_VERTICAL);
  int title_height = get_natural (self->title, GTK_ORIENTATION_VERTICAL);
  int above = chart_height + title_height + 4 * GAP_PX;

  position (self->message, 0, 0, width, height);
  if (height < above + 2 * tv_font_scale_apply (MIN_LIST_PX) &&
      width >= tv_font_scale_apply (BESIDE_WIDTH_PX) && height >= above)
    place_beside (self, width, height);
  else
    place_below (self, width, height);
}

static void
tv_occurrences_view_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (widget);
  int title_minimum;

  gtk_widget_measure (GTK_WIDGET (self->table), orientation, -1, minimum, natural, NULL, NULL);
  gtk_widget_measure (self->title, orientation, -1, &title_minimum, NULL, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (*minimum + 2 * GAP_PX, title_minimum + 2 * EDGE_PX);
      *natural = MAX (*natural + 2 * GAP_PX, *minimum);
    }
  else
    {
      *minimum += GAP_PX + title_minimum;
      *natural = *minimum;
    }
}

static void
tv_occurrences_view_class_init (TvOccurrencesViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->dup_table = dup_table;
  view_class->describe_content = describe_content;
  view_class->add_actions = add_actions;
  view_class->add_chips = add_chips;
  view_class->is_empty = is_empty;
  view_class->show_symbol = show_symbol;
  object_class->get_property = tv_occurrences_view_get_property;
  object_class->dispose = tv_occurrences_view_dispose;
  widget_class->measure = tv_occurrences_view_measure;
  widget_class->size_allocate = tv_occurrences_view_size_allocate;
  g_object_class_install_property (
      object_class, PROP_BAND,
      g_param_spec_variant ("band", NULL, NULL, G_VARIANT_TYPE ("(xx)"), NULL,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
add_title (TvOccurrencesView *self)
{
  self->title = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->swatch = TV_SWATCH (tv_swatch_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->swatch), GTK_ALIGN_CENTER);
  self->name = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->name, PANGO_ELLIPSIZE_MIDDLE);
  self->count = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "numeric");
  gtk_box_append (GTK_BOX (self->title), GTK_WIDGET (self->swatch));
  gtk_box_append (GTK_BOX (self->title), GTK_WIDGET (self->name));
  gtk_box_append (GTK_BOX (self->title), GTK_WIDGET (self->count));
  gtk_widget_set_parent (self->title, GTK_WIDGET (self));
}

static void
add_message (TvOccurrencesView *self)
{
  self->message = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->message), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->message, "dim-label");
  gtk_widget_set_parent (self->message, GTK_WIDGET (self));
}

static void
tv_occurrences_view_init (TvOccurrencesView *self)
{
  self->band_from_ns = self->band_to_ns = -1;
  add_message (self);
  add_title (self);
  self->figures = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->figures, "numeric");
  gtk_widget_add_css_class (self->figures, "caption");
  gtk_label_set_ellipsize (GTK_LABEL (self->figures), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->figures), 0.0f);
  gtk_widget_set_parent (self->figures, GTK_WIDGET (self));
  self->histogram = TV_HISTOGRAM_VIEW (tv_histogram_view_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->histogram), GTK_WIDGET (self));
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect_swapped (self->histogram, "band-chosen", G_CALLBACK (on_band_chosen), self);
  g_signal_connect_swapped (self->table, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (on_row_activated), self);
  g_signal_connect_swapped (self->table, "notify::is-sorting", G_CALLBACK (update_busy), self);
  g_signal_connect_swapped (self->table, "shown", G_CALLBACK (on_slice_selected), self);
}
