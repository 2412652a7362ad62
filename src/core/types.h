/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "None" in every column of ids: no parent, no process, no name … */
#define TV_NONE G_MAXUINT32

/* A time that is not told. */
#define TV_NO_TIME G_MININT64

/**
 * TvClock:
 * @TV_CLOCK_WALL: real time
 * @TV_CLOCK_CPU: time a thread ran on a CPU
 *
 * The clocks a slice can be measured by. See tv_trace_has_clock().
 */
typedef enum
{
  TV_CLOCK_WALL,
  TV_CLOCK_CPU,
} TvClock;

#define TV_N_CLOCKS 2

/**
 * TvTraceParts:
 * @TV_HAS_CALLS: calls of methods or functions, on tracks of threads
 * @TV_HAS_MARKS: any other slices: what programs mark, what the kernel tells of, spans of processes
 * @TV_HAS_SCHEDULING: what CPUs ran, or what states threads were in
 * @TV_HAS_COUNTERS: values that change over time
 * @TV_HAS_EVENTS: lines or records as they were in the file
 * @TV_HAS_LOG_LINES: lines that programs and the system logged
 * @TV_HAS_STACK_SAMPLES: stacks that threads had at moments, with weights
 * @TV_HAS_DUMPS: what all threads of a process were doing at a moment
 * @TV_HAS_TEXTS: texts that are read as they are
 * @TV_HAS_FAULTS: a program crashed or did not answer, and the device wrote down what it knew of it
 * @TV_HAS_HEAP_GRAPHS: the objects of a heap at a moment, and what refers to what
 * @TV_HAS_HEAP_CHANGES: what programs took from heaps and gave back, with stacks
 * @TV_HAS_LOG_EVENTS: log lines that mean something, which stand on tracks of their own
 *
 * What a trace may hold, each part with or without the others: see tv_trace_has(). Who wants to know
 * asks for the very part that matters; a kind of file is no such thing.
 */
typedef enum
{
  TV_HAS_CALLS = 1 << 0,
  TV_HAS_MARKS = 1 << 1,
  TV_HAS_SCHEDULING = 1 << 2,
  TV_HAS_COUNTERS = 1 << 3,
  TV_HAS_EVENTS = 1 << 4,
  TV_HAS_LOG_LINES = 1 << 5,
  TV_HAS_STACK_SAMPLES = 1 << 6,
  TV_HAS_DUMPS = 1 << 7,
  TV_HAS_TEXTS = 1 << 8,
  TV_HAS_FAULTS = 1 << 9,
  TV_HAS_HEAP_CHANGES = 1 << 10,
  TV_HAS_LOG_EVENTS = 1 << 11,
  TV_HAS_HEAP_GRAPHS = 1 << 12,
} TvTraceParts;

/* Makes a trace, see core/trace-builder.h. */
typedef struct _TvTraceBuilder TvTraceBuilder;

/* Adds a time to a sum of times. One that comes to more than 292 years runs over, as only a file
 * made for it can have it do: then a number is wrong, and nothing worse. */
static inline void
tv_add_ns (gint64 *sum, gint64 ns)
{
  *sum = (gint64) ((guint64) *sum + (guint64) ns);
}

G_END_DECLS
