/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Whose a trace is: the processes and threads of the device. Rows are upids and utids. */

/**
 * TvProcess:
 * @pid: process id on the device; a process that got the id of an earlier one is a row of its own
 * @name: string, or %TV_NONE; tv_trace_dup_process_label() finds the best there is
 * @parent: the process that made it, or %TV_NONE
 * @uid: the user that it runs as, or %TV_NONE
 * @cmdline: string: what it was started with, blanks between, or %TV_NONE
 * @machine: the #TvMachine that it runs on
 * @start_ns: when it was made, or %G_MININT64 if the log does not tell
 * @end_ns: when its last thread ended, or %G_MAXINT64
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
 * @name: string, or %TV_NONE where the file does not tell
 * @upid: process, or %TV_NONE
 * @track: the track of its calls, or %TV_NONE if it has none
 * @state_track: the track of its states, or %TV_NONE
 * @parent: the thread that made it, or %TV_NONE
 * @machine: the #TvMachine that it runs on
 * @start_ns: when it was made, or %G_MININT64 if the log does not tell
 * @end_ns: when it ended, or %G_MAXINT64; it is switched away a little later. Where the log does not
 *   tell and another thread got its id, when that one began
 * @is_idle: it is what a CPU runs that has nothing to run
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
