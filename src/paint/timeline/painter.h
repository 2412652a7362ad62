/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-base.h"
#include "analysis/calls/ranking.h"
#include "analysis/calls/stack-chart.h"
#include "analysis/samples/thread-samples.h"
#include "analysis/range/bookmarks.h"
#include "analysis/system/busy-index.h"
#include "analysis/system/thread-path.h"
#include "core/selection.h"
#include "paint/timeline/coloring.h"
#include "paint/timeline/counter-changes.h"
#include "paint/kit/time-grid.h"
#include "paint/timeline/layout.h"
#include "paint/timeline/spans.h"

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/**
 * TvCounterPosition:
 * @counter: index of the #TvCounterTrack
 * @ns: time of the selected value, or %G_MININT64 if the whole counter is selected
 *
 * A selected counter, or one of its values.
 */
typedef struct
{
  guint32 counter;
  gint64 ns;
} TvCounterPosition;

/**
 * TvTimelineView:
 * @layout: rows of the timeline
 * @theme: theme colours
 * @start_ns: time at the left edge of the chart
 * @end_ns: time at the right edge of the chart
 * @width: width of the view in px
 * @height: height of the view in px
 * @label_width: width of the row labels to the left of the chart, in px
 * @ruler_height: height of the ruler above the chart, in px
 * @scroll_y: distance between the top of the rows and the top of the view, in px
 * @scale: device pixels per px
 * @selection_start_ns: start of the selected range
 * @selection_end_ns: end of the selected range; equal to @selection_start_ns if no range is selected
 * @selected_slice: the selected call, or %TV_NONE
 * @counter: (nullable): the selected counter
 * @occurrences: (nullable) (element-type guint32): all calls of the selected method, sorted
 * @shows_gaps: whether to dim calls while their thread was off the CPU
 * @hits: (nullable) (element-type guint32): search hits, sorted; all other slices are faded
 * @marks: (nullable) (element-type TvBookmark): bookmarks, sorted
 * @selected_mark: id of the selected bookmark, or 0
 * @base: (nullable): time base of the ruler; %NULL for the trace's default
 * @zero: (nullable): named zero point of aligned runs; %NULL for the start of the trace
 * @sample_kind: kind of the samples to show
 * @selected_sample: the selected stack sample, or %TV_NONE
 * @selected_symbol: the selected symbol, or %TV_NONE
 * @sample_marks: (nullable): samples to underline
 * @selected_path: (nullable): the selected segment of a critical path
 * @selection: (nullable): selection whose threads are highlighted, unless it contains all threads
 * @is_still: whether the drawing is exported; the number of labels is then not limited, and pinned rows do not stay
 *   at the top
 *
 * Visible part of a trace, and drawing options.
 *
 *             label_width      width
 *   ┌───────────┬────────────────┐
 *   │           │ ruler          │ ruler_height
 *   ├───────────┼────────────────┤
 *   │ [tid] name│ rows           │
 *   │           │                │
 *   └───────────┴────────────────┘ height
 *
 * Pinned rows stay below the ruler. If they would occupy more than half of the height, they scroll together with all
 * other rows.
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
  const TvCounterPosition *counter;
  const GArray *occurrences;
  gboolean shows_gaps;
  const GArray *hits;
  const GArray *marks;
  guint selected_mark;
  const TvTimeBase *base;
  const TvBookmark *zero;
  guint32 sample_kind;
  guint32 selected_sample;
  guint32 selected_symbol;
  const TvThreadSamples *sample_marks;
  const TvPathSegment *selected_path;
  const TvSelection *selection;
  gboolean is_still;
} TvTimelineView;

/**
 * TvTimelineArea:
 * @TV_TIMELINE_NOWHERE: outside of the view, below the last row, or left of the ruler
 * @TV_TIMELINE_RULER: the ruler
 * @TV_TIMELINE_LABELS: a row label
 * @TV_TIMELINE_ROW: a row
 * @TV_TIMELINE_HEADER: a group header
 *
 * Areas of the timeline.
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
 * A rectangle in the coordinates of the view, in px.
 */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} TvTimelineRect;

/**
 * TvTimelineItem:
 * @TV_ITEM_NONE: no item
 * @TV_ITEM_SLICE: a slice
 * @TV_ITEM_COUNTER: a counter
 * @TV_ITEM_SAMPLE: a stack sample
 * @TV_ITEM_STACK: a function in a stack chart
 * @TV_ITEM_PATH: a segment of a critical path
 *
 * Items in the rows of the timeline.
 */
typedef enum
{
  TV_ITEM_NONE,
  TV_ITEM_SLICE,
  TV_ITEM_COUNTER,
  TV_ITEM_SAMPLE,
  TV_ITEM_STACK,
  TV_ITEM_PATH,
} TvTimelineItem;

/**
 * TvTimelineHit:
 * @area: kind of area
 * @item: item at the position; determines which of the following fields are set
 * @row: index of the row, if the area is part of a row
 * @slice: slice at the position, or %TV_NONE
 * @counter: counter at the position, or %TV_NONE
 * @mode: display mode of the counter
 * @sample: index of the sample with the counter's value, or %TV_NONE without a value
 * @gap: the #TvCounterGap that explains why there is no value, or %TV_NONE
 * @stack_sample: stack sample at the position, or %TV_NONE
 * @stack: function at the position in a stack chart; has no samples if there is none
 * @path: segment of a critical path at the position; its duration is 0 if there is none
 * @cue: -1 on the line that indicates hidden levels above, 1 on the line that indicates hidden levels below,
 *   otherwise 0
 * @mark: id of the bookmark whose flag is at the position, or 0
 * @rect: rectangle of the slice, segment or flag
 *
 * Result of a hit test.
 */
typedef struct
{
  TvTimelineArea area;
  TvTimelineItem item;
  guint row;
  guint32 slice;
  guint32 counter;
  TvCounterMode mode;
  guint32 sample;
  guint32 gap;
  guint32 stack_sample;
  TvStackRun stack;
  TvPathSegment path;
  int cue;
  guint mark;
  TvTimelineRect rect;
} TvTimelineHit;

/* Draws the timeline of a trace. The painter keeps labels and buffers between drawings. Only one thread at a time may
 * use a painter. */
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
void               tv_timeline_painter_set_paths (TvTimelinePainter       *self,
                                                  GPtrArray               *paths);
void               tv_timeline_painter_set_waits (TvTimelinePainter       *self,
                                                  gboolean                 waits);
gboolean           tv_timeline_painter_find_missing (const TvTimelinePainter *self,
                                                  guint32                 *counter,
                                                  TvCounterMode           *mode);
void               tv_timeline_painter_take_changes (TvTimelinePainter    *self,
                                                  TvCounterChanges        *changes);
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
gboolean           tv_timeline_hit_is_same       (const TvTimelineHit     *a,
                                                  const TvTimelineHit     *b);
char              *tv_timeline_dup_call_label    (TvTrace                 *trace,
                                                  guint32                  symbol);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelinePainter, tv_timeline_painter_free)

G_END_DECLS
