/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/samples/frame-cache.h"
#include "formats/samples/off-cpu.h"
#include "formats/samples/perf-data/perf-maps.h"
#include "formats/samples/perf-data/perf-sample.h"
#include "formats/samples/perf-data/perf-symbols.h"
#include "formats/samples/sample-writer.h"
#include "formats/unknown-parts.h"

G_BEGIN_DECLS

/**
 * TvPerfReplay:
 *
 * Replays the records in time order, keeps track of thread names and mappings, and resolves the stacks of samples.
 */
typedef struct
{
  TvPerfFile *file;
  TvPerfWriter program;
  TvSampleWriter writer;
  TvPerfSymbols symbols;
  TvPerfMaps maps;
  TvFrameCache cache;
  TvOffCpu off_cpu;
  gboolean traces_off_cpu;
  gboolean has_stack_copies;
  GArray *threads; /* Thread: threads with their current names */
  TvIdMap thread_rows;
  gpointer stacks; /* array of N_STACKS recent stacks, indexed by hash */
  GArray *lasts;   /* Last: previous stack of each thread */
  TvIdMap last_rows;
  GArray *frames; /* guint32: frames of a sample, innermost first */
  GArray *chain;  /* guint64: scratch buffer for a call chain */
  /* process and node number → index in @stored_nodes */
  TvFrameCache stored_rows;
  GArray *stored_nodes; /* guint64: nodes of hiperf's deduplicated stacks */
  TvIdMap counter_rows; /* counter id → index in @counters */
  GArray *counters;     /* guint64 per counter: its previous value */
  guint64 n_lost;
  guint64 n_throttled;
  guint64 n_unknown;
  guint64 n_bad;
  guint64 n_stack_copies;
  TvUnknownElements unknown;
} TvPerfReplay;

void     tv_perf_replay_init  (TvPerfReplay   *self,
                               TvPerfFile     *file,
                               TvTraceBuilder *builder);
void     tv_perf_replay_clear (TvPerfReplay   *self);
gboolean tv_perf_replay_run   (TvPerfReplay   *self,
                               const TvPerfRecords *records,
                               const TvReadContext *context,
                               GError        **error);

/* The following functions are private to the replay and resolve stacks. */
void     tv_perf_replay_init_stacks (TvPerfReplay   *self);
void     tv_perf_replay_clear_stacks (TvPerfReplay  *self);
guint32  tv_perf_replay_get_callsite (TvPerfReplay       *self,
                                      const TvPerfSample *sample);

G_END_DECLS
