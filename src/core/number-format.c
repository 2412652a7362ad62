/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Formats numbers for people. Used by the window, the painters and the command line. Digit groups and the decimal
 * point come from the current locale; no other state. */

#include "core/number-format.h"

#include <limits.h>
#include <locale.h>
#include <math.h>
#include <string.h>

/* Separates groups of digits in locales without a separator, such as C: U+202F, the narrow no-break space that SI
 * recommends. */
#define NARROW_SPACE "\342\200\257"

/* Group sizes in the format of localeconv(): groups of three digits; the last size repeats. */
#define THOUSANDS "\3"

/* Enclose the numbers in a string that is being formatted. UTF-8 never contains these bytes. */
#define NUMBER_START '\377'
#define NUMBER_END   '\376'

/**
 * tv_number_append_grouped:
 * @text: receives the digits
 * @digits: (array length=n_digits): digits of a whole number
 *
 * Appends digits, grouped as in the locale, or in groups of three if the locale has no grouping.
 */
void
tv_number_append_grouped (GString *text, const char *digits, gsize n_digits)
{
  const struct lconv *locale = localeconv ();
  gboolean has_groups = *locale->thousands_sep != '\0' && *locale->grouping > 0 &&
                        *locale->grouping != CHAR_MAX;
  const char *separator = has_groups ? locale->thousands_sep : NARROW_SPACE;
  const char *grouping = has_groups ? locale->grouping : THOUSANDS;
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
          g_string_append (text, separator);
          next--;
        }
      g_string_append_c (text, digits[i]);
    }
}

/**
 * tv_number_take_sign:
 * @text: (transfer full): a number formatted by printf()
 *
 * Replaces a leading hyphen by a minus sign.
 *
 * Returns: (transfer full): the number
 */
char *
tv_number_take_sign (char *text)
{
  char *signed_text;

  if (*text != '-')
    return text;
  signed_text = g_strconcat (TV_MINUS_SIGN, text + 1, NULL);
  g_free (text);
  return signed_text;
}

/* Appends a number formatted by printf(), with grouped digits. A value that was rounded to 0 gets no sign. */
static void
append_number (GString *text, const char *number, gsize size)
{
  gsize n_digits;

  if (*number == '-')
    {
      for (gsize i = 0; i < size; i++)
        if (number[i] >= '1' && number[i] <= '9')
          {
            g_string_append (text, TV_MINUS_SIGN);
            break;
          }
      number++;
      size--;
    }
  n_digits = MIN (strspn (number, "0123456789"), size);
  tv_number_append_grouped (text, number, n_digits);
  g_string_append_len (text, number + n_digits, (gssize) (size - n_digits));
}

/* Returns: (transfer full): a copy of @format with NUMBER_START and NUMBER_END around each number */
static char *
mark_numbers (const char *format)
{
  GString *marked = g_string_new (NULL);

  while (*format != '\0')
    {
      gsize size = *format != '%'     ? strcspn (format, "%")
                   : format[1] == '%' ? 2
                                      : strcspn (format, "diufFeEgGaAoxXcsp") + 1;
      gboolean is_number = *format == '%' && strchr ("diufg", format[size - 1]) != NULL;

      if (is_number)
        g_string_append_c (marked, NUMBER_START);
      g_string_append_len (marked, format, (gssize) size);
      if (is_number)
        g_string_append_c (marked, NUMBER_END);
      format += size;
    }
  return g_string_free (marked, FALSE);
}

static void append_printf (GString *text, const char *format, va_list arguments)
    G_GNUC_PRINTF (2, 0);

static void
append_printf (GString *text, const char *format, va_list arguments)
{
  g_autofree char *marked = mark_numbers (format);
  g_autofree char *printed = g_strdup_vprintf (marked, arguments);
  const char *at = printed, *start;

  while ((start = strchr (at, NUMBER_START)) != NULL)
    {
      const char *end = strchr (start, NUMBER_END);

      g_string_append_len (text, at, start - at);
      append_number (text, start + 1, (gsize) (end - start - 1));
      at = end + 1;
    }
  g_string_append (text, at);
}

/**
 * tv_number_printf:
 * @format: a format of printf(); its literal text must be valid UTF-8
 * @...: arguments of @format
 *
 * Formats a string with quantities. For identifiers, such as thread ids and CPU numbers, use g_strdup_printf()
 * instead.
 *
 * Returns: (transfer full): the string, in which the digits of decimal numbers are grouped
 */
char *
tv_number_printf (const char *format, ...)
{
  GString *text = g_string_new (NULL);
  va_list arguments;

  va_start (arguments, format);
  append_printf (text, format, arguments);
  va_end (arguments);
  return g_string_free (text, FALSE);
}

/* Appends a string formatted by tv_number_printf(). */
void
tv_number_append_printf (GString *text, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  append_printf (text, format, arguments);
  va_end (arguments);
}

/* Returns: (transfer full): @count with grouped digits */
char *
tv_count_format (gint64 count)
{
  GString *text = g_string_sized_new (32);
  char plain[24];

  append_number (text, plain, (gsize) g_snprintf (plain, sizeof plain, "%" G_GINT64_FORMAT, count));
  return g_string_free (text, FALSE);
}

/* Returns 10 to the power of @n_digits. */
gint64
tv_decimal_get_unit (guint n_digits)
{
  gint64 unit = 1;

  for (; n_digits > 0; n_digits--)
    unit *= 10;
  return unit;
}

/**
 * tv_decimal_append:
 * @text: receives the number
 * @value: a number, as a multiple of the unit of its last digit
 * @n_digits: number of digits after the decimal point, up to 18
 *
 * Appends a number in machine-readable form: without grouping, and with a decimal point in all locales.
 */
void
tv_decimal_append (GString *text, gint64 value, guint n_digits)
{
  guint64 unit = (guint64) tv_decimal_get_unit (n_digits);
  guint64 size = value < 0 ? -(guint64) value : (guint64) value;

  g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, value < 0 ? "-" : "", size / unit);
  if (n_digits > 0)
    g_string_append_printf (text, ".%0*" G_GUINT64_FORMAT, (int) n_digits, size % unit);
}

/**
 * tv_decimal_format:
 * @value: a number, as a multiple of the unit of its last digit
 * @n_digits: number of digits after the decimal point, up to 18
 *
 * Returns: (transfer full): the number with grouped digits and the decimal point of the locale
 */
char *
tv_decimal_format (gint64 value, guint n_digits)
{
  g_autoptr (GString) plain = g_string_sized_new (32);
  GString *text = g_string_sized_new (32);

  tv_decimal_append (plain, value, n_digits);
  if (n_digits > 0)
    g_string_replace (plain, ".", localeconv ()->decimal_point, 1);
  append_number (text, plain->str, plain->len);
  return g_string_free (text, FALSE);
}

/**
 * tv_size_format:
 * @n_bytes: an amount of memory or storage in bytes, or a change of it
 *
 * Returns: (transfer full): the amount with up to four significant digits and its unit: "217 B", "1.5 KiB", "12.34
 * MiB"
 */
char *
tv_size_format (double n_bytes)
{
  static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
  guint unit = 0;

  for (; fabs (n_bytes) >= 1024.0 && unit + 1 < G_N_ELEMENTS (units); unit++)
    n_bytes /= 1024.0;
  return tv_number_printf ("%.4g\302\240%s", n_bytes, units[unit]);
}
