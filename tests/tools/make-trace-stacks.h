/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "make-trace.h"

/* Samples for recordings of any form: threads walk through a tree of calls. Between two samples
 * a thread returns from a few functions and calls others, each of which calls only a few. The
 * same options give the same samples. */

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
  guint32 *all;  /* by thread, the outermost first */
  guint *depths; /* by thread */
  guint thread;  /* of the sample that is there, */
  guint64 ts;    /* its time, */
  guint32 *at;   /* and its stack: --depth functions */
} Stacks;

gboolean stacks_init     (Stacks             *self,
                          const TraceOptions *options,
                          GError            **error);
void     stacks_clear    (Stacks             *self);
void     stacks_next     (Stacks             *self);
char    *stacks_dup_name (guint32             function);
