/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/output.h"

#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>
#include <unistd.h>

#include "cli/interrupt.h"

/* Manages the standard output of all commands. tv_output_divert() sets a static variable; while it is set, the output
 * of the current command is stored in memory as a page. The tools of the MCP server use this. Not locked: only one
 * command may run while the output is diverted. */

static TvOutputPage
    *diversion; /* (nullable): page that receives the output instead of standard output */

/* ---- Page ---- */

/**
 * tv_output_page_add:
 * @self: a page
 * @bytes: a chunk of the output
 * @size: size of the chunk in bytes
 * @error: (nullable): return location for %G_IO_ERROR_NO_SPACE
 *
 * Appends the part of a chunk that is inside the page.
 *
 * Returns: %FALSE if the chunk extends beyond the end of the page
 */
gboolean
tv_output_page_add (TvOutputPage *self, const char *bytes, gsize size, GError **error)
{
  gsize n_before = MIN (size, self->n_skipped);
  gsize n = MIN (size - n_before, self->max_n - self->bytes->len);

  self->n_skipped -= n_before;
  g_byte_array_append (self->bytes, (const guint8 *) bytes + n_before, (guint) n);
  if (n_before + n == size)
    return TRUE;
  self->is_full = TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, _("the page of output is full"));
  return FALSE;
}

#define TV_TYPE_PAGE_STREAM (tv_page_stream_get_type ())
G_DECLARE_FINAL_TYPE (TvPageStream, tv_page_stream, TV, PAGE_STREAM, GOutputStream)

struct _TvPageStream
{
  GOutputStream parent_instance;

  TvOutputPage *page;
};

G_DEFINE_FINAL_TYPE (TvPageStream, tv_page_stream, G_TYPE_OUTPUT_STREAM)

static gssize
tv_page_stream_write (GOutputStream *stream,
                      const void *bytes,
                      gsize size,
                      GCancellable *cancellable,
                      GError **error)
{
  TvPageStream *self = TV_PAGE_STREAM (stream);

  return !g_cancellable_set_error_if_cancelled (tv_interrupt_get_work (), error) &&
                 tv_output_page_add (self->page, bytes, size, error)
             ? (gssize) size
             : -1;
}

static void
tv_page_stream_class_init (TvPageStreamClass *klass)
{
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = tv_page_stream_write;
}

static void
tv_page_stream_init (TvPageStream *self)
{
}

/**
 * tv_output_divert:
 * @page: (nullable): page that receives all output until the next call; %NULL for standard output
 *
 * Diverts the output of commands that the MCP server runs.
 */
void
tv_output_divert (TvOutputPage *page)
{
  diversion = page;
}

/* ---- Standard output ---- */

/**
 * tv_output_open:
 *
 * Returns: (transfer full): output stream for standard output, or for the page that tv_output_divert() has set
 */
GOutputStream *
tv_output_open (void)
{
  if (diversion != NULL)
    {
      TvPageStream *stream = g_object_new (TV_TYPE_PAGE_STREAM, NULL);

      stream->page = diversion;
      return G_OUTPUT_STREAM (stream);
    }
  return g_unix_output_stream_new (STDOUT_FILENO, FALSE);
}

/**
 * tv_output_write:
 * @text: text to write
 * @error: (nullable): return location for %G_IO_ERROR
 *
 * Writes text to the output.
 *
 * Returns: whether the whole text was written
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
 * Returns: whether the error occurred because the reader has closed the pipe, as in `| head`
 */
gboolean
tv_output_is_left_early (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
}

/**
 * tv_output_parse_format:
 * @name: (nullable): value of the option --format
 * @format: (inout): format; unchanged if @name is %NULL
 * @error: (nullable): return location for %G_OPTION_ERROR
 *
 * Parses the option --format.
 *
 * Returns: whether the value is valid
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
