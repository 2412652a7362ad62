/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "core/error.h"
#include "formats/multi-file.h"
#include "perfetto-message.h"
#include "table-text.h"

/* Tests Perfetto traces and kernel logs of the same device on a shared timeline. */

static char *folder;

#define S G_GINT64_CONSTANT (1000000000)

#define HEADER(clock)  "# tracer: nop\n# clock: " clock "\n"
#define AT(us, said)   " app-7  (    7) [000] .... 100.0000" us ": " said "\n"
#define MARK(us, said) AT (us, "tracing_mark_write: " said)
#define SWITCH(us, from, state, to)                                                                \
  " app-" from "  (    7) [000] .... 100.0000" us ": sched_switch: prev_comm=app prev_pid=" from   \
  " prev_prio=120 prev_state=" state " ==> next_comm=web next_pid=" to " next_prio=110\n"

/* Returns an empty bundle of kernel events of a CPU. */
static Message *
new_bundle (guint cpu)
{
  Message *bundle = message ();

  number (bundle, 1, cpu);
  return bundle;
}

static void
add_mark (Message *bundle, gint64 ts, gint64 tid, const char *said)
{
  Message *event = message (), *print = message ();

  number (event, 1, ts);
  number (event, 2, tid);
  text (print, 2, said);
  add (event, 3, print);
  add (bundle, 2, event);
}

static void
add_switch (Message *bundle, gint64 ts, gint64 from, gint64 state, gint64 to)
{
  Message *event = message (), *sw = message ();

  number (event, 1, ts);
  number (event, 2, from);
  text (sw, 1, "app");
  number (sw, 2, from);
  number (sw, 3, 120);
  number (sw, 4, state);
  text (sw, 5, "web");
  number (sw, 6, to);
  number (sw, 7, 110);
  add (event, 4, sw);
  add (bundle, 2, event);
}

/* Returns a trace that contains the bundle. Takes ownership of @bundle. */
static Message *
record (Message *bundle)
{
  Message *trace = message (), *self = message ();

  number (self, 10, 1);
  add (self, 1, bundle);
  add (trace, 1, self);
  return trace;
}

static char *
write_file (const char *name, gconstpointer data, gsize size)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
  return path;
}

/* Loads a trace together with a second trace or a log, in either order. Takes ownership of the traces. */
static TvTrace *
load_both (Message *first, Message *second, const char *log, gboolean is_reversed, GError **error)
{
  g_autofree char *one = write_file ("one.pftrace", first->data, first->len);
  g_autofree char *two = second != NULL ? write_file ("two.pftrace", second->data, second->len)
                                        : write_file ("two.ftrace", log, strlen (log));
  const TvSource sources[] = { { .path = is_reversed ? two : one },
                               { .path = is_reversed ? one : two } };
  TvTrace *trace = tv_load_multi_file (sources, 2, NULL, NULL, NULL, error);

  g_remove (one);
  g_remove (two);
  g_byte_array_unref (first);
  g_clear_pointer (&second, g_byte_array_unref);
  return trace;
}

/* The events of both files are sorted by time, so a slice of the log becomes a child of the slice of the recording
 * that is open at that time. */
static void
test_marks (void)
{
  for (guint turned = 0; turned < 2; turned++)
    {
      Message *bundle = new_bundle (0);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      add_mark (bundle, 100 * S + 10500, 7, "B|7|outer\n");
      add_mark (bundle, 100 * S + 50500, 7, "E|7\n");
      trace = load_both (record (bundle), NULL,
                         HEADER ("boot") MARK ("20", "B|7|inner") MARK ("30", "E|7"), turned,
                         &error);
      g_assert_no_error (error);
      expect_rows (trace, "slice", "ts dur depth name",
                   "100000010500|40000|0|outer\n100000020000|10000|1|inner\n");
      expect_rows (trace, "thread", "tid", "7\n");
      expect_rows (trace, "ftrace_event", "ts cpu",
                   "100000010500|0\n100000020000|0\n100000030000|0\n100000050500|0\n");
    }
}

/* If both files contain an event, it appears once, with the more precise timestamp. The log begins first. */
static void
test_repeats (void)
{
  for (guint turned = 0; turned < 2; turned++)
    {
      Message *bundle = new_bundle (0);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      add_mark (bundle, 100 * S + 10345, 7, "B|7|a\n");
      add_mark (bundle, 100 * S + 20123, 7, "E|7\n");
      add_switch (bundle, 100 * S + 30700, 7, 1, 8);
      add_switch (bundle, 100 * S + 40800, 8, 0, 7);
      trace = load_both (record (bundle), NULL,
                         HEADER ("boot") MARK ("05", "I|7|before") MARK ("10", "B|7|a")
                             MARK ("20", "E|7") SWITCH ("30", "7", "S", "8")
                                 SWITCH ("40", "8", "R", "7") MARK ("60", "I|7|behind"),
                         turned, &error);
      g_assert_no_error (error);
      expect_rows (trace, "slice", "ts dur name",
                   "100000005000|0|before\n100000010345|9778|a\n100000060000|0|behind\n");
      g_assert_cmpuint (count_problem (trace, TV_PROBLEM_REPEATED_EVENTS), ==, 4);
      g_assert_cmpuint (count_problem (trace, TV_PROBLEM_INFERRED_SWITCH), ==, 0);
      expect_rows (trace, "sched_slice", "ts dur cpu", "100000030700|10100|0\n100000040800|-1|0\n");
      expect_rows (trace, "ftrace_event", "ts",
                   "100000005000\n100000010345\n100000020123\n100000030700\n100000040800\n"
                   "100000060000\n");
    }
}

/* Adds a Perfetto track event of a process. */
static void
add_track_event (Message *trace, gint64 ts, gint64 type, const char *name)
{
  Message *self = message (), *event = message ();

  number (self, 8, ts);
  number (self, 10, 1);
  number (event, 9, type);
  if (name != NULL)
    text (event, 23, name);
  add (self, 11, event);
  add (trace, 1, self);
}

/* If a file is opened together with a copy of itself, it is read only once. A file that differs in one byte is a
 * different file. */
static void
test_copies (void)
{
  for (guint differs = 0; differs < 2; differs++)
    {
      Message *one = message (), *two = message ();
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      for (guint i = 0; i < 2; i++)
        {
          Message *self = i == 0 ? one : two;

          add_track_event (self, 100 * S, 1, "a");
          add_track_event (self, 100 * S + 20, 2, NULL);
          add_track_event (self, 100 * S + 30, 1, i == 1 && differs ? "c" : "b");
          add_track_event (self, 100 * S + 40, 2, NULL);
        }
      trace = load_both (one, two, NULL, FALSE, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (tv_trace_get_slices (trace)->n, ==, differs ? 4 : 2);
      g_assert_cmpuint (count_problem (trace, TV_PROBLEM_REPEATED_EVENTS), ==, !differs);
      if (!differs)
        expect_rows (
            trace, "problem", "kind detail",
            "repeated-events|two.pftrace is the same file as one.pftrace, which is read\n");
    }
}

/* If two logs contain different events with the same timestamp, both events remain. Duplicates within one log also
 * remain. */
static void
test_no_repeats (void)
{
  Message *bundle = new_bundle (0);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  add_mark (bundle, 100 * S + 10100, 7, "I|7|a\n");
  add_mark (bundle, 100 * S + 10200, 7, "I|7|a\n");
  add_mark (bundle, 100 * S + 10300, 8, "I|8|b\n");
  add_mark (bundle, 100 * S + 20000, 7, "I|7|c\n");
  trace = load_both (record (bundle), NULL,
                     HEADER ("boot") MARK ("10", "I|7|a") MARK ("10", "I|8|b") MARK ("21", "I|7|c"),
                     FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_problem (trace, TV_PROBLEM_REPEATED_EVENTS), ==, 1);
  expect_rows (
      trace, "ftrace_event", "ts",
      "100000010000\n100000010100\n100000010200\n100000010300\n100000020000\n100000021000\n");
}

/* Merges a recording with a later recording of the same boot. Events between them are unknown, so no slice or state
 * continues across the gap. */
static void
test_later (void)
{
  for (guint turned = 0; turned < 2; turned++)
    {
      Message *early = new_bundle (0), *late = new_bundle (0);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      add_switch (early, 100 * S, 7, 1, 8);
      add_mark (early, 100 * S + 10, 8, "B|8|cut\n");
      add_mark (early, 100 * S + 20, 8, "S|8|wait|5\n");
      add_mark (early, 100 * S + 50, 8, "I|8|last\n");
      add_mark (late, 200 * S, 8, "E|8\n");
      add_mark (late, 200 * S + 10, 8, "F|8|wait|5\n");
      add_switch (late, 200 * S + 20, 8, 1, 7);
      add_mark (late, 200 * S + 30, 7, "B|7|whole\n");
      add_mark (late, 200 * S + 40, 7, "E|7\n");
      trace = load_both (record (early), record (late), NULL, turned, &error);
      g_assert_no_error (error);
      expect_rows (trace, "sched_slice", "ts dur cpu", "100000000000|-1|0\n200000000020|-1|0\n");
      expect_rows (trace, "thread_state", "ts dur state",
                   "100000000000|-1|S\n200000000020|-1|Running\n100000000000|-1|Running\n"
                   "200000000020|-1|S\n");
      {
        g_autoptr (TvTable) table = open_table ("slice", trace, NULL);
        g_autofree char *rows = print_table (table, "ts dur depth name", NULL);

        g_assert_nonnull (strstr (rows, "100000000010|-1|0|cut\n"));
        g_assert_nonnull (strstr (rows, "100000000020|-1|0|wait\n"));
        g_assert_nonnull (strstr (rows, "200000000030|10|0|whole\n"));
      }
      g_assert_cmpuint (count_problem (trace, TV_PROBLEM_UNMATCHED_END), ==, 1);
      g_assert_cmpuint (count_problem (trace, TV_PROBLEM_UNMATCHED_ASYNC), ==, 1);
    }
}

/* An open slice extends to the end of its own recording, not to the end of the later recording. */
static void
test_open_end (void)
{
  Message *early = new_bundle (0), *late = new_bundle (0);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  const TvSlices *slices;

  add_mark (early, 100 * S, 7, "B|7|cut\n");
  add_mark (early, 100 * S + 50, 7, "I|7|last\n");
  add_mark (late, 200 * S, 7, "I|7|first\n");
  trace = load_both (record (early), record (late), NULL, FALSE, &error);
  g_assert_no_error (error);
  slices = tv_trace_get_slices (trace);
  g_assert_cmpint (tv_time_column_get (&slices->dur, 0), ==, 50);
  g_assert_cmpuint (slices->flags[0] & TV_SLICE_OPEN, ==, TV_SLICE_OPEN);
}

/* An open frame also extends to the end of its own recording. It is counted once, together with
 * its slice. */
static void
test_open_frame (void)
{
  static const char vsync[] = "B|7|H:ReceiveVsync dataCount:24bytes now:100000010000 "
                              "expectedEnd:100000040000 vsyncId:5\n";

  for (guint turned = 0; turned < 2; turned++)
    {
      Message *bundle = new_bundle (0);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;
      const TvSlices *slices;

      add_mark (bundle, 100 * S + 10500, 7, vsync);
      add_mark (bundle, 100 * S + 12500, 7, "B|7|inside\n");
      add_mark (bundle, 100 * S + 13500, 7, "E|7\n");
      add_mark (bundle, 100 * S + 20500, 7, "C|7|n|1\n");
      trace = load_both (record (bundle), NULL,
                         HEADER ("boot") MARK ("30", "E|7") MARK ("40", "C|7|n|2"), turned, &error);
      g_assert_no_error (error);
      expect_rows (trace, "actual_frame_timeline_slice", "ts dur name on_time_finish",
                   "100000010500|-1|5|-\n");
      expect_rows (trace, "problem", "kind count", "open-slice|1\nunmatched-end|1\n");
      slices = tv_trace_get_slices (trace);
      for (guint32 i = 0; i < slices->n; i++)
        {
          g_assert_cmpuint (slices->flags[i] & TV_SLICE_UNFINISHED, ==, 0);
          if (slices->flags[i] & TV_SLICE_OPEN)
            g_assert_cmpint (tv_slices_end (slices, i), ==, 100 * S + 20500);
        }
    }
}

/* Adds the memory of a process, as polled by a recorder. */
static void
add_memory (Message *trace, gint64 ts, gint64 pid, gint64 kb)
{
  Message *stats = message (), *process = message ();

  number (process, 1, pid);
  number (process, 3, kb);
  add (stats, 1, process);
  packet (trace, 2, 0, 0, ts, 9, stats);
}

/* Counters have no value between two recordings until their next sample, regardless of their source. Overlapping
 * recordings have no such gap. */
static void
test_counters (void)
{
  for (guint i = 0; i < 4; i++)
    {
      gboolean is_reversed = i & 1, overlaps = i & 2;
      Message *early = new_bundle (0), *late = new_bundle (0), *one, *two;
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      add_mark (early, 100 * S, 8, "C|8|n|5\n");
      add_mark (early, 100 * S + 10, 8, "C|8|only|1\n");
      add_mark (early, (overlaps ? 200 : 100) * S + 40, 8, "I|8|last\n");
      add_mark (late, 200 * S, 8, "I|8|first\n");
      add_mark (late, 200 * S + 50, 8, "C|8|n|7\n");
      add_mark (late, 200 * S + 100, 8, "I|8|last\n");
      one = record (early);
      two = record (late);
      add_memory (one, 100 * S + 20, 8, 2);
      add_memory (two, 200 * S + 20, 8, 4);
      trace = load_both (one, two, NULL, is_reversed, &error);
      g_assert_no_error (error);
      expect_rows (trace, "counter_track", "name sample_count", "n|2\nonly|1\nmem.rss|2\n");
      if (overlaps)
        {
          expect_rows (trace, "counter_gap", "ts dur track_id", "");
          expect_rows (trace, "counter_use", "counter first last delta avg",
                       "n|5.00|7.00|2.00|5.00\nonly|1.00|1.00|0.00|1.00\n"
                       "mem.rss|2048.00|4096.00|2048.00|2048.00\n");
          continue;
        }
      expect_rows (trace, "counter_gap", "ts dur track_id",
                   "100000000040|100000000010|0\n100000000040|-1|1\n100000000040|99999999980|2\n");
      /* Averages: 40 ns with 5 and 50 ns with 7; 20 ns with 2 KiB and 80 ns with 4 KiB */
      expect_rows (trace, "counter_use", "counter first last delta avg",
                   "n|5.00|7.00|2.00|6.11\nonly|1.00|1.00|0.00|1.00\n"
                   "mem.rss|2048.00|4096.00|2048.00|3686.40\n");
    }
}

/* A log that begins before the end of a recording and continues after it leaves no gap. A log that begins after the
 * recording leaves a gap. */
static void
test_counters_of_log (void)
{
  static const struct
  {
    const char *log;
    const char *gaps;
  } cases[] = {
    { HEADER ("boot") MARK ("05", "C|7|m|1") MARK ("60", "I|7|a"), "" },
    { HEADER ("boot") MARK ("60", "C|7|n|1") MARK ("70", "I|7|a"), "100000040000|20000|0\n" },
    { HEADER ("boot") MARK ("50", "C|7|m|1") MARK ("60", "I|7|a"), "100000040000|-1|0\n" },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      Message *bundle = new_bundle (0);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      add_mark (bundle, 100 * S + 10000, 7, "C|7|n|3\n");
      add_mark (bundle, 100 * S + 40000, 7, "I|7|b\n");
      trace = load_both (record (bundle), NULL, cases[i / 2].log, i & 1, &error);
      g_assert_no_error (error);
      expect_rows (trace, "counter_gap", "ts dur track_id", cases[i / 2].gaps);
    }
}

/* A recording contains all task switches. A log of the same period, whose timestamps differ by some ns, adds no
 * runs. */
static void
test_scheduling (void)
{
  Message *bundle = new_bundle (0), *trace_of = NULL, *snapshot = message (), *clock, *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  add_switch (bundle, 103 * S + 10000, 7, 1, 8);
  add_switch (bundle, 103 * S + 90000, 8, 1, 7);
  trace_of = record (bundle);
  for (guint i = 0; i < 2; i++)
    {
      clock = message ();
      number (clock, 1, i == 0 ? 3 : 6);
      number (clock, 2, i == 0 ? 100 * S : 103 * S);
      add (snapshot, 1, clock);
    }
  self = message ();
  add (self, 6, snapshot);
  add (trace_of, 1, self);
  trace = load_both (trace_of, NULL,
                     HEADER ("mono") SWITCH ("20", "7", "S", "8") SWITCH ("50", "8", "S", "7")
                         MARK ("60", "I|7|mark"),
                     FALSE, &error);
  g_assert_no_error (error);
  expect_rows (trace, "sched_slice", "ts dur", "103000010000|80000\n103000090000|-1\n");
  expect_rows (trace, "slice", "ts name", "103000060000|mark\n");
  /* The events of the log are still listed as events. */
  expect_rows (trace, "ftrace_event", "ts",
               "103000010000\n103000020000\n103000050000\n103000060000\n103000090000\n");
}

/* A log without scheduling events adds no runs either. Its line prefixes contain only the names of the running
 * threads. */
static void
test_prefixes (void)
{
  Message *bundle = new_bundle (0);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  add_switch (bundle, 100 * S + 10000, 7, 1, 8);
  add_switch (bundle, 100 * S + 20500, 8, 1, 7);
  add_switch (bundle, 100 * S + 90000, 7, 1, 8);
  trace = load_both (record (bundle), NULL, HEADER ("boot") MARK ("20", "I|7|early"), FALSE,
                     &error);
  g_assert_no_error (error);
  expect_rows (trace, "sched_slice", "ts dur",
               "100000010000|10500\n100000020500|69500\n100000090000|-1\n");
  g_assert_cmpuint (count_problem (trace, TV_PROBLEM_INFERRED_SWITCH), ==, 0);
}

/* If a file cannot be synchronized, the error contains the reason. */
static void
test_untied (void)
{
  static const char *const logs[] = { "# tracer: nop\n" MARK ("10", "I|7|a"),
                                      HEADER ("mono") MARK ("10", "I|7|a") };

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      Message *bundle = new_bundle (0);
      g_autoptr (GError) error = NULL;

      add_mark (bundle, 100 * S, 7, "I|7|a\n");
      g_assert_null (load_both (record (bundle), NULL, logs[i], FALSE, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS);
      g_assert_nonnull (strstr (error->message, "two.ftrace"));
    }
}

/* If a truncated or damaged recording is opened together with a log, both files are read, or an error is reported. */
static void
test_hostile (void)
{
  Message *bundle = new_bundle (1);
  g_autoptr (Message) whole = NULL;
  guint n_read = 0;

  add_switch (bundle, 100 * S + 10000, 7, 1, 8);
  add_mark (bundle, 100 * S + 20000, 8, "B|8|a\n");
  add_mark (bundle, 100 * S + 30000, 8, "E|8\n");
  add_switch (bundle, 100 * S + 40000, 8, 64, 7);
  whole = record (bundle);
  for (guint i = 0; i < 3 * whole->len; i++)
    {
      Message *damaged = message ();
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;
      guint at = i / 3;

      g_byte_array_append (damaged, whole->data, i % 3 == 0 ? at : whole->len);
      if (i % 3 != 0)
        damaged->data[at] ^= i % 3 == 1 ? 0x80 : 0x11;
      trace = load_both (damaged, NULL,
                         HEADER ("boot") MARK ("05", "B|7|x") SWITCH ("40", "7", "S", "8")
                             MARK ("50", "E|7"),
                         i & 1, &error);
      g_assert_true ((trace != NULL) == (error == NULL));
      if (error != NULL)
        g_assert_true (error->domain == TV_ERROR);
      n_read += trace != NULL;
    }
  g_assert_cmpuint (n_read, >, whole->len);
}

int
main (int argc, char **argv)
{
  int result;

  folder = g_dir_make_tmp ("test-merge-XXXXXX", NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/merge/marks", test_marks);
  g_test_add_func ("/merge/repeats", test_repeats);
  g_test_add_func ("/merge/copies", test_copies);
  g_test_add_func ("/merge/no-repeats", test_no_repeats);
  g_test_add_func ("/merge/later", test_later);
  g_test_add_func ("/merge/open-end", test_open_end);
  g_test_add_func ("/merge/open-frame", test_open_frame);
  g_test_add_func ("/merge/counters", test_counters);
  g_test_add_func ("/merge/counters-of-log", test_counters_of_log);
  g_test_add_func ("/merge/scheduling", test_scheduling);
  g_test_add_func ("/merge/prefixes", test_prefixes);
  g_test_add_func ("/merge/untied", test_untied);
  g_test_add_func ("/merge/hostile", test_hostile);
  result = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return result;
}
