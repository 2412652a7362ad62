/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/builder/trace-builder-private.h"

/* Texts: their bytes stay as they are, and only where lines begin is noted. */

static guint64
count_lines (const char *text, gsize size)
{
  const char *end = text + size, *feed;
  guint64 n = 0;

  for (; text < end; text = feed + 1)
    {
      n++;
      feed = memchr (text, '\n', (gsize) (end - text));
      if (feed == NULL)
        break;
    }
  return n;
}

static void
note_starts (const char *text, gsize size, guint32 *starts)
{
  const char *at = text, *end = text + size;

  for (guint32 i = 0; at < end; i++)
    {
      const char *feed = memchr (at, '\n', (gsize) (end - at));

      starts[i] = (guint32) (at - text);
      if (feed == NULL)
        break;
      at = feed + 1;
    }
}

/**
 * tv_trace_builder_add_whole_text:
 * @self: a builder
 * @bytes: a text, in any encoding; the trace keeps a reference
 * @title: string, or %TV_NONE
 * @summary: string, or %TV_NONE
 *
 * Returns: %FALSE if it exceeds 4 GiB, or all texts together 2³² lines
 */
gboolean
tv_trace_builder_add_whole_text (TvTraceBuilder *self,
                                 GBytes *bytes,
                                 guint32 title,
                                 guint32 summary)
{
  GArray *texts = self->trace->texts;
  gsize size;
  const char *start = g_bytes_get_data (bytes, &size);
  guint64 n = size > 0 && size < G_MAXUINT32 ? count_lines (start, size) : 0;
  TvText text = { .title = title, .summary = summary };

  if (texts->len > 0)
    {
      const TvText *last = &g_array_index (texts, TvText, texts->len - 1);

      text.first_line = last->first_line + last->n_lines;
    }
  if (size >= G_MAXUINT32 || n >= TV_NONE - text.first_line)
    return FALSE;
  text.bytes = g_bytes_ref (bytes);
  text.n_lines = (guint32) n;
  text.starts = g_new (guint32, n + 1);
  note_starts (start, size, text.starts);
  g_array_append_val (texts, text);
  return TRUE;
}
