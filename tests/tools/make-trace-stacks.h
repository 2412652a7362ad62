/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "make-trace.h"

/* Generator of samples for recordings of all formats: threads walk through a call tree. Between two samples, a thread
 * returns from a few functions and calls others. Each function only calls a few others. The same options produce the
 * same samples. */

#define STACKS_PERIOD_NS 250000u
#define STACKS_FIRST_NS  G_GUINT64_CONSTANT (5000000000)
#define STACKS_PID       1000u
#define STACKS_LIBRARY   "/data/app/libshop.so"
#define STACKS_EVENT     "cpu-clock"

typedef struct
{
  const TraceOptions *options;
  TraceDice dice;
  guint n_threads;
  guint32 *all;  /* stack of each thread, outermost function first */
  guint *depths; /* depth of each thread */
  guint thread;  /* thread of the current sample */
  guint64 ts;    /* time of the current sample in ns */
  guint32 *at;   /* stack of the current sample: --depth functions */
} Stacks;

gboolean stacks_init     (Stacks             *self,
                          const TraceOptions *options,
                          GError            **error);
void     stacks_clear    (Stacks             *self);
void     stacks_next     (Stacks             *self);
char    *stacks_dup_name (guint32             function);
