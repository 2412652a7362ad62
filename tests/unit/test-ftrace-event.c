/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-match.h"
#include "span-text.h"

static char *copy; /* copy of the text that a test parses */

static TvSpan
span (const char *text)
{
  return copy_span (text, &copy);
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
test_fields (void)
{
  static const struct
  {
    const char *args;
    const char *plain; /* NULL if the text does not have this form */
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
    /* trace-cmd report -R prints only the number. */
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
    { TV_FTRACE_EVENT_RSS_STAT, "mm_id=1077 curr=0 member=1 size=8192B", TRUE, "MM_ANONPAGES", 8192,
      0, 1077, 0 },
    { TV_FTRACE_EVENT_RSS_STAT, "member=0 size=-4096B", TRUE, "MM_FILEPAGES", -4096, 0, -1, -1 },
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

/* Removing a type from a set of event types does not remove other types, even if their numbers exceed 63. */
static void
test_set (void)
{
  TvFtraceEventSet all = 0;

  for (int event = 0; event < TV_N_FTRACE_EVENTS; event++)
    tv_ftrace_event_set_add (&all, (TvFtraceEvent) event);
  for (int removed = 0; removed < TV_N_FTRACE_EVENTS; removed++)
    {
      TvFtraceEventSet set = all;

      tv_ftrace_event_set_remove (&set, (TvFtraceEvent) removed);
      for (int event = 0; event < TV_N_FTRACE_EVENTS; event++)
        g_assert_cmpint (tv_ftrace_event_set_has (set, (TvFtraceEvent) event), ==,
                         event != removed);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-event/names", test_names);
  g_test_add_func ("/ftrace-event/fields", test_fields);
  g_test_add_func ("/ftrace-event/clocks", test_clocks);
  g_test_add_func ("/ftrace-event/set", test_set);
  g_test_add_func ("/ftrace-event/timers", test_timers);
  g_test_add_func ("/ftrace-event/cpu-states", test_cpu_states);
  g_test_add_func ("/ftrace-event/irqs", test_irqs);
  g_test_add_func ("/ftrace-event/binder", test_binder);
  g_test_add_func ("/ftrace-event/workqueue", test_workqueue);
  g_test_add_func ("/ftrace-event/memory", test_memory);
  status = g_test_run ();
  g_free (copy);
  return status;
}
