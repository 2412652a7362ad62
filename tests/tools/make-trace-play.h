/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* An app is a set of threads and a script (see make-trace-script.h). Threads with one key are a
 * pool: the one that is idle the longest takes the task. */

typedef struct
{
  const char *key;
  guint tid_offset;
  const char *name;
  const char *base;     /* calls below all others, open to the end */
  const char *wait;     /* calls around the wait for a task */
  const char *dispatch; /* calls around each task */
} AppThread;

typedef struct
{
  const char *name;
  guint first_tid;
  guint duration_ms;
  guint slowness; /* times in the script are those of a device that is not being traced */
  const AppThread *threads;
  guint n_threads;
  const char *script;
} TraceApp;

extern const TraceApp trace_app_shop;
extern const TraceApp trace_app_reader;
extern const TraceApp trace_app_boot;
