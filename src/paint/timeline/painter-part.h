/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/bars.h"
#include "paint/kit/call-labels.h"
#include "paint/kit/palette.h"
#include "paint/timeline/band-class.h"
#include "paint/timeline/span-cache.h"

G_BEGIN_DECLS

/* State of the current drawing, for functions that paint one area of it: the pinned rows or the other rows. */
struct _TvTimelineImage
{
  TvTimelinePainter *painter;
  TvTrace *trace;
  TvBars *bars;
  const TvTimelineView *view;
  cairo_t *cr;
  TvTimeScale scale; /* time range and device pixels of the chart */
  double top;        /* upper edge of the area in px */
  double bottom;
  guint first_row; /* index of the first row in the area */
  guint end_row;
  guint32 selected_utid; /* thread of the selected slice if rows are grouped, otherwise TV_NONE */
  TvTrackColoring coloring; /* colouring of the current band */
};

/* The painter consists of parts. Each part is responsible for one subject and has its own file, which defines a
 * struct with the part's state and the functions below. The painter allocates the struct with zeroed fields, and
 * never accesses its fields.
 *
 *   painter.c       the painter: order of painting, background, selection
 *   slice-bands.c         slices of bands, their shapes and colours
 *   counters.c      counters
 *   sample-strip.c  number of stack samples over time
 *   stack-rows.c    sampled stacks over time
 *   path-strip.c    critical paths of threads
 *   diamonds.c      instant events
 *   decorations.c   hatches, icons of frames, soft edges
 *   marks.c         brackets below slices, search hits
 *
 * Files without state: state-bands.c (thread states), cpu-bands.c (use of CPUs), hit.c (hit testing), view-geometry.c
 * (positions of times and rows), snap.c (snapping), overflow.c (indicators of hidden levels), row-labels.c (row
 * labels), highlight.c (highlight of a thread), call-line.c (line between two timelines). */
typedef struct
{
  gsize size;
  void (*init) (TvTimelinePainter *self); /* (nullable): initializes the state */
  void (*begin) (TvTimelineImage *image); /* (nullable): called before each drawing */
  void (*start) (
      TvTimelinePainter *self); /* (nullable): called before each area; clears the lists */
  void (*clear) (TvTimelinePainter *self); /* (nullable): frees the content of the state */
} TvPainterPart;

/* One line per part: suffix of the enum constant, suffix of the definition. */
#define TV_PAINTER_PARTS(PART)                                                                     \
  PART (BANDS, bands)                                                                              \
  PART (COUNTERS, counters)                                                                        \
  PART (SAMPLES, samples)                                                                          \
  PART (STACKS, stacks)                                                                            \
  PART (PATHS, paths)                                                                              \
  PART (DIAMONDS, diamonds)                                                                        \
  PART (DECORATIONS, decorations)                                                                  \
  PART (BRACKETS, brackets)

#define TV_PAINTER_PART_ID(id, name) TV_PAINTER_PART_##id,

typedef enum
{
  TV_PAINTER_PARTS (TV_PAINTER_PART_ID) TV_PAINTER_N_PARTS
} TvPainterPartId;

#define TV_PAINTER_DECLARE_PART(id, name) extern const TvPainterPart tv_painter_part_##name;

TV_PAINTER_PARTS (TV_PAINTER_DECLARE_PART)

/* Fonts of labels. */
typedef enum
{
  TV_LABELS_CALLS,
  TV_LABELS_SMALL,
  TV_LABELS_NAMES,
  TV_LABELS_MAIN_NAMES,
  TV_LABELS_DETAILS,
  TV_LABELS_STRONG_DETAILS,
  TV_N_LABELS
} TvPainterLabels;

gpointer            tv_timeline_painter_get_part     (const TvTimelinePainter *self,
                                                      TvPainterPartId          id);
TvTrace            *tv_timeline_painter_get_trace    (const TvTimelinePainter *self);
const TvSliceIndex *tv_timeline_painter_get_index    (const TvTimelinePainter *self);
const TvBusyIndex  *tv_timeline_painter_get_busy_index (const TvTimelinePainter *self);
gboolean            tv_timeline_painter_get_waits    (const TvTimelinePainter *self);
TvColoring         *tv_timeline_painter_get_coloring (const TvTimelinePainter *self);
TvLabelCache       *tv_timeline_painter_get_labels   (const TvTimelinePainter *self,
                                                      TvPainterLabels          labels);
void                tv_timeline_painter_add_label    (TvTimelinePainter       *self,
                                                      const TvCallLabel       *label);
const char         *tv_timeline_painter_get_label    (TvTimelinePainter       *self,
                                                      guint32                  symbol);

/* Indexes of bar colours: the palette with its neutral grey and shades, then other content. The list is followed by
 * the same colours faded, for slices that are not search hits. */
#define TV_BAR_GAP      TV_PALETTE_END
#define TV_BAR_STATE    (TV_BAR_GAP + 1)
#define TV_BAR_COUNTER  (TV_BAR_STATE + TV_N_STATE_KINDS) /* two per style: area and line */
#define TV_BAR_BUSY     (TV_BAR_COUNTER + 2 * TV_N_COUNTER_STYLES)
#define TV_BAR_ACCENT   (TV_BAR_BUSY + TV_N_BUSY_SHADES)
#define TV_BAR_FOUND    (TV_BAR_ACCENT + 1)
#define TV_BAR_OWN_PATH (TV_BAR_FOUND + 1)
#define TV_BAR_PATH     (TV_BAR_OWN_PATH + 1) /* other threads on a critical path */
#define TV_N_BAR_COLORS (TV_BAR_PATH + 1)

#define TV_N_BUSY_SHADES 8

typedef enum
{
  TV_COUNTER_FREQUENCY,
  TV_COUNTER_IDLE,
  TV_COUNTER_OTHER,
  TV_N_COUNTER_STYLES,
} TvCounterStyle;

/* Maximum distance in px between the pointer and the instant event or sample that it hits. */
#define TV_TIMELINE_REACH_PX 4.0

/* Minimum height of running time in a column, in px. */
#define TV_TIMELINE_MIN_RUN_PX 2.0

/* slice-bands.c: The spans are valid until the next search. They may contain other depths than requested if all
 * columns are requested. */
const GArray *tv_timeline_find_spans (TvTimelinePainter *self,
                               const TvTimelineBand *band,
                               const TvTimeScale    *scale,
                               guint32               first_column,
                               guint32               end_column,
                               guint32               first_depth,
                               guint32               end_depth);
void tv_timeline_prepare_rows (TvTimelineImage *image);
TvSpanCache *tv_timeline_painter_get_span_cache (const TvTimelinePainter *self);
void tv_timeline_add_row      (TvTimelineImage *image,
                               guint              row);
void tv_timeline_add_slices   (TvTimelineImage *image,
                               const TvTimelineRow *row,
                               const TvTimelineBand *band,
                               double             y);
float *tv_timeline_get_shares (TvTimelineImage *image);
const guint32 *tv_timeline_find_rows (TvTimelineImage *image,
                               const TvTimelineBand *band);
void tv_timeline_find_lines   (const TvTimelineView *view,
                               const TvTimelineBand *band,
                               const TvTimelineRow *row,
                               guint32           *first,
                               guint32           *end);
gboolean tv_timeline_has_low_lines (const TvTimelineView *view,
                               const TvTimelineBand *band);
guint tv_timeline_get_bar_color (TvTimelineImage *image,
                               const TvTimelineBand *band,
                               guint32            slice);
void tv_timeline_get_bar_colors (const TvTheme *theme,
                                 TvColor *colors); /* array of 2 * TV_N_BAR_COLORS */
void tv_timeline_paint_bars   (TvTimelineImage *image);

/* sample-strip.c */
gboolean tv_timeline_has_selected_sample (const TvTimelineImage *image,
                               const TvTimelineRow *row);

/* path-strip.c */
void tv_timeline_outline_path (TvTimelineImage *image,
                               const TvTimelineBand *band,
                               double             y);

/* highlight.c */
void tv_timeline_append_dim   (cairo_t           *cr,
                               const TvTimelineView *view,
                               const TvTimelineRow *row,
                               double             x0,
                               double             x1,
                               double             y0,
                               double             y1);

/* diamonds.c */

/* A drawn instant event; coordinates in px. */
typedef struct
{
  guint color;
  double x, middle_y, radius;
} TvDiamond;

const guint8 *tv_timeline_find_lonely (TvTimelineImage *image,
                               const TvTimelineBand *band,
                               const GArray      *found,
                               guint32            first,
                               guint32            end);
double   tv_timeline_find_point_middle (TvTimelinePainter    *self,
                                        const TvTimelineView *view,
                                        const TvTimelineBand *band,
                                        guint32               column);
gboolean tv_timeline_add_diamond (TvTimelineImage *image,
                               const TvTimelineBand *band,
                               guint32            slice,
                               guint32            column,
                               double             y);
void tv_timeline_add_point_label (TvTimelineImage *image,
                               const TvTimelineBand *band,
                               const GArray      *found,
                               guint              span,
                               double             y);
void tv_timeline_paint_diamonds (TvTimelineImage *image);
const GArray *tv_timeline_painter_get_diamonds (const TvTimelinePainter *self);

/* decorations.c */
void tv_timeline_add_hatch    (TvTimelineImage *image,
                               const TvTimelineSpan *span,
                               double             y,
                               double             height);
void tv_timeline_paint_hatches (TvTimelineImage *image);
double tv_timeline_add_frame_sign (TvTimelineImage *image,
                               guint32            slice,
                               double             x,
                               double             width,
                               double             middle_y);
void tv_timeline_paint_frame_signs (TvTimelineImage *image);
void tv_timeline_add_soft_edges (TvTimelineImage *image,
                               const TvTimelineBand *band,
                               const TvTimelineSpan *span,
                               double             y);
void tv_timeline_paint_soft_edges (TvTimelineImage *image);
guint tv_timeline_painter_get_n_soft_edges (const TvTimelinePainter *self);

/* marks.c */

/* Parts of brackets in a column. */
typedef enum
{
  TV_MARK_LINE = 1 << 0,
  TV_MARK_ENTRY = 1 << 1,
  TV_MARK_EXIT = 1 << 2,
} TvMark;

void tv_timeline_find_marks   (TvTrace           *trace,
                               const TvRowFinder *rows,
                               const guint32     *occurrences,
                               guint              n_occurrences,
                               guint32            track,
                               const TvTimeScale *scale,
                               guint8            *marks);
void tv_timeline_add_hits     (TvTimelineImage *image,
                               const TvTimelineBand *band,
                               double             y);
void tv_timeline_paint_marks  (TvTimelineImage *image);

/* view-geometry.c */
guint32 tv_timeline_view_find_column (const TvTimelineView *self,
                                      double                x);

/* hit.c */
void tv_timeline_hit_slice    (TvTimelinePainter *self,
                               const TvTimelineView *view,
                               const TvTimelineBand *band,
                               guint32            depth,
                               double             x,
                               TvTimelineHit     *hit);

/* overflow.c, row-labels.c */
void tv_timeline_paint_overflow   (TvTimelineImage *image);
void tv_timeline_paint_row_labels  (TvTimelineImage *image);
void tv_timeline_paint_frame  (TvTimelineImage *image);

G_END_DECLS
