/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"
#include "tables/tables.h"

static void
append_tables (GString *text)
{
  guint n;
  const TvTableInfo *const *infos = tv_tables_list (&n);
  gsize width = 0;

  for (guint i = 0; i < n; i++)
    width = MAX (width, strlen (infos[i]->name));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%-*s  %s\n", (int) width, infos[i]->name,
                            _ (infos[i]->description));
}

static void
append_columns (GString *text, const TvTableInfo *info)
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

  for (guint i = 0; i < info->n_columns; i++)
    {
      const TvColumn *column = &info->columns[i];

      g_string_append_printf (text, "%-16s  %-7s  %-3s  %s\n", column->name, types[column->type],
                              units[column->unit], _ (column->description));
    }
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
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
    append_tables (text);
  else
    {
      const TvTableInfo *info = tv_tables_find (operands[0], error);

      if (info == NULL)
        return FALSE;
      append_columns (text, info);
    }
  return tv_output_write (text, error);
}

const TvCommand tv_tables_command = { "tables", N_("List the tables and their columns"), run };
