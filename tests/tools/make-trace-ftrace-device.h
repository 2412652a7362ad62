/* SPDX-License-Identifier: GPL-3.0-or-later */

/* State shared by the two source files of the device: its running threads and the log. */

#pragma once

#include "make-trace-ftrace-script.h"
#include "make-trace-ftrace-story.h"
#include "make-trace-ftrace.h"

#define US   G_GUINT64_CONSTANT (1000)
#define IDLE (-1)

typedef struct
{
  const char *block;
  guint caller; /* index of the thread that waits for a reply + 1; 0 if there is none */
  guint transaction;
} Task;

typedef struct
{
  FtraceTask task;
  const DeviceThread *of;
  GQueue tasks;
  Task *current;
  GArray *steps;
  guint next_step;
  guint64 left_ns; /* remaining time of the step in ns */
  guint64 since_ns;
  guint64 runnable_order; /* order of arrival among runnable threads; 0 if not runnable */
  gboolean is_running;
  gboolean
      is_waiting; /* whether the thread waits in the middle of a task, so that a new task does not wake it */
  char state; /* scheduler state while blocked */
  const char *caller;
  guint reply; /* transaction that has not been received yet; 0 if there is none */
  guint cpu;   /* last CPU */
} Thread;

typedef struct
{
  int thread;
  guint stamp;
  guint64 slice_ns; /* end of the time slice in ns */
  guint64 busy_ns;  /* busy time since the governor last ran, in ns */
  guint64 busy_since_ns;
  guint frequency;
  gboolean is_kicked;
  gboolean is_asleep;
} Cpu;

typedef struct
{
  const TraceOptions *options;
  FtraceLog *log;
  TraceDice dice;
  DeviceScript *script;
  DeviceContext context;
  GSequence *events;
  guint64 n_events;
  guint64 ns;
  Thread *threads;
  Cpu *cpus;
  guint n_cpus;
  guint64 n_runnable_ever;
  GHashTable *cookies; /* "pid name" → GQueue of open cookies */
  guint next_cookie;
  guint next_transaction;
  const char *mark_event;
} Device;

void device_pass (Device *device);
const FtraceTask *device_task_on (const Device *device, guint cpu);
void device_say (Device *device, guint cpu, FtraceContext context, const char *event, const char *format, ...) G_GNUC_PRINTF (5, 6);
void device_rouse (Device *device, guint cpu);
void device_doze (Device *device, guint cpu);
void device_say_mark (Device *device, guint cpu, char kind, const DeviceStep *step);
void device_say_wakeup (Device *device, guint cpu, FtraceContext context, const char *event, const Thread *thread, guint target);
void device_say_transaction (Device *device, guint cpu, guint transaction, const Thread *to, gboolean is_reply);
