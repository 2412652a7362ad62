/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/sheet.h"
#include "ui/views/timeline/timeline.h"

G_BEGIN_DECLS

/**
 * TvTimelineExtent:
 * @TV_TIMELINE_EXTENT_VISIBLE: visible range and visible rows
 * @TV_TIMELINE_EXTENT_SELECTED: selected range and all rows
 * @TV_TIMELINE_EXTENT_WHOLE: whole trace and all rows
 *
 * Part of the timeline that an image contains. Folded rows stay folded, and hidden rows stay hidden.
 */
typedef enum
{
  TV_TIMELINE_EXTENT_VISIBLE,
  TV_TIMELINE_EXTENT_SELECTED,
  TV_TIMELINE_EXTENT_WHOLE,
  TV_N_TIMELINE_EXTENTS,
} TvTimelineExtent;

/* Snapshot of a timeline's content, from which a worker can draw an image. */
typedef struct _TvTimelineShot TvTimelineShot;

TvTimelineShot  *tv_timeline_shot_new        (TvTimeline            *timeline,
                                              TvTimelineExtent         extent,
                                              const TvTheme         *theme);
void             tv_timeline_shot_free       (TvTimelineShot        *self);
const char      *tv_timeline_shot_get_title  (const TvTimelineShot  *self);
TvTimelineSheet *tv_timeline_shot_make_sheet (const TvTimelineShot  *self,
                                              const TvTimelineSheetPlan *form,
                                              GCancellable          *cancellable,
                                              GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineShot, tv_timeline_shot_free)

G_END_DECLS
