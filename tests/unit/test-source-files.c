/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <locale.h>

#include "ui/kit/source-files.h"

/* Tests the search for source files in folders, and the commands that open these files. */

static char *root;

static char *
add_file (const char *path)
{
  char *full = g_build_filename (root, path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (full, "x", 1, NULL));
  return full;
}

static void
assert_found (const char *class_name, const char *file, const char *wanted)
{
  const char *const roots[] = { "/is/not/there", root, NULL };
  g_autofree char *found = tv_source_files_find (roots, class_name, file, NULL);
  g_autofree char *path = wanted != NULL ? g_build_filename (root, wanted, NULL) : NULL;

  g_assert_cmpstr (found, ==, path);
}

static void
test_find (void)
{
  g_autofree char *a = add_file ("app/src/main/java/com/example/Shop.kt");
  g_autofree char *b = add_file ("old/com/example/Shop.kt");
  g_autofree char *c = add_file ("lib/deep/down/com/acme/Cart.java");
  g_autofree char *d = add_file ("lib/a/Cart.java");
  g_autofree char *e = add_file (".hidden/Secret.java");

  assert_found ("com.example.Shop", "Shop.kt", "app/src/main/java/com/example/Shop.kt");
  assert_found ("com.acme.Cart$Inner", "Cart.java", "lib/deep/down/com/acme/Cart.java");
  assert_found ("a.Cart", "some/where/Cart.java", "lib/a/Cart.java");
  assert_found (NULL, "Secret.java", NULL);
}

static void
test_not_found (void)
{
  g_autofree char *outside = g_build_filename (root, "..", "outside.java", NULL);

  g_assert_true (g_file_set_contents (outside, "x", 1, NULL));
  assert_found ("com.example.Shop", "None.kt", NULL);
  assert_found ("com.example.Shop", "..", NULL);
  assert_found ("com.example.Shop", "/", NULL);
  assert_found ("com.example.Shop", "", NULL);
  assert_found ("com.example.Shop", "../outside.java", NULL);
  assert_found ("...A", "outside.java", NULL);
  assert_found ("../.A", "outside.java", NULL);
  g_unlink (outside);
}

static void
assert_command (const char *command, const char *path, guint32 line, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = tv_source_files_dup_command (command, path, line, &error);
  g_autofree char *found = words != NULL ? g_strjoinv ("|", words) : NULL;

  g_assert_cmpstr (found, ==, wanted);
  g_assert_true ((words == NULL) == (error != NULL));
}

static void
test_commands (void)
{
  assert_command ("code -g {file}:{line}", "/a/b.kt", 7, "code|-g|/a/b.kt:7");
  assert_command ("emacs +{line}", "/a/b.kt", 0, "emacs|+1|/a/b.kt");
  assert_command ("'my editor' --at \"{line} {file}\"", "/a", 2, "my editor|--at|2 /a");
  /* Any file name is a single argument. Placeholders in the file name are not replaced. */
  assert_command ("vi {file}", "/a; rm -rf {line} $(x)", 3, "vi|/a; rm -rf {line} $(x)");
  assert_command ("vi 'x", "/a", 3, NULL);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  int status;

  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("sources-XXXXXX", NULL);
  g_assert_nonnull (folder);
  root = g_build_filename (folder, "root", NULL);
  g_test_add_func ("/source-files/find", test_find);
  g_test_add_func ("/source-files/not-found", test_not_found);
  g_test_add_func ("/source-files/commands", test_commands);
  status = g_test_run ();
  g_free (root);
  return status;
}
