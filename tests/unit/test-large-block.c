/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/large-block.h"

#include <malloc.h>

/* What is freed is given back to the system while there is work, and kept for the next frame else. */

#define SURFACE_BYTES (8u * 1024 * 1024)

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_OTHER_MALLOC TRUE
#else
#define HAS_OTHER_MALLOC FALSE
#endif

/* Whether so many bytes have memory of their own, which goes when they are freed. */
static gboolean
is_given_back (gsize bytes)
{
  gsize before = mallinfo2 ().hblkhd, with;
  gpointer block = g_malloc (bytes);

  with = mallinfo2 ().hblkhd;
  g_free (block);
  g_assert_cmpuint (mallinfo2 ().hblkhd, ==, before);
  return with >= before + bytes;
}

static void
test_work (void)
{
  if (HAS_OTHER_MALLOC)
    {
      g_test_skip ("a sanitizer has a malloc() of its own");
      return;
    }
  tv_large_block_begin_work ();
  g_assert_true (is_given_back (SURFACE_BYTES));
  tv_large_block_begin_work ();
  tv_large_block_end_work ();
  g_assert_true (is_given_back (SURFACE_BYTES));
  tv_large_block_end_work ();
  g_assert_false (is_given_back (SURFACE_BYTES));
  tv_large_block_begin_work ();
  g_assert_true (is_given_back (2 * SURFACE_BYTES)); /* more than was kept */
  tv_large_block_end_work ();
  g_assert_false (is_given_back (2 * SURFACE_BYTES));
}

static gpointer
work (gpointer data)
{
  for (guint i = 0; i < 1000; i++)
    {
      tv_large_block_begin_work ();
      tv_large_block_end_work ();
    }
  return NULL;
}

/* Several at once. */
static void
test_threads (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("work", work, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  if (!HAS_OTHER_MALLOC)
    g_assert_false (is_given_back (SURFACE_BYTES));
}

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
  g_test_add_func ("/large-block/work", test_work);
  g_test_add_func ("/large-block/threads", test_threads);
  g_test_add_func ("/large-block/blocks", test_blocks);
  return g_test_run ();
}
