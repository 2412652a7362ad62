/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dumps.h"
#include "core/stacks.h"

G_BEGIN_DECLS

/* Adds stacks, stack samples and thread dumps. Times are in ns, as in #TvTrace.
 *
 * Rows are added before the rows that refer to them: mappings before frames, frames before callsites, the callsite of
 * a caller before those of its callees, and callsites before samples. The threads of a dump follow the dump, and the
 * locks of a thread follow the thread. */

guint32         tv_trace_builder_add_mapping   (TvTraceBuilder     *self,
                                                guint32             path,
                                                guint32             build_id);
guint32         tv_trace_builder_add_mapping_at (TvTraceBuilder    *self,
                                                const TvMapping    *mapping);
guint32         tv_trace_builder_add_frame     (TvTraceBuilder     *self,
                                                const TvFrame      *frame);
guint32         tv_trace_builder_add_callsite  (TvTraceBuilder     *self,
                                                guint32             parent,
                                                guint32             frame);
guint32         tv_trace_builder_add_sample_kind (TvTraceBuilder   *self,
                                                guint32             name,
                                                TvWeightUnit        unit);
void            tv_trace_builder_set_baseline_kind    (TvTraceBuilder     *self,
                                                guint32             kind,
                                                guint32             before);
void            tv_trace_builder_set_off_cpu   (TvTraceBuilder     *self,
                                                guint32             kind);
void            tv_trace_builder_add_stack_sample (TvTraceBuilder  *self,
                                                const TvStackSample *sample);
void            tv_trace_builder_set_async_id  (TvTraceBuilder     *self,
                                                gint64              id);

guint32         tv_trace_builder_begin_report  (TvTraceBuilder     *self);
guint32         tv_trace_builder_begin_dump    (TvTraceBuilder     *self,
                                                const TvDump       *dump);
void            tv_trace_builder_set_dump_kind (TvTraceBuilder     *self,
                                                TvDumpKind          kind);
guint32         tv_trace_builder_add_dump_thread (TvTraceBuilder   *self,
                                                const TvDumpThread *thread);
guint32         tv_trace_builder_add_dump_lock (TvTraceBuilder     *self,
                                                const TvDumpLock   *lock);
void            tv_trace_builder_add_transaction (TvTraceBuilder   *self,
                                                const TvDumpTransaction *transaction);
void            tv_trace_builder_add_dump_attribute (TvTraceBuilder     *self,
                                                const TvDumpAttribute   *attribute);

G_END_DECLS
