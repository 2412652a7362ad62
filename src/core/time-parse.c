/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/time-parse.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* Parses times with the decimal sign of the locale or of C. Called by the options of the command line, by the
 * analysis of time bases and by the time editors in the window. Pure. */

#define MAX_NS 4e18 /* 126 years */

#define NO_BREAK_SPACE "\302\240"
#define NARROW_SPACE   "\342\200\257"

/* Returns the position after any ASCII white space and no-break spaces. */
static const char *
skip_blanks (const char *at)
{
  while (g_ascii_isspace (*at) || g_str_has_prefix (at, NO_BREAK_SPACE))
    at += g_ascii_isspace (*at) ? 1 : strlen (NO_BREAK_SPACE);
  return at;
}

/* Returns the size of a separator before a group of three digits, or 0. A point is a separator only if the locale's
 * decimal sign follows later. */
static gsize
get_separator (const char *at, gboolean has_sign)
{
  const struct lconv *locale = localeconv ();
  const char *const separators[] = { locale->thousands_sep, NARROW_SPACE, NO_BREAK_SPACE, " " };

  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    {
      gsize size = strlen (separators[i]);

      if (size > 0 && g_str_has_prefix (at, separators[i]) && (has_sign || *at != '.') &&
          strspn (at + size, "0123456789") == 3)
        return size;
    }
  return 0;
}

/* Returns: (transfer full): the text with a decimal point, and without thousands separators */
static char *
dup_plain (const char *text)
{
  const char *sign = localeconv ()->decimal_point;
  const char *sign_at = *sign != '.' ? strstr (text, sign) : NULL;
  GString *plain = g_string_new (NULL);

  for (const char *at = text; *at != '\0';)
    {
      gsize separator = at > text && g_ascii_isdigit (at[-1]) ? get_separator (at, sign_at != NULL)
                                                              : 0;

      if (at == sign_at)
        {
          g_string_append_c (plain, '.');
          at += strlen (sign);
        }
      else if (separator > 0)
        at += separator;
      else
        g_string_append_c (plain, *at++);
    }
  return g_string_free (plain, FALSE);
}

/**
 * tv_time_parse:
 * @text: a number with a decimal point or the locale's decimal sign, with or without thousands separators, followed
 *   by one of the units s, ms, us, µs and ns. Blanks are allowed around the number and the unit; the unit may be
 *   omitted for 0
 *
 * Returns: the time in ns; -1 if @text is not a time, or longer than 126 years
 */
gint64
tv_time_parse (const char *text)
{
  static const struct
  {
    const char *name;
    double ns;
  } units[] = { { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "µs", 1e3 }, { "ns", 1 } };
  g_autofree char *plain = dup_plain (skip_blanks (text));
  g_autofree char *name = NULL;
  char *end;
  double value;

  if (!g_ascii_isdigit (plain[0]) && plain[0] != '.')
    return -1;
  value = g_ascii_strtod (plain, &end);
  if (end == plain)
    return -1;
  name = g_strdup (skip_blanks (end));
  end = name;
  while (*skip_blanks (end) != '\0')
    end = g_utf8_next_char (end);
  *end = '\0';
  if (*name == '\0' && value == 0)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (name, units[i].name))
      return value * units[i].ns <= MAX_NS ? (gint64) round (value * units[i].ns) : -1;
  return -1;
}
