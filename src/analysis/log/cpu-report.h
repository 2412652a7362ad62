/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/log/service-text.h"
#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvCpuShare:
 * @TV_CPU_SHARE_USER: user mode
 * @TV_CPU_SHARE_KERNEL: kernel mode
 * @TV_CPU_SHARE_IOWAIT: waiting for disk I/O
 * @TV_CPU_SHARE_IRQ: interrupts
 * @TV_CPU_SHARE_SOFTIRQ: soft interrupts
 *
 * Kinds of CPU time.
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
 * @line: index of the line, see tv_trace_get_text_line()
 * @heading: period from the heading of the table, such as "from 26008ms to 20503ms ago"
 * @id: process or thread id, or %TV_NONE for the total
 * @pid: process id of a thread; otherwise %TV_NONE
 * @name: name of the process or thread, or "TOTAL"
 * @change: '+' for new, '-' for ended, 0 for other processes and threads
 * @percent: CPU usage; 100 % is one CPU, or all CPUs in the total
 * @shares: percentages by #TvCpuShare; -1 if not reported
 * @n_minor: number of minor page faults, or -1 if not reported
 * @n_major: number of major page faults, or -1 if not reported
 *
 * A row in the output of `dumpsys cpuinfo`.
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
