/* SPDX-License-Identifier: GPL-3.0-or-later */

/* State that both parts of the system of random threads share: scheduler and markers. */

#pragma once

#include "make-trace-ftrace.h"

#define ASYNC_MAX   12 /* open at once in a process */
#define MAX_TO_FREE 64
#define CALLS_MAX   12 /* of a thread in the kernel, open at once */

typedef enum
{
  THREAD_UNBORN,
  THREAD_BLOCKED,
  THREAD_RUNNABLE,
  THREAD_RUNNING,
  THREAD_DEAD,
} ThreadState;

/* Of a thread in the kernel, where the tracer function_graph looks. */
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
  guint place; /* in the list of its state */
  ThreadState state;
  guint depth;
  gboolean is_kworker;
  gboolean is_working;      /* a kworker, on an item */
  gboolean is_in_d;         /* blocked, and not to be interrupted */
  gboolean waits_for_reply; /* to a binder call: nothing else wakes it */
  int caller;               /* the thread whose binder call it serves */
  guint transaction;        /* not yet received */
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
  guint first; /* thread */
  Async asyncs[ASYNC_MAX];
  guint n_asyncs;
} Process;

typedef struct
{
  const TraceOptions *options;
  FtraceLog *log;
  TraceDice dice;
  guint64 ns;
  FtraceTask to_free[MAX_TO_FREE]; /* the latest ended ones, in order */
  guint n_to_free;
  guint n_freed;
  Thread *threads;
  guint n_threads;
  Process *processes;
  guint *lists[THREAD_DEAD + 1]; /* the threads of each state */
  guint n_listed[THREAD_DEAD + 1];
  int *running; /* by CPU; NO_THREAD: idle */
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

/* Some hundred ns up to some µs, now and then far more. */
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

/* Emits a random kernel call of @task; @calls are its own. */
void ftrace_system_call (System *system, guint cpu, const FtraceTask *task, FtraceCalls *calls);
