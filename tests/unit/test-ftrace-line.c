/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib.h>

#include "formats/ftrace/ftrace-line.h"
#include "span-text.h"

static void
test_events (void)
{
  static const struct
  {
    const char *line;
    const char *comm;
    gint32 tid;
    gint32 tgid;
    guint32 cpu;
    const char *flags;
    gint64 timestamp;
    guint n_digits; /* 0 if the clock is a counter */
    const char *event;
    const char *args;
  } cases[] = {
    /* Forms that the kernel prints */
    { "           <...>-6709    (-------) [000] ..... 535799.774588: tracing_mark_write: B|6709|H:x ",
      "<...>", 6709, -1, 0, ".....", 535799774588000, 6, "tracing_mark_write", "B|6709|H:x " },
    { "           ACCS0-2716  ( 2519) [003] d..5 168758.662877: sched_waking: comm=a pid=1",
      "ACCS0", 2716, 2519, 3, "d..5", 168758662877000, 6, "sched_waking", "comm=a pid=1" },
    { "  tmp.HZwhiSrMvG-13566   (  13566) [000] d..2.   834.112061: sched_switch: x",
      "tmp.HZwhiSrMvG", 13566, 13566, 0, "d..2.", 834112061000, 6, "sched_switch", "x" },
    { "     kworker/0:0-13696 [000] 50260.647590: sched_wakeup: comm=adbd", "kworker/0:0", 13696,
      -1, 0, "", 50260647590000, 6, "sched_wakeup", "comm=adbd" },
    { "    hwc_eventmon-336   [000] 50260.929925: 0: C|124|VSYNC|1", "hwc_eventmon", 336, -1, 0, "",
      50260929925000, 6, "0", "C|124|VSYNC|1" },
    { "           dummy-0000  [000] 0.0: 0: trace_event_clock_sync: parent_ts=0.0", "dummy", 0, -1,
      0, "", 0, 1, "0", "trace_event_clock_sync: parent_ts=0.0" },
    { "<idle>-0     (-----) [001] dn.2 168758.662989: ipi_entry: (Rescheduling interrupts)",
      "<idle>", 0, -1, 1, "dn.2", 168758662989000, 6, "ipi_entry", "(Rescheduling interrupts)" },
    { "a-1 (2)[3] .... 1.5: print: x", "a", 1, 2, 3, "....", 1500000000, 1, "print", "x" },
    { "a-1 ( 2 )  [3] 1.5: print: x", "a", 1, 2, 3, "", 1500000000, 1, "print", "x" },
    { "a-1\t[3]\td..1\t1.5:\tprint:\tx", "a", 1, -1, 3, "d..1", 1500000000, 1, "print", "x" },
    /* Forms of trace-cmd report */
    { "         comm-123   [000]  5.123456: event: args", "comm", 123, -1, 0, "", 5123456000, 6,
      "event", "args" },
    { "trace-cmd-123 [000] 5.1: sched_switch:   a:123 [120] R ==> b:456 [120]", "trace-cmd", 123,
      -1, 0, "", 5100000000, 1, "sched_switch", "a:123 [120] R ==> b:456 [120]" },
    { "a-1 [0]  1305.139786: (+29)    e:   x", "a", 1, -1, 0, "", 1305139786000, 6, "e", "x" },
    { "a-1 [0]  1305.139786:          e:   x", "a", 1, -1, 0, "", 1305139786000, 6, "e", "x" },
    { "a-1 [0]1305139756754: e: x", "a", 1, -1, 0, "", 1305139756754, 0, "e", "x" },
    { "formstc:              cc1-26744 [000]  1.5: e: x", "cc1", 26744, -1, 0, "", 1500000000, 1,
      "e", "x" },
    { "b:  memfd:sealed-91-11392 [000]  1.5: e: x", "memfd:sealed-91", 11392, -1, 0, "", 1500000000,
      1, "e", "x" },
    { " kworker/u8:1-7 [000]  1.5: e: x", "kworker/u8:1", 7, -1, 0, "", 1500000000, 1, "e", "x" },
    /* Kernel option latency-format, and trace-cmd report -l */
    { "      as-20341     1d.h2. 1078643784us : e: x", "as", 20341, -1, 1, "d.h2.", 1078643784000,
      6, "e", "x" },
    { "  <idle>-0     12dNs3.  102us#: e: x", "<idle>", 0, -1, 12, "dNs3.", 102000, 6, "e", "x" },
    { "      sh-1234    3d..2 12345us+: e: x", "sh", 1234, -1, 3, "d..2", 12345000, 6, "e", "x" },
    { "      sh-1234    3d..2 12345us: e: x", "sh", 1234, -1, 3, "d..2", 12345000, 6, "e", "x" },
    { "      sh-1234    3d..2 2501577544199: e: x", "sh", 1234, -1, 3, "d..2", 2501577544199, 0,
      "e", "x" },
    { "     cc1-26725   1dNs41  1305.335764: e:  x", "cc1", 26725, -1, 1, "dNs41", 1305335764000, 6,
      "e", "x" },
    /* Lines of tracers that print no event name */
    { "a-1 [1] ..... 10152.583855: path_put <-path_walk", "a", 1, -1, 1, ".....", 10152583855000, 6,
      "function", "path_put <-path_walk" },
    { "a-1 1d..1 58us!: vfs_read(file=0x1, n=3) <-ksys_read", "a", 1, -1, 1, "d..1", 58000, 6,
      "function", "vfs_read(file=0x1, n=3) <-ksys_read" },
    { "  <idle>-0       3d.h4    0us :      0:120:R   + [003]  2389: 94:R sleep", "<idle>", 0, -1,
      3, "d.h4", 0, 6, "wakeup", "0:120:R   + [003]  2389: 94:R sleep" },
    { "  <idle>-0       3d..3    5us :      0:120:R ==> [003]  2389: 94:R sleep", "<idle>", 0, -1,
      3, "d..3", 5000, 6, "context_switch", "0:120:R ==> [003]  2389: 94:R sleep" },
    { "a-1 [1] 1.5: 0: 1:2 + [000] x", "a", 1, -1, 1, "", 1500000000, 1, "0", "1:2 + [000] x" },
    { "a-1 [1] 1.5: tracing_mark_write <ffffffff8149ab1a>: B|1|b", "a", 1, -1, 1, "", 1500000000, 1,
      "tracing_mark_write", "B|1|b" },
    /* names */
    { " -7 [0] .... 1.0: e: a", "", 7, -1, 0, "....", 1000000000, 1, "e", "a" },
    { "-7 [0] .... 1.0: e: a", "", 7, -1, 0, "....", 1000000000, 1, "e", "a" },
    { " Binder Thread # -7 [0] .... 1.0: e: a", "Binder Thread # ", 7, -1, 0, "....", 1000000000, 1,
      "e", "a" },
    { " ffrtwk/CPU-2-17-99 [0] .... 1.0: e: a", "ffrtwk/CPU-2-17", 99, -1, 0, "....", 1000000000, 1,
      "e", "a" },
    { " [GT]ColdPool#6-99 [0] .... 1.0: e: a", "[GT]ColdPool#6", 99, -1, 0, "....", 1000000000, 1,
      "e", "a" },
    { " RSHard(1)-99 (7) [0] .... 1.0: e: a", "RSHard(1)", 99, 7, 0, "....", 1000000000, 1, "e",
      "a" },
    { " a-12 [3]-99 [0] .... 1.0: e: a", "a-12 [3]", 99, -1, 0, "....", 1000000000, 1, "e", "a" },
    { " a-12 [3] b-9 (1) [0] .... 1.0: e: a", "a-12 [3] b", 9, 1, 0, "....", 1000000000, 1, "e",
      "a" },
    { " a-12 (4) (-5-9 [0] .... 1.0: e: a", "a-12 (4) (-5", 9, -1, 0, "....", 1000000000, 1, "e",
      "a" },
    { " a--9 [0] .... 1.0: e: a", "a-", 9, -1, 0, "....", 1000000000, 1, "e", "a" },
    { "#a-9 [0] .... 1.0: e: a", "#a", 9, -1, 0, "....", 1000000000, 1, "e", "a" },
    { " \xe6\x97\xa5-9 [0] .... 1.0: e: \xff", "\xe6\x97\xa5", 9, -1, 0, "....", 1000000000, 1, "e",
      "\xff" },
    /* Arguments are not parsed */
    { "a-1 [2] .... 3.0: print: b-4 [5] .... 6.0: e: x", "a", 1, -1, 2, "....", 3000000000, 1,
      "print", "b-4 [5] .... 6.0: e: x" },
    { "a-1 [2] .... 3.0: e:", "a", 1, -1, 2, "....", 3000000000, 1, "e", "" },
    { "a-1 [2] .... 3.0: e:x", "a", 1, -1, 2, "....", 3000000000, 1, "e", "x" },
    /* flags */
    { "a-1 [2] d..31...  3.0: e: x", "a", 1, -1, 2, "d..31...", 3000000000, 1, "e", "x" },
    { "a-1 [2] ...1683201.354908: e: x", "a", 1, -1, 2, "...1", 683201354908000, 6, "e", "x" },
    { "a-1 [2] d..2.834.111650: e: x", "a", 1, -1, 2, "d..2.", 834111650000, 6, "e", "x" },
    { "a-1 [2]....834.111650: e: x", "a", 1, -1, 2, "....", 834111650000, 6, "e", "x" },
    { "a-1 [2] d12.345: e: x", "a", 1, -1, 2, "d", 12345000000, 3, "e", "x" },
    { "a-1 [2] ....123456: e: x", "a", 1, -1, 2, "....", 123456, 0, "e", "x" },
    /* timestamps */
    { "a-1 [2] .... 3.123456789: e: x", "a", 1, -1, 2, "....", 3123456789, 9, "e", "x" },
    { "a-1 [2] .... 3.000000001: e: x", "a", 1, -1, 2, "....", 3000000001, 9, "e", "x" },
    { "a-1 [2] .... 3.1234567899: e: x", "a", 1, -1, 2, "....", 3123456789, 10, "e", "x" },
    { "a-1 [2] .... 3.12: e: x", "a", 1, -1, 2, "....", 3120000000, 2, "e", "x" },
    { "a-1 [2] .... 9223372035.999999: e: x", "a", 1, -1, 2, "....",
      9223372035 * G_GINT64_CONSTANT (1000000000) + 999999000, 6, "e", "x" },
    { "a-1 [2] .... 834112023865: e: x", "a", 1, -1, 2, "....", 834112023865, 0, "e", "x" },
    { "a-1 [2] .... 9223372036854775807: e: x", "a", 1, -1, 2, "....", G_MAXINT64, 0, "e", "x" },
    { "a-2147483647 [65535] .... 0: e: x", "a", 2147483647, -1, 65535, "....", 0, 0, "e", "x" },
    /* line ends */
    { "a-1 [2] .... 3.0: e: x\r", "a", 1, -1, 2, "....", 3000000000, 1, "e", "x" },
    { "a-1 [2] .... 3.0: e: x\r\n", "a", 1, -1, 2, "....", 3000000000, 1, "e", "x" },
    { "a-1 [2] .... 3.0: e: x\\n\\", "a", 1, -1, 2, "....", 3000000000, 1, "e", "x" },
    { "a-1 [2] .... 3.0: e: x\\n\\\n", "a", 1, -1, 2, "....", 3000000000, 1, "e", "x" },
    { "a-1 [2] .... 3.0: e: x\\", "a", 1, -1, 2, "....", 3000000000, 1, "e", "x\\" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize len = strlen (cases[i].line);
      g_autofree char *line = copy_exactly (cases[i].line, len);
      TvFtraceLine parts;

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_true (tv_ftrace_line_parse (line, len, &parts));
      assert_span (parts.comm, cases[i].comm);
      g_assert_cmpint (parts.tid, ==, cases[i].tid);
      g_assert_cmpint (parts.tgid, ==, cases[i].tgid);
      g_assert_cmpuint (parts.cpu, ==, cases[i].cpu);
      assert_span (parts.flags, cases[i].flags);
      g_assert_cmpint (parts.timestamp, ==, cases[i].timestamp);
      g_assert_cmpuint (parts.n_timestamp_digits, ==, cases[i].n_digits);
      g_assert_cmpint (parts.is_counter_clock, ==, cases[i].n_digits == 0);
      assert_span (parts.event, cases[i].event);
      assert_span (parts.args, cases[i].args);
    }
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *line;
    TvFtraceLineKind kind;
  } cases[] = {
    { "a-1 [2] .... 3.0: e: x", TV_FTRACE_LINE_EVENT },
    { "#", TV_FTRACE_LINE_COMMENT },
    { "# tracer: nop", TV_FTRACE_LINE_COMMENT },
    { "# TRACE:", TV_FTRACE_LINE_COMMENT },
    { "##### CPU 1 buffer started ####", TV_FTRACE_LINE_COMMENT },
    { "#           TASK-PID       TGID    CPU#  |||||  TIMESTAMP  FUNCTION",
      TV_FTRACE_LINE_COMMENT },
    { "# a-1 [2] .... 3.0: e: x", TV_FTRACE_LINE_COMMENT },
    { "", TV_FTRACE_LINE_BLANK },
    { "\r\n", TV_FTRACE_LINE_BLANK },
    { " \t ", TV_FTRACE_LINE_BLANK },
    { " => schedule", TV_FTRACE_LINE_STACK },
    { "  trace-cmd-12 [001] ..... 5.12: <stack trace>", TV_FTRACE_LINE_STACK },
    { "  trace-cmd-12 [001] ..... 5.12: <user stack trace>", TV_FTRACE_LINE_STACK },
    { "TRACE:", TV_FTRACE_LINE_CHATTER },
    { "cpus=8", TV_FTRACE_LINE_CHATTER },
    { "version = 6", TV_FTRACE_LINE_CHATTER },
    { "CPU 0 is empty", TV_FTRACE_LINE_CHATTER },
    { "capturing trace... done", TV_FTRACE_LINE_CHATTER },
    { "2024/02/04 17:41:10 start capture, please wait 5s ...", TV_FTRACE_LINE_CHATTER },
    { "    <idle>-0       0d.h1.  102us : sched_wakeup: x", TV_FTRACE_LINE_EVENT },
    { "    <idle>-0       0d.h1.  102us & sched_wakeup: x", TV_FTRACE_LINE_CONTINUATION },
    { "    <idle>-0       0d.h1.  102us", TV_FTRACE_LINE_CONTINUATION },
    { "    <idle>-0       0d.h  102us : e: x", TV_FTRACE_LINE_CONTINUATION },
    { "swapper     0 [000]  1234.567890: sched:sched_switch: prev_comm=a",
      TV_FTRACE_LINE_UNSUPPORTED },
    { "perf 12345/12346 [001] 1.2:  10101 cycles:", TV_FTRACE_LINE_UNSUPPORTED },
    { "[kworker] 12 [001] 1.2: cycles:", TV_FTRACE_LINE_UNSUPPORTED },
    /* Events that are damaged at various positions */
    { "a-1 [2]", TV_FTRACE_LINE_BAD },
    { "a-1 (3) [2] ", TV_FTRACE_LINE_BAD },
    { "a-1 [2] ....", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 834.11", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 834.111: ", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 834.111: sched_swi", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 834.111: do_fork <-", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 834.111: do_fork <- ", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 834.111: UNKNOWN TYPE 5", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 834.: e: x", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 83x.4: e: x", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... bogus: e: x", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 8.4:e: x", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 8.4: : x", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 9223372036.0: e: x", TV_FTRACE_LINE_BAD },
    { "a-1 [2] .... 99999999999999999999999: e: x", TV_FTRACE_LINE_BAD },
    { "a-1 [2] ......... 8.4: e: x", TV_FTRACE_LINE_BAD },
    { "a-1 [65536] .... 8.4: e: x", TV_FTRACE_LINE_BAD },
    { "a-1 [99999999999999999999999] 8.4: e: x", TV_FTRACE_LINE_BAD },
    { "a-2147483648 [2] .... 8.4: e: x", TV_FTRACE_LINE_BAD },
    { "a-99999999999999999999999 ( 1) [2] 8.4: e: x", TV_FTRACE_LINE_BAD },
    { "a-1 (99999999999999999999999) [2] 8.4: e: x", TV_FTRACE_LINE_BAD },
    { "a-1 (--) [] 8.4: e: x", TV_FTRACE_LINE_CONTINUATION },
    /* Lines without a valid thread ID, process ID or CPU are not events. */
    { "a-1 (x) [2] .... 8.4: e: x", TV_FTRACE_LINE_CONTINUATION },
    { "a-1[2] .... 8.4: e: x", TV_FTRACE_LINE_CONTINUATION },
    { "a-1", TV_FTRACE_LINE_CONTINUATION },
    { "a-", TV_FTRACE_LINE_CONTINUATION },
    { "-", TV_FTRACE_LINE_CONTINUATION },
    { "second line of a printed text", TV_FTRACE_LINE_CONTINUATION },
    { "see a-1 [2] and b-3 [4] there", TV_FTRACE_LINE_CONTINUATION },
    { "\xff\xfe\x0f", TV_FTRACE_LINE_CONTINUATION },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize len = strlen (cases[i].line);
      g_autofree char *line = copy_exactly (cases[i].line, len);
      TvFtraceLine parts;
      TvFtraceNote note;

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (tv_ftrace_line_classify (line, len, &parts, &note), ==, cases[i].kind);
      g_assert_cmpint (tv_ftrace_line_parse (line, len, &parts), ==,
                       cases[i].kind == TV_FTRACE_LINE_EVENT);
    }
}

#define SPAN(text)                                                                                 \
  {                                                                                                \
    text, sizeof (text) - 1                                                                        \
  }
#define FOREIGN(form)                                                                              \
  TV_FTRACE_LINE_UNSUPPORTED,                                                                      \
  {                                                                                                \
    .unsupported = TV_FTRACE_UNSUPPORTED_##form                                                    \
  }

static void
test_notes (void)
{
  static const struct
  {
    const char *line;
    TvFtraceLineKind kind;
    TvFtraceNote note;
  } cases[] = {
    { "# entries-in-buffer/entries-written: 6138/1373949   #P:4",
      TV_FTRACE_LINE_COMMENT,
      { .has_entries = TRUE, .n_in_buffer = 6138, .n_written = 1373949, .n_cpus = 4 } },
    { "# entries-in-buffer/entries-written: 1/2",
      TV_FTRACE_LINE_COMMENT,
      { .has_entries = TRUE, .n_in_buffer = 1, .n_written = 2 } },
    { "# entries-in-buffer/entries-written: 1/2 #P:99999999",
      TV_FTRACE_LINE_COMMENT,
      { .has_entries = TRUE, .n_in_buffer = 1, .n_written = 2 } },
    { "# entries-in-buffer/entries-written: 1/", TV_FTRACE_LINE_COMMENT, { 0 } },
    { "# entries-in-buffer/entries-written: -1/2", TV_FTRACE_LINE_COMMENT, { 0 } },
    { "# entries-in-buffer/entries-written:", TV_FTRACE_LINE_COMMENT, { 0 } },
    { "# latency: 0 us, #406/17175, CPU#0 | (M:PREEMPT(none) VP:0, KP:0, SP:0 HP:0 #P:2)",
      TV_FTRACE_LINE_COMMENT,
      { .has_entries = TRUE, .n_in_buffer = 406, .n_written = 17175, .n_cpus = 2 } },
    { "# latency: 0 us", TV_FTRACE_LINE_COMMENT, { 0 } },
    { "# tracer: wakeup_rt \r\n", TV_FTRACE_LINE_COMMENT, { .tracer = SPAN ("wakeup_rt") } },
    { "# tracer:", TV_FTRACE_LINE_COMMENT, { 0 } },
    { "a-1 [2] .... 834.111: UNKNOWN TYPE 5", TV_FTRACE_LINE_BAD, { .is_unknown_type = TRUE } },
    { "a-1 [2] .... 834.111: UNKNOWN TYPE x", TV_FTRACE_LINE_BAD, { 0 } },
    { "swapper 0 [000] 1.5: cycles:", FOREIGN (PERF_SCRIPT) },
    { "20341 1 1078643783580 type: 363", FOREIGN (RAW) },
    { "20355 0 1080238156733 # ffffffff8149ab1a B|20355|a", FOREIGN (RAW) },
    { "00004f75 00000001 000000fb242df79c type: 363", FOREIGN (HEX) },
    { "\x05O\x01", FOREIGN (BINARY) },
    { " as   20341   1 9 00000002 00000000 [404acc48] 1078643.784ms (+0.003ms): e: x",
      FOREIGN (VERBOSE) },
    { "sched_switch: prev_comm=a", FOREIGN (NO_CONTEXT) },
    { "unheard_of: prev_comm=a", TV_FTRACE_LINE_CONTINUATION, { 0 } },
    { "R 4 123.456799 1 0xfee00000 0x0 0x0 0", FOREIGN (MMIO) },
    { "MAP 123.456789 1 0xfee00000 0xffff 0x1000 0x0 0", FOREIGN (MMIO) },
    { "CPU:3 [LOST 12 EVENTS]", TV_FTRACE_LINE_LOST, { .lost_cpu = 3, .n_lost = 12 } },
    { "CPU:3 [LOST EVENTS]\r\n", TV_FTRACE_LINE_LOST, { .lost_cpu = 3 } },
    { "CPU:11 [7 EVENTS DROPPED]", TV_FTRACE_LINE_LOST, { .lost_cpu = 11, .n_lost = 7 } },
    { "CPU:1 [EVENTS DROPPED]", TV_FTRACE_LINE_LOST, { .lost_cpu = 1 } },
    { "CPU:1 [EVENTS]", TV_FTRACE_LINE_CONTINUATION, { 0 } },
    { "CPU:1 [LOST 99999999999999999999 EVENTS]", TV_FTRACE_LINE_CONTINUATION, { 0 } },
    { "CPU:", TV_FTRACE_LINE_CONTINUATION, { 0 } },
    { "CPU:1 [", TV_FTRACE_LINE_CONTINUATION, { 0 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize len = strlen (cases[i].line);
      g_autofree char *line = copy_exactly (cases[i].line, len);
      const TvFtraceNote *expected = &cases[i].note;
      TvFtraceLine parts;
      TvFtraceNote note;

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (tv_ftrace_line_classify (line, len, &parts, &note), ==, cases[i].kind);
      g_assert_cmpint (note.has_entries, ==, expected->has_entries);
      g_assert_cmpuint (note.n_in_buffer, ==, expected->n_in_buffer);
      g_assert_cmpuint (note.n_written, ==, expected->n_written);
      g_assert_cmpuint (note.n_cpus, ==, expected->n_cpus);
      g_assert_cmpuint (note.lost_cpu, ==, expected->lost_cpu);
      g_assert_cmpuint (note.n_lost, ==, expected->n_lost);
      g_assert_cmpmem (note.tracer.text, note.tracer.size, expected->tracer.text,
                       expected->tracer.size);
      g_assert_cmpint (note.unsupported, ==, expected->unsupported);
      g_assert_cmpint (note.is_unknown_type, ==, expected->is_unknown_type);
    }
}

/* Lines of tracers that print no event name */
static void
test_unnamed (void)
{
  static const char line[] = "  <...>-1729  [001] d...   678.473449: #1  inner/outer(us): 11/12";
  TvFtraceLine parts;
  TvFtraceNote note;

  g_assert_cmpint (tv_ftrace_line_classify (line, strlen (line), &parts, &note), ==,
                   TV_FTRACE_LINE_BAD);
  g_assert_true (tv_ftrace_line_parse_as (line, strlen (line), (TvSpan) SPAN ("hwlat"), &parts));
  assert_span (parts.event, "hwlat");
  assert_span (parts.args, "#1  inner/outer(us): 11/12");
  g_assert_cmpint (parts.tid, ==, 1729);
  g_assert_false (
      tv_ftrace_line_parse_as ("# a-1 [0] 1.5: x", 16, (TvSpan) SPAN ("hwlat"), &parts));
  g_assert_false (tv_ftrace_line_parse_as ("a-1 [0] 1.5: ", 13, (TvSpan) SPAN ("hwlat"), &parts));
  g_assert_false (
      tv_ftrace_line_parse_as ("a-1 [0] 1.5: <stack trace>", 26, (TvSpan) SPAN ("hwlat"), &parts));
}

/* NULs are treated like all other bytes. */
static void
test_nul (void)
{
  static const char line[] = "a\0b-1 [2] .... 3.0: e: x\0y";
  gsize len = sizeof line - 1;
  g_autofree char *copy = copy_exactly (line, len);
  g_autofree char *nuls = g_malloc0 (64);
  TvFtraceLine parts;
  TvFtraceNote note;

  g_assert_true (tv_ftrace_line_parse (copy, len, &parts));
  g_assert_cmpmem (parts.comm.text, parts.comm.size, "a\0b", 3);
  g_assert_cmpmem (parts.args.text, parts.args.size, "x\0y", 3);
  g_assert_cmpint (tv_ftrace_line_classify (nuls, 64, &parts, &note), ==, TV_FTRACE_LINE_BLANK);
}

/* If a line is truncated before the colon after the event name, it is not an event; if it is truncated after this
 * colon, it is. */
static void
test_cuts (void)
{
  static const char line[] = "  a-1 [2] b-16 ( 12) [003] d..2. 1.234567: ev: x";
  gsize colon = strstr (line, "ev:") + strlen ("ev:") - line;

  for (gsize len = 0; len < sizeof line; len++)
    {
      g_autofree char *copy = copy_exactly (line, len);
      TvFtraceLine parts;
      TvFtraceNote note;

      g_assert_cmpint (tv_ftrace_line_classify (copy, len, &parts, &note) == TV_FTRACE_LINE_EVENT,
                       ==, len >= colon);
    }
}

/* Malicious lines. The test would take hours if the parser took quadratic time. */
static void
test_hostile (void)
{
  static const char *const units[] = { "-",
                                       "-1 ",
                                       "-1 [1] ",
                                       "-1 [1] 1.0: ",
                                       "a-1 [1] 1: a",
                                       "-1 (",
                                       "-1 (-",
                                       "[1] 1.1:",
                                       "1 [1] ",
                                       "-1 0aaaa 1us",
                                       "-1 [1] .... 1: a",
                                       "-1 [1]-1",
                                       "-1 0aaaa 1us: a ",
                                       "-1 [1] 1: <f " };
  gsize len = 4 * 1024 * 1024;

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *line = g_malloc (len);
      TvFtraceLine parts;
      TvFtraceNote note;

      for (gsize at = 0; at < len; at++)
        line[at] = units[i][at % strlen (units[i])];
      g_assert_cmpint (tv_ftrace_line_classify (line, len, &parts, &note), !=,
                       TV_FTRACE_LINE_EVENT);
    }
}

static void
test_samples (void)
{
  static const struct
  {
    const char *name;
    guint n_events;
  } samples[] = {
    { "openharmony-device.ftrace", 6138 },
    { "android-atrace.txt", 1042 },
    { "hitrace-api18.ftrace", 45686 },
    { "bytrace-full.txt", 63 },
  };
  const char *folder = g_getenv ("TV_SAMPLES");

  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_build_filename (folder != NULL ? folder : "../shared/samples",
                                                samples[i].name, NULL);
      g_autofree char *text = NULL;
      guint n_events = 0;
      gsize size;

      if (!g_file_get_contents (path, &text, &size, NULL))
        {
          g_test_skip ("no samples: set TV_SAMPLES to their folder");
          return;
        }
      for (const char *at = text, *end = text + size; at < end;)
        {
          const char *feed = memchr (at, '\n', end - at);
          gsize len = (feed != NULL ? feed : end) - at;
          TvFtraceLine parts;
          TvFtraceNote note;

          switch ((guint) tv_ftrace_line_classify (at, len, &parts, &note))
            {
            case TV_FTRACE_LINE_EVENT:
              n_events++;
              break;
            case TV_FTRACE_LINE_COMMENT:
              break;
            default:
              g_test_fail_printf ("%s: %.*s", samples[i].name, (int) len, at);
            }
          at += len + 1;
        }
      g_assert_cmpuint (n_events, ==, samples[i].n_events);
    }
}

/* The prefix of a line is parsed in the same way with any event name. This is checked with random lines that consist
 * of pieces of prefixes and timestamps. */
static void
test_prefixes (void)
{
  static const char *const pieces[] = { "-",     "1",     " ",   "[0]",   "[000] ",       "(5) ",
                                        "(---)", "1.0: ", "e: ", "a-1 ",  ".... ",        "1:",
                                        "-7 ",   "x",     "[",   "2.5:",  "0d..1 ",       "1us: ",
                                        "2us+:", " <-x",  "x(",  "(+1) ", "4:5:R + [0] ", "<f>: " };
  guint n_shared = 0;

  g_random_set_seed (1);
  for (guint i = 0; i < 200000; i++)
    {
      g_autoptr (GString) first = g_string_new (NULL);
      g_autoptr (GString) second = NULL;
      TvFtraceLine line, whole, rest;
      const char *event;

      for (guint n = g_random_int_range (1, 8); n > 0; n--)
        g_string_append (first, pieces[g_random_int_range (0, G_N_ELEMENTS (pieces))]);
      g_string_append (first,
                       i % 2 == 0 ? "-3 [000] .... 1.000000: e: x" : "-3   0d..1    1us : e: x");
      if (!tv_ftrace_line_parse (first->str, first->len, &line))
        continue;
      second = g_string_new_len (line.prefix.text, (gssize) line.prefix.size);
      for (guint n = g_random_int_range (1, 8); n > 0; n--)
        g_string_append (second, pieces[g_random_int_range (0, G_N_ELEMENTS (pieces))]);
      event = tv_ftrace_line_parse_stamp (second->str + line.prefix.size, second->str + second->len,
                                          &rest);
      if (event == NULL || !tv_ftrace_line_parse_event (event, second->str + second->len, &rest))
        continue;
      n_shared++;
      g_assert_true (tv_ftrace_line_parse (second->str, second->len, &whole));
      g_assert_cmpuint (whole.prefix.size, ==, line.prefix.size);
      g_assert_cmpint (whole.tid, ==, line.tid);
      g_assert_cmpint (whole.tgid, ==, line.tgid);
      g_assert_cmpuint (whole.comm.size, ==, line.comm.size);
      g_assert_cmpuint (whole.cpu, ==, rest.cpu);
      g_assert_cmpint (whole.timestamp, ==, rest.timestamp);
      g_assert_true (whole.event.text == rest.event.text && whole.args.text == rest.args.text);
    }
  g_assert_cmpuint (n_shared, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-line/events", test_events);
  g_test_add_func ("/ftrace-line/kinds", test_kinds);
  g_test_add_func ("/ftrace-line/notes", test_notes);
  g_test_add_func ("/ftrace-line/unnamed", test_unnamed);
  g_test_add_func ("/ftrace-line/nul", test_nul);
  g_test_add_func ("/ftrace-line/cuts", test_cuts);
  g_test_add_func ("/ftrace-line/hostile", test_hostile);
  g_test_add_func ("/ftrace-line/prefixes", test_prefixes);
  g_test_add_func ("/ftrace-line/samples", test_samples);
  return g_test_run ();
}
