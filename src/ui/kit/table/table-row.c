/* SPDX-License-Identifier: GPL-3.0-or-later */

/* List item for a row of a #TvTable: table, row number, owner, and whether the row is expanded. Created and changed
 * only by table-model.c (table-row-private.h); factories and views read it. */

#include "ui/kit/table/table-row-private.h"

#include "core/types.h"

struct _TvTableRow
{
  GObject parent_instance;

  TvTable *table;
  guint32 row;
  guint32 owner;
  gboolean is_expanded;
};

G_DEFINE_FINAL_TYPE (TvTableRow, tv_table_row, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_IS_EXPANDED,
  N_PROPS
};

static GParamSpec *row_properties[N_PROPS];

static void
tv_table_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_IS_EXPANDED)
    g_value_set_boolean (value, TV_TABLE_ROW (object)->is_expanded);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_table_row_finalize (GObject *object)
{
  g_clear_object (&TV_TABLE_ROW (object)->table);
  G_OBJECT_CLASS (tv_table_row_parent_class)->finalize (object);
}

static void
tv_table_row_class_init (TvTableRowClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = tv_table_row_get_property;
  G_OBJECT_CLASS (klass)->finalize = tv_table_row_finalize;
  row_properties[PROP_IS_EXPANDED] = g_param_spec_boolean (
      "is-expanded", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, row_properties);
}

static void
tv_table_row_init (TvTableRow *self)
{
}

/* Returns: (transfer none): the table of the row: the model's table, or a table of children */
TvTable *
tv_table_row_get_table (TvTableRow *self)
{
  g_return_val_if_fail (TV_IS_TABLE_ROW (self), NULL);
  return self->table;
}

/* Returns the index of the row in its table. */
guint32
tv_table_row_get_row (TvTableRow *self)
{
  g_return_val_if_fail (TV_IS_TABLE_ROW (self), TV_NONE);
  return self->row;
}

/* Returns the parent of a child, as a row of the model's table; %TV_NONE for other rows. */
guint32
tv_table_row_get_owner (TvTableRow *self)
{
  g_return_val_if_fail (TV_IS_TABLE_ROW (self), TV_NONE);
  return self->owner;
}

/* Returns whether the row is expanded: its children are visible, or its expander points down. */
gboolean
tv_table_row_is_expanded (TvTableRow *self)
{
  g_return_val_if_fail (TV_IS_TABLE_ROW (self), FALSE);
  return self->is_expanded;
}

/* Sets the content and the expanded state of a row. Notifies "is-expanded" only. */
void
tv_table_row_set (TvTableRow *self,
                  TvTable *table,
                  guint32 row,
                  guint32 owner,
                  gboolean is_expanded)
{
  g_set_object (&self->table, table);
  self->row = row;
  self->owner = owner;
  if (self->is_expanded == is_expanded)
    return;
  self->is_expanded = is_expanded;
  g_object_notify_by_pspec (G_OBJECT (self), row_properties[PROP_IS_EXPANDED]);
}
