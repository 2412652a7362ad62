/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "analysis/system/slice-states.h"
#include "recordings.h"
#include "table-text.h"

/* Tests thread ids that are reused between two recordings that are opened together. */

#define S G_GINT64_CONSTANT (1000000000)

static char *folder;

/* ---- Recorded events ---- */

/* Appends a process tree with one process, and with one thread unless @tid is 0. A @start_ns of 0 is omitted. */
static void
add_tree (Message *trace, gint64 ts, gint64 pid, const char *name, gint64 start_ns, gint64 tid)
{
  Message *tree = message (), *process = message ();

  number (process, 1, pid);
  text (process, 3, name);
  if (start_ns != 0)
    number (process, 7, start_ns);
  add (tree, 1, process);
  if (tid != 0)
    {
      Message *thread = message ();

      number (thread, 1, tid);
      number (thread, 3, pid);
      add (tree, 2, thread);
    }
  packet (trace, 1, 0, 0, ts, 2, tree);
}

/* Appends an atrace slice from the kernel log. */
static void
add_mark (Message *trace, gint64 ts, gint64 tid, const char *said)
{
  Message *bundle = message (), *event = message (), *print = message (), *self = message ();

  number (event, 1, ts);
  number (event, 2, tid);
  text (print, 2, said);
  add (event, 3, print);
  number (bundle, 1, 0);
  add (bundle, 2, event);
  number (self, 10, 2);
  add (self, 1, bundle);
  add (trace, 1, self);
}

static void
add_switch (Message *trace, gint64 ts, gint64 from, gint64 to, const char *comm)
{
  Message *bundle = message (), *event = message (), *sw = message (), *self = message ();

  number (sw, 1, from);
  number (sw, 2, from);
  number (sw, 4, 1);
  text (sw, 5, comm);
  number (sw, 6, to);
  number (event, 1, ts);
  number (event, 2, from);
  add (event, 4, sw);
  number (bundle, 1, 0);
  add (bundle, 2, event);
  number (self, 10, 2);
  add (self, 1, bundle);
  add (trace, 1, self);
}

static void
add_memory (Message *trace, gint64 ts, gint64 pid, gint64 kb)
{
  Message *stats = message (), *process = message ();

  number (process, 1, pid);
  number (process, 3, kb);
  add (stats, 1, process);
  packet (trace, 3, 0, 0, ts, 9, stats);
}

/* Appends the descriptor of a thread's track, and a slice on this track. */
static void
add_slice (Message *trace, gint64 ts, gint64 pid, gint64 tid, const char *name)
{
  for (guint i = 0; i < 3; i++)
    {
      Message *said = message (), *thread;

      if (i == 0)
        {
          thread = message ();
          number (thread, 1, pid);
          number (thread, 2, tid);
          number (said, 1, tid);
          add (said, 4, thread);
          packet (trace, 4, 0, 0, ts, 60, said);
          continue;
        }
      number (said, 9, i);
      number (said, 11, tid);
      if (i == 1)
        text (said, 23, name);
      packet (trace, 4, 0, 0, ts + i, 11, said);
    }
}

/* Appends a clock snapshot. Log lines use the wall clock, which is equal to the boot-time clock here. */
static void
add_clocks (Message *trace, gint64 ts)
{
  Message *snapshot = message ();

  for (guint i = 0; i < 2; i++)
    {
      Message *clock = message ();

      number (clock, 1, i == 0 ? 1 : 6);
      number (clock, 2, ts);
      add (snapshot, 1, clock);
    }
  packet (trace, 1, 0, 0, ts, 6, snapshot);
}

static void
add_line (Message *trace, gint64 ts, gint64 pid, gint64 tid, const char *said)
{
  Message *log = message (), *event = message ();

  number (event, 2, pid);
  number (event, 3, tid);
  number (event, 5, ts);
  text (event, 6, "tag");
  number (event, 7, 4);
  text (event, 8, said);
  add (log, 1, event);
  packet (trace, 5, 0, 6, ts, 39, log);
}

/* ---- Results ---- */

/* Returns the pid and process name of each thread with this tid, in order. */
static char *
dup_owners (TvTrace *trace, guint32 tid)
{
  g_autoptr (GString) owners = g_string_new (NULL);
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);
  const TvProcess *processes = tv_trace_get_processes (trace, NULL);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].tid == tid)
      g_string_append_printf (owners, "%u %s\n",
                              threads[utid].upid != TV_NONE ? processes[threads[utid].upid].pid : 0,
                              threads[utid].upid != TV_NONE
                                  ? tv_trace_get_string (trace, processes[threads[utid].upid].name)
                                  : "-");
  return g_string_free (g_steal_pointer (&owners), FALSE);
}

/* The process lists of two recordings identify thread 11. If they contradict each other, a second thread
 * is created; otherwise the thread continues. */
static void
test_lists (void)
{
  static const struct
  {
    const char *what;
    gint64 pids[2];
    const char *names[2];
    gint64 starts[2];
    const char *owners;
  } cases[] = {
    { "identical process lists", { 10, 10 }, { "a", "a" }, { 5 * S, 5 * S }, "10 a\n" },
    { "lists without start times", { 10, 10 }, { "a", "a" }, { 0, 0 }, "10 a\n" },
    { "only one list contains the start time", { 10, 10 }, { "a", "a" }, { 5 * S, 0 }, "10 a\n" },
    { "renamed process with the same start time",
      { 10, 10 },
      { "zygote", "a" },
      { 5 * S, 5 * S },
      "10 a\n" },
    { "start times that differ by less than 10 ms",
      { 10, 10 },
      { "a", "a" },
      { 5 * S, 5 * S + 9999999 },
      "10 a\n" },
    { "the thread id moves to another process",
      { 10, 12 },
      { "a", "b" },
      { 5 * S, 5 * S },
      "10 a\n12 b\n" },
    { "reused process id with a later start time",
      { 10, 10 },
      { "a", "b" },
      { 5 * S, 150 * S },
      "10 a\n10 b\n" },
    { "the id becomes that of a main thread", { 10, 11 }, { "a", "b" }, { 0, 0 }, "10 a\n11 b\n" },
    { "the id was that of a main thread", { 11, 10 }, { "a", "b" }, { 0, 0 }, "11 a\n10 b\n" },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      Message *traces[] = { message (), message () };
      g_autoptr (TvTrace) trace = NULL;
      g_autofree char *owners = NULL;

      g_test_message ("%s", cases[i / 2].what);
      for (guint k = 0; k < 2; k++)
        {
          gint64 start = (k + 1) * 100 * S;

          add_tree (traces[k], start, cases[i / 2].pids[k], cases[i / 2].names[k],
                    cases[i / 2].starts[k], 11);
          add_memory (traces[k], start + 10, cases[i / 2].pids[k], k + 1);
        }
      trace = load_recordings (folder, traces, 2, i & 1);
      owners = dup_owners (trace, 11);
      g_assert_cmpstr (owners, ==, cases[i / 2].owners);
    }
}

/* All events of a recording belong to the threads that have the ids during that recording. */
static void
test_all (void)
{
  for (guint i = 0; i < 4; i++)
    {
      gboolean is_reversed = i & 1, is_other = i & 2;
      Message *traces[] = { message (), message () };
      g_autoptr (TvTrace) trace = NULL;
      const TvLogLines *lines;
      const TvThread *threads;
      const TvProcess *processes;
      const TvSymbol *symbols;
      guint32 n;

      for (guint k = 0; k < 2; k++)
        {
          gint64 start = (k + 1) * 100 * S;

          add_clocks (traces[k], start);
          add_switch (traces[k], start, 20, 10, k == 0 ? "early" : "late");
          add_mark (traces[k], start + 10, 10, k == 0 ? "B|10|one\n" : "B|10|two\n");
          add_mark (traces[k], start + 20, 10, "C|10|n|5\n");
          add_mark (traces[k], start + 30, 10, "E|10\n");
          add_switch (traces[k], start + 40, 10, 20, "other");
          add_memory (traces[k], start + 50, 10, 1 + k);
          add_slice (traces[k], start + 60, 10, 10, k == 0 ? "three" : "four");
          add_line (traces[k], start + 70, 10, 10, "said");
          add_tree (traces[k], start + 80, 10, k == 0 || !is_other ? "a" : "b",
                    k == 0 || !is_other ? 5 * S : 150 * S, 0);
          add_memory (traces[k], start + 90, 10, 3 + k);
        }
      trace = load_recordings (folder, traces, 2, is_reversed);
      threads = tv_trace_get_threads (trace, &n);
      processes = tv_trace_get_processes (trace, NULL);
      symbols = tv_trace_get_symbols (trace, NULL);
      lines = tv_trace_get_log_lines (trace);
      g_assert_cmpuint (lines->n, ==, 2);
      if (!is_other)
        {
          expect_rows (trace, "process", "pid name", "10|a\n");
          expect_rows (trace, "counter_track", "name sample_count", "n|2\nmem.rss|4\n");
          g_assert_cmpuint (lines->utid[0], ==, lines->utid[1]);
          continue;
        }
      expect_rows (trace, "process", "pid name", "10|a\n10|b\n");
      expect_rows (trace, "counter_track", "name upid sample_count",
                   "n|0|1\nmem.rss|0|2\nn|1|1\nmem.rss|1|2\n");
      g_assert_cmpuint (lines->utid[0], !=, lines->utid[1]);
      for (guint32 utid = 0; utid < n; utid++)
        {
          g_autoptr (GString) slices = g_string_new (NULL);
          const char *name = tv_trace_get_string (trace, threads[utid].name);
          gboolean is_late;

          if (threads[utid].tid != 10)
            continue;
          g_assert_nonnull (name);
          is_late = g_str_equal (name, "late");
          g_assert_cmpstr (tv_trace_get_string (trace, processes[threads[utid].upid].name), ==,
                           is_late ? "b" : "a");
          g_assert_cmpint (threads[utid].end_ns, ==, is_late ? G_MAXINT64 : 200 * S);
          g_assert_cmpuint (lines->utid[is_late], ==, utid);
          for (guint32 slice = 0; slice < tv_trace_get_slices (trace)->n; slice++)
            if (tv_slice_get_thread (trace, slice) == utid)
              g_string_append_printf (
                  slices, "%s ",
                  tv_trace_get_string (
                      trace, symbols[tv_slices_symbol (tv_trace_get_slices (trace), slice)].name));
          g_test_message ("%s", slices->str);
          g_assert_nonnull (strstr (slices->str, is_late ? "two " : "one "));
          g_assert_nonnull (strstr (slices->str, is_late ? "four " : "three "));
          g_assert_null (strstr (slices->str, is_late ? "one " : "two "));
          g_assert_null (strstr (slices->str, is_late ? "three " : "four "));
        }
      expect_rows (trace, "sched_slice", "ts dur",
                   "100000000000|40\n100000000040|-1\n"
                   "200000000000|40\n200000000040|-1\n");
    }
}

/* Each process list is compared with the latest list of any recording. Overlapping recordings share one timeline.
 * Their lists may come early or late. */
static void
test_several (void)
{
  static const struct
  {
    const char *what;
    struct
    {
      gint64 first;
      gint64 last;
      gint64 pid; /* process of thread 11; 0 if there is no list */
    } files[4];
    const char *owners;
  } cases[] = {
    { "the id returns to its first owner",
      { { 100, 110, 10 }, { 200, 210, 12 }, { 300, 310, 10 } },
      "10 p\n12 p\n10 p\n" },
    { "a recording without a process list",
      { { 100, 110, 10 }, { 200, 210, 0 }, { 300, 310, 12 } },
      "10 p\n12 p\n" },
    { "two overlapping recordings after a first one",
      { { 100, 110, 10 }, { 200, 210, 0 }, { 205, 215, 12 } },
      "10 p\n12 p\n" },
    { "a recording within another does not change the owner",
      { { 100, 400, 10 }, { 200, 210, 12 } },
      "10 p\n" },
    { "the owner of the id changes twice",
      { { 100, 110, 10 }, { 200, 210, 12 }, { 300, 310, 13 }, { 400, 410, 13 } },
      "10 p\n12 p\n13 p\n" },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      Message *traces[4];
      guint n = 0;
      g_autoptr (TvTrace) trace = NULL;
      g_autofree char *owners = NULL;

      g_test_message ("%s", cases[i / 2].what);
      for (; n < 4 && cases[i / 2].files[n].first != 0; n++)
        {
          traces[n] = message ();
          add_switch (traces[n], cases[i / 2].files[n].first * S + 1, 20, 11, "name");
          add_memory (traces[n], cases[i / 2].files[n].first * S, 99, 1);
          if (cases[i / 2].files[n].pid != 0)
            add_tree (traces[n], cases[i / 2].files[n].first * S + 10, cases[i / 2].files[n].pid,
                      "p", 0, 11);
          add_memory (traces[n], cases[i / 2].files[n].last * S, 99, 1);
        }
      trace = load_recordings (folder, traces, n, i & 1);
      owners = dup_owners (trace, 11);
      g_assert_cmpstr (owners, ==, cases[i / 2].owners);
    }
}

/* The lifetimes of threads in kernel events continue across recordings. In the later recording, the id is reused once
 * more. */
static void
test_lifetimes (void)
{
  for (guint i = 0; i < 2; i++)
    {
      Message *traces[] = { message (), message () };
      g_autoptr (TvTrace) trace = NULL;
      g_autofree char *owners = NULL;
      Message *bundle = message (), *event = message (), *made = message (), *self = message ();

      add_tree (traces[0], 100 * S, 10, "a", 5 * S, 0);
      add_switch (traces[0], 100 * S + 10, 20, 10, "a");
      add_tree (traces[1], 200 * S, 10, "b", 150 * S, 0);
      add_switch (traces[1], 200 * S + 10, 20, 10, "b");
      add_memory (traces[1], 200 * S + 20, 10, 1);
      number (made, 1, 10);
      text (made, 2, "c");
      number (event, 1, 200 * S + 30);
      number (event, 2, 20);
      add (event, 235, made);
      number (bundle, 1, 0);
      add (bundle, 2, event);
      add (self, 1, bundle);
      add (traces[1], 1, self);
      add_memory (traces[1], 200 * S + 40, 10, 2);
      trace = load_recordings (folder, traces, 2, i & 1);
      owners = dup_owners (trace, 10);
      g_assert_cmpstr (owners, ==, "10 a\n10 b\n10 c\n");
      expect_rows (trace, "counter", "ts value", "200000000020|1024.00\n200000000040|2048.00\n");
      expect_rows (trace, "counter_track", "upid sample_count", "1|1\n2|1\n");
    }
}

/* Events of a log that was written during the later recording belong to the thread that has the id at that time.
 * Duplicate events are merged. */
static void
test_log (void)
{
  static const char log[] = "# tracer: nop\n# clock: boot\n"
                            " x-10 (-----) [000] .... 199.999990: tracing_mark_write: I|10|before\n"
                            " x-10 (-----) [000] .... 200.000020: tracing_mark_write: I|10|both\n"
                            " x-10 (-----) [000] .... 200.000030: tracing_mark_write: I|10|log\n";

  for (guint i = 0; i < 2; i++)
    {
      Message *traces[] = { message (), message (), message () };
      g_autoptr (TvTrace) trace = NULL;

      add_tree (traces[0], 100 * S, 10, "a", 5 * S, 0);
      add_mark (traces[0], 100 * S + 10000, 10, "I|10|early\n");
      add_tree (traces[1], 200 * S, 10, "b", 150 * S, 0);
      add_mark (traces[1], 200 * S + 20345, 10, "I|10|both\n");
      add_mark (traces[1], 200 * S + 40000, 10, "I|10|late\n");
      g_byte_array_append (traces[2], (const guint8 *) log, strlen (log));
      trace = load_recordings (folder, traces, 3, i & 1);
      g_assert_cmpuint (count_problem (trace, TV_PROBLEM_REPEATED_EVENTS), ==, 1);
      expect_rows (trace, "process", "pid name", "10|a\n10|b\n");
      expect_rows (trace, "thread_slice", "ts name utid",
                   "100000010000|early|0\n199999990000|before|1\n200000020345|both|1\n"
                   "200000030000|log|1\n200000040000|late|1\n");
    }
}

int
main (int argc, char **argv)
{
  int result;

  folder = g_dir_make_tmp ("test-reuse-XXXXXX", NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reuse/lists", test_lists);
  g_test_add_func ("/reuse/all", test_all);
  g_test_add_func ("/reuse/several", test_several);
  g_test_add_func ("/reuse/lives", test_lifetimes);
  g_test_add_func ("/reuse/log", test_log);
  result = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return result;
}
