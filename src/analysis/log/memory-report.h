/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/log/service-text.h"
#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvMemoryReportRow:
 * @line: index of the line, see tv_trace_get_text_line()
 * @pid: process id, or %TV_NONE for the whole device
 * @process: name of the process; empty for the whole device
 * @part: section of the report, such as "App Summary" or "Total PSS by process"; empty for the first table of
 *   a process
 * @name: counted object or memory area, such as "Native Heap"
 * @column: column header in one or two parts, such as "Pss" and "Total"
 * @value: in kB, or a count
 * @is_kb: whether @value is in kB
 * @is_column: whether @name is a column of the old form, whose rows are sizes
 *
 * A number in the output of `dumpsys meminfo`.
 */
typedef struct
{
  guint32 line;
  guint32 pid;
  TvTextPart process;
  TvTextPart part;
  TvTextPart name;
  TvTextPart column[2];
  gint64 value;
  gboolean is_kb;
  gboolean is_column;
} TvMemoryReportRow;

gboolean tv_trace_has_memory_report (TvTrace           *trace);
GArray  *tv_memory_report_new       (TvTrace           *trace,
                                  const TvSelection *selection,
                                  GCancellable      *cancellable,
                                  GError           **error);

G_END_DECLS
