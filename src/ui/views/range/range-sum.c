/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sums of the visible or selected rows. A child of range-section.c. If several rows are selected, starts a worker
 * (range-rows.h) that sums them. */

#include "ui/views/range/range-sum.h"

#include "ui/kit/work.h"
#include "ui/views/range/range-rows.h"

struct _TvRangeSum
{
  GtkWidget parent_instance;

  GtkLabel *label;
  const TvRangeTableView *table;
  TvTableView *view;    /* (nullable): view with the rows */
  char *all;            /* (nullable): formatted sums of all visible rows */
  GCancellable *adding; /* (nullable): running worker that sums the selected rows */
};

G_DEFINE_FINAL_TYPE (TvRangeSum, tv_range_sum, GTK_TYPE_WIDGET)

static void
set_text (TvRangeSum *self, const char *sum)
{
  gtk_label_set_text (self->label, sum != NULL ? sum : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->label), sum);
}

static void
on_added (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvRangeSum *self = owner;
  g_autoptr (TvRangeRows) rows = result;
  g_autofree char *sum = rows != NULL ? tv_range_rows_dup_sum (rows, self->table) : NULL;

  if (sum != NULL)
    set_text (self, sum);
}

static void
update (TvRangeSum *self)
{
  TvTable *table = tv_table_model_get_table (tv_table_view_get_model (self->view));
  g_autoptr (GArray) rows = tv_table_view_dup_selected (self->view);
  TvRangeRowsJob *job;

  if (table == NULL || rows->len <= 1)
    {
      tv_work_stop (&self->adding);
      set_text (self, self->all);
      return;
    }
  job = g_new0 (TvRangeRowsJob, 1);
  job->view = self->table;
  job->table = g_object_ref (table);
  job->selected = g_steal_pointer (&rows);
  tv_work_start (&tv_range_rows_work, job, on_added, self, &self->adding);
}

static void
leave_view (TvRangeSum *self)
{
  tv_work_stop (&self->adding);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->view);
}

static void
tv_range_sum_dispose (GObject *object)
{
  TvRangeSum *self = TV_RANGE_SUM (object);

  leave_view (self);
  g_clear_pointer (&self->all, g_free);
  if (self->label != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->label));
  self->label = NULL;
  G_OBJECT_CLASS (tv_range_sum_parent_class)->dispose (object);
}

static void
tv_range_sum_class_init (TvRangeSumClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_range_sum_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_range_sum_init (TvRangeSum *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  self->label = GTK_LABEL (label);
  gtk_widget_add_css_class (label, "section-sum");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_xalign (self->label, 0.0f);
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_widget_set_parent (label, GTK_WIDGET (self));
}

GtkWidget *
tv_range_sum_new (void)
{
  return g_object_new (TV_TYPE_RANGE_SUM, NULL);
}

/**
 * tv_range_sum_show:
 * @table: presentation of the table, with the columns to add up
 * @view: view of the table
 * @all: (nullable): formatted sums of all visible rows, from tv_range_rows_dup_sum()
 *
 * Shows the sums of a table, and follows the selection of @view.
 */
void
tv_range_sum_show (TvRangeSum *self,
                   const TvRangeTableView *table,
                   TvTableView *view,
                   const char *all)
{
  g_return_if_fail (TV_IS_RANGE_SUM (self));

  if (view != self->view)
    {
      leave_view (self);
      self->table = table;
      self->view = g_object_ref (view);
      g_signal_connect_swapped (view, "selection-changed", G_CALLBACK (update), self);
    }
  g_free (self->all);
  self->all = g_strdup (all);
  update (self);
}
