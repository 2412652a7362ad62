/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/report/report.h"

G_BEGIN_DECLS

/* Moments at which the difference of two clocks was another. */
#define TV_REPORT_MOST_TIES 16

/**
 * TvReportTie:
 * @when_ns: when that was, by the wall clock
 * @wall_ns: how much the wall clock, in ns since 1970, was ahead of CLOCK_MONOTONIC
 * @uncertainty_ns: by how much that may be off
 */
typedef struct
{
  gint64 when_ns;
  gint64 wall_ns;
  gint64 uncertainty_ns;
} TvReportTie;

/**
 * TvReportClocks:
 * @has_zone: the zone of the device's wall clock is known
 * @utc_offset_s: by how much it is ahead of UTC, in s
 * @n_readings: how often the report shows uptime and wall clock side by side
 * @ties: (array length=n_ties): what these tell, the newest first: before it the clock was set, or the device slept,
 *   in which CLOCK_MONOTONIC stands still
 * @n_ties: how many
 * @boot_ns: how much CLOCK_BOOTTIME is ahead of CLOCK_MONOTONIC at the end, in ns; -1 if that is not told
 *
 * What a bug report tells of the clocks of its device.
 */
typedef struct
{
  gboolean has_zone;
  gint32 utc_offset_s;
  guint n_readings;
  TvReportTie ties[TV_REPORT_MOST_TIES];
  guint n_ties;
  gint64 boot_ns;
} TvReportClocks;

void tv_report_read_clocks (const TvReport       *report,
                            TvReportClocks       *clocks);
void tv_report_clocks_tie  (const TvReportClocks *self,
                            TvClocks             *clocks);

G_END_DECLS
