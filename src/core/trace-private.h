/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/sparse-column.h"
#include "core/memory/string-pool.h"
#include "core/trace-renamer.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Columns of a trace. All are owned, except those that a renamed trace shares with @raw. Private to trace.c,
 * trace-slices.c and trace-renamer.c. The builder fills the columns with the functions of trace-edit.h; other code
 * uses the getters of trace.h. */
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
  TvMachine *machines; /* (nullable): NULL if the device is the only machine */
  guint32 n_machines;
  GArray *processes;
  GArray *threads;
  GArray *symbols;
  TvTrack *tracks;
  guint32 n_tracks;
  TvGap *gaps;
  guint32 n_gaps;
  TvSlices slices;

  /* Data of system traces. */
  TvRuns runs;
  TvStates states;
  GArray *state_names; /* TvStateName of runs and states */
  TvCounterTrack *counter_tracks;
  guint32 n_counter_tracks;
  TvSamples samples;
  TvCounterGap *counter_gaps; /* sorted by sample */
  guint32 n_counter_gaps;
  TvEvents events;
  guint64 *
      text_end; /* per event payload: end in @text, in bytes, which is the start of the next payload */
  char *text;
  GArray *event_renderers; /* (nullable): TvEventRenderer per kind of message */
  GArray *args;            /* TvArg of all sets, consecutively */
  GArray *arg_sets;        /* guint32; row in @args of the first argument of each set */
  GArray *
      arg_numbers; /* gint64; integers that do not fit in 32 bits, unsigned numbers, addresses, and the bits of
                    * doubles */
  TvBound *bounds; /* sorted by slice */
  guint32 n_bounds;
  TvFlow *flows;
  guint32 n_flows;
  TvSparseColumn flow_ids;                          /* id in the file of each flow */
  TvSparseColumn thread_clocks[TV_N_THREAD_CLOCKS]; /* value of each clock by slice */

  TvLogLines log_lines;
  GArray *log_events; /* (nullable): TvDecodedLogLine, sorted by line */
  /* (nullable): guint32 per side row on tracks of decoded log lines; row in @log_events, or TV_NONE */
  GArray *slice_events;
  TvStacks stacks;
  TvDumps dumps;
  GArray *texts; /* TvText */
  TvFaults faults;
  TvHeapGraphs heap_graphs;
  TvSmapsEntry *smaps;
  guint32 n_smaps;
  TvRecording recording;

  TvTrace *raw;          /* (nullable): owner of shared columns, see trace-renamer.h */
  guint32 n_raw_strings; /* number of strings of @raw; ids in @strings start after those of @raw */
  TvNaming *naming;      /* (nullable) */
};

void tv_trace_clear_renamed (TvTrace *self);

/* Body of a getter that returns @rows and stores their number in *n unless n is NULL. */
#define TV_RETURN_ROWS(rows, n_rows)                                                               \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (n != NULL)                                                                                 \
      *n = n_rows;                                                                                 \
    return rows;                                                                                   \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
