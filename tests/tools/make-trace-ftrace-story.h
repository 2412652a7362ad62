/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* A thread of the device, by which its script calls it. */
typedef struct
{
  const char *key;
  guint pid;
  guint tid;
  const char *comm;
  guint prio;
  const char *tag; /* of its marks, unless they have one of their own */
  guint irq;       /* index into ftrace_device_interrupts: source of its tasks */
} DeviceThread;

typedef struct
{
  guint number;
  const char *name;
  guint vector; /* of the softirq that follows, or 0 */
  const char *action;
} DeviceInterrupt;

extern const DeviceInterrupt ftrace_device_interrupts[];
extern const guint ftrace_device_disk; /* index into it */
extern const DeviceThread ftrace_device_threads[];
extern const guint ftrace_device_n_threads;
extern const guint ftrace_device_duration_ms;
extern const char ftrace_device_script[];
