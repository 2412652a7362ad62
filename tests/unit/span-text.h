/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

static inline TvSpan
text_span (const char *text)
{
  return (TvSpan){ text, strlen (text) };
}

/* Returns a copy of exactly the size of the text, so that AddressSanitizer detects reads past its end. */
static inline char *
copy_exactly (const char *text, gsize len)
{
  char *copy = g_malloc (MAX (len, 1));

  memcpy (copy, text, len);
  return copy;
}

/* Returns a span of a copy of @text; replaces the previous @copy. */
static inline TvSpan
copy_span (const char *text, char **copy)
{
  gsize len = strlen (text);

  g_free (*copy);
  *copy = copy_exactly (text, len);
  g_test_message ("%s", text);
  return (TvSpan){ *copy, len };
}

/* Asserts that a span equals a string; a missing span equals an empty string. */
static inline void
assert_span (TvSpan span, const char *expected)
{
  g_autofree char *text = g_strndup (span.text, span.size);

  g_assert_cmpstr (text != NULL ? text : "", ==, expected != NULL ? expected : "");
}

G_END_DECLS
