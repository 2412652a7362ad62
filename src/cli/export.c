/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/selection-options.h"
#include "core/error.h"
#include "core/file-name.h"
#include "export/perfetto-trace.h"
#include "export/stacks.h"
#include "traceview-config.h"
#ifdef TV_HAVE_SQLITE
#include "cli/export-tables.h"
#endif

/* Exports stacks, a complete recording or all tables for other programs. Replaces files atomically. Implements the
 * command `tracedump export`, listed in commands[] in main.c. */

typedef struct
{
  TvTraceSource source;
  TvSelectionOptions selection;
  char *format_name;
  char *output;
  char **tables;
  TvStackFormat format;
} ExportOptions;

static void
clear_options (ExportOptions *options)
{
  tv_trace_source_clear (&options->source);
  tv_selection_options_clear (&options->selection);
  g_free (options->format_name);
  g_free (options->output);
  g_strfreev (options->tables);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExportOptions, clear_options)

static gboolean
is_for_output (const ExportOptions *options)
{
  return options->output == NULL || g_str_equal (options->output, "-");
}

/* ---- Formats ---- */

static gboolean
is_perfetto (const char *name)
{
  return g_str_equal (name, "perfetto");
}

static gboolean
is_of_tables (const char *name)
{
  return g_str_equal (name, "sqlite") || g_str_equal (name, "json-lines") ||
         g_str_equal (name, "csv-dir");
}

static gboolean
has_perfetto_suffix (const ExportOptions *options)
{
  return !is_for_output (options) && (g_str_has_suffix (options->output, ".pftrace") ||
                                      g_str_has_suffix (options->output, ".perfetto-trace"));
}

/* Accepts the name of a format as the value of --to, which is also the option for the end of the range. No valid time
 * equals the name of a format. */
static void
take_format_from_range (ExportOptions *options)
{
  TvStackFormat format;

  if (options->format_name == NULL && options->selection.to != NULL &&
      (tv_stack_format_parse (options->selection.to, &format) ||
       is_perfetto (options->selection.to) || is_of_tables (options->selection.to)))
    options->format_name = g_steal_pointer (&options->selection.to);
}

static gboolean
choose_format (ExportOptions *options, GError **error)
{
  if (options->format_name != NULL &&
      tv_stack_format_parse (options->format_name, &options->format))
    return TRUE;
  if (options->format_name == NULL && !is_for_output (options) &&
      tv_stack_format_find (options->output, &options->format))
    return TRUE;
  if (options->format_name == NULL)
    g_set_error_literal (
        error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        _("missing option: --to folded, speedscope, pprof, chrome, perfetto, sqlite, json-lines "
          "or csv-dir"));
  else
    g_set_error (
        error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        _("--to must be folded, speedscope, pprof, chrome, perfetto, sqlite, json-lines or "
          "csv-dir, not “%s”"),
        options->format_name);
  return FALSE;
}

/* ---- Complete recordings ---- */

/* Checks the options and operands for the export of complete recordings or tables. @max_n: maximum number of files */
static gboolean
check_whole (const ExportOptions *options, char **operands, guint max_n, GError **error)
{
  const TvSelectionOptions *selection = &options->selection;

  if (!tv_command_check_operands (operands, 1, max_n, max_n > 1 ? _("FILE…") : _("FILE"), error))
    return FALSE;
  if (!tv_selection_options_has_range (selection) && selection->clock == NULL &&
      !tv_selection_options_has_filters (selection) &&
      !tv_selection_options_has_transforms (selection) && selection->samples == NULL)
    return TRUE;
  g_set_error_literal (
      error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      _("Recordings and tables are exported as a whole; options that select a part apply only to "
        "stacks"));
  return FALSE;
}

static gboolean
refuse_tables (const ExportOptions *options, GError **error)
{
  if (options->tables == NULL)
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("--table requires --to sqlite, json-lines or csv-dir"));
  return FALSE;
}

static gboolean
write_perfetto (const ExportOptions *options, char **operands, GError **error)
{
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GOutputStream) stream = NULL;

  if (!refuse_tables (options, error) || !check_whole (options, operands, 1, error))
    return FALSE;
  trace = tv_open_trace (operands[0], &options->source, error);
  if (trace == NULL)
    return FALSE;
  if (is_for_output (options))
    {
      stream = tv_output_open ();
      return tv_write_perfetto (trace, stream, NULL, error);
    }
  file = g_file_new_for_commandline_arg (options->output);
  return tv_write_perfetto_to_file (trace, file, tv_interrupt_watch (), error);
}

static gboolean
write_tables (const ExportOptions *options, char **operands, GError **error)
{
#ifdef TV_HAVE_SQLITE
  TvTableFileFormat format = TV_TABLE_FILES_SQLITE;

  if (is_for_output (options))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("missing option: --output OUT"));
      return FALSE;
    }
  tv_table_file_format_parse (options->format_name, &format);
  return check_whole (options, operands, G_MAXUINT, error) &&
         tv_export_tables (operands, &options->source, format, options->tables, options->output,
                           error);
#else
  g_set_error_literal (error, TV_ERROR, TV_ERROR_IO,
                       _("This tracedump was built without SQLite, which the export of tables "
                         "requires"));
  return FALSE;
#endif
}

/* ---- Stacks ---- */

static gboolean
check_stack_options (ExportOptions *options, char **operands, GError **error)
{
  return refuse_tables (options, error) &&
         tv_command_check_operands (operands, 1, 1, _("FILE"), error) &&
         choose_format (options, error) && tv_selection_options_check (&options->selection, error);
}

static gboolean
write_stacks (const char *name, const ExportOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (name, &options->source, error);
  g_autoptr (TvSelection) selection = NULL;
  g_autofree char *base = g_path_get_basename (name);
  g_autofree char *shown_name = tv_file_name_dup_shown (base);
  TvStackExport what = { .trace = trace, .name = shown_name };

  if (trace == NULL)
    return FALSE;
  what.selection = selection = tv_selection_options_select (&options->selection, trace, error);
  if (selection == NULL ||
      !tv_selection_options_find_source (&options->selection, trace, &what.source, error))
    return FALSE;
  if (is_for_output (options))
    {
      g_autoptr (GOutputStream) stream = tv_output_open ();

      return tv_write_stacks (&what, options->format, stream, NULL, NULL, NULL, error);
    }
  else
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->output);

      return tv_write_stacks_to_file (&what, options->format, file, NULL, NULL, NULL, error);
    }
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (ExportOptions) options = { .output = NULL };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "as", 'a', 0, G_OPTION_ARG_STRING, &options.format_name,
      N_("Output format: folded, speedscope, pprof, chrome, perfetto, sqlite, json-lines or "
         "csv-dir (default for the first four: by the suffix of the output file); same as --to"),
      N_("FORMAT") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      N_("Output file; - for standard output (default: -)"), N_("FILE") },
    { "table", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.tables,
      N_("Export only this table, with sqlite, json-lines or csv-dir; can be given several times"),
      N_("NAME") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE…"));

  tv_selection_options_add (&options.selection, TV_SELECTION_OPTION_STACKS, context);
  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context,
      _("Exports the stacks of calls or samples for other programs: folded for flame graphs, "
        "speedscope, pprof, or chrome for the timelines of Chrome and Perfetto. Exports the whole "
        "recording as a Perfetto trace. Exports all tables of one or more files as a SQLite "
        "database, as a folder of JSON Lines files, or as a folder of compressed CSV files for "
        "DuckDB, Spark, BigQuery and Dask."));
  if (!tv_command_parse (context, entries, argv, error))
    return FALSE;
  take_format_from_range (&options);
  if (options.format_name == NULL && has_perfetto_suffix (&options))
    options.format_name = g_strdup ("perfetto");
  if (options.format_name != NULL && is_perfetto (options.format_name))
    return write_perfetto (&options, operands, error);
  if (options.format_name != NULL && is_of_tables (options.format_name))
    return write_tables (&options, operands, error);
  return check_stack_options (&options, operands, error) &&
         write_stacks (operands[0], &options, error);
}

const TvCommand tv_export_command = { "export", N_("Export stacks or tables for other programs"),
                                      run };
