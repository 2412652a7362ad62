/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/types.h"
#include "tables/table-subset.h"
#include "ui/kit/table/table-model.h"
#include "ui/kit/table/table-sort.h"
#include "ui/kit/table/table-text.h"

/* ---- Table with a few rows ---- */

#define TEST_TYPE_TABLE (test_table_get_type ())
G_DECLARE_FINAL_TYPE (TestTable, test_table, TEST, TABLE, TvTable)

struct _TestTable
{
  TvTable parent_instance;
};

G_DEFINE_FINAL_TYPE (TestTable, test_table, TV_TYPE_TABLE)

enum
{
  NAME,
  TIME,
  PERCENT,
  COUNT,
  ID,
  VALUE,
  N_COLUMNS,
};

static const TvColumn columns[N_COLUMNS] = {
  { "name", TV_COLUMN_TEXT, TV_UNIT_NONE, "Name", "What it is called" },
  { "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, "Time", "How long" },
  { "pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, "Time %", "How long of the whole" },
  { "count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, "Count", "How often" },
  { "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, "TID", "Number" },
  { "value", TV_COLUMN_REAL, TV_UNIT_NONE, "Value", "How much" },
};

static const TvTableInfo info = { "test", "A row", columns, N_COLUMNS, FALSE };

static const struct
{
  const char *name;
  gint64 ns; /* null if negative */
  double percent;
  gint64 count;
  gint64 tid;
  double value;
} rows[] = {
  { "beta", 2500000, 25.0, 12, 100200, 1.0 },
  { "alpha", 1234567, 12.34, 1, 7, -0.5 },
  { NULL, -1, 100.0, 0, 0, NAN },
  { "gamma\tray", 99, 0.001, 3, 532, 1800000.0 },
};

static const TvTableInfo *
test_table_get_info (TvTable *table)
{
  return &info;
}

static guint32
test_table_get_n_rows (TvTable *table)
{
  return G_N_ELEMENTS (rows);
}

static void
test_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  switch (column)
    {
    case NAME:
      tv_cell_set_text (cell, rows[row].name);
      break;
    case TIME:
      if (rows[row].ns >= 0)
        tv_cell_set_integer (cell, rows[row].ns);
      break;
    case PERCENT:
      tv_cell_set_real (cell, rows[row].percent);
      break;
    case COUNT:
      tv_cell_set_integer (cell, rows[row].count);
      break;
    case ID:
      tv_cell_set_integer (cell, rows[row].tid);
      break;
    case VALUE:
    default:
      tv_cell_set_real (cell, rows[row].value);
      break;
    }
}

static void
test_table_class_init (TestTableClass *klass)
{
  TV_TABLE_CLASS (klass)->get_info = test_table_get_info;
  TV_TABLE_CLASS (klass)->get_n_rows = test_table_get_n_rows;
  TV_TABLE_CLASS (klass)->get_cell = test_table_get_cell;
}

static void
test_table_init (TestTable *self)
{
}

/* ---- The model ---- */

typedef struct
{
  guint n_removed, n_added; /* number of rows removed or added at the end */
  guint n_changes;          /* number of changes to other rows */
} Changes;

static void
on_items_changed (GListModel *list, guint position, guint removed, guint added, Changes *changes)
{
  g_assert_cmpuint (position + added, ==, g_list_model_get_n_items (list));
  changes->n_removed += removed;
  changes->n_added += added;
}

static void
on_rows_changed (GListModel *list, Changes *changes)
{
  changes->n_changes++;
}

static guint32
get_item_row (TvTableModel *model, guint position)
{
  g_autoptr (TvTableRow) row = g_list_model_get_item (G_LIST_MODEL (model), position);

  return row != NULL ? tv_table_row_get_row (row) : TV_NONE;
}

static void
test_model (void)
{
  static const guint32 backwards[] = { 3, 2, 1, 0 };
  g_autoptr (TvTableModel) model = tv_table_model_new ();
  g_autoptr (TvTable) table = g_object_new (TEST_TYPE_TABLE, NULL);
  g_autoptr (GBytes) order = g_bytes_new_static (backwards, sizeof backwards);
  Changes changes = { 0 };

  g_signal_connect (model, "items-changed", G_CALLBACK (on_items_changed), &changes);
  g_signal_connect (model, "rows-changed", G_CALLBACK (on_rows_changed), &changes);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), 0));

  tv_table_model_set_table (model, table, NULL);
  g_assert_cmpuint (changes.n_removed, ==, 0);
  g_assert_cmpuint (changes.n_added, ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (get_item_row (model, i), ==, i);
  g_assert_cmpuint (get_item_row (model, 4), ==, TV_NONE);
  g_assert_cmpuint (tv_table_model_find_row (model, 2), ==, 2);
  g_assert_cmpuint (tv_table_model_find_row (model, 4), ==, TV_NONE);

  tv_table_model_set_table (model, table, order);
  g_assert_cmpuint (changes.n_removed, ==, 0);
  g_assert_cmpuint (changes.n_added, ==, 4);
  g_assert_cmpuint (changes.n_changes, ==, 2);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpuint (get_item_row (model, i), ==, 3 - i);
      g_assert_cmpuint (tv_table_model_find_row (model, i), ==, 3 - i);
    }
  g_assert_cmpuint (tv_table_model_find_row (model, 4), ==, TV_NONE);

  tv_table_model_set_table (model, NULL, NULL);
  g_assert_cmpuint (changes.n_removed, ==, 4);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
}

/* Existing row objects keep their positions, even if the table becomes shorter or longer. */
static void
test_held_rows (void)
{
  static const guint32 two[] = { 3, 1 };
  g_autoptr (TvTableModel) model = tv_table_model_new ();
  g_autoptr (TvTable) table = g_object_new (TEST_TYPE_TABLE, NULL);
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (TvTable) subset = NULL;
  g_autoptr (TvTableRow) first = NULL, last = NULL, again = NULL;

  tv_table_model_set_table (model, table, NULL);
  first = g_list_model_get_item (G_LIST_MODEL (model), 0);
  last = g_list_model_get_item (G_LIST_MODEL (model), 3);

  g_array_append_vals (kept, two, G_N_ELEMENTS (two));
  subset = tv_table_subset_new (table, kept);
  tv_table_model_set_table (model, subset, NULL);
  g_assert_true (tv_table_row_get_table (first) == subset);
  g_assert_cmpuint (tv_table_row_get_row (first), ==, 0);
  /* A removed row still has its table, but no longer a position. */
  g_assert_true (tv_table_row_get_table (last) == table);

  tv_table_model_set_table (model, table, NULL);
  again = g_list_model_get_item (G_LIST_MODEL (model), 0);
  g_assert_true (again == first);
  g_assert_true (tv_table_row_get_table (first) == table);
  g_clear_object (&again);
  again = g_list_model_get_item (G_LIST_MODEL (model), 3);
  g_assert_true (again != last);
  g_assert_cmpuint (tv_table_row_get_row (again), ==, 3);

  /* The model can be freed before its row objects. */
  g_assert_finalize_object (g_steal_pointer (&model));
  g_assert_cmpuint (tv_table_row_get_row (first), ==, 0);
}

static void
on_sorted (gpointer owner, gpointer job, gpointer sorted, const GError *error)
{
  g_assert_no_error (error);
  *(TvSortedRows **) owner = sorted;
}

static TvSortedRows *
sort (TvTable *table, guint column, gboolean is_descending, GBytes *order, GBytes *filter)
{
  TvSortedRows *sorted = NULL;

  tv_table_sort_in_worker (table, column, is_descending, order, filter, on_sorted, &sorted, NULL);
  while (sorted == NULL)
    g_main_context_iteration (NULL, TRUE);
  return sorted;
}

static void
assert_rows (GBytes *found, const guint32 *wanted, gsize n)
{
  g_assert_cmpmem (g_bytes_get_data (found, NULL), g_bytes_get_size (found), wanted,
                   n * sizeof *wanted);
}

static void
test_sort (void)
{
  static const struct
  {
    guint column;
    gboolean is_descending;
    guint32 order[4];
  } cases[] = {
    { NAME, FALSE, { 1, 0, 3, 2 } },  { NAME, TRUE, { 3, 0, 1, 2 } },
    { TIME, TRUE, { 0, 1, 3, 2 } },   { COUNT, FALSE, { 2, 1, 3, 0 } },
    { VALUE, FALSE, { 1, 0, 3, 2 } },
  };
  g_autoptr (TvTable) table = g_object_new (TEST_TYPE_TABLE, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvSortedRows)
          sorted = sort (table, cases[i].column, cases[i].is_descending, NULL, NULL);

      assert_rows (sorted->order, cases[i].order, 4);
      g_assert_null (sorted->shown);
    }
}

/* A filter does not change the order of the rows, even if the order is computed again. */
static void
test_sort_filtered (void)
{
  static const guint8 is_left[] = { TRUE, FALSE, TRUE, TRUE };
  static const guint32 by_name[] = { 0, 3, 2 }, by_row[] = { 0, 2, 3 };
  g_autoptr (TvTable) table = g_object_new (TEST_TYPE_TABLE, NULL);
  g_autoptr (GBytes) filter = g_bytes_new_static (is_left, sizeof is_left);
  g_autoptr (GBytes) none = g_bytes_new_take (g_malloc0 (4), 4);
  g_autoptr (TvSortedRows) sorted = sort (table, NAME, FALSE, NULL, filter);
  g_autoptr (TvSortedRows) again = sort (table, TV_NONE, FALSE, sorted->order, filter);
  g_autoptr (TvSortedRows) plain = sort (table, TV_NONE, FALSE, NULL, filter);
  g_autoptr (TvSortedRows) empty = sort (table, NAME, FALSE, NULL, none);

  g_assert_cmpuint (g_bytes_get_size (sorted->order), ==, 4 * sizeof (guint32));
  assert_rows (sorted->shown, by_name, 3);
  g_assert_true (again->order == sorted->order);
  assert_rows (again->shown, by_name, 3);
  g_assert_null (plain->order);
  assert_rows (plain->shown, by_row, 3);
  g_assert_cmpuint (g_bytes_get_size (empty->shown), ==, 0);
}

static void
test_subset (void)
{
  const guint32 some[] = { 3, 1 };
  g_autoptr (TvTable) table = g_object_new (TEST_TYPE_TABLE, NULL);
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (TvTable) subset = NULL;
  g_autofree guint32 *order = NULL;
  g_autofree char *name = NULL;

  g_array_append_vals (kept, some, 2);
  subset = tv_table_subset_new (table, kept);
  g_assert_true (tv_table_get_info (subset) == &info);
  g_assert_cmpuint (tv_table_get_n_rows (subset), ==, 2);
  g_assert_cmpuint (tv_table_subset_get_row (TV_TABLE_SUBSET (subset), 0), ==, 3);
  name = tv_table_text_dup_cell (subset, 1, NAME);
  g_assert_cmpstr (name, ==, "alpha");
  order = tv_table_sort (subset, NAME, FALSE, NULL);
  g_assert_cmpuint (order[0], ==, 1);
  g_assert_cmpuint (order[1], ==, 0);
}

/* ---- Formatted values ---- */

static void
test_texts (void)
{
  static const char *const texts[G_N_ELEMENTS (rows)][N_COLUMNS] = {
    { "beta", "2.500", "25.0 %", "12", "100200", "1" },
    { "alpha", "1.235", "12.3 %", "1", "7", "−0.500" },
    { NULL, NULL, "100.0 %", "0", "0", "" },
    { "gamma\tray", "0.000", "0.0 %", "3", "532", "1\u202f800\u202f000" },
  };
  static const char *const titles[N_COLUMNS] = { "Name",  "Time ms", "Time %",
                                                 "Count", "TID",     "Value" };
  g_autoptr (TvTable) table = g_object_new (TEST_TYPE_TABLE, NULL);

  for (guint column = 0; column < N_COLUMNS; column++)
    {
      g_autofree char *title = tv_table_text_dup_title (&columns[column]);

      g_assert_cmpstr (title, ==, titles[column]);
      g_assert_cmpint (tv_table_text_get_widest (&columns[column]) == NULL, ==, column == NAME);
      for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
        {
          g_autofree char *text = tv_table_text_dup_cell (table, row, column);

          g_assert_cmpstr (text, ==, texts[row][column]);
        }
    }
}

static void
test_shares (void)
{
  g_autoptr (TvTable) table = g_object_new (TEST_TYPE_TABLE, NULL);

  g_assert_cmpfloat_with_epsilon (tv_table_text_get_share (table, 0, PERCENT), 0.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (tv_table_text_get_share (table, 2, PERCENT), 1.0, 1e-9);
  g_assert_cmpfloat (tv_table_text_get_share (table, 0, TIME), <, 0.0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table-model/rows", test_model);
  g_test_add_func ("/table-model/held-rows", test_held_rows);
  g_test_add_func ("/table-model/sort", test_sort);
  g_test_add_func ("/table-model/sort-filtered", test_sort_filtered);
  g_test_add_func ("/table-model/subset", test_subset);
  g_test_add_func ("/table-text/cells", test_texts);
  g_test_add_func ("/table-text/shares", test_shares);
  return g_test_run ();
}
