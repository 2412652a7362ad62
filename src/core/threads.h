/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* The processes and threads of the device. Rows are upids and utids. */

/**
 * TvProcess:
 * @pid: process id on the device; a process that got the id of an earlier one is a row of its own
 * @name: string, or %TV_NONE; see tv_trace_dup_process_label() for the label
 * @parent: the process that created it, or %TV_NONE
 * @uid: its user id, or %TV_NONE
 * @cmdline: string: its command line, joined by blanks, or %TV_NONE
 * @machine: the #TvMachine that it runs on
 * @start_ns: its creation, or %G_MININT64 if the log does not contain it
 * @end_ns: the end of its last thread, or %G_MAXINT64
 */
typedef struct
{
  guint32 pid;
  guint32 name;
  guint32 parent;
  guint32 uid;
  guint32 cmdline;
  guint32 machine;
  gint64 start_ns;
  gint64 end_ns;
} TvProcess;

/**
 * TvThread:
 * @tid: thread id on the device; a thread that got the id of an earlier one is a row of its own
 * @name: string, or %TV_NONE if the file has none
 * @upid: process, or %TV_NONE
 * @track: the track of its calls, or %TV_NONE if it has none
 * @state_track: the track of its states, or %TV_NONE
 * @parent: the thread that created it, or %TV_NONE
 * @machine: the #TvMachine that it runs on
 * @start_ns: its creation, or %G_MININT64 if the log does not contain it
 * @end_ns: its end, or %G_MAXINT64; it is switched out slightly later. If the log does not contain the end
 *   and another thread got its id, the start of that thread
 * @is_idle: it is the idle thread of a CPU
 */
typedef struct
{
  guint32 tid;
  guint32 name;
  guint32 upid;
  guint32 track;
  guint32 state_track;
  guint32 parent;
  guint32 machine;
  gint64 start_ns;
  gint64 end_ns;
  gboolean is_idle;
} TvThread;

G_END_DECLS
