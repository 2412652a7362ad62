/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Implements GtkSelectionModel with a bit set. Created by list-rows.c for a table view. Owns the model of the rows. */

#include "ui/kit/gtk48/row-selection.h"

struct _TvRowSelection
{
  GObject parent_instance;

  GListModel *model;
  GtkBitset *selected;
  guint chosen;
  gpointer item; /* (nullable): item of the chosen row */
};

enum
{
  PROP_0,
  PROP_CHOSEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  REACH_ALL,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- List ---- */

static GType
get_item_type (GListModel *list)
{
  return g_list_model_get_item_type (TV_ROW_SELECTION (list)->model);
}

static guint
get_n_items (GListModel *list)
{
  return g_list_model_get_n_items (TV_ROW_SELECTION (list)->model);
}

static gpointer
get_item (GListModel *list, guint position)
{
  return g_list_model_get_item (TV_ROW_SELECTION (list)->model, position);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* ---- Change ---- */

/* Replaces the selection. Emits "selection-changed" for the range from the first to the last affected row. Takes
 * ownership of @selected. */
static void
set_selected (TvRowSelection *self, GtkBitset *selected, guint chosen)
{
  g_autoptr (GtkBitset) changed = gtk_bitset_copy (self->selected);
  gboolean is_other = chosen != self->chosen;

  gtk_bitset_difference (changed, selected);
  gtk_bitset_unref (self->selected);
  self->selected = selected;
  self->chosen = chosen;
  g_clear_object (&self->item);
  if (chosen != GTK_INVALID_LIST_POSITION)
    self->item = g_list_model_get_item (self->model, chosen);
  if (!gtk_bitset_is_empty (changed))
    {
      guint first = gtk_bitset_get_minimum (changed);

      gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), first,
                                             gtk_bitset_get_maximum (changed) - first + 1);
    }
  if (is_other)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHOSEN]);
}

/* Replaces the selection like set_selected(). Keeps the chosen row if it is still selected; otherwise, @otherwise
 * becomes the chosen row. */
static void
select_rows (TvRowSelection *self, GtkBitset *selected, guint otherwise)
{
  set_selected (self, selected,
                gtk_bitset_contains (selected, self->chosen) ? self->chosen : otherwise);
}

/* ---- Selection ---- */

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  return gtk_bitset_contains (TV_ROW_SELECTION (model)->selected, position);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint position, guint n_items)
{
  return gtk_bitset_ref (TV_ROW_SELECTION (model)->selected);
}

static gboolean
select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest)
{
  TvRowSelection *self = TV_ROW_SELECTION (model);

  if (position >= g_list_model_get_n_items (self->model))
    return FALSE;
  if (unselect_rest)
    tv_row_selection_choose (self, position);
  else
    {
      GtkBitset *selected = gtk_bitset_copy (self->selected);

      gtk_bitset_add (selected, position);
      select_rows (self, selected, position);
    }
  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model, guint position)
{
  TvRowSelection *self = TV_ROW_SELECTION (model);
  GtkBitset *selected = gtk_bitset_copy (self->selected);

  gtk_bitset_remove (selected, position);
  select_rows (self, selected, GTK_INVALID_LIST_POSITION);
  return TRUE;
}

static gboolean
select_range (GtkSelectionModel *model, guint position, guint n_items, gboolean unselect_rest)
{
  TvRowSelection *self = TV_ROW_SELECTION (model);
  guint n = g_list_model_get_n_items (self->model);
  GtkBitset *selected;

  if (position >= n || n_items == 0)
    return FALSE;
  selected = unselect_rest ? gtk_bitset_new_empty () : gtk_bitset_copy (self->selected);
  gtk_bitset_add_range (selected, position, MIN (n_items, n - position));
  select_rows (self, selected, position);
  return TRUE;
}

static gboolean
unselect_range (GtkSelectionModel *model, guint position, guint n_items)
{
  TvRowSelection *self = TV_ROW_SELECTION (model);
  GtkBitset *selected = gtk_bitset_copy (self->selected);

  gtk_bitset_remove_range (selected, position, n_items);
  select_rows (self, selected, GTK_INVALID_LIST_POSITION);
  return TRUE;
}

/* Selects all rows. The chosen row remains the same. */
static gboolean
select_all (GtkSelectionModel *model)
{
  TvRowSelection *self = TV_ROW_SELECTION (model);

  g_signal_emit (self, signals[REACH_ALL], 0);
  select_rows (self, gtk_bitset_new_range (0, g_list_model_get_n_items (self->model)),
               GTK_INVALID_LIST_POSITION);
  return TRUE;
}

static gboolean
unselect_all (GtkSelectionModel *model)
{
  tv_row_selection_choose (TV_ROW_SELECTION (model), GTK_INVALID_LIST_POSITION);
  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
  iface->select_range = select_range;
  iface->unselect_range = unselect_range;
  iface->select_all = select_all;
  iface->unselect_all = unselect_all;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvRowSelection,
                               tv_row_selection,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                          selection_model_init))

/* ---- Object ---- */

/* Shifts the selected positions when rows are added or removed. */
static void
on_items_changed (TvRowSelection *self, guint position, guint n_removed, guint n_added)
{
  guint before = self->chosen, n_before = tv_row_selection_count (self);

  gtk_bitset_splice (self->selected, position, n_removed, n_added);
  if (before != GTK_INVALID_LIST_POSITION && before >= position)
    {
      self->chosen = before - position >= n_removed ? before - n_removed + n_added
                                                    : GTK_INVALID_LIST_POSITION;
      if (self->chosen == GTK_INVALID_LIST_POSITION)
        g_clear_object (&self->item);
    }
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
  if (tv_row_selection_count (self) != n_before)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), 0,
                                           g_list_model_get_n_items (self->model));
  if (self->chosen != before)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHOSEN]);
}

static void
tv_row_selection_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_CHOSEN)
    g_value_set_uint (value, TV_ROW_SELECTION (object)->chosen);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_row_selection_dispose (GObject *object)
{
  TvRowSelection *self = TV_ROW_SELECTION (object);

  g_clear_object (&self->item);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_clear_object (&self->model);
  g_clear_pointer (&self->selected, gtk_bitset_unref);
  G_OBJECT_CLASS (tv_row_selection_parent_class)->dispose (object);
}

static void
tv_row_selection_class_init (TvRowSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = tv_row_selection_get_property;
  G_OBJECT_CLASS (klass)->dispose = tv_row_selection_dispose;
  properties[PROP_CHOSEN] = g_param_spec_uint ("chosen", NULL, NULL, 0, G_MAXUINT,
                                               GTK_INVALID_LIST_POSITION,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  signals[REACH_ALL] = g_signal_new ("reach-all", TV_TYPE_ROW_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_row_selection_init (TvRowSelection *self)
{
  self->selected = gtk_bitset_new_empty ();
  self->chosen = GTK_INVALID_LIST_POSITION;
}

/**
 * tv_row_selection_new:
 * @model: (transfer full): list model of the rows
 *
 * Returns: (transfer full): an empty selection
 */
TvRowSelection *
tv_row_selection_new (GListModel *model)
{
  TvRowSelection *self = g_object_new (TV_TYPE_ROW_SELECTION, NULL);

  self->model = model;
  g_signal_connect_swapped (model, "items-changed", G_CALLBACK (on_items_changed), self);
  return self;
}

/* Returns: (transfer none): the list model of the rows */
GListModel *
tv_row_selection_get_model (TvRowSelection *self)
{
  g_return_val_if_fail (TV_IS_ROW_SELECTION (self), NULL);
  return self->model;
}

guint
tv_row_selection_get_chosen (TvRowSelection *self)
{
  g_return_val_if_fail (TV_IS_ROW_SELECTION (self), GTK_INVALID_LIST_POSITION);
  return self->chosen;
}

/* Returns: (transfer none) (nullable): the item of the chosen row */
gpointer
tv_row_selection_get_item (TvRowSelection *self)
{
  g_return_val_if_fail (TV_IS_ROW_SELECTION (self), NULL);
  return self->item;
}

/* Returns the number of selected rows. */
guint
tv_row_selection_count (TvRowSelection *self)
{
  g_return_val_if_fail (TV_IS_ROW_SELECTION (self), 0);
  return (guint) gtk_bitset_get_size (self->selected);
}

/**
 * tv_row_selection_set:
 * @selected: positions to select
 * @chosen: position of the chosen row, which must be in @selected, or %GTK_INVALID_LIST_POSITION
 *
 * Sets the selection.
 */
void
tv_row_selection_set (TvRowSelection *self, GtkBitset *selected, guint chosen)
{
  g_return_if_fail (TV_IS_ROW_SELECTION (self));
  g_return_if_fail (chosen == GTK_INVALID_LIST_POSITION || gtk_bitset_contains (selected, chosen));
  set_selected (self, gtk_bitset_copy (selected), chosen);
}

/* Selects a single position and makes it the chosen row. %GTK_INVALID_LIST_POSITION clears the selection. */
void
tv_row_selection_choose (TvRowSelection *self, guint position)
{
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty ();

  g_return_if_fail (TV_IS_ROW_SELECTION (self));

  if (position >= g_list_model_get_n_items (self->model))
    position = GTK_INVALID_LIST_POSITION;
  else
    gtk_bitset_add (selected, position);
  tv_row_selection_set (self, selected, position);
}

/* Makes a position the chosen row. If the position is already selected, the other rows remain selected; otherwise,
 * only this position is selected. */
void
tv_row_selection_choose_among (TvRowSelection *self, guint position)
{
  g_return_if_fail (TV_IS_ROW_SELECTION (self));

  if (gtk_bitset_contains (self->selected, position))
    tv_row_selection_set (self, self->selected, position);
  else
    tv_row_selection_choose (self, position);
}
