/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/load-memory.h"

#include <malloc.h>

/* Tests that freed memory is returned to the system during loading, and is otherwise retained for the next frame. */

#define SURFACE_BYTES (8u * 1024 * 1024)

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_OTHER_MALLOC TRUE
#else
#define HAS_OTHER_MALLOC FALSE
#endif

/* Returns whether a block of this size is mapped separately, so that free() returns it to the system. */
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
test_load (void)
{
  if (HAS_OTHER_MALLOC)
    {
      g_test_skip ("sanitizers replace malloc()");
      return;
    }
  tv_load_memory_begin ();
  g_assert_true (is_given_back (SURFACE_BYTES));
  tv_load_memory_begin ();
  tv_load_memory_end ();
  g_assert_true (is_given_back (SURFACE_BYTES));
  tv_load_memory_end ();
  g_assert_false (is_given_back (SURFACE_BYTES));
  tv_load_memory_begin ();
  g_assert_true (is_given_back (2 * SURFACE_BYTES)); /* exceeds the limit */
  tv_load_memory_end ();
  g_assert_false (is_given_back (2 * SURFACE_BYTES));
}

static gpointer
load (gpointer data)
{
  for (guint i = 0; i < 1000; i++)
    {
      tv_load_memory_begin ();
      tv_load_memory_end ();
    }
  return NULL;
}

/* Several traces are loaded at the same time. */
static void
test_threads (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("load", load, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  if (!HAS_OTHER_MALLOC)
    g_assert_false (is_given_back (SURFACE_BYTES));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/load-memory/load", test_load);
  g_test_add_func ("/load-memory/threads", test_threads);
  return g_test_run ();
}
