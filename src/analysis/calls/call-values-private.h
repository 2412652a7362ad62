/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-values.h"
#include "analysis/range/track-part.h"

G_BEGIN_DECLS

/* State shared by call-sum-rows.c, which finds the rows, and call-values.c, which adds them up. */

/* Part of segments that are outside the selection, whose rows are subtracted */
#define TV_CALL_OUTSIDE TV_NONE

/* Consecutive rows of a track, or of the samples */
typedef struct
{
  guint32 part; /* index of the track part; for rows to subtract, TV_CALL_OUTSIDE */
  guint32 first;
  guint32 end;
} TvCallSegment;

/* Sums of one worker */
typedef struct
{
  TvCallValue *sums; /* sum per path */
  GArray *touched;   /* guint32: paths with sums */
} TvCallAdder;

typedef struct
{
  TvCallPaths *paths;
  const guint32 *of_slice;
  const TvSlices *slices;
  const TvSelection *selection;
  guint32 n_paths;
  gboolean has_clock[TV_N_CLOCKS];
  gint64 min_duration_ns;
  gboolean is_live; /* whether the sums are live heap memory; negative results become 0 */
  const TvCallValues *
      whole; /* (nullable): values of the whole trace, from which the rows outside the selection are subtracted */
  GArray *parts;    /* TvTrackPart */
  GArray *segments; /* TvCallSegment, by thread */
  GArray *
      groups; /* guint32: per group, index of its first segment; one additional element for the end */
  GArray *utids;   /* guint32: thread of each group */
  GArray *samples; /* guint32: selected samples, by thread */
  TvCallAdder *workers;
  GPtrArray *values; /* values per group */
  guint next;        /* (atomic): index of the next segment or group to process */
  GCancellable *cancellable;
  gboolean is_cancelled; /* (atomic) */
} TvCallSum;

void tv_call_sum_find_slices  (TvCallSum *self,
                               gboolean   by_thread);
void tv_call_sum_find_samples (TvCallSum *self);

G_END_DECLS
