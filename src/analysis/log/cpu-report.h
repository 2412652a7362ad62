/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/log/service-text.h"
#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvCpuShare:
 * @TV_CPU_SHARE_USER: by programs
 * @TV_CPU_SHARE_KERNEL: by the kernel for them
 * @TV_CPU_SHARE_IOWAIT: waited for a disk
 * @TV_CPU_SHARE_IRQ: interrupts
 * @TV_CPU_SHARE_SOFTIRQ: their later parts
 *
 * What time of a CPU went to.
 */
typedef enum
{
  TV_CPU_SHARE_USER,
  TV_CPU_SHARE_KERNEL,
  TV_CPU_SHARE_IOWAIT,
  TV_CPU_SHARE_IRQ,
  TV_CPU_SHARE_SOFTIRQ,
  TV_N_CPU_SHARES,
} TvCpuShare;

/**
 * TvCpuReportRow:
 * @line: row of the line among those of all texts
 * @heading: that of its block, which tells of which time it is: "from 26008ms to 20503ms ago"
 * @id: of the process, or of the thread, or %TV_NONE of all
 * @pid: of the process that a thread is of, or %TV_NONE
 * @name: what it is called; "TOTAL" of all
 * @change: '+' of what began meanwhile, '-' of what ended, or 0
 * @percent: of one CPU; of all CPUs where it is of all
 * @shares: the same of each, or -1
 * @n_minor: page faults without a disk, or -1
 * @n_major: those with one, or -1
 *
 * A row in what `dumpsys cpuinfo` tells.
 */
typedef struct
{
  guint32 line;
  TvTextPart heading;
  guint32 id;
  guint32 pid;
  TvTextPart name;
  char change;
  double percent;
  double shares[TV_N_CPU_SHARES];
  gint64 n_minor;
  gint64 n_major;
} TvCpuReportRow;

gboolean tv_trace_has_cpu_report (TvTrace           *trace);
gboolean tv_cpu_report_parse_row (TvTextPart         line,
                                  TvCpuReportRow    *row);
GArray  *tv_cpu_report_new       (TvTrace           *trace,
                                  const TvSelection *selection,
                                  GCancellable      *cancellable,
                                  GError           **error);

G_END_DECLS
