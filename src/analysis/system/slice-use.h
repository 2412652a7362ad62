/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* The slices of a range of time (see analysis/range/range.h), added up by symbol, frames by surface; slices of threads apart from
 * spans of processes, which begin and end on any thread. Unlike in a profile, a slice inside another of
 * the same symbol adds its time again. */

/**
 * TvSliceUse:
 * @kind: %TV_TRACK_THREAD or %TV_TRACK_ASYNC
 * @symbol: what they are called, or %TV_NONE of frames
 * @role: what they mean: %TV_ROLE_EXPECTED_FRAMES, %TV_ROLE_ACTUAL_FRAMES and %TV_ROLE_BUFFERS are called by numbers,
 *   of which each is another, so that they are added up by the surface that they are of; anything else is
 *   %TV_ROLE_OTHER
 * @surface: string: that surface, the track of buffers, the process where no surface is told, or %TV_NONE of frames
 *   of the display
 * @count: how many are in the range
 * @wall_ns: Σ of their parts that are in the range
 * @percent: @wall_ns in percent of the range's length; what runs at the same time makes it more
 *   than 100
 * @self_ns: @wall_ns without the parts of their direct children
 * @cpu_ns: Σ of how long their threads ran within these parts (0 for %TV_TRACK_ASYNC, and where the
 *   trace lacks the clock)
 * @min_ns: the shortest part
 * @max_ns: the longest
 * @longest: which that is
 */
typedef struct
{
  TvTrackKind kind;
  guint32 symbol;
  TvTrackRole role;
  guint32 surface;
  guint32 count;
  gint64 wall_ns;
  double percent;
  gint64 self_ns;
  gint64 cpu_ns;
  gint64 min_ns;
  gint64 max_ns;
  guint32 longest;
} TvSliceUse;

GArray *tv_slice_use_new (TvTrace            *trace,
                          const TvSelection  *selection,
                          GCancellable       *cancellable,
                          GError            **error);
gboolean tv_slice_use_has_any (TvTrace       *trace);

G_END_DECLS
