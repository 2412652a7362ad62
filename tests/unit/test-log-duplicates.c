/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/multi-file.h"
#include "table-text.h"

/* Checks that logs that were rotated or saved several times become one log, in which lines that occur in several
 * files appear once. */

#define MAX_FILES 4

/* Creates a line from a small number of times and messages, so that many lines are equal. */
static char *
make_line (GRand *rand, guint *ms)
{
  *ms += g_rand_int_range (rand, 0, 3) == 0;
  return g_strdup_printf ("2025-12-31 23:59:%02u.%03u   500   501 I Tag     : line %d\n",
                          *ms / 1000, *ms % 1000, g_rand_int_range (rand, 0, 3));
}

static char *
write_file (const char *folder, guint number, GPtrArray *lines, guint first, guint end)
{
  g_autofree char *name = g_strdup_printf ("logcat.%02u.txt", number);
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = first; i < end; i++)
    g_string_append (text, g_ptr_array_index (lines, i));
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  return path;
}

static int
compare_rows (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Returns the log lines of a trace; lines with equal times are sorted by message. */
static char *
dup_lines (TvTrace *trace)
{
  g_autoptr (TvTable) table = open_table ("android_logs", trace, NULL);
  g_autofree char *text = print_table (table, "ts msg pid", NULL);
  g_auto (GStrv) rows = g_strsplit (text, "\n", -1);

  qsort (rows, g_strv_length (rows), sizeof *rows, compare_rows);
  return g_strjoinv ("\n", rows);
}

static void
check_round (GRand *rand, const char *folder)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  guint n = (guint) g_rand_int_range (rand, 2, 200), n_files = 0, ms = 0, end = 0;
  g_autofree char *whole_path = NULL;
  g_autofree char *whole_lines = NULL;
  g_autofree char *found = NULL;
  TvSource sources[MAX_FILES];
  g_autoptr (TvTrace) whole = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (lines, make_line (rand, &ms));
  whole_path = write_file (folder, 99, lines, 0, n);
  whole = tv_load (whole_path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  while (end < n)
    {
      /* Each file begins within the previous file or directly after it, but not between two lines with equal times. */
      guint first = end > 0 ? (guint) g_rand_int_range (rand, (gint) end / 2, (gint) end + 1) : 0;

      while (first > 0 && first < n &&
             strncmp (lines->pdata[first], lines->pdata[first - 1], 23) == 0)
        first--;
      end += 1 + (guint) g_rand_int_range (rand, 0, (gint) n);
      if (n_files + 1 == MAX_FILES || end > n)
        end = n;
      while (end < n && strncmp (lines->pdata[end], lines->pdata[end - 1], 23) == 0)
        end++;
      sources[n_files] = (TvSource){ .path = write_file (folder, n_files, lines, first, end) };
      n_files++;
    }
  trace = tv_load_multi_file (sources, n_files, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  whole_lines = dup_lines (whole);
  found = dup_lines (trace);
  g_assert_cmpstr (found, ==, whole_lines);
  for (guint i = 0; i < n_files; i++)
    {
      g_unlink (sources[i].path);
      g_free ((char *) sources[i].path);
    }
  g_unlink (whole_path);
}

static void
test_rotated (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  g_autofree char *folder = g_dir_make_tmp ("tv-rotated-XXXXXX", NULL);

  for (guint i = 0; i < 40; i++)
    check_round (rand, folder);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/log-duplicates/rotated", test_rotated);
  return g_test_run ();
}
