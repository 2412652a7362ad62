/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/table-names.h"

#include <glib/gi18n.h>

#include "cli/near-names.h"
#include "core/error.h"
#include "traceview-config.h"

/* Finds a table by its name on the command line, among the public tables, which SQL defines, and the tables of
 * Traceview. Called by `tracedump table` and `tracedump tables`. Stateless: only reads the static lists of tables. */

static void
set_not_found (const char *name, gboolean is_native, GError **error)
{
  g_auto (TvNearNames) near = { 0 };
  g_autofree char *list = NULL;
  guint n_public, n_own;
  const TvPublicTable *public = tv_public_tables_list (&n_public);
  const TvTableInfo *const *own = tv_tables_list (&n_own);

  tv_near_names_init (&near, name);
  for (guint i = 0; !is_native && i < n_public; i++)
    tv_near_names_offer (&near, public[i].name);
  for (guint i = 0; i < n_own; i++)
    if (is_native || tv_public_tables_find (own[i]->name) == NULL)
      tv_near_names_offer (&near, own[i]->name);
  list = tv_near_names_dup_list (&near);
  g_set_error (error, TV_ERROR, TV_ERROR_NO_SUCH_TABLE,
               _("No table is named “%s”%s; to list all tables, run “tracedump tables”"), name,
               list);
}

/**
 * tv_table_names_find:
 * @name: name of a table
 * @is_native: whether to find Traceview's table, with the ids of the trace, if Perfetto has a table with the same
 *   name
 * @table: (out): the table
 * @error: (nullable): return location for an error
 *
 * Finds a table.
 *
 * Returns: whether the table exists and is supported by this build
 */
gboolean
tv_table_names_find (const char *name, gboolean is_native, TvNamedTable *table, GError **error)
{
  *table = (TvNamedTable){ .public = is_native ? NULL : tv_public_tables_find (name) };
#ifndef TV_HAVE_SQLITE
  if (table->public != NULL)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_NO_SUCH_TABLE,
                   _("the table %s requires SQLite, but tracedump was built without it"), name);
      return FALSE;
    }
#endif
  table->own = table->public == NULL ? tv_tables_find (name, NULL) : NULL;
  if (table->public == NULL && table->own == NULL)
    set_not_found (name, is_native, error);
  return table->public != NULL || table->own != NULL;
}
