/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib.h>

#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-match.h"
#include "span-text.h"

static char *copy; /* of the text that a test looks at */

/* A copy without a byte more than the text: under AddressSanitizer a look behind it shows. */
static TvSpan
span (const char *text)
{
  gsize len = strlen (text);

  g_free (copy);
  copy = g_malloc (MAX (len, 1));
  memcpy (copy, text, len);
  g_test_message ("%s", text);
  return (TvSpan){ copy, len };
}

static void
test_names (void)
{
  for (guint event = TV_FTRACE_EVENT_OTHER + 1; event < TV_N_FTRACE_EVENTS; event++)
    {
      const char *name = tv_ftrace_event_name (event);

      g_assert_nonnull (name);
      g_assert_cmpint (tv_ftrace_event_lookup (span (name)), ==, event);
    }
  g_assert_null (tv_ftrace_event_name (TV_FTRACE_EVENT_OTHER));
  g_assert_null (tv_ftrace_event_name (TV_N_FTRACE_EVENTS));
  g_assert_cmpstr (tv_ftrace_event_name (TV_FTRACE_EVENT_MARK), ==, "tracing_mark_write");
  g_assert_cmpint (tv_ftrace_event_lookup (span ("print")), ==, TV_FTRACE_EVENT_MARK);
  g_assert_cmpint (tv_ftrace_event_lookup (span ("0")), ==, TV_FTRACE_EVENT_MARK);
  g_assert_cmpint (tv_ftrace_event_lookup (span ("")), ==, TV_FTRACE_EVENT_OTHER);
  g_assert_cmpint (tv_ftrace_event_lookup (span ("sched_switcH")), ==, TV_FTRACE_EVENT_OTHER);
  g_assert_cmpint (tv_ftrace_event_lookup (span ("a_name_that_is_longer_than_any_other_name")), ==,
                   TV_FTRACE_EVENT_OTHER);
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
    /* HongMeng adds fields. */
    { "prev_comm=a prev_pid=1 prev_prio=2 prev_state=S ==> next_comm=b next_pid=3 next_prio=4 "
      "next_info=(1,2)",
      "a", 1, 2, "S", "b", 3, 4 },
    { "a:123 [120] R ==> b:456 [120]", "a", 123, 120, "R", "b", 456, 120 },
    { "kworker/0:0:5 [120] D|W ==> swapper/1:0 [120]", "kworker/0:0", 5, 120, "D|W", "swapper/1", 0,
      120 },
    { "a b:1 [2] S ==> c [d]:3 [4] ", "a b", 1, 2, "S", "c [d]", 3, 4 },
    /* Several blanks between arguments; two behind a name may be one of the name's. */
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

/* The fields alone, as trace-cmd report -R prints them: the state is a number. */
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

/* What the kernel's option fields prints, as the fields alone. */
static void
test_fields (void)
{
  static const struct
  {
    const char *args;
    const char *plain; /* NULL: not in this form */
  } cases[] = {
    { "comm=as pid=0x4f75 (20341) runtime=0x388060 (3702880)",
      "comm=as pid=20341 runtime=3702880" },
    { "pid=0x1 (1) comm=a b clone_flags=0x4100 (16640)", "pid=1 comm=a b clone_flags=0x4100" },
    { "work=0xffff8881381d6bb8 (-131386403099720) function=f+0x0/0xd0 (-2122442896)",
      "work=0xffff8881381d6bb8 function=f+0x0/0xd0" },
    { "comm=as pid=0x1 (1) group_dead=(1)", "comm=as pid=1 group_dead=1" },
    { "irq=0x24 (36) name=virtio1-req.0", "irq=36 name=virtio1-req.0" },
    { "size=0xffffffffffffffff (-1)", "size=-1" },
    { "comm=a pid=1 prio=2", NULL },
    { "a=0x1 (", NULL },
    { "a=0x1 ()", NULL },
    { "a=0x1 (-)", NULL },
    { "=", NULL },
    { "", NULL },
  };
  g_autoptr (GString) plain = g_string_new ("x");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpint (tv_ftrace_has_fields (span (cases[i].args)), ==, cases[i].plain != NULL);
      if (cases[i].plain == NULL)
        continue;
      tv_ftrace_put_fields (span (cases[i].args), plain);
      g_assert_cmpstr (plain->str, ==, cases[i].plain);
    }
}

static void
test_clocks (void)
{
  TvCpuState parts;

  g_assert_true (
      tv_ftrace_parse_clk (TV_FTRACE_EVENT_CLK_SET_RATE, span ("ddr  500000000"), &parts));
  assert_span (parts.name, "ddr");
  g_assert_cmpint (parts.state, ==, 500000000);
  g_assert_true (tv_ftrace_parse_clk (TV_FTRACE_EVENT_CLK_SET_RATE_COMPLETE,
                                      span ("name=ddr rate=5"), &parts));
  assert_span (parts.name, "ddr");
  g_assert_cmpint (parts.state, ==, 5);
  g_assert_true (tv_ftrace_parse_clk (TV_FTRACE_EVENT_CLK_ENABLE, span ("ddr "), &parts));
  assert_span (parts.name, "ddr");
  g_assert_true (tv_ftrace_parse_clk (TV_FTRACE_EVENT_CLK_DISABLE, span ("name=ddr"), &parts));
  assert_span (parts.name, "ddr");
  g_assert_false (tv_ftrace_parse_clk (TV_FTRACE_EVENT_CLK_SET_RATE, span ("ddr"), &parts));
  g_assert_false (tv_ftrace_parse_clk (TV_FTRACE_EVENT_CLK_ENABLE, span (" "), &parts));
  g_assert_true (tv_ftrace_parse_cpu_state (span ("name=ddr state=5 cpu_id=0"), &parts));
  assert_span (parts.name, "ddr");
}

static void
test_timers (void)
{
  TvSpan function;

  g_assert_true (tv_ftrace_parse_timer (
      span ("hrtimer=00000000d5 function=tick_nohz_handler now=1078816019181"), &function));
  assert_span (function, "tick_nohz_handler");
  g_assert_true (tv_ftrace_parse_timer (span ("hrtimer=1 now=2 function=f/0x0"), &function));
  assert_span (function, "f");
  g_assert_true (tv_ftrace_parse_timer (span ("timer=1 function=f+0x0/0x140"), &function));
  assert_span (function, "f");
  g_assert_true (tv_ftrace_parse_timer (span ("hrtimer=00000000d5"), &function));
  assert_span (function, "");
  g_assert_false (tv_ftrace_parse_timer (span (""), &function));
}

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

static void
test_cpu_states (void)
{
  static const struct
  {
    const char *args;
    gboolean is_good;
    const char *name;
    gint64 state;
    gint32 cpu;
  } cases[] = {
    { "state=4294967295 cpu_id=1", TRUE, "", 4294967295, 1 },
    { "state=1800000 cpu_id=0", TRUE, "", 1800000, 0 },
    { "gpll0 state=19200000 cpu_id=0", TRUE, "gpll0", 19200000, 0 },
    { "a state=x state=-1 cpu_id=2 ", TRUE, "a state=x", -1, 2 },
    { "a state=18446744073709551615 cpu_id=2", TRUE, "a", -1, 2 },
    { "a state=18446744073709551616 cpu_id=2", FALSE, NULL, 0, 0 },
    { "state=1", FALSE, NULL, 0, 0 },
    { "state= cpu_id=1", FALSE, NULL, 0, 0 },
    { "", FALSE, NULL, 0, 0 },
  };
  TvCpuFrequencyLimits limits;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvCpuState parts;

      g_assert_cmpint (tv_ftrace_parse_cpu_state (span (cases[i].args), &parts), ==,
                       cases[i].is_good);
      if (!cases[i].is_good)
        continue;
      assert_span (parts.name, cases[i].name);
      g_assert_cmpint (parts.state, ==, cases[i].state);
      g_assert_cmpint (parts.cpu, ==, cases[i].cpu);
    }
  g_assert_true (tv_ftrace_parse_cpu_limits (span ("min=300000 max=1800000 cpu_id=4"), &limits));
  g_assert_cmpint (limits.min, ==, 300000);
  g_assert_cmpint (limits.max, ==, 1800000);
  g_assert_cmpint (limits.cpu, ==, 4);
  g_assert_true (tv_ftrace_parse_cpu_limits (span ("min_freq=1 max_freq=2 cpu_id=3"), &limits));
  g_assert_cmpint (limits.max, ==, 2);
  g_assert_false (tv_ftrace_parse_cpu_limits (span ("min=1 max_freq=2 cpu_id=3"), &limits));
}

static void
test_irqs (void)
{
  static const struct
  {
    TvFtraceEvent event;
    const char *args;
    gboolean is_good;
    gint64 number;
    const char *name;
  } cases[] = {
    { TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY, "irq=36 name=virtio1-req.0", TRUE, 36, "virtio1-req.0" },
    { TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY, "irq=36 name=a b ", TRUE, 36, "a b" },
    { TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY, "irq=36 ret=handled", FALSE, 0, NULL },
    { TV_FTRACE_EVENT_IRQ_HANDLER_EXIT, "irq=36 ret=handled", TRUE, 36, "handled" },
    { TV_FTRACE_EVENT_SOFTIRQ_ENTRY, "vec=9 [action=RCU]", TRUE, 9, "RCU" },
    { TV_FTRACE_EVENT_SOFTIRQ_EXIT, "vec=9 [action=RCU] ", TRUE, 9, "RCU" },
    /* trace-cmd report -R prints the number alone. */
    { TV_FTRACE_EVENT_SOFTIRQ_RAISE, "vec=9", TRUE, 9, "RCU" },
    { TV_FTRACE_EVENT_SOFTIRQ_ENTRY, "vec=10", TRUE, 10, "" },
    { TV_FTRACE_EVENT_SOFTIRQ_ENTRY, "vec=0x9 (9)", FALSE, 0, NULL },
    { TV_FTRACE_EVENT_IPI_ENTRY, "reason=Function call", TRUE, -1, "Function call" },
    { TV_FTRACE_EVENT_IPI_ENTRY, "(Rescheduling interrupts)", TRUE, -1, "Rescheduling interrupts" },
    { TV_FTRACE_EVENT_IPI_EXIT, "(a (b) c)", TRUE, -1, "a (b) c" },
    { TV_FTRACE_EVENT_IPI_RAISE, "target_mask=00000000,00000001 (Function call)", TRUE, -1,
      "Function call" },
    { TV_FTRACE_EVENT_IPI_ENTRY, "(", FALSE, 0, NULL },
    { TV_FTRACE_EVENT_IPI_ENTRY, ")", FALSE, 0, NULL },
    { TV_FTRACE_EVENT_IPI_ENTRY, "", FALSE, 0, NULL },
    { TV_FTRACE_EVENT_OTHER, "irq=36 name=a", FALSE, 0, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvIrqEvent parts;

      g_assert_cmpint (tv_ftrace_parse_irq (cases[i].event, span (cases[i].args), &parts), ==,
                       cases[i].is_good);
      if (!cases[i].is_good)
        continue;
      g_assert_cmpint (parts.number, ==, cases[i].number);
      assert_span (parts.name, cases[i].name);
    }
}

static void
test_binder (void)
{
  TvBinderTransaction parts;
  TvSpan tag;

  g_assert_true (tv_ftrace_parse_binder (
      TV_FTRACE_EVENT_BINDER_TRANSACTION,
      span ("transaction=25137708 dest_node=4336 dest_proc=924 dest_thread=5 reply=1 flags=0x10 "
            "code=0x3"),
      &parts));
  g_assert_cmpint (parts.transaction, ==, 25137708);
  g_assert_cmpint (parts.dest_node, ==, 4336);
  g_assert_cmpint (parts.dest_proc, ==, 924);
  g_assert_cmpint (parts.dest_thread, ==, 5);
  g_assert_true (parts.is_reply);
  g_assert_cmpuint (parts.flags, ==, 0x10);
  g_assert_cmpuint (parts.code, ==, 3);
  g_assert_false (tv_ftrace_parse_binder (
      TV_FTRACE_EVENT_BINDER_TRANSACTION,
      span ("transaction=25137708 dest_node=4336 dest_proc=924 dest_thread=0 reply=0 flags=0x"),
      &parts));

  g_assert_true (tv_ftrace_parse_binder (TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED,
                                         span ("transaction=25137708"), &parts));
  g_assert_cmpint (parts.transaction, ==, 25137708);
  g_assert_true (tv_ftrace_parse_binder (TV_FTRACE_EVENT_BINDER_TRANSACTION_ALLOC_BUF,
                                         span ("transaction=1 data_size=80 offsets_size=8"),
                                         &parts));
  g_assert_cmpint (parts.data_size, ==, 80);
  g_assert_cmpint (parts.offsets_size, ==, 8);
  g_assert_true (tv_ftrace_parse_binder (TV_FTRACE_EVENT_BINDER_TRANSACTION,
                                         span ("debug_id=7 target_node=1 to_proc=2 to_thread=3 "
                                               "reply=0 code=11 flags=17"),
                                         &parts));
  g_assert_cmpint (parts.transaction, ==, 7);
  g_assert_cmpint (parts.dest_thread, ==, 3);
  g_assert_cmpuint (parts.flags, ==, 17);
  g_assert_true (tv_ftrace_parse_binder (TV_FTRACE_EVENT_BINDER_RETURN,
                                         span ("cmd=0x7211 BR_FAILED_REPLY"), &parts));
  g_assert_cmpstr (parts.failure, ==, "BR_FAILED_REPLY");
  g_assert_true (
      tv_ftrace_parse_binder (TV_FTRACE_EVENT_BINDER_RETURN, span ("cmd=29189"), &parts));
  g_assert_cmpstr (parts.failure, ==, "BR_DEAD_REPLY");
  g_assert_true (tv_ftrace_parse_binder (TV_FTRACE_EVENT_BINDER_RETURN,
                                         span ("cmd=0x7206 BR_TRANSACTION_COMPLETE"), &parts));
  g_assert_null (parts.failure);
  g_assert_false (tv_ftrace_parse_binder (TV_FTRACE_EVENT_BINDER_RETURN, span ("x"), &parts));
  g_assert_false (
      tv_ftrace_parse_binder (TV_FTRACE_EVENT_BINDER_LOCK, span ("transaction=1"), &parts));

  g_assert_true (tv_ftrace_parse_binder_lock (span ("tag=binder_ioctl"), &tag));
  assert_span (tag, "binder_ioctl");
  g_assert_false (tv_ftrace_parse_binder_lock (span ("tga=binder_ioctl"), &tag));
}

static void
test_workqueue (void)
{
  TvWorkqueueEvent parts;

  g_assert_true (tv_ftrace_parse_workqueue (
      span ("work struct 00000000caff3e87: function wb_update_bandwidth_workfn"), &parts));
  g_assert_cmpuint (parts.work, ==, 0xcaff3e87);
  assert_span (parts.function, "wb_update_bandwidth_workfn");
  g_assert_true (tv_ftrace_parse_workqueue (span ("work struct 0xffffffc0081a1234"), &parts));
  g_assert_cmpuint (parts.work, ==, 0xffffffc0081a1234);
  assert_span (parts.function, "");
  g_assert_false (tv_ftrace_parse_workqueue (span ("work struct"), &parts));
  g_assert_false (tv_ftrace_parse_workqueue (span ("work struct 123456789abcdef01"), &parts));
}

static void
test_memory (void)
{
  static const struct
  {
    TvFtraceEvent event;
    const char *args;
    gboolean is_good;
    const char *name;
    gint64 value;
    gint64 change;
    gint64 id;
    gint32 is_current;
  } cases[] = {
    { TV_FTRACE_EVENT_RSS_STAT, "mm_id=1077 curr=1 type=MM_ANONPAGES size=8192B", TRUE,
      "MM_ANONPAGES", 8192, 0, 1077, 1 },
    { TV_FTRACE_EVENT_RSS_STAT, "mm_id=1077 curr=0 member=1 size=8192B", TRUE, "1", 8192, 0, 1077,
      0 },
    { TV_FTRACE_EVENT_RSS_STAT, "member=0 size=-4096B", TRUE, "0", -4096, 0, -1, -1 },
    { TV_FTRACE_EVENT_RSS_STAT, "xsize=1", FALSE, NULL, 0, 0, 0, 0 },
    { TV_FTRACE_EVENT_THERMAL_TEMPERATURE,
      "thermal_zone=cpu thermal id=3 temp_prev=41000 temp=40500", TRUE, "cpu thermal", 40500, -500,
      3, -1 },
    { TV_FTRACE_EVENT_THERMAL_TEMPERATURE,
      "thermal_zone=a id=3 temp_prev=-9223372036854775808 temp=1", TRUE, "a", 1, 0, 3, -1 },
    { TV_FTRACE_EVENT_ION_HEAP_GROW, "heap_name=system, len=4096, total_allocated=8192", TRUE,
      "system", 8192, 4096, -1, -1 },
    { TV_FTRACE_EVENT_ION_HEAP_SHRINK, "heap_name=a, b, len=4096, total_allocated=8192", TRUE,
      "a, b", 8192, -4096, -1, -1 },
    { TV_FTRACE_EVENT_ION_STAT, "buffer_id=44 len=-4096B total_allocated=8192B", TRUE, "", 8192,
      -4096, 44, -1 },
    { TV_FTRACE_EVENT_DMA_HEAP_STAT, "inode=44 len=4096B total_allocated=8192B", TRUE, "", 8192,
      4096, 44, -1 },
    { TV_FTRACE_EVENT_DMA_HEAP_STAT, "inode=44 len=4096B", FALSE, NULL, 0, 0, 0, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvMemoryEvent parts;

      g_assert_cmpint (tv_ftrace_parse_memory (cases[i].event, span (cases[i].args), &parts), ==,
                       cases[i].is_good);
      if (!cases[i].is_good)
        continue;
      assert_span (parts.name, cases[i].name);
      g_assert_cmpint (parts.value, ==, cases[i].value);
      g_assert_cmpint (parts.change, ==, cases[i].change);
      g_assert_cmpint (parts.id, ==, cases[i].id);
      g_assert_cmpint (parts.is_current, ==, cases[i].is_current);
    }
}

/* Would take hours if it were quadratic. */
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
      static const char head[] = "prev_comm=";
      g_autofree char *args = g_malloc (len);
      TvSchedSwitch parts;
      TvSchedWakeup wakeup;
      TvCpuState state;

      memcpy (args, head, strlen (head));
      for (gsize at = strlen (head); at < len; at++)
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
  g_test_add_func ("/ftrace-event/names", test_names);
  g_test_add_func ("/ftrace-event/states", test_states);
  g_test_add_func ("/ftrace-event/sched-switch", test_sched_switch);
  g_test_add_func ("/ftrace-event/raw-switch", test_raw_switch);
  g_test_add_func ("/ftrace-event/fields", test_fields);
  g_test_add_func ("/ftrace-event/clocks", test_clocks);
  g_test_add_func ("/ftrace-event/timers", test_timers);
  g_test_add_func ("/ftrace-event/sched-wakeup", test_sched_wakeup);
  g_test_add_func ("/ftrace-event/blocked-reason", test_blocked_reason);
  g_test_add_func ("/ftrace-event/tasks", test_tasks);
  g_test_add_func ("/ftrace-event/cpu-states", test_cpu_states);
  g_test_add_func ("/ftrace-event/irqs", test_irqs);
  g_test_add_func ("/ftrace-event/binder", test_binder);
  g_test_add_func ("/ftrace-event/workqueue", test_workqueue);
  g_test_add_func ("/ftrace-event/memory", test_memory);
  g_test_add_func ("/ftrace-event/hostile", test_hostile);
  status = g_test_run ();
  g_free (copy);
  return status;
}
