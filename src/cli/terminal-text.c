/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/terminal-text.h"

#include <stdio.h>

#include "export/visible-text.h"

/* Makes text safe for terminals. Strings from files may contain escape sequences that control the terminal, so
 * control characters are escaped. Called by main.c and by the commands that print warnings or strings from files.
 * tv_terminal_text_warn() writes a line to standard error; nothing is written to standard output here. */

/**
 * tv_terminal_text_escape:
 * @text: any bytes
 *
 * Returns: (transfer full): the text as a single line that is safe for terminals, see tv_visible_text_append()
 */
char *
tv_terminal_text_escape (const char *text)
{
  GString *escaped = g_string_new (NULL);

  tv_visible_text_append (escaped, text);
  return g_string_free (escaped, FALSE);
}

/**
 * tv_terminal_text_warn:
 * @format: a printf() format
 * @...: arguments of @format
 *
 * Prints a line to standard error, after the name of the program.
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
