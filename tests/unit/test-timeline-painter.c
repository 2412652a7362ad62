/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analysis/calls/occurrences.h"
#include "core/trace-builder.h"
#include "paint/timeline/painter-part.h"

#define N_SYMBOLS 7

/* Creates random calls on one thread, with rare long waits, calls with a duration of 0, and unfinished calls. */
static TvTrace *
make_trace (guint32 seed, guint32 n_slices, guint32 max_depth, int max_step)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 1);
  guint32 track = tv_trace_builder_ensure_track (builder, utid);
  guint32 symbols[N_SYMBOLS];
  gint64 now = 0;
  guint32 depth = 0;

  for (guint i = 0; i < N_SYMBOLS; i++)
    {
      g_autofree char *name = g_strdup_printf ("call%u", i);
      TvSymbol symbol = {
        tv_trace_builder_intern (builder, "com.example.Class", -1),
        tv_trace_builder_intern (builder, name, -1),
        TV_NONE,
        TV_NONE,
        0,
      };

      symbols[i] = tv_trace_builder_add_symbol (builder, &symbol);
    }
  for (guint32 n = 0; n < n_slices;)
    {
      if (g_rand_int_range (rand, 0, 3) > 0)
        now += g_rand_int_range (rand, 0, max_step);
      if (g_rand_int_range (rand, 0, 200) == 0)
        now += g_rand_int_range (rand, 0, max_step * 100);
      if (depth == 0 || (depth < max_depth && g_rand_int_range (rand, 0, 100) < 52))
        {
          tv_trace_builder_begin (builder, track, symbols[g_rand_int_range (rand, 0, N_SYMBOLS)],
                                  now, 0, -1);
          depth++;
          n++;
        }
      else
        {
          tv_trace_builder_end (builder, track, TV_NONE, now, 0, 0, -1);
          depth--;
        }
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static TvTimeScale
pick_scale (TvTrace *trace, GRand *rand)
{
  gint64 start = tv_trace_get_start_ns (trace), end = tv_trace_get_end_ns (trace);
  double length = exp (g_rand_double_range (rand, log (5.0), log ((double) (end - start))));
  double first = g_rand_double_range (rand, (double) start, (double) end - length);
  TvTimeScale scale = {
    .start_ns = (gint64) first,
    .end_ns = (gint64) (first + length) + 1,
    .n_columns = (guint32) g_rand_int_range (rand, 1, 300),
  };

  return scale;
}

/* Compares a time with the left edge of a column. A column covers the times x with start + column * length / n ≤ x <
 * left edge of the next column, as fractions. Returns -1, 0 or 1 if @ns is before, at or after the edge. */
static int
compare_edge (const TvTimeScale *scale, gint64 column, gint64 ns)
{
  gint64 left = (ns - scale->start_ns) * scale->n_columns;
  gint64 edge = column * (scale->end_ns - scale->start_ns);

  return (left > edge) - (left < edge);
}

static gboolean
touches (const TvSlices *slices, guint32 row, const TvTimeScale *scale, gint64 column)
{
  gint64 start = tv_slices_start (slices, row), end = tv_slices_end (slices, row);

  if (compare_edge (scale, column + 1, start) >= 0)
    return FALSE;
  return compare_edge (scale, column, start) >= 0 || compare_edge (scale, column, end) > 0;
}

static guint32 *
spread_spans (GArray *spans, guint32 n_columns, guint32 n_levels)
{
  gsize n = (gsize) n_columns * n_levels;
  guint32 *shown = g_new (guint32, n);

  memset (shown, 0xff, n * sizeof *shown);
  for (guint i = 0; i < spans->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (spans, TvTimelineSpan, i);

      g_assert_cmpuint (span->first, <, span->end);
      g_assert_cmpuint (span->end, <=, n_columns);
      for (guint32 column = span->first; column < span->end; column++)
        {
          guint32 *at = &shown[(gsize) column * n_levels + span->depth];

          g_assert_cmphex (*at, ==, TV_NONE);
          *at = span->slice;
        }
    }
  return shown;
}

/* If spans are requested for only some columns and depths, they are equal to those in a request for all columns and
 * depths. */
static void
test_part_of_the_image (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  g_autoptr (TvTrace) trace = make_trace (1, 20000, 30, 10);
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
  g_autoptr (TvSpanFinder) finder = tv_span_finder_new (trace, index);
  guint32 n_levels = tv_trace_get_tracks (trace, NULL)[0].n_levels;

  for (int i = 0; i < 60; i++)
    {
      TvTimeScale scale = pick_scale (trace, rand);
      g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (TvTimelineSpan));
      g_autoptr (GArray) part = g_array_new (FALSE, FALSE, sizeof (TvTimelineSpan));
      guint32 first = (guint32) g_rand_int_range (rand, 0, (int) scale.n_columns);
      guint32 end = (guint32) g_rand_int_range (rand, (int) first, (int) scale.n_columns) + 1;
      guint32 first_depth = (guint32) g_rand_int_range (rand, 0, (int) n_levels);
      guint32 end_depth = (guint32) g_rand_int_range (rand, (int) first_depth, (int) n_levels) + 1;
      g_autofree guint32 *expected = NULL;
      g_autofree guint32 *shown = NULL;

      tv_span_finder_find_nested (finder, 0, &scale, 0, scale.n_columns, 0, n_levels, all);
      tv_span_finder_find_nested (finder, 0, &scale, first, end, first_depth, end_depth, part);
      expected = spread_spans (all, scale.n_columns, n_levels);
      shown = spread_spans (part, scale.n_columns, n_levels);
      for (guint32 column = 0; column < scale.n_columns; column++)
        for (guint32 depth = 0; depth < n_levels; depth++)
          {
            gsize at = (gsize) column * n_levels + depth;
            gboolean is_inside = column >= first && column < end && depth >= first_depth &&
                                 depth < end_depth;

            g_assert_cmphex (shown[at], ==, is_inside ? expected[at] : TV_NONE);
          }
    }
}

static void
test_scale (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);

  for (int i = 0; i < 2000; i++)
    {
      gint64 length = (gint64) exp (g_rand_double_range (rand, 0.0, log (4e17)));
      TvTimeScale scale = {
        .start_ns = (gint64) g_rand_double_range (rand, 0.0, 4e17),
        .n_columns = (guint32) g_rand_int_range (rand, 1, 8000),
      };
      gint64 ns;
      gint64 column;

      scale.end_ns = scale.start_ns + MAX (length, 1);
      ns = scale.start_ns +
           (gint64) g_rand_double_range (rand, 0.0, (double) (scale.end_ns - scale.start_ns));
      column = tv_time_scale_find_column (&scale, ns);
      if (ns >= scale.end_ns)
        continue;
      g_assert_cmpint (tv_time_scale_ceil (&scale, column), <=, ns);
      g_assert_cmpint (tv_time_scale_ceil (&scale, column + 1), >, ns);
      g_assert_cmpint (tv_time_scale_ceil (&scale, 0), ==, scale.start_ns);
      g_assert_cmpint (tv_time_scale_ceil (&scale, scale.n_columns), ==, scale.end_ns);
    }
}

static TvRowFinder *
make_row_finder (TvTrace *trace)
{
  TvRowFinder *rows = tv_row_finder_new (trace);

  tv_row_finder_fill (rows, 0, tv_trace_get_slices (trace)->n);
  return rows;
}

static void
test_marks (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  for (guint32 seed = 0; seed < 30; seed++)
    {
      g_autoptr (TvTrace) trace = make_trace (seed, 4000, seed % 2 == 0 ? 3 : 40, 6);
      const TvSlices *slices = tv_trace_get_slices (trace);
      TvTimeScale scale = pick_scale (trace, rand);
      g_autoptr (GArray) occurrences = tv_occurrences_find (trace, seed % N_SYMBOLS, NULL);
      g_autoptr (TvRowFinder) rows = make_row_finder (trace);
      g_autofree guint8 *marks = g_new0 (guint8, scale.n_columns);

      tv_timeline_find_marks (trace, rows, (const guint32 *) (gpointer) occurrences->data,
                              occurrences->len, 0, &scale, marks);
      for (guint32 column = 0; column < scale.n_columns; column++)
        {
          gboolean is_touched = FALSE, has_entry = FALSE;

          for (guint i = 0; i < occurrences->len; i++)
            {
              guint32 slice = g_array_index (occurrences, guint32, i);

              is_touched |= touches (slices, slice, &scale, column);
              has_entry |= tv_time_scale_find_column (&scale, tv_slices_start (slices, slice)) ==
                           column;
            }
          g_assert_cmpint ((marks[column] & TV_MARK_LINE) != 0, ==, is_touched);
          g_assert_cmpint ((marks[column] & TV_MARK_ENTRY) != 0, ==, has_entry);
        }
    }
}

/* ---- Drawing ---- */

typedef struct
{
  TvTrace *trace;
  TvSliceIndex *index;
  TvTimelineLayout *layout;
  TvTimelinePainter *painter;
  TvTimelineView view;
  cairo_surface_t *surface;
} Image;

static void
image_init (Image *self, TvTrace *trace, TvTimelineForm form, double scale)
{
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());

  self->trace = trace;
  self->index = tv_slice_index_new (trace);
  self->layout = tv_timeline_layout_new (trace, form, &metrics);
  self->painter = tv_timeline_painter_new (trace, self->index, NULL);
  tv_timeline_painter_set_font (self->painter, context, &metrics);
  g_object_unref (context);
  self->view = (TvTimelineView){
    .layout = self->layout,
    .theme = tv_theme_get (FALSE, FALSE),
    .start_ns = tv_trace_get_start_ns (trace),
    .end_ns = tv_trace_get_end_ns (trace),
    .width = 640.0,
    .height = 300.0,
    .label_width = 100.0,
    .ruler_height = 26.0,
    .scale = scale,
    .selected_slice = TV_NONE,
  };
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (640 * scale),
                                              (int) (300 * scale));
  cairo_surface_set_device_scale (self->surface, scale, scale);
}

static void
image_paint (Image *self)
{
  cairo_t *cr = cairo_create (self->surface);

  tv_timeline_painter_paint (self->painter, cr, &self->view);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (self->surface);
}

static guint32
image_get_pixel (Image *self, double x, double y)
{
  guint8 *data = cairo_image_surface_get_data (self->surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (self->surface);

  return *(guint32 *) (gpointer) (data + (gsize) (y * self->view.scale) * stride +
                                  (gsize) (x * self->view.scale) * 4);
}

static void
image_clear (Image *self)
{
  cairo_surface_destroy (self->surface);
  tv_timeline_painter_free (self->painter);
  tv_timeline_layout_free (self->layout);
  tv_slice_index_unref (self->index);
}

static guint
count_calls (Image *self)
{
  guint n_calls = 0;

  image_paint (self);
  for (int column = 0; column < 500; column++)
    {
      TvTimelineHit hit;

      tv_timeline_hit_test (self->painter, &self->view, 100.5 + column, 40.0, &hit);
      n_calls += hit.slice != TV_NONE;
    }
  return n_calls;
}

/* If a painter does not wait, its strips are empty until the index has been built elsewhere. After that, they are
 * equal to the strips of a painter that waits. */
static void
test_strips_without_index (void)
{
  g_autoptr (TvTrace) trace = make_trace (3, 5000, 8, 9);
  Image waits, other;

  image_init (&waits, trace, TV_TIMELINE_STRIP, 1.0);
  image_init (&other, trace, TV_TIMELINE_STRIP, 1.0);
  tv_timeline_painter_set_waits (other.painter, FALSE);
  g_assert_cmpuint (count_calls (&other), ==, 0);
  g_assert_cmphex (image_get_pixel (&other, 350.0, 40.0) & 0xffffff, ==,
                   tv_color_to_pixel (&other.view.theme->background) & 0xffffff);
  g_assert_false (tv_slice_index_has_intervals (other.index));
  g_assert_cmpuint (count_calls (&waits), >, 0);
  g_assert_true (tv_slice_index_has_intervals (waits.index));

  tv_slice_index_get_intervals (other.index);
  g_assert_cmpuint (count_calls (&other), ==, count_calls (&waits));
  g_assert_cmpmem (cairo_image_surface_get_data (other.surface), 640 * 300 * 4,
                   cairo_image_surface_get_data (waits.surface), 640 * 300 * 4);
  image_clear (&waits);
  image_clear (&other);
}

/* The colour of each pixel is that of the slice that the hit test finds there. */
static void
test_hit_is_what_is_seen (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (10);
  g_autoptr (TvTrace) trace = make_trace (3, 5000, 8, 9);
  const TvSlices *slices = tv_trace_get_slices (trace);

  for (int scale = 1; scale <= 2; scale++)
    {
      Image image;

      image_init (&image, trace, TV_TIMELINE_NESTED, scale);
      for (int i = 0; i < 20; i++)
        {
          TvTimeScale part = pick_scale (trace, rand);
          int n_calls = 0;

          image.view.start_ns = part.start_ns;
          image.view.end_ns = part.end_ns;
          image_paint (&image);
          for (int column = 0; column < 500 * scale; column++)
            for (int depth = 0; depth < 8; depth++)
              {
                double x = 100.0 + (column + 0.5) / scale;
                /* above the labels, below the corners */
                double y = 26.0 + (double) tv_timeline_layout_get_line_y (image.layout, 0, depth) +
                           2.5;
                guint32 pixel = image_get_pixel (&image, x, y);
                TvTimelineHit hit;

                tv_timeline_hit_test (image.painter, &image.view, x, y, &hit);
                g_assert_cmpint (hit.area, ==, TV_TIMELINE_ROW);
                if (hit.slice == TV_NONE)
                  {
                    g_assert_cmphex (pixel, ==, tv_color_to_pixel (&image.view.theme->background));
                    continue;
                  }
                /* The pixel next to a wide call belongs to the gap, which has the colour of the background. */
                if (pixel != tv_color_to_pixel (&image.view.theme->background))
                  {
                    const TvColor *color = tv_palette_get_color (
                        tv_palette_get_index (tv_slices_symbol (slices, hit.slice)));

                    g_assert_cmphex (pixel, ==, tv_color_to_pixel (color));
                    n_calls++;
                  }
              }
          g_assert_cmpint (n_calls, >, 0);
        }
      image_clear (&image);
    }
}

static void
test_hit_areas (void)
{
  g_autoptr (TvTrace) trace = make_trace (3, 50, 2, 9);
  Image image;
  TvTimelineHit hit;

  image_init (&image, trace, TV_TIMELINE_NESTED, 1.0);
  tv_timeline_hit_test (image.painter, &image.view, 300.0, 5.0, &hit);
  g_assert_cmpint (hit.area, ==, TV_TIMELINE_RULER);
  tv_timeline_hit_test (image.painter, &image.view, 50.0, 40.0, &hit);
  g_assert_cmpint (hit.area, ==, TV_TIMELINE_LABELS);
  tv_timeline_hit_test (image.painter, &image.view, 300.0, 290.0, &hit);
  g_assert_cmpint (hit.area, ==, TV_TIMELINE_NOWHERE);
  tv_timeline_hit_test (image.painter, &image.view, -1.0, 40.0, &hit);
  g_assert_cmpint (hit.area, ==, TV_TIMELINE_NOWHERE);
  image_clear (&image);
}

static void
test_find_rect (void)
{
  g_autoptr (TvTrace) trace = make_trace (3, 400, 5, 9);
  Image image;
  TvTimelineRect rect;

  image_init (&image, trace, TV_TIMELINE_NESTED, 1.0);
  for (guint32 slice = 0; slice < 400; slice++)
    {
      gint64 start = tv_slices_start (tv_trace_get_slices (trace), slice);
      gboolean is_shown = tv_timeline_find_rect (image.painter, &image.view, slice, &rect);

      g_assert_cmpint (is_shown, ==, start < image.view.end_ns);
      if (!is_shown)
        continue;
      g_assert_cmpfloat (rect.x, >=, 100.0);
      g_assert_cmpfloat (rect.x + rect.width, <=, 640.0);
      g_assert_cmpfloat (rect.width, >=, 1.0);
    }
  image.view.start_ns = tv_slices_end (tv_trace_get_slices (trace), 0);
  g_assert_false (tv_timeline_find_rect (image.painter, &image.view, 0, &rect));
  image_clear (&image);
}

/* Returns whether a line at @y is exactly in the columns that the calls overlap. Columns at the edges may contain an
 * arrow. */
static gboolean
has_line_at (Image *self, GArray *occurrences, double y)
{
  g_autoptr (TvRowFinder) rows = make_row_finder (self->trace);
  TvTimeScale scale = tv_timeline_view_get_scale (&self->view);
  g_autofree guint8 *marks = g_new0 (guint8, scale.n_columns);
  guint32 accent = tv_color_to_pixel (&self->view.theme->accent) & 0xffffff;
  gboolean is_line = TRUE;

  tv_timeline_find_marks (self->trace, rows, (const guint32 *) (gpointer) occurrences->data,
                          occurrences->len, 0, &scale, marks);
  for (guint32 column = 5; column + 5 < scale.n_columns; column++)
    {
      guint32 pixel = image_get_pixel (self, self->view.label_width + column, y) & 0xffffff;

      is_line &= (pixel == accent) == ((marks[column] & TV_MARK_LINE) != 0);
    }
  return is_line;
}

/* The brackets that mark the calls of a method are below the calls of the thread. If the calls extend below the view,
 * the brackets are at the lower edge of the view. */
static void
test_marks_stay_in_sight (void)
{
  g_autoptr (TvTrace) trace = make_trace (1, 300, 40, 6);
  g_autoptr (GArray) occurrences = tv_occurrences_find (trace, 2, NULL);
  Image image;
  const TvTimelineRow *row;
  double brackets_end;

  image_init (&image, trace, TV_TIMELINE_NESTED, 1.0);
  row = tv_timeline_layout_get_row (image.layout, 0);
  brackets_end = (double) row->bracket_y + tv_timeline_layout_get_metrics (image.layout)->brackets;
  image.view.occurrences = occurrences;
  g_assert_cmpfloat (brackets_end, >, 300.0);
  image_paint (&image);
  g_assert_true (has_line_at (&image, occurrences, 300.0 - 4.0));

  image.view.scroll_y = brackets_end - 200.0;
  image_paint (&image);
  g_assert_true (has_line_at (&image, occurrences, 26.0 + 200.0 - 4.0));
  g_assert_false (has_line_at (&image, occurrences, 300.0 - 4.0));

  /* Here the brackets would hide the only line of calls. */
  image.view.scroll_y = 0.0;
  image.view.height = 26.0 + 20.0;
  image_paint (&image);
  g_assert_false (has_line_at (&image, occurrences, image.view.height - 4.0));
  image_clear (&image);
}

/* All kinds of views can be painted, and painting a view again has the same result. */
static void
test_all_views (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  g_autoptr (TvTrace) trace = make_trace (4, 20000, 10000, 5);
  g_autoptr (GArray) occurrences = tv_occurrences_find (trace, 1, NULL);

  for (int form = TV_TIMELINE_NESTED; form <= TV_TIMELINE_STRIP; form++)
    for (int scale = 1; scale <= 2; scale++)
      {
        Image image;

        image_init (&image, trace, form, scale);
        for (int i = 0; i < 10; i++)
          {
            TvTimeScale part = pick_scale (trace, rand);
            cairo_surface_t *recorded = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA,
                                                                        NULL);
            cairo_t *cr = cairo_create (recorded);

            image.view.start_ns = part.start_ns;
            image.view.end_ns = part.end_ns;
            image.view.selection_start_ns = part.start_ns + 3;
            image.view.selection_end_ns = part.end_ns + 10;
            image.view.occurrences = i % 2 == 0 ? occurrences : NULL;
            image.view.selected_slice = i % 3 == 0 ? (guint32) i * 100 : TV_NONE;
            image.view.scroll_y = g_rand_double_range (
                rand, 0.0, (double) tv_timeline_layout_get_height (image.layout));
            image.view.theme = tv_theme_get (i & 1, i & 2);
            image_paint (&image);
            tv_timeline_painter_paint (image.painter, cr, &image.view);
            g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
            cairo_destroy (cr);
            cairo_surface_destroy (recorded);
          }
        image_clear (&image);
      }
}

/* Compares an image from a painter with caches with an image from a new painter. */
static void
assert_as_new (Image *image, TvTrace *trace, TvTimelineForm form)
{
  Image fresh;
  gsize n_bytes;

  image_init (&fresh, trace, form, 1);
  fresh.view.start_ns = image->view.start_ns;
  fresh.view.end_ns = image->view.end_ns;
  fresh.view.scroll_y = image->view.scroll_y;
  fresh.view.occurrences = image->view.occurrences;
  image_paint (image);
  image_paint (&fresh);
  n_bytes = (gsize) (cairo_image_surface_get_stride (fresh.surface) *
                     cairo_image_surface_get_height (fresh.surface));
  g_assert_cmpmem (cairo_image_surface_get_data (image->surface), n_bytes,
                   cairo_image_surface_get_data (fresh.surface), n_bytes);
  image_clear (&fresh);
}

static double
pick_scroll (const Image *image, GRand *rand)
{
  return g_rand_double_range (rand, 0.0, (double) tv_timeline_layout_get_height (image->layout));
}

/* Caches return correct content while rows scroll, while the occurrences change, and if only the last columns are
 * requested. */
static void
test_scrolled_caches (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  g_autoptr (TvTrace) trace = make_trace (4, 20000, 10000, 5);
  g_autoptr (GArray) occurrences = tv_occurrences_find (trace, 1, NULL);

  for (int form = TV_TIMELINE_NESTED; form <= TV_TIMELINE_STRIP; form++)
    for (int i = 0; i < 4; i++)
      {
        TvTimeScale part = pick_scale (trace, rand);
        Image image;

        image_init (&image, trace, form, 1);
        for (int step = 0; step < 8; step++)
          {
            if (step == 5) /* only the last columns, as when the image is clipped */
              part.end_ns -= (part.end_ns - part.start_ns) / 4;
            image.view.start_ns = part.start_ns;
            image.view.end_ns = part.end_ns;
            image.view.scroll_y = step < 2 ? 0.0 : pick_scroll (&image, rand);
            image.view.occurrences = step % 2 == 0 ? occurrences : NULL;
            assert_as_new (&image, trace, form);
          }
        image_clear (&image);
      }
}

/* Caches return correct content while the view moves horizontally by whole columns, sometimes together with a
 * vertical move. */
static void
test_moved (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (13);
  g_autoptr (TvTrace) trace = make_trace (4, 20000, 10000, 5);
  gint64 first_ns = tv_trace_get_start_ns (trace),
         length_ns = tv_trace_get_end_ns (trace) - first_ns;

  for (int form = TV_TIMELINE_NESTED; form <= TV_TIMELINE_STRIP; form++)
    for (int i = 0; i < 4; i++)
      {
        Image image;
        gint64 n_columns, column_ns;

        image_init (&image, trace, form, 1);
        n_columns = tv_timeline_view_get_scale (&image.view).n_columns;
        column_ns = length_ns / n_columns / (1 + 3 * i) + 1;
        image.view.start_ns = first_ns + length_ns / 2 - column_ns * n_columns / 2;
        for (int step = 0; step < 12; step++)
          {
            gint32 max = (gint32) (step % 4 == 0 ? n_columns : 20);

            image.view.start_ns += column_ns * g_rand_int_range (rand, -max, max + 1);
            image.view.end_ns = image.view.start_ns + column_ns * n_columns;
            if (step % 3 == 0)
              image.view.scroll_y = pick_scroll (&image, rand);
            assert_as_new (&image, trace, form);
          }
        image_clear (&image);
      }
}

static void
test_call_label (void)
{
  g_autoptr (TvTrace) trace = make_trace (1, 1, 1, 2);
  g_autofree char *label = tv_timeline_dup_call_label (trace, 0);

  g_assert_cmpstr (label, ==, "Class.call0");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-painter/scale", test_scale);
  g_test_add_func ("/timeline-painter/part-of-the-image", test_part_of_the_image);
  g_test_add_func ("/timeline-painter/marks", test_marks);
  g_test_add_func ("/timeline-painter/strips-without-index", test_strips_without_index);
  g_test_add_func ("/timeline-painter/hit-is-what-is-seen", test_hit_is_what_is_seen);
  g_test_add_func ("/timeline-painter/hit-areas", test_hit_areas);
  g_test_add_func ("/timeline-painter/find-rect", test_find_rect);
  g_test_add_func ("/timeline-painter/marks-stay-in-sight", test_marks_stay_in_sight);
  g_test_add_func ("/timeline-painter/all-views", test_all_views);
  g_test_add_func ("/timeline-painter/same-again", test_scrolled_caches);
  g_test_add_func ("/timeline-painter/moved", test_moved);
  g_test_add_func ("/timeline-painter/call-label", test_call_label);
  return g_test_run ();
}
