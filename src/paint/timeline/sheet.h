/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/* Default maximum height of a sheet, in px. */
#define TV_TIMELINE_SHEET_MAX_HEIGHT 8000.0

/**
 * TvTimelineSheetPlan:
 * @trace: the trace
 * @index: index of @trace
 * @coloring: colouring of @trace
 * @layout: rows of the timeline
 * @theme: theme colours
 * @font: (nullable): font family for Pango; font sizes depend on the metrics of @layout
 * @title: title, such as the name of the file
 * @start_ns: time at the left edge of the chart
 * @end_ns: time at the right edge of the chart, after @start_ns
 * @top: start of the vertical range to export, in px from the upper edge of the first row
 * @bottom: end of the vertical range to export, in px from the upper edge of the first row; 0 for all rows
 * @selection_start_ns: start of the selected range
 * @selection_end_ns: end of the selected range; equal to @selection_start_ns if no range is selected
 * @clock: preferred clock for times in the legend
 * @selected_slice: the selected call, or %TV_NONE
 * @occurrences: (nullable) (element-type guint32): see #TvTimelineView
 * @hits: (nullable) (element-type guint32): see #TvTimelineView
 * @marks: (nullable) (element-type TvBookmark): see #TvTimelineView
 * @base: (nullable): see #TvTimelineView
 * @sample_kind: kind of the samples to show
 * @shows_gaps: whether to dim calls while their thread was off the CPU
 * @has_legend: whether to add a legend of the colours
 * @is_paged: whether rows that do not fit continue on another page
 * @width: width of a page in px
 * @height: height of a page in px; 0 for as much as necessary
 * @scale: device pixels per px; in vector formats, this only affects the precision of slice edges
 *
 * Content of an exported timeline. All objects and arrays in the plan must outlive the sheet. Groups of the layout
 * may be folded and unfolded while the sheet exists.
 */
typedef struct
{
  TvTrace *trace;
  const TvSliceIndex *index;
  TvColoring *coloring;
  const TvTimelineLayout *layout;
  const TvTheme *theme;
  const char *font;
  const char *title;
  gint64 start_ns;
  gint64 end_ns;
  gint64 top;
  gint64 bottom;
  gint64 selection_start_ns;
  gint64 selection_end_ns;
  TvClock clock;
  guint32 selected_slice;
  const GArray *occurrences;
  const GArray *hits;
  const GArray *marks;
  const TvTimeBase *base;
  guint32 sample_kind;
  gboolean shows_gaps;
  gboolean has_legend;
  gboolean is_paged;
  double width;
  double height;
  double scale;
} TvTimelineSheetPlan;

/* An exported image of the timeline:
 *
 *   shop-start.trace                            1 of 2     title
 *   1.2 s – 1.5 s of 5.8 s · 12 threads · wall time        description
 *   ┌───────────┬──────────────────────────────────┐
 *   │           │ ruler                            │
 *   ├───────────┼──────────────────────────────────┤
 *   │ [tid] name│ rows                             │
 *   └───────────┴──────────────────────────────────┘
 *   9 more rows                                            note, if rows are missing
 *   ■ A.run  1.2 s      ■ B.run  0.3 s                     legend
 *
 * Only the thread that created a sheet may use it. */
typedef struct _TvTimelineSheet TvTimelineSheet;

TvTimelineSheet *tv_timeline_sheet_new         (const TvTimelineSheetPlan  *plan,
                                                GCancellable               *cancellable,
                                                GError                    **error);
void             tv_timeline_sheet_free        (TvTimelineSheet            *self);
void             tv_timeline_sheet_get_size    (const TvTimelineSheet      *self,
                                                double                     *width,
                                                double                     *height);
guint            tv_timeline_sheet_get_n_pages (const TvTimelineSheet      *self);
guint            tv_timeline_sheet_get_n_missing (const TvTimelineSheet    *self);
void             tv_timeline_sheet_paint       (cairo_t                    *cr,
                                                guint                       page,
                                                gpointer                    sheet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineSheet, tv_timeline_sheet_free)

G_END_DECLS
