/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Player of apps. An app consists of threads and a script (see make-trace-script.h). Threads with the same
 * key form a pool: the thread that has been idle for the longest time takes the task. */

/* Calls of a thread in a pool of java.util.concurrent. */
#define WORKER_BASE                                                                                \
  "java.lang.Thread.run()V "                                                                       \
  "java.util.concurrent.ThreadPoolExecutor.runWorker(Ljava/util/concurrent/ThreadPoolExecutor$Worker;)V"
#define WORKER_WAIT                                                                                \
  "java.util.concurrent.LinkedBlockingQueue.take()Ljava/lang/Object; "                             \
  "java.util.concurrent.locks.LockSupport.park(Ljava/lang/Object;)V"
#define WORKER_TASK "java.util.concurrent.FutureTask.run()V"

typedef struct
{
  const char *key;
  guint tid_offset;
  const char *name;
  const char *base;     /* outermost calls, open until the end */
  const char *wait;     /* calls while waiting for a task */
  const char *dispatch; /* calls around each task */
} AppThread;

typedef struct
{
  const char *name;
  guint first_tid;
  guint duration_ms;
  /* Factor by which tracing slows down the calls; the times in the script are those without tracing. Does not apply to
   * native code. */
  guint slowness;
  const AppThread *threads;
  guint n_threads;
  const char *script;
} TraceApp;

extern const TraceApp trace_app_shop;
extern const TraceApp trace_app_reader;
extern const TraceApp trace_app_boot;
