/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/tick-unit.h"
#include "core/trace-builder.h"

G_BEGIN_DECLS

/* The builder consists of parts. A part has one subject, such as heaps, and three files:
 *
 *   trace-builder-heaps.c    state (struct _TvHeapsPart, private to the file) and functions
 *   heaps-part.h             functions for the other parts and for the stages of finishing
 *   trace-builder-heaps.h    functions for readers, in core/
 *
 * A part reads and changes only its own state. While files are read, it collects rows. Its stage then moves these
 * rows to the trace's columns; trace-builder.c lists the stages. */
typedef struct
{
  void (*init) (TvTraceBuilder *self);
  void (*clear) (TvTraceBuilder *self);

  /* (nullable): called before and after each file that has its own clock. begin_file() stores the number of rows.
   * end_file() adds @offset_ns to the times of the rows that were added since begin_file(). */
  void (*begin_file) (TvTraceBuilder *self);
  void (*end_file) (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns);
} TvBuilderPart;

typedef struct _TvProblemsPart TvProblemsPart;
typedef struct _TvSymbolsPart TvSymbolsPart;
typedef struct _TvMetadataPart TvMetadataPart;
typedef struct _TvSlicesPart TvSlicesPart;
typedef struct _TvSchedPart TvSchedPart;
typedef struct _TvThreadsPart TvThreadsPart;
typedef struct _TvEventsPart TvEventsPart;
typedef struct _TvFilesPart TvFilesPart;
typedef struct _TvArgsPart TvArgsPart;
typedef struct _TvLogLinesPart TvLogLinesPart;
typedef struct _TvLogEventsPart TvLogEventsPart;
typedef struct _TvDumpsPart TvDumpsPart;
typedef struct _TvFaultsPart TvFaultsPart;
typedef struct _TvReportsPart TvReportsPart;
typedef struct _TvStacksPart TvStacksPart;
typedef struct _TvHeapsPart TvHeapsPart;
typedef struct _TvHeapGraphsPart TvHeapGraphsPart;
typedef struct _TvSmapsPart TvSmapsPart;
typedef struct _TvRecordingPart TvRecordingPart;
typedef struct _TvCountersPart TvCountersPart;
typedef struct _TvTextsPart TvTextsPart;
typedef struct _TvLinksPart TvLinksPart;
typedef struct _TvCompletePart TvCompletePart;
typedef struct _TvAsyncPart TvAsyncPart;

/* The trace under construction, and the state of each part. The struct of a state is private to the file of its part;
 * slices-private.h shares that of slices between three files. */
struct _TvTraceBuilder
{
  TvTrace *trace;

  /* Unit of the times that are added next; earlier times are not converted. While a file with its own clock is read,
   * the unit of that file; see files-part.h. */
  TvTickUnit unit;

  TvProblemsPart *problems;
  TvSymbolsPart *symbols;
  TvMetadataPart *metadata;
  TvSlicesPart *slices;
  TvSchedPart *sched;
  TvThreadsPart *threads;
  TvEventsPart *events;
  TvFilesPart *files;
  TvArgsPart *args;
  TvLogLinesPart *log_lines;
  TvLogEventsPart *log_events;
  TvDumpsPart *dumps;
  TvFaultsPart *faults;
  TvReportsPart *reports;
  TvStacksPart *stacks;
  TvHeapsPart *heaps;
  TvHeapGraphsPart *heap_graphs;
  TvSmapsPart *smaps;
  TvRecordingPart *recording;
  TvCountersPart *counters;
  TvTextsPart *texts;
  TvLinksPart *links;
  TvCompletePart *complete;
  TvAsyncPart *async;
};

/* Call begin_file() and end_file() of all parts, in the order of the list in trace-builder.c. */
void tv_trace_builder_begin_file (TvTraceBuilder *self);
void tv_trace_builder_end_file   (TvTraceBuilder *self,
                                  gint64          offset_ns,
                                  gint64          uncertainty_ns);

G_END_DECLS
