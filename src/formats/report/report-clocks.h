/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/report/report.h"

G_BEGIN_DECLS

/* Maximum number of clock snapshots in TvReportClocks. */
#define TV_REPORT_MAX_SYNC_POINTS 16

/**
 * TvReportSyncPoint:
 * @when_ns: wall clock time of the reading in ns since 1970
 * @wall_ns: wall clock minus CLOCK_MONOTONIC in ns
 * @uncertainty_ns: uncertainty of the difference in ns
 *
 * A snapshot of wall clock and CLOCK_MONOTONIC.
 */
typedef struct
{
  gint64 when_ns;
  gint64 wall_ns;
  gint64 uncertainty_ns;
} TvReportSyncPoint;

/**
 * TvReportClocks:
 * @has_zone: whether the time zone of the device's wall clock is known
 * @utc_offset_s: offset of the wall clock from UTC in s
 * @n_readings: number of simultaneous readings of uptime and wall clock in the report
 * @sync_points: (array length=n_sync_points): snapshots of wall clock and CLOCK_MONOTONIC, newest first; between two
 *   snapshots, the wall clock was set, or CLOCK_MONOTONIC stopped during suspend
 * @n_sync_points: number of snapshots
 * @boot_ns: CLOCK_BOOTTIME minus CLOCK_MONOTONIC at the time of the report in ns; -1 if unknown
 *
 * Clock information in a bug report.
 */
typedef struct
{
  gboolean has_zone;
  gint32 utc_offset_s;
  guint n_readings;
  TvReportSyncPoint sync_points[TV_REPORT_MAX_SYNC_POINTS];
  guint n_sync_points;
  gint64 boot_ns;
} TvReportClocks;

void tv_report_read_clocks (const TvReport       *report,
                            TvReportClocks       *clocks);
void tv_report_clocks_sync  (const TvReportClocks *self,
                            TvClocks             *clocks);

G_END_DECLS
