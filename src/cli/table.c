/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "cli/command.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/time-range.h"
#include "export/write-table.h"
#include "tables/tables.h"

/* A table that they mean nothing to would pass over these options without a word. */
static gboolean
check_options (const TvTableInfo *info,
               const TvTimeRange *range,
               gboolean has_switches,
               GError **error)
{
  if (!info->is_of_selection && !tv_time_range_is_all (range))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--from and --to are for tables that are computed, such as method_profile; %s "
                     "shows the trace as it is"),
                   info->name);
      return FALSE;
    }
  if (has_switches && !tv_tables_is_of_profile (info))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--context-switches is for method_profile and method_edge, not for %s"),
                   info->name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
parse_format (const char *name, TvTextFormat *format, GError **error)
{
  if (name == NULL || tv_text_format_parse (name, format))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("--format is csv, tsv or json, not “%s”"), name);
  return FALSE;
}

static gboolean
write_table (const char *name,
             const char *file,
             const TvTraceSource *source,
             const TvTimeRange *range,
             TvProfileFlags flags,
             TvTextFormat format,
             GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (file, source, error);
  g_autoptr (GOutputStream) stream = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autoptr (TvSelection) selection = NULL;

  if (trace == NULL)
    return FALSE;
  tv_open_trace_warn_of_switches (trace, flags);
  selection = tv_time_range_select (range, trace);
  table = tv_tables_open (name, trace, &(TvTableOptions){ selection, flags }, NULL, error);
  if (table == NULL)
    return FALSE;
  stream = tv_output_open ();
  return tv_write_table (table, NULL, format, stream, NULL, error);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (TvTraceSource) source = { NULL };
  g_auto (TvTimeRange) range = { NULL, NULL };
  g_auto (GStrv) operands = NULL;
  g_autofree char *format_name = NULL;
  gboolean has_switches = FALSE;
  TvTextFormat format = TV_TEXT_CSV;
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format_name, N_("csv, tsv or json (csv)"),
      N_("FORMAT") },
    { "context-switches", 0, 0, G_OPTION_ARG_NONE, &has_switches,
      N_("Count the time a thread was switched away as calls of “(context switch)”"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("NAME FILE"));
  const TvTableInfo *info;

  tv_trace_source_add_options (&source, context);
  tv_time_range_add_options (&range, context);
  g_option_context_set_summary (
      context, _("Writes a table of a trace to standard output; “tracedump tables” lists them."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !tv_command_check_operands (operands, 2, 2, _("NAME FILE"), error) ||
      !parse_format (format_name, &format, error) || !tv_time_range_check (&range, error))
    return FALSE;
  info = tv_tables_find (operands[0], error);
  if (info == NULL || !check_options (info, &range, has_switches, error))
    return FALSE;
  return write_table (operands[0], operands[1], &source, &range,
                      has_switches ? TV_PROFILE_CONTEXT_SWITCHES : TV_PROFILE_DEFAULT, format,
                      error);
}

const TvCommand tv_table_command = { "table", N_("Write a table as CSV, TSV or JSON"), run };
