/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The samples of one function in the details:
 *
 *   session ── selected-symbol, selection, call-source ──▶ worker ──▶ properties and list of lines
 *
 * Child of TvDetails. Owns the last result. Only reads the session. */

#include "ui/views/details/symbol-samples.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "analysis/calls/source-lines.h"
#include "analysis/samples/frame-source.h"
#include "export/write-table.h"
#include "tables/range-table.h"
#include "ui/properties/symbol-sample-properties.h"
#include "ui/kit/number-format.h"
#include "ui/kit/weight-labels.h"
#include "ui/kit/work.h"
#include "ui/views/details/share-bar.h"
#include "ui/views/property-grid.h"

/* Maximum number of visible lines. A copied table contains all lines. */
#define MAX_LINES 40

#define WEIGHT_CHARS 9

/* Input and result of a worker. */
typedef struct
{
  TvTrace *trace;
  guint32 kind;
  guint32 symbol;
  TvSelection *selection;
  TvSymbolSamples *samples;   /* (nullable): result; %NULL in a new job */
  TvPropertyList *properties; /* (nullable): result; %NULL in a new job */
} Job;

struct _TvSymbolSamplesView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  TvPropertyGrid *properties;
  GtkWidget *lines; /* list of lines with its header */
  GtkLabel *file;
  GtkGrid *grid;
  int n_rows; /* number of rows of @grid */
  GtkLabel *rest;

  TvSession *session;
  GCancellable *finding;    /* (nullable): running worker */
  TvSymbolSamples *samples; /* (nullable): visible result */
  guint32 kind;             /* kind of samples in @samples */
};

G_DEFINE_FINAL_TYPE (TvSymbolSamplesView, tv_symbol_samples_view, GTK_TYPE_WIDGET)

/* ---- In a worker ---- */

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  tv_selection_unref (job->selection);
  g_clear_pointer (&job->samples, tv_symbol_samples_free);
  g_clear_pointer (&job->properties, tv_property_list_free);
  g_free (job);
}

static gpointer
find (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  g_autofree TvSourceLocation *locations = NULL;

  job->samples = tv_symbol_samples_find (job->trace, job->kind, job->symbol, job->selection,
                                         cancellable, error);
  if (job->samples == NULL)
    return NULL;
  locations = tv_source_locations_new (job->trace);
  job->properties = tv_symbol_sample_properties_new (job->trace, job->kind, job->symbol,
                                                     job->samples, &locations[job->symbol]);
  return job;
}

static const TvWork find_work = { find, job_free, NULL };

/* ---- Lines ---- */

static GtkWidget *
make_label (const char *text, gboolean is_dim)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1.0f);
  gtk_widget_add_css_class (label, "numeric");
  if (is_dim)
    {
      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "caption");
    }
  return label;
}

/* Returns the file that contains all lines; %TV_NONE if there is no such file. */
static guint32
find_file (const GArray *lines)
{
  guint32 file = lines->len > 0 ? g_array_index (lines, TvSourceLine, 0).file : TV_NONE;

  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, TvSourceLine, i).file != file)
      return TV_NONE;
  return file;
}

/* Appends a line to the grid. @name: line number, with the file if the lines are in several files. */
static void
add_line (TvSymbolSamplesView *self, const TvSourceLine *line, const char *name, TvWeightUnit unit)
{
  gint64 all = self->samples->inclusive;
  g_autofree char *inclusive = tv_weight_format_in_column (unit, line->inclusive);
  g_autofree char *exclusive = tv_weight_format_in_column (unit, line->exclusive);
  GtkWidget *location = make_label (name, FALSE);

  gtk_label_set_ellipsize (GTK_LABEL (location), PANGO_ELLIPSIZE_START);
  gtk_label_set_max_width_chars (GTK_LABEL (location), 18);
  gtk_widget_set_tooltip_text (
      location, tv_trace_get_string (tv_session_get_trace (self->session), line->file));
  gtk_grid_attach (self->grid, location, 0, self->n_rows, 1, 1);
  gtk_grid_attach (self->grid, make_label (inclusive, FALSE), 1, self->n_rows, 1, 1);
  /* Share of the function's weight */
  gtk_grid_attach (self->grid,
                   tv_share_bar_new (all > 0 ? (double) line->inclusive / (double) all : 0.0), 2,
                   self->n_rows, 1, 1);
  gtk_grid_attach (self->grid, make_label (exclusive, FALSE), 3, self->n_rows++, 1, 1);
}

static void
add_headers (TvSymbolSamplesView *self, TvTrace *trace)
{
  static const struct
  {
    const char *tooltip;
    guint column;
  } headers[] = {
    { N_("Line in the source file"), 0 },
    /* Translators: event, such as cycles; unit, such as ms */
    { N_("For %s: weight of the samples whose stack contains this line, each counted once; unit: %s"),
      1 },
    /* Translators: event, such as cycles; unit, such as ms */
    { N_("For %s: weight of the samples whose innermost frame is on this line; unit: %s"), 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    {
      g_autofree char *title = i == 0 ? g_strdup (_("Line"))
                                      : tv_weight_dup_title (trace, self->kind, i == 2);
      GtkWidget *header = make_label (title, TRUE);

      gtk_widget_set_tooltip_text (
          header, i == 0 ? _ (headers[i].tooltip)
                         : tv_weight_intern_description (headers[i].tooltip, trace, self->kind));
      gtk_grid_attach (self->grid, header, (int) headers[i].column, self->n_rows, 1, 1);
    }
  self->n_rows++;
}

static char *
dup_line_name (TvTrace *trace, const TvSourceLine *line, guint32 file)
{
  if (line->line == 0)
    return g_strdup (_("not reported"));
  return file != TV_NONE ? g_strdup_printf ("%u", line->line)
                         : tv_source_dup_text (trace, line->file, line->line);
}

static void
show_lines (TvSymbolSamplesView *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const GArray *lines = self->samples->lines;
  TvWeightUnit unit = tv_trace_get_stacks (trace)->kinds[self->kind].unit;
  guint32 file = find_file (lines);
  g_autofree char *base = tv_source_dup_text (trace, file, 0);
  g_autofree char *rest = NULL;
  gboolean has_lines = FALSE;

  while (self->n_rows > 0)
    gtk_grid_remove_row (self->grid, --self->n_rows);
  for (guint i = 0; i < lines->len; i++)
    has_lines |= g_array_index (lines, TvSourceLine, i).line > 0;
  gtk_widget_set_visible (self->lines, has_lines);
  if (!has_lines)
    return;
  gtk_label_set_text (self->file, base != NULL ? base : "");
  add_headers (self, trace);
  for (guint i = 0; i < MIN (lines->len, MAX_LINES); i++)
    {
      const TvSourceLine *line = &g_array_index (lines, TvSourceLine, i);
      g_autofree char *name = dup_line_name (trace, line, file);

      add_line (self, line, name, unit);
    }
  if (lines->len > MAX_LINES)
    rest = tv_number_printf (ngettext ("… %u more line", "… %u more lines", lines->len - MAX_LINES),
                             lines->len - MAX_LINES);
  gtk_label_set_text (self->rest, rest != NULL ? rest : "");
  gtk_widget_set_visible (GTK_WIDGET (self->rest), rest != NULL);
}

/* Copies all lines as tab-separated values to the clipboard. */
static void
on_copy_clicked (TvSymbolSamplesView *self)
{
  g_autoptr (TvTable) table = NULL;
  g_autofree char *text = NULL;

  if (self->samples == NULL)
    return;
  table = tv_range_table_new_of (&tv_source_line_table, tv_session_get_trace (self->session),
                                 g_array_copy (self->samples->lines));
  text = tv_write_table_to_text (table, TV_TEXT_TSV);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* ---- Result ---- */

static void
on_found (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvSymbolSamplesView *self = owner;
  Job *job = data;

  g_clear_pointer (&self->samples, tv_symbol_samples_free);
  self->samples = g_steal_pointer (&job->samples);
  self->kind = job->kind;
  tv_property_grid_show (self->properties, job->properties, self->session);
  show_lines (self);
  gtk_widget_set_visible (self->box, TRUE);
}

/* Returns whether the session's call source is samples, a function is selected but no slice, and the widget is
 * mapped. */
static gboolean
is_wanted (TvSymbolSamplesView *self)
{
  guint32 n_symbols, symbol = tv_session_get_selected_symbol (self->session);

  tv_trace_get_symbols (tv_session_get_trace (self->session), &n_symbols);
  return symbol < n_symbols && tv_session_get_call_source (self->session) != TV_CALLS_OF_SLICES &&
         tv_session_get_selected_slice (self->session) == TV_NONE &&
         gtk_widget_get_mapped (GTK_WIDGET (self));
}

/* Starts a worker that computes the weights. If the weights are not wanted, hides all child widgets instead. */
static void
update (TvSymbolSamplesView *self)
{
  Job *job;

  tv_work_stop (&self->finding);
  if (!is_wanted (self))
    {
      gtk_widget_set_visible (self->box, FALSE);
      return;
    }
  job = g_new0 (Job, 1);
  job->trace = g_object_ref (tv_session_get_trace (self->session));
  job->kind = tv_session_get_call_source (self->session);
  job->symbol = tv_session_get_selected_symbol (self->session);
  job->selection = tv_selection_ref (tv_session_get_selection (self->session));
  tv_work_start (&find_work, job, on_found, self, &self->finding);
}

/* ---- Widget ---- */

static void
add_lines (TvSymbolSamplesView *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *heading = gtk_label_new (_("Lines"));
  GtkWidget *copy = gtk_button_new_from_icon_name ("edit-copy-symbolic");

  gtk_widget_add_css_class (heading, "heading");
  self->file = GTK_LABEL (make_label (NULL, TRUE));
  gtk_label_set_ellipsize (self->file, PANGO_ELLIPSIZE_START);
  gtk_label_set_xalign (self->file, 0.0f);
  gtk_widget_set_hexpand (GTK_WIDGET (self->file), TRUE);
  gtk_widget_add_css_class (copy, "flat");
  gtk_widget_set_tooltip_text (copy, _("Copy all lines as a table"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (copy), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Copy Lines"), -1);
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (on_copy_clicked), self);
  gtk_box_append (GTK_BOX (line), heading);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->file));
  gtk_box_append (GTK_BOX (line), copy);
  self->lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->grid), "source-lines");
  gtk_grid_set_column_spacing (self->grid, 10);
  gtk_grid_set_row_spacing (self->grid, 2);
  self->rest = GTK_LABEL (make_label (NULL, TRUE));
  gtk_label_set_xalign (self->rest, 0.0f);
  gtk_box_append (GTK_BOX (self->lines), line);
  gtk_box_append (GTK_BOX (self->lines), GTK_WIDGET (self->grid));
  gtk_box_append (GTK_BOX (self->lines), GTK_WIDGET (self->rest));
  gtk_box_append (GTK_BOX (self->box), self->lines);
}

static void
on_mapped (TvSymbolSamplesView *self)
{
  if (self->session != NULL)
    update (self);
}

static void
tv_symbol_samples_view_dispose (GObject *object)
{
  TvSymbolSamplesView *self = TV_SYMBOL_SAMPLES (object);

  tv_work_stop (&self->finding);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->samples, tv_symbol_samples_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_symbol_samples_view_parent_class)->dispose (object);
}

static void
tv_symbol_samples_view_class_init (TvSymbolSamplesViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_symbol_samples_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_symbol_samples_view_init (TvSymbolSamplesView *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->properties = g_object_new (TV_TYPE_PROPERTY_GRID, NULL);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->properties));
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/* Sets the session. Called once. */
void
tv_symbol_samples_view_set_session (TvSymbolSamplesView *self, TvSession *session)
{
  static const char *const signals[] = { "notify::selected-symbol", "notify::selected-slice",
                                         "notify::selection", "notify::call-source" };

  g_return_if_fail (TV_IS_SYMBOL_SAMPLES (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  add_lines (self);
  g_signal_connect (self, "map", G_CALLBACK (on_mapped), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_swapped (session, signals[i], G_CALLBACK (update), self);
  update (self);
}
