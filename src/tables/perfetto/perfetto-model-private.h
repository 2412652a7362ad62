/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-model.h"

G_BEGIN_DECLS

#define TV_MOST_DIMENSIONS 2

/**
 * TvPerfettoTrack:
 * @row: of the trace's tracks, or of its counters
 * @type: as in track.type
 * @name: (nullable): owned
 * @keys: (nullable): names of the dimensions
 * @values: their values, integers; the key "name" has the track's name, @text_key has @text
 * @text_key: (nullable): the dimension that is a text
 * @text: (nullable): owned
 */
typedef struct
{
  gboolean is_counter;
  guint32 row;
  const char *type;
  char *name;
  guint32 upid;
  guint32 utid;
  guint32 cpu;
  guint32 machine;
  gboolean is_merged;
  guint n_dimensions;
  const char *keys[TV_MOST_DIMENSIONS];
  gint64 values[TV_MOST_DIMENSIONS];
  const char *text_key;
  char *text;
} TvPerfettoTrack;

/**
 * TvPerfettoRun:
 * @end_state: (nullable): the kernel's letters
 */
typedef struct
{
  gint64 ts;
  gint64 dur;
  guint32 cpu;
  guint32 utid;
  gint32 priority;
  const char *end_state;
} TvPerfettoRun;

/* Bits of an event's common_flags: recorded in an interrupt of a device, in a deferred one. */
#define TV_FLAG_HARD_IRQ 0x08
#define TV_FLAG_SOFT_IRQ 0x10

/**
 * TvPerfettoState:
 * @dur: -1 without an end
 * @cpu: of a running thread, else %TV_NONE
 * @state: (nullable): "Running", or the kernel's letters
 * @blocked_function: (nullable): name of a kernel function
 * @waker: utid, or %TV_NONE
 * @waker_id: row of the state in which the waker ran, or %TV_NONE
 * @io_wait: 1, 0, or -1 if not recorded; @irq_context likewise
 */
typedef struct
{
  gint64 ts;
  gint64 dur;
  guint32 utid;
  guint32 cpu;
  const char *state;
  const char *blocked_function;
  guint32 waker;
  guint32 waker_id;
  gint8 io_wait;
  gint8 irq_context;
} TvPerfettoState;

#define TV_PERFETTO_NO_STATE                                                                       \
  {                                                                                                \
    .dur = -1, .utid = TV_NONE, .cpu = TV_NONE, .waker = TV_NONE, .waker_id = TV_NONE,             \
    .io_wait = -1, .irq_context = -1                                                               \
  }

/**
 * TvPerfettoModel:
 * @utids: our number of each thread of the trace; @threads the other way, %TV_NONE without one
 * @thread_names: (nullable) (element-type guint utf8): by utid, names of renamed threads
 * @slices: (nullable): rows of the trace's slices, by start
 * @slice_ids: (nullable): the other way, %TV_NONE where a slice is not in the table
 * @parents: (nullable): by id, where several tracks of the trace are one here; @depths and @durs likewise
 * @runs: (nullable): by start; @states likewise, made with them
 * @kernel_texts: (nullable): texts of runs and states
 * @parsed: (nullable) (element-type TvPerfettoArg): arguments of the event of @parsed_set, with texts of @parsed_texts
 * @args_before: (nullable): number of arguments in sets before each set
 */
struct _TvPerfettoModel
{
  TvTrace *trace;
  guint32 *utids;
  guint32 *threads;
  guint32 n_threads;
  GHashTable *thread_names;
  guint32 *upids;
  guint32 *processes;
  guint32 n_processes;
  GArray *tracks;
  guint32 *track_ids;
  guint32 *counter_ids;
  gboolean has_merged_tracks;
  guint32 *slices;
  guint32 *slice_ids;
  guint32 n_slices;
  guint32 *parents;
  guint16 *depths;
  gint64 *durs;
  GArray *runs;
  GArray *states;
  GStringChunk *kernel_texts;
  guint32 *samples;
  guint32 *sample_tracks;
  guint32 n_samples;
  guint32 *args_before;
  gint64 parsed_set;
  GArray *parsed;
  GStringChunk *parsed_texts;
  char **symbol_names;
};

const TvPerfettoTrack *tv_perfetto_model_get_track (TvPerfettoModel *self, guint32 track);
void tv_perfetto_model_need_tracks (TvPerfettoModel *self);
void tv_perfetto_model_need_slices (TvPerfettoModel *self);
void tv_perfetto_model_need_runs (TvPerfettoModel *self);
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

G_END_DECLS
