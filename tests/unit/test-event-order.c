/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/event-order.h"
#include "formats/event-window.h"

#define N 20000

static void
test_in_order (void)
{
  const gint64 ts[] = { -5, 0, 0, 7 };

  g_assert_null (tv_event_order_new (ts, 0));
  g_assert_null (tv_event_order_new (ts, 1));
  g_assert_null (tv_event_order_new (ts, G_N_ELEMENTS (ts)));
}

/* Checks that the computed order contains every row once, is sorted by time, and keeps rows with equal times in
 * order. */
static void
check_order (const gint64 *ts, guint32 n)
{
  g_autofree guint32 *order = tv_event_order_new (ts, n);
  g_autofree guint8 *is_there = g_new0 (guint8, n);

  g_assert_nonnull (order);
  for (guint32 i = 0; i < n; i++)
    {
      g_assert_cmpuint (order[i], <, n);
      g_assert_false (is_there[order[i]]);
      is_there[order[i]] = TRUE;
    }
  for (guint32 i = 1; i < n; i++)
    {
      g_assert_cmpint (ts[order[i - 1]], <=, ts[order[i]]);
      if (ts[order[i - 1]] == ts[order[i]])
        g_assert_cmpuint (order[i - 1], <, order[i]);
    }
}

static void
test_stable (void)
{
  g_autofree gint64 *ts = g_new (gint64, N);

  for (guint32 i = 0; i < N; i++)
    ts[i] = g_test_rand_int_range (0, 50);
  ts[0] = 50;
  check_order (ts, N);
}

/* Nearly sorted timestamps, as recorders write them, also with one timestamp far before or after all others */
static void
test_nearly_in_order (void)
{
  static const gint64 far[] = { 0, G_MAXINT64, G_MININT64 };
  g_autofree gint64 *ts = g_new (gint64, N);

  for (guint k = 0; k < G_N_ELEMENTS (far); k++)
    {
      for (guint32 i = 0; i < N; i++)
        ts[i] = G_GINT64_CONSTANT (1790000000000000000) + (gint64) i * 997 / 10 * 10 +
                g_test_rand_int_range (0, 1000) * 100;
      if (far[k] != 0)
        ts[N / 2] = far[k];
      check_order (ts, N);
    }
}

/* Sorted runs of any length, as several CPUs write them; some runs overlap. In every other round, one timestamp is
 * far earlier than all others. */
static void
test_runs (void)
{
  g_autofree gint64 *ts = g_new (gint64, N);

  for (guint round = 0; round < 50; round++)
    {
      gint64 start = -1000;

      for (guint32 i = 0; i < N;)
        {
          guint32 length = (guint32) g_test_rand_int_range (1, 400);
          guint32 end = MIN (i + length, N);
          gint64 at = start - g_test_rand_int_range (0, 500);

          for (; i < end; i++)
            ts[i] = at += g_test_rand_int_range (0, 4);
          start = MAX (start, at);
        }
      if (round % 2 == 1)
        ts[g_test_rand_int_range (1, N)] = G_MININT64;
      check_order (ts, N);
    }
}

/* The number of rows is large enough for a merge in two threads. */
static void
test_many_runs (void)
{
  guint32 n = 600000;
  g_autofree gint64 *ts = g_new (gint64, n);

  for (guint32 i = 0; i < n; i++)
    ts[i] = i / 300 * 100 + i % 100;
  check_order (ts, n);
}

static void
test_bound (void)
{
  const gint64 ts[] = { 10, 20, 15, 30, 20, 19, 40, 30, 5 };
  TvEventDisorder disorder;

  tv_event_disorder_find (&disorder, ts, G_N_ELEMENTS (ts), 10);
  g_assert_cmpuint (disorder.n_late, ==, 5);
  g_assert_cmpuint (disorder.n_beyond, ==, 2);
  g_assert_cmpuint (disorder.first_beyond, ==, 5);
  tv_event_disorder_find (&disorder, ts, G_N_ELEMENTS (ts), 35);
  g_assert_cmpuint (disorder.n_beyond, ==, 0);
  tv_event_disorder_find (&disorder, ts, 2, 0);
  g_assert_cmpuint (disorder.n_late, ==, 0);
  tv_event_disorder_find (&disorder, ts, 0, 0);
  g_assert_cmpuint (disorder.n_late, ==, 0);
}

static void
test_extremes (void)
{
  const gint64 ts[] = { G_MAXINT64, G_MININT64, 0 };
  g_autofree guint32 *order = tv_event_order_new (ts, G_N_ELEMENTS (ts));
  TvEventDisorder disorder;

  g_assert_cmpuint (order[0], ==, 1);
  g_assert_cmpuint (order[1], ==, 2);
  g_assert_cmpuint (order[2], ==, 0);
  tv_event_disorder_find (&disorder, ts, G_N_ELEMENTS (ts), G_MAXINT64);
  g_assert_cmpuint (disorder.n_late, ==, 2);
  g_assert_cmpuint (disorder.n_beyond, ==, 1);
}

/* number of events, which is sufficient for several windows */
#define N_WINDOWED 300000

/* Adds events with these timestamps; their file offsets are their indexes. Returns whether the window moved any
 * event. */
static gboolean
add_windowed (TvTraceBuilder *builder, const gint64 *ts)
{
  TvEventWindow *window = tv_event_window_new (builder);
  guint32 text = tv_trace_builder_add_text (builder, tv_trace_builder_intern (builder, "a", -1), "",
                                            0, 0);
  gboolean is_reordered;

  for (guint32 i = 0; i < N_WINDOWED; i++)
    tv_event_window_add (window, ts[i], i % 4, 0, text, i);
  is_reordered = tv_event_window_finish (window);
  tv_event_window_free (window);
  g_assert_cmpuint (tv_trace_builder_get_n_events (builder), ==, N_WINDOWED);
  return is_reordered;
}

/* Checks that the events are a permutation of the original events with unchanged timestamps, and that events with
 * equal timestamps are in file order. Returns whether all events are sorted. */
static gboolean
check_windowed (TvTraceBuilder *builder, const gint64 *ts)
{
  const gint64 *sorted = tv_trace_builder_get_event_times (builder);
  g_autofree guint8 *is_there = g_new0 (guint8, N_WINDOWED);
  gboolean is_sorted = TRUE;

  for (guint32 row = 0; row < N_WINDOWED; row++)
    {
      guint32 i = (guint32) tv_trace_builder_get_event_file_offset (builder, row);

      g_assert_cmpuint (i, <, N_WINDOWED);
      g_assert_false (is_there[i]);
      is_there[i] = TRUE;
      g_assert_cmpint (sorted[row], ==, ts[i]);
      g_assert_cmpuint (tv_trace_builder_get_event_cpus (builder)[row], ==, i % 4);
      if (row == 0)
        continue;
      is_sorted &= sorted[row - 1] <= sorted[row];
      if (sorted[row - 1] == sorted[row])
        g_assert_cmpuint (tv_trace_builder_get_event_file_offset (builder, row - 1), <, i);
    }
  return is_sorted;
}

static void
test_window (void)
{
  g_autofree gint64 *ts = g_new (gint64, N_WINDOWED);
  g_autoptr (TvTraceBuilder) in_order = tv_trace_builder_new (1000, 0);
  g_autoptr (TvTraceBuilder) by_cpu = tv_trace_builder_new (1000, 0);
  g_autoptr (TvTraceBuilder) with_late = tv_trace_builder_new (1000, 0);

  for (guint32 i = 0; i < N_WINDOWED; i++)
    ts[i] = i / 3;
  g_assert_false (add_windowed (in_order, ts));
  g_assert_true (check_windowed (in_order, ts));
  /* Batches of four CPUs with 1,000 events each, which cover the same time */
  for (guint32 i = 0; i < N_WINDOWED; i++)
    ts[i] = i / 4000 * 1000 + i % 1000;
  g_assert_true (add_windowed (by_cpu, ts));
  g_assert_true (check_windowed (by_cpu, ts));
  /* If an event arrives too late for the window to move it to its place, it is still not lost. */
  ts[N_WINDOWED - 10] = -5;
  g_assert_true (add_windowed (with_late, ts));
  g_assert_false (check_windowed (with_late, ts));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-order/in-order", test_in_order);
  g_test_add_func ("/event-order/stable", test_stable);
  g_test_add_func ("/event-order/nearly-in-order", test_nearly_in_order);
  g_test_add_func ("/event-order/runs", test_runs);
  g_test_add_func ("/event-order/many-runs", test_many_runs);
  g_test_add_func ("/event-order/bound", test_bound);
  g_test_add_func ("/event-order/extremes", test_extremes);
  g_test_add_func ("/event-order/window", test_window);
  return g_test_run ();
}
