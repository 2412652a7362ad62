/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/* Default limit for the height of a sheet, in px. */
#define TV_TIMELINE_SHEET_MAX_HEIGHT 8000.0

/**
 * TvTimelineSheetPlan:
 * @trace: trace
 * @index: index of @trace
 * @coloring: colouring of @trace
 * @layout: layout
 * @theme: theme colours
 * @font: (nullable): font family for Pango; sizes are those of the layout's metrics
 * @title: title, such as the file's name
 * @start_ns: time at the chart's left edge
 * @end_ns: time at its right edge, after @start_ns
 * @top: first px of the rows
 * @bottom: end of the rows in px; 0 for all rows
 * @selection_start_ns: start of the selected range
 * @selection_end_ns: end of the selected range; equal to the start if none is selected
 * @clock: clock of the legend's times, if the trace has it
 * @selected_slice: the selected call, or %TV_NONE
 * @occurrences: (nullable) (element-type guint32): as in #TvTimelineView
 * @hits: (nullable) (element-type guint32): as in #TvTimelineView
 * @marks: (nullable) (element-type TvTimeMark): as in #TvTimelineView
 * @base: (nullable): as in #TvTimelineView
 * @sample_kind: kind of the shown samples
 * @shows_gaps: whether to dim calls while their thread was switched out
 * @has_legend: whether to add a legend of the colours
 * @is_paged: whether rows that do not fit continue on further pages
 * @width: width of a page, in px
 * @height: height of a page, in px; 0 for the natural height
 * @scale: device pixels per px; in vector formats the number of columns that separate calls
 *
 * Content of an exported timeline. Everything must outlive the sheet except the folds of the layout and the plan
 * itself.
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

/* A self-contained picture of the timeline:
 *
 *   shop-start.trace                            1 of 2     title
 *   1.2 s – 1.5 s of 5.8 s · 12 threads · wall time        facts
 *   ┌───────────┬──────────────────────────────────┐
 *   │           │ ruler                            │
 *   ├───────────┼──────────────────────────────────┤
 *   │ [tid] name│ rows                             │
 *   └───────────┴──────────────────────────────────┘
 *   9 more rows                                            note, if any are missing
 *   ■ A.run  1.2 s      ■ B.run  0.3 s                     legend
 *
 * Used by the thread that made it. */
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
