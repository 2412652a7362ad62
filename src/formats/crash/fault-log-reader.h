/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/crash/event-queue.h"

G_BEGIN_DECLS

/**
 * TvFaultLogPart:
 * @TV_FAULT_LOG_HEAD: `Key:value`
 * @TV_FAULT_LOG_THREADS: stacks
 * @TV_FAULT_LOG_REGISTERS: of the thread before
 * @TV_FAULT_LOG_MEMORY: near registers
 * @TV_FAULT_LOG_STACK: what lies on the stack
 * @TV_FAULT_LOG_REGIONS: the map of memory
 * @TV_FAULT_LOG_FILES: what was open
 * @TV_FAULT_LOG_SCRIPT: the stack of a script
 * @TV_FAULT_LOG_SOURCE: lines of its source
 * @TV_FAULT_LOG_LOG: lines of the device's log
 * @TV_FAULT_LOG_EVENT: facts of a report of a freeze
 * @TV_FAULT_LOG_CATCHER: what was collected then
 * @TV_FAULT_LOG_PAGES: when the program came to the front and what it showed
 *
 * Where a reader is.
 */
typedef enum
{
  TV_FAULT_LOG_HEAD,
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
 * @faults: what is told
 * @kind: what became of the program
 * @part: where it is
 * @pid: of the program, or %TV_NONE
 * @process: string: what it is called, or %TV_NONE
 * @ts: when it was, on the device's clock, or %TV_NO_TIME
 * @thread_name: of old ones: of the thread whose frames follow
 * @near: what words of memory are near to
 * @region: what that place is called
 * @log_start: offset of the first line of a log
 * @in_log: there is one
 * @has_event: a report of a freeze has begun
 * @event_ts: when, or %TV_NO_TIME
 * @event_name: string: what it reports, or %TV_NONE
 * @dump_pid: of the process whose stacks are collected
 * @blocked_tid: the thread that it is said to be about, or %TV_NONE
 * @n_failed: stacks that could not be had
 * @pages: #TvFaultLogPage
 * @calls: #TvFaultLogCall
 * @queue: of the main thread
 *
 * What lines of OpenHarmony's fault logs mean one after another.
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

/* A step of the program's life, or something that was reported of it. */
typedef struct
{
  gint64 ts; /* of steps that tell no day, ns since midnight */
  gboolean has_day;
  guint32 text;
} TvFaultLogPage;

/* A call that waited when calls were listed. */
typedef struct
{
  TvDumpTransaction call;
  gint64 seen;
} TvFaultLogCall;

void tv_fault_log_reader_init   (TvFaultLogReader *self,
                                 TvFaultKind       kind,
                                 TvTraceBuilder   *builder,
                                 GBytes           *bytes);
void tv_fault_log_reader_tell   (TvFaultLogReader *self,
                                 TvSpan            line,
                                 gsize             where);
void tv_fault_log_reader_finish (TvFaultLogReader *self,
                                 gsize             end,
                                 gint64            latest_s);
void tv_fault_log_reader_clear  (TvFaultLogReader *self);

/* Private to the reader. */
void     tv_fault_log_end_thread   (TvFaultLogReader *self);
void     tv_fault_log_begin_part   (TvFaultLogReader *self,
                                    TvFaultLogPart    part,
                                    gsize             where);
gboolean tv_fault_log_tell_head    (TvFaultLogReader *self,
                                    TvSpan            line,
                                    gsize             where);
gboolean tv_fault_log_tell_freeze  (TvFaultLogReader *self,
                                    TvSpan            line,
                                    gsize             where);
void     tv_fault_log_tell_times   (TvFaultLogReader *self);

G_END_DECLS
