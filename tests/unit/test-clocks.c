/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/clocks.h"

/* Tests conversions of timestamps between device clocks that are related by snapshots. */

#define MS G_GINT64_CONSTANT (1000000)
#define S  (1000 * MS)

static void
tie (TvClocks *clocks, guint a, gint64 ts_a, guint b, gint64 ts_b, gint64 uncertainty)
{
  const TvClockReading readings[] = { { a, ts_a }, { b, ts_b } };

  tv_clocks_add_snapshot (clocks, readings, 2, uncertainty, "test");
}

static void
assert_time (TvClocks *clocks, guint from, gint64 ts, guint to, gint64 expected, gint64 uncertainty)
{
  TvClockTime time;

  g_assert_true (tv_clocks_convert (clocks, from, ts, to, &time));
  g_assert_cmpint (time.ts, ==, expected);
  g_assert_cmpint (time.uncertainty, ==, uncertainty);
}

static void
test_names (void)
{
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  guint boot = tv_clocks_add (clocks, TV_CLOCK_BOOTTIME), own = tv_clocks_add (clocks, NULL);

  g_assert_cmpuint (tv_clocks_add (clocks, TV_CLOCK_BOOTTIME), ==, boot);
  g_assert_cmpuint (tv_clocks_add (clocks, NULL), !=, own);
  g_assert_cmpstr (tv_clocks_get_name (clocks, boot), ==, "boot");
  g_assert_null (tv_clocks_get_name (clocks, own));
}

static void
test_one_clock (void)
{
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  guint boot = tv_clocks_add (clocks, TV_CLOCK_BOOTTIME), mono = tv_clocks_add (clocks, "mono");
  TvClockTime time;

  assert_time (clocks, boot, 7, boot, 7, 0);
  g_assert_false (tv_clocks_convert (clocks, boot, 7, mono, &time));
}

/* If there is only one snapshot, the uncertainty grows with the distance from it. */
static void
test_offset (void)
{
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  guint a = tv_clocks_add (clocks, NULL), b = tv_clocks_add (clocks, NULL);

  tie (clocks, a, 10 * S, b, 500 * S, 5);
  assert_time (clocks, a, 10 * S, b, 500 * S, 5);
  assert_time (clocks, b, 500 * S, a, 10 * S, 5);
  assert_time (clocks, a, 11 * S, b, 501 * S, 5 + 100000);
  assert_time (clocks, a, 9 * S, b, 499 * S, 5 + 100000);
}

/* Interpolates between two snapshots. Between them, one clock gained 4 ms on the other. */
static void
test_drift (void)
{
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  guint a = tv_clocks_add (clocks, NULL), b = tv_clocks_add (clocks, NULL);

  tie (clocks, a, 20 * S, b, 120 * S + 4 * MS, 1000);
  tie (clocks, a, 10 * S, b, 110 * S, 2000);
  assert_time (clocks, a, 15 * S, b, 115 * S + 2 * MS, 2000 + 4 * MS);
  assert_time (clocks, a, 10 * S, b, 110 * S, 2000 + 4 * MS);
  assert_time (clocks, a, 5 * S, b, 105 * S, 2000 + 500000);
  assert_time (clocks, a, 30 * S, b, 130 * S + 4 * MS, 1000 + 1000000);
}

/* Clocks that occur in no common snapshot are converted through a clock that has snapshots with both. If there are two
 * paths, the path with the lower uncertainty is used. */
static void
test_ways (void)
{
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  guint a = tv_clocks_add (clocks, NULL), b = tv_clocks_add (clocks, NULL);
  guint mono = tv_clocks_add (clocks, TV_CLOCK_MONOTONIC);
  guint real = tv_clocks_add (clocks, TV_CLOCK_REALTIME);

  tie (clocks, a, 1 * S, real, 1000 * S, 10 * MS);
  tie (clocks, b, 5 * S, real, 1001 * S, 10 * MS);
  assert_time (clocks, a, 1 * S, b, 4 * S, 20 * MS + 100000);
  tie (clocks, a, 1 * S, mono, 50 * S, 100);
  tie (clocks, b, 4 * S + 7, mono, 50 * S, 100);
  assert_time (clocks, a, 1 * S, b, 4 * S + 7, 200);
  assert_time (clocks, b, 4 * S + 7, a, 1 * S, 200);
}

/* The offset of a time zone applies to the days around the time at which the zone was recorded, without drift. A time
 * in whole seconds has an uncertainty of 1 s. */
static void
test_wall (void)
{
  const gint64 day = 86400 * S, noon = 20000 * day + 12 * 3600 * S;
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  guint utc = tv_clocks_add (clocks, TV_CLOCK_REALTIME);
  guint local = tv_clocks_add (clocks, TV_CLOCK_LOCAL);
  TvClockReading zoned = tv_clocks_read_wall (clocks, noon + 5, 7200);
  TvClockReading plain = tv_clocks_read_wall (clocks, noon + 5, G_MININT32);
  TvClockReading coarse = tv_clocks_read_wall (clocks, noon, G_MININT32);
  TvClockTime time;

  g_assert_cmpuint (zoned.domain, ==, utc);
  g_assert_cmpuint (plain.domain, ==, local);
  g_assert_null (tv_clocks_get_name (clocks, coarse.domain));
  assert_time (clocks, local, noon, utc, noon - 7200 * S, 0);
  assert_time (clocks, utc, noon - 6 * day, local, noon - 6 * day + 7200 * S, 0);
  assert_time (clocks, coarse.domain, coarse.ts, local, noon, S);
  assert_time (clocks, coarse.domain, coarse.ts, utc, noon - 7200 * S, S);
  tv_clocks_sync_zone (clocks, G_MININT64 / 2, -7200);
  tv_clocks_sync_zone (clocks, G_MAXINT64, 7200);
  g_assert_true (tv_clocks_convert (clocks, utc, 0, local, &time));
}

static void
test_hostile (void)
{
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  guint a = tv_clocks_add (clocks, NULL), b = tv_clocks_add (clocks, NULL);
  TvClockTime time;

  tie (clocks, a, -1, b, 5, 0);
  tie (clocks, a, G_MAXINT64, b, 5, 0);
  tie (clocks, a, 5, b, G_MININT64, 0);
  tie (clocks, a, 5, a, 6, 0);
  g_assert_false (tv_clocks_convert (clocks, a, 0, b, &time));
  tie (clocks, a, G_MAXINT64 / 4, b, 0, G_MAXINT64);
  g_assert_true (tv_clocks_convert (clocks, a, G_MAXINT64, b, &time));
  g_assert_true (tv_clocks_convert (clocks, b, G_MININT64, a, &time));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clocks/names", test_names);
  g_test_add_func ("/clocks/one-clock", test_one_clock);
  g_test_add_func ("/clocks/offset", test_offset);
  g_test_add_func ("/clocks/drift", test_drift);
  g_test_add_func ("/clocks/ways", test_ways);
  g_test_add_func ("/clocks/wall", test_wall);
  g_test_add_func ("/clocks/hostile", test_hostile);
  return g_test_run ();
}
