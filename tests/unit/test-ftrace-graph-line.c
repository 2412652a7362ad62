/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib.h>

#include "formats/ftrace/ftrace-graph-line.h"
#include "span-text.h"

#define ENTER   TV_FTRACE_GRAPH_ENTER
#define LEAF    TV_FTRACE_GRAPH_LEAF
#define LEAVE   TV_FTRACE_GRAPH_LEAVE
#define COMMENT TV_FTRACE_GRAPH_COMMENT

static void
test_lines (void)
{
  static const struct
  {
    const char *line;
    TvFtraceGraphKind kind;
    gint64 ts; /* -1 if missing */
    guint32 cpu;
    gint32 tid;
    const char *comm;
    gint64 dur;
    const char *name;
    const char *args;
    const char *result;
  } cases[] = {
    { " 0)               |  sys_open() {", ENTER, -1, 0, -1, "", -1, "sys_open", "", "" },
    { " 0)   1.382 us    |          __might_sleep();", LEAF, -1, 0, -1, "", 1382, "__might_sleep",
      "", "" },
    { " 12) + 12.001 us   |      }", LEAVE, -1, 12, -1, "", 12001, "", "", "" },
    { " 0) ! 123.4 us    |    } /* do_sys_open */", LEAVE, -1, 0, -1, "", 123400, "do_sys_open", "",
      "" },
    { " 0) # 1234567 us  |  }", LEAVE, -1, 0, -1, "", 1234567000, "", "", "" },
    { " 0) * 12345.67 us |  foo [ext4]();", LEAF, -1, 0, -1, "", 12345670, "foo [ext4]", "", "" },
    { " 0) @ 1.0 us |  }", LEAVE, -1, 0, -1, "", 1000, "", "", "" },
    { " 0) $ 1.0 us |  }", LEAVE, -1, 0, -1, "", 1000, "", "", "" },
    /* funcgraph-abstime, -proc and -irqs; funcgraph-reltime with latency-format */
    { "  100.000001 |   0)   bash-1234   |  d..1 |   0.900 us    |    a();", LEAF, 100000001000, 0,
      1234, "bash", 900, "a", "", "" },
    { "  100.000001 |   3)  <idle>-0    |               |  a() {", ENTER, 100000001000, 3, 0,
      "<idle>", -1, "a", "", "" },
    { "   58 us |   3)  rcu-p-17 | d.h1. |  0.1 us |  a();", LEAF, 58000, 3, 17, "rcu-p", 100, "a",
      "", "" },
    { " 1)  d..1. |               |  a() {", ENTER, -1, 1, -1, "", -1, "a", "", "" },
    /* Without CPU; without duration */
    { "   0.900 us    |    a();", LEAF, -1, 0, -1, "", 900, "a", "", "" },
    { "   |  a() {", ENTER, -1, 0, -1, "", -1, "a", "", "" },
    { " 0)    a() {", ENTER, -1, 0, -1, "", -1, "a", "", "" },
    { " 0)  bash-1234   |    }", LEAVE, -1, 0, 1234, "bash", -1, "", "", "" },
    /* funcgraph-args and funcgraph-retval */
    { " 0)   0.1 us    |  b(x=1, y=\"a;b{\"); /* = 0x10 */", LEAF, -1, 0, -1, "", 100, "b",
      "x=1, y=\"a;b{\"", "0x10" },
    { " 0)   0.1 us    |  } /* b ret=0x3 */", LEAVE, -1, 0, -1, "", 100, "b", "", "0x3" },
    { " 0)   0.1 us    |  } /* = -22 */", LEAVE, -1, 0, -1, "", 100, "", "", "-22" },
    { " 0)   0.1 us    |  } /* ret=-22 */", LEAVE, -1, 0, -1, "", 100, "", "", "-22" },
    { " 0)               |  /* sched_switch: prev_state=D|K ==> x */", COMMENT, -1, 0, -1, "", -1,
      "sched_switch: prev_state=D|K ==> x", "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize len = strlen (cases[i].line);
      g_autofree char *line = copy_exactly (cases[i].line, len);
      TvFtraceGraphLine parts;

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_true (tv_ftrace_graph_parse_line (line, len, &parts));
      g_assert_false (parts.is_switch);
      g_assert_cmpint (parts.call.kind, ==, cases[i].kind);
      g_assert_cmpint (parts.has_ts, ==, cases[i].ts >= 0);
      if (parts.has_ts)
        g_assert_cmpint (parts.ts, ==, cases[i].ts);
      g_assert_cmpuint (parts.cpu, ==, cases[i].cpu);
      g_assert_cmpint (parts.tid, ==, cases[i].tid);
      assert_span (parts.comm, cases[i].comm);
      g_assert_cmpint (parts.call.dur, ==, cases[i].dur);
      assert_span (parts.call.name, cases[i].name);
      assert_span (parts.call.args, cases[i].args);
      assert_span (parts.call.result, cases[i].result);
    }
}

static void
test_switch (void)
{
  static const char line[] = " 1)   bash-1234   =>  ksoftir-22 \r\n";
  TvFtraceGraphLine parts;

  g_assert_true (tv_ftrace_graph_parse_line (line, strlen (line), &parts));
  g_assert_true (parts.is_switch);
  g_assert_cmpuint (parts.cpu, ==, 1);
  g_assert_cmpint (parts.tid, ==, 1234);
  g_assert_cmpint (parts.next_tid, ==, 22);
  assert_span (parts.comm, "bash");
  assert_span (parts.next_comm, "ksoftir");
}

static void
test_nothing (void)
{
  static const char *const lines[] = {
    "",
    "#",
    " 0)   ==========> |",
    " 0)   <========== |",
    " ------------------------------------------",
    "|",
    " 0)",
    " 0) |",
    " 0) 1.0 us |",
    " 0) x |  a() {b",
    " 0) |  a",
    " 0) |  a(",
    " 0) |  () {",
    " 0) |  {",
    " 0) |  ;",
    " 0) |  }}",
    " 0) |  a b",
    " 65536) |  a() {",
    "99999999999999999999.1 |",
    " 0) 99999999999999999999 us |  ",
    " 0)  => ",
    " 0) a-1 => b",
    " 0) |  */",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      gsize len = strlen (lines[i]);
      g_autofree char *line = copy_exactly (lines[i], len);
      TvFtraceGraphLine parts;

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_false (tv_ftrace_graph_parse_line (line, len, &parts));
    }
}

/* If a line is truncated or changed at any position, the parser does not read past its end. */
static void
test_damage (void)
{
  static const char line[] =
      "  100.000001 |  12)   bash-1234   |  d..1 | + 10.900 us   |  f(x=1); /* = 0x1 */";

  for (gsize len = 0; len < sizeof line; len++)
    for (guint c = 0; c < 256; c++)
      {
        g_autofree char *copy = copy_exactly (line, len);
        TvFtraceGraphLine parts;

        if (len > 0)
          copy[(len * 7 + c) % len] = (char) c;
        tv_ftrace_graph_parse_line (copy, len, &parts);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-graph-line/lines", test_lines);
  g_test_add_func ("/ftrace-graph-line/switch", test_switch);
  g_test_add_func ("/ftrace-graph-line/nothing", test_nothing);
  g_test_add_func ("/ftrace-graph-line/damage", test_damage);
  return g_test_run ();
}
