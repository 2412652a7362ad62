/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/large-block.h"

/* Small ones and large ones, of which every byte can be used. */
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/large-block/blocks", test_blocks);
  return g_test_run ();
}
