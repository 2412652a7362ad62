/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvTimelineForm:
 * @TV_TIMELINE_NESTED: a line for every depth
 * @TV_TIMELINE_STRIP: the innermost call on one line
 */
typedef enum
{
  TV_TIMELINE_NESTED,
  TV_TIMELINE_STRIP,
} TvTimelineForm;

/**
 * TvTimelineMetrics:
 * @call_font_px: size of the font of labels on calls
 * @name_font_px: of threads' names
 * @detail_font_px: of what stands below them, and of the ruler
 * @bar: height of a call
 * @step: from one depth to the next
 * @strip: height of a strip
 * @lane: height of the lane of brackets below a thread's calls
 * @margin: above the calls
 * @label_height: of a name and what stands below it, with margins; a row is never lower
 *
 * Sizes in px that follow the font of the desktop.
 */
typedef struct
{
  double call_font_px;
  double name_font_px;
  double detail_font_px;
  gint32 bar;
  gint32 step;
  gint32 strip;
  gint32 lane;
  gint32 margin;
  gint32 label_height;
} TvTimelineMetrics;

/**
 * TvTimelineRow:
 * @track: what it shows
 * @n_levels: lines of calls
 * @is_main: it is the first thread of its process
 * @y: top, in px from the top of the first row
 * @height: in px; a very deep thread is higher than any 16-bit coordinate
 * @name: `[tid] name`
 * @detail: how long and how many calls
 */
typedef struct
{
  guint32 track;
  guint32 n_levels;
  gboolean is_main;
  gint64 y;
  gint64 height;
  char *name;
  char *detail;
} TvTimelineRow;

/* The threads' rows below each other, those that did most on top:
 *
 *   ─────────────┬──────────────────────────  y
 *   [tid] name   │ ▆▆▆▆▆▆▆▆▆▆▆▆▆   ▆▆▆▆▆▆▆     margin, then a step for every depth
 *   2.41 s · …   │ ▆▆▆▆  ▆▆▆▆        ▆▆
 *                │   └─────┘                lane of brackets
 *   ─────────────┴──────────────────────────  y + height
 *
 * Immutable.
 */
typedef struct _TvTimelineLayout TvTimelineLayout;

TvTimelineMetrics        tv_timeline_metrics_for_font  (double                   font_px);

TvTimelineLayout        *tv_timeline_layout_new        (TvTrace                 *trace,
                                                        TvTimelineForm           form,
                                                        const TvTimelineMetrics *metrics);
void                     tv_timeline_layout_free       (TvTimelineLayout        *self);
TvTimelineForm           tv_timeline_layout_get_form   (const TvTimelineLayout  *self);
const TvTimelineMetrics *tv_timeline_layout_get_metrics (const TvTimelineLayout *self);
guint                    tv_timeline_layout_get_n_rows (const TvTimelineLayout  *self);
const TvTimelineRow     *tv_timeline_layout_get_row    (const TvTimelineLayout  *self,
                                                        guint                    row);
gint64                   tv_timeline_layout_get_height (const TvTimelineLayout  *self);
guint                    tv_timeline_layout_find_row   (const TvTimelineLayout  *self,
                                                        gint64                   y);
guint                    tv_timeline_layout_find_track (const TvTimelineLayout  *self,
                                                        guint32                  track);
gint64                   tv_timeline_layout_get_line_y (const TvTimelineLayout  *self,
                                                        guint                    row,
                                                        guint32                  depth);
gint32                   tv_timeline_layout_get_line_height (const TvTimelineLayout *self);
guint32                  tv_timeline_layout_find_depth (const TvTimelineLayout  *self,
                                                        guint                    row,
                                                        gint64                   y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLayout, tv_timeline_layout_free)

G_END_DECLS
