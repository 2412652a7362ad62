/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvFrameOutcome:
 * @TV_FRAME_UNKNOWN: unknown, or not a frame
 * @TV_FRAME_ON_TIME: on time
 * @TV_FRAME_LATE: delayed by its own app
 * @TV_FRAME_DELAYED: delayed by another component, such as the display
 * @TV_FRAME_STUFFED: queued behind earlier late frames
 * @TV_FRAME_DROPPED: never shown
 * @TV_FRAME_UNSEEN: late without a visible effect
 * @TV_FRAME_LONG: frame without a deadline that took longer than one refresh period of the display
 *
 * Outcome of a frame of an app or the display.
 */
typedef enum
{
  TV_FRAME_UNKNOWN,
  TV_FRAME_ON_TIME,
  TV_FRAME_LATE,
  TV_FRAME_DELAYED,
  TV_FRAME_STUFFED,
  TV_FRAME_DROPPED,
  TV_FRAME_UNSEEN,
  TV_FRAME_LONG,
  TV_N_FRAME_OUTCOMES,
} TvFrameOutcome;

const char     *tv_frame_outcome_get_name (TvFrameOutcome outcome);
gboolean        tv_track_has_outcomes     (const TvTrack *track);
TvFrameOutcome  tv_frame_get_outcome      (TvTrace       *trace,
                                           const TvTrack *track,
                                           guint32        slice);
const char     *tv_frame_get_causes       (TvTrace       *trace,
                                           const TvTrack *track,
                                           guint32        slice);

G_END_DECLS
