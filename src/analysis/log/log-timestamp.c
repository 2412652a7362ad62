/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/log-timestamp.h"

/* Formats and parses times of log lines, which are wall clock times of the device or seconds since boot. Called by
 * range/time-base.c, by the dialog that goes to a time, and for labels of log lines. Uses the UTC offset of the log,
 * never the time zone of this computer. Pure. */

#define NS_PER_S   G_GINT64_CONSTANT (1000000000)
#define NS_PER_MS  1000000
#define NS_PER_DAY (86400 * NS_PER_S)

static gint64
divide_down (gint64 value, gint64 by)
{
  return value / by - (value % by < 0 ? 1 : 0);
}

/* Returns the device's wall clock time in ns since 1970, in the device's time zone; in logs with times since boot, ns
 * since boot. */
static gint64
get_wall (const TvLogLines *lines, gint64 ns)
{
  return ns + lines->utc_offset_s * NS_PER_S;
}

/**
 * tv_log_timestamp_format:
 * @lines: lines of a log, which determine the clock and the UTC offset
 * @ns: timestamp in ns
 * @parts: parts to include
 *
 * Returns: (transfer full) (nullable): formatted time; %NULL for %TV_NO_TIME or if out of range
 */
char *
tv_log_timestamp_format (const TvLogLines *lines, gint64 ns, TvLogTimestampParts parts)
{
  gint64 wall, seconds;
  g_autoptr (GDateTime) time = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  int ms;

  if (ns == TV_NO_TIME)
    return NULL;
  wall = get_wall (lines, ns);
  seconds = divide_down (wall, NS_PER_S);
  ms = (int) ((wall - seconds * NS_PER_S) / NS_PER_MS);
  if (lines->clock == TV_LOG_CLOCK_BOOT)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, seconds);
  else
    {
      time = g_date_time_new_from_unix_utc (seconds);
      if (time == NULL)
        return NULL;
      if (parts & TV_LOG_TIMESTAMP_DATE)
        g_string_append_printf (text, "%04d-%02d-%02d ", g_date_time_get_year (time),
                                g_date_time_get_month (time), g_date_time_get_day_of_month (time));
      g_string_append_printf (text, "%02d:%02d", g_date_time_get_hour (time),
                              g_date_time_get_minute (time));
      if (parts & (TV_LOG_TIMESTAMP_SECONDS | TV_LOG_TIMESTAMP_MS))
        g_string_append_printf (text, ":%02d", g_date_time_get_second (time));
    }
  if (parts & TV_LOG_TIMESTAMP_MS)
    g_string_append_printf (text, ".%03d", ms);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- Steps of the time axis ---- */

/**
 * tv_log_timestamp_is_wall:
 * @lines: log lines; may be empty, because traces without a log can have the same kind of timestamps
 *
 * Returns: whether the timestamps are wall clock times
 */
gboolean
tv_log_timestamp_is_wall (const TvLogLines *lines)
{
  return lines->clock == TV_LOG_CLOCK_LOCAL || lines->clock == TV_LOG_CLOCK_UTC;
}

/**
 * tv_log_timestamp_round_step:
 * @ns: minimum step in ns
 *
 * Rounds a step of the time axis up.
 *
 * Returns: smallest round duration of at least @ns: 1, 2 or 5 times a power of ten below one second, above that
 * fractions of minutes, hours and days, then days
 */
gint64
tv_log_timestamp_round_step (gint64 ns)
{
  static const gint64 steps_s[] = { 1,     2,     5,     10,    15,     30,    60,
                                    120,   300,   600,   900,   1800,   3600,  7200,
                                    10800, 21600, 43200, 86400, 172800, 604800 };
  gint64 step = 1;

  for (gint64 power = 1; power < NS_PER_S; power *= 10)
    for (guint i = 0; i < 3; i++)
      {
        step = power * (i == 0 ? 1 : i == 1 ? 2 : 5);
        if (step >= ns)
          return step;
      }
  for (guint i = 0; i < G_N_ELEMENTS (steps_s); i++)
    if (steps_s[i] * NS_PER_S >= ns)
      return steps_s[i] * NS_PER_S;
  step = steps_s[G_N_ELEMENTS (steps_s) - 1] * NS_PER_S;
  while (step < ns && step < G_MAXINT64 / 2)
    step *= 2;
  return step;
}

/* Returns the start of the step that contains a timestamp. Steps are aligned to the wall clock. */
gint64
tv_log_timestamp_find_step (const TvLogLines *lines, gint64 ns, gint64 step)
{
  gint64 rest = get_wall (lines, ns) % step;

  return ns - (rest < 0 ? rest + step : rest);
}

/* Returns the parts that labels need so that consecutive steps have different labels. */
TvLogTimestampParts
tv_log_timestamp_get_parts (gint64 step)
{
  if (step < NS_PER_S)
    return TV_LOG_TIMESTAMP_MS;
  if (step < 60 * NS_PER_S)
    return TV_LOG_TIMESTAMP_SECONDS;
  return step < NS_PER_DAY ? 0 : TV_LOG_TIMESTAMP_DATE;
}

/* ---- Parsing ---- */

static gboolean
take_number (const char **at, guint max_digits, gint64 *number)
{
  const char *start = *at;

  *number = 0;
  while (g_ascii_isdigit (**at) && (guint) (*at - start) < max_digits)
    *number = *number * 10 + (*(*at)++ - '0');
  return *at > start;
}

/* Parses a fraction such as .5, .123 or .123456789, which may be missing. */
static gboolean
take_fraction (const char **at, gint64 *ns)
{
  gint64 unit = NS_PER_S / 10;

  *ns = 0;
  if (**at != '.')
    return TRUE;
  for ((*at)++; g_ascii_isdigit (**at); (*at)++, unit /= 10)
    *ns += (**at - '0') * unit;
  return TRUE;
}

/* Parses [YEAR-]MONTH-DAY. @year: default for a missing year. @days: (out): number of days since 1970 */
static gboolean
take_date (const char **at, gint64 year, gint64 *days)
{
  const char *start = *at;
  gint64 first, second, third;
  g_autoptr (GDateTime) time = NULL;

  if (!take_number (at, 4, &first) || *(*at)++ != '-' || !take_number (at, 2, &second))
    {
      *at = start;
      return FALSE;
    }
  if (**at == '-')
    {
      (*at)++;
      if (!take_number (at, 2, &third))
        return FALSE;
      year = first;
      first = second;
      second = third;
    }
  if (year < 1 || year > 9999)
    return FALSE;
  time = g_date_time_new_utc ((int) year, (int) first, (int) second, 0, 0, 0.0);
  if (time == NULL)
    return FALSE;
  *days = divide_down (g_date_time_to_unix (time), 86400);
  while (**at == ' ' || **at == 'T')
    (*at)++;
  return TRUE;
}

static gboolean
take_time_of_day (const char **at, gint64 *ns)
{
  gint64 hour, minute, second = 0;

  if (!take_number (at, 2, &hour) || **at != ':')
    return FALSE;
  (*at)++;
  if (!take_number (at, 2, &minute))
    return FALSE;
  if (**at == ':')
    {
      (*at)++;
      if (!take_number (at, 2, &second))
        return FALSE;
    }
  if (hour > 23 || minute > 59 || second > 60 || !take_fraction (at, ns))
    return FALSE;
  *ns += (hour * 3600 + minute * 60 + second) * NS_PER_S;
  return TRUE;
}

/**
 * tv_log_timestamp_parse:
 * @lines: lines of a log, which determine the clock and the UTC offset
 * @text: time in the format of tv_log_timestamp_format(): [[YEAR-]MONTH-DAY ]HOUR:MINUTE[:SECOND[.FRACTION]], or
 *   SECONDS[.FRACTION] for a clock since boot
 * @near_ns: timestamp that provides a missing year or date
 * @ns: (out): timestamp in ns
 *
 * Returns: whether @text is valid
 */
gboolean
tv_log_timestamp_parse (const TvLogLines *lines, const char *text, gint64 near_ns, gint64 *ns)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const char *at = stripped;
  gint64 near_wall = get_wall (lines, near_ns);
  gint64 days = divide_down (near_wall, NS_PER_DAY), of_day, seconds;

  if (lines->clock == TV_LOG_CLOCK_BOOT)
    {
      if (!take_number (&at, 9, &seconds) || !take_fraction (&at, ns) || *at != '\0')
        return FALSE;
      *ns += seconds * NS_PER_S;
      return TRUE;
    }
  if (strchr (at, '-') != NULL)
    {
      g_autoptr (GDateTime)
          near_time = g_date_time_new_from_unix_utc (divide_down (near_wall, NS_PER_S));

      if (!take_date (&at, near_time != NULL ? g_date_time_get_year (near_time) : 1970, &days))
        return FALSE;
    }
  if (!take_time_of_day (&at, &of_day) || *at != '\0')
    return FALSE;
  *ns = days * NS_PER_DAY + of_day - lines->utc_offset_s * NS_PER_S;
  return TRUE;
}
