/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log-text.h"
#include "table-text.h"

/* Tests the tables of short logs. */

typedef struct
{
  const char *what;
  const char *lines;
  const char *table;
  const char *columns; /* NULL for all columns */
  const char *rows;
} TableCase;

#define MARKS                                                                                      \
  "0|101|0|print: B|100|H:a|M62|k=v,n=-1\n"                                                        \
  "10|101|0|print: B|100|H:b|M62|category=net\n"                                                   \
  "20|101|0|print: B|100|H:c|M62|category=view,n=7\n"                                              \
  "25|101|0|print: E|100\n"                                                                        \
  "30|101|0|print: E|100\n"                                                                        \
  "40|201|1|print: I|200|x\n"

#define SPANS                                                                                      \
  "0|101|0|print: S|100|H:net 1\n"                                                                 \
  "5|101|0|print: S|100|H:net 2\n"                                                                 \
  "7|102|0|print: F|100|H:net 1\n"                                                                 \
  "9|102|0|print: S|100|H:load|3|M62|io|\n"                                                        \
  "12|102|0|print: F|100|H:load|3|M62\n"

#define INTERRUPTS                                                                                 \
  "0|101|2|irq_handler_entry: irq=36 name=virtio\n"                                                \
  "5|101|2|irq_handler_exit: irq=36 ret=handled\n"                                                 \
  "7|101|2|softirq_entry: vec=1 [action=TIMER]\n"                                                  \
  "9|101|2|any_event: NR 63 (3, 7f, 400)\n"

#define UNFINISHED                                                                                 \
  "0|101|2|softirq_entry: vec=3 [action=NET_RX]\n"                                                 \
  "2|101|2|softirq_exit: vec=3 [action=NET_RX]\n"                                                  \
  "7|101|2|softirq_entry: vec=1 [action=TIMER]\n"                                                  \
  "9|101|2|any_event: NR 63 (3, 7f, 400)\n"

#define BINDER                                                                                     \
  "0|101|0|binder_transaction: transaction=5 dest_node=1 dest_proc=200 dest_thread=0 reply=0 "     \
  "flags=0x10 code=0x3\n"                                                                          \
  "2|201|1|binder_transaction_received: transaction=5\n"                                           \
  "7|201|1|binder_transaction: transaction=6 dest_node=0 dest_proc=100 dest_thread=101 reply=1 "   \
  "flags=0x0 code=0x0\n"                                                                           \
  "9|101|0|binder_transaction_received: transaction=6\n"

#define SCHED                                                                                        \
  "0|101|0|" SWITCH (101, "S", 102) "4|103|1|" WAKE (101) "10|102|0|" SWITCH (                       \
      102, "D",                                                                                      \
      101) "15|103|1|" WAKE (102) "15|103|1|sched_blocked_reason: pid=102 iowait=1 caller=io_wait\n" \
                                  "20|104|0|" SWITCH (104, "R+", 102)

#define COUNTERS                                                                                   \
  "0|101|0|print: C|100|H:depth 3\n"                                                               \
  "1|101|0|cpu_frequency: state=1800000 cpu_id=1\n"                                                \
  "2|101|0|print: C|100|depth|-4\n"                                                                \
  "3|101|0|clock_set_rate: ddr state=800 cpu_id=0\n"

#define THREADS                                                                                    \
  "0|101|0|task_newtask: pid=105 comm=child clone_flags=3d0f00 oom_score_adj=0\n"                  \
  "9|101|0|sched_process_exit: comm=child pid=105 prio=120\n"                                      \
  "10|101|0|sched_wakeup: comm=swapper/1 pid=0 prio=120 target_cpu=001\n"

static const TableCase cases[] = {
  { "marks", MARKS, "slice",
    "id ts dur track_id depth parent_id name category thread_ts arg_set_id self_dur is_open",
    "0|0|-1|0|0|-|a|mark|-|0|20000|1\n"
    "1|10000|20000|0|1|0|b|net|-|1|15000|0\n"
    "2|20000|5000|0|2|1|c|view|-|2|5000|0\n"
    "3|40000|0|1|0|-|x|mark|-|-|0|0\n" },
  { "arguments of marks", MARKS, "args", NULL,
    "0|0|level|level|Commercial|-|-\n"
    "1|0|tags|tags|APP|-|-\n"
    "2|0|k|k|v|-|-\n"
    "3|0|n|n|-1|-1|-\n"
    "4|1|level|level|Commercial|-|-\n"
    "5|1|tags|tags|APP|-|-\n"
    "6|1|category|category|net|-|-\n"
    "7|2|level|level|Commercial|-|-\n"
    "8|2|tags|tags|APP|-|-\n"
    "9|2|category|category|view|-|-\n"
    "10|2|n|n|7|7|-\n" },
  { "thread tracks", BINDER MARKS, "thread_track", "id name utid kind slice_count depth",
    "0|[101] t101|0|binder|1|1\n"
    "1|[101] t101|0|thread|3|3\n"
    "2|[201] t201|2|binder|1|1\n"
    "3|[201] t201|2|thread|1|1\n" },
  { "async spans", SPANS, "slice", "id dur track_id depth parent_id name category thread_dur",
    "0|7000|0|0|-|net|async|-\n"
    "1|-1|1|0|-|net|async|-\n"
    "2|3000|2|0|-|load|io|-\n" },
  { "process tracks", SPANS, "process_track", NULL,
    "0|net|0|-|0|1|process\n"
    "1|net|0|0|1|1|process\n"
    "2|io|0|-|0|1|process\n" },
  { "interrupts", INTERRUPTS, "slice", "dur track_id name category arg_set_id",
    "5000|0|virtio|irq|0\n"
    "0|1|TIMER|softirq|1\n"
    "0|2|any_event|events|-\n" },
  { "unfinished interrupts", UNFINISHED, "slice", "dur track_id name category",
    "2000|0|NET_RX|softirq\n"
    "-1|0|TIMER|softirq\n"
    "0|1|any_event|events\n" },
  { "CPU tracks", INTERRUPTS, "cpu_track", NULL,
    "0|irq|2|1|2|0\n"
    "1|softirq|2|1|2|0\n" },
  { "binder", BINDER, "slice", "id ts dur name category",
    "0|0|9000|binder transaction|binder\n"
    "1|2000|5000|binder reply|binder\n" },
  { "flows", BINDER, "flow", NULL, "0|0|1|-\n" },
  { "CPU runs", SCHED, "sched_slice", NULL,
    "0|0|10000|0|3|D|110|0|-|0\n"
    "1|10000|0|0|0|-|110|1|10000|0\n"
    "2|20000|-1|0|3|-|110|0|-|0\n" },
  { "thread states", SCHED, "thread_state", NULL,
    "3|0|4000|-|0|S|-|-|-|0|-|-|-|-\n"
    "4|4000|6000|-|0|R|-|-|2|0|-|-|-|0\n"
    "5|10000|0|0|0|Running|-|-|-|1|10000|-|0|-\n"
    "6|0|10000|0|3|Running|-|-|-|0|-|-|0|-\n"
    "7|10000|5000|-|3|D|1|io_wait|-|0|-|-|-|-\n"
    "8|15000|5000|-|3|R|-|-|2|0|-|-|-|0\n"
    "9|20000|-1|0|3|Running|-|-|-|0|-|-|0|-\n"
    "10|20000|-1|-|4|R+|-|-|-|0|-|-|-|-\n" },
  { "CPU runs and thread states are not slices", SCHED, "slice", NULL, "" },
  { "marks have a CPU time, async spans do not",
    "0|0|0|" SWITCH (0, "R", 101) "2|101|0|print: B|100|a\n"
                                  "3|101|0|print: S|100|net|1\n"
                                  "6|101|0|" SWITCH (101, "S", 0) "16|0|0|" SWITCH (
                                      0,
                                      "R",
                                      101) "20|101|0|print: E|100\n"
                                           "21|101|0|print: F|100|net|1\n",
    "slice", "dur name thread_ts thread_dur self_dur self_thread_dur",
    "18000|a|2000|8000|18000|8000\n"
    "18000|net|-|-|18000|-\n" },
  { "counters", COUNTERS, "counter_track", NULL,
    "0|depth|0|-|-|-|2|-4.00|3.00|-|0\n"
    "1|cpufreq|-|-|1|kHz|1|1800000.00|1800000.00|1|0\n"
    "2|ddr|-|-|-|-|1|800.00|800.00|-|0\n" },
  { "samples", COUNTERS, "counter", NULL,
    "0|0|0|3.00\n"
    "1|2000|0|-4.00\n"
    "2|1000|1|1800000.00\n"
    "3|3000|2|800.00\n" },
  { "events", COUNTERS, "ftrace_event", NULL,
    "0|0|0|0|print|C|100|H:depth 3|0\n"
    "1|1000|0|0|cpu_frequency|state=1800000 cpu_id=1|0\n"
    "2|2000|0|0|print|C|100|depth|-4|0\n"
    "3|3000|0|0|clock_set_rate|ddr state=800 cpu_id=0|0\n" },
  { "threads", THREADS, "thread", NULL,
    "0|101|t101|0|0|-|-|-|0|0\n"
    "1|100|-|0|1|-|-|-|0|0\n"
    "2|105|child|0|0|0|9000|0|0|0\n"
    "3|0|swapper/1|-|-|-|-|-|1|0\n" },
};

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_log (cases[i].lines);
      g_autoptr (TvTable) table = open_table (cases[i].table, trace, NULL);
      g_autofree char *rows = print_table (table, cases[i].columns, NULL);

      g_test_message ("%s", cases[i].what);
      g_assert_cmpstr (rows, ==, cases[i].rows);
    }
}

/* tables that are empty for ftrace logs */
static const char *const other_tables[] = { "machine",
                                            "android_logs",
                                            "log_event",
                                            "log_event_field",
                                            "stack_profile_mapping",
                                            "stack_profile_frame",
                                            "stack_profile_callsite",
                                            "perf_sample",
                                            "sample",
                                            "source_line",
                                            "sample_event",
                                            "heap_profile_allocation",
                                            "profiler_smaps",
                                            "expected_frame_timeline_slice",
                                            "actual_frame_timeline_slice",
                                            "frame",
                                            "frame_percentile",
                                            "gpu_slice",
                                            "heap_graph",
                                            "heap_graph_class_change",
                                            "package_list",
                                            "clock_snapshot",
                                            "stats",
                                            "stack_profile_symbol",
                                            "heap_graph_class",
                                            "heap_graph_object",
                                            "heap_graph_reference",
                                            "thread_dump",
                                            "counter_gap",
                                            "thread_dump_thread",
                                            "thread_dump_frame",
                                            "thread_dump_lock",
                                            "thread_dump_change",
                                            "thread_dump_transaction",
                                            "thread_dump_fact",
                                            "text",
                                            "text_line",
                                            "frame_statistic",
                                            "memory_report",
                                            "memory_report_row",
                                            "cpu_report",
                                            "bundle_member",
                                            "bundle_hit",
                                            "incident",
                                            "deadlock",
                                            "fault",
                                            "fault_cause",
                                            "register",
                                            "memory_map",
                                            "memory_word",
                                            "open_file",
                                            "event_queue",
                                            "call_server",
                                            "app_start",
                                            "app_start_phase",
                                            "app_start_breakdown",
                                            "app_start_reason",
                                            "app_start_slice",
                                            "lock_contention",
                                            "gc_event",
                                            "critical_path",
                                            "critical_path_use",
                                            "finding",
                                            "finding_evidence",
                                            NULL };

/* Reads every cell of every table, because rows of a table are computed only when they are read. */
static void
test_every_cell (void)
{
  g_autoptr (TvTrace) trace = load_log (MARKS SPANS INTERRUPTS BINDER SCHED COUNTERS THREADS
                                        "50|101|0|print: trace_event_clock_sync: parent_ts=1.5");
  guint n_tables;
  const TvTableInfo *const *infos = tv_tables_list (&n_tables);
  guint32 n_rows = 0;

  for (guint i = 0; i < n_tables; i++)
    {
      g_autoptr (TvTable) table = open_table (infos[i]->name, trace, NULL);
      g_autofree char *rows = print_table (table, NULL, NULL);

      g_test_message ("%s", infos[i]->name);
      g_assert_true (g_utf8_validate (rows, -1, NULL));
      g_assert_cmpint (tv_table_get_n_rows (table) == 0, ==,
                       g_strv_contains (other_tables, infos[i]->name));
      if (g_strv_contains ((const char *const[]){ "slice", "sched_slice", "thread_state", NULL },
                           infos[i]->name))
        n_rows += tv_table_get_n_rows (table);
    }
  g_assert_cmpuint (n_rows, ==, tv_trace_get_slices (trace)->n);
}

static const struct
{
  const char *table;
  const char *column;
  const char *columns;
  const char *rows;
} sort_cases[] = {
  { "slice", "category", "category name", "a|mark\nx|mark\nb|net\nc|view\n" },
  { "args", "int_value", "id", "3\n10\n0\n1\n2\n4\n5\n6\n7\n8\n9\n" },
  { "args", "string_value", "string_value",
    "-1\n7\nAPP\nAPP\nAPP\nCommercial\nCommercial\nCommercial\nnet\nv\nview\n" },
  { "ftrace_event", "args", "id", "0\n1\n2\n3\n4\n5\n" },
};

static void
test_sort (void)
{
  g_autoptr (TvTrace) trace = load_log (MARKS);

  for (gsize i = 0; i < G_N_ELEMENTS (sort_cases); i++)
    {
      g_autoptr (TvTable) table = open_table (sort_cases[i].table, trace, NULL);
      int column = tv_table_find_column (table, sort_cases[i].column);
      g_autofree guint32 *order = tv_table_sort (table, (guint) column, FALSE, NULL);
      g_autofree char *rows = print_table (table, sort_cases[i].columns, order);

      g_assert_cmpstr (rows, ==, sort_cases[i].rows);
    }
}

/* The three kinds of the state "D" are adjacent, but each kind is sorted separately, by duration in descending order.
 * A state without a reason is not merged with others. */
static void
test_state_order (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autofree guint32 *order = NULL;
  g_autofree char *rows = NULL;

  /* Each of the threads 101 … 109 runs for 1 µs and then waits. Later threads wait longer than earlier ones. */
  for (int i = 1; i < 10; i++)
    g_string_append_printf (log,
                            "%d|%d|0|sched_switch: prev_comm=t%d prev_pid=%d prev_prio=120 "
                            "prev_state=%s ==> next_comm=t%d next_pid=%d next_prio=120\n",
                            i, 100 + i, 100 + i, 100 + i, i % 4 == 3 ? "R+" : "D", 101 + i,
                            101 + i);
  for (int i = 1; i < 10; i++)
    {
      if (i % 4 == 3)
        continue;
      g_string_append_printf (log,
                              "%d|300|1|"
                              "sched_wakeup: comm=t pid=%d prio=120 target_cpu=000\n",
                              20 * i, 100 + i);
      if (i % 4 < 2)
        g_string_append_printf (log, "%d|300|1|sched_blocked_reason: pid=%d iowait=%d caller=f\n",
                                20 * i, 100 + i, i % 4);
    }
  trace = load_log (log->str);
  table = open_table ("state_use", trace, NULL);
  order = tv_table_sort (table, (guint) tv_table_find_column (table, "state"), FALSE, NULL);
  rows = print_table (table, "state io_wait total_ns", order);
  {
    g_auto (GStrv) lines = g_strsplit (rows, "\n", -1);
    const char *const kinds[] = { "Running|-|", "R|-|", "R+|-|", "D|-|", "D|1|", "D|0|" };
    guint kind = 0, n_kinds = 1;
    gint64 before_ns = G_MAXINT64;

    for (guint i = 0; *lines[i] != '\0'; i++)
      {
        gint64 total_ns;

        if (!g_str_has_prefix (lines[i], kinds[kind]))
          {
            kind++;
            n_kinds++;
            before_ns = G_MAXINT64;
          }
        g_assert_cmpuint (kind, <, G_N_ELEMENTS (kinds));
        g_assert_true (g_str_has_prefix (lines[i], kinds[kind]));
        total_ns = g_ascii_strtoll (lines[i] + strlen (kinds[kind]), NULL, 10);
        g_assert_cmpint (total_ns, <=, before_ns);
        before_ns = total_ns;
      }
    g_assert_cmpuint (n_kinds, ==, G_N_ELEMENTS (kinds));
  }
}

/* In every sort order, events with equal timestamps stay in the order of the file. */
static void
test_event_order (void)
{
  g_autoptr (TvTrace) trace = load_log ("5|101|0|zzz: x\n5|101|0|aaa: x\n5|102|1|mmm: x\n");
  g_autoptr (TvTable) table = open_table ("ftrace_event", trace, NULL);

  for (int descending = 0; descending < 2; descending++)
    {
      g_autofree guint32 *order = tv_table_sort (table, (guint) tv_table_find_column (table, "ts"),
                                                 descending, NULL);
      g_autofree char *rows = print_table (table, "name", order);

      g_assert_cmpstr (rows, ==, "zzz\naaa\nmmm\n");
    }
}

static void
test_numbers (void)
{
  g_autoptr (TvTrace) trace = load_log (
      "0|101|0|print: B|100|H:a|M62|a=7,b=-7,c=+7,d=7x,e=-,f=9223372036854775808,g=0x7,h=007,i=7.5");
  g_autoptr (TvTable) table = open_table ("args", trace, NULL);
  g_autofree char *rows = print_table (table, "key int_value", NULL);

  g_assert_cmpstr (rows, ==, "level|-\ntags|-\na|7\nb|-7\nc|-\nd|-\ne|-\nf|-\ng|-\nh|7\ni|-\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/log-tables/rows", test_rows);
  g_test_add_func ("/log-tables/every-cell", test_every_cell);
  g_test_add_func ("/log-tables/sort", test_sort);
  g_test_add_func ("/log-tables/state-order", test_state_order);
  g_test_add_func ("/log-tables/event-order", test_event_order);
  g_test_add_func ("/log-tables/numbers", test_numbers);
  return g_test_run ();
}
