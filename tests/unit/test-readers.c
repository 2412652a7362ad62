/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <string.h>

#include "core/error.h"
#include "formats/format.h"

/* Rules for all readers: a file of a known format without content is rejected, has a problem, or is shown as text or
 * as a report. An unknown field is rejected, or reported by name. Errors contain the name of the text's format. */

typedef enum
{
  REFUSED, /* error that contains @words */
  LISTED,  /* problem of at least severity warning whose detail contains @words */
  SHOWN,   /* the text itself, or the report that its header starts */
  GOOD,    /* trace without warnings and errors */
} Answer;

typedef struct
{
  const char *format; /* (nullable): format id; %NULL for text of an unknown format */
  const char *name;
  const char *text;
  Answer answer;
  const char *words; /* (nullable): expected words */
} Case;

#define SIMPLEPERF_SAMPLE                                                                          \
  "sample:\n  event_type: cpu-clock\n  time: 5001\n  event_count: 25\n  thread_id: 12\n"           \
  "  thread_name: main\n  vaddr_in_file: 4a0\n  file: /system/lib64/libc.so\n  symbol: read\n"

#define SPEEDSCOPE(profiles)                                                                       \
  "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{\"frames\":["   \
  "{\"name\":\"a\"}]},\"profiles\":[" profiles "]}"
#define SPEEDSCOPE_GOOD                                                                            \
  "{\"type\":\"sampled\",\"name\":\"a\",\"unit\":\"none\",\"samples\":[[0]],\"weights\":[1]}"

#define RULE "========================================================\n"

static const Case cases[] = {
  /* Files without usable content: only a header or magic number, or truncated. An exception is “JSON key”, which has
   * an unknown key. */
  { "method-trace", "header", "*version\n3\nclock=dual\n*threads\n1\tmain\n*methods\n*end\n",
    REFUSED, "contains no records" },
  { "long-method-trace", "magic", "SLOW\4\0\0\0", REFUSED, NULL },
  { "long-method-dump", "header",
    "Subject: x\n\n----- pid 7 at 2025-12-31 23:59:54 -----\nCmd line: a\n", LISTED, NULL },
  { "bug-report", "header", RULE "== dumpstate: 2025-12-31 23:59:57\n" RULE, LISTED, NULL },
  { "frame-stats", "header", "Applications Graphics Acceleration Info:\nUptime: 9 Realtime: 9\n",
    SHOWN, NULL },
  { "dumpsys", "header", "Applications Memory Usage (in Kilobytes):\nUptime: 9 Realtime: 9\n",
    SHOWN, NULL },
  { "perf-script", "header", "# ========\n# captured on: x\n# ========\n#\n", REFUSED, "text" },
  { "ftrace", "header", "# tracer: nop\n#\n#           TASK-PID   CPU#  TIMESTAMP  FUNCTION\n",
    REFUSED, "ftrace" },
  { "tombstone", "header",
    "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\nBuild fingerprint: x\n",
    REFUSED, "text" },
  { "java-report", "header", "# Application: a.b\n\nFatal Exception: java.lang.Error: x\n", REFUSED,
    "text" },
  { "sanitizer", "header", "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n", REFUSED,
    "text" },
  { "tombstone-proto", "nothing", "\n", REFUSED, NULL },
  { "cppcrash", "header",
    "Module name:com.a\nVersion:1\nReason:Signal:SIGSEGV\nFault thread info:\n", SHOWN, NULL },
  { "jscrash", "header", "Module name:com.a\nReason:TypeError\nError name:TypeError\nStacktrace:\n",
    SHOWN, NULL },
  { "rustpanic", "header", "Rust panic info:\nModule name:a\n", REFUSED, "text" },
  { "freeze", "header",
    "Module name:com.a\nReason:THREAD_BLOCK_6S\nDOMAIN:AAFWK\nSTRINGID:THREAD_BLOCK_6S\n", SHOWN,
    NULL },
  { "pprof", "magic", "\037\213\b", REFUSED, NULL },
  { "perfetto", "cut", "\n\200", REFUSED, NULL },
  { "thread-dump", "HotSpot", "Full thread dump OpenJDK 64-Bit Server VM (24 mixed mode):\n\n",
    LISTED, NULL },
  { "thread-dump", "ART",
    "----- pid 501 at 2025-12-31 23:59:54 -----\nCmd line: a\n\n----- end 501 -----\n", LISTED,
    NULL },
  { "thread-dump", "to file", "64933\n2025-04-22T07:47:09.198298561Z\n24+36\n\n", REFUSED, "text" },
  { "thread-dump", "JSON", "{\"threadDump\":{\"processId\":\"7\",\"threadContainers\":[]}}", LISTED,
    NULL },
  { "thread-dump", "JSON key",
    "{\"threadDump\":{\"processId\":\"7\",\"threadContainers\":[{\"container\":\"<root>\",\"threads\":["
    "{\"tid\":\"3\",\"name\":\"main\",\"warp\":1,\"stack\":[\"a.B.c(B.java:1)\"]}]}]}}",
    LISTED, "key “warp” (1×)" },
  { "thread-dump", "JSON cut",
    "{\"threadDump\":{\"processId\":\"7\",\"threadContainers\":[{\"container\":\"<root>\",\"threads\":["
    "{\"tid\":\"3\",\"name\":\"main\",\"stack\":[\"a.B.c(B.java:1)\"]}",
    LISTED, NULL },
  { "thread-dump", "forced",
    "Attaching to process ID 2486, please wait...\nDebugger attached successfully.\n", REFUSED,
    "text" },
  { "logcat", "header", "--------- beginning of main\n", LISTED, NULL },
  { "logcat", "JSON", "{\"metadata\":{},\"logcatMessages\":[]}", LISTED, NULL },
  { "hilog", "cut", "CST 2025-12-31 23:59:57.373   500   501 W\n", REFUSED, "text" },
  { "kernel-log", "cut", "6,339,5140900\n", REFUSED, "text" },
  { "perf-data", "magic", "PERFILE2", REFUSED, "header of the recording" },
  { "htrace", "magic", "OHOSPROF", REFUSED, "header" },
  { "simpleperf-report", "magic", "SIMPLEPERF", REFUSED, "version 0" },
  { "hiperf-report", "magic", "HIPERF_PB_", REFUSED, "version 0" },
  { "simpleperf-text", "header", "meta_info:\n  trace_offcpu: true\n", REFUSED, "text" },
  { "speedscope", "no profiles",
    "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{\"frames\":[]},"
    "\"profiles\":[]}",
    LISTED, NULL },
  { "folded", "comment", "# only\n", REFUSED, "text" },
  { "folded", "no counts", "main;a;b\nmain;c\n", REFUSED, "text" },

  /* unknown fields */
  { "perf-script", "before the event",
    "sh 1587 [000] 3338.792111: flux:7 250000 cpu-clock: \n\t 153e0 do_it+0x10 (/usr/bin/prog)\n\n",
    REFUSED, "flux:7" },
  { "perf-script", "before the time",
    "sh 1587 [000] warp=3 3338.792111: 250000 cpu-clock: \n\t 153e0 do_it+0x10 (/usr/bin/prog)\n\n",
    REFUSED, "warp=3" },
  { "perf-script", "of one sample",
    "sh 1587 [000] 3338.1: 25 cpu-clock: \n\t 153e0 do_it+0x10 (/usr/bin/prog)\n\n"
    "sh 1587 [000] 3338.2: flux:7 25 cpu-clock: \n\t 153e0 do_it+0x10 (/usr/bin/prog)\n\n",
    LISTED, "flux:7" },
  { "perf-script", "record",
    "sh 1587 [000] 3338.1: 25 cpu-clock: \n\t 153e0 do_it+0x10 (/usr/bin/prog)\n\n"
    "sh 1587/1587 [000] 3338.2: PERF_RECORD_FLUX: 7\n",
    LISTED, "record “FLUX” (1×)" },
  { "perf-script", "known record",
    "sh 1587 [000] 3338.1: 25 cpu-clock: \n\t 153e0 do_it+0x10 (/usr/bin/prog)\n\n"
    "sh 1587/1587 [000] 3338.2: PERF_RECORD_COMM: sh:1587/1587\n",
    GOOD, NULL },
  { "perf-script", "lost",
    "sh 1587 [000] 3338.1: 25 cpu-clock: \n\t 153e0 do_it+0x10 (/usr/bin/prog)\n\n"
    "sh 1587/1587 [000] 3338.2: PERF_RECORD_LOST lost 7\n",
    LISTED, NULL },
  { "simpleperf-text", "keys", SIMPLEPERF_SAMPLE "  warp: 3\n" SIMPLEPERF_SAMPLE "  warp: 4\n",
    LISTED, "key “warp” (2×)" },
  { "simpleperf-text", "block", SIMPLEPERF_SAMPLE "warp_info:\n  time: 77\n" SIMPLEPERF_SAMPLE,
    LISTED, "block “warp_info” (1×)" },
  { "simpleperf-text", "known keys",
    "meta_info:\n  trace_offcpu: false\n  event_type: cpu-clock\n  app_package_name: a\n"
    "  app_type: debuggable\n  android_sdk_version: 34\n  android_build_type: user\n" SIMPLEPERF_SAMPLE
    "  callchain:\n    vaddr_in_file: 6f1\n    file: a.oat\n    symbol: b\n"
    "    execution_type: art_method\n  unwinding_result:\n    raw_error_code: 5\n    error_addr: 0x0\n"
    "    error_code: ERROR_MAX_FRAME_EXCEEDED\nlost_situation:\n  sample_count: 1\n  lost_count: 0\n",
    GOOD, NULL },
  { "speedscope", "profile type",
    SPEEDSCOPE (SPEEDSCOPE_GOOD ",{\"type\":\"flux\",\"name\":\"b\"},{\"type\":\"flux\"}"), LISTED,
    "profile of type “flux” (2×)" },
  { "speedscope", "unit",
    SPEEDSCOPE ("{\"type\":\"sampled\",\"unit\":\"parsecs\",\"samples\":[[0]],\"weights\":[1.5]}"),
    LISTED, "unit “parsecs” (1×)" },
  { "speedscope", "event type",
    SPEEDSCOPE ("{\"type\":\"evented\",\"unit\":\"none\",\"events\":["
                "{\"type\":\"O\",\"frame\":0,\"at\":0},{\"type\":\"X\",\"frame\":0,\"at\":1},"
                "{\"type\":\"C\",\"frame\":0,\"at\":2}]}"),
    LISTED, "event of type “X” (1×)" },
  { "speedscope", "known types", SPEEDSCOPE (SPEEDSCOPE_GOOD), GOOD, NULL },
  { "frame-stats", "column",
    "Applications Graphics Acceleration Info:\nUptime: 9 Realtime: 9\n\n---PROFILEDATA---\n"
    "Flags,Foo,Bar,\n0,1,2,\n---PROFILEDATA---\n",
    LISTED, "IntendedVsync" },

  /* text of an unknown format */
  { NULL, "JSON", "{\"a\":1}\n", REFUSED, "JSON text" },
  { NULL, "list", "[1, 2]\n", REFUSED, "JSON text" },
  { NULL, "braces", "{a b c\nd e f\n", REFUSED, "looks like text" },
  { NULL, "brackets", "[ERROR] something\n[INFO] other\n", REFUSED, "looks like text" },
  { NULL, "StrictMode", "android.os.strictmode.DiskReadViolation\n\tat a.B.c(B.java:1)\n", REFUSED,
    "StrictMode" },
  { NULL, "native stack", "#00 pc 0000000000001004  /libc.so (f+4)\n", REFUSED, "native stack" },
  { NULL, "bpftrace", "Attaching 1 probe...\n\n@[\n    f+4\n]: 1\n", REFUSED, "bpftrace" },
  { NULL, "simpleperf report", "Arch: arm64\nEvent count: 9\n\nOverhead  Symbol\n9%  f\n", REFUSED,
    "simpleperf" },
  { NULL, "leaks", "==1==ERROR: LeakSanitizer: detected memory leaks\n\n    #0 0x1 in f\n", REFUSED,
    "sanitizer report" },
  { NULL, "undefined behavior", "/a.c:1:2: runtime error: division by zero\n", REFUSED,
    "sanitizer report" },
  { NULL, "memory", "MemTotal:  9 kB\nMemFree:  1 kB\n", REFUSED, "/proc/meminfo" },
  { NULL, "process states", "AGGREGATED OVER LAST 24 HOURS:\n  * a / u0a1 / v1:\n  TOTAL: 1%\n",
    REFUSED, "procstats" },
  { NULL, "perf stacks", "app \n\t  7f0012 f+0x1 (/lib/a.so)\n\t  7f0013 g (/a)\n\n", REFUSED,
    "perf script" },
  { NULL, "perf frames", "\n\t  7f0012 f+0x1 (/lib/a.so)\n\t  7f0013 g (/a)\n\n", REFUSED,
    "perf script" },
  { NULL, "indented text", "app\n  7f0012 is an address (see below)!\n", REFUSED,
    "looks like text" },
  { NULL, "LZ4", "\x04\x22\x4d\x18@", REFUSED, "LZ4" },
  { NULL, "words", "Thread dump without anything\n", REFUSED, "looks like text" },
  { NULL, "nothing", "", REFUSED, "empty file" },
};

static void
check_listed (TvTrace *trace, const char *words)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);
  gboolean is_listed = FALSE;

  for (guint i = 0; i < n; i++)
    is_listed |= tv_problem_kind_severity (problems[i].kind) > TV_SEVERITY_NOTE &&
                 (words == NULL ||
                  (problems[i].detail != NULL && strstr (problems[i].detail, words) != NULL));
  g_assert_true (is_listed);
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (GBytes) bytes = g_bytes_new_static (self->text, strlen (self->text));
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);

  if (self->answer == REFUSED)
    {
      g_assert_null (trace);
      g_assert_true (error->domain == TV_ERROR);
      if (self->words != NULL && strstr (error->message, self->words) == NULL)
        g_error ("expected “%s” in the error “%s”", self->words, error->message);
      g_assert_true (self->format == NULL || strstr (error->message, "JSON") == NULL);
      return;
    }
  g_assert_no_error (error);
  if (self->answer == GOOD)
    {
      g_assert_cmpuint (tv_trace_count_problems (trace, TV_SEVERITY_WARNING), ==, 0);
      g_assert_cmpuint (tv_trace_count_problems (trace, TV_SEVERITY_ERROR), ==, 0);
    }
  if (self->answer == LISTED)
    check_listed (trace, self->words);
}

static void
test_all_formats (void)
{
  guint n;
  const TvFormat *const *formats = tv_formats_get (&n);

  for (guint i = 0; i < n; i++)
    {
      gboolean is_there = FALSE;

      for (guint j = 0; j < G_N_ELEMENTS (cases); j++)
        is_there |= g_strcmp0 (cases[j].format, formats[i]->id) == 0;
      if (!is_there)
        g_error ("no case for the format %s; add one", formats[i]->id);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf (
          "/readers/%s/%s", cases[i].format != NULL ? cases[i].format : "none", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/readers/all-formats", test_all_formats);
  return g_test_run ();
}
