/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/sample-text.h"

/**
 * tv_sample_text_init:
 * @self: (out): the lines of a text
 * @bytes: the text
 * @size: bytes of it
 */
void
tv_sample_text_init (TvSampleText *self, const guint8 *bytes, gsize size)
{
  const char *start = (const char *) bytes;

  *self = (TvSampleText){ .start = start, .at = start, .end = start + size };
}

/* As tv_sample_text_init(), of the beginning of a file. */
void
tv_sample_text_init_head (TvSampleText *self, TvInput *input, gsize most)
{
  tv_sample_text_init (self, input->head, MIN (input->head_size, most));
}

/**
 * tv_sample_text_next:
 * @self: a text
 * @line: (out): the next line without its end
 * @where: (out): where it begins
 *
 * Returns: whether there is one
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

/* What is up to the next blank, and that. */
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

/* Returns: it without blanks around it */
TvSpan
tv_sample_text_strip (TvSpan text)
{
  while (text.size > 0 && is_blank (text.text[0]))
    text = (TvSpan){ text.text + 1, text.size - 1 };
  while (text.size > 0 && is_blank (text.text[text.size - 1]))
    text.size--;
  return text;
}
