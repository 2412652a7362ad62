/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-numbers.h"
#include "profile-tree.h"

static const char *const text = "thread 1\n"
                                "main 0..100 cpu 0..60\n"
                                "  draw 10..40 cpu 5..35\n"
                                "    draw 15..25 cpu 10..20\n"
                                "  wait 40..90 cpu 35..36\n"
                                "idle 100..300 cpu 60..60\n"
                                "thread 2\n"
                                "draw 0..10 cpu 0..5\n"
                                "draw 20..21 cpu 6..7\n";

/* Expected values in the order of the rows, in µs and as shares; -1 for a missing share */
static const struct
{
  int wall, cpu, own_wall, own_cpu;
  double of_caller_wall, of_caller_cpu, of_thread_wall, of_thread_cpu;
  guint32 parent, depth, n_enclosing_calls, place, n, n_longer;
} wanted[] = {
  { 100, 60, 20, 29, -1, -1, 100 / 300.0, 1.0, TV_NONE, 0, 0, 1, 1, 0 },
  { 30, 30, 20, 20, 0.3, 0.5, 0.1, 0.5, 0, 1, 0, 1, 4, 0 },
  { 10, 10, 10, 10, 1 / 3.0, 1 / 3.0, 10 / 300.0, 10 / 60.0, 1, 2, 1, 2, 4, 1 },
  { 50, 1, 50, 1, 0.5, 1 / 60.0, 50 / 300.0, 1 / 60.0, 0, 1, 0, 1, 1, 0 },
  { 200, 0, 200, 0, -1, -1, 200 / 300.0, 0.0, TV_NONE, 0, 0, 1, 1, 0 },
  { 10, 5, 10, 5, -1, -1, 10 / 11.0, 5 / 6.0, TV_NONE, 0, 0, 3, 4, 1 },
  { 1, 1, 1, 1, -1, -1, 1 / 11.0, 1 / 6.0, TV_NONE, 0, 0, 4, 4, 3 },
};

static void
test_facts (void)
{
  g_autoptr (TvTrace) trace = read_trace (text);

  g_assert_cmpuint (tv_trace_get_slices (trace)->n, ==, G_N_ELEMENTS (wanted));
  for (guint32 i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      TvCallNumbers numbers;

      tv_call_numbers_find (trace, i, &numbers);
      g_assert_cmpuint (numbers.n, ==, 0);
      g_assert_true (tv_call_numbers_find_slow (trace, i, NULL, &numbers));
      g_assert_cmpint (numbers.inclusive_ns[TV_CLOCK_WALL], ==, wanted[i].wall * 1000);
      g_assert_cmpint (numbers.inclusive_ns[TV_CLOCK_CPU], ==, wanted[i].cpu * 1000);
      g_assert_cmpint (numbers.exclusive_ns[TV_CLOCK_WALL], ==, wanted[i].own_wall * 1000);
      g_assert_cmpint (numbers.exclusive_ns[TV_CLOCK_CPU], ==, wanted[i].own_cpu * 1000);
      g_assert_cmpfloat_with_epsilon (numbers.parent_share[TV_CLOCK_WALL], wanted[i].of_caller_wall,
                                      1e-9);
      g_assert_cmpfloat_with_epsilon (numbers.parent_share[TV_CLOCK_CPU], wanted[i].of_caller_cpu,
                                      1e-9);
      g_assert_cmpfloat_with_epsilon (numbers.thread_share[TV_CLOCK_WALL], wanted[i].of_thread_wall,
                                      1e-9);
      g_assert_cmpfloat_with_epsilon (numbers.thread_share[TV_CLOCK_CPU], wanted[i].of_thread_cpu,
                                      1e-9);
      g_assert_cmpuint (numbers.parent, ==, wanted[i].parent);
      g_assert_cmpuint (numbers.depth, ==, wanted[i].depth);
      g_assert_cmpuint (numbers.n_enclosing_calls, ==, wanted[i].n_enclosing_calls);
      g_assert_cmpuint (numbers.position, ==, wanted[i].place);
      g_assert_cmpuint (numbers.n, ==, wanted[i].n);
      g_assert_cmpuint (numbers.n_longer, ==, wanted[i].n_longer);
    }
}

static void
test_one_clock (void)
{
  g_autoptr (TvTrace) trace = read_trace ("thread 1\nmain 0..0\n  draw 0..0\n");
  TvCallNumbers numbers;

  tv_call_numbers_find (trace, 1, &numbers);
  g_assert_true (tv_call_numbers_find_slow (trace, 1, NULL, &numbers));
  /* If the caller's or the thread's total is 0, the share of it is missing. */
  g_assert_cmpfloat (numbers.parent_share[TV_CLOCK_WALL], ==, -1.0);
  g_assert_cmpfloat (numbers.parent_share[TV_CLOCK_CPU], ==, -1.0);
  g_assert_cmpfloat (numbers.thread_share[TV_CLOCK_WALL], ==, -1.0);
}

static void
test_cancelled (void)
{
  g_autoptr (TvTrace) trace = read_trace (text);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TvCallNumbers numbers;

  g_cancellable_cancel (cancellable);
  tv_call_numbers_find (trace, 1, &numbers);
  g_assert_false (tv_call_numbers_find_slow (trace, 1, cancellable, &numbers));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-numbers/numbers", test_facts);
  g_test_add_func ("/call-numbers/one-clock", test_one_clock);
  g_test_add_func ("/call-numbers/cancelled", test_cancelled);
  return g_test_run ();
}
