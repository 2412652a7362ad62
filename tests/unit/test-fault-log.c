/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "analysis/log/log-timestamp.h"
#include "core/error.h"
#include "fault-trace.h"
#include "formats/crash/event-queue.h"
#include "formats/crash/fault-log-line.h"
#include "span-text.h"

/* Tests fault logs of OpenHarmony: lines in every format, and complete files of each kind. */

/* ---- Single lines ---- */

static void
test_frames (void)
{
  static const struct
  {
    const char *text;
    TvFrameKind kind;
    const char *symbol;
    const char *path; /* path of the library or script file */
    const char *build_id;
    guint64 pc;
    guint32 line;
  } cases[] = {
    { "#00 pc 000e9e30 /system/lib/libc.so(raise+176)(a21aa7b9a98257aa75b223cfa3f19f19)",
      TV_FRAME_NATIVE, "raise", "/system/lib/libc.so", "a21aa7b9a98257aa75b223cfa3f19f19", 0xe9e30,
      0 },
    { "#09 pc 000144d5 /lib/x.so(c538744302cf1fe799ef510dfc628187)", TV_FRAME_NATIVE, "",
      "/lib/x.so", "c538744302cf1fe799ef510dfc628187", 0x144d5, 0 },
    { "#04 pc 10 /lib/x.so(std::__terminate(void (*)())+8)", TV_FRAME_NATIVE,
      "std::__terminate(void (*)())", "/lib/x.so", "", 0x10, 0 },
    { "#03 pc 10 /lib/x.so(A::(anonymous namespace)::B::operator()(int) const+636)(0123456789abcdef)",
      TV_FRAME_NATIVE, "A::(anonymous namespace)::B::operator()(int) const", "/lib/x.so",
      "0123456789abcdef", 0x10, 0 },
    { "#01 pc 20 /lib/x.so(abc)", TV_FRAME_NATIVE, "abc", "/lib/x.so", "", 0x20, 0 },
    { "#00 pc 000000000000186c [shmm](__kernel_gettimeofday+72)", TV_FRAME_NATIVE,
      "__kernel_gettimeofday", "[shmm]", "", 0x186c, 0 },
    { "#00 pc 00000000 Not mapped", TV_FRAME_NATIVE, "", "Not mapped", "", 0, 0 },
    { "#00 pc 10 /a b (deleted)", TV_FRAME_NATIVE, "", "/a b (deleted)", "", 0x10, 0 },
    { "#02 pc 10 /lib/x.so(A<long long, cut", TV_FRAME_NATIVE, "", "/lib/x.so(A<long long, cut", "",
      0x10, 0 },
    { "#02 at wait15s (entry/src/main/ets/pages/Index.ets:16:10)", TV_FRAME_JS, "wait15s",
      "entry/src/main/ets/pages/Index.ets", "", 0, 16 },
    { "    at anonymous (entry|entry|1.0.0|src/main/ets/pages/Index.ts:67:38)", TV_FRAME_JS,
      "anonymous", "entry|entry|1.0.0|src/main/ets/pages/Index.ts", "", 0, 67 },
    { "#01 at f entry/a.ets:7:1", TV_FRAME_JS, "f", "entry/a.ets", "", 0, 7 },
    { "    at (a.ets:7)", TV_FRAME_JS, "anonymous", "a.ets", "", 0, 7 },
    { "#00 libentry.so + 0x12c40", TV_FRAME_NATIVE, "", "libentry.so", "", 0x12c40, 0 },
    { "#01 ld-musl-arm.so.1+0xb0", TV_FRAME_NATIVE, "", "ld-musl-arm.so.1", "", 0xb0, 0 },
    { "#00 do_epoll_wait+0x1c4/0x500", TV_FRAME_KERNEL, "do_epoll_wait", "", "", 0, 0 },
    { "[<0>] futex_wait+0x10/0x20", TV_FRAME_KERNEL, "futex_wait", "", "", 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvDumpLine line;

      g_test_message ("%s", cases[i].text);
      g_assert_true (tv_fault_log_parse_frame (text_span (cases[i].text), &line));
      g_assert_cmpint (line.frame_kind, ==, cases[i].kind);
      assert_span (line.value, cases[i].symbol);
      assert_span (cases[i].kind == TV_FRAME_JS ? line.file : line.path, cases[i].path);
      assert_span (line.build_id, cases[i].build_id);
      g_assert_cmpuint (line.pc, ==, cases[i].pc);
      g_assert_cmpuint (line.line, ==, cases[i].line);
    }
}

static void
test_no_frames (void)
{
  static const char *const texts[] = { "",         "#",  "#x",  "#00",           "#00 pc",
                                       "#00 pc x", "at", "at ", "#00 two words", "pc 10 /lib" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      TvDumpLine line;

      g_test_message ("%s", texts[i]);
      g_assert_false (tv_fault_log_parse_frame (text_span (texts[i]), &line));
    }
}

static void
test_signals (void)
{
  static const struct
  {
    const char *text;
    const char *name;
    const char *code;
    gboolean has_address;
    guint64 address;
    guint32 sender_pid;
    guint32 sender_uid;
    const char *note;
  } cases[] = {
    { "Signal:SIGSEGV(SEGV_MAPERR)@0x00000004 null pointer", "SIGSEGV", "SEGV_MAPERR", TRUE, 4,
      TV_NONE, TV_NONE, "null pointer" },
    { "Signal:SIGABRT(SI_TKILL)@0x000000c5 from:197:1201", "SIGABRT", "SI_TKILL", FALSE, 0xc5, 197,
      1201, "" },
    { "Signal:SIGSEGV(SEGV_ACCERR)@00000000ffffffff ", "SIGSEGV", "SEGV_ACCERR", TRUE, 0xffffffff,
      TV_NONE, TV_NONE, "" },
    { "Signal:SIGSEGV(SEGV_MAPERR)@     (nil) ", "SIGSEGV", "SEGV_MAPERR", TRUE, 0, TV_NONE,
      TV_NONE, "" },
    { "Signal:SIGABRT(SI_TKILL)@0x000004d2", "SIGABRT", "SI_TKILL", FALSE, 0x4d2, 0x4d2, TV_NONE,
      "" },
    { "Signal:SIGABRT(SI_TKILL)@0x000003f1000004d2", "SIGABRT", "SI_TKILL", FALSE,
      G_GUINT64_CONSTANT (0x3f1000004d2), 0x4d2, 0x3f1, "" },
    { "Signal:SIGTRAP", "SIGTRAP", "", FALSE, 0, TV_NONE, TV_NONE, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvFaultLogSignal signal;

      g_test_message ("%s", cases[i].text);
      g_assert_true (tv_fault_log_parse_signal (text_span (cases[i].text), &signal));
      assert_span (signal.name, cases[i].name);
      assert_span (signal.code_name, cases[i].code);
      g_assert_cmpint (signal.has_address, ==, cases[i].has_address);
      g_assert_cmpuint (signal.address, ==, cases[i].address);
      g_assert_cmpuint (signal.sender_pid, ==, cases[i].sender_pid);
      g_assert_cmpuint (signal.sender_uid, ==, cases[i].sender_uid);
      assert_span (signal.note, cases[i].note);
    }
}

static void
test_times (void)
{
  static const struct
  {
    const char *text;
    gboolean is_one;
    gint64 ns;
  } cases[] = {
    { "2025/12/31-23:59:56:360", TRUE, G_GINT64_CONSTANT (1767225596360000000) },
    { "2025-12-31 23:59:56.360", TRUE, G_GINT64_CONSTANT (1767225596360000000) },
    { " 7334295231", TRUE, G_GINT64_CONSTANT (7334295231000000) },
    { "2025/13/31-23:59:56:360", FALSE, 0 },
    { "2025/12/31-23:59", FALSE, 0 },
    { "99999999999999999999", FALSE, 0 },
    { "soon", FALSE, 0 },
    { "", FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 ns = 0;

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (tv_fault_log_parse_time (text_span (cases[i].text), &ns), ==,
                       cases[i].is_one);
      if (cases[i].is_one)
        g_assert_cmpint (ns, ==, cases[i].ns);
    }
}

static void
test_calls (void)
{
  TvDumpTransaction call;
  TvBinderPool server;
  TvSpan context;

  g_assert_true (tv_fault_log_parse_call (
      text_span ("    13680:13681 to 901:4079 code 1a wait:6.25653125 s frz_state:3, ns:-1"),
      &call));
  g_assert_cmpuint (call.from_tid, ==, 13681);
  g_assert_cmpuint (call.to_pid, ==, 901);
  g_assert_true (call.has_code && !call.is_one_way);
  g_assert_cmpuint (call.code, ==, 0x1a);
  g_assert_cmpint (call.wait_ns, ==, G_GINT64_CONSTANT (6256531250));
  g_assert_true (
      tv_fault_log_parse_call (text_span ("  async 1:2 to 3:4 code d2 wait:0.5 s"), &call));
  g_assert_true (call.is_one_way);
  g_assert_true (tv_fault_log_parse_call (text_span ("1:2 to 3:0 code 0 Wait:1.5 s"), &call));
  g_assert_cmpint (call.wait_ns, ==, 1500000000);
  g_assert_false (tv_fault_log_parse_call (text_span ("1:2 from 3:4"), &call));
  g_assert_true (tv_fault_log_parse_server (
      text_span ("678     hwbinder        0       1       2       3       520192"), &server,
      &context));
  g_assert_cmpuint (server.pid, ==, 678);
  g_assert_cmpuint (server.n_started, ==, 1);
  g_assert_cmpuint (server.n_ready, ==, 3);
  g_assert_cmpuint (server.async_bytes, ==, 520192);
  assert_span (context, "hwbinder");
  g_assert_false (tv_fault_log_parse_server (
      text_span ("pid     context         request started max     ready"), &server, &context));
}

static void
test_queue_lines (void)
{
  TvEventQueueParsed parsed;

  g_assert_cmpint (
      tv_event_queue_parse (
          text_span (
              " No. 0 : Event { send thread = 7, send time = 2025-12-31 23:59:47.412, handle time = "
              "2025-12-31 23:59:47.936, trigger time = 2025-12-31 23:59:47.978, completeTime time = "
              "2025-12-31 23:59:48.350, priority = VIP, task name = a, b, caller = [x.cpp(F<a, "
              "b>:159)] }"),
          &parsed),
      ==, TV_EVENT_QUEUE_EVENT);
  g_assert_cmpuint (parsed.tid, ==, 7);
  assert_span (parsed.priority, "VIP");
  assert_span (parsed.name, "a, b");
  assert_span (parsed.caller, "x.cpp(F<a, b>:159)");
  g_assert_cmpint (parsed.ended - parsed.began, ==, 372000000);
  g_assert_cmpint (parsed.began - parsed.due, ==, 42000000);
  g_assert_cmpint (
      tv_event_queue_parse (
          text_span ("No.1 : Event { completeTime time = , id = 9, caller = [] }"), &parsed),
      ==, TV_EVENT_QUEUE_EVENT);
  g_assert_cmpint (parsed.ended, ==, TV_NO_TIME);
  assert_span (parsed.name, "9");
  g_assert_cmpint (tv_event_queue_parse (text_span (" Current Running: no running event"), &parsed),
                   ==, TV_EVENT_QUEUE_IDLE);
  g_assert_cmpint (
      tv_event_queue_parse (
          text_span (" Event runner (Thread name = , Thread ID = 13680) is running"), &parsed),
      ==, TV_EVENT_QUEUE_RUNNER);
  g_assert_cmpuint (parsed.tid, ==, 13680);
  g_assert_cmpint (
      tv_event_queue_parse (text_span (" VIP priority event queue information:"), &parsed), ==,
      TV_EVENT_QUEUE_WAITING);
  g_assert_cmpint (tv_event_queue_parse (text_span ("No. more"), &parsed), ==, TV_EVENT_QUEUE_NONE);
}

/* ---- Whole files ---- */

#define HEADER                                                                                     \
  "Generated by HiviewDFX@OpenHarmony\n"                                                           \
  "================================================================\n"                             \
  "Device info:x\nBuild info:OpenHarmony 6.0\nTimestamp:2025-12-31 23:59:58.500\nPid:10\nUid:20\n"

static void
test_native (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      HEADER "Process name:a.b\nReason:Signal:SIGSEGV(SEGV_MAPERR)@0x00000004 odd pointer\n"
             "LastFatalMessage:bye\nOdd key:kept\nFault thread info:\nTid:11, Name:worker\n"
             "#00 pc 10 /lib/x.so(f(int)+4)(0123456789abcdef0123)\nRegisters:\n"
             "r0:00000000 r1:00003004\nsp:00003000 pc:00001010\ncpsr:00000010\n"
             "Other thread info:\nTid:10 Name:main\n#00 pc 20 /lib/y.so(poll+4)\n"
             "Memory near registers:\nr1([stack]):\n    00003000 41424344\n    00003004 --------\n"
             "FaultStack:\n    00003008 00000001\nsp0:0000300c 00000002\n\nMaps:\n"
             "1000-2000 r-xp 00000000 /lib/x.so\n3000-4000 rw-p 00000000 [stack]\n"
             "OpenFiles:\n0->/dev/null native object of unknown type 0\n3->/a b\n"
             "HiLog:\n12-31 23:59:57.000    10    11 E C01406/app: one\n  goes on\n"
             "12-31 23:59:58.000    10    11 I C01406/app: two\n");

  assert_rows (trace, "fault",
               "kind ts pid process thread_id reason signal code code_name address message",
               "crash|1767225598500000000|10|a.b|0|SIGSEGV|11|-|SEGV_MAPERR|0x00000004|bye\n");
  assert_rows (trace, "fault_cause", "text", "odd pointer\n");
  assert_rows (trace, "thread_dump_thread", "sys_tid name n_frames", "11|worker|1\n10|main|1\n");
  assert_rows (trace, "register", "name value region",
               "r0|0x00000000|-\nr1|0x00003004|[stack]\nsp|0x00003000|[stack]\n"
               "pc|0x00001010|/lib/x.so\ncpsr|0x00000010|-\n");
  assert_rows (trace, "memory_word", "near region address value note",
               "r1|[stack]|0x00003000|0x41424344|-\nr1|[stack]|0x00003004|-|-\n"
               "stack|-|0x00003008|0x00000001|-\nstack|-|0x0000300c|0x00000002|sp0\n");
  assert_rows (trace, "memory_map", "start last access name",
               "0x00001000|0x00001fff|r-x|/lib/x.so\n0x00003000|0x00003fff|rw-|[stack]\n");
  assert_rows (trace, "open_file", "fd path owner",
               "0|/dev/null|native object of unknown type 0\n3|/a b|-\n");
  assert_rows (trace, "android_logs", "ts prio tag",
               "1767225597000000000|6|app\n1767225598000000000|4|app\n");
  assert_rows (trace, "thread_dump_fact", "value", "");
  assert_rows (trace, "problem", "kind", "");
}

static void
test_script (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      HEADER
      "Module name:a.b\nReason:TypeError\nError name:TypeError\nError message:undefined is not "
      "callable\nSourceCode:\n    x ();\n    ^\nStacktrace:\nCannot get SourceMap info, dump raw "
      "stack:\n    at f (entry|entry|1.0.0|a.ts:67:38)\n    at g (b.ts:1:1)\n\nHybridStack:\n"
      "#00 at f (a.ts:67:38)\n#01 pc 10 /lib/ark.so(run+4)\n\nHiLog:\n");

  assert_rows (trace, "fault", "kind pid process thread_id reason signal message",
               "error|10|a.b|0|TypeError|-|undefined is not callable\n");
  assert_rows (trace, "thread_dump", "title thread_count", "-|1\nhybrid stack|1\n");
  assert_rows (trace, "thread_dump_frame", "thread_id kind symbol file line",
               "0|js|f|entry|entry|1.0.0|a.ts|67\n0|js|g|b.ts|1\n1|js|f|a.ts|67\n"
               "1|native|run|-|-\n");
}

/* Errors that are pasted into forums do not have the header of the file. */
static void
test_pasted_script (void)
{
  g_autoptr (TvTrace) trace = load_fault ("Error name:TypeError\nError message:no\nStacktrace:\n"
                                          "    at f (a.ts:67:38)\n");

  assert_rows (trace, "fault", "kind reason message", "error|TypeError|no\n");
  assert_rows (trace, "thread_dump_frame", "thread_id kind symbol file line", "0|js|f|a.ts|67\n");
}

/* If only the error and its stack are pasted, they are still recognized. */
static void
test_bare_script (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      "\nBusinessError: no\nTypeError: other\n    at f entry (entry|a|1.0.0|src/main/ets/a.ts:7:8)\n");

  assert_rows (trace, "fault", "kind reason message", "error|BusinessError|no\n");
  assert_rows (trace, "thread_dump_frame", "thread_id kind symbol line", "0|js|f entry|7\n");
}

static void
test_panic (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      "/*\n * a licence\n */\n" HEADER
      "Module name:rusty\nReason:file:a/main.rs line:50 message:it is "
      "over\nThread name:pool\n#00 pc 10 /lib/std.so(std::panicking::begin+4)\n#01 pc 20 /data/rusty\n");

  assert_rows (trace, "fault", "kind pid process thread_id reason message",
               "panic|10|rusty|0|file:a/main.rs line:50 message:it is over|it is over\n");
  assert_rows (trace, "thread_dump_thread", "sys_tid name n_frames", "-|pool|2\n");
}

/* ---- Freezes ---- */

#define EVENT(began, ended, name)                                                                  \
  "Event { send thread = 7, send time = 2025-12-31 23:59:" began                                   \
  ".000, handle time = 2025-12-31 23:59:" began ".000, trigger time = 2025-12-31 23:59:" began     \
  ".100, completeTime time = " ended ", priority = High, task name = " name                        \
  ", caller = [a.cpp(F:1)] }\n"
#define WAITING(due, name)                                                                         \
  "Event { send thread = 8, send time = 2025-12-31 23:59:50.000, handle time = 2025-12-31 "        \
  "23:59:" due ".000, task name = " name ", caller = [b.cpp(G:2)] }\n"
#define QUEUE(seen, more)                                                                                                                \
  "mainHandler dump is:\n EventHandler dump begin curTime: 2025-12-31 23:59:" seen ".000\n"                                              \
  " Event runner (Thread name = , Thread ID = 10) is running\n"                                                                          \
  " Current Running: start at 2025-12-31 23:59:50.100, " EVENT ("50", "", "slow") " History event queue information:\n No. 0 : " EVENT ( \
      "48", "2025-12-31 23:59:49.000",                                                                                                   \
      "quick") " No. 1 : " EVENT ("50", "",                                                                                              \
                                  "slow") " VIP priority event queue information:\n No.1 : " WAITING ("51",                              \
                                                                                                      "tick")                            \
      more " Total size of VIP events : 1\n Total event size : 1\n"
#define REPORT(name, second, more, ticks)                                                          \
  "*******************************************\nstart time: 2025/12/31-23:59:" second ":010\n"     \
  "DOMAIN = AAFWK\nEVENTNAME = " name "\nTIMESTAMP = 2025/12/31-23:59:" second ":000\n"            \
  "PID = 10\nTID = 10\nMSG = \nApp main thread is not response!\n" QUEUE (                         \
      second,                                                                                      \
      more) "\nOpenStacktraceCatcher -- pid==10 packageName is a.b\n\nTid:10, Name:a.b\n"          \
            "state=S, utime=" ticks ", stime=4, priority=0, nice=-20, clk=100\n"                   \
            "#00 pc 10 /lib/libipc.z.so(ioctl+72)\n#01 at load (entry/a.ets:16:10)\n"              \
            "Tid:11, Name:OS_IPC\n#00 pc 20 /lib/libc.so\n\nBinderCatcher --\n\n"                  \
            "    10:10 to 901:0 code 16 wait:" second                                              \
            ".5 s\n    async 3:3 to 4:4 code 1 wait:0.1 s\n\n"                                     \
            "pid     context         request started max     ready   free_async_space\n"           \
            "901    binder  0       16      16      0       520192\n\nPeerBinder Stacktrace --\n"  \
            "Pid:901\nProcess name:foundation\nTid:905, Name:busy\n#00 pc 30 /lib/z.so(work+1)\n"  \
            "Catcher log total time is 334ms\n"

/* Unfinished work lasts until the time of the snapshot, even if other files contain later times. */
static void
assert_unfinished (TvTrace *trace, const char *name, gint64 end_ns)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint n = 0;

  for (guint32 i = 0; i < slices->n; i++)
    {
      g_autofree char *called = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, i));

      if (!g_str_equal (called, name) || !(slices->flags[i] & TV_SLICE_UNFINISHED))
        continue;
      g_assert_cmpint (tv_slices_end (slices, i), ==, end_ns);
      g_assert_true (slices->flags[i] & TV_SLICE_OPEN);
      n++;
    }
  g_assert_cmpuint (n, ==, 1);
}

static void
test_freeze (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      HEADER
      "Module name:a.b\nReason:THREAD_BLOCK_6S\nappfreeze: a.b THREAD_BLOCK_6S at "
      "20251231235956\nPage switch history:\n  23:59:48:327 /pages/Index:Appfreeze\n"
      "  23:59:40:502 :enters foreground\n>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>\n"
      "STRINGID:THREAD_BLOCK_6S\nTIMESTAMP:2025/12/31-23:59:56:360\nMSG:Blocked\n" REPORT (
          "THREAD_BLOCK_3S", "53", "", "300")
          REPORT ("THREAD_BLOCK_6S", "56",
                  " No.2 : " WAITING ("52", "tock") " No.3 : " WAITING ("58", "later"), "301"));

  assert_rows (trace, "fault", "kind ts pid thread_id reason",
               "freeze|1767225596360000000|10|3|THREAD_BLOCK_6S\n");
  assert_rows (trace, "thread_dump", "ts pid process title thread_count",
               "1767225593000000000|10|a.b|THREAD_BLOCK_3S|2\n"
               "1767225593000000000|901|foundation|THREAD_BLOCK_3S|1\n"
               "1767225596000000000|10|a.b|THREAD_BLOCK_6S|2\n"
               "1767225596000000000|901|foundation|THREAD_BLOCK_6S|1\n");
  assert_rows (trace, "thread_dump_thread", "sys_tid kernel_state user_ns system_ns n_frames",
               "10|S|3000000000|40000000|2\n11|-|-|-|1\n905|-|-|-|1\n"
               "10|S|3010000000|40000000|2\n11|-|-|-|1\n905|-|-|-|1\n");
  /* If an event is in both lists, it appears once, with the times and the state from the second list. */
  assert_rows (trace, "event_queue", "state name priority began ended delay run",
               "running|slow|High|1767225590100000000|-|100000000|5900000000\n"
               "done|quick|High|1767225588100000000|1767225589000000000|100000000|900000000\n"
               "waiting|tick|VIP|-|-|5000000000|-\nwaiting|tock|VIP|-|-|4000000000|-\n"
               "waiting|later|VIP|-|-|-|-\n");
  assert_rows (trace, "slice", "ts dur depth name is_open",
               "1767225588000000000|100000000|0|quick|0\n"
               "1767225590000000000|100000000|0|slow|0\n"
               "1767225588100000000|900000000|0|quick|0\n"
               "1767225590100000000|-1|0|slow|1\n"
               "1767225539500000000|-1|0|call to 901|1\n"
               "1767225593000000000|0|0|THREAD_BLOCK_3S|0\n"
               "1767225596000000000|0|0|THREAD_BLOCK_6S|0\n"
               "1767225580502000000|0|0|enters foreground|0\n"
               "1767225588327000000|0|0|/pages/Index:Appfreeze|0\n");
  assert_unfinished (trace, "slow", 1767225596000000000);
  assert_unfinished (trace, "call to 901", 1767225596000000000);
  assert_rows (trace, "counter", "ts value",
               "1767225591000000000|1.00\n1767225592000000000|2.00\n");
  assert_rows (trace, "call_server", "pid context started most ready async_bytes",
               "901|binder|16|16|0|520192\n901|binder|16|16|0|520192\n");
}

#define PEER(line, more)                                                                           \
  HEADER "Module name:a.b\nReason:THREAD_BLOCK_6S\n"                                               \
         "appfreeze: a.b THREAD_BLOCK_6S at 20251231235956\n"                                      \
         "*******************************************\nstart time: 2025/12/31-23:59:56:010\n"      \
         "EVENTNAME = THREAD_BLOCK_6S\nPID = 10\nTID = 10\n\n"                                     \
         "OpenStacktraceCatcher -- pid==10 packageName is a.b\n"                                   \
         "Tid:10, Name:a.b\n#00 pc 10 /lib/a.so(f+1)\n\n"                                          \
         "PeerBinder Stacktrace --\n\n" line more "Tid:905, Name:busy\n#00 pc 30 /lib/z.so(g+1)\n"

/* If the line before a stack names the called process, the stack needs no header. */
static void
test_called_process (void)
{
  static const char *const texts[] = {
    PEER ("PeerBinderCatcher start catcher stacktrace for pid : 901\r\n", ""),
    PEER ("PeerBinderCatcher start catcher stacktrace for pid 901\n", "Pid:901\n"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (texts[i]);

      assert_rows (trace, "thread_dump", "pid thread_count", "10|1\n901|1\n");
    }
}

/* Old freeze logs have event names without a key, and times in milliseconds. */
static void
test_old_freeze (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      HEADER "Reason:UI_BLOCK_6S\n>>>>>>>>>>>>>>>>>>>>>>>>>\nDOMAIN:ACE\nSTRINGID:UI_BLOCK_6S\n"
             "TIMESTAMP:7334295231\nMSG:Blocked thread id = 12\nStacktrace:\n    at f (a.js:1:1)\n"
             "*******************************************\nstart time: 7334293207\nUI_BLOCK_3S\n"
             "PID = 10\nMSG = Blocked thread id = 12\n\nPACKAGE_NAME = a.b\n"
             "OpenStacktraceCatcher -- pid==10 packageName is a.b\n"
             "Tid:10, Name:main\n#00 pc 10 /lib/libc.so(syscall+32)\nerrno(2)\n"
             "*******************************************\nstart time: 7334295238\nUI_BLOCK_6S\n"
             "MSG = Blocked thread id = 12\nSourceCode:\n    f ();\n^\nStacktrace:\n"
             "    at f (a.js:17:9)\n\nPACKAGE_NAME = a.b\n");

  assert_rows (trace, "fault", "kind thread_id reason", "freeze|1|UI_BLOCK_6S\n");
  assert_rows (trace, "thread_dump", "ts title thread_count",
               "7334293207000000|UI_BLOCK_3S|1\n7334295238000000|UI_BLOCK_6S|1\n");
  assert_rows (trace, "thread_dump_thread", "sys_tid n_frames", "10|1\n12|1\n");
  assert_rows (trace, "problem", "kind", "failed-dump\n");
}

/* Tests headers of older systems, and headers whose beginning is missing. */
static void
test_old_headers (void)
{
  static const struct
  {
    const char *text;
    const char *fault;   /* kind, process, reason */
    const char *threads; /* number of frames per thread */
  } cases[] = {
    { "Reason:Signal:SIGSEGV(SEGV_ACCERR)@0x5c5f09a280 \n\n#00 pc 0000000000ac9280 [anon:heap]\n"
      "#01 pc 0000000002615120 /system/lib64/liba.so(A::B()+468)\n",
      "crash|-|SIGSEGV\n", "2\n" },
    { "Pid:7\nUid:1\nReason:Signal:SIGSEGV(SEGV_MAPERR)@     (nil) \nThread name:a\n"
      "#00 pc 0000d2b8 /system/lib/liba.z.so\n",
      "crash|0|SIGSEGV\n", "1\n" },
    { "Pid:7\nUid:1\nReason:SERVICE_WARNING\nDOMAIN:FRAMEWORK\nSTRINGID:SERVICE_WARNING\n"
      "PID:7\nPACKAGE_NAME:com.a\nPROCESS_NAME:com.a\nMSG:x\nTid:7, Name:a\n"
      "#00 pc 000c0000 /system/lib/liba.so(f+84)\n",
      "freeze|0|SERVICE_WARNING\n", "1\n" },
    { "DOMAIN:FRAMEWORK\nSTRINGID:SERVICE_WARNING\n"
      "PID:7\nPACKAGE_NAME:com.a\nPROCESS_NAME:com.a\nMSG:x\nTid:7, Name:a\n"
      "#00 pc 000c0000 /system/lib/liba.so(f+84)\n",
      "freeze|0|SERVICE_WARNING\n", "1\n" },
    { "DOMAIN = AAFWK\nEVENTNAME = THREAD_BLOCK_3S\nTIMESTAMP = 2023/03/10-10:15:27:123\nPID = 7\n"
      "PACKAGE_NAME = com.a\nMSG = x\nOpenStacktraceCatcher -- pid==7\nTid:7, Name:a\n"
      "#00 pc 000c0000 /system/lib/liba.so(f+84)\n",
      "freeze|0|THREAD_BLOCK_3S\n", "1\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (cases[i].text);

      g_test_message ("%s", cases[i].text);
      assert_rows (trace, "fault", "kind upid reason", cases[i].fault);
      assert_rows (trace, "thread_dump_thread", "n_frames", cases[i].threads);
      if (i >= 2)
        assert_rows (trace, "process", "pid name", "7|com.a\n");
    }
}

/* Reports without the file's header */
static void
test_parts (void)
{
  static const struct
  {
    const char *text;
    const char *fault;
    const char *frames;
  } cases[] = {
    { "Fault thread info:\nTid:7, Name:a.b\n#00 libentry.so + 0x10\n", "crash|-|-\n",
      "-|libentry.so\n" },
    { "Reason:Signal:SIGSEGV(SEGV_MAPERR)@0x10\nTid:7, Name:a.b\n#00 libentry.so + 0x10\n",
      "crash|SIGSEGV|-\n", "-|libentry.so\n" },
    { "Lifetime: 0.0s\nError message:no\nStacktrace:\n    at f (a.ets:7)\n", "error|-|no\n",
      "f|-\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (cases[i].text);

      g_test_message ("%s", cases[i].text);
      assert_rows (trace, "fault", "kind reason message", cases[i].fault);
      assert_rows (trace, "thread_dump_frame", "symbol library", cases[i].frames);
    }
}

static void
test_other_texts (void)
{
  static const char *const texts[] = { HEADER,
                                       "Pid:1\nReason:x\n",
                                       "Signal:SIGSEGV\nFault thread info:\n",
                                       "TypeError: no\n    at f (C:\\ets\\a.js:1:2)\n",
                                       "Error\n    at f (src/main/ets/a.ets:1:2)\n",
                                       "STRINGID:X\nDOMAIN:Y\nPID:7\n",
                                       "Stacktrace:\n    at f (a.ts:1:1)\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", texts[i]);
      g_assert_null (tv_load_bytes (bytes, NULL, NULL, NULL, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
    }
}

/* ---- Sample files ---- */

static void
test_samples (void)
{
  static const struct
  {
    const char *name;
    const char *fault; /* kind, pid, reason */
    guint32 n_threads;
    guint32 n_frames;
    guint32 n_regions;
    guint32 n_files;
    guint32 n_events;
    guint32 n_servers;
    guint32 n_lines;
  } samples[] = {
    { "cppcrash-197-1502809621426", "crash|197|SIGABRT\n", 24, 217, 1249, 96, 0, 0, 0 },
    { "jscrash-com.example.tstest-20010045-20250718202951568.log", "error|3766|SyntaxError\n", 1, 1,
      0, 0, 0, 0, 11 },
    { "rustpanic-rustpanic_maker-0-20230419222113000.log",
      "panic|3346|file:../../../base/hiviewdfx/faultloggerd/tools/panic_maker/main.rs line:50 "
      "message:panic in main thread\n",
      1, 19, 0, 0, 0, 0, 0 },
    /* Both the report and the header contain the stack of the script. */
    { "appfreeze-com.example.jsinject-20010039-20260212135701914.log", "freeze|3443|UI_BLOCK_6S\n",
      48 + 1, 420 + 1, 0, 0, 0, 105, 0 },
    { "appfreeze-com.example.shop-20020177-20251231235956360.log", "freeze|13680|THREAD_BLOCK_6S\n",
      4, 8 + 2, 0, 0, 16 + 6 + 2, 4, 0 },
    { "sysfreeze-rgm_manager-5002-20250710185758.log", "freeze|5415|SERVICE_TIMEOUT\n", 0, 0, 0, 0,
      0, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (TvTrace) trace = load_fault_sample (samples[i].name);

      if (trace == NULL)
        continue;
      g_test_message ("%s", samples[i].name);
      assert_rows (trace, "fault", "kind pid reason", samples[i].fault);
      assert_n_rows (trace, "thread_dump_thread", samples[i].n_threads);
      assert_n_rows (trace, "thread_dump_frame", samples[i].n_frames);
      assert_n_rows (trace, "memory_map", samples[i].n_regions);
      assert_n_rows (trace, "open_file", samples[i].n_files);
      assert_n_rows (trace, "event_queue", samples[i].n_events);
      assert_n_rows (trace, "call_server", samples[i].n_servers);
      assert_n_rows (trace, "android_logs", samples[i].n_lines);
    }
}

/* If a file contains no time, the time in its name is used as the time of the fault. */
static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *reported;
    const char *ts;
  } cases[] = {
    { "rustpanic-rusty-0-20230419222113007.log", "", "1681942873007000000\n" },
    { "rustpanic-rusty-0-20230419222113", "", "1681942873000000000\n" },
    { "rustpanic-rusty-0-20230419222113007.log", "Timestamp:2023-04-19 22:21:14.000\n",
      "1681942874000000000\n" },
    { "rustpanic-rusty-0-20231319222113007.log", "", "-\n" },
    { "rustpanic-rusty-0-202304192221130.log", "", "-\n" },
    { "rustpanic-rusty-0-20230419222113007x.log", "", "-\n" },
    { "rustpanic.log", "", "-\n" },
  };
  g_autofree char *folder = g_dir_make_tmp ("fault-20230419222113007-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (folder, cases[i].name, NULL);
      g_autofree char *text = g_strconcat (
          "Generated by HiviewDFX@OpenHarmony\nDevice info:x\nBuild info:OpenHarmony 6.0\nPid:10\n",
          cases[i].reported, "Module name:rusty\nReason:file:a/main.rs line:50 message:it\n",
          "Thread name:pool\n#00 pc 10 /lib/std.so\n", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      g_test_message ("%s", cases[i].name);
      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      trace = tv_load (path, NULL, NULL, NULL, &error);
      g_remove (path);
      g_assert_no_error (error);
      assert_rows (trace, "fault", "ts", cases[i].ts);
    }
  g_rmdir (folder);
}

/* The timestamps of a freeze are wall-clock times, with or without log lines. */
static void
test_wall (void)
{
  g_autoptr (TvTrace)
      trace = load_fault_sample ("appfreeze-com.example.shop-20020177-20251231235956360.log");

  if (trace == NULL)
    return;
  g_assert_cmpuint (tv_trace_get_log_lines (trace)->n, ==, 0);
  g_assert_true (tv_log_timestamp_is_wall (tv_trace_get_log_lines (trace)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fault-log/frames", test_frames);
  g_test_add_func ("/fault-log/no-frames", test_no_frames);
  g_test_add_func ("/fault-log/signals", test_signals);
  g_test_add_func ("/fault-log/times", test_times);
  g_test_add_func ("/fault-log/calls", test_calls);
  g_test_add_func ("/fault-log/queue-lines", test_queue_lines);
  g_test_add_func ("/fault-log/native", test_native);
  g_test_add_func ("/fault-log/script", test_script);
  g_test_add_func ("/fault-log/pasted-script", test_pasted_script);
  g_test_add_func ("/fault-log/bare-script", test_bare_script);
  g_test_add_func ("/fault-log/panic", test_panic);
  g_test_add_func ("/fault-log/names", test_names);
  g_test_add_func ("/fault-log/wall", test_wall);
  g_test_add_func ("/fault-log/freeze", test_freeze);
  g_test_add_func ("/fault-log/called-process", test_called_process);
  g_test_add_func ("/fault-log/old-freeze", test_old_freeze);
  g_test_add_func ("/fault-log/old-headers", test_old_headers);
  g_test_add_func ("/fault-log/header-missing", test_parts);
  g_test_add_func ("/fault-log/other-texts", test_other_texts);
  g_test_add_func ("/fault-log/samples", test_samples);
  return g_test_run ();
}
