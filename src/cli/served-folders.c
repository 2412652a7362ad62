/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/served-folders.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "core/error.h"
#include "core/file-name.h"

/* Decides which files `tracedump serve` may access. Each call resolves a name with realpath() and compares the real
 * path with the real paths of the served folders. mcp-tools.c checks each file name of a client before a command gets
 * the name. Reads the file system; the list of folders never changes. */

/**
 * TvServedFolders:
 * @roots: (element-type filename): real paths of the folders
 *
 * Folders whose files may be read.
 */
struct _TvServedFolders
{
  GPtrArray *roots;
};

/* Returns: (transfer full) (nullable): absolute path without symbolic links; %NULL on error */
static char *
dup_real_path (const char *path)
{
  char *found = realpath (path, NULL);
  char *real = g_strdup (found);

  free (found);
  return real;
}

/**
 * tv_served_folders_new:
 * @paths: (nullable): paths of folders; %NULL for the working directory
 * @error: (nullable): return location for %TV_ERROR_IO if a path is not a folder
 *
 * Returns: (transfer full) (nullable): the folders
 */
TvServedFolders *
tv_served_folders_new (const char *const *paths, GError **error)
{
  static const char *const here[] = { ".", NULL };
  g_autoptr (TvServedFolders) self = g_new0 (TvServedFolders, 1);

  self->roots = g_ptr_array_new_with_free_func (g_free);
  for (const char *const *path = paths != NULL ? paths : here; *path != NULL; path++)
    {
      char *real = dup_real_path (*path);
      g_autofree char *shown = tv_file_name_dup_shown (*path);

      if (real != NULL)
        g_ptr_array_add (self->roots, real);
      if (real != NULL && g_file_test (real, G_FILE_TEST_IS_DIR))
        continue;
      g_set_error (error, TV_ERROR, TV_ERROR_IO, _("“%s” is not a folder"), shown);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
tv_served_folders_free (TvServedFolders *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->roots);
  g_free (self);
}

static gboolean
contains (const TvServedFolders *self, const char *real)
{
  for (guint i = 0; i < self->roots->len; i++)
    {
      const char *root = self->roots->pdata[i];
      gsize length = strlen (root);

      if (g_str_has_prefix (real, root) &&
          (root[length - 1] == '/' || real[length] == '/' || real[length] == '\0'))
        return TRUE;
    }
  return FALSE;
}

/* Returns: (transfer full) (nullable): real path; %NULL if it is outside the served folders, or is neither a file nor
 * a folder */
static char *
dup_served_path (const TvServedFolders *self, const char *path)
{
  g_autofree char *real = dup_real_path (path);
  GStatBuf status;

  if (real == NULL || !contains (self, real) || g_stat (real, &status) != 0 ||
      !(S_ISREG (status.st_mode) || S_ISDIR (status.st_mode)))
    return NULL;
  return g_steal_pointer (&real);
}

/* Returns FALSE if there is a file next to @real with the same name and a different suffix that is a symbolic link to
 * a file outside the served folders. Some formats consist of several such files, which are opened together. */
static gboolean
has_served_siblings (const TvServedFolders *self, const char *real)
{
  g_autofree char *folder = g_path_get_dirname (real);
  g_autofree char *stem = g_path_get_basename (real);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  char *dot = strrchr (stem, '.');
  const char *name;
  gsize length;

  if (dot != NULL && dot != stem)
    *dot = '\0';
  length = strlen (stem);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *target = NULL;

      if (!g_str_has_prefix (name, stem) || name[length] != '.' ||
          !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        continue;
      target = dup_real_path (path);
      if (target != NULL && !contains (self, target))
        return FALSE;
    }
  return TRUE;
}

/**
 * tv_served_folders_find:
 * @self: the served folders
 * @name: an absolute path, or a path relative to a served folder
 * @error: (nullable): return location for %TV_ERROR_IO; the message is the same for missing files and for files
 *   outside the folders
 *
 * Resolves a path.
 *
 * Returns: (transfer full) (nullable): real path of a file or folder
 */
char *
tv_served_folders_find (TvServedFolders *self, const char *name, GError **error)
{
  g_autofree char *real = NULL;
  g_autofree char *shown = tv_file_name_dup_shown (name);

  for (guint i = 0; real == NULL && i < (g_path_is_absolute (name) ? 1 : self->roots->len); i++)
    {
      g_autofree char *path = g_path_is_absolute (name)
                                  ? g_strdup (name)
                                  : g_build_filename (self->roots->pdata[i], name, NULL);

      real = dup_served_path (self, path);
    }
  if (real == NULL)
    g_set_error (error, TV_ERROR, TV_ERROR_IO, _("“%s” is not a file in the served folders"),
                 shown);
  else if (g_file_test (real, G_FILE_TEST_IS_REGULAR) && !has_served_siblings (self, real))
    {
      g_clear_pointer (&real, g_free);
      g_set_error (error, TV_ERROR, TV_ERROR_IO,
                   _("a file that “%s” refers to is outside the served folders"), shown);
    }
  return g_steal_pointer (&real);
}

/* ---- List ---- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns whether a client can send the name back unchanged. */
static gboolean
is_plain (const char *name)
{
  if (!g_utf8_validate (name, -1, NULL))
    return FALSE;
  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

static void
append_entry (GString *text, const char *path)
{
  GStatBuf status;

  if (g_stat (path, &status) != 0)
    return;
  if (S_ISDIR (status.st_mode))
    g_string_append_printf (text, "folder\t\t%s\n", path);
  else
    g_string_append_printf (text, "file\t%" PRIi64 "\t%s\n", (gint64) status.st_size, path);
}

/**
 * tv_served_folders_dup_list:
 * @self: the served folders
 * @folder: (nullable): real path from tv_served_folders_find(); %NULL to list the served folders themselves
 * @error: (nullable): return location for %G_FILE_ERROR
 *
 * Lists the files and folders in a folder, one per line with type, size and path, separated by tabs. Links that lead
 * outside the served folders are omitted.
 *
 * Returns: (transfer full) (nullable): the lines
 */
char *
tv_served_folders_dup_list (TvServedFolders *self, const char *folder, GError **error)
{
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, error) : NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  GString *text;
  const char *name;
  guint n_odd = 0;

  if (folder != NULL && dir == NULL)
    return NULL;
  for (guint i = 0; folder == NULL && i < self->roots->len; i++)
    g_ptr_array_add (paths, g_strdup (self->roots->pdata[i]));
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *real = dup_served_path (self, path);

      if (real != NULL && is_plain (name))
        g_ptr_array_add (paths, g_steal_pointer (&path));
      else
        n_odd += real != NULL;
    }
  g_ptr_array_sort (paths, compare_names);
  text = g_string_new ("type\tsize\tpath\n");
  for (guint i = 0; i < paths->len; i++)
    append_entry (text, paths->pdata[i]);
  if (n_odd > 0)
    g_string_append_printf (text,
                            ngettext ("%u file with an unprintable name is not listed\n",
                                      "%u files with unprintable names are not listed\n", n_odd),
                            n_odd);
  return g_string_free (text, FALSE);
}
