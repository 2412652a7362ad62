/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "perfetto-message.h"
#include "table-text.h"

/* Tests the wakers of threads, and the context of wakeups. */

/* Loads a trace of a CPU that runs thread 10 and then thread 11, which wakes three threads. @flags contains the
 * interrupt flags of the first @n_flags wakings. */
static TvTrace *
load_wakings (const gint64 *flags, guint n_flags)
{
  static const gint64 switch_times[] = { 1000, 200 }, states[] = { 1, 1 }, next[] = { 10, 11 },
                      next_prios[] = { 120, 120 }, next_comms[] = { 0, 0 };
  static const gint64 times[] = { 1300, 100, 100 }, pids[] = { 20, 21, 22 }, cpus[] = { 0, 0, 0 },
                      prios[] = { 120, 120, 120 }, comms[] = { 0, 0, 0 };
  g_autoptr (Message) trace = message ();
  Message *bundle = message (), *compact = message ();

  text (compact, 5, "app");
  packed (compact, 1, switch_times, 2);
  packed (compact, 2, states, 2);
  packed (compact, 3, next, 2);
  packed (compact, 4, next_prios, 2);
  packed (compact, 6, next_comms, 2);
  packed (compact, 7, times, 3);
  packed (compact, 8, pids, 3);
  packed (compact, 9, cpus, 3);
  packed (compact, 10, prios, 3);
  packed (compact, 11, comms, 3);
  if (n_flags > 0)
    packed (compact, 12, flags, n_flags);
  number (bundle, 1, 0);
  add (bundle, 4, compact);
  packet (trace, 1, 0, 0, 5000, 1, bundle);
  return load (trace);
}

/* The flags state whether the CPU was in an interrupt (8) or a softirq (16). If so, the interrupted thread is not the
 * waker. */
static void
test_irq_context (void)
{
  static const gint64 flags[] = { 1, 9, 17 };
  static const struct
  {
    guint n;
    const char *rows;
  } cases[] = {
    { 3, "1200|S|-|-\n1200|Running|-|-\n1300|R|1|0\n1400|R|1|1\n1500|R|1|1\n" },
    { 1, "1200|S|-|-\n1200|Running|-|-\n1300|R|1|0\n1400|R|1|-\n1500|R|1|-\n" },
    { 0, "1200|S|-|-\n1200|Running|-|-\n1300|R|1|-\n1400|R|1|-\n1500|R|1|-\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_wakings (flags, cases[i].n);

      expect_rows (trace, "thread_state", "ts state waker_utid irq_context", cases[i].rows);
      g_assert_cmpuint (count_problem (trace, TV_PROBLEM_BAD_PACKET), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-waking/irq-context", test_irq_context);
  return g_test_run ();
}
