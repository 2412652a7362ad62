/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Formats and parses times of log lines, which are wall clock times of the device or seconds since boot. */

/**
 * TvLogTimestampParts:
 * @TV_LOG_TIMESTAMP_DATE: year, month and day before the time
 * @TV_LOG_TIMESTAMP_SECONDS: seconds
 * @TV_LOG_TIMESTAMP_MS: milliseconds
 *
 * Parts to include in addition to hours and minutes. Times since boot always include seconds.
 */
typedef enum
{
  TV_LOG_TIMESTAMP_DATE = 1 << 0,
  TV_LOG_TIMESTAMP_SECONDS = 1 << 1,
  TV_LOG_TIMESTAMP_MS = 1 << 2,
} TvLogTimestampParts;

char    *tv_log_timestamp_format   (const TvLogLines *lines,
                                 gint64            ns,
                                 TvLogTimestampParts  parts);
gboolean tv_log_timestamp_is_wall  (const TvLogLines *lines);
gint64   tv_log_timestamp_round_step
                                (gint64            ns);
gint64   tv_log_timestamp_find_step
                                (const TvLogLines *lines,
                                 gint64            ns,
                                 gint64            step);
TvLogTimestampParts tv_log_timestamp_get_parts
                                (gint64            step);
gboolean tv_log_timestamp_parse    (const TvLogLines *lines,
                                 const char       *text,
                                 gint64            near_ns,
                                 gint64           *ns);

G_END_DECLS
