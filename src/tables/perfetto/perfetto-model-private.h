/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-kernel.h"
#include "tables/perfetto/perfetto-model.h"

G_BEGIN_DECLS

#define TV_MAX_DIMENSIONS 3

/**
 * TvPerfettoDimension:
 * @text: (nullable): the value if it is a string; otherwise %NULL, and the value is @number
 *
 * An argument of a track that distinguishes it from others of the same type.
 */
typedef struct
{
  const char *key;
  char *text;
  gint64 number;
} TvPerfettoDimension;

/**
 * TvPerfettoTrack:
 * @row: index of the track or of the counter in the trace
 * @type: value of track.type
 * @unit: (nullable): value of track.unit
 * @name: (nullable): name; owned
 *
 * A row of the track table.
 */
typedef struct
{
  gboolean is_counter;
  guint32 row;
  const char *type;
  const char *unit;
  char *name;
  guint32 upid;
  guint32 utid;
  guint32 cpu;
  guint32 machine;
  gboolean is_merged;
  guint n_dimensions;
  TvPerfettoDimension dimensions[TV_MAX_DIMENSIONS];
} TvPerfettoTrack;

/**
 * TvPerfettoModel:
 * @utids: utid per thread of the trace; @threads is the inverse, with %TV_NONE for utids without a thread
 * @kernel: (nullable): data computed from kernel events
 * @slices: (nullable): indexes of the trace's slices, sorted by start
 * @slice_ids: (nullable): inverse of @slices, with %TV_NONE for slices that are not in the table
 * @parents: (nullable): parent per slice id, if tracks of the trace are merged; @depths and @durs are also set
 *   only then
 * @parsed: (nullable) (element-type TvPerfettoArg): arguments of the event with the set @parsed_set; their
 *   strings are in @parsed_texts
 * @event_text: scratch buffer for the text of an event
 * @has_tagged_marks: 1 if programs tag their marks, as on OpenHarmony; 0 if not; -1 before first use
 * @has_frames: whether a track has actual frames of apps
 * @args_before: (nullable): number of arguments before each set
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
  GArray *tracks;
  guint32 *track_ids;
  guint32 *counter_ids;
  gboolean has_merged_tracks;
  gboolean has_frames;
  int has_tagged_marks;
  guint32 *slices;
  guint32 *slice_ids;
  guint32 n_slices;
  guint32 *parents;
  guint16 *depths;
  gint64 *durs;
  TvPerfettoKernel *kernel;
  guint32 *samples;
  guint32 *sample_tracks;
  guint32 n_samples;
  guint32 *args_before;
  gint64 parsed_set;
  GArray *parsed;
  GStringChunk *parsed_texts;
  GString *event_text;
  char **symbol_names;
};

const TvPerfettoTrack *tv_perfetto_model_get_track (TvPerfettoModel *self, guint32 track);
void tv_perfetto_model_need_tracks (TvPerfettoModel *self);
TvPerfettoKernel *tv_perfetto_model_need_kernel (TvPerfettoModel *self);
void tv_perfetto_model_need_samples (TvPerfettoModel *self);
void tv_perfetto_model_need_args (TvPerfettoModel *self);
guint32 tv_perfetto_model_get_slice_track (TvPerfettoModel *self, guint32 slice);
gint64   tv_perfetto_model_get_dur           (TvPerfettoModel *self,
                                              guint32          slice);
guint32 tv_perfetto_model_get_depth (TvPerfettoModel *self, guint32 slice);
guint32 tv_perfetto_model_get_n_arg_sets (TvPerfettoModel *self);
gint64 tv_perfetto_model_get_event_arg_set (TvPerfettoModel *self, guint32 event);
gint64 tv_perfetto_model_get_track_arg_set (TvPerfettoModel *self, guint32 track);
const char *tv_perfetto_model_get_thread_name (TvPerfettoModel *self, guint32 utid);
const char *tv_perfetto_model_get_symbol_name (TvPerfettoModel *self, guint32 symbol);
char *tv_perfetto_model_dup_tagged_name (TvPerfettoModel *self, guint32 slice);

G_END_DECLS
