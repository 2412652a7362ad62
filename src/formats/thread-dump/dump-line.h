/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dumps.h"
#include "core/stacks.h"
#include "formats/span.h"

G_BEGIN_DECLS

/* Lines of thread dumps: what each means by itself. Dalvik, ART, debuggerd and HotSpot write them, each in
 * their own words; the forms are those of Dalvik's Thread.cpp, ART's thread.cc and monitor.cc, Android's
 * StackTracesDumpHelper and debuggerd's backtrace.cpp, and of HotSpot as jstack shows it. */

/**
 * TvDumpLineKind:
 * @TV_DUMP_LINE_BLANK: nothing
 * @TV_DUMP_LINE_PROCESS: `----- pid N at TIME -----`: a process begins
 * @TV_DUMP_LINE_CHANNELS: `----- Waiting Channels: pid N at TIME -----`: another dump of it
 * @TV_DUMP_LINE_END: `----- end N -----`
 * @TV_DUMP_LINE_DUMPING: `----- dumping pid: N at UPTIME` and `----- dumping ended at UPTIME`
 * @TV_DUMP_LINE_COMMAND: `Cmd line: NAME`
 * @TV_DUMP_LINE_LIST: `DALVIK THREADS (N):`, `NATIVE THREADS:`
 * @TV_DUMP_LINE_HOTSPOT: `Full thread dump …`
 * @TV_DUMP_LINE_COROUTINES: `Coroutines dump TIME`
 * @TV_DUMP_LINE_THREAD: what a thread begins with
 * @TV_DUMP_LINE_ATTRIBUTES: `| key=value …`
 * @TV_DUMP_LINE_STATE: `java.lang.Thread.State: WORD …`
 * @TV_DUMP_LINE_FRAME: a frame of a stack
 * @TV_DUMP_LINE_REPEATED: `... repeated N times`
 * @TV_DUMP_LINE_LOCK: what the thread does with a lock in the frame before
 * @TV_DUMP_LINE_HELD_BY: the owner of the lock before, on a line of its own
 * @TV_DUMP_LINE_CHANNEL: `sysTid=N FUNCTION`
 * @TV_DUMP_LINE_TRANSACTION: a call through the binder driver
 * @TV_DUMP_LINE_REPORT: `Found one Java-level deadlock:`, which repeats threads
 * @TV_DUMP_LINE_REPORT_END: `Found N deadlocks.`
 * @TV_DUMP_LINE_FAILURE: `libdebuggerd_client: TEXT`: a process could not be dumped
 * @TV_DUMP_LINE_OTHER: a fact, or anything else
 */
typedef enum
{
  TV_DUMP_LINE_BLANK,
  TV_DUMP_LINE_PROCESS,
  TV_DUMP_LINE_CHANNELS,
  TV_DUMP_LINE_END,
  TV_DUMP_LINE_DUMPING,
  TV_DUMP_LINE_COMMAND,
  TV_DUMP_LINE_LIST,
  TV_DUMP_LINE_HOTSPOT,
  TV_DUMP_LINE_COROUTINES,
  TV_DUMP_LINE_THREAD,
  TV_DUMP_LINE_ATTRIBUTES,
  TV_DUMP_LINE_STATE,
  TV_DUMP_LINE_FRAME,
  TV_DUMP_LINE_REPEATED,
  TV_DUMP_LINE_LOCK,
  TV_DUMP_LINE_HELD_BY,
  TV_DUMP_LINE_CHANNEL,
  TV_DUMP_LINE_TRANSACTION,
  TV_DUMP_LINE_REPORT,
  TV_DUMP_LINE_REPORT_END,
  TV_DUMP_LINE_FAILURE,
  TV_DUMP_LINE_OTHER,
} TvDumpLineKind;

/**
 * TvDumpThreadForm:
 * @TV_DUMP_THREAD_ATTACHED: of Dalvik or ART, with a number of the virtual machine's
 * @TV_DUMP_THREAD_UNATTACHED: of ART, which the virtual machine does not know
 * @TV_DUMP_THREAD_NATIVE: of debuggerd, or Dalvik's native threads
 * @TV_DUMP_THREAD_HOTSPOT: of HotSpot or java.lang.management
 * @TV_DUMP_THREAD_TO_FILE: of HotSpot's Thread.dump_to_file, whose frames have no `at`
 * @TV_DUMP_THREAD_FORCED: of `jstack -F`, which reads a process from outside
 * @TV_DUMP_THREAD_COROUTINE: a coroutine of Kotlin, as DebugProbes of kotlinx.coroutines writes it
 */
typedef enum
{
  TV_DUMP_THREAD_ATTACHED,
  TV_DUMP_THREAD_UNATTACHED,
  TV_DUMP_THREAD_NATIVE,
  TV_DUMP_THREAD_HOTSPOT,
  TV_DUMP_THREAD_COROUTINE,
  TV_DUMP_THREAD_TO_FILE,
  TV_DUMP_THREAD_FORCED,
} TvDumpThreadForm;

/**
 * TvDumpLine:
 * @kind: what it is; of the rest only what such a line tells is set
 * @text: the line without the blanks around it
 * @n: a pid, a number of threads or of repeats, or %TV_NONE
 * @ns: a time, in ns since 1970, or %TV_NO_TIME
 * @has_zone: @ns is told with its time zone; else it is the device's local time, read as if it were UTC
 * @utc_offset_s: how far that zone is ahead of UTC, in s
 * @name: of a process, a thread, a class with its package, a fact, a kernel's function
 * @value: of a fact; what follows what is known of a thread's line; the method of a frame
 * @state: of a thread
 * @form: of a thread
 * @vm_tid: of a thread, or of the owner of a lock; or %TV_NONE
 * @sys_tid: the kernel's number of a thread, or %TV_NONE
 * @priority: of a thread, or %TV_NO_PRIORITY
 * @is_daemon: of a thread
 * @frame_kind: of a frame
 * @file: source file of a frame
 * @line: line in it, or 0
 * @path: where native code is from
 * @build_id: of that
 * @pc: address in it
 * @use: of a lock
 * @id: of a lock, or 0
 * @transaction: a call
 */
typedef struct
{
  TvDumpLineKind kind;
  TvSpan text;
  guint32 n;
  gint64 ns;
  gboolean has_zone;
  gint32 utc_offset_s;
  TvSpan name;
  TvSpan value;
  TvSpan state;
  TvDumpThreadForm form;
  guint32 vm_tid;
  guint32 sys_tid;
  gint32 priority;
  gboolean is_daemon;
  TvFrameKind frame_kind;
  TvSpan file;
  guint32 line;
  TvSpan path;
  TvSpan build_id;
  guint64 pc;
  TvLockUse use;
  guint64 id;
  TvDumpTransaction transaction;
} TvDumpLine;

void     tv_dump_line_parse          (TvSpan      text,
                                      TvDumpLine *line);
gboolean tv_dump_line_next_attribute (TvSpan     *rest,
                                      TvSpan     *key,
                                      TvSpan     *value);

/* Private to the parsers of single kinds of lines: each tells whether the line is one. */
gboolean tv_dump_line_parse_thread   (TvSpan      text,
                                      TvDumpLine *line);
gboolean tv_dump_line_parse_frame    (TvSpan      text,
                                      TvDumpLine *line);
gboolean tv_dump_line_parse_bare_frame (TvSpan    text,
                                      TvDumpLine *line);
gboolean tv_dump_line_parse_lock     (TvSpan      text,
                                      TvDumpLine *line);

G_END_DECLS
