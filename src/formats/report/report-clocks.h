/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/report/report.h"

G_BEGIN_DECLS

/**
 * TvReportClocks:
 * @has_zone: the zone of the device's wall clock is known
 * @utc_offset_s: by how much it is ahead of UTC, in s
 * @n_readings: how often the report shows uptime and wall clock side by side
 * @wall_ns: how much the wall clock, in ns since 1970, is ahead of CLOCK_MONOTONIC; if it is shown
 * @uncertainty_ns: by how much that may be off
 * @boot_ns: how much CLOCK_BOOTTIME is ahead of CLOCK_MONOTONIC, in ns; -1 if that is not told
 * @when_ns: when that was, by the wall clock
 *
 * What a bug report tells of the clocks of its device.
 */
typedef struct
{
  gboolean has_zone;
  gint32 utc_offset_s;
  guint n_readings;
  gint64 wall_ns;
  gint64 uncertainty_ns;
  gint64 boot_ns;
  gint64 when_ns;
} TvReportClocks;

void tv_report_read_clocks (const TvReport       *report,
                            TvReportClocks       *clocks);
void tv_report_clocks_tie  (const TvReportClocks *self,
                            TvClocks             *clocks);

G_END_DECLS
