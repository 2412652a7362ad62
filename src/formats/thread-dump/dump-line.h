/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dumps.h"
#include "core/stacks.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/* Line parsers for thread dumps of Dalvik, ART, debuggerd and HotSpot. The syntax is defined by Dalvik's Thread.cpp,
 * ART's thread.cc and monitor.cc, Android's StackTracesDumpHelper, debuggerd's backtrace.cpp, and HotSpot's jstack. */

/**
 * TvDumpLineKind:
 * @TV_DUMP_LINE_BLANK: empty
 * @TV_DUMP_LINE_PROCESS: `----- pid N at TIME -----`: start of a process
 * @TV_DUMP_LINE_CHANNELS: `----- Waiting Channels: pid N at TIME -----`: start of a list of the kernel functions in
 *   which threads wait
 * @TV_DUMP_LINE_END: `----- end N -----`
 * @TV_DUMP_LINE_DUMPING: `----- dumping pid: N at UPTIME` and `----- dumping ended at UPTIME`
 * @TV_DUMP_LINE_COMMAND: `Cmd line: NAME`
 * @TV_DUMP_LINE_LIST: `DALVIK THREADS (N):`, `NATIVE THREADS:`
 * @TV_DUMP_LINE_HOTSPOT: `Full thread dump …`
 * @TV_DUMP_LINE_COROUTINES: `Coroutines dump TIME`
 * @TV_DUMP_LINE_THREAD: first line of a thread
 * @TV_DUMP_LINE_ATTRIBUTES: `| key=value …`
 * @TV_DUMP_LINE_STATE: `java.lang.Thread.State: WORD …`
 * @TV_DUMP_LINE_FRAME: a frame of a stack
 * @TV_DUMP_LINE_REPEATED: `... repeated N times`
 * @TV_DUMP_LINE_LOCK: use of a lock by the thread, in the preceding frame
 * @TV_DUMP_LINE_HELD_BY: owner of the preceding lock, on a separate line
 * @TV_DUMP_LINE_CHANNEL: `sysTid=N FUNCTION`
 * @TV_DUMP_LINE_TRANSACTION: a call through the binder driver
 * @TV_DUMP_LINE_REPORT: `Found one Java-level deadlock:`, after which threads are repeated
 * @TV_DUMP_LINE_REPORT_END: `Found N deadlocks.`
 * @TV_DUMP_LINE_FAILURE: `libdebuggerd_client: TEXT`: a process could not be dumped
 * @TV_DUMP_LINE_OTHER: an attribute, or any other line
 *
 * Kinds of lines in a dump.
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
 * @TV_DUMP_THREAD_ATTACHED: Dalvik or ART; the thread is attached to the virtual machine
 * @TV_DUMP_THREAD_UNATTACHED: ART; the thread is not attached to the virtual machine
 * @TV_DUMP_THREAD_NATIVE: debuggerd, or native threads of Dalvik
 * @TV_DUMP_THREAD_HOTSPOT: HotSpot or java.lang.management
 * @TV_DUMP_THREAD_TO_FILE: HotSpot's Thread.dump_to_file, whose frames have no `at`
 * @TV_DUMP_THREAD_FORCED: `jstack -F`, which inspects a process from outside
 * @TV_DUMP_THREAD_COROUTINE: a Kotlin coroutine, written by DebugProbes of kotlinx.coroutines
 * @TV_DUMP_THREAD_REPORTED: an ANR report of Google Play or Crashlytics
 *
 * Forms of the first line of a thread.
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
  TV_DUMP_THREAD_REPORTED,
} TvDumpThreadForm;

/**
 * TvDumpLine:
 * @kind: kind of the line; only the fields of that kind are set
 * @text: line without surrounding spaces
 * @n: pid, number of threads or number of repetitions, or %TV_NONE
 * @ns: time in ns since 1970, or %TV_NO_TIME
 * @has_zone: whether the line contains the time zone; otherwise @ns is local time treated as UTC
 * @utc_offset_s: offset of the time zone from UTC in s
 * @name: name of a process, a thread, a class with its package, an attribute, or a kernel function
 * @value: value of an attribute, rest of a thread's first line, or method of a frame
 * @state: thread state
 * @form: form of the thread's first line
 * @vm_tid: id in the virtual machine of a thread or a lock owner, or %TV_NONE
 * @sys_tid: kernel thread id, or %TV_NONE
 * @priority: thread priority, or %TV_NO_PRIORITY
 * @is_daemon: whether the thread is a daemon
 * @frame_kind: kind of a frame
 * @file: source file of a frame
 * @line: source line of a frame; 0 if unknown
 * @path: file that contains native code
 * @build_id: build id of that file
 * @pc: address in that file
 * @use: use of a lock
 * @id: id of a lock; 0 if unknown
 * @transaction: binder call
 *
 * A parsed line of a dump.
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

/* The following functions parse single kinds of lines, and return whether the line is of that kind. They are also
 * called by readers of other formats. */
gboolean tv_dump_line_parse_thread   (TvSpan      text,
                                      TvDumpLine *line);
gboolean tv_dump_line_parse_frame    (TvSpan      text,
                                      TvDumpLine *line);
gboolean tv_dump_line_parse_bare_frame (TvSpan    text,
                                      TvDumpLine *line);
gboolean tv_dump_line_parse_lock_use (TvSpan      text,
                                      TvDumpLine *line);
gboolean tv_dump_line_parse_lock     (TvSpan      text,
                                      TvDumpLine *line);

G_END_DECLS
