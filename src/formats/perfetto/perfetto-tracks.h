/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-records.h"

G_BEGIN_DECLS

/* Counters of a thread that tell its clock. */
#define TV_PERFETTO_THREAD_TIME         "thread_time"
#define TV_PERFETTO_THREAD_INSTRUCTIONS "thread_instruction_count"

/**
 * TvPerfettoCounterInfo:
 * @owner: what it belongs to
 * @id: as for tv_perfetto_records_get_counter()
 * @name: string
 * @unit: what its values are in, once they are multiplied
 * @multiplier: by which values are multiplied
 * @is_incremental: values are differences
 * @clock: what of its thread's clock it shows: %TV_THREAD_CLOCK_TS or %TV_THREAD_CLOCK_INSTRUCTIONS; %TV_N_THREAD_CLOCKS
 *   if it is something else
 *
 * A track with a CounterDescriptor.
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
 * TvPerfettoTold:
 * @name: string, or %TV_NONE
 * @args: a set of arguments, or %TV_NONE
 * @category: string: of what ends, or %TV_NONE for any
 *
 * What is told of what happens on a lane.
 */
typedef struct
{
  guint32 name;
  guint32 args;
  guint32 category;
} TvPerfettoTold;

/* Tracks as recorders describe them, and the lanes of the timeline that they become.
 *
 *   uuid 1 thread 7    ─▶ the thread's own lane, where its marks are
 *   uuid 2 "network"   ─┐ of one parent and one name: one lane, in as many layers as are
 *   uuid 3 "network"   ─┘ needed to keep them apart
 */

TvPerfettoTracks *tv_perfetto_tracks_new         (TvPerfettoReader      *reader);
void              tv_perfetto_tracks_free        (TvPerfettoTracks      *self);
void              tv_perfetto_tracks_describe    (TvPerfettoTracks      *self,
                                                  TvSpan                 message);
guint32           tv_perfetto_tracks_get_lane    (TvPerfettoTracks      *self,
                                                  guint64                uuid);
guint32           tv_perfetto_tracks_get_thread_lane (TvPerfettoTracks  *self,
                                                  guint32                utid);
guint32           tv_perfetto_tracks_get_named_lane (TvPerfettoTracks   *self,
                                                  TvPerfettoOwner        owner,
                                                  guint32                id,
                                                  guint64                key,
                                                  guint32                name,
                                                  TvTrackRole            role);
gboolean          tv_perfetto_tracks_get_lane_thread (TvPerfettoTracks  *self,
                                                  guint32                lane,
                                                  guint32               *utid);
gboolean          tv_perfetto_tracks_get_counter (TvPerfettoTracks      *self,
                                                  guint64                uuid,
                                                  TvPerfettoCounterInfo *out);
gboolean          tv_perfetto_tracks_get_thread  (TvPerfettoTracks      *self,
                                                  guint64                uuid,
                                                  guint32               *utid);
void              tv_perfetto_tracks_see         (TvPerfettoTracks      *self,
                                                  guint32                lane,
                                                  gint64                 ts,
                                                  guint32                name);
void              tv_perfetto_tracks_settle      (TvPerfettoTracks      *self);
guint64           tv_perfetto_tracks_tell        (TvPerfettoTracks      *self,
                                                  guint32                lane,
                                                  TvPerfettoAct          act,
                                                  gint64                 ts,
                                                  const TvPerfettoTold  *told);
guint             tv_perfetto_tracks_count_misplaced (const TvPerfettoTracks *self);
void              tv_perfetto_tracks_wait        (TvPerfettoTracks      *self,
                                                  guint32                lane,
                                                  guint64                flow);
gboolean          tv_perfetto_tracks_stop_waiting (TvPerfettoTracks     *self,
                                                  guint32                lane,
                                                  guint64               *flow);

G_END_DECLS
