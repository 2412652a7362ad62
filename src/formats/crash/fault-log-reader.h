/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/crash/event-queue.h"

G_BEGIN_DECLS

/**
 * TvFaultLogPart:
 * @TV_FAULT_LOG_HEADER: lines `Key:value`
 * @TV_FAULT_LOG_THREADS: stacks of threads
 * @TV_FAULT_LOG_REGISTERS: registers of the preceding thread
 * @TV_FAULT_LOG_MEMORY: memory near registers
 * @TV_FAULT_LOG_STACK: content of the stack
 * @TV_FAULT_LOG_REGIONS: memory map
 * @TV_FAULT_LOG_FILES: open files
 * @TV_FAULT_LOG_SCRIPT: stack of a script
 * @TV_FAULT_LOG_SOURCE: source lines of the script
 * @TV_FAULT_LOG_LOG: device log lines
 * @TV_FAULT_LOG_EVENT: details of a freeze report
 * @TV_FAULT_LOG_CATCHER: data collected for a freeze report
 * @TV_FAULT_LOG_PAGES: history of the program's pages and of its moves to the foreground
 *
 * Sections of a fault log.
 */
typedef enum
{
  TV_FAULT_LOG_HEADER,
  TV_FAULT_LOG_THREADS,
  TV_FAULT_LOG_REGISTERS,
  TV_FAULT_LOG_MEMORY,
  TV_FAULT_LOG_STACK,
  TV_FAULT_LOG_REGIONS,
  TV_FAULT_LOG_FILES,
  TV_FAULT_LOG_SCRIPT,
  TV_FAULT_LOG_SOURCE,
  TV_FAULT_LOG_LOG,
  TV_FAULT_LOG_EVENT,
  TV_FAULT_LOG_CATCHER,
  TV_FAULT_LOG_PAGES,
} TvFaultLogPart;

/**
 * TvFaultLogReader:
 * @faults: output
 * @kind: kind of the fault
 * @part: current section
 * @pid: process id, or %TV_NONE
 * @process: string id of the process name, or %TV_NONE
 * @ts: time of the fault by the device's clock in ns, or %TV_NO_TIME
 * @thread_name: string id of the name of the thread whose frames follow, as in older versions, or %TV_NONE
 * @near: string id of the register that points near the current memory words, or %TV_NONE
 * @region: string id of the name of the mapping that contains these words, or %TV_NONE
 * @log_start: file offset of the first line of the open log
 * @in_log: whether a log is open
 * @has_event: whether a freeze report is open
 * @event_ts: time of the report in ns, or %TV_NO_TIME
 * @event_name: string id of the reported event's name, or %TV_NONE
 * @dump_pid: id of the process whose stacks are being read, or %TV_NONE
 * @blocked_tid: id of the thread that the report names, or %TV_NONE
 * @n_failed: number of stacks that could not be collected
 * @pages: #TvFaultLogPoint: lifecycle steps and pages of the program
 * @calls: #TvFaultLogCall: pending calls
 * @reports: #TvFaultLogPoint: finished freeze reports
 * @queue: event queue of the main thread
 *
 * Stateful parser of OpenHarmony's fault logs.
 */
typedef struct
{
  TvFaultReader faults;
  TvFaultKind kind;
  TvFaultLogPart part;
  guint32 pid;
  guint32 process;
  gint64 ts;
  guint32 thread_name;
  guint32 near;
  guint32 region;
  gsize log_start;
  gboolean in_log;
  gboolean has_event;
  gint64 event_ts;
  guint32 event_name;
  guint32 dump_pid;
  guint32 blocked_tid;
  guint64 n_failed;
  GArray *pages;
  GArray *calls;
  GArray *reports;
  TvEventQueue queue;
} TvFaultLogReader;

/* A lifecycle step or page of the program, or a freeze report. */
typedef struct
{
  gint64 ts; /* in ns since 1970, or in ns since midnight if has_day is FALSE */
  gboolean has_day;
  guint32 text;
} TvFaultLogPoint;

/* A pending call between processes, and the time in ns at which it was listed. */
typedef struct
{
  TvDumpTransaction call;
  gint64 seen;
} TvFaultLogCall;

void tv_fault_log_reader_init   (TvFaultLogReader *self,
                                 TvFaultKind       kind,
                                 TvTraceBuilder   *builder,
                                 GBytes           *bytes);
void tv_fault_log_reader_emit   (TvFaultLogReader *self,
                                 TvSpan            line,
                                 gsize             where);
void tv_fault_log_reader_finish (TvFaultLogReader *self,
                                 gsize             end,
                                 gint64            latest_s);
void tv_fault_log_reader_clear  (TvFaultLogReader *self);

/* The functions below are private to the source files of the fault log reader. */
void     tv_fault_log_end_thread   (TvFaultLogReader *self);
void     tv_fault_log_begin_part   (TvFaultLogReader *self,
                                    TvFaultLogPart    part,
                                    gsize             where);
gboolean tv_fault_log_emit_header  (TvFaultLogReader *self,
                                    TvSpan            line,
                                    gsize             where);
gboolean tv_fault_log_emit_freeze  (TvFaultLogReader *self,
                                    TvSpan            line,
                                    gsize             where);
void     tv_fault_log_emit_times   (TvFaultLogReader *self);

G_END_DECLS
