/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/report/report.h"

G_BEGIN_DECLS

/* Maximum number of different clock offsets. */
#define TV_REPORT_MAX_SYNC_POINTS 16

/**
 * TvReportSyncPoint:
 * @when_ns: time of the reading by the wall clock
 * @wall_ns: offset of the wall clock, in ns since 1970, from CLOCK_MONOTONIC
 * @uncertainty_ns: uncertainty of the offset
 */
typedef struct
{
  gint64 when_ns;
  gint64 wall_ns;
  gint64 uncertainty_ns;
} TvReportSyncPoint;

/**
 * TvReportClocks:
 * @has_zone: whether the zone of the device's wall clock is known
 * @utc_offset_s: offset of that clock from UTC, in s
 * @n_readings: number of places in the report with both uptime and wall clock
 * @sync_points: (array length=n_sync_points): their snapshots, the newest first; between two of them the clock was set, or
 *   CLOCK_MONOTONIC stopped in suspend
 * @n_sync_points: number of snapshots
 * @boot_ns: offset of CLOCK_BOOTTIME from CLOCK_MONOTONIC at the end, in ns; -1 if unknown
 *
 * Clock information of a bug report.
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
