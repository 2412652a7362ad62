/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/memory/string-pool.h"
#include "core/trace-builder-args.h"
#include "core/trace-builder-counters.h"
#include "core/trace-builder-events.h"
#include "core/trace-builder-faults.h"
#include "core/trace-builder-heaps.h"
#include "core/trace-builder-log-lines.h"
#include "core/trace-builder-machines.h"
#include "core/trace-builder-parts.h"
#include "core/trace-builder-sched.h"
#include "core/trace-builder-slices.h"
#include "core/trace-builder-texts.h"
#include "core/trace-builder-threads.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Builds a #TvTrace; there is no other way to create one. A reader adds records in file order. For all formats, the
 * builder maintains stacks, matches begins and ends, closes open slices, and sorts and indexes the result. Memory is
 * never allocated per event. Only one thread at a time may use a builder, except as core/trace-builder-sched.h and
 * core/builder/slice-writer.h allow. Times are in ticks unless stated otherwise. */

TvTraceBuilder *tv_trace_builder_new         (gint64 tick_ns,
                                              gint64 base_ticks);
void            tv_trace_builder_free        (TvTraceBuilder *self);
void            tv_trace_builder_set_unit    (TvTraceBuilder *self,
                                              gint64          tick_ns,
                                              gint64          base_ticks);
void            tv_trace_builder_set_format  (TvTraceBuilder *self,
                                              const char     *format);
void            tv_trace_builder_set_clocks  (TvTraceBuilder *self,
                                              gboolean        has_wall,
                                              gboolean        has_cpu);
void            tv_trace_builder_declare     (TvTraceBuilder *self,
                                              TvTraceParts    parts);
void            tv_trace_builder_expect_content (TvTraceBuilder *self);
void            tv_trace_builder_set_rebuilt (TvTraceBuilder *self,
                                              gboolean        is_rebuilt);
guint64         tv_trace_builder_begin_input (TvTraceBuilder *self,
                                              const char     *name,
                                              guint64         size);
void            tv_trace_builder_count_in_ns (TvTraceBuilder *self,
                                              gint64          first_ns);
void            tv_trace_builder_begin_separate (TvTraceBuilder *self,
                                              guint64         base_offset,
                                              gint64          offset_ns,
                                              gint64          uncertainty_ns,
                                              gint64          start_ns);
void            tv_trace_builder_end_separate   (TvTraceBuilder *self);
void            tv_trace_builder_add_uncertainty
                                             (TvTraceBuilder *self,
                                              gint64          uncertainty_ns);
TvTrace        *tv_trace_builder_finish      (TvTraceBuilder *self,
                                              GCancellable   *cancellable,
                                              GError        **error);

/* Metadata and problems. */

void        tv_trace_builder_add_metadata   (TvTraceBuilder *self,
                                             const char     *key,
                                             const char     *value,
                                             gssize          value_len);
const char *tv_trace_builder_get_metadata   (TvTraceBuilder *self,
                                             const char     *key);
void        tv_trace_builder_add_metadata_strings       (TvTraceBuilder *self,
                                             guint32         key,
                                             guint32         value);
void        tv_trace_builder_add_problem    (TvTraceBuilder *self,
                                             TvProblemKind   kind,
                                             gint64          where,
                                             const char     *detail_format,
                                             ...) G_GNUC_PRINTF (4, 5);
void        tv_trace_builder_count_problem  (TvTraceBuilder *self,
                                             TvProblemKind   kind,
                                             gint64          where);
void        tv_trace_builder_count_problems (TvTraceBuilder *self,
                                             TvProblemKind   kind,
                                             gint64          where,
                                             guint64         n);

/* Strings. */

guint32             tv_trace_builder_intern      (TvTraceBuilder *self,
                                                  const char     *text,
                                                  gssize          len);
void                tv_trace_builder_intern_all  (TvTraceBuilder *self,
                                                  TvStringPool   *pool,
                                                  guint32        *strings);
const TvStringPool *tv_trace_builder_get_strings (TvTraceBuilder *self);
const char         *tv_trace_builder_get_string  (TvTraceBuilder *self,
                                                  guint32         string);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceBuilder, tv_trace_builder_free)

G_END_DECLS
