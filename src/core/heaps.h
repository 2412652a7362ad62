/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* What programs took from their heaps and gave back, each by the stack that took it. A reader tells the
 * changes (core/trace-builder-heaps.h); each heap then has kinds of samples, one a #TvHeapMeasure, which
 * are counted over the same rows:
 *
 *   change   +4096 bytes, +1     allocated 4096, 1        live  4096, 1
 *            -1024 bytes, -1     freed     1024, 1        live -1024, -1
 */

/**
 * TvHeapMeasure:
 * @TV_HEAP_LIVE_BYTES: what was taken less what was given back
 * @TV_HEAP_ALLOCATED_BYTES: what was taken
 * @TV_HEAP_FREED_BYTES: what was given back
 * @TV_HEAP_LIVE_COUNT: how many pieces of memory, likewise
 *
 * What is counted of a heap. Measures must never be added up.
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
 * @name: string: what allocates there, such as "libc.malloc"
 * @tells_frees: whether it is known what was given back; without, there is only what was allocated
 * @is_graph: its changes are of the reachable objects of heap graphs, from each to the next of a process, by the
 *   classes that keep them instead of stacks: only what is live is known
 * @first_kind: the kind of samples of its first measure; the others follow in the order of #TvHeapMeasure,
 *   without @tells_frees only those of what was allocated, bytes and then count
 */
typedef struct
{
  guint32 name;
  gboolean tells_frees;
  gboolean is_graph;
  guint32 first_kind;
} TvHeap;

/**
 * TvHeapChange:
 * @ts: when, in ns, or %TV_NO_TIME; of dumps that of the dump, up to which it happened
 * @heap: which #TvHeap
 * @upid: the process, or %TV_NONE
 * @utid: the thread that took the memory, or %TV_NONE where only the process is known
 * @callsite: who took the memory, also of what is given back; %TV_NONE where there was no stack
 * @size: bytes that were taken, or less than 0: that were given back
 * @count: how many pieces, of the same sign
 *
 * A change of a heap, as a reader tells it.
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
 * @n: number of changes
 * @ts: when, in ns, sorted; those without a time come first
 *
 * The columns of all changes; the rest as in #TvHeapChange.
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
