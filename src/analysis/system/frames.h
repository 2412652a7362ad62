/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvFrameSum:
 * @n: frames that there are
 * @n_counted: those in which nothing was unusual, such as that a window appeared; the rest is of these
 * @n_janky: frames that were too late
 * @median_ns: the length of a frame that half of them do not exceed, from when it was wanted to its end; 0
 *   if there is none. It is one of the lengths, by the nearest rank
 * @p90_ns: likewise, that nine tenths do not exceed
 * @worst_ns: the longest
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
