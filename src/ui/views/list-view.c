/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/symbols/text-match.h"
#include "tables/tables.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/table/table-filter.h"
#include "ui/kit/work.h"

#define MARGIN_PX 6

struct _TvListView
{
  TvView parent_instance;

  TvTableView *table;
  TvTable *all;         /* (nullable): what it shows, once it has a session */
  TvSearchEntry *entry; /* (nullable): if it has one */
  GCancellable *finding;
  guint32 n_left;
};

G_DEFINE_FINAL_TYPE (TvListView, tv_list_view, TV_TYPE_VIEW)

static const TvListKind *
get_kind (TvListView *self)
{
  return tv_view_get_info (TV_VIEW (self))->kind;
}

/* ---- What is looked for ---- */

typedef struct
{
  TvTable *table;
  TvTextMatch *match;
  char *text;
  TvTrace *trace;
  const TvListKind *kind;
  guint32 n_left; /* once it is done */
} FindJob;

static void
find_job_free (gpointer data)
{
  FindJob *self = data;

  g_object_unref (self->table);
  tv_text_match_free (self->match);
  g_free (self->text);
  g_object_unref (self->trace);
  g_free (self);
}

static gboolean
has_match (TvTable *table, guint32 row, gconstpointer data)
{
  const FindJob *job = data;
  const TvTextMatch *match = job->match;
  guint n_columns;
  const TvColumn *columns = tv_table_get_columns (table, &n_columns);
  gboolean is_match = FALSE;

  for (guint column = 0; column < n_columns && !is_match; column++)
    {
      TvCell cell;
      char number[24];

      tv_table_get_cell (table, row, column, &cell);
      g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT,
                  columns[column].type == TV_COLUMN_INTEGER ? cell.integer : 0);
      if (!cell.is_null && columns[column].type != TV_COLUMN_REAL)
        is_match = tv_text_match_test (
            match, columns[column].type == TV_COLUMN_TEXT ? cell.text : number, -1);
      tv_cell_clear (&cell);
    }
  return is_match ||
         (job->kind->has_text != NULL && job->kind->has_text (job->trace, row, job->text));
}

static gpointer
find_rows (gpointer data, GCancellable *cancellable, GError **error)
{
  FindJob *self = data;

  return tv_table_filter_new (self->table, has_match, self, &self->n_left, cancellable);
}

static const TvWork find_work = { find_rows, find_job_free, (GDestroyNotify) g_bytes_unref };

static char *
dup_count (TvListView *self)
{
  guint32 n = tv_table_get_n_rows (self->all);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *left = tv_format_count (self->n_left);

  if (self->n_left == n)
    return g_strdup_printf (ngettext ("%s row", "%s rows", n), all);
  /* Translators: how many rows a filter leaves, and how many there are */
  return g_strdup_printf (ngettext ("%s of %s row", "%s of %s rows", n), left, all);
}

static void
show_left (TvListView *self, GBytes *filter, guint32 n_left)
{
  g_autofree char *words = NULL;

  self->n_left = n_left;
  tv_table_view_set_filter (self->table, self->all, filter);
  words = dup_count (self);
  tv_search_entry_show_left (self->entry, self->n_left, words);
  tv_view_set_busy (TV_VIEW (self), FALSE);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static void
on_rows_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  g_autoptr (GBytes) filter = result;

  if (filter != NULL)
    show_left (owner, filter, ((const FindJob *) job)->n_left);
}

static void
on_text_changed (TvListView *self)
{
  TvTextMatch *match;
  FindJob *job;

  tv_work_stop (&self->finding);
  if (self->all == NULL)
    return;
  match = tv_search_entry_dup_match (self->entry);
  if (match == NULL)
    {
      show_left (self, NULL, tv_table_get_n_rows (self->all));
      return;
    }
  job = g_new0 (FindJob, 1);
  job->table = g_object_ref (self->all);
  job->match = match;
  job->text = g_strdup (tv_search_entry_get_text (self->entry));
  job->trace = g_object_ref (tv_session_get_trace (tv_view_get_session (TV_VIEW (self))));
  job->kind = get_kind (self);
  tv_view_set_busy (TV_VIEW (self), TRUE);
  tv_work_start (&find_work, job, on_rows_found, self, &self->finding);
}

static void
leave_entry (TvListView *self)
{
  tv_table_view_enter (self->table);
}

static char *
dup_summary (TvView *view)
{
  TvListView *self = TV_LIST_VIEW (view);

  return self->entry != NULL && self->all != NULL ? dup_count (self) : NULL;
}

static gboolean
is_empty (TvView *view)
{
  TvListView *self = TV_LIST_VIEW (view);

  return self->entry != NULL && self->all != NULL && self->n_left == 0;
}

/* ---- Rows ---- */

static void
show_row (TvListView *self, guint row)
{
  if (get_kind (self)->show_row != NULL)
    get_kind (self)->show_row (tv_view_get_session (TV_VIEW (self)), self->all, row);
}

static void
follow_link (TvListView *self, guint row)
{
  TvTrace *trace = tv_session_get_trace (tv_view_get_session (TV_VIEW (self)));
  guint32 target = TV_NONE;
  const char *action = get_kind (self)->get_link (trace, row, &target);

  if (action != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), action, "u", target);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static GMenu *
make_menu (gpointer view, TvTableRow *row)
{
  TvListView *self = view;
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) links = g_menu_new ();

  if (row != NULL)
    get_kind (self)->make_menu (tv_session_get_trace (tv_view_get_session (TV_VIEW (self))),
                                tv_table_row_get_row (row), links);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (links));
  return menu;
}

/* Appends a menu item that leads to a row of another view, or a grey one with the reason where @row is TV_NONE. */
void
tv_list_view_append_link (GMenu *menu,
                          const char *label,
                          const char *action,
                          guint32 row,
                          const char *reason)
{
  g_autofree char *detailed = g_strdup_printf ("%s(uint32 %u)", action, row);

  if (row != TV_NONE)
    tv_popup_menu_append (menu, label, detailed, NULL);
  else
    tv_popup_menu_append_grey (menu, label, reason);
}

/* Shows a row, whatever is looked for. */
void
tv_list_view_go_to (gpointer view, const char *name, GVariant *parameter)
{
  TvListView *self = view;
  guint32 row = g_variant_get_uint32 (parameter);

  if (row >= tv_table_get_n_rows (self->all))
    return;
  if (self->entry != NULL)
    tv_search_entry_set (self->entry, "", FALSE);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.panel-page", "s",
                              tv_view_get_info (TV_VIEW (self))->id);
  tv_table_view_select_row (self->table, row);
  show_row (self, row);
}

/* Returns: (transfer floating): the selected row, as the state of an action */
GVariant *
tv_list_view_get_selected (gpointer view)
{
  return g_variant_new_uint32 (tv_table_view_get_selected (TV_LIST_VIEW (view)->table));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  TvListView *self = TV_LIST_VIEW (view);

  if (get_kind (self)->go_to != NULL)
    tv_object_actions_add (map, self, self->table, get_kind (self)->go_to, 1);
}

static void
open_row (TvListView *self, guint row)
{
  show_row (self, row);
  if (get_kind (self)->get_link != NULL)
    follow_link (self, row);
  else if (get_kind (self)->opens != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.panel-page", "s", get_kind (self)->opens);
}

static void
set_session (TvView *view, TvSession *session)
{
  TvListView *self = TV_LIST_VIEW (view);
  const TvListKind *kind = get_kind (self);

  self->all = tv_tables_open (kind->table, tv_session_get_trace (session), NULL, NULL, NULL);
  self->n_left = tv_table_get_n_rows (self->all);
  tv_table_view_set_columns (self->table, tv_table_get_info (self->all), kind->columns,
                             kind->n_columns, session);
  tv_table_view_set_order (self->table, NULL);
  tv_table_view_set_table (self->table, self->all);
  tv_table_view_set_name (self->table, _ (tv_view_get_info (view)->title));
  g_signal_connect_swapped (self->table, "row-selected", G_CALLBACK (show_row), self);
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (open_row), self);
  if (kind->make_menu != NULL)
    tv_table_view_set_menu (self->table, make_menu, self);
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvListView *self = TV_LIST_VIEW (view);

  return name == NULL || g_str_equal (name, get_kind (self)->table)
             ? tv_table_view_dup_shown (self->table, order)
             : NULL;
}

static void
tv_list_view_constructed (GObject *object)
{
  TvListView *self = TV_LIST_VIEW (object);
  const char *placeholder = get_kind (self)->placeholder;

  G_OBJECT_CLASS (tv_list_view_parent_class)->constructed (object);
  if (placeholder == NULL)
    return;
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _ (placeholder), "is-filter", TRUE, NULL);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_text_changed), object);
  g_signal_connect_swapped (self->entry, "leave", G_CALLBACK (leave_entry), object);
  tv_view_set_find_box (TV_VIEW (self), self->entry, GTK_WIDGET (self->entry));
}

static void
tv_list_view_dispose (GObject *object)
{
  TvListView *self = TV_LIST_VIEW (object);

  tv_work_stop (&self->finding);
  g_clear_object (&self->all);
  G_OBJECT_CLASS (tv_list_view_parent_class)->dispose (object);
}

static void
tv_list_view_class_init (TvListViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->dup_table = dup_table;
  view_class->dup_summary = dup_summary;
  view_class->is_empty = is_empty;
  view_class->add_actions = add_actions;
  G_OBJECT_CLASS (klass)->constructed = tv_list_view_constructed;
  G_OBJECT_CLASS (klass)->dispose = tv_list_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_list_view_init (TvListView *self)
{
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), MARGIN_PX);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), MARGIN_PX);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
}
