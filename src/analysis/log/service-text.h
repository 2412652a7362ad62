/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <string.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* Reads the output of system services (`dumpsys`) line by line. */

/**
 * TvTextPart:
 * @text: (nullable): start of the range; not NUL-terminated
 * @size: number of bytes
 *
 * A range of bytes in a #TvText.
 */
typedef struct
{
  const char *text;
  gsize size;
} TvTextPart;

static inline TvTextPart
tv_text_part_trim (TvTextPart part)
{
  while (part.size > 0 && g_ascii_isspace (part.text[part.size - 1]))
    part.size--;
  while (part.size > 0 && g_ascii_isspace (*part.text))
    part = (TvTextPart){ part.text + 1, part.size - 1 };
  return part;
}

static inline gboolean
tv_text_part_take (TvTextPart *part, const char *text)
{
  gsize size = strlen (text);

  if (part->size < size || memcmp (part->text, text, size) != 0)
    return FALSE;
  *part = (TvTextPart){ part->text + size, part->size - size };
  return TRUE;
}

static inline gboolean
tv_text_part_is (TvTextPart part, const char *text)
{
  return tv_text_part_take (&part, text) && part.size == 0;
}

/* Consumes the text before a character, or all text if the character is missing. */
static inline TvTextPart
tv_text_part_take_until (TvTextPart *part, char stop)
{
  const char *found = part->size > 0 ? memchr (part->text, stop, part->size) : NULL;
  TvTextPart taken = { part->text, found != NULL ? (gsize) (found - part->text) : part->size };

  *part = (TvTextPart){ part->text + taken.size, part->size - taken.size };
  return taken;
}

/* Consumes a non-negative integer, possibly with commas between groups of digits. */
static inline gboolean
tv_text_part_take_number (TvTextPart *part, gint64 *number)
{
  TvTextPart at = *part;

  *number = 0;
  while (at.size > 0 && (g_ascii_isdigit (*at.text) || (*at.text == ',' && at.text > part->text)))
    {
      if (*at.text != ',' && *number < G_MAXINT64 / 4096)
        *number = *number * 10 + (*at.text - '0');
      at = (TvTextPart){ at.text + 1, at.size - 1 };
    }
  if (at.text == part->text)
    return FALSE;
  *part = at;
  return TRUE;
}

/* Receives each line of a service's output. @text is the text section that contains the line; @line is the index of
 * the line, see tv_trace_get_text_line(). For the first line of a section, @line equals @first_line of @text. */
typedef void (*TvServiceLineFunc) (gpointer data, const TvText *text, guint32 line);

gboolean tv_trace_has_service_text (TvTrace       *trace,
                                    const char    *prefix);
gboolean tv_service_text_read      (TvTrace       *trace,
                                    const char    *prefix,
                                    TvServiceLineFunc take,
                                    gpointer       data,
                                    GCancellable  *cancellable,
                                    GError       **error);

G_END_DECLS
