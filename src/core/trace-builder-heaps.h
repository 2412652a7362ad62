/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

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

G_END_DECLS
