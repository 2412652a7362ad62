/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvFrameSum:
 * @n: number of frames
 * @n_counted: number of frames without exceptional conditions, such as a new window; all members below cover only
 *   these frames
 * @n_janky: number of late frames
 * @median_ns: median duration from the intended start to the end in ns, by nearest rank; 0 if there are no frames
 * @p90_ns: 90th percentile of the duration in ns
 * @worst_ns: longest duration in ns
 *
 * Statistics of the frames in a trace, over all windows.
 */
typedef struct
{
  guint32 n;
  guint32 n_counted;
  guint32 n_janky;
  gint64 median_ns;
  gint64 p90_ns;
  gint64 worst_ns;
} TvFrameSum;

void tv_frames_sum (TvTrace    *trace,
                    TvFrameSum *sum);

G_END_DECLS
