/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "core/memory/id-map.h"

/* Compares the map with a hash table. @data points to the number of bits by which every second group of small ids is
 * shifted. */
static void
test_against_hash_table (gconstpointer data)
{
  const guint *shift = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (GHashTable)
      expected = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer key, value;
  TvIdMap map;

  tv_id_map_init_for_multiples (&map, *shift);
  g_assert_cmpuint (tv_id_map_find (&map, 0), ==, TV_NONE);
  g_assert_cmpuint (tv_id_map_find (&map, G_MAXUINT64), ==, TV_NONE);
  for (guint32 row = 0; row < 20000; row++)
    {
      /* small ids, addresses, and ids that use all 64 bits */
      guint64 id = g_rand_int (rand);

      if (row % 3 == 0)
        id = id % 5000 << (row % 2 * *shift);
      else if (row % 3 == 1)
        id |= (guint64) g_rand_int (rand) << 32;
      tv_id_map_set (&map, id, row);
      g_hash_table_insert (expected, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (row));
    }
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_assert_cmpuint (tv_id_map_find (&map, *(guint64 *) key), ==, GPOINTER_TO_UINT (value));
  for (int i = 0; i < 20000; i++)
    {
      guint64 id = (guint64) g_rand_int (rand) << (i % 33);

      if (!g_hash_table_contains (expected, &id))
        g_assert_cmpuint (tv_id_map_find (&map, id), ==, TV_NONE);
    }
  tv_id_map_clear (&map);
  g_assert_cmpuint (tv_id_map_find (&map, 1), ==, TV_NONE);
}

int
main (int argc, char **argv)
{
  static const guint shifts[] = { 0, 2, 31 };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      g_autofree char *path = g_strdup_printf ("/id-map/against-hash-table/%u", shifts[i]);

      g_test_add_data_func (path, &shifts[i], test_against_hash_table);
    }
  return g_test_run ();
}
