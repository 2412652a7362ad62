/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvFramePercentile:
 * @upid: process of the frames
 * @percent: percentile
 * @ns: duration that so many percent of the frames do not exceed, by the nearest rank
 * @n: number of these frames: without unfinished ones and those that the device does not count
 * @device_ms: the same as the device reports it, or -1
 * @n_device: frames that the device counted, or 0
 *
 * A percentile of the durations of a process's frames, beside the device's own in `dumpsys gfxinfo`.
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
