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

/* Index of the entry “all surfaces” */
#define TV_FRAMES_ALL_SURFACES 0

/**
 * TvFramesShown:
 * @rows: (element-type TvFrameRow): all frames of the trace
 * @table: table of the same frames
 * @surfaces: (element-type guint32): surfaces of the frames, after an entry for all; %TV_NONE is the display
 * @note: (nullable): percentiles from the device, next to the percentiles of the recorded frames
 * @filter: one byte per row: whether the filters match
 * @n_left: number of rows that match the filters
 * @count: frame counts of the surface in all modes
 * @durations: durations of the surface's frames that match the text; multiples of deadlines if the deadlines differ
 *
 * Result of %tv_frames_work: content of a Frames view.
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
 * @before: (nullable): the previous result
 * @mode: frames to list
 * @surface: index in the list of surfaces
 * @match: (nullable): text that a frame must contain
 * @from_ns: minimum duration, or -1 for all
 * @to_ns: maximum duration
 * @has_multiples: @from_ns and @to_ns are multiples of deadlines; ignored unless the deadlines of the frames differ
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
