/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-values.h"
#include "analysis/range/track-part.h"

G_BEGIN_DECLS

/* What is added up, for those who do: call-sum-rows.c finds the rows, call-values.c adds them. */

/* Rows that are not of the selection, to be taken off. */
#define TV_CALL_OUTSIDE TV_NONE

/* Rows to be added up: of a track, or of the samples. */
typedef struct
{
  guint32 part; /* or TV_CALL_OUTSIDE: to be taken off */
  guint32 first;
  guint32 end;
} TvCallSegment;

/* What one processor adds up. */
typedef struct
{
  TvCallValue *sums; /* by path */
  GArray *touched;   /* of guint32: paths that have been added to */
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
  gboolean is_live; /* what a heap is left with, which is not less than nothing */
  const TvCallValues
      *whole;       /* (nullable): of the whole trace, of which what is outside is taken off */
  GArray *parts;    /* of TvTrackPart */
  GArray *segments; /* of TvCallSegment, by thread */
  GArray *groups;   /* of guint32: where the segments of each group begin, and their end */
  GArray *utids;    /* of guint32: by group */
  GArray *samples;  /* of guint32: those of the selection, by thread */
  TvCallAdder *workers;
  GPtrArray *values; /* by group */
  guint next;        /* atomic: the first segment or group that nobody took */
  GCancellable *cancellable;
  gboolean is_cancelled; /* atomic */
} TvCallSum;

void tv_call_sum_find_slices  (TvCallSum *self,
                               gboolean   by_thread);
void tv_call_sum_find_samples (TvCallSum *self);

G_END_DECLS
