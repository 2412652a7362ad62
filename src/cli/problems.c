/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "cli/command.h"
#include "cli/gate.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/terminal-text.h"
#include "export/write-table.h"
#include "formats/input/input.h"
#include "tables/tables.h"

/* Lists the problems of a file. With --fail-on, the command fails if any problem has at least the given severity, so
 * that scripts can check files. Implements the command `tracedump problems`, listed in commands[] in main.c. */

typedef struct
{
  TvTraceSource source;
  char *format_name;
  char *fail_on;
  TvTextFormat format;
  gboolean is_text;
} ProblemsOptions;

static void
clear_options (ProblemsOptions *options)
{
  tv_trace_source_clear (&options->source);
  g_free (options->format_name);
  g_free (options->fail_on);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProblemsOptions, clear_options)

static gboolean
write_text (TvTrace *trace, const char *file, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *name = tv_input_dup_display_name (file);
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *line = tv_open_trace_dup_problem (name, &problems[i]);
      g_autofree char *shown = tv_terminal_text_escape (line);

      g_string_append_printf (text, "%s\n", shown);
    }
  return tv_output_write (text, error);
}

static gboolean
write_problems (TvTrace *trace, const char *file, const ProblemsOptions *options, GError **error)
{
  g_autoptr (TvTable) table = NULL;
  g_autoptr (GOutputStream) stream = NULL;

  if (options->is_text)
    return write_text (trace, file, error);
  table = tv_tables_open ("problem", trace, NULL, NULL, error);
  if (table == NULL)
    return FALSE;
  stream = tv_output_open ();
  return tv_write_table (table, NULL, options->format, stream, NULL, error);
}

/* Checks the severities of the problems. @fail_on: (nullable): lowest severity that causes an error; NULL for none */
static gboolean
check_severities (TvTrace *trace, const char *fail_on, GError **error)
{
  guint n = 0;
  gboolean is_counted = FALSE;

  for (guint severity = 0; fail_on != NULL && severity < TV_N_SEVERITIES; severity++)
    {
      is_counted |= g_str_equal (tv_severity_name (severity), fail_on);
      if (is_counted)
        n += tv_trace_count_problems (trace, severity);
    }
  if (n == 0)
    return TRUE;
  g_set_error (error, TV_GATE_ERROR, 0,
               ngettext ("%u problem has at least the severity of --fail-on",
                         "%u problems have at least the severity of --fail-on", n),
               n);
  return FALSE;
}

static gboolean
parse_options (ProblemsOptions *options, GError **error)
{
  gboolean is_severity = options->fail_on == NULL;

  options->is_text = options->format_name == NULL || g_str_equal (options->format_name, "text");
  if (!options->is_text && !tv_text_format_parse (options->format_name, &options->format))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--format must be text, csv, tsv or json, not “%s”"), options->format_name);
      return FALSE;
    }
  for (guint severity = 0; severity < TV_N_SEVERITIES && !is_severity; severity++)
    is_severity = g_str_equal (tv_severity_name (severity), options->fail_on);
  if (!is_severity)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _("--fail-on must be note, warning or error, not “%s”"), options->fail_on);
  return is_severity;
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (ProblemsOptions) options = { .source.is_quiet = TRUE };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format_name,
      N_("Output format: text, csv, tsv or json (default: text)"), N_("FORMAT") },
    { "fail-on", 0, 0, G_OPTION_ARG_STRING, &options.fail_on,
      N_("Exit with status 3 if a problem has at least this severity: note, warning or error"),
      N_("SEVERITY") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context, _("Lists the problems of a file by kind, with their severity, count and first "
                 "occurrence. Notes are normal in intact files."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !tv_command_check_operands (operands, 1, 1, _("FILE"), error) ||
      !parse_options (&options, error))
    return FALSE;
  trace = tv_open_trace (operands[0], &options.source, error);
  return trace != NULL && write_problems (trace, operands[0], &options, error) &&
         check_severities (trace, options.fail_on, error);
}

const TvCommand tv_problems_command = { "problems", N_("List the problems of a file"), run };
