/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/painter.h"

G_BEGIN_DECLS

typedef struct _TvTimelineImage TvTimelineImage;

/* A class of bands with one kind of content: how a row positions them, how they are painted and hit-tested. The
 * layout, the painter and hit tests call these hooks and read these properties, and do not distinguish kinds.
 *
 * A new kind of band is a file with its class, and a line in TV_BAND_CLASSES. If painting needs state, the file may
 * own it as a #TvPainterPart. */
struct _TvBandClass
{
  /* For the layout. Offsets are positions of members in #TvTimelineMetrics. */
  gsize bar;            /* offset of the height of a line */
  gsize step;           /* offset of the distance between lines; 0 for @bar + 1 px */
  gint32 inset;         /* amount by which a line is lower than @bar, in px */
  gint32 space_below;   /* space below the band in px */
  gboolean shrinks;     /* whether lines are less high in very deep rows */
  gboolean has_margins; /* whether the row of a thread has margins and two lines of text */
  guint offers;         /* #TvRowChoice flags for additional content of the row */
  gboolean is_optional; /* whether the band is hidden unless the user has chosen one of @offers */
  const TvBandClass *strip; /* (nullable): class that shows the same calls on one line */
  const char *label;        /* (nullable): label of the band, below that of the row */

  void (*add) (TvTimelineImage *image, /* adds the bars and labels of a band at @y in px */
               const TvTimelineRow *row,
               const TvTimelineBand *band,
               double y);
  void (*hit) (TvTimelinePainter *self, /* (nullable): finds the content at @x and @depth */
               const TvTimelineView *view,
               const TvTimelineBand *band,
               guint32 depth,
               double x,
               TvTimelineHit *hit);
  void (*paint_over) (TvTimelineImage *image, /* (nullable): paints captions and the selection */
                      const TvTimelineRow *row,
                      const TvTimelineBand *band,
                      double y);
  void (*append_others) (
      TvTimelinePainter *self, /* (nullable): appends the areas of other threads to the path; NULL
                                                   * dims the whole row */
      cairo_t *cr,
      const TvTimelineView *view,
      const TvTimelineRow *row,
      const TvTimelineBand *band,
      guint32 utid);

  /* Only for bands of slices: */
  const float *(*find_shares) (
      TvTimelineImage *
          image, /* (nullable): returns the busy share of each column, which determines the height of
                               * short slices */
      const TvTimelineBand *band);
  gboolean (*is_selected) (
      const TvTimelineImage *image, /* (nullable): returns whether to underline a slice */
      guint32 slice);
  gboolean has_slices;
  double radius;     /* corner radius, relative to the height of a line */
  double min_px;     /* minimum width of a slice in px */
  gboolean is_strip; /* whether the band shows the innermost slices of all depths on one line */
  gboolean is_pill;  /* whether both ends are semicircles */
  gboolean
      has_labels; /* whether slices have labels, and lone instant events are drawn as diamonds */
  gboolean has_small_labels;
  gboolean has_brackets;  /* whether the selected symbol has brackets */
  gboolean has_torn_ends; /* whether slices without an end have a jagged edge */
  gboolean
      has_plain_lines; /* whether narrow bars need only a colour, so that a whole line can be added at once */
  gboolean has_hits;     /* whether search hits are highlighted */
  gboolean are_inferred; /* whether inferred slices are hatched */
};

/* Members of classes with slices that can be clicked and found by a search. */
#define TV_BAND_OF_SLICES                                                                          \
  .add = tv_timeline_add_slices, .hit = tv_timeline_hit_slice, .has_slices = TRUE, .has_hits = TRUE

/* All classes, in the order in which a row shows its bands from top to bottom. */
#define TV_BAND_CLASSES(CLASS)                                                                     \
  CLASS (states)  /* states of a thread */                                                         \
  CLASS (calls)   /* nested calls of a thread */                                                   \
  CLASS (strip)   /* innermost calls of a thread, on one line */                                   \
  CLASS (thin)    /* other nested slices of a thread */                                            \
  CLASS (points)  /* instant events of a thread */                                                 \
  CLASS (runs)    /* runs on a CPU */                                                              \
  CLASS (lines)   /* nested interrupts of a CPU */                                                 \
  CLASS (pills)   /* layer of an async track */                                                    \
  CLASS (counter) /* values of a counter */                                                        \
  CLASS (busy)    /* activity of a folded group */                                                 \
  CLASS (samples) /* number of stack samples of a thread over time, coloured by function */        \
  CLASS (stacks)  /* sampled stacks of a thread over time */                                       \
  CLASS (path)    /* critical path of a thread */

#define TV_BAND_DECLARE_CLASS(name) extern const TvBandClass tv_band_##name;

TV_BAND_CLASSES (TV_BAND_DECLARE_CLASS)

guint tv_band_class_get_place (const TvBandClass *self);

G_END_DECLS
