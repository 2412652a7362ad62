/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/sparse-column.h"

/* Compares sparse columns with a hash table. */

static void
test_random (void)
{
  for (guint n = 0; n < 300; n++)
    {
      g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (TvSparseCell));
      g_autoptr (GHashTable) expected = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      TvSparseColumn column = { 0 };

      for (guint i = 0; i < n; i++)
        {
          TvSparseCell cell = { (gint64) g_test_rand_int () * (1 << 20),
                                (guint32) g_test_rand_int_range (0, 500) };
          gpointer key = GUINT_TO_POINTER (cell.row + 1);

          g_array_append_val (cells, cell);
          if (!g_hash_table_contains (expected, key))
            g_hash_table_insert (expected, key, g_memdup2 (&cell.value, sizeof cell.value));
        }
      tv_sparse_column_fill (&column, cells);
      g_assert_cmpuint (column.n, ==, g_hash_table_size (expected));
      for (guint32 row = 0; row < 510; row++)
        {
          const gint64 *value = g_hash_table_lookup (expected, GUINT_TO_POINTER (row + 1));
          gint64 found = 0;

          g_assert_cmpint (tv_sparse_column_find (&column, row, &found), ==, value != NULL);
          g_assert_cmpint (found, ==, value != NULL ? *value : 0);
        }
      tv_sparse_column_clear (&column);
      g_assert_false (tv_sparse_column_find (&column, 0, &(gint64){ 0 }));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sparse-column/random", test_random);
  return g_test_run ();
}
