/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Formats times for people. Used throughout the UI, the painters and the findings. Pure, except for the current
 * locale. */

#include "core/time-format.h"

#include <math.h>
#include <string.h>

/* Prevents a line break between a number and its unit. */
#define NO_BREAK_SPACE "\302\240"

static const struct
{
  const char *name;
  gint64 ns;
} units[] = {
  [TV_TIME_NS] = { "ns", 1 },
  [TV_TIME_US] = { "µs", G_GINT64_CONSTANT (1000) },
  [TV_TIME_MS] = { "ms", G_GINT64_CONSTANT (1000000) },
  [TV_TIME_S] = { "s", G_GINT64_CONSTANT (1000000000) },
};

/**
 * tv_time_unit_for:
 * @ns: a time in ns
 *
 * Returns: the largest unit in which the absolute value of @ns is at least 1; nanoseconds for 0
 */
TvTimeUnit
tv_time_unit_for (gint64 ns)
{
  guint64 size = ns < 0 ? -(guint64) ns : (guint64) ns;

  for (TvTimeUnit unit = TV_TIME_S; unit > TV_TIME_NS; unit--)
    if (size >= (guint64) units[unit].ns)
      return unit;
  return TV_TIME_NS;
}

/**
 * tv_time_unit_get_digits:
 * @resolution_ns: smallest difference to show in ns, at least 1
 *
 * Returns: the required number of digits after the decimal point
 */
int
tv_time_unit_get_digits (TvTimeUnit unit, gint64 resolution_ns)
{
  int digits = 0;

  for (gint64 step = units[unit].ns; step > resolution_ns; step /= 10)
    digits++;
  return digits;
}

/**
 * tv_time_format_in:
 * @ns: a time in ns
 * @unit: unit of the result
 * @digits: number of digits after the decimal point
 *
 * Returns: (transfer full): the time with grouped digits and its unit, such as "12.3 ms"
 */
char *
tv_time_format_in (gint64 ns, TvTimeUnit unit, int digits)
{
  gint64 size = units[unit].ns;
  /* The integer part is formatted separately, because a double cannot represent years with a resolution of 1 ns. */
  gint64 whole = ns / size;
  double part = (double) (ns % size) / (double) size;
  double scale = pow (10.0, digits);
  double rounded = round (fabs (part) * scale) / scale;
  g_autofree char *fraction = NULL;
  g_autofree char *number = NULL;
  GString *text;
  const char *sign = ns < 0 ? TV_MINUS_SIGN : "";
  guint64 magnitude = whole < 0 ? -(guint64) whole : (guint64) whole;

  if (rounded >= 1.0)
    {
      magnitude++;
      rounded = 0.0;
    }
  if (magnitude == 0 && rounded == 0.0)
    sign = "";
  fraction = g_strdup_printf ("%.*f", digits, rounded);
  number = g_strdup_printf ("%" G_GUINT64_FORMAT, magnitude);
  text = g_string_new (sign);
  tv_number_append_grouped (text, number, strlen (number));
  g_string_append_printf (text, "%s" NO_BREAK_SPACE "%s", fraction + 1, units[unit].name);
  return g_string_free (text, FALSE);
}

/**
 * tv_time_format:
 * @ns: a time in ns
 *
 * Returns: (transfer full): the time with four significant digits in a suitable unit, without trailing zeros: "1.234
 * s", "12.3 ms", "450 µs", "17 ns"
 */
char *
tv_time_format (gint64 ns)
{
  TvTimeUnit unit = tv_time_unit_for (ns);
  gint64 size = units[unit].ns;
  guint64 magnitude = ns < 0 ? -(guint64) ns : (guint64) ns;
  guint64 whole = magnitude / (guint64) size;
  int digits = whole >= 100 ? 1 : whole >= 10 ? 2 : 3;
  guint64 step = (guint64) size;

  if (unit == TV_TIME_NS)
    return tv_time_format_in (ns, unit, 0);
  for (int i = 0; i < digits; i++)
    step /= 10;
  /* Rounding may make a digit unnecessary: "12.300" becomes "12.3". */
  magnitude = (magnitude + step / 2) / step * step;
  if (magnitude / (guint64) size >= 1000 && unit < TV_TIME_S)
    return tv_time_format_in (ns < 0 ? -(gint64) magnitude : (gint64) magnitude, unit + 1, 0);
  while (digits > 0 && magnitude % (step * 10) == 0)
    {
      step *= 10;
      digits--;
    }
  return tv_time_format_in (ns, unit, digits);
}

/**
 * tv_time_format_at:
 * @ns: a time in ns
 * @resolution_ns: smallest difference to show in ns, at least 1
 *
 * Returns: (transfer full): the time with exactly as many digits as the resolution requires
 */
char *
tv_time_format_at (gint64 ns, gint64 resolution_ns)
{
  TvTimeUnit unit = tv_time_unit_for (ns);

  return tv_time_format_in (ns, unit, tv_time_unit_get_digits (unit, MAX (resolution_ns, 1)));
}

/* Returns: (transfer full): a time range, with a resolution of at least a hundredth of its length */
char *
tv_time_format_range (gint64 start_ns, gint64 end_ns)
{
  TvTimeUnit unit = tv_time_unit_for (end_ns);
  int digits = tv_time_unit_get_digits (unit, MAX ((end_ns - start_ns) / 100, 1));
  g_autofree char *start = tv_time_format_in (start_ns, unit, digits);
  g_autofree char *end = tv_time_format_in (end_ns, unit, digits);

  return g_strdup_printf ("%s – %s", start, end);
}
