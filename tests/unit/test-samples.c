/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/system/activity.h"
#include "analysis/calls/call-paths.h"
#include "analysis/calls/call-source.h"
#include "analysis/calls/call-tree.h"
#include "analysis/samples/sample-limitations.h"
#include "analysis/samples/sample-marks.h"
#include "analysis/samples/unnamed-code.h"
#include "analysis/calls/sample-rows.h"
#include "core/error.h"
#include "core/trace-builder.h"
#include "core/number-format.h"
#include "formats/load.h"
#include "formats/samples/perf-script-line.h"
#include "paint/timeline/band-class.h"

/* Tests lines of sampled profiles in every format, and malformed files. check-samples.py compares the totals of whole
 * files. */

static TvSpan
span (const char *text)
{
  return (TvSpan){ text, strlen (text) };
}

static void
assert_span (TvSpan found, const char *text)
{
  g_autofree char *copy = g_strndup (found.size > 0 ? found.text : "", found.size);

  g_assert_cmpstr (copy, ==, text);
}

/* ---- Lines of perf script ---- */

static void
test_prefixes (void)
{
  static const struct
  {
    const char *line;
    const char *comm;
    guint32 pid, tid, cpu;
    gint64 ts;
    gint64 period; /* sample period; -1 if none */
    const char *event;
    const char *rest;
  } cases[] = {
    { "forks     9 [002] 203265.377019:    1001001 cpu-clock: ", "forks", TV_NONE, 9, 2,
      G_GINT64_CONSTANT (203265377019000), 1001001, "cpu-clock", "" },
    { "simple-terminat     9/9     198791.127353: cpu-clock: ", "simple-terminat", 9, 9, TV_NONE,
      G_GINT64_CONSTANT (198791127353000), -1, "cpu-clock", "" },
    { "app\t100/101 [000] 1.000000001: 7 task-clock:ppp:", "app", 100, 101, 0, 1000000001, 7,
      "task-clock:ppp", "" },
    { "         a b:1/2 [x] 77/78 [011]  5.5: cycles:", "a b:1/2 [x]", 77, 78, 11, 5500000000, -1,
      "cycles", "" },
    { ":1234 1234 1.000000: cpu/event=0x3c,umask=1/: ", ":1234", TV_NONE, 1234, TV_NONE, 1000000000,
      -1, "cpu/event=0x3c,umask=1/", "" },
    { "sleep -1 [000] 2.000000: 3 cycles: ", "sleep", TV_NONE, TV_NONE, 0, 2000000000, 3, "cycles",
      "" },
    { "perf 5 [003] 9.000000: sched:sched_switch: prev_comm=a 1 2.0: x: y", "perf", TV_NONE, 5, 3,
      G_GINT64_CONSTANT (9000000000), -1, "sched:sched_switch", "prev_comm=a 1 2.0: x: y" },
    { "perf 5 [003] 9.000000: 12 cycles:  ffffff01 f+0x1 ([k])", "perf", TV_NONE, 5, 3,
      G_GINT64_CONSTANT (9000000000), 12, "cycles", "ffffff01 f+0x1 ([k])" },
    { "perf 5/6 [003] 250 cycles:u:", "perf", 5, 6, 3, TV_NO_TIME, 250, "cycles:u", "" },
  };
  static const char *const none[] = {
    "",
    "# a 1 2.0: x:",
    "one",
    "a 1 2.0:",
    "a 1 2.0: 5",
    "a 1 2.1234567890: x:",
    "a x 2.0: x:",
    "a 1 [2] 3.0 x:",
    "a 1 99999999999.0: x:",
    "          <idle>-0     [001] d..2   10.5: sched_switch: prev_comm=swapper",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvPerfScriptPrefix prefix;

      g_test_message ("%s", cases[i].line);
      g_assert_true (tv_perf_script_parse_prefix (span (cases[i].line), &prefix));
      assert_span (prefix.comm, cases[i].comm);
      g_assert_cmpuint (prefix.pid, ==, cases[i].pid);
      g_assert_cmpuint (prefix.tid, ==, cases[i].tid);
      g_assert_cmpuint (prefix.cpu, ==, cases[i].cpu);
      g_assert_cmpint (prefix.ts, ==, cases[i].ts);
      g_assert_cmpint (prefix.has_period ? prefix.period : -1, ==, cases[i].period);
      assert_span (prefix.event, cases[i].event);
      assert_span (prefix.rest, cases[i].rest);
    }
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      TvPerfScriptPrefix prefix;

      g_test_message ("%s", none[i]);
      g_assert_false (tv_perf_script_parse_prefix (span (none[i]), &prefix));
    }
}

static void
test_frames (void)
{
  static const struct
  {
    const char *line;
    const char *name;
    const char *path;
  } cases[] = {
    { "\t     6f1 _Z5gammav (/workdir/forks)", "_Z5gammav", "/workdir/forks" },
    { "ffffffffad14d115 [unknown] ([kernel.kallsyms])", "", "[kernel.kallsyms]" },
    { " 606258d4c544155 [unknown] ([unknown])", "", "" },
    { " 1 operator()(int) const+0x1f (/a b/c (1).so)", "operator()(int) const", "/a b/c (1).so" },
    { " 1 f+0x0 (/bin/x (deleted))", "f", "/bin/x (deleted)" },
    { " 1 f (inlined)", "f", "" },
    { " 1 f(int)", "f(int)", "" },
    { " 1 (x)", "(x)", "" },
    { " 1 f )", "f )", "" },
    { " 1 f;g (x y)", "f;g", "x y" },
    { " 7f01", "", "" },
    { " 1 f+0x", "f+0x", "" },
    { " 1 f+0xg (a)", "f+0xg", "a" },
  };
  static const char *const none[] = { "",         " ",          " main.c:12",
                                      " xyz (a)", "0x12 f (a)", " 12345678901234567 f (a)" };
  TvSampleFrame frame;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].line);
      g_assert_true (tv_perf_script_parse_frame (span (cases[i].line), &frame));
      assert_span (frame.name, cases[i].name);
      assert_span (frame.path, cases[i].path);
    }
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_false (tv_perf_script_parse_frame (span (none[i]), &frame));
}

static void
test_paths (void)
{
  static const struct
  {
    const char *path;
    TvFrameKind kind;
  } cases[] = {
    { "", TV_FRAME_OTHER },
    { "[unknown]", TV_FRAME_OTHER },
    { "//anon", TV_FRAME_OTHER },
    { "/system/framework/boot.oat", TV_FRAME_MANAGED },
    { "/data/app/base.apk", TV_FRAME_MANAGED },
    { "/data/app/base.apk!/lib/arm64/libx.so", TV_FRAME_NATIVE },
    { "[JIT app cache]", TV_FRAME_JIT },
    { "/memfd:jit-cache", TV_FRAME_NATIVE },
    { "[kernel.kallsyms]", TV_FRAME_KERNEL },
    { "[guest.kernel.kallsyms]", TV_FRAME_KERNEL },
    { "/lib/modules/x.ko", TV_FRAME_KERNEL },
    { "entry.hap", TV_FRAME_JS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (tv_sample_path_get_kind (span (cases[i].path)), ==, cases[i].kind);
  assert_span (tv_sample_path_get_base (span ("/a/b.so")), "b.so");
  assert_span (tv_sample_path_get_base (span ("b")), "b");
  assert_span (tv_sample_path_get_base (span ("/a/")), "/a/");
}

/* ---- Whole files ---- */

static TvTrace *
load (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static guint64
count_problems (TvTrace *trace, TvProblemKind kind)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == kind)
      return problems[i].count;
  return 0;
}

#define HEADER(ts) "app 1/2 [000] " ts ": 10 cycles: \n"

/* A sample ends at an empty line, at the next sample or at the end of the file, where the last sample must not be
 * lost. */
static void
test_ends (void)
{
  static const char *const texts[] = {
    HEADER ("1.0") " 1 a (x)\n\n" HEADER ("2.0") " 1 b (x)\n\n",
    HEADER ("1.0") " 1 a (x)\n\n" HEADER ("2.0") " 1 b (x)",
    HEADER ("1.0") " 1 a (x)\n" HEADER ("2.0") " 1 b (x)\n",
    "# captured on\n\n" HEADER ("1.0") " 1 a (x)\n main.c:3\n" HEADER ("2.0") " 1 b (x)\r\n\r\n",
    "app 1/2 [000] 1.0: 10 cycles:  1 a (x)\napp 1/2 [000] 2.0: 10 cycles:  1 b (x)\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TvTrace) trace = load (texts[i]);
      const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;

      g_assert_cmpuint (samples->n, ==, 2);
      g_assert_cmpint (samples->ts[1], ==, 2000000000);
      g_assert_cmpint (samples->weight[1], ==, 10);
      g_assert_cmpuint (samples->callsite[1], !=, TV_NONE);
      g_assert_cmpuint (samples->utid[0], ==, samples->utid[1]);
      g_assert_cmpuint (count_problems (trace, TV_PROBLEM_BAD_LINE), ==, 0);
      g_assert_cmpuint (count_problems (trace, TV_PROBLEM_NO_CALLERS), ==, 1);
    }
}

/* A thread whose name changes, as after exec, is shown as a separate thread. */
static void
test_renamed (void)
{
  g_autoptr (TvTrace)
      trace = load ("a 1/1 1.0: 1 cycles:\n 1 f (x)\n\nb 1/1 2.0: 1 cycles:\n 1 f (x)\n"
                    "\na 1/1 3.0: 1 cycles:\n 1 f (x)\n");
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  g_autoptr (TvTimelineLayout)
      layout = tv_timeline_layout_new (trace, TV_TIMELINE_NESTED, &metrics);
  guint32 sampled[2] = { TV_NONE, TV_NONE };

  g_assert_cmpuint (samples->utid[0], ==, samples->utid[2]);
  g_assert_cmpuint (samples->utid[0], !=, samples->utid[1]);
  /* Each name has a separate strip. */
  tv_timeline_layout_arrange (layout);
  g_assert_cmpuint (tv_timeline_layout_get_n_rows (layout), ==, 3);
  for (guint i = 0; i < 2; i++)
    sampled[i] = tv_timeline_layout_get_row (layout, i + 1)->utid;
  g_assert_cmpuint (sampled[0], ==, samples->utid[0]);
  g_assert_cmpuint (sampled[1], ==, samples->utid[1]);
}

static void
test_folded (void)
{
  g_autoptr (TvTrace)
      trace = load ("# made\n\na;b_[k] 3\n a;;c d  4 \nnot one\na;b 99999999999999999999\n"
                    "a;b;c 0\na;e_[j] 5\n");
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvFrame *frame;

  g_assert_cmpuint (stacks->samples.n, ==, 4);
  g_assert_cmpuint (count_problems (trace, TV_PROBLEM_BAD_LINE), ==, 2);
  frame = &stacks->frames[stacks->callsites[stacks->samples.callsite[0]].frame];
  g_assert_cmpint (frame->kind, ==, TV_FRAME_KERNEL);
  g_assert_cmpstr (
      tv_trace_get_string (trace, tv_trace_get_symbols (trace, NULL)[frame->symbol].name), ==, "b");
  g_assert_cmpuint (stacks->callsites[stacks->samples.callsite[1]].depth, ==, 1);
}

/* Tests weights with fractions, lines with two counts, and lines that are not stacks. */
static void
test_folded_forms (void)
{
  static const struct
  {
    const char *text;
    const char *kinds; /* NULL if the text is not a profile */
    const char *problems;
  } rows[] = {
    { "a;b 3\na;c 4\n", "weight=7 ", "" },
    { "a;b\t3\na;c d\t 4\n", "weight=7 ", "" },
    { "a;b\t3\t5\na;c 0 1\n", "after=6 before=3 ", "" },
    { "a;b 3.25\na;c 4\na .5\n", "weight=7.25 ", "bad-line " },
    { "a;b 3.0\na;c 4.000000000000\n", "weight=7 ", "" },
    { "a;b 31.23\na;c 6.1\na 1.0\n", "weight=38.33 ", "" },
    { "a;b 0.123456789\na;c 2\n", "weight=2.123456789 ", "" },
    { "a;b 0.1234567894\na;c 1.9999999999\n", "weight=2.123456789 ", "rounded-weight " },
    { "a;b 4000000000.5\na;c 5000000000.123456789\n", "weight=9000000000.62345679 ",
      "rounded-weight " },
    { "a;b 9000000000000000000.5\na;c 1.5\n", "weight=9000000000000000003 ", "rounded-weight " },
    { "a;b 9223372036854775807\na;c 3\n", "weight=9223372036854775807 ", "rounded-weight " },
    { "a;b 3 5\na;c 0 1\nd 2 2\n", "after=8 before=5 ", "" },
    { "a;b 3.5 5\na;c 0 1\nd 2 2.25\n", "after=8.25 before=5.50 ", "" },
    { "a;operator new(int) 3 5\na;c d 0 1\n", "after=6 before=3 ", "" },
    { "a;b 3 5\na;c 7\nd 2 2\n", "after=7 before=5 ", "bad-line mixed-weights " },
    { "a;b(int, int) 3\na;b 7 5\n", "weight=8 ", "mixed-weights " },
    { "2015-01-13 00:32:17 GET / M/4.0+(c;+N) 200\n2015-01-13 00:32:18 GET / M/4.0+(c;+N) 404\n",
      NULL, NULL },
    { "10:00:01 x; y 1\n10:00:02 x; y 2\n", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (rows[i].text, strlen (rows[i].text));
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
      g_autoptr (GString) found = g_string_new (NULL);
      const TvStacks *stacks;

      g_test_message ("%s", rows[i].text);
      if (rows[i].kinds == NULL)
        {
          g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
          continue;
        }
      g_assert_no_error (error);
      stacks = tv_trace_get_stacks (trace);
      for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
        {
          gint64 sum = 0;

          for (guint32 k = 0; k < stacks->samples.n; k++)
            if (stacks->samples.kind[k] == kind)
              sum += stacks->samples.weight[k];
          g_string_append_printf (found,
                                  "%s=", tv_trace_get_string (trace, stacks->kinds[kind].name));
          tv_decimal_append (found, sum, tv_weight_unit_get_digits (stacks->kinds[kind].unit));
          g_string_append_c (found, ' ');
        }
      g_assert_cmpstr (found->str, ==, rows[i].kinds);
      g_string_truncate (found, 0);
      for (guint k = 0; k < TV_N_PROBLEM_KINDS; k++)
        if (count_problems (trace, (TvProblemKind) k) > 0 &&
            tv_problem_kind_severity ((TvProblemKind) k) != TV_SEVERITY_NOTE)
          g_string_append_printf (found, "%s ", tv_problem_kind_name ((TvProblemKind) k));
      g_assert_cmpstr (found->str, ==, rows[i].problems);
    }
}

/* Sample headers of perf script with different fields, and other records between the samples */
static void
test_script_forms (void)
{
  static const struct
  {
    const char *text;
    guint n_samples, n_threads, n_bad;
  } rows[] = {
    { "dd 7 [001] 1.000001: block:a: 8,0\ndd 7 [001] 1.000002: block:a: 8,0\n", 2, 1, 0 },
    { "ab 7 1.1: 5 x: \n\tff f (/b)\n\nab 7 1.2: 5 x: \n\tff f (/b)\n\n", 2, 1, 0 },
    { "a 7 U 1.1: 5 x: \n\tff f (/b)\n\na 7 K 1.2: 5 x: \n\tff f (/b)\n\n", 2, 1, 0 },
    { " 7 1.1: 5 x: \n\tff f (/b)\n\n 7 1.2: 5 x: \n\tff f (/b)\n\n", 2, 1, 0 },
    { "a 0 [000] 0.0: PERF_RECORD_COMM: a:7/7\na 7 [000] 1.0: PERF_RECORD_MMAP2 7/7: [0x1] x\n"
      "a 7 [000] 1.1: 5 x: \n\tff f (/b)\n\na 7 [000] 1.2: PERF_RECORD_FORK(8:8):(7:7)\n",
      1, 1, 0 },
    { "a 7 [000] 1.1: 5 x: \n\tff f (/b)\n\na 7 weird=3 1.2: 5000 x: \n\tff f (/b)\n\n", 1, 1, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TvTrace) trace = load (rows[i].text);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpuint (tv_trace_get_stacks (trace)->samples.n, ==, rows[i].n_samples);
      g_assert_cmpuint (tv_trace_get_stacks (trace)->samples.utid[0], ==, 0);
      g_assert_cmpuint (count_problems (trace, TV_PROBLEM_BAD_LINE), ==, rows[i].n_bad);
    }
}

#define SPEEDSCOPE "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
#define EVENTED                                                                                    \
  "\"profiles\":[{\"type\":\"evented\",\"name\":\"[7] m\",\"unit\":\"microseconds\","              \
  "\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":1},{\"type\":\"O\",\"frame\":1,\"at\":2.5},"     \
  "{\"at\":4,\"type\":\"C\",\"frame\":1},{\"type\":\"C\",\"frame\":0,\"at\":9}]}]"

/* Evented profiles are read as calls, regardless of the order of the JSON members. */
static void
test_evented (void)
{
  static const char *const texts[] = {
    SPEEDSCOPE "\"shared\":{\"frames\":[{\"name\":\"a\"},{\"name\":\"b\"}]}," EVENTED "}",
    SPEEDSCOPE EVENTED ",\"shared\":{\"frames\":[{\"name\":\"a\"},{\"name\":\"b\"}]}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TvTrace) trace = load (texts[i]);
      const TvSlices *slices = tv_trace_get_slices (trace);

      g_assert_cmpuint (slices->n, ==, 2);
      g_assert_cmpint (tv_trace_get_start_ns (trace), ==, 1000);
      g_assert_cmpint (tv_trace_get_end_ns (trace), ==, 9000);
      g_assert_cmpuint (tv_trace_get_threads (trace, NULL)[0].tid, ==, 7);
      g_assert_cmpuint (tv_trace_get_stacks (trace)->samples.n, ==, 0);
    }
}

/* ---- Samples over time ---- */

#define OF(comm, tid, ts, event) comm " 1/" tid " " ts ": 10 " event ": \n 1 f (x)\n\n"

static TvTrace *
load_threads (void)
{
  return load (OF ("a", "1", "1.000", "cycles") OF ("b", "2", "1.000", "cycles")
                   OF ("a", "1", "1.001", "cycles") OF ("a", "1", "1.001", "faults")
                       OF ("a", "1", "1.002", "cycles") OF ("a", "1", "1.009", "cycles")
                           OF ("b", "2", "1.010", "faults"));
}

/* Tests the samples of a kind by thread and time. */
static void
test_thread_samples (void)
{
  g_autoptr (TvTrace) trace = load_threads ();
  g_autoptr (TvThreadSamples) cycles = tv_thread_samples_new (trace, 0);
  g_autoptr (TvThreadSamples) faults = tv_thread_samples_new (trace, 1);

  g_assert_true (tv_trace_has_timed_samples (trace));
  g_assert_cmpuint (cycles->first[1] - cycles->first[0], ==, 4);
  g_assert_cmpuint (cycles->first[2] - cycles->first[1], ==, 1);
  g_assert_cmpuint (faults->first[1] - faults->first[0], ==, 1);
  g_assert_cmpuint (faults->first[2] - faults->first[1], ==, 1);
  g_assert_cmpint (cycles->interval_ns, ==, 1000000);
  g_assert_cmpuint (tv_thread_samples_find (cycles, 0, 0, 0), ==, 0);
  g_assert_cmpuint (tv_thread_samples_find (cycles, 0, 0, 1001000000), ==, 1);
  g_assert_cmpuint (tv_thread_samples_find (cycles, 0, 0, 1001000001), ==, 2);
  g_assert_cmpuint (tv_thread_samples_find (cycles, 0, 3, 1000000000), ==, 3);
  g_assert_cmpuint (tv_thread_samples_find (cycles, 0, 0, G_MAXINT64), ==, 4);
  g_assert_cmpuint (tv_thread_samples_find (cycles, 1, 0, G_MAXINT64), ==, 5);
}

#define STACK(ts, leaf) "a 1/1 " ts ": 10 cycles: \n" leaf " 2 run (x)\n\n"

/* The samples of a function are those that contain it anywhere on their stacks. */
static void
test_marks (void)
{
  g_autoptr (TvTrace) trace = load (STACK ("1.000", " 1 f (x)\n") STACK (
      "1.001", " 3 g (x)\n 1 f (x)\n") STACK ("1.002", " 3 g (x)\n") STACK ("1.003", ""));
  guint32 run = tv_sample_get_symbol (trace, 3), f = tv_sample_get_symbol (trace, 0);
  guint32 g = tv_sample_get_symbol (trace, 1);
  g_autoptr (TvThreadSamples) of_f = tv_sample_marks_new (trace, 0, f);
  g_autoptr (TvThreadSamples) of_g = tv_sample_marks_new (trace, 0, g);
  g_autoptr (TvThreadSamples) of_run = tv_sample_marks_new (trace, 0, run);

  g_assert_cmpuint (tv_sample_get_depth (trace, 1), ==, 3);
  g_assert_cmpuint (tv_sample_get_depth (trace, 3), ==, 1);
  g_assert_cmpuint (of_run->first[1], ==, 4);
  g_assert_cmpuint (of_f->first[1], ==, 2);
  g_assert_cmpuint (of_f->rows[0], ==, 0);
  g_assert_cmpuint (of_f->rows[1], ==, 1);
  g_assert_cmpuint (of_g->first[1], ==, 2);
  g_assert_cmpuint (of_g->rows[0], ==, 1);
  g_assert_cmpuint (of_g->rows[1], ==, 2);
}

/* In a trace without slices, activity is computed from samples. */
static void
test_activity (void)
{
  g_autoptr (TvTrace) trace = load_threads ();
  g_autoptr (TvActivity) activity = tv_activity_new (trace, TV_CALLS_OF_SLICES, NULL);

  g_assert_cmpint (tv_activity_get_kind (activity), ==, TV_ACTIVITY_SAMPLES);
  g_assert_cmpuint (tv_activity_get_max_busy (activity), ==, 2);
  /* Both threads were sampled in the first millisecond, one thread in the next two, no thread in the fifth. */
  g_assert_cmpfloat_with_epsilon (tv_activity_get_level (activity, 0.0, 1e6).mean, 2.0, 0.01);
  g_assert_cmpfloat_with_epsilon (tv_activity_get_level (activity, 1e6, 3e6).mean, 1.0, 0.01);
  g_assert_true (tv_activity_get_level (activity, 4.1e6, 4.9e6).is_empty);
}

/* If another event is selected, the activity covers the times at which that event was sampled. */
static void
test_activity_of_event (void)
{
  g_autoptr (TvTrace) trace = load_threads ();
  guint32 faults;
  g_autoptr (TvActivity) activity = NULL;

  g_assert_true (tv_call_source_find (trace, "faults", &faults));
  activity = tv_activity_new (trace, faults, NULL);
  g_assert_cmpuint (tv_activity_get_max_busy (activity), ==, 2);
  g_assert_true (tv_activity_get_level (activity, 0.0, 0.9e6).is_empty);
  g_assert_false (tv_activity_get_level (activity, 0.9e6, 1.1e6).is_empty);
}

/* The summary of limitations contains the share of code without symbols for each library. */
static void
test_lacks (void)
{
  static const struct
  {
    const char *text;
    const char *lacks;
  } cases[] = {
    { "a 1/1 1.0: 5 cycles: \n 1 f (/x/libx.so)\n 2 g (/x/libx.so)\n\n", NULL },
    { "a 1/1 1.0: 5 cycles: \n 1 f (/x/libx.so)\n\n",
      "no call stacks: each sample consists of one function" },
    { "a 1/1 1.0: cycles: \n 1 f (/x/libx.so)\n 2 g (/x/libx.so)\n\n",
      "no weights: each sample counts as 1" },
    { "a 1/1 1.0: 5 cycles: \n 1 [unknown] (/x/libx.so)\n 2 g (/x/libx.so)\n\n"
      "a 1/1 1.1: 5 cycles: \n 3 [unknown] (/x/liby.so)\n 2 g (/x/libx.so)\n\n"
      "a 1/1 1.2: 5 cycles: \n 1 [unknown] (/x/libx.so)\n 2 g (/x/libx.so)\n\n"
      "a 1/1 1.3: 5 cycles: \n 4 f (/x/libx.so)\n 2 g (/x/libx.so)\n\n",
      "code without symbols: 37.5 % of all frames; samples that end in such code: libx.so "
      "(50.0 %), liby.so (25.0 %)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load (cases[i].text);
      guint n_attention;
      g_autofree char *lacks = tv_sample_limitations_dup_text (trace, &n_attention);

      g_assert_cmpstr (lacks, ==, cases[i].lacks);
      g_assert_cmpuint (n_attention, ==, 0);
    }
}

/* Creates a trace with one frame per name. The frame at index i has an address in the library @paths[i]. */
static TvTrace *
make_frames (const char *const *names, const char *const *paths)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);

  for (guint i = 0; names[i] != NULL; i++)
    {
      TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, names[i], -1), TV_NONE,
                          TV_NONE, 0 };
      TvFrame frame = {
        .symbol = *names[i] != '\0' ? tv_trace_builder_add_symbol (builder, &symbol) : TV_NONE,
        .mapping = tv_trace_builder_add_mapping (
            builder, tv_trace_builder_intern (builder, paths[i], -1), TV_NONE),
        .relative_pc = 0x10 + i,
        .source_file = TV_NONE,
      };

      tv_trace_builder_add_frame (builder, &frame);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* Code without symbols is counted per library. A library counts as found if some of its code now has names. */
static void
test_unnamed (void)
{
  static const char *const paths[] = { "/x/liba.so", "/x/liba.so", "/x/libb.so", "/x/libc.so",
                                       "[kernel]",   "/x/libd.so", NULL };
  static const char *const before[] = { "liba.so+0x10",  "liba.so+0x11", "",  "libc.so+0x13",
                                        "[kernel]+0x14", "libd.so+0x99", NULL };
  static const char *const after[] = { "f", "liba.so+0x11", "", "g", "[kernel]+0x14", "h", NULL };
  g_autoptr (TvTrace) trace = make_frames (before, paths);
  g_autoptr (TvTrace) again = make_frames (after, paths);
  g_autoptr (GHashTable) missing = tv_trace_count_unnamed (trace);
  g_autoptr (GHashTable) rest = tv_trace_count_unnamed (again);

  g_assert_cmpuint (g_hash_table_size (missing), ==, 3);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (missing, "/x/liba.so")), ==, 2);
  g_assert_cmpuint (tv_unnamed_count_found (missing, rest), ==, 2);
  g_assert_cmpuint (tv_unnamed_count_found (missing, missing), ==, 0);
}

/* Code without symbols is shown as its library, for all addresses and mappings. */
static void
test_libraries (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 kind = tv_trace_builder_add_sample_kind (
      builder, tv_trace_builder_intern (builder, "cycles", -1), TV_WEIGHT_COUNT);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallPaths) paths = NULL;
  g_autofree char *name = NULL;
  const TvCallPath *found;
  guint32 n;

  for (guint i = 0; i < 6; i++)
    {
      TvMapping mapping = { .path = tv_trace_builder_intern (builder, "/system/lib64/libfoo.so",
                                                             -1),
                            .build_id = TV_NONE,
                            .start = 0x1000 * (i % 3 + 1),
                            .end = 0x1000 * (i % 3 + 2) };
      TvFrame frame = { .symbol = TV_NONE,
                        .mapping = tv_trace_builder_add_mapping_at (builder, &mapping),
                        .relative_pc = 0x10 * i,
                        .source_file = TV_NONE };

      tv_trace_builder_add_stack_sample (
          builder,
          &(TvStackSample){ .ts = i,
                            .kind = kind,
                            .utid = TV_NONE,
                            .cpu = TV_NONE,
                            .callsite = tv_trace_builder_add_callsite (
                                builder, TV_NONE, tv_trace_builder_add_frame (builder, &frame)),
                            .weight = 1 });
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  paths = tv_call_paths_new (trace, kind, NULL, NULL);
  found = tv_call_paths_get (paths, &n);
  g_assert_cmpuint (n, ==, 2); /* number of paths, including the root */
  name = tv_call_name_dup (trace, found[1].name);
  g_assert_cmpstr (name, ==, "libfoo.so (no symbols)");
}

/* The innermost frame of a sample determines the library and the kind of code of the sample. */
static void
test_leaves (void)
{
  static const struct
  {
    const char *text;
    const char *name, *library;
    TvFrameKind kind;
  } cases[] = {
    { " 1 f (/system/lib64/libx.so)\n", "f", "libx.so", TV_FRAME_NATIVE },
    { " 1 f ([kernel.kallsyms])\n", "f", "[kernel.kallsyms]", TV_FRAME_KERNEL },
    { " 1 a.b.C.d (/data/app/base.vdex)\n", "a.b.C.d", "a.b", TV_FRAME_MANAGED },
    { " 1 a.b.C.d ([JIT app cache])\n", "a.b.C.d", "a.b", TV_FRAME_JIT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat ("a 1/1 1.0: 5 cycles: \n", cases[i].text, "\n", NULL);
      g_autoptr (TvTrace) trace = load (text);
      const TvFrame *leaf = tv_sample_find_leaf (trace, 0);
      g_autofree char *name = tv_frame_dup_name (trace, leaf);
      g_autofree char *library = tv_frame_dup_library (trace, leaf);

      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_cmpstr (library, ==, cases[i].library);
      g_assert_cmpint (leaf->kind, ==, cases[i].kind);
    }
}

/* A file that contains only samples has a timeline, with a strip for each thread. */
static void
test_strips (void)
{
  g_autoptr (TvTrace) trace = load_threads ();
  g_autoptr (TvTrace) folded = load ("a;b 1\na;c 2\n");
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.0);
  g_autoptr (TvTimelineLayout)
      layout = tv_timeline_layout_new (trace, TV_TIMELINE_NESTED, &metrics);
  guint n_strips = 0;

  g_assert_true (tv_timeline_has_groups (trace));
  g_assert_false (tv_timeline_has_groups (folded));
  for (guint i = 0; i < tv_timeline_layout_get_n_rows (layout); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (layout, i);
      const TvTimelineBand *band = tv_timeline_layout_get_band (layout, row->first_band);

      if (row->is_header)
        continue;
      g_assert_cmpuint (row->n_bands, ==, 2);
      g_assert_true (band[0].class == &tv_band_samples);
      g_assert_true (band[1].class == &tv_band_stacks);
      g_assert_cmpuint (band[1].n_levels, ==, 0);
      g_assert_cmpuint (row->utid, ==, n_strips++);
    }
  g_assert_cmpuint (n_strips, ==, 2);
}

/* Different lines of a function belong to one path, and so do the callees that are called from these lines. Because
 * the file does not contain the kind of code, it is unknown. */
static void
test_call_paths (void)
{
  g_autoptr (TvTrace) trace = load (
      SPEEDSCOPE
      "\"shared\":{\"frames\":[{\"name\":\"x\",\"file\":\"[kernel.kallsyms]\",\"line\":1},"
      "{\"name\":\"f\",\"file\":\"/l.so\",\"line\":1},"
      "{\"name\":\"f\",\"file\":\"/l.so\",\"line\":2},"
      "{\"name\":\"x\",\"file\":\"[kernel.kallsyms]\",\"line\":2},"
      "{\"name\":\"j\",\"file\":\"[JIT app cache]\"}]},"
      "\"profiles\":[{\"type\":\"sampled\",\"name\":\"a\",\"unit\":\"none\",\"startValue\":0,"
      "\"endValue\":19,\"samples\":[[1,0],[2,3],[4]],\"weights\":[5,7,7]}]}");
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, 0, NULL, NULL);
  guint32 n, f, x, last;
  const TvCallPath *all = tv_call_paths_get (paths, &n);

  g_assert_cmpuint (tv_trace_get_stacks (trace)->n_callsites, ==, 5);
  g_assert_cmpuint (n, ==, 4); /* including the root */
  x = tv_call_paths_get_of_sample (paths, 0);
  last = tv_call_paths_get_of_sample (paths, 2);
  g_assert_cmpuint (x, ==, 3); /* ids are assigned level by level */
  g_assert_cmpuint (tv_call_paths_get_of_sample (paths, 1), ==, x);
  f = all[x].parent;
  g_assert_cmpuint (f, !=, last);
  g_assert_cmpuint (all[f].parent, ==, TV_CALL_PATH_ROOT);
  g_assert_cmpuint (all[1].name, <, all[2].name);
  g_assert_cmpint (tv_call_paths_get_kind (paths, all[x].name), ==, TV_FRAME_OTHER);
}

/* Each path has a kind of code. If a method was interpreted in some samples and compiled in others, its kind is
 * managed, regardless of the order of the samples. */
static void
test_kinds (void)
{
  static const struct
  {
    const char *first, *second;
    TvFrameKind kind;
  } cases[] = {
    { "f (/l.so)", "f (/l.so)", TV_FRAME_NATIVE },
    { "f ([kernel.kallsyms])", "f ([kernel.kallsyms])", TV_FRAME_KERNEL },
    { "a.b.C.d ([JIT app cache])", "a.b.C.d ([JIT app cache])", TV_FRAME_JIT },
    { "a.b.C.d ([JIT app cache])", "a.b.C.d (/data/app/base.vdex)", TV_FRAME_MANAGED },
    { "a.b.C.d (/data/app/base.vdex)", "a.b.C.d ([JIT app cache])", TV_FRAME_MANAGED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("a 1/1 1.0: 5 cycles: \n 1 %s\n\n"
                                               "a 1/1 1.1: 5 cycles: \n 1 %s\n\n",
                                               cases[i].first, cases[i].second);
      g_autoptr (TvTrace) trace = load (text);
      g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, 0, NULL, NULL);
      guint32 n;
      const TvCallPath *all = tv_call_paths_get (paths, &n);

      g_assert_cmpuint (n, ==, 2);
      g_assert_cmpint (tv_call_paths_get_kind (paths, all[1].name), ==, cases[i].kind);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/samples/perf-script/prefixes", test_prefixes);
  g_test_add_func ("/samples/perf-script/frames", test_frames);
  g_test_add_func ("/samples/paths", test_paths);
  g_test_add_func ("/samples/perf-script/ends", test_ends);
  g_test_add_func ("/samples/perf-script/renamed", test_renamed);
  g_test_add_func ("/samples/folded", test_folded);
  g_test_add_func ("/samples/folded-forms", test_folded_forms);
  g_test_add_func ("/samples/script-forms", test_script_forms);
  g_test_add_func ("/samples/speedscope/evented", test_evented);
  g_test_add_func ("/samples/threads", test_thread_samples);
  g_test_add_func ("/samples/marks", test_marks);
  g_test_add_func ("/samples/activity", test_activity);
  g_test_add_func ("/samples/activity-of-event", test_activity_of_event);
  g_test_add_func ("/samples/lacks", test_lacks);
  g_test_add_func ("/samples/unnamed", test_unnamed);
  g_test_add_func ("/samples/libraries", test_libraries);
  g_test_add_func ("/samples/leaves", test_leaves);
  g_test_add_func ("/samples/call-paths", test_call_paths);
  g_test_add_func ("/samples/kinds", test_kinds);
  g_test_add_func ("/samples/strips", test_strips);
  return g_test_run ();
}
