/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-records.h"

G_BEGIN_DECLS

/* Default names of the counters that contain thread clocks. */
#define TV_PERFETTO_THREAD_TIME         "thread_time"
#define TV_PERFETTO_THREAD_INSTRUCTIONS "thread_instruction_count"

/**
 * TvPerfettoCounterInfo:
 * @owner: kind of owner
 * @id: id of the owner, see tv_perfetto_records_get_counter()
 * @name: string id of the name
 * @unit: unit of the multiplied values
 * @multiplier: factor that converts values to @unit
 * @is_incremental: whether values are differences
 * @clock: thread clock that the counter contains: %TV_THREAD_CLOCK_TS or %TV_THREAD_CLOCK_INSTRUCTIONS;
 *   %TV_N_THREAD_CLOCKS if none
 *
 * The counter of a track, from its CounterDescriptor.
 */
typedef struct
{
  TvPerfettoOwner owner;
  guint32 id;
  guint32 name;
  TvCounterUnit unit;
  double multiplier;
  gboolean is_incremental;
  TvThreadClock clock;
} TvPerfettoCounterInfo;

/**
 * TvPerfettoReported:
 * @name: string id, or %TV_NONE
 * @args: a set of arguments, or %TV_NONE
 * @category: string id of the category of the slice that an end event closes; %TV_NONE for any
 *
 * Name, arguments and category of an event on a slice stack.
 */
typedef struct
{
  guint32 name;
  guint32 args;
  guint32 category;
} TvPerfettoReported;

/* Tracks that recorders declare, and the slice stacks that show them on the timeline:
 *
 *   uuid 1 thread 7    ─▶ slice stack of the thread
 *   uuid 2 "network"   ─┐ same parent and name: two slice stacks of one group, with as many layers as
 *   uuid 3 "network"   ─┘ overlapping slices need
 *
 * Call order: descriptors are added in the survey, slice stacks are looked up while packets are decoded,
 * tv_perfetto_tracks_settle() adds tracks, and tv_perfetto_tracks_emit() adds events in time order. */

TvPerfettoTracks *tv_perfetto_tracks_new         (TvPerfettoReader      *reader);
void              tv_perfetto_tracks_free        (TvPerfettoTracks      *self);
void              tv_perfetto_tracks_describe    (TvPerfettoTracks      *self,
                                                  TvSpan                 message);
guint32           tv_perfetto_tracks_ensure_slice_stack    (TvPerfettoTracks      *self,
                                                  guint64                uuid);
guint32           tv_perfetto_tracks_ensure_thread_slice_stack (TvPerfettoTracks  *self,
                                                  guint32                utid);
guint32           tv_perfetto_tracks_ensure_named_slice_stack (TvPerfettoTracks   *self,
                                                  TvPerfettoOwner        owner,
                                                  guint32                id,
                                                  guint64                key,
                                                  guint32                name,
                                                  TvTrackRole            role);
gboolean          tv_perfetto_tracks_get_slice_stack_thread (TvPerfettoTracks  *self,
                                                  guint32                slice_stack,
                                                  guint32               *utid);
gboolean          tv_perfetto_tracks_get_counter (TvPerfettoTracks      *self,
                                                  guint64                uuid,
                                                  TvPerfettoCounterInfo *out);
gboolean          tv_perfetto_tracks_get_thread  (TvPerfettoTracks      *self,
                                                  guint64                uuid,
                                                  guint32               *utid);
void              tv_perfetto_tracks_see         (TvPerfettoTracks      *self,
                                                  guint32                slice_stack,
                                                  gint64                 ts,
                                                  guint32                name);
void              tv_perfetto_tracks_settle      (TvPerfettoTracks      *self);
guint64           tv_perfetto_tracks_emit        (TvPerfettoTracks      *self,
                                                  guint32                slice_stack,
                                                  TvPerfettoAct          act,
                                                  gint64                 ts,
                                                  const TvPerfettoReported  *reported);
guint             tv_perfetto_tracks_count_misplaced (const TvPerfettoTracks *self);
void              tv_perfetto_tracks_wait        (TvPerfettoTracks      *self,
                                                  guint32                slice_stack,
                                                  guint64                flow);
gboolean          tv_perfetto_tracks_stop_waiting (TvPerfettoTracks     *self,
                                                  guint32                slice_stack,
                                                  guint64               *flow);

G_END_DECLS
