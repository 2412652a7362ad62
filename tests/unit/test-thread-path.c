/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests critical paths as segments, in columns and in images. */

#include "analysis/system/thread-path.h"
#include "core/error.h"
#include "path-log.h"
#include "timeline-image.h"

static void
test_segments (void)
{
  static const struct
  {
    int from_us, to_us;
    guint32 tid;
    TvPathKind kind;
    int slice_us;
  } wanted[] = {
    { 0, 12, 101, TV_PATH_RUNNING, 0 },   { 12, 15, 201, TV_PATH_RUNNABLE, 0 },
    { 15, 22, 201, TV_PATH_RUNNING, 0 },  { 22, 25, 301, TV_PATH_RUNNABLE, 0 },
    { 25, 50, 301, TV_PATH_RUNNING, 10 }, { 50, 55, 201, TV_PATH_RUNNABLE, 0 },
    { 55, 60, 201, TV_PATH_RUNNING, 0 },  { 60, 65, 101, TV_PATH_RUNNABLE, 0 },
    { 65, 100, 101, TV_PATH_RUNNING, 0 },
  };
  g_autoptr (TvTrace) trace = load_log (chain_log);
  g_autoptr (TvThreadPath)
      path = tv_thread_path_new (trace, find_thread (trace, 101), -50000, 500000, NULL, NULL);

  g_assert_cmpint (path->from_ns, ==, tv_trace_get_start_ns (trace));
  g_assert_cmpint (path->to_ns, ==, tv_trace_get_end_ns (trace));
  g_assert_cmpuint (path->segments->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      const TvPathSegment *segment = tv_thread_path_get (path, i);

      g_assert_cmpint (segment->row.ts, ==, wanted[i].from_us * 1000);
      g_assert_cmpint (segment->row.dur, ==, (wanted[i].to_us - wanted[i].from_us) * 1000);
      g_assert_cmpuint (segment->row.utid, ==, find_thread (trace, wanted[i].tid));
      g_assert_cmpint (segment->row.kind, ==, wanted[i].kind);
      g_assert_cmpint (segment->slice_ns, ==, wanted[i].slice_us * 1000);
      g_assert_true ((segment->row.slice != TV_NONE) == (wanted[i].slice_us > 0));
    }
}

static void
test_empty (void)
{
  g_autoptr (TvTrace) trace = load_log (chain_log);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (TvPathSpan));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  TvTimeScale scale = { 0, 100000, 10 };
  /* a range after the end, and a range that ends before it starts */
  g_autoptr (TvThreadPath)
      after = tv_thread_path_new (trace, find_thread (trace, 101), 200000, 300000, NULL, NULL);
  g_autoptr (TvThreadPath)
      turned = tv_thread_path_new (trace, find_thread (trace, 101), 50000, 40000, NULL, NULL);
  g_autoptr (TvTrace) fresh = load_log (chain_log);

  g_assert_cmpuint (after->segments->len, ==, 0);
  g_assert_cmpuint (turned->segments->len, ==, 0);
  tv_thread_path_find_spans (after, &scale, spans);
  g_assert_cmpuint (spans->len, ==, 0);
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_thread_path_new (fresh, 0, 0, 100000, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

/* ---- Columns ---- */

/* Loads two threads that wake each other after varying times. */
static TvTrace *
load_rounds (guint n)
{
  g_autoptr (GString) text = g_string_new ("0|0|0|" SWITCH (0, "R", 101));
  int us = 1;

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%d|101|0|" WAKE (201), us);
      g_string_append_printf (text, "%d|101|0|" SWITCH (101, "S", 0), us + 1);
      g_string_append_printf (text, "%d|0|1|" SWITCH (0, "R", 201), us + 2);
      us += 4 + (int) (i * 7 % 11);
      g_string_append_printf (text, "%d|201|1|" WAKE (101), us);
      g_string_append_printf (text, "%d|201|1|" SWITCH (201, "S", 0), us + 1);
      g_string_append_printf (text, "%d|0|0|" SWITCH (0, "R", 101), us + 2);
      us += 4 + (int) (i * 5 % 13);
    }
  g_string_append_printf (text, "%d|101|0|print: x\n", us);
  return load_log (text->str);
}

/* Returns the longest segment in a column; if several are equally long, the first one. */
static guint32
find_longest (const TvThreadPath *path, const TvTimeScale *scale, guint32 column)
{
  gint64 from_ns = tv_time_scale_floor (scale, column);
  gint64 to_ns = tv_time_scale_ceil (scale, (gint64) column + 1);
  guint32 longest = TV_NONE;

  for (guint32 i = 0; i < path->segments->len; i++)
    {
      const TvPathRow *row = &tv_thread_path_get (path, i)->row;

      if (row->ts < to_ns && row->ts + row->dur > from_ns &&
          (longest == TV_NONE || row->dur > tv_thread_path_get (path, longest)->row.dur))
        longest = i;
    }
  return longest;
}

static void
check_columns (const TvThreadPath *path, const TvTimeScale *scale)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (TvPathSpan));
  guint at = 0;

  tv_thread_path_find_spans (path, scale, spans);
  for (guint32 column = 0; column < scale->n_columns; column++)
    {
      guint32 wanted = find_longest (path, scale, column);

      g_assert_cmpuint (tv_thread_path_find_in_column (path, scale, column), ==, wanted);
      if (at < spans->len && column == g_array_index (spans, TvPathSpan, at).end)
        at++;
      if (wanted == TV_NONE)
        g_assert_true (at == spans->len || column < g_array_index (spans, TvPathSpan, at).first);
      else
        {
          g_assert_cmpuint (at, <, spans->len);
          g_assert_cmpuint (g_array_index (spans, TvPathSpan, at).segment, ==, wanted);
          g_assert_cmpuint (g_array_index (spans, TvPathSpan, at).first, <=, column);
        }
    }
}

static void
test_columns (void)
{
  static const guint32 columns[] = { 1, 2, 7, 100, 1000 };
  g_autoptr (TvTrace) trace = load_rounds (300);
  gint64 end_ns = tv_trace_get_end_ns (trace);
  g_autoptr (TvThreadPath)
      whole = tv_thread_path_new (trace, find_thread (trace, 101), 0, end_ns, NULL, NULL);
  g_autoptr (TvThreadPath) part = tv_thread_path_new (trace, find_thread (trace, 201), end_ns / 3,
                                                      end_ns / 2, NULL, NULL);

  g_assert_cmpuint (whole->segments->len, >, 1000);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    for (int zoom = 1; zoom < 2000; zoom = zoom * 3 + 1)
      {
        TvTimeScale scale = { end_ns / 3 - 50, end_ns / 3 - 50 + end_ns / zoom, columns[i] };

        check_columns (whole, &scale);
        check_columns (part, &scale);
      }
}

/* ---- Image ---- */

static const TvTimelineRow *
find_row (const Image *image, guint32 utid)
{
  for (guint i = 0; i < tv_timeline_layout_get_n_rows (image->layout); i++)
    if (tv_timeline_layout_get_row (image->layout, i)->utid == utid)
      return tv_timeline_layout_get_row (image->layout, i);
  g_error ("no row for the thread with utid %u", utid);
}

static void
check_pixel (Image *image, cairo_surface_t *surface, int us, double below, guint color)
{
  const TvTimelineRow *row = find_row (image, find_thread (image->trace, 101));
  const TvTimelineBand *band = tv_timeline_layout_find_path (image->layout, row);
  double x = image->view.label_width + 6.0 * us;
  double y = tv_timeline_view_get_row_y (&image->view, row) + (double) band->y;
  TvColor colors[2 * TV_N_BAR_COLORS];

  tv_timeline_get_bar_colors (image->view.theme, colors);
  g_assert_cmphex (get_pixel (surface, x, y + below), ==, tv_color_to_pixel (&colors[color]));
}

/* Returns the segment at a time on the path of thread 101, or a segment with a duration of 0. */
static TvPathRow
hit (Image *image, int us)
{
  const TvTimelineRow *row = find_row (image, find_thread (image->trace, 101));
  const TvTimelineBand *band = tv_timeline_layout_find_path (image->layout, row);
  TvTimelineHit hit;

  tv_timeline_hit_test (image->painter, &image->view, image->view.label_width + 6.0 * us + 1.0,
                        tv_timeline_view_get_row_y (&image->view, row) + (double) band->y + 8.0,
                        &hit);
  g_assert_cmpuint (hit.slice, ==, TV_NONE);
  return hit.path.row;
}

static void
test_image (void)
{
  g_autoptr (TvTrace) trace = load_log (chain_log);
  guint32 utid = find_thread (trace, 101), other = find_thread (trace, 301);
  g_autoptr (GPtrArray)
      paths = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_thread_path_free);
  g_autoptr (GArray) utids = NULL;
  cairo_surface_t *surface;
  const TvTimelineRow *row;
  TvRowChoices *choices;
  gint64 height;
  Image image;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  choices = tv_timeline_layout_get_choices (image.layout);
  row = find_row (&image, utid);
  height = row->height;
  g_assert_true (row->offers & TV_ROW_PATH);
  g_assert_null (tv_timeline_layout_find_path (image.layout, row));
  tv_row_choices_add (choices, row->key, TV_ROW_PATH);
  tv_timeline_layout_arrange (image.layout);
  g_assert_cmpint (row->height, >, height);
  utids = tv_timeline_layout_list_paths (image.layout);
  g_assert_cmpuint (utids->len, ==, 1);
  g_assert_cmpuint (g_array_index (utids, guint32, 0), ==, utid);
  g_assert_cmpint (hit (&image, 5).dur, ==, 0);

  /* The row of a thread does not show the paths of other threads. It shows the thread's own path once that path has
   * been set. */
  g_ptr_array_add (paths, tv_thread_path_new (trace, other, 0, 100000, NULL, NULL));
  tv_timeline_painter_set_paths (image.painter, paths);
  g_assert_cmpint (hit (&image, 5).dur, ==, 0);
  g_ptr_array_add (paths, tv_thread_path_new (trace, utid, 0, 70000, NULL, NULL));
  g_assert_cmpint (hit (&image, 5).dur, ==, 12000);
  g_assert_cmpint (hit (&image, 80).dur, ==, 0);
  g_assert_cmpuint (hit (&image, 40).utid, ==, other);
  surface = image_paint (&image);
  check_pixel (&image, surface, 10, 1.0, TV_BAR_STATE + TV_STATE_RUNNING);
  check_pixel (&image, surface, 11, 16.0, TV_BAR_OWN_PATH);
  check_pixel (&image, surface, 49, 16.0, TV_BAR_PATH);
  check_pixel (&image, surface, 63, 3.0, TV_BAR_STATE + TV_STATE_RUNNABLE);
  cairo_surface_destroy (surface);

  /* If a row is folded, its path is not shown. */
  tv_row_choices_add (choices, row->key, TV_ROW_FOLDED);
  tv_timeline_layout_arrange (image.layout);
  g_assert_null (tv_timeline_layout_find_path (image.layout, row));
  tv_row_choices_set (choices, row->key, 0);
  tv_timeline_layout_arrange (image.layout);
  g_assert_cmpint (row->height, ==, height);
  image_clear (&image);
}

static void
test_no_wakers (void)
{
  g_autoptr (TvTrace)
      trace = load_log ("0|0|0|" SWITCH (0, "R", 101) "9|101|0|" SWITCH (101, "S", 0));
  Image image;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  g_assert_false (find_row (&image, find_thread (trace, 101))->offers & TV_ROW_PATH);
  image_clear (&image);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thread-path/segments", test_segments);
  g_test_add_func ("/thread-path/empty", test_empty);
  g_test_add_func ("/thread-path/columns", test_columns);
  g_test_add_func ("/thread-path/image", test_image);
  g_test_add_func ("/thread-path/no-wakers", test_no_wakers);
  return g_test_run ();
}
