/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvSpan:
 * @text: bytes inside a larger text; not terminated, any bytes but line feeds
 * @size: number of bytes
 *
 * A part of a line, not copied: valid as long as the line.
 */
typedef struct
{
  const char *text;
  gsize size;
} TvSpan;

static inline gboolean
tv_span_equal (TvSpan a, TvSpan b)
{
  return a.size == b.size && (a.size == 0 || memcmp (a.text, b.text, a.size) == 0);
}

/* Compares the span with a NUL-terminated text. */
static inline gboolean
tv_span_is (TvSpan span, const char *text)
{
  return tv_span_equal (span, (TvSpan){ text, strlen (text) });
}

G_END_DECLS
