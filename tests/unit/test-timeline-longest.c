/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests that nothing is lost if calls are narrower than a pixel. Compares random traces at random zoom levels with a
 * painter that visits every call. */

#include <math.h>

#include "core/memory/parallel.h"
#include "core/trace-builder.h"
#include "timeline-image.h"

#define N_SYMBOLS 24

/* ---- Traces ---- */

typedef struct
{
  guint32 n_slices;
  guint32 max_depth;
  guint n_threads;
  gint64 max_step; /* ticks between two records, for most records */
  gint64 tick_ns;
  int n_gaps;       /* number of records, per 1,000, that follow off-CPU time */
  int n_long;       /* number of records, per 1,000, that follow a long time */
  gboolean is_even; /* whether all steps are equal, so that many calls have the same duration */
  int more;         /* number of additional ticks of some of these steps */
} Shape;

static void
add_symbols (TvTraceBuilder *builder)
{
  for (guint i = 0; i < N_SYMBOLS; i++)
    {
      g_autofree char *name = g_strdup_printf ("call%u", i);
      TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, name, -1), TV_NONE, TV_NONE,
                          0 };

      tv_trace_builder_add_symbol (builder, &symbol);
    }
}

/* Creates a random trace. Calls that are open at the end of the trace remain unfinished. */
static TvTrace *
make_trace (GRand *rand, const Shape *shape)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (shape->tick_ns, 0);
  g_autofree guint32 *depth = g_new0 (guint32, shape->n_threads);
  g_autofree gint64 *cpu = g_new0 (gint64, shape->n_threads);
  g_autofree gint64 *last = g_new0 (gint64, shape->n_threads);
  gint64 now = 0;
  guint thread = 0;

  add_symbols (builder);
  tv_trace_builder_set_clocks (builder, TRUE, TRUE);
  for (guint i = 0; i < shape->n_threads; i++)
    tv_trace_builder_ensure_track (builder,
                                   tv_trace_builder_ensure_thread (builder, TV_NONE, i + 1));
  for (guint32 n = 0; n < shape->n_slices;)
    {
      int roll = g_rand_int_range (rand, 0, 1000);

      if (roll % 20 == 0)
        thread = (guint) g_rand_int_range (rand, 0, (int) shape->n_threads);
      if (shape->is_even)
        now += shape->max_step + (roll % 50 == 0 ? g_rand_int_range (rand, 0, shape->more + 1) : 0);
      else if (roll % 3 > 0)
        now += g_rand_int_range (rand, 0, (int) shape->max_step + 1);
      if (roll < shape->n_long)
        now += g_rand_int_range (rand, 0, (int) shape->max_step * 200);
      cpu[thread] += now - last[thread];
      if (g_rand_int_range (rand, 0, 1000) < shape->n_gaps)
        {
          gint64 ticks = TV_GAP_NS / shape->tick_ns + g_rand_int_range (rand, 1, 1000);

          now += ticks;
          if (roll % 2 == 0)
            cpu[thread] = MAX (cpu[thread] - ticks, 0);
        }
      last[thread] = now;
      if (depth[thread] == 0 ||
          (depth[thread] < shape->max_depth && g_rand_int_range (rand, 0, 100) < 51))
        {
          tv_trace_builder_begin (builder, thread, (guint32) g_rand_int_range (rand, 0, N_SYMBOLS),
                                  now, cpu[thread], -1);
          depth[thread]++;
          n++;
        }
      else
        {
          tv_trace_builder_end (builder, thread, TV_NONE, now, cpu[thread], 0, -1);
          depth[thread]--;
        }
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static TvTimeScale
pick_scale (TvTrace *trace, GRand *rand, guint32 n_columns)
{
  gint64 start = tv_trace_get_start_ns (trace), end = tv_trace_get_end_ns (trace);
  double whole = (double) MAX (end - start, 10);
  double length = exp (g_rand_double_range (rand, log (5.0), log (whole * 3.0)));
  double first = (double) start + g_rand_double_range (rand, -0.3, 1.0) * (whole - length);

  if (g_rand_int_range (rand, 0, 5) == 0)
    return (TvTimeScale){ start, end + 1, n_columns };
  return (TvTimeScale){ (gint64) first, (gint64) (first + length) + 1, n_columns };
}

/* ---- Painter that visits every call ---- */

typedef struct
{
  guint32 slice;
  gint64 start;
  gint64 end;
  gboolean is_away;
} Piece; /* a call, or an interval of a call */

/* Expected content of the columns: for each column, the longest piece that overlaps the column. Among equally long
 * pieces, the first one counts. */
typedef struct
{
  guint32 n_columns;
  Piece *shown; /* piece per column; its slice is TV_NONE if the column is empty */
} Line;

static Line *
line_new (guint32 n_columns)
{
  Line *self = g_new (Line, 1);

  self->n_columns = n_columns;
  self->shown = g_new (Piece, n_columns);
  for (guint32 i = 0; i < n_columns; i++)
    self->shown[i].slice = TV_NONE;
  return self;
}

static void
line_free (Line *self)
{
  g_free (self->shown);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Line, line_free)

static gint64
divide_down (gint64 a, gint64 b)
{
  return a / b - (a % b < 0);
}

/* Adds a piece, in order. The left edge of column c is at start + c · length / n, as a fraction. A piece overlaps all
 * columns from the one in which it starts to the last one that starts before the end of the piece. */
static void
line_add (Line *self, const TvTimeScale *scale, const Piece *piece)
{
  gint64 length = scale->end_ns - scale->start_ns;
  gint64 first = divide_down ((piece->start - scale->start_ns) * self->n_columns, length);
  gint64 last = piece->end == piece->start
                    ? first
                    : -divide_down (-(piece->end - scale->start_ns) * self->n_columns, length) - 1;

  for (gint64 column = MAX (first, 0); column <= MIN (last, (gint64) self->n_columns - 1); column++)
    {
      Piece *shown = &self->shown[column];
      gboolean is_better = shown->slice == TV_NONE || (shown->is_away && !piece->is_away);

      if (shown->slice != TV_NONE && !shown->is_away && !piece->is_away)
        is_better = piece->end - piece->start > shown->end - shown->start;
      if (is_better)
        *shown = *piece;
    }
}

static Line *
check_depth (TvTrace *trace, guint32 track, guint32 depth, const TvTimeScale *scale)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (trace);
  Line *line = line_new (scale->n_columns);

  for (guint32 row = t->first_slice; row < t->first_slice + t->n_slices; row++)
    if (tv_slices_depth (slices, row) == depth)
      line_add (line, scale,
                &(Piece){ row, tv_slices_start (slices, row), tv_slices_end (slices, row), FALSE });
  return line;
}

static int
compare_times (const void *a, const void *b)
{
  gint64 ta = *(const gint64 *) a, tb = *(const gint64 *) b;

  return (ta > tb) - (ta < tb);
}

static gint64 *
collect_changes (TvTrace *trace, const TvTrack *t, guint *n)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvGap *gaps = tv_trace_get_gaps (trace, NULL);
  gint64 *times = g_new (gint64, 2 * ((gsize) t->n_slices + t->n_gaps) + 1);

  *n = 0;
  for (guint32 row = t->first_slice; row < t->first_slice + t->n_slices; row++)
    {
      times[(*n)++] = tv_slices_start (slices, row);
      times[(*n)++] = tv_slices_end (slices, row);
    }
  for (guint32 gap = t->first_gap; gap < t->first_gap + t->n_gaps; gap++)
    {
      times[(*n)++] = gaps[gap].ts;
      times[(*n)++] = gaps[gap].ts + gaps[gap].dur;
    }
  qsort (times, *n, sizeof *times, compare_times);
  return times;
}

/* Between two starts or ends of calls, one call is innermost: the call that started last or, if that call has ended,
 * its caller. A call with a duration of 0 is an interval with a duration of 0. */
static Line *
check_strip (TvTrace *trace, guint32 track, const TvTimeScale *scale)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvGap *gaps = tv_trace_get_gaps (trace, NULL);
  guint32 next = t->first_slice, gap = t->first_gap;
  guint32 innermost = TV_NONE;
  g_autofree gint64 *times = NULL;
  Line *line = line_new (scale->n_columns);
  guint n;

  times = collect_changes (trace, t, &n);
  for (guint i = 0; i + 1 < n; i++)
    {
      Piece piece = { .start = times[i], .end = times[i + 1] };

      for (; next < t->first_slice + t->n_slices && tv_slices_start (slices, next) <= piece.start;
           next++)
        {
          innermost = next;
          if (tv_slices_end (slices, next) == piece.start)
            line_add (line, scale, &(Piece){ next, piece.start, piece.start, FALSE });
        }
      while (innermost != TV_NONE && tv_slices_end (slices, innermost) <= piece.start)
        innermost = tv_slices_parent (slices, innermost);
      if (innermost == TV_NONE || piece.start == piece.end)
        continue;
      while (gap < t->first_gap + t->n_gaps && gaps[gap].ts + gaps[gap].dur <= piece.start)
        gap++;
      piece.slice = innermost;
      piece.is_away = gap < t->first_gap + t->n_gaps && gaps[gap].ts <= piece.start;
      line_add (line, scale, &piece);
    }
  return line;
}

/* ---- Spans ---- */

static void
compare_line (const Line *expected, const GArray *spans, guint32 depth, const char *what)
{
  g_autoptr (Line) found = line_new (expected->n_columns);

  for (guint i = 0; i < spans->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (spans, TvTimelineSpan, i);

      if (depth != TV_NONE && span->depth != depth)
        continue;
      g_assert_cmpuint (span->first, <, span->end);
      g_assert_cmpuint (span->end, <=, expected->n_columns);
      for (guint32 column = span->first; column < span->end; column++)
        {
          g_assert_cmphex (found->shown[column].slice, ==, TV_NONE);
          found->shown[column] = (Piece){ .slice = span->slice, .is_away = span->is_away };
        }
    }
  for (guint32 column = 0; column < expected->n_columns; column++)
    if (expected->shown[column].slice != found->shown[column].slice ||
        (expected->shown[column].slice != TV_NONE &&
         expected->shown[column].is_away != found->shown[column].is_away))
      g_error ("%s: column %u of %u, depth %d, shows slice %d, not %d", what, column,
               expected->n_columns, (int) depth, (int) found->shown[column].slice,
               (int) expected->shown[column].slice);
}

static void
check_spans (TvTrace *trace,
             TvSpanFinder *finder,
             guint32 track,
             const TvTimeScale *scale,
             const char *what)
{
  guint32 n_levels = tv_trace_get_tracks (trace, NULL)[track].n_levels;
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (TvTimelineSpan));
  g_autoptr (Line) strip = check_strip (trace, track, scale);

  tv_span_finder_find_nested (finder, track, scale, 0, scale->n_columns, 0, n_levels, spans);
  for (guint32 depth = 0; depth < MIN (n_levels, 64); depth++)
    {
      g_autoptr (Line) line = check_depth (trace, track, depth, scale);

      compare_line (line, spans, depth, what);
    }
  g_array_set_size (spans, 0);
  tv_span_finder_find_strip (finder, track, scale, 0, scale->n_columns, spans);
  compare_line (strip, spans, TV_NONE, what);
}

/* ---- Pixels ---- */

static guint32
get_middle_pixel (cairo_surface_t *surface, guint32 column, double y, double height)
{
  return get_pixel (surface, 100.0 + column, y + height / 2.0) & 0xffffff;
}

/* Checks only the first columns of each piece, because labels and jagged ends are further to the right. Pieces that
 * are wide have round corners, which are skipped. */
static void
check_pixels (Image *image, cairo_surface_t *surface, const Line *line, double y, double height)
{
  const TvTheme *theme = image->view.theme;
  guint32 end;

  if (y < image->view.ruler_height || y + height > image->view.height)
    return;
  for (guint32 column = 0; column < line->n_columns; column = end)
    {
      const Piece *piece = &line->shown[column];

      for (end = column + 1; end < line->n_columns && line->shown[end].slice == piece->slice &&
                             line->shown[end].is_away == piece->is_away;)
        end++;
      if (piece->slice == TV_NONE)
        continue;
      for (guint32 i = end > column + 6 ? column + 2 : column; i < MIN (end, column + 3); i++)
        {
          guint32 pixel = get_middle_pixel (surface, i, y, height);
          const TvColor *color = tv_palette_get_color (tv_coloring_get_index (
              tv_timeline_painter_get_coloring (image->painter), piece->slice));

          if (piece->is_away)
            g_assert_cmphex (get_pixel (surface, 100.0 + i, y + height - 1.0) & 0xffffff, ==,
                             tv_color_to_pixel (&theme->gap) & 0xffffff);
          else if (pixel != (tv_color_to_pixel (color) & 0xffffff))
            g_error ("column %u of %u to %u, y %g, has %06x, not %06x", i, column, end, y, pixel,
                     tv_color_to_pixel (color) & 0xffffff);
        }
    }
}

/* Compares an image with the expected content of its columns. The image is painted by one thread or, if @has_threads
 * is set, by several threads, which are also used for later images. */
static void
check_image (TvTrace *trace, TvTimelineForm form, gboolean has_threads, GRand *rand)
{
  TvTimeScale scale = pick_scale (trace, rand, 600);
  cairo_surface_t *surface;
  Image image;

  image_init (&image, trace, form);
  if (has_threads)
    tv_span_cache_set_patience (tv_timeline_painter_get_span_cache (image.painter), -1);
  tv_parallel_set_max_threads (has_threads ? 3 : 1);
  image.view.start_ns = scale.start_ns;
  image.view.end_ns = scale.end_ns;
  surface = image_paint (&image);
  for (guint row = 0; row < tv_timeline_layout_get_n_rows (image.layout); row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (image.layout, row);
      const TvTimelineBand *band = tv_timeline_layout_get_band (image.layout, r->first_band);
      double y = tv_timeline_view_get_row_y (&image.view, r) + (double) band->y;

      guint32 n_lines = form == TV_TIMELINE_STRIP ? 1 : band->n_levels;

      for (guint32 depth = 0; depth < n_lines; depth++, y += band->step)
        {
          g_autoptr (Line) line = form == TV_TIMELINE_STRIP
                                      ? check_strip (trace, band->track, &scale)
                                      : check_depth (trace, band->track, depth, &scale);

          check_pixels (&image, surface, line, y, band->bar);
        }
    }
  tv_parallel_set_max_threads (0);
  cairo_surface_destroy (surface);
  image_clear (&image);
}

/* ---- Tests ---- */

static void
test_random (gconstpointer data)
{
  const Shape *shape = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (shape->n_slices + shape->max_depth);
  guint n_traces = CLAMP (6000 / shape->n_slices, 1, 12);

  for (guint seed = 0; seed < n_traces; seed++)
    {
      g_autoptr (TvTrace) trace = make_trace (rand, shape);
      g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
      g_autoptr (TvSpanFinder) finder = tv_span_finder_new (trace, index);
      g_autofree char *what = g_strdup_printf ("%u slices, trace %u", shape->n_slices, seed);

      for (guint i = 0; i < 10; i++)
        {
          guint32 n_columns = (guint32) g_rand_int_range (rand, 1, 400);
          TvTimeScale scale = pick_scale (trace, rand, n_columns);

          for (guint32 track = 0; track < shape->n_threads; track++)
            check_spans (trace, finder, track, &scale, what);
        }
      for (int has_threads = 0; has_threads < 2; has_threads++)
        {
          check_image (trace, TV_TIMELINE_NESTED, has_threads, rand);
          check_image (trace, TV_TIMELINE_STRIP, has_threads, rand);
        }
    }
}

/* The longest of many thousands of calls is found anywhere, in blocks of all levels of the index. */
static void
test_rare (void)
{
  const guint32 n = 70000;
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  for (guint i = 0; i < 8; i++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
      guint32 rare = (guint32) g_rand_int_range (rand, 0, (int) n);
      TvTimeScale scale = { 0, (gint64) n * 4 + 4, 1 + i };
      g_autoptr (TvTrace) trace = NULL;

      add_symbols (builder);
      tv_trace_builder_ensure_track (builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
      tv_trace_builder_begin (builder, 0, 0, 0, 0, -1);
      for (guint32 call = 0; call < n; call++)
        {
          tv_trace_builder_begin (builder, 0, 1 + call % 5, (gint64) call * 4 + 1, 0, -1);
          tv_trace_builder_end (builder, 0, TV_NONE, (gint64) call * 4 + 3 + (call == rare), 0, 0,
                                -1);
        }
      tv_trace_builder_end (builder, 0, TV_NONE, (gint64) n * 4 + 4, 0, 0, -1);
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      {
        g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
        g_autoptr (TvSpanFinder) finder = tv_span_finder_new (trace, index);

        check_spans (trace, finder, 0, &scale, "rare");
      }
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    Shape shape;
  } cases[] = {
    { "one", { 1, 1, 1, 5, 1, 0, 0, FALSE, 0 } },
    { "few", { 40, 3, 1, 4, 1, 0, 0, FALSE, 0 } },
    { "flat", { 3000, 1, 2, 9, 1, 0, 5, FALSE, 0 } },
    { "nested", { 3000, 12, 3, 9, 1, 0, 5, FALSE, 0 } },
    { "deep", { 5000, 60, 2, 300, 1000, 0, 2, FALSE, 0 } },
    { "very-deep", { 5000, 3000, 1, 3, 1, 0, 0, FALSE, 0 } },
    { "even", { 3000, 5, 2, 3, 1, 0, 0, TRUE, 0 } },
    { "alike", { 8000, 5, 2, 100000, 1, 0, 0, TRUE, 80 } },
    { "alike-wide", { 8000, 20, 2, 10000000000, 1, 10, 0, TRUE, 9000000 } },
    { "gaps", { 3000, 12, 3, 400, 1000, 60, 5, FALSE, 0 } },
    { "away", { 300, 4, 2, 2, 1000, 600, 0, FALSE, 0 } },
    { "wide-columns", { 3000, 12, 2, 1000000, 7000, 10, 5, FALSE, 0 } },
    { "long", { 70000, 30, 2, 9, 1000, 10, 1, FALSE, 0 } },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/timeline-longest/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i].shape, test_random);
    }
  g_test_add_func ("/timeline-longest/rare", test_rare);
  return g_test_run ();
}
