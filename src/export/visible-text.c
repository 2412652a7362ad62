/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/visible-text.h"

/* Makes text from a file safe to display. The text may contain any bytes, including control sequences that a terminal
 * would execute. Called by the text and HTML reports, and by cli/terminal-text.c. Pure: appends to the caller's
 * string. */

static gboolean
is_harmless (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT: /* includes characters that control the text direction */
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_UNASSIGNED:
      return FALSE;
    default:
      return TRUE;
    }
}

/* Returns the number of printable ASCII characters at the start, which is usually the whole text. */
static gsize
count_plain (const char *text)
{
  gsize n = 0;

  while (text[n] >= ' ' && text[n] < 0x7f)
    n++;
  return n;
}

/**
 * tv_visible_text_append:
 * @text: output buffer
 * @value: NUL-terminated bytes
 *
 * Appends the bytes as one line of UTF-8 that is safe for terminals. Control characters and invalid bytes are written
 * as `\x1b`, and other invisible characters as `\u202e`, for example.
 */
void
tv_visible_text_append (GString *text, const char *value)
{
  for (;;)
    {
      gsize n = count_plain (value);
      gunichar c;
      gboolean is_valid;

      g_string_append_len (text, value, (gssize) n);
      value += n;
      if (*value == '\0')
        return;
      c = g_utf8_get_char_validated (value, -1);
      is_valid = c != (gunichar) -1 && c != (gunichar) -2;
      if (is_valid && is_harmless (c))
        g_string_append_unichar (text, c);
      else if (is_valid && c >= 0x80)
        g_string_append_printf (text, c > 0xffff ? "\\U%08x" : "\\u%04x", c);
      else
        g_string_append_printf (text, "\\x%02x", (guchar) *value);
      value = is_valid ? g_utf8_next_char (value) : value + 1;
    }
}
