/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvTrackPart:
 * @track: a track whose slices are called from one another
 * @before: of what started before the selection, the innermost slice that counts; it counts with
 *   everything around it. Or %TV_NONE
 * @first: the first row that starts in the selection
 * @end: the row after the last such
 * @from: where the selection starts, per #TvClock, ns
 * @to: where it ends
 *
 * The part of a track in a selection. A call counts if some of its time is inside, if it starts inside
 * and has no length, or if it called something that counts; only its time inside counts.
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
