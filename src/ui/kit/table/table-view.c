/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any table in a GtkColumnView:
 *
 *   set_table() ─▶ sorted (worker) ─▶ model ─▶ selection ─▶ list of cells
 *        a heading is clicked ──┘
 */

#include "ui/kit/table/table-view-private.h"

#include <glib/gi18n.h>

#include "tables/table-subset.h"
#include "ui/kit/table/column-fit.h"
#include "ui/kit/gtk48/column-heads.h"
#include "ui/kit/gtk48/list-rows.h"
#include "ui/kit/gtk48/row-words.h"
#include "ui/kit/gtk48/still-clicks.h"
#include "ui/kit/table/table-measure.h"

G_DEFINE_FINAL_TYPE (TvTableView, tv_table_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_IS_SORTING,
  PROP_PRESET,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* Tells what is in it to those who do not see where it stands. */
void
tv_table_view_set_name (TvTableView *self, const char *name)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  tv_row_words_set_name (self->view, name);
}

/* ---- Selection ---- */

/* Selects a position, or none; the signal is not for this. */
void
tv_table_view_select_position (TvTableView *self, guint position)
{
  tv_list_rows_reach (self->view, position);
  self->is_selecting = TRUE;
  tv_row_selection_choose (self->selection, position);
  self->is_selecting = FALSE;
}

/* Selects those of the rows of the table that are shown, in their order, without the signal. */
void
tv_table_view_select_rows (TvTableView *self, GArray *rows, guint32 chosen)
{
  TvTable *table = tv_table_model_get_table (self->model);
  guint n = tv_table_model_count (self->model);
  guint position = chosen != TV_NONE ? tv_table_model_find_row (self->model, chosen) : TV_NONE;
  g_autoptr (GtkBitset) wanted = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty ();

  for (guint i = 0; i < rows->len; i++)
    gtk_bitset_add (wanted, g_array_index (rows, guint32, i));
  for (guint i = 0; table != NULL && i < n; i++)
    if (gtk_bitset_contains (wanted, tv_table_model_get_row (self->model, i)))
      gtk_bitset_add (selected, i);
  if (!gtk_bitset_is_empty (selected))
    tv_list_rows_reach (self->view, gtk_bitset_get_maximum (selected));
  self->is_selecting = TRUE;
  tv_row_selection_set (self->selection, selected,
                        position != TV_NONE ? position : GTK_INVALID_LIST_POSITION);
  self->is_selecting = FALSE;
}

static void
on_selected (TvTableView *self)
{
  guint32 row = tv_table_view_get_selected (self);

  if (!self->is_selecting && row != TV_NONE)
    g_signal_emit_by_name (self, "row-selected", row);
}

static void
on_selection_changed (TvTableView *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy-row",
                                 tv_row_selection_count (self->selection) > 0);
  g_signal_emit_by_name (self, "selection-changed");
}

static void
on_activated (GtkColumnView *view, guint position, TvTableView *self)
{
  g_signal_emit_by_name (self, "row-activated", tv_table_model_get_row (self->model, position));
}

/* (transfer none) (nullable): the selected row, of the table or of what lies under its rows */
TvTableRow *
tv_table_view_get_selected_row (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);
  return tv_row_selection_get_item (self->selection);
}

/* The table's row that is selected, or %TV_NONE. */
guint32
tv_table_view_get_selected (TvTableView *self)
{
  TvTableRow *row = tv_table_view_get_selected_row (self);

  return row != NULL && tv_table_row_get_owner (row) == TV_NONE ? tv_table_row_get_row (row)
                                                                : TV_NONE;
}

/* Selects what is at a position, as a user does. */
void
tv_table_view_choose (TvTableView *self, guint position)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  tv_list_rows_reach (self->view, position);
  tv_row_selection_choose (self->selection, position);
}

/* As tv_table_view_choose(); those beside which the position is selected stay so. */
void
tv_table_view_choose_among (TvTableView *self, guint position)
{
  tv_list_rows_reach (self->view, position);
  tv_row_selection_choose_among (self->selection, position);
}

/**
 * tv_table_view_choose_with:
 * @position: clicked position
 * @state: modifiers of the click
 *
 * Selects a position as a click of the list does: alone, with Ctrl beside the others, with Shift up to it.
 */
void
tv_table_view_choose_with (TvTableView *self, guint position, GdkModifierType state)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  tv_list_rows_reach (self->view, position);
  gtk_widget_activate_action (self->list, "list.select-item", "(ubb)", position,
                              (state & GDK_CONTROL_MASK) != 0, (state & GDK_SHIFT_MASK) != 0);
}

/* (transfer full) (element-type guint32): selected rows of the table in the order on the screen, without rows below
 * expanded ones */
GArray *
tv_table_view_dup_selected (TvTableView *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GtkBitset) selected = NULL;
  GtkBitsetIter iter;
  guint position;

  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), rows);

  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (gboolean is_there = gtk_bitset_iter_init_first (&iter, selected, &position); is_there;
       is_there = gtk_bitset_iter_next (&iter, &position))
    {
      guint32 row;

      if (tv_table_model_get_shown (self->model, position, &row) ==
          tv_table_model_get_table (self->model))
        g_array_append_val (rows, row);
    }
  return rows;
}

/* The position that is selected, or %GTK_INVALID_LIST_POSITION. */
guint
tv_table_view_get_chosen (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), GTK_INVALID_LIST_POSITION);
  return tv_row_selection_get_chosen (self->selection);
}

/* Selects a row of the table, or none with %TV_NONE; the signal is not for this. */
void
tv_table_view_select_row (TvTableView *self, guint32 row)
{
  guint position;

  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  position = row != TV_NONE ? tv_table_model_find_row (self->model, row) : TV_NONE;
  tv_table_view_select_position (self, position != TV_NONE ? position : GTK_INVALID_LIST_POSITION);
}

/* ---- Object ---- */

static void
tv_table_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_IS_SORTING)
    g_value_set_boolean (value, TV_TABLE_VIEW (object)->sorting != NULL);
  else if (id == PROP_PRESET)
    g_value_set_string (value, tv_table_view_get_preset (TV_TABLE_VIEW (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_table_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PRESET)
    tv_table_view_set_preset (TV_TABLE_VIEW (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_table_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvTableView *self = TV_TABLE_VIEW (widget);

  gtk_widget_size_allocate (self->stack, &(GtkAllocation){ 0, 0, width, height }, baseline);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
  if (self->heads_menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->heads_menu));
  if (self->columns_popover != NULL)
    gtk_popover_present (GTK_POPOVER (self->columns_popover));
}

static void
tv_table_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  TvTableView *self = TV_TABLE_VIEW (widget);

  gtk_widget_measure (self->stack, orientation, for_size, minimum, natural, NULL, NULL);
  /* All columns; not as wide as some of them are just because the view is. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (tv_column_fit_get_natural (self->view), *minimum);
}

static void
tv_table_view_dispose (GObject *object)
{
  TvTableView *self = TV_TABLE_VIEW (object);

  tv_table_view_cancel_sort (self);
  g_clear_pointer (&self->copying, tv_table_copy_free);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->view != NULL && gtk_column_view_get_sorter (self->view) != NULL)
    g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (self->view), self);
  if (self->view != NULL)
    tv_table_measure (self->view, NULL, NULL);
  self->view = NULL;
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->heads_menu, gtk_widget_unparent);
  g_clear_pointer (&self->columns_popover, gtk_widget_unparent);
  g_clear_pointer (&self->order, g_bytes_unref);
  g_clear_object (&self->filtered);
  g_clear_pointer (&self->filter, g_bytes_unref);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_handle_id (&self->drag_idle, g_source_remove);
  G_OBJECT_CLASS (tv_table_view_parent_class)->dispose (object);
}

static void
tv_table_view_finalize (GObject *object)
{
  tv_table_view_clear_columns (TV_TABLE_VIEW (object));
  G_OBJECT_CLASS (tv_table_view_parent_class)->finalize (object);
}

static void
tv_table_view_class_init (TvTableViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = tv_table_view_get_property;
  object_class->set_property = tv_table_view_set_property;
  object_class->dispose = tv_table_view_dispose;
  object_class->finalize = tv_table_view_finalize;
  widget_class->measure = tv_table_view_measure;
  widget_class->size_allocate = tv_table_view_size_allocate;

  properties[PROP_IS_SORTING] = g_param_spec_boolean ("is-sorting", NULL, NULL, FALSE,
                                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_PRESET] = g_param_spec_string ("preset", NULL, NULL, "",
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                     G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_signal_new ("shown", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
  g_signal_new ("sort-changed", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("row-selected", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("selection-changed", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("row-activated", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);

  g_signal_new ("scrolled", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);

  tv_table_view_class_add_actions (widget_class);
  tv_table_view_class_add_heads_actions (widget_class);
}

static void
on_scrolled (TvTableView *self)
{
  g_signal_emit_by_name (self, "scrolled");
}

static void
add_children (TvTableView *self)
{
  GtkAdjustment *adjustment;

  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  self->selection = tv_list_rows_attach (self->view, G_LIST_MODEL (self->model));
  g_signal_connect_swapped (self->selection, "notify::chosen", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->selection, "selection-changed", G_CALLBACK (on_selection_changed),
                            self);
  self->list = gtk_widget_get_last_child (GTK_WIDGET (self->view));
  g_assert (GTK_IS_LIST_VIEW (self->list));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "figures");
  g_signal_connect (self->view, "activate", G_CALLBACK (on_activated), self);

  self->scrolled = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_scrolled_window_set_child (self->scrolled, GTK_WIDGET (self->view));
  gtk_widget_add_css_class (GTK_WIDGET (self->scrolled), "more-columns");
  adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (on_scrolled), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (on_scrolled), self,
                           G_CONNECT_SWAPPED);

  self->empty = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->empty, TRUE);
  gtk_label_set_justify (self->empty, GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self->empty), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->empty), "empty-words");

  self->stack = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->scrolled), "table");
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->empty), "empty");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

static void
tv_table_view_init (TvTableView *self)
{
  self->order_column = TV_NONE;
  self->sort_column = TV_NONE;
  self->model = tv_table_model_new ();
  add_children (self);

  tv_table_view_init_columns (self);
  tv_table_view_add_menu (self);
  tv_table_view_add_heads_menu (self);
  tv_still_clicks_attach (self->list);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list),
                                  GTK_ACCESSIBLE_PROPERTY_MULTI_SELECTABLE, TRUE, -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy-row", FALSE);
}

GtkWidget *
tv_table_view_new (void)
{
  return g_object_new (TV_TYPE_TABLE_VIEW, NULL);
}

/* The text shown instead of a table without rows. */
void
tv_table_view_set_empty_text (TvTableView *self, const char *text)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  gtk_label_set_text (self->empty, text);
}

/* (transfer none): the widget that has the rows, for gestures and keys */
GtkWidget *
tv_table_view_get_list (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);
  return self->list;
}

TvTableModel *
tv_table_view_get_model (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);
  return self->model;
}

/**
 * tv_table_view_dup_shown:
 * @order: (out) (transfer full) (nullable): its rows as guint32 in the order shown, or %NULL where they
 *   are in their own
 *
 * Returns: (transfer full) (nullable): the table that is shown, or what a filter leaves of it
 */
TvTable *
tv_table_view_dup_shown (TvTableView *self, GBytes **order)
{
  TvTable *table;

  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);

  table = tv_table_model_get_table (self->model);
  *order = tv_table_model_get_order (self->model);
  if (table != NULL && tv_table_model_count (self->model) < tv_table_get_n_rows (table))
    {
      g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

      g_array_append_vals (rows, g_bytes_get_data (*order, NULL),
                           tv_table_model_count (self->model));
      *order = NULL;
      return tv_table_subset_new (table, rows);
    }
  if (*order != NULL)
    g_bytes_ref (*order);
  return table != NULL ? g_object_ref (table) : NULL;
}
