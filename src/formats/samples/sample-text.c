/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/sample-text.h"

/**
 * tv_sample_text_init:
 * @self: (out): the lines of a text
 * @bytes: the text
 * @size: size of the text
 */
void
tv_sample_text_init (TvSampleText *self, const guint8 *bytes, gsize size)
{
  const char *start = (const char *) bytes;

  *self = (TvSampleText){ .start = start, .at = start, .end = start + size };
}

/* Does the same as tv_sample_text_init() for the head of a file. */
void
tv_sample_text_init_head (TvSampleText *self, TvInput *input, gsize most)
{
  tv_sample_text_init (self, input->head, MIN (input->head_size, most));
}

/**
 * tv_sample_text_next:
 * @self: a text
 * @line: (out): the next line without its line end
 * @where: (out): its offset
 *
 * Returns: whether there is a line
 */
gboolean
tv_sample_text_next (TvSampleText *self, TvSpan *line, gsize *where)
{
  *where = (gsize) (self->at - self->start);
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

/* Takes a word and the space after it. */
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

/* Returns: the text without surrounding spaces */
TvSpan
tv_sample_text_strip (TvSpan text)
{
  while (text.size > 0 && is_blank (text.text[0]))
    text = (TvSpan){ text.text + 1, text.size - 1 };
  while (text.size > 0 && is_blank (text.text[text.size - 1]))
    text.size--;
  return text;
}
