/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvFramePercentile:
 * @upid: process of the frames
 * @percent: percentage of the percentile
 * @ns: percentile of the duration in ns, by nearest rank
 * @n: number of frames, excluding unfinished frames and those that the device excludes
 * @device_ms: percentile reported by the device in ms, or -1
 * @n_device: number of frames that the device counted, or 0
 *
 * A percentile of the durations of a process's frames, with the value that the device reports in `dumpsys gfxinfo`.
 */
typedef struct
{
  guint32 upid;
  guint percent;
  gint64 ns;
  guint32 n;
  gint64 device_ms;
  guint64 n_device;
} TvFramePercentile;

GArray *tv_frame_percentiles_new        (TvTrace                 *trace,
                                         const TvSelection       *selection,
                                         GCancellable            *cancellable,
                                         GError                 **error);
char   *tv_frame_percentile_dup_reason  (const TvFramePercentile *self);

G_END_DECLS
