/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib.h>

#include "core/memory/string-pool.h"

static void
test_each_once (void)
{
  g_autoptr (TvStringPool) pool = tv_string_pool_new ();

  for (int pass = 0; pass < 2; pass++)
    for (guint32 i = 0; i < 5000; i++)
      {
        g_autofree char *text = g_strdup_printf ("name %u", i);

        g_assert_cmpuint (tv_string_pool_intern (pool, text, strlen (text)), ==, i);
        g_assert_cmpstr (tv_string_pool_get (pool, i), ==, text);
      }
  g_assert_cmpuint (tv_string_pool_get_n (pool), ==, 5000);
  /* A prefix of a string in the pool gets a string id of its own, and so does the empty string. */
  g_assert_cmpuint (tv_string_pool_intern (pool, "name 17x", 7), ==, 17);
  g_assert_cmpuint (tv_string_pool_intern (pool, "nam", 3), ==, 5000);
  g_assert_cmpuint (tv_string_pool_intern (pool, "", 0), ==, 5001);
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
    { "\355\240\200", 3, "\\xed\\xa0\\x80", TRUE }, /* lone surrogate */
    { "\300\200", 2, "\\xc0\\x80", TRUE },          /* overlong */
    { "ok\342\202", 4, "ok\\xe2\\x82", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvStringPool) pool = tv_string_pool_new ();
      guint32 string = tv_string_pool_intern (pool, cases[i].bytes, cases[i].size);

      g_assert_cmpstr (tv_string_pool_get (pool, string), ==, cases[i].shown);
      g_assert_cmpint (tv_string_pool_get_flags (pool, string), ==,
                       cases[i].is_bad ? TV_TEXT_WAS_BAD : 0);
      /* The original bytes only find the string if they were valid. */
      g_assert_cmpuint (tv_string_pool_find (pool, cases[i].bytes, cases[i].size), ==,
                        cases[i].is_bad ? TV_NONE : string);
    }
}

/* Checks that a string from another pool becomes the same string in this pool, even if it was converted to valid
 * UTF-8. */
static void
test_from_another (void)
{
  g_autoptr (TvStringPool) pool = tv_string_pool_new ();
  g_autoptr (TvStringPool) other = tv_string_pool_new_for (pool);
  g_autofree char *text = g_strnfill (70000, 'x');
  guint32 strings[40], first;

  g_assert_cmpuint (tv_string_pool_intern (pool, "b", 1), ==, 0);
  tv_string_pool_intern (other, "a\377", 2);
  tv_string_pool_intern (other, "b", 1);
  tv_string_pool_intern (other, text, 70000);
  for (guint32 i = 3; i < G_N_ELEMENTS (strings); i++)
    {
      g_autofree char *name = g_strdup_printf ("name %u", i);

      g_assert_cmpuint (tv_string_pool_intern (other, name, strlen (name)), ==, i);
    }
  tv_string_pool_intern_all (pool, other, strings);
  for (guint32 i = 0; i < G_N_ELEMENTS (strings); i++)
    {
      guint32 string = strings[i];

      g_assert_cmpuint (string, ==, i == 0 ? 1 : i == 1 ? 0 : i);
      g_assert_cmpstr (tv_string_pool_get (pool, string), ==, tv_string_pool_get (other, i));
      g_assert_cmpuint (tv_string_pool_get_flags (pool, string), ==,
                        tv_string_pool_get_flags (other, i));
    }
  g_assert_cmpuint (tv_string_pool_get_n (pool), ==, G_N_ELEMENTS (strings));
  g_assert_cmpuint (tv_string_pool_get_flags (pool, 1), ==, TV_TEXT_WAS_BAD);
  g_assert_cmpuint (tv_string_pool_get_flags (pool, 2), ==, TV_TEXT_WAS_LONG);
  g_assert_cmpuint (tv_string_pool_count_changed (pool, TV_TEXT_WAS_BAD, &first), ==, 1);
  g_assert_cmpuint (first, ==, 1);
  g_assert_cmpuint (tv_string_pool_count_changed (pool, TV_TEXT_WAS_LONG, &first), ==, 1);
  g_assert_cmpuint (first, ==, 2);
  tv_string_pool_empty (other);
  g_assert_cmpuint (tv_string_pool_get_n (other), ==, 0);
  g_assert_cmpuint (tv_string_pool_count_changed (other, TV_TEXT_WAS_BAD, &first), ==, 0);
  g_assert_cmpuint (tv_string_pool_find (other, "b", 1), ==, TV_NONE);
  g_assert_cmpuint (tv_string_pool_intern (other, "b", 1), ==, 0);
}

/* Checks that a pool can be filled again after it has been emptied. Emptying a pool with many strings frees memory. */
static void
test_many_from_another (void)
{
  const guint32 n = 100000;
  g_autoptr (TvStringPool) pool = tv_string_pool_new ();
  g_autoptr (TvStringPool) other = tv_string_pool_new_for (pool);
  g_autofree guint32 *numbers = g_new (guint32, n);

  for (int round = 0; round < 2; round++)
    {
      for (guint32 i = 0; i < n; i++)
        {
          g_autofree char *text = g_strdup_printf ("%d-%u", round, i);

          g_assert_cmpuint (tv_string_pool_intern (other, text, strlen (text)), ==, i);
        }
      tv_string_pool_intern_all (pool, other, numbers);
      for (guint32 i = 0; i < n; i++)
        {
          g_autofree char *text = g_strdup_printf ("%d-%u", round, i);

          g_assert_cmpuint (numbers[i], ==, (guint32) round * n + i);
          g_assert_cmpstr (tv_string_pool_get (pool, numbers[i]), ==, text);
          g_assert_cmpuint (tv_string_pool_find (pool, text, strlen (text)), ==, numbers[i]);
        }
      tv_string_pool_empty (other);
      g_assert_cmpuint (tv_string_pool_get_n (other), ==, 0);
      g_assert_cmpuint (tv_string_pool_find (other, "0-1", 3), ==, TV_NONE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/string-pool/each-once", test_each_once);
  g_test_add_func ("/string-pool/bad-bytes", test_bad_bytes);
  g_test_add_func ("/string-pool/from-another", test_from_another);
  g_test_add_func ("/string-pool/many-from-another", test_many_from_another);
  return g_test_run ();
}
