/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-base.h"
#include "analysis/calls/ranking.h"
#include "analysis/calls/stack-chart.h"
#include "analysis/samples/thread-samples.h"
#include "analysis/range/time-marks.h"
#include "analysis/system/busy-index.h"
#include "core/selection.h"
#include "paint/timeline/coloring.h"
#include "paint/kit/time-grid.h"
#include "paint/timeline/layout.h"
#include "paint/timeline/spans.h"

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/**
 * TvCounterPlace:
 * @counter: row of a #TvCounterTrack
 * @ns: a time, or %G_MININT64 for all of it
 */
typedef struct
{
  guint32 counter;
  gint64 ns;
} TvCounterPlace;

/**
 * TvTimelineView:
 * @layout: rows
 * @theme: colours
 * @start_ns: time at the chart's left edge
 * @end_ns: time at its right edge
 * @width: of the whole picture in px
 * @height: of the whole picture in px
 * @label_width: of the threads' names left of the chart, in px
 * @ruler_height: of the ruler above it, in px
 * @scroll_y: how many px of the rows are above the picture
 * @scale: device pixels in a px
 * @selection_start_ns: start of the selected range of time
 * @selection_end_ns: its end; equal to the start if none is selected
 * @selected_slice: the selected call, or %TV_NONE
 * @counter: (nullable): the selected counter
 * @occurrences: (nullable) (element-type guint32): all calls of the selected method, sorted
 * @shows_gaps: dim calls while their thread was switched away
 * @hits: (nullable) (element-type guint32): what a search found, sorted; the rest is faded
 * @marks: (nullable) (element-type TvTimeMark): marked times, sorted
 * @selected_mark: id of one of them, or 0
 * @base: (nullable): the base of the ruler; %NULL for that of the trace
 * @zero: (nullable): the moment that runs are aligned at, and its name; %NULL for the trace's start
 * @sample_kind: of which kind samples are shown
 * @selected_sample: the selected sample of stacks, or %TV_NONE
 * @selected_symbol: the selected symbol, or %TV_NONE
 * @sample_marks: (nullable): those to be underlined
 * @selection: (nullable): labels of its threads are marked, unless it has all threads
 * @is_still: the picture is to be kept: it may take its time, so that every label is drawn, and
 *   pinned rows are merely the first
 *
 * What part of a trace a picture shows, and how.
 *
 *             label_width      width
 *   ┌───────────┬────────────────┐
 *   │           │ ruler          │ ruler_height
 *   ├───────────┼────────────────┤
 *   │ [tid] name│ rows           │
 *   │           │                │
 *   └───────────┴────────────────┘ height
 *
 * Pinned rows stay below the ruler, unless they would take more than half of what there is: then
 * they are scrolled with the rest.
 */
typedef struct
{
  const TvTimelineLayout *layout;
  const TvTheme *theme;
  gint64 start_ns;
  gint64 end_ns;
  double width;
  double height;
  double label_width;
  double ruler_height;
  double scroll_y;
  double scale;
  gint64 selection_start_ns;
  gint64 selection_end_ns;
  guint32 selected_slice;
  const TvCounterPlace *counter;
  const GArray *occurrences;
  gboolean shows_gaps;
  const GArray *hits;
  const GArray *marks;
  guint selected_mark;
  const TvTimeBase *base;
  const TvTimeMark *zero;
  guint32 sample_kind;
  guint32 selected_sample;
  guint32 selected_symbol;
  const TvThreadSamples *sample_marks;
  const TvSelection *selection;
  gboolean is_still;
} TvTimelineView;

/**
 * TvTimelineArea:
 * @TV_TIMELINE_NOWHERE: below the last row, or beside the picture
 * @TV_TIMELINE_RULER: the ruler
 * @TV_TIMELINE_LABELS: a thread's name
 * @TV_TIMELINE_ROW: a thread's row
 * @TV_TIMELINE_HEADER: the header of a group
 */
typedef enum
{
  TV_TIMELINE_NOWHERE,
  TV_TIMELINE_RULER,
  TV_TIMELINE_LABELS,
  TV_TIMELINE_ROW,
  TV_TIMELINE_HEADER,
} TvTimelineArea;

/**
 * TvTimelineRect:
 *
 * A part of the picture, in px.
 */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} TvTimelineRect;

/**
 * TvTimelineHit:
 * @area: what kind of place it is
 * @row: row of the layout, where the area has one
 * @slice: the slice that is shown there, or %TV_NONE
 * @counter: the counter that is shown there, or %TV_NONE
 * @mode: how that is shown
 * @sample: which of the samples gives its value there, or %TV_NONE if it has none
 * @gap: the #TvCounterGap that is why it has none, or %TV_NONE
 * @stack_sample: the sample of stacks that is shown there, or %TV_NONE
 * @stack: the function of that sample's stack there, of a chart of stacks; its number of samples is 0 elsewhere
 * @cue: -1 on the line that stands for levels above those that are shown, 1 for those below, or 0
 * @mark: id of the mark whose flag is there, or 0
 * @rect: where that slice is drawn, or that flag
 */
typedef struct
{
  TvTimelineArea area;
  guint row;
  guint32 slice;
  guint32 counter;
  TvCounterMode mode;
  guint32 sample;
  guint32 gap;
  guint32 stack_sample;
  TvStackRun stack;
  int cue;
  guint mark;
  TvTimelineRect rect;
} TvTimelineHit;

/* Draws the timeline of a trace. The painter keeps labels and working memory between pictures;
 * it belongs to one thread at a time. */
typedef struct _TvTimelinePainter TvTimelinePainter;

TvTimelinePainter *tv_timeline_painter_new       (TvTrace                 *trace,
                                                  const TvSliceIndex      *index,
                                                  const TvRanking         *ranking);
void               tv_timeline_painter_free      (TvTimelinePainter       *self);
void               tv_timeline_painter_set_font  (TvTimelinePainter       *self,
                                                  PangoContext            *context,
                                                  const TvTimelineMetrics *metrics);
void               tv_timeline_painter_set_busy_index (TvTimelinePainter *self,
                                                  const TvBusyIndex       *index);
void               tv_timeline_painter_set_stacks (TvTimelinePainter      *self,
                                                  const TvStackChart      *stacks);
void               tv_timeline_painter_set_waits (TvTimelinePainter       *self,
                                                  gboolean                 waits);
void               tv_timeline_painter_set_coloring (TvTimelinePainter    *self,
                                                  TvColoring              *coloring);
void               tv_timeline_painter_paint     (TvTimelinePainter       *self,
                                                  cairo_t                 *cr,
                                                  const TvTimelineView    *view);
TvTimeScale        tv_timeline_view_get_scale    (const TvTimelineView    *self);
void               tv_timeline_view_keep_to_grid (TvTimelineView          *self,
                                                  TvTimeGrid              *grid,
                                                  TvTrace                 *trace);
double             tv_timeline_view_get_x        (const TvTimelineView    *self,
                                                  gint64                   ns);
gint64             tv_timeline_view_get_ns       (const TvTimelineView    *self,
                                                  double                   x);
double             tv_timeline_view_get_fixed_height (const TvTimelineView *self);
double             tv_timeline_view_get_row_y    (const TvTimelineView    *self,
                                                  const TvTimelineRow     *row);
double             tv_timeline_view_get_row_top  (const TvTimelineView    *self,
                                                  const TvTimelineRow     *row);
void               tv_timeline_view_get_name_rect (const TvTimelineView   *self,
                                                  const TvTimelineRow     *row,
                                                  TvTimelineRect          *rect);
gboolean           tv_timeline_view_hits_triangle (const TvTimelineView   *self,
                                                  const TvTimelineRow     *row,
                                                  double                   x,
                                                  double                   y);
guint              tv_timeline_view_find_row     (const TvTimelineView    *self,
                                                  double                   y);
gboolean           tv_timeline_find_rect         (TvTimelinePainter       *self,
                                                  const TvTimelineView    *view,
                                                  guint32                  slice,
                                                  TvTimelineRect          *rect);
gboolean           tv_timeline_append_diamond    (TvTimelinePainter       *self,
                                                  cairo_t                 *cr,
                                                  const TvTimelineRect    *rect);
gboolean           tv_timeline_find_flag         (TvTimelinePainter       *self,
                                                  const TvTimelineView    *view,
                                                  guint                    mark,
                                                  TvTimelineRect          *rect);
void               tv_timeline_hit_test          (TvTimelinePainter       *self,
                                                  const TvTimelineView    *view,
                                                  double                   x,
                                                  double                   y,
                                                  TvTimelineHit           *hit);
char              *tv_timeline_dup_call_label    (TvTrace                 *trace,
                                                  guint32                  symbol);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelinePainter, tv_timeline_painter_free)

G_END_DECLS
