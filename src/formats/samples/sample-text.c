/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/sample-text.h"

/**
 * tv_sample_text_init:
 * @self: a text
 * @bytes: what it is in the file: UTF-8, or UTF-16 with a byte order mark
 * @size: how many
 */
void
tv_sample_text_init (TvSampleText *self, const guint8 *bytes, gsize size)
{
  gboolean is_big = size >= 2 && bytes[0] == 0xfe && bytes[1] == 0xff;
  gboolean is_little = size >= 2 && bytes[0] == 0xff && bytes[1] == 0xfe;
  gsize written = 0;

  *self = (TvSampleText){ .start = (const char *) bytes, .end = (const char *) bytes + size };
  if (is_big || is_little)
    self->owned = g_convert ((const char *) bytes + 2, (gssize) ((size - 2) & ~(gsize) 1), "UTF-8",
                             is_big ? "UTF-16BE" : "UTF-16LE", NULL, &written, NULL);
  if (self->owned != NULL)
    {
      self->start = self->owned;
      self->end = self->owned + written;
    }
  else if (size >= 3 && memcmp (bytes, "\357\273\277", 3) == 0)
    self->start += 3;
  self->at = self->start;
}

/* As tv_sample_text_init(), of the beginning of a file. */
void
tv_sample_text_init_head (TvSampleText *self, TvInput *input, gsize most)
{
  tv_sample_text_init (self, input->head, MIN (input->head_size, most));
}

void
tv_sample_text_clear (TvSampleText *self)
{
  g_free (self->owned);
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
