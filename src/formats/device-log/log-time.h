/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/**
 * TvLogTimeKind:
 * @TV_LOG_TIME_NONE: no timestamp
 * @TV_LOG_TIME_YEARLESS: local date and time without a year
 * @TV_LOG_TIME_YEARLESS_ZONED: local date and time without a year, with a time zone
 * @TV_LOG_TIME_LOCAL: local date and time with a year, without a time zone
 * @TV_LOG_TIME_UTC: date and time with a time zone, or seconds since 1970
 * @TV_LOG_TIME_BOOT: seconds since boot
 * @TV_LOG_TIME_LATER: seconds since the previous line
 * @TV_LOG_TIME_OF_DAY: local time without a date
 *
 * Kinds of timestamps.
 */
typedef enum
{
  TV_LOG_TIME_NONE,
  TV_LOG_TIME_YEARLESS,
  TV_LOG_TIME_YEARLESS_ZONED,
  TV_LOG_TIME_LOCAL,
  TV_LOG_TIME_UTC,
  TV_LOG_TIME_BOOT,
  TV_LOG_TIME_LATER,
  TV_LOG_TIME_OF_DAY,
} TvLogTimeKind;

/**
 * TvLogTime:
 * @kind: kind of the timestamp
 * @ns: ns since 1970, since boot, since the previous line or since midnight, depending on @kind; without a year, the
 *   @yearless parameter of tv_log_time_add_year()
 * @utc_offset_s: offset of the time zone from UTC in s; 0 if unknown
 * @has_year: whether the line contains the year
 * @is_month_0: whether the month is 00, which the first versions of hilog write for January
 *
 * The timestamp of a line.
 */
typedef struct
{
  TvLogTimeKind kind;
  gint64 ns;
  gint32 utc_offset_s;
  gboolean has_year;
  gboolean is_month_0;
} TvLogTime;

#define TV_LOG_NS_PER_S   G_GINT64_CONSTANT (1000000000)
#define TV_LOG_NS_PER_DAY (86400 * TV_LOG_NS_PER_S)

/* Length in ns of a year in timestamps without a year. Such a year has 13 months (0 to 12) of 31 days each, so that
 * it does not depend on leap years. */
#define TV_LOG_YEARLESS_NS (13 * 31 * TV_LOG_NS_PER_DAY)

/* Value that is added to timestamps without a year. All other timestamps are larger, except TV_NO_TIME. */
#define TV_LOG_YEARLESS_BASE   (-(G_GINT64_CONSTANT (1) << 62))
#define TV_LOG_IS_YEARLESS(ts) ((ts) < TV_LOG_YEARLESS_BASE / 2 && (ts) >= TV_LOG_YEARLESS_BASE)

/**
 * TvLogYears:
 * @last: previous timestamp without a year in ns, or %TV_NO_TIME
 * @n: number of years since the first line
 *
 * Counts the years in a log whose timestamps lack the year.
 */
typedef struct
{
  gint64 last;
  gint64 n;
} TvLogYears;

#define TV_LOG_YEARS_INIT ((TvLogYears){ .last = TV_NO_TIME })

gint64      tv_log_years_count        (TvLogYears *self,
                                       gint64      ts);
gboolean    tv_log_time_take          (TvSpan     *rest,
                                       TvLogTime  *time);
gboolean    tv_log_time_take_of_day   (TvSpan     *rest,
                                       TvLogTime  *time);
gint64      tv_log_time_of_day        (int         year,
                                       guint       month,
                                       guint       day);
gboolean    tv_log_time_is_yearless   (const TvLogTime *time);
gint64      tv_log_time_add_year      (gint64      yearless,
                                       int         year,
                                       gboolean    months_from_0);
gboolean    tv_log_time_is_leap_day   (gint64      yearless,
                                       gboolean    months_from_0);
int         tv_log_time_get_year      (gint64      seconds);

G_END_DECLS
