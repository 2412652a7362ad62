/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

/* A part of the builder: one subject, whose state is a struct of the file that defines the hooks. The builder
 * holds a pointer to it and never looks inside. Other parts use the functions of trace-builder-private.h. */
typedef struct
{
  void (*init) (TvTraceBuilder *self);
  void (*clear) (TvTraceBuilder *self);

  /* (nullable): A file is read that has a clock of its own. begin_file() notes the number of rows;
   * end_file() adds @offset_ns to the times of the rows that were added since. */
  void (*begin_file) (TvTraceBuilder *self);
  void (*end_file) (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns);
} TvBuilderPart;

typedef struct _TvSlicesPart TvSlicesPart;
typedef struct _TvSchedPart TvSchedPart;
typedef struct _TvThreadsPart TvThreadsPart;
typedef struct _TvEventsPart TvEventsPart;
typedef struct _TvFilesPart TvFilesPart;
typedef struct _TvLogLinesPart TvLogLinesPart;
typedef struct _TvArgsPart TvArgsPart;
typedef struct _TvDumpsPart TvDumpsPart;
typedef struct _TvFaultsPart TvFaultsPart;
typedef struct _TvStacksPart TvStacksPart;
typedef struct _TvHeapsPart TvHeapsPart;
typedef struct _TvHeapGraphsPart TvHeapGraphsPart;
typedef struct _TvSmapsPart TvSmapsPart;
typedef struct _TvRecordingPart TvRecordingPart;
typedef struct _TvCountersPart TvCountersPart;
typedef struct _TvLinksPart TvLinksPart;
typedef struct _TvCompletePart TvCompletePart;
typedef struct _TvAsyncPart TvAsyncPart;
typedef struct _TvReportsPart TvReportsPart;

extern const TvBuilderPart tv_builder_slices;
extern const TvBuilderPart tv_builder_sched;
extern const TvBuilderPart tv_builder_threads;
extern const TvBuilderPart tv_builder_events;
extern const TvBuilderPart tv_builder_files;
extern const TvBuilderPart tv_builder_log_lines;
extern const TvBuilderPart tv_builder_args;
extern const TvBuilderPart tv_builder_dumps;
extern const TvBuilderPart tv_builder_faults;
extern const TvBuilderPart tv_builder_stacks;
extern const TvBuilderPart tv_builder_heaps;
extern const TvBuilderPart tv_builder_heap_graphs;
extern const TvBuilderPart tv_builder_smaps;
extern const TvBuilderPart tv_builder_recording;
extern const TvBuilderPart tv_builder_counters;
extern const TvBuilderPart tv_builder_links;
extern const TvBuilderPart tv_builder_complete;
extern const TvBuilderPart tv_builder_async;
extern const TvBuilderPart tv_builder_reports;

G_END_DECLS
