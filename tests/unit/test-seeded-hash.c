/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "core/memory/seeded-hash.h"

/* Hashes strings for which g_str_hash() returns the same value, because "Ez" and "FY" have equal hashes. */
static void
test_texts (void)
{
  g_autoptr (GHashTable) hashes = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < 1u << 10; i++)
    {
      char text[2 * 10 + 1], copy[sizeof text + 1];

      for (guint bit = 0; bit < 10; bit++)
        g_strlcpy (text + 2 * bit, i >> bit & 1 ? "Ez" : "FY", 3);
      /* The copy is at another address and is followed by another byte. */
      g_snprintf (copy, sizeof copy, "%s", text);
      copy[sizeof copy - 1] = (char) i;
      g_assert_cmpuint (g_str_hash (text), ==, g_str_hash ("FYFYFYFYFYFYFYFYFYFY"));
      g_assert_cmpuint (tv_seeded_text_hash (text), ==, tv_seeded_text_hash (copy));
      g_hash_table_add (hashes, GUINT_TO_POINTER (tv_seeded_text_hash (text)));
    }
  /* A few collisions are possible by chance. */
  g_assert_cmpuint (g_hash_table_size (hashes), >, 1000);
}

static void
test_lengths (void)
{
  static const char zeros[] = "00000000000000000000";
  g_autoptr (GHashTable) hashes = g_hash_table_new (NULL, NULL);

  for (gsize at = 0; at < sizeof zeros; at++)
    g_hash_table_add (hashes, GUINT_TO_POINTER (tv_seeded_text_hash (zeros + at)));
  g_assert_cmpuint (g_hash_table_size (hashes), ==, sizeof zeros);
}

/* Hashes numbers that collide in one of the two implementations of g_int64_hash(). */
static void
test_numbers (void)
{
  g_autoptr (GHashTable) hashes = g_hash_table_new (NULL, NULL);

  for (guint64 i = 0; i < 1u << 10; i++)
    {
      const gint64 number = (gint64) (i << 32 | (i % 2 == 0 ? i : 0));

      g_hash_table_add (hashes, GUINT_TO_POINTER (tv_seeded_int64_hash (&number)));
    }
  g_assert_cmpuint (g_hash_table_size (hashes), >, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/seeded-hash/texts", test_texts);
  g_test_add_func ("/seeded-hash/numbers", test_numbers);
  g_test_add_func ("/seeded-hash/lengths", test_lengths);
  return g_test_run ();
}
