/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by ui/pages/open-source.c. tv_source_files_find() reads folders, so it must run on a worker.
 * tv_source_files_open() starts a process. No state. The search is limited and does not follow links. */

#include "ui/kit/source-files.h"

#include <glib/gstdio.h>
#include <string.h>

/* Limits of the search below one root folder: entries visited, and depth. */
#define MAX_ENTRIES 200000
#define MAX_DEPTH   32

/* Folders that contain the packages in a module of an Android or Java build. */
static const char *const package_roots[] = {
  "", "src/main/java", "src/main/kotlin", "app/src/main/java", "app/src/main/kotlin", "src"
};

/* ---- Search ---- */

/* Returns: (transfer full) (nullable): the folder `com/example` for the class com.example.Shop; NULL if the name has
 * no valid package */
static char *
dup_package_folder (const char *class_name)
{
  const char *point = class_name != NULL ? strrchr (class_name, '.') : NULL;
  g_autofree char *folder = NULL;

  if (point == NULL || point == class_name || *class_name == '.')
    return NULL;
  folder = g_strndup (class_name, (gsize) (point - class_name));
  if (strchr (folder, '/') != NULL || strstr (folder, "..") != NULL)
    return NULL;
  for (char *c = folder; *c != '\0'; c++)
    if (*c == '.')
      *c = '/';
  return g_steal_pointer (&folder);
}

static gboolean
is_file (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

static char *
find_in_package (const char *root, const char *package, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (package_roots); i++)
    {
      g_autofree char *path = g_build_filename (root, package_roots[i], package, name, NULL);

      if (is_file (path))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/* Target and state of the search in a folder. */
typedef struct
{
  const char *name;
  char *ending; /* end of the path of an exact match: the package's folder and the filename */
  guint n_entries;
  char *found; /* (nullable): first file with that name */
  char *exact; /* (nullable): file in the package's folder */
  GCancellable *cancellable;
} Walk;

static void visit_entry (Walk *self, const char *folder, const char *name, guint depth);

static void
walk_folder (Walk *self, const char *folder, guint depth)
{
  g_autoptr (GDir) dir = depth < MAX_DEPTH ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && self->exact == NULL && self->n_entries < MAX_ENTRIES &&
         !g_cancellable_is_cancelled (self->cancellable) && (name = g_dir_read_name (dir)) != NULL)
    visit_entry (self, folder, name, depth);
}

/* Visits an entry of a folder. Does not follow links, because they may form a cycle. */
static void
visit_entry (Walk *self, const char *folder, const char *name, guint depth)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GStatBuf status;

  self->n_entries++;
  if (*name == '.' || g_lstat (path, &status) != 0)
    return;
  if (S_ISDIR (status.st_mode))
    walk_folder (self, path, depth + 1);
  else if (S_ISREG (status.st_mode) && g_str_equal (name, self->name))
    {
      if (self->found == NULL)
        self->found = g_strdup (path);
      if (g_str_has_suffix (path, self->ending))
        self->exact = g_steal_pointer (&path);
    }
}

static char *
find_below (const char *root, const char *package, const char *name, GCancellable *cancellable)
{
  Walk walk = { .name = name, .cancellable = cancellable };

  walk.ending = g_strconcat ("/", package, *package != '\0' ? "/" : "", name, NULL);
  walk_folder (&walk, root, 0);
  g_free (walk.ending);
  if (walk.exact == NULL)
    return walk.found;
  g_free (walk.found);
  return walk.exact;
}

/**
 * tv_source_files_find:
 * @roots: (array zero-terminated=1): folders, in order of priority
 * @class_name: (nullable): name of a class in the file, including its package
 * @file: filename from the trace, with or without a path
 * @cancellable: (nullable): a #GCancellable
 *
 * Searches the usual package folders first, then all folders below @roots. Of several files with the same name, one
 * in the package's folder is preferred. Never reads outside @roots. Blocks.
 *
 * Returns: (transfer full) (nullable): the path of the file; %NULL if the file was not found, or if the search was
 * cancelled
 */
char *
tv_source_files_find (const char *const *roots,
                      const char *class_name,
                      const char *file,
                      GCancellable *cancellable)
{
  g_autofree char *name = g_path_get_basename (file);
  g_autofree char *package = dup_package_folder (class_name);
  const char *folder = package != NULL ? package : "";
  char *found = NULL;

  if (g_str_equal (name, ".") || g_str_equal (name, "..") || strchr (name, '/') != NULL)
    return NULL;
  for (guint i = 0; found == NULL && roots[i] != NULL; i++)
    found = find_in_package (roots[i], folder, name);
  for (guint i = 0; found == NULL && roots[i] != NULL; i++)
    found = find_below (roots[i], folder, name, cancellable);
  return found;
}

/* ---- Opening ---- */

static char *
replace (const char *text, const char *path, guint32 line)
{
  g_autofree char *number = g_strdup_printf ("%u", MAX (line, 1));
  g_auto (GStrv) parts = g_strsplit (text, "{line}", -1);
  g_autofree char *with_line = g_strjoinv (number, parts);
  g_auto (GStrv) files = g_strsplit (with_line, "{file}", -1);

  return g_strjoinv (path, files);
}

/**
 * tv_source_files_dup_command:
 * @command: a command such as `code -g {file}:{line}`, with shell quoting
 * @path: a file
 * @line: line number; 0 if unknown
 * @error: (nullable): return location for an error in the quoting of @command
 *
 * Splits a command into arguments, without a shell. The filename is inserted after splitting, so that any filename is
 * a single argument. If @command does not contain {file}, the filename is appended.
 *
 * Returns: (transfer full) (nullable): the argument vector; %NULL on error
 */
char **
tv_source_files_dup_command (const char *command, const char *path, guint32 line, GError **error)
{
  g_auto (GStrv) parts = NULL;
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  gboolean has_file = strstr (command, "{file}") != NULL;

  if (!g_shell_parse_argv (command, NULL, &parts, error))
    return NULL;
  for (guint i = 0; parts[i] != NULL; i++)
    g_ptr_array_add (arguments, replace (parts[i], path, line));
  if (!has_file)
    g_ptr_array_add (arguments, g_strdup (path));
  g_ptr_array_add (arguments, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&arguments), FALSE);
}

/**
 * tv_source_files_open:
 * @command: command, see tv_source_files_dup_command(); empty for the default application
 * @path: a file
 * @line: line number; 0 if unknown
 * @error: (nullable): return location for an error
 *
 * Opens a file in an editor.
 *
 * Returns: whether a program was started
 */
gboolean
tv_source_files_open (const char *command, const char *path, guint32 line, GError **error)
{
  g_autofree char *uri = NULL;
  g_auto (GStrv) arguments = NULL;
  g_autofree char *trimmed = g_strstrip (g_strdup (command));

  if (*trimmed == '\0')
    {
      uri = g_filename_to_uri (path, NULL, error);
      return uri != NULL && g_app_info_launch_default_for_uri (uri, NULL, error);
    }
  arguments = tv_source_files_dup_command (trimmed, path, line, error);
  return arguments != NULL &&
         g_spawn_async (NULL, arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, error);
}
