/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "core/error.h"
#include "formats/load.h"
#include "table-text.h"

/* Tests that the same events can be read from logs of all formats, and tests rare events. A case consists of a
 * complete file and the expected rows of a table. */

static char *path;

static TvTrace *
load_text (const char *text, GError **error)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return tv_load (path, NULL, NULL, NULL, error);
}

/* Two threads, one slice and one wakeup, in each format */
#define SLICES            "1000000|40000|work|mark|0\n"
#define BRACKETS(tid, us) "t" #tid "-" #tid "   [000] ....     0.00" us ":"
#define FORM(prefix)                                                                                                                                                                                            \
  prefix (                                                                                                                                                                                                      \
      100,                                                                                                                                                                                                      \
      "0990") " sched_switch: prev_comm=t100 prev_pid=100 prev_prio=120 prev_state=S ==> "                                                                                                                      \
              "next_comm=t101 next_pid=101 next_prio=120\n" prefix (101, "1000") " tracing_mark_write: B|101|work\n" prefix (101, "1030") " sched_wakeup: comm=t102 pid=102 prio=120 target_cpu=000\n" prefix ( \
                  101,                                                                                                                                                                                          \
                  "1040") " tracing_mark_write: E|101\n" prefix (101,                                                                                                                                           \
                                                                 "1040") " sched_switch: prev_comm=t101 prev_pid=101 prev_prio=120 prev_state=S ==> "                                                           \
                                                                         "next_comm=t102 next_pid=102 next_prio=120\n"
#define USUAL(tid, us)       "   t" #tid "-" #tid "   [000] ....     0.00" us ":"
#define LATENCY(tid, us)     "    t" #tid "-" #tid "      0d..2. " us "us+:"
#define REPORT_L(tid, us)    "     t" #tid "-" #tid "    0d..2.     0.00" us ":"
#define DIFFERENCE(tid, us)  "   t" #tid "-" #tid "   [000]     0.00" us ": (+10)   "
#define NANOSECONDS(tid, us) "   t" #tid "-" #tid "   [000]     0.00" us "000:"
#define TICKS(tid, us)       "   t" #tid "-" #tid "   [000]" us "000:"
#define BUFFER(tid, us)      "top:             t" #tid "-" #tid "   [000]     0.00" us ":"

#define RAW_SWITCH(prev, state, next)                                                              \
  "sched_switch:          prev_comm=t" #prev " prev_pid=" #prev " prev_prio=120 prev_state=" state \
  " next_comm=t" #next " next_pid=" #next " next_prio=120\n"
#define FIELD_SWITCH(prev, state, next)                                                            \
  "sched_switch: prev_comm=t" prev " prev_prio=0x78 (120) prev_state=" state " next_comm=t" next   \
  " next_prio=0x78 (120)\n"

static const struct
{
  const char *what;
  const char *text;
  const char *table;
  const char *columns;
  const char *rows;
} cases[] = {
  { "default format", FORM (USUAL), "slice", "ts dur name category is_failed", SLICES },
  { "latency-format", "# tracer: nop\n" FORM (LATENCY), "slice", "ts dur name category is_failed",
    SLICES },
  { "trace-cmd report -l", "cpus=1\n" FORM (REPORT_L), "slice", "ts dur name category is_failed",
    SLICES },
  { "trace-cmd report --ts-diff", "cpus=1\n" FORM (DIFFERENCE), "slice",
    "ts dur name category is_failed", SLICES },
  { "trace-cmd report -t", "cpus=1\n" FORM (NANOSECONDS), "slice", "ts dur name category is_failed",
    SLICES },
  { "trace-cmd report --raw-ts", "cpus=1\n" FORM (TICKS), "slice", "ts dur name category is_failed",
    SLICES },
  { "trace-cmd report of a named buffer", "cpus=1\n" FORM (BUFFER), "thread", "tid name",
    "100|t100\n101|t101\n102|t102\n" },
  { "latency-format: scheduling", "# tracer: nop\n" FORM (LATENCY), "sched_slice",
    "ts dur cpu end_state", "990000|50000|0|S\n1040000|-1|0|-\n" },
  { "trace-cmd report -R: scheduling",
    "cpus=1\n" BRACKETS (100, "0990") " " RAW_SWITCH (100, "256", 101)
        BRACKETS (101, "1000") " print:  ip=tracing_mark_write buf=B|101|H:work#0|M62\n" BRACKETS (
            101,
            "1040") " " RAW_SWITCH (101, "2", 102),
    "sched_slice", "ts dur end_state", "990000|50000|D\n1040000|-1|-\n" },
  { "trace-cmd report -R: marks",
    "cpus=1\n" BRACKETS (101, "1000") " print:  ip=tracing_mark_write buf=B|101|H:work#0|M62\n" BRACKETS (
        101,
        "1040") " print:  ip=tracing_mark_write buf=E|101|M62\n",
    "slice", "dur name", "40000|work#0\n" },
  { "option fields: scheduling",
    "# tracer: nop\n" BRACKETS (100, "0990") " " FIELD_SWITCH ("100 prev_pid=0x64 (100)",
                                                               "0x100 (256)",
                                                               "101 next_pid=0x65 (101)")
        BRACKETS (101, "1040") " " FIELD_SWITCH ("101 prev_pid=0x65 (101)",
                                                 "0x1 (1)",
                                                 "102 next_pid=0x66 (102)"),
    "sched_slice", "ts dur end_state priority", "990000|50000|S|120\n1040000|-1|-|120\n" },
  { "option fields: counters",
    "# tracer: nop\n" BRACKETS (100, "0990") " " FIELD_SWITCH ("100 prev_pid=0x64 (100)",
                                                               "0x100 (256)",
                                                               "101 next_pid=0x65 (101)")
        BRACKETS (101, "0995") " cpu_frequency: state=0x1b7740 (1800000) cpu_id=0x1 (1)\n" BRACKETS (
            101,
            "0996") " my_gauge: state=0x5 (5) cpu_id=0x2 (2)\n",
    "counter", "value", "1800000.00\n5.00\n" },
  { "option fields: missing marks are reported",
    "# tracer: nop\n" BRACKETS (101, "1000") " UNKNOWN TYPE 5\n" BRACKETS (
        101,
        "1040") " UNKNOWN TYPE 5\n" BRACKETS (101, "1050") " any_event: NR 1\n",
    "problem", "kind count", "missing-marks|2\n" },
  { "options sym-addr and sym-offset",
    BRACKETS (101, "1000") " tracing_mark_write <ffffffff8149ab1a>: B|101|a\n" BRACKETS (
        101,
        "1040") " tracing_mark_write+0x1a/0x20: E|101\n",
    "slice", "dur name", "40000|a\n" },

  /* ---- Interpretation of events ---- */
  { "BR_FAILED_REPLY ends the binder call as failed",
    BRACKETS (
        101,
        "1000") " binder_transaction: transaction=5 dest_node=1 dest_proc=200 "
                "dest_thread=0 reply=0 flags=0x0 code=0x3\n" BRACKETS (
                    101,
                    "1002") " binder_return: cmd=0x7206 BR_TRANSACTION_COMPLETE\n" BRACKETS (101,
                                                                                             "1040") " binder_return: cmd=0x7211 BR_FAILED_REPLY\n",
    "slice", "dur name category is_failed",
    "40000|binder transaction|binder|1\n0|binder_return|events|0\n0|binder_return|events|0\n" },
  { "the error of a failed binder call is an argument",
    BRACKETS (101, "1000") " binder_transaction: transaction=5 dest_node=1 dest_proc=200 "
                           "dest_thread=0 reply=0 flags=0x0 code=0x3\n" BRACKETS (
                               101,
                               "1040") " binder_return: cmd=0x7205 BR_DEAD_REPLY\n",
    "args", "key string_value",
    "transaction|5\ndestination process|200\ncode|0x3\nerror|BR_DEAD_REPLY\n" },
  { "a failed one-way call ends neither the pending call nor the reply",
    BRACKETS (
        101,
        "1000") " binder_transaction: transaction=5 dest_node=1 dest_proc=200 "
                "dest_thread=0 reply=0 flags=0x0 code=0x3\n" BRACKETS (
                    201,
                    "1001") " binder_transaction: transaction=6 dest_node=1 dest_proc=101 "
                            "dest_thread=101 reply=0 flags=0x0 code=0x3\n" BRACKETS (101, "1002") " binder_transaction_received: transaction=6\n" BRACKETS (
                                101,
                                "1003") " binder_transaction: transaction=7 dest_node=1 dest_proc=300 "
                                        "dest_thread=0 reply=0 flags=0x1 code=0x3\n" BRACKETS (
                                            101,
                                            "1004") " binder_return: cmd=0x7212 BR_FROZEN_REPLY\n",
    "slice", "dur name category",
    "-1|binder transaction|binder\n-1|binder reply|binder\n0|binder one-way|binder\n"
    "-1|binder transaction|binder\n0|binder_return|events\n" },
  { "buffer sizes are arguments of the binder call and of the reply",
    BRACKETS (
        101,
        "1000") " binder_transaction: transaction=5 dest_node=1 dest_proc=200 "
                "dest_thread=0 reply=0 flags=0x0 code=0x3\n" BRACKETS (
                    101,
                    "1001") " binder_transaction_alloc_buf: transaction=5 data_size=1001 "
                            "offsets_size=1002\n" BRACKETS (201, "1002") " binder_transaction_received: transaction=5\n" BRACKETS (
                                201,
                                "1003") " binder_transaction: transaction=6 dest_node=0 dest_proc=100 "
                                        "dest_thread=101 reply=1 flags=0x0 code=0x0\n" BRACKETS (
                                            201,
                                            "1004") " binder_transaction_alloc_buf: transaction=6 data_size=7 "
                                                    "offsets_size=0\n" BRACKETS (
                                                        101,
                                                        "1005") " binder_transaction_alloc_buf: transaction=99 data_size=8 "
                                                                "offsets_size=0\n",
    "args", "key int_value",
    "transaction|5\ndestination process|200\ncode|-\ndata size|1001\noffsets size|1002\n"
    "transaction|5\ndata size|7\noffsets size|0\n" },
  { "clk_* events of newer kernels are counters",
    BRACKETS (1, "1000") " clk_set_rate: ddr 5\n" BRACKETS (1, "1001") " clk_enable: ddr\n" BRACKETS (
        1,
        "1002") " clk_disable: ddr\n" BRACKETS (1, "1003") " clock_set_rate: ddr state=6 "
                                                           "cpu_id=0\n",
    "counter", "ts value", "1000000|5.00\n1003000|6.00\n1001000|1.00\n1002000|0.00\n" },
  { "clk_set_rate_complete replaces clk_set_rate",
    BRACKETS (1, "1000") " clk_set_rate: ddr 5\n" BRACKETS (
        1,
        "1001") " clk_set_rate_complete: ddr 5\n" BRACKETS (1, "1002") " clk_enable: ddr\n",
    "counter", "ts value", "1001000|5.00\n1002000|1.00\n" },
  { "timestamps with fewer than six decimals",
    "a-1 [000] 15.050: print: B|1|a\na-1 [000] 15.1: print: E|1\n", "slice", "ts dur",
    "15050000000|50000000\n" },
  { "a span on an unnamed track ends with the same cookie",
    BRACKETS (1, "1000") " print: G|1|net|7\n" BRACKETS (1, "1001") " print: G|1|net|8\n" BRACKETS (
        2,
        "1002") " print: H|1|net|7\n" BRACKETS (2, "1003") " print: H|1||net|8\n",
    "slice", "ts dur name", "1000000|2000|net\n1001000|2000|net\n" },
  { "a span on an unnamed track is dropped if it does not end",
    BRACKETS (1, "1000") " print: G|1|net|7\n" BRACKETS (1, "1001") " print: G|1|track|net|7\n",
    "slice", "ts dur name", "1001000|-1|net\n" },
  { "a dropped span on an unnamed track is reported", BRACKETS (1, "1000") " print: G|1|net|7\n",
    "problem", "kind count", "endless-async|1\n" },
  { "escaped line ends are removed from marks",
    BRACKETS (1, "1000") " print: B|1|test\\n\\\n" BRACKETS (1, "1001") " print: E\\n\\\n", "slice",
    "dur name", "1000|test\n" },
  { "a mark without a type letter is reported", BRACKETS (1, "1000") " print: 0x0: 48|H:a\n",
    "problem", "kind count", "bad-arguments|1\n" },
  { "slices for timers, tasklets and softirqs",
    BRACKETS (1, "1000") " hrtimer_expire_entry: hrtimer=00000000a1 function=tick now=1\n" BRACKETS (1, "1001") " softirq_raise: vec=1 [action=TIMER]\n" BRACKETS (1, "1002") " hrtimer_expire_exit: hrtimer=00000000a1\n" BRACKETS (1, "1003") " softirq_entry: vec=1 [action=TIMER]\n" BRACKETS (
        1,
        "1004") " timer_expire_entry: timer=00000000b1 function=delayed now=4 "
                "baseclk=4\n" BRACKETS (1, "1005") " timer_expire_exit: timer=00000000b1\n" BRACKETS (1, "1006") " tasklet_entry: tasklet=00000000c1 function=drain\n" BRACKETS (
                    1,
                    "1007") " tasklet_exit: tasklet=00000000c1 function=drain\n" BRACKETS (1,
                                                                                           "1008") " softirq_exit: vec=1 [action=TIMER]\n",
    "slice", "ts dur name category",
    "1000000|2000|tick|hrtimer\n1001000|0|raise TIMER|softirq\n1003000|5000|TIMER|softirq\n"
    "1004000|1000|delayed|timer\n1006000|1000|drain|tasklet\n" },

  /* ---- Tracers ---- */
  { "function tracer: instants named after the function",
    "# tracer: function\n" BRACKETS (1, "1000") " path_put <-path_walk\n" BRACKETS (
        1,
        "1001") " vfs_read+0x0/0x10 <-ksys_read\n" BRACKETS (1, "1002") " function:   f <-- g\n",
    "slice", "dur name category", "0|path_put|function\n0|vfs_read|function\n0|f|function\n" },
  { "function tracer: event arguments contain the caller",
    "# tracer: function\n" BRACKETS (1, "1000") " path_put <-path_walk\n", "ftrace_event",
    "ts name args", "1000000|function|path_put <-path_walk\n" },
  { "wakeup tracer: events for wakeups, functions and context switches",
    "# tracer: wakeup_rt\n"
    "  <idle>-0       3d.h4    0us :      0:120:R   + [003]  2389: 94:R sleep\n"
    "  <idle>-0       3d.h4    1us : ttwu_do_activate <-try_to_wake_up\n"
    "  <idle>-0       3d..3    5us :      0:120:R ==> [003]  2389: 94:R sleep\n",
    "ftrace_event", "ts cpu name", "0|3|wakeup\n1000|3|function\n5000|3|context_switch\n" },
  { "hwlat tracer: events are named after the tracer",
    "# tracer: hwlat\n  <...>-1729  [001] d...   678.473449: #1     inner/outer(us):   11/12\n",
    "ftrace_event", "cpu name args", "1|hwlat|#1     inner/outer(us):   11/12\n" },
  { "function_graph: funcgraph events of trace-cmd",
    "  ls-9  [000]     0.001000: funcgraph_entry:                   |  sys_open() {\n"
    "  ls-9  [000]     0.001002: funcgraph_entry:        0.900 us   |    a();\n"
    "  ls-9  [000]     0.001012: funcgraph_exit:       + 12.200 us  |  }\n",
    "slice", "ts dur depth name category",
    "1000000|12000|0|sys_open|function_graph\n1002000|900|1|a|function_graph\n" },
  { "function_graph: calls with timestamps",
    "# tracer: function_graph\n#\n"
    "  100.000001 |   0)   bash-1234   |  d..1 |               |  sys_open() {\n"
    "  100.000002 |   0)   bash-1234   |  d..1 |   0.900 us    |    a();\n"
    "  100.000002 |   0)   bash-1234   |  d..1 |   0.900 us    |    b(x=1); /* = 0x10 */\n"
    "  100.000003 |   0)   bash-1234   |  d..1 |               |    /* softirq_raise: vec=1 "
    "[action=TIMER] */\n"
    "  100.000010 |   0)   bash-1234   |  d..1 | + 10.2 us     |  } /* sys_open ret=0x3 */\n"
    "  100.000011 |   1)   <idle>-0    |  d..1 |   0.9 us      |    c();\n",
    "slice", "ts dur depth name category",
    "100000001000|9000|0|sys_open|function_graph\n100000002000|900|1|a|function_graph\n"
    "100000002900|900|1|b|function_graph\n100000003000|0|0|raise TIMER|softirq\n"
    "100000011000|900|0|c|function_graph\n" },
  { "function_graph: arguments and return values",
    "# tracer: function_graph\n"
    "  100.000001 |   0)   bash-1234   |               |  f(x=1) {\n"
    "  100.000002 |   0)   bash-1234   |   0.900 us    |    b(); /* = 0x10 */\n"
    "  100.000010 |   0)   bash-1234   | + 10.2 us     |  } /* f ret=0x3 */\n",
    "args", "key string_value", "returned|0x10\narguments|x=1\nreturned|0x3\n" },
  { "function_graph: calls without timestamps, tasks named by later lines",
    "# tracer: function_graph\n"
    " 0)               |  sys_open() {\n"
    " 0)   1.382 us    |    a();\n"
    " 0)   0.618 us    |    b();\n"
    " 0) + 12.001 us   |  }\n"
    " ------------------------------------------\n"
    " 0)    bash-1234   =>   ls-1235\n"
    " ------------------------------------------\n"
    "\n"
    " 0)               |  sys_read() {\n"
    " 0)    ls-1235   =>   bash-1234\n"
    " 0)   1.000 us    |  c();\n"
    " 0)   bash-1234   =>   ls-1235\n"
    " 0)   5.000 us    |  }\n"
    " 1)   0.100 us    |  d();\n",
    "slice", "ts dur depth name",
    "0|12001|0|sys_open\n0|1382|1|a\n1382|618|1|b\n12001|1000|0|c\n12001|5000|0|sys_read\n"
    "17001|100|0|d\n" },
  { "function_graph: a task switch names the task of earlier calls",
    "# tracer: function_graph\n"
    " 0)   1.382 us    |    a();\n"
    " 1)   0.100 us    |  d();\n"
    " 0)    bash-1234   =>   ls-1235\n"
    " 0)   0.618 us    |    b();\n",
    "thread_track", "name utid", "[1234] bash|0\n[1235] ls|1\n" },
  { "function_graph: calls of an unknown task next to a thread that exits",
    "# tracer: function_graph\n"
    " 1)   0.100 us    |  d();\n"
    " 0)   bash-1234   =>   ls-1235\n"
    " 0)               |  /* sched_process_exit: comm=ls pid=1235 prio=120 */\n"
    " 1)   0.100 us    |  d();\n",
    "slice", "ts dur depth name", "0|100|0|d\n100|100|0|d\n" },
  { "function_graph: marks in comments, also on several lines",
    "# tracer: function_graph\n"
    "  5.000001 |   0)   pool|wo-123    |               |  /* B|123|H:a: b|M62 */\n"
    "  5.000002 |   0)   pool|wo-123    |               |  /* I|123|H:x\nsecond: line */\n"
    "  5.000003 |   0)   pool|wo-123    |               |  /* E|123|M62 */\n",
    "slice", "ts dur name", "5000001000|2000|a: b\n5000002000|0|x\n" },
  { "function_graph: task name with a vertical bar",
    "# tracer: function_graph\n  5.000001 |   0)   pool|wo-123    |   1.382 us    |  a();\n",
    "thread", "tid name", "123|pool|wo\n" },
  { "function_graph: only malformed lines are reported",
    "# tracer: function_graph\n"
    " ------------------------------------------\n"
    " 0)   bash-1234   =>   ls-1235\n"
    " 0)   ==========> |\n"
    " 0)               |  /* I|1235|H:x\nsecond: line */\n"
    " 0)   1.382 us    |  a();\n"
    " 0)   1.382 us    |  a(\n",
    "problem", "kind count", "bad-line|1\nbuilt-times|1\n" },
  { "function_graph: missing timestamps are reported once",
    "# tracer: function_graph\n 0)   1.382 us    |    a();\n 0)   1.382 us    |    a();\n",
    "problem", "kind count", "built-times|1\n" },
};

static void
test_forms (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = load_text (cases[i].text, &error);
      g_autoptr (TvTable) table = NULL;
      g_autofree char *rows = NULL;

      g_test_message ("%s", cases[i].what);
      g_assert_no_error (error);
      table = open_table (cases[i].table, trace, NULL);
      rows = print_table (table, cases[i].columns, NULL);
      if (!g_str_equal (rows, cases[i].rows))
        {
          g_test_message ("expected:\n%sfound:\n%s", cases[i].rows, rows);
          g_test_fail_printf ("%s", cases[i].what);
        }
    }
}

/* Tests metadata of the recording. The table may contain further rows. */
static void
test_facts (void)
{
  static const struct
  {
    const char *text;
    const char *fact;
  } facts[] = {
    { "# tracer: function\n" BRACKETS (1, "1000") " path_put <-path_walk\n", "tracer|function\n" },
    { "# tracer: wakeup_rt\n" BRACKETS (1, "1000") " e: x\n", "tracer|wakeup_rt\n" },
    { "# tracer: function_graph\n 0)   1.382 us    |    a();\n", "tracer|function_graph\n" },
    { "# tracer: nop\n# latency: 0 us, #5/7, CPU#0 | (M:x #P:2)\n" FORM (LATENCY), "cpus|2\n" },
    { "# tracer: nop\n# latency: 0 us, #5/7, CPU#0 | (M:x #P:2)\n" FORM (LATENCY),
      "entries-written|7\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = load_text (facts[i].text, &error);
      g_autoptr (TvTable) table = NULL;
      g_autofree char *rows = NULL;

      g_assert_no_error (error);
      table = open_table ("metadata", trace, NULL);
      rows = print_table (table, "name str_value", NULL);
      g_assert_nonnull (strstr (rows, facts[i].fact));
    }
}

/* If a log contains no events, it is rejected with an error that states the reason. */
static void
test_refusals (void)
{
  static const struct
  {
    const char *text;
    TvError code;
    const char *message;
  } errors[] = {
    { "# tracer: nop\n20341 1 1078643783580 type: 363\n", TV_ERROR_UNSUPPORTED_VERSION,
      "option raw" },
    { "# tracer: nop\n00004f75 00000001 000000fb242df79c type: 363\n\n",
      TV_ERROR_UNSUPPORTED_VERSION, "option hex" },
    { "# tracer: nop\nuO\001\002\n", TV_ERROR_UNSUPPORTED_VERSION, "option bin" },
    { "# tracer: nop\nsched_switch: prev_comm=a\nprint: x\n", TV_ERROR_UNSUPPORTED_VERSION,
      "context-info" },
    { "# tracer: nop\n  as   20341   1 9 00000002 00000000 [404acc48] 1078643.784ms (+0.003ms): e: "
      "x\n",
      TV_ERROR_UNSUPPORTED_VERSION, "verbose" },
    { "# tracer: mmiotrace\nVERSION 20070824\nMAP 123.456789 1 0xfee00000 0xffff 0x1000 0x0 0\n",
      TV_ERROR_UNSUPPORTED_VERSION, "mmiotrace" },
    { "# tracer: blk\n#\n", TV_ERROR_UNSUPPORTED_VERSION, "tracer blk" },
    { "# tracer: function_graph\n#\n", TV_ERROR_UNSUPPORTED_VERSION, "tracer function_graph" },
    { "swapper 0 [000]  1234.567890: sched:sched_switch: prev_comm=a\n",
      TV_ERROR_UNSUPPORTED_VERSION, "perf script" },
    { "ffffffff81000000 _text\nffffffff81000000 _stext\nffffffff81000010 do_one_initcall\n",
      TV_ERROR_NOT_A_TRACE, "report -f" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", errors[i].message);
      g_assert_null (load_text (errors[i].text, &error));
      g_assert_error (error, TV_ERROR, errors[i].code);
      g_assert_nonnull (strstr (error->message, errors[i].message));
    }
}

int
main (int argc, char **argv)
{
  int fd = g_file_open_tmp ("test-ftrace-forms-XXXXXX", &path, NULL);
  int result;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-forms/forms", test_forms);
  g_test_add_func ("/ftrace-forms/facts", test_facts);
  g_test_add_func ("/ftrace-forms/refusals", test_refusals);
  result = g_test_run ();
  g_remove (path);
  g_free (path);
  return result;
}
