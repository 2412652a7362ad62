/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/texts-part.h"

#include <string.h>

#include "core/trace-edit.h"

/* Sections of plain text that are shown unparsed. Their bytes are not copied; only the offsets of lines are stored.
 * Called by the readers of bug reports, frame statistics and plain text. The trace owns the rows, which hold
 * references to the bytes of the file. */

struct _TvTextsPart
{
  GArray *texts; /* TvText; owned by the trace */
};

static void
init (TvTraceBuilder *self)
{
  self->texts = g_new0 (TvTextsPart, 1);
  self->texts->texts = g_array_new (FALSE, FALSE, sizeof (TvText));
  tv_trace_take_texts (self->trace, self->texts->texts);
}

static void
clear (TvTraceBuilder *self)
{
  g_clear_pointer (&self->texts, g_free);
}

const TvBuilderPart tv_builder_texts = { .init = init, .clear = clear };

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
 * @bytes: content of the section, in any encoding; the trace keeps a reference
 * @title: string id, or %TV_NONE
 * @summary: string id, or %TV_NONE
 *
 * Adds a section of plain text.
 *
 * Returns: %FALSE if the section has 4 GiB or more, or if all sections together would have too many lines for 32-bit
 * row numbers
 */
gboolean
tv_trace_builder_add_whole_text (TvTraceBuilder *self,
                                 GBytes *bytes,
                                 guint32 title,
                                 guint32 summary)
{
  GArray *texts = self->texts->texts;
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
