/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/file-name.h"
#include "formats/load.h"

/* Tests file names in messages, in which control characters are escaped. */

static void
test_shown (void)
{
  static const struct
  {
    const char *path;
    const char *shown;
  } cases[] = {
    { "/a b/c_d.trace", "/a b/c_d.trace" },
    { "\xc3\xa9t\xc3\xa9.trace", "\xc3\xa9t\xc3\xa9.trace" },
    { "a\xe2\x80\xae"
      "ecart.gnp",
      "a\\u202eecart.gnp" },
    { "\x1b[2J\n\t\x7f", "\\x1b[2J\\x0a \\x7f" },
    { "\xe9t\xe9", "\\xe9t\\xe9" },
    { "<b>&", "<b>&" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = tv_file_name_dup_shown (cases[i].path);

      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

static void
test_of_file (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/a\n/b\xff\xe2\x80\xae");
  g_autoptr (GFile) root = g_file_new_for_path ("/");
  g_autofree char *name = tv_file_dup_shown_name (file);
  g_autofree char *root_name = tv_file_dup_shown_name (root);

  g_assert_cmpstr (name, ==, "b\\xff\\u202e");
  g_assert_cmpstr (root_name, ==, "/");
}

/* Checks that errors about files that cannot be opened also contain the escaped name. */
static void
test_in_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load ("/nowhere/a\xe2\x80\xae\n", NULL, NULL, NULL, &error);

  g_assert_null (trace);
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, "/nowhere/a\\u202e\\x0a: "));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-name/shown", test_shown);
  g_test_add_func ("/file-name/of-file", test_of_file);
  g_test_add_func ("/file-name/in-errors", test_in_errors);
  return g_test_run ();
}
