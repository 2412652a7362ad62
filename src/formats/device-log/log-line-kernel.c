/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-line-kernel.h"

#include <string.h>

#include "core/types.h"

/* Parses kernel logs in the formats of dmesg and /dev/kmsg: see the kernel's Documentation/ABI/testing/dev-kmsg, and
 * print_prefix() in printk.c. Called by log-line.c. Pure: spans point into the line. */

#define NS_PER_US     1000
#define MAX_US        (G_MAXINT64 / NS_PER_US - 1)
#define LEVEL_OF(pri) ((pri) % 8) /* the upper bits are the facility */

/* Converts a syslog priority to a level: 0 emergency, 1 alert, 2 critical, 3 error, 4 warning, 5 notice, 6 info, 7
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
take_priority (TvSpan *rest, TvLogLevel *level)
{
  guint32 priority;

  if (!tv_scan_byte (rest, '<') || !tv_scan_short_number (rest, &priority) ||
      !tv_scan_byte (rest, '>'))
    return FALSE;
  *level = level_of_priority (priority);
  return TRUE;
}

/* Takes the abbreviated English name of a month. Returns 1 to 12, or 0 if there is none. */
static guint
take_month (TvSpan *rest)
{
  static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

  for (guint i = 0; rest->size >= 3 && i < 12; i++)
    if (memcmp (rest->text, names + 3 * i, 3) == 0)
      {
        tv_scan_go (rest, rest->text + 3);
        return i + 1;
      }
  return 0;
}

/* Takes `HH:MM` or `HH:MM:SS`. */
static gboolean
take_time_of_day (TvSpan *rest, gint64 *ns)
{
  guint32 hour, minute, second = 0;

  if (!tv_scan_short_number (rest, &hour) || !tv_scan_byte (rest, ':') ||
      !tv_scan_short_number (rest, &minute) ||
      (tv_scan_byte (rest, ':') && !tv_scan_short_number (rest, &second)) || hour > 23 ||
      minute > 59 || second > 60)
    return FALSE;
  *ns = (gint64) ((hour * 60 + minute) * 60 + second) * TV_LOG_NS_PER_S;
  return TRUE;
}

/* Takes `Mon Dec 17 12:01:07 2012`, written by dmesg -T, or `Mar10 12:00`, written by dmesg -H. */
static gboolean
take_date (TvSpan *rest, TvLogTime *time)
{
  TvSpan after = *rest;
  guint32 day, year;
  guint month;
  gint64 ns;

  month = take_month (&after);
  if (month > 0)
    {
      if (!tv_scan_short_number (&after, &day) || day < 1 || day > 31 ||
          !tv_scan_byte (&after, ' ') || !take_time_of_day (&after, &ns))
        return FALSE;
      *time = (TvLogTime){ .kind = TV_LOG_TIME_YEARLESS,
                           .ns = (gint64) (month * 31 + day - 1) * TV_LOG_NS_PER_DAY + ns };
      *rest = after;
      return TRUE;
    }
  if (tv_scan_before (&after, ' ').size != 3 || !tv_scan_byte (&after, ' '))
    return FALSE;
  month = take_month (&after);
  tv_scan_blanks (&after);
  if (month == 0 || !tv_scan_short_number (&after, &day) || day < 1 || day > 31 ||
      !tv_scan_byte (&after, ' ') || !take_time_of_day (&after, &ns) ||
      !tv_scan_byte (&after, ' ') || !tv_scan_short_number (&after, &year) || year < 1970 ||
      year > 2200)
    return FALSE;
  *time = (TvLogTime){ .kind = TV_LOG_TIME_LOCAL,
                       .has_year = TRUE,
                       .ns = tv_log_time_of_day ((int) year, month, day) + ns };
  *rest = after;
  return TRUE;
}

/* Takes the optional ` <    0.000003>` that dmesg -d writes. Returns FALSE if it is malformed. */
static gboolean
take_delta (TvSpan *rest)
{
  TvSpan after = *rest;
  TvLogTime delta;

  tv_scan_blanks (&after);
  if (!tv_scan_byte (&after, '<'))
    return TRUE;
  tv_scan_blanks (&after);
  if (!tv_log_time_take (&after, &delta) || delta.kind != TV_LOG_TIME_BOOT ||
      !tv_scan_byte (&after, '>'))
    return FALSE;
  *rest = after;
  return TRUE;
}

/* Takes `2012-12-17T12:01:07,123456+01:00`, which dmesg --time-format=iso writes. */
static gboolean
take_iso_time (TvSpan *rest, TvLogTime *time)
{
  char text[40];
  TvSpan copy = { text, MIN (rest->size, sizeof text) }, after = *rest;
  guint32 hours, minutes;
  gboolean is_west;

  if (copy.size < 26 || rest->text[4] != '-' || rest->text[10] != 'T' || rest->text[19] != ',')
    return FALSE;
  memcpy (text, rest->text, copy.size);
  text[10] = ' ';
  if (!tv_log_time_take (&copy, time) || time->kind != TV_LOG_TIME_LOCAL)
    return FALSE;
  tv_scan_go (&after, after.text + (copy.text - text));
  is_west = tv_scan_is_at (&after, '-');
  if ((!is_west && !tv_scan_is_at (&after, '+')) || after.size < 6 || after.text[3] != ':')
    return FALSE;
  tv_scan_go (&after, after.text + 1);
  if (!tv_scan_short_number (&after, &hours) || !tv_scan_byte (&after, ':') ||
      !tv_scan_short_number (&after, &minutes) || hours > 24 || minutes > 59)
    return FALSE;
  time->kind = TV_LOG_TIME_UTC;
  time->utc_offset_s = (gint32) (hours * 3600 + minutes * 60) * (is_west ? -1 : 1);
  time->ns -= time->utc_offset_s * TV_LOG_NS_PER_S;
  *rest = after;
  return tv_scan_is_at (rest, ' ');
}

/* Takes the optional `,N` with the number of the CPU, written by Motorola's kernels. */
static void
take_cpu (TvSpan *rest)
{
  TvSpan after = *rest;
  guint32 cpu;

  if (tv_scan_byte (&after, ',') && tv_scan_short_number (&after, &cpu) &&
      tv_scan_is_at (&after, ']'))
    *rest = after;
}

/* Takes `[  123.456789]` or another timestamp that dmesg writes in brackets. */
static gboolean
take_bracket (TvSpan *rest, TvLogTime *time)
{
  gboolean is_later;

  if (!tv_scan_byte (rest, '['))
    return FALSE;
  tv_scan_blanks (rest);
  if (take_date (rest, time))
    return take_delta (rest) && tv_scan_byte (rest, ']');
  is_later = tv_scan_byte (rest, '+');
  if (!tv_log_time_take (rest, time) || time->kind != TV_LOG_TIME_BOOT)
    return FALSE;
  if (is_later)
    time->kind = TV_LOG_TIME_LATER;
  take_cpu (rest);
  return take_delta (rest) && tv_scan_byte (rest, ']');
}

/* Takes `[  123.456789]`. */
static gboolean
take_seconds (TvSpan *rest, TvLogTime *time)
{
  if (!tv_scan_byte (rest, '['))
    return FALSE;
  tv_scan_blanks (rest);
  return tv_log_time_take (rest, time) && time->kind == TV_LOG_TIME_BOOT &&
         tv_scan_byte (rest, ']');
}

/* Takes the optional caller: `[    T123]` for a thread, or `[    C1]` for a CPU outside thread context. Android's
 * kernels write `[T123@C1]`, and Qualcomm's write `@1`. */
static void
take_caller (TvSpan *rest, TvLogParsed *parsed)
{
  TvSpan after = *rest;
  guint32 number;
  gboolean is_thread;

  if (tv_scan_byte (&after, '@') && tv_scan_short_number (&after, &number) &&
      tv_scan_is_at (&after, ' '))
    {
      *rest = after;
      return;
    }
  after = *rest;
  if (!tv_scan_byte (&after, '['))
    return;
  tv_scan_blanks (&after);
  is_thread = tv_scan_byte (&after, 'T');
  if ((!is_thread && !tv_scan_byte (&after, 'C')) || !tv_scan_short_number (&after, &number))
    return;
  if (is_thread)
    {
      guint32 cpu;

      if (tv_scan_word (&after, "@C") && !tv_scan_short_number (&after, &cpu))
        return;
    }
  if (!tv_scan_byte (&after, ']'))
    return;
  if (is_thread)
    parsed->tid = number;
  *rest = after;
}

/* Takes the optional `kern  :info  : ` that dmesg --decode writes. */
static void
take_words (TvSpan *rest, TvLogLevel *level)
{
  static const char *const names[] = { "emerg", "alert",  "crit", "err",
                                       "warn",  "notice", "info", "debug" };
  TvSpan after = *rest;
  TvSpan facility = tv_scan_before (&after, ':');
  TvSpan name;

  if (facility.size > 10 || !tv_scan_byte (&after, ':'))
    return;
  name = tv_scan_trim (tv_scan_before (&after, ':'));
  if (!tv_scan_byte (&after, ':'))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (tv_span_is (name, names[i]))
      {
        *level = level_of_priority (i);
        tv_scan_blanks (&after);
        *rest = after;
      }
}

/* Parses `[<N>][  123.456789][[T1]] MSG` or `2012-12-17T12:01:07,123456+01:00 MSG`. The output of dmesg --decode may
 * precede the timestamp. */
gboolean
tv_log_parse_kernel (TvSpan *rest, TvLogParsed *parsed)
{
  if (tv_scan_is_at (rest, '<'))
    {
      if (!take_priority (rest, &parsed->level))
        return FALSE;
    }
  else if (!tv_scan_is_at (rest, '['))
    take_words (rest, &parsed->level);
  if (!take_iso_time (rest, &parsed->time) && !take_bracket (rest, &parsed->time))
    return FALSE;
  take_caller (rest, parsed);
  tv_scan_byte (rest, ' ');
  parsed->message = *rest;
  return TRUE;
}

/* Parses `<N> [123.456789] MSG` after the timestamp of a line, as in kernel logs that hilog saves. The second
 * timestamp must be well-formed, but is not used. */
gboolean
tv_log_parse_dated_kernel (TvSpan *rest, TvLogParsed *parsed)
{
  TvLogTime boot;

  if (!take_priority (rest, &parsed->level))
    return FALSE;
  tv_scan_blanks (rest);
  if (!take_seconds (rest, &boot))
    return FALSE;
  tv_scan_byte (rest, ' ');
  parsed->message = *rest;
  return TRUE;
}

/* Parses `PRIORITY,SEQUENCE,US,FLAGS[,caller=T1];MSG`. */
gboolean
tv_log_parse_kmsg (TvSpan *rest, TvLogParsed *parsed)
{
  guint32 priority;
  gsize digits = 0;
  guint64 us;

  if (!tv_scan_short_number (rest, &priority) || !tv_scan_byte (rest, ','))
    return FALSE;
  while (digits < rest->size && g_ascii_isdigit (rest->text[digits]))
    digits++;
  tv_scan_go (rest, rest->text + digits);
  if (digits == 0 || !tv_scan_byte (rest, ',') || !tv_scan_number (rest, 10, &us) || us > MAX_US ||
      !tv_scan_is_at (rest, ','))
    return FALSE;
  tv_scan_before (rest, ';');
  if (!tv_scan_byte (rest, ';'))
    return FALSE;
  parsed->level = level_of_priority (priority);
  parsed->time = (TvLogTime){ .kind = TV_LOG_TIME_BOOT, .ns = (gint64) us * NS_PER_US };
  parsed->message = *rest;
  return TRUE;
}
