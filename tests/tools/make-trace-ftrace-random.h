/* SPDX-License-Identifier: GPL-3.0-or-later */

/* State shared by all sources of the random threads: the simulated scheduler, calls and open markers. */

#pragma once

#include "make-trace-ftrace.h"

#define ASYNC_MAX   12 /* maximum number of open asynchronous slices of a process */
#define MAX_TO_FREE 64
#define CALLS_MAX   12 /* maximum depth of kernel calls of a thread */

typedef enum
{
  THREAD_UNBORN,
  THREAD_BLOCKED,
  THREAD_RUNNABLE,
  THREAD_RUNNING,
  THREAD_DEAD,
} ThreadState;

/* A kernel call that is shown by the tracer function_graph. */
typedef struct
{
  const char *name;
  guint64 begin_ns;
} FtraceCall;

typedef struct
{
  FtraceCall open[CALLS_MAX];
  guint n;
} FtraceCalls;

typedef struct
{
  FtraceTask task;
  FtraceCalls calls;
  char comm[16];
  guint process;
  guint list_index; /* index of the thread in the list for its state */
  ThreadState state;
  guint depth;
  gboolean is_kworker;
  gboolean is_working; /* kworker: whether it executes a work item */
  gboolean is_in_d;    /* whether the thread is blocked uninterruptibly */
  gboolean
      waits_for_reply; /* whether the thread waits for a binder reply; only the reply wakes it */
  int caller;          /* thread whose binder call is being served, or NO_THREAD */
  guint transaction;   /* transaction that has not been received yet; 0 if there is none */
} Thread;

typedef struct
{
  const char *name;
  const char *chain;
  const char *category;
  gint64 cookie;
} Async;

typedef struct
{
  FtraceMarkStyle style;
  const char *event;
  guint first; /* index of the first thread */
  Async asyncs[ASYNC_MAX];
  guint n_asyncs;
} Process;

typedef struct
{
  const TraceOptions *options;
  FtraceLog *log;
  TraceDice dice;
  guint64 ns;
  FtraceTask to_free[MAX_TO_FREE]; /* last ended threads, in order */
  guint n_to_free;
  guint n_freed;
  Thread *threads;
  guint n_threads;
  Process *processes;
  guint *lists[THREAD_DEAD + 1]; /* indexes of the threads in each state */
  guint n_listed[THREAD_DEAD + 1];
  int *running; /* thread per CPU; NO_THREAD if idle */
  FtraceCalls idle_calls[FTRACE_MAX_CPUS];
  gint64 next_cookie;
  guint next_transaction;
  gint64 depth_of_queue;
  GString *name;
} System;

#define PICK(system, list) (list)[trace_dice_between (&(system)->dice, 0, G_N_ELEMENTS (list) - 1)]

static inline gboolean
roll (System *system, int permille)
{
  return trace_dice_permille (&system->dice, permille);
}

static inline gboolean
roll_odd (System *system, int permille)
{
  return system->options->has_oddities && trace_dice_permille (&system->dice, permille);
}

static inline guint
between (System *system, guint low, guint high)
{
  return trace_dice_between (&system->dice, low, high);
}

/* Advances the time by 0.15 to 4.2 µs, and rarely by up to half a millisecond more. */
static inline void
pass_time (System *system)
{
  guint64 bits = trace_dice_roll (&system->dice);

  system->ns += 150 + (bits & 0xfff);
  if ((bits >> 12 & 0xff) == 0)
    system->ns += bits >> 20 & 0x7ffff;
}

/* Emits a random event of the thread that runs on @cpu. */
void ftrace_system_say (System *system, guint cpu, Thread *thread);

/* Emits a random kernel call of @task; @calls are its open calls. */
void ftrace_system_call (System *system, guint cpu, const FtraceTask *task, FtraceCalls *calls);
