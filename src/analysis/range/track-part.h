/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvTrackPart:
 * @track: track with nested slices
 * @before: innermost counted slice that started before the selection, or %TV_NONE; all its ancestors are also counted
 * @first: first slice that starts in the selection
 * @end: end of the slices that start in the selection, exclusive
 * @from: start of the selection in ns, per #TvClock
 * @to: end of the selection in ns, per #TvClock
 *
 * The part of a track in a selection. A call is counted if part of its time is inside, if it starts inside and has
 * duration 0, or if it called a slice that is counted. It is clipped to the selection.
 */
typedef struct
{
  const TvTrack *track;
  guint32 before;
  guint32 first;
  guint32 end;
  gint64 from[TV_N_CLOCKS];
  gint64 to[TV_N_CLOCKS];
} TvTrackPart;

gboolean tv_track_part_find (TvTrackPart       *self,
                             TvTrace           *trace,
                             guint32            track,
                             const TvSelection *selection);

G_END_DECLS
