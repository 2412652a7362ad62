/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/samples/sample-writer.h"

G_BEGIN_DECLS

/**
 * TvPerfScriptPrefix:
 * @comm: thread name; empty if the line contains none
 * @pid: process id, or %TV_NONE
 * @tid: thread id, or %TV_NONE if unknown to perf
 * @cpu: CPU, or %TV_NONE
 * @ts: timestamp in ns, or %TV_NO_TIME
 * @period: weight of the sample
 * @has_period: whether the line contains @period
 * @event: event with modifiers, such as `cpu-clock:u`
 * @rest: rest of the line: a frame, or the payload of a tracepoint
 *
 * The first line of a sample.
 */
typedef struct
{
  TvSpan comm;
  guint32 pid;
  guint32 tid;
  guint32 cpu;
  gint64 ts;
  gint64 period;
  gboolean has_period;
  TvSpan event;
  TvSpan rest;
} TvPerfScriptPrefix;

gboolean tv_perf_script_parse_prefix   (TvSpan            line,
                                      TvPerfScriptPrefix *prefix);
gboolean tv_perf_script_find_unknown (TvSpan            line,
                                     TvSpan           *field);
gboolean tv_perf_script_is_record    (TvSpan            line);
gboolean tv_perf_script_parse_record (TvSpan            line,
                                     TvSpan           *name,
                                     TvSpan           *rest);
gboolean tv_perf_script_parse_frame  (TvSpan            line,
                                      TvSampleFrame    *frame);
gboolean tv_perf_script_parse_source (TvSpan            line,
                                      TvSampleFrame    *frame);

G_END_DECLS
