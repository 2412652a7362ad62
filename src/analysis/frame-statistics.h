/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/log/service-text.h"
#include "core/selection.h"

G_BEGIN_DECLS

/**
 * TvFrameStatisticUnit:
 * @TV_FRAME_STATISTIC_COUNT: number of frames
 * @TV_FRAME_STATISTIC_MS: duration in ms
 * @TV_FRAME_STATISTIC_BUCKET: number of frames in a histogram bucket
 *
 * Unit of the value of a frame statistic.
 */
typedef enum
{
  TV_FRAME_STATISTIC_COUNT,
  TV_FRAME_STATISTIC_MS,
  TV_FRAME_STATISTIC_BUCKET,
} TvFrameStatisticUnit;

/**
 * TvFrameStatistic:
 * @line: index of the line, see tv_trace_get_text_line()
 * @upid: process, or %TV_NONE if the trace has no process with @pid
 * @pid: process id
 * @window: name of the window; empty for the whole process
 * @name: name of the statistic, such as "Janky frames"
 * @unit: unit of @value
 * @bucket_ms: duration of the histogram bucket in ms, as printed; -1 for other statistics
 * @value: value reported by the device
 * @computed: the same statistic computed from the frames in the file: a number of frames, or a duration in ns; -1 if
 *   unknown
 * @n_computed: number of the process's frames in the file; may be 0
 *
 * A frame statistic reported by the device, from `dumpsys gfxinfo`.
 */
typedef struct
{
  guint32 line;
  guint32 upid;
  guint32 pid;
  TvTextPart window;
  TvTextPart name;
  TvFrameStatisticUnit unit;
  gint64 bucket_ms;
  gint64 value;
  gint64 computed;
  guint32 n_computed;
} TvFrameStatistic;

gboolean tv_trace_has_frame_statistics (TvTrace                *trace);
GArray  *tv_frame_statistics_new       (TvTrace                *trace,
                                        const TvSelection      *selection,
                                        GCancellable           *cancellable,
                                        GError                **error);
char    *tv_frame_statistic_dup_reason (const TvFrameStatistic *self);

G_END_DECLS
