/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "perfetto-message.h"
#include "table-text.h"

/* Tests rules of kernel events and counters that new readers of Perfetto traces often violate. test-perfetto-rules.c
 * tests other rules. */

enum
{
  CLEARED = 1,
  FTRACE = 1,
  PROCESS_TREE = 2,
  SYS_STATS = 7,
  PROCESS_STATS = 9,
  SYSTEM_INFO = 45,
  GPU_COUNTERS = 52,
  SERVICE_EVENT = 69,
  SWITCH = 4,
  CPU_IDLE = 13,
  WAKEUP = 17,
  WAKING = 20,
  EXITED = 238,
  FREED = 240,
  OOM_SCORE = 326,
};

static void
add_event (Message *bundle, gint64 ts, gint64 tid, guint field, Message *said)
{
  Message *self = NUMBERS ({ 1, ts }, { 2, tid });

  add (self, field, said);
  add (bundle, 2, self);
}

static Message *
switched (gint64 from, gint64 state, gint64 to, const char *comm)
{
  Message *self = NUMBERS ({ 2, from }, { 3, 120 }, { 4, state }, { 6, to }, { 7, 120 });

  text (self, 5, comm);
  return self;
}

static Message *
woken (gint64 tid)
{
  Message *self = NUMBERS ({ 2, tid }, { 3, 120 }, { 5, 0 });

  text (self, 1, "woken");
  return self;
}

/* ---- Compact scheduling ---- */

static void
add_switches (Message *compact, const gint64 *times, const gint64 *tids, guint n)
{
  gint64 *states = g_new0 (gint64, n), *prios = g_new0 (gint64, n);

  for (guint i = 0; i < n; i++)
    states[i] = 1;
  packed (compact, 1, times, n);
  packed (compact, 2, states, n);
  packed (compact, 3, tids, n);
  packed (compact, 4, prios, n);
  packed (compact, 6, prios, n);
  g_free (states);
  g_free (prios);
}

/* Timestamps are deltas, separately for switches and wakings. The thread that leaves the CPU is the next thread of
 * the previous switch, even if that switch is in another bundle. The very first switch does not begin a run. */
static void
test_compact (void)
{
  static const gint64 first[] = { 1000, 200 }, first_tids[] = { 10, 11 }, second[] = { 1500, 100 },
                      second_tids[] = { 12, 10 }, wakings[] = { 1100, 250 }, woken[] = { 12, 10 },
                      zeros[] = { 0, 0 };
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = NUMBERS ({ 1, 3 }), *compact = message ();

  text (compact, 5, "name");
  add_switches (compact, first, first_tids, 2);
  packed (compact, 7, wakings, 2);
  packed (compact, 8, woken, 2);
  packed (compact, 9, zeros, 2);
  packed (compact, 10, zeros, 2);
  packed (compact, 11, zeros, 2);
  add (bundle, 4, compact);
  packet (trace, 1, 0, 0, 9000, FTRACE, bundle);
  bundle = NUMBERS ({ 1, 3 });
  compact = message ();
  text (compact, 5, "name");
  add_switches (compact, second, second_tids, 2);
  add (bundle, 4, compact);
  packet (trace, 1, 0, 0, 9000, FTRACE, bundle);
  loaded = load (trace);
  expect_rows (loaded, "sched_slice", "ts dur cpu end_state",
               "1200|300|3|S\n1500|100|3|S\n1600|-1|3|-\n");
  expect_rows (loaded, "thread", "tid", "10\n11\n12\n");
  expect_rows (loaded, "thread_state", "ts dur state",
               "1100|400|R\n1500|100|Running\n1600|-1|S\n"
               "1200|150|S\n1350|250|R\n1600|-1|Running\n"
               "1200|300|Running\n1500|-1|S\n");
}

/* Array fields may be unpacked, so that each number is a separate field. */
static void
test_singly (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = NUMBERS ({ 1, 0 }),
          *compact = NUMBERS ({ 1, 1000 }, { 1, 200 }, { 1, 300 }, { 2, 1 }, { 2, 1 }, { 2, 2 },
                              { 3, 10 }, { 3, 11 }, { 3, 12 }, { 4, 120 }, { 4, 121 }, { 4, 122 },
                              { 6, 0 }, { 6, 0 }, { 6, 0 });

  text (compact, 5, "name");
  add (bundle, 4, compact);
  packet (trace, 1, 0, 0, 9000, FTRACE, bundle);
  loaded = load (trace);
  expect_rows (loaded, "sched_slice", "ts dur end_state priority",
               "1200|300|D|121\n1500|-1|-|122\n");
}

/* A compact switch may follow full switches: then the task that leaves the CPU is the next task of the last full
 * switch. The name of that task may exceed the kernel's 16 bytes, or contain invalid bytes. */
static void
test_full_and_compact (void)
{
  static const char *const names[] = { "plain", "as long as 15 B", "longer than any name of a task",
                                       "a\xff" };
  static const char *const shown[] = { "plain", "as long as 15 B", "longer than any name of a task",
                                       "a\\xff" };
  static const gint64 time = 2000, tid = 30;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (Message) trace = message ();
      g_autoptr (TvTrace) loaded = NULL;
      g_autofree char *args = NULL;
      Message *bundle = NUMBERS ({ 1, 0 }), *compact = message ();

      add_event (bundle, 1000, 10, SWITCH, switched (10, 1, 20, names[i]));
      text (compact, 5, "next");
      add_switches (compact, &time, &tid, 1);
      add (bundle, 4, compact);
      packet (trace, 1, 0, 0, 9000, FTRACE, bundle);
      loaded = load (trace);
      args = g_strdup_printf (
          "1000|prev_comm= prev_pid=10 prev_prio=120 prev_state=S ==> next_comm=%s next_pid=20 next_prio=120\n"
          "2000|prev_comm=%s prev_pid=20 prev_prio=120 prev_state=S ==> next_comm=next next_pid=30 next_prio=0\n",
          shown[i], shown[i]);
      expect_rows (loaded, "ftrace_event", "ts args", args);
    }
}

/* Switches between the same tasks are distinct events if they differ in the state, the priority or a name. */
static void
test_distinct (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = NUMBERS ({ 1, 0 }), *odd = switched (10, 1, 20, "a");

  add_event (bundle, 1000, 10, SWITCH, switched (10, 1, 20, "a"));
  add_event (bundle, 2000, 10, SWITCH, switched (10, 2, 20, "a"));
  add_event (bundle, 3000, 10, SWITCH, switched (10, 1, 20, "b"));
  number (odd, 7, 99);
  add_event (bundle, 4000, 10, SWITCH, odd);
  odd = switched (10, 1, 20, "a");
  number (odd, 30, 5);
  add_event (bundle, 5000, 10, SWITCH, odd);
  packet (trace, 1, 0, 0, 9000, FTRACE, bundle);
  loaded = load (trace);
#define PREV "prev_comm= prev_pid=10 prev_prio=120 prev_state="
  expect_rows (loaded, "ftrace_event", "ts args",
               "1000|" PREV "S ==> next_comm=a next_pid=20 next_prio=120\n"
               "2000|" PREV "D ==> next_comm=a next_pid=20 next_prio=120\n"
               "3000|" PREV "S ==> next_comm=b next_pid=20 next_prio=120\n"
               "4000|" PREV "S ==> next_comm=a next_pid=20 next_prio=99\n"
               "5000|" PREV "S ==> next_comm=a next_pid=20 next_prio=120\n");
#undef PREV
}

/* ---- States ---- */

/* The meaning of state bits depends on the kernel version, which may be recorded after the events. */
static void
test_kernel (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = NUMBERS ({ 1, 0 }), *info = message (), *name = message ();

  add_event (bundle, 100, 10, SWITCH, switched (10, 1, 11, "a"));
  add_event (bundle, 200, 11, SWITCH, switched (11, 0x100, 10, "b"));
  packet (trace, 1, 0, 0, 900, FTRACE, bundle);
  text (name, 3, "5.10.43-android12");
  add (info, 1, name);
  packet (trace, 1, 0, 0, 901, SYSTEM_INFO, info);
  loaded = load (trace);
  expect_rows (loaded, "sched_slice", "ts dur end_state", "100|100|R+\n200|-1|-\n");
}

/* If both a waking and a wakeup event were recorded, they are a single wakeup. A running thread cannot be woken. */
static void
test_woken_once (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = NUMBERS ({ 1, 0 });

  add_event (bundle, 100, 10, SWITCH, switched (10, 1, 11, "a"));
  add_event (bundle, 110, 11, WAKING, woken (10));
  add_event (bundle, 120, 11, WAKEUP, woken (10));
  add_event (bundle, 130, 11, WAKING, woken (11));
  add_event (bundle, 200, 11, SWITCH, switched (11, 2, 10, "b"));
  packet (trace, 1, 0, 0, 900, FTRACE, bundle);
  loaded = load (trace);
  expect_rows (loaded, "thread_state", "ts dur state",
               "100|10|S\n110|90|R\n200|-1|Running\n"
               "100|100|Running\n200|-1|D\n");
}

/* Events before the latest of the CPUs' start times are only listed. Events before the start of the recording are
 * dropped. */
static void
test_early (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = NUMBERS ({ 1, 0 }, { 10, 150 });

  packet (trace, 1, 0, 0, 50, SERVICE_EVENT, NUMBERS ({ 2, 1 }));
  add_event (bundle, 40, 10, SWITCH, switched (10, 1, 11, "a"));
  add_event (bundle, 100, 11, SWITCH, switched (11, 1, 10, "b"));
  add_event (bundle, 160, 10, SWITCH, switched (10, 1, 11, "a"));
  add_event (bundle, 200, 11, SWITCH, switched (11, 1, 10, "b"));
  packet (trace, 1, 0, 0, 900, FTRACE, bundle);
  loaded = load (trace);
  expect_rows (loaded, "ftrace_event", "ts", "100\n160\n200\n");
  expect_rows (loaded, "sched_slice", "ts dur", "160|40\n200|-1\n");
}

/* If the differences between timestamps would not fit in 64 bits, the timestamps are clamped. */
static void
test_far (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = NUMBERS ({ 1, 0 }, { 5, 4 }, { 6, 18000000000000 }, { 7, 1 });

  add_event (bundle, 0, 10, WAKEUP, woken (11));
  packet (trace, 1, 0, 0, 900, FTRACE, bundle);
  bundle = NUMBERS ({ 1, 0 });
  add_event (bundle, 100, 10, WAKEUP, woken (11));
  add_event (bundle, G_MAXINT64 - 1, 10, WAKEUP, woken (11));
  packet (trace, 1, 0, 0, 900, FTRACE, bundle);
  loaded = load (trace);
  expect_rows (loaded, "ftrace_event", "ts", "-17999999999999\n100\n4611686018427387903\n");
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_BAD_TIME), ==, 1);
}

/* ---- Identity of threads ---- */

/* The name of a thread in a process list takes precedence over its names in switches. If an id is reused after an
 * exit, it belongs to a different thread. */
static void
test_names (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = NUMBERS ({ 1, 0 }), *tree = message (),
          *thread = NUMBERS ({ 1, 11 }, { 3, 10 }), *process = NUMBERS ({ 1, 10 }, { 2, 1 });

  text (process, 3, "app");
  text (thread, 2, "listed");
  add (tree, 1, process);
  add (tree, 2, thread);
  packet (trace, 1, 0, 0, 1, PROCESS_TREE, tree);
  add_event (bundle, 100, 0, SWITCH, switched (0, 0, 11, "switched"));
  add_event (bundle, 105, 11, EXITED, woken (11));
  add_event (bundle, 110, 11, SWITCH, switched (11, 16, 12, "other"));
  add_event (bundle, 120, 12, FREED, woken (11));
  add_event (bundle, 130, 12, SWITCH, switched (12, 1, 11, "again"));
  packet (trace, 1, 0, 0, 900, FTRACE, bundle);
  loaded = load (trace);
  expect_rows (loaded, "thread", "tid name", "1|-\n10|-\n11|listed\n0|-\n12|other\n11|again\n");
}

/* The idle threads of all CPUs have the same thread id. An idle CPU produces neither runs nor states of this thread. */
static void
test_idle (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;

  for (guint cpu = 0; cpu < 2; cpu++)
    {
      Message *bundle = NUMBERS ({ 1, cpu });

      add_event (bundle, 100 + cpu, 10 + cpu, SWITCH, switched (10 + cpu, 1, 0, "swapper"));
      add_event (bundle, 200 + cpu, 0, SWITCH, switched (0, 0, 10 + cpu, "a"));
      packet (trace, 1, 0, 0, 900, FTRACE, bundle);
    }
  loaded = load (trace);
  expect_rows (loaded, "sched_slice", "ts dur cpu", "200|-1|0\n201|-1|1\n");
  expect_rows (loaded, "thread", "tid is_idle", "10|0\n0|1\n11|0\n");
  expect_rows (loaded, "thread_state", "ts dur state",
               "100|100|S\n200|-1|Running\n101|100|S\n201|-1|Running\n");
}

/* ---- Counters ---- */

static void
test_counters (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *bundle = NUMBERS ({ 1, 0 }), *process = message (), *stats = message ();

  /* 1 kB is 1024 bytes. */
  add (process, 1, NUMBERS ({ 1, 10 }, { 3, 3 }));
  packet (trace, 1, 0, 0, 100, PROCESS_STATS, process);
  add (stats, 1, NUMBERS ({ 1, 1 }, { 2, 5 }));
  packet (trace, 1, 0, 0, 110, SYS_STATS, stats);
  /* The CPU is no longer idle. */
  add_event (bundle, 120, 0, CPU_IDLE, NUMBERS ({ 1, 2 }, { 2, 0 }));
  add_event (bundle, 130, 0, CPU_IDLE, NUMBERS ({ 1, 4294967295 }, { 2, 0 }));
  /* A negative int32 is encoded in ten bytes. Old recorders only wrote the lower 16 bits. */
  add_event (bundle, 140, 10, OOM_SCORE, NUMBERS ({ 2, -900 }, { 3, 10 }));
  add_event (bundle, 150, 10, OOM_SCORE, NUMBERS ({ 2, 65536 - 800 }, { 3, 10 }));
  packet (trace, 1, 0, 0, 900, FTRACE, bundle);
  loaded = load (trace);
  expect_rows (loaded, "counter_track", "name sample_count min max",
               "mem.rss|1|3072.00|3072.00\nMemTotal|1|5120.00|5120.00\n"
               "cpuidle|2|-1.00|2.00\noom_score_adj|2|-900.00|-800.00\n");
}

/* A value of a GPU counter applies to the time before its timestamp. */
static void
test_gpu (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;

  for (guint i = 0; i < 3; i++)
    {
      Message *values = message (), *specs = message (), *spec = NUMBERS ({ 1, 1 });

      text (spec, 2, "busy");
      add (specs, 1, spec);
      if (i == 0)
        add (values, 1, specs);
      else
        g_byte_array_unref (specs);
      add (values, 2, NUMBERS ({ 1, 1 }, { 2, 5 + i }));
      packet (trace, 1, 0, 0, 100 * (i + 1), GPU_COUNTERS, values);
    }
  loaded = load (trace);
  expect_rows (loaded, "counter", "ts value", "100|6.00\n200|7.00\n300|0.00\n");
}

/* A value that is not a number is dropped and reported. */
static void
test_no_number (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  static const double values[] = { 1.5, (double) NAN, (double) INFINITY, 2.5 };
  Message *track = NUMBERS ({ 1, 5 });

  text (track, 2, "share");
  add (track, 8, message ());
  packet (trace, 1, CLEARED, 0, 1, 60, track);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      Message *event = NUMBERS ({ 9, 4 }, { 11, 5 });

      tv_protobuf_append_varint (event, 44 << 3 | 1);
      g_byte_array_append (event, (const guint8 *) &values[i], sizeof values[i]);
      packet (trace, 1, 0, 0, 100 + i, 11, event);
    }
  loaded = load (trace);
  expect_rows (loaded, "counter", "ts value", "100|1.50\n103|2.50\n");
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_BAD_PACKET), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/perfetto-kernel-rules/compact", test_compact);
  g_test_add_func ("/perfetto-kernel-rules/singly", test_singly);
  g_test_add_func ("/perfetto-kernel-rules/full-and-compact", test_full_and_compact);
  g_test_add_func ("/perfetto-kernel-rules/distinct", test_distinct);
  g_test_add_func ("/perfetto-kernel-rules/kernel", test_kernel);
  g_test_add_func ("/perfetto-kernel-rules/woken-once", test_woken_once);
  g_test_add_func ("/perfetto-kernel-rules/early", test_early);
  g_test_add_func ("/perfetto-kernel-rules/far", test_far);
  g_test_add_func ("/perfetto-kernel-rules/names", test_names);
  g_test_add_func ("/perfetto-kernel-rules/idle", test_idle);
  g_test_add_func ("/perfetto-kernel-rules/counters", test_counters);
  g_test_add_func ("/perfetto-kernel-rules/gpu", test_gpu);
  g_test_add_func ("/perfetto-kernel-rules/no-number", test_no_number);
  return g_test_run ();
}
