/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/method-list.h"

#include <string.h>

/* Reads the `*version … *threads … *methods … *end` text of a method trace window by window. Called by
 * method-trace.c. A window without a complete line is read again at twice the size. Adds methods and threads to the
 * builder through @keys; owns only its window. */

static const char last_line[] = "*end\n";

/**
 * tv_method_list_init:
 * @self: (out caller-allocates): a list; must be cleared
 * @keys: receives the options, threads and methods
 * @input: a file that begins with the list
 *
 * Starts reading a list.
 */
void
tv_method_list_init (TvMethodList *self, TvMethodTraceKeys *keys, TvInput *input)
{
  *self = (TvMethodList){ .keys = keys, .window = { .input = input }, .wanted = 1 };
  tv_method_trace_keys_begin (keys);
}

void
tv_method_list_clear (TvMethodList *self)
{
  tv_input_window_clear (&self->window);
}

/**
 * tv_method_list_read:
 * @self: an incomplete list
 * @error: set to %TV_ERROR_MALFORMED, or to the error of the window
 *
 * Reads the next window of the list.
 */
gboolean
tv_method_list_read (TvMethodList *self, GError **error)
{
  const TvInput *input = self->window.input;
  gsize available, consumed = 0;
  const char *text = (const char *) tv_input_window_peek (&self->window, self->size, self->wanted,
                                                          &available, error);
  gboolean is_last;

  if (text == NULL)
    return FALSE;
  is_last = available < self->wanted || self->size + available >= input->size;
  if (!tv_method_trace_keys_parse_piece (self->keys, text, available, is_last, (gint64) self->size,
                                         &consumed, error))
    return FALSE;
  self->size += consumed;
  self->is_done = is_last || self->keys->is_ended;
  /* The unconsumed bytes are an incomplete line. */
  self->wanted = consumed > 0 ? 1 : available * 2;
  return TRUE;
}

/* Finds the line that ends a list. @text begins with the preceding line feed. Returns the offset after that line; 0
 * if there is none. */
static gsize
find_last_line (const char *text, gsize size)
{
  const char *at = text, *end = text + size;

  while ((at = memchr (at, '*', end - at)) != NULL)
    {
      if ((gsize) (end - at) >= strlen (last_line) && at > text && at[-1] == '\n' &&
          memcmp (at, last_line, strlen (last_line)) == 0)
        return (gsize) (at - text) + strlen (last_line);
      at++;
    }
  return 0;
}

/**
 * tv_method_list_find_end:
 * @self: a partially read list
 *
 * Finds the end of a list without parsing the remaining lines.
 *
 * Returns: file offset after the line `*end`; 0 if there is no such line
 */
gsize
tv_method_list_find_end (const TvMethodList *self)
{
  TvInput *input = self->window.input;
  TvInputWindow window = { .input = input };
  gsize at = self->size > 0 ? self->size - 1 : 0, end = 0;

  while (end == 0 && at + strlen (last_line) < input->size)
    {
      gsize available;
      const char *text = (const char *) tv_input_window_peek (&window, at, strlen (last_line) + 1,
                                                              &available, NULL);

      if (text == NULL || available <= strlen (last_line))
        break;
      end = find_last_line (text, available);
      if (end > 0)
        end += at;
      /* The last line may cross the end of the window. */
      at += available - strlen (last_line);
    }
  tv_input_window_clear (&window);
  return end;
}
