/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/faults.h"

G_BEGIN_DECLS

/* Adds crashes and freezes. Times are in ns, as in #TvTrace. Details belong to the last fault that was begun; the
 * builder sets their @fault member. */

guint32 tv_trace_builder_begin_fault       (TvTraceBuilder       *self,
                                            const TvFault        *fault);
TvFault *tv_trace_builder_get_fault        (TvTraceBuilder       *self);
void    tv_trace_builder_add_fault_cause   (TvTraceBuilder       *self,
                                            guint32               text);
void    tv_trace_builder_add_register      (TvTraceBuilder       *self,
                                            const TvRegister     *reg);
void    tv_trace_builder_add_memory_region (TvTraceBuilder       *self,
                                            const TvMemoryRegion *region);
void    tv_trace_builder_add_memory_word   (TvTraceBuilder       *self,
                                            const TvMemoryWord   *word);
void    tv_trace_builder_add_open_file     (TvTraceBuilder       *self,
                                            const TvOpenFile     *file);
void    tv_trace_builder_add_queue_event   (TvTraceBuilder       *self,
                                            const TvQueueEvent   *event);
void    tv_trace_builder_add_binder_pool   (TvTraceBuilder       *self,
                                            const TvBinderPool   *server);

G_END_DECLS
