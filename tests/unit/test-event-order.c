/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/event-order.h"

#define N 20000

static void
test_in_order (void)
{
  const gint64 ts[] = { -5, 0, 0, 7 };

  g_assert_null (tv_event_order_new (ts, 0));
  g_assert_null (tv_event_order_new (ts, 1));
  g_assert_null (tv_event_order_new (ts, G_N_ELEMENTS (ts)));
}

/* That all rows are there, by time, and those of one time as they came. */
static void
check_order (const gint64 *ts)
{
  g_autofree guint32 *order = tv_event_order_new (ts, N);
  g_autofree guint8 *is_there = g_new0 (guint8, N);

  g_assert_nonnull (order);
  for (guint32 i = 0; i < N; i++)
    {
      g_assert_cmpuint (order[i], <, N);
      g_assert_false (is_there[order[i]]);
      is_there[order[i]] = TRUE;
    }
  for (guint32 i = 1; i < N; i++)
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
  check_order (ts);
}

/* As recorders write them: nearly in order, in ns since a start; and with one far before or
 * after all others. */
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
      check_order (ts);
    }
}

/* As several processors write them: runs of any length; some overlap, some are equal, and one
 * is far later. */
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
      check_order (ts);
    }
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-order/in-order", test_in_order);
  g_test_add_func ("/event-order/stable", test_stable);
  g_test_add_func ("/event-order/nearly-in-order", test_nearly_in_order);
  g_test_add_func ("/event-order/runs", test_runs);
  g_test_add_func ("/event-order/bound", test_bound);
  g_test_add_func ("/event-order/extremes", test_extremes);
  return g_test_run ();
}
