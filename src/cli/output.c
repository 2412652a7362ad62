/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/output.h"

#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>
#include <unistd.h>

/**
 * tv_output_open:
 *
 * Returns: (transfer full): a stream to standard output
 */
GOutputStream *
tv_output_open (void)
{
  return g_unix_output_stream_new (STDOUT_FILENO, FALSE);
}

/**
 * tv_output_write:
 * @text: text to write
 * @error: (nullable): where to put %G_IO_ERROR
 *
 * Returns: whether all of it was written
 */
gboolean
tv_output_write (GString *text, GError **error)
{
  g_autoptr (GOutputStream) stream = tv_output_open ();

  return g_output_stream_write_all (stream, text->str, text->len, NULL, NULL, error);
}

/**
 * tv_output_is_left_early:
 * @error: an error
 *
 * Returns: whether the error only means that the reader closed the pipe, as after `| head`
 */
gboolean
tv_output_is_left_early (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
}

/**
 * tv_output_parse_format:
 * @name: (nullable): value of --format
 * @format: (inout): unchanged if @name is %NULL
 * @error: set to %G_OPTION_ERROR
 *
 * Returns: whether the name is valid
 */
gboolean
tv_output_parse_format (const char *name, TvTextFormat *format, GError **error)
{
  if (name == NULL || tv_text_format_parse (name, format))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("--format must be csv, tsv or json, not “%s”"), name);
  return FALSE;
}
