/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/fault-address.h"
#include "core/error.h"
#include "fault-trace.h"
#include "formats/crash/tombstone-line.h"
#include "span-text.h"

/* Tests tombstones: lines in every format, whole files as text and as Protocol Buffers, and truncated
 * files. */

/* ---- Single lines ---- */

static void
test_headers (void)
{
  static const struct
  {
    const char *text;
    gboolean is_one;
    guint32 tid;
    const char *name;
    const char *process;
  } cases[] = {
    { "pid: 1, tid: 2, name: main  >>> a.b <<<", TRUE, 2, "main", "a.b" },
    { "pid: 1, tid: 2, name: x >>> y  >>> /system/bin/app <<<\r", TRUE, 2, "x >>> y",
      "/system/bin/app" },
    { "pid: 1, tid: 2, name:   >>> a <<<", TRUE, 2, "", "a" },
    { "pid: 1, tid: 2, name: a  >>>  <<<", TRUE, 2, "a", "" },
    { "pid: 1, tid: 2, name: a >>> <<<", TRUE, 2, "a", "" },
    { "pid: 1, tid: 2, name: cut off", TRUE, 2, "cut off", "" },
    { "pid: 0, tid: 2 >>> a.b <<<", TRUE, 2, "", "a.b" },
    { "pid: 0, tid: 0 >>> a.b <<<", TRUE, TV_NONE, "", "a.b" },
    { "pid: 1, tid: 2  >>> a.b <<<", TRUE, 2, "", "a.b" },
    { "pid: 1, tid: 2, name: >>> a.b <<<", TRUE, 2, "", "a.b" },
    { "pid: 1, tid: 2", FALSE, 2, "", "" },
    { "pid: 1, tid: 2, uid: 3 >>> a <<<", FALSE, 2, "", "" },
    { "pid: 1, tid: 2 and >>> a <<<", FALSE, 2, "", "" },
    { "pid: x, tid: 2, name: a  >>> b <<<", FALSE, TV_NONE, "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvTombstoneHeader header;

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (tv_tombstone_parse_header (text_span (cases[i].text), &header), ==,
                       cases[i].is_one);
      if (!cases[i].is_one)
        continue;
      g_assert_cmpuint (header.tid, ==, cases[i].tid);
      assert_span (header.name, cases[i].name);
      assert_span (header.process, cases[i].process);
    }
}

static void
test_signals (void)
{
  static const struct
  {
    const char *text;
    gint32 number;
    const char *name;
    gint32 code;
    const char *code_name;
    gboolean has_address;
    guint64 address;
    guint32 sender_pid;
    const char *access;
  } cases[] = {
    { "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000010", 11, "SIGSEGV", 1,
      "SEGV_MAPERR", TRUE, 16, TV_NONE, "" },
    { "signal 11 (SIGSEGV), code 2 (SEGV_ACCERR), fault addr 0x7f (write)", 11, "SIGSEGV", 2,
      "SEGV_ACCERR", TRUE, 0x7f, TV_NONE, "write" },
    { "signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------", 6, "SIGABRT", -1, "SI_QUEUE",
      FALSE, 0, TV_NONE, "" },
    { "signal 6 (SIGABRT), code -6 (SI_TKILL from pid 12, uid 1000), fault addr --------", 6,
      "SIGABRT", -6, "SI_TKILL", FALSE, 0, 12, "" },
    { "signal 11 (SIGSEGV), fault addr deadd00d", 11, "SIGSEGV", 0, "", TRUE, 0xdeadd00d, TV_NONE,
      "" },
    { "signal 35 (<debuggerd signal>), code -1 (SI_QUEUE)", 35, "<debuggerd signal>", -1,
      "SI_QUEUE", FALSE, 0, TV_NONE, "" },
    { "signal: 11 (SIGSEGV), code: 1 (SEGV_MAPERR) fault addr: 0x4", 11, "SIGSEGV", 1,
      "SEGV_MAPERR", TRUE, 4, TV_NONE, "" },
    { "signal 11 (SIG", 11, "SIG", 0, "", FALSE, 0, TV_NONE, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvTombstoneSignal signal;

      g_test_message ("%s", cases[i].text);
      g_assert_true (tv_tombstone_parse_signal (text_span (cases[i].text), &signal));
      g_assert_cmpint (signal.number, ==, cases[i].number);
      assert_span (signal.name, cases[i].name);
      g_assert_cmpint (signal.code, ==, cases[i].code);
      assert_span (signal.code_name, cases[i].code_name);
      g_assert_cmpint (signal.has_address, ==, cases[i].has_address);
      g_assert_cmpuint (signal.address, ==, cases[i].address);
      g_assert_cmpuint (signal.sender_pid, ==, cases[i].sender_pid);
      assert_span (signal.access, cases[i].access);
    }
}

static void
test_regions (void)
{
  static const struct
  {
    const char *text;
    gboolean is_one;
    guint64 start;
    guint64 last;
    guint32 access;
    guint64 offset;
    guint64 bias;
    const char *name;
    const char *build_id;
  } cases[] = {
    { "    00000075'c01d6000-00000075'c01d6fff rw-         0      1000  [anon:x y]", TRUE,
      G_GUINT64_CONSTANT (0x75c01d6000), G_GUINT64_CONSTANT (0x75c01d6fff), 3, 0, 0, "[anon:x y]",
      "" },
    { "    400a5000-400a5fff r-x      2000      1000  /a (b).so (BuildId: 0aff) (load bias 0x10)",
      TRUE, 0x400a5000, 0x400a5fff, 5, 0x2000, 16, "/a (b).so", "0aff" },
    { "--->ffffffff'fffff000-ffffffff'ffffffff ---         0      1000", TRUE,
      G_GUINT64_CONSTANT (0xfffffffffffff000), G_MAXUINT64, 0, 0, 0, "", "" },
    { "    2000-1000 rw-  0  1000", FALSE, 0, 0, 0, 0, 0, "", "" },
    { "    1000-2000 rq-  0  1000", FALSE, 0, 0, 0, 0, 0, "", "" },
    { "--->Fault address falls at 00000000'00000000 before any mapped regions", FALSE, 0, 0, 0, 0,
      0, "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvTombstoneRegion region;

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (tv_tombstone_parse_region (text_span (cases[i].text), &region), ==,
                       cases[i].is_one);
      if (!cases[i].is_one)
        continue;
      g_assert_cmpuint (region.region.start, ==, cases[i].start);
      g_assert_cmpuint (region.region.last, ==, cases[i].last);
      g_assert_cmpuint (region.region.access, ==, cases[i].access);
      g_assert_cmpuint (region.region.offset, ==, cases[i].offset);
      g_assert_cmpuint (region.region.load_bias, ==, cases[i].bias);
      assert_span (region.name, cases[i].name);
      assert_span (region.build_id, cases[i].build_id);
    }
}

static void
test_memory (void)
{
  TvTombstoneMemory memory;
  TvTombstoneFile file;
  TvSpan near, region;

  g_assert_true (tv_tombstone_parse_memory (
      text_span ("    0000007fd37b0700 0000000069247919 ----------------  .y$i...."), &memory));
  g_assert_cmpuint (memory.n, ==, 2);
  g_assert_cmpuint (memory.n_bytes, ==, 8);
  g_assert_cmpuint (memory.words[0], ==, 0x69247919);
  g_assert_true (memory.is_known[0] && !memory.is_known[1]);
  /* In a line of 32-bit words, the column of characters may look like another word. */
  g_assert_true (tv_tombstone_parse_memory (
      text_span ("    be8a1ab0 00000001 00000002 -------- 00000004  deadbeef"), &memory));
  g_assert_cmpuint (memory.n, ==, 4);
  g_assert_cmpuint (memory.n_bytes, ==, 4);
  g_assert_true (tv_tombstone_parse_stack (
      text_span ("    #01  bf8a1ab0  40123456  /system/lib/libc.so (abort)"), &memory));
  g_assert_cmpuint (memory.address, ==, 0xbf8a1ab0);
  assert_span (memory.note, "/system/lib/libc.so (abort)");
  g_assert_false (tv_tombstone_parse_stack (text_span ("         ........  ........"), &memory));

  g_assert_true (tv_tombstone_parse_near (text_span ("memory near x1 ([stack]):"), &near, &region));
  assert_span (near, "x1");
  assert_span (region, "[stack]");
  g_assert_true (tv_tombstone_parse_near (text_span ("code around pc:"), &near, &region));
  g_assert_false (tv_tombstone_parse_near (text_span ("memory map (3 entries):"), &near, &region));

  g_assert_true (
      tv_tombstone_parse_file (text_span ("    fd 7: /a (b) (owned by unique_fd 0x7)"), &file));
  assert_span (file.path, "/a (b)");
  assert_span (file.owner, "unique_fd 0x7");
  g_assert_true (tv_tombstone_parse_file (text_span ("    fd 8: /dev/null (unowned)"), &file));
  assert_span (file.path, "/dev/null");
  assert_span (file.owner, "");
}

/* ---- Whole files ---- */

#define RULE  "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"
#define BREAK "--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---\n"
#define HEADER                                                                                     \
  "Build fingerprint: 'a/b'\nRevision: '0'\nABI: 'arm64'\n"                                        \
  "Timestamp: 2025-12-31 23:59:58.5+0200\nProcess uptime: 4s\nCmdline: a.b c\n"
#define MAIN  "pid: 10, tid: 11, name: worker  >>> a.b <<<\nuid: 1000\n"
#define FRAME "      #00 pc 0000000000000a7c  /data/app/x/lib.so (f(int)+52) (BuildId: 64f2)\n"

static void
test_text (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      RULE HEADER MAIN
      "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000010 (read)\n"
      "Cause: null pointer dereference\n"
      "    x0  0000000000000001  x1  0000000000002008\n    lr  0000000000003000  sp  "
      "0000000000002000\n\n2 total frames\nbacktrace:\n  NOTE: odd\n" FRAME
      "      #01 pc 0000000000000010  /system/framework/boot.oat (offset 0x1000) (a.B.c+4)\n\n"
      "memory near x1 ([stack]):\n"
      "    0000000000002000 0000000000000041 ----------------  A.......\n\n"
      "memory map (2 entries): (fault address prefixed with --->)\n"
      "--->Fault address falls at 00000000'00000010 before any mapped regions\n"
      "    00000000'00003000-00000000'00003fff r-x      1000      1000  /lib.so (BuildId: 64f2)\n"
      "    00000000'00002000-00000000'00002fff rw-         0      1000  [stack]\n"
      "--------- tail end of log main\n"
      "12-31 23:59:57.000    10    11 E app     : one\n"
      "12-31 23:59:58.000    10    11 I app     : two\n" BREAK
      "Cmdline: a.b c\npid: 10, tid: 10, name: main  >>> a.b <<<\nuid: 1000\n"
      "    x0  0000000000000002\n\n1 total frames\nbacktrace:\n"
      "      #00 pc 20  /libc.so (poll+4)\n\nopen files:\n    fd 0: /dev/null (unowned)\n"
      "    fd 3: a (b) (owned by FILE* 0x3)\n--------- log main\n"
      "12-31 23:59:57.000    10    11 E app     : one\n");

  assert_rows (
      trace, "fault", "kind ts pid process thread_id reason signal code code_name address message",
      "crash|1767218398500000000|10|a.b|0|SIGSEGV|11|1|SEGV_MAPERR|0x0000000000000010|-\n");
  assert_rows (trace, "fault_cause", "text", "null pointer dereference\n");
  assert_rows (trace, "register", "thread_id name value region",
               "0|x0|0x0000000000000001|-\n0|x1|0x0000000000002008|[stack]\n"
               "0|lr|0x0000000000003000|/lib.so\n0|sp|0x0000000000002000|[stack]\n"
               "1|x0|0x0000000000000002|-\n");
  assert_rows (trace, "memory_map", "start last access name offset build_id size",
               "0x0000000000002000|0x0000000000002fff|4096|rw-|[stack]|0x0|-\n"
               "0x0000000000003000|0x0000000000003fff|4096|r-x|/lib.so|0x1000|64f2\n");
  assert_rows (trace, "memory_map", "name pointed_to_by", "[stack]|x1, sp\n/lib.so|lr\n");
  assert_rows (trace, "memory_word", "near region address value bytes text",
               "x1|[stack]|0x0000000000002000|0x0000000000000041|41 00 00 00 00 00 00 00|A.......\n"
               "x1|[stack]|0x0000000000002008|-|-|-\n");
  assert_rows (trace, "open_file", "fd path owner", "0|/dev/null|-\n3|a (b)|FILE* 0x3\n");
  assert_rows (trace, "thread_dump_thread", "sys_tid name n_frames", "11|worker|2\n10|main|1\n");
  assert_rows (trace, "thread_dump_frame", "thread_id kind symbol library pc",
               "0|native|f(int)|/data/app/x/lib.so|2684\n"
               "0|managed|a.B.c|/system/framework/boot.oat|-\n1|native|poll|/libc.so|32\n");
  assert_rows (trace, "thread_dump_fact", "thread_id name value",
               "0|uid|1000\n0|access|read\n0|-|NOTE: odd\n"
               "0|-|--->Fault address falls at 00000000'00000010 before any mapped regions\n"
               "1|uid|1000\n");
  /* The times in the log are in the same time zone as the time of the crash. */
  assert_rows (trace, "android_logs", "ts prio tag msg",
               "1767218397000000000|6|app|one\n1767218397000000000|6|app|one\n"
               "1767218398000000000|4|app|two\n");
  assert_rows (trace, "problem", "kind", "");
}

static void
test_messages (void)
{
  static const struct
  {
    const char *text;
    const char *message;
    const char *facts;
  } cases[] = {
    { "Abort message: 'one'\n    r0  00000001\n", "one", "" },
    { "Abort message: 'one\ntwo'\n\nbacktrace:\n", "one ↵ two", "" },
    /* If a line ends with a quote, the abort message does not necessarily end there. */
    { "Abort message: 'it's 'odd'\nis it not'\n    r0  00000001\n", "it's 'odd' ↵ is it not", "" },
    { "Abort message: ''\n    r0  00000001\n", NULL, "" },
    { "Abort message: 'one'\nExtra crash detail: heap: 'a\\134'\n    r0  00000001\n", "one",
      "Extra crash detail|heap: 'a\\134'\n" },
    { "Abort message: 'never ends\n\n    r0  00000001\n", "never ends", "" },
    { "Abort message: 'cut", "cut", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (RULE "ABI: 'arm'\npid: 1, tid: 1, name: a  >>> b <<<\n",
                                           cases[i].text, NULL);
      g_autoptr (TvTrace) trace = load_fault (text);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (tv_trace_get_string (trace, tv_trace_get_faults (trace)->faults[0].message),
                       ==, cases[i].message);
      assert_rows (trace, "thread_dump_fact", "name value", cases[i].facts);
    }
}

/* Stacks that were recorded at other times become separate dumps, after the dump of the fault. */
static void
test_other_stacks (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      RULE HEADER MAIN
      "signal 11 (SIGSEGV), code 9 (SEGV_MTESERR), fault addr 0x0700000000002000\n"
      "Note: multiple potential causes for this crash were detected\n"
      "Cause: [MTE]: Use After Free, 0 bytes into a 32-byte allocation at 0x2000\n"
      "    x0  0000000000000001\n\n1 total frames\nbacktrace:\n" FRAME
      "\ndeallocated by thread 12:\n      #00 pc 30  /libc.so (free+4)\n"
      "      #01 pc 40  /lib.so (g+8)\n\nallocated by thread 13:\n"
      "      #00 pc 50  /libc.so (malloc+4)\n\n"
      "Memory tags around the fault address (0x0700000000002000), one tag per 16 bytes:\n"
      "    =>0x0000000000002000:[7]  7\n" BREAK
      "pid: 10, tid: 10, name: main  >>> a.b <<<\n\nbacktrace:\n"
      "      #00 pc 20  /libc.so (poll+4)\nGuest thread information for tid: 10\n"
      "    x0  0000000000000003\n");

  assert_rows (trace, "thread_dump", "title thread_count",
               "-|3\ndeallocated by thread 12|1\nallocated by thread 13|1\n");
  assert_rows (trace, "thread_dump_thread", "dump_id sys_tid name n_frames",
               "0|11|worker|1\n0|10|main|1\n0|-|Guest thread information for tid: 10|0\n"
               "1|12|-|2\n2|13|-|1\n");
  g_assert_cmpuint (tv_trace_get_faults (trace)->faults[0].thread, ==, 0);
  assert_rows (trace, "fault_cause", "text",
               "[MTE]: Use After Free, 0 bytes into a 32-byte allocation at 0x2000\n");
  assert_n_rows (trace, "register", 2);
}

/* Tests files that begin or end in the middle of a tombstone. */
static void
test_odd_files (void)
{
  static const struct
  {
    const char *text;
    const char *threads;
    const char *problems;
  } cases[] = {
    { "/* a licence */\n\n" RULE HEADER MAIN "backtrace:\n" FRAME, "11|worker|1\n", "" },
    { RULE HEADER MAIN "2 total frames\nbacktrace:\n" FRAME, "11|worker|1\n", "cut-dump\n" },
    { RULE HEADER MAIN "memory map (2 entries):\n    1000-1fff rw-  0  1000  a\n", "11|worker|0\n",
      "cut-dump\n" },
    /* A region of size 0 is counted. */
    { RULE HEADER MAIN
      "memory map (2 entries):\n    1000-1fff rw-  0  1000  a\n    3000-2fff r--  0  0\n",
      "11|worker|0\n", "" },
    { RULE HEADER MAIN "signal 11 (SIG", "11|worker|0\n", "" },
    { RULE HEADER, "", "" },
    /* A tombstone without the line of asterisks, as in a log */
    { MAIN "signal 11 (SIGSEGV), fault addr 00000000\n    r0 00000001  r1 00000002\n"
           "backtrace:\n    #00  pc 0000a7c  /system/lib/libc.so (strlen+4)\n"
           "    #01  pc 00000000  <unknown>\n\nstack:\n"
           "         be8a1a90  40001000  [heap]\n    #00  be8a1ab0  40123456\n\n"
           "memory near r1:\n    00000000 -------- -------- -------- --------  ................\n",
      "11|worker|2\n", "" },
    { RULE HEADER MAIN "backtrace:\r\n" FRAME "\r\n" BREAK "\r\n", "11|worker|1\n", "" },
    /* Google Play, Bugly, and a pasted part */
    { "  " RULE "pid: 0, tid: 11 >>> a.b <<<\n\nbacktrace:\n"
      "  #00  pc 0x0000000000000010  /a/split_config.arm64_v8a.apk!lib.so (BuildId: 64f2)\n"
      "  #01  pc 0x0000000000000020\n",
      "11|-|2\n", "" },
    { "ABI: arm\ntime: 2025-12-31 23:59:58\npid: 10, tid: 11, name: worker  >>> a.b <<<\n"
      "signal: 11 (SIGSEGV), code: 1 (SEGV_MAPERR) fault addr: 0x4\nsi_errno:0\n"
      "    r0: 0xc80d7f4c  r1: 0xc4abe210\n        #00    pc 0012389c    /a/lib.so [arm::64f2]\n",
      "11|worker|1\n", "" },
    { "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x4\n  backtrace:\n" FRAME, "-|-|1\n",
      "" },
    { "    backtrace:\n" FRAME, "-|-|1\n", "" },
    /* two tombstones in one file */
    { RULE HEADER MAIN RULE HEADER "pid: 20, tid: 20, name: other  >>> x <<<\n",
      "11|worker|0\n20|other|0\n", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (cases[i].text);

      g_test_message ("%s", cases[i].text);
      assert_rows (trace, "thread_dump_thread", "sys_tid name n_frames", cases[i].threads);
      assert_rows (trace, "problem", "kind", cases[i].problems);
    }
}

static void
test_other_texts (void)
{
  static const char *const texts[] = { RULE, "pid: 1, tid: 2, name: a  >>> b <<<\n", "signal 11\n",
                                       "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)\nbacktrace:\n",
                                       "we saw *** *** *** *** and ABI: 'arm'\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (tv_load_bytes (bytes, NULL, NULL, NULL, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
    }
}

/* The header of an entry of Android's dropbox is not a tombstone. */
static void
test_dropbox (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      "isPrevious: true\nBuild: a/b\nHardware: c\nRevision: 0\n\n" RULE HEADER MAIN
      "signal 6 (SIGABRT), code -1 (SI_QUEUE)\n"
      "backtrace:\n" FRAME);

  assert_rows (trace, "fault", "process reason", "a.b|SIGABRT\n");
}

/* Unity's crash handler writes a crash only to the log of the app, or as the message of an exception. */
static void
test_logged (void)
{
#define UNITY   "E/CRASH   (   10): "
#define DEBUG   "F/DEBUG   (   20): "
#define RUNTIME "E/AndroidRuntime(   10): "
  static const char *const logs[] = {
    UNITY RULE UNITY MAIN UNITY "signal 6 (SIGABRT), code -1 (SI_QUEUE)\n" UNITY
                                "backtrace:\n" UNITY FRAME,
    UNITY RULE UNITY MAIN DEBUG RULE DEBUG MAIN DEBUG
    "signal 6 (SIGABRT), code -1 (SI_QUEUE)\n" DEBUG "backtrace:\n" DEBUG FRAME,
    RUNTIME "FATAL EXCEPTION: worker\n" RUNTIME "java.lang.Error: " RULE RUNTIME MAIN RUNTIME
            "signal 6 (SIGABRT), code -1 (SI_QUEUE)\n" RUNTIME "backtrace:\n" RUNTIME FRAME RUNTIME
            "\tat liba.0x10(Native Method)\n",
    "05-06 07:08:09.010 10-11/a.b E/AndroidRuntime: FATAL EXCEPTION: worker\n    java.lang.Error: " RULE
    "    pid: 10, tid: 11, name: worker  >>> a.b <<<\n    signal 6 (SIGABRT), code -1 (SI_QUEUE)\n"
    "    backtrace:\n    " FRAME,
  };

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (logs[i]);

      g_test_message ("%s", logs[i]);
      assert_rows (trace, "fault", "process reason", "a.b|SIGABRT\n");
      assert_rows (trace, "thread_dump_thread", "sys_tid name n_frames", "11|worker|1\n");
    }
}

/* ---- Several reports in one file ---- */

#define DUMP(pid, name)                                                                            \
  "----- pid " pid " at 2024-05-06 07:08:09 -----\nCmd line: " name "\nDALVIK THREADS (1):\n"      \
  "\"main\" prio=5 tid=1 Native\n  | group=\"main\" sCount=1\n  | sysTid=" pid " nice=0\n"         \
  "  at org.pond.Frog.leap(Frog.java:3)\n\n----- end " pid " -----\n"
#define CRASH                                                                                      \
  RULE HEADER MAIN "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\n"                   \
                   "\nbacktrace:\n" FRAME
#define XCRASH(type)                                                                               \
  RULE "Tombstone maker: 'xCrash 3.1.0'\nCrash type: '" type "'\n"                                 \
       "Crash time: '2024-05-06T07:08:09.010+0200'\nABI: 'arm64'\n"
#define LOGGED(line) "05-06 07:08:09.010   90    91 E Dog     : " line "\n"

static void
test_mixed (void)
{
  static const struct
  {
    const char *text;
    const char *faults;
    const char *threads;
    guint n_lines;
  } cases[] = {
    { DUMP ("30", "org.pond") CRASH, "crash|SIGSEGV\n", "0|30|main|1\n1|11|worker|1\n", 0 },
    { CRASH "\n" DUMP ("30", "org.pond"), "crash|SIGSEGV\n", "0|11|worker|1\n1|30|main|1\n", 0 },
    { CRASH "Subject: too late\n" DUMP ("30", "org.pond") CRASH DUMP ("31", "org.lake"),
      "crash|SIGSEGV\ncrash|SIGSEGV\n", "0|11|worker|1\n1|30|main|1\n2|11|worker|1\n3|31|main|1\n",
      0 },
    /* A line of asterisks does not begin a tombstone unless a header follows. */
    { DUMP ("30", "org.pond") RULE "hello\n" DUMP ("31", "org.lake"), "",
      "0|30|main|1\n1|31|main|1\n", 0 },
    { XCRASH (
          "anr") "pid: 30  >>> org.pond <<<\n\n" BREAK "Cmd line: org.pond\n"
                 "Mode: ART DumpForSigQuit\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Native\n"
                 "  | group=\"main\" sCount=1\n  | sysTid=30 nice=0\n  at org.pond.Frog.leap(Frog.java:3)\n\n"
                 "+++ +++ +++ +++ +++ +++ +++ +++ +++ +++ +++ +++ +++ +++ +++ +++\n\nlogcat:\n"
                 "--------- tail end of log main (logcat -d)\n05-06 07:08:09.000    30    30 I a: b\n"
                 "05-06 07:08:09.001    30    30 I a: c\n\n",
      "", "0|30|main|1\n", 2 },
    { XCRASH (
          "java") "pid: 30, tid: 30, name: main  >>> org.pond <<<\n\njava stacktrace:\n"
                  "java.lang.Error: a\n\tat org.pond.A.a(A.java:1)\n\tat org.pond.B.b(B.java:2)\n"
                  "Caused by: java.lang.Exception: b\n\tat org.pond.C.c(C.java:3)\n\t... 1 more\n\n",
      "error|java.lang.Error\n", "0|30|main|2\n", 0 },
    /* a dump in log lines */
    { LOGGED ("begin") LOGGED ("----- pid 90 at 2024-05-06 07:08:09 -----")
          LOGGED ("Cmd line: org.pond") LOGGED ("DALVIK THREADS (1):") LOGGED (
              "\"main\" prio=5 tid=1 Native") LOGGED ("  | group=\"main\" sCount=1")
              LOGGED ("  | sysTid=90 nice=0") "05-06 07:08:09.011    1     1 I other   : line\n" LOGGED (
                  "  at org.pond.Frog.leap(Frog.java:3)") LOGGED ("----- end 90 -----")
                  LOGGED ("  at org.pond.No.more(No.java:3)"),
      "", "0|90|main|1\n", 11 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (cases[i].text);
      guint n_lines = tv_trace_get_log_lines (trace)->n;

      g_test_message ("%s", cases[i].text);
      assert_rows (trace, "fault", "kind reason", cases[i].faults);
      assert_rows (trace, "thread_dump_thread", "dump_id sys_tid name n_frames", cases[i].threads);
      g_assert_cmpuint (n_lines, ==, cases[i].n_lines);
      assert_rows (trace, "problem", "kind", "");
      if (n_lines == 2)
        assert_rows (trace, "android_logs", "buffer msg", "b|main\nc|main\n");
      /* Log lines in local time without a year get the year and time zone of the report. */
      if (n_lines > 0)
        g_assert_cmpint (tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace), <,
                         G_GINT64_CONSTANT (60000000000));
    }
}

/* The signal of the other thread comes from the tracer, not from the crash. */
static void
test_other_signals (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      CRASH BREAK "pid: 10, tid: 12, name: next  >>> a.b <<<\n"
                  "signal 5 (SIGTRAP), code 4 (TRAP_HWBKPT), fault addr 0x1100\n");

  assert_rows (trace, "fault", "reason address", "SIGSEGV|0x0000000000000000\n");
}

/* ---- Addresses ---- */

#define ADDRESS(code, address)                                                                     \
  RULE HEADER MAIN "signal 11 (SIGSEGV), code " code ", fault addr " address                       \
                   "\n    x0  0000000000000001  sp  0000000000009000\n\nmemory map (3 entries):\n" \
                   "    5000-5fff ---  0  1000  [guard]\n    8000-9fff rw-  0  2000  [stack]\n"    \
                   "    20000-20fff r--  0  1000  /ro.so\n"

static void
test_places (void)
{
  static const struct
  {
    const char *text;
    TvAddressKind kind;
    const char *region;
  } cases[] = {
    { ADDRESS ("1 (SEGV_MAPERR)", "0x0"), TV_ADDRESS_NULL, NULL },
    { ADDRESS ("1 (SEGV_MAPERR)", "0xfff"), TV_ADDRESS_NULL, NULL },
    { ADDRESS ("1 (SEGV_MAPERR)", "0x1000000"), TV_ADDRESS_UNMAPPED, NULL },
    { ADDRESS ("1 (SEGV_MAPERR)", "0x7ff8"), TV_ADDRESS_STACK_END, NULL },
    { ADDRESS ("2 (SEGV_ACCERR)", "0x5ff8"), TV_ADDRESS_STACK_END, "[guard]" },
    { ADDRESS ("2 (SEGV_ACCERR)", "0x20008"), TV_ADDRESS_FORBIDDEN, "/ro.so" },
    { ADDRESS ("2 (SEGV_ACCERR)", "0x0300000000020008"), TV_ADDRESS_FORBIDDEN, "/ro.so" },
    { ADDRESS ("9 (SEGV_MTESERR)", "0x9008"), TV_ADDRESS_MAPPED, "[stack]" },
    { ADDRESS ("-6 (SI_TKILL)", "--------"), TV_ADDRESS_NONE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (cases[i].text);
      const TvFaults *faults = tv_trace_get_faults (trace);
      guint32 region;

      g_test_message ("%u", i);
      g_assert_cmpint (tv_fault_classify_address (trace, 0, &region), ==, cases[i].kind);
      g_assert_cmpstr (region != TV_NONE ? tv_trace_get_string (trace, faults->regions[region].name)
                                         : NULL,
                       ==, cases[i].region);
    }
}

/* ---- Protocol Buffers ---- */

static void
put_varint (GByteArray *out, guint64 value)
{
  do
    {
      guint8 byte = (value & 0x7f) | (value >= 0x80 ? 0x80 : 0);

      g_byte_array_append (out, &byte, 1);
      value >>= 7;
    }
  while (value > 0);
}

static void
put_number (GByteArray *out, guint field, guint64 value)
{
  put_varint (out, field << 3);
  put_varint (out, value);
}

static void
put_bytes (GByteArray *out, guint field, const void *data, gsize size)
{
  put_varint (out, field << 3 | 2);
  put_varint (out, size);
  g_byte_array_append (out, data, (guint) size);
}

static void
put_text (GByteArray *out, guint field, const char *text)
{
  put_bytes (out, field, text, strlen (text));
}

/* Appends @inner as a nested message and frees it. */
static void
put_message (GByteArray *out, guint field, GByteArray *inner)
{
  put_bytes (out, field, inner->data, inner->len);
  g_byte_array_unref (inner);
}

static GByteArray *
make_frame (guint64 pc, const char *name, const char *path)
{
  GByteArray *frame = g_byte_array_new ();

  put_number (frame, 1, pc);
  put_text (frame, 4, name);
  put_text (frame, 6, path);
  return frame;
}

static GByteArray *
make_thread (guint32 tid, const char *name)
{
  GByteArray *thread = g_byte_array_new (), *entry = g_byte_array_new (),
             *reg = g_byte_array_new (), *memory = g_byte_array_new ();

  put_number (thread, 1, tid);
  put_text (thread, 2, name);
  put_text (reg, 1, "x0");
  put_number (reg, 2, G_MAXUINT64);
  put_message (thread, 3, reg);
  put_message (thread, 4, make_frame (0xa7c, "f(int)", "/lib.so"));
  put_text (memory, 1, "x0");
  put_number (memory, 3, 0x1000);
  put_bytes (memory, 4, "ABCDEFGH1234", 12);
  put_message (thread, 5, memory);
  put_number (entry, 1, tid);
  put_message (entry, 2, thread);
  return entry;
}

static GByteArray *
make_log (void)
{
  GByteArray *log = g_byte_array_new (), *line = g_byte_array_new ();

  put_text (line, 1, "12-31 23:59:57.000");
  put_number (line, 2, 10);
  put_number (line, 3, 11);
  put_number (line, 4, 6);
  put_text (line, 5, "app");
  put_text (line, 6, "one\ntwo");
  put_text (log, 1, "main");
  put_message (log, 2, line);
  return log;
}

/* Makes a tombstone in which the crashed thread is not the first thread. */
static GByteArray *
make_tombstone (void)
{
  GByteArray *all = g_byte_array_new (), *signal = g_byte_array_new (),
             *mapping = g_byte_array_new (), *file = g_byte_array_new (),
             *cause = g_byte_array_new (), *error = g_byte_array_new (),
             *heap = g_byte_array_new ();

  put_number (all, 1, 1);
  put_text (all, 2, "a/b");
  put_text (all, 4, "2025-12-31 23:59:58.5+0200");
  put_number (all, 5, 10);
  put_number (all, 6, 11);
  put_text (all, 9, "a.b");
  put_number (signal, 1, 6);
  put_text (signal, 2, "SIGABRT");
  put_number (signal, 3, (guint64) G_GINT64_CONSTANT (-6));
  put_text (signal, 4, "SI_TKILL");
  put_number (signal, 5, 1);
  put_number (signal, 7, 12);
  put_message (all, 10, signal);
  put_text (all, 14, "aborted");
  put_text (cause, 1, "use after free");
  put_number (heap, 5, 13);
  put_message (heap, 6, make_frame (1, "free", "/libc.so"));
  put_message (error, 3, heap);
  put_message (cause, 2, error);
  put_message (all, 15, cause);
  put_message (all, 16, make_thread (10, "main"));
  put_message (all, 16, make_thread (11, "worker"));
  put_number (mapping, 1, 0x1000);
  put_number (mapping, 2, 0x2000);
  put_number (mapping, 4, 1);
  put_text (mapping, 7, "/lib.so");
  put_message (all, 17, mapping);
  put_message (all, 18, make_log ());
  put_number (file, 1, 7);
  put_text (file, 2, "/dev/null");
  put_text (file, 3, "unique_fd");
  put_number (file, 4, 0x77);
  put_message (all, 19, file);
  put_number (all, 777, 5); /* unknown field, such as a vendor's field */
  return all;
}

static void
test_proto (void)
{
  g_autoptr (GByteArray) bytes = make_tombstone ();
  g_autoptr (TvTrace) trace = load_fault_bytes (bytes->data, bytes->len);

  assert_rows (trace, "fault",
               "kind ts pid process thread_id reason signal code code_name address sender_pid "
               "sender_uid message",
               "crash|1767218398500000000|10|a.b|0|SIGABRT|6|-6|SI_TKILL|-|12|0|aborted\n");
  assert_rows (trace, "thread_dump_thread", "dump_id sys_tid name n_frames",
               "0|11|worker|1\n0|10|main|1\n1|13|-|1\n");
  assert_rows (trace, "thread_dump", "title", "-\ndeallocated by thread 13\n");
  assert_rows (trace, "register", "thread_id name value",
               "0|x0|0xffffffffffffffff\n1|x0|0xffffffffffffffff\n");
  assert_rows (trace, "memory_word", "address value text",
               "0x0000000000001000|0x4847464544434241|ABCDEFGH\n"
               "0x0000000000001008|0x34333231|1234\n"
               "0x0000000000001000|0x4847464544434241|ABCDEFGH\n"
               "0x0000000000001008|0x34333231|1234\n");
  assert_rows (trace, "memory_map", "start last access name",
               "0x0000000000001000|0x0000000000001fff|r--|/lib.so\n");
  assert_rows (trace, "open_file", "fd path owner", "7|/dev/null|unique_fd 0x77\n");
  assert_rows (trace, "android_logs", "ts prio tag msg",
               "1767218397000000000|6|app|one\n1767218397000000000|6|app|two\n");
  assert_rows (trace, "fault_cause", "text", "use after free\n");
  assert_rows (trace, "problem", "kind", "");
}

/* If a tombstone is truncated, the trace contains the data before the cut, and a problem reports the truncation. */
static void
test_cut_proto (void)
{
  g_autoptr (GByteArray) bytes = make_tombstone ();
  guint32 n_threads = 0, n_whole = 0;

  for (gsize size = 48; size < bytes->len; size++)
    {
      g_autofree guint8 *copy = g_memdup2 (bytes->data, size);
      g_autoptr (TvTrace) trace = load_fault_bytes (copy, size);
      guint n_problems;

      g_assert_cmpuint (tv_trace_get_dumps (trace)->n_threads, >=, n_threads);
      n_threads = tv_trace_get_dumps (trace)->n_threads;
      tv_trace_get_problems (trace, &n_problems);
      n_whole += n_problems == 0;
    }
  g_assert_cmpuint (n_threads, ==, 3);
  /* The truncation cannot be detected if the file ends between two fields of the outermost message. */
  g_assert_cmpuint (n_whole, <=, 16);
}

/* ---- Samples ---- */

static void
test_samples (void)
{
  static const char *const names[] = { "tombstone-a.txt", "tombstone-a.pb" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TvTrace) trace = load_fault_sample (names[i]);

      if (trace == NULL)
        continue;
      assert_n_rows (trace, "thread_dump_thread", 62);
      assert_n_rows (trace, "thread_dump_frame", 1002);
      assert_n_rows (trace, "register", 2170);
      assert_n_rows (trace, "memory_map", 2851);
      assert_n_rows (trace, "memory_word", 13 * 32);
      assert_n_rows (trace, "open_file", 183);
      assert_n_rows (trace, "problem", 0);
      assert_rows (trace, "fault",
                   "kind pid process thread_id reason signal code code_name address",
                   "crash|21891|io.sentry.samples.android|0|SIGSEGV|11|1|SEGV_MAPERR|"
                   "0x0000000000000000\n");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tombstone/headers", test_headers);
  g_test_add_func ("/tombstone/signals", test_signals);
  g_test_add_func ("/tombstone/regions", test_regions);
  g_test_add_func ("/tombstone/memory", test_memory);
  g_test_add_func ("/tombstone/text", test_text);
  g_test_add_func ("/tombstone/messages", test_messages);
  g_test_add_func ("/tombstone/other-stacks", test_other_stacks);
  g_test_add_func ("/tombstone/odd-files", test_odd_files);
  g_test_add_func ("/tombstone/other-texts", test_other_texts);
  g_test_add_func ("/tombstone/dropbox", test_dropbox);
  g_test_add_func ("/tombstone/logged", test_logged);
  g_test_add_func ("/tombstone/mixed", test_mixed);
  g_test_add_func ("/tombstone/other-signals", test_other_signals);
  g_test_add_func ("/tombstone/places", test_places);
  g_test_add_func ("/tombstone/proto", test_proto);
  g_test_add_func ("/tombstone/cut-proto", test_cut_proto);
  g_test_add_func ("/tombstone/samples", test_samples);
  return g_test_run ();
}
