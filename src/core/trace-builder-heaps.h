/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heap-graphs.h"
#include "core/heaps.h"

G_BEGIN_DECLS

/* How a reader tells what programs took from heaps and gave back. It tells changes, in any order, with
 * times in ns:
 *
 * - of a file that lists every allocation: a change with what it took, and when that is freed another
 *   one with less than 0 and the callsite that took it;
 * - of dumps, which hold totals since the beginning: for each callsite what was allocated and what was
 *   freed since the dump before, both with the time of the dump.
 *
 * From these the builder makes the kinds of samples: live, allocated and freed, in bytes and in pieces. No
 * reader tells sums. Callsites are those of core/trace-builder-parts.h. */

guint32 tv_trace_builder_add_heap        (TvTraceBuilder     *self,
                                          guint32             name,
                                          gboolean            tells_frees);
void    tv_trace_builder_add_heap_change (TvTraceBuilder     *self,
                                          const TvHeapChange *change);

/* The objects of a heap: a graph, then its classes and objects in any order, and behind each object its
 * references. Superclasses, classes of objects and what references lead to are numbers in the graph, from 0,
 * in the order in which they are told, also of what is told later. What is reachable the builder finds. */

guint32 tv_trace_builder_begin_heap_graph (TvTraceBuilder        *self,
                                           const TvHeapGraph     *graph);
void    tv_trace_builder_set_heap_process (TvTraceBuilder        *self,
                                           guint32                graph,
                                           guint32                upid);
void    tv_trace_builder_add_heap_class   (TvTraceBuilder        *self,
                                           const TvHeapClass     *klass);
void    tv_trace_builder_add_heap_object  (TvTraceBuilder        *self,
                                           const TvHeapObject    *object);
void    tv_trace_builder_add_heap_reference (TvTraceBuilder      *self,
                                           const TvHeapReference *reference);

G_END_DECLS
