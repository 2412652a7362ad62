/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests which row widgets a list creates, and when it creates them. */

#include <adwaita.h>

#include "ui/kit/gtk48/column-headers.h"
#include "ui/kit/gtk48/list-rows.h"
#include "ui/kit/table/table-model.h"

#define MANY      1000
#define FEW       50
#define FIRST_MAX 40
#define FRAME_MAX 20
#define ENOUGH    150 /* minimum number of rows that GTK creates if nothing limits their number */
#define PATIENCE  30  /* timeout in seconds, sufficient for a busy machine */

/* ---- A table that shows row numbers plus a summand ---- */

#define TEST_TYPE_TABLE (test_table_get_type ())
G_DECLARE_FINAL_TYPE (TestTable, test_table, TEST, TABLE, TvTable)

struct _TestTable
{
  TvTable parent_instance;

  guint32 n_rows;
  guint added;
};

G_DEFINE_FINAL_TYPE (TestTable, test_table, TV_TYPE_TABLE)

static guint32
test_table_get_n_rows (TvTable *table)
{
  return TEST_TABLE (table)->n_rows;
}

static void
test_table_class_init (TestTableClass *klass)
{
  TV_TABLE_CLASS (klass)->get_n_rows = test_table_get_n_rows;
}

static void
test_table_init (TestTable *self)
{
}

/* ---- A list of the table ---- */

typedef struct
{
  GtkWidget *window;
  GtkWidget *stack; /* contains an empty page and the list */
  GtkColumnView *view;
  GtkWidget *list;
  TvTableModel *model;
  TvRowSelection *selection;
  guint n_setups;
  guint n_rows;    /* number of rows when the last frame was painted */
  guint n_at_once; /* maximum number of rows that were added in one frame */
} Fixture;

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, Fixture *self)
{
  tv_column_headers_set_child (item, gtk_label_new (NULL));
  self->n_setups++;
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, Fixture *self)
{
  TvTableRow *row = gtk_list_item_get_item (item);
  g_autofree char *text = g_strdup_printf (
      "%u", tv_table_row_get_row (row) + TEST_TABLE (tv_table_row_get_table (row))->added);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static guint
count_rows (Fixture *self)
{
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    n++;
  return n;
}

static void
set_table (Fixture *self, guint32 n_rows, guint added)
{
  g_autoptr (TestTable) table = g_object_new (TEST_TYPE_TABLE, NULL);

  table->n_rows = n_rows;
  table->added = added;
  tv_list_rows_begin (self->view);
  tv_table_model_set_table (self->model, TV_TABLE (table), NULL);
}

/* Asserts that all existing rows have the expected text. */
static void
assert_texts (Fixture *self, guint added)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      GtkListItem *item = tv_column_headers_get_item (row);
      const char *text = gtk_label_get_text (GTK_LABEL (gtk_list_item_get_child (item)));

      g_assert_cmpint (g_ascii_strtoll (text, NULL, 10), ==,
                       gtk_list_item_get_position (item) + added);
    }
}

static gboolean
watch (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Fixture *self = data;
  guint n = count_rows (self);

  if (n > self->n_rows)
    self->n_at_once = MAX (self->n_at_once, n - self->n_rows);
  self->n_rows = n;
  return G_SOURCE_CONTINUE;
}

static gboolean
on_timeout (gpointer data)
{
  g_error ("timed out waiting for rows; the list has %u", count_rows (data));
  return G_SOURCE_REMOVE;
}

static void
wait_for_rows (Fixture *self, guint n)
{
  guint timeout = g_timeout_add_seconds (PATIENCE, on_timeout, self);

  while (self->n_rows < n)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
}

static void
fixture_open (Fixture *self)
{
  g_autoptr (GtkColumnViewColumn) column = NULL;
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  column = gtk_column_view_column_new ("Number", factory);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_column_view_append_column (self->view, column);
  self->list = gtk_widget_get_last_child (GTK_WIDGET (self->view));
  self->model = tv_table_model_new ();
  self->selection = tv_list_rows_attach (self->view, G_LIST_MODEL (self->model));

  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), gtk_label_new ("nothing"), "nothing");
  gtk_stack_add_named (GTK_STACK (self->stack), gtk_scrolled_window_new (), "list");
  gtk_scrolled_window_set_child (
      GTK_SCROLLED_WINDOW (gtk_stack_get_child_by_name (GTK_STACK (self->stack), "list")),
      GTK_WIDGET (self->view));
  self->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), 400, 300);
  gtk_window_set_child (GTK_WINDOW (self->window), self->stack);
  gtk_widget_add_tick_callback (self->window, watch, self, NULL);
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
fixture_show (Fixture *self)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "list");
  g_assert_cmpuint (count_rows (self), >, 0);
  g_assert_cmpuint (count_rows (self), <=, FIRST_MAX);
  self->n_rows = count_rows (self);
}

static void
fixture_close (Fixture *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_finalize_object (self->selection);
  g_assert_finalize_object (self->model);
}

/* ---- Tests ---- */

static void
test_by_and_by (void)
{
  Fixture self = { NULL };

  fixture_open (&self);
  set_table (&self, MANY, 0);
  g_assert_cmpuint (self.n_setups, ==, 0); /* the list is not visible yet */
  fixture_show (&self);
  wait_for_rows (&self, ENOUGH);
  g_assert_cmpuint (self.n_at_once, <=, FRAME_MAX);
  assert_texts (&self, 0);

  /* If the new table is shorter, rows are removed at once; if it is longer, rows are added gradually. */
  set_table (&self, FEW, 7);
  g_assert_cmpuint (count_rows (&self), ==, FEW);
  assert_texts (&self, 7);
  self.n_rows = FEW;
  set_table (&self, MANY, 0);
  g_assert_cmpuint (count_rows (&self), ==, FEW);
  wait_for_rows (&self, ENOUGH);
  g_assert_cmpuint (self.n_at_once, <=, FRAME_MAX);
  assert_texts (&self, 0);
  fixture_close (&self);
}

static void
test_selection (void)
{
  Fixture self = { NULL };
  GtkWidget *first;
  guint n_setups;

  fixture_open (&self);
  set_table (&self, MANY, 0);
  fixture_show (&self);
  wait_for_rows (&self, ENOUGH);
  tv_list_rows_reach (self.view, MANY - 1);
  first = gtk_widget_get_first_child (self.list);
  n_setups = self.n_setups;
  set_table (&self, MANY, 5);
  g_assert_true (gtk_widget_get_first_child (self.list) == first);
  g_assert_cmpuint (self.n_setups, ==, n_setups);
  assert_texts (&self, 5);
  fixture_close (&self);
}

static void
test_reach (void)
{
  Fixture self = { NULL };

  fixture_open (&self);
  set_table (&self, MANY, 0);
  fixture_show (&self);
  tv_list_rows_reach (self.view, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self.selection)), <, MANY);
  tv_list_rows_reach (self.view, MANY / 2);
  tv_row_selection_choose (self.selection, MANY / 2);
  g_assert_cmpuint (tv_row_selection_get_chosen (self.selection), ==, MANY / 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self.selection)), ==, MANY);
  fixture_close (&self);
}

/* “Select all” includes rows for which the list has not created widgets yet. */
static void
test_all (void)
{
  Fixture self = { NULL };

  fixture_open (&self);
  set_table (&self, MANY, 0);
  tv_list_rows_begin (self.view);
  fixture_show (&self);
  g_assert_true (gtk_selection_model_select_all (GTK_SELECTION_MODEL (self.selection)));
  g_assert_cmpuint (tv_row_selection_count (self.selection), ==, MANY);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self.selection), MANY - 1));
  fixture_close (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/list-rows/by-and-by", test_by_and_by);
  g_test_add_func ("/list-rows/selection", test_selection);
  g_test_add_func ("/list-rows/reach", test_reach);
  g_test_add_func ("/list-rows/all", test_all);
  return g_test_run ();
}
