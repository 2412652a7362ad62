/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "tables/tables.h"

#define MARGIN_PX 6

typedef struct
{
  TvTableView *table;
} TvListViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TvListView, tv_list_view, TV_TYPE_VIEW)

static TvTableView *
get_table (TvView *self)
{
  TvListViewPrivate *priv = tv_list_view_get_instance_private (TV_LIST_VIEW (self));

  return priv->table;
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
  g_autoptr (TvTable)
      table = tv_tables_open (klass->table, tv_session_get_trace (session), NULL, NULL, NULL);

  tv_table_view_set_columns (get_table (view), tv_table_get_info (table), klass->columns,
                             klass->n_columns, session);
  tv_table_view_set_order (get_table (view), NULL);
  tv_table_view_set_table (get_table (view), table);
  tv_table_view_set_name (get_table (view), _ (klass->title));
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, TV_LIST_VIEW_GET_CLASS (view)->table)
             ? tv_table_view_dup_shown (get_table (view), order)
             : NULL;
}

static void
tv_list_view_class_init (TvListViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->dup_table = dup_table;
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
