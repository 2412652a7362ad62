/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/terminal-text.h"

#include <stdio.h>

/* Text of a file may hold anything, and a terminal obeys what it is sent. */

static gboolean
is_harmless (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT: /* among them what turns the direction of writing */
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_UNASSIGNED:
      return FALSE;
    default:
      return TRUE;
    }
}

/**
 * tv_terminal_text_escape:
 * @text: any bytes
 *
 * Returns: (transfer full): the same in one line of UTF-8 that a terminal only shows: control
 *   characters and bytes that are not UTF-8 as `\x1b`, others that are not visible as `\u202e`
 */
char *
tv_terminal_text_escape (const char *text)
{
  GString *escaped = g_string_new (NULL);

  while (*text != '\0')
    {
      gunichar c = g_utf8_get_char_validated (text, -1);
      gboolean is_valid = c != (gunichar) -1 && c != (gunichar) -2;

      if (is_valid && is_harmless (c))
        g_string_append_unichar (escaped, c);
      else if (is_valid && c >= 0x80)
        g_string_append_printf (escaped, c > 0xffff ? "\\U%08x" : "\\u%04x", c);
      else
        g_string_append_printf (escaped, "\\x%02x", (guchar) *text);
      text = is_valid ? g_utf8_next_char (text) : text + 1;
    }
  return g_string_free (escaped, FALSE);
}

/**
 * tv_terminal_text_warn:
 * @format: a printf() format
 * @...: for @format
 *
 * Writes one line to standard error, after the program's name.
 */
void
tv_terminal_text_warn (const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *escaped = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  escaped = tv_terminal_text_escape (message);
  fprintf (stderr, "tracedump: %s\n", escaped);
}
