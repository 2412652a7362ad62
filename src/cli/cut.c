/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/selection-options.h"
#include "export/replace-file.h"
#include "formats/cut.h"

/* Writes a time range of a file in the file's own format. Replaces the output file atomically. Implements the command
 * `tracedump cut`, listed in commands[] in main.c. First loads the trace, then reads the file a second time with
 * tv_cut_file(). */

typedef struct
{
  char *path;
  TvTrace *trace;
  const TvSelection *selection;
} Part;

/* Writes the requested range of the file to a stream. Is a #TvFileWriter. */
static gboolean
write_part (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  const Part *self = data;

  return tv_cut_file (self->path, self->trace, self->selection, stream, NULL, NULL, cancellable,
                      error);
}

static gboolean
check (const TvSelectionOptions *options, char **operands, const char *output, GError **error)
{
  if (!tv_command_check_operands (operands, 1, 1, _("FILE"), error) ||
      !tv_selection_options_check (options, error))
    return FALSE;
  if (output == NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         _("missing option: --output PART"));
  else if (!tv_selection_options_has_range (options))
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         _("missing option: --from TIME, --to TIME or --thread LIST"));
  else
    return TRUE;
  return FALSE;
}

static gboolean
write_output (const char *name, Part *part, const char *output, GError **error)
{
  g_autoptr (GFile) file = NULL;
  gboolean is_written;

  part->path = tv_load_find (name, error);
  if (part->path == NULL)
    return FALSE;
  if (g_str_equal (output, "-"))
    {
      g_autoptr (GOutputStream) stream = tv_output_open ();

      is_written = write_part (stream, part, NULL, error);
    }
  else
    {
      file = g_file_new_for_commandline_arg (output);
      is_written = tv_replace_file (file, write_part, part, tv_interrupt_watch (), error) &&
                   tv_cut_keep_time (part->path, file, error);
    }
  g_free (part->path);
  return is_written;
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (TvSelectionOptions) options = { .from = NULL };
  g_auto (GStrv) operands = NULL;
  g_autofree char *output = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvSelection) selection = NULL;
  const TvTraceSource source = { .member = NULL };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("Output file; - for standard output"),
      N_("PART") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));
  Part part = { .path = NULL };

  tv_selection_options_add (&options, TV_SELECTION_OPTION_PART, context);
  g_option_context_set_summary (
      context,
      _("Writes the part of a file between --from and --to in the format of the file, for example "
        "to share it. Supported files are kernel logs (ftrace, hitrace, atrace), Perfetto traces, "
        "method traces of versions 1 to 3, and text logs of devices. Earlier records that the "
        "range depends on, such as names and the starts of open slices, are kept. With --thread, "
        "only the records of these threads and their processes, and of CPUs and devices, are "
        "kept."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !check (&options, operands, output, error))
    return FALSE;
  trace = tv_open_trace (operands[0], &source, error);
  if (trace == NULL)
    return FALSE;
  selection = tv_selection_options_select (&options, trace, error);
  if (selection == NULL)
    return FALSE;
  part.trace = trace;
  part.selection = selection;
  return write_output (operands[0], &part, output, error);
}

const TvCommand tv_cut_command = { "cut", N_("Write a part of a file in the format of the file"),
                                   run };
