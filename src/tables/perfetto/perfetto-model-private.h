/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-counters.h"
#include "tables/perfetto/perfetto-kernel.h"
#include "tables/perfetto/perfetto-slices.h"

G_BEGIN_DECLS

/**
 * TvPerfettoModel:
 * @utids: utid per thread of the trace; @threads is the inverse, with %TV_NONE for utids without a thread
 * @kernel: (nullable): runs, thread states and thread names that are replayed from kernel events; created on first
 *   use
 * @marks: (nullable): names in marks; like @tracks, @slices and @counters, created on first use
 * @kernel_slices: (nullable): rows of kernel_slice, on @kernel_tracks; created on first use
 * @parsed: (nullable) (element-type TvPerfettoArg): arguments of the event whose set is @parsed_set; their strings
 *   are in @parsed_texts
 * @args_before: (nullable): number of arguments before each set; computed on first use
 */
struct _TvPerfettoModel
{
  TvTrace *trace;
  guint32 *utids;
  guint32 *threads;
  guint32 n_threads;
  guint32 *upids;
  guint32 *processes;
  guint32 n_processes;
  TvPerfettoMarks *marks;
  TvPerfettoTrackList *tracks;
  TvPerfettoSlices *slices;
  TvPerfettoTrackList *kernel_tracks;
  TvPerfettoSlices *kernel_slices;
  TvPerfettoCounters *counters;
  TvPerfettoKernel *kernel;
  guint32 *args_before;
  gint64 parsed_set;
  GArray *parsed;
  GStringChunk *parsed_texts;
  char **symbol_names;
};

TvPerfettoTrackList *tv_perfetto_model_need_tracks (TvPerfettoModel *self);
TvPerfettoSlices *tv_perfetto_model_need_slices (TvPerfettoModel *self);
TvPerfettoSlices *tv_perfetto_model_need_kernel_slices (TvPerfettoModel *self);
TvPerfettoCounters *tv_perfetto_model_need_counters (TvPerfettoModel *self);
TvPerfettoKernel *tv_perfetto_model_need_kernel (TvPerfettoModel *self);
void tv_perfetto_model_need_args (TvPerfettoModel *self);
guint32 tv_perfetto_model_get_n_arg_sets (TvPerfettoModel *self);
gint64 tv_perfetto_model_get_event_arg_set (TvPerfettoModel *self, guint32 event);
gint64 tv_perfetto_model_get_track_arg_set (TvPerfettoModel *self, guint32 track);
const char *tv_perfetto_model_get_thread_name (TvPerfettoModel *self, guint32 utid);
char *tv_perfetto_model_dup_tagged_name (TvPerfettoModel *self, guint32 slice);

G_END_DECLS
