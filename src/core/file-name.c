/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/file-name.h"

#include <string.h>

#include "core/memory/string-pool.h"

/* File names for display. A file name is as untrusted as the content of the file: "\u202eecart.gnp" would be
 * displayed as "png.trace". Used by readers, exports, the command line and the window, for titles and messages. Pure,
 * except that tv_file_find_folder() blocks on a query to the file system. */

/**
 * tv_file_name_dup_shown:
 * @path: name of a file, in the encoding of the file system
 *
 * Returns: (transfer full): the name for display, on one line, see tv_string_pool_dup_valid(); must not be used to
 * open the file
 */
char *
tv_file_name_dup_shown (const char *path)
{
  g_autofree char *valid = tv_string_pool_dup_valid (path, strlen (path));

  return g_strdelimit (g_steal_pointer (&valid), "\t", ' ');
}

/**
 * tv_file_dup_shown_name:
 *
 * Returns: (transfer full): the name for display, without folders
 */
char *
tv_file_dup_shown_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return tv_file_name_dup_shown (base != NULL ? base : "");
}

/**
 * tv_file_dup_stem:
 * @file: (nullable): a file; %NULL for a trace that is not in a file
 *
 * Returns: (transfer full): the name for display, without folders and without its last suffix; names of exported
 * files begin with it
 */
char *
tv_file_dup_stem (GFile *file)
{
  char *name = file != NULL ? tv_file_dup_shown_name (file) : g_strdup ("trace");
  char *point = strrchr (name, '.');

  if (point != NULL && point != name)
    *point = '\0';
  return name;
}

/**
 * tv_file_find_folder:
 * @file: a file, or a member of an archive whose parent is the archive
 *
 * Finds the folder that contains the file or its archive.
 *
 * Returns: (transfer full) (nullable): the folder
 */
GFile *
tv_file_find_folder (GFile *file)
{
  GFile *folder = g_file_get_parent (file);

  while (folder != NULL &&
         g_file_query_file_type (folder, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_DIRECTORY)
    {
      GFile *above = g_file_get_parent (folder);

      g_object_unref (folder);
      folder = above;
    }
  return folder;
}
