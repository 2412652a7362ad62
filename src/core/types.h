/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The null value in every column of ids: no parent, no process, no name … */
#define TV_NONE G_MAXUINT32

/* A missing timestamp. */
#define TV_NO_TIME G_MININT64

/**
 * TvClock:
 * @TV_CLOCK_WALL: elapsed time
 * @TV_CLOCK_CPU: time during which a thread ran on a CPU
 *
 * The clocks by which a slice can be measured. See tv_trace_has_clock().
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
 * @TV_HAS_MARKS: other slices: marks of programs, kernel activity, asynchronous slices of processes
 * @TV_HAS_SCHEDULING: runs on CPUs, or states of threads
 * @TV_HAS_COUNTERS: values that change over time
 * @TV_HAS_EVENTS: raw lines or records of the file
 * @TV_HAS_LOG_LINES: log lines of programs and the system
 * @TV_HAS_STACK_SAMPLES: sampled stacks of threads, with weights
 * @TV_HAS_DUMPS: thread dumps: stacks of all threads of a process at the same time
 * @TV_HAS_TEXTS: sections of plain text that are shown unparsed
 * @TV_HAS_FAULTS: crash and freeze reports of the device
 * @TV_HAS_KERNEL_LOG: kernel events that were read from lines of text
 * @TV_HAS_HEAP_GRAPHS: heap dumps: snapshots of objects and their references
 * @TV_HAS_HEAP_CHANGES: allocations and frees of heaps, with stacks
 * @TV_HAS_LOG_EVENTS: decoded log lines, shown on separate tracks
 *
 * The kinds of data that a trace may contain, in any combination; see tv_trace_has(). Code checks for the kind that
 * it needs, never for a file format.
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
  TV_HAS_KERNEL_LOG = 1 << 13,
} TvTraceParts;

/* Creates a trace; see core/trace-builder.h. */
typedef struct _TvTraceBuilder TvTraceBuilder;

/* Adds a time to a sum. A sum beyond 292 years, which only crafted files reach, wraps around. */
static inline void
tv_add_ns (gint64 *sum, gint64 ns)
{
  *sum = (gint64) ((guint64) *sum + (guint64) ns);
}

G_END_DECLS
