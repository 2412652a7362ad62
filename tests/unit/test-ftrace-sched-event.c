/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "formats/ftrace/ftrace-event.h"
#include "span-text.h"

/* Tests events of threads: switches, wakeups, starts and exits. */

static char *copy; /* copy of the text that a test parses */

static TvSpan
span (const char *text)
{
  return copy_span (text, &copy);
}

static void
test_states (void)
{
  static const struct
  {
    const char *text;
    gboolean is_known;
    guint state;
  } cases[] = {
    { "R", TRUE, TV_TASK_STATE_RUNNABLE },
    { "R+", TRUE, TV_TASK_STATE_RUNNABLE | TV_TASK_STATE_PREEMPTED },
    { "S", TRUE, TV_TASK_STATE_SLEEPING },
    { "D", TRUE, TV_TASK_STATE_UNINTERRUPTIBLE },
    { "D|K", TRUE, TV_TASK_STATE_UNINTERRUPTIBLE | TV_TASK_STATE_WAKE_KILL },
    { "D|W", TRUE, TV_TASK_STATE_UNINTERRUPTIBLE | TV_TASK_STATE_WAKING },
    { "x", TRUE, TV_TASK_STATE_TASK_DEAD },
    { "X", TRUE, TV_TASK_STATE_DEAD },
    { "t", TRUE, TV_TASK_STATE_TRACED },
    { "T", TRUE, TV_TASK_STATE_STOPPED },
    { "Z", TRUE, TV_TASK_STATE_ZOMBIE },
    { "P", TRUE, TV_TASK_STATE_PARKED },
    { "I", TRUE, TV_TASK_STATE_IDLE },
    { "N", TRUE, TV_TASK_STATE_NO_LOAD },
    { "", FALSE, 0 },
    { "+", FALSE, 0 },
    { "|", FALSE, 0 },
    { "D|", FALSE, 0 },
    { "|D", FALSE, 0 },
    { "Q", FALSE, 0 },
    { "0x100", FALSE, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint state;

      g_assert_cmpint (tv_ftrace_parse_state (span (cases[i].text), &state), ==, cases[i].is_known);
      if (cases[i].is_known)
        g_assert_cmpuint (state, ==, cases[i].state);
    }
}

static void
test_sched_switch (void)
{
  static const struct
  {
    const char *args;
    const char *prev_comm;
    gint32 prev_pid;
    gint32 prev_prio;
    const char *prev_state;
    const char *next_comm;
    gint32 next_pid;
    gint32 next_prio;
  } cases[] = {
    { "prev_comm=ACCS0 prev_pid=2716 prev_prio=120 prev_state=S ==> next_comm=HeapTaskDaemon "
      "next_pid=2532 next_prio=124",
      "ACCS0", 2716, 120, "S", "HeapTaskDaemon", 2532, 124 },
    { "prev_comm=POSIX timer 249 prev_pid=1 prev_prio=97 prev_state=R+ ==> next_comm=x ==> y "
      "next_pid=2 next_prio=-1",
      "POSIX timer 249", 1, 97, "R+", "x ==> y", 2, -1 },
    { "prev_comm= prev_pid=1 prev_prio=2 prev_state=D|K ==> next_comm= next_pid=3 next_prio=4", "",
      1, 2, "D|K", "", 3, 4 },
    { "prev_comm=a prev_pid=1 prev_pid=7 prev_prio=2 prev_state=S ==> next_comm=b next_pid=x "
      "next_pid=3 next_prio=4",
      "a prev_pid=1", 7, 2, "S", "b next_pid=x", 3, 4 },
    /* HongMeng appends fields. */
    { "prev_comm=a prev_pid=1 prev_prio=2 prev_state=S ==> next_comm=b next_pid=3 next_prio=4 "
      "next_info=(1,2)",
      "a", 1, 2, "S", "b", 3, 4 },
    { "a:123 [120] R ==> b:456 [120]", "a", 123, 120, "R", "b", 456, 120 },
    { "kworker/0:0:5 [120] D|W ==> swapper/1:0 [120]", "kworker/0:0", 5, 120, "D|W", "swapper/1", 0,
      120 },
    { "a b:1 [2] S ==> c [d]:3 [4] ", "a b", 1, 2, "S", "c [d]", 3, 4 },
    /* There may be several blanks between arguments. A blank after a name may belong to the name. */
    { "prev_comm=a   prev_pid=1  prev_prio=2             prev_state=R+  ==>  next_comm=b  next_pid=3   "
      "next_prio=4",
      "a", 1, 2, "R+", "b ", 3, 4 },
    { "prev_comm=a    b   prev_pid=1 prev_prio=2 prev_state=S ==> next_comm=c next_pid=3 next_prio=4",
      "a    b", 1, 2, "S", "c", 3, 4 },
  };
  static const char *const bad[] = {
    "",
    "prev_comm=a",
    "prev_comm=a prev_pid=1 prev_prio=2 prev_state=S ==> next_comm=b next_pid=3",
    "prev_comm=a prev_pid=1 prev_prio=2 prev_state=S ==> next_comm=b next_pid=3 next_prio=",
    "prev_comm=a prev_pid=1 prev_prio=2 prev_state=S ==> next_comm=b next_pid=3 next_prio=4x",
    "prev_comm=a prev_pid=1 prev_prio=2 prev_state= ==> next_comm=b next_pid=3 next_prio=4",
    "prev_comm=a prev_pid=2147483648 prev_prio=2 prev_state=S ==> next_comm= next_pid=3 next_prio=4",
    "a:123 [120] R ==> b:456",
    "a:123 [120] R => b:456 [120]",
  };
  TvSchedSwitch parts;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (tv_ftrace_parse_sched_switch (span (cases[i].args), &parts));
      assert_span (parts.prev_comm, cases[i].prev_comm);
      g_assert_cmpint (parts.prev_pid, ==, cases[i].prev_pid);
      g_assert_cmpint (parts.prev_prio, ==, cases[i].prev_prio);
      assert_span (parts.prev_state, cases[i].prev_state);
      assert_span (parts.next_comm, cases[i].next_comm);
      g_assert_cmpint (parts.next_pid, ==, cases[i].next_pid);
      g_assert_cmpint (parts.next_prio, ==, cases[i].next_prio);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (tv_ftrace_parse_sched_switch (span (bad[i]), &parts));
}

/* Raw fields as printed by trace-cmd report -R: the state is a number. */
static void
test_raw_switch (void)
{
  static const struct
  {
    gint64 bits;
    const char *state;
  } cases[] = {
    { 0, "R" },      { 1, "S" },      { 2, "D" },     { 4, "T" },       { 8, "t" },
    { 0x10, "X" },   { 0x20, "Z" },   { 0x40, "P" },  { 0x80, "I" },    { 0x100, "R+" },
    { 0x30, "X|Z" }, { 0x102, "D+" }, { 512, "512" }, { 4096, "4096" },
  };
  g_autoptr (GString) state = g_string_new ("x");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *args = g_strdup_printf (
          "prev_comm=a b prev_pid=1 prev_prio=120 prev_state=%d next_comm=c next_pid=2 next_prio=110",
          (int) cases[i].bits);
      TvSchedSwitch parts;

      g_assert_true (tv_ftrace_parse_sched_switch (span (args), &parts));
      g_assert_cmpint (parts.prev_state_bits, ==, cases[i].bits);
      assert_span (parts.prev_comm, "a b");
      g_assert_cmpint (parts.next_pid, ==, 2);
      g_assert_cmpint (parts.next_prio, ==, 110);
      tv_ftrace_put_state (parts.prev_state_bits, state);
      g_assert_cmpstr (state->str, ==, cases[i].state);
    }
}

/* Wakeups in the formats of the kernel and of trace-cmd */
static void
test_sched_wakeup (void)
{
  static const struct
  {
    const char *args;
    const char *comm;
    gint32 pid;
    gint32 prio;
    gint32 target_cpu;
    gboolean is_success;
  } cases[] = {
    { "comm=Binder:924_3 pid=1200 prio=120 target_cpu=001", "Binder:924_3", 1200, 120, 1, TRUE },
    { "comm=a pid=1 prio=2 success=1 target_cpu=000", "a", 1, 2, 0, TRUE },
    { "comm=a pid=1 prio=2 success=0 target_cpu=000", "a", 1, 2, 0, FALSE },
    { "comm=a pid=1 prio=2", "a", 1, 2, -1, TRUE },
    { "comm=x pid=1 prio=2 pid=3 prio=4 target_cpu=5", "x pid=1 prio=2", 3, 4, 5, TRUE },
    { "comm= pid=1 prio=-2 target_cpu=0 extra=1", "", 1, -2, 0, TRUE },
    { "a b:1 [120] success=1 CPU:003", "a b", 1, 120, 3, TRUE },
    { "a:1 [120]<CANT FIND FIELD success> CPU:003", "a", 1, 120, 3, TRUE },
    { "kworker/0:1:77 [120] CPU:000", "kworker/0:1", 77, 120, 0, TRUE },
    { "a:1 [120]", "a", 1, 120, -1, TRUE },
  };
  TvSchedWakeup parts;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (tv_ftrace_parse_sched_wakeup (span (cases[i].args), &parts));
      assert_span (parts.comm, cases[i].comm);
      g_assert_cmpint (parts.pid, ==, cases[i].pid);
      g_assert_cmpint (parts.prio, ==, cases[i].prio);
      g_assert_cmpint (parts.target_cpu, ==, cases[i].target_cpu);
      g_assert_cmpint (parts.is_success, ==, cases[i].is_success);
    }
  g_assert_false (tv_ftrace_parse_sched_wakeup (span (""), &parts));
  g_assert_false (tv_ftrace_parse_sched_wakeup (span ("comm=a pid=1"), &parts));
  g_assert_false (tv_ftrace_parse_sched_wakeup (span ("comm=a pid=x prio=1"), &parts));
}

static void
test_blocked_reason (void)
{
  TvSchedBlockedReason parts;

  g_assert_true (tv_ftrace_parse_blocked_reason (
      span ("pid=1235 iowait=0 caller=a_b+0x80/0x1b0 [mod] delay=73"), &parts));
  g_assert_cmpint (parts.pid, ==, 1235);
  g_assert_false (parts.is_io_wait);
  assert_span (parts.caller, "a_b+0x80/0x1b0 [mod]");
  g_assert_cmpint (parts.delay, ==, 73);

  g_assert_true (
      tv_ftrace_parse_blocked_reason (span ("pid=5 io_wait=1 caller=f+0x1/0x2 "), &parts));
  g_assert_true (parts.is_io_wait);
  assert_span (parts.caller, "f+0x1/0x2");
  g_assert_cmpint (parts.delay, ==, -1);

  g_assert_true (tv_ftrace_parse_blocked_reason (span ("pid=5 iowait=1"), &parts));
  assert_span (parts.caller, "");
  g_assert_false (tv_ftrace_parse_blocked_reason (span ("pid=5"), &parts));
}

static void
test_tasks (void)
{
  static const struct
  {
    TvFtraceEvent event;
    const char *args;
    gboolean is_good;
    const char *comm;
    const char *new_comm;
    gint32 pid;
    gint32 child_pid;
    guint64 clone_flags;
  } cases[] = {
    { TV_FTRACE_EVENT_SCHED_PROCESS_FORK, "comm=a b pid=1 child_comm=c pid=9 child_pid=2", TRUE,
      "a b", "c pid=9", 1, 2, 0 },
    { TV_FTRACE_EVENT_SCHED_PROCESS_FORK, "comm=a pid=1", FALSE, NULL, NULL, 0, 0, 0 },
    { TV_FTRACE_EVENT_SCHED_PROCESS_EXIT, "comm=clang++-16 pid=13554 prio=130 group_dead=true",
      TRUE, "clang++-16", "", 13554, -1, 0 },
    { TV_FTRACE_EVENT_SCHED_PROCESS_FREE, "comm=a pid=5 prio=120", TRUE, "a", "", 5, -1, 0 },
    { TV_FTRACE_EVENT_SCHED_PROCESS_EXEC, "filename=/a b/c pid=7 old_pid=7", TRUE, "/a b/c", "", 7,
      -1, 0 },
    { TV_FTRACE_EVENT_TASK_NEWTASK,
      "pid=13566 comm=record-ftrace.s clone_flags=1200000 oom_score_adj=0", TRUE, "record-ftrace.s",
      "", 13566, -1, 0x1200000 },
    { TV_FTRACE_EVENT_TASK_RENAME,
      "pid=13566 oldcomm=record-ftrace.s newcomm=tmp HZ oom_score_adj=0", TRUE, "record-ftrace.s",
      "tmp HZ", 13566, -1, 0 },
    { TV_FTRACE_EVENT_TASK_RENAME, "oldcomm=a newcomm=b oom_score_adj=-1000", TRUE, "a", "b", -1,
      -1, 0 },
    { TV_FTRACE_EVENT_TASK_RENAME, "pid=1 oldcomm=a", FALSE, NULL, NULL, 0, 0, 0 },
    { TV_FTRACE_EVENT_OTHER, "comm=a pid=5 prio=120", FALSE, NULL, NULL, 0, 0, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvTaskEvent parts;

      g_assert_cmpint (tv_ftrace_parse_task (cases[i].event, span (cases[i].args), &parts), ==,
                       cases[i].is_good);
      if (!cases[i].is_good)
        continue;
      assert_span (parts.comm, cases[i].comm);
      assert_span (parts.new_comm, cases[i].new_comm);
      g_assert_cmpint (parts.pid, ==, cases[i].pid);
      g_assert_cmpint (parts.child_pid, ==, cases[i].child_pid);
      g_assert_cmpuint (parts.clone_flags, ==, cases[i].clone_flags);
    }
}

/* Malicious arguments. The test would take hours if the parser took quadratic time. */
static void
test_hostile (void)
{
  static const char *const units[] = {
    " prev_pid=1 prev_prio=1 prev_state=S ==> next_comm=",
    " next_pid=1 next_prio=",
    ":1 [1] R ==> a",
    ":1 [1",
    " pid=1 prio=",
    " state=1 cpu_id=",
  };
  gsize len = 2 * 1024 * 1024;

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    {
      static const char prefix[] = "prev_comm=";
      g_autofree char *args = g_malloc (len);
      TvSchedSwitch parts;
      TvSchedWakeup wakeup;
      TvCpuState state;

      memcpy (args, prefix, strlen (prefix));
      for (gsize at = strlen (prefix); at < len; at++)
        args[at] = units[i][at % strlen (units[i])];
      tv_ftrace_parse_sched_switch ((TvSpan){ args, len }, &parts);
      tv_ftrace_parse_sched_wakeup ((TvSpan){ args + 5, len - 5 }, &wakeup);
      tv_ftrace_parse_cpu_state ((TvSpan){ args, len }, &state);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-sched-event/states", test_states);
  g_test_add_func ("/ftrace-sched-event/sched-switch", test_sched_switch);
  g_test_add_func ("/ftrace-sched-event/raw-switch", test_raw_switch);
  g_test_add_func ("/ftrace-sched-event/sched-wakeup", test_sched_wakeup);
  g_test_add_func ("/ftrace-sched-event/blocked-reason", test_blocked_reason);
  g_test_add_func ("/ftrace-sched-event/tasks", test_tasks);
  g_test_add_func ("/ftrace-sched-event/hostile", test_hostile);
  status = g_test_run ();
  g_free (copy);
  return status;
}
