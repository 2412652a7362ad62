/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "core/memory/row-table.h"

static guint32
find (const TvRowTable *table, const guint32 *keys, guint32 key, guint32 hash)
{
  guint32 row;

  for (guint32 slot = hash; (row = tv_row_table_next (table, hash, &slot)) != TV_NONE;)
    if (keys[row] == key)
      return row;
  return TV_NONE;
}

/* Checks that keys are found even if many of them, or all, have the same hash. */
static void
test_find (gconstpointer data)
{
  guint n_hashes = GPOINTER_TO_UINT (data);
  TvRowTable table = { 0 };
  guint32 keys[2000] = { 0 };

  g_assert_cmpuint (find (&table, keys, 5, 5), ==, TV_NONE);
  for (guint32 i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      keys[i] = i * 3;
      g_assert_cmpuint (find (&table, keys, keys[i], i % n_hashes - 1), ==, TV_NONE);
      tv_row_table_add (&table, i % n_hashes - 1, i);
    }
  for (guint32 i = 0; i < G_N_ELEMENTS (keys); i++)
    g_assert_cmpuint (find (&table, keys, keys[i], i % n_hashes - 1), ==, i);
  g_assert_cmpuint (find (&table, keys, 1, 0), ==, TV_NONE);

  tv_row_table_empty (&table);
  g_assert_cmpuint (find (&table, keys, keys[0], 0u - 1), ==, TV_NONE);
  tv_row_table_clear (&table);
}

static void
test_replace (void)
{
  TvRowTable table = { 0 };
  guint32 keys[] = { 7, 8, 7 };

  tv_row_table_add (&table, 1, 0);
  tv_row_table_add (&table, 1, 1);
  tv_row_table_replace (&table, 1, 0, 2);
  g_assert_cmpuint (find (&table, keys, 7, 1), ==, 2);
  g_assert_cmpuint (find (&table, keys, 8, 1), ==, 1);
  tv_row_table_clear (&table);
}

#define N_TEXTS   1000
#define MAX_WORDS 4

/* The words 0 and all ones, and a common multiplier of hash functions: none of them makes the hash of a string
 * independent of its other words. */
static void
test_hash_of_words (void)
{
  static const guint64 words[] = { 0, G_MAXUINT64, G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) };
  guint64 seed = tv_row_table_seed ();

  for (guint w = 0; w < G_N_ELEMENTS (words); w++)
    for (guint n = 2; n <= MAX_WORDS; n++)
      for (guint place = 0; place < n; place++)
        {
          g_autoptr (GHashTable) hashes = g_hash_table_new (NULL, NULL);
          guint64 text[MAX_WORDS] = { 0 };

          text[place] = words[w];
          for (guint64 i = 1; i <= N_TEXTS; i++)
            {
              text[(place + 1) % n] = i;
              g_hash_table_add (hashes, GUINT_TO_POINTER (tv_hash_bytes (seed, (const char *) text,
                                                                         n * sizeof *text)));
            }
          g_assert_cmpuint (g_hash_table_size (hashes), >, N_TEXTS - 10);
        }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/row-table/find/spread", GUINT_TO_POINTER (1999), test_find);
  g_test_add_data_func ("/row-table/find/few", GUINT_TO_POINTER (3), test_find);
  g_test_add_data_func ("/row-table/find/one", GUINT_TO_POINTER (1), test_find);
  g_test_add_func ("/row-table/replace", test_replace);
  g_test_add_func ("/row-table/hash-of-words", test_hash_of_words);
  return g_test_run ();
}
