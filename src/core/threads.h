/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* The recorded processes and threads. Their rows are the upids and utids. */

/**
 * TvProcess:
 * @pid: process id on @machine; if the device reuses an id, each process has its own row
 * @name: string id, or %TV_NONE; see tv_trace_dup_process_label() for the label
 * @parent: the process that created this one, or %TV_NONE
 * @is_child_of_idle: whether the parent is process 0, which has no row
 * @is_named_by_thread: whether @name is the main thread's name
 * @uid: user id, or %TV_NONE
 * @cmdline: string id of the command line, with arguments separated by spaces, or %TV_NONE
 * @machine: the #TvMachine on which the process runs
 * @start_ns: creation time; %G_MININT64 if not recorded
 * @end_ns: end of the last thread, or %G_MAXINT64
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
 * @tid: thread id on @machine; if the device reuses an id, each thread has its own row
 * @name: string id; %TV_NONE if not recorded
 * @upid: the process, or %TV_NONE
 * @track: track of the thread's calls or marks, or %TV_NONE
 * @state_track: track of the thread's states, or %TV_NONE
 * @parent: the thread that created this one, or %TV_NONE
 * @machine: the #TvMachine on which the thread runs
 * @start_ns: creation time; %G_MININT64 if not recorded
 * @end_ns: time of the exit event, which precedes the last switch away from the thread; if neither was recorded, the
 *   start of the next thread with the same id, or %G_MAXINT64
 * @is_idle: whether the thread is the idle thread of a CPU
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
