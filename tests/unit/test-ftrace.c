/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib.h>
#include <glib/gstdio.h>

#include "core/error.h"
#include "formats/load.h"

/* Tests the tracks of logs. A case consists of a few lines of a log and the expected content of all tracks of one
 * kind. */

static char *path;

static TvTrace *
load_text (const char *text, gsize size, GError **error)
{
  g_assert_true (g_file_set_contents (path, text, (gssize) size, NULL));
  return tv_load (path, NULL, NULL, NULL, error);
}

static void
append_args (GString *text, TvTrace *trace, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n;
  const TvArg *args = tv_trace_get_args (
      trace, slices->arg_set != NULL ? slices->arg_set[slice] : TV_NONE, &n);

  for (guint32 i = 0; i < n; i++)
    g_string_append_printf (text, " %s=%s", tv_trace_get_string (trace, tv_arg_get_key (&args[i])),
                            tv_trace_get_string (trace, tv_arg_get_string (&args[i])));
}

static void
append_track_name (GString *text, TvTrace *trace, const TvTrack *track)
{
  if (track->utid != TV_NONE)
    g_string_append_printf (text, "%u", tv_trace_get_threads (trace, NULL)[track->utid].tid);
  else if (track->cpu != TV_NONE)
    g_string_append_printf (text, "cpu%u", track->cpu);
  else if (track->upid == TV_NONE)
    g_string_append_printf (text, "none/%u", track->layer);
  else
    g_string_append_printf (text, "pid%u/%u", tv_trace_get_processes (trace, NULL)[track->upid].pid,
                            track->layer);
  if (track->name != TV_NONE)
    g_string_append_printf (text, " %s", tv_trace_get_string (trace, track->name));
  g_string_append_c (text, ':');
}

static void
append_slice (GString *text, TvTrace *trace, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  g_autofree char *name = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, slice));
  TvState state;
  TvRun run;
  gboolean is_state = tv_trace_get_state (trace, slice, &state);
  gboolean is_run = tv_trace_get_run (trace, slice, &run);
  gint64 start = tv_slices_start (slices, slice) - tv_trace_get_start_ns (trace);

  g_string_append_printf (text, " [%u %s %d+%d", tv_slices_depth (slices, slice), name,
                          (int) (start / 1000),
                          (int) (tv_time_column_get (&slices->dur, slice) / 1000));
  if (slices->flags[slice] & TV_SLICE_OPEN)
    g_string_append (text, " open");
  if (slices->flags[slice] & TV_SLICE_LOST)
    g_string_append (text, " lost");
  if (slices->flags[slice] & TV_SLICE_INFERRED)
    g_string_append_printf (text, " ±%d", (int) (tv_trace_get_bound_ns (trace, slice) / 1000));
  if (slices->flags[slice] & TV_SLICE_INSTANT)
    g_string_append (text, " instant");
  if (is_run && run.end_state != TV_NONE)
    g_string_append_printf (text, " →%s", tv_trace_get_string (trace, run.end_state));
  if (is_state && state.io_wait >= 0)
    g_string_append_printf (text, " io%d %s", state.io_wait,
                            tv_trace_get_string (trace, state.blocked_function));
  if (is_state && state.waker != TV_NONE)
    g_string_append_printf (text, " by %u", tv_trace_get_threads (trace, NULL)[state.waker].tid);
  append_args (text, trace, slice);
  g_string_append_c (text, ']');
}

static char *
describe (TvTrace *trace, TvTrackKind kind)
{
  GString *text = g_string_new (NULL);
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      if (tracks[i].kind != kind)
        continue;
      if (text->len > 0)
        g_string_append_c (text, '\n');
      append_track_name (text, trace, &tracks[i]);
      for (guint32 slice = 0; slice < tracks[i].n_slices; slice++)
        append_slice (text, trace, tracks[i].first_slice + slice);
    }
  return g_string_free (text, FALSE);
}

static char *
describe_counters (TvTrace *trace)
{
  GString *text = g_string_new (NULL);
  guint32 n;
  const TvCounterTrack *tracks = tv_trace_get_counter_tracks (trace, &n);
  const TvSamples *samples = tv_trace_get_samples (trace);

  for (guint32 i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (text, '\n');
      if (tracks[i].upid != TV_NONE)
        g_string_append_printf (text, "pid%u ",
                                tv_trace_get_processes (trace, NULL)[tracks[i].upid].pid);
      if (tracks[i].cpu != TV_NONE)
        g_string_append_printf (text, "cpu%u ", tracks[i].cpu);
      g_string_append_printf (text, "%s:", tv_trace_get_string (trace, tracks[i].name));
      for (guint32 s = tracks[i].first_sample; s < tracks[i].first_sample + tracks[i].n_samples;
           s++)
        g_string_append_printf (text, " %d=%g",
                                (int) ((samples->ts[s] - tv_trace_get_start_ns (trace)) / 1000),
                                samples->value[s]);
    }
  return g_string_free (text, FALSE);
}

static char *
describe_problems (TvTrace *trace)
{
  GString *text = g_string_new (NULL);
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s×%d", i > 0 ? "; " : "",
                            tv_problem_kind_name (problems[i].kind), (int) problems[i].count);
  return g_string_free (text, FALSE);
}

/* Expands lines in the short form "TIME|TID|CPU|event: args", with the time in µs. */
static char *
expand (const char *lines)
{
  GString *text = g_string_new ("# tracer: nop\n");
  const char *end;

  /* Splits off one line at a time, because AddressSanitizer measures the rest of the text on each split. */
  for (; lines != NULL; lines = end == NULL ? NULL : end + 1)
    {
      g_autofree char *line = NULL;
      g_auto (GStrv) fields = NULL;
      int us;

      end = strchr (lines, '\n');
      line = end == NULL ? g_strdup (lines) : g_strndup (lines, (gsize) (end - lines));
      fields = g_strsplit (line, "|", 4);
      us = atoi (fields[0]);
      g_string_append_printf (text, "  t%s-%s  (  100) [%03d] .... %d.%06d: %s\n", fields[1],
                              fields[1], atoi (fields[2]), 7 + us / 1000000, us % 1000000,
                              fields[3]);
    }
  return g_string_free (text, FALSE);
}

#define SWITCH(prev, state, next)                                                                  \
  "sched_switch: prev_comm=t" #prev " prev_pid=" #prev " prev_prio=120 prev_state=" state          \
  " ==> next_comm=t" #next " next_pid=" #next " next_prio=110"

static const struct
{
  const char *what;
  const char *lines;
  int kind; /* TvTrackKind; -1 for counters */
  const char *expected;
  const char *problems;
} cases[] = {
  { "nested marks",
    "0|101|0|tracing_mark_write: B|100|H:a\n"
    "10|101|0|tracing_mark_write: B|100|b\n"
    "30|101|0|tracing_mark_write: E|100|\n"
    "40|101|0|tracing_mark_write: E",
    TV_TRACK_THREAD, "101: [0 a 0+40] [1 b 10+20]", "" },
  { "an end without a begin is reported; a slice without an end stays open",
    "0|101|0|print: E|100\n"
    "5|101|0|print: B|100|a\n"
    "9|102|0|print: B|100|b",
    TV_TRACK_THREAD, "101: [0 a 5+4 open]\n102: [0 b 9+0 open]", "unmatched-end×1; open-slice×2" },
  { "a mark with level, tags, chain ids and arguments",
    "0|101|0|print: B|100|H:[a1,b,c]#a|M62|k=v,n=1\n"
    "1|101|0|print: E|100|M62",
    TV_TRACK_THREAD,
    "101: [0 a 0+1 level=Commercial tags=APP chain=a1 span=b parent span=c k=v n=1]", "" },
  { "instant mark",
    "0|101|0|print: B|100|a\n"
    "1|101|0|print: I|100|x\n"
    "2|101|0|print: E|100",
    TV_TRACK_THREAD, "101: [0 a 0+2] [1 x 1+0 instant]", "" },
  { "overlapping async spans use separate tracks",
    "0|101|0|print: S|100|H:net 1\n"
    "5|101|0|print: S|100|H:net 2\n"
    "7|102|0|print: F|100|H:net 1\n"
    "8|101|0|print: S|100|H:net 3\n"
    "9|101|0|print: S|100|H:net 3\n"
    "10|101|0|print: F|100|H:net 3\n"
    "11|101|0|print: F|100|H:net 9",
    TV_TRACK_ASYNC,
    "pid100/0 net: [0 net 0+7 cookie=1] [0 net 8+2 cookie=3]\n"
    "pid100/1 net: [0 net 5+6 open cookie=2]",
    "duplicate-async×1; unmatched-async×1; open-slice×1" },
  { "async spans of one category share a track",
    "0|101|0|print: S|100|H:a|1|M62|net|\n"
    "1|101|0|print: F|100|H:a|1|M62\n"
    "2|101|0|print: S|100|H:b|1|M62|net|\n"
    "3|101|0|print: F|100|H:b|1|M62",
    TV_TRACK_ASYNC,
    "pid100/0 net: [0 a 0+1 level=Commercial tags=APP category=net cookie=1] "
    "[0 b 2+1 level=Commercial tags=APP category=net cookie=1]",
    "" },
  { "named tracks",
    "0|101|0|print: G|100|track|a|1\n"
    "1|101|0|print: N|100|track|x\n"
    "2|101|0|print: H|100|track|1",
    TV_TRACK_ASYNC, "pid100/0 track: [0 a 0+2 cookie=1]\npid100/1 track: [0 x 1+0 instant]", "" },
  { "slices of a named track with the same cookie are nested",
    "0|101|0|print: G|100|track|a|1\n"
    "1|101|0|print: G|100|track|b|1\n"
    "2|102|0|print: G|100|track|c|1\n"
    "3|101|0|print: G|100|track|x|2\n"
    "4|101|0|print: H|100|track|1\n"
    "5|101|0|print: H|100|track|2\n"
    "6|101|0|print: G|100|track|d|1\n"
    "7|101|0|print: H|100|track|1\n"
    "8|101|0|print: H|100|track|1\n"
    "9|101|0|print: H|100|track|1\n"
    "10|101|0|print: G|100|track|e|1\n"
    "11|101|0|print: H|100|track|1\n"
    "12|101|0|print: G|100|track|f|1\n"
    "13|101|0|print: G|100|track|g|1\n"
    "14|101|0|print: H|100|track|1",
    TV_TRACK_ASYNC,
    "pid100/0 track: [0 a 0+9 cookie=1] [1 b 1+7 cookie=1] [2 c 2+2 cookie=1] [2 d 6+1 cookie=1] "
    "[0 f 12+2 open cookie=1] [1 g 13+1 cookie=1]\n"
    "pid100/1 track: [0 x 3+2 cookie=2] [0 e 10+1 cookie=1]",
    "open-slice×1" },
  { "the pid of a mark from a container is an argument",
    "0|101|0|print: B|7|a\n"
    "1|101|0|print: E|7",
    TV_TRACK_THREAD, "101: [0 a 0+1 pid=7]", "" },
  { "runs of a CPU",
    "0|101|0|" SWITCH (101, "S", 102) "\n"
                                      "10|102|0|" SWITCH (
                                          102,
                                          "R+",
                                          0) "\n"
                                             "20|0|0|" SWITCH (0, "R", 101) "\n"
                                                                            "50|101|0|" SWITCH (
                                                                                101,
                                                                                "D",
                                                                                102),
    TV_TRACK_CPU, "cpu0: [0 t102 0+10 →R+] [0 t101 20+30 →D] [0 t102 50+0 open]", "" },
  { "thread states, with wakeups and an unknown state",
    "0|101|0|" SWITCH (101,
                       "S",
                       102) "\n"
                            "4|102|0|sched_waking: comm=t101 pid=101 prio=120 target_cpu=000\n"
                            "5|102|0|sched_wakeup: comm=t101 pid=101 prio=120 target_cpu=000\n"
                            "6|103|1|sched_wakeup: comm=t101 pid=101 prio=120 target_cpu=000\n"
                            "10|102|0|" SWITCH (102, "R", 101) "\n"
                                                               "15|101|0|" SWITCH (101, "Q", 102),
    TV_TRACK_THREAD_STATE,
    "101: [0 S 0+5] [0 R 5+5 by 102] [0 Running 10+5] [0 Q 15+0 open]\n"
    "102: [0 Running 0+10] [0 R 10+5] [0 Running 15+0 open]",
    "unknown-state×1" },
  { "sched_waking is used if there is no sched_wakeup",
    "0|101|0|" SWITCH (101, "S", 102) "\n"
                                      "4|102|0|sched_waking: comm=t101 pid=101 prio=120 "
                                      "target_cpu=000",
    TV_TRACK_THREAD_STATE, "101: [0 S 0+4] [0 R 4+0 open by 102]\n102: [0 Running 0+4 open]", "" },
  { "sched_blocked_reason sets I/O wait and the blocked function",
    "0|101|0|" SWITCH (101,
                       "D",
                       102) "\n"
                            "5|102|0|sched_wakeup: comm=t101 pid=101 prio=120 target_cpu=000\n"
                            "5|102|0|sched_blocked_reason: pid=101 iowait=1 caller=io_wait",
    TV_TRACK_THREAD_STATE,
    "101: [0 D 0+5 io1 io_wait] [0 R 5+0 open by 102]\n102: [0 Running 0+5 open]", "" },
  { "lost switches are inferred",
    "0|101|0|" SWITCH (101, "S", 102) "\n"
                                      "10|103|0|" SWITCH (103, "S", 101),
    TV_TRACK_CPU, "cpu0: [0 t102 0+0 ±10] [0 t101 10+0 open]",
    "inexact-cpu-time×1; inferred-switch×1" },
  { "a log without lost switches has exact CPU times",
    "0|101|0|" SWITCH (101, "S", 102) "\n"
                                      "7|102|0|" SWITCH (102, "S", 101) "\n"
                                                                        "9|101|0|" SWITCH (101,
                                                                                           "S",
                                                                                           102),
    TV_TRACK_CPU, "cpu0: [0 t102 0+7 →S] [0 t101 7+2 →S] [0 t102 9+0 open]", "" },
  { "a CPU time uncertainty below 0.1 % is not reported",
    "0|101|0|" SWITCH (101, "S", 102) "\n"
                                      "20000|102|0|" SWITCH (102, "S", 103) "\n"
                                                                            "20010|104|0|" SWITCH (
                                                                                104,
                                                                                "S",
                                                                                101),
    TV_TRACK_CPU, "cpu0: [0 t102 0+20000 →S] [0 t103 20000+0 ±10] [0 t101 20010+0 open]",
    "inferred-switch×1" },
  { "thread states around lost switches are inferred",
    "0|101|0|" SWITCH (101, "S", 102) "\n"
                                      "4|102|0|sched_wakeup: comm=t101 pid=101 prio=120 "
                                      "target_cpu=000\n"
                                      "10|103|0|" SWITCH (101, "D", 103) "\n"
                                                                         "12|103|1|" SWITCH (104,
                                                                                             "S",
                                                                                             103),
    TV_TRACK_THREAD_STATE,
    "101: [0 S 0+4] [0 R 4+6 ±10 by 102] [0 D 10+2 open]\n"
    "102: [0 Running 0+0 ±10]\n"
    "103: [0 Running 10+0 ±2] [0 Running 12+0 open]\n"
    "104: [0 S 12+0 open]",
    "inexact-cpu-time×2; inferred-switch×2" },
  { "interrupts and softirqs have separate tracks",
    "0|101|0|irq_handler_entry: irq=36 name=virtio\n"
    "5|101|0|irq_handler_exit: irq=36 ret=handled\n"
    "6|101|0|softirq_exit: vec=1 [action=TIMER]\n"
    "7|101|0|softirq_entry: vec=1 [action=TIMER]\n"
    "9|101|0|softirq_exit: vec=1 [action=TIMER]",
    TV_TRACK_CPU_EXTRA, "cpu0 irq: [0 virtio 0+5 irq=36]\ncpu0 softirq: [0 TIMER 7+2 softirq=1]",
    "" },
  { "binder call and reply",
    "0|101|0|binder_transaction: transaction=5 dest_node=1 dest_proc=200 dest_thread=0 reply=0 "
    "flags=0x10 code=0x3\n"
    "2|201|1|binder_transaction_received: transaction=5\n"
    "7|201|1|binder_transaction: transaction=6 dest_node=0 dest_proc=100 dest_thread=101 reply=1 "
    "flags=0x0 code=0x0\n"
    "9|101|0|binder_transaction_received: transaction=6",
    TV_TRACK_THREAD_EXTRA,
    "101 binder: [0 binder transaction 0+9 transaction=5 destination process=200 code=0x3]\n"
    "201 binder: [0 binder reply 2+5 transaction=5]",
    "" },
  { "workqueue item",
    "0|101|0|workqueue_execute_start: work struct 00000000caff3e87: function wb_update\n"
    "3|101|0|workqueue_execute_end: work struct 00000000caff3e87: function wb_update",
    TV_TRACK_THREAD_EXTRA, "101 workqueue: [0 wb_update 0+3]", "" },
  { "a print event that is not a mark creates no slice",
    "0|101|0|print: hello|world\n"
    "1|101|0|print: B|100|a",
    TV_TRACK_THREAD, "101: [0 a 1+0 open]", "open-slice×1" },
  { "an aborted suspend ends with thaw_processes",
    "0|101|0|suspend_resume: suspend_enter[3] begin\n"
    "1|101|0|suspend_resume: freeze_processes[0] begin\n"
    "2|101|0|suspend_resume: thaw_processes[0] begin\n"
    "3|101|0|suspend_resume: thaw_processes[0] end\n"
    "4|101|0|suspend_resume: freeze_processes[0] end\n"
    "5|101|0|suspend_resume: timekeeping_freeze[4] begin\n"
    "6|101|1|suspend_resume: timekeeping_freeze[1] end",
    TV_TRACK_ASYNC,
    "none/0 Suspend/Resume Latency: [0 suspend_enter(3) 0+3] [0 timekeeping_freeze(0) 5+1]\n"
    "none/1 Suspend/Resume Latency: [0 freeze_processes(0) 1+3]\n"
    "none/2 Suspend/Resume Latency: [0 thaw_processes(0) 2+1]",
    "" },
  { "activations of one wakeup source are counted",
    "0|101|0|wakeup_source_activate: event0 state=0x1\n"
    "1|101|0|wakeup_source_activate: event0 state=0x2\n"
    "2|101|0|wakeup_source_deactivate: event0 state=0x3\n"
    "3|101|0|wakeup_source_deactivate: event0 state=0x4\n"
    "4|101|0|wakeup_source_deactivate: other state=0x4",
    TV_TRACK_ASYNC, "none/0 Wakelocks: [0 Wakelock(event0) 0+3]", "" },
  { "an unknown event is an instant", "0|101|0|any_event: NR 63 (3, 7f, 400)",
    TV_TRACK_THREAD_EXTRA, "101 events: [0 any_event 0+0 instant]", "" },
  { "counters",
    "0|101|0|print: C|100|H:depth 3\n"
    "1|101|0|print: C|100|depth|-4\n"
    "2|101|0|cpu_frequency: state=1800000 cpu_id=1\n"
    "3|101|0|cpu_idle: state=4294967295 cpu_id=1\n"
    "4|101|0|cpu_frequency_limits: min=1 max=2 cpu_id=0\n"
    "5|101|0|clock_set_rate: ddr state=800 cpu_id=0\n"
    "6|101|0|my_gauge: state=5 cpu_id=2",
    -1,
    "pid100 depth: 0=3 1=-4\ncpu1 cpufreq: 2=1.8e+06\ncpu1 cpuidle: 3=-1\n"
    "cpu0 cpufreq min limit: 4=1\ncpu0 cpufreq max limit: 4=2\nddr: 5=800\n"
    "cpu2 my_gauge: 6=5",
    "" },
  { "lines out of order are sorted and reported",
    "10|101|0|print: E|100\n"
    "0|101|0|print: B|100|a",
    TV_TRACK_THREAD, "101: [0 a 0+10]", "unsorted×1" },
  { "malformed arguments are reported",
    "0|101|0|print: B|100|a\n"
    "1|101|0|sched_switch: nonsense\n"
    "2|101|0|print: E|100",
    TV_TRACK_THREAD, "101: [0 a 0+2]", "bad-arguments×1" },
};

static void
test_async_tracks (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = expand (cases[i].lines);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = load_text (text, strlen (text), &error);
      g_autofree char *found = NULL;
      g_autofree char *problems = NULL;

      g_test_message ("%s", cases[i].what);
      g_assert_no_error (error);
      found = cases[i].kind < 0 ? describe_counters (trace)
                                : describe (trace, (TvTrackKind) cases[i].kind);
      problems = describe_problems (trace);
      g_assert_cmpstr (found, ==, cases[i].expected);
      g_assert_cmpstr (problems, ==, cases[i].problems);
    }
}

static void
test_cpu_time (void)
{
  g_autofree char *text = expand ("0|100|0|" SWITCH (
      0, "R", 101) "\n"
                   "10|101|0|print: B|100|a\n"
                   "20|101|0|print: B|100|b\n"
                   "30|101|0|" SWITCH (101, "S", 0) "\n"
                                                    "70|0|0|" SWITCH (0, "R",
                                                                      101) "\n"
                                                                           "75|101|0|print: E|100\n"
                                                                           "80|101|0|print: E|100");
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load_text (text, strlen (text), &error);
  const TvSlices *slices;
  const TvThread *threads;
  guint32 utid = 0, first;

  g_assert_no_error (error);
  slices = tv_trace_get_slices (trace);
  threads = tv_trace_get_threads (trace, NULL);
  while (threads[utid].tid != 101)
    utid++;
  first = tv_trace_get_tracks (trace, NULL)[threads[utid].track].first_slice;
  g_assert_true (tv_trace_has_clock (trace, TV_CLOCK_CPU));
  g_assert_cmpint (tv_time_column_get (&slices->cpu_ts, first), ==, 10000);
  g_assert_cmpint (tv_time_column_get (&slices->cpu_dur, first), ==, 30000);
  g_assert_cmpint (tv_time_column_get (&slices->cpu_dur, first + 1), ==, 15000);
  g_assert_cmpint (tv_trace_get_cpu_at (trace, utid, tv_trace_get_start_ns (trace) + 50000), ==,
                   30000);
  g_assert_cmpint (tv_trace_get_cpu_at (trace, utid, G_MAXINT64), ==, 40000);
  g_assert_cmpint (tv_trace_get_cpu_at (trace, utid, 0), ==, 0);
}

static void
test_flow (void)
{
  g_autofree char *text = expand (
      "0|101|0|binder_transaction: transaction=5 dest_node=1 dest_proc=200 dest_thread=0 reply=0 "
      "flags=0x11 code=0x3\n"
      "2|201|1|binder_transaction_received: transaction=5");
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load_text (text, strlen (text), &error);
  const TvSlices *slices;
  const TvFlow *flows;
  guint32 n;

  g_assert_no_error (error);
  slices = tv_trace_get_slices (trace);
  flows = tv_trace_get_flows (trace, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (tv_slices_start (slices, flows[0].to) - tv_slices_start (slices, flows[0].from),
                   ==, 2000);
}

/* In a log with more state names than can be distinguished, all additional names are reported as a problem, and the
 * kind of each state is still correct. */
static void
test_many_states (void)
{
  const guint n_names = 66000, max = 65445;
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autofree char *text = NULL, *problems = NULL, *wanted = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  const TvStates *states;
  guint n_other = 0;

  for (guint i = 0; i < n_names; i++)
    g_string_append_printf (lines,
                            "%u|101|0|sched_switch: prev_comm=t101 prev_pid=101 prev_prio=120 "
                            "prev_state=S%u ==> next_comm=t102 next_pid=102 next_prio=110\n"
                            "%u|102|0|" SWITCH (102, "S", 101) "\n",
                            4 * i, i, 4 * i + 2);
  g_string_append_printf (lines, "%u|101|0|sched_waking: comm=t102 pid=102 prio=120 target_cpu=000",
                          4 * n_names);
  text = expand (lines->str);
  trace = load_text (text, strlen (text), &error);
  g_assert_no_error (error);
  states = tv_trace_get_states (trace);
  for (guint32 i = 0; i < states->n; i++)
    {
      TvState state = tv_states_get (states, i);
      const char *name = tv_trace_get_string (trace, state.text);

      g_assert_cmpint (state.cpu != TV_NONE, ==, state.kind == TV_STATE_RUNNING);
      g_assert_cmpint (state.waker != TV_NONE, ==, state.kind == TV_STATE_RUNNABLE);
      g_assert_cmpuint (state.blocked_function, ==, TV_NONE);
      g_assert_cmpint (g_str_equal (name, "R"), ==, state.kind == TV_STATE_RUNNABLE);
      n_other += g_str_equal (name, "?");
    }
  /* “S” and “Running” also count as names. */
  g_assert_cmpuint (n_other, ==, n_names - (max - 2));
  problems = describe_problems (trace);
  wanted = g_strdup_printf ("unknown-state×%u; many-states×%u", n_names, n_other);
  g_assert_cmpstr (problems, ==, wanted);
}

static void
test_threads (void)
{
  g_autofree char *text = expand (
      "0|101|0|task_newtask: pid=105 comm=child clone_flags=3d0f00 oom_score_adj=0\n"
      "5|105|0|task_rename: pid=105 oldcomm=child newcomm=RSHard(1) oom_score_adj=0\n"
      "9|101|0|sched_process_exit: comm=RSHard(1) pid=105 prio=120");
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load_text (text, strlen (text), &error);
  const TvThread *threads;
  guint32 n, utid = 0;
  gint64 start;

  g_assert_no_error (error);
  threads = tv_trace_get_threads (trace, &n);
  while (threads[utid].tid != 105)
    utid++;
  start = tv_trace_get_start_ns (trace);
  g_assert_cmpstr (tv_trace_get_string (trace, threads[utid].name), ==, "RSHard(1)");
  g_assert_cmpint (threads[utid].start_ns - start, ==, 0);
  g_assert_cmpint (threads[utid].end_ns - start, ==, 9000);
  g_assert_cmpuint (threads[threads[utid].parent].tid, ==, 101);
  g_assert_cmpuint (tv_trace_get_processes (trace, NULL)[threads[utid].upid].pid, ==, 100);
}

static void
test_one_good_line (void)
{
  static const char text[] = "junk\n\1\2\3\n  a-1 [000] nonsense\n"
                             "  a b-12  ( 12) [001] d..2. 1.000001: sched_wakeup: comm=x y pid=7 "
                             "prio=1 target_cpu=001\r\nCPU:1 [LOST 5 EVENTS]\nmore\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load_text (text, sizeof text - 1, &error);
  const TvEvents *events;
  g_autofree char *args = NULL;

  g_assert_no_error (error);
  events = tv_trace_get_events (trace);
  g_assert_cmpuint (events->n, ==, 1);
  g_assert_cmpint (tv_time_column_get (&events->ts, 0), ==, 1000001000);
  args = tv_trace_dup_event_args (trace, 0);
  g_assert_cmpstr (args, ==, "comm=x y pid=7 prio=1 target_cpu=001");
}

static void
test_errors (void)
{
  static const struct
  {
    const char *text;
    TvError code;
    const char *message;
  } errors[] = {
    { "# tracer: nop\n#\n", TV_ERROR_TRUNCATED, "none of its 2 lines" },
    { "", TV_ERROR_NOT_A_TRACE, "empty" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (load_text (errors[i].text, strlen (errors[i].text), &error));
      g_assert_error (error, TV_ERROR, errors[i].code);
      g_assert_nonnull (strstr (error->message, errors[i].message));
    }
}

typedef struct
{
  const char *file;
  guint32 n_events;
  guint32 n_slices;
  gint64 closed_ns;
  guint n_open;
  guint n_levels;
  guint32 n_spans;
  gint64 spans_ns;
  guint n_open_spans;
  guint32 n_runs;
  gint64 runs_ns;
} Sample;

static void
sum_kind (TvTrace *trace,
          TvTrackKind kind,
          guint32 *n_slices,
          gint64 *closed_ns,
          guint *n_open,
          guint *n_levels)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  *n_slices = *n_open = *n_levels = 0;
  *closed_ns = 0;
  for (guint32 i = 0; i < n; i++)
    {
      if (tracks[i].kind != kind)
        continue;
      *n_levels = MAX (*n_levels, tracks[i].n_levels);
      for (guint32 s = tracks[i].first_slice; s < tracks[i].first_slice + tracks[i].n_slices; s++)
        {
          (*n_slices)++;
          if (slices->flags[s] & (TV_SLICE_OPEN | TV_SLICE_LOST))
            (*n_open)++;
          else
            *closed_ns += tv_time_column_get (&slices->dur, s);
        }
    }
}

static void
test_sample (gconstpointer data)
{
  const Sample *sample = data;
  const char *samples = g_getenv ("TV_SAMPLES");
  g_autofree char *file = g_build_filename (samples != NULL ? samples : "../shared/samples",
                                            sample->file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  guint32 n;
  gint64 ns;
  guint n_open, n_levels;

  if (!g_file_test (file, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the sample is not in TV_SAMPLES");
      return;
    }
  trace = tv_load (file, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tv_trace_get_events (trace)->n, ==, sample->n_events);
  sum_kind (trace, TV_TRACK_THREAD, &n, &ns, &n_open, &n_levels);
  g_assert_cmpuint (n, ==, sample->n_slices);
  g_assert_cmpint (ns, ==, sample->closed_ns);
  g_assert_cmpuint (n_open, ==, sample->n_open);
  g_assert_cmpuint (n_levels, ==, sample->n_levels);
  sum_kind (trace, TV_TRACK_ASYNC, &n, &ns, &n_open, &n_levels);
  g_assert_cmpuint (n, ==, sample->n_spans);
  g_assert_cmpint (ns, ==, sample->spans_ns);
  g_assert_cmpuint (n_open, ==, sample->n_open_spans);
  sum_kind (trace, TV_TRACK_CPU, &n, &ns, &n_open, &n_levels);
  g_assert_cmpuint (n - n_open, ==, sample->n_runs);
  g_assert_cmpint (ns, ==, sample->runs_ns);
}

int
main (int argc, char **argv)
{
  static const Sample samples[] = {
    { "openharmony-device.ftrace", 6138, 3052, 8095097000, 3, 5, 15, 26225280000, 4, 0, 0 },
    { "openharmony-device-z.ftrace", 6138, 3052, 8095097000, 3, 5, 15, 26225280000, 4, 0, 0 },
    { "android-atrace.txt", 1042, 463, 361675000, 0, 5, 17, 375530000, 8, 0, 0 },
    { "hitrace-api18.ftrace", 45686, 16682, 16950157000, 0, 8, 170, 22417446000, 0, 4096,
      2048296000 },
  };
  int status;
  int fd;

  g_test_init (&argc, &argv, NULL);
  fd = g_file_open_tmp ("test-ftrace-XXXXXX", &path, NULL);
  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_test_add_func ("/ftrace/async-tracks", test_async_tracks);
  g_test_add_func ("/ftrace/cpu-time", test_cpu_time);
  g_test_add_func ("/ftrace/flow", test_flow);
  g_test_add_func ("/ftrace/many-states", test_many_states);
  g_test_add_func ("/ftrace/threads", test_threads);
  g_test_add_func ("/ftrace/one-good-line", test_one_good_line);
  g_test_add_func ("/ftrace/errors", test_errors);
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_strconcat ("/ftrace/sample/", samples[i].file, NULL);

      g_test_add_data_func (name, &samples[i], test_sample);
    }
  status = g_test_run ();
  g_remove (path);
  g_free (path);
  return status;
}
