/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* A thread of the device. Scripts refer to it by its key. */
typedef struct
{
  const char *key;
  guint pid;
  guint tid;
  const char *comm;
  guint prio;
  const char *tag; /* tag of markers without a tag of their own */
  guint irq;       /* index in ftrace_device_interrupts of the interrupt that brings tasks */
} DeviceThread;

typedef struct
{
  guint number;
  const char *name;
  guint vector; /* vector of the following softirq; 0 if there is none */
  const char *action;
} DeviceInterrupt;

extern const DeviceInterrupt ftrace_device_interrupts[];
extern const guint ftrace_device_disk; /* index of the disk in ftrace_device_interrupts */
extern const DeviceThread ftrace_device_threads[];
extern const guint ftrace_device_n_threads;
extern const guint ftrace_device_duration_ms;
extern const char ftrace_device_script[];
