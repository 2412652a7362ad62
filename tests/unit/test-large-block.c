/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/large-block.h"

/* Checks that every byte of small and large blocks is usable. */
static void
test_blocks (void)
{
  static const gsize sizes[] = { 1, 1000, 1 << 20, (1 << 20) + 1, (2 << 20) - 1, 2 << 20, 5 << 20 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree guint8 *block = tv_large_block_new (sizes[i]);
      g_autofree guint8 *cleared = tv_large_block_new_cleared (sizes[i]);

      memset (block, 7, sizes[i]);
      for (gsize at = 0; at < sizes[i]; at += 997)
        g_assert_cmpuint (cleared[at], ==, 0);
      block = tv_large_block_resize (g_steal_pointer (&block), 3 * sizes[i]);
      g_assert_cmpuint (block[0], ==, 7);
      g_assert_cmpuint (block[sizes[i] - 1], ==, 7);
      memset (block, 8, 3 * sizes[i]);
    }
}

/* Tests blocks with a range that stays empty and therefore uses small pages. */
static void
test_sparse (void)
{
  const gsize size = 5 << 20, first = (1 << 20) + 100, n = 3 << 20;
  g_autofree guint8 *block = tv_large_block_new_sparse (size, first, n);
  g_autofree guint8 *small = tv_large_block_new_sparse (100, 10, 50);

  for (gsize at = 0; at < size; at += 997)
    g_assert_cmpuint (block[at], ==, 0);
  memset (block, 7, size);
  memset (small, 7, 100);
}

/* If the start of a block is returned to the system, only whole huge pages are cleared. */
static void
test_given_back (void)
{
  const gsize huge = 2 << 20;
  g_autofree guint8 *block = tv_large_block_new (4 * huge);
  g_autofree guint8 *small = g_malloc (100);

  memset (block, 7, 4 * huge);
  memset (small, 7, 100);
  tv_large_block_release_start (small, 100);
  tv_large_block_release_start (block, huge - 1);
  g_assert_cmpuint (block[0], ==, 7);
  tv_large_block_release_start (block, 2 * huge + 100);
  g_assert_cmpuint (block[0], ==, 0);
  g_assert_cmpuint (block[2 * huge - 1], ==, 0);
  g_assert_cmpuint (block[2 * huge], ==, 7);
  g_assert_cmpuint (block[4 * huge - 1], ==, 7);
  for (guint i = 0; i < 100; i++)
    g_assert_cmpuint (small[i], ==, 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/large-block/blocks", test_blocks);
  g_test_add_func ("/large-block/sparse", test_sparse);
  g_test_add_func ("/large-block/given-back", test_given_back);
  return g_test_run ();
}
