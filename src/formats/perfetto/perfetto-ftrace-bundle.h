/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-clocks.h"

G_BEGIN_DECLS

/* Fields of FtraceEventBundle. */
typedef enum
{
  TV_PERFETTO_BUNDLE_CPU = 1,
  TV_PERFETTO_BUNDLE_EVENT = 2,
  TV_PERFETTO_BUNDLE_LOST = 3,
  TV_PERFETTO_BUNDLE_COMPACT = 4,
  TV_PERFETTO_BUNDLE_CLOCK = 5,
  TV_PERFETTO_BUNDLE_CLOCK_TIME = 6,
  TV_PERFETTO_BUNDLE_BOOT_TIME = 7,
  TV_PERFETTO_BUNDLE_LAST_READ = 9,
  TV_PERFETTO_BUNDLE_PREVIOUS_END = 10,
  TV_PERFETTO_BUNDLE_DESCRIPTOR = 11,
} TvPerfettoBundleField;

/**
 * TvPerfettoFtraceBundle:
 * @cpu_number: number of the CPU on its machine; valid if @has_cpu
 * @cpu: low 32 bits of @cpu_number
 * @has_lost: whether events before the bundle were lost
 * @clock: FtraceClock of the events
 * @clock_time: reading of the event clock, in ns
 * @boot_time: reading of the boot clock at the same time, in ns
 * @last_read: timestamp up to which the CPU's events had been read before this bundle, on the event clock; valid if
 *   @has_last_read
 * @previous_end: end timestamp of the CPU's previous bundle; valid if @has_previous_end
 *
 * Fields of an FtraceEventBundle other than its events.
 */
typedef struct
{
  guint64 cpu_number;
  guint32 cpu;
  gboolean has_cpu;
  gboolean has_lost;
  guint clock;
  gint64 clock_time;
  gint64 boot_time;
  gint64 last_read;
  gint64 previous_end;
  gboolean has_previous_end;
  gboolean has_last_read;
} TvPerfettoFtraceBundle;

void     tv_perfetto_ftrace_bundle_parse     (TvSpan                  message,
                                       TvPerfettoFtraceBundle       *out);
guint32  tv_perfetto_ftrace_bundle_get_clock (const TvPerfettoFtraceBundle *self);
gboolean tv_perfetto_ftrace_bundle_has_sync_point   (const TvPerfettoFtraceBundle *self);
gboolean tv_perfetto_ftrace_bundle_add_sync_point   (const TvPerfettoFtraceBundle *self,
                                       TvPerfettoClocks       *clocks,
                                       guint32                 sequence);
TvSpan   tv_perfetto_ftrace_bundle_get_printed (TvSpan message);

G_END_DECLS
