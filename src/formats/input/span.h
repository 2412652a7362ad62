/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvSpan:
 * @text: bytes inside a larger buffer; not NUL-terminated
 * @size: number of bytes
 *
 * A borrowed part of a text or message, valid as long as the buffer that contains it. A span is null if its @text is
 * %NULL.
 */
typedef struct
{
  const char *text;
  gsize size;
} TvSpan;

static inline TvSpan
tv_span (const char *text)
{
  return (TvSpan){ text, strlen (text) };
}

static inline gboolean
tv_span_equal (TvSpan a, TvSpan b)
{
  return a.size == b.size && (a.size == 0 || memcmp (a.text, b.text, a.size) == 0);
}

/* Returns whether the span is equal to a NUL-terminated string. */
static inline gboolean
tv_span_is (TvSpan span, const char *text)
{
  return tv_span_equal (span, tv_span (text));
}

static inline gboolean
tv_span_starts_with (TvSpan span, const char *text)
{
  gsize size = strlen (text);

  return span.size >= size && memcmp (span.text, text, size) == 0;
}

static inline gboolean
tv_span_ends_with (TvSpan span, const char *text)
{
  gsize size = strlen (text);

  return span.size >= size && memcmp (span.text + span.size - size, text, size) == 0;
}

G_END_DECLS
