/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/durations.h"
#include "analysis/symbols/text-match.h"
#include "analysis/system/frame-list.h"
#include "tables/table.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvFramesMode:
 * @TV_FRAMES_ALL: all frames
 * @TV_FRAMES_LATE: late frames
 * @TV_FRAMES_DROPPED: frames that were never shown
 *
 * Filter of frames by their outcome.
 */
typedef enum
{
  TV_FRAMES_ALL,
  TV_FRAMES_LATE,
  TV_FRAMES_DROPPED,
  TV_N_FRAMES_MODES,
} TvFramesMode;

/* Index of the item "All Surfaces" in the list of surfaces */
#define TV_FRAMES_ALL_SURFACES 0

/**
 * TvFramesShown:
 * @rows: (element-type TvFrameRow): all recorded frames of the trace
 * @table: table of @rows
 * @surfaces: (element-type guint32): names of the surfaces, after an item for all surfaces; %TV_NONE stands for the
 *   display
 * @note: (nullable): percentiles of the recorded frames, and the percentiles that the device reports
 * @filter: one byte per row, nonzero if the row matches all filters
 * @n_left: number of rows that match all filters
 * @count: counts of the frames of the chosen surface
 * @durations: durations of the frames that match the surface and the text; multiples of deadlines if the deadlines
 *   differ
 *
 * Result of %tv_frames_work: all recorded frames, and the filters applied to them.
 */
typedef struct
{
  GArray *rows;
  TvTable *table;
  GArray *surfaces;
  char *note;
  GBytes *filter;
  guint32 n_left;
  TvFrameCount count;
  TvDurations *durations;
} TvFramesShown;

/**
 * TvFramesJob:
 * @before: (nullable): previous result
 * @mode: frames to list
 * @surface: index in the list of surfaces
 * @match: (nullable): text that a frame must contain
 * @from_ns: minimum duration, or -1 for all durations
 * @to_ns: maximum duration
 * @has_multiples: whether @from_ns and @to_ns are multiples of deadlines. Both are ignored if the durations in the
 *   result have the other unit
 *
 * Request for %tv_frames_work, which returns a #TvFramesShown.
 */
typedef struct
{
  TvTrace *trace;
  TvFramesShown *before;
  TvFramesMode mode;
  guint surface;
  TvTextMatch *match;
  gint64 from_ns;
  gint64 to_ns;
  gboolean has_multiples;
} TvFramesJob;

extern const TvWork tv_frames_work;

TvFramesShown *tv_frames_shown_share (const TvFramesShown *self);
void           tv_frames_shown_free  (TvFramesShown       *self);
gint64         tv_frames_shown_measure (const TvFramesShown *self,
                                      guint                row);
gint64         tv_frames_get_latest  (TvTable             *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFramesShown, tv_frames_shown_free)

G_END_DECLS
