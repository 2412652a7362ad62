/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "log-text.h"

/* The roles of tracks and counters do not depend on their names. */

static void
test_tracks (void)
{
  static const struct
  {
    const char *lines;
    const char *name;
    TvTrackRole role;
  } cases[] = {
    { "0|101|0|print: B|100|a", NULL, TV_ROLE_MARKS },
    { "0|101|0|print: S|100|events|1", "events", TV_ROLE_SPANS },
    { "0|101|0|any_event: NR 63 (3, 7f, 400)", "events", TV_ROLE_EVENTS },
    { "0|101|0|sys_enter: NR 63 (3, 7f, 400)", "syscalls", TV_ROLE_OTHER },
    { "0|101|0|irq_handler_entry: irq=36 name=virtio", "irq", TV_ROLE_IRQ },
    { "0|101|0|softirq_entry: vec=1 [action=TIMER]", "softirq", TV_ROLE_SOFTIRQ },
    { "0|101|0|softirq_raise: vec=1 [action=TIMER]", "softirq", TV_ROLE_SOFTIRQ },
    { "0|101|0|ipi_entry: (Function call interrupts)", "ipi", TV_ROLE_IPI },
    { "0|101|0|hrtimer_expire_entry: hrtimer=1 function=tick now=5", "hrtimer", TV_ROLE_HRTIMER },
    { "0|101|0|timer_expire_entry: timer=1 function=tick now=5", "timer", TV_ROLE_TIMER },
    { "0|101|0|tasklet_entry: tasklet=1 function=work", "tasklet", TV_ROLE_TASKLET },
    { "0|101|0|workqueue_execute_start: work struct 1: function wb_update", "workqueue",
      TV_ROLE_WORKQUEUE },
    { "0|101|0|binder_lock: tag=binder_ioctl", "binder lock", TV_ROLE_BINDER_LOCK },
    { "0|101|0|binder_transaction: transaction=5 dest_node=1 dest_proc=200 dest_thread=0 reply=0 "
      "flags=0x10 code=0x3",
      "binder", TV_ROLE_BINDER },
    { "0|101|0|function: vfs_read <-ksys_read", "function", TV_ROLE_KERNEL_FUNCTIONS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_log (cases[i].lines);
      guint32 n;
      const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

      g_test_message ("%s", cases[i].lines);
      g_assert_cmpuint (n, ==, 1);
      g_assert_cmpint (tracks[0].role, ==, cases[i].role);
      g_assert_cmpstr (tv_trace_get_string (trace, tracks[0].name), ==, cases[i].name);
    }
}

static void
test_scheduling (void)
{
  g_autoptr (TvTrace)
      trace = load_log ("0|101|0|sched_switch: prev_comm=a prev_pid=101 prev_prio=120 "
                        "prev_state=S ==> next_comm=b next_pid=102 next_prio=120\n"
                        "1|101|0|print: B|100|a");
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);
  guint n_of_role[TV_N_TRACK_ROLES] = { 0 };

  for (guint32 i = 0; i < n; i++)
    n_of_role[tracks[i].role]++;
  g_assert_cmpuint (n_of_role[TV_ROLE_RUNS], ==, 1);
  g_assert_cmpuint (n_of_role[TV_ROLE_STATES], ==, 2);
  g_assert_cmpuint (n_of_role[TV_ROLE_MARKS], ==, 1);
  g_assert_cmpuint (n, ==, 4);
}

/* Slices that overlap are placed in separate layers. Once no slice is open, the next slice is in the first layer
 * again. */
static void
test_layers (void)
{
  g_autoptr (TvTrace) trace = load_log ("0|101|0|print: S|100|a|1\n1|101|0|print: S|100|a|2\n"
                                        "2|101|0|print: S|100|a|3\n3|101|0|print: S|100|b|1");
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);
  const guint32 parents[] = { TV_NONE, 0, 0, TV_NONE };

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (parents));
  for (guint32 i = 0; i < n; i++)
    g_assert_cmpuint (tracks[i].parent, ==, parents[i]);
}

static void
test_counters (void)
{
  static const struct
  {
    const char *lines;
    TvCounterRole role;
    TvCounterUnit unit;
  } cases[] = {
    { "0|101|0|print: C|100|cpufreq|3", TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NONE },
    { "0|101|0|cpu_frequency: state=1800000 cpu_id=1", TV_COUNTER_ROLE_CPU_FREQUENCY,
      TV_COUNTER_UNIT_KHZ },
    { "0|101|0|cpu_idle: state=4294967295 cpu_id=1", TV_COUNTER_ROLE_CPU_IDLE,
      TV_COUNTER_UNIT_NONE },
    { "0|101|0|cpu_frequency_limits: min=1 max=2 cpu_id=0", TV_COUNTER_ROLE_CPU_FREQUENCY_LIMIT,
      TV_COUNTER_UNIT_KHZ },
    { "0|101|0|clock_set_rate: ddr state=800 cpu_id=0", TV_COUNTER_ROLE_CLOCK_RATE,
      TV_COUNTER_UNIT_NONE },
    { "0|101|0|clk_set_rate: ddr 800", TV_COUNTER_ROLE_CLOCK_RATE, TV_COUNTER_UNIT_HZ },
    { "0|101|0|clock_enable: ddr state=1 cpu_id=0", TV_COUNTER_ROLE_CLOCK_ENABLED,
      TV_COUNTER_UNIT_NONE },
    { "0|101|0|rss_stat: mm_id=5 curr=1 member=1 size=4096B", TV_COUNTER_ROLE_MEMORY,
      TV_COUNTER_UNIT_BYTES },
    { "0|101|0|thermal_temperature: thermal_zone=cpu id=1 temp_prev=40000 temp=41000",
      TV_COUNTER_ROLE_TEMPERATURE, TV_COUNTER_UNIT_MILLICELSIUS },
    { "0|101|0|my_gauge: state=5 cpu_id=2", TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NONE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_log (cases[i].lines);
      guint32 n;
      const TvCounterTrack *tracks = tv_trace_get_counter_tracks (trace, &n);

      g_test_message ("%s", cases[i].lines);
      g_assert_cmpuint (n, >=, 1);
      for (guint32 row = 0; row < n; row++)
        {
          g_assert_cmpint (tracks[row].role, ==, cases[i].role);
          g_assert_cmpint (tracks[row].unit, ==, cases[i].unit);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-roles/tracks", test_tracks);
  g_test_add_func ("/ftrace-roles/scheduling", test_scheduling);
  g_test_add_func ("/ftrace-roles/layers", test_layers);
  g_test_add_func ("/ftrace-roles/counters", test_counters);
  return g_test_run ();
}
