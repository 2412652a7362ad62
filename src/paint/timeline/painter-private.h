/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/stack-chart.h"
#include "analysis/samples/thread-samples.h"
#include "paint/kit/bars.h"
#include "paint/timeline/counter-spans.h"
#include "paint/kit/call-labels.h"
#include "paint/timeline/span-cache.h"
#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/* Colours of bars: the palette with its grey and shades, and those of other content. The same faded colours
 * follow, for slices outside of the search results. */
#define TV_BAR_GAP      TV_PALETTE_END
#define TV_BAR_STATE    (TV_BAR_GAP + 1)
#define TV_BAR_COUNTER  (TV_BAR_STATE + TV_N_STATE_KINDS) /* area and line of each style */
#define TV_BAR_BUSY     (TV_BAR_COUNTER + 2 * TV_N_COUNTER_LOOKS)
#define TV_BAR_ACCENT   (TV_BAR_BUSY + TV_N_BUSY_SHADES)
#define TV_BAR_FOUND    (TV_BAR_ACCENT + 1)
#define TV_N_BAR_COLORS (TV_BAR_FOUND + 1)

#define TV_N_BUSY_SHADES 8

typedef enum
{
  TV_COUNTER_FREQUENCY,
  TV_COUNTER_IDLE,
  TV_COUNTER_OTHER,
  TV_N_COUNTER_LOOKS,
} TvCounterLook;

/* An instant event; in px. */
typedef struct
{
  guint color;
  double x, middle_y, radius;
} TvDiamond;

/* Hatch of an inferred slice; in px. */
typedef struct
{
  TvTimelineRect rect;
  double start_x; /* start of the slice, possibly invisible */
} TvHatch;

/* Icon of a frame's verdict; in px. */
typedef struct
{
  TvFrameVerdict verdict;
  double x, middle_y;
} TvPaintedFrameSign;
/* Uncertainty on both sides of a slice; in px. */
typedef struct
{
  guint color, end_color;
  double start_x, end_x; /* of the slice, or of several adjacent ones */
  double width;
  double y, height;
} TvSoftEdge;

struct _TvTimelinePainter
{
  TvTrace *trace;
  const TvSliceIndex *index;
  const TvBusyIndex *busy_index; /* (nullable) */
  TvColoring *coloring;
  TvThreadSamples *thread_samples; /* (nullable): created on first use */
  const TvStackChart *stacks;      /* (nullable) */
  GArray *stack_bars;

  const TvRowFinder *rows; /* of @index */
  TvSpanFinder *finder;
  TvSpanCache *span_cache;
  GArray *requests; /* requests of a picture */
  gboolean waits;   /* whether to wait for the index of intervals */
  GArray *spans;
  GArray *counter_spans;
  GHashTable *changes;     /* of TvCounterChanges: deltas and rates that were drawn */
  guint32 missing_counter; /* counter whose changes the last picture lacked, or TV_NONE */
  TvCounterMode missing_mode;
  TvBars *bars;
  GArray *call_labels;
  GArray *diamonds;
  GArray *hatches;
  GArray *frame_signs;
  GArray *soft_edges;
  guint8 *lonely; /* by span of a band */
  guint n_lonely;
  guint32 *last_of_line; /* spans, by line of the band */
  guint n_last_of_line;
  guint8 *marks; /* by column */
  guint32 n_marks;
  GArray *hits;   /* (nullable): search hits */
  guint8 *is_hit; /* bit set of the hits, by slice */
  float *shares;  /* by column */
  guint32 n_shares;

  TvLabelCache *calls;
  TvLabelCache *small;
  TvLabelCache *names;
  TvLabelCache *main_names;
  TvLabelCache *details;
  TvLabelCache *strong_details;
  char **label_of_symbol;    /* (nullable) each: by symbol, created on first use */
  GHashTable *label_of_name; /* by TvCallName, for stacks */
};

/* Values shared by the parts of a picture. */
typedef struct
{
  TvTimelinePainter *painter;
  const TvTimelineView *view;
  cairo_t *cr;
  TvTimeScale scale; /* time range and device pixels of the chart */
  double top;        /* top of the area for scrolled rows, in px */
  double bottom;
  guint first_row; /* visible rows */
  guint end_row;
  guint32 selected_utid;    /* thread of the selected slice in grouped rows, or TV_NONE */
  TvTrackColoring coloring; /* of the current band */
} TvTimelinePicture;

/* Spans for some columns only contain the requested depths, those for all columns may contain others; valid until
 * the next search. */
const GArray *tv_timeline_find_spans (TvTimelinePainter *self,
                               const TvTimelineBand *band,
                               const TvTimeScale    *scale,
                               guint32               first_column,
                               guint32               end_column,
                               guint32               first_depth,
                               guint32               end_depth);
void tv_timeline_prepare_rows (TvTimelinePicture *picture);
void tv_timeline_take_hits    (TvTimelinePainter *self,
                               const GArray      *hits);
void tv_timeline_add_row      (TvTimelinePicture *picture,
                               guint              row);
void tv_timeline_add_counter  (TvTimelinePicture *picture,
                               const TvTimelineBand *band,
                               double             y);
void tv_timeline_paint_selected_counter (TvTimelinePicture *picture);
void tv_timeline_add_samples  (TvTimelinePicture *picture,
                               const TvTimelineBand *band,
                               double             y);
void tv_timeline_find_lines   (const TvTimelineView *view,
                               const TvTimelineBand *band,
                               const TvTimelineRow *row,
                               guint32           *first,
                               guint32           *end);
gboolean tv_timeline_has_low_lines (const TvTimelineView *view,
                               const TvTimelineBand *band);
void tv_timeline_add_stacks   (TvTimelinePicture *picture,
                               const TvTimelineRow *row,
                               const TvTimelineBand *band);
void tv_timeline_hit_stack    (TvTimelinePainter *self,
                               const TvTimelineView *view,
                               const TvTimelineBand *band,
                               guint32            level,
                               guint32            column,
                               guint32            reach,
                               TvTimelineHit     *hit);
void tv_timeline_paint_selected_stack (TvTimelinePicture *picture,
                               const TvTimelineRow *row,
                               const TvTimelineBand *band);
guint32 tv_timeline_find_stack_sample (TvTimelinePainter *self,
                               const TvTimelineView *view,
                               const TvTimelineBand *band,
                               guint32            column,
                               guint32            reach);
void tv_timeline_paint_sample_marks (TvTimelinePicture *picture);
void tv_timeline_add_busy     (TvTimelinePicture *picture,
                               guint              group,
                               int                y,
                               int                height);
guint tv_timeline_get_bar_color (TvTimelinePicture *picture,
                               const TvTimelineBand *band,
                               guint32            slice);
void tv_timeline_get_bar_colors (const TvTheme *theme, TvColor *colors); /* 2 * TV_N_BAR_COLORS */
void tv_timeline_paint_bars   (TvTimelinePicture *picture);
const guint8 *tv_timeline_find_lonely (TvTimelinePicture *picture,
                               const TvTimelineBand *band,
                               const GArray      *found,
                               guint32            first,
                               guint32            end);
double   tv_timeline_find_point_middle (TvTimelinePainter    *self,
                                        const TvTimelineView *view,
                                        const TvTimelineBand *band,
                                        guint32               column);
gboolean tv_timeline_add_diamond (TvTimelinePicture *picture,
                               const TvTimelineBand *band,
                               guint32            slice,
                               guint32            column,
                               double             y);
void tv_timeline_add_point_label (TvTimelinePicture *picture,
                               const TvTimelineBand *band,
                               const GArray      *found,
                               guint              span,
                               double             y);
void tv_timeline_paint_diamonds (TvTimelinePicture *picture);
void tv_timeline_add_hatch    (TvTimelinePicture *picture,
                               const TvTimelineSpan *span,
                               double             y,
                               double             height);
void tv_timeline_paint_hatches (TvTimelinePicture *picture);
double tv_timeline_add_frame_sign (TvTimelinePicture *picture,
                               guint32            slice,
                               double             x,
                               double             width,
                               double             middle_y);
void tv_timeline_paint_frame_signs (TvTimelinePicture *picture);
void tv_timeline_add_soft_edges (TvTimelinePicture *picture,
                               const TvTimelineBand *band,
                               const TvTimelineSpan *span,
                               double             y);
void tv_timeline_paint_soft_edges (TvTimelinePicture *picture);
void tv_timeline_paint_scales (TvTimelinePicture *picture);
void tv_timeline_paint_cues   (TvTimelinePicture *picture);
void tv_timeline_paint_marks  (TvTimelinePicture *picture);
void tv_timeline_add_hits     (TvTimelinePicture *picture,
                               const TvTimelineBand *band,
                               double             y);
const char *tv_timeline_painter_get_label (TvTimelinePainter *self,
                               guint32            symbol);
void tv_timeline_paint_heads  (TvTimelinePicture *picture);
void tv_timeline_paint_frame  (TvTimelinePicture *picture);
void tv_timeline_find_marks   (TvTrace           *trace,
                               const TvRowFinder *rows,
                               const guint32     *occurrences,
                               guint              n_occurrences,
                               guint32            track,
                               const TvTimeScale *scale,
                               guint8            *marks);

/* Bits of a column with marks. */
typedef enum
{
  TV_MARK_LINE = 1 << 0,
  TV_MARK_ENTRY = 1 << 1,
  TV_MARK_EXIT = 1 << 2,
} TvMark;

G_END_DECLS
