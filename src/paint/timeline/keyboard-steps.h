/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/slice-index.h"
#include "paint/timeline/layout.h"

G_BEGIN_DECLS

/**
 * TvTimelineStep:
 * @TV_STEP_PREVIOUS: previous call on the line
 * @TV_STEP_NEXT: next call on the line
 * @TV_STEP_UP: caller; for an outermost call, a slice of the band or row above
 * @TV_STEP_DOWN: callee; for a call without callees, a slice of the band or row below
 *
 * Directions of keyboard navigation.
 */
typedef enum
{
  TV_STEP_PREVIOUS,
  TV_STEP_NEXT,
  TV_STEP_UP,
  TV_STEP_DOWN,
} TvTimelineStep;

guint32 tv_timeline_find_step  (const TvTimelineLayout *layout,
                                TvTrace                *trace,
                                const TvSliceIndex     *index,
                                guint32                 slice,
                                TvTimelineStep          step,
                                gint64                  near_ns);
guint32 tv_timeline_find_first (const TvTimelineLayout *layout,
                                TvTrace                *trace,
                                const TvSliceIndex     *index,
                                guint                   first_row,
                                gint64                  near_ns);

G_END_DECLS
