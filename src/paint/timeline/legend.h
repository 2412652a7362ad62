/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "paint/timeline/coloring.h"
#include "paint/kit/label-cache.h"
#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/* The legend of an exported timeline: the methods with the most exclusive time in the visible range. For a system
 * trace, the legend also lists the threads with the most CPU time, and the states. If slices are not coloured by
 * symbol, the legend explains their colours instead of listing methods.
 *
 *   Methods by exclusive time            inclusive  exclusive
 *   ■ RecyclerView.onLayout                 1.23 s     410 ms
 *
 * Before painting, the legend is arranged for a certain width. */
typedef struct _TvTimelineLegend TvTimelineLegend;

TvTimelineLegend *tv_timeline_legend_new        (TvTrace                *trace,
                                                 const TvColoring       *coloring,
                                                 const TvTimelineLayout *layout,
                                                 const TvSelection      *selection,
                                                 GCancellable           *cancellable,
                                                 GError                **error);
void              tv_timeline_legend_free       (TvTimelineLegend       *self);
double            tv_timeline_legend_arrange    (TvTimelineLegend       *self,
                                                 TvLabelCache           *labels,
                                                 TvLabelCache           *headings,
                                                 double                  width,
                                                 double                  max_height);
void              tv_timeline_legend_paint      (TvTimelineLegend       *self,
                                                 cairo_t                *cr,
                                                 const TvTheme          *theme,
                                                 double                  x,
                                                 double                  y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLegend, tv_timeline_legend_free)

G_END_DECLS
