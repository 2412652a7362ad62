/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/table-names.h"
#include "traceview-config.h"

/* Implements the command `tracedump tables`, which lists all tables with their descriptions, or the columns of one
 * table. Listed in commands[] in main.c; the MCP server also runs it. Does not open a file. */

#ifdef TV_HAVE_SQLITE
#include "core/trace-builder.h"
#include "query/public-rows.h"
#endif

/* ---- Tables ---- */

static void
append_table (GString *text, gsize width, const char *name, const char *description)
{
  g_string_append_printf (text, "%-*s  %s\n", (int) width, name, _ (description));
}

static void
append_tables (GString *text, gboolean is_native)
{
  guint n_public, n_own;
  const TvPublicTable *public = tv_public_tables_list (&n_public);
  const TvTableInfo *const *own = tv_tables_list (&n_own);
  gsize width = 0;

  for (guint i = 0; i < n_public; i++)
    width = MAX (width, strlen (public[i].name));
  for (guint i = 0; i < n_own; i++)
    width = MAX (width, strlen (own[i]->name));
  for (guint i = 0; !is_native && i < n_public; i++)
    append_table (text, width, public[i].name, tv_public_table_get_description (&public[i]));
  for (guint i = 0; i < n_own; i++)
    if (is_native || tv_public_tables_find (own[i]->name) == NULL)
      append_table (text, width, own[i]->name, own[i]->description);
}

/* ---- Columns ---- */

static void
append_column (GString *text,
               const char *name,
               TvColumnType type,
               TvUnit unit,
               const char *description)
{
  static const char *const types[] = {
    [TV_COLUMN_INTEGER] = "integer",
    [TV_COLUMN_REAL] = "real",
    [TV_COLUMN_TEXT] = "text",
  };
  static const char *const units[] = {
    [TV_UNIT_NONE] = "",  [TV_UNIT_NS] = "ns",   [TV_UNIT_TS] = "ns",   [TV_UNIT_PERCENT] = "%",
    [TV_UNIT_COUNT] = "", [TV_UNIT_BYTES] = "B", [TV_UNIT_KIB] = "KiB",
  };

  g_string_append_printf (text, "%-16s  %-7s  %-3s  %s\n", name, types[type], units[unit],
                          description != NULL ? _ (description) : "");
}

#ifdef TV_HAVE_SQLITE

/* Appends the columns of a public table. The columns do not depend on the trace, so an empty trace is used. */
static gboolean
append_public (GString *text, const TvPublicTable *table, GError **error)
{
  static const TvDatabaseLimits no_limits = { 0 };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = tv_trace_builder_finish (builder, NULL, error);
  g_autoptr (TvDatabase) database = trace != NULL ? tv_database_new (trace, &no_limits, NULL, error)
                                                  : NULL;
  g_autoptr (GArray) columns = database != NULL ? tv_public_table_describe (table, database, error)
                                                : NULL;

  for (guint i = 0; columns != NULL && i < columns->len; i++)
    {
      const TvPublicColumn *column = &g_array_index (columns, TvPublicColumn, i);

      append_column (text, column->name, column->type, column->unit, column->description);
    }
  return columns != NULL;
}

#endif

static gboolean
append_columns (GString *text, const char *name, gboolean is_native, GError **error)
{
  TvNamedTable table;

  if (!tv_table_names_find (name, is_native, &table, error))
    return FALSE;
#ifdef TV_HAVE_SQLITE
  if (table.public != NULL)
    return append_public (text, table.public, error);
#endif
  for (guint i = 0; i < table.own->n_columns; i++)
    {
      const TvColumn *column = &table.own->columns[i];

      append_column (text, column->name, column->type, column->unit, column->description);
    }
  return TRUE;
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (GStrv) operands = NULL;
  gboolean is_native = FALSE;
  const GOptionEntry entries[] = {
    { "native", 0, 0, G_OPTION_ARG_NONE, &is_native,
      N_("List the tables and columns of the window’s lists instead of Perfetto’s tables"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("[NAME]"));
  g_autoptr (GString) text = g_string_new (NULL);

  g_option_context_set_summary (context, _("Lists all tables, or the columns of the table NAME."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !tv_command_check_operands (operands, 0, 1, _("[NAME]"), error))
    return FALSE;

  if (operands == NULL)
    append_tables (text, is_native);
  else if (!append_columns (text, operands[0], is_native, error))
    return FALSE;
  return tv_output_write (text, error);
}

const TvCommand tv_tables_command = { "tables", N_("List the tables and their columns"), run };
