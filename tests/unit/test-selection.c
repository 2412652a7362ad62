/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests selections: functions that change a selection return a new selection and leave the original unchanged. */

#include "core/selection.h"
#include "core/trace-builder.h"

#include "profile-tree.h"

static TvTrace *
make_trace (void)
{
  return read_trace ("thread 1\n"
                     "a 0..10\n"
                     "thread 2\n"
                     "b 5..8\n"
                     "thread 3\n"
                     "c 6..7\n");
}

static void
test_everything (void)
{
  g_autoptr (TvSelection) all = tv_selection_new_all ();
  g_autoptr (TvSelection) of_null = tv_selection_ref (NULL);
  guint n = 7;

  g_assert_true (tv_selection_is_all (NULL) && tv_selection_is_all (all));
  g_assert_true (tv_selection_is_equal (NULL, all) && tv_selection_is_equal (of_null, all));
  g_assert_false (tv_selection_has_range (all));
  g_assert_true (tv_selection_has_track (all, 99) && tv_selection_has_thread (NULL, 3));
  g_assert_null (tv_selection_get_threads (NULL, &n));
  g_assert_cmpuint (n, ==, 0);
}

static void
test_threads (void)
{
  g_autoptr (TvTrace) trace = make_trace ();
  g_autoptr (TvSelection) range = tv_selection_new_range (1, 9);
  g_autoptr (TvSelection)
      two = tv_selection_with_threads (range, trace, (const guint32[]){ 2, 0 }, 2);
  g_autoptr (TvSelection) all = tv_selection_with_threads (two, trace, NULL, 0);
  guint n;
  const guint32 *utids = tv_selection_get_threads (two, &n);

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (utids[0], ==, 0);
  g_assert_cmpuint (utids[1], ==, 2);
  for (guint32 utid = 0; utid < 3; utid++)
    {
      guint32 track = tv_trace_get_threads (trace, NULL)[utid].track;

      g_assert_true (tv_selection_has_thread (two, utid) == (utid != 1));
      g_assert_true (tv_selection_has_track (two, track) == (utid != 1));
      g_assert_true (tv_selection_has_track (range, track));
    }
  g_assert_cmpint (tv_selection_get_end_ns (two), ==, 9);
  g_assert_true (tv_selection_is_equal (all, range));
  g_assert_false (tv_selection_is_equal (two, range));
}

static void
test_changes (void)
{
  char text[] = "draw";
  g_autoptr (TvSelection)
      first = tv_selection_with_filter (NULL, &(TvNameFilter){ TV_NAME_CONTAINS, FALSE, text });
  g_autoptr (TvSelection)
      second = tv_selection_with_filter (first, &(TvNameFilter){ TV_NAME_PACKAGE, TRUE, "java" });
  g_autoptr (TvSelection)
      third = tv_selection_with_transform (second, &(TvTransform){ TV_TRANSFORM_MERGE, 1, NULL });
  g_autoptr (TvSelection) again = tv_selection_without_transform (third, 0);
  g_autoptr (TvSelection) other = tv_selection_without_filter (second, 0);
  g_autoptr (TvSelection) longer = tv_selection_with_min_duration (NULL, 1000);
  g_autoptr (TvSelection) cpu = tv_selection_with_clock (NULL, TV_CLOCK_CPU);
  const TvNameFilter *filters;
  guint n;

  text[0] = 'x';
  filters = tv_selection_get_filters (second, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (filters[0].text, ==, "draw");
  g_assert_true (filters[1].hides);
  tv_selection_get_filters (first, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (tv_selection_is_equal (again, second));
  g_assert_false (tv_selection_is_equal (third, second));
  filters = tv_selection_get_filters (other, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (filters[0].text, ==, "java");
  g_assert_true (tv_selection_changes_calls (longer) && !tv_selection_is_all (longer));
  g_assert_true (tv_selection_changes_calls (third));
  g_assert_false (tv_selection_changes_calls (cpu));
  g_assert_false (tv_selection_is_equal (cpu, NULL));
}

/* Checks that selections of different threads without tracks are distinguished. Such threads may have only samples. */
static void
test_threads_without_tracks (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  const guint32 utids[] = { tv_trace_builder_ensure_thread (builder, TV_NONE, 7),
                            tv_trace_builder_ensure_thread (builder, TV_NONE, 8) };
  g_autoptr (TvTrace) trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_autoptr (TvSelection) first = tv_selection_with_threads (NULL, trace, &utids[0], 1);
  g_autoptr (TvSelection) second = tv_selection_with_threads (NULL, trace, &utids[1], 1);
  g_autoptr (TvSelection) again = tv_selection_with_threads (second, trace, &utids[0], 1);

  g_assert_false (tv_selection_is_equal (first, second));
  g_assert_false (tv_selection_is_equal (first, NULL));
  g_assert_true (tv_selection_is_equal (first, again));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selection/everything", test_everything);
  g_test_add_func ("/selection/threads", test_threads);
  g_test_add_func ("/selection/threads-without-tracks", test_threads_without_tracks);
  g_test_add_func ("/selection/changes", test_changes);
  return g_test_run ();
}
