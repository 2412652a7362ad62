/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-inputs.h"

#include <inttypes.h>

#include "trace-bytes.h"

#define LONG_NAME 60000

#define MARK "a-1 [0] .... 1.000000: tracing_mark_write: "

/* ---- Threads ---- */

static void
put_thread_ids (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, "a-%u (%u) [%u] .... 1.000000: tracing_mark_write: B|%u|x\n",
                 2147483647u - i * 1000, i, i % 65536, i);
}

/* Appends the shortest possible lines, each of which creates a new thread and a track for it. */
static void
put_short_thread_ids (GByteArray *bytes, gsize size)
{
  tv_put_text (bytes, "# tracer: nop\n");
  for (guint i = 1; bytes->len < size; i++)
    tv_put_text (bytes, "-%u [0] 1: e: \n", i);
}

/* Appends threads, each of which runs on a CPU once. */
static void
put_switches (GByteArray *bytes, gsize size)
{
  for (guint i = 1; bytes->len < size; i++)
    tv_put_text (bytes,
                 " a-%u [%u] .... %u.000000: sched_switch: prev_comm=a prev_pid=%u prev_prio=1 "
                 "prev_state=S ==> next_comm=b next_pid=%u next_prio=1\n",
                 i, i % 65536, i, i, i + 1);
}

static void
put_wakeups (GByteArray *bytes, gsize size)
{
  for (guint i = 1; bytes->len < size; i++)
    tv_put_text (bytes,
                 " a-1 [0] .... %u.000000: sched_wakeup: comm=b pid=%u prio=1 target_cpu=0\n", i,
                 i % 3 == 0 ? i : i % 7);
}

/* Appends a chain of threads, each of which forks the next. */
static void
put_forks (GByteArray *bytes, gsize size)
{
  for (guint i = 1; bytes->len < size; i++)
    tv_put_text (bytes,
                 " a-%u [0] .... %u.000000: sched_process_fork: comm=a pid=%u child_comm=b "
                 "child_pid=%u\n",
                 i, i, i, i + 1);
}

/* Appends lifetimes of threads with the same id; some do not end, and some are freed before they end. */
static void
put_lives (GByteArray *bytes, gsize size)
{
  for (guint i = 1; bytes->len < size; i++)
    tv_put_text (bytes,
                 i % 3 == 0   ? " a-7 [0] .... %u.0: sched_process_exit: comm=a pid=7 prio=1\n"
                 : i % 5 == 0 ? " a-1 [1] .... %u.0: sched_process_free: comm=a pid=7 prio=1\n"
                              : " a-1 [1] .... %u.0: task_newtask: pid=7 comm=a clone_flags=0 "
                                "oom_score_adj=0\n",
                 i);
}

/* Appends lines, each from a thread other than the thread that runs on its CPU. */
static void
put_other_headers (GByteArray *bytes, gsize size)
{
  tv_put_text (bytes, " a-1 [0] .... 0.000000: sched_switch: prev_comm=a prev_pid=1 prev_prio=1 "
                      "prev_state=S ==> next_comm=b next_pid=2 next_prio=1\n");
  for (guint i = 1; bytes->len < size; i++)
    tv_put_text (bytes, " a-%u [0] .... %u.000000: e: x\n", i, i);
}

static void
put_renames (GByteArray *bytes, gsize size)
{
  for (guint i = 1; bytes->len < size; i++)
    tv_put_text (bytes,
                 " a%u-1 [0] .... %u.000000: task_rename: pid=1 oldcomm=a newcomm=b%u "
                 "oom_score_adj=0\n",
                 i, i, i);
}

/* ---- Rows ---- */

static void
put_counters (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, MARK "C|%u|c%u|%u\n", i % 1000, i, i);
}

/* Appends names that differ only after the maximum length of a key in the saved settings. */
static void
put_long_counters (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      tv_put_text (bytes, MARK "C|1|");
      tv_put_many (bytes, 'c', 300);
      tv_put_text (bytes, "%u|1\n", i);
    }
}

/* Appends names that all have the same GLib string hash, because "Ez" and "FY" have equal hashes. */
static void
put_alike_counters (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      tv_put_text (bytes, MARK "C|1|");
      for (guint bit = 0; bit < 20; bit++)
        tv_put_text (bytes, "%s", i >> bit & 1 ? "Ez" : "FY");
      tv_put_text (bytes, "|1\n");
    }
}

static void
put_cpu_counters (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, " a-1 [0] .... 1.000000: e%u: state=%u cpu_id=%u\n", i / 65536, i,
                 i % 65536);
}

static void
put_tracks (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, MARK "N|%u|t%u|x\n", i % 1000 + 1, i);
}

static void
put_extra_tracks (GByteArray *bytes, gsize size)
{
  for (guint i = 1; bytes->len < size; i++)
    tv_put_text (bytes,
                 " a-%u [%u] .... 1.000000: irq_handler_entry: irq=%u name=x\n"
                 " a-%u [0] .... 1.000000: workqueue_execute_start: work struct 1: function f\n"
                 " a-%u [0] .... 1.000000: binder_lock: tag=x\n",
                 i, i % 65536, i, i, i);
}

/* ---- Slices ---- */

/* Appends slices that all overlap and end in the order of their starts or in reverse order. */
static void
put_overlapping (GByteArray *bytes, gsize size, gboolean is_reversed)
{
  guint n = 0;

  for (; bytes->len < size / 2; n++)
    tv_put_text (bytes, "a-1 [0] .... 1.%06u: tracing_mark_write: S|1|x|%u\n", n % 1000000, n);
  for (guint i = 0; i < n; i++)
    tv_put_text (bytes, "a-1 [0] .... 2.%06u: tracing_mark_write: F|1|x|%u\n", i % 1000000,
                 is_reversed ? n - 1 - i : i);
}

static void
put_spans (GByteArray *bytes, gsize size)
{
  put_overlapping (bytes, size, FALSE);
}

static void
put_nested_spans (GByteArray *bytes, gsize size)
{
  put_overlapping (bytes, size, TRUE);
}

/* Appends the start of the same slice again and again, and ends of slices that were never started. */
static void
put_same_spans (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, MARK "S|1|x|1\n" MARK "F|1|x|%u\n", i + 2);
}

static void
put_deep_marks (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, "a-1 [0] .... %u.000000: tracing_mark_write: %s\n", i,
                 bytes->len < size / 2 ? "B|1|x" : "E|1");
}

static void
put_ends (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, MARK "E|1\n");
}

/* Appends transactions whose ids have two equal halves, so that GLib's hashes of all ids are equal. */
static void
put_flows (GByteArray *bytes, gsize size)
{
  for (guint64 i = 1; bytes->len < size; i++)
    {
      guint64 id = i << 32 | i;

      tv_put_text (bytes,
                   " a-1 [0] .... 1.000000: binder_transaction: transaction=%" PRIu64
                   " dest_node=1 dest_proc=1 dest_thread=1 reply=0 flags=0x1 code=0x1\n",
                   id);
      if (i % 2 == 0)
        tv_put_text (
            bytes, " a-2 [0] .... 1.000000: binder_transaction_received: transaction=%" PRIu64 "\n",
            id);
    }
}

static void
put_arguments (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, MARK "B|1|H:x|I62|a%u=%u,b=%u,c=%u\n", i, i, i, i);
}

/* Appends a line with a huge number of arguments, and a line with a value that consists only of commas. */
static void
put_long_arguments (GByteArray *bytes, gsize size)
{
  tv_put_text (bytes, MARK "B|1|H:x|I62|");
  for (guint i = 0; bytes->len < size / 2; i++)
    tv_put_text (bytes, "a%u=%u,", i, i);
  tv_put_text (bytes, "\n" MARK "B|1|H:x|I62|a=");
  tv_put_many (bytes, ',', size / 4);
  tv_put_text (bytes, "\n" MARK "B|1|H:x|I62|a=");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, ",   b");
  tv_put_text (bytes, "\n");
}

/* ---- Lines ---- */

static void
put_line_of (GByteArray *bytes, gsize size, const char *word)
{
  const char *const beginnings[] = { "",
                                     MARK "B|1|",
                                     MARK "S|1|",
                                     MARK "C|1|",
                                     MARK "G|1|",
                                     " a-1 [0] .... 1.000000: sched_switch: prev_comm=",
                                     " a-1 [0] .... 1.000000: e: " };

  tv_put_text (bytes, "# tracer: nop\n" MARK "E\n");
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    {
      gsize end = bytes->len + size / G_N_ELEMENTS (beginnings);

      tv_put_text (bytes, "%s", beginnings[i]);
      while (bytes->len < end)
        tv_put_text (bytes, "%s", word);
      tv_put_text (bytes, "\n");
    }
}

#define LINE_OF(name, word)                                                                        \
  static void put_##name (GByteArray *bytes, gsize size)                                           \
  {                                                                                                \
    put_line_of (bytes, size, word);                                                               \
  }
LINE_OF (dashes, "-")
LINE_OF (brackets, "[0] ")
LINE_OF (open_brackets, "1 [")
LINE_OF (ids, "-1 [0] ")
LINE_OF (ids_in_brackets, "-1 (-) [0] ")
LINE_OF (events, "-1 [0] .... 1.0: a: ")
LINE_OF (times, "-1 [0] 1.0: ")
LINE_OF (latency, "-1 0d..1 ")
LINE_OF (blanks, "          ")
LINE_OF (bars, "|")
LINE_OF (bars_of_numbers, "|1")
LINE_OF (bars_of_tags, "|I62")
LINE_OF (states, " prev_pid=1 prev_prio=1 prev_state=S ==> next_comm=")
LINE_OF (equals, " =")
LINE_OF (digits, "0")
LINE_OF (zeros, "\\x00")
LINE_OF (bad_bytes, "\xff")
LINE_OF (half_characters, "\xe2\x80")
#undef LINE_OF

static void
put_comments (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, "# entries-in-buffer/entries-written: %u/%u   #P:%u\n#\n", i, i + 5,
                 i % 65536);
  tv_put_text (bytes, MARK "E\n");
}

static void
put_lost (GByteArray *bytes, gsize size)
{
  tv_put_text (bytes, MARK "E\n");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, "CPU:%u [LOST %u EVENTS]\n a-1 [0] .... 1.00: e\n", i % 65536, i);
}

/* Appends lines, each of which is earlier than the previous line. */
static void
put_backwards (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, " a-1 [0] .... %u.000000: e: x\n", 4000000000u - i);
}

/* Appends lines, each of which is an event of a new type. */
static void
put_kinds (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, " a-1 [0] .... 1.000000: e%u: %u\n", i, i);
}

/* Appends lines with many kinds of errors that are reported as problems. */
static void
put_problems (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes,
                 " a\x01%u-1 [0] .... 99999999999%u.000000: e: x\n"
                 " a-1 [0] .... 1.000000: sched_switch: %u\n"
                 " a-1 [0] .... 1.000000: sched_switch: prev_comm=a prev_pid=%u prev_prio=1 "
                 "prev_state=?%u ==> next_comm=a next_pid=1 next_prio=1\n"
                 " a-1 [0] .... 1.0000: tracing_mark_write: F|1|\xff%u|%u\n",
                 i, i, i, i % 9, i, i, i);
}

static void
put_long_names (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      tv_put_text (bytes, MARK "B|1|");
      tv_put_many (bytes, 'a', LONG_NAME);
      tv_put_text (bytes, "%u\n", i);
    }
}

/* ---- Web pages ---- */

static void
put_page_of (GByteArray *bytes, gsize size, const char *word)
{
  tv_put_text (bytes, "<!DOCTYPE html>");
  while (bytes->len < size)
    tv_put_text (bytes, "%s", word);
}

static void
put_sections (GByteArray *bytes, gsize size)
{
  put_page_of (bytes, size,
               "<script class=\"trace-data\">\n" MARK "B|1|x\n</script>\n<script>x</script>");
}

static void
put_empty_sections (GByteArray *bytes, gsize size)
{
  put_page_of (bytes, size, "<script class=\"trace-data\">x\n</script>");
}

static void
put_open_tags (GByteArray *bytes, gsize size)
{
  put_page_of (bytes, size, "<script class=trace-data ");
}

static void
put_strings (GByteArray *bytes, gsize size)
{
  put_page_of (bytes, size, "linuxPerfData = ");
}

static void
put_quotes (GByteArray *bytes, gsize size)
{
  tv_put_text (bytes, "<!DOCTYPE html> linuxPerfData = \"\\\n# tracer: nop\\n\\\n");
  while (bytes->len < size)
    tv_put_text (bytes, MARK "B|1|\" \"  \\x41\\n\\\n");
}

#define LINE_OF(name)                                                                              \
  {                                                                                                \
    "line-of-" #name, put_##name, TV_ODD_USE_ALL                                                   \
  }

/* Appends jobs, fences and requests. Only some of the jobs ever finish. */
static void
put_endless_work (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      tv_put_text (bytes, "a-1 [0] .... %u.000000: drm_run_job: fence=%x, ring=r\n", i, i);
      if (i % 2 == 1)
        tv_put_text (bytes, "a-1 [0] .... %u.000001: drm_sched_process_job: fence=%x signaled\n", i,
                     i);
      tv_put_text (
          bytes,
          "a-1 [0] .... %u.000002: dma_fence_emit: driver=d timeline=t context=1 seqno=%u\n"
          "a-1 [0] .... %u.000003: block_io_start: 8,0 W 512 () %u + 1 [a]\n",
          i, i, i, i);
    }
}

const TvOddInput tv_odd_logs[] = {
  { "thread-ids", put_thread_ids, TV_ODD_USE_ALL },
  { "short-thread-ids", put_short_thread_ids, TV_ODD_USE_ALL },
  { "switches", put_switches, TV_ODD_USE_ALL },
  { "wakeups", put_wakeups, TV_ODD_USE_ALL },
  { "forks", put_forks, TV_ODD_USE_ALL },
  { "lives", put_lives, TV_ODD_USE_ALL },
  { "other-headers", put_other_headers, TV_ODD_USE_ALL },
  { "renames", put_renames, TV_ODD_USE_ALL },
  { "counters", put_counters, TV_ODD_USE_ALL },
  { "long-counters", put_long_counters, TV_ODD_USE_ALL },
  { "alike-counters", put_alike_counters, TV_ODD_USE_ALL },
  { "cpu-counters", put_cpu_counters, TV_ODD_USE_ALL },
  { "tracks", put_tracks, TV_ODD_USE_ALL },
  { "extra-tracks", put_extra_tracks, TV_ODD_USE_ALL },
  { "spans", put_spans, TV_ODD_USE_ALL },
  { "nested-spans", put_nested_spans, TV_ODD_USE_ALL },
  { "same-spans", put_same_spans, TV_ODD_USE_ALL },
  { "endless-work", put_endless_work, TV_ODD_USE_ALL },
  { "deep-marks", put_deep_marks, TV_ODD_USE_ALL },
  { "ends", put_ends, TV_ODD_USE_ALL },
  { "flows", put_flows, TV_ODD_USE_ALL },
  { "arguments", put_arguments, TV_ODD_USE_ALL },
  { "long-arguments", put_long_arguments, TV_ODD_USE_ALL },
  LINE_OF (dashes),
  LINE_OF (brackets),
  LINE_OF (open_brackets),
  LINE_OF (ids),
  LINE_OF (ids_in_brackets),
  LINE_OF (events),
  LINE_OF (times),
  LINE_OF (latency),
  LINE_OF (blanks),
  LINE_OF (bars),
  LINE_OF (bars_of_numbers),
  LINE_OF (bars_of_tags),
  LINE_OF (states),
  LINE_OF (equals),
  LINE_OF (digits),
  LINE_OF (zeros),
  LINE_OF (bad_bytes),
  LINE_OF (half_characters),
  { "comments", put_comments, TV_ODD_USE_ALL },
  { "lost", put_lost, TV_ODD_USE_ALL },
  { "backwards", put_backwards, TV_ODD_USE_ALL },
  { "kinds", put_kinds, TV_ODD_USE_ALL },
  { "problems", put_problems, TV_ODD_USE_ALL },
  { "long-names-of-marks", put_long_names, TV_ODD_USE_ALL },
  { "sections", put_sections, TV_ODD_USE_ALL },
  { "empty-sections", put_empty_sections, TV_ODD_IS_NO_TRACE },
  { "open-tags", put_open_tags, TV_ODD_IS_NO_TRACE },
  { "strings", put_strings, TV_ODD_IS_NO_TRACE },
  { "quotes", put_quotes, TV_ODD_USE_ALL },
  { NULL, NULL, TV_ODD_USE_ALL },
};
