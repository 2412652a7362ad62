/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/log/service-text.h"
#include "core/selection.h"

G_BEGIN_DECLS

/**
 * TvFrameStatisticUnit:
 * @TV_FRAME_STATISTIC_COUNT: frames
 * @TV_FRAME_STATISTIC_MS: a duration in ms
 * @TV_FRAME_STATISTIC_BUCKET: frames of a histogram, up to @bucket_ms
 */
typedef enum
{
  TV_FRAME_STATISTIC_COUNT,
  TV_FRAME_STATISTIC_MS,
  TV_FRAME_STATISTIC_BUCKET,
} TvFrameStatisticUnit;

/**
 * TvFrameStatistic:
 * @line: row of the line among those of all texts
 * @upid: process, or %TV_NONE
 * @pid: its id
 * @window: window, or empty for the whole process
 * @name: name of the number, such as "Janky frames"
 * @unit: meaning of @value
 * @bucket_ms: upper limit of a histogram's bucket
 * @value: value of the device
 * @own: value of the frames in the file, or -1 if unknown; durations in ns
 * @n_own: number of frames in the file that count, or 0
 *
 * A frame statistic of the device, from `dumpsys gfxinfo`.
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
  gint64 own;
  guint32 n_own;
} TvFrameStatistic;

gboolean tv_trace_has_frame_statistics (TvTrace                *trace);
GArray  *tv_frame_statistics_new       (TvTrace                *trace,
                                        const TvSelection      *selection,
                                        GCancellable           *cancellable,
                                        GError                **error);
char    *tv_frame_statistic_dup_reason (const TvFrameStatistic *self);

G_END_DECLS
