/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib.h>

#include "core/string-pool.h"

static void
test_each_once (void)
{
  g_autoptr (TvStringPool) pool = tv_string_pool_new ();

  for (int pass = 0; pass < 2; pass++)
    for (guint32 i = 0; i < 5000; i++)
      {
        g_autofree char *text = g_strdup_printf ("name %u", i);

        g_assert_cmpuint (tv_string_pool_intern (pool, text, strlen (text), NULL), ==, i);
        g_assert_cmpstr (tv_string_pool_get (pool, i), ==, text);
      }
  g_assert_cmpuint (tv_string_pool_get_n (pool), ==, 5000);
  /* A prefix of a string that is there, and nothing at all, are strings of their own. */
  g_assert_cmpuint (tv_string_pool_intern (pool, "name 17x", 7, NULL), ==, 17);
  g_assert_cmpuint (tv_string_pool_intern (pool, "nam", 3, NULL), ==, 5000);
  g_assert_cmpuint (tv_string_pool_intern (pool, "", 0, NULL), ==, 5001);
}

static void
test_bad_bytes (void)
{
  static const struct
  {
    const char *bytes;
    gsize size;
    const char *shown;
    gboolean is_bad;
  } cases[] = {
    { "caf\303\251", 5, "café", FALSE },
    { "a\377b", 3, "a\\xffb", TRUE },
    { "a\0b", 3, "a\\x00b", TRUE },
    { "\303", 1, "\\xc3", TRUE },
    { "\355\240\200", 3, "\\xed\\xa0\\x80", TRUE }, /* a lone surrogate */
    { "\300\200", 2, "\\xc0\\x80", TRUE },          /* overlong */
    { "ok\342\202", 4, "ok\\xe2\\x82", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvStringPool) pool = tv_string_pool_new ();
      gboolean was_bad;
      guint32 string = tv_string_pool_intern (pool, cases[i].bytes, cases[i].size, &was_bad);

      g_assert_cmpstr (tv_string_pool_get (pool, string), ==, cases[i].shown);
      g_assert_cmpint (was_bad, ==, cases[i].is_bad);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/string-pool/each-once", test_each_once);
  g_test_add_func ("/string-pool/bad-bytes", test_bad_bytes);
  return g_test_run ();
}
