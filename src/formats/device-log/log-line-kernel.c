/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-line-kernel.h"

#include <string.h>

#include "core/types.h"

/* Parses kernel logs in the formats of dmesg and /dev/kmsg: see Documentation/ABI/testing/dev-kmsg and
 * print_prefix() in the kernel's printk.c. */

#define NS_PER_US     1000
#define MAX_US        (G_MAXINT64 / NS_PER_US / 10 - 1)
#define LEVEL_OF(pri) ((pri) % 8) /* the upper bits contain the facility */

/* Converts a syslog priority: 0 emergency, 1 alert, 2 critical, 3 error, 4 warning, 5 notice, 6 info, 7
 * debug. */
static TvLogLevel
level_of_priority (guint32 priority)
{
  static const TvLogLevel levels[] = {
    TV_LOG_LEVEL_FATAL,   TV_LOG_LEVEL_FATAL, TV_LOG_LEVEL_FATAL, TV_LOG_LEVEL_ERROR,
    TV_LOG_LEVEL_WARNING, TV_LOG_LEVEL_INFO,  TV_LOG_LEVEL_INFO,  TV_LOG_LEVEL_DEBUG,
  };

  return levels[LEVEL_OF (priority)];
}

/* Takes `<N>`. */
static gboolean
take_priority (TvLogScan *scan, TvLogLevel *level)
{
  guint32 priority;

  if (!tv_log_scan_take (scan, '<') || !tv_log_scan_take_number (scan, &priority) ||
      !tv_log_scan_take (scan, '>'))
    return FALSE;
  *level = level_of_priority (priority);
  return TRUE;
}

/* Takes the abbreviated name of a month. Returns 1 to 12, or 0 if there is none. */
static guint
take_month (TvLogScan *scan)
{
  static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

  for (guint i = 0; scan->end - scan->at >= 3 && i < 12; i++)
    if (memcmp (scan->at, names + 3 * i, 3) == 0)
      {
        scan->at += 3;
        return i + 1;
      }
  return 0;
}

/* Takes `HH:MM` or `HH:MM:SS`. */
static gboolean
take_time_of_day (TvLogScan *scan, gint64 *ns)
{
  guint32 hour, minute, second = 0;

  if (!tv_log_scan_take_number (scan, &hour) || !tv_log_scan_take (scan, ':') ||
      !tv_log_scan_take_number (scan, &minute) ||
      (tv_log_scan_take (scan, ':') && !tv_log_scan_take_number (scan, &second)) || hour > 23 ||
      minute > 59 || second > 60)
    return FALSE;
  *ns = (gint64) ((hour * 60 + minute) * 60 + second) * TV_LOG_NS_PER_S;
  return TRUE;
}

/* Takes `Mon Dec 17 12:01:07 2012` (dmesg -T) or `Mar10 12:00` (dmesg -H). */
static gboolean
take_date (TvLogScan *scan, TvLogTime *time)
{
  TvLogScan after = *scan;
  guint32 day, year;
  guint month;
  gint64 ns;

  month = take_month (&after);
  if (month > 0)
    {
      if (!tv_log_scan_take_number (&after, &day) || day < 1 || day > 31 ||
          !tv_log_scan_take (&after, ' ') || !take_time_of_day (&after, &ns))
        return FALSE;
      *time = (TvLogTime){ .kind = TV_LOG_TIME_YEARLESS,
                           .ns = (gint64) (month * 31 + day - 1) * TV_LOG_NS_PER_DAY + ns };
      *scan = after;
      return TRUE;
    }
  if (tv_log_scan_take_word (&after, ' ').size != 3 || !tv_log_scan_take (&after, ' '))
    return FALSE;
  month = take_month (&after);
  tv_log_scan_skip_blanks (&after);
  if (month == 0 || !tv_log_scan_take_number (&after, &day) || day < 1 || day > 31 ||
      !tv_log_scan_take (&after, ' ') || !take_time_of_day (&after, &ns) ||
      !tv_log_scan_take (&after, ' ') || !tv_log_scan_take_number (&after, &year) || year < 1970 ||
      year > 2200)
    return FALSE;
  *time = (TvLogTime){ .kind = TV_LOG_TIME_LOCAL,
                       .has_year = TRUE,
                       .ns = tv_log_time_of_day ((int) year, month, day) + ns };
  *scan = after;
  return TRUE;
}

/* Takes the optional ` <    0.000003>`, written by dmesg -d. Returns FALSE if it is malformed. */
static gboolean
take_delta (TvLogScan *scan)
{
  TvLogScan after = *scan;
  TvLogTime delta;
  const char *end;

  tv_log_scan_skip_blanks (&after);
  if (!tv_log_scan_take (&after, '<'))
    return TRUE;
  tv_log_scan_skip_blanks (&after);
  end = tv_log_time_parse (after.at, after.end, &delta);
  if (end == NULL || delta.kind != TV_LOG_TIME_BOOT)
    return FALSE;
  after.at = end;
  if (!tv_log_scan_take (&after, '>'))
    return FALSE;
  *scan = after;
  return TRUE;
}

/* Takes `2012-12-17T12:01:07,123456+01:00`, written by dmesg --time-format=iso. */
static gboolean
take_iso_time (TvLogScan *scan, TvLogTime *time)
{
  char text[40];
  gsize size = MIN ((gsize) (scan->end - scan->at), sizeof text);
  TvLogScan after = *scan;
  guint32 hours, minutes;
  gboolean is_west;
  const char *end;

  if (size < 26 || scan->at[4] != '-' || scan->at[10] != 'T' || scan->at[19] != ',')
    return FALSE;
  memcpy (text, scan->at, size);
  text[10] = ' ';
  end = tv_log_time_parse (text, text + size, time);
  if (end == NULL || time->kind != TV_LOG_TIME_LOCAL)
    return FALSE;
  after.at += end - text;
  is_west = tv_log_scan_is_at (&after, '-');
  if ((!is_west && !tv_log_scan_is_at (&after, '+')) || after.end - after.at < 6 ||
      after.at[3] != ':')
    return FALSE;
  after.at++;
  if (!tv_log_scan_take_number (&after, &hours) || !tv_log_scan_take (&after, ':') ||
      !tv_log_scan_take_number (&after, &minutes) || hours > 24 || minutes > 59)
    return FALSE;
  time->kind = TV_LOG_TIME_UTC;
  time->utc_offset_s = (gint32) (hours * 3600 + minutes * 60) * (is_west ? -1 : 1);
  time->ns -= time->utc_offset_s * TV_LOG_NS_PER_S;
  *scan = after;
  return tv_log_scan_is_at (scan, ' ');
}

/* Takes `[  123.456789]` or another bracketed timestamp of dmesg. */
static gboolean
take_bracket (TvLogScan *scan, TvLogTime *time)
{
  gboolean is_later;
  const char *end;

  if (!tv_log_scan_take (scan, '['))
    return FALSE;
  tv_log_scan_skip_blanks (scan);
  if (take_date (scan, time))
    return take_delta (scan) && tv_log_scan_take (scan, ']');
  is_later = tv_log_scan_take (scan, '+');
  end = tv_log_time_parse (scan->at, scan->end, time);
  if (end == NULL || time->kind != TV_LOG_TIME_BOOT)
    return FALSE;
  scan->at = end;
  if (is_later)
    time->kind = TV_LOG_TIME_LATER;
  return take_delta (scan) && tv_log_scan_take (scan, ']');
}

/* Takes `[  123.456789]`. */
static gboolean
take_seconds (TvLogScan *scan, TvLogTime *time)
{
  const char *end;

  if (!tv_log_scan_take (scan, '['))
    return FALSE;
  tv_log_scan_skip_blanks (scan);
  end = tv_log_time_parse (scan->at, scan->end, time);
  if (end == NULL || time->kind != TV_LOG_TIME_BOOT)
    return FALSE;
  scan->at = end;
  return tv_log_scan_take (scan, ']');
}

/* Takes the optional caller, `[    T123]` for a thread or `[    C1]` for a CPU outside of thread context. */
static void
take_caller (TvLogScan *scan, TvLogParsed *parsed)
{
  TvLogScan after = *scan;
  guint32 number;
  gboolean is_thread;

  if (!tv_log_scan_take (&after, '['))
    return;
  tv_log_scan_skip_blanks (&after);
  is_thread = tv_log_scan_is_at (&after, 'T');
  if ((!is_thread && !tv_log_scan_is_at (&after, 'C')) || ++after.at == after.end ||
      !tv_log_scan_take_number (&after, &number) || !tv_log_scan_take (&after, ']'))
    return;
  if (is_thread)
    parsed->tid = number;
  *scan = after;
}

/* Takes the optional `kern  :info  : `, written by dmesg --decode. */
static void
take_words (TvLogScan *scan, TvLogLevel *level)
{
  static const char *const names[] = { "emerg", "alert",  "crit", "err",
                                       "warn",  "notice", "info", "debug" };
  TvLogScan after = *scan;
  TvSpan facility = tv_log_scan_take_word (&after, ':');
  TvSpan name;

  if (facility.size > 10 || !tv_log_scan_take (&after, ':'))
    return;
  name = tv_log_scan_take_word (&after, ':');
  name = tv_log_scan_trim (name.text, name.text + name.size);
  if (!tv_log_scan_take (&after, ':'))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (tv_span_is (name, names[i]))
      {
        *level = level_of_priority (i);
        tv_log_scan_skip_blanks (&after);
        *scan = after;
      }
}

/* Parses `[<N>][  123.456789][[T1]] MSG` or `2012-12-17T12:01:07,123456+01:00 MSG`. */
gboolean
tv_log_parse_kernel (TvLogScan *scan, TvLogParsed *parsed)
{
  if (tv_log_scan_is_at (scan, '<'))
    {
      if (!take_priority (scan, &parsed->level))
        return FALSE;
    }
  else if (!tv_log_scan_is_at (scan, '['))
    take_words (scan, &parsed->level);
  if (!take_iso_time (scan, &parsed->time) && !take_bracket (scan, &parsed->time))
    return FALSE;
  take_caller (scan, parsed);
  tv_log_scan_take (scan, ' ');
  parsed->message = tv_log_scan_rest (scan);
  return TRUE;
}

/* Parses `<N> [123.456789] MSG` after a timestamp, as in kernel logs saved by hilog. Only the syntax of
 * the second timestamp is checked. */
gboolean
tv_log_parse_dated_kernel (TvLogScan *scan, TvLogParsed *parsed)
{
  TvLogTime boot;

  if (!take_priority (scan, &parsed->level))
    return FALSE;
  tv_log_scan_skip_blanks (scan);
  if (!take_seconds (scan, &boot))
    return FALSE;
  tv_log_scan_take (scan, ' ');
  parsed->message = tv_log_scan_rest (scan);
  return TRUE;
}

/* Parses `PRIORITY,SEQUENCE,US,FLAGS[,caller=T1];MSG`. */
gboolean
tv_log_parse_kmsg (TvLogScan *scan, TvLogParsed *parsed)
{
  guint32 priority, digits = 0;
  gint64 us = 0;

  if (!tv_log_scan_take_number (scan, &priority) || !tv_log_scan_take (scan, ','))
    return FALSE;
  for (; scan->at < scan->end && (guint8) (*scan->at - '0') < 10; scan->at++)
    digits++;
  if (digits == 0 || !tv_log_scan_take (scan, ','))
    return FALSE;
  for (digits = 0; scan->at < scan->end && (guint8) (*scan->at - '0') < 10; scan->at++, digits++)
    {
      if (us > MAX_US)
        return FALSE;
      us = us * 10 + (*scan->at - '0');
    }
  if (digits == 0 || !tv_log_scan_is_at (scan, ','))
    return FALSE;
  tv_log_scan_take_word (scan, ';');
  if (!tv_log_scan_take (scan, ';'))
    return FALSE;
  parsed->level = level_of_priority (priority);
  parsed->time = (TvLogTime){ .kind = TV_LOG_TIME_BOOT, .ns = us * NS_PER_US };
  parsed->message = tv_log_scan_rest (scan);
  return TRUE;
}
