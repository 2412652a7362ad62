/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Heap allocations and frees, by allocating stack. Readers add the changes (core/trace-builder-heaps.h). Each heap
 * has one kind of samples per #TvHeapMeasure; all kinds are computed from the same rows:
 *
 *   change   +4096 bytes, +1     allocated 4096, 1        live  4096, 1
 *            -1024 bytes, -1     freed     1024, 1        live -1024, -1 */

/**
 * TvHeapMeasure:
 * @TV_HEAP_LIVE_BYTES: allocated minus freed bytes
 * @TV_HEAP_ALLOCATED_BYTES: allocated bytes
 * @TV_HEAP_FREED_BYTES: freed bytes
 * @TV_HEAP_LIVE_COUNT: number of allocations minus number of frees
 *
 * The measures of a heap. Values of different measures must not be added up.
 */
typedef enum
{
  TV_HEAP_LIVE_BYTES,
  TV_HEAP_ALLOCATED_BYTES,
  TV_HEAP_FREED_BYTES,
  TV_HEAP_LIVE_COUNT,
  TV_HEAP_ALLOCATED_COUNT,
  TV_HEAP_FREED_COUNT,
  TV_N_HEAP_MEASURES,
} TvHeapMeasure;

/**
 * TvHeap:
 * @name: string id of the allocator, such as "libc.malloc"
 * @reports_frees: whether frees are recorded, in addition to allocations
 * @is_graph: whether the changes are differences between consecutive heap graphs of a process; they are grouped by
 *   retaining class instead of stack, and only live memory is known
 * @first_kind: kind of samples for the first measure. The kinds for the other measures follow in the order of
 *   #TvHeapMeasure. Without @reports_frees, there are only the kinds for allocated bytes and the allocated count;
 *   with @is_graph, only those for live bytes and the live count
 *
 * A heap whose changes were recorded.
 */
typedef struct
{
  guint32 name;
  gboolean reports_frees;
  gboolean is_graph;
  guint32 first_kind;
} TvHeap;

/**
 * TvHeapChange:
 * @ts: timestamp in ns, or %TV_NO_TIME; the time of the dump if the change was computed from dumps
 * @heap: row of the #TvHeap
 * @upid: the process, or %TV_NONE
 * @utid: the allocating thread; %TV_NONE if only the process is known
 * @callsite: the allocating callsite, also for frees; %TV_NONE without a stack
 * @size: allocated bytes; negative if freed
 * @count: number of allocations; negative for frees
 *
 * A heap change, as added by a reader.
 */
typedef struct
{
  gint64 ts;
  guint32 heap;
  guint32 upid;
  guint32 utid;
  guint32 callsite;
  gint64 size;
  gint64 count;
} TvHeapChange;

/**
 * TvHeapChanges:
 * @ts: timestamp in ns, sorted; changes without a time come first
 *
 * All changes as columns; see #TvHeapChange for those that are not listed here.
 */
typedef struct
{
  guint32 n;
  const gint64 *ts;
  const guint32 *heap;
  const guint32 *upid;
  const guint32 *utid;
  const guint32 *callsite;
  const gint64 *size;
  const gint64 *count;
} TvHeapChanges;

const char *tv_heap_measure_name (TvHeapMeasure measure);

G_END_DECLS
