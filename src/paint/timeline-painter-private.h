/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/bars.h"
#include "paint/label-cache.h"
#include "paint/timeline-painter.h"

G_BEGIN_DECLS

/* The colours of bars: the palette, the neutral grey, and that of gaps. */
#define TV_BAR_GAP      (TV_PALETTE_SIZE + 1)
#define TV_N_BAR_COLORS (TV_PALETTE_SIZE + 2)

struct _TvTimelinePainter
{
  TvTrace *trace;
  const TvSliceIndex *index;
  const TvStripIndex *strip_index; /* (nullable) */
  guint8 *colors;                  /* by symbol */

  TvRowFinder *rows;
  TvSpanFinder *finder;
  TvStripWalk *strip_walk; /* (nullable): made when first needed */
  GArray *spans;
  TvBars *bars;
  GArray *call_labels;
  guint8 *marks; /* by column */
  guint32 n_marks;

  TvLabelCache *calls;
  TvLabelCache *names;
  TvLabelCache *main_names;
  TvLabelCache *details;
  TvLabelCache *strong_details;
  char **label_of_symbol; /* (nullable) each: made when first drawn */
};

/* What a picture's parts need to know of it again and again. */
typedef struct
{
  TvTimelinePainter *painter;
  const TvTimelineView *view;
  cairo_t *cr;
  TvTimeScale scale; /* time and device pixels of the chart */
  guint first_row;   /* rows in sight */
  guint end_row;
} TvTimelinePicture;

/* Where the top of the rows is in the picture, in px. */
static inline double
tv_timeline_view_get_rows_y (const TvTimelineView *view)
{
  return view->ruler_height - view->scroll_y;
}

void tv_timeline_paint_marks  (TvTimelinePicture *picture);
void tv_timeline_paint_heads  (TvTimelinePicture *picture);
void tv_timeline_find_marks   (TvTrace           *trace,
                               TvRowFinder       *rows,
                               const guint32     *occurrences,
                               guint              n_occurrences,
                               guint32            track,
                               const TvTimeScale *scale,
                               guint8            *marks);

/* Bits of a column of marks. */
typedef enum
{
  TV_MARK_LINE = 1 << 0,
  TV_MARK_ENTRY = 1 << 1,
  TV_MARK_EXIT = 1 << 2,
} TvMark;

G_END_DECLS
