/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvLogTimeKind:
 * @TV_LOG_TIME_NONE: there is none
 * @TV_LOG_TIME_YEARLESS: month, day and time of day on the wall
 * @TV_LOG_TIME_LOCAL: with a year, but without a zone
 * @TV_LOG_TIME_UTC: with all, or seconds since 1970
 * @TV_LOG_TIME_BOOT: seconds since the device booted
 * @TV_LOG_TIME_LATER: seconds since the line before
 *
 * What a line tells of when it was logged.
 */
typedef enum
{
  TV_LOG_TIME_NONE,
  TV_LOG_TIME_YEARLESS,
  TV_LOG_TIME_LOCAL,
  TV_LOG_TIME_UTC,
  TV_LOG_TIME_BOOT,
  TV_LOG_TIME_LATER,
} TvLogTimeKind;

/**
 * TvLogTime:
 * @kind: what it tells
 * @ns: ns since 1970 or since the boot; of a time without a year what tv_log_time_add_year() takes
 * @utc_offset_s: of its zone, in s
 * @has_year: the line tells one
 * @is_month_0: its month is 00, as the first versions of hilog have it for January
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

/* A time without a year counts months of 31 days, from 0 to 12, so that it need not know how long
 * February is. So much a year has at most. */
#define TV_LOG_YEARLESS_NS (13 * 31 * TV_LOG_NS_PER_DAY)

/* Among other times it is told by this, which is added, from which no other comes as far down. */
#define TV_LOG_YEARLESS_BASE   (-(G_GINT64_CONSTANT (1) << 62))
#define TV_LOG_IS_YEARLESS(ts) ((ts) < TV_LOG_YEARLESS_BASE / 2 && (ts) >= TV_LOG_YEARLESS_BASE)

const char *tv_log_time_parse         (const char *at,
                                       const char *end,
                                       TvLogTime  *time);
gint64      tv_log_time_of_day        (int         year,
                                       guint       month,
                                       guint       day);
gint64      tv_log_time_add_year      (gint64      yearless,
                                       int         year,
                                       gboolean    months_from_0);
gboolean    tv_log_time_is_leap_day   (gint64      yearless,
                                       gboolean    months_from_0);
int         tv_log_time_get_year      (gint64      seconds);

G_END_DECLS
