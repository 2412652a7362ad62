/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline-layout.h"

G_BEGIN_DECLS

struct _TvTimelineLayout
{
  TvTimelineForm form;
  TvTimelineMetrics metrics;
  GArray *groups; /* TvTimelineGroup */
  GArray *rows;   /* TvTimelineRow: all, also those that are folded away */
  GArray *bands;  /* TvTimelineBand */
  guint32 *band_of_track;
  guint32 n_tracks;

  guint *shown; /* those of the rows that are not folded away */
  guint n_shown;
  guint *place; /* by row: where among the shown ones, or n_shown */
  gint64 height;
};

TvTimelineRow *tv_timeline_layout_add_row  (TvTimelineLayout   *self);
void           tv_timeline_layout_add_band (TvTimelineLayout   *self,
                                            TvTimelineBandKind  kind,
                                            guint32             track,
                                            guint32             counter,
                                            guint32             n_levels);
void           tv_timeline_layout_add_log  (TvTimelineLayout   *self,
                                            TvTrace            *trace);

G_END_DECLS
