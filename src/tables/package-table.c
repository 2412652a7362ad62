/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "tables/trace-table.h"

/* Implements the table of installed packages. A trace's metadata contains them as "NAME uid=N version=N", optionally
 * followed by "debuggable" and "profileable". Listed in trace_tables in tables.c. Pure: cells are parsed from the
 * metadata. */

#define KEY "package"

enum
{
  PACKAGE_ID,
  PACKAGE_NAME,
  PACKAGE_UID,
  PACKAGE_DEBUGGABLE,
  PACKAGE_PROFILEABLE,
  PACKAGE_VERSION,
  N_PACKAGE_COLUMNS,
};

static const TvColumn columns[N_PACKAGE_COLUMNS] = {
  [PACKAGE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Package"),
    N_("ID of the metadata entry that describes the package"),
  },
  [PACKAGE_NAME] = {
    "package_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the package"),
  },
  [PACKAGE_UID] = {
    "uid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("UID"),
    N_("ID of the user that the package’s programs run as"),
  },
  [PACKAGE_DEBUGGABLE] = {
    "debuggable", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Debuggable"),
    N_("1 if a debugger may attach to the package’s programs, else 0"),
  },
  [PACKAGE_PROFILEABLE] = {
    "profileable_from_shell", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Profileable"),
    N_("1 if a profiler may attach to the package’s programs, else 0"),
  },
  [PACKAGE_VERSION] = {
    "version_code", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Version"),
    N_("Version code"),
  },
};

static guint32
get_n_rows (TvTrace *trace)
{
  guint n;

  tv_trace_get_metadata (trace, &n);
  return n;
}

static gboolean
is_row (TvTrace *trace, guint32 row)
{
  const TvMetadata *fact = &tv_trace_get_metadata (trace, NULL)[row];

  return g_str_equal (fact->key, KEY) && strstr (fact->value, " uid=") != NULL;
}

static void
set_number (TvCell *cell, const char *text, const char *name)
{
  const char *found = strstr (text, name);

  if (found != NULL)
    tv_cell_set_integer (cell, g_ascii_strtoll (found + strlen (name), NULL, 10));
}

static void
get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const char *text = tv_trace_get_metadata (trace, NULL)[row].value;

  switch (column)
    {
    case PACKAGE_ID:
      tv_cell_set_id (cell, row);
      break;
    case PACKAGE_NAME:
      tv_cell_take_text (cell, g_strndup (text, (gsize) (strstr (text, " uid=") - text)));
      break;
    case PACKAGE_UID:
      set_number (cell, text, " uid=");
      break;
    case PACKAGE_DEBUGGABLE:
      tv_cell_set_integer (cell, strstr (text, " debuggable") != NULL);
      break;
    case PACKAGE_PROFILEABLE:
      tv_cell_set_integer (cell, strstr (text, " profileable") != NULL);
      break;
    case PACKAGE_VERSION:
      set_number (cell, text, " version=");
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_package_list_table = {
  .info = { "package_list", N_("A package installed on the device"), columns, N_PACKAGE_COLUMNS,
            FALSE },
  .get_n_rows = get_n_rows,
  .is_row = is_row,
  .get_cell = get_cell,
};
