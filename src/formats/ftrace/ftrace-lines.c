/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-lines.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"

/* Splits a window on a file into blocks of complete lines. Called by the ftrace reader, the function_graph reader and
 * the cutter. Moves the window, which invalidates the previous block. Doubles the block if a line does not fit. */

#define MIN_SEEN (64u * 1024) /* initial size of a block in bytes; doubled for longer lines */
#define MAX_LINE (256u * 1024 * 1024)

/**
 * tv_ftrace_lines_peek:
 * @window: window on the file
 * @at: file offset of the first line
 * @end: file offset before which lines must begin
 * @lines: (out): complete lines, valid until the window moves
 * @error: set to %TV_ERROR_TOO_LARGE if a line is too long, or by tv_input_window_peek()
 *
 * Reads the next block of complete lines that begin before @end.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_ftrace_lines_peek (TvInputWindow *window, gsize at, gsize end, TvSpan *lines, GError **error)
{
  gsize wanted = MIN_SEEN, available, n;

  for (;;)
    {
      const char *bytes = (const char *) tv_input_window_peek (window, at, wanted, &available,
                                                               error);
      const char *feed = NULL;

      if (bytes == NULL)
        return FALSE;
      n = MIN (available, end - at);
      if (n > 0)
        feed = memchr (bytes + n - 1, '\n', available - (n - 1));
      if (feed == NULL && available >= wanted && n > 0)
        feed = memrchr (bytes, '\n', n - 1);
      *lines = (TvSpan){ bytes, feed != NULL ? (gsize) (feed + 1 - bytes) : available };
      if (feed != NULL || available < wanted)
        return TRUE;
      if (available >= MAX_LINE && window->input->data == NULL)
        {
          g_set_error (error, TV_ERROR, TV_ERROR_TOO_LARGE,
                       _ ("at byte %" PRIu64 ": a line has more than %u MB"), (guint64) at,
                       MAX_LINE / (1024 * 1024));
          return FALSE;
        }
      wanted = available * 2;
    }
}
