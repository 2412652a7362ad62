/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvFrameSum:
 * @n: number of frames
 * @n_counted: number of frames without exceptional conditions, such as a new window; the other values only cover
 *   these
 * @n_janky: number of late frames
 * @median_ns: median of the duration from the intended start to the end, by nearest rank; 0 without frames
 * @p90_ns: 90th percentile of the duration
 * @worst_ns: longest duration
 *
 * Frames of a trace, all windows together.
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
