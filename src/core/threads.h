/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* The processes and threads of the device. Their rows are the upids and utids. */

/**
 * TvProcess:
 * @pid: process id on its machine; if an id is reused, each process has its own row
 * @name: string id, or %TV_NONE; see tv_trace_dup_process_label() for the label
 * @parent: the process that created it, or %TV_NONE
 * @is_child_of_idle: whether the parent is process 0, which has no row
 * @uid: user id, or %TV_NONE
 * @cmdline: string id of the command line, with arguments separated by spaces, or %TV_NONE
 * @machine: the #TvMachine on which the process runs
 * @start_ns: creation time, or %G_MININT64 if not recorded
 * @end_ns: end of its last thread, or %G_MAXINT64
 * @listed_start_ns: creation time from a list of running processes, or %G_MININT64
 *
 * A process.
 */
typedef struct
{
  guint32 pid;
  guint32 name;
  guint32 parent;
  guint32 uid;
  guint32 cmdline;
  guint32 machine;
  gboolean is_child_of_idle;
  gboolean is_named_by_thread;
  gint64 start_ns;
  gint64 end_ns;
  gint64 listed_start_ns;
} TvProcess;

/**
 * TvThread:
 * @tid: thread id on its machine; if an id is reused, each thread has its own row
 * @name: string id, or %TV_NONE if the file has none
 * @upid: process, or %TV_NONE
 * @track: the track of its calls or marks, or %TV_NONE
 * @state_track: the track of its states, or %TV_NONE
 * @parent: the thread that created it, or %TV_NONE
 * @machine: the #TvMachine on which the thread runs
 * @start_ns: creation time, or %G_MININT64 if not recorded
 * @end_ns: time of its exit event, which precedes the switch away from it; if neither was recorded, the start of the
 *   next thread with the same id, or %G_MAXINT64
 * @is_idle: whether it is the idle thread of a CPU
 *
 * A thread.
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
