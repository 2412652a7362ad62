/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/line-reader.h"

/* Splits a text file into lines. Called by readers of text formats. */

#define LINES_PER_STEP 4096

/**
 * tv_line_reader_init:
 * @self: (out): a reader before the first line
 * @input: a file in memory, see tv_input_load(); must outlive the reader
 * @context: progress and cancellation; must outlive the reader
 */
void
tv_line_reader_init (TvLineReader *self, const TvInput *input, const TvReadContext *context)
{
  const char *start = (const char *) input->data;

  *self = (TvLineReader){ context, start, start, start + input->size, 0, FALSE };
}

/**
 * tv_line_reader_next:
 * @line: (out): the line without its line feed
 * @file_offset: (out): offset of the line in the file, in bytes
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Takes the next line. Reports progress and checks for cancellation every few thousand lines.
 *
 * Returns: %FALSE at the end of the file, or with @error if cancelled
 */
gboolean
tv_line_reader_next (TvLineReader *self, TvSpan *line, gsize *file_offset, GError **error)
{
  gsize offset = (gsize) (self->at - self->start);

  if (!tv_scan_line (&self->at, self->end, line))
    return FALSE;
  if (self->n_lines++ % LINES_PER_STEP == 0 &&
      !tv_read_context_step (self->context, (double) offset / (double) (self->end - self->start),
                             error))
    {
      self->is_cancelled = TRUE;
      return FALSE;
    }
  *file_offset = offset;
  return TRUE;
}
