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
 * @TV_FRAMES_LATE: late ones
 * @TV_FRAMES_DROPPED: those that were never shown
 */
typedef enum
{
  TV_FRAMES_ALL,
  TV_FRAMES_LATE,
  TV_FRAMES_DROPPED,
  TV_N_FRAMES_MODES,
} TvFramesMode;

/* Place of the surface that stands for all of them. */
#define TV_FRAMES_ALL_SURFACES 0

/**
 * TvFramesShown:
 * @rows: (element-type TvFrameRow): all frames of the trace
 * @table: the same as a table
 * @surfaces: (element-type guint32): surfaces of the frames, %TV_NONE = the display, after one place for all
 * @note: (nullable): the device's own percentiles beside those of the frames
 * @filter: a byte for each row: whether it is left
 * @n_left: how many are
 * @count: frames of the surface, whatever the mode
 * @durations: those of the surface’s frames that the text leaves; of frames with mixed deadlines, as multiples of them
 *
 * What a Frames view shows.
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
 * @trace: the trace
 * @before: (nullable): the previous result
 * @mode: which frames
 * @surface: place among the surfaces
 * @match: (nullable): text that a frame must have
 * @from_ns: shortest duration, or -1 for all
 * @to_ns: longest duration
 * @has_multiples: both are multiples of deadlines; they count only if the frames have mixed deadlines
 *
 * What is to be found, by %tv_frames_work: a #TvFramesShown.
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
