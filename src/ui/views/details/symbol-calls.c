/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The calls of one symbol in the details:
 *
 *   session ── counted-occurrences ──▶ worker ──▶ histogram, figures, longest calls
 *      ▲                                 ▲            │                     │
 *      │ selected-slice                  └─── band ───┘                     │
 *      └────────────────────────────────────────────────────────────────────┘
 *
 * Child of TvDetails. Owns the last result. A click on a call selects its slice in the session. */

#include "ui/views/details/symbol-calls.h"

#include <glib/gi18n.h>

#include "analysis/calls/durations.h"
#include "analysis/calls/occurrences.h"
#include "ui/kit/chip.h"
#include "ui/kit/number-format.h"
#include "ui/kit/slice-labels.h"
#include "ui/kit/work.h"
#include "ui/views/details/labels.h"
#include "ui/views/details/share-bar.h"
#include "ui/views/histogram-view.h"

#define N_LONGEST 10

/* Minimum number of calls, because a single call has no distribution */
#define MIN_CALLS 2

#define START_DIGITS_NS 1000 /* precision of start times */

/* Columns of numbers in the list. The bar is before the last column. */
enum
{
  COLUMN_START,
  COLUMN_TIME,
  COLUMN_CPU,
  N_COLUMNS,
};

#define COLUMN_CHARS 10

/* Input and result of a worker. */
typedef struct
{
  TvTrace *trace;
  GArray *slices;
  TvDurations *durations; /* (nullable): result; %NULL in a new job */
  gint64 from_ns, to_ns;  /* selected band of durations, or -1 */
  GArray *longest;        /* (nullable): result; %NULL in a new job */
} Job;

struct _TvSymbolCalls
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *count;
  TvHistogramView *histogram;
  GtkLabel *figures[4];
  GtkWidget *band_box;
  GtkWidget *chip; /* (nullable): chip for the selected band */
  GtkLabel *band_label;
  GtkWidget *all_button;
  GtkListBox *list;
  GtkSizeGroup *columns[N_COLUMNS];
  GtkWidget *
      cpu_header; /* (nullable): title of the last column; %NULL unless the trace has both clocks */
  GtkWidget *remark;

  TvSession *session;
  GCancellable *finding; /* (nullable): running worker */
  GArray *slices;        /* (nullable): slices of the visible result, or of the running worker */
  TvDurations *durations;
  GArray *longest;
  gint64 from_ns, to_ns; /* selected band of durations, or -1 */
  gboolean is_selecting;
};

G_DEFINE_FINAL_TYPE (TvSymbolCalls, tv_symbol_calls, GTK_TYPE_WIDGET)

static const guint percents[] = { 50, 90, 99, 100 };

/* ---- In a worker ---- */

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_array_unref (job->slices);
  g_clear_pointer (&job->durations, tv_durations_unref);
  g_clear_pointer (&job->longest, g_array_unref);
  g_free (job);
}

static gpointer
find (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;

  if (job->durations == NULL)
    job->durations = tv_durations_new (job->trace, job->slices, cancellable);
  job->longest = tv_occurrences_rank (job->trace, job->slices, job->from_ns,
                                      job->from_ns < 0 ? G_MAXINT64 : job->to_ns, N_LONGEST,
                                      cancellable);
  return job->durations != NULL && job->longest != NULL ? job : NULL;
}

static const TvWork find_work = { find, job_free, NULL };

/* ---- The list ---- */

/* Appends a cell of the list or of its header. All cells of a column are as wide as the widest one. */
static void
append_cell (TvSymbolCalls *self, GtkWidget *line, guint column, GtkWidget *label)
{
  gtk_label_set_xalign (GTK_LABEL (label), 1.0f);
  gtk_label_set_width_chars (GTK_LABEL (label), COLUMN_CHARS);
  gtk_size_group_add_widget (self->columns[column], label);
  gtk_box_append (GTK_BOX (line), label);
}

static GtkWidget *
make_cell (const char *text, gboolean is_strong)
{
  GtkWidget *label = gtk_label_new (NULL);
  g_autofree char *markup = is_strong ? g_markup_printf_escaped ("<b>%s</b>", text)
                                      : g_markup_escape_text (text, -1);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static char *
dup_start (TvSession *session, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (session);

  return tv_time_base_format_cell (tv_session_get_time_base (session),
                                   tv_slices_start (tv_trace_get_slices (trace), slice));
}

/* Returns whether a slice has a CPU time. States, runs on a CPU, and slices without a thread have none. */
static gboolean
has_cpu_time (TvTrace *trace, guint32 slice)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];

  return track->utid != TV_NONE && track->kind != TV_TRACK_THREAD_STATE &&
         track->kind != TV_TRACK_CPU;
}

/* Returns whether any of the listed calls has a CPU time; otherwise the column is hidden. */
static gboolean
has_cpu_column (TvSymbolCalls *self)
{
  for (guint i = 0; self->cpu_header != NULL && i < self->longest->len; i++)
    if (has_cpu_time (tv_session_get_trace (self->session),
                      g_array_index (self->longest, guint32, i)))
      return TRUE;
  return FALSE;
}

/* Adds a row for a call. Returns whether the thread was off the CPU for most of the call. */
static gboolean
add_row (TvSymbolCalls *self, guint32 slice, gboolean has_column)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  gboolean is_unfinished = tv_slices_is_unfinished (slices, slice);
  gboolean has_cpu = has_column && !is_unfinished && has_cpu_time (trace, slice);
  gint64 ns = tv_time_column_get (&slices->dur, slice);
  gint64 cpu_ns = has_cpu ? tv_time_column_get (&slices->cpu_dur, slice) : ns;
  gint64 longest_ns = tv_durations_get_percentile (self->durations, 100);
  gboolean is_off_cpu = has_cpu && tv_occurrence_is_mostly_off_cpu (ns, cpu_ns);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *start = dup_start (self->session, slice);
  g_autofree char *time = is_unfinished ? g_strdup (_("unfinished")) : tv_format_ms (ns);
  g_autofree char *label = g_strdup_printf (
      is_unfinished ? /* Translators: a timestamp; “unfinished” */ _("At %s, %s")
                    : /* Translators: a timestamp; a duration in milliseconds */ _("At %s, %s ms"),
      start, time);

  append_cell (self, box, COLUMN_START, make_cell (start, FALSE));
  append_cell (self, box, COLUMN_TIME, make_cell (time, FALSE));
  gtk_box_append (GTK_BOX (box), tv_share_bar_new (longest_ns > 0 && !is_unfinished
                                                       ? (double) ns / (double) longest_ns
                                                       : 0.0));
  if (has_column)
    {
      g_autofree char *cpu = has_cpu ? tv_format_ms (cpu_ns) : g_strdup ("");

      append_cell (self, box, COLUMN_CPU, make_cell (cpu, is_off_cpu));
    }
  gtk_list_box_append (self->list, box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (box)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return is_off_cpu;
}

/* Selects the row of the selected slice, and marks the slice's duration in the histogram. */
static void
select_row (TvSymbolCalls *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);
  GtkListBoxRow *row = NULL;

  for (guint i = 0; self->longest != NULL && i < self->longest->len; i++)
    if (g_array_index (self->longest, guint32, i) == slice)
      row = gtk_list_box_get_row_at_index (self->list, (int) i);
  self->is_selecting = TRUE;
  gtk_list_box_select_row (self->list, row);
  self->is_selecting = FALSE;
  tv_histogram_view_set_selected (
      self->histogram,
      slice != TV_NONE && self->durations != NULL
          ? tv_time_column_get (&tv_trace_get_slices (tv_session_get_trace (self->session))->dur,
                                slice)
          : -1);
}

static void
on_row_selected (TvSymbolCalls *self, GtkListBoxRow *row)
{
  guint32 slice;

  if (row == NULL || self->is_selecting || self->longest == NULL ||
      gtk_list_box_row_get_index (row) >= (int) self->longest->len)
    return;
  slice = g_array_index (self->longest, guint32, gtk_list_box_row_get_index (row));
  tv_session_select_slice (self->session, slice);
  tv_session_show_slice (self->session, slice);
}

static void
show_list (TvSymbolCalls *self)
{
  GtkWidget *row;
  gboolean has_strong = FALSE, has_column = has_cpu_column (self);

  self->is_selecting = TRUE;
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  self->is_selecting = FALSE;
  for (guint i = 0; i < self->longest->len; i++)
    has_strong |= add_row (self, g_array_index (self->longest, guint32, i), has_column);
  if (self->cpu_header != NULL)
    gtk_widget_set_visible (self->cpu_header, has_column);
  gtk_widget_set_visible (self->remark, has_strong);
  select_row (self);
}

/* ---- Strings ---- */

static void update (TvSymbolCalls *self);

static void
set_band (TvSymbolCalls *self, gint64 from_ns, gint64 to_ns)
{
  self->from_ns = from_ns;
  self->to_ns = from_ns < 0 ? -1 : to_ns;
  update (self);
}

static void
on_chip_clicked (GtkButton *button, TvSymbolCalls *self)
{
  set_band (self, -1, -1);
}

/* Returns: (transfer full): number of calls in the band, their total duration, and its share of the duration of all
 * calls */
static char *
dup_band_label (TvSymbolCalls *self)
{
  gint64 left_ns, total_ns = tv_durations_get_total_ns (self->durations);
  guint32 n = tv_durations_count_between (self->durations, self->from_ns, self->to_ns, &left_ns);
  g_autofree char *count = tv_slice_labels_dup_n (tv_session_get_trace (self->session),
                                                  g_array_index (self->slices, guint32, 0), n);
  g_autofree char *time = tv_time_format (left_ns);
  g_autofree char *share = tv_format_percent (
      total_ns > 0 ? 100.0 * (double) left_ns / (double) total_ns : 0.0);

  /* Translators: number of calls; their total duration; its share of the duration of all calls */
  return g_strdup_printf (_("%s, %s in total, %s of the time"), count, time, share);
}

static void
show_band (TvSymbolCalls *self)
{
  g_autofree char *from = tv_time_format (self->from_ns);
  g_autofree char *to = tv_time_format (self->to_ns);
  g_autofree char *label = NULL;
  g_autoptr (TvChip) chip = NULL;

  g_clear_pointer (&self->chip, gtk_widget_unparent);
  gtk_widget_set_visible (self->band_box, self->from_ns >= 0);
  if (self->from_ns < 0)
    return;
  chip = tv_chip_new (TV_CHIP_SELECTION, NULL,
                      _("Calls outside this range of durations are hidden. Click to list all."),
                      NULL, NULL);
  /* Translators: shortest duration; longest duration */
  chip->label = g_strdup_printf (_("%s – %s"), from, to);
  self->chip = tv_chip_make_widget (chip, 0, G_CALLBACK (on_chip_clicked),
                                    G_CALLBACK (on_chip_clicked), self);
  gtk_box_prepend (GTK_BOX (self->band_box), self->chip);
  label = dup_band_label (self);
  gtk_label_set_text (self->band_label, label);
}

/* Sets the symbol that the button "All" lists. The selected symbol can change while the list stays the same, because
 * the frames of a surface are listed together, although each frame has its own symbol. */
static void
update_target (TvSymbolCalls *self)
{
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->all_button), "u",
                                    tv_session_get_selected_symbol (self->session));
}

static void
show_labels (TvSymbolCalls *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *count = tv_slice_labels_dup_n (trace, g_array_index (self->slices, guint32, 0),
                                                  self->slices->len);
  guint32 n_unfinished = self->slices->len - tv_durations_count (self->durations);
  g_autofree char *n = tv_format_count (self->slices->len);
  g_autofree char *unfinished = tv_format_count (n_unfinished);
  g_autofree char *counts = n_unfinished > 0
                                ? g_strdup_printf (_("%s, %s unfinished"), count, unfinished)
                                : g_strdup (count);
  /* Translators: button that lists all calls; %s is their number */
  g_autofree char *all = g_strdup_printf (_("All %s"), n);

  gtk_label_set_text (self->count, counts);
  gtk_button_set_label (GTK_BUTTON (self->all_button), all);
  update_target (self);
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    {
      g_autofree char *time = tv_time_format (
          tv_durations_get_percentile (self->durations, percents[i]));

      gtk_label_set_text (self->figures[i], time);
    }
}

/* ---- Result ---- */

static void
show_colors (TvSymbolCalls *self)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);
  guint32 symbol = tv_session_get_selected_symbol (self->session);
  guint32 n_symbols;
  gboolean has_color;

  tv_trace_get_symbols (tv_session_get_trace (self->session), &n_symbols);
  has_color = symbol < n_symbols && tv_coloring_has_symbols (coloring);
  tv_histogram_view_set_durations (
      self->histogram, self->durations,
      tv_palette_get_color (has_color ? tv_coloring_get_symbol (coloring, symbol)
                                      : TV_PALETTE_NEUTRAL));
}

/* Returns whether there is something to show: a call that takes time, or an unfinished one. */
static gboolean
take_time (TvSymbolCalls *self)
{
  return self->durations != NULL && (tv_durations_get_percentile (self->durations, 100) > 0 ||
                                     tv_durations_count (self->durations) < self->slices->len);
}

static void
on_found (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvSymbolCalls *self = owner;
  Job *job = data;
  gboolean has_finished;

  g_clear_pointer (&self->durations, tv_durations_unref);
  g_clear_pointer (&self->longest, g_array_unref);
  self->durations = g_steal_pointer (&job->durations);
  self->longest = g_steal_pointer (&job->longest);
  has_finished = tv_durations_count (self->durations) > 0;
  show_colors (self);
  tv_histogram_view_set_band (self->histogram, self->from_ns, self->to_ns);
  show_labels (self);
  show_band (self);
  show_list (self);
  gtk_widget_set_visible (GTK_WIDGET (self->histogram), has_finished);
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->figures[0])), has_finished);
  gtk_widget_set_visible (self->box, take_time (self));
  gtk_widget_set_child_visible (self->box, TRUE);
}

static gboolean
is_wanted (TvSymbolCalls *self, const GArray *slices)
{
  return slices != NULL && slices->len >= MIN_CALLS && gtk_widget_get_mapped (GTK_WIDGET (self));
}

/* Starts a worker if the widget is visible and there are enough calls. Until the worker has finished, an outdated
 * result is hidden but keeps its space. */
static void
update (TvSymbolCalls *self)
{
  GArray *slices = tv_session_get_counted_occurrences (self->session);
  gboolean is_same = slices != NULL && slices == self->slices;
  Job *job;

  tv_work_stop (&self->finding);
  if (!is_same)
    gtk_widget_set_child_visible (self->box, FALSE);
  if (!is_wanted (self, slices))
    {
      gtk_widget_set_visible (self->box,
                              slices == NULL && take_time (self) &&
                                  tv_session_get_selected_symbol (self->session) != TV_NONE);
      return;
    }
  if (!is_same)
    {
      g_clear_pointer (&self->slices, g_array_unref);
      self->slices = g_array_ref (slices);
    }
  job = g_new0 (Job, 1);
  job->trace = g_object_ref (tv_session_get_trace (self->session));
  job->slices = g_array_ref (slices);
  job->durations = is_same && self->durations != NULL ? tv_durations_ref (self->durations) : NULL;
  job->from_ns = self->from_ns;
  job->to_ns = self->to_ns;
  tv_work_start (&find_work, job, on_found, self, &self->finding);
}

/* Clears the band, unless the counted calls include those of the new symbol. Frames of a surface, for example, are
 * counted together, although each frame has its own symbol. */
static void
on_symbol_selected (TvSymbolCalls *self)
{
  update_target (self);
  if (self->slices == tv_session_get_counted_occurrences (self->session))
    return;
  self->from_ns = self->to_ns = -1;
  update (self);
}

/* ---- Widget ---- */

static void
add_figures (TvSymbolCalls *self)
{
  static const char *const names[] = { N_("p50"), N_("p90"), N_("p99"), N_("max") };
  static const char *const tooltips[] = {
    N_("Half of the calls took no longer than this"),
    N_("Nine of ten calls took no longer than this"),
    N_("99 of 100 calls took no longer than this"),
    N_("Duration of the longest call"),
  };
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_homogeneous (GTK_GRID (grid), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *name = tv_details_make_dim_label (_ (names[i]));

      self->figures[i] = GTK_LABEL (gtk_label_new (NULL));
      gtk_label_set_xalign (self->figures[i], 0.0f);
      gtk_label_set_ellipsize (self->figures[i], PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (GTK_WIDGET (self->figures[i]), "numeric");
      gtk_widget_set_tooltip_text (name, _ (tooltips[i]));
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->figures[i]), _ (tooltips[i]));
      gtk_grid_attach (GTK_GRID (grid), name, (int) i, 0, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (self->figures[i]), (int) i, 1, 1, 1);
    }
  gtk_box_append (GTK_BOX (self->box), grid);
}

static void
add_headers (TvSymbolCalls *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  gboolean has_wall = tv_trace_has_clock (trace, TV_CLOCK_WALL);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *spacer = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  for (guint i = 0; i < N_COLUMNS; i++)
    self->columns[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  append_cell (self, line, COLUMN_START, tv_details_make_dim_label (_("Start")));
  append_cell (self, line, COLUMN_TIME,
               tv_details_make_dim_label (has_wall ? _("Wall ms") : _("CPU ms")));
  gtk_widget_set_hexpand (spacer, TRUE);
  gtk_box_append (GTK_BOX (line), spacer);
  if (has_wall && tv_trace_has_clock (trace, TV_CLOCK_CPU))
    {
      self->cpu_header = tv_details_make_dim_label (_("CPU ms"));
      append_cell (self, line, COLUMN_CPU, self->cpu_header);
    }
  gtk_box_append (GTK_BOX (self->box), line);
}

static void
add_list (TvSymbolCalls *self)
{
  gboolean names_methods = tv_trace_names_methods (tv_session_get_trace (self->session));

  self->all_button = gtk_button_new ();
  gtk_widget_add_css_class (self->all_button, "property-link");
  gtk_widget_add_css_class (self->all_button, "flat");
  gtk_widget_set_tooltip_text (self->all_button, _("List all calls (Shift+O)"));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->all_button), "u", TV_NONE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->all_button), "calls.show-occurrences");
  tv_details_add_heading (GTK_BOX (self->box), names_methods ? _("Longest Calls") : _("Longest"),
                          self->all_button);
  add_headers (self);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "longest-calls");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Longest Calls"), -1);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (on_row_selected), self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  self->remark = tv_details_make_dim_label (_("Bold: mostly off-CPU"));
  gtk_box_append (GTK_BOX (self->box), self->remark);
}

static void
add_parts (TvSymbolCalls *self)
{
  self->count = GTK_LABEL (tv_details_make_dim_label (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "numeric");
  tv_details_add_heading (GTK_BOX (self->box), _("Durations"), GTK_WIDGET (self->count));
  self->histogram = TV_HISTOGRAM_VIEW (tv_histogram_view_new ());
  g_signal_connect_swapped (self->histogram, "band-chosen", G_CALLBACK (set_band), self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->histogram));
  add_figures (self);
  self->band_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->band_label = GTK_LABEL (tv_details_make_dim_label (NULL));
  gtk_label_set_wrap (self->band_label, TRUE);
  gtk_box_append (GTK_BOX (self->band_box), GTK_WIDGET (self->band_label));
  gtk_box_append (GTK_BOX (self->box), self->band_box);
  add_list (self);
}

static void
on_mapped (GtkWidget *widget)
{
  if (TV_SYMBOL_CALLS (widget)->session != NULL)
    update (TV_SYMBOL_CALLS (widget));
}

static void
tv_symbol_calls_dispose (GObject *object)
{
  TvSymbolCalls *self = TV_SYMBOL_CALLS (object);

  tv_work_stop (&self->finding);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->slices, g_array_unref);
  g_clear_pointer (&self->durations, tv_durations_unref);
  g_clear_pointer (&self->longest, g_array_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_clear_object (&self->columns[i]);
  G_OBJECT_CLASS (tv_symbol_calls_parent_class)->dispose (object);
}

static void
tv_symbol_calls_class_init (TvSymbolCallsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_symbol_calls_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_symbol_calls_init (TvSymbolCalls *self)
{
  self->from_ns = self->to_ns = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/* Sets the session. Called once. */
void
tv_symbol_calls_set_session (TvSymbolCalls *self, TvSession *session)
{
  g_return_if_fail (TV_IS_SYMBOL_CALLS (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  add_parts (self);
  g_signal_connect (self, "map", G_CALLBACK (on_mapped), NULL);
  g_signal_connect_swapped (session, "notify::counted-occurrences", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::offset", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (on_symbol_selected),
                            self);
  g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (select_row), self);
  g_signal_connect_swapped (session, "notify::colour-by", G_CALLBACK (show_colors), self);
  update (self);
}
