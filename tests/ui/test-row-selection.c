/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests which rows are selected, and which selected row is the current row. */

#include <adwaita.h>

#include "ui/kit/gtk48/row-selection.h"

#define NONE GTK_INVALID_LIST_POSITION

typedef struct
{
  GtkStringList *rows;
  TvRowSelection *selection;
  GtkSelectionModel *model; /* @selection as a #GtkSelectionModel */
  guint n_reported;         /* number of changes of the current row */
  guint n_selected_reported;
} Fixture;

static void
on_chosen (Fixture *self)
{
  self->n_reported++;
}

static void
on_selection_changed (Fixture *self)
{
  self->n_selected_reported++;
}

static void
open_rows (Fixture *self, guint n)
{
  *self = (Fixture){ .rows = gtk_string_list_new (NULL) };
  for (guint i = 0; i < n; i++)
    gtk_string_list_take (self->rows, g_strdup_printf ("%u", i));
  self->selection = tv_row_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  self->model = GTK_SELECTION_MODEL (self->selection);
  g_signal_connect_swapped (self->selection, "notify::chosen", G_CALLBACK (on_chosen), self);
  g_signal_connect_swapped (self->selection, "selection-changed", G_CALLBACK (on_selection_changed),
                            self);
}

static void
close_rows (Fixture *self)
{
  g_assert_finalize_object (self->selection);
  g_assert_finalize_object (self->rows);
}

/* Compares the selected rows, followed by the current row: "1,2,5 2". */
static void
assert_selected (Fixture *self, const char *wanted)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint chosen = tv_row_selection_get_chosen (self->selection);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++)
    if (gtk_selection_model_is_selected (self->model, i))
      g_string_append_printf (text, "%s%u", text->len > 0 ? "," : "", i);
  if (chosen != NONE)
    g_string_append_printf (text, " %u", chosen);
  g_assert_cmpstr (text->str, ==, wanted);
}

/* Clicks select rows: without modifiers, with Ctrl and with Shift. Extending the selection keeps the current row. */
static void
test_clicks (void)
{
  Fixture self;

  open_rows (&self, 10);
  assert_selected (&self, "");
  gtk_selection_model_select_item (self.model, 3, TRUE);
  assert_selected (&self, "3 3");
  gtk_selection_model_select_item (self.model, 5, FALSE);
  assert_selected (&self, "3,5 3");
  gtk_selection_model_select_range (self.model, 3, 4, TRUE);
  assert_selected (&self, "3,4,5,6 3");
  g_assert_cmpuint (self.n_reported, ==, 1);
  gtk_selection_model_unselect_item (self.model, 4);
  assert_selected (&self, "3,5,6 3");
  gtk_selection_model_select_range (self.model, 1, 2, TRUE);
  assert_selected (&self, "1,2 1");
  gtk_selection_model_unselect_item (self.model, 1);
  assert_selected (&self, "2");
  gtk_selection_model_select_item (self.model, 9, TRUE);
  assert_selected (&self, "9 9");
  g_assert_false (gtk_selection_model_select_item (self.model, 10, TRUE));
  gtk_selection_model_select_range (self.model, 8, 100, FALSE);
  assert_selected (&self, "8,9 9");
  gtk_selection_model_select_all (self.model);
  g_assert_cmpuint (tv_row_selection_count (self.selection), ==, 10);
  g_assert_cmpuint (tv_row_selection_get_chosen (self.selection), ==, 9);
  gtk_selection_model_unselect_all (self.model);
  assert_selected (&self, "");
  close_rows (&self);
}

/* Opening a menu on a selected row makes this row current. Opening it on another row selects only that row. */
static void
test_among (void)
{
  Fixture self;

  open_rows (&self, 10);
  gtk_selection_model_select_range (self.model, 2, 3, TRUE);
  tv_row_selection_choose_among (self.selection, 4);
  assert_selected (&self, "2,3,4 4");
  tv_row_selection_choose_among (self.selection, 7);
  assert_selected (&self, "7 7");
  close_rows (&self);
}

/* Inserted and removed rows shift the selection; if the current row is removed, there is no current row. */
static void
test_changes (void)
{
  static const char *const added[] = { "a", "b", NULL };
  Fixture self;
  gpointer item;

  open_rows (&self, 10);
  gtk_selection_model_select_item (self.model, 6, TRUE);
  gtk_selection_model_select_range (self.model, 4, 3, FALSE);
  item = tv_row_selection_get_item (self.selection);
  gtk_string_list_splice (self.rows, 1, 1, added);
  assert_selected (&self, "5,6,7 7");
  g_assert_true (tv_row_selection_get_item (self.selection) == item);
  gtk_string_list_splice (self.rows, 8, 1, NULL);
  assert_selected (&self, "5,6,7 7");
  self.n_selected_reported = self.n_reported = 0;
  gtk_string_list_splice (self.rows, 7, 2, NULL);
  assert_selected (&self, "5,6");
  g_assert_null (tv_row_selection_get_item (self.selection));
  g_assert_cmpuint (self.n_selected_reported, ==, 1);
  g_assert_cmpuint (self.n_reported, ==, 1);
  close_rows (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/row-selection/clicks", test_clicks);
  g_test_add_func ("/row-selection/among", test_among);
  g_test_add_func ("/row-selection/changes", test_changes);
  return g_test_run ();
}
