/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/properties/property-list.h"
#include "ui/views/timeline/timeline-part.h"

G_BEGIN_DECLS

/* Class of the items of one kind (#TvTimelineItem) that a hit test can find. */
typedef struct
{
  TvPropertyList *(*describe) (TvTrace *trace, /* (transfer full): brief properties, for a card */
                               const TvTimeBase *base,
                               const TvTimelineHit *hit);
  void (*click) (
      TvTimeline *self, /* selects the item; @ns is the time at the position of the click */
      const TvTimelineHit *hit,
      gint64 ns,
      GdkModifierType state);
  void (*fit) (TvTimeline *self, /* (nullable): zooms to the item */
               const TvTimelineHit *hit);
} TvItemClass;

extern const TvItemClass tv_item_classes[]; /* one per #TvTimelineItem */

G_END_DECLS
