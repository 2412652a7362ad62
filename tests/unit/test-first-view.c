/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "analysis/system/active-interval.h"
#include "analysis/system/main-process.h"
#include "formats/load.h"

/* Tests the part of a trace and the process that are shown initially. The traces are logs: a line of a case is
 * "SECONDS TID PID NAME: EVENT", where EVENT has the format of ftrace, and "*N" repeats the line N times, 1 ms
 * apart. */

static TvTrace *
load (const char *lines)
{
  g_auto (GStrv) rows = g_strsplit (lines, "\n", -1);
  GString *text = g_string_new ("# tracer: nop\n#\n");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  for (guint i = 0; rows[i] != NULL && rows[i][0] != '\0'; i++)
    {
      g_auto (GStrv) words = g_strsplit (rows[i], " ", 5);
      guint n = words[0][0] == '*' ? (guint) atoi (words[0] + 1) : 1;
      guint first = words[0][0] == '*' ? 1 : 0;
      g_auto (GStrv) parts = g_strsplit (rows[i] + (first ? strlen (words[0]) + 1 : 0), " ", 5);
      double seconds = g_ascii_strtod (parts[0], NULL);

      for (guint k = 0; k < n; k++)
        g_string_append_printf (text, "  %s-%s  (%5s) [000] .... %.6f: %s\n", parts[3], parts[1],
                                parts[2], seconds + k * 0.001, parts[4]);
    }
  bytes = g_string_free_to_bytes (text);
  trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

#define B(name)  "tracing_mark_write: B|100|" name
#define E        "tracing_mark_write: E|100"
#define C(value) "tracing_mark_write: C|100|mem|" value

static void
test_active_interval (void)
{
  static const struct
  {
    const char *what, *lines;
    double start, end; /* bounds of the expected range in s; both 0 for the whole trace */
  } cases[] = {
    { "no activity", "1 100 100 a foo: x\n", 0, 0 },
    { "a length that a double cannot represent in ns",
      "1 100 100 a foo: x\n20000000 100 100 a foo: x\n", 0, 0 },
    { "activity in the whole trace", "*100 1 100 100 a " B ("f") "\n*100 1.0005 100 100 a " E "\n",
      0, 0 },
    { "no activity at the start",
      "0 100 100 a foo: x\n*1000 37 100 100 a " B ("f") "\n*1000 39 100 100 a " E "\n", 37, 40 },
    { "no activity at the end",
      "*1000 0 100 100 a " B ("f") "\n*1000 2 100 100 a " E "\n40 100 100 a foo: x\n", 0, 3 },
    { "an outlier long before the activity",
      "1 100 100 a " B ("f") "\n1.001 100 100 a " E
                             "\n*1000 3244 100 100 a " B ("f") "\n"
                                                               "*1000 3245.5 100 100 a " E "\n",
      3244, 3246.5 },
    { "outliers long before and after the activity",
      "1 100 100 a " B ("f") "\n1.001 100 100 a " E "\n*1000 3244 100 100 a " B (
          "f") "\n"
               "*1000 3245.5 100 100 a " E "\n90000 100 100 a " B ("f") "\n90000.1 100 100 a " E
                                                                        "\n",
      3244, 3246.5 },
    { "periodic counter samples are not activity",
      "0 100 100 a " C ("1") "\n10 100 100 a " C ("2") "\n20 100 100 a " C (
          "3") "\n*500 37 100 100 a " B ("f") "\n*500 38 100 100 a " E
                                              "\n40 100 100 a " C ("4") "\n",
      37, 38.5 },
    { "counters only",
      "0 100 100 a " C ("1") "\n10 100 100 a " C ("2") "\n20 100 100 a " C ("3") "\n", 0, 0 },
    { "a slice as long as the trace is not activity",
      "0 100 100 a " B ("f") "\n*100 37 101 100 b " B ("g") "\n*100 38 101 100 b " E
                                                            "\n40 100 100 a " E "\n",
      37, 38.1 },
    { "an open slice does not extend the active interval",
      "0 100 100 a foo: x\n30 100 100 a " B ("f") "\n31 101 100 b " B (
          "g") "\n32 101 100 b " E "\n60 100 100 a foo: x\n",
      30, 32 },
    { "sparse activity in the whole trace",
      "0 100 100 a " B ("f") "\n1 100 100 a " E "\n20 100 100 a " B (
          "f") "\n21 100 100 a " E "\n39 100 100 a " B ("f") "\n40 100 100 a " E "\n",
      0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load (cases[i].lines);
      gint64 start_ns, end_ns, first_ns = tv_trace_get_start_ns (trace);
      gint64 last_ns = tv_trace_get_seen_end_ns (trace);
      gboolean is_part = tv_active_interval_find (trace, &start_ns, &end_ns);

      g_test_message ("%s: %d, %.3f … %.3f", cases[i].what, is_part, (double) start_ns / 1e9,
                      (double) end_ns / 1e9);
      g_assert_cmpint (is_part, ==, cases[i].end > 0.0);
      if (is_part)
        {
          double margin = (cases[i].end - cases[i].start) * 0.05;

          g_assert_cmpfloat ((double) start_ns / 1e9, <=, cases[i].start);
          g_assert_cmpfloat ((double) start_ns / 1e9, >=, cases[i].start - margin);
          g_assert_cmpfloat ((double) end_ns / 1e9, >=, cases[i].end - 0.002);
          g_assert_cmpfloat ((double) end_ns / 1e9, <=, cases[i].end + margin);
        }
      else
        {
          g_assert_cmpint (start_ns, ==, first_ns);
          g_assert_cmpint (end_ns, ==, last_ns);
        }
    }
}

#define WORK(seconds, tid, pid, name, ms)                                                          \
#seconds ".0 " #tid " " #pid " " name " tracing_mark_write: B|" #pid "|w\n" #seconds "." ms      \
           " " #tid " " #pid " " name " tracing_mark_write: E|" #pid "\n"
#define OPEN(seconds, tid, pid, name)                                                              \
#seconds ".0 " #tid " " #pid " " name " tracing_mark_write: B|" #pid "|w\n"

static void
test_subject (void)
{
  static const struct
  {
    const char *what, *lines;
    guint32 pid, tid;
  } cases[] = {
    { "an app is preferred to a busier service",
      WORK (1, 200, 200, "surfaceflinger", "9") WORK (1, 100, 100, "com.example.app", "3"), 100,
      100 },
    { "an app is preferred to a service with a dotted name",
      WORK (1, 200, 200, "media.extractor", "9") WORK (1, 100, 100, "com.example.app", "3"), 100,
      100 },
    { "a busy app is preferred to an idle one",
      WORK (1, 200, 200, "org.idle.app", "001") WORK (1, 100, 100, "com.example.app", "3"), 100,
      100 },
    { "an app is preferred to a busier system app",
      WORK (1, 200, 200, "com.android.systemui", "6") WORK (1, 100, 100, "com.example.app", "3"),
      100, 100 },
    { "a system app with nearly all the work is preferred",
      WORK (1, 200, 200, "com.android.systemui", "9") WORK (1, 100, 100, "com.example.app", "0001"),
      200, 200 },
    { "open slices do not count as work",
      OPEN (1, 200, 200, "org.pool.app")
          WORK (2, 100, 100, "com.example.app", "3") "90 100 100 com.example.app foo: x\n",
      100, 100 },
    { "any process is preferred to kernel threads",
      WORK (1, 200, 200, "kworker/0:1", "9") WORK (1, 300, 300, "servicemanager", "1"), 300, 300 },
    { "an app with frames is preferred to a busier one",
      WORK (1, 200, 200, "org.pool.app",
            "3") "1.0 100 100 com.example.app tracing_mark_write: B|100|Choreographer#doFrame 7\n"
                 "1.1 100 100 com.example.app tracing_mark_write: E|100\n",
      100, 100 },
    { "a service is chosen if there is no app", WORK (1, 200, 200, "surfaceflinger", "9"), 200,
      200 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load (cases[i].lines);
      TvMainProcess subject = tv_main_process_find (trace);

      g_test_message ("%s", cases[i].what);
      g_assert_cmpuint (subject.upid, !=, TV_NONE);
      g_assert_cmpuint (subject.utid, !=, TV_NONE);
      g_assert_cmpuint (tv_trace_get_processes (trace, NULL)[subject.upid].pid, ==, cases[i].pid);
      g_assert_cmpuint (tv_trace_get_threads (trace, NULL)[subject.utid].tid, ==, cases[i].tid);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/first-view/active-interval", test_active_interval);
  g_test_add_func ("/first-view/subject", test_subject);
  return g_test_run ();
}
