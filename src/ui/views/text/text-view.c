/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Text sections of the file, line by line, with search. Listed in TV_VIEWS (view.h). A worker searches the lines.
 * Does not change the session. */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "analysis/log/text-lines.h"
#include "tables/tables.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/table/table-view.h"
#include "ui/kit/work.h"

#define TV_TYPE_TEXT_PAGE (tv_text_page_get_type ())
G_DECLARE_FINAL_TYPE (TvTextPage, tv_text_page, TV, TEXT_PAGE, TvView)

struct _TvTextPage
{
  TvView parent_instance;

  GtkWidget *box;
  TvSearchEntry *entry;
  GtkLabel *count;
  TvTableView *table;

  GArray *found; /* (nullable) (element-type guint32): rows of the matching lines */
  GCancellable *finding;
};

G_DEFINE_FINAL_TYPE (TvTextPage, tv_text_page, TV_TYPE_VIEW)

/* ---- Search ---- */

typedef struct
{
  TvTrace *trace;
  TvTextMatch *match;
} FindJob;

static void
find_job_free (gpointer data)
{
  FindJob *self = data;

  g_object_unref (self->trace);
  tv_text_match_free (self->match);
  g_free (self);
}

static gpointer
find_lines (gpointer data, GCancellable *cancellable, GError **error)
{
  const FindJob *self = data;

  return tv_text_lines_find (self->trace, self->match, cancellable);
}

static const TvWork find_work = { find_lines, find_job_free, (GDestroyNotify) g_array_unref };

/* Returns the index of the first match at or after a line, or the number of matches if there is none. */
static guint
find_from (const GArray *found, guint32 line)
{
  guint low = 0, high = found->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (found, guint32, middle) < line)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
go_to (TvTextPage *self, guint match)
{
  tv_table_view_select_row (self->table, g_array_index (self->found, guint32, match));
  tv_search_entry_show_found (self->entry, self->found->len, match + 1);
}

static void
on_lines_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvTextPage *self = owner;
  guint32 selected = tv_table_view_get_selected (self->table);
  guint match;

  g_clear_pointer (&self->found, g_array_unref);
  self->found = result;
  tv_view_set_busy (TV_VIEW (self), FALSE);
  if (self->found == NULL || self->found->len == 0)
    {
      tv_search_entry_show_found (self->entry, 0, 0);
      return;
    }
  match = find_from (self->found, selected != TV_NONE ? selected : 0);
  go_to (self, match < self->found->len ? match : 0);
}

static void
on_changed (TvTextPage *self)
{
  TvSession *session = tv_view_get_session (TV_VIEW (self));
  TvTextMatch *match = session != NULL ? tv_search_entry_dup_match (self->entry) : NULL;
  FindJob *job;

  if (match == NULL)
    {
      tv_work_stop (&self->finding);
      g_clear_pointer (&self->found, g_array_unref);
      tv_view_set_busy (TV_VIEW (self), FALSE);
      return;
    }
  job = g_new0 (FindJob, 1);
  job->trace = g_object_ref (tv_session_get_trace (session));
  job->match = match;
  tv_view_set_busy (TV_VIEW (self), TRUE);
  tv_work_start (&find_work, job, on_lines_found, self, &self->finding);
}

/* Goes to the next (1) or previous (-1) match, and wraps around at both ends. */
static void
on_step (TvTextPage *self, int direction)
{
  guint32 line = tv_table_view_get_selected (self->table);
  guint match;

  if (self->found == NULL || self->found->len == 0)
    return;
  match = find_from (self->found, line != TV_NONE ? line + (direction > 0 ? 1 : 0) : 0);
  if (direction < 0)
    match = match > 0 ? match - 1 : self->found->len - 1;
  go_to (self, match < self->found->len ? match : 0);
}

static void
on_leave (TvTextPage *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self->table), GTK_DIR_TAB_FORWARD);
}

/* ---- View ---- */

static GVariant *
get_line (gpointer view)
{
  return g_variant_new_uint32 (tv_table_view_get_selected (TV_TEXT_PAGE (view)->table));
}

static void
go_to_line (gpointer view, GVariant *line)
{
  tv_table_view_select_row (TV_TEXT_PAGE (view)->table, g_variant_get_uint32 (line));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "text-line",
      .type = "u",
      .get_state = get_line,
      .change = go_to_line,
      .signals = "selection-changed" },
  };

  tv_object_actions_add (map, view, TV_TEXT_PAGE (view)->table, actions, G_N_ELEMENTS (actions));
}

static GtkWidget *
new_line (gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "monospace");
  return label;
}

static void
set_line (GtkWidget *label, TvTableRow *row)
{
  g_autofree char *text = NULL;
  TvCell cell;

  if (row == NULL)
    return;
  tv_table_get_cell (
      tv_table_row_get_table (row), tv_table_row_get_row (row),
      tv_table_columns_find (tv_table_get_info (tv_table_row_get_table (row)), "line"), &cell);
  text = g_strdelimit (g_strdup (cell.text), "\t", ' ');
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, strlen (text) > 120 ? cell.text : NULL);
  tv_cell_clear (&cell);
}

static void
set_session (TvView *view, TvSession *session)
{
  static const TvTableColumn columns[] = {
    { .name = "number", .widest = "9,999,999" },
    { .name = "line", .width = TV_TABLE_COLUMN_FILL, .new_cell = new_line, .set_row = set_line },
  };
  TvTextPage *self = TV_TEXT_PAGE (view);
  g_autoptr (TvTable)
      table = tv_tables_open ("text_line", tv_session_get_trace (session), NULL, NULL, NULL);
  guint32 n = tv_table_get_n_rows (table);
  g_autofree char *count = tv_format_count (n);
  g_autofree char *line_count = g_strdup_printf (ngettext ("%s line", "%s lines", n), count);

  gtk_label_set_text (self->count, line_count);
  tv_table_view_set_columns (self->table, tv_table_get_info (table), columns,
                             G_N_ELEMENTS (columns), session);
  tv_table_view_set_order (self->table, NULL);
  tv_table_view_set_table (self->table, table);
}

static void
find (TvView *view)
{
  gtk_widget_grab_focus (GTK_WIDGET (TV_TEXT_PAGE (view)->entry));
}

static void
step (TvView *view, int direction)
{
  on_step (TV_TEXT_PAGE (view), direction);
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, "text_line")
             ? tv_table_view_dup_shown (TV_TEXT_PAGE (view)->table, order)
             : NULL;
}

/* Returns whether the trace has a single text, which contains the line. The sections of a bug report are not numbered
 * like the lines of the file. */
static gboolean
has_line (TvTrace *trace, guint64 line)
{
  guint n;

  tv_trace_get_texts (trace, &n);
  return n == 1 && line <= tv_trace_get_n_text_lines (trace);
}

static void
show_line (TvView *view, guint64 line)
{
  tv_table_view_select_row (TV_TEXT_PAGE (view)->table, (guint32) (line - 1));
}

static TvViewFit
get_fit (TvTrace *trace)
{
  if (!tv_trace_has (trace, TV_HAS_TEXTS))
    return TV_VIEW_EMPTY;
  return tv_trace_has_tracks (trace) ? TV_VIEW_FITS : TV_VIEW_LEADS;
}

const TvViewInfo tv_view_text = {
  .id = "text",
  .title = N_("Text"),
  .tooltip = N_("The original text, line by line"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_text_page_get_type,
  .get_fit = get_fit,
  .has_line = has_line,
};

/* ---- Object ---- */

static void
tv_text_page_dispose (GObject *object)
{
  TvTextPage *self = TV_TEXT_PAGE (object);

  tv_work_stop (&self->finding);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_text_page_parent_class)->dispose (object);
}

static void
tv_text_page_class_init (TvTextPageClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_text_page_dispose;
  view_class->set_session = set_session;
  view_class->find = find;
  view_class->step = step;
  view_class->add_actions = add_actions;
  view_class->dup_table = dup_table;
  view_class->show_line = show_line;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_text_page_init (TvTextPage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _("Find text"), NULL);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->entry, "step", G_CALLBACK (on_step), self);
  self->count = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->count, 1.0f);
  gtk_widget_set_hexpand (GTK_WIDGET (self->count), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "numeric");
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  tv_table_view_set_name (self->table, _("Text"));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), 6);
  gtk_widget_add_css_class (bar, "range-bar");
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->entry));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->count));
  gtk_box_append (GTK_BOX (self->box), bar);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));
}
