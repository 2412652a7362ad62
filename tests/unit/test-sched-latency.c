/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests waits for a CPU with a hand-written log. */

#include "analysis/system/sched-latency.h"
#include "core/error.h"
#include "log-text.h"

/*        0        5000      5100    18000      18100   18200    30000   30500
 *  101   Running  R+        Running S          R       Running  D       Running on CPU 1
 */
static const char small_log[] =
    "0|0|0|" SWITCH (0, "R", 101) "5000|101|0|" SWITCH (101, "R+", 102) "5100|102|0|" SWITCH (102, "S", 101) "18000|101|0|" SWITCH (
        101,
        "S",
        102) "18100|102|0|" WAKE (101) "20200|102|0|" SWITCH (102,
                                                              "R",
                                                              101) "30000|101|0|" SWITCH (101,
                                                                                          "D",
                                                                                          0) "30500|0|1|" SWITCH (0,
                                                                                                                  "R",
                                                                                                                  101) "31000|101|1|print: x\n";

static const TvSchedLatency *
find (TvTrace *trace, GArray *sums, guint32 tid)
{
  for (guint i = 0; i < sums->len; i++)
    {
      const TvSchedLatency *sum = &g_array_index (sums, TvSchedLatency, i);

      if (tv_trace_get_threads (trace, NULL)[sum->utid].tid == tid)
        return sum;
    }
  g_error ("no thread with the id %u", tid);
}

static void
test_small (void)
{
  g_autoptr (TvTrace) trace = load_log (small_log);
  g_autoptr (GArray) sums = tv_sched_latency_new (trace, NULL, NULL, NULL);
  g_autoptr (TvSelection) range = tv_selection_new_range (5050000, 30000000);
  g_autoptr (GArray) part = tv_sched_latency_new (trace, range, NULL, NULL);
  const TvSchedLatency *sum = find (trace, sums, 101);

  g_assert_cmpuint (sum->n_runs, ==, 4);
  /* The last run follows a blocked state instead of a runnable state, so it has no latency. */
  g_assert_cmpuint (sum->n_latencies, ==, 2);
  g_assert_cmpint (sum->total_ns, ==, 2200000);
  g_assert_cmpint (sum->max_ns, ==, 2100000);
  g_assert_cmpint (tv_slices_start (tv_trace_get_slices (trace), sum->max_run), ==, 20200000);
  g_assert_cmpuint (sum->n_over_1ms, ==, 1);
  g_assert_cmpuint (sum->n_over_10ms, ==, 0);
  g_assert_cmpuint (sum->n_preempted, ==, 1);
  g_assert_cmpuint (sum->n_yielded, ==, 0);
  g_assert_cmpuint (sum->n_slept, ==, 1);
  g_assert_cmpuint (sum->n_blocked, ==, 1);
  g_assert_cmpuint (sum->n_migrations, ==, 1);
  g_assert_cmpuint (find (trace, sums, 102)->n_yielded, ==, 1);

  sum = find (trace, part, 101);
  g_assert_cmpuint (sum->n_runs, ==, 2);
  g_assert_cmpuint (sum->n_latencies, ==, 2);
  g_assert_cmpuint (sum->n_preempted, ==, 0);
  g_assert_cmpuint (sum->n_migrations, ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr (TvTrace) trace = load_log (small_log);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (tv_sched_latency_new (trace, NULL, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sched-latency/small", test_small);
  g_test_add_func ("/sched-latency/cancelled", test_cancelled);
  return g_test_run ();
}
