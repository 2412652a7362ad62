/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws bands of slices: calls, marks, instant events, interrupts and async tracks. Finds the spans of bands, and
 * chooses the shapes and colours of bars. The classes of other slices (state-bands.c, cpu-bands.c) also call these
 * functions. A part of the painter, with the classes of slice bands. Owns the span finder, the span cache and shared
 * buffers; returned spans and shares are valid until the next call. */

#include "paint/timeline/painter-part.h"

#include <math.h>
#include <string.h>

/* Weight of the original colour in slices that are not search results. */
#define FADED_PART 0.25

#define MIN_LINE_HEIGHT 1.15 /* minimum line height for labels, relative to the font size */
#define UNDERLINE_PX    3.0
#define POINT_PX        2.0 /* minimum width of an instant event */
#define RADIUS          0.25
#define FOUND_PX        2.0
#define AREA_PART       0.45 /* weight of a counter's colour in the area below its line */
#define IDLE_AREA_PART  0.2
#define OWN_PATH_PART                                                                              \
  0.25 /* weight of the colour of running threads in a thread's own critical path */
#define PATH_PART                                                                                  \
  0.12 /* weight of the text colour in the parts of a critical path on other threads */

/* Number of spans by which slices are prefetched in advance. */
#define SPANS_AHEAD 16

typedef struct
{
  TvSpanFinder *finder;
  TvSpanCache *span_cache;
  GArray *requests; /* (element-type TvSpanRequest): span requests of the current drawing */
  GArray *
      spans; /* (element-type TvTimelineSpan): buffer for the result of tv_timeline_find_spans() if it is not in the
              * cache */
  GArray *hits;   /* (nullable): search hits */
  guint8 *is_hit; /* (nullable): bit set of search hits, indexed by slice */
  float *shares;  /* shared buffer with one value per column */
  guint32 n_shares;
} BandsPart;

static BandsPart *
get_part (const TvTimelinePainter *self)
{
  return tv_timeline_painter_get_part (self, TV_PAINTER_PART_BANDS);
}

/* Gets the levels of a band's visible lines, from @first up to @end. */
void
tv_timeline_find_lines (const TvTimelineView *view,
                        const TvTimelineBand *band,
                        const TvTimelineRow *row,
                        guint32 *first,
                        guint32 *end)
{
  double y = tv_timeline_view_get_row_y (view, row) + (double) band->y;
  double top = tv_timeline_view_get_row_top (view, row) - y;
  double bottom = view->height - y;
  double before = (double) band->first_level - (band->first_level > 0);

  if (band->step == 0)
    {
      *first = 0;
      *end = MIN (band->n_levels, 1);
      return;
    }
  /* Convert lines to levels. */
  *first = (guint32) CLAMP (floor (top / band->step) + before, band->first_level, band->end_level);
  *end = (guint32) CLAMP (ceil (bottom / band->step) + before, *first, band->end_level);
}

/* Returns whether the spans of a band can be computed without waiting for the interval index. */
static gboolean
is_at_hand (const TvTimelinePainter *self, const TvTimelineBand *band)
{
  return !band->class->is_strip || tv_timeline_painter_get_waits (self) ||
         tv_slice_index_has_intervals (tv_timeline_painter_get_index (self));
}

static void
request_band (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band)
{
  BandsPart *part = get_part (image->painter);
  TvSpanRequest request = { .track = band->track, .is_strip = band->class->is_strip };

  tv_timeline_find_lines (image->view, band, row, &request.first_depth, &request.end_depth);
  if (!is_at_hand (image->painter, band) ||
      (!request.is_strip && request.first_depth == request.end_depth))
    return;
  g_array_append_val (part->requests, request);
}

/* Requests the spans of all visible rows at once. */
void
tv_timeline_prepare_rows (TvTimelineImage *image)
{
  BandsPart *part = get_part (image->painter);
  const TvTimelineView *view = image->view;

  g_array_set_size (part->requests, 0);
  for (guint row = image->first_row; row < image->end_row; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
      double row_y = tv_timeline_view_get_row_y (view, r);

      for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
        {
          const TvTimelineBand *band = tv_timeline_layout_get_band (view->layout, i);

          if (row_y + (double) band->y >= image->bottom)
            break;
          if (band->class->has_slices)
            request_band (image, r, band);
        }
    }
  tv_span_cache_prepare (part->span_cache, part->requests);
}

const GArray *
tv_timeline_find_spans (TvTimelinePainter *self,
                        const TvTimelineBand *band,
                        const TvTimeScale *scale,
                        guint32 first_column,
                        guint32 end_column,
                        guint32 first_depth,
                        guint32 end_depth)
{
  BandsPart *part = get_part (self);
  gboolean is_strip = band->class->is_strip;

  g_array_set_size (part->spans, 0);
  if (!is_at_hand (self, band))
    return part->spans;
  if (first_column == 0 && end_column == scale->n_columns &&
      tv_span_cache_is_for (part->span_cache, scale))
    return is_strip
               ? tv_span_cache_find_strip (part->span_cache, band->track)
               : tv_span_cache_find_nested (part->span_cache, band->track, first_depth, end_depth);
  if (is_strip)
    tv_span_finder_find_strip (part->finder, band->track, scale, first_column, end_column,
                               part->spans);
  else
    tv_span_finder_find_nested (part->finder, band->track, scale, first_column, end_column,
                                first_depth, end_depth, part->spans);
  return part->spans;
}

/* Expands the search hits to a bit set, because each bar looks up its slice. */
static void
take_hits (TvTimelinePainter *self, const GArray *hits)
{
  BandsPart *part = get_part (self);
  guint32 n_slices = tv_trace_get_slices (tv_timeline_painter_get_trace (self))->n;

  if (part->hits == hits)
    return;
  g_clear_pointer (&part->hits, g_array_unref);
  g_clear_pointer (&part->is_hit, g_free);
  if (hits == NULL)
    return;
  part->hits = g_array_ref ((GArray *) hits);
  part->is_hit = g_new0 (guint8, n_slices / 8 + 1);
  for (guint i = 0; i < hits->len; i++)
    {
      guint32 slice = g_array_index (hits, guint32, i);

      if (slice < n_slices)
        part->is_hit[slice / 8] |= (guint8) (1 << slice % 8);
    }
}

static gboolean
is_faded (const TvTimelinePainter *self, const TvTimelineBand *band, guint32 slice)
{
  BandsPart *part = get_part (self);

  return part->is_hit != NULL && band->class->has_hits &&
         !(part->is_hit[slice / 8] & (1 << slice % 8));
}

/* Returns whether a slice is a search hit. Hits keep their colour and are underlined, so that they can be recognized
 * without colour. */
static gboolean
is_found (const TvTimelinePainter *self, const TvTimelineBand *band, guint32 slice)
{
  return get_part (self)->is_hit != NULL && band->class->has_hits && !is_faded (self, band, slice);
}

guint
tv_timeline_get_bar_color (TvTimelineImage *image, const TvTimelineBand *band, guint32 slice)
{
  return tv_track_coloring_get_index (&image->coloring, slice) +
         (is_faded (image->painter, band, slice) ? TV_N_BAR_COLORS : 0);
}

static double
get_radius (const TvTimelineBand *band, double width)
{
  const TvBandClass *class = band->class;

  if (class->is_pill)
    return MIN (width, band->bar) / 2.0;
  return MIN (TV_CALL_RADIUS_PX, class->radius * band->bar);
}

/* Returns the shared buffer with one value per column. */
float *
tv_timeline_get_shares (TvTimelineImage *image)
{
  BandsPart *part = get_part (image->painter);

  if (part->n_shares < image->scale.n_columns)
    {
      part->n_shares = image->scale.n_columns;
      part->shares = g_renew (float, part->shares, part->n_shares);
    }
  return part->shares;
}

/* Returns the first slice of each column, see tv_span_finder_find_rows(). */
const guint32 *
tv_timeline_find_rows (TvTimelineImage *image, const TvTimelineBand *band)
{
  return tv_span_finder_find_rows (get_part (image->painter)->finder, band->track, &image->scale, 0,
                                   image->scale.n_columns);
}

/* Adds the columns of a run. The height of a short run is proportional to its share of the column, because a CPU with
 * frequent short runs would otherwise look fully busy. */
static void
add_columns (TvTimelineImage *image,
             const TvTimelineSpan *span,
             guint color,
             const float *shares,
             int y,
             int height)
{
  const TvTimelineView *view = image->view;
  int left = (int) round (view->label_width * view->scale);
  int min = MIN ((int) ceil (TV_TIMELINE_MIN_RUN_PX * view->scale), height);

  for (guint32 column = span->first; column < span->end; column++)
    {
      int fraction = MAX ((int) lround ((double) height * shares[column]), min);

      tv_bars_add (image->bars, color, left + (int) column, y + height - fraction, 1, fraction, 0);
    }
}

static void
add_bar (TvTimelineImage *image,
         const TvTimelineBand *band,
         const TvTimelineSpan *span,
         const float *shares,
         int y,
         int height)
{
  const TvBandClass *class = band->class;
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  const TvSlices *slices = tv_trace_get_slices (image->trace);
  double scale = view->scale;
  int left = (int) round (view->label_width * scale);
  int x0 = left + (int) span->first, x1 = left + (int) span->end;
  double width = (x1 - x0) / scale;
  int radius = width > TV_CALL_MIN_ROUND_PX ? (int) round (get_radius (band, width) * scale) : 0;
  guint color = tv_timeline_get_bar_color (image, band, span->slice);

  if (class->are_inferred || slices->flags[span->slice] & TV_SLICE_UNFINISHED)
    tv_timeline_add_hatch (image, span, y / scale, height / scale);
  /* Off-CPU time is drawn as a line. */
  if (span->is_away)
    {
      int line = (int) ceil (scale);

      tv_bars_add (image->bars, TV_BAR_GAP, x0, y + height - line, x1 - x0, line, 0);
      return;
    }
  if (class->min_px > 0.0)
    x1 = MAX (x1, x0 + (int) round (class->min_px * scale));
  else if (width >= TV_CALL_MIN_SPACED_PX)
    x1 -= (int) round (scale);
  /* Do not round the end of a call that is outside the visible range. */
  if (span->first == 0 && tv_slices_start (slices, span->slice) < view->start_ns)
    x0 -= 2 * radius;
  if (span->end == image->scale.n_columns && tv_slices_end (slices, span->slice) > view->end_ns)
    x1 += 2 * radius + (int) ceil (scale);
  if (shares != NULL && width < TV_CALL_MIN_SPACED_PX)
    add_columns (image, span, color, shares, y, height);
  else
    tv_bars_add (image->bars, color, x0, y, x1 - x0, height, radius);
  if (is_found (self, band, span->slice))
    {
      int line = (int) ceil (FOUND_PX * scale);

      /* Leave some of the fill visible below the line, because the line alone would vanish on a dark background. */
      tv_bars_add (image->bars, TV_BAR_FOUND, x0 + radius, y + height - line - (int) ceil (scale),
                   MAX (x1 - x0 - 2 * radius, 1), line, 0);
    }
  if (class->is_selected != NULL && class->is_selected (image, span->slice))
    tv_bars_add (image->bars, TV_BAR_ACCENT, x0, y + height - (int) ceil (UNDERLINE_PX * scale),
                 x1 - x0, (int) ceil (UNDERLINE_PX * scale), 0);
}

/* Returns whether lines are too low for labels, as in very deep rows. */
gboolean
tv_timeline_has_low_lines (const TvTimelineView *view, const TvTimelineBand *band)
{
  const TvTimelineMetrics *metrics = tv_timeline_layout_get_metrics (view->layout);

  return band->bar < (band->class->has_small_labels ? metrics->small_font_px
                                                    : MIN_LINE_HEIGHT * metrics->call_font_px);
}

static void
add_label (TvTimelineImage *image,
           const TvTimelineBand *band,
           const TvTimelineSpan *span,
           double y,
           double height)
{
  const TvBandClass *class = band->class;
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  TvCallLabel label;
  double sign = 0.0;

  label.x = view->label_width + span->first / view->scale;
  label.width = (span->end - span->first) / view->scale;
  label.middle_y = y + height / 2.0;
  if (image->coloring.verdicts != NULL && !span->is_away)
    sign = tv_timeline_add_frame_sign (image, span->slice, label.x, label.width, label.middle_y);
  label.x += sign;
  label.width -= sign;
  if (label.width < TV_CALL_MIN_LABEL_PX || tv_timeline_has_low_lines (view, band) ||
      span->is_away || !class->has_labels)
    return;
  label.labels = class->has_small_labels ? tv_timeline_painter_get_labels (self, TV_LABELS_SMALL)
                                         : tv_timeline_painter_get_labels (self, TV_LABELS_CALLS);
  label.text = tv_timeline_painter_get_label (
      self, tv_slices_symbol (tv_trace_get_slices (image->trace), span->slice));
  label.color = is_faded (self, band, span->slice) ? &view->theme->dim_text
                                                   : tv_palette_get_text ();
  tv_timeline_painter_add_label (self, &label);
}

/* Adds lines of narrow bars, which need only a colour, to a band; most bars of long traces are narrow. Returns NULL
 * if the class of the band has no plain lines. */
static guint8 *
add_lines (TvTimelineImage *image,
           const TvTimelineBand *band,
           double row_y,
           guint32 first_line,
           guint32 end_line)
{
  const TvTimelineView *view = image->view;

  if (!band->class->has_plain_lines)
    return NULL;
  return tv_bars_add_lines (image->bars, (int) round (view->label_width * view->scale),
                            (row_y + (double) tv_timeline_band_get_y (band, first_line)) *
                                view->scale,
                            band->step * view->scale, (int) round (band->bar * view->scale),
                            image->scale.n_columns, end_line - first_line);
}

/* Adds the visible slices of a band. */
void
tv_timeline_add_slices (TvTimelineImage *image,
                        const TvTimelineRow *row,
                        const TvTimelineBand *band,
                        double band_y)
{
  TvTimelinePainter *self = image->painter;
  const TvTimelineView *view = image->view;
  const TvSlices *slices = tv_trace_get_slices (image->trace);
  double row_y = tv_timeline_view_get_row_y (view, row);
  double scale = view->scale;
  const TvBandClass *class = band->class;
  gboolean is_strip = class->is_strip;
  gboolean is_unsure = tv_trace_get_tracks (image->trace, NULL)[band->track].uncertainty_ns > 0;
  gboolean are_reports = tv_trace_get_tracks (image->trace, NULL)[band->track].role ==
                         TV_ROLE_REPORTS;
  guint32 first, end;
  guint32 narrow = (guint32) ceil (TV_CALL_MIN_SPACED_PX * scale);
  const TvTimelineSpan *spans;
  const GArray *found;
  const float *shares;
  const guint8 *lonely;
  guint8 *pixels;

  tv_timeline_find_lines (view, band, row, &first, &end);
  if (first == end && !is_strip)
    {
      tv_timeline_add_hits (image, band, band_y);
      return;
    }
  shares = class->find_shares != NULL ? class->find_shares (image, band) : NULL;
  found = tv_timeline_find_spans (self, band, &image->scale, 0, image->scale.n_columns, first, end);
  spans = (const TvTimelineSpan *) (gconstpointer) found->data;
  image->coloring = tv_coloring_get_track (tv_timeline_painter_get_coloring (self), band->track);
  if (is_strip)
    {
      first = 0;
      end = 1;
    }
  lonely = tv_timeline_find_lonely (image, band, found, first, end);
  pixels = add_lines (image, band, row_y, first, end);
  for (guint i = 0; i < found->len; i++)
    {
      double y = row_y + (double) tv_timeline_band_get_y (band, spans[i].depth);

      /* The slices are scattered in memory. */
      if (i + SPANS_AHEAD < found->len)
        tv_number_column_fetch (&slices->symbol, spans[i + SPANS_AHEAD].slice);
      if (spans[i].depth < first || spans[i].depth >= end)
        continue;
      if (is_unsure && spans[i].depth == 0)
        tv_timeline_add_soft_edges (image, band, &spans[i], y);
      if (lonely != NULL && lonely[i] &&
          tv_timeline_add_diamond (image, band, spans[i].slice, spans[i].first, y))
        {
          if (are_reports)
            tv_timeline_add_point_label (image, band, found, i, y);
          continue;
        }
      if (pixels != NULL && spans[i].end - spans[i].first < narrow && !spans[i].is_away &&
          !is_found (self, band, spans[i].slice))
        {
          gsize line = spans[i].depth - first;

          memset (pixels + line * image->scale.n_columns + spans[i].first,
                  (int) tv_timeline_get_bar_color (image, band, spans[i].slice),
                  spans[i].end - spans[i].first);
          continue;
        }
      add_bar (image, band, &spans[i], shares, (int) round (y * scale),
               (int) round (band->bar * scale));
      add_label (image, band, &spans[i], y, band->bar);
    }
  tv_timeline_add_hits (image, band, band_y);
}

void
tv_timeline_add_row (TvTimelineImage *image, guint row)
{
  const TvTimelineView *view = image->view;
  const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
  double row_y = tv_timeline_view_get_row_y (view, r);

  for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
    {
      const TvTimelineBand *band = tv_timeline_layout_get_band (view->layout, i);
      double y = row_y + (double) band->y;

      if (y >= image->bottom)
        break;
      band->class->add (image, r, band, y);
    }
}

/* ---- Colours ---- */

void
tv_timeline_get_bar_colors (const TvTheme *theme, TvColor *colors)
{
  const TvColor *styles[TV_N_COUNTER_STYLES] = {
    [TV_COUNTER_FREQUENCY] = tv_palette_get_color (0),
    [TV_COUNTER_IDLE] = &theme->tick,
    [TV_COUNTER_OTHER] = tv_palette_get_color (4),
  };

  for (guint i = 0; i < TV_PALETTE_END; i++)
    colors[i] = *tv_palette_get_color (i);
  colors[TV_BAR_GAP] = theme->gap;
  for (guint i = 0; i < TV_N_STATE_KINDS; i++)
    colors[TV_BAR_STATE + i] = theme->states[i];
  for (guint i = 0; i < TV_N_COUNTER_STYLES; i++)
    {
      /* The area of a CPU's idle states is lighter, because these are less important than the frequency. */
      double fraction = i == TV_COUNTER_IDLE ? IDLE_AREA_PART : AREA_PART;

      colors[TV_BAR_COUNTER + 2 * i] = tv_color_mix (&theme->background, styles[i], fraction);
      colors[TV_BAR_COUNTER + 2 * i + 1] = *styles[i];
    }
  for (guint i = 0; i < TV_N_BUSY_SHADES; i++)
    colors[TV_BAR_BUSY + i] = tv_color_mix (&theme->header, &theme->states[TV_STATE_RUNNING],
                                            (i + 5.0) / (TV_N_BUSY_SHADES + 4.0));
  colors[TV_BAR_ACCENT] = theme->accent;
  colors[TV_BAR_FOUND] = *tv_palette_get_text ();
  colors[TV_BAR_OWN_PATH] = tv_color_mix (&theme->background, &theme->states[TV_STATE_RUNNING],
                                          OWN_PATH_PART);
  colors[TV_BAR_PATH] = tv_color_mix (&theme->background, &theme->text, PATH_PART);
  for (guint i = 0; i < TV_N_BAR_COLORS; i++)
    colors[TV_N_BAR_COLORS + i] = tv_color_mix (&theme->background, &colors[i], FADED_PART);
}

void
tv_timeline_paint_bars (TvTimelineImage *image)
{
  const TvTimelineView *view = image->view;
  cairo_rectangle_int_t clip = {
    .x = (int) round (view->label_width * view->scale),
    .y = (int) round (image->top * view->scale),
    .width = (int) image->scale.n_columns,
    .height = (int) round ((image->bottom - image->top) * view->scale),
  };
  TvColor colors[2 * TV_N_BAR_COLORS];

  tv_timeline_get_bar_colors (view->theme, colors);
  tv_bars_paint (image->bars, image->cr, view->scale, colors, G_N_ELEMENTS (colors), &clip);
}

/* ---- Classes ---- */

const TvBandClass tv_band_calls = {
  TV_BAND_OF_SLICES,
  .bar = offsetof (TvTimelineMetrics, bar),
  .step = offsetof (TvTimelineMetrics, step),
  .shrinks = TRUE,
  .has_margins = TRUE,
  .offers = TV_ROW_STRIP,
  .strip = &tv_band_strip,
  .radius = RADIUS,
  .has_labels = TRUE,
  .has_brackets = TRUE,
  .has_torn_ends = TRUE,
  .has_plain_lines = TRUE,
};

const TvBandClass tv_band_strip = {
  TV_BAND_OF_SLICES,       .bar = offsetof (TvTimelineMetrics, strip),
  .radius = RADIUS,        .is_strip = TRUE,
  .has_labels = TRUE,      .has_brackets = TRUE,
  .has_plain_lines = TRUE,
};

const TvBandClass tv_band_thin = {
  TV_BAND_OF_SLICES,       .bar = offsetof (TvTimelineMetrics, thin),
  .has_margins = TRUE,     .radius = RADIUS,
  .has_labels = TRUE,      .has_small_labels = TRUE,
  .has_brackets = TRUE,    .has_torn_ends = TRUE,
  .has_plain_lines = TRUE,
};

const TvBandClass tv_band_points = {
  TV_BAND_OF_SLICES,
  .bar = offsetof (TvTimelineMetrics, line),
  .min_px = POINT_PX,
};

const TvBandClass tv_band_lines = {
  TV_BAND_OF_SLICES,
  .bar = offsetof (TvTimelineMetrics, line),
  .has_plain_lines = TRUE,
};

const TvBandClass tv_band_pills = {
  TV_BAND_OF_SLICES,
  .bar = offsetof (TvTimelineMetrics, bar),
  .step = offsetof (TvTimelineMetrics, step),
  .is_pill = TRUE,
  .has_labels = TRUE,
  .has_brackets = TRUE,
  .has_torn_ends = TRUE,
  .has_plain_lines = TRUE,
};

/* ---- Painter part ---- */

TvSpanCache *
tv_timeline_painter_get_span_cache (const TvTimelinePainter *self)
{
  return get_part (self)->span_cache;
}

static void
begin (TvTimelineImage *image)
{
  tv_span_cache_start (get_part (image->painter)->span_cache, &image->scale);
  take_hits (image->painter, image->view->hits);
}

static void
init (TvTimelinePainter *self)
{
  BandsPart *part = get_part (self);

  part->finder = tv_span_finder_new (tv_timeline_painter_get_trace (self),
                                     tv_timeline_painter_get_index (self));
  part->span_cache = tv_span_cache_new (part->finder);
  part->requests = g_array_new (FALSE, FALSE, sizeof (TvSpanRequest));
  part->spans = g_array_new (FALSE, FALSE, sizeof (TvTimelineSpan));
}

static void
clear (TvTimelinePainter *self)
{
  BandsPart *part = get_part (self);

  tv_span_cache_free (part->span_cache);
  tv_span_finder_free (part->finder);
  g_array_unref (part->requests);
  g_array_unref (part->spans);
  g_free (part->shares);
  take_hits (self, NULL);
}

const TvPainterPart tv_painter_part_bands = {
  .size = sizeof (BandsPart),
  .init = init,
  .begin = begin,
  .clear = clear,
};
