/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include <glib.h>
#include <glib/gstdio.h>

#include "core/error.h"
#include "formats/load.h"

/* Files that are assembled in a folder that main() of the test creates and removes. */

static char *folder;

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* Writes a file directly, because g_file_set_contents() with its fsync is a hundred times slower. */
static void
write_bytes (const char *name, gconstpointer data, gsize size)
{
  g_autofree char *path = in_folder (name);
  FILE *file = g_fopen (path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, size, file), ==, size);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
write_file (const char *name, const GByteArray *bytes)
{
  write_bytes (name, bytes->data, bytes->len);
}

static TvTrace *
load (const char *name, GError **error)
{
  g_autofree char *path = in_folder (name);

  return tv_load (path, NULL, NULL, NULL, error);
}

static void
put (GByteArray *bytes, guint n_bytes, guint64 value)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      guint8 byte = (guint8) (value >> (8 * i));

      g_byte_array_append (bytes, &byte, 1);
    }
}

static void
put_text (GByteArray *bytes, const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, strlen (text));
}

static void
assert_problem (TvTrace *trace, TvProblemKind kind, guint64 count)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == kind)
      {
        g_assert_cmpuint (problems[i].count, ==, count);
        return;
      }
  g_assert_cmpuint (0, ==, count);
}

/* Checks every prefix of a file: either it opens with a problem, or it causes an error whose message begins with the
 * path of the file. */
static void
cut_everywhere (const char *name, GByteArray *bytes)
{
  guint n_opened = 0;

  for (guint size = 0; size < bytes->len; size++)
    {
      g_autofree char *path = in_folder (name);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;
      guint n_problems;

      write_bytes (name, bytes->data, size);
      trace = load (name, &error);
      if (trace == NULL)
        {
          g_assert_nonnull (error);
          g_assert_cmpint (error->domain, ==, TV_ERROR);
          g_assert_true (g_str_has_prefix (error->message, path));
          continue;
        }
      g_assert_no_error (error);
      tv_trace_get_problems (trace, &n_problems);
      g_assert_cmpuint (n_problems, >, 0);
      n_opened++;
    }
  g_assert_cmpuint (n_opened, >, 20);
}

static void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = in_folder (name);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
}
