/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "cli/bundle-findings.h"
#include "cli/command.h"
#include "cli/find-symbol.h"
#include "cli/interrupt.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/public-table.h"
#include "cli/selection-options.h"
#include "cli/table-names.h"
#include "cli/time-base-option.h"
#include "cli/tree-options.h"
#include "export/write-table.h"
#include "tables/bundle-member-table.h"
#include "tables/time-columns-table.h"
#include "tables/perfetto/perfetto-ids.h"
#include "tables/tables.h"
#include "traceview-config.h"

/* Implements the command `tracedump table`, which writes one of Traceview's tables or one of Perfetto's schema.
 * Listed in commands[] in main.c; also a tool of the MCP server. public-table.c writes the tables that SQL defines. */

typedef struct
{
  TvTraceSource source;
  TvSelectionOptions selection;
  char *format_name;
  char *symbol;
  char *min;
  char *time_base;
  int depth;
  gboolean by_thread;
  gboolean has_switches;
  gboolean is_native;
  TvTextFormat format;
  TvCallTreeCut cut;
} TableOptions;

static void
clear_options (TableOptions *options)
{
  tv_trace_source_clear (&options->source);
  tv_selection_options_clear (&options->selection);
  g_free (options->format_name);
  g_free (options->symbol);
  g_free (options->min);
  g_free (options->time_base);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TableOptions, clear_options)

/* ---- Options ---- */

/* Rejects an option that a table does not support. @is_given: whether the option was given; @is_meant: whether the
 * table supports it; @names: names of the option and of related options, for the error message */
static gboolean
check_supported (gboolean is_given,
                 gboolean is_meant,
                 const char *names,
                 const TvTableInfo *info,
                 GError **error)
{
  if (!is_given || is_meant)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("%s does not apply to the table %s; see “tracedump table --help”"), names,
               info->name);
  return FALSE;
}

/* Rejects options that the table does not support, and tables whose required options are missing. */
static gboolean
check_options (const TvTableInfo *info, const TableOptions *options, GError **error)
{
  const TvSelectionOptions *selection = &options->selection;
  gboolean has_tree_options = options->by_thread || options->min != NULL || options->depth > 0;

  if (tv_tables_requires_threads (info) && selection->threads == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("the table %s requires --thread"), info->name);
      return FALSE;
    }

  return check_supported (tv_selection_options_has_range (selection) || selection->clock != NULL,
                          info->is_of_selection, "--from, --to, --thread, --clock", info, error) &&
         check_supported (tv_selection_options_has_filters (selection),
                          tv_tables_supports_filters (info), "--keep, --hide, --min-duration", info,
                          error) &&
         check_supported (tv_selection_options_has_transforms (selection),
                          tv_tables_supports_transforms (info),
                          "--merge, --focus, --drop, --collapse-…", info, error) &&
         check_supported (selection->samples != NULL, tv_tables_supports_source (info), "--samples",
                          info, error) &&
         check_supported (has_tree_options, tv_tables_is_call_tree (info),
                          "--by-thread, --min, --depth", info, error) &&
         check_supported (options->symbol != NULL, tv_tables_supports_symbol (info), "--symbol",
                          info, error) &&
         check_supported (options->has_switches, tv_tables_uses_profile (info),
                          "--context-switches", info, error);
}

/* ---- Table ---- */

/* Writes the table of the members of a folder, archive or bug report. */
static gboolean
write_members (const TvBundle *bundle, const TableOptions *given, GError **error)
{
  g_autoptr (TvTable) table = tv_cli_bundle_table_new (bundle, TRUE);
  g_autoptr (GOutputStream) stream = tv_output_open ();

  return tv_write_table (table, NULL, given->format, stream, tv_interrupt_get_work (), error);
}

/* Adds columns in the requested time base. Returns (transfer full) (nullable): @table if @name is NULL, otherwise a
 * table with the additional columns; NULL on error */
static TvTable *
add_times (TvTable *table, TvTrace *trace, const char *name, GError **error)
{
  TvTimeBase base;

  if (name == NULL)
    return g_object_ref (table);
  return tv_time_base_option_select (name, trace, &base, error)
             ? tv_time_columns_table_new (table, &base)
             : NULL;
}

#ifdef TV_HAVE_SQLITE

static gboolean
write_public (const TvPublicTable *table,
              const char *file,
              const TableOptions *given,
              GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (file, &given->source, error);
  TvTimeBase base;

  if (trace == NULL || (given->time_base != NULL &&
                        !tv_time_base_option_select (given->time_base, trace, &base, error)))
    return FALSE;
  return tv_cli_write_public_table (table, trace, given->time_base != NULL ? &base : NULL,
                                    given->format, error);
}

#endif

/* Writes one of Traceview's tables, with Perfetto's ids or, if --native was given, with the ids of the trace. */
static gboolean
write_own (const char *name, const char *file, const TableOptions *given, GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (file, &given->source, error);
  g_autoptr (TvPerfettoModel) model = NULL;
  g_autoptr (GOutputStream) stream = NULL;
  g_autoptr (TvTable) own = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autoptr (TvTable) shown = NULL;
  g_autoptr (TvSelection) selection = NULL;
  guint32 source, symbol;
  TvTableOptions options = {
    .profile_flags = given->has_switches ? TV_PROFILE_CONTEXT_SWITCHES : TV_PROFILE_DEFAULT,
    .source = given->selection.samples != NULL ? &source : NULL,
    .by_thread = given->by_thread,
    .cut = given->min != NULL || given->depth > 0 ? &given->cut : NULL,
    .symbol = given->symbol != NULL ? &symbol : NULL,
  };

  if (trace == NULL)
    return FALSE;
  tv_open_trace_warn_missing_switches (trace, options.profile_flags);
  options.selection = selection = tv_selection_options_select (&given->selection, trace, error);
  if (selection == NULL ||
      !tv_selection_options_find_source (&given->selection, trace, &source, error) ||
      (given->symbol != NULL && !tv_find_symbol (trace, given->symbol, &symbol, error)))
    return FALSE;
  own = tv_tables_open (name, trace, &options, tv_interrupt_get_work (), error);
  if (own == NULL)
    return FALSE;
  model = given->is_native ? NULL : tv_perfetto_model_new (trace);
  table = model != NULL ? tv_perfetto_ids_new (own, model) : g_object_ref (own);
  shown = add_times (table, trace, given->time_base, error);
  if (shown == NULL)
    return FALSE;
  stream = tv_output_open ();
  return tv_write_table (shown, NULL, given->format, stream, tv_interrupt_get_work (), error);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (TableOptions) options = { .depth = 0 };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format_name,
      N_("Output format: csv, tsv or "
         "json (default: csv)"),
      N_("FORMAT") },
    { "symbol", 's', 0, G_OPTION_ARG_STRING, &options.symbol,
      N_("Method or slice whose occurrences to list (occurrence), or function whose lines to list "
         "(source_line)"),
      N_("SYMBOL") },
    { "by-thread", 0, 0, G_OPTION_ARG_NONE, &options.by_thread,
      N_("Write one tree for each thread (call_tree, call_tree_inverted)"), NULL },
    { "min", 0, 0, G_OPTION_ARG_STRING, &options.min,
      N_("Omit nodes with less than PERCENT of the total (default: 0 in call_tree; 0.1 of the "
         "exclusive time in call_tree_inverted)"),
      N_("PERCENT") },
    { "depth", 0, 0, G_OPTION_ARG_INT, &options.depth,
      N_("Maximum number of levels (default: all in call_tree, 32 in call_tree_inverted)"),
      N_("N") },
    { "context-switches", 0, 0, G_OPTION_ARG_NONE, &options.has_switches,
      N_("Show the time off the CPU as calls of “(context switch)” (method_profile, method_edge)"),
      NULL },
    { "native", 0, 0, G_OPTION_ARG_NONE, &options.is_native,
      N_("Write rows, columns and numbers as in the lists of the window instead of Perfetto’s "
         "tables"),
      NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("NAME FILE"));
  g_autoptr (TvInput) file = NULL;
  g_autoptr (TvBundle) bundle = NULL;
  TvNamedTable table;

  tv_selection_options_add (&options.selection, TV_SELECTION_OPTION_STACKS, context);
  tv_trace_source_add_options (&options.source, context);
  tv_time_base_option_add (&options.time_base, context);
  g_option_context_set_summary (
      context,
      _("Writes a table of a trace to standard output. To list the tables, run “tracedump tables”. "
        "--from, --to, --thread and --clock apply to computed tables. Filters by name and duration "
        "apply to method_profile, method_edge, call_tree, call_tree_inverted, occurrence, sample, "
        "source_line and slice_use. Stack transforms apply to all of these except slice_use. "
        "Timestamps are in ns as recorded; --time-base adds a column with another time base."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !tv_command_check_operands (operands, 2, 2, _("NAME FILE"), error) ||
      !tv_output_parse_format (options.format_name, &options.format, error) ||
      !tv_tree_options_parse (&options.cut, options.min, options.depth, error) ||
      !tv_selection_options_check (&options.selection, error))
    return FALSE;
  if (!tv_table_names_find (operands[0], options.is_native, &table, error))
    return FALSE;
#ifdef TV_HAVE_SQLITE
  if (table.public != NULL)
    {
      const TvTableInfo info = { .name = table.public->name };

      return check_options (&info, &options, error) &&
             write_public (table.public, operands[1], &options, error);
    }
#endif
  if (!check_options (table.own, &options, error))
    return FALSE;
  if (table.own == &tv_bundle_member_table_info && options.source.member == NULL)
    bundle = tv_bundle_open_or_file (operands[1], &file, tv_interrupt_get_work (), NULL);
  if (bundle != NULL)
    return write_members (bundle, &options, error);
  options.source.file = file;
  return write_own (table.own->name, operands[1], &options, error);
}

const TvCommand tv_table_command = { "table", N_("Write a table as CSV, TSV or JSON"), run };
