/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "formats/load.h"
#include "formats/multi-file.h"
#include "table-text.h"

/* Tests where log events are on the timeline, and to which lines they belong. */

#define DAY "2025-11-03 10:00:"

static const char log_text[] = DAY
    "00.000  1000   1000 I ActivityManager: Start proc 77:com.a/u0a1 for activity\n" DAY
    "00.002  1000   1000 I am_proc_start: [0,77,10001,com.a,activity,com.a/.Main]\n" DAY
    "00.300  1000   1000 I am_proc_bound: [0,77,com.a]\n" DAY
    "00.900  1000   1000 I ActivityTaskManager: Displayed com.a/.Main: +800ms\n" DAY
    "01.000    77     77 I wm_on_resume_called: [1,com.a.Main,RESUME]\n" DAY
    "01.500    77     80 I art     : Background concurrent copying GC freed 9KB AllocSpace bytes, "
    "0(0B) LOS objects, 61% free, 38MB/97MB, paused 86us total 100ms\n" DAY
    "02.000    77     77 I Choreographer: Skipped 42 frames!  The application\n" DAY
    "02.000    77     77 I Choreographer: Skipped 43 frames!  The application\n" DAY
    "03.000    77     77 I wm_on_paused_called: [1,com.a.Main,PAUSE]\n" DAY
    "03.500    77     77 I other   : nothing\n" DAY
    "04.000  1000   1000 I am_proc_died: [0,77,com.a,900,19]\n" DAY
    "04.001  1000   1000 I Zygote  : Process 77 exited due to signal 9 (Killed)\n" DAY
    "05.000  1000   1000 I ActivityManager: Start proc 77:com.b/u0a1 for activity\n" DAY
    "06.000    77     77 I Choreographer: Skipped 44 frames!  The application\n" DAY
    "07.000  1000   1000 I am_pss  : [78,10001,com.c,1,2,3,4,0,5,6]\n";

static TvTrace *
load_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Returns the slices of the log, one per line: process, track, layer, name, start and length in ms, log line. */
static char *
print_slices (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvProcess *processes = tv_trace_get_processes (trace, NULL);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  gint64 first_ns = tv_trace_get_start_ns (trace);
  GString *out = g_string_new (NULL);

  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; i < tracks[t].n_slices; i++)
      {
        guint32 slice = tracks[t].first_slice + i;
        const TvDecodedLogLine *event = tv_trace_get_slice_log_event (trace, slice);
        g_autofree char *name = tv_trace_dup_symbol_label (trace, tv_slices_symbol (slices, slice));

        g_assert_nonnull (event);
        g_assert_cmpuint (event->slice, ==, slice);
        g_string_append_printf (out, "%s|%s %u|%s|%d|%d%s|%u\n",
                                tv_trace_get_string (trace, processes[tracks[t].upid].name),
                                tv_trace_get_string (trace, tracks[t].name), tracks[t].layer, name,
                                (int) ((tv_slices_start (slices, slice) - first_ns) / 1000000),
                                (int) (tv_time_column_get (&slices->dur, slice) / 1000000),
                                (slices->flags[slice] & TV_SLICE_OPEN) != 0      ? "+"
                                : (slices->flags[slice] & TV_SLICE_INSTANT) != 0 ? "!"
                                                                                 : "",
                                event->line);
      }
  return g_string_free (out, FALSE);
}

static void
test_slices (void)
{
  g_autoptr (TvTrace) trace = load_text (log_text);
  g_autofree char *found = print_slices (trace);

  g_assert_cmpstr (found, ==,
                   "com.a|Log spans 0|Process|0|4000|10\n"
                   "com.a|Log spans 0|Start to bound|0|300|2\n"
                   "com.a|Log spans 0|Main in front|1000|2000|8\n"
                   "com.a|Log spans 0|GC|1400|100|5\n"
                   "com.a|Log events 0|Skipped frames|2000|0!|6\n"
                   "com.a|Log events 1|Skipped frames|2000|0!|7\n"
                   "com.b|Log spans 0|Process|5000|2000+|12\n"
                   "com.b|Log events 0|Skipped frames|6000|0!|13\n"
                   "(null)|Log records 0|am_pss|7000|0!|14\n"
                   "com.a|Log spans 1|Main displayed|100|800|3\n");
}

/* Checks that each line with an event has a slice. Later lines of an event share the slice of its start or end. */
static void
test_lines (void)
{
  g_autoptr (TvTrace) trace = load_text (log_text);
  guint32 of_start, n = tv_trace_get_log_lines (trace)->n;

  for (guint32 line = 0; line < n; line++)
    if (line != 9)
      g_assert_cmpuint (tv_trace_find_log_event (trace, line)->slice, !=, TV_NONE);
  g_assert_null (tv_trace_find_log_event (trace, 9));
  of_start = tv_trace_find_log_event (trace, 0)->slice;
  g_assert_cmpuint (tv_trace_find_log_event (trace, 1)->slice, ==, of_start);
  g_assert_cmpuint (tv_trace_find_log_event (trace, 10)->slice, ==, of_start);
  g_assert_cmpuint (tv_trace_find_log_event (trace, 11)->slice, ==, of_start);
  g_assert_cmpuint (tv_trace_find_log_event (trace, 2)->slice, !=, of_start);
  g_assert_cmpuint (tv_trace_find_log_event (trace, 4)->slice, ==,
                    tv_trace_find_log_event (trace, 8)->slice);
}

/* Checks that log events are in a separate table, and that the trace has no other slices. */
static void
test_parts (void)
{
  g_autoptr (TvTrace) trace = load_text (log_text);
  g_autoptr (TvTable) slices = open_table ("slice", trace, NULL);
  g_autoptr (TvTable) events = open_table ("log_event", trace, NULL);
  g_autofree char *found = print_table (events, "line_id start_line_id", NULL);
  guint n_problems;

  g_assert_true (tv_trace_has (trace, TV_HAS_LOG_EVENTS));
  g_assert_false (tv_trace_has (trace, TV_HAS_MARKS));
  g_assert_false (tv_trace_has_tracks (trace));
  g_assert_cmpuint (tv_table_get_n_rows (slices), ==, 0);
  g_assert_cmpstr (found, ==,
                   "0|-\n1|0\n2|0\n3|-\n4|-\n5|-\n6|-\n7|-\n8|4\n10|0\n11|0\n12|-\n13|-\n14|-\n");
  /* If the exit of a process was not logged, this is not a problem. */
  tv_trace_get_problems (trace, &n_problems);
  g_assert_cmpuint (n_problems, ==, 0);
}

/* Checks that a kernel log that is loaded together with the log does not change the log's events, although it interns
 * its states late. */
static void
test_together (void)
{
  static const char ftrace_text[] =
      "# tracer: nop\n"
      "  a-1 (    1) [000] .... 1.000000: tracing_mark_write: trace_event_clock_sync: "
      "realtime_ts=1762164000000\n"
      "  a-1 (    1) [000] .... 1.500000: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 "
      "prev_state=S ==> next_comm=b next_pid=2 next_prio=120\n"
      "  b-2 (    2) [000] .... 1.600000: tracing_mark_write: B|2|mark\n";
  static const char lines_text[] =
      "2025-11-03 10:00:00.000 +0000     1      1 I Choreographer: Skipped 42 frames!  The\n"
      "2025-11-03 10:00:01.000 +0000     1      1 I am_anr  : [0,1,com.a,9,Waited 500ms]\n";
  static const char *const names[] = { "Skipped frames", "ANR" };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("test-log-events-XXXXXX", &error);
  g_autofree char *ftrace = g_build_filename (folder, "a.ftrace", NULL);
  g_autofree char *log = g_build_filename (folder, "a.txt", NULL);
  const TvSource sources[] = { { .path = ftrace }, { .path = log } };
  g_autoptr (TvTrace) trace = NULL;

  g_assert_true (g_file_set_contents (ftrace, ftrace_text, -1, NULL));
  g_assert_true (g_file_set_contents (log, lines_text, -1, NULL));
  trace = tv_load_multi_file (sources, 2, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint32 line = 0; line < G_N_ELEMENTS (names); line++)
    {
      guint32 slice = tv_trace_find_log_event (trace, line)->slice;
      guint32 track = tv_trace_find_track_at (trace, slice);
      g_autofree char *name = tv_trace_dup_symbol_label (
          trace, tv_slices_symbol (tv_trace_get_slices (trace), slice));

      g_assert_cmpstr (name, ==, names[line]);
      g_assert_true (tv_track_role_is_of_log (tv_trace_get_tracks (trace, NULL)[track].role));
    }
  g_remove (ftrace);
  g_remove (log);
  g_rmdir (folder);
}

/* Checks that times in impossible years are clamped, so that the length of the trace does not overflow. */
static void
test_odd_year (void)
{
  g_autoptr (TvTrace) trace = load_text (
      "2025-11-03 10:00:00.000  1000   1000 I am_proc_start: [0,77,10001,com.a,activity,com.a/.Main]\n"
      "0244-11-03 10:00:00.300  1000   1000 I am_proc_bound: [0,77,com.a]\n"
      "9999-11-03 10:00:00.300  1000   1000 I am_proc_died: [0,77,com.a,900,19]\n");
  gint64 length;
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);
  gboolean is_reported = FALSE;

  g_assert_false (
      __builtin_sub_overflow (tv_trace_get_end_ns (trace), tv_trace_get_start_ns (trace), &length));
  for (guint i = 0; i < n; i++)
    is_reported |= problems[i].kind == TV_PROBLEM_BAD_TIME;
  g_assert_true (is_reported);
}

/* Checks that an event with only a process name belongs to the latest process with that name. */
static void
test_same_name (void)
{
  g_autoptr (TvTrace) trace = load_text (
      DAY "00.000  1000   1000 I ActivityManager: Start proc 77:com.a/u0a1 for activity\n" DAY
          "01.000  1000   1000 E ActivityManager: ANR in com.a (com.a/.Main)\n" DAY
          "02.000  1000   1000 I am_proc_died: [0,77,com.a,900,19]\n" DAY
          "03.000  1000   1000 I ActivityManager: Start proc 78:com.a/u0a1 for activity\n" DAY
          "04.000  1000   1000 E ActivityManager: ANR in com.a (com.a/.Main)\n");
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  const TvProcess *processes = tv_trace_get_processes (trace, NULL);

  for (guint32 line = 1; line <= 4; line += 3)
    {
      guint32 slice = tv_trace_find_log_event (trace, line)->slice;
      const TvTrack *track = &tracks[tv_trace_find_track_at (trace, slice)];

      g_assert_cmpuint (processes[track->upid].pid, ==, line == 1 ? 77 : 78);
    }
}

/* Checks that a gap of years is not the duration of an event, because the clock was set during the gap. */
static void
test_clock (void)
{
  g_autoptr (TvTrace) trace = load_text (
      "1970-01-01 10:00:00.000  1000   1000 I am_proc_start: [0,77,10001,com.a,activity,com.a/.Main]\n"
      "2025-01-01 10:00:00.000  1000   1000 I am_proc_died: [0,77,com.a,900,19]\n"
      "2025-01-01 10:00:01.000  1000   1000 I other: x\n");

  g_assert_cmpint (tv_trace_find_log_event (trace, 1)->dur_ns, ==, -1);
  g_assert_cmpuint (tv_trace_find_log_event (trace, 1)->start_line, ==, TV_NONE);
}

/* Checks that no event starts at the line where a clock jump is detected. */
static void
test_start_in_jump (void)
{
  g_autoptr (TvTrace) trace = load_text (
      "1970-01-01 10:00:00.000  1000   1000 I a: one\n"
      "2025-01-01 10:00:00.000  1000   1000 I am_proc_start: [0,77,10001,com.a,activity,com.a/.Main]\n"
      "2025-01-01 10:00:01.000  1000   1000 I am_proc_died: [0,77,com.a,900,19]\n");
  const TvDecodedLogLine *jump = tv_trace_find_log_event (trace, 1);
  const TvDecodedLogLine *died = tv_trace_find_log_event (trace, 2);

  g_assert_cmpint (jump->kind, ==, TV_LOG_EVENT_CLOCK_JUMP);
  g_assert_cmpuint (died->start_line, ==, TV_NONE);
  g_assert_cmpuint (jump->slice, !=, died->slice);
  g_assert_true (tv_trace_get_slice_log_event (trace, jump->slice) == jump);
}

/* Checks that the first line after each clock jump, in file order, has an event, and that one problem counts the
 * jumps. */
static void
test_jumps (void)
{
  g_autoptr (TvTrace) trace = load_text (
      "1970-01-01 10:00:00.000  1000   1000 I a: one\n"
      "2025-01-01 10:00:00.000  1000   1000 I a: two\n"
      "2025-01-01 10:10:00.000  1000   1000 I a: three\n"
      "2025-01-01 10:05:00.000  1000   1000 I Zygote: Process 77 exited due to signal 9 (Killed)\n");
  g_autoptr (TvTable) events = open_table ("log_event", trace, NULL);
  g_autofree char *found = print_table (events, "line_id kind value", NULL);
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  g_assert_cmpstr (found, ==, "1|clock_jump|1735689600\n2|clock_jump|-300\n");
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (problems[0].kind, ==, TV_PROBLEM_CLOCK_JUMPED);
  g_assert_cmpuint (problems[0].count, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/log-events/slices", test_slices);
  g_test_add_func ("/log-events/lines", test_lines);
  g_test_add_func ("/log-events/parts", test_parts);
  g_test_add_func ("/log-events/together", test_together);
  g_test_add_func ("/log-events/odd-year", test_odd_year);
  g_test_add_func ("/log-events/same-name", test_same_name);
  g_test_add_func ("/log-events/clock", test_clock);
  g_test_add_func ("/log-events/jumps", test_jumps);
  g_test_add_func ("/log-events/start-in-jump", test_start_in_jump);
  return g_test_run ();
}
