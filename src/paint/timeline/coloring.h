/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/frame-verdict.h"
#include "analysis/calls/ranking.h"
#include "paint/kit/frame-sign.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/**
 * TvColorBy:
 * @TV_COLOR_BY_SYMBOL: what is called; dealt out round robin by rank
 * @TV_COLOR_BY_PACKAGE: the package of its class, or the first word of a mark, see
 *   tv_symbol_package_dup(); the largest have a colour each, all others share the neutral one
 * @TV_COLOR_BY_THREAD: whose it is; dealt out round robin by the time used
 * @TV_COLOR_BY_DURATION: how long it takes, in shades by powers of ten
 * @TV_COLOR_BY_OWNER: whose code it is: application, libraries, framework, runtime, kernel
 *
 * What the colour of a slice tells.
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
 * @color: of the palette
 * @name: what has that colour
 * @share: which part of all time it had, 0 … 1: of a symbol or package that to itself, of a
 *   thread that of its calls or on CPUs; -1 where it is not known
 */
typedef struct
{
  guint color;
  char *name;
  double share;
} TvLegendEntry;

/* Colours of the palette, by slice. Immutable, so that any thread may ask; what it knows of symbols
 * and threads is a byte each, found when it is made. */
typedef struct _TvColoring TvColoring;

/**
 * TvTrackColoring:
 * @slices: the trace's
 * @of_symbol: (nullable): colours by symbol
 * @of_thread: (nullable): colours by thread, for what CPUs run
 * @runs: (nullable): with @of_thread, that of the track's first slice
 * @verdicts: (nullable): what became of frames, a #TvFrameVerdict for each from the track's first slice
 * @first_slice: the track's
 * @of_event: (nullable): colours by slice, of what log lines mean
 * @fixed: the colour of all, or %TV_COLOR_FOLLOWS_DURATION
 *
 * How the slices of one track are coloured: asked for once, so that little is left to be done for
 * each of them.
 */
typedef struct
{
  const TvSlices *slices;
  const guint8 *of_symbol;
  const guint8 *of_thread;
  const guint8 *of_event;
  const guint32 *runs; /* by slice of the track: the thread that ran */
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

/* What became of a frame whose row is known to be on the track. */
static inline TvFrameVerdict
tv_track_coloring_get_verdict (const TvTrackColoring *self, guint32 slice)
{
  return self->verdicts != NULL ? (TvFrameVerdict) self->verdicts[slice - self->first_slice]
                                : TV_FRAME_UNKNOWN;
}

/* Index of the colour of a slice whose row is known to be on the track. */
static inline guint
tv_track_coloring_get_index (const TvTrackColoring *self, guint32 slice)
{
  if (self->of_event != NULL)
    return self->of_event[slice - self->first_slice];
  if (self->of_symbol != NULL)
    return self->of_symbol[tv_slices_symbol (self->slices, slice)];
  if (self->of_thread != NULL)
    return self->of_thread[self->runs[slice - self->first_slice]];
  if (self->verdicts != NULL && self->fixed != TV_COLOR_FOLLOWS_DURATION)
    return tv_frame_sign_get_color (tv_track_coloring_get_verdict (self, slice));
  if (self->fixed != TV_COLOR_FOLLOWS_DURATION)
    return self->fixed;
  if (self->slices->flags[slice] & TV_SLICE_LOST)
    return TV_PALETTE_NEUTRAL;
  return tv_coloring_get_shade (tv_time_column_get (&self->slices->dur, slice));
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvColoring, tv_coloring_unref)

G_END_DECLS
