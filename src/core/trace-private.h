/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/sparse-column.h"
#include "core/memory/string-pool.h"
#include "core/trace-renamer.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* What a trace holds, for the one who builds it: trace-builder.c. Everything is owned. */
struct _TvTrace
{
  GObject parent_instance;

  TvStringPool *strings;
  char *format;
  gint64 start_ns;
  gint64 end_ns;
  gboolean has_clock[TV_N_CLOCKS];
  gboolean is_rebuilt;
  TvTraceParts parts;

  GArray *metadata;    /* TvMetadata */
  GArray *problems;    /* TvProblem */
  TvMachine *machines; /* (nullable): if there are several */
  guint32 n_machines;
  GArray *processes;
  GArray *threads;
  GArray *symbols;
  TvTrack *tracks;
  guint32 n_tracks;
  TvGap *gaps;
  guint32 n_gaps;
  TvSlices slices;

  /* Of a whole system. */
  TvRuns runs;
  TvStates states;
  GArray *state_names; /* TvStateName: those of both */
  TvCounterTrack *counter_tracks;
  guint32 n_counter_tracks;
  TvSamples samples;
  TvCounterGap *counter_gaps; /* in the order of their samples */
  guint32 n_counter_gaps;
  TvEvents events;
  guint64 *text_end; /* by text of events: where it ends in @text, where the next one begins */
  char *text;
  GArray *args;        /* TvArg of all sets, one after the other */
  GArray *arg_sets;    /* guint32: where each begins */
  GArray *arg_numbers; /* gint64: values that need more than 32 bits, and the bits of doubles */
  TvBound *bounds;     /* by slice */
  guint32 n_bounds;
  TvFlow *flows;
  guint32 n_flows;
  TvSparseColumn flow_ids;                          /* by flow: as the trace has it */
  TvSparseColumn thread_clocks[TV_N_THREAD_CLOCKS]; /* by slice */

  TvLogLines log_lines;
  GArray *log_events; /* (nullable): TvLogMeaning, by line */
  GArray *
      slice_events; /* (nullable): guint32, by side row of tracks of logs: which of these, or TV_NONE */
  TvStacks stacks;
  TvDumps dumps;
  GArray *texts; /* TvText */
  TvFaults faults;
  TvHeapGraphs heap_graphs;
  TvSmapsEntry *smaps;
  guint32 n_smaps;
  TvRecording recording;

  TvTrace *raw;          /* (nullable): whose columns these are, see trace-renamer.h */
  guint32 n_raw_strings; /* those of @strings come behind */
  TvNaming *naming;      /* (nullable) */
};

void        tv_trace_clear_parts (TvTrace *self);
void        tv_trace_clear_log_lines (TvTrace *self);
void        tv_trace_clear_text (gpointer text);
void        tv_trace_clear_faults (TvTrace *self);
void        tv_trace_clear_heap_graphs (TvTrace *self);
void        tv_trace_clear_renamed (TvTrace *self);

const char *tv_trace_peek_text (const TvTrace *self,
                                guint32        text,
                                gsize         *len);

/* The body of a getter of rows: returns @rows, and their number as *n if that is asked for. */
#define TV_RETURN_ROWS(rows, n_rows)                                                               \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (n != NULL)                                                                                 \
      *n = n_rows;                                                                                 \
    return rows;                                                                                   \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
