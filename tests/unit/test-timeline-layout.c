/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/timeline/layout.h"
#include "thread-stacks.h"

static void
test_order (void)
{
  static const ThreadStack threads[] = { { 12, "name", 1, 0, 50 },
                                         { 10, "name", 2, 0, 20 },
                                         { 13, "name", 0, 0, 0 },
                                         { 11, "name", 3, 0, 50 },
                                         { 14, "name", 1, 0, 100 } };
  static const guint32 expected[] = { 14, 11, 12, 10 };
  g_autoptr (TvTrace) trace = make_thread_stacks (threads, G_N_ELEMENTS (threads));
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

static guint32
find_depth (const TvTimelineLayout *layout, guint row, gint64 y)
{
  guint32 depth;

  tv_timeline_layout_find_band_at (layout, row, y, &depth);
  return depth;
}

static void
test_find (void)
{
  static const ThreadStack threads[] = { { 1, "name", 4, 0, 10 },
                                         { 2, "name", 1, 0, 9 },
                                         { 3, "name", 30, 0, 8 } };
  g_autoptr (TvTrace) trace = make_thread_stacks (threads, G_N_ELEMENTS (threads));
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
          g_assert_cmpuint (find_depth (layout, row, y), ==, 0);
          g_assert_cmpuint (find_depth (layout, row, y - 1), ==, TV_NONE);
        }
      g_assert_cmpuint (tv_timeline_layout_find_row (layout, -1), ==, 3);
      g_assert_cmpuint (
          tv_timeline_layout_find_row (layout, tv_timeline_layout_get_height (layout)), ==, 3);
      if (form == TV_TIMELINE_NESTED)
        {
          gint64 y = tv_timeline_layout_get_line_y (layout, 0, 3);

          g_assert_cmpuint (find_depth (layout, 0, y), ==, 3);
          g_assert_cmpuint (find_depth (layout, 0, y + 15), ==, 3);
          g_assert_cmpuint (find_depth (layout, 0, y + 16), ==, TV_NONE);
          g_assert_cmpuint (find_depth (layout, 0, y + 17), ==, TV_NONE);
        }
    }
}

static void
test_deep (void)
{
  static const ThreadStack threads[] = { { 1, "name", 100000, 0, 10 }, { 2, "name", 1, 0, 9 } };
  g_autoptr (TvTrace) trace = make_thread_stacks (threads, G_N_ELEMENTS (threads));
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  g_autoptr (TvTimelineLayout)
      layout = tv_timeline_layout_new (trace, TV_TIMELINE_NESTED, &metrics);
  gint64 y = tv_timeline_layout_get_line_y (layout, 0, 99999);

  g_assert_cmpint (tv_timeline_layout_get_row (layout, 0)->height, >, 500000);
  g_assert_cmpuint (find_depth (layout, 0, y), ==, 99999);
  g_assert_cmpuint (tv_timeline_layout_find_row (layout, y), ==, 0);
}

static void
test_empty (void)
{
  g_autoptr (TvTrace) trace = make_thread_stacks (NULL, 0);
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (11.0);
  g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (trace, TV_TIMELINE_STRIP, &metrics);

  g_assert_cmpuint (tv_timeline_layout_get_n_rows (layout), ==, 0);
  g_assert_cmpint (tv_timeline_layout_get_height (layout), ==, 0);
  g_assert_cmpuint (tv_timeline_layout_find_row (layout, 0), ==, 0);
}

/* Checks that every visible level has a line, that this line can be found by its position, and that hidden levels
 * have no line. */
static void
check_levels (TvTimelineLayout *layout, const TvTimelineBand *band)
{
  guint32 n_lines = 0;

  for (guint32 level = 0; level < band->n_levels; level++)
    {
      gint64 y = tv_timeline_layout_get_line_y (layout, 0, level);
      gboolean is_shown = tv_timeline_band_has_level (band, level);

      n_lines += is_shown;
      g_assert_cmpuint (find_depth (layout, 0, y), ==, is_shown ? level : TV_NONE);
      g_assert_cmpint (tv_timeline_layout_find_overflow (layout, 0, y), ==,
                       is_shown                    ? 0
                       : level < band->first_level ? -1
                                                   : 1);
    }
  n_lines += (band->first_level > 0) + (band->end_level < band->n_levels);
  g_assert_cmpuint (n_lines, ==, band->n_lines);
}

/* If a row would be too high, it shows only some of its levels, at full height. All levels can be reached by
 * scrolling. A call can be shown with only its caller above it. */
static void
test_limit (void)
{
  static const ThreadStack threads[] = { { 1, "deep", 200, 0, 10 }, { 2, "flat", 3, 0, 9 } };
  g_autoptr (TvTrace) trace = make_thread_stacks (threads, G_N_ELEMENTS (threads));
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  g_autoptr (TvTimelineLayout)
      layout = tv_timeline_layout_new (trace, TV_TIMELINE_NESTED, &metrics);
  g_autoptr (TvTimelineLayout) other = tv_timeline_layout_new (trace, TV_TIMELINE_NESTED, &metrics);
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  const TvTimelineRow *row = tv_timeline_layout_get_row (layout, 0);
  const TvTimelineBand *band = tv_timeline_layout_get_band (layout, row->first_band);
  gint64 height = row->height;
  guint n_steps = 0;

  g_assert_cmpint (height, >, 1000);
  g_assert_cmpuint (row->limited_band, ==, TV_NONE);
  tv_timeline_layout_set_row_limit (layout, 400);
  g_assert_cmpint (row->height, <=, 400);
  g_assert_cmpint (row->height, >, 350);
  g_assert_cmpuint (row->limited_band, ==, row->first_band);
  g_assert_cmpint (band->bar, ==, metrics.bar);
  g_assert_cmpint (tv_timeline_layout_get_row (layout, 1)->y, ==, row->height);
  g_assert_false (tv_timeline_layout_get_row (layout, 1)->is_too_tall);

  /* Scroll level by level to the end, and back. */
  check_levels (layout, band);
  for (guint32 end = band->end_level; band->end_level < 200; end = band->end_level, n_steps++)
    {
      g_assert_true (tv_timeline_layout_scroll_levels (layout, row, 1));
      g_assert_cmpuint (band->end_level - end, <=, 2);
      check_levels (layout, band);
    }
  g_assert_cmpuint (n_steps, >, 170);
  g_assert_false (tv_timeline_layout_scroll_levels (layout, row, 1));
  while (tv_timeline_layout_scroll_levels (layout, row, -1))
    check_levels (layout, band);
  g_assert_cmpuint (band->first_level, ==, 0);

  g_assert_true (tv_timeline_layout_reveal_level (layout, row->track, 120, TRUE));
  g_assert_cmpuint (band->first_level, ==, 119);
  check_levels (layout, band);
  g_assert_false (tv_timeline_layout_reveal_level (layout, row->track, 121, FALSE));
  g_assert_true (tv_timeline_layout_reveal_level (layout, row->track, 199, FALSE));
  g_assert_true (tv_timeline_band_has_level (band, 199));
  g_assert_true (tv_timeline_layout_reveal_level (layout, row->track, 7, FALSE));
  g_assert_cmpuint (band->first_level, ==, 7);
  check_levels (layout, band);

  /* If the rows are created again, the same levels remain visible. On request, all levels are visible. */
  tv_timeline_layout_copy_levels (other, layout);
  tv_timeline_layout_set_choices (other, choices);
  g_assert_cmpuint (
      tv_timeline_layout_get_band (other, tv_timeline_layout_get_row (other, 0)->first_band)
          ->first_level,
      ==, 7);
  tv_row_choices_add (choices, row->key, TV_ROW_TALL);
  tv_timeline_layout_set_choices (layout, choices);
  g_assert_cmpint (row->height, ==, height);
  g_assert_true (row->is_too_tall);
  g_assert_cmpuint (row->limited_band, ==, TV_NONE);
  g_assert_cmpuint (band->end_level, ==, 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-layout/order", test_order);
  g_test_add_func ("/timeline-layout/find", test_find);
  g_test_add_func ("/timeline-layout/deep", test_deep);
  g_test_add_func ("/timeline-layout/limit", test_limit);
  g_test_add_func ("/timeline-layout/empty", test_empty);
  return g_test_run ();
}
