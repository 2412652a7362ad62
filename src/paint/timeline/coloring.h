/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/frame-outcome.h"
#include "analysis/calls/ranking.h"
#include "paint/kit/frame-sign.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/**
 * TvColorBy:
 * @TV_COLOR_BY_SYMBOL: symbol; colours are assigned round robin by rank
 * @TV_COLOR_BY_PACKAGE: package of the class, or first word of a slice's name, see tv_symbol_package_dup(); packages
 *   with the longest times have separate colours, all others have the neutral colour
 * @TV_COLOR_BY_THREAD: thread; colours are assigned round robin by time
 * @TV_COLOR_BY_DURATION: duration, with one shade per power of ten
 * @TV_COLOR_BY_OWNER: owner of the code: application, libraries, framework, runtime, kernel
 *
 * Property that determines the colour of a slice.
 */
typedef enum
{
  TV_COLOR_BY_SYMBOL,
  TV_COLOR_BY_PACKAGE,
  TV_COLOR_BY_THREAD,
  TV_COLOR_BY_DURATION,
  TV_COLOR_BY_OWNER,
  TV_N_COLOR_BY,
} TvColorBy;

/**
 * TvLegendEntry:
 * @color: palette index
 * @name: name of the symbol, package, owner or thread, or range of durations
 * @share: share of the total time, 0 … 1, or -1 if unknown. The time is exclusive time, or for threads the time of
 *   calls or on CPUs
 *
 * Entry of the colour legend.
 */
typedef struct
{
  guint color;
  char *name;
  double share;
} TvLegendEntry;

/* Assigns colours to slices. A colouring is immutable, so any thread may read it. The colours of symbols and threads
 * are computed in advance and occupy one byte each. */
typedef struct _TvColoring TvColoring;

/**
 * TvTrackColoring:
 * @slices: slices of the trace
 * @of_symbol: (nullable): palette index per symbol
 * @of_thread: (nullable): palette index per thread, for runs on CPUs
 * @runs: (nullable): thread of each run; used if @of_thread is set
 * @first_run: index of the track's first run
 * @verdicts: (nullable): a #TvFrameOutcome per slice, starting with the track's first slice
 * @first_slice: the track's first slice
 * @of_event: (nullable): palette index per slice, for a track with log events
 * @fixed: palette index of all slices, or %TV_COLOR_FOLLOWS_DURATION; used if no other field determines the colours
 *
 * Colours of a track's slices. Decisions that apply to a whole track are already made, so that looking up a slice is
 * fast.
 */
typedef struct
{
  const TvSlices *slices;
  const guint8 *of_symbol;
  const guint8 *of_thread;
  const guint8 *of_event;
  const TvIdColumn *runs;
  guint32 first_run;
  const guint8 *verdicts;
  guint32 first_slice;
  guint fixed;
} TvTrackColoring;

#define TV_COLOR_FOLLOWS_DURATION G_MAXUINT

TvColoring          *tv_coloring_new         (TvTrace          *trace,
                                              const TvRanking  *ranking,
                                              TvProfile        *profile,
                                              TvColorBy         by);
TvColoring          *tv_coloring_new_like    (TvTrace          *trace,
                                              const TvRanking  *ranking,
                                              TvProfile        *profile,
                                              const TvRanking  *other,
                                              const guint32    *pairs);
TvColoring          *tv_coloring_ref         (TvColoring       *self);
void                 tv_coloring_unref       (TvColoring       *self);
TvColorBy            tv_coloring_get_by      (const TvColoring *self);
TvTrackColoring      tv_coloring_get_track   (const TvColoring *self,
                                              guint32           track);
guint                tv_coloring_get_index   (const TvColoring *self,
                                              guint32           slice);
gboolean             tv_coloring_has_symbols (const TvColoring *self);
guint                tv_coloring_get_symbol  (const TvColoring *self,
                                              guint32           symbol);
const TvLegendEntry *tv_coloring_get_legend  (const TvColoring *self,
                                              guint            *n);
guint                tv_coloring_get_shade   (gint64            duration_ns);

/* Returns the outcome of a frame. @slice is an index among all slices of the trace. */
static inline TvFrameOutcome
tv_track_coloring_get_outcome (const TvTrackColoring *self, guint32 slice)
{
  return self->verdicts != NULL ? (TvFrameOutcome) self->verdicts[slice - self->first_slice]
                                : TV_FRAME_UNKNOWN;
}

/* Returns the palette index of a slice. @slice is an index among all slices of the trace. */
static inline guint
tv_track_coloring_get_index (const TvTrackColoring *self, guint32 slice)
{
  if (self->of_event != NULL)
    return self->of_event[slice - self->first_slice];
  if (self->of_symbol != NULL)
    return self->of_symbol[tv_slices_symbol (self->slices, slice)];
  if (self->of_thread != NULL)
    return self
        ->of_thread[tv_id_column_get (self->runs, self->first_run + (slice - self->first_slice))];
  if (self->verdicts != NULL && self->fixed != TV_COLOR_FOLLOWS_DURATION)
    return tv_frame_sign_get_color (tv_track_coloring_get_outcome (self, slice));
  if (self->fixed != TV_COLOR_FOLLOWS_DURATION)
    return self->fixed;
  if (self->slices->flags[slice] & TV_SLICE_LOST)
    return TV_PALETTE_NEUTRAL;
  return tv_coloring_get_shade (tv_time_column_get (&self->slices->dur, slice));
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvColoring, tv_coloring_unref)

G_END_DECLS
