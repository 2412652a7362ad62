/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-time.h"

#include <time.h>

#include "formats/input/scan.h"

/* Parses timestamps in the formats of liblog's android_log_formatLogLine() and of hilog's formatter:
 *
 *     [YYYY-]MM-DD hh:mm:ss.f{3|6|9}[ +hhmm]      or      seconds.f{3|6|9}
 *
 * Called by the line parsers of device logs, fault logs and tombstones; other files of the log reader use the
 * functions for years. Pure. */

#define MAX_SECONDS (G_MAXINT64 / TV_LOG_NS_PER_S - 1)

/* Minimum number of seconds that is a time since 1970. Times since boot are smaller. */
#define MIN_EPOCH_S 100000000

/* Minimum step back in time that indicates a new year. The steps back of late lines are smaller. */
#define HALF_YEAR_NS (TV_LOG_YEARLESS_NS / 2)

/* Maximum number of New Years in a log. Only crafted files exceed it. */
#define MAX_YEARS 100

static inline gboolean
is_digit (const char *at)
{
  return (guint8) (*at - '0') < 10;
}

/* Returns the number of two digits; 1000 if they are not digits. */
static inline guint
two_digits (const char *at)
{
  guint tens = (guint8) (at[0] - '0'), ones = (guint8) (at[1] - '0');

  return tens < 10 && ones < 10 ? tens * 10 + ones : 1000;
}

/* Parses the fraction of a number of seconds, in ns. Returns the end of the fraction, or NULL if there is none. */
static const char *
parse_fraction (const char *at, const char *end, gint64 *ns)
{
  gint64 unit = TV_LOG_NS_PER_S;
  const char *start = at;

  *ns = 0;
  for (; at < end && is_digit (at) && unit > 1; at++)
    {
      unit /= 10;
      *ns += (*at - '0') * unit;
    }
  return at > start ? at : NULL;
}

/* Parses seconds since 1970 or since boot, with a fraction. Returns the end of the number, or NULL if it is
 * malformed. */
static const char *
parse_seconds (const char *at, const char *end, TvLogTime *time)
{
  gint64 seconds = 0, ns;
  const char *start = at;

  for (; at < end && is_digit (at); at++)
    {
      if (seconds > MAX_SECONDS / 10 - 1)
        return NULL;
      seconds = seconds * 10 + (*at - '0');
    }
  if (at == start || at == end || *at != '.')
    return NULL;
  at = parse_fraction (at + 1, end, &ns);
  *time = (TvLogTime){ .kind = seconds >= MIN_EPOCH_S ? TV_LOG_TIME_UTC : TV_LOG_TIME_BOOT,
                       .ns = seconds * TV_LOG_NS_PER_S + ns };
  return at;
}

/* Returns the number of days from 1970-01-01 to a date of the Gregorian calendar. */
static gint64
count_days (int year, guint month, guint day)
{
  /* Years start in March here, so that the leap day is the last day of a year. */
  gint64 y = month > 2 ? year : year - 1;
  gint64 era = y / 400, of_era = y - era * 400;
  gint64 of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;

  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* Maximum distance from 1970 in days. A time in 64-bit ns can be in the years 1697 to 2243; this leaves a margin for
 * the time of day and the time zone. */
#define MAX_DAYS 100000

/**
 * tv_log_time_of_day:
 * @year: year, clamped to 1697 … 2243
 * @month: 1 to 12
 * @day: 1 to 31
 *
 * Returns: start of that day, in ns since 1970
 */
gint64
tv_log_time_of_day (int year, guint month, guint day)
{
  return CLAMP (count_days (year, month, day), -MAX_DAYS, MAX_DAYS) * TV_LOG_NS_PER_DAY;
}

/* Parses an optional time zone such as " +0200" after a local time. Times with a year become UTC; in times without a
 * year, days are not consecutive, so the offset is subtracted when the year is added. Returns the end of the time zone,
 * or @at if there is none. */
static const char *
parse_zone (const char *at, const char *end, TvLogTime *time)
{
  guint hours, minutes;

  if (end - at < 6 || at[0] != ' ' || (at[1] != '+' && at[1] != '-'))
    return at;
  hours = two_digits (at + 2);
  minutes = two_digits (at + 4);
  if (hours > 24 || minutes > 59)
    return at;
  time->utc_offset_s = (gint32) (hours * 3600 + minutes * 60) * (at[1] == '-' ? -1 : 1);
  if (time->kind == TV_LOG_TIME_YEARLESS)
    {
      time->kind = TV_LOG_TIME_YEARLESS_ZONED;
      return at + 6;
    }
  time->kind = TV_LOG_TIME_UTC;
  time->ns -= time->utc_offset_s * TV_LOG_NS_PER_S;
  return at + 6;
}

/* Parses a timestamp. Returns the end of the timestamp, or NULL if there is none. */
static const char *
parse_time (const char *at, const char *end, TvLogTime *time)
{
  const char *start = at;
  guint month, day, hour, minute, second;
  int year = 0;
  gint64 ns, of_day;

  if (end - at < 4 || !is_digit (at))
    return NULL;
  if (end - at >= 19 && at[4] == '-')
    {
      guint high = two_digits (at), low = two_digits (at + 2);

      if (high > 99 || low > 99 || high == 0)
        return NULL;
      year = (int) (high * 100 + low);
      at += 5;
    }
  if (end - at < 14 || at[2] != '-')
    return year == 0 ? parse_seconds (start, end, time) : NULL;
  month = two_digits (at);
  day = two_digits (at + 3);
  hour = two_digits (at + 6);
  minute = two_digits (at + 9);
  second = two_digits (at + 12);
  if (at[5] != ' ' || at[8] != ':' || at[11] != ':' || month > 12 || day < 1 || day > 31 ||
      hour > 23 || minute > 59 || second > 60)
    return NULL;
  at += 14;
  ns = 0;
  if (at < end && (*at == '.' || *at == ','))
    {
      at = parse_fraction (at + 1, end, &ns);
      if (at == NULL)
        return NULL;
    }
  of_day = ((hour * 60 + minute) * 60 + second) * TV_LOG_NS_PER_S + ns;
  *time = (TvLogTime){ .is_month_0 = month == 0, .has_year = year != 0 };
  if (year == 0 || month == 0)
    {
      time->kind = TV_LOG_TIME_YEARLESS;
      time->has_year = FALSE;
      time->ns = (month * 31 + day - 1) * TV_LOG_NS_PER_DAY + of_day;
      return parse_zone (at, end, time);
    }
  time->kind = TV_LOG_TIME_LOCAL;
  time->ns = tv_log_time_of_day (year, month, day) + of_day;
  return parse_zone (at, end, time);
}

/* Takes a timestamp from the beginning of @rest, like the functions of scan.h. */
gboolean
tv_log_time_take (TvSpan *rest, TvLogTime *time)
{
  const char *end = parse_time (rest->text, rest->text + rest->size, time);

  if (end == NULL)
    return FALSE;
  tv_scan_go (rest, end);
  return TRUE;
}

/* Takes `hh:mm:ss.f`. */
gboolean
tv_log_time_take_of_day (TvSpan *rest, TvLogTime *time)
{
  const char *at = rest->text, *end = at + rest->size;
  guint hour, minute, second;
  gint64 ns;

  if (rest->size < 10 || at[2] != ':' || at[5] != ':' || at[8] != '.')
    return FALSE;
  hour = two_digits (at);
  minute = two_digits (at + 3);
  second = two_digits (at + 6);
  end = parse_fraction (at + 9, end, &ns);
  if (hour > 23 || minute > 59 || second > 60 || end == NULL)
    return FALSE;
  *time = (TvLogTime){ .kind = TV_LOG_TIME_OF_DAY,
                       .ns = ((hour * 60 + minute) * 60 + second) * TV_LOG_NS_PER_S + ns };
  tv_scan_go (rest, end);
  return TRUE;
}

static void
split_yearless (gint64 yearless, gboolean months_from_0, guint *month, guint *day)
{
  gint64 days = yearless / TV_LOG_NS_PER_DAY;

  *month = (guint) (days / 31) + (months_from_0 ? 1 : 0);
  *month = CLAMP (*month, 1, 12);
  *day = (guint) (days % 31) + 1;
}

gboolean
tv_log_time_is_yearless (const TvLogTime *time)
{
  return time->kind == TV_LOG_TIME_YEARLESS || time->kind == TV_LOG_TIME_YEARLESS_ZONED;
}

/**
 * tv_log_time_add_year:
 * @yearless: a timestamp without a year, in ns
 * @year: year of the timestamp
 * @months_from_0: whether January is month 00
 *
 * Returns: the timestamp in ns since 1970
 */
gint64
tv_log_time_add_year (gint64 yearless, int year, gboolean months_from_0)
{
  guint month, day;

  split_yearless (yearless, months_from_0, &month, &day);
  return tv_log_time_of_day (year, month, day) + yearless % TV_LOG_NS_PER_DAY;
}

/**
 * tv_log_time_is_leap_day:
 * @yearless: a timestamp without a year, in ns
 * @months_from_0: whether January is month 00
 *
 * Returns: whether the date is 29 February
 */
gboolean
tv_log_time_is_leap_day (gint64 yearless, gboolean months_from_0)
{
  guint month, day;

  split_yearless (yearless, months_from_0, &month, &day);
  return month == 2 && day == 29;
}

/**
 * tv_log_time_get_year:
 * @seconds: seconds since 1970
 *
 * Returns: the year in UTC; 1970 if the time is out of range
 */
int
tv_log_time_get_year (gint64 seconds)
{
  time_t when = (time_t) seconds;
  struct tm tm;

  return gmtime_r (&when, &tm) != NULL ? tm.tm_year + 1900 : 1970;
}

/**
 * tv_log_years_count:
 * @self: years of the preceding lines
 * @ts: timestamp of the next line in ns, relative to %TV_LOG_YEARLESS_BASE if it has no year
 *
 * Updates the number of years if New Year lies between the previous line and this line.
 *
 * Returns: the timestamp; if it has no year, plus the years since the first line
 */
gint64
tv_log_years_count (TvLogYears *self, gint64 ts)
{
  gint64 yearless = ts - TV_LOG_YEARLESS_BASE, step;

  if (!TV_LOG_IS_YEARLESS (ts))
    return ts;
  step = self->last != TV_NO_TIME ? yearless - self->last : 0;
  if (step < -HALF_YEAR_NS && self->n < MAX_YEARS)
    self->n++;
  else if (step > HALF_YEAR_NS && self->n > 0)
    self->n--; /* a late line from before New Year */
  self->last = yearless;
  return ts + self->n * TV_LOG_YEARLESS_NS;
}
