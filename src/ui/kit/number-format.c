/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/number-format.h"

#include <glib/gi18n.h>
#include <limits.h>
#include <locale.h>
#include <string.h>

#include "core/time-format.h"

/* Digits grouped as the locale does; `grouping` is that of localeconv(): sizes from the right,
 * the last one repeating. */
static void
append_grouped (GString *text, const char *digits, gsize n_digits, const struct lconv *locale)
{
  const char *grouping = locale->grouping;
  gsize group_end = n_digits;
  g_autoptr (GArray) breaks = g_array_new (FALSE, FALSE, sizeof (gsize));

  while (*grouping > 0 && *grouping != CHAR_MAX && group_end > (gsize) *grouping)
    {
      group_end -= (gsize) *grouping;
      g_array_append_val (breaks, group_end);
      if (grouping[1] != 0)
        grouping++;
    }

  for (gsize i = 0, next = breaks->len; i < n_digits; i++)
    {
      if (next > 0 && g_array_index (breaks, gsize, next - 1) == i)
        {
          g_string_append (text, locale->thousands_sep);
          next--;
        }
      g_string_append_c (text, digits[i]);
    }
}

/**
 * tv_format_number:
 * @value: any number
 * @n_decimals: digits behind the point
 *
 * Returns: (transfer full): the number as the user's locale writes it, thousands separated
 */
char *
tv_format_number (double value, guint n_decimals)
{
  g_autofree char *plain = g_strdup_printf ("%.*f", (int) n_decimals, value);
  GString *text = g_string_sized_new (24);
  const char *digits = plain;
  gsize n_digits;

  if (*digits == '-')
    {
      /* What is rounded to nothing is not less than that. */
      if (strpbrk (digits, "123456789") != NULL)
        g_string_append (text, TV_MINUS_SIGN);
      digits++;
    }
  n_digits = strspn (digits, "0123456789");
  append_grouped (text, digits, n_digits, localeconv ());
  g_string_append (text, digits + n_digits);
  return g_string_free (text, FALSE);
}

char *
tv_format_count (guint64 count)
{
  char plain[24];
  GString *text = g_string_sized_new (24);

  g_snprintf (plain, sizeof plain, "%" G_GUINT64_FORMAT, count);
  append_grouped (text, plain, strlen (plain), localeconv ());
  return g_string_free (text, FALSE);
}

char *
tv_format_percent (double percent)
{
  g_autofree char *number = tv_format_number (percent, 1);

  /* Translators: a percentage */
  return g_strdup_printf (_("%s %%"), number);
}

/* Milliseconds to the microsecond, without the unit: a column says it once. */
char *
tv_format_ms (gint64 ns)
{
  return tv_format_number ((double) ns / 1e6, 3);
}
