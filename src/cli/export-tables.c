/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/export-tables.h"

#include "cli/interrupt.h"
#include "core/file-name.h"

/* Copies the tables of one or more files to a folder, or to one SQLite database. tv_export_tables() is called by
 * `tracedump export`. Opens one trace at a time. The output gets its final name only after the last file has been
 * copied. */

static gboolean
add_file (TvTableFiles *copy, const char *path, const TvTraceSource *source, GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (path, source, error);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = tv_file_name_dup_shown (base);

  return trace != NULL && tv_table_files_add (copy, trace, name, tv_interrupt_watch (), error);
}

/* Copies the tables of several files to @output. @tables: (nullable): names of the tables to copy; %NULL for all
 * tables */
gboolean
tv_export_tables (char **files,
                  const TvTraceSource *source,
                  TvTableFileFormat format,
                  char **tables,
                  const char *output,
                  GError **error)
{
  g_autoptr (TvTableFiles) copy = NULL;

  tv_interrupt_watch ();
  copy = tv_table_files_new (format, output, (const char *const *) tables,
                             g_strv_length (files) > 1, error);
  if (copy == NULL)
    return FALSE;
  for (guint i = 0; files[i] != NULL; i++)
    if (!add_file (copy, files[i], source, error))
      return FALSE;
  return tv_table_files_finish (copy, error);
}
