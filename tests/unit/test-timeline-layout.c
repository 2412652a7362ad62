/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-builder.h"
#include "paint/timeline-layout.h"

typedef struct
{
  guint32 tid;
  guint32 depth;
  gint64 covered_us;
} Thread;

/* Threads of one process, pid 10, whose calls start at 0: a stack of @depth, all of one length. */
static TvTrace *
make_trace (const Thread *threads, guint n)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  guint32 upid = tv_trace_builder_get_process (builder, 10);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  guint32 id = tv_trace_builder_add_symbol (builder, &symbol);

  for (guint i = 0; i < n; i++)
    {
      guint32 utid = tv_trace_builder_get_thread (builder, upid, threads[i].tid);
      guint32 track = tv_trace_builder_get_track (builder, utid);

      tv_trace_builder_name_thread (builder, utid, tv_trace_builder_intern (builder, "name", -1));
      for (guint32 depth = 0; depth < threads[i].depth; depth++)
        tv_trace_builder_begin (builder, track, id, 0, 0, -1);
      for (guint32 depth = 0; depth < threads[i].depth; depth++)
        tv_trace_builder_end (builder, track, id, threads[i].covered_us, 0, 0, -1);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static void
test_order (void)
{
  static const Thread threads[] = {
    { 12, 1, 50 }, { 10, 2, 20 }, { 13, 0, 0 }, { 11, 3, 50 }, { 14, 1, 100 }
  };
  static const guint32 expected[] = { 14, 11, 12, 10 };
  g_autoptr (TvTrace) trace = make_trace (threads, G_N_ELEMENTS (threads));
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  g_autoptr (TvTimelineLayout)
      layout = tv_timeline_layout_new (trace, TV_TIMELINE_NESTED, &metrics);
  gint64 y = 0;

  g_assert_cmpint (metrics.bar, ==, 16);
  g_assert_cmpint (metrics.step, ==, 17);
  g_assert_cmpuint (tv_timeline_layout_get_n_rows (layout), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (layout, i);
      guint32 utid = tv_trace_get_tracks (trace, NULL)[row->track].utid;

      g_assert_cmpuint (tv_trace_get_threads (trace, NULL)[utid].tid, ==, expected[i]);
      g_assert_cmpint (row->is_main, ==, expected[i] == 10);
      g_assert_cmpint (row->y, ==, y);
      g_assert_cmpint (row->height, >=, metrics.label_height);
      g_assert_cmpuint (tv_timeline_layout_find_track (layout, row->track), ==, i);
      y += row->height;
    }
  g_assert_cmpint (tv_timeline_layout_get_height (layout), ==, y);
  g_assert_cmpstr (tv_timeline_layout_get_row (layout, 3)->name, ==, "[10] name");
  g_assert_cmpstr (tv_timeline_layout_get_row (layout, 3)->detail, ==, "20\302\240µs · 2 calls");
}

static void
test_find (void)
{
  static const Thread threads[] = { { 1, 4, 10 }, { 2, 1, 9 }, { 3, 30, 8 } };
  g_autoptr (TvTrace) trace = make_trace (threads, G_N_ELEMENTS (threads));
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);

  for (int form = TV_TIMELINE_NESTED; form <= TV_TIMELINE_STRIP; form++)
    {
      g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (trace, form, &metrics);

      for (guint row = 0; row < 3; row++)
        {
          const TvTimelineRow *r = tv_timeline_layout_get_row (layout, row);
          gint64 y = tv_timeline_layout_get_line_y (layout, row, 0);

          g_assert_cmpuint (tv_timeline_layout_find_row (layout, r->y), ==, row);
          g_assert_cmpuint (tv_timeline_layout_find_row (layout, r->y + r->height - 1), ==, row);
          g_assert_cmpuint (tv_timeline_layout_find_depth (layout, row, y), ==, 0);
          g_assert_cmpuint (tv_timeline_layout_find_depth (layout, row, y - 1), ==, TV_NONE);
        }
      g_assert_cmpuint (tv_timeline_layout_find_row (layout, -1), ==, 3);
      g_assert_cmpuint (
          tv_timeline_layout_find_row (layout, tv_timeline_layout_get_height (layout)), ==, 3);
      if (form == TV_TIMELINE_NESTED)
        {
          gint64 y = tv_timeline_layout_get_line_y (layout, 0, 3);

          g_assert_cmpuint (tv_timeline_layout_find_depth (layout, 0, y), ==, 3);
          g_assert_cmpuint (tv_timeline_layout_find_depth (layout, 0, y + 15), ==, 3);
          g_assert_cmpuint (tv_timeline_layout_find_depth (layout, 0, y + 16), ==, TV_NONE);
          g_assert_cmpuint (tv_timeline_layout_find_depth (layout, 0, y + 17), ==, TV_NONE);
        }
    }
}

static void
test_deep (void)
{
  static const Thread threads[] = { { 1, 100000, 10 }, { 2, 1, 9 } };
  g_autoptr (TvTrace) trace = make_trace (threads, G_N_ELEMENTS (threads));
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  g_autoptr (TvTimelineLayout)
      layout = tv_timeline_layout_new (trace, TV_TIMELINE_NESTED, &metrics);
  gint64 y = tv_timeline_layout_get_line_y (layout, 0, 99999);

  g_assert_cmpint (tv_timeline_layout_get_row (layout, 0)->height, >, 500000);
  g_assert_cmpuint (tv_timeline_layout_find_depth (layout, 0, y), ==, 99999);
  g_assert_cmpuint (tv_timeline_layout_find_row (layout, y), ==, 0);
}

static void
test_empty (void)
{
  g_autoptr (TvTrace) trace = make_trace (NULL, 0);
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (11.0);
  g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (trace, TV_TIMELINE_STRIP, &metrics);

  g_assert_cmpuint (tv_timeline_layout_get_n_rows (layout), ==, 0);
  g_assert_cmpint (tv_timeline_layout_get_height (layout), ==, 0);
  g_assert_cmpuint (tv_timeline_layout_find_row (layout, 0), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-layout/order", test_order);
  g_test_add_func ("/timeline-layout/find", test_find);
  g_test_add_func ("/timeline-layout/deep", test_deep);
  g_test_add_func ("/timeline-layout/empty", test_empty);
  return g_test_run ();
}
