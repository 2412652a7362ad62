/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "cli/command.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/selection-options.h"
#include "core/file-name.h"
#include "export/stacks.h"

/* Exports stacks for other programs, to standard output or to a file that is replaced atomically. */

typedef struct
{
  TvTraceSource source;
  TvSelectionOptions selection;
  char *format_name;
  char *output;
  TvStackFormat format;
} ExportOptions;

static void
clear_options (ExportOptions *options)
{
  tv_trace_source_clear (&options->source);
  tv_selection_options_clear (&options->selection);
  g_free (options->format_name);
  g_free (options->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExportOptions, clear_options)

static gboolean
is_for_output (const ExportOptions *options)
{
  return options->output == NULL || g_str_equal (options->output, "-");
}

/* Accepts a format as the value of --to, which otherwise is the end of the range; no time is spelled like a
 * format. */
static void
take_format_from_range (ExportOptions *options)
{
  TvStackFormat format;

  if (options->format_name == NULL && options->selection.to != NULL &&
      tv_stack_format_parse (options->selection.to, &format))
    options->format_name = g_steal_pointer (&options->selection.to);
}

static gboolean
choose_format (ExportOptions *options, GError **error)
{
  take_format_from_range (options);
  if (options->format_name != NULL &&
      tv_stack_format_parse (options->format_name, &options->format))
    return TRUE;
  if (options->format_name == NULL && !is_for_output (options) &&
      tv_stack_format_find (options->output, &options->format))
    return TRUE;
  if (options->format_name == NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         _("missing option: --as folded, speedscope, pprof or chrome"));
  else
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _("--as must be folded, speedscope, pprof or chrome, not “%s”"),
                 options->format_name);
  return FALSE;
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
      N_("folded, speedscope, pprof or chrome (by the suffix of the file)"), N_("FORMAT") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      N_("Output file; - is standard output (-)"), N_("FILE") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));

  tv_selection_options_add (&options.selection, TV_SELECTION_OPTION_STACKS, context);
  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context, _("Writes the stacks of calls or samples for other programs: folded for flame "
                 "graphs, speedscope, pprof, or chrome for Chrome's and Perfetto's timelines."));
  return tv_command_parse (context, entries, argv, error) &&
         tv_command_check_operands (operands, 1, 1, _("FILE"), error) &&
         choose_format (&options, error) &&
         tv_selection_options_check (&options.selection, error) &&
         write_stacks (operands[0], &options, error);
}

const TvCommand tv_export_command = { "export", N_("Write stacks for other programs"), run };
