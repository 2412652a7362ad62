/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/sample-text.h"

/**
 * tv_sample_text_init:
 * @self: (out): line iterator
 * @bytes: text to iterate over
 * @size: size of the text in bytes
 *
 * Starts an iteration over lines.
 */
void
tv_sample_text_init (TvSampleText *self, const guint8 *bytes, gsize size)
{
  const char *start = (const char *) bytes;

  *self = (TvSampleText){ .start = start, .at = start, .end = start + size };
}

/* Starts an iteration over the first lines of a file, up to @most bytes. */
void
tv_sample_text_init_prefix (TvSampleText *self, TvInput *input, gsize most)
{
  tv_sample_text_init (self, input->prefix, MIN (input->prefix_size, most));
}

/**
 * tv_sample_text_next:
 * @self: line iterator
 * @line: (out): the next line without its line end
 * @file_offset: (out): offset of the line in the text
 *
 * Gets the next line.
 *
 * Returns: FALSE at the end of the text
 */
gboolean
tv_sample_text_next (TvSampleText *self, TvSpan *line, gsize *file_offset)
{
  *file_offset = (gsize) (self->at - self->start);
  if (!tv_scan_line (&self->at, self->end, line))
    return FALSE;
  if (line->size > 0 && line->text[line->size - 1] == '\r')
    line->size--;
  return TRUE;
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Takes the next word. Skips blanks before it. */
gboolean
tv_sample_text_take_word (TvSpan *rest, TvSpan *word)
{
  gsize start = 0, end;

  while (start < rest->size && is_blank (rest->text[start]))
    start++;
  for (end = start; end < rest->size && !is_blank (rest->text[end]);)
    end++;
  if (end == start)
    return FALSE;
  *word = (TvSpan){ rest->text + start, end - start };
  *rest = (TvSpan){ rest->text + end, rest->size - end };
  return TRUE;
}

/* Returns a string without leading and trailing blanks. */
TvSpan
tv_sample_text_strip (TvSpan text)
{
  while (text.size > 0 && is_blank (text.text[0]))
    text = (TvSpan){ text.text + 1, text.size - 1 };
  while (text.size > 0 && is_blank (text.text[text.size - 1]))
    text.size--;
  return text;
}
