/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log-text.h"
#include "table-text.h"

/* Tests the lifetimes of threads whose ids are reused, and switches that are inferred. */

#define NEW(tid, flags)   "task_newtask: pid=" #tid " comm=t clone_flags=" flags " oom_score_adj=0\n"
#define EXIT(tid, more)   "sched_process_exit: comm=t" #tid " pid=" #tid " prio=120" more "\n"
#define FREE(tid)         "sched_process_free: comm=t" #tid " pid=" #tid " prio=120\n"
#define RENAME(tid, name) "task_rename: pid=" #tid " oldcomm=t newcomm=" name " oom_score_adj=0\n"
#define THREAD            "3d0f00"
#define PROCESS           "1200011"

typedef struct
{
  const char *what;
  const char *log;
  const char *table;
  const char *columns;
  const char *expected;
} Case;

static const Case cases[] = {
  { "a reused thread id creates a new thread",
    "0|101|0|print: B|100|a\n"
    "1|101|0|" NEW (105, THREAD) "2|105|1|" RENAME (
        105,
        "first") "3|105|1|print: B|100|x\n"
                 "5|105|1|" EXIT (105, "") "6|105|1|" SWITCH (105, "X", 0) "8|101|0|" NEW (
                     105,
                     PROCESS) "9|105|1|" RENAME (105,
                                                 "second") "10|0|0|" FREE (105) "11|105|1|print: B|105|y\n"
                                                                                "12|105|1|print: E|105\n"
                                                                                "13|105|1|print: E|105\n",
    "thread", "tid name upid start_ts end_ts",
    "101|t101|0|-|-\n100|-|0|-|-\n105|first|0|1000|5000\n0|t0|-|-|-\n105|second|1|8000|-\n" },
  { "the exit of a thread closes its open slices",
    "0|101|0|" NEW (105, THREAD) "3|105|1|print: B|100|x\n"
                                 "5|105|1|" EXIT (105, "") "6|105|1|" SWITCH (
                                     105,
                                     "X",
                                     0) "8|101|0|" NEW (105, THREAD) "11|105|1|print: E|100\n",
    "slice", "ts dur name is_forced", "3000|2000|x|1\n" },
  { "a line after the final switch creates a new thread even without task_newtask",
    "0|101|0|print: B|100|z\n"
    "1|105|1|" EXIT (105, "") "2|105|1|" SWITCH (105, "X", 0) "8|105|1|print: B|100|a\n",
    "thread", "tid start_ts end_ts", "101|-|-\n100|-|-\n105|-|1000\n0|-|-\n105|8000|-\n" },
  { "lines between the exit and the final switch belong to the exiting thread",
    "0|101|0|print: B|100|z\n"
    "1|105|1|" EXIT (105, "") "2|105|1|" WAKE (101) "3|105|1|" SWITCH (105, "X", 0),
    "thread", "tid start_ts end_ts", "101|-|-\n100|-|-\n105|-|1000\n0|-|-\n" },
  { "task_newtask for a live id ends the old thread",
    "0|105|0|print: B|100|a\n"
    "4|101|0|" NEW (105, THREAD) "6|105|1|print: B|100|b\n",
    "thread", "tid start_ts end_ts", "105|-|4000\n100|-|-\n101|-|-\n105|4000|-\n" },
  { "a late free does not end the new owner of the id",
    "0|101|0|" NEW (105, THREAD) "1|105|1|" EXIT (105, "") "2|105|1|" SWITCH (
        105,
        "X",
        0) "3|101|0|" NEW (105,
                           THREAD) "4|0|1|" FREE (105) "5|0|1|" FREE (105) "6|105|1|print: B|100|a\n"
                                                                           "7|105|1|print: E|100\n",
    "thread", "tid start_ts end_ts", "101|-|-\n100|-|-\n105|0|1000\n0|-|-\n105|3000|-\n" },
  { "start, end and parent of a process",
    "0|101|0|" NEW (105, PROCESS) "1|105|1|" NEW (106, THREAD) "2|106|1|" EXIT (
        106,
        "") "4|105|1|" EXIT (105, " group_dead=true"),
    "process", "pid start_ts end_ts parent_upid", "100|-|-|-\n105|0|4000|0\n" },
  { "sched_process_exec creates a process named after the program",
    "0|101|0|sched_process_exec: filename=/bin/ls pid=107 old_pid=107\n", "process", "pid name",
    "100|-\n107|ls\n" },
  { "a name from task_rename is not replaced by that of a wakeup",
    "0|101|0|" NEW (105, THREAD) "1|101|0|" WAKE (
        105) "2|105|0|" RENAME (105, "renamed") "3|101|0|" WAKE (105),
    "thread", "tid name", "101|t101\n100|-\n105|renamed\n" },
  { "line prefixes do not name a thread whose id was reused",
    "0|101|0|" NEW (105, THREAD) "1|105|0|print: B|100|a\n"
                                 "2|105|0|" EXIT (
                                     105,
                                     "") "3|105|0|" SWITCH (105, "X", 0) "4|105|0|print: B|100|a\n",
    "thread", "tid name", "101|t101\n100|-\n105|t105\n0|t0\n105|-\n" },
  { "a thread's line on an idle CPU proves a switch at the last wakeup",
    "0|101|0|" SWITCH (101, "S", 0) "5|0|0|" WAKE (102) "9|102|0|print: B|100|a\n"
                                                        "20|102|0|" SWITCH (102, "S", 0),
    "sched_slice", "ts dur utid end_state inferred bound_ns", "5000|15000|3|S|1|4000\n" },
  { "thread states around an inferred switch are inferred",
    "0|102|0|" SWITCH (102, "S", 0) "5|0|0|" WAKE (102) "9|102|0|print: B|100|a\n"
                                                        "20|102|0|" SWITCH (102, "S", 0),
    "thread_state", "ts dur state inferred bound_ns",
    "0|5000|S|0|-\n5000|0|R|1|4000\n5000|15000|Running|1|4000\n20000|-1|S|0|-\n" },
  { "without a wakeup, the inferred switch is at the line itself",
    "0|101|0|" SWITCH (101, "S", 0) "9|102|0|print: B|100|a\n"
                                    "20|102|0|" SWITCH (102, "S", 0),
    "sched_slice", "ts dur inferred bound_ns", "9000|11000|1|9000\n" },
  { "an inferred switch ends the previous run at that thread's last line",
    "0|0|0|" SWITCH (0, "R", 101) "6|101|0|print: B|100|a\n"
                                  "9|102|0|print: B|100|a\n"
                                  "20|102|0|" SWITCH (102, "S", 0),
    "sched_slice", "ts dur inferred bound_ns", "0|6000|1|3000\n9000|11000|1|3000\n" },
  { "a switch to a thread on another CPU ends its earlier run",
    "0|0|0|" SWITCH (0, "R", 101) "2|101|0|print: B|100|a\n"
                                  "6|0|1|" SWITCH (0, "R", 101) "9|101|1|print: B|100|a\n",
    "sched_slice", "ts dur cpu inferred bound_ns", "0|2000|0|1|4000\n6000|-1|1|0|-\n" },
  { "an interrupt in a thread that is being switched out is not a switch",
    "0|101|0|" SWITCH (101, "S", 102) "1|101|0|" WAKE (103) "5|102|0|" SWITCH (102, "S", 0),
    "sched_slice", "ts dur inferred bound_ns", "0|5000|0|-\n" },
  { "an interrupt in a preempted thread is not a switch if the next thread runs",
    "0|101|0|" SWITCH (101, "R", 102) "1|101|0|" WAKE (103) "5|102|0|" SWITCH (102, "S", 0),
    "sched_slice", "ts dur inferred bound_ns", "0|5000|0|-\n" },
  { "a line of a preempted thread is a switch if the thread runs again",
    "0|101|0|" SWITCH (101, "R", 102) "1|101|0|" WAKE (103) "5|101|0|" SWITCH (101, "S", 0),
    "sched_slice", "ts dur inferred bound_ns", "0|0|1|1000\n1000|4000|1|1000\n" },
  { "line prefixes that name the next thread prove no switch",
    "0|102|0|" SWITCH (101, "S", 102) "1|103|0|print: B|100|a\n"
                                      "5|0|0|" SWITCH (102, "S", 0),
    "sched_slice", "ts dur inferred bound_ns", "0|5000|0|-\n" },
  { "rss_stat belongs to the process that owns the mm_id",
    "0|101|0|rss_stat: mm_id=7 curr=1 type=MM_FILEPAGES size=8B\n"
    "1|201|0|rss_stat: mm_id=7 curr=0 type=MM_FILEPAGES size=9B\n"
    "2|201|0|rss_stat: mm_id=8 curr=0 type=MM_FILEPAGES size=10B\n"
    "3|201|0|rss_stat: mm_id=9 curr=0 type=MM_FILEPAGES size=11B\n",
    "counter", "ts track_id value", "0|0|8.00\n1000|0|9.00\n2000|1|10.00\n3000|2|11.00\n" },
};

static void
test_cases (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_log (cases[i].log);
      g_autoptr (TvTable) table = open_table (cases[i].table, trace, NULL);
      g_autofree char *rows = print_table (table, cases[i].columns, NULL);

      g_test_message ("%s", cases[i].what);
      g_assert_cmpstr (rows, ==, cases[i].expected);
    }
}

/* After a process has been freed, its mm_id belongs to another process. */
static void
test_freed_memory (void)
{
  g_autoptr (TvTrace)
      trace = load_log ("0|100|0|rss_stat: mm_id=7 curr=1 type=MM_FILEPAGES size=8B\n"
                        "1|100|0|" EXIT (100, "") "2|0|0|" FREE (
                            100) "3|201|0|rss_stat: mm_id=7 curr=0 type=MM_FILEPAGES size=9B\n");
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, &n);

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (counters[0].upid, !=, TV_NONE);
  g_assert_cmpuint (counters[1].upid, ==, TV_NONE);
}

/* Because the runs are inferred, the CPU time of the slice is uncertain. */
static void
test_inferred_cpu (void)
{
  g_autoptr (TvTrace) trace = load_log ("0|101|0|" SWITCH (101, "S", 0) "5|0|0|" WAKE (
      102) "9|102|0|print: B|100|a\n"
           "15|102|0|print: E|100\n"
           "20|102|0|" SWITCH (102, "S", 0) "30|0|0|" SWITCH (0, "R",
                                                              102) "31|102|0|print: B|100|b\n"
                                                                   "35|102|0|print: E|100\n");
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_tracks, first = TV_NONE;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].kind == TV_TRACK_THREAD)
      first = tracks[t].first_slice;
  g_assert_cmpint (tv_time_column_get (&slices->cpu_dur, first), ==, 6000);
  g_assert_cmpint (tv_trace_get_inferred_cpu (trace, first).ns, ==, 6000);
  g_assert_cmpint (tv_trace_get_inferred_cpu (trace, first).bound_ns, ==, 4000);
  g_assert_cmpint (tv_time_column_get (&slices->cpu_dur, first + 1), ==, 4000);
  g_assert_cmpint (tv_trace_get_inferred_cpu (trace, first + 1).ns, ==, 0);
  g_assert_cmpint (tv_trace_get_inferred_cpu (trace, first + 1).bound_ns, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-lives/cases", test_cases);
  g_test_add_func ("/ftrace-lives/freed-memory", test_freed_memory);
  g_test_add_func ("/ftrace-lives/inferred-cpu", test_inferred_cpu);
  return g_test_run ();
}
