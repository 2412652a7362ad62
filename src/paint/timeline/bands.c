/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bands of the timeline's rows: their slices, shapes and colours. */

#include "paint/timeline/painter-private.h"

#include <math.h>
#include <string.h>

#include "analysis/system/run-share.h"
#include "paint/timeline/state-bars.h"

/* Part of the colour that remains for slices outside of the search results. */
#define FADED_PART 0.25

#define MIN_RUN_PX      2.0  /* minimum height of a run on a CPU */
#define MIN_LINE_HEIGHT 1.15 /* minimum line height for labels, relative to the font size */
#define UNDERLINE_PX    3.0
#define FOUND_PX        2.0
#define POINT_PX        2.0
#define AREA_PART       0.45 /* part of a counter's colour below its line */
#define IDLE_AREA_PART  0.2

/* Prefetch distance of slices, in spans. */
#define SPANS_AHEAD 16

/* Returns the visible lines of a band, from @first up to @end. */
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

/* Returns whether the spans of a band are available without waiting for an index. */
static gboolean
is_at_hand (const TvTimelinePainter *self, const TvTimelineBand *band)
{
  return band->kind != TV_BAND_STRIP || self->waits || tv_slice_index_has_stretches (self->index);
}

static gboolean
has_slices (const TvTimelineBand *band)
{
  return band->kind != TV_BAND_BUSY && band->kind != TV_BAND_COUNTER &&
         band->kind != TV_BAND_SAMPLES && band->kind != TV_BAND_STACKS;
}

static void
request_band (TvTimelinePicture *picture, const TvTimelineRow *row, const TvTimelineBand *band)
{
  TvSpanRequest request = { .track = band->track, .is_strip = band->kind == TV_BAND_STRIP };

  tv_timeline_find_lines (picture->view, band, row, &request.first_depth, &request.end_depth);
  if (!is_at_hand (picture->painter, band) ||
      (!request.is_strip && request.first_depth == request.end_depth))
    return;
  g_array_append_val (picture->painter->requests, request);
}

/* Requests the spans of all visible rows at once. */
void
tv_timeline_prepare_rows (TvTimelinePicture *picture)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;

  g_array_set_size (self->requests, 0);
  for (guint row = picture->first_row; row < picture->end_row; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
      double row_y = tv_timeline_view_get_row_y (view, r);

      for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
        {
          const TvTimelineBand *band = tv_timeline_layout_get_band (view->layout, i);

          if (row_y + (double) band->y >= picture->bottom)
            break;
          if (has_slices (band))
            request_band (picture, r, band);
        }
    }
  tv_span_cache_prepare (self->span_cache, self->requests);
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
  gboolean is_strip = band->kind == TV_BAND_STRIP;

  g_array_set_size (self->spans, 0);
  if (!is_at_hand (self, band))
    return self->spans;
  if (first_column == 0 && end_column == scale->n_columns &&
      tv_span_cache_is_for (self->span_cache, scale))
    return is_strip
               ? tv_span_cache_find_strip (self->span_cache, band->track)
               : tv_span_cache_find_nested (self->span_cache, band->track, first_depth, end_depth);
  if (is_strip)
    tv_span_finder_find_strip (self->finder, band->track, scale, first_column, end_column,
                               self->spans);
  else
    tv_span_finder_find_nested (self->finder, band->track, scale, first_column, end_column,
                                first_depth, end_depth, self->spans);
  return self->spans;
}

/* Expands the search hits to a bit set, because every bar tests it. */
void
tv_timeline_take_hits (TvTimelinePainter *self, const GArray *hits)
{
  guint32 n_slices = tv_trace_get_slices (self->trace)->n;

  if (self->hits == hits)
    return;
  g_clear_pointer (&self->hits, g_array_unref);
  g_clear_pointer (&self->is_hit, g_free);
  if (hits == NULL)
    return;
  self->hits = g_array_ref ((GArray *) hits);
  self->is_hit = g_new0 (guint8, n_slices / 8 + 1);
  for (guint i = 0; i < hits->len; i++)
    {
      guint32 slice = g_array_index (hits, guint32, i);

      if (slice < n_slices)
        self->is_hit[slice / 8] |= (guint8) (1 << slice % 8);
    }
}

static gboolean
is_faded (const TvTimelinePainter *self, const TvTimelineBand *band, guint32 slice)
{
  return self->is_hit != NULL && band->kind != TV_BAND_STATES &&
         !(self->is_hit[slice / 8] & (1 << slice % 8));
}

static TvStateKind
get_state (const TvTimelinePainter *self, const TvTimelineBand *band, guint32 slice)
{
  const TvTrack *track = &tv_trace_get_tracks (self->trace, NULL)[band->track];

  return tv_states_get_kind (tv_trace_get_states (self->trace), tv_track_get_side (track, slice));
}

/* Hits keep their colour and get a line below, which does not depend on colour. */
static gboolean
is_found (const TvTimelinePainter *self, const TvTimelineBand *band, guint32 slice)
{
  return self->is_hit != NULL && band->kind != TV_BAND_STATES && !is_faded (self, band, slice);
}

guint
tv_timeline_get_bar_color (TvTimelinePicture *picture, const TvTimelineBand *band, guint32 slice)
{
  TvTimelinePainter *self = picture->painter;
  guint color;

  if (band->kind == TV_BAND_STATES)
    color = TV_BAR_STATE + get_state (self, band, slice);
  else
    color = tv_track_coloring_get_index (&picture->coloring, slice);
  return color + (is_faded (self, band, slice) ? TV_N_BAR_COLORS : 0);
}

static double
get_radius (const TvTimelineBand *band, double width)
{
  switch (band->kind)
    {
    case TV_BAND_STATES:
    case TV_BAND_LINES:
    case TV_BAND_POINTS:
      return 0.0;
    case TV_BAND_PILLS:
      return MIN (width, band->bar) / 2.0;
    default:
      return MIN (TV_CALL_RADIUS_PX, band->bar / 4.0);
    }
}

/* Returns the share of each column in which a CPU ran; NULL for other bands, or while unknown. */
static const float *
find_cpu_shares (TvTimelinePicture *picture, const TvTimelineBand *band)
{
  TvTimelinePainter *self = picture->painter;
  guint32 n = picture->scale.n_columns;

  if (band->kind != TV_BAND_RUNS || self->busy_index == NULL)
    return NULL;
  if (self->n_shares < n)
    self->shares = g_renew (float, self->shares, self->n_shares = n);
  tv_busy_index_get_cpu_shares (
      self->busy_index, band->track, &picture->scale,
      tv_span_finder_find_rows (self->finder, band->track, &picture->scale, 0, n), self->shares);
  return self->shares;
}

/* Returns the share of each column in which a thread ran; NULL for other bands. */
static const float *
find_run_shares (TvTimelinePicture *picture, const TvTimelineBand *band)
{
  TvTimelinePainter *self = picture->painter;
  guint32 n = picture->scale.n_columns;

  if (band->kind != TV_BAND_STATES)
    return NULL;
  if (self->n_shares < n)
    self->shares = g_renew (float, self->shares, self->n_shares = n);
  tv_run_share_get (self->trace, band->track, &picture->scale,
                    tv_span_finder_find_rows (self->finder, band->track, &picture->scale, 0, n),
                    self->shares);
  return self->shares;
}

/* Adds runs to columns that show another state; the height follows the running time. */
static void
add_runs (TvTimelinePicture *picture,
          const TvTimelineBand *band,
          const GArray *found,
          const float *shares,
          double y,
          int height)
{
  const TvTimelineView *view = picture->view;
  int left = (int) round (view->label_width * view->scale), top = (int) round (y * view->scale);
  int least = MIN ((int) ceil (MIN_RUN_PX * view->scale), height);

  for (guint i = 0; i < found->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (found, TvTimelineSpan, i);

      if (span->is_away || (get_state (picture->painter, band, span->slice) == TV_STATE_RUNNING &&
                            span->end - span->first > 1))
        continue;
      for (guint32 column = span->first; column < span->end; column++)
        {
          int part = MAX ((int) lround ((double) height * shares[column]), least);

          /* Nothing ran inside of a long state. */
          if (column > span->first && column + 1 < span->end)
            column = span->end - 2;
          else if (shares[column] > 0.0f)
            tv_bars_add (picture->painter->bars, TV_BAR_STATE + TV_STATE_RUNNING,
                         left + (int) column, top + height - part, 1, part, 0);
        }
    }
}

/* Short runs get the height of their share of the column; otherwise a CPU with frequent short runs would look
 * fully busy. */
static void
add_columns (TvTimelinePicture *picture,
             const TvTimelineSpan *span,
             guint color,
             const float *shares,
             int y,
             int height)
{
  const TvTimelineView *view = picture->view;
  int left = (int) round (view->label_width * view->scale);
  int least = MIN ((int) ceil (MIN_RUN_PX * view->scale), height);

  for (guint32 column = span->first; column < span->end; column++)
    {
      int part = MAX ((int) lround ((double) height * shares[column]), least);

      tv_bars_add (picture->painter->bars, color, left + (int) column, y + height - part, 1, part,
                   0);
    }
}

static void
add_bar (TvTimelinePicture *picture,
         const TvTimelineBand *band,
         const TvTimelineSpan *span,
         const float *shares,
         int y,
         int height)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  double scale = view->scale;
  int left = (int) round (view->label_width * scale);
  int x0 = left + (int) span->first, x1 = left + (int) span->end;
  double width = (x1 - x0) / scale;
  int radius = width > TV_CALL_MIN_ROUND_PX ? (int) round (get_radius (band, width) * scale) : 0;
  guint color = tv_timeline_get_bar_color (picture, band, span->slice);

  if (band->kind == TV_BAND_RUNS || band->kind == TV_BAND_STATES ||
      slices->flags[span->slice] & TV_SLICE_UNFINISHED)
    tv_timeline_add_hatch (picture, span, y / scale, height / scale);
  /* drawn as a line */
  if (span->is_away)
    {
      int line = (int) ceil (scale);

      tv_bars_add (self->bars, TV_BAR_GAP, x0, y + height - line, x1 - x0, line, 0);
      return;
    }
  if (band->kind == TV_BAND_STATES)
    {
      /* See add_runs(). */
      if (get_state (self, band, span->slice) == TV_STATE_RUNNING && span->end - span->first == 1)
        return;
      tv_state_bars_add (self->bars, color, get_state (self, band, span->slice), x0, y, x1 - x0,
                         height, scale);
      return;
    }
  if (band->kind == TV_BAND_POINTS)
    x1 = MAX (x1, x0 + (int) round (POINT_PX * scale));
  else if (width >= TV_CALL_MIN_SPACED_PX)
    x1 -= (int) round (scale);
  /* The end of a call outside of the visible range is not rounded. */
  if (span->first == 0 && tv_slices_start (slices, span->slice) < view->start_ns)
    x0 -= 2 * radius;
  if (span->end == picture->scale.n_columns && tv_slices_end (slices, span->slice) > view->end_ns)
    x1 += 2 * radius + (int) ceil (scale);
  if (shares != NULL && width < TV_CALL_MIN_SPACED_PX)
    add_columns (picture, span, color, shares, y, height);
  else
    tv_bars_add (self->bars, color, x0, y, x1 - x0, height, radius);
  if (is_found (self, band, span->slice))
    {
      int line = (int) ceil (FOUND_PX * scale);

      /* Part of the colour stays visible below, because the line alone would vanish on a dark background. */
      tv_bars_add (self->bars, TV_BAR_FOUND, x0 + radius, y + height - line - (int) ceil (scale),
                   MAX (x1 - x0 - 2 * radius, 1), line, 0);
    }
  if (band->kind == TV_BAND_RUNS && picture->selected_utid != TV_NONE &&
      tv_trace_get_run_thread (self->trace, span->slice) == picture->selected_utid)
    tv_bars_add (self->bars, TV_BAR_ACCENT, x0, y + height - (int) ceil (UNDERLINE_PX * scale),
                 x1 - x0, (int) ceil (UNDERLINE_PX * scale), 0);
}

/* Returns whether lines are too low for text, as in very deep rows. */
gboolean
tv_timeline_has_low_lines (const TvTimelineView *view, const TvTimelineBand *band)
{
  const TvTimelineMetrics *metrics = tv_timeline_layout_get_metrics (view->layout);

  return band->bar < (band->kind == TV_BAND_THIN ? metrics->small_font_px
                                                 : MIN_LINE_HEIGHT * metrics->call_font_px);
}

static void
add_label (TvTimelinePicture *picture,
           const TvTimelineBand *band,
           const TvTimelineSpan *span,
           double y,
           double height)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  TvCallLabel label;
  double sign = 0.0;

  label.x = view->label_width + span->first / view->scale;
  label.width = (span->end - span->first) / view->scale;
  label.middle_y = y + height / 2.0;
  if (picture->coloring.verdicts != NULL && !span->is_away)
    sign = tv_timeline_add_frame_sign (picture, span->slice, label.x, label.width, label.middle_y);
  label.x += sign;
  label.width -= sign;
  if (label.width < TV_CALL_MIN_LABEL_PX || tv_timeline_has_low_lines (view, band) ||
      span->is_away || band->kind == TV_BAND_STATES || band->kind == TV_BAND_LINES ||
      band->kind == TV_BAND_POINTS)
    return;
  label.labels = band->kind == TV_BAND_THIN ? self->small : self->calls;
  label.text = tv_timeline_painter_get_label (
      self, tv_slices_symbol (tv_trace_get_slices (self->trace), span->slice));
  label.color = is_faded (self, band, span->slice) ? &view->theme->dim_text
                                                   : tv_palette_get_text ();
  g_array_append_val (self->call_labels, label);
}

/* Returns the lines of a band if its narrow bars only need a colour, as in long traces; NULL for other bands. */
static guint8 *
add_lines (TvTimelinePicture *picture,
           const TvTimelineBand *band,
           double row_y,
           guint32 first_line,
           guint32 end_line)
{
  const TvTimelineView *view = picture->view;

  if (band->kind == TV_BAND_STATES || band->kind == TV_BAND_RUNS || band->kind == TV_BAND_POINTS)
    return NULL;
  return tv_bars_add_lines (picture->painter->bars, (int) round (view->label_width * view->scale),
                            (row_y + (double) tv_timeline_band_get_y (band, first_line)) *
                                view->scale,
                            band->step * view->scale, (int) round (band->bar * view->scale),
                            picture->scale.n_columns, end_line - first_line);
}

static void
add_slices (TvTimelinePicture *picture, const TvTimelineRow *row, const TvTimelineBand *band)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  double row_y = tv_timeline_view_get_row_y (view, row);
  double scale = view->scale;
  gboolean is_strip = band->kind == TV_BAND_STRIP;
  gboolean is_unsure = tv_trace_get_tracks (self->trace, NULL)[band->track].uncertainty_ns > 0;
  gboolean are_reports = tv_trace_get_tracks (self->trace, NULL)[band->track].role ==
                         TV_ROLE_REPORTS;
  guint32 first, end;
  guint32 narrow = (guint32) ceil (TV_CALL_MIN_SPACED_PX * scale);
  const TvTimelineSpan *spans;
  const GArray *found;
  const float *shares, *run_shares;
  const guint8 *lonely;
  guint8 *pixels;

  tv_timeline_find_lines (view, band, row, &first, &end);
  if (first == end && !is_strip)
    return;
  shares = find_cpu_shares (picture, band);
  found = tv_timeline_find_spans (self, band, &picture->scale, 0, picture->scale.n_columns, first,
                                  end);
  spans = (const TvTimelineSpan *) (gconstpointer) found->data;
  picture->coloring = tv_coloring_get_track (self->coloring, band->track);
  if (is_strip)
    {
      first = 0;
      end = 1;
    }
  run_shares = find_run_shares (picture, band);
  lonely = tv_timeline_find_lonely (picture, band, found, first, end);
  pixels = add_lines (picture, band, row_y, first, end);
  for (guint i = 0; i < found->len; i++)
    {
      double y = row_y + (double) tv_timeline_band_get_y (band, spans[i].depth);

      /* The slices are far apart in memory. */
      if (i + SPANS_AHEAD < found->len)
        tv_number_column_fetch (&slices->symbol, spans[i + SPANS_AHEAD].slice);
      if (spans[i].depth < first || spans[i].depth >= end)
        continue;
      if (is_unsure && spans[i].depth == 0)
        tv_timeline_add_soft_edges (picture, band, &spans[i], y);
      if (lonely != NULL && lonely[i] &&
          tv_timeline_add_diamond (picture, band, spans[i].slice, spans[i].first, y))
        {
          if (are_reports)
            tv_timeline_add_point_label (picture, band, found, i, y);
          continue;
        }
      if (pixels != NULL && spans[i].end - spans[i].first < narrow && !spans[i].is_away &&
          !is_found (self, band, spans[i].slice))
        {
          gsize line = spans[i].depth - first;

          memset (pixels + line * picture->scale.n_columns + spans[i].first,
                  (int) tv_timeline_get_bar_color (picture, band, spans[i].slice),
                  spans[i].end - spans[i].first);
          continue;
        }
      add_bar (picture, band, &spans[i], shares, (int) round (y * scale),
               (int) round (band->bar * scale));
      add_label (picture, band, &spans[i], y, band->bar);
    }
  if (run_shares != NULL)
    add_runs (picture, band, found, run_shares, row_y + (double) band->y,
              (int) round (band->bar * scale));
}

void
tv_timeline_add_row (TvTimelinePicture *picture, guint row)
{
  const TvTimelineView *view = picture->view;
  const TvTimelineRow *r = tv_timeline_layout_get_row (view->layout, row);
  double row_y = tv_timeline_view_get_row_y (view, r);

  for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
    {
      const TvTimelineBand *band = tv_timeline_layout_get_band (view->layout, i);
      double y = row_y + (double) band->y;

      if (y >= picture->bottom)
        break;
      if (band->kind == TV_BAND_BUSY)
        {
          if (tv_timeline_layout_get_group (view->layout, r->group)->is_folded)
            tv_timeline_add_busy (picture, r->group, (int) round (y * view->scale),
                                  (int) round (band->bar * view->scale));
        }
      else if (band->kind == TV_BAND_COUNTER)
        {
          if (y + band->bar > picture->top)
            tv_timeline_add_counter (picture, band, y);
        }
      else if (band->kind == TV_BAND_SAMPLES)
        {
          if (y + band->bar > picture->top)
            tv_timeline_add_samples (picture, band, y);
        }
      else if (band->kind == TV_BAND_STACKS)
        tv_timeline_add_stacks (picture, r, band);
      else
        {
          add_slices (picture, r, band);
          tv_timeline_add_hits (picture, band, y);
        }
    }
}

/* ---- Colours ---- */

void
tv_timeline_get_bar_colors (const TvTheme *theme, TvColor *colors)
{
  const TvColor *looks[TV_N_COUNTER_LOOKS] = {
    [TV_COUNTER_FREQUENCY] = tv_palette_get_color (0),
    [TV_COUNTER_IDLE] = &theme->tick,
    [TV_COUNTER_OTHER] = tv_palette_get_color (4),
  };

  for (guint i = 0; i < TV_PALETTE_END; i++)
    colors[i] = *tv_palette_get_color (i);
  colors[TV_BAR_GAP] = theme->gap;
  for (guint i = 0; i < TV_N_STATE_KINDS; i++)
    colors[TV_BAR_STATE + i] = theme->states[i];
  for (guint i = 0; i < TV_N_COUNTER_LOOKS; i++)
    {
      /* The idle depth of a CPU matters less than its frequency. */
      double part = i == TV_COUNTER_IDLE ? IDLE_AREA_PART : AREA_PART;

      colors[TV_BAR_COUNTER + 2 * i] = tv_color_mix (&theme->background, looks[i], part);
      colors[TV_BAR_COUNTER + 2 * i + 1] = *looks[i];
    }
  for (guint i = 0; i < TV_N_BUSY_SHADES; i++)
    colors[TV_BAR_BUSY + i] = tv_color_mix (&theme->header, &theme->states[TV_STATE_RUNNING],
                                            (i + 5.0) / (TV_N_BUSY_SHADES + 4.0));
  colors[TV_BAR_ACCENT] = theme->accent;
  colors[TV_BAR_FOUND] = *tv_palette_get_text ();
  for (guint i = 0; i < TV_N_BAR_COLORS; i++)
    colors[TV_N_BAR_COLORS + i] = tv_color_mix (&theme->background, &colors[i], FADED_PART);
}

void
tv_timeline_paint_bars (TvTimelinePicture *picture)
{
  const TvTimelineView *view = picture->view;
  cairo_rectangle_int_t clip = {
    .x = (int) round (view->label_width * view->scale),
    .y = (int) round (picture->top * view->scale),
    .width = (int) picture->scale.n_columns,
    .height = (int) round ((picture->bottom - picture->top) * view->scale),
  };
  TvColor colors[2 * TV_N_BAR_COLORS];

  tv_timeline_get_bar_colors (view->theme, colors);
  tv_bars_paint (picture->painter->bars, picture->cr, view->scale, colors, G_N_ELEMENTS (colors),
                 &clip);
}
