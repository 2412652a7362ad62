/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvThreadSamples:
 * @samples: rows that contain the samples
 * @kind: kind of the samples
 * @rows: indexes in @samples of the samples that have a time, sorted by thread and time
 * @first: per thread, index in @rows of its first sample; its last sample precedes the first one of the next thread
 * @n_threads: number of threads of the trace
 * @interval_ns: sampling period in ns
 *
 * Stack samples by thread and time, for lookups by time range.
 */
typedef struct
{
  TvKindRows samples;
  guint32 kind;
  guint32 *rows;
  guint32 *first;
  guint32 n_threads;
  gint64 interval_ns;
} TvThreadSamples;

gboolean         tv_trace_has_timed_samples (TvTrace               *trace);
guint32         *tv_trace_count_samples     (TvTrace               *trace);
guint32         *tv_trace_count_stack_levels (TvTrace              *trace);
TvThreadSamples *tv_thread_samples_new      (TvTrace               *trace,
                                             guint32                kind);
TvThreadSamples *tv_thread_samples_new_of   (TvTrace               *trace,
                                             guint32                kind,
                                             const guint8          *callsites);
void             tv_thread_samples_free     (TvThreadSamples       *self);
gboolean         tv_thread_samples_is_joined (const TvThreadSamples *self,
                                             guint32                i);
gint64           tv_thread_samples_get_end_ns (const TvThreadSamples *self,
                                             guint32                utid,
                                             guint32                i);
guint32          tv_thread_samples_find     (const TvThreadSamples *self,
                                             guint32                utid,
                                             guint32                from,
                                             gint64                 ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvThreadSamples, tv_thread_samples_free)

G_END_DECLS
