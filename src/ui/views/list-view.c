/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/symbols/text-match.h"
#include "tables/tables.h"
#include "ui/kit/number-format.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/work.h"

#define MARGIN_PX             6
#define ROWS_PER_CANCEL_CHECK 1024

typedef struct
{
  TvTableView *table;
  TvTable *all;         /* (nullable): what it shows, once it has a session */
  TvSearchEntry *entry; /* (nullable): if it has one */
  GCancellable *finding;
  guint32 n_left;
} TvListViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TvListView, tv_list_view, TV_TYPE_VIEW)

static TvTableView *
get_table (TvView *self)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (self));

  return priv->table;
}

/* ---- What is looked for ---- */

typedef struct
{
  TvTable *table;
  TvTextMatch *match;
} FindJob;

static void
find_job_free (gpointer data)
{
  FindJob *self = data;

  g_object_unref (self->table);
  tv_text_match_free (self->match);
  g_free (self);
}

static gboolean
has_match (const FindJob *self, guint32 row)
{
  guint n_columns;
  const TvColumn *columns = tv_table_get_columns (self->table, &n_columns);
  gboolean is_match = FALSE;

  for (guint column = 0; column < n_columns && !is_match; column++)
    {
      TvCell cell;
      char number[24];

      tv_table_get_cell (self->table, row, column, &cell);
      g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT,
                  columns[column].type == TV_COLUMN_INTEGER ? cell.integer : 0);
      if (!cell.is_null && columns[column].type != TV_COLUMN_REAL)
        is_match = tv_text_match_test (
            self->match, columns[column].type == TV_COLUMN_TEXT ? cell.text : number, -1);
      tv_cell_clear (&cell);
    }
  return is_match;
}

/* Returns: (transfer full) (nullable): a byte for each row: whether it is left */
static gpointer
find_rows (gpointer data, GCancellable *cancellable, GError **error)
{
  const FindJob *self = data;
  guint32 n = tv_table_get_n_rows (self->table);
  g_autofree guint8 *is_left = g_malloc0 ((gsize) n + 1);

  for (guint32 row = 0; row < n; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      is_left[row] = (guint8) has_match (self, row);
    }
  return g_bytes_new_take (g_steal_pointer (&is_left), n);
}

static const TvWork find_work = { find_rows, find_job_free, (GDestroyNotify) g_bytes_unref };

static char *
dup_count (TvListView *self)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (self);
  guint32 n = tv_table_get_n_rows (priv->all);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *left = tv_format_count (priv->n_left);

  if (priv->n_left == n)
    return g_strdup_printf (ngettext ("%s row", "%s rows", n), all);
  /* Translators: how many rows a filter leaves, and how many there are */
  return g_strdup_printf (ngettext ("%s of %s row", "%s of %s rows", n), left, all);
}

static void
show_left (TvListView *self, GBytes *filter)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (self);
  gsize n = tv_table_get_n_rows (priv->all);
  const guint8 *is_left = filter != NULL ? g_bytes_get_data (filter, &n) : NULL;
  g_autofree char *words = NULL;

  priv->n_left = is_left != NULL ? 0 : (guint32) n;
  for (gsize row = 0; is_left != NULL && row < n; row++)
    priv->n_left += is_left[row];
  tv_table_view_set_filter (priv->table, priv->all, filter);
  words = dup_count (self);
  tv_search_entry_show_left (priv->entry, priv->n_left, words);
  tv_view_set_busy (TV_VIEW (self), FALSE);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static void
on_rows_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  g_autoptr (GBytes) filter = result;

  if (filter != NULL)
    show_left (owner, filter);
}

static void
on_text_changed (TvListView *self)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (self);
  TvTextMatch *match = priv->all != NULL && tv_search_entry_is_looking (priv->entry)
                           ? tv_text_match_new (tv_search_entry_get_text (priv->entry),
                                                tv_search_entry_is_regex (priv->entry), NULL)
                           : NULL;
  FindJob *job;

  tv_work_stop (&priv->finding);
  if (priv->all == NULL)
    return;
  if (match == NULL)
    {
      show_left (self, NULL);
      return;
    }
  job = g_new (FindJob, 1);
  job->table = g_object_ref (priv->all);
  job->match = match;
  tv_view_set_busy (TV_VIEW (self), TRUE);
  tv_work_start (&find_work, job, on_rows_found, self, &priv->finding);
}

static void
leave_entry (TvListView *self)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (self);

  tv_table_view_focus (priv->table, tv_table_view_get_selected (priv->table));
}

static GtkWidget *
get_tools (TvView *view)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (view));

  return GTK_WIDGET (priv->entry);
}

static void
find (TvView *view)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (view));

  if (priv->entry != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (priv->entry));
}

static char *
dup_summary (TvView *view)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (view));

  return priv->entry != NULL && priv->all != NULL ? dup_count (TV_LIST_VIEW (view)) : NULL;
}

static gboolean
is_empty (TvView *view)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (view));

  return priv->entry != NULL && priv->all != NULL && priv->n_left == 0;
}

static char *
dup_filter (TvView *view)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (view));

  return priv->entry != NULL && tv_search_entry_is_looking (priv->entry)
             ? g_strdup (tv_search_entry_get_text (priv->entry))
             : NULL;
}

static void
clear_filter (TvView *view)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (view));

  if (priv->entry != NULL)
    tv_search_entry_set (priv->entry, "", FALSE);
}

/* ---- Rows ---- */

/* (transfer none) (nullable): the table that it shows, once it has a session; what is shown of it may be less, and in
 * another order */
TvTable *
tv_list_view_get_rows (TvListView *self)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (self);

  g_return_val_if_fail (TV_IS_LIST_VIEW (self), NULL);
  return priv->all;
}

static void
on_row_selected (TvListView *self, guint row)
{
  TvListViewClass *klass = TV_LIST_VIEW_GET_CLASS (self);

  if (klass->show_row != NULL)
    klass->show_row (self, row);
}

static void
set_session (TvView *view, TvSession *session)
{
  TvListViewClass *klass = TV_LIST_VIEW_GET_CLASS (view);
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (view));
  g_autoptr (TvTable)
      table = tv_tables_open (klass->table, tv_session_get_trace (session), NULL, NULL, NULL);

  tv_table_view_set_columns (get_table (view), tv_table_get_info (table), klass->columns,
                             klass->n_columns, session);
  tv_table_view_set_order (get_table (view), NULL);
  tv_table_view_set_table (get_table (view), table);
  tv_table_view_set_name (get_table (view), _ (klass->title));
  g_set_object (&priv->all, table);
  priv->n_left = tv_table_get_n_rows (table);
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, TV_LIST_VIEW_GET_CLASS (view)->table)
             ? tv_table_view_dup_shown (get_table (view), order)
             : NULL;
}

static void
tv_list_view_constructed (GObject *object)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (object));
  const char *placeholder = TV_LIST_VIEW_GET_CLASS (object)->placeholder;

  G_OBJECT_CLASS (tv_list_view_parent_class)->constructed (object);
  if (placeholder == NULL)
    return;
  priv->entry = TV_SEARCH_ENTRY (g_object_ref_sink (tv_search_entry_new ()));
  g_object_set (priv->entry, "placeholder-text", _ (placeholder), "is-filter", TRUE, NULL);
  g_signal_connect_swapped (priv->entry, "changed", G_CALLBACK (on_text_changed), object);
  g_signal_connect_swapped (priv->entry, "leave", G_CALLBACK (leave_entry), object);
}

static void
tv_list_view_dispose (GObject *object)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (object));

  tv_work_stop (&priv->finding);
  if (priv->entry != NULL)
    g_signal_handlers_disconnect_by_data (priv->entry, object);
  g_clear_object (&priv->entry);
  g_clear_object (&priv->all);
  G_OBJECT_CLASS (tv_list_view_parent_class)->dispose (object);
}

static void
tv_list_view_class_init (TvListViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->dup_table = dup_table;
  view_class->get_tools = get_tools;
  view_class->find = find;
  view_class->dup_summary = dup_summary;
  view_class->is_empty = is_empty;
  view_class->dup_filter = dup_filter;
  view_class->clear_filter = clear_filter;
  G_OBJECT_CLASS (klass)->constructed = tv_list_view_constructed;
  G_OBJECT_CLASS (klass)->dispose = tv_list_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_list_view_init (TvListView *self)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (self);

  priv->table = TV_TABLE_VIEW (tv_table_view_new ());
  gtk_widget_set_margin_start (GTK_WIDGET (priv->table), MARGIN_PX);
  gtk_widget_set_margin_end (GTK_WIDGET (priv->table), MARGIN_PX);
  gtk_widget_set_parent (GTK_WIDGET (priv->table), GTK_WIDGET (self));
  g_signal_connect_swapped (priv->table, "row-selected", G_CALLBACK (on_row_selected), self);
}
